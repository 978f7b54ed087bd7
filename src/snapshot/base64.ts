/** Base64, RFC 4648 section 4, in both directions. */

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0))
const values = new Uint8Array(256).fill(255)
for (const [value, code] of codes.entries()) values[code] = value
const PAD = 61

const CHUNK = 8_192

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
  let text = ""
  for (let from = 0; from < out.length; from += CHUNK) {
    text += String.fromCharCode.apply(null, out.subarray(from, from + CHUNK) as unknown as number[])
  }
  return text
}

/** Undefined for a text that is not the one base64 of some bytes. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let at = 0
  for (let index = 0; index < text.length; index += 4) {
    const isLast = index + 4 === text.length
    const a = valueAt(text, index)
    const b = valueAt(text, index + 1)
    const c = isLast && padding === 2 ? 0 : valueAt(text, index + 2)
    const d = isLast && padding > 0 ? 0 : valueAt(text, index + 3)
    if ((a | b | c | d) > 63) return undefined
    bytes[at++] = (a << 2) | (b >> 4)
    if (at < bytes.length) bytes[at++] = ((b & 15) << 4) | (c >> 2)
    if (at < bytes.length) bytes[at++] = ((c & 3) << 6) | d
    if (isLast && ((padding === 2 && (b & 15) !== 0) || (padding === 1 && (c & 3) !== 0))) return undefined
  }
  return bytes
}

function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code < 256 ? values[code]! : 255
}
