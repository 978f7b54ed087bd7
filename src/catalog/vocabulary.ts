/** The roots of a finished index: those that a text is, and those that begin with it. Never ranks. */
import type { Postings } from "./postings.ts"
import type { WordTable } from "./wordTable.ts"

export class Vocabulary {
  readonly #words: WordTable
  readonly #postings: Postings
  /** The roots that begin with one character, in order; those of a character nobody asked for are not sorted. */
  readonly #sorted = new Map<string, ReadonlyArray<string>>()

  constructor(words: WordTable, postings: Postings) {
    this.#words = words
    this.#postings = postings
  }

  /** The number of a root that a tool has. */
  find(root: string): number | undefined {
    const number = this.#words.find(root)
    return number !== undefined && this.#postings.has(number) ? number : undefined
  }

  /** The first `count` roots that begin with a text and are longer. */
  beginning(text: string, count: number): ReadonlyArray<number> {
    const roots = this.#beginningLike(text)
    let low = 0
    let high = roots.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (roots[middle]! <= text) low = middle + 1
      else high = middle
    }
    let end = low
    while (end < roots.length && end - low < count && roots[end]!.startsWith(text)) end++
    return roots.slice(low, end).map((root) => this.#words.find(root)!)
  }

  #beginningLike(text: string): ReadonlyArray<string> {
    const first = text.charAt(0)
    let sorted = this.#sorted.get(first)
    if (sorted === undefined) this.#sorted.set(first, (sorted = this.#beginningWith(first).toSorted()))
    return sorted
  }

  #beginningWith(first: string): ReadonlyArray<string> {
    const found: Array<string> = []
    const unit = first.charCodeAt(0)
    for (let number = 0; number < this.#words.size; number++) {
      if (this.#words.firstUnit(number) === unit && this.#postings.has(number)) {
        found.push(this.#words.textOf(number))
      }
    }
    return found
  }
}
