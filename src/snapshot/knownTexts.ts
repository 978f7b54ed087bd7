/**
 * The texts that a state holds so far, by a hash that the caller makes. A text may be missed: none is looked for in more
 * than a few places, so that no choice of texts makes it slow. A host's Map would read every text whole to hash it.
 */

const PLACES = 8
const FIRST_SIZE = 64

export class KnownTexts {
  private readonly texts: string[] = []
  private readonly hashes: number[] = []
  /** Numbers of texts, each plus one; zero where there is none. */
  private numbers = new Int32Array(FIRST_SIZE)

  /** The number of a text, or -1. */
  find(text: string, hash: number): number {
    const { numbers, hashes } = this
    const mask = numbers.length - 1
    const home = placeOf(hash)
    for (let step = 0; step < PLACES; step++) {
      const number = numbers[(home + step) & mask]! - 1
      if (number < 0) return -1
      if (hashes[number] === hash && this.texts[number] === text) return number
    }
    return -1
  }

  /** Gives a text the next number. */
  add(text: string, hash: number): void {
    const number = this.texts.length
    this.texts.push(text)
    this.hashes.push(hash)
    if (this.texts.length * 2 > this.numbers.length) this.grow()
    else this.place(hash, number)
  }

  /** In the first free place, or instead of another. */
  private place(hash: number, number: number): void {
    const { numbers } = this
    const mask = numbers.length - 1
    const home = placeOf(hash)
    let step = 0
    while (step < PLACES - 1 && numbers[(home + step) & mask] !== 0) step++
    numbers[(home + step) & mask] = number + 1
  }

  private grow(): void {
    this.numbers = new Int32Array(this.numbers.length * 4)
    for (let number = 0; number < this.hashes.length; number++) this.place(this.hashes[number]!, number)
  }
}

/** The lower bits of a hash decide: they should depend on all of it. */
function placeOf(hash: number): number {
  return hash ^ (hash >>> 15)
}
