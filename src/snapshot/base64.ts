/** Base64, RFC 4648 section 4, in both directions. */
import { asciiText, writeAscii } from "../objects/host.ts"

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0))
const values = new Uint8Array(256).fill(255)
for (const [value, code] of codes.entries()) values[code] = value
const PAD = 61

export function toBase64(bytes: Uint8Array): string {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  let at = 0
  for (let index = 0; index < bytes.length; index += 3) {
    const group = (bytes[index]! << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    out[at] = codes[group >> 18]!
    out[at + 1] = codes[(group >> 12) & 63]!
    out[at + 2] = index + 1 < bytes.length ? codes[(group >> 6) & 63]! : PAD
    out[at + 3] = index + 2 < bytes.length ? codes[group & 63]! : PAD
    at += 4
  }
  return asciiText(out)!
}

/** Undefined for a text that is not the one base64 of some bytes. */
export function fromBase64(text: string): Uint8Array | undefined {
  const units = new Uint8Array(text.length)
  if (text.length % 4 !== 0 || !writeAscii(text, units)) return undefined
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0
  for (let index = 0; index < units.length - padding; index++) units[index] = values[units[index]!]!
  units.fill(0, units.length - padding)
  const bytes = new Uint8Array((text.length / 4) * 3)
  let seen = 0
  for (let index = 0, at = 0; index < units.length; index += 4) {
    const a = units[index]!
    const b = units[index + 1]!
    const c = units[index + 2]!
    const d = units[index + 3]!
    seen |= a | b | c | d
    bytes[at++] = (a << 2) | (b >> 4)
    bytes[at++] = ((b & 15) << 4) | (c >> 2)
    bytes[at++] = ((c & 3) << 6) | d
  }
  const end = bytes.length - padding
  // bits that no byte has are none
  return seen > 63 || bytes.subarray(end).some((byte) => byte !== 0) ? undefined : bytes.subarray(0, end)
}
