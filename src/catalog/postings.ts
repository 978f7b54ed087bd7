/** Which tools each key has and where. Keys are small numbers; tools come one after another, and their numbers are their places. */
import { grown } from "./grown.ts"

/** What is kept of a tool beside its number: at most four places. */
export const levelOf = (posting: number): number => posting & 3
export const toolOf = (posting: number): number => posting >>> 2

/** What is reserved for each tool. */
const expectedKeys = 16

/** Gathers what the tools have. */
export class Postings {
  /** Keys with levels, tool after tool. */
  #records: Uint32Array
  /** Where the records of each tool end. */
  readonly #ends: Uint32Array
  #tool = 0
  #size = 0
  #counts = new Uint32Array(1_024)
  /** The tool that a key came with last, plus one. */
  #lastTools = new Uint32Array(1_024)

  constructor(tools: number) {
    this.#records = new Uint32Array(tools * expectedKeys)
    this.#ends = new Uint32Array(tools)
  }

  /** Notes that the tool has a key, unless it has it at another level already. */
  add(key: number, level: number): void {
    if (key >= this.#counts.length) this.#widen(key)
    if (this.#lastTools[key] === this.#tool + 1) return
    this.#lastTools[key] = this.#tool + 1
    this.#counts[key]! += 1
    this.#records = grown(this.#records, this.#size + 1)
    this.#records[this.#size++] = key * 4 + level
  }

  addAll(keys: ReadonlyArray<number>, level: number): void {
    for (const key of keys) this.add(key, level)
  }

  endTool(): void {
    this.#ends[this.#tool++] = this.#size
  }

  /** All of them by key: a counting sort, which keeps the order of the tools. */
  lists(): PostingLists {
    const keys = this.#counts.length
    const starts = new Uint32Array(keys + 1)
    for (let key = 0; key < keys; key++) starts[key + 1] = starts[key]! + this.#counts[key]!
    const next = starts.slice()
    const postings = new Uint32Array(this.#size)
    for (let tool = 0, at = 0; tool < this.#tool; tool++) {
      for (const end = this.#ends[tool]!; at < end; at++) {
        const record = this.#records[at]!
        postings[next[record >>> 2]!++] = tool * 4 + (record & 3)
      }
    }
    return new PostingLists(starts, postings)
  }

  #widen(key: number): void {
    this.#counts = grown(this.#counts, key + 1)
    this.#lastTools = grown(this.#lastTools, key + 1)
  }
}

const noPostings = new Uint32Array(0)

/** The postings of all keys, those of one side by side: a tool's number times four and the level. */
export class PostingLists {
  /** Where the postings of each key begin, and where the last ones end. */
  readonly #starts: Uint32Array
  readonly #postings: Uint32Array

  constructor(starts: Uint32Array, postings: Uint32Array) {
    this.#starts = starts
    this.#postings = postings
  }

  of(key: number | undefined): Uint32Array {
    if (key === undefined || !this.has(key)) return noPostings
    return this.#postings.subarray(this.#starts[key], this.#starts[key + 1])
  }

  has(key: number): boolean {
    return (this.#starts[key] ?? 0) < (this.#starts[key + 1] ?? 0)
  }
}
