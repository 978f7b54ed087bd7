/**
 * The words of a catalog and where each tool has them, gathered once.
 * Never ranks.
 */
import type { NamespaceInfo } from "../Namespace.ts"
import type { Entry } from "./entry.ts"
import { NameGatherer, type Names } from "./names.ts"
import { Postings } from "./postings.ts"
import { Vocabulary } from "./vocabulary.ts"
import { fold } from "./words.ts"
import { WordTable } from "./wordTable.ts"

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
  readonly words: Vocabulary
  /** Tools by a whole name without case, separators or plural: a tool's number times four and which bonus it earns. */
  readonly names: Names
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
  const words = new WordTable()
  const postings = new Postings(entries.length, 32)
  const names = new NameGatherer(words, entries.length)
  const shares = new Float32Array(entries.length)
  const around = new NamespaceRoots(words, namespaces)
  for (let number = 0; number < entries.length; number++) {
    const entry = entries[number]!
    // The strongest level comes first: a word counts where it is met first.
    const segments = entry.path
      .split(".")
      .map((segment) => words.wordsOf(segment).map((word) => words.rootOf(word)))
    for (const roots of segments) if (roots.length === 1) add(postings, roots, Level.segment)
    for (const roots of segments) add(postings, roots, Level.path)
    const described = words.wordsOf(entry.description)
    shares[number] = Math.sqrt(Math.min(1, plainLength / Math.max(1, described.length)))
    add(postings, words.rootsOf(described), Level.description)
    for (const text of entry.parameterTexts()) add(postings, words.rootsIn(text), Level.parameter)
    add(postings, around.of(entry.path), Level.parameter)
    postings.endTool()
    names.addTool(segments)
  }
  const byOrder = shortestFirst(entries)
  const order = new Uint32Array(entries.length)
  for (let place = 0; place < byOrder.length; place++) order[byOrder[place]!] = place
  return {
    searchable,
    words: new Vocabulary(words, postings.lists()),
    names: names.names(),
    foldedPaths: entries.map(({ path }) => fold(path)),
    shares,
    order,
    byOrder,
  }
}

/** Notes that the tool has these roots, unless it has them at another level already. */
function add(postings: Postings, roots: ReadonlyArray<number>, level: number): void {
  for (const root of roots) if (!postings.has(root)) postings.add(root, level)
}

/** The numbers of the tools by the lengths of their paths, equals in their order. */
function shortestFirst(entries: ReadonlyArray<Entry>): Uint32Array {
  const keys = Float64Array.from(entries, ({ path }, number) => path.length * entries.length + number)
  return Uint32Array.from(keys.sort(), (key) => key % entries.length)
}

/** The roots of the words that describe the namespaces around a path. */
class NamespaceRoots {
  readonly #words: WordTable
  readonly #namespaces: ReadonlyMap<string, NamespaceInfo>
  readonly #known = new Map<string, ReadonlyArray<number>>()

  constructor(words: WordTable, namespaces: ReadonlyMap<string, NamespaceInfo>) {
    this.#words = words
    this.#namespaces = namespaces
  }

  of(path: string): ReadonlyArray<number> {
    const dot = path.lastIndexOf(".")
    if (dot < 0) return []
    const namespace = path.slice(0, dot)
    let found = this.#known.get(namespace)
    if (found === undefined) {
      const own = this.#words.rootsIn(this.#namespaces.get(namespace)?.description ?? "")
      this.#known.set(namespace, (found = [...new Set([...own, ...this.of(namespace)])]))
    }
    return found
  }
}
