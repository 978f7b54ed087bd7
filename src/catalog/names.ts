/**
 * Tools by whole names: each segment of a path and all of it, without case, separators and plurals. Only hashes of names
 * are kept; what one finds is compared with the path. Never ranks.
 */
import { grown } from "./grown.ts"
import { hashOfText } from "./textTable.ts"
import { nameKey } from "./words.ts"

/** Which of a tool's names one is: a segment of its path, the last one, or the whole path. */
export const Name = { segment: 0, last: 1, whole: 2 } as const

export class Names {
  /** The hashes of all names, and whose they are: a tool's number times four and which of its names. */
  #hashes: Int32Array
  #postings: Uint32Array
  #size = 0

  constructor(tools: number) {
    this.#hashes = new Int32Array(tools * 3)
    this.#postings = new Uint32Array(tools * 3)
  }

  add(tool: number, name: number, hash: number): void {
    this.#hashes = grown(this.#hashes, this.#size + 1)
    this.#postings = grown(this.#postings, this.#size + 1)
    this.#hashes[this.#size] = hash
    this.#postings[this.#size++] = tool * 4 + name
  }

  /** The names with a key, as postings. The tools' paths are those of `entries`. */
  of(key: string, entries: ReadonlyArray<{ readonly path: string }>): ReadonlyArray<number> {
    const hashes = this.#hashes.subarray(0, this.#size)
    const hash = hashOfText(key)
    const found: Array<number> = []
    for (let at = hashes.indexOf(hash); at >= 0; at = hashes.indexOf(hash, at + 1)) {
      const posting = this.#postings[at]!
      if (hasName(entries[posting >>> 2]!.path, posting & 3, key)) found.push(posting)
    }
    return found
  }
}

function hasName(path: string, name: number, key: string): boolean {
  const keys = path.split(".").map(nameKey)
  if (name === Name.whole) return keys.join("") === key
  return name === Name.last ? keys.at(-1) === key : keys.slice(0, -1).includes(key)
}
