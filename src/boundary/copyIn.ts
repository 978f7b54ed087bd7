/**
 * Plain data of the host copied in, as `JSON.parse(JSON.stringify(value))` gives it, in parts that a slice can hold.
 * Charges memory before it makes anything. Calls getters and `toJSON` of the host's own objects, and nothing of a program.
 */
import { CHARACTER_BYTES, OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { JSObject, Kind, NO_SLOTS, type Slot } from "../objects/object.ts"
import { addProperty } from "../objects/properties.ts"
import type { Realm } from "../objects/realm.ts"
import { DEFAULT, type Shape } from "../objects/shape.ts"
import type { Value } from "../objects/value.ts"

/** Levels of arrays and objects inside one another that may cross a boundary. */
const maxDepth = 32

/** Where copies are made: the machine. */
export interface Guest {
  readonly realm: Realm
  /** Takes memory before it is used; false ends the run. */
  allocate(bytes: number): boolean
}

/** Keys of an object and the shape that they make; those of the next object beside it are likely the same. */
interface Layout {
  readonly keys: ReadonlyArray<string>
  readonly shape: Shape
}

/** A container being filled. */
interface Level {
  readonly source: object
  /** Of an object; null of an array. */
  readonly keys: ReadonlyArray<string> | null
  readonly length: number
  readonly target: JSObject
  /** Slots of an object whose shape is known before it is filled. */
  slots: Array<Slot> | null
  /** Of the part after the one being copied. */
  index: number
}

/** A part that is left out. */
const absent: unique symbol = Symbol("absent")
type Absent = typeof absent

/** Arrays of few parts, to be copied and overwritten: they take no more memory than their parts. */
const blanks: ReadonlyArray<ReadonlyArray<null>> = Array.from({ length: 17 }, (_, length) =>
  Array.from({ length }, () => null),
)

/**
 * One copy under way: a walk down the host's stack, which it leaves, innermost level first, when its parts are used up.
 * Whatever a getter or `toJSON` of the host throws comes through.
 */
export class Inward {
  value: Value = undefined
  /** The sentence that says what cannot come in and where it is. */
  refusal: string | undefined
  /** Memory ran out: the run is stopping. */
  exhausted = false
  readonly #guest: Guest
  readonly #name: string
  /** Containers left half full, the innermost first. */
  #levels: Array<Level> = []
  /** The sources of the containers being filled, the outermost first. */
  readonly #path: Array<object> = []
  /** By depth, of the object copied last. */
  readonly #layouts: Array<Layout | undefined> = []
  /** A container that was made and is not filled yet. */
  #made: Level | undefined
  #why: string | undefined
  #left = 0

  /** Paths in sentences begin with `name`. */
  constructor(guest: Guest, value: unknown, name: string) {
    this.#guest = guest
    this.#name = name
    const part = this.#open(value, "")
    if (part !== absent) this.value = part
    else if (value !== undefined && this.#why === undefined) this.#refuse(`is a ${typeof value}, not data`)
    if (this.#made !== undefined) this.#levels.push(this.#takeMade())
    this.#tell()
  }

  /** Copies about so many parts; whether that was the last of them. */
  step(parts: number): boolean {
    if (this.#isStuck) return true
    this.#left = parts
    const levels = this.#levels
    this.#levels = []
    for (let index = 0; index < levels.length; index++) {
      if (this.#fill(levels[index]!)) continue
      this.#levels.push(...levels.slice(index + 1))
      this.#tell()
      return this.#isStuck
    }
    return true
  }

  get #isStuck(): boolean {
    return this.exhausted || this.#why !== undefined
  }

  /** Fills a container; false if parts are used up, or nothing more can be copied. */
  #fill(level: Level): boolean {
    const isFull = level.keys === null ? this.#fillArray(level) : this.#fillObject(level, level.keys)
    if (isFull) this.#path.pop()
    else this.#levels.push(level)
    return isFull
  }

  #fillArray(level: Level): boolean {
    const { length } = level
    const source = level.source as ReadonlyArray<unknown>
    const elements = level.target.data as Array<Slot>
    while (level.index < length) {
      if (this.#left-- <= 0) return false
      const index = level.index++
      const part = this.#open(source[index], index)
      if (part === absent && this.#isStuck) return false
      // an array of few parts has blanks, any other grows
      elements[index] = part === absent ? null : part
      if (this.#made !== undefined && !this.#fill(this.#takeMade())) return false
    }
    return true
  }

  #fillObject(level: Level, keys: ReadonlyArray<string>): boolean {
    const { length, target } = level
    const source = level.source as Readonly<Record<string, unknown>>
    const { realm } = this.#guest
    while (level.index < length) {
      if (this.#left-- <= 0) return false
      const index = level.index++
      const key = keys[index]!
      const part = this.#open(source[key], key)
      if (part === absent) {
        if (this.#isStuck) return false
        this.#forgetShape(level)
      } else if (level.slots !== null) level.slots[index] = part
      else addProperty(realm, target, key, part, DEFAULT)
      if (this.#made !== undefined && !this.#fill(this.#takeMade())) return false
    }
    this.#finish(level, keys)
    return true
  }

  /** An object lacks a key of the shape that it was thought to have. */
  #forgetShape(level: Level): void {
    const { slots, keys, target } = level
    level.slots = null
    if (slots !== null) target.slots = []
    slots
      ?.slice(0, level.index - 1)
      .forEach((part, index) => addProperty(this.#guest.realm, target, keys![index]!, part, DEFAULT))
  }

  /** Gives an object its shape, or keeps the shape that it came to. */
  #finish({ slots, target, length }: Level, keys: ReadonlyArray<string>): void {
    const depth = this.#path.length
    if (slots !== null) {
      target.slots = slots
      target.shape = this.#layouts[depth]!.shape
    } else if (length > 0 && !target.shape.dictionary && target.shape.count === length) {
      this.#layouts[depth] = { keys, shape: target.shape }
    }
  }

  #takeMade(): Level {
    const made = this.#made!
    this.#made = undefined
    this.#path.push(made.source)
    return made
  }

  #open(given: unknown, key: string | number): Value | Absent {
    const value = typeof given === "object" || typeof given === "bigint" ? converted(given, key) : given
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
        return value === null ? null : this.#make(value)
      default:
        return absent
    }
  }

  /** Makes a container; its filling is the caller's. */
  #make(source: object): JSObject | Absent {
    if (this.#path.includes(source)) return this.#refuse("is a cycle")
    if (this.#path.length === maxDepth) return this.#refuse(`is nested more than ${maxDepth} levels deep`)
    const keys = Array.isArray(source) ? null : Object.keys(source)
    const length = keys === null ? lengthOf(source) : keys.length
    if (!this.#allocate(OBJECT_BYTES + length * SLOT_BYTES + keyBytes(keys))) return absent
    if (keys === null) this.#made = this.#newArray(source, length)
    else this.#made = this.#newObject(source, keys)
    return this.#made.target
  }

  #newArray(source: object, length: number): Level {
    const elements = blanks[length]?.slice() ?? []
    const target = new JSObject(this.#guest.realm.arrayShape, [], Kind.Array, elements)
    return { source, keys: null, length, target, slots: null, index: 0 }
  }

  #newObject(source: object, keys: ReadonlyArray<string>): Level {
    const { objectShape } = this.#guest.realm
    const { length } = keys
    const layout = this.#layouts[this.#path.length + 1]
    if (layout === undefined || !isEqual(layout.keys, keys)) {
      const target = new JSObject(objectShape, [], Kind.Ordinary, null)
      return { source, keys, length, target, slots: null, index: 0 }
    }
    const target = new JSObject(objectShape, NO_SLOTS, Kind.Ordinary, null)
    return { source, keys: layout.keys, length, target, slots: layout.keys.slice(), index: 0 }
  }

  #allocate(bytes: number): boolean {
    if (this.#guest.allocate(bytes)) return true
    this.exhausted = true
    return false
  }

  #refuse(why: string): Absent {
    this.#why = why
    return absent
  }

  /** Says where it was, once every level is left. */
  #tell(): void {
    if (this.#why === undefined) return
    const path = this.#levels.map(({ keys, index }) =>
      keys === null ? `[${index - 1}]` : access(keys[index - 1]!),
    )
    this.refusal = `${this.#name}${path.reverse().join("")} ${this.#why}`
  }
}

function isEqual(left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean {
  if (left.length !== right.length) return false
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false
  return true
}

/** The length of an array as JSON takes it: that of a Proxy may be anything. */
function lengthOf(source: object): number {
  const length = Math.trunc(Number((source as { readonly length: unknown }).length))
  return length > 0 ? Math.min(length, Number.MAX_SAFE_INTEGER) : 0
}

/** A host shares the texts of short keys. */
const maxSharedKey = 64

/** What the texts of an object's keys take. */
export function keyBytes(keys: ReadonlyArray<string> | null): number {
  let units = 0
  if (keys !== null) for (const key of keys) if (key.length > maxSharedKey) units += key.length
  return units * CHARACTER_BYTES
}

/** What JSON sees of a value: after its `toJSON`, and without a wrapper around a primitive. */
function converted(value: unknown, key: string | number): unknown {
  if (value === null) return null
  const { toJSON } = value as { readonly toJSON?: unknown }
  const json: unknown = typeof toJSON === "function" ? toJSON.call(value, String(key)) : value
  if (json instanceof Number) return Number(json)
  if (json instanceof String) return String(json)
  return json instanceof Boolean || json instanceof BigInt ? json.valueOf() : json
}

const access = (key: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
