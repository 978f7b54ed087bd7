/**
 * Counts bytes that a program's values take. What is freed is seen by a census alone: past `threshold` one must tell
 * what is still alive.
 */
export class Meter {
  /** Bytes allocated since the last census, plus what that found alive. */
  used = 0
  readonly limit: number
  /** A census is due when `used` is more. */
  threshold: number

  constructor(limit: number) {
    this.limit = limit
    this.threshold = limit
  }

  get isCensusDue(): boolean {
    return this.used > this.threshold
  }

  /** Garbage may take as much again as the limit until somebody counts; more is refused. */
  get isSpent(): boolean {
    return this.used > 2 * this.limit
  }

  /** Takes over what a census found; false when that is more than the limit. A quarter of it is free until the next. */
  settle(liveBytes: number): boolean {
    this.used = liveBytes
    this.threshold = Math.max(this.limit, liveBytes + this.limit / 4)
    return liveBytes <= this.limit
  }
}

/** Estimated bytes of one object with the list of its slots, of one slot, and of a string's character. */
export const OBJECT_BYTES = 144
export const SLOT_BYTES = 8
export const CHARACTER_BYTES = 2
/** Of what makes an object an array, a function, or a record of variables. */
export const ARRAY_BYTES = 48
export const CLOSURE_BYTES = 112
export const ENVIRONMENT_BYTES = 64
/** Of an activation that waits, without its registers; half of it of one that runs. */
export const FRAME_BYTES = 400
/** Of a host's map or set without its entries. */
export const MAP_BYTES = 320
/** Of a symbol with its place in the registry. */
export const REGISTERED_BYTES = 160
/** Of what the host keeps for a call in flight. */
export const CALL_BYTES = 4_096
/** Of one entry of a host's map or set, of a property of an object of many, and of a shape. */
export const ENTRY_BYTES = 48
export const PROPERTY_BYTES = 80
export const SHAPE_BYTES = 200
/** Of the shape that an object gets as a prototype, and of what leads from the object to it. */
export const ROOT_BYTES = 400
/** Of an error's own data, and of one line of its trace. */
export const ERROR_BYTES = 64
export const TRACE_LINE_BYTES = 80
/** Of a compiled pattern, and of each code unit of its source. */
export const PATTERN_BYTES = 2_048
export const PATTERN_UNIT_BYTES = 256
