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
  #hashes = new Int32Array(64)
  /** The numbers by hash, open addressing; a power of two, at most half full. */
  #slots = new Int32Array(128).fill(none)
  #size = 0

  /** How many texts there are. */
  get size(): number {
    return this.#size
  }

  /** The number of the text that stands in `units` between two places. */
  numberOf(units: Uint16Array, from: number, to: number): number {
    const hash = hashOf(units, from, to)
    const slot = this.#slotOf(units, from, to, hash)
    const number = this.#slots[slot]!
    return number === none ? this.#add(units, from, to, hash, slot) : number
  }

  /** The number of a text that is there already. */
  find(text: string): number | undefined {
    const { length } = text
    const units = Uint16Array.from({ length }, (_, at) => text.charCodeAt(at))
    const number = this.#slots[this.#slotOf(units, 0, length, hashOf(units, 0, length))]!
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

  /** Puts a text into `target` from a place on; gives the place after it. What has no room is left out. */
  copy(number: number, target: Uint16Array, to: number): number {
    const end = this.#ends[number]!
    for (let at = this.#startOf(number); at < end && to < target.length; at++) target[to++] = this.#units[at]!
    return to
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1]!
  }

  /** Where the number of a text stands, or would stand. */
  #slotOf(units: Uint16Array, from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]!
      if (number === none) return slot
      if (this.#hashes[number] === hash && this.#equals(number, units, from, to)) return slot
    }
  }

  #equals(number: number, units: Uint16Array, from: number, to: number): boolean {
    const start = this.#startOf(number)
    if (this.#ends[number]! - start !== to - from) return false
    for (let at = from; at < to; at++) if (this.#units[start + at - from] !== units[at]) return false
    return true
  }

  #add(units: Uint16Array, from: number, to: number, hash: number, slot: number): number {
    const number = this.#size++
    const start = this.#startOf(number)
    const end = start + to - from
    this.#units = grown(this.#units, end)
    for (let at = from; at < to; at++) this.#units[start + at - from] = units[at]!
    this.#ends = grown(this.#ends, number + 1)
    this.#ends[number] = end
    this.#hashes = grown(this.#hashes, number + 1)
    this.#hashes[number] = hash
    this.#slots[slot] = number
    if (this.#size * 2 > this.#slots.length) this.#widen()
    return number
  }

  #widen(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(none)
    const mask = slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot = this.#hashes[number]! & mask
      while (slots[slot] !== none) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.#slots = slots
  }
}

/** Of this process alone, so that nobody can write texts that all fall together. */
const seed = (Math.random() * 2 ** 32) | 0

function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = seed
  for (let at = from; at < to; at++) {
    hash = Math.imul(hash ^ units[at]!, 0x01000193)
    hash ^= hash >>> 15
  }
  return hash
}
