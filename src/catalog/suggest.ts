/**
 * The nearest real tools for a path that names none, and the sentence that a program gets for such a call.
 * Never calls and never counts a call.
 */
import { toolExpression } from "../Namespace.ts"
import { searchSignature } from "./request.ts"
import { stringLiteral } from "./text.ts"
import { root, wordsOf } from "./words.ts"

/** What is told of a call to an unknown tool. */
export interface UnknownTool {
  readonly message: string
  /** Callable expressions, the nearest first. */
  readonly suggestions: ReadonlyArray<string>
}

/** The nearest real tools for written paths. */
export interface Suggester {
  /** Canonical paths of at most `count` real tools whose names are near the written path, the nearest first. */
  readonly suggestPaths: (written: string, count: number) => ReadonlyArray<string>
  /** The sentence and the suggestions for a call of the canonical path `written`. */
  readonly describeUnknownTool: (written: string) => UnknownTool
}

/** How much of a written path is compared, in UTF-16 units; how far it is shown; how many answers are remembered. */
const maxCompared = 120
const maxShown = 80
const maxRemembered = 64

/** Names are near if their distance is at most this share of the longer one. */
const nearShare = 0.34

/** Ways to search that models try. */
const searchPaths = new Set(["search", "$codemode.search", "codemode.search", "search_tools", "searchTools"])

/** So many names with the most pairs of letters in common are compared closely. */
const maxCandidates = 256

/** A path as it is compared: without case, separators and plural. */
interface Name {
  readonly path: string
  readonly whole: string
  readonly last: string
  readonly words: ReadonlySet<string>
}

interface Names {
  readonly names: ReadonlyArray<Name>
  /** The numbers of the names that have a pair of neighbouring letters. */
  readonly byPair: ReadonlyMap<string, ReadonlyArray<number>>
}

/** A suggester over all canonical paths of a runtime. What it compares is prepared when it is first needed. */
export function makeSuggester(paths: ReadonlyArray<string>): Suggester {
  let names: Names | undefined
  const remembered = new Map<string, ReadonlyArray<string>>()
  const suggestPaths = (written: string, count: number): ReadonlyArray<string> => {
    const compared = written.replace(/^tools\./, "").slice(0, maxCompared)
    const key = `${count} ${compared}`
    const known = remembered.get(key)
    if (known !== undefined) return known
    const found = nearest((names ??= namesOf(paths)), nameOf(compared), count)
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(key, found)
    return found
  }
  return { suggestPaths, describeUnknownTool: (written) => describe(written, suggestPaths(written, 3)) }
}

function describe(written: string, paths: ReadonlyArray<string>): UnknownTool {
  if (searchPaths.has(written)) {
    return {
      message: `There is no tool ${toolExpression(written)}; search is a global: search({ query: "..." })`,
      suggestions: [searchSignature],
    }
  }
  const suggestions = paths.map(toolExpression)
  const shown =
    written.length <= maxShown ? toolExpression(written) : `${toolExpression(written.slice(0, maxShown))}...`
  const advice =
    suggestions.length > 0
      ? `Did you mean ${orList(suggestions)}?`
      : `Find tools with search({ query: ${stringLiteral(lastWords(written))} }).`
  return { message: `There is no tool ${shown}. ${advice}`, suggestions }
}

