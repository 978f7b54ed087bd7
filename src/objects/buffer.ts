/** Internal slots of ArrayBuffer, the typed arrays and DataView: bytes and how they are seen. Owns no charging. */
import type { JSObject } from "./object.ts"

const NO_BYTES = new Uint8Array(0)

/** ECMA-262 25.1. `bytes` is replaced by every change of length, so that who holds it sees that it is stale. */
export class BufferSlots {
  bytes: Uint8Array
  /** Of a resizable buffer. */
  readonly maxByteLength: number | null
  detached = false

  constructor(bytes: Uint8Array, maxByteLength: number | null) {
    this.bytes = bytes
    this.maxByteLength = maxByteLength
  }

  /** DetachArrayBuffer, 25.1.3.5: gives the bytes away. */
  detach(): Uint8Array {
    const bytes = this.bytes
    this.bytes = NO_BYTES.slice()
    this.detached = true
    return bytes
  }
}

/** The element types of ECMA-262 table 71, by the constructors' names without `Array`. */
export type ElementType =
  | "Int8"
  | "Uint8"
  | "Uint8Clamped"
  | "Int16"
  | "Uint16"
  | "Int32"
  | "Uint32"
  | "BigInt64"
  | "BigUint64"
  | "Float16"
  | "Float32"
  | "Float64"

/** Float16 elements are seen as their bits, as not every host has them. */
export type NumberView =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
export type BigIntView = BigInt64Array | BigUint64Array
export type ElementView = NumberView | BigIntView

interface ViewConstructor {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, byteOffset: number, length: number): ElementView
}

const views: Record<ElementType, ViewConstructor> = {
  Int8: Int8Array,
  Uint8: Uint8Array,
  Uint8Clamped: Uint8ClampedArray,
  Int16: Int16Array,
  Uint16: Uint16Array,
  Int32: Int32Array,
  Uint32: Uint32Array,
  BigInt64: BigInt64Array,
  BigUint64: BigUint64Array,
  Float16: Uint16Array,
  Float32: Float32Array,
  Float64: Float64Array,
}

export const elementTypes = Object.keys(views) as ElementType[]

export function elementSize(type: ElementType): number {
  return views[type].BYTES_PER_ELEMENT
}

export function isBigIntType(type: ElementType): boolean {
  return type === "BigInt64" || type === "BigUint64"
}

/** ECMA-262 10.4.5 and 23.2. */
export class TypedArraySlots {
  readonly type: ElementType
  readonly buffer: JSObject
  readonly byteOffset: number
  /** In elements; null if it follows the buffer's length. */
  readonly fixedLength: number | null
  /** How the elements were last seen, and through which bytes: made anew when those change. */
  private view: ElementView | null = null
  private viewBytes: Uint8Array | null = null

  constructor(type: ElementType, buffer: JSObject, byteOffset: number, fixedLength: number | null) {
    this.type = type
    this.buffer = buffer
    this.byteOffset = byteOffset
    this.fixedLength = fixedLength
  }

  get bufferSlots(): BufferSlots {
    return this.buffer.data as BufferSlots
  }

  /** The elements as they are now: none if the array is out of bounds. */
  current(): ElementView {
    const { bytes } = this.bufferSlots
    return this.viewBytes === bytes ? this.view! : this.look(bytes)
  }

  private look(bytes: Uint8Array): ElementView {
    const constructor = views[this.type]
    const length = this.outOfBounds ? 0 : this.lengthWithin(bytes.length)
    const offset = length === 0 ? 0 : this.byteOffset
    this.viewBytes = bytes
    return (this.view = new constructor(bytes.buffer as ArrayBuffer, bytes.byteOffset + offset, length))
  }

  private lengthWithin(byteLength: number): number {
    return this.fixedLength ?? Math.floor((byteLength - this.byteOffset) / elementSize(this.type))
  }

  /** IsTypedArrayOutOfBounds, 10.4.5.13. */
  get outOfBounds(): boolean {
    const { bytes, detached } = this.bufferSlots
    const size = this.fixedLength === null ? 0 : this.fixedLength * elementSize(this.type)
    return detached || this.byteOffset + size > bytes.length
  }
}

/** ECMA-262 25.3. */
export class DataViewSlots {
  readonly buffer: JSObject
  readonly byteOffset: number
  /** In bytes; null if it follows the buffer's length. */
  readonly fixedLength: number | null

  constructor(buffer: JSObject, byteOffset: number, fixedLength: number | null) {
    this.buffer = buffer
    this.byteOffset = byteOffset
    this.fixedLength = fixedLength
  }

  get bufferSlots(): BufferSlots {
    return this.buffer.data as BufferSlots
  }

  /** IsViewOutOfBounds, 25.3.1.4. */
  get outOfBounds(): boolean {
    const { bytes, detached } = this.bufferSlots
    return detached || this.byteOffset + (this.fixedLength ?? 0) > bytes.length
  }

  /** GetViewByteLength, 25.3.1.3, of a view within bounds. */
  get byteLength(): number {
    return this.fixedLength ?? this.bufferSlots.bytes.length - this.byteOffset
  }
}

const scratch = new Float64Array(1)
const scratchWords = new Uint32Array(scratch.buffer)

/** Rounds to an integer, ties to even, below 2^52. */
function roundToEven(value: number): number {
  return value + 4_503_599_627_370_496 - 4_503_599_627_370_496
}

/** The bits of the nearest binary16 number, ties to even. */
export function toFloat16Bits(value: number): number {
  if (value !== value) return 0x7e00
  scratch[0] = value
  const high = scratchWords[1]!
  const sign = (high >>> 16) & 0x8000
  const magnitude = Math.abs(value)
  if (magnitude >= 65_520) return sign | 0x7c00
  if (magnitude < 2 ** -14) return sign | roundToEven(magnitude * 2 ** 24)
  const exponent = ((high >>> 20) & 0x7ff) - 1023
  const significand = roundToEven(magnitude * 2 ** (10 - exponent))
  return sign | (((exponent + 14) << 10) + significand)
}

export function fromFloat16Bits(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1
  const exponent = (bits >>> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
