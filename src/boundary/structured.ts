/**
 * Structured copies between extensions and programs: built-in kinds arrive as their like, functions and promises of the host
 * as callables and promises of the program. Asks its user for everything that is more than data.
 */
import {
  BufferSlots,
  type DataViewSlots,
  elementSize,
  type ElementType,
  fromFloat16Bits,
  TypedArraySlots,
} from "../objects/buffer.ts"
import { Collection } from "../objects/collection.ts"
import { CHARACTER_BYTES, OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { JSObject, Kind, type Slot } from "../objects/object.ts"
import { defineProperty } from "../objects/properties.ts"
import { flatten, Rope } from "../objects/rope.ts"
import { DEFAULT, ENUMERABLE, HIDDEN } from "../objects/shape.ts"
import { EMPTY, type Empty, type Value } from "../objects/value.ts"
import { type Guest, keyBytes } from "./copyIn.ts"
import { setField } from "./copyOut.ts"

const maxDepth = 32

/** What built-ins beyond the object model are made of. */
export interface Likes {
  /** Host value of a Date, RegExp, or an object of the platform; `undefined` where there is no like. */
  toHost(object: JSObject): object | undefined
  /**
   * Program's value of a Date, RegExp, URL, URLSearchParams or Headers; `undefined` for anything else, and if `allocate`
   * refuses memory for its texts.
   */
  toGuest(value: object, allocate: (bytes: number) => boolean): JSObject | undefined
}

/** How host functions and promises enter a program. */
export interface Live {
  function(value: Function, owner: unknown): JSObject
  promise(value: PromiseLike<unknown>): JSObject
  /** Internal slots of an error. */
  errorData(): unknown
}

/** A part of a container goes out of a walk, its copy comes in; at the end the container is there. */
type Walk<Part, Copied, Container> = Generator<Part, Container, Copied>

/**
 * One copy for the host of what was reduced inside the interpreter, in parts that a slice can hold: nothing in it can run
 * code, and no cycle is in it. Throws what the host throws where it has no like, such as a pattern that its engine cannot read.
 */
export class StructuredOutward {
  value: unknown = undefined
  readonly #likes: Likes
  /** Containers being filled, the innermost last. */
  readonly #levels: Array<Walk<Slot | Empty, unknown, unknown>> = []

  constructor(value: Value, likes: Likes) {
    this.#likes = likes
    this.#open(value)
  }

  /** Copies about so many parts; whether that was the last of them. */
  step(parts: number): boolean {
    for (let left = parts; this.#levels.length > 0; left--) {
      if (left <= 0) return false
      const { done, value } = this.#levels.at(-1)!.next(this.value)
      if (done !== true) {
        this.#open(value)
        continue
      }
      this.#levels.pop()
      this.value = value
    }
    return true
  }

  #open(part: Slot | Empty): void {
    if (part === EMPTY) this.value = undefined
    else if (part instanceof Rope) this.value = flatten(part)
    else if (typeof part !== "object" || part === null) this.value = part
    else this.#enter(part as JSObject)
  }

  #enter(object: JSObject): void {
    switch (object.kind) {
      case Kind.Array:
        this.#levels.push(arrayOut(object.data as ReadonlyArray<Value | Empty>))
        return
      case Kind.Map:
        this.#levels.push(mapOut(object.data as Collection))
        return
      case Kind.Set:
        this.#levels.push(setOut(object.data as Collection))
        return
      case Kind.Error:
        this.#levels.push(errorOut(object))
        return
      default:
        this.value = leafOut(object) ?? this.#likes.toHost(object)
        if (this.value === undefined) this.#levels.push(fieldsOut(object))
    }
  }
}

/** What has no parts that are copied one by one; undefined of anything else. */
function leafOut({ kind, data }: JSObject): unknown {
  switch (kind) {
    case Kind.Boolean:
    case Kind.Number:
    case Kind.String:
    case Kind.BigInt:
      return Object(data)
    case Kind.ArrayBuffer:
      return (data as BufferSlots).bytes.slice().buffer
    case Kind.TypedArray:
      return typedArrayOut(data as TypedArraySlots)
    case Kind.DataView:
      return dataViewOut(data as DataViewSlots)
    default:
      return undefined
  }
}

function* arrayOut(elements: ReadonlyArray<Value | Empty>): Walk<Slot | Empty, unknown, Array<unknown>> {
  const target: Array<unknown> = []
  for (const element of elements) target.push(yield element)
  return target
}

function* mapOut({ first }: Collection): Walk<Slot, unknown, Map<unknown, unknown>> {
  const target = new Map<unknown, unknown>()
  for (let entry = first; entry !== null; entry = entry.next) {
    const key = yield entry.key
    target.set(key, yield entry.value)
  }
  return target
}

function* setOut({ first }: Collection): Walk<Slot, unknown, Set<unknown>> {
  const target = new Set<unknown>()
  for (let entry = first; entry !== null; entry = entry.next) target.add(yield entry.key)
  return target
}

function* fieldsOut(object: JSObject): Walk<Slot, unknown, Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const { key, slot, attributes } of object.shape.entries()) {
    if (typeof key === "string" && (attributes & ENUMERABLE) !== 0)
      setField(fields, key, yield object.slots[slot]!)
  }
  return fields
}

