/**
 * Texts by numbers: each distinct text has the next one. All of it is in a few typed arrays, so ten times the texts cost
 * ten times as much, which a Map of as many strings does not hold.
 * Never splits and never folds a text.
 */
import { grown } from "./grown.ts"

const none = -1

export class TextTable {
  /** All texts, one after another. */
  #units = new Uint16Array(1_024)
  /** Where each text ends; it begins where the one before ends. */
  #ends = new Uint32Array(64)
  /** The numbers by hash, open addressing; a power of two, at most half full. */
  #slots = new Int32Array(128).fill(none)
  #size = 0

  /** How many texts there are. */
  get size(): number {
    return this.#size
  }

  /** The number of the text that is the first `length` of `units`. */
  numberOf(units: Uint16Array, length: number): number {
    const slot = this.#slotOf(units, length)
    const number = this.#slots[slot]!
    return number === none ? this.#add(units, length, slot) : number
  }

  /** The number of a text that is there already. */
  find(text: string): number | undefined {
    const { length } = text
    const units = Uint16Array.from({ length }, (_, at) => text.charCodeAt(at))
    const number = this.#slots[this.#slotOf(units, length)]!
    return number === none ? undefined : number
  }

  textOf(number: number): string {
    return String.fromCharCode(...this.#units.subarray(this.#startOf(number), this.#ends[number]))
  }

  firstUnit(number: number): number {
    return this.#units[this.#startOf(number)]!
  }

  lastUnit(number: number): number {
    return this.#units[this.#ends[number]! - 1]!
  }

  /** The hash of what has a hash already, followed by a text. */
  hashWith(hash: number, number: number): number {
    return hashOf(this.#units, this.#startOf(number), this.#ends[number]!, hash)
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1]!
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
    const start = this.#startOf(number)
    if (this.#ends[number]! - start !== length) return false
    for (let at = 0; at < length; at++) if (this.#units[start + at] !== units[at]) return false
    return true
  }

  #add(units: Uint16Array, length: number, slot: number): number {
    const number = this.#size++
    const start = this.#startOf(number)
    this.#units = grown(this.#units, start + length)
    for (let at = 0; at < length; at++) this.#units[start + at] = units[at]!
    this.#ends = grown(this.#ends, number + 1)
    this.#ends[number] = start + length
    this.#slots[slot] = number
    if (this.#size * 2 > this.#slots.length) this.#widen()
    return number
  }

  #widen(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(none)
    const mask = slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot = this.hashWith(emptyHash, number) & mask
      while (slots[slot] !== none) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.#slots = slots
  }
}

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
export const hashOfText = (text: string): number =>
  hashOf(Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)), 0, text.length)
