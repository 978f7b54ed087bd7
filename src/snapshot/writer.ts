/** Bytes as they are written: numbers of any length and strings that are written once. Knows nothing of machines. */
import { SMALL_INTEGERS, SMALL_STRINGS, Tag } from "./format.ts"
import { KnownTexts } from "./knownTexts.ts"

/** No number is longer, and no tag and length of a string. */
const MAX_NUMBER_BYTES = 9
const HEAD_BYTES = 9

/** Parts of a state: the first is as large as small states are, and each other twice as large as the one before. */
const FIRST_PART = 1 << 10
const LARGEST_PART = 1 << 20

/** What is written: bytes, or a text of ASCII alone, which is one byte for each unit. */
export type Part = Uint8Array | string

const ascii = /^[\0-\x7f]*$/

export class Writer {
  /** Parts that are full. */
  private readonly full: Uint8Array[] = []
  private bytes = new Uint8Array(FIRST_PART)
  private view = new DataView(this.bytes.buffer)
  private length = 0
  private readonly texts = new KnownTexts()
  /** Long texts of ASCII, apart from all else: they are written into their last place alone. */
  private readonly longTexts: string[] = []
  private longTextsLength = 0

  /** What is written next stands in one part, if it takes no more than `room`. */
  private reserve(room: number): void {
    if (this.length + room <= this.bytes.length) return
    this.full.push(this.bytes.subarray(0, this.length))
    this.bytes = new Uint8Array(Math.max(Math.min(this.bytes.length * 2, LARGEST_PART), room))
    this.view = new DataView(this.bytes.buffer)
    this.length = 0
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
    this.reserve(HEAD_BYTES + SHORT_TEXT * 2)
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
    if (ascii.test(text)) {
      this.byte(Tag.Ascii)
      this.count(text.length)
      this.longTexts.push(text)
      this.longTextsLength += text.length
    } else if (!this.longLatin1(text)) this.wideText(text)
  }

  /** False where some unit has no place in a byte; then nothing is written. */
  private longLatin1(text: string): boolean {
    const { length } = text
    this.reserve(HEAD_BYTES + length)
    const start = this.length
    this.byte(Tag.Latin1)
    this.count(length)
    const { bytes, length: at } = this
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index)
      if (unit > 0xff) {
        this.length = start
        return false
      }
      bytes[at + index] = unit
    }
    this.length += length
    return true
  }

  private wideText(text: string): number {
    const { length } = text
    this.reserve(HEAD_BYTES + length * 2)
    this.byte(Tag.Utf16)
    this.count(length)
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

  /**
   * What was written, in parts: whoever puts it into its last place copies it once. How much there is of everything stands
   * first, so that a reader has its room at once; `records` are counted elsewhere.
   */
  finish(records: number): readonly Part[] {
    const written = [...this.full, this.bytes.subarray(0, this.length)]
    this.bytes = new Uint8Array(MAX_NUMBER_BYTES * 3)
    this.length = 0
    this.count(records)
    this.count(this.texts.count)
    this.count(this.longTextsLength)
    return [this.bytes.subarray(0, this.length), ...written, ...this.longTexts]
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
