/** Tools by whole names: each segment of a path and all of it, without case, separators and plurals. Never ranks. */
import { Postings } from "./postings.ts"
import { TextTable } from "./textTable.ts"
import type { WordTable } from "./wordTable.ts"

/** Which of a tool's names one is: a segment of its path, the last one, or the whole path. */
export const Name = { segment: 0, last: 1, whole: 2 } as const

/** Of a name this much is told apart, in code units. */
const maxName = 1_024

export interface Names {
  /** The tools with a name, each with which of its names it is. */
  readonly of: (name: string) => Uint32Array
}

export class NameGatherer {
  readonly #words: WordTable
  readonly #texts = new TextTable()
  readonly #postings: Postings
  readonly #units = new Uint16Array(maxName)

  constructor(words: WordTable, tools: number) {
    this.#words = words
    this.#postings = new Postings(tools, 3)
  }

  /** Adds the names of the next tool, the segments of whose path have these roots. */
  addTool(segments: ReadonlyArray<ReadonlyArray<number>>): void {
    let end = 0
    for (let at = 0; at < segments.length; at++) {
      const start = end
      for (const root of segments[at]!) end = this.#words.copy(root, this.#units, end)
      this.#add(start, end, at === segments.length - 1 ? Name.last : Name.segment)
    }
    if (segments.length > 1) this.#add(0, end, Name.whole)
    this.#postings.endTool()
  }

  names(): Names {
    const texts = this.#texts
    const postings = this.#postings.lists()
    return { of: (name) => postings.of(texts.find(name.slice(0, maxName))) }
  }

  #add(from: number, to: number, name: number): void {
    this.#postings.add(this.#texts.numberOf(this.#units, from, to), name)
  }
}
