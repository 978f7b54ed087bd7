/**
 * Texts that a state holds already, by a hash that the caller makes. Tens of thousands are known at a time, in bounded memory,
 * and a text that was lost is written again. No choice of texts makes it slow.
 */

/** How many places a text may stand in. */
const WAYS = 4
const FIRST_SIZE = 64
const LARGEST_SIZE = 1 << 16

export class KnownTexts {
  /** How many were added. */
  count = 0
  private hashes = new Int32Array(FIRST_SIZE)
  /** Numbers of texts by place, each plus one; zero where there is none. */
  private numbers = new Int32Array(FIRST_SIZE)
  private texts: string[] = new Array<string>(FIRST_SIZE).fill("")

  /** The number of a text, or -1. */
  find(text: string, hash: number): number {
    const home = this.home(hash)
    for (let place = home; place < home + WAYS; place++)
      if (this.hashes[place] === hash && this.texts[place] === text) return this.numbers[place]! - 1
    return -1
  }

  /** Gives a text the next number. */
  add(text: string, hash: number): void {
    this.count++
    if (this.count * 4 > this.numbers.length && this.numbers.length < LARGEST_SIZE) this.grow()
    this.place(text, hash, this.count)
  }

  /** In a free place, or instead of one text of the same home. */
  private place(text: string, hash: number, number: number): void {
    const home = this.home(hash)
    let place = home
    while (place < home + WAYS && this.numbers[place] !== 0) place++
    if (place === home + WAYS) place = home + (number % WAYS)
    this.texts[place] = text
    this.hashes[place] = hash
    this.numbers[place] = number
  }

  private grow(): void {
    const { texts, hashes, numbers } = this
    const size = numbers.length * 4
    this.hashes = new Int32Array(size)
    this.numbers = new Int32Array(size)
    this.texts = new Array<string>(size).fill("")
    for (let place = 0; place < numbers.length; place++)
      if (numbers[place] !== 0) this.place(texts[place]!, hashes[place]!, numbers[place]!)
  }

  /** The first of the places for a hash; all of its bits should count. */
  private home(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.numbers.length - WAYS)
  }
}
