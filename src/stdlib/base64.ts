/** Bytes as base64 and hexadecimal text, ECMA-262 23.3. Pure; what is wrong with a text is told, not thrown. */

const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`

export type Alphabet = "base64" | "base64url"
export type LastChunkHandling = "loose" | "strict" | "stop-before-partial"

/** What was decoded before the end or the mistake, and how many characters that took. */
export interface Decoded {
  readonly read: number
  readonly bytes: number[]
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

class Decoder {
  readonly bytes: number[] = []
  read = 0
  private readonly chunk: number[] = []
  private readonly text: string
  private readonly handling: LastChunkHandling
  private readonly maxLength: number

  constructor(text: string, handling: LastChunkHandling, maxLength: number) {
    this.text = text
    this.handling = handling
    this.maxLength = maxLength
  }

  /** FromBase64, 23.3.3.4. */
  decode(table: Int16Array): string | null {
    if (this.maxLength === 0) return null
    let index = 0
    for (;;) {
      index = skipSpace(this.text, index)
      if (index === this.text.length) return this.end()
      const unit = this.text.charCodeAt(index++)
      if (unit === 61) return this.padding(index)
      const value = unit < 128 ? table[unit]! : -1
      if (value < 0) return "Found a character that cannot be part of a valid base64 string."
      const remaining = this.maxLength - this.bytes.length
      const { length } = this.chunk
      if ((remaining === 1 && length === 2) || (remaining === 2 && length === 3)) return null
      this.chunk.push(value)
      if (length < 3) continue
      this.flush(false)
      this.read = index
      if (this.bytes.length === this.maxLength) return null
    }
  }

  private end(): string | null {
    if (this.chunk.length > 0) {
      if (this.handling === "stop-before-partial") return null
      if (this.handling === "strict") return "Missing padding in the base64 string."
      if (this.chunk.length === 1) return "The base64 input terminates with a single character, excluding padding (=)."
      this.flush(false)
    }
    this.read = this.text.length
    return null
  }

  private padding(after: number): string | null {
    if (this.chunk.length < 2) return "The base64 string has misplaced padding."
    let index = skipSpace(this.text, after)
    if (this.chunk.length === 2) {
      if (index === this.text.length) {
        return this.handling === "stop-before-partial" ? null : "Missing padding in the base64 string."
      }
      if (this.text.charCodeAt(index) !== 61) return "The base64 string has misplaced padding."
      index = skipSpace(this.text, index + 1)
    }
    if (index < this.text.length) return "The base64 string has characters after its padding."
    if (!this.flush(this.handling === "strict")) return "The base64 string has bits set that its padding drops."
    this.read = this.text.length
    return null
  }

  /** DecodeFinalBase64Chunk and DecodeFullLengthBase64Chunk, 23.3.3.1 and 23.3.3.2; false for extra bits. */
  private flush(refusesExtraBits: boolean): boolean {
    const [a = 0, b = 0, c = 0, d = 0] = this.chunk
    const count = this.chunk.length - 1
    const bits = (a << 18) | (b << 12) | (c << 6) | d
    if (refusesExtraBits && count < 3 && (bits & (count === 1 ? 0xffff : 0xff)) !== 0) return false
    for (let index = 0; index < count; index++) this.bytes.push((bits >> (16 - index * 8)) & 255)
    this.chunk.length = 0
    return true
  }
}

export function decodeBase64(
  text: string,
  alphabet: Alphabet,
  handling: LastChunkHandling,
  maxLength = Infinity,
): Decoded {
  const decoder = new Decoder(text, handling, maxLength)
  const mistake = decoder.decode(valuesOf(alphabet))
  return { read: decoder.read, bytes: decoder.bytes, mistake }
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

/** FromHex, 23.3.3.5. */
export function decodeHex(text: string, maxLength = Infinity): Decoded {
  const bytes: number[] = []
  if (text.length % 2 !== 0) return { read: 0, bytes, mistake: "Input string must contain hex characters in even length" }
  let read = 0
  while (read < text.length && bytes.length < maxLength) {
    const pair = text.slice(read, read + 2)
    if (!/^[0-9a-f]{2}$/i.test(pair)) return { read, bytes, mistake: "Input string must contain hex characters in even length" }
    bytes.push(Number.parseInt(pair, 16))
    read += 2
  }
  return { read, bytes, mistake: null }
}

export function encodeHex(bytes: Uint8Array): string {
  let text = ""
  for (const byte of bytes) text += (byte < 16 ? "0" : "") + byte.toString(16)
  return text
}
