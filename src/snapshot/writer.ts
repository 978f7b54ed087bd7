/** Bytes as they are written: numbers of any length and strings that are written once. Knows nothing of machines. */
import { SMALL_INTEGERS, SMALL_STRINGS, Tag } from "./format.ts"

const float = new Float64Array(1)
const floatBytes = new Uint8Array(float.buffer)

export class Writer {
  private bytes = new Uint8Array(1_024)
  private length = 0
  private readonly strings = new Map<string, number>()

  byte(value: number): void {
    if (this.length === this.bytes.length) this.grow(1)
    this.bytes[this.length++] = value
  }

  private grow(room: number): void {
    const bytes = new Uint8Array(Math.max(this.bytes.length * 2, this.length + room))
    bytes.set(this.bytes.subarray(0, this.length))
    this.bytes = bytes
  }

  /** An integer of at least 0, in groups of seven bits, the lowest first. */
  count(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.byte(rest)
  }

  raw(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.bytes.length) this.grow(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  number(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) < 0x8000_0000 && !Object.is(value, -0)) {
      if (value >= 0 && value < SMALL_INTEGERS.count) return this.byte(SMALL_INTEGERS.first + value)
      this.byte(Tag.Integer)
      return this.count(value < 0 ? -value * 2 - 1 : value * 2)
    }
    this.byte(Tag.Double)
    if (this.length + 8 > this.bytes.length) this.grow(8)
    float[0] = value
    // of all the bits that mean NaN, one form
    if (value !== value) floatBytes.set([0, 0, 0, 0, 0, 0, 0xf8, 0x7f])
    for (let index = 0; index < 8; index++) this.bytes[this.length++] = floatBytes[index]!
  }

  string(text: string): void {
    const known = this.strings.get(text)
    if (known !== undefined) {
      if (known < SMALL_STRINGS.count) return this.byte(SMALL_STRINGS.first + known)
      this.byte(Tag.StringRef)
      return this.count(known)
    }
    this.strings.set(text, this.strings.size)
    this.text(text)
  }

  private text(text: string): void {
    const { length } = text
    const start = this.length
    this.byte(Tag.Latin1)
    this.count(length)
    if (this.length + length > this.bytes.length) this.grow(length)
    const { bytes } = this
    let at = this.length
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index)
      if (unit > 0xff) {
        this.length = start
        return this.wideText(text)
      }
      bytes[at++] = unit
    }
    this.length = at
  }

  private wideText(text: string): void {
    this.byte(Tag.Utf16)
    this.count(text.length)
    if (this.length + text.length * 2 > this.bytes.length) this.grow(text.length * 2)
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      this.bytes[this.length++] = unit & 0xff
      this.bytes[this.length++] = unit >> 8
    }
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}
