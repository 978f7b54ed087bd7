/** IP addresses: which lead out to the public internet. Resolves no name. */
import { isIP } from "node:net"

/** The four or sixteen bytes of an address without a zone, or `undefined` of what is none. */
export function bytesOf(address: string): ReadonlyArray<number> | undefined {
  switch (isIP(address)) {
    case 4:
      return address.split(".").map(Number)
    case 6:
      return address.includes("%") ? undefined : groupsOf(address)
    default:
      return undefined
  }
}

function groupsOf(address: string): ReadonlyArray<number> {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const text = dotted === null ? address : address.slice(0, dotted.index) + hexOf(dotted.slice(1).map(Number))
  const [head = "", tail] = text.split("::")
  const groups = (part: string | undefined): ReadonlyArray<number> =>
    part === undefined || part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))
  const before = groups(head)
  const after = groups(tail)
  const zeros = new Array<number>(8 - before.length - after.length).fill(0)
  return [...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff])
}

const hexOf = ([a, b, c, d]: ReadonlyArray<number>): string =>
  `${((a! << 8) | b!).toString(16)}:${((c! << 8) | d!).toString(16)}`

type Range = readonly [prefix: ReadonlyArray<number>, bits: number]

/** IANA IPv4 special-purpose registry, with multicast and the reserved block: nothing in them is a public host. */
const special4: ReadonlyArray<Range> = [
  [[0], 8], [[10], 8], [[100, 64], 10], [[127], 8], [[169, 254], 16], [[172, 16], 12], [[192, 0, 0], 24],
  [[192, 0, 2], 24], [[192, 31, 196], 24], [[192, 52, 193], 24], [[192, 88, 99], 24], [[192, 168], 16],
  [[192, 175, 48], 24], [[198, 18], 15], [[198, 51, 100], 24], [[203, 0, 113], 24], [[224], 4], [[240], 4],
] // prettier-ignore

/** Inside 2000::/3, the only block of public unicast: the special-purpose ones, 6to4 among them. */
const special6: ReadonlyArray<Range> = [
  [[0x20, 0x01, 0x00], 23], [[0x20, 0x01, 0x0d, 0xb8], 32], [[0x20, 0x02], 16], [[0x26, 0x20, 0x00, 0x4f, 0x80], 48],
  [[0x3f, 0xff, 0x00], 20],
] // prettier-ignore

const inRange = (bytes: ReadonlyArray<number>, [prefix, bits]: Range): boolean => {
  for (let bit = 0; bit < bits; bit += 8) {
    const index = bit >> 3
    const mask = bits - bit >= 8 ? 0xff : (0xff << (8 - (bits - bit))) & 0xff
    if ((bytes[index]! & mask) !== ((prefix[index] ?? 0) & mask)) return false
  }
  return true
}

/**
 * Whether an address is a public one: global unicast, by IANA's registries of special-purpose addresses. Forms of IPv6
 * that hold an IPv4 address (mapped, compatible, translated, 6to4, Teredo) are none.
 */
export function isPublic(address: string): boolean {
  const bytes = bytesOf(address)
  if (bytes === undefined) return false
  if (bytes.length === 4) return !special4.some((range) => inRange(bytes, range))
  return (bytes[0]! & 0xe0) === 0x20 && !special6.some((range) => inRange(bytes, range))
}
