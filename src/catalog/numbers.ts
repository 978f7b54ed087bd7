/**
 * Numbers by place, in pieces. Nothing is copied when they become more, and no more is reserved than a piece: memory that
 * was not used before costs more than what is done with it.
 */

/** The numbers of one piece, as a power of two. */
const pieceBits = 12
export const pieceLength = 1 << pieceBits

export class Numbers {
  readonly #pieces: Array<Uint32Array> = []
  #length = 0

  get length(): number {
    return this.#length
  }

  get pieces(): ReadonlyArray<Uint32Array> {
    return this.#pieces
  }

  /** The number at a place; 0 where none was put. */
  at(place: number): number {
    const piece = this.#pieces[place >>> pieceBits]
    return piece === undefined ? 0 : piece[place & (pieceLength - 1)]!
  }

  put(place: number, value: number): void {
    while (place >>> pieceBits >= this.#pieces.length) this.#pieces.push(new Uint32Array(pieceLength))
    this.#pieces[place >>> pieceBits]![place & (pieceLength - 1)] = value
    if (place >= this.#length) this.#length = place + 1
  }

  push(value: number): void {
    this.put(this.#length, value)
  }
}
