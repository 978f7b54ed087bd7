/**
 * Sets of characters as sorted ranges: the set algebra that patterns need.
 * Knows nothing of patterns, flags or Unicode data.
 */

/** Sorted, disjoint, non-adjacent half-open ranges, flattened: `[from, to, from, to, ...]`, code points or code units. */
export type CharSet = readonly number[]

export const CODE_POINT_END = 0x110000
export const noCharacters: CharSet = []
export const allCharacters: CharSet = [0, CODE_POINT_END]

/** `[from, to)` pairs in any order, overlapping or not, as a set. */
export const fromPairs = (pairs: ReadonlyArray<readonly [number, number]>): CharSet => {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0])
  const out: number[] = []
  for (const [from, to] of sorted) append(out, from, to)
  return out
}

/** Adds `[from, to)` to the end of ranges that all begin at or before `from`. */
const append = (out: number[], from: number, to: number): void => {
  if (from >= to) return
  const last = out.length - 1
  if (last > 0 && from <= out[last]!) {
    if (to > out[last]!) out[last] = to
  } else out.push(from, to)
}

export const single = (character: number): CharSet => [character, character + 1]

/** Inclusive bounds, as patterns write ranges. */
export const range = (first: number, last: number): CharSet => [first, last + 1]

export const union = (a: CharSet, b: CharSet): CharSet => {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const out: number[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (j >= b.length || (i < a.length && a[i]! <= b[j]!)) {
      append(out, a[i]!, a[i + 1]!)
      i += 2
    } else {
      append(out, b[j]!, b[j + 1]!)
      j += 2
    }
  }
  return out
}

export const unionAll = (sets: readonly CharSet[]): CharSet => {
  const pairs: Array<readonly [number, number]> = []
  for (const set of sets) for (let i = 0; i < set.length; i += 2) pairs.push([set[i]!, set[i + 1]!])
  return fromPairs(pairs)
}

export const complement = (set: CharSet): CharSet => {
  const out: number[] = []
  let from = 0
  for (let i = 0; i < set.length; i += 2) {
    append(out, from, set[i]!)
    from = set[i + 1]!
  }
  append(out, from, CODE_POINT_END)
  return out
}

export const intersect = (a: CharSet, b: CharSet): CharSet => {
  const out: number[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    append(out, Math.max(a[i]!, b[j]!), Math.min(a[i + 1]!, b[j + 1]!))
    if (a[i + 1]! < b[j + 1]!) i += 2
    else j += 2
  }
  return out
}

export const subtract = (a: CharSet, b: CharSet): CharSet => intersect(a, complement(b))

export const areDisjoint = (a: CharSet, b: CharSet): boolean => {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i + 1]! <= b[j]!) i += 2
    else if (b[j + 1]! <= a[i]!) j += 2
    else return false
  }
  return true
}

export const contains = (set: CharSet, character: number): boolean => {
  let low = 0
  let high = set.length >> 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (set[2 * middle + 1]! <= character) low = middle + 1
    else high = middle
  }
  return 2 * low < set.length && set[2 * low]! <= character
}

/** The character of a set of one, else undefined. */
export const onlyCharacter = (set: CharSet): number | undefined =>
  set.length === 2 && set[1]! - set[0]! === 1 ? set[0]! : undefined

/** How many characters the set has. */
export const size = (set: CharSet): number => {
  let total = 0
  for (let i = 0; i < set.length; i += 2) total += set[i + 1]! - set[i]!
  return total
}

const SURROGATES: CharSet = [0xd800, 0xe000]

/** Whether a match of the set may need more than one code unit, or must look whether a surrogate is one half of a pair. */
export const needsCodePoints = (set: CharSet): boolean =>
  set.length > 0 && (set[set.length - 1]! > 0x10000 || !areDisjoint(set, SURROGATES))

/** The code units that a code point of the set can begin with. */
export const leadingUnits = (set: CharSet): CharSet => {
  if (set.length === 0 || set[set.length - 1]! <= 0x10000) return set
  const pairs: Array<readonly [number, number]> = []
  for (let i = 0; i < set.length; i += 2) {
    const from = set[i]!
    const to = set[i + 1]!
    if (from < 0x10000) pairs.push([from, Math.min(to, 0x10000)])
    if (to > 0x10000) pairs.push([leadOf(Math.max(from, 0x10000)), leadOf(to - 1) + 1])
  }
  return fromPairs(pairs)
}

const leadOf = (codePoint: number): number => 0xd800 + ((codePoint - 0x10000) >> 10)
