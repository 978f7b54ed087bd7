/**
 * The words of many texts by numbers, and the root of each. ASCII texts are read by their code units, and no string is
 * made of any word.
 * Never ranks.
 */
import { grown } from "./grown.ts"
import { TextTable } from "./textTable.ts"
import { root, stopWords, wordsOf } from "./words.ts"

/** Of a word this much is told apart, in code units. */
const maxWord = 1_024

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
  readonly #texts = new TextTable()
  /** The number of each word's root, plus one; 0 where it was not asked for. */
  #roots = new Uint32Array(64)
  readonly #stopWords: number
  readonly #remembered = new Map<string, ReadonlyArray<number>>()
  /** The word that is being read. */
  readonly #units = new Uint16Array(maxWord)
  #length = 0

  constructor() {
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

  /** See {@link TextTable.copy}. */
  copy(number: number, target: Uint16Array, to: number): number {
    return this.#texts.copy(number, target, to)
  }

  /** The number of a text that is there already. */
  find(text: string): number | undefined {
    return this.#texts.find(text.slice(0, maxWord))
  }

  /** The number of a word's root. */
  rootOf(word: number): number {
    const known = this.#roots[word] ?? 0
    if (known > 0) return known - 1
    const mayDiffer = pluralEnds.includes(this.#texts.lastUnit(word))
    const found = mayDiffer ? this.#numberOf(root(this.textOf(word))) : word
    this.#roots = grown(this.#roots, word + 1)
    this.#roots[word] = found + 1
    return found
  }

  /** The roots of words, those left out that mean nothing. */
  rootsOf(words: ReadonlyArray<number>): ReadonlyArray<number> {
    const roots: Array<number> = []
    for (const word of words) if (word >= this.#stopWords) roots.push(this.rootOf(word))
    return roots
  }

  /** The distinct roots in a text that is likely to come again. */
  rootsIn(text: string): ReadonlyArray<number> {
    const known = this.#remembered.get(text)
    if (known !== undefined) return known
    const roots = [...new Set(this.rootsOf(this.wordsOf(text)))]
    if (this.#remembered.size < maxRemembered) this.#remembered.set(text, roots)
    return roots
  }

  /** The words of a text, folded, in order, with repetitions: those of `wordsOf`. */
  wordsOf(text: string): ReadonlyArray<number> {
    const words: Array<number> = []
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code >= kinds.length) return wordsOf(text).map((word) => this.#numberOf(word))
      const kind = kinds[code]!
      if (this.#length > 0 && (kind === Kind.separator || (kind === Kind.capital && isBoundary(text, at)))) {
        words.push(this.#taken())
      }
      if (kind !== Kind.separator) this.#put(kind === Kind.capital ? code + 32 : code)
    }
    if (this.#length > 0) words.push(this.#taken())
    return words
  }

  #numberOf(word: string): number {
    this.#length = 0
    for (let at = 0; at < word.length; at++) this.#put(word.charCodeAt(at))
    return this.#taken()
  }

  #put(code: number): void {
    if (this.#length < maxWord) this.#units[this.#length++] = code
  }

  #taken(): number {
    const number = this.#texts.numberOf(this.#units, 0, this.#length)
    this.#length = 0
    return number
  }
}

/** Whether a capital inside a run of letters and digits begins a word: `caseBoundary` of `words.ts`, for ASCII. */
function isBoundary(text: string, at: number): boolean {
  if (kinds[text.charCodeAt(at - 1)] !== Kind.capital) return true
  if (kinds[text.charCodeAt(at + 1)] !== Kind.small) return false
  return text[at + 1] !== "s" || kinds[text.charCodeAt(at + 2)] === Kind.small
}
