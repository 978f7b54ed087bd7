/**
 * Which characters are equal when case is ignored, derived from the host's string functions and properties.
 * ECMA-262 22.2.2.7.3 Canonicalize: simple case folding with `u` or `v`, single-unit upper case without.
 */
import {
  allCharacters,
  areDisjoint,
  type CharSet,
  contains,
  fromPairs,
  noCharacters,
  single,
  size,
  union,
  unionAll,
} from "./charSet.ts"
import { compileHost } from "./hostEngine.ts"
import { propertySet } from "./unicodeProperties.ts"

/** `unit`: by upper case, patterns without `u` and `v`. `folding`: by simple case folding, patterns with them. */
export type CaseMode = "unit" | "folding"

interface CaseTable {
  /** Each character that is equal to others, with all of those and itself. */
  readonly equals: ReadonlyMap<number, CharSet>
  /** All characters of `equals`. */
  readonly cased: CharSet
}

const tables = new Map<CaseMode, CaseTable>()

const tableOf = (mode: CaseMode): CaseTable => {
  const known = tables.get(mode)
  if (known !== undefined) return known
  const table = buildTable(mode)
  tables.set(mode, table)
  return table
}

const buildTable = (mode: CaseMode): CaseTable => {
  const classes = new Map<number, number[]>()
  for (const character of casedCandidates()) {
    if (mode === "unit" && character > 0xffff) continue
    const representative = mode === "unit" ? upperUnit(character) : foldByTables(character)
    for (const member of [character, representative]) addTo(classes, representative, member)
  }
  const equals = new Map<number, CharSet>()
  for (const members of classes.values()) {
    if (members.length < 2) continue
    const set = unionAll(members.map(single))
    for (const member of members) equals.set(member, set)
  }
  return { equals, cased: fromPairs([...equals.keys()].map((c) => [c, c + 1] as const)) }
}

const addTo = (classes: Map<number, number[]>, key: number, member: number): void => {
  const members = classes.get(key)
  if (members === undefined) classes.set(key, [member])
  else if (!members.includes(member)) members.push(member)
}

const casedCandidates = (): number[] => {
  const changing = union(
    propertySet("Changes_When_Casemapped") ?? [],
    propertySet("Changes_When_Casefolded") ?? [],
  )
  const list: number[] = []
  for (let i = 0; i < changing.length; i += 2)
    for (let c = changing[i]!; c < changing[i + 1]!; c++) list.push(c)
  return list
}

/** Canonicalize without `u` or `v`: the upper case of one code unit, where that is one code unit. */
const upperUnit = (unit: number): number => {
  const upper = String.fromCharCode(unit).toUpperCase()
  if (upper.length !== 1) return unit
  const mapped = upper.charCodeAt(0)
  return unit >= 128 && mapped < 128 ? unit : mapped
}

/** Simple case foldings that Unicode 15.1 added between letters whose upper case is longer than one character. */
const laterFoldings: ReadonlyArray<readonly [number, number]> = [
  [0x1fd3, 0x390],
  [0x1fe3, 0x3b0],
  [0xfb05, 0xfb06],
]

/** Dotted capital I and dotless small i fold to themselves. */
const unfolded = [0x130, 0x131]

const foldByTables = (codePoint: number): number => {
  if (unfolded.includes(codePoint)) return codePoint
  for (const [from, to] of laterFoldings) {
    if (codePoint === from && hostFoldsTogether(from, to)) return to
  }
  return onlyCodePoint(onlyCodePoint(codePoint, "toUpperCase"), "toLowerCase")
}

const hostFoldsTogether = (a: number, b: number): boolean =>
  compileHost(`\\u{${a.toString(16)}}`, "iu")?.test(String.fromCodePoint(b)) ?? false

const onlyCodePoint = (codePoint: number, method: "toUpperCase" | "toLowerCase"): number => {
  const mapped = String.fromCodePoint(codePoint)[method]()
  const first = mapped.codePointAt(0)!
  return mapped.length === (first > 0xffff ? 2 : 1) ? first : codePoint
}

/** Smaller sets are looked up character by character. */
const MAX_LOOKED_UP = 64

/** All characters equal to one of the set when case is ignored, the set's own included. */
export const closeOverCase = (set: CharSet, mode: CaseMode): CharSet => {
  if (mode === "unit" && isAscii(set)) return union(set, asciiCounterparts(set))
  if (set.length === 2 && set[0] === 0 && set[1] === allCharacters[1]) return set
  const table = tableOf(mode)
  if (areDisjoint(set, table.cased)) return set
  const added: CharSet[] = [set]
  if (size(set) <= MAX_LOOKED_UP) {
    for (let i = 0; i < set.length; i += 2) {
      for (let at = set[i]!; at < set[i + 1]!; at++) added.push(table.equals.get(at) ?? noCharacters)
    }
    return unionAll(added)
  }
  for (const [member, equals] of table.equals) if (contains(set, member)) added.push(equals)
  return unionAll(added)
}

const isAscii = (set: CharSet): boolean => set.length === 0 || set[set.length - 1]! <= 0x80

const asciiCounterparts = (set: CharSet): CharSet => {
  const pairs: Array<readonly [number, number]> = []
  for (let letter = 0x41; letter <= 0x5a; letter++) {
    if (contains(set, letter)) pairs.push([letter + 32, letter + 33])
    if (contains(set, letter + 32)) pairs.push([letter, letter + 1])
  }
  return fromPairs(pairs)
}

/** Whether two characters are equal when case is ignored. */
export const equalIgnoringCase = (a: number, b: number, mode: CaseMode): boolean => {
  if (a === b) return true
  if (mode === "unit" && a < 128 && b < 128)
    return (a | 32) === (b | 32) && (a | 32) >= 0x61 && (a | 32) <= 0x7a
  const equals = tableOf(mode).equals.get(a)
  return equals !== undefined && contains(equals, b)
}

/** The text with every character replaced by the first of those equal to it: equal texts become the same. */
export const foldText = (text: string): string => {
  const { equals } = tableOf("folding")
  return Array.from(text, (character) => {
    const same = equals.get(character.codePointAt(0)!)
    return same === undefined ? character : String.fromCodePoint(same[0]!)
  }).join("")
}
