/**
 * Values to JSON text, ECMA-262 25.5.2, as one walk with a stack of its own. Plain data is read from slots; whatever could
 * run program code (toJSON, replacers, accessors, proxies) is called from numbered states.
 */
import { Collection } from "../objects/collection.ts"
import {
  FREE_LEVELS,
  CALLABLE,
  EXOTIC,
  isCallable,
  isObject,
  type JSObject,
  Kind,
} from "../objects/object.ts"
import { CHARACTER_BYTES } from "../objects/meter.ts"
import { findSlot } from "../objects/properties.ts"
import type { Realm } from "../objects/realm.ts"
import { Rope } from "../objects/rope.ts"
import { ACCESSOR, arrayIndex, ENUMERABLE, type Shape } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import { constructorName } from "../interpreter/describe.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { guestBody } from "../interpreter/guest.ts"
import { get } from "../interpreter/internal.ts"
import { type Machine, MAX_CALL_DEPTH } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import {
  flat,
  getV,
  lengthOf,
  MAX_STRING_LENGTH,
  textOf,
  toNumber,
  toString,
} from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { isArray } from "./arraySpecies.ts"
import type { Elements } from "./dense.ts"

interface Level {
  readonly object: JSObject
  /** Of an object: its keys; null for an array. */
  readonly keys: readonly string[] | null
  readonly length: number
  index: number
  /** Something was written inside. */
  begun: boolean
}

interface Stringify {
  /** What the walk began with, for `holder` of the outermost value. */
  readonly wrapper: JSObject
  readonly replacer: JSObject | null
  readonly properties: readonly string[] | null
  readonly gap: string
  indent: string
  readonly levels: Level[]
  /** Objects of `levels`, once there are many. */
  active: Collection | null
  /** The property being written. */
  holder: JSObject
  key: string
  value: Value
  /** How far a long text that is the value was quoted. */
  quoted: { position: number; readonly pieces: string[] } | null
  parts: string[]
  text: string
  length: number
}

const NEXT = 0
const READ = 1
const TO_JSON_READ = 2
const TO_JSON_CALLED = 3
const REPLACED = 4
const CONVERTED = 5
const LENGTH_READ = 6
const LENGTH_KNOWN = 7
const KEYS_READ = 8
const QUOTING = 9

/** Levels that are searched for a circle one by one. */
const MAX_SEARCHED_LEVELS = 48

/** Pieces joined at once, and their UTF-16 units. */
const MAX_PARTS = 4_096
const MAX_PENDING = 262_144

/** A string longer than this is quoted in pieces. */
const MAX_QUOTED = 131_072

const stringifySteps = steps<Stringify>({ name: "JSON.stringify", run: runStringify })

/** The text of a value; undefined where JSON has none. */
export function stringify(
  machine: Machine,
  wrapper: JSObject,
  replacer: JSObject | null,
  properties: readonly string[] | null,
  gap: string,
): Completion {
  return stringifySteps.start(machine, {
    wrapper,
    replacer,
    properties,
    gap,
    indent: "",
    levels: [],
    active: null,
    holder: wrapper,
    key: "",
    value: undefined,
    quoted: null,
    parts: [],
    text: "",
    length: 0,
  })
}

