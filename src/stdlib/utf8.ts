/** UTF-8 bytes of texts, piece by piece. Lone surrogates become U+FFFD, as the WHATWG standard has it. */

/** UTF-16 units taken at once. */
export const PIECE = 65_536

/** Bytes of the code points that begin in `[from, to)`. */
export function utf8Length(text: string, from: number, to: number): number {
  let length = 0
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) length++
    else if (unit < 0x800) length += 2
    else if (isPairAt(text, index)) {
      length += 4
      index++
    } else length += 3
  }
  return length
}

function isPairAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if (unit < 0xd800 || unit >= 0xdc00) return false
  const next = text.charCodeAt(index + 1)
  return next >= 0xdc00 && next < 0xe000
}

/** The end of a piece that splits no surrogate pair. */
export function pieceEnd(text: string, from: number, length = PIECE): number {
  const end = Math.min(from + length, text.length)
  return end < text.length && isPairAt(text, end - 1) ? end - 1 : end
}

/** Writes as many whole code points of `[from, to)` as fit; gives where reading and writing ended. */
export function writeUtf8(
  text: string,
  from: number,
  to: number,
  bytes: Uint8Array,
  offset: number,
): { readonly read: number; readonly written: number } {
  let index = from
  let place = offset
  for (; index < to; index++) {
    const point = text.codePointAt(index)!
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (place + size > bytes.length) break
    place = writePoint(point >= 0xd800 && point < 0xe000 ? 0xfffd : point, size, bytes, place)
    if (size === 4) index++
  }
  return { read: index, written: place }
}

function writePoint(point: number, size: number, bytes: Uint8Array, place: number): number {
  if (size === 1) {
    bytes[place] = point
    return place + 1
  }
  for (let last = place + size - 1, rest = point; last > place; last--, rest >>= 6)
    bytes[last] = 0x80 | (rest & 0x3f)
  const lead = size === 2 ? 0xc0 : size === 3 ? 0xe0 : 0xf0
  bytes[place] = lead | (point >> (6 * (size - 1)))
  return place + size
}

/** How many bytes at the end begin a code point that is not whole: 0 to 3. */
export function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return needed(byte) > back && isPossible(bytes, bytes.length - back) ? back : 0
  }
  return 0
}

function needed(lead: number): number {
  return lead >= 0xf0 ? (lead <= 0xf4 ? 4 : 1) : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1
}

/** The second byte, if it is there, can follow the lead byte. */
function isPossible(bytes: Uint8Array, start: number): boolean {
  if (start + 1 >= bytes.length) return true
  const second = bytes[start + 1]!
  switch (bytes[start]) {
    case 0xe0:
      return second >= 0xa0
    case 0xed:
      return second < 0xa0
    case 0xf0:
      return second >= 0x90
    case 0xf4:
      return second < 0x90
    default:
      return true
  }
}
