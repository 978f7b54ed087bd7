/**
 * Plain data of the host copied in, as `JSON.parse(JSON.stringify(value))` gives it, in parts that a slice can hold.
 * Charges memory before it makes anything. Calls getters and `toJSON` of the host's own objects, and nothing of a program.
 */
import { CHARACTER_BYTES, OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { JSObject, Kind, type Slot } from "../objects/object.ts"
import { defineProperty } from "../objects/properties.ts"
import type { Realm } from "../objects/realm.ts"
import type { Value } from "../objects/value.ts"

/** Levels of arrays and objects inside one another that may cross a boundary. */
const maxDepth = 32

/** Where copies are made: the machine. */
export interface Guest {
  readonly realm: Realm
  /** Takes memory before it is used; false ends the run. */
  allocate(bytes: number): boolean
}

interface Level {
  readonly source: object
  readonly keys: ReadonlyArray<string> | null
  readonly length: number
  readonly target: JSObject
  /** Of the part after the one being copied. */
  index: number
}

/** A part that is left out. */
const absent: unique symbol = Symbol("absent")
type Absent = typeof absent

/** One copy under way. Whatever a getter or `toJSON` of the host throws comes through. */
export class Inward {
  value: Value = undefined
  /** The sentence that says what cannot come in and where it is. */
  refusal: string | undefined
  /** Memory ran out: the run is stopping. */
  exhausted = false
  readonly #guest: Guest
  readonly #name: string
  readonly #levels: Array<Level> = []

  /** Paths in sentences begin with `name`. */
  constructor(guest: Guest, value: unknown, name: string) {
    this.#guest = guest
    this.#name = name
    const part = this.#open(value, "")
    if (part !== absent) this.value = part
    else if (value !== undefined && this.refusal === undefined) this.#refuse(`is a ${typeof value}, not data`)
  }

  /** Copies about so many parts; whether that was the last of them. */
  step(parts: number): boolean {
    let left = parts
    while (this.#levels.length > 0 && this.refusal === undefined && !this.exhausted) {
      const level = this.#levels[this.#levels.length - 1]!
      if (level.index === level.length) this.#levels.pop()
      else if (left-- > 0) this.#next(level)
      else return false
    }
    return true
  }

  #next(level: Level): void {
    const { source, keys, target } = level
    const index = level.index++
    const key = keys === null ? String(index) : keys[index]!
    const part = this.#open((source as Record<string, unknown>)[key], key)
    if (this.refusal !== undefined || this.exhausted) return
    if (keys === null) (target.data as Array<Slot>).push(part === absent ? null : part)
    else if (part !== absent) defineProperty(this.#guest.realm, target, key, part)
  }

  #open(given: unknown, key: string): Value | Absent {
    const value = converted(given, key)
    switch (typeof value) {
      case "string":
        return this.#allocate(value.length * CHARACTER_BYTES) ? value : absent
      case "number":
        return Number.isFinite(value) ? value + 0 : null
      case "boolean":
        return value
      case "bigint":
        return this.#refuse("is a BigInt")
      case "object":
        return value === null ? null : this.#openContainer(value)
      default:
        return absent
    }
  }

  #openContainer(source: object): JSObject | Absent {
    if (this.#levels.some((level) => level.source === source)) return this.#refuse("is a cycle")
    if (this.#levels.length === maxDepth) return this.#refuse(`is nested more than ${maxDepth} levels deep`)
    const keys = Array.isArray(source) ? null : Object.keys(source)
    const length = keys === null ? (source as ReadonlyArray<unknown>).length : keys.length
    if (!this.#allocate(OBJECT_BYTES + length * SLOT_BYTES)) return absent
    const target =
      keys === null ? this.#newArray() : this.#guest.realm.newObject(this.#guest.realm.objectPrototype)
    this.#levels.push({ source, keys, length, target, index: 0 })
    return target
  }

  #newArray(): JSObject {
    return new JSObject(this.#guest.realm.arrayShape, [], Kind.Array, [])
  }

  #allocate(bytes: number): boolean {
    if (this.#guest.allocate(bytes)) return true
    this.exhausted = true
    return false
  }

  #refuse(why: string): Absent {
    const path = this.#levels.map(({ keys, index }) =>
      keys === null ? `[${index - 1}]` : access(keys[index - 1]!),
    )
    this.refusal = `${this.#name}${path.join("")} ${why}`
    return absent
  }
}

/** What JSON sees of a value: after its `toJSON`, and without a wrapper around a primitive. */
function converted(value: unknown, key: string): unknown {
  if ((typeof value !== "object" || value === null) && typeof value !== "bigint") return value
  const { toJSON } = value as { readonly toJSON?: unknown }
  const json: unknown = typeof toJSON === "function" ? toJSON.call(value, key) : value
  if (json instanceof Number) return Number(json)
  if (json instanceof String) return String(json)
  return json instanceof Boolean || json instanceof BigInt ? json.valueOf() : json
}

const access = (key: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