/** Without errors of its own yet. */
class NewAggregateError extends AggregateError {
  constructor(message: string) {
    super([], message)
    Object.setPrototypeOf(this, AggregateError.prototype)
  }
}

const errorClasses: Readonly<Record<string, new (message: string) => Error>> = {
  AggregateError: NewAggregateError, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
} // prettier-ignore

function* errorOut(error: JSObject): Walk<Slot, unknown, Error> {
  const { name, message, ...fields } = yield* fieldsOut(error)
  const errorClass = Object.hasOwn(errorClasses, String(name)) ? errorClasses[String(name)]! : Error
  const made = new errorClass(String(message))
  made.stack = `${String(name)}: ${String(message)}`
  if (made.name !== name) setHidden(made, "name", name)
  for (const [key, value] of Object.entries(fields)) {
    if (key === "cause" || key === "errors") setHidden(made, key, value)
    else setField(made as unknown as Record<string, unknown>, key, value)
  }
  return made
}

function setHidden(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true })
}

/** The elements as they are now, in a buffer of their own. */
function typedArrayOut(slots: TypedArraySlots): unknown {
  const elements = slots.current()
  if (slots.type !== "Float16") return elements.slice()
  return Float32Array.from(elements as Uint16Array, fromFloat16Bits)
}

function dataViewOut(slots: DataViewSlots): DataView {
  const { byteOffset, bufferSlots } = slots
  const bytes = slots.outOfBounds
    ? new Uint8Array(0)
    : bufferSlots.bytes.slice(byteOffset, byteOffset + slots.byteLength)
  return new DataView(bytes.buffer)
}

/** A container being filled. */
interface Level {
  readonly source: object
  readonly walk: Walk<unknown, Value, Value>
  /** How the part being copied is reached from it. */
  access: string
}

/** One copy of a host value into a program, in parts that a slice can hold. What a getter of the host throws comes through. */
export class StructuredInward {
  /** Without meaning once there is a refusal. */
  value: Value = undefined
  /** The sentence that says what cannot come in and where it is. */
  refusal: string | undefined
  exhausted = false
  readonly #guest: Guest
  readonly #likes: Likes
  readonly #live: Live
  readonly #name: string
  /** The innermost last. */
  readonly #levels: Array<Level> = []

  /** Paths in sentences begin with `name`. */
  constructor(guest: Guest, value: unknown, likes: Likes, live: Live, name: string) {
    this.#guest = guest
    this.#likes = likes
    this.#live = live
    this.#name = name
    this.#open(value)
  }

  /** Copies about so many parts; whether that was the last of them, or nothing more can be copied. */
  step(parts: number): boolean {
    for (let left = parts; this.#levels.length > 0 && !this.#isStuck; left--) {
      if (left <= 0) return false
      const { done, value } = this.#levels.at(-1)!.walk.next(this.value)
      if (done !== true) {
        if (this.#allocate(SLOT_BYTES)) this.#open(value)
        continue
      }
      this.#levels.pop()
      this.value = value as Value
    }
    return true
  }

  get #isStuck(): boolean {
    return this.exhausted || this.refusal !== undefined
  }

