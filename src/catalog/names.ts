/**
 * Tools by whole names: each segment of a path and all of it, without case, separators and plurals. Only hashes of names
 * are kept; what one finds is compared with the path. Never ranks.
 */
import { hashOfText } from "./textTable.ts"
import { nameKey } from "./words.ts"

/** Which of a tool's names one is: a segment of its path, the last one, or the whole path of several. */
const Name = { segment: 0, last: 1, whole: 2 } as const

/** Tools one after another in one namespace, and the hashes of the segments of its path. */
interface Group {
  readonly segments: ReadonlyArray<number>
  readonly from: number
  to: number
}

export class Names {
  readonly #lasts: Int32Array
  readonly #wholes: Int32Array
  readonly #groups: Array<Group> = []

  constructor(tools: number) {
    this.#lasts = new Int32Array(tools)
    this.#wholes = new Int32Array(tools)
  }

  /** Adds the hashes of the names of the next tool; `segments` is the same list for tools of one namespace. */
  add(tool: number, segments: ReadonlyArray<number>, last: number, whole: number): void {
    const group = this.#groups.at(-1)
    if (group?.segments === segments) group.to = tool + 1
    else this.#groups.push({ segments, from: tool, to: tool + 1 })
    this.#lasts[tool] = last
    this.#wholes[tool] = whole
  }

  /** The tools with a name: a tool's number times four and which of its names it is. Their paths are those of `entries`. */
  of(key: string, entries: ReadonlyArray<{ readonly path: string }>): ReadonlyArray<number> {
    const found: Array<number> = []
    const offer = (tool: number, name: number): void => {
      if (hasName(entries[tool]!.path, name, key)) found.push(tool * 4 + name)
    }
    const hash = hashOfText(key)
    for (const { segments, from, to } of this.#groups) {
      if (segments.includes(hash)) for (let tool = from; tool < to; tool++) offer(tool, Name.segment)
    }
    for (const tool of placesOf(hash, this.#lasts)) offer(tool, Name.last)
    for (const tool of placesOf(hash, this.#wholes)) offer(tool, Name.whole)
    return found
  }
}

function placesOf(hash: number, hashes: Int32Array): ReadonlyArray<number> {
  const places: Array<number> = []
  for (let at = hashes.indexOf(hash); at >= 0; at = hashes.indexOf(hash, at + 1)) places.push(at)
  return places
}

function hasName(path: string, name: number, key: string): boolean {
  const keys = path.split(".").map(nameKey)
  if (name === Name.whole) return keys.length > 1 && keys.join("") === key
  return name === Name.last ? keys.at(-1) === key : keys.slice(0, -1).includes(key)
}
