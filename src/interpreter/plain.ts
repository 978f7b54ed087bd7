/**
 * A value reduced to plain data before it may leave: objects without accessors, arrays without holes, strings, finite
 * numbers, booleans and null. Getters, `toJSON` and proxies run here, metered and stoppable; the host then only copies.
 * Decides what each kind of value becomes and what cannot leave. Never copies anything out.
 */
import { Collection } from "../objects/collection.ts"
import { serializeQuery } from "../objects/host.ts"
import { declareKind } from "../objects/kinds.ts"
import { layoutOf } from "../objects/layout.ts"
import { EXOTIC, isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import { addProperty, slotKeys, type SlowArrayLength } from "../objects/properties.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { PairsSlots } from "../objects/platformSlots.ts"
import { DEFAULT } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type PropertyKey, type Value } from "../objects/value.ts"
import type { TypedArraySlots } from "../objects/buffer.ts"
import { call, leaveNative, pause } from "./call.ts"
import { constructorName } from "./describe.ts"
import type { Descriptor } from "./descriptor.ts"
import { exoticKeys } from "./exotic.ts"
import type { NativeFrame } from "./frame.ts"
import { isInstance, isPlainAndSmall, MAX_PLAIN_DEPTH, walkPlain } from "./isPlain.ts"
import { get, getOwnProperty, ownKeys } from "./internal.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./steps.ts"
import { createArray, createObject, flat, getV, lengthOf, toNumber, toString } from "./operations.ts"
import type { ToolSlots } from "./tools.ts"

/** Lost parts that are told of, each by its path. */
const MAX_LOSSES = 20

/** What a reduction came to. */
export class Reduced {
  /** Plain data; undefined where the whole value is that. */
  readonly value: Value
  /** The sentence that says what cannot leave and where it is. */
  readonly refusal: string | null
  /** Sentences about parts of a result that were lost. */
  readonly losses: string[]

  constructor(value: Value, refusal: string | null, losses: string[]) {
    this.value = value
    this.refusal = refusal
    this.losses = losses
  }
}

declareKind("Reduced", Reduced, { value: "any", refusal: "any", losses: "any" })

/** What a reduction is for. */
export interface Purpose {
  /** What paths in sentences begin with. */
  readonly name: string
  /**
   * `argument` and `result` become JSON data; of a result every undefined becomes null, and dropped functions are told of.
   * `structured` keeps every primitive and the built-in kinds that a host has too; only what could run code is gone.
   */
  readonly form: "argument" | "result" | "structured"
}

/** One container being copied. */
interface Level {
  readonly source: JSObject
  readonly isArray: boolean
  /** Names of the fields that are read, of an object. */
  keys: readonly string[]
  /** The parts themselves where they are known; else they are read from `source`. */
  readonly values: Value[] | null
  length: number
  index: number
  /** An ordinary object or an array; of a structured Map or Set an array of its keys and values, of an error its fields. */
  readonly target: JSObject
  /** What `target` is made into once it is full. */
  readonly becomes: "itself" | "map" | "set" | "error"
}

interface Locals {
  readonly purpose: Purpose
  readonly levels: Level[]
  /** What is being looked at. */
  value: Value
  /** Keys of a proxy, whose enumerability is being asked one by one. */
  keys: PropertyKey[]
  keyIndex: number
  readonly losses: string[]
  readonly outcome: { value: Value; refusal: string | null }
}

const CHECK = 0
const GOT_TO_JSON = 1
const CONVERTED = 2
const DELIVER = 3
const NEXT = 4
const GOT_PART = 5
const PROXY_LENGTH = 6
const PROXY_LENGTH_NUMBER = 7
const PROXY_KEYS = 8
const PROXY_NEXT_KEY = 9
const PROXY_KEY = 10
const END = 11
const CHECKED = 12
const ENTER = 13

/** Reduces a value: a {@link Reduced}, or ABRUPT as any call of program code. */
export function reduce(machine: Machine, value: Value, purpose: Purpose): Completion {
  if (isPlainAndSmall(machine, value, purpose.form === "structured")) {
    return new Reduced(flat(machine, value), null, []) as unknown as Value
  }
  const outcome = { value: undefined, refusal: null }
  const locals: Locals = { purpose, levels: [], value, keys: [], keyIndex: 0, losses: [], outcome }
  return reduceSteps.start(machine, locals)
}

