/**
 * The words of a catalog and where each tool has them, gathered once.
 * Never ranks.
 */
import type { NamespaceInfo } from "../Namespace.ts"
import type { Entry } from "./entry.ts"
import { Names } from "./names.ts"
import { Postings } from "./postings.ts"
import { emptyHash } from "./textTable.ts"
import { Vocabulary } from "./vocabulary.ts"
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

/** Words that no other tool has, about. */
const wordsOfTool = 2

export interface Index {
  readonly searchable: Searchable
  readonly words: Vocabulary
  /** Tools by word root: a tool's number times four and the level it was found at. */
  readonly postings: Postings
  /** Tools by a whole name without case, separators or plural: a tool's number times four and which bonus it earns. */
  readonly names: Names
  /** What a word in the description of a tool counts, by its length. */
  readonly shares: Float32Array
  /** The place of each tool among equals: the shorter path, then the alphabet. */
  readonly order: Uint32Array
  /** The tool at each place. */
  readonly byOrder: Uint32Array
}

export function buildIndex(searchable: Searchable): Index {
  const { entries } = searchable
  const gatherer = new Gatherer(searchable)
  for (let number = 0; number < entries.length; number++) gatherer.addTool(number, entries[number]!)
  const byOrder = shortestFirst(entries)
  const order = new Uint32Array(entries.length)
  for (let place = 0; place < byOrder.length; place++) order[byOrder[place]!] = place
  return { searchable, ...gatherer.gathered(), order, byOrder }
}

/** The numbers of the tools by the lengths of their paths, equals in their order: a counting sort. */
function shortestFirst(entries: ReadonlyArray<Entry>): Uint32Array {
  const longest = entries.reduce((longest, { path }) => Math.max(longest, path.length), 0)
  const next = new Uint32Array(longest + 2)
  for (const { path } of entries) next[path.length + 1]! += 1
  for (let length = 1; length < next.length; length++) next[length]! += next[length - 1]!
  const sorted = new Uint32Array(entries.length)
  for (const [number, { path }] of entries.entries()) sorted[next[path.length]!++] = number
  return sorted
}

/** Reads tools in their order. */
class Gatherer {
  readonly #words: WordTable
  readonly #postings: Postings
  readonly #names: Names
  readonly #shares: Float32Array
  readonly #namespaces: ReadonlyMap<string, NamespaceInfo>
  /** Where the last tool was: most often, the next one is there too. */
  #around: Surroundings
  readonly #addParameter = (text: string): void => {
    this.#postings.addAll(this.#words.rootsIn(text), Level.parameter)
  }

  constructor({ entries, namespaces }: Searchable) {
    this.#words = new WordTable(entries.length * wordsOfTool)
    this.#postings = new Postings(entries.length)
    this.#names = new Names(entries.length)
    this.#shares = new Float32Array(entries.length)
    this.#namespaces = namespaces
    this.#around = nowhere
  }

  /** The strongest level comes first: a word counts where it is met first. */
  addTool(number: number, entry: Entry): void {
    this.#addPath(number, entry.path)
    this.#addDescription(number, entry.description)
    entry.eachParameterText(this.#addParameter)
    this.#postings.addAll(this.#around.described, Level.parameter)
    this.#postings.endTool()
  }

  gathered(): Pick<Index, "words" | "postings" | "names" | "shares"> {
    return {
      words: new Vocabulary(this.#words, this.#postings),
      postings: this.#postings,
      names: this.#names,
      shares: this.#shares,
    }
  }

  #addPath(number: number, path: string): void {
    const dot = path.lastIndexOf(".")
    const around = this.#enter(path, dot)
    const words = this.#words
    const count = words.read(path, dot + 1)
    this.#postings.addAll(around.alone, Level.segment)
    if (count === 1) this.#postings.add(words.rootAt(0), Level.segment)
    this.#postings.addAll(around.roots, Level.path)
    let last = emptyHash
    let whole = around.hash
    for (let at = 0; at < count; at++) {
      const root = words.rootAt(at)
      this.#postings.add(root, Level.path)
      last = words.hashWith(last, root)
      whole = words.hashWith(whole, root)
    }
    this.#names.add(number, around.names, last, whole)
  }

  #addDescription(number: number, description: string): void {
    const words = this.#words
    const count = words.read(description)
    for (let at = 0; at < count; at++) {
      if (!words.isStopWordAt(at)) this.#postings.add(words.rootAt(at), Level.description)
    }
    this.#shares[number] = Math.sqrt(Math.min(1, plainLength / Math.max(1, count)))
  }

  /** The surroundings of a path whose last dot is at a place. */
  #enter(path: string, dot: number): Surroundings {
    const { path: last } = this.#around
    if (dot !== last.length || !path.startsWith(last)) {
      this.#around = this.#surroundings(path.slice(0, Math.max(0, dot)))
    }
    return this.#around
  }

  #surroundings(path: string): Surroundings {
    if (path === "") return nowhere
    const dot = path.lastIndexOf(".")
    const outer = this.#surroundings(path.slice(0, Math.max(0, dot)))
    const count = this.#words.read(path, dot + 1)
    const roots = Array.from({ length: count }, (_, at) => this.#words.rootAt(at))
    const hashAfter = (hash: number): number =>
      roots.reduce((hash, root) => this.#words.hashWith(hash, root), hash)
    return {
      path,
      alone: count === 1 ? [...outer.alone, ...roots] : outer.alone,
      roots: [...outer.roots, ...roots],
      described: [...this.#words.rootsIn(this.#namespaces.get(path)?.description ?? ""), ...outer.described],
      names: [...outer.names, hashAfter(emptyHash)],
      hash: hashAfter(outer.hash),
    }
  }
}

/** What a namespace and those around it give to every tool in it. */
interface Surroundings {
  readonly path: string
  /** The roots of names that are one word. */
  readonly alone: ReadonlyArray<number>
  /** The roots of all words in names. */
  readonly roots: ReadonlyArray<number>
  /** The roots of the words that describe namespaces. */
  readonly described: ReadonlyArray<number>
  /** The hashes of each name, and of all together. */
  readonly names: ReadonlyArray<number>
  readonly hash: number
}

const nowhere: Surroundings = { path: "", alone: [], roots: [], described: [], names: [], hash: emptyHash }
