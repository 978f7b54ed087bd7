/**
 * The words of a catalog and where each tool has them, gathered once.
 * Never ranks.
 */
import type { NamespaceInfo } from "../Namespace.ts"
import type { Entry } from "./entry.ts"
import { fold, root, wordsOf } from "./words.ts"

/** What search works on. Entries are in alphabetical order. */
export interface Searchable {
  readonly entries: ReadonlyArray<Entry>
  readonly namespaces: ReadonlyMap<string, NamespaceInfo>
  /** The estimated tokens of a signature in an answer of several. */
  readonly signatureBudget: number
}

/** Where a word was found, from the weakest to the strongest; a name that is the word alone beats a word in a name. */
export const Level = { parameter: 0, description: 1, path: 2, segment: 3 } as const
/** Descriptions longer than this many words count less for each word. */
const plainLength = 24

export interface Index {
  readonly searchable: Searchable
  /** Tools by word root: a tool's number times four and the level it was found at. */
  readonly words: ReadonlyMap<string, ReadonlyArray<number>>
  /** Every root in order, for words that are only begun. */
  readonly vocabulary: ReadonlyArray<string>
  /** Tools by a whole name without case, separators or plural: a tool's number times four and which bonus it earns. */
  readonly names: ReadonlyMap<string, ReadonlyArray<number>>
  readonly foldedPaths: ReadonlyArray<string>
  /** What a word in the description of a tool counts, by its length. */
  readonly shares: Float32Array
  /** The place of each tool among equals: the shorter path, then the alphabet. */
  readonly order: Uint32Array
  /** The tool at each place. */
  readonly byOrder: Uint32Array
}

export function buildIndex(searchable: Searchable): Index {
  const { entries, namespaces } = searchable
  const words = new Map<string, Array<number>>()
  const names = new Map<string, Array<number>>()
  const shares = new Float32Array(entries.length)
  const inherited = new Map<string, ReadonlySet<string>>()
  // Many tools have parameters that are called and described alike.
  const rootsOf = remembering((text: string) => wordsOf(text).map(root))
  for (const [number, entry] of entries.entries()) {
    const levels = new Map<string, number>()
    const add = (key: string, level: number): void => {
      if (level > (levels.get(key) ?? -1)) levels.set(key, level)
    }
    addPath(entry.path, number, names, add)
    const described = rootsOf(entry.description)
    shares[number] = Math.sqrt(Math.min(1, plainLength / Math.max(1, described.length)))
    for (const key of described) add(key, Level.description)
    for (const text of entry.parameterTexts()) for (const key of rootsOf(text)) add(key, Level.parameter)
    for (const key of namespaceRoots(entry.path, namespaces, inherited)) add(key, Level.parameter)
    for (const [key, level] of levels) append(words, key, number * 4 + level)
  }
  const byOrder = Uint32Array.from(entries.keys()).toSorted(
    (a, b) => entries[a]!.path.length - entries[b]!.path.length || a - b,
  )
  const order = new Uint32Array(entries.length)
  for (const [place, number] of byOrder.entries()) order[number] = place
  const foldedPaths = entries.map(({ path }) => fold(path))
  return {
    searchable,
    words,
    vocabulary: [...words.keys()].toSorted(),
    names,
    foldedPaths,
    shares,
    order,
    byOrder,
  }
}

function addPath(
  path: string,
  number: number,
  names: Map<string, Array<number>>,
  add: (key: string, level: number) => void,
): void {
  const segments = path.split(".")
  for (const [at, segment] of segments.entries()) {
    const words = wordsOf(segment)
    for (const word of words) add(root(word), words.length === 1 ? Level.segment : Level.path)
    append(names, keyOf(words), number * 4 + (at === segments.length - 1 ? 1 : 0))
  }
  if (segments.length > 1) append(names, nameKey(path), number * 4 + 2)
}

function append(map: Map<string, Array<number>>, key: string, value: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

export const keyOf = (words: ReadonlyArray<string>): string => words.map(root).join("")
export const nameKey = (name: string): string => keyOf(wordsOf(name))

function remembering<A>(f: (text: string) => A): (text: string) => A {
  const known = new Map<string, A>()
  return (text) => {
    let value = known.get(text)
    if (value === undefined) known.set(text, (value = f(text)))
    return value
  }
}

/** The roots of the words that describe the namespaces around a path. */
function namespaceRoots(
  path: string,
  namespaces: ReadonlyMap<string, NamespaceInfo>,
  known: Map<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const dot = path.lastIndexOf(".")
  if (dot < 0) return new Set()
  const namespace = path.slice(0, dot)
  let roots = known.get(namespace)
  if (roots === undefined) {
    const own = wordsOf(namespaces.get(namespace)?.description ?? "").map(root)
    roots = new Set([...own, ...namespaceRoots(namespace, namespaces, known)])
    known.set(namespace, roots)
  }
  return roots
}
