/**
 * Plain data of a program copied out, in parts that a slice can hold. Runs no program code and refuses nothing: what comes
 * here was reduced inside the interpreter before.
 */
import { layoutOf } from "../objects/layout.ts"
import { type JSObject, Kind } from "../objects/object.ts"
import { flatten, Rope } from "../objects/rope.ts"
import { EMPTY, type Empty, type Value } from "../objects/value.ts"

type Host = Record<string, unknown> | Array<unknown>

interface Level {
  readonly elements: ReadonlyArray<Value | Empty>
  /** Of an object; null of an array. */
  readonly keys: ReadonlyArray<string> | null
  readonly target: Host
  index: number
}

/** One copy under way. */
export class Outward {
  value: unknown = undefined
  readonly #undefinedIs: "null" | "absent"
  readonly #levels: Array<Level> = []

  /** `undefinedIs` says what a field without a value becomes; in arrays it is always null. */
  constructor(value: Value, undefinedIs: "null" | "absent") {
    this.#undefinedIs = undefinedIs
    this.value = value === undefined && undefinedIs === "absent" ? undefined : this.#open(value)
  }

  /** Copies about so many parts; whether that was the last of them. */
  step(parts: number): boolean {
    let left = parts
    while (this.#levels.length > 0) {
      const level = this.#levels[this.#levels.length - 1]!
      if (level.index === level.elements.length) this.#levels.pop()
      else if (left-- > 0) this.#next(level)
      else return false
    }
    return true
  }

  #next(level: Level): void {
    const { elements, keys, target, index } = level
    level.index = index + 1
    const element = elements[index]
    if (keys === null) {
      ;(target as Array<unknown>).push(this.#open(element))
    } else if (element !== undefined || this.#undefinedIs === "null") {
      setField(target as Record<string, unknown>, keys[index]!, this.#open(element))
    }
  }

  #open(value: Value | Empty): unknown {
    if (value === undefined || value === EMPTY || value === null) return null
    if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null
    if (typeof value !== "object") return value
    if (value instanceof Rope) return flatten(value)
    const isArray = value.kind === Kind.Array
    const target: Host = isArray ? [] : {}
    this.#levels.push({ ...(isArray ? elementsOf(value) : fieldsOf(value)), target, index: 0 })
    return target
  }
}

const elementsOf = (array: JSObject): Pick<Level, "elements" | "keys"> => ({
  elements: array.data as ReadonlyArray<Value | Empty>,
  keys: null,
})

function fieldsOf(object: JSObject): Pick<Level, "elements" | "keys"> {
  const { keys, slots } = layoutOf(object)
  return { elements: slots.map((slot) => object.slots[slot] as Value), keys }
}

/** `__proto__` is a field like any other. */
export function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else target[key] = value
}
