/** Bytes as they are read back, an attacker's: nothing is made that is larger than the bytes that say so. */
import { asciiText } from "../objects/host.ts"
import { malformed, SMALL_INTEGERS, Tag } from "./format.ts"

/** Units of a text that are made a string at once. */
const CHUNK = 4_096

const SHARED_DOUBLES = 256
/** 2^32 by the golden ratio: the highest bits of a product depend on all of a number. */
const HASH_FACTOR = 0x9e37_79b1

/** Lists of units by their length: the host makes a string of a list, and nothing else, without a detour. */
const unitLists: number[][] = Array.from({ length: 65 }, (_, length) => new Array<number>(length).fill(0))

export class Reader {
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private at = 0
  /** Where the long texts begin. */
  private end: number
  /** How many records follow. */
  readonly records: number
  private readonly texts: string[]
  private textCount = 0
  /** All long texts in one, read by the host at once; each is a part of it. */
  private readonly longTexts: string
  private longTextAt = 0
  /** Those read lately, by their bits; not doubles alone, or the host would copy them out of their places. */
  private readonly doublesRead: Array<number | undefined> = new Array<undefined>(SHARED_DOUBLES).fill(
    undefined,
  )
  /** Never anything but doubles: they are cut out of it. */
  private readonly numbers: number[] = [0.5]

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.end = bytes.length
    this.records = this.count(1)
    this.texts = new Array<string>(this.count(1))
    this.end -= this.count(1)
    if (this.end < this.at) malformed("it holds less than it says")
    this.longTexts = asciiText(bytes.subarray(this.end)) ?? malformed("a text holds other bytes than it says")
  }

  get left(): number {
    return this.end - this.at
  }

  /** Everything was read. */
  finish(): void {
    const isRead = this.at === this.end && this.longTextAt === this.longTexts.length
    if (!isRead || this.textCount < this.texts.length) malformed("it goes on after its end")
  }

  byte(): number {
    if (this.at >= this.end) malformed("it ends too early")
    return this.bytes[this.at++]!
  }

  /** An integer from 0 to 2^53 - 1. */
  integer(): number {
    const first = this.byte()
    return first < 0x80 ? first : this.longInteger(first)
  }

  private longInteger(first: number): number {
    let value = first & 0x7f
    let scale = 0x80
    for (let length = 1; length < 8; length++) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value <= Number.MAX_SAFE_INTEGER ? value : malformed("a number is too large")
      scale *= 0x80
    }
    return malformed("a number is too long")
  }

  /** How many of something follow, each of at least `size` bytes. */
  count(size: number): number {
    const count = this.integer()
    if (count * size > this.left) malformed("it holds less than it says")
    return count
  }

  raw(length: number): Uint8Array {
    if (length > this.left) malformed("it ends too early")
    this.at += length
    return this.bytes.slice(this.at - length, this.at)
  }

  signed(): number {
    const value = this.integer()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  double(): number {
    if (this.left < 8) malformed("it ends too early")
    this.at += 8
    return this.view.getFloat64(this.at - 8, true)
  }

  /** A double that is not one of a list: some hosts keep each in a box of its own, and equal ones share one here. */
  sharedDouble(): number {
    const value = this.double()
    const { view, at } = this
    const bits = view.getInt32(at - 8, true) ^ view.getInt32(at - 4, true)
    const home = Math.imul(bits, HASH_FACTOR) >>> 24
    const known = this.doublesRead[home]
    if (known === value) return known
    this.doublesRead[home] = value
    return value
  }

  /** Whether so many numbers follow, some of them no integers. */
  areDoubles(count: number): boolean {
    const { bytes, end } = this
    let { at } = this
    let isOne = false
    for (let left = count; left > 0; left--) {
      const tag = at < end ? bytes[at++]! : Tag.Undefined
      if (tag === Tag.Double) {
        isOne = true
        at += 8
      } else if (tag === Tag.Integer) while (at < end && bytes[at++]! >= 0x80);
      else if (tag < SMALL_INTEGERS.first || tag >= SMALL_INTEGERS.first + SMALL_INTEGERS.count) return false
    }
    return isOne
  }

  /** A list of numbers, as hosts keep such where nothing else is in it: in half the room. */
  doubles(count: number): number[] {
    const { numbers } = this
    for (let index = 0; index < count; index++) {
      const tag = this.byte()
      numbers[index] =
        tag === Tag.Double ? this.double() : tag === Tag.Integer ? this.signed() : tag - SMALL_INTEGERS.first
    }
    return numbers.slice(0, count)
  }

  /** A text that was read before. */
  known(index: number): string {
    return this.texts[index] ?? malformed(`there is no string ${index}`)
  }

  text(tag: number): string {
    if (this.textCount === this.texts.length) malformed("it has more texts than it says")
    const text = tag === Tag.Ascii ? this.longText() : this.ofUnits(tag === Tag.Utf16 ? 2 : 1)
    this.texts[this.textCount++] = text
    return text
  }

  private longText(): string {
    const start = this.longTextAt
    const end = start + this.integer()
    if (end > this.longTexts.length) malformed("it holds less than it says")
    this.longTextAt = end
    return this.longTexts.slice(start, end)
  }

  private ofUnits(size: 1 | 2): string {
    const length = this.count(size)
    if (length < unitLists.length) return this.units(unitLists[length]!, size)
    let text = ""
    for (let done = 0; done < length; done += CHUNK)
      text += this.units(new Array<number>(Math.min(CHUNK, length - done)), size)
    return text
  }

  private units(list: number[], size: 1 | 2): string {
    const { bytes } = this
    let { at } = this
    for (let index = 0; index < list.length; index++) {
      list[index] = size === 1 ? bytes[at]! : bytes[at]! | (bytes[at + 1]! << 8)
      at += size
    }
    this.at = at
    return String.fromCharCode.apply(null, list)
  }
}
