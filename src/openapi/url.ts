/** Reading URLs, percent-encoding, and which hosts are private. Never sends. */

/** `new URL` without the throw. */
export function parseUrl(url: string, base?: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined
}

const encoder = new TextEncoder()
const unreserved = /^[A-Za-z0-9\-._~]*$/
/** RFC 3986's reserved characters less those that would end or split a query (`#`, `&`, `+`) and `[`, `]`, which a query may not hold. */
const reservedKept = /[A-Za-z0-9\-._~:/?@!$'()*,;=]/

const percentByte = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`

/** Percent-encodes all but RFC 3986's unreserved characters, as RFC 6570, 3.2.1 does; lone surrogates become U+FFFD. */
export function encodeComponent(text: string): string {
  if (unreserved.test(text)) return text
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (c) => percentByte(c.charCodeAt(0)))
}

/** RFC 6570's reserved expansion (3.2.3), as OpenAPI bounds it: percent-encoded triplets pass as they are. */
export function encodeReserved(text: string, kept: RegExp = reservedKept): string {
  let encoded = ""
  for (let i = 0; i < text.length;) {
    if (/^%[0-9A-Fa-f]{2}/.test(text.slice(i, i + 3))) {
      encoded += text.slice(i, i + 3)
      i += 3
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(i)!)
    encoded += kept.test(character) ? character : [...encoder.encode(character)].map(percentByte).join("")
    i += character.length
  }
  return encoded
}

/** The characters that reserved expansion keeps in a path segment. */
export const reservedInPath = /[A-Za-z0-9\-._~:@!$&'()*+,;=]/

/** Whether a URL parser would drop or climb over this path segment: `.`, `..`, and their encoded spellings. */
export const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment)

/** Whether a URL's host is loopback, private, link-local, or a name that only a local network resolves. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "")
  if (host.startsWith("[")) return isPrivateIpv6(host.slice(1, -1))
  const ipv4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)
  if (ipv4 !== null) return isPrivateIpv4(ipv4.slice(1).map(Number))
  if (!host.includes(".")) return true
  return /\.(?:localhost|local|localdomain|internal|intranet|lan|home|home\.arpa|corp|private)$/.test(host)
}

/** IANA's special-purpose IPv4 blocks that are not globally reachable (RFC 6890). */
function isPrivateIpv4(octets: ReadonlyArray<number>): boolean {
  const [a = 0, b = 0, c = 0] = octets
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 0 && c === 0) ||
    (a === 192 && b === 168) ||
    (a === 198 && (b === 18 || b === 19)) ||
    a >= 224
  )
}

function isPrivateIpv6(address: string): boolean {
  const groups = ipv6Groups(address)
  if (groups === undefined) return true
  const [a = 0, b = 0] = groups
  const embedded = [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255]
  const isMapped =
    groups.slice(0, 5).every((group) => group === 0) && (groups[5] === 0xffff || groups[5] === 0)
  if (isMapped) return isPrivateIpv4(embedded)
  if (a === 0x64 && b === 0xff9b) return isPrivateIpv4(embedded)
  if (a === 0x2002) return isPrivateIpv4([b >> 8, b & 255, groups[2]! >> 8, groups[2]! & 255])
  return (
    (a & 0xfe00) === 0xfc00 || (a & 0xffc0) === 0xfe80 || (a & 0xffc0) === 0xfec0 || (a & 0xff00) === 0xff00
  )
}

/** The eight groups of an address as `URL` spells it (hexadecimal, at most one `::`). */
function ipv6Groups(address: string): ReadonlyArray<number> | undefined {
  const [head = "", tail] = address.split("::")
  const read = (part: string | undefined): Array<number> =>
    part === undefined || part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))
  const before = read(head)
  const after = read(tail)
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after]
  return groups.length === 8 && groups.every(Number.isInteger) ? groups : undefined
}
