/**
 * Texts by numbers: each distinct text has the next one. All of it is in a few typed arrays, so ten times the texts cost
 * ten times as much, which a Map of as many strings does not hold.
 * Never splits and never folds a text.
 */
import { Numbers } from "./numbers.ts"

/** Of a text this much is told apart, in code units. */
export const maxText = 1_024

const none = -1

/** The units of one piece, as a power of two. */
const pieceBits = 13
const pieceLength = 1 << pieceBits

export class TextTable {
  /** All texts, each behind its length and in one piece. */
  readonly #pieces: Array<Uint16Array> = []
  /** Where in the pieces each text begins, and where the next one may. */
  readonly #starts = new Numbers()
  #end = 0
  /** The numbers by hash, open addressing; a power of two, at most three quarters full. */
  #slots: Int32Array

  constructor(expected: number) {
    this.#slots = emptySlots(2 ** Math.ceil(Math.log2(Math.max(128, (expected * 4) / 3))))
  }

  /** How many texts there are. */
  get size(): number {
    return this.#starts.length
  }

  /** The number of the text that is the first `length` of `units`. */
  numberOf(units: Uint16Array, length: number): number {
    const slot = this.#slotOf(units, length)
    const number = this.#slots[slot]!
    return number === none ? this.#add(units, length, slot) : number
  }

  /** The number of a text that is there already. */
  find(text: string): number | undefined {
    const units = unitsOf(text.slice(0, maxText))
    const number = this.#slots[this.#slotOf(units, units.length)]!
    return number === none ? undefined : number
  }

  textOf(number: number): string {
    return String.fromCharCode(...this.#unitsOf(number))
  }

  firstUnit(number: number): number {
    const start = this.#starts.at(number)
    return this.#pieceAt(start)[offsetOf(start)]!
  }

  lastUnit(number: number): number {
    const start = this.#starts.at(number)
    const piece = this.#pieceAt(start)
    return piece[offsetOf(start) + piece[offsetOf(start) - 1]! - 1]!
  }

  /** The hash of what has a hash already, followed by a text. */
  hashWith(hash: number, number: number): number {
    const start = this.#starts.at(number)
    const piece = this.#pieceAt(start)
    const offset = offsetOf(start)
    return hashOf(piece, offset, offset + piece[offset - 1]!, hash)
  }

  #pieceAt(start: number): Uint16Array {
    return this.#pieces[start >>> pieceBits]!
  }

  #unitsOf(number: number): Uint16Array {
    const start = this.#starts.at(number)
    const piece = this.#pieceAt(start)
    return piece.subarray(offsetOf(start), offsetOf(start) + piece[offsetOf(start) - 1]!)
  }

  /** Where the number of a text stands, or would stand. */
  #slotOf(units: Uint16Array, length: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hashOf(units, 0, length) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]!
      if (number === none || this.#equals(number, units, length)) return slot
    }
  }

  #equals(number: number, units: Uint16Array, length: number): boolean {
    const start = this.#starts.at(number)
    const piece = this.#pieceAt(start)
    const offset = offsetOf(start)
    if (piece[offset - 1] !== length) return false
    for (let at = 0; at < length; at++) if (piece[offset + at] !== units[at]) return false
    return true
  }

  #add(units: Uint16Array, length: number, slot: number): number {
    const number = this.size
    let offset = offsetOf(this.#end) + 1
    if (this.#end >>> pieceBits >= this.#pieces.length || offset + length > pieceLength) {
      this.#end = (this.#pieces.push(new Uint16Array(pieceLength)) - 1) << pieceBits
      offset = 1
    }
    const piece = this.#pieceAt(this.#end)
    piece[offset - 1] = length
    for (let at = 0; at < length; at++) piece[offset + at] = units[at]!
    this.#starts.push(this.#end + 1)
    this.#end += length + 1
    this.#slots[slot] = number
    if (this.size * 4 > this.#slots.length * 3) this.#widen()
    return number
  }

  #widen(): void {
    const slots = emptySlots(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let slot = this.hashWith(emptyHash, number) & mask
      while (slots[slot] !== none) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.#slots = slots
  }
}

const emptySlots = (length: number): Int32Array => new Int32Array(length).fill(none)

const offsetOf = (start: number): number => start & (pieceLength - 1)

/** The hash of the empty text. Of this process alone, so that nobody can write texts that all fall together. */
export const emptyHash = (Math.random() * 2 ** 32) | 0

function hashOf(units: Uint16Array, from: number, to: number, before = emptyHash): number {
  let hash = before
  for (let at = from; at < to; at++) {
    hash = Math.imul(hash ^ units[at]!, 0x01000193)
    hash ^= hash >>> 15
  }
  return hash
}

/** The hash of a text: see {@link TextTable.hashWith}. */
export const hashOfText = (text: string): number => hashOf(unitsOf(text), 0, text.length)

const unitsOf = (text: string): Uint16Array =>
  Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