const orList = (items: ReadonlyArray<string>): string =>
  items.length === 1 ? items[0]! : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`

const lastWords = (written: string): string =>
  wordsOf(written.slice(0, maxCompared).split(".").at(-1)!).slice(0, 6).join(" ") || "..."

function namesOf(paths: ReadonlyArray<string>): Names {
  const names = paths.map(nameOf)
  const byPair = new Map<string, Array<number>>()
  for (const [number, { whole }] of names.entries()) {
    for (const pair of pairsOf(whole)) {
      const numbers = byPair.get(pair)
      if (numbers === undefined) byPair.set(pair, [number])
      else numbers.push(number)
    }
  }
  return { names, byPair }
}

function nameOf(path: string): Name {
  const segments = path.split(".").map((segment) => wordsOf(segment).map(root))
  const whole = segments.map((words) => words.join("")).join("") || path
  const last = segments.at(-1)!.join("") || path.slice(path.lastIndexOf(".") + 1)
  return { path, whole, last, words: new Set(segments.flat()) }
}

function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (let at = 0; at < text.length; at++) pairs.add(text.slice(at, at + 2))
  return pairs
}

/** The nearest names, less those that are clearly farther than the first. */
function nearest(names: Names, written: Name, count: number): ReadonlyArray<string> {
  const found: Array<Near> = []
  for (const name of candidatesFor(names, written)) {
    const near = { path: name.path, distance: distanceOf(name, written) }
    if (near.distance < far) insert(found, near, count)
  }
  const first = found[0]?.distance ?? 0
  const most = first <= 0 ? first : first + clearlyFarther
  return found.filter(({ distance }) => distance <= most).map(({ path }) => path)
}

function candidatesFor({ names, byPair }: Names, written: Name): ReadonlyArray<Name> {
  if (names.length <= maxCandidates) return names
  const common = new Uint8Array(names.length)
  for (const pair of pairsOf(written.whole)) for (const number of byPair.get(pair) ?? []) common[number]! += 1
  const histogram = new Uint32Array(256)
  for (const pairs of common) histogram[pairs]! += 1
  let least = 255
  for (let room = maxCandidates; least > 1 && histogram[least]! <= room; least--) room -= histogram[least]!
  const candidates: Array<Name> = []
  for (let number = 0; number < names.length && candidates.length < maxCandidates * 2; number++) {
    if (common[number]! >= least) candidates.push(names[number]!)
  }
  return candidates
}

interface Near {
  readonly path: string
  readonly distance: number
}

/** Keeps the nearest `count` in order. */
function insert(found: Array<Near>, near: Near, count: number): void {
  if (found.length >= count && (count === 0 || compare(found.at(-1)!, near) <= 0)) return
  const at = found.findIndex((other) => compare(near, other) < 0)
  found.splice(at < 0 ? found.length : at, 0, near)
  found.length = Math.min(found.length, count)
}

const compare = (a: Near, b: Near): number =>
  a.distance - b.distance || a.path.length - b.path.length || (a.path < b.path ? -1 : 1)

const far = 1
const clearlyFarther = 0.2

/**
 * From 0, for names that differ in case and separators only, up to {@link far}: the whole path misspelled, the last
 * segment right or misspelled in another namespace, half of the words in common.
 */
function distanceOf(name: Name, written: Name): number {
  const whole = shareOf(name.whole, written.whole)
  const last = shareOf(name.last, written.last)
  const shared = sharedWords(name.words, written.words)
  const words = shared >= 0.5 ? 1.1 - shared : far
  const nearest = Math.min(whole, last === far ? far : 0.2 + last, words)
  return nearest < far ? nearest - shared * 0.02 : far
}

/** Words in common, as a share of the words of the longer name. */
function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of b) if (a.has(word)) shared++
  return shared / Math.max(a.size, b.size, 1)
}

/** The edit distance of two names as a share of the longer one, or {@link far}. */
function shareOf(a: string, b: string): number {
  if (a === b) return 0
  const longest = Math.max(a.length, b.length)
  const most = Math.floor(longest * nearShare)
  if (Math.abs(a.length - b.length) > most) return far
  const distance = editDistance(a, b, most)
  return distance > most ? far : distance / longest
}

const rows = [new Uint16Array(maxCompared + 2), new Uint16Array(maxCompared + 2)] as const

/** Insertions, deletions and replacements between two names; `Infinity` above `most`. Only the diagonal band that matters is filled. */
function editDistance(a: string, b: string, most: number): number {
  if (a.length > maxCompared || b.length > maxCompared) return Infinity
  let [previous, current]: readonly [Uint16Array, Uint16Array] = rows
  for (let j = 0; j <= b.length; j++) previous[j] = j
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most)
    const to = Math.min(b.length, i + most)
    current[from - 1] = from === 1 ? i : most + 1
    let least = most + 1
    for (let j = from; j <= to; j++) {
      const replaced = previous[j - 1]! + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1)
      const removed = j === i + most ? most + 1 : previous[j]! + 1
      const value = Math.min(replaced, removed, current[j - 1]! + 1)
      current[j] = value
      if (value < least) least = value
    }
    if (least > most) return Infinity
    ;[previous, current] = [current, previous]
  }
  return previous[b.length]!
}
