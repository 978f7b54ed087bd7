/**
 * The words of a catalog and where each tool has them, gathered once.
 * Never ranks.
 */
import type { NamespaceInfo } from "../Namespace.ts"
import type { Entry } from "./entry.ts"
import { fold, root, stopWords, wordsOf } from "./words.ts"

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
  const roots = new Roots()
  const names = new Map<string, Array<number>>()
  const shares = new Float32Array(entries.length)
  const inherited = new Map<string, ReadonlyArray<number>>()
  for (const [number, entry] of entries.entries()) {
    // The strongest level comes first: a word counts where it is met first.
    addPath(entry.path, number, names, roots)
    const described = wordsOf(entry.description)
    shares[number] = Math.sqrt(Math.min(1, plainLength / Math.max(1, described.length)))
    for (const word of described)
      if (!stopWords.has(word)) roots.add(roots.numberOf(word), number, Level.description)
    for (const text of entry.parameterTexts()) {
      for (const id of roots.numbersIn(text)) roots.add(id, number, Level.parameter)
    }
    for (const id of namespaceRoots(entry.path, namespaces, roots, inherited)) {
      roots.add(id, number, Level.parameter)
    }
  }
  const byOrder = Uint32Array.from(entries.keys()).toSorted(
    (a, b) => entries[a]!.path.length - entries[b]!.path.length || a - b,
  )
  const order = new Uint32Array(entries.length)
  for (const [place, number] of byOrder.entries()) order[number] = place
  const foldedPaths = entries.map(({ path }) => fold(path))
  const words = roots.postings()
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

/** The roots of all words, by numbers, and in which tools each was met: many tools use the same words. */
class Roots {
  readonly #numbers = new Map<string, number>()
  readonly #byWord = new Map<string, number>()
  readonly #byText = new Map<string, ReadonlyArray<number>>()
  readonly #texts: Array<string> = []
  readonly #postings: Array<Array<number>> = []

  numberOf(word: string): number {
    let number = this.#byWord.get(word)
    if (number === undefined) this.#byWord.set(word, (number = this.#numberOfRoot(root(word))))
    return number
  }

  textOf(number: number): string {
    return this.#texts[number]!
  }

  /** The distinct roots in a text, of words that mean something. */
  numbersIn(text: string): ReadonlyArray<number> {
    let numbers = this.#byText.get(text)
    if (numbers === undefined) {
      const words = wordsOf(text).filter((word) => !stopWords.has(word))
      numbers = [...new Set(words.map((word) => this.numberOf(word)))]
      this.#byText.set(text, numbers)
    }
    return numbers
  }

  /** Tools come one after another. */
  add(root: number, tool: number, level: number): void {
    const postings = this.#postings[root]!
    const { length } = postings
    if (length === 0 || postings[length - 1]! >>> 2 !== tool) postings.push(tool * 4 + level)
  }

  postings(): ReadonlyMap<string, ReadonlyArray<number>> {
    return new Map(Array.from(this.#numbers, ([key, number]) => [key, this.#postings[number]!]))
  }

  #numberOfRoot(key: string): number {
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#texts.push(key) - 1
      this.#numbers.set(key, number)
      this.#postings.push([])
    }
    return number
  }
}

function addPath(path: string, number: number, names: Map<string, Array<number>>, roots: Roots): void {
  const segments = path.split(".").map(wordsOf)
  for (const [word, other] of segments) {
    if (word !== undefined && other === undefined) roots.add(roots.numberOf(word), number, Level.segment)
  }
  let whole = ""
  for (const [at, words] of segments.entries()) {
    let key = ""
    for (const word of words) {
      const id = roots.numberOf(word)
      roots.add(id, number, Level.path)
      key += roots.textOf(id)
    }
    whole += key
    append(names, key, number * 4 + (at === segments.length - 1 ? 1 : 0))
  }
  if (segments.length > 1) append(names, whole, number * 4 + 2)
}

function append(map: Map<string, Array<number>>, key: string, value: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

export const keyOf = (words: ReadonlyArray<string>): string => words.map(root).join("")
export const nameKey = (name: string): string => keyOf(wordsOf(name))

/** The roots of the words that describe the namespaces around a path. */
function namespaceRoots(
  path: string,
  namespaces: ReadonlyMap<string, NamespaceInfo>,
  roots: Roots,
  known: Map<string, ReadonlyArray<number>>,
): ReadonlyArray<number> {
  const dot = path.lastIndexOf(".")
  if (dot < 0) return []
  const namespace = path.slice(0, dot)
  let found = known.get(namespace)
  if (found === undefined) {
    const own = roots.numbersIn(namespaces.get(namespace)?.description ?? "")
    found = [...new Set([...own, ...namespaceRoots(namespace, namespaces, roots, known)])]
    known.set(namespace, found)
  }
  return found
}
