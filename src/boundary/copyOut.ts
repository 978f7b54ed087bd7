/**
 * Plain data of a program copied out, in parts that a slice can hold. Runs no program code and refuses nothing: what comes
 * here was reduced inside the interpreter before.
 */
import type { Collection, Entry } from "../objects/collection.ts"
import { type Layout, layoutOf } from "../objects/layout.ts"
import { type JSObject, Kind } from "../objects/object.ts"
import { flatten, Rope } from "../objects/rope.ts"
import { ENUMERABLE, type Shape } from "../objects/shape.ts"
import { EMPTY, type Empty, type Key, type Value } from "../objects/value.ts"

/** A container being filled. */
interface Level {
  readonly source: JSObject
  readonly target: Record<string, unknown> | Array<unknown>
  /** Of the part after the one being copied. */
  index: number
  /** Of a Map or Set, the entry after the one being copied. */
  entry: Entry | null
  /** Of an object with a table of its own, its keys from there on. */
  readonly table: Iterator<readonly [Key, number]> | null
}

/** One copy under way: a walk down the host's stack, which it leaves, innermost level first, when its parts are used up. */
export class Outward {
  value: unknown = undefined
  readonly #keepsUndefined: boolean
  /** Containers left half full, the innermost first. */
  #levels: Array<Level> = []
  /** A container that was made and is not filled yet. */
  #made: Level | undefined
  #left = 0
  /** The layout of the object before, whose shape is likely the next one's. */
  #shape: Shape | undefined
  #layout: Layout | undefined

  /** `undefinedIs` says what a field without a value becomes; in arrays it is always null. */
  constructor(value: Value, undefinedIs: "null" | "absent") {
    this.#keepsUndefined = undefinedIs === "null"
    if (value === undefined && undefinedIs === "absent") return
    this.value = this.#open(value)
    if (this.#made !== undefined) this.#levels.push(this.#takeMade())
  }

  /** Copies about so many parts; whether that was the last of them. */
  step(parts: number): boolean {
    this.#left = parts
    const levels = this.#levels
    this.#levels = []
    for (let index = 0; index < levels.length; index++) {
      if (this.#fill(levels[index]!)) continue
      this.#levels.push(...levels.slice(index + 1))
      return false
    }
    return true
  }

  /** Fills a container; false if parts are used up. */
  #fill(level: Level): boolean {
    const isFull = this.#fillParts(level)
    if (!isFull) this.#levels.push(level)
    return isFull
  }

  #fillParts(level: Level): boolean {
    switch (level.source.kind) {
      case Kind.Array:
        return this.#fillArray(level, level.source.data as ReadonlyArray<Value | Empty>)
      case Kind.Map:
      case Kind.Set:
        return this.#fillCollection(level)
      default:
        return level.table === null ? this.#fillObject(level) : this.#fillFromTable(level, level.table)
    }
  }

  #fillArray(level: Level, elements: ReadonlyArray<Value | Empty>): boolean {
    const target = level.target as Array<unknown>
    while (level.index < elements.length) {
      if (this.#left-- <= 0) return false
      target.push(this.#open(elements[level.index++]))
      if (this.#made !== undefined && !this.#fill(this.#takeMade())) return false
    }
    return true
  }

  #fillObject(level: Level): boolean {
    const { keys, slots } = this.#layoutOf(level.source)
    while (level.index < keys.length) {
      if (this.#left-- <= 0) return false
      const index = level.index++
      if (!this.#field(level, keys[index]!, level.source.slots[slots[index]!] as Value)) return false
    }
    return true
  }

  #fillFromTable(level: Level, table: Iterator<readonly [Key, number]>): boolean {
    const { shape, slots } = level.source
    for (;;) {
      if (this.#left-- <= 0) return false
      const next = table.next()
      if (next.done === true) return true
      const [key, slot] = next.value
      if (typeof key !== "string" || (shape.attributesAt(slot) & ENUMERABLE) === 0) continue
      if (!this.#field(level, key, slots[slot] as Value)) return false
    }
  }

  /** Entries of a Map whose keys differ as texts are fields; a Set's values are elements. */
  #fillCollection(level: Level): boolean {
    while (level.entry !== null) {
      if (this.#left-- <= 0) return false
      const { key, value, next } = level.entry
      level.entry = next
      if (level.source.kind === Kind.Map) {
        if (!this.#field(level, String(key), value)) return false
        continue
      }
      ;(level.target as Array<unknown>).push(this.#open(key))
      if (this.#made !== undefined && !this.#fill(this.#takeMade())) return false
    }
    return true
  }

  #field(level: Level, key: string, value: Value): boolean {
    if (value === undefined && !this.#keepsUndefined) return true
    setField(level.target as Record<string, unknown>, key, this.#open(value))
    return this.#made === undefined || this.#fill(this.#takeMade())
  }

  #takeMade(): Level {
    const made = this.#made!
    this.#made = undefined
    return made
  }

  #layoutOf(object: JSObject): Layout {
    if (object.shape !== this.#shape) {
      this.#layout = layoutOf(object)
      this.#shape = object.shape
    }
    return this.#layout!
  }

  #open(value: Value | Empty): unknown {
    switch (typeof value) {
      case "number":
        return Number.isFinite(value) ? value + 0 : null
      case "undefined":
        return null
      case "object":
        break
      default:
        return value === EMPTY ? null : value
    }
    if (value === null) return null
    return value instanceof Rope ? flatten(value) : this.#make(value as JSObject)
  }

  /** Makes a container; its filling is the caller's. */
  #make(source: JSObject): unknown {
    const { kind, shape } = source
    const isCollection = kind === Kind.Map || kind === Kind.Set
    const target = kind === Kind.Array || kind === Kind.Set ? [] : {}
    const hasTable = kind === Kind.Ordinary && shape.dictionary
    this.#made = {
      source,
      target,
      index: 0,
      entry: isCollection ? (source.data as Collection).first : null,
      // the target orders its keys itself
      table: hasTable ? shape.table!.entries() : null,
    }
    return target
  }
}

/** `__proto__` is a field like any other. */
export function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else target[key] = value
}
