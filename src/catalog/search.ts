/**
 * Finding tools by what they are called and what they say: an index of words, built on first use, and the ranking.
 * Never decides what a request may be, and never renders a signature that is not in the answer.
 */
import { toolExpression, writtenPaths } from "../Namespace.ts"
import type { Entry } from "./entry.ts"
import type { SearchRequest } from "./request.ts"
import { buildIndex, Level, type Index, type Searchable } from "./wordIndex.ts"
import { fold, keyOf, nameKey, root, stopWords, wordsOf } from "./words.ts"

/** One tool of an answer. */
export interface SearchItem {
  /** A callable expression, `tools.orders.lookup`. */
  readonly path: string
  readonly description: string
  readonly signature: string
}

/** A page of matches. */
export interface SearchAnswer {
  readonly items: ReadonlyArray<SearchItem>
  /** Matches after this page. */
  readonly remaining: number
  /** What to ask next with, or `null` after the last page. */
  readonly next: { readonly offset: number } | null
}

/** What a word counts at each {@link Level}. */
const weights = [2, 4, 10, 20]

/** What a word counts that only begins with the word asked for, and a name that has exactly its form. */
const prefixShare = 0.4
const exactForm = 1.05

/** Names that are the whole query: any segment, the last segment, the whole path. */
const nameBonus = [250, 500, 1_000]

/** Words that begin like a word of the query, at most. */
const maxPrefixWords = 64

/** Words of a query that are looked for, at most. */
const maxQueryWords = 48

/** A search over `searchable`; its index is built when it is first needed. */
export function makeSearch(searchable: Searchable): (request: SearchRequest) => SearchAnswer {
  let index: Index | undefined
  let scores: Scores | undefined
  return (request) => {
    const exact = exactEntry(searchable, request)
    if (exact !== undefined) return exactAnswer(exact, request)
    if (isBrowsing(request)) return page(searchable, withinNamespace(searchable, request.namespace), request)
    index ??= buildIndex(searchable)
    scores ??= new Scores(searchable.entries.length)
    return page(searchable, rank(index, scores, request), request)
  }
}

const isBrowsing = ({ query }: SearchRequest): boolean => query.trim() === "" || query.trim() === "*"

function page(
  { signatureBudget }: Searchable,
  matches: ReadonlyArray<Entry>,
  request: SearchRequest,
): SearchAnswer {
  const end = request.offset + request.limit
  const items = matches
    .slice(request.offset, end)
    .map((entry) => item(entry, entry.folded(signatureBudget).text))
  const remaining = Math.max(0, matches.length - end)
  return { items, remaining, next: remaining > 0 ? { offset: end } : null }
}

const exactAnswer = (entry: Entry, { offset }: SearchRequest): SearchAnswer => ({
  items: offset === 0 ? [item(entry, entry.signature)] : [],
  remaining: 0,
  next: null,
})

const item = (entry: Entry, signature: string): SearchItem => ({
  path: toolExpression(entry.path),
  description: entry.description,
  signature,
})

/** The tool that a query names: by its path, bare, from `tools`, or in brackets; a call's parentheses may follow. */
function exactEntry({ entries }: Searchable, { query, namespace }: SearchRequest): Entry | undefined {
  const written = query.replace(/^\s*await\s/, "").replace(/\(.*\)[\s;]*$/s, "")
  for (const text of new Set([query, written])) {
    for (const path of [text, ...writtenPaths(text)]) {
      const entry = entryAt(entries, path)
      if (entry !== undefined && (namespace === undefined || isWithin(path, namespacePath(namespace))))
        return entry
    }
  }
  return undefined
}

function entryAt(entries: ReadonlyArray<Entry>, path: string): Entry | undefined {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (entries[middle]!.path < path) low = middle + 1
    else high = middle
  }
  return entries[low]?.path === path ? entries[low] : undefined
}

const namespacePath = (namespace: string): string => writtenPaths(namespace)[0] ?? namespace

const isWithin = (path: string, namespace: string): boolean => path.startsWith(`${namespace}.`)

/** The tools below a namespace, however it is written; one that is only spelled otherwise is taken too. */
function withinNamespace({ entries }: Searchable, namespace: string | undefined): ReadonlyArray<Entry> {
  if (namespace === undefined || namespace === "tools") return entries
  for (const path of writtenPaths(namespace)) {
    const found = entries.filter((entry) => isWithin(entry.path, path))
    if (found.length > 0) return found
  }
  const key = nameKey(namespace)
  return entries.filter(({ path }) => {
    for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
      if (nameKey(path.slice(0, dot)) === key) return true
    }
    return false
  })
}

