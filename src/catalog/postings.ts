/**
 * Which keys each tool has and where, tool after tool. Keys are small numbers, and a tool's number is its place. What one
 * query asks for is found by reading all of it once, which takes less than keeping a list for each key.
 */
import { Numbers, pieceLength } from "./numbers.ts"

export class Postings {
  /** Keys with levels. */
  readonly #records = new Numbers()
  /** Where the records of each tool end. */
  readonly #ends: Uint32Array
  #tool = 0
  /** How many tools each key has, and which came last, plus one. */
  readonly #counts = new Numbers()
  readonly #lastTools = new Numbers()
  /** The room in which queries work, one after another: which keys are asked for, and what they have. */
  #asked = new Uint16Array(0)
  #found = new Uint32Array(0)

  constructor(tools: number) {
    this.#ends = new Uint32Array(tools)
  }

  /** Notes that the tool has a key, unless it has it at another level already. A level is below four. */
  add(key: number, level: number): void {
    const tool = this.#tool + 1
    if (this.#lastTools.at(key) === tool) return
    this.#lastTools.put(key, tool)
    this.#counts.put(key, this.#counts.at(key) + 1)
    this.#records.push(key * 4 + level)
  }

  addAll(keys: ReadonlyArray<number>, level: number): void {
    for (const key of keys) this.add(key, level)
  }

  endTool(): void {
    this.#ends[this.#tool++] = this.#records.length
  }

  /** Whether any tool has a key. */
  has(key: number): boolean {
    return this.#counts.at(key) > 0
  }

  /** The tools that have each of these keys, in order: a tool's number times four and the level. Holds until it is called again. */
  of(keys: ReadonlySet<number>): ReadonlyMap<number, Uint32Array> {
    if (this.#asked.length < this.#counts.length) this.#asked = new Uint16Array(this.#counts.length)
    const next = new Uint32Array(keys.size)
    let number = 0
    let size = 0
    for (const key of keys) {
      next[number++] = size
      this.#asked[key] = number
      size += this.#counts.at(key)
    }
    if (this.#found.length < size) this.#found = new Uint32Array(size)
    let tool = 0
    for (let piece = 0; piece < this.#records.pieces.length; piece++) tool = this.#find(piece, tool, next)
    const lists = new Map<number, Uint32Array>()
    for (const key of keys) {
      const end = next[this.#asked[key]! - 1]!
      lists.set(key, this.#found.subarray(end - this.#counts.at(key), end))
      this.#asked[key] = 0
    }
    return lists
  }

  /** Reads one piece of the records, the first of which is not of a tool before `first`; gives the tool that was found last. */
  #find(piece: number, first: number, next: Uint32Array): number {
    const records = this.#records.pieces[piece]!
    const start = piece * pieceLength
    const count = Math.min(pieceLength, this.#records.length - start)
    let tool = first
    for (let at = 0; at < count; at++) {
      const record = records[at]!
      const number = this.#asked[record >>> 2]!
      if (number === 0) continue
      while (this.#ends[tool]! <= start + at) tool++
      this.#found[next[number - 1]!++] = tool * 4 + (record & 3)
    }
    return tool
  }
}
