/** Bytes as base64 and hexadecimal text, ECMA-262 23.3. Pure; what is wrong with a text is told, not thrown. */

const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`

export type Alphabet = "base64" | "base64url"
export type LastChunkHandling = "loose" | "strict" | "stop-before-partial"

/** What was decoded before the end or the mistake, and how many characters that took. */
export interface Decoded {
  readonly read: number
  readonly bytes: Uint8Array
  readonly mistake: string | null
}

const values = new Map<string, Int16Array>()

function valuesOf(alphabet: Alphabet): Int16Array {
  let table = values.get(alphabet)
  if (table === undefined) {
    table = new Int16Array(128).fill(-1)
    const letters = alphabet === "base64" ? STANDARD : URL_SAFE
    for (let value = 0; value < 64; value++) table[letters.charCodeAt(value)] = value
    values.set(alphabet, table)
  }
  return table
}

/** Tab, line feed, form feed, carriage return and space. */
function isSpace(unit: number): boolean {
  return unit === 9 || unit === 10 || unit === 12 || unit === 13 || unit === 32
}

function skipSpace(text: string, index: number): number {
  while (index < text.length && isSpace(text.charCodeAt(index))) index++
  return index
}

/** FromBase64, 23.3.3.4, as a state that goes on with its text a part at a time. */
export class Base64Decoder {
  readonly text: string
  readonly alphabet: Alphabet
  readonly handling: LastChunkHandling
  readonly maxLength: number
  /** Room for what the text can hold; `length` bytes of it are made. */
  readonly room: Uint8Array
  length = 0
  /** Characters behind the last whole chunk. */
  read = 0
  mistake: string | null = null
  done: boolean
  private index = 0
  /** Letters of the chunk so far, six bits each, and how many. */
  private chunk = 0
  private letters = 0

  constructor(text: string, alphabet: Alphabet, handling: LastChunkHandling, maxLength: number) {
    this.text = text
    this.alphabet = alphabet
    this.handling = handling
    this.maxLength = maxLength
    this.done = maxLength === 0
    this.room = new Uint8Array(Math.min(maxLength, Math.floor((text.length * 3) / 4) + 3))
  }

  get decoded(): Decoded {
    return { read: this.read, bytes: this.room.subarray(0, this.length), mistake: this.mistake }
  }

  /** Goes on for so many characters, or to the end. */
  advance(count: number): void {
    const table = valuesOf(this.alphabet)
    const stop = this.index + count
    while (!this.done && this.index < stop) {
      this.index = skipSpace(this.text, this.index)
      if (this.index === this.text.length) return this.end()
      const unit = this.text.charCodeAt(this.index++)
      if (unit === 61) return this.padding()
      const value = unit < 128 ? table[unit]! : -1
      if (value < 0) return this.fail("Found a character that cannot be part of a valid base64 string.")
      this.letter(value)
    }
  }

  private letter(value: number): void {
    const remaining = this.maxLength - this.length
    if ((remaining === 1 && this.letters === 2) || (remaining === 2 && this.letters === 3)) {
      this.done = true
      return
    }
    this.chunk = (this.chunk << 6) | value
    if (++this.letters < 4) return
    this.flush(false)
    this.read = this.index
    this.done = this.length === this.maxLength
  }

  private fail(mistake: string): void {
    this.mistake = mistake
    this.done = true
  }

  private end(): void {
    this.done = true
    if (this.letters > 0) {
      if (this.handling === "stop-before-partial") return
      if (this.handling === "strict") return this.fail("Missing padding in the base64 string.")
      if (this.letters === 1) {
        return this.fail("The base64 input terminates with a single character, excluding padding (=).")
      }
      this.flush(false)
    }
    this.read = this.text.length
  }

  private padding(): void {
    this.done = true
    if (this.letters < 2) return this.fail("The base64 string has misplaced padding.")
    let index = skipSpace(this.text, this.index)
    if (this.letters === 2) {
      if (index === this.text.length) {
        return this.handling === "stop-before-partial"
          ? undefined
          : this.fail("Missing padding in the base64 string.")
      }
      if (this.text.charCodeAt(index) !== 61) return this.fail("The base64 string has misplaced padding.")
      index = skipSpace(this.text, index + 1)
    }
    if (index < this.text.length) return this.fail("The base64 string has characters after its padding.")
    if (!this.flush(this.handling === "strict"))
      return this.fail("The base64 string has bits set that its padding drops.")
    this.read = this.text.length
  }

  /** DecodeFinalBase64Chunk and DecodeFullLengthBase64Chunk, 23.3.3.1 and 23.3.3.2; false for extra bits. */
  private flush(refusesExtraBits: boolean): boolean {
    const count = this.letters - 1
    const bits = this.chunk << (6 * (4 - this.letters))
    if (refusesExtraBits && count < 3 && (bits & (count === 1 ? 0xffff : 0xff)) !== 0) return false
    for (let index = 0; index < count; index++) this.room[this.length++] = bits >> (16 - index * 8)
    this.chunk = this.letters = 0
    return true
  }
}

export function encodeBase64(bytes: Uint8Array, alphabet: Alphabet, omitPadding: boolean): string {
  const letters = alphabet === "base64" ? STANDARD : URL_SAFE
  let text = ""
  for (let index = 0; index < bytes.length; index += 3) {
    const count = Math.min(3, bytes.length - index)
    const bits = (bytes[index]! << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    for (let letter = 0; letter <= count; letter++) text += letters[(bits >> (18 - letter * 6)) & 63]
    if (!omitPadding) text += "==".slice(count - 1)
  }
  return text
}

export const notHex = "Input string must contain hex characters in even length"

/** Decodes the digits behind `[from, to)` of the bytes, FromHex, 23.3.3.5; gives where it ended: before `to` at a mistake. */
export function decodeHex(text: string, bytes: Uint8Array, from: number, to: number): number {
  for (let index = from; index < to; index++) {
    const byte = hexValue(text.charCodeAt(index * 2)) * 16 + hexValue(text.charCodeAt(index * 2 + 1))
    if (byte !== byte) return index
    bytes[index] = byte
  }
  return to
}

/** The value of a hexadecimal digit, NaN for any other code unit. */
function hexValue(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48
  const letter = unit | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : NaN
}

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

export function encodeHex(bytes: Uint8Array): string {
  let text = ""
  for (let index = 0; index < bytes.length; index++) text += hexDigits[bytes[index]!]
  return text
}
