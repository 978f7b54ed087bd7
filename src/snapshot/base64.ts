/** Base64, RFC 4648 section 4, in both directions: by the host where it has it for bytes, else by ourselves. */
import { asciiText, hostBase64, writeAscii } from "../objects/host.ts"

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0))
const values = new Uint8Array(256)
for (const [value, code] of codes.entries()) values[code] = value
const PAD = 61

/** Digits of one piece, whole groups: a state may be large. */
const PIECE = 1 << 16

export interface Base64 {
  encode(bytes: Uint8Array): string
  /** Writes the bytes of a text, which is base64, behind `at`. */
  write(text: string, bytes: Uint8Array, at: number): void
}

/** Needs nothing of the host but ASCII. */
export const ownBase64: Base64 = { encode, write }

const { encode: toBase64, write: writeBase64 } = hostBase64 ?? ownBase64
export { toBase64 }

/** The bytes, behind `room` bytes for something else; undefined for a text that is not the one base64 of some bytes. */
export function fromBase64(text: string, room = 0): Uint8Array | undefined {
  const { length } = text
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0
  const other = text.search(/[^A-Za-z0-9+/]/)
  if (length % 4 !== 0 || (other < 0 ? length : other) !== length - padding) return undefined
  const bytes = new Uint8Array(room + (length / 4) * 3 - padding)
  writeBase64(text, bytes, room)
  // in the last group, bits that belong to no byte are none
  const last = bytes.subarray(room + Math.max(0, length / 4 - 1) * 3)
  return toBase64(last) === text.slice(-4) ? bytes : undefined
}

function encode(bytes: Uint8Array): string {
  const piece = new Uint8Array(Math.min(PIECE, Math.ceil(bytes.length / 3) * 4))
  let text = ""
  let at = 0
  for (let index = 0; index < bytes.length; index += 3) {
    const group = (bytes[index]! << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    piece[at] = codes[group >> 18]!
    piece[at + 1] = codes[(group >> 12) & 63]!
    piece[at + 2] = index + 1 < bytes.length ? codes[(group >> 6) & 63]! : PAD
    piece[at + 3] = index + 2 < bytes.length ? codes[group & 63]! : PAD
    at += 4
    if (at < piece.length) continue
    text += asciiText(piece)!
    at = 0
  }
  return text + asciiText(piece.subarray(0, at))!
}

function write(text: string, bytes: Uint8Array, at: number): void {
  const piece = new Uint8Array(Math.min(PIECE, text.length))
  for (let from = 0; from < text.length; from += PIECE) {
    const units = piece.subarray(0, Math.min(PIECE, text.length - from))
    writeAscii(text.slice(from, from + PIECE), units)
    writeGroups(units, bytes, at + (from / 4) * 3)
  }
}

/** What stands behind the end of `bytes` is padding. */
function writeGroups(units: Uint8Array, bytes: Uint8Array, start: number): void {
  let at = start
  for (let index = 0; index < units.length; index += 4) {
    const b = values[units[index + 1]!]!
    const c = values[units[index + 2]!]!
    bytes[at++] = (values[units[index]!]! << 2) | (b >> 4)
    bytes[at++] = ((b & 15) << 4) | (c >> 2)
    bytes[at++] = ((c & 3) << 6) | values[units[index + 3]!]!
  }
}
