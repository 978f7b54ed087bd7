/**
 * Structured copies between extensions and programs: built-in kinds arrive as their like, functions and promises of the host
 * as callables and promises of the program. Asks its user for everything that is more than data.
 */
import {
  BufferSlots,
  type DataViewSlots,
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
import type { Guest } from "./copyIn.ts"
import { setField } from "./copyOut.ts"

const maxDepth = 32

/** What built-ins beyond the object model are made of. */
export interface Likes {
  /** Host value of a Date, RegExp, or an object of the platform; `undefined` where there is no like. */
  toHost(object: JSObject): object | undefined
  /** Program's value of a Date, RegExp, URL, URLSearchParams or Headers; `undefined` for anything else. */
  toGuest(value: object): JSObject | undefined
}

/** How host functions and promises enter a program. */
export interface Live {
  function(value: Function, owner: unknown): JSObject
  promise(value: PromiseLike<unknown>): JSObject
  /** Internal slots of an error. */
  errorData(): unknown
}

/** A copy for the host of what was reduced inside the interpreter: nothing in it can run code, and no cycle is in it. */
export function structuredOut(value: Value, likes: Likes): unknown {
  if (value instanceof Rope) return flatten(value)
  if (typeof value !== "object" || value === null) return value
  const copy = (part: Slot | Empty): unknown =>
    part === EMPTY ? undefined : structuredOut(part as Value, likes)
  switch (value.kind) {
    case Kind.Array:
      return (value.data as ReadonlyArray<Value | Empty>).map(copy)
    case Kind.Map:
      return new Map(entriesOf(value).map(([key, entry]) => [copy(key), copy(entry)]))
    case Kind.Set:
      return new Set(entriesOf(value).map(([key]) => copy(key)))
    case Kind.Error:
      return errorOut(value, copy)
    case Kind.Boolean:
    case Kind.Number:
    case Kind.String:
    case Kind.BigInt:
      return Object(value.data)
    case Kind.ArrayBuffer:
      return (value.data as BufferSlots).bytes.slice().buffer
    case Kind.TypedArray:
      return typedArrayOut(value.data as TypedArraySlots)
    case Kind.DataView:
      return dataViewOut(value.data as DataViewSlots)
    default:
      return likes.toHost(value) ?? fieldsOut(value, copy)
  }
}

function entriesOf(object: JSObject): Array<[Value, Value]> {
  const entries: Array<[Value, Value]> = []
  for (let entry = (object.data as Collection).first; entry !== null; entry = entry.next)
    entries.push([entry.key, entry.value])
  return entries
}

function fieldsOut(object: JSObject, copy: (part: Slot) => unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const { key, slot, attributes } of object.shape.entries()) {
    if (typeof key === "string" && (attributes & ENUMERABLE) !== 0)
      setField(fields, key, copy(object.slots[slot]!))
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

function errorOut(error: JSObject, copy: (part: Slot) => unknown): Error {
  const { name, message, ...fields } = fieldsOut(error, copy)
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

/** One copy of a host value into a program. */
export class StructuredInward {
  /** The sentence that says what cannot come in and where it is. */
  refusal: string | undefined
  exhausted = false
  readonly #guest: Guest
  readonly #likes: Likes
  readonly #live: Live
  readonly #path: Array<string>
  readonly #open: Array<object> = []

  constructor(guest: Guest, likes: Likes, live: Live, name: string) {
    this.#guest = guest
    this.#likes = likes
    this.#live = live
    this.#path = [name]
  }

  /** The copy; without meaning once there is a refusal. `owner` is what functions in it are called on. */
  copy(value: unknown, owner: unknown = undefined): Value {
    switch (typeof value) {
      case "string":
        return this.#allocate(value.length * CHARACTER_BYTES) ? value : undefined
      case "symbol":
        return this.#refuse("is a symbol")
      case "function":
        return this.#allocate(OBJECT_BYTES * 2) ? this.#live.function(value, owner) : undefined
      case "object":
        return value === null ? null : this.#object(value)
      default:
        return value as undefined | boolean | number | bigint
    }
  }

  #object(value: object): Value {
    if (this.refusal !== undefined || this.exhausted) return undefined
    if (typeof (value as { then?: unknown }).then === "function")
      return this.#live.promise(value as PromiseLike<unknown>)
    if (this.#open.includes(value)) return this.#refuse("is a cycle")
    if (this.#open.length === maxDepth) return this.#refuse(`is nested more than ${maxDepth} levels deep`)
    if (!this.#allocate(OBJECT_BYTES)) return undefined
    this.#open.push(value)
    const made = this.#container(value)
    this.#open.pop()
    return made
  }

  #container(value: object): Value {
    if (Array.isArray(value))
      return this.#array(Array.from(value, (part: unknown, index) => this.#part(`[${index}]`, part, value)))
    if (value instanceof Map) return this.#collection("Map", Kind.Map, value, [...value])
    if (value instanceof Set)
      return this.#collection(
        "Set",
        Kind.Set,
        value,
        [...value].map((part) => [part, part]),
      )
    if (value instanceof Error) return this.#error(value)
    if (value instanceof ArrayBuffer) return this.#buffer(new Uint8Array(value.slice(0)))
    if (ArrayBuffer.isView(value)) return this.#view(value)
    const like = this.#likes.toGuest(value)
    if (like !== undefined) return like
    if (!isPlain(value)) {
      return this.#refuse(
        `is an instance of ${nameOf(value)}, which programs do not have: give plain data and functions`,
      )
    }
    const { realm } = this.#guest
    return this.#fields(realm.newObject(realm.objectPrototype), value)
  }

  #part(access: string, part: unknown, owner: unknown): Value {
    if (this.refusal !== undefined || !this.#allocate(SLOT_BYTES)) return undefined
    this.#path.push(access)
    const made = this.copy(part, owner)
    this.#path.pop()
    return made
  }

  #array(elements: Array<Slot>): JSObject {
    return new JSObject(this.#guest.realm.arrayShape, [], Kind.Array, elements)
  }

  #fields(target: JSObject, source: object): JSObject {
    for (const key of Object.keys(source)) {
      const part = this.#part(`.${key}`, (source as Record<string, unknown>)[key], source)
      defineProperty(this.#guest.realm, target, key, part, DEFAULT)
    }
    return target
  }

  #collection(
    name: string,
    kind: Kind,
    source: object,
    entries: ReadonlyArray<readonly [unknown, unknown]>,
  ): JSObject {
    const collection = new Collection()
    entries.forEach(([key, value], index) => {
      const copied = this.#part(`[${index}]`, key, source)
      collection.set(copied, kind === Kind.Set ? copied : this.#part(`[${index}]`, value, source))
    })
    return new JSObject(this.#shapeOf(`${name}.prototype`), [], kind, collection)
  }

  #error(error: Error): JSObject {
    const name = Object.hasOwn(errorClasses, error.name) ? error.name : "Error"
    const made = new JSObject(this.#shapeOf(`${name}.prototype`), [], Kind.Error, this.#live.errorData())
    const { realm } = this.#guest
    defineProperty(realm, made, "message", String(error.message), HIDDEN)
    if (name !== error.name) defineProperty(realm, made, "name", String(error.name), HIDDEN)
    if (error.cause !== undefined)
      defineProperty(realm, made, "cause", this.#part(".cause", error.cause, error), HIDDEN)
    if (error instanceof AggregateError)
      defineProperty(realm, made, "errors", this.#part(".errors", Array.from(error.errors), error), HIDDEN)
    for (const key of Object.keys(error)) {
      if (key === "stack" || key === "message" || key === "name") continue
      defineProperty(
        realm,
        made,
        key,
        this.#part(`.${key}`, (error as unknown as Record<string, unknown>)[key], error),
        DEFAULT,
      )
    }
    return made
  }

  #buffer(bytes: Uint8Array): JSObject | undefined {
    if (!this.#allocate(bytes.length)) return undefined
    return new JSObject(
      this.#shapeOf("ArrayBuffer.prototype"),
      [],
      Kind.ArrayBuffer,
      new BufferSlots(bytes, null),
    )
  }

  #view(view: ArrayBufferView): Value {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice()
    const buffer = this.#buffer(bytes)
    if (buffer === undefined) return undefined
    const name = viewName(view)
    if (name === undefined) return this.#refuse(`is an instance of ${nameOf(view)}`)
    const type = name.slice(0, -"Array".length) as ElementType
    return new JSObject(
      this.#shapeOf(`${name}.prototype`),
      [],
      Kind.TypedArray,
      new TypedArraySlots(type, buffer, 0, lengthOf(view)),
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
    this.refusal ??= `${this.#path.join("")} ${why}`
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

const lengthOf = (view: ArrayBufferView): number => (view as unknown as { readonly length: number }).length

/** Of no class: also one of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

function nameOf(value: object): string {
  const { constructor } = value as { readonly constructor?: unknown }
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "an unknown class"
}