  #open(part: unknown): void {
    switch (typeof part) {
      case "string":
        if (this.#allocate(part.length * CHARACTER_BYTES)) this.value = part
        return
      case "symbol":
        return this.#refuse("is a symbol")
      case "function":
        // functions are called on what they came in
        if (this.#allocate(OBJECT_BYTES * 2))
          this.value = this.#live.function(part, this.#levels.at(-1)?.source)
        return
      case "object":
        if (part === null) this.value = null
        else this.#enter(part)
        return
      default:
        this.value = part as undefined | boolean | number | bigint
    }
  }

  #enter(value: object): void {
    if (typeof (value as { readonly then?: unknown }).then === "function") {
      this.value = this.#live.promise(value as PromiseLike<unknown>)
      return
    }
    if (this.#levels.some(({ source }) => source === value)) return this.#refuse("is a cycle")
    if (this.#levels.length === maxDepth) return this.#refuse(`is nested more than ${maxDepth} levels deep`)
    if (!this.#allocate(OBJECT_BYTES)) return
    const walk = this.#walkOf(value)
    if (walk !== undefined) {
      this.#levels.push({ source: value, walk, access: "" })
      return
    }
    this.value = ArrayBuffer.isView(value)
      ? this.#view(value)
      : value instanceof ArrayBuffer
        ? this.#buffer(new Uint8Array(value))
        : this.#likes.toGuest(value, (bytes) => this.#allocate(bytes))
    if (this.value !== undefined || this.#isStuck) return
    if (isPlain(value)) {
      const { realm } = this.#guest
      const target = realm.newObject(realm.objectPrototype)
      this.#levels.push({ source: value, walk: this.#fields(target, value), access: "" })
      return
    }
    this.#refuse(
      `is an instance of ${nameOf(value)}, which programs do not have: give plain data and functions`,
    )
  }

  /** Of a container that is none of plain fields. */
  #walkOf(value: object): Level["walk"] | undefined {
    if (Array.isArray(value)) return this.#array(value)
    if (value instanceof Map) return this.#map(value)
    if (value instanceof Set) return this.#set(value)
    return value instanceof Error ? this.#error(value) : undefined
  }

  /** The part that is copied next is reached in this way. */
  #at(access: string): void {
    this.#levels.at(-1)!.access = access
  }

  *#array(source: ReadonlyArray<unknown>): Level["walk"] {
    const elements: Array<Slot> = []
    for (let index = 0; index < source.length; index++) {
      this.#at(`[${index}]`)
      elements.push(yield source[index])
    }
    return new JSObject(this.#guest.realm.arrayShape, [], Kind.Array, elements)
  }

  *#fields(target: JSObject, source: object): Level["walk"] {
    const keys = Object.keys(source)
    if (!this.#allocate(keyBytes(keys))) return target
    for (const key of keys) {
      this.#at(`.${key}`)
      defineProperty(this.#guest.realm, target, key, yield (source as Record<string, unknown>)[key], DEFAULT)
    }
    return target
  }

  *#map(source: ReadonlyMap<unknown, unknown>): Level["walk"] {
    const collection = new Collection()
    let index = 0
    for (const [key, value] of source) {
      this.#at(`[${index++}]`)
      const copied = yield key
      collection.set(copied, yield value)
    }
    return new JSObject(this.#shapeOf("Map.prototype"), [], Kind.Map, collection)
  }

  *#set(source: ReadonlySet<unknown>): Level["walk"] {
    const collection = new Collection()
    let index = 0
    for (const part of source) {
      this.#at(`[${index++}]`)
      const copied = yield part
      collection.set(copied, copied)
    }
    return new JSObject(this.#shapeOf("Set.prototype"), [], Kind.Set, collection)
  }

  *#error(error: Error): Level["walk"] {
    const { realm } = this.#guest
    const ownName = String(error.name)
    const name = Object.hasOwn(errorClasses, ownName) ? ownName : "Error"
    const made = new JSObject(this.#shapeOf(`${name}.prototype`), [], Kind.Error, this.#live.errorData())
    defineProperty(realm, made, "message", yield String(error.message), HIDDEN)
    if (name !== ownName) defineProperty(realm, made, "name", yield ownName, HIDDEN)
    if (error.cause !== undefined) {
      this.#at(".cause")
      defineProperty(realm, made, "cause", yield error.cause, HIDDEN)
    }
    if (error instanceof AggregateError) {
      this.#at(".errors")
      defineProperty(realm, made, "errors", yield Array.from(error.errors), HIDDEN)
    }
    for (const key of Object.keys(error)) {
      if (key === "stack" || key === "message" || key === "name") continue
      this.#at(`.${key}`)
      defineProperty(realm, made, key, yield (error as unknown as Record<string, unknown>)[key], DEFAULT)
    }
    return made
  }

  /** Holds a copy of the bytes. */
  #buffer(bytes: Uint8Array): JSObject | undefined {
    if (!this.#allocate(bytes.length)) return undefined
    return new JSObject(
      this.#shapeOf("ArrayBuffer.prototype"),
      [],
      Kind.ArrayBuffer,
      new BufferSlots(bytes.slice(), null),
    )
  }

  #view(view: ArrayBufferView): Value {
    const name = viewName(view)
    if (name === undefined) return this.#refuse(`is an instance of ${nameOf(view)}`)
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    const buffer = this.#buffer(bytes)
    if (buffer === undefined) return undefined
    const type = name.slice(0, -"Array".length) as ElementType
    return new JSObject(
      this.#shapeOf(`${name}.prototype`),
      [],
      Kind.TypedArray,
      new TypedArraySlots(type, buffer, 0, Math.floor(bytes.length / elementSize(type))),
    )
  }

  #shapeOf(prototype: string) {
    return this.#guest.realm.shapeFor(this.#guest.realm.intrinsic(prototype))
  }

  #allocate(bytes: number): boolean {
    if (this.#guest.allocate(bytes)) return true
    this.exhausted = true
    return false
  }

  #refuse(why: string): undefined {
    this.refusal ??= `${this.#name}${this.#levels.map(({ access }) => access).join("")} ${why}`
  }
}

/** The name of the typed array's own class; a Node Buffer is a Uint8Array. */
function viewName(view: ArrayBufferView): string | undefined {
  const tag: unknown = Reflect.get(
    Object.getPrototypeOf(Uint8Array.prototype) as object,
    Symbol.toStringTag,
    view,
  )
  return typeof tag === "string" ? tag : undefined
}

/** What a program sees of a host function: in the place of either, a class may have a field of its own. */
export function signatureOf(f: Function): { readonly name: string; readonly length: number } {
  const { name, length }: { readonly name: unknown; readonly length: unknown } = f
  return {
    name: typeof name === "string" ? name : "",
    length: typeof length === "number" ? length : 0,
  }
}

/** Of no class: also one of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

function nameOf(value: object): string {
  const { constructor } = value as { readonly constructor?: unknown }
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "an unknown class"
}
