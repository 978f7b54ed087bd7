/** Bytes as they are read back, an attacker's: nothing is made that is larger than the bytes that say so. */
import { malformed, Tag } from "./format.ts"

const CHUNK = 8_192

export class Reader {
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private at = 0
  private readonly strings: string[] = []

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  byte(): number {
    if (this.at >= this.bytes.length) malformed("it ends too early")
    return this.bytes[this.at++]!
  }

  /** An integer from 0 to 2^53 - 1. */
  integer(): number {
    let value = 0
    let scale = 1
    for (let length = 0; length < 8; length++) {
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

  /** A string that was read before. */
  known(index: number): string {
    return this.strings[index] ?? malformed(`there is no string ${index}`)
  }

  text(tag: number): string {
    const text = tag === Tag.Latin1 ? this.narrow() : this.wide()
    this.strings.push(text)
    return text
  }

  private narrow(): string {
    const length = this.count(1)
    const end = this.at + length
    let text = ""
    for (let from = this.at; from < end; from += CHUNK)
      text += textOf(this.bytes.subarray(from, Math.min(end, from + CHUNK)))
    this.at = end
    return text
  }

  private wide(): string {
    const length = this.count(2)
    let text = ""
    for (let done = 0; done < length; done += CHUNK) {
      const units = new Uint16Array(Math.min(CHUNK, length - done))
      for (let index = 0; index < units.length; index++) {
        units[index] = this.bytes[this.at]! | (this.bytes[this.at + 1]! << 8)
        this.at += 2
      }
      text += textOf(units)
    }
    return text
  }
}

function textOf(units: Uint8Array | Uint16Array): string {
  if (units.length > 24) return String.fromCharCode.apply(null, units as unknown as number[])
  let text = ""
  for (let index = 0; index < units.length; index++) text += String.fromCharCode(units[index]!)
  return text
}
