/**
 * The words of many texts by numbers, and the root of each. ASCII texts are read by their code units, and no string is
 * made of any word.
 * Never ranks.
 */
import { Numbers } from "./numbers.ts"
import { maxText, TextTable } from "./textTable.ts"
import { root, stopWords, wordsOf } from "./words.ts"

/** Texts whose words are remembered: fields of many tools are called and described alike. */
const maxRemembered = 4_096

/** What ASCII characters are to words; all others part them. */
const Kind = { separator: 0, digit: 1, small: 2, capital: 3 } as const
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[0-9]/.test(character)) return Kind.digit
  if (/[a-z]/.test(character)) return Kind.small
  return /[A-Z]/.test(character) ? Kind.capital : Kind.separator
})

/** A word that ends in neither is its own root: see {@link root}. */
const pluralEnds = [..."es"].map((letter) => letter.charCodeAt(0))

export class WordTable {
  readonly #texts: TextTable
  /** The number of each word's root, plus one; 0 where it was not asked for. */
  readonly #roots = new Numbers()
  readonly #stopWords: number
  readonly #remembered = new Map<string, ReadonlyArray<number>>()
  /** The words of the text that was read last. */
  readonly #words = new Numbers()
  #count = 0
  /** The word that is being read. */
  readonly #units = new Uint16Array(maxText)

  constructor(expected: number) {
    this.#texts = new TextTable(expected)
    for (const word of stopWords) this.#numberOf(word)
    this.#stopWords = this.#texts.size
  }

  /** Words and roots together. */
  get size(): number {
    return this.#texts.size
  }

  textOf(number: number): string {
    return this.#texts.textOf(number)
  }

  firstUnit(number: number): number {
    return this.#texts.firstUnit(number)
  }

  /** See {@link TextTable.hashWith}. */
  hashWith(hash: number, number: number): number {
    return this.#texts.hashWith(hash, number)
  }

  /** The number of a text that is there already. */
  find(text: string): number | undefined {
    return this.#texts.find(text)
  }

  /** Reads the words of a text from a place on: those of `wordsOf`, folded, in order, with repetitions. Gives how many there are. */
  read(text: string, from = 0): number {
    const units = this.#units
    let length = 0
    this.#count = 0
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code >= kinds.length) return this.#readAny(text.slice(from))
      const kind = kinds[code]!
      if (length > 0 && (kind === Kind.separator || (kind === Kind.capital && isBoundary(text, at)))) {
        this.#put(this.#texts.numberOf(units, length))
        length = 0
      }
      if (kind !== Kind.separator && length < maxText)
        units[length++] = kind === Kind.capital ? code + 32 : code
    }
    if (length > 0) this.#put(this.#texts.numberOf(units, length))
    return this.#count
  }

  /** A word of the text that was read last. */
  wordAt(at: number): number {
    return this.#words.at(at)
  }

  /** The root of that word. */
  rootAt(at: number): number {
    return this.rootOf(this.#words.at(at))
  }

  /** Whether that word means nothing. */
  isStopWordAt(at: number): boolean {
    return this.#words.at(at) < this.#stopWords
  }

  /** The number of a word's root. */
  rootOf(word: number): number {
    const known = this.#roots.at(word)
    if (known > 0) return known - 1
    const mayDiffer = pluralEnds.includes(this.#texts.lastUnit(word))
    const found = mayDiffer ? this.#numberOf(root(this.textOf(word))) : word
    this.#roots.put(word, found + 1)
    return found
  }

  /** The distinct roots in a text that is likely to come again, those left out that mean nothing. */
  rootsIn(text: string): ReadonlyArray<number> {
    const known = this.#remembered.get(text)
    if (known !== undefined) return known
    const roots = new Set<number>()
    const count = this.read(text)
    for (let at = 0; at < count; at++) if (!this.isStopWordAt(at)) roots.add(this.rootAt(at))
    const found = [...roots]
    if (this.#remembered.size < maxRemembered) this.#remembered.set(text, found)
    return found
  }

  #readAny(text: string): number {
    this.#count = 0
    for (const word of wordsOf(text)) this.#put(this.#numberOf(word))
    return this.#count
  }

  #put(word: number): void {
    this.#words.put(this.#count++, word)
  }

  #numberOf(word: string): number {
    const length = Math.min(word.length, maxText)
    for (let at = 0; at < length; at++) this.#units[at] = word.charCodeAt(at)
    return this.#texts.numberOf(this.#units, length)
  }
}

/** Whether a capital inside a run of letters and digits begins a word: `caseBoundary` of `words.ts`, for ASCII. */
function isBoundary(text: string, at: number): boolean {
  if (kinds[text.charCodeAt(at - 1)] !== Kind.capital) return true
  if (kinds[text.charCodeAt(at + 1)] !== Kind.small) return false
  return text[at + 1] !== "s" || kinds[text.charCodeAt(at + 2)] === Kind.small
}