function rank(index: Index, scores: Scores, request: SearchRequest): ReadonlyArray<Entry> {
  const written = [...new Set(wordsOf(request.query))].slice(0, maxQueryWords)
  const meant = written.filter((word) => !stopWords.has(word))
  const terms = meant.length > 0 ? meant : written
  if (terms.length === 0) return bySubstring(index, request)
  scores.clear()
  const sought = terms.map((term) => seek(index, term))
  const postings = index.postings.of(new Set(sought.flatMap(({ same, begun }) => [...same, ...begun])))
  for (const term of sought) addTerm(index, term, postings, scores)
  scores.favorMany(terms.length)
  for (const key of new Set([nameKey(request.query), keyOf(terms)])) {
    for (const posting of index.names.of(key, index.searchable.entries))
      scores.add(posting >>> 2, nameBonus[posting & 3]!)
  }
  return inOrder(index, scores, request.namespace)
}

/** What tools have earned of one query. Its arrays serve one query after another: to make them costs more than to use them. */
class Scores {
  readonly total: Float64Array
  /** How many terms were found in each tool. */
  readonly #found: Uint8Array
  /** The best of one term. */
  readonly #best: Float64Array
  #ofTerm: Array<number> = []
  #earning: Array<number> = []

  constructor(size: number) {
    this.total = new Float64Array(size)
    this.#found = new Uint8Array(size)
    this.#best = new Float64Array(size)
  }

  /** The tools that earned something, in no order. */
  get earning(): ReadonlyArray<number> {
    return this.#earning
  }

  clear(): void {
    for (const number of this.#earning) this.total[number] = this.#found[number] = 0
    this.#earning = []
  }

  add(number: number, value: number): void {
    if (this.total[number] === 0) this.#earning.push(number)
    this.total[number]! += value
  }

  /** What one place of a term is worth to a tool; the best place counts. */
  offer(number: number, value: number): void {
    const best = this.#best[number]!
    if (best === 0) this.#ofTerm.push(number)
    if (value > best) this.#best[number] = value
  }

  /** Adds the best of the term, more for one that few tools have. */
  endTerm(): void {
    const rarity = Math.log(1 + this.total.length / Math.max(1, this.#ofTerm.length))
    for (const number of this.#ofTerm) {
      this.add(number, this.#best[number]! * rarity)
      this.#found[number]! += 1
      this.#best[number] = 0
    }
    this.#ofTerm = []
  }

  /** A tool that has all terms keeps what it earned, one that has few of them loses up to a half. */
  favorMany(terms: number): void {
    for (const number of this.#earning) this.total[number]! *= 0.5 + (0.5 * this.#found[number]!) / terms
  }
}

/** A word of a query, and the keys of the words that are its root and that only begin with it. */
interface Sought {
  readonly term: string
  readonly same: ReadonlyArray<number>
  readonly begun: ReadonlyArray<number>
}

function seek({ words }: Index, term: string): Sought {
  const key = root(term)
  const same = words.find(key)
  return {
    term,
    same: same === undefined ? [] : [same],
    begun: mayBegin(key) ? words.beginning(key, maxPrefixWords) : [],
  }
}

/** What one word of a query is worth to each tool. */
function addTerm(
  { shares, searchable: { entries } }: Index,
  { term, same, begun }: Sought,
  postings: ReadonlyMap<number, Uint32Array>,
  scores: Scores,
): void {
  const offerAll = (key: number, share: number): void => {
    for (const posting of postings.get(key)!) {
      const number = posting >>> 2
      const level = posting & 3
      const isWords = level <= Level.description
      const part = isWords ? shares[number]! : entries[number]!.foldedPath.includes(term) ? exactForm : 1
      scores.offer(number, weights[level]! * share * part)
    }
  }
  for (const key of same) offerAll(key, 1)
  for (const key of begun) offerAll(key, prefixShare)
  scores.endTerm()
}

/** Scores are told apart to this part of one; a tool's place among equals is what is left of a number's 53 bits. */
const scoreSteps = 4_096
const places = 2 ** 24

/** The tools that earned something, the best first. Score and place make one number each, which sort without a function. */
function inOrder(
  index: Index,
  { total, earning }: Scores,
  namespace: string | undefined,
): ReadonlyArray<Entry> {
  const { searchable, order, byOrder } = index
  const scope = namespace === undefined ? undefined : new Set(withinNamespace(searchable, namespace))
  const keys = new Float64Array(earning.length)
  let count = 0
  for (const number of earning) {
    if (scope?.has(searchable.entries[number]!) === false) continue
    keys[count++] = Math.round(total[number]! * scoreSteps) * places + (places - 1 - order[number]!)
  }
  const sorted = keys.subarray(0, count).sort().reverse()
  return Array.from(sorted, (key) => searchable.entries[byOrder[places - 1 - (key % places)]!]!)
}

/** Whether a word may be only begun; one or two letters begin too many. */
const mayBegin = (key: string): boolean => key.length >= 3 || !/^[\x20-\x7e]*$/.test(key)

/** A query of signs alone finds the paths that hold it. */
function bySubstring(index: Index, request: SearchRequest): ReadonlyArray<Entry> {
  const text = fold(request.query)
  return withinNamespace(index.searchable, request.namespace).filter(({ path }) => fold(path).includes(text))
}
