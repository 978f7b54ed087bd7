/** Base64, RFC 4648 section 4, in both directions, piece by piece: a state may be large. */
import { asciiText, writeAscii } from "../objects/host.ts"

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0))
const values = new Uint8Array(256).fill(255)
for (const [value, code] of codes.entries()) values[code] = value
const PAD = 61

/** Digits of one piece: whole groups. */
const PIECE = 1 << 16

export function toBase64(bytes: Uint8Array): string {
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

/** The bytes, behind `room` bytes for something else; undefined for a text that is not the one base64 of some bytes. */
export function fromBase64(text: string, room = 0): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0
  const bytes = new Uint8Array(room + (text.length / 4) * 3)
  const piece = new Uint8Array(Math.min(PIECE, text.length))
  for (let from = 0, at = room; from < text.length; from += PIECE, at += (PIECE / 4) * 3) {
    const part = text.slice(from, from + PIECE)
    const units = piece.subarray(0, part.length)
    if (!writeAscii(part, units)) return undefined
    if (from + PIECE >= text.length) units.fill(ZERO, part.length - padding)
    if (!decodeGroups(units, bytes, at)) return undefined
  }
  const end = bytes.length - padding
  // bits that belong to no byte are none
  return bytes.subarray(end).some((byte) => byte !== 0) ? undefined : bytes.subarray(0, end)
}

/** The digit whose value is none. */
const ZERO = codes[0]!

function decodeGroups(units: Uint8Array, bytes: Uint8Array, start: number): boolean {
  let at = start
  let seen = 0
  for (let index = 0; index < units.length; index += 4) {
    const a = values[units[index]!]!
    const b = values[units[index + 1]!]!
    const c = values[units[index + 2]!]!
    const d = values[units[index + 3]!]!
    seen |= a | b | c | d
    bytes[at++] = (a << 2) | (b >> 4)
    bytes[at++] = ((b & 15) << 4) | (c >> 2)
    bytes[at++] = ((c & 3) << 6) | d
  }
  return seen <= 63
}