function runStringify(machine: Machine, frame: NativeFrame<Stringify>, input: Completion): Completion {
  const state = frame.locals
  for (;;) {
    switch (frame.state) {
      case NEXT: {
        if (machine.fuel < 0) return pause(machine, frame)
        machine.fuel--
        const level = state.levels[state.levels.length - 1]
        if (level !== undefined && !advance(machine, state, level)) {
          if (state.levels.length === 0) return finish(machine, state)
          continue
        }
        input = read(machine, state.holder, state.key, level)
        if (level !== undefined && state.replacer === null && isPlain(input) && !isLongText(input)) {
          const text = primitiveText(machine, input)
          if (text === ABRUPT || !write(machine, state, text)) return ABRUPT
          continue
        }
        frame.state = READ
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case READ: {
        state.value = input as Value
        const value = state.value
        if (!isObject(value) && typeof value !== "bigint") {
          frame.state = state.replacer === null ? CONVERTED : REPLACED
          if (state.replacer === null) {
            input = value
            continue
          }
          input = callReplacer(machine, state, value)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        }
        frame.state = TO_JSON_READ
        input =
          isObject(value) && lacksToJSON(machine.realm, value) ? undefined : getV(machine, value, "toJSON")
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case TO_JSON_READ:
        frame.state = TO_JSON_CALLED
        input = isCallable(input as Value)
          ? call(machine, input as Value, state.value, [keyOf(state)])
          : state.value
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case TO_JSON_CALLED:
        frame.state = REPLACED
        input = state.replacer === null ? (input as Value) : callReplacer(machine, state, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case REPLACED:
        frame.state = CONVERTED
        input = unwrap(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case CONVERTED: {
        const value = (state.value = input as Value)
        if (isLongText(value)) {
          state.value = flat(machine, value)
          state.quoted = { position: 0, pieces: [] }
          frame.state = QUOTING
          continue
        }
        if (!isObject(value) || isLeaf(value)) {
          const text = isObject(value) ? leafText(value) : primitiveText(machine, value)
          if (text === ABRUPT) return ABRUPT
          if (!write(machine, state, text as string | undefined)) return ABRUPT
          if (state.levels.length === 0) return text === undefined ? undefined : finish(machine, state)
          frame.state = NEXT
          continue
        }
        if (!enter(machine, state, value)) return ABRUPT
        const array = isArray(machine, value)
        if (array === ABRUPT) return ABRUPT
        if (!array) {
          const keys = state.properties ?? plainKeys(machine.realm, value)
          if (keys !== null) {
            open(state, value, keys, keys.length)
            frame.state = NEXT
            continue
          }
          frame.state = KEYS_READ
          input = enumerableKeys(machine, undefined, [value], undefined, value)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        }
        frame.state = LENGTH_READ
        input =
          value.kind === Kind.Array ? (value.data as Elements).length : get(machine, value, "length", value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case LENGTH_READ:
        frame.state = LENGTH_KNOWN
        input = toNumber(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case LENGTH_KNOWN:
        open(state, state.value as JSObject, null, lengthOf(input as number))
        frame.state = NEXT
        continue
      case QUOTING: {
        if (!quoteOn(machine, state)) return pause(machine, frame)
        const text = `"${state.quoted!.pieces.join("")}"`
        state.quoted = null
        if (!machine.allocate(text.length * CHARACTER_BYTES) || !write(machine, state, text)) return ABRUPT
        if (state.levels.length === 0) return finish(machine, state)
        frame.state = NEXT
        continue
      }
      default: {
        const keys = (input as JSObject).data as string[]
        open(state, state.value as JSObject, keys, keys.length)
        frame.state = NEXT
      }
    }
  }
}

/** Chooses the next property of the innermost level; false when the level was closed instead. */
function advance(machine: Machine, state: Stringify, level: Level): boolean {
  if (level.index >= level.length) {
    close(machine, state, level)
    return false
  }
  state.holder = level.object
  if (level.keys !== null) state.key = level.keys[level.index]!
  level.index++
  return true
}

/** The key of the property being written, as replacers and toJSON get it. */
function keyOf(state: Stringify): string {
  const level = state.levels[state.levels.length - 1]
  return level === undefined ? "" : level.keys === null ? String(level.index - 1) : state.key
}

/** A value with nothing to call and nothing to go into. */
function isPlain(value: Completion): value is string | number | boolean | null | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value == null
}

/** [[Get]], quickly where the property is an element or a slot. */
function read(machine: Machine, holder: JSObject, key: string, level: Level | undefined): Completion {
  if (level !== undefined && level.keys === null) {
    if (holder.kind === Kind.Array) {
      const element = (holder.data as Elements)[level.index - 1]
      if (element !== undefined && element !== EMPTY) return element
    }
  } else if ((holder.kind & EXOTIC) === 0) {
    const slot = findSlot(machine.realm, holder, key)
    if (slot >= 0 && (holder.shape.attributesAt(slot) & ACCESSOR) === 0) return holder.slots[slot] as Value
  }
  return get(
    machine,
    holder,
    level !== undefined && level.keys === null ? String(level.index - 1) : key,
    holder,
  )
}

function callReplacer(machine: Machine, state: Stringify, value: Value): Completion {
  return call(machine, state.replacer!, state.holder, [keyOf(state), value])
}

/** No object of the chain has a `toJSON`, and asking runs nothing. */
function lacksToJSON(realm: Realm, object: JSObject): boolean {
  let level = 0
  for (let holder: JSObject | null = object; holder !== null; holder = holder.shape.prototype) {
    if (++level > FREE_LEVELS) return false
    if ((holder.kind & EXOTIC) !== 0 && holder.kind !== Kind.Array) return false
    if (findSlot(realm, holder, "toJSON") >= 0) return false
  }
  return true
}

/** Wrappers of primitives count as what they hold. */
function unwrap(machine: Machine, value: Value): Completion {
  if (!isObject(value)) return value
  switch (value.kind) {
    case Kind.Number:
      return toNumber(machine, value)
    case Kind.String:
      return toString(machine, value)
    case Kind.Boolean:
    case Kind.BigInt:
      return value.data as Value
    default:
      return value
  }
}

/** An object that the walk does not go into. */
function isLeaf(object: JSObject): boolean {
  return (object.kind & CALLABLE) !== 0 || object.kind === Kind.RawJSON
}

function leafText(object: JSObject): string | undefined {
  return object.kind === Kind.RawJSON ? (object.slots[0] as string) : undefined
}

/** The text of what is no object to go into; undefined for what JSON leaves out. */
function primitiveText(machine: Machine, value: Value): string | undefined | typeof ABRUPT {
  switch (typeof value) {
    case "string":
      return quote(machine, value)
    case "number":
      return Number.isFinite(value) ? String(value) : "null"
    case "boolean":
      return value ? "true" : "false"
    case "bigint":
      return throwTypeError(machine, "Do not know how to serialize a BigInt")
    case "object":
      if (value === null) return "null"
      return value instanceof Rope ? quote(machine, textOf(machine, value)) : undefined
    default:
      return undefined
  }
}

/** QuoteJSONString, 25.5.2.3. */
export function quote(machine: Machine, text: string): string | typeof ABRUPT {
  if (text.length <= 1_024) return JSON.stringify(text)
  if (text.length * 6 > MAX_STRING_LENGTH) return throwRangeError(machine, messages.invalidStringLength)
  machine.charge(text.length >> 8)
  if (!machine.allocate(text.length * CHARACTER_BYTES)) return ABRUPT
  return JSON.stringify(text)
}

/** A text that is quoted in pieces. */
function isLongText(value: Completion): boolean {
  return (typeof value === "string" || value instanceof Rope) && value.length > MAX_QUOTED
}

/** Quotes the long text of `state.value` on; false when the fuel is used up before its end. */
function quoteOn(machine: Machine, state: Stringify): boolean {
  const text = state.value as string
  const quoted = state.quoted!
  while (quoted.position < text.length) {
    let end = Math.min(quoted.position + MAX_QUOTED, text.length)
    const unit = text.charCodeAt(end - 1)
    if (end < text.length && unit >= 0xd800 && unit < 0xdc00) end--
    quoted.pieces.push(JSON.stringify(text.slice(quoted.position, end)).slice(1, -1))
    quoted.position = end
    machine.charge(MAX_QUOTED >> 5)
    if (end < text.length && machine.fuel < 0) return false
  }
  return true
}

/** Writes one property; what has no text is left out of objects and null in arrays. */
function write(machine: Machine, state: Stringify, text: string | undefined): boolean {
  const level = state.levels[state.levels.length - 1]
  if (level === undefined) return text === undefined || add(machine, state, text)
  if (text === undefined && level.keys !== null) return true
  const before = prefix(machine, state, level)
  return before !== ABRUPT && add(machine, state, before + (text ?? "null"))
}

/** What stands before a value: a comma, the indentation and the key, as they are needed. */
function prefix(machine: Machine, state: Stringify, level: Level): string | typeof ABRUPT {
  const comma = level.begun ? "," : ""
  level.begun = true
  const space = state.gap === "" ? comma : `${comma}\n${state.indent}`
  if (level.keys === null) return space
  const key = quotedKey(machine, state.key)
  if (key === ABRUPT) return ABRUPT
  return state.gap === "" ? `${space}${key}:` : `${space}${key}: `
}

/** Keys quoted lately, over all runs. */
const quotedKeys = new Map<string, string>()
const MAX_QUOTED_KEYS = 4_096
const MAX_KEPT_KEY = 64

function quotedKey(machine: Machine, key: string): string | typeof ABRUPT {
  const known = quotedKeys.get(key)
  if (known !== undefined) return known
  const quoted = quote(machine, key)
  if (quoted === ABRUPT || key.length > MAX_KEPT_KEY) return quoted
  if (quotedKeys.size >= MAX_QUOTED_KEYS) quotedKeys.clear()
  quotedKeys.set(key, quoted)
  return quoted
}

function add(machine: Machine, state: Stringify, text: string): boolean {
  state.length += text.length
  if (state.length > MAX_STRING_LENGTH) {
    throwRangeError(machine, messages.invalidStringLength)
    return false
  }
  state.parts.push(text)
  const isFew = state.parts.length < MAX_PARTS && state.length - state.text.length < MAX_PENDING
  return isFew || flush(machine, state)
}

function flush(machine: Machine, state: Stringify): boolean {
  const length = state.length - state.text.length
  machine.charge(length >> 10)
  if (!machine.allocate(length * CHARACTER_BYTES)) return false
  state.text += state.parts.join("")
  state.parts = []
  return true
}

function finish(machine: Machine, state: Stringify): Completion {
  return flush(machine, state) ? state.text : ABRUPT
}

/** Begins an object or array inside the property being written; false when it is open already, a circle, or too deep. */
function enter(machine: Machine, state: Stringify, object: JSObject): boolean {
  if (isOpen(state, object)) {
    throwTypeError(machine, circle(machine.realm, state, object))
    return false
  }
  if (state.levels.length === MAX_CALL_DEPTH) {
    throwRangeError(machine, messages.stackOverflow)
    return false
  }
  const level = state.levels[state.levels.length - 1]
  if (level === undefined) return true
  const before = prefix(machine, state, level)
  return before !== ABRUPT && add(machine, state, before)
}

function isOpen(state: Stringify, object: JSObject): boolean {
  if (state.active !== null) return state.active.has(object)
  for (const level of state.levels) if (level.object === object) return true
  return false
}

function open(state: Stringify, object: JSObject, keys: readonly string[] | null, length: number): void {
  state.parts.push(keys === null ? "[" : "{")
  state.length++
  state.levels.push({ object, keys, length, index: 0, begun: false })
  state.indent += state.gap
  if (state.active !== null) state.active.set(object, undefined)
  else if (state.levels.length > MAX_SEARCHED_LEVELS) {
    state.active = new Collection()
    for (const level of state.levels) state.active.set(level.object, undefined)
  }
}

function close(machine: Machine, state: Stringify, level: Level): void {
  state.levels.pop()
  state.indent = state.gap === "" ? "" : state.gap.repeat(state.levels.length)
  if (level.begun && state.gap !== "") add(machine, state, `\n${state.indent}`)
  state.parts.push(level.keys === null ? "]" : "}")
  state.length++
  if (state.active !== null) {
    state.active.delete(level.object)
    if (state.levels.length < MAX_SEARCHED_LEVELS) state.active = null
  }
}

/** V8's description of a circle that would close at `object`: the first two steps, and the last. */
function circle(realm: Realm, state: Stringify, object: JSObject): string {
  const { levels } = state
  const start = levels.findIndex((level) => level.object === object)
  const nameOf = (value: JSObject) => `object with constructor '${constructorName(realm, value) ?? "Object"}'`
  const keyOf = (level: Level, index: number) =>
    level.keys === null ? `index ${index}` : `property '${level.keys[index]!}'`
  const line = (position: number) => {
    const holder = levels[position - 1]!
    return `\n    |     ${keyOf(holder, holder.index - 1)} -> ${nameOf(levels[position]!.object)}`
  }
  const prefixEnd = Math.min(levels.length, start + 3)
  let text = `Converting circular structure to JSON\n    --> starting at ${nameOf(object)}`
  for (let position = start + 1; position < prefixEnd; position++) text += line(position)
  if (levels.length > prefixEnd + 1) text += "\n    |     ..."
  for (let position = Math.max(prefixEnd, levels.length - 1); position < levels.length; position++)
    text += line(position)
  const last = levels[levels.length - 1]!
  return `${text}\n    --- ${keyOf(last, last.index - 1)} closes the circle`
}

/** More keys are listed in portions. */
const MAX_QUICK_KEYS = 4_096

/** Enumerable string keys by shape, in order: what every object of the shape has in common. */
const keysByShape = new WeakMap<Shape, readonly string[]>()

/** EnumerableOwnProperties of an object without exotic properties; null for any other. */
function plainKeys(realm: Realm, object: JSObject): readonly string[] | null {
  if ((object.kind & EXOTIC) !== 0) return null
  if (object.shape.lazy) realm.materialize(object)
  const { shape } = object
  if (shape.dictionary) return shape.count > MAX_QUICK_KEYS ? null : enumerable(shape)
  let keys = keysByShape.get(shape)
  if (keys === undefined) keysByShape.set(shape, (keys = enumerable(shape)))
  return keys
}

function enumerable(shape: Shape): string[] {
  const indices: string[] = []
  const strings: string[] = []
  for (const { key, attributes } of shape.entries()) {
    if (typeof key !== "string" || (attributes & ENUMERABLE) === 0) continue
    if (arrayIndex(key) >= 0) indices.push(key)
    else strings.push(key)
  }
  if (indices.length > 1) indices.sort((left, right) => Number(left) - Number(right))
  return indices.length === 0 ? strings : [...indices, ...strings]
}

const enumerableKeys = guestBody(
  "JSON.stringify/keys",
  `function (object) {
    const keys = OwnKeys(object)
    const list = []
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]
      if (IsString(key)) {
        const descriptor = GetOwnPropertyDescriptor(object, key)
        if (descriptor !== undefined && descriptor.enumerable) Push(list, key)
      }
    }
    return list
  }`,
)
