/**
 * Which keys each tool has and where, tool after tool. Keys are small numbers, and a tool's number is its place. What one
 * query asks for is found by reading all of it once: that costs less than keeping a list for each key.
 */
import { Numbers } from "./numbers.ts"

export class Postings {
  /** Keys with levels. */
  readonly #records = new Numbers()
  /** Where the records of each tool end. */
  readonly #ends: Uint32Array
  /** The tool that a key came with last, plus one. */
  readonly #lastTools = new Numbers()
  #tool = 0

  constructor(tools: number) {
    this.#ends = new Uint32Array(tools)
  }

  /** Notes that the tool has a key, unless it has it at another level already. A level is below four. */
  add(key: number, level: number): void {
    const tool = this.#tool + 1
    if (this.#lastTools.at(key) === tool) return
    this.#lastTools.put(key, tool)
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
    return this.#lastTools.at(key) > 0
  }

  /** The tools that have each of these keys, in order: a tool's number times four and the level. */
  of(keys: Iterable<number>): ReadonlyMap<number, ReadonlyArray<number>> {
    const lists = new Map<number, Array<number>>()
    const isAsked = new Uint8Array(this.#lastTools.length)
    for (const key of keys) {
      lists.set(key, [])
      isAsked[key] = 1
    }
    for (let tool = 0, at = 0; tool < this.#ends.length; tool++) {
      for (const end = this.#ends[tool]!; at < end; at++) {
        const record = this.#records.at(at)
        if (isAsked[record >>> 2] === 1) lists.get(record >>> 2)!.push(tool * 4 + (record & 3))
      }
    }
    return lists
  }
}
