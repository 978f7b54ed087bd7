/**
 * Host functions that came to a program in results of extensions: which they are, and how they are saved. Never calls one.
 */
import type { JSObject } from "../objects/object.ts"
import type { HostFunction } from "./extensions.ts"

/** A value that an extension's function gave, and the extension. */
export interface Origin {
  readonly extension: string
  readonly value: unknown
}

/** How to find a function in the value that it came in: keys of objects and arrays, positions in Maps and Sets. */
export type Steps = ReadonlyArray<string | number>

export interface Held {
  readonly target: HostFunction
  readonly origin: Origin
}

/** Of one run; the program's own copies keep them alive. */
export class HeldFunctions {
  #held: WeakMap<JSObject, Held> | undefined

  add(copy: JSObject, target: HostFunction, origin: Origin): void {
    this.#held ??= new WeakMap()
    this.#held.set(copy, { target, origin })
  }

  get(copy: JSObject): Held | undefined {
    return this.#held?.get(copy)
  }
}

/** The way from a value to a function in it, or undefined. */
export function stepsTo(value: unknown, wanted: unknown, owner: unknown): Steps | undefined {
  if (value === wanted) return []
  return search(value, wanted, owner, 0)
}

const maxDepth = 33

function search(value: unknown, wanted: unknown, owner: unknown, depth: number): Steps | undefined {
  if (typeof value !== "object" || value === null || depth > maxDepth) return undefined
  for (const [key, part] of partsOf(value)) {
    if (part === wanted && value === owner) return [key]
    const rest = search(part, wanted, owner, depth + 1)
    if (rest !== undefined) return [key, ...rest]
  }
  return undefined
}

function partsOf(value: object): ReadonlyArray<readonly [string | number, unknown]> {
  if (value instanceof Map)
    return [...value].flatMap(([key, part], index) => [
      [index * 2, key],
      [index * 2 + 1, part],
    ])
  if (value instanceof Set) return [...value].map((part, index) => [index, part])
  return Object.entries(value)
}

/** What stands at the end of the way, and what it is called on; undefined where the value has another shape. */
export function follow(
  value: unknown,
  steps: Steps,
): { readonly found: unknown; readonly owner: unknown } | undefined {
  let owner: unknown
  let found = value
  for (const step of steps) {
    if (typeof found !== "object" || found === null) return undefined
    owner = found
    const part = partsOf(found).find(([key]) => key === step)
    if (part === undefined) return undefined
    found = part[1]
  }
  return { found, owner }
}
