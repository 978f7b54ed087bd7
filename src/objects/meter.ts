/** Counts bytes that a program's values take. Past the limit a census must tell what is still alive. */
export class Meter {
  /** Bytes allocated since the last census, plus what that found alive. */
  used = 0
  readonly limit: number
  /** Set when `used` passed the limit and nobody has counted yet. */
  exceeded = false

  constructor(limit: number) {
    this.limit = limit
  }

  /** Charges bytes before they are made; false when the limit is passed: the caller must stop the machine. */
  charge(bytes: number): boolean {
    this.used += bytes
    if (this.used <= this.limit) return true
    this.exceeded = true
    return false
  }
}

/** Estimated bytes of one object without its slots, of one slot, and of a string's character. */
export const OBJECT_BYTES = 64
export const SLOT_BYTES = 8
export const CHARACTER_BYTES = 2