const reduceSteps = steps<Locals>({
  name: "Reduce",
  run(machine, frame, input) {
    for (;;) {
      if (frame.state === END) {
        const { outcome, losses } = frame.locals
        return new Reduced(outcome.value, outcome.refusal, losses) as unknown as Value
      }
      if (frame.state === NEXT && machine.fuel < 0) return pause(machine, frame)
      input = advance(machine, frame, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

/** One step: sets the next state and gives what that state gets. */
function advance(machine: Machine, frame: NativeFrame<Locals>, input: Value): Completion {
  const { locals } = frame
  switch (frame.state) {
    case CHECK:
      frame.state = CHECKED
      return walkPlain(machine, locals.value, locals.purpose.form === "structured")
    case CHECKED:
      frame.state = input === true ? END : ENTER
      if (input === true) locals.outcome.value = locals.value
      return undefined
    case ENTER:
      if (locals.purpose.form === "structured") return take(machine, frame, locals.value)
      frame.state = isObject(locals.value) || typeof locals.value === "bigint" ? GOT_TO_JSON : DELIVER
      return frame.state === DELIVER ? locals.value : getV(machine, locals.value, "toJSON")
    case GOT_TO_JSON:
      frame.state = CONVERTED
      return isCallable(input) ? call(machine, input, locals.value, [keyOf(locals)]) : locals.value
    case CONVERTED:
      locals.value = input
      return take(machine, frame, input)
    case DELIVER:
      return deliver(machine, frame, input)
    case NEXT:
      return nextPart(machine, frame)
    case GOT_PART:
      frame.state = ENTER
      locals.value = input
      return undefined
    case PROXY_LENGTH:
      frame.state = PROXY_LENGTH_NUMBER
      return toNumber(machine, input)
    case PROXY_LENGTH_NUMBER:
      return openArray(machine, frame, lengthOf(input as number), null)
    case PROXY_KEYS:
      locals.keys = input as unknown as PropertyKey[]
      locals.keyIndex = 0
      return openObject(machine, frame, [], null)
    case PROXY_NEXT_KEY:
      return nextProxyKey(machine, frame)
    default:
      return takeProxyKey(frame, input as unknown as Descriptor | undefined)
  }
}

/** The text that `toJSON` gets: the key under which the value stands. */
function keyOf({ levels }: Locals): string {
  const level = levels[levels.length - 1]
  if (level === undefined) return ""
  return level.isArray ? String(level.index) : level.keys[level.index]!
}

/** Reads the part that comes next, or closes the container. */
function nextPart(machine: Machine, frame: NativeFrame<Locals>): Completion {
  const { levels } = frame.locals
  const level = levels[levels.length - 1]!
  const { source, index } = level
  if (index === level.length) {
    levels.pop()
    frame.state = DELIVER
    return closed(machine, level)
  }
  machine.fuel--
  frame.state = GOT_PART
  if (level.values !== null) return level.values[index]
  if (level.isArray && source.kind === Kind.Array) {
    const element = (source.data as Array<Value | Empty>)[index]
    if (element !== undefined && element !== EMPTY) return element
  }
  return get(machine, source, level.isArray ? String(index) : level.keys[index]!, source)
}

/** A container that is full, as what it is to be. */
function closed(machine: Machine, { target, becomes, source }: Level): JSObject {
  if (becomes === "itself") return target
  if (becomes === "error") {
    const error = new JSObject(machine.realm.shapeFor(source.shape.prototype), [], Kind.Error, source.data)
    for (const key of slotKeys(machine.realm, target)) {
      addProperty(machine.realm, error, key, target.slots[target.shape.find(key)]!, DEFAULT)
    }
    return error
  }
  const collection = new Collection()
  const parts = target.data as Value[]
  const step = becomes === "map" ? 2 : 1
  for (let index = 0; index < parts.length; index += step)
    collection.set(parts[index], parts[index + step - 1])
  return new JSObject(target.shape, [], becomes === "map" ? Kind.Map : Kind.Set, collection)
}

function nextProxyKey(machine: Machine, frame: NativeFrame<Locals>): Completion {
  const { locals } = frame
  const key = locals.keys[locals.keyIndex]
  if (key === undefined) {
    frame.state = NEXT
    return undefined
  }
  machine.fuel--
  frame.state = PROXY_KEY
  if (typeof key === "symbol") return undefined
  return getOwnProperty(machine, locals.value as JSObject, key) as Completion
}

function takeProxyKey(frame: NativeFrame<Locals>, descriptor: Descriptor | undefined): undefined {
  const { locals } = frame
  const level = locals.levels[locals.levels.length - 1]!
  if (descriptor?.enumerable === true) {
    // the list was made empty for this proxy
    ;(level.keys as string[]).push(locals.keys[locals.keyIndex] as string)
    level.length++
  }
  locals.keyIndex++
  frame.state = PROXY_NEXT_KEY
}

/** Opens a container, or says how a value that is none goes on. */
function take(machine: Machine, frame: NativeFrame<Locals>, value: Value): Completion {
  const { locals } = frame
  const isStructured = locals.purpose.form === "structured"
  frame.state = DELIVER
  if (!isObject(value) || (isCallable(value) && value.kind !== Kind.Tool)) return value
  if (isStructured && isLike(value)) return value
  const refusal = refusalOf(value) ?? (isStructured ? classRefusal(machine, value) : null)
  if (refusal !== null) return refuse(frame, refusal)
  if (locals.levels.some((level) => level.source === value)) {
    return refuse(frame, "is a cycle: it contains itself. Leave that reference out")
  }
  switch (value.kind) {
    case Kind.Boolean:
    case Kind.BigInt:
      return value.data as boolean | bigint
    case Kind.Number:
      return toNumber(machine, value)
    case Kind.String:
      return toString(machine, value)
    case Kind.RawJSON:
      return JSON.parse(get(machine, value, "rawJSON", value) as string) as Value
    case Kind.Platform:
      if (!(value.data instanceof PairsSlots)) return open(machine, frame, value)
      return takePairs(machine, frame, value.data)
    case Kind.Proxy:
      frame.state = isArrayBehind(value) ? PROXY_LENGTH : PROXY_KEYS
      return frame.state === PROXY_LENGTH
        ? get(machine, value, "length", value)
        : (ownKeys(machine, value) as Completion)
    default:
      return open(machine, frame, value)
  }
}

/** URLSearchParams become their text, Headers an object; several cookies are one text, as `get` gives them. */
function takePairs(
  machine: Machine,
  frame: NativeFrame<Locals>,
  { of, names, values }: PairsSlots,
): Completion {
  machine.charge(names.length)
  if (of === "URLSearchParams") return serializeQuery(names, values)
  const fields = new Map<string, string>()
  names.forEach((name, index) => {
    const before = fields.get(name)
    fields.set(name, before === undefined ? values[index]! : `${before}, ${values[index]!}`)
  })
  return openObject(machine, frame, [...fields.keys()], [...fields.values()])
}

/** IsArray, ECMA-262 7.2.2, of a proxy that is not revoked: reading its `toJSON` would have thrown. */
function isArrayBehind(proxy: JSObject): boolean {
  let target: JSObject | null = proxy
  while (target !== null && target.kind === Kind.Proxy)
    target = (target.data as { target: JSObject | null }).target
  return target !== null && (target.kind === Kind.Array || target.kind === Kind.SlowArray)
}

/** Why an object of this kind cannot leave, or null. */
function refusalOf(object: JSObject): string | null {
  switch (object.kind) {
    case Kind.Promise:
      return "is a promise that was not awaited: await it first"
    case Kind.Tool: {
      const { path } = object.data as ToolSlots
      return `is the reference tools${path === "" ? "" : `.${path}`}, not a result: call it and await what it gives`
    }
    case Kind.TypedArray: {
      const { type } = object.data as TypedArraySlots
      const advice = type === "Uint8" ? "bytes.toBase64() or Array.from(bytes)" : "Array.from(array)"
      return `is a ${type}Array: encode it, for example with ${advice}`
    }
    case Kind.ArrayBuffer:
      return "is an ArrayBuffer: encode it, for example with new Uint8Array(buffer).toBase64()"
    case Kind.DataView:
      return "is a DataView: encode its bytes, for example with new Uint8Array(view.buffer).toBase64()"
    default:
      return null
  }
}

/** Has a like in the host that is copied whole. */
function isLike({ kind }: JSObject): boolean {
  switch (kind) {
    case Kind.Date:
    case Kind.RegExp:
    case Kind.ArrayBuffer:
    case Kind.TypedArray:
    case Kind.DataView:
    case Kind.Platform:
    case Kind.Boolean:
    case Kind.Number:
    case Kind.String:
    case Kind.BigInt:
      return true
    default:
      return false
  }
}

/** Why an object without a like in the host is refused, by its class; null for what has one. */
function classRefusal(machine: Machine, object: JSObject): string | null {
  switch (object.kind) {
    case Kind.Map:
    case Kind.Set:
    case Kind.Error:
    case Kind.Proxy:
    case Kind.Array:
    case Kind.SlowArray:
    case Kind.Arguments:
      return null
    case Kind.Iterator:
    case Kind.Generator:
    case Kind.AsyncGenerator:
      return "is an iterator: pass its values, for example [...iterator]"
    default: {
      if (object.kind === Kind.Ordinary && !isInstance(machine, object)) return null
      const name = constructorName(machine.realm, object) ?? "an unknown class"
      return `is an instance of ${name}: pass a plain object, for example { ...object }`
    }
  }
}

function open(machine: Machine, frame: NativeFrame<Locals>, object: JSObject): Completion {
  if (frame.locals.purpose.form === "structured") {
    switch (object.kind) {
      case Kind.Map:
      case Kind.Set: {
        const isMap = object.kind === Kind.Map
        const values = entriesOf(machine, object).flatMap(([key, value]) => (isMap ? [key, value] : [key]))
        return openArray(machine, frame, values.length, values, isMap ? "map" : "set")
      }
      case Kind.Error:
        return openObject(machine, frame, errorKeys(machine, object), null, "error")
    }
  }
  switch (object.kind) {
    case Kind.Array:
      return openArray(machine, frame, (object.data as unknown[]).length, null)
    case Kind.SlowArray:
      return openArray(machine, frame, (object.data as SlowArrayLength).value, null)
    case Kind.Set: {
      const values = entriesOf(machine, object).map(([value]) => value)
      return openArray(machine, frame, values.length, values)
    }
    case Kind.Map:
      return openMap(machine, frame, object)
    case Kind.Error:
      return openObject(machine, frame, errorKeys(machine, object), null)
    case Kind.Iterator:
    case Kind.Generator:
    case Kind.AsyncGenerator:
      lose(frame.locals, "is an iterator, whose values were left out of the result: return [...iterator]")
      return openObject(machine, frame, enumerableKeys(machine, object), null)
    default:
      return openObject(machine, frame, enumerableKeys(machine, object), null)
  }
}

function entriesOf(machine: Machine, object: JSObject): Array<[Value, Value]> {
  const entries: Array<[Value, Value]> = []
  const { first, size } = object.data as Collection
  machine.charge(size >> 2)
  for (let entry = first; entry !== null; entry = entry.next) entries.push([entry.key, entry.value])
  return entries
}

/** An object if its keys are strings and numbers that differ as text, else an array of pairs. */
function openMap(machine: Machine, frame: NativeFrame<Locals>, map: JSObject): Completion {
  const entries = entriesOf(machine, map)
  const names = new Set<string>()
  for (const [key] of entries) if (typeof key === "string" || typeof key === "number") names.add(String(key))
  if (names.size === entries.length) {
    return openObject(
      machine,
      frame,
      [...names],
      entries.map(([, value]) => value),
    )
  }
  const pairs = entries.map((pair) => createArray(machine, pair))
  return openArray(machine, frame, pairs.length, pairs)
}

/** Own enumerable string keys, in the standard's order; the list is not the caller's own. */
function enumerableKeys(machine: Machine, object: JSObject): readonly string[] {
  if ((object.kind & EXOTIC) !== 0) {
    return exoticKeys(machine, object).filter(
      (key) => typeof key === "string" && isEnumerable(machine, object, key),
    ) as string[]
  }
  if (object.shape.lazy) machine.realm.materialize(object)
  const { keys } = layoutOf(object)
  machine.charge(keys.length >> 3)
  return keys
}

function isEnumerable(machine: Machine, object: JSObject, key: PropertyKey): boolean {
  return (getOwnProperty(machine, object, key) as Descriptor | undefined)?.enumerable === true
}

/** Name and message, what they were caused by, and the error's own fields. */
function errorKeys(machine: Machine, error: JSObject): string[] {
  const own = slotKeys(machine.realm, error)
  const keys = ["name", "message", ...["cause", "errors"].filter((key) => own.includes(key))]
  return [...keys, ...enumerableKeys(machine, error).filter((key) => !keys.includes(key) && key !== "stack")]
}

function openObject(
  machine: Machine,
  frame: NativeFrame<Locals>,
  keys: readonly string[],
  values: Value[] | null,
  becomes: Level["becomes"] = "itself",
): Completion {
  const target = createObject(machine)
  return push(machine, frame, { isArray: false, keys, values, length: keys.length, target, becomes })
}

function openArray(
  machine: Machine,
  frame: NativeFrame<Locals>,
  length: number,
  values: Value[] | null,
  becomes: Level["becomes"] = "itself",
): Completion {
  const target = createArray(machine, [])
  return push(machine, frame, { isArray: true, keys: [], values, length, target, becomes })
}

function push(
  machine: Machine,
  frame: NativeFrame<Locals>,
  level: Omit<Level, "source" | "index">,
): Completion {
  const { levels, value } = frame.locals
  if (levels.length === MAX_PLAIN_DEPTH)
    return refuse(frame, `is nested more than ${MAX_PLAIN_DEPTH} levels deep`)
  if (!machine.allocate(OBJECT_BYTES + level.length * SLOT_BYTES)) return ABRUPT
  levels.push({ ...level, source: value as JSObject, index: 0 })
  frame.state = frame.state === PROXY_KEYS ? PROXY_NEXT_KEY : NEXT
  return undefined
}

/** Puts a finished part into its container; of the whole, ends. */
function deliver(machine: Machine, frame: NativeFrame<Locals>, value: Value): Completion {
  const { locals } = frame
  const { levels, purpose, outcome } = locals
  const level = levels[levels.length - 1]
  if (purpose.form === "structured") return deliverAsItIs(machine, frame, value)
  if (typeof value === "bigint") {
    return refuse(frame, "is a BigInt: convert it, for example with String(n) or Number(n)")
  }
  const isResult = purpose.form === "result"
  const isDropped = typeof value === "symbol" || isCallable(value)
  if (level === undefined) {
    if (isDropped) return refuse(frame, typeof value === "symbol" ? "is a symbol" : "is a function")
    outcome.value = value === undefined && isResult ? null : plainPrimitive(machine, value)
    frame.state = END
    return undefined
  }
  if (isDropped) lose(locals, "is a function or symbol and was left out of the result")
  const isMissing = isDropped || (value === undefined && !isResult)
  const part = isDropped || value === undefined ? null : plainPrimitive(machine, value)
  if (level.isArray) (level.target.data as Value[]).push(part)
  else if (!isMissing) addProperty(machine.realm, level.target, level.keys[level.index]!, part, DEFAULT)
  level.index++
  frame.state = NEXT
  return undefined
}

/** Tells of a part of a result that is lost. */
function lose(locals: Locals, what: string): void {
  if (locals.purpose.form !== "result" || locals.losses.length === MAX_LOSSES) return
  locals.losses.push(`${pathOf(locals)} ${what}.`)
}

/** {@link deliver} for a structured copy. */
function deliverAsItIs(machine: Machine, frame: NativeFrame<Locals>, value: Value): Completion {
  const { levels, outcome } = frame.locals
  const level = levels[levels.length - 1]
  if (typeof value === "symbol" || isCallable(value)) {
    return refuse(
      frame,
      `is a ${typeof value === "symbol" ? "symbol" : "function"}, which cannot leave the program`,
    )
  }
  const part = flat(machine, value)
  frame.state = level === undefined ? END : NEXT
  if (level === undefined) {
    outcome.value = part
    return undefined
  }
  if (level.isArray) (level.target.data as Value[]).push(part)
  else addProperty(machine.realm, level.target, level.keys[level.index]!, part, DEFAULT)
  level.index++
  return undefined
}

/** As JSON writes it: ropes are joined, and what JSON has no number for is null. */
function plainPrimitive(machine: Machine, value: Value): Value {
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null
  return flat(machine, value)
}

function refuse(frame: NativeFrame<Locals>, why: string): undefined {
  const { locals } = frame
  locals.outcome.refusal = `${pathOf(locals)} ${why}`
  frame.state = END
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u
const MAX_PATH_KEY = 100

/** The path of what is being looked at: `result.items[3].next`. */
function pathOf({ purpose, levels }: Locals): string {
  return levels.reduce(
    (path, level) => path + (level.isArray ? `[${level.index}]` : access(level.keys[level.index]!)),
    purpose.name,
  )
}

function access(key: string): string {
  if (key.length > MAX_PATH_KEY) return `[${JSON.stringify(key.slice(0, MAX_PATH_KEY))}...]`
  return identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}
