/** Bytes as they are written: numbers of any length and strings that are written once. Knows nothing of machines. */
import { writeAscii } from "../objects/host.ts"
import { SMALL_INTEGERS, SMALL_STRINGS, Tag } from "./format.ts"
import { KnownTexts } from "./knownTexts.ts"

/** No number and no head of a string is longer. */
const MAX_NUMBER_BYTES = 9

export class Writer {
  private bytes = new Uint8Array(1_024)
  private view = new DataView(this.bytes.buffer)
  private length = 0
  private readonly texts = new KnownTexts()

  private reserve(room: number): void {
    if (this.length + room <= this.bytes.length) return
    const bytes = new Uint8Array(Math.max(this.bytes.length * 2, this.length + room))
    bytes.set(this.bytes.subarray(0, this.length))
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1)
    this.bytes[this.length++] = value
  }

  /** An integer of at least 0, in groups of seven bits, the lowest first. */
  count(value: number): void {
    this.reserve(MAX_NUMBER_BYTES)
    let rest = value
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 0x80))
      this.bytes[this.length++] = (rest % 0x80) | 0x80
    for (; rest >= 0x80; rest >>= 7) this.bytes[this.length++] = (rest & 0x7f) | 0x80
    this.bytes[this.length++] = rest
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  number(value: number): void {
    if ((value | 0) !== value || Object.is(value, -0)) return this.double(value)
    if (value >= 0 && value < SMALL_INTEGERS.count) return this.byte(SMALL_INTEGERS.first + value)
    this.byte(Tag.Integer)
    this.count(value < 0 ? -value * 2 - 1 : value * 2)
  }

  private double(value: number): void {
    this.reserve(MAX_NUMBER_BYTES)
    this.bytes[this.length] = Tag.Double
    // of all the bits that mean NaN, one form
    this.view.setFloat64(this.length + 1, value === value ? value : NaN, true)
    this.length += 9
  }

  string(text: string): void {
    const start = this.length
    const isLong = text.length > SHORT_TEXT
    const hash = isLong ? sampledHash(text) : this.shortText(text)
    const known = this.texts.find(text, hash)
    if (known < 0) {
      this.texts.add(text, hash)
      if (isLong) this.longText(text)
      return
    }
    this.length = start
    if (known < SMALL_STRINGS.count) return this.byte(SMALL_STRINGS.first + known)
    this.byte(Tag.StringRef)
    this.count(known)
  }

  /** Hashes and writes a text in one go: looking at its units twice takes longer than taking back what was written. */
  private shortText(text: string): number {
    const { length } = text
    this.reserve(length + 2)
    const { bytes } = this
    let at = this.length
    bytes[at++] = Tag.Latin1
    bytes[at++] = length
    let hash = length
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index)
      hash = Math.imul(hash ^ unit, HASH_FACTOR)
      if (unit > 0xff) return this.wideText(text)
      bytes[at++] = unit
    }
    this.length = at
    return hash
  }

  private longText(text: string): void {
    const { length } = text
    const start = this.length
    this.byte(Tag.Ascii)
    this.count(length)
    this.reserve(length)
    const place = this.bytes.subarray(this.length, this.length + length)
    if (!writeAscii(text, place) && !this.longLatin1(text, start)) return void this.wideText(text)
    this.length += length
  }

  /** False where some unit has no place in a byte; then nothing is written. */
  private longLatin1(text: string, start: number): boolean {
    const { bytes, length: at } = this
    bytes[start] = Tag.Latin1
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit > 0xff) {
        this.length = start
        return false
      }
      bytes[at + index] = unit
    }
    return true
  }

  private wideText(text: string): number {
    const { length } = text
    this.byte(Tag.Utf16)
    this.count(length)
    this.reserve(length * 2)
    const { bytes } = this
    let at = this.length
    let hash = length
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index)
      hash = Math.imul(hash ^ unit, HASH_FACTOR)
      bytes[at++] = unit & 0xff
      bytes[at++] = unit >> 8
    }
    this.length = at
    return hash
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}

/** Of FNV-1a. */
const HASH_FACTOR = 0x01000193

/** Texts of so many units are hashed whole, and written one by one. */
const SHORT_TEXT = 64

function sampledHash(text: string): number {
  const { length } = text
  const step = length / SHORT_TEXT
  let hash = length
  for (let at = length - 1; at >= 0; at -= step)
    hash = Math.imul(hash ^ text.charCodeAt(Math.floor(at)), HASH_FACTOR)
  return hash
}
