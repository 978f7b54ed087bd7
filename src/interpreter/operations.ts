/** Abstract operations of ECMA-262 section 7, by their names. Fast where no program code can run, frames where it can. */
import { ProxySlots } from "../objects/function.ts"
import { Accessor, isCallable, isObject, JSObject, Kind, type Slot } from "../objects/object.ts"
import { addProperty, findSlot } from "../objects/properties.ts"
import { ACCESSOR, DEFAULT, HIDDEN, MAX_SHAPE_KEYS } from "../objects/shape.ts"
import { flatten, inOnePiece, Rope, ROPE_MIN_LENGTH } from "../objects/rope.ts"
import { ARRAY_BYTES, CHARACTER_BYTES, OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type PropertyKey, type Value } from "../objects/value.ts"
import { call, isConstructor, leaveNative, ownPrototypeOf } from "./call.ts"
import { isPlainDate } from "./datePrimitive.ts"
import { describe, describeWithType, symbolText } from "./describe.ts"
import type { NativeFrame } from "./frame.ts"
import { get } from "./internal.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./steps.ts"
import { messages, throwRangeError, throwTypeError } from "./throws.ts"

/** Strings longer than this are refused, as V8 does on 64 bits. */
export const MAX_STRING_LENGTH = 536_870_888

export type Hint = "default" | "number" | "string"
/** What a conversion of an object makes of its primitive. */
type Finish = "primitive" | "number" | "numeric" | "string" | "key"

interface PrimitiveLocals {
  value: JSObject
  hint: Hint
  finish: Finish
  /** Which of toString and valueOf comes first, and how many were tried. */
  tried: number
}

/** ToPrimitive and OrdinaryToPrimitive, ECMA-262 7.1.1, and the conversion that asked for it. */
const toPrimitiveSteps = steps<PrimitiveLocals>({
  name: "ToPrimitive",
  run(machine, frame, input) {
    const { value, hint } = frame.locals
    for (;;) {
      switch (frame.state) {
        case 0:
          frame.state = 1
          input = get(machine, value, Symbol.toPrimitive, value)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        case 1:
          if (input === undefined || input === null) {
            frame.state = 3
            continue
          }
          if (!isCallable(input as Value)) {
            return throwTypeError(machine, messages.notFunction(describeWithType(input as Value)))
          }
          frame.state = 2
          input = call(machine, input as Value, value, [hint])
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        case 2:
          if (!isObject(input)) return finishPrimitive(machine, input as Value, frame.locals.finish)
          return throwTypeError(machine, messages.convertToPrimitive)
        case 3: {
          if (frame.locals.tried === 2) return throwTypeError(machine, messages.convertToPrimitive)
          const first = (frame.locals.tried === 0) === (hint === "string")
          frame.state = 4
          input = get(machine, value, first ? "toString" : "valueOf", value)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        }
        case 4:
          frame.locals.tried++
          if (!isCallable(input as Value)) {
            frame.state = 3
            continue
          }
          frame.state = 5
          input = call(machine, input as Value, value, [])
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        default:
          if (!isObject(input)) return finishPrimitive(machine, input as Value, frame.locals.finish)
          frame.state = 3
      }
    }
  },
})

function finishPrimitive(machine: Machine, value: Value, finish: Finish): Completion {
  switch (finish) {
    case "primitive":
      return value
    case "number":
      return toNumber(machine, value)
    case "numeric":
      return typeof value === "bigint" ? value : toNumber(machine, value)
    case "string":
      return toString(machine, value)
    case "key":
      return typeof value === "symbol" ? value : toString(machine, value)
  }
}

function convert(machine: Machine, value: JSObject, hint: Hint, finish: Finish): Completion {
  if (hint === "number" && isPlainDate(machine.realm, value)) {
    return finishPrimitive(machine, value.data as number, finish)
  }
  return toPrimitiveSteps.start(machine, { value, hint, finish, tried: 0 })
}

/** ToPrimitive, 7.1.1. */
export function toPrimitive(machine: Machine, value: Value, hint: Hint = "default"): Completion {
  return isObject(value) ? convert(machine, value, hint, "primitive") : value
}

/** ToBoolean, 7.1.2. */
export function toBoolean(value: Value): boolean {
  if (typeof value === "object" && value !== null) return true
  return Boolean(value)
}

/** ToNumber, 7.1.4. */
export function toNumber(machine: Machine, value: Value): Completion<number> {
  if (typeof value === "number") return value
  switch (typeof value) {
    case "string":
      machine.charge(value.length >> 8)
      return stringToNumber(value)
    case "undefined":
      return NaN
    case "boolean":
      return value ? 1 : 0
    case "symbol":
      return throwTypeError(machine, messages.symbolToNumber)
    case "bigint":
      return throwTypeError(machine, messages.bigintToNumber)
    default:
      if (value === null) return 0
      if (value instanceof Rope) return toNumber(machine, textOf(machine, value))
      return convert(machine, value as JSObject, "number", "number") as Completion<number>
  }
}

/** StringToNumber, 7.1.4.1.1: the host's, on a primitive. */
export function stringToNumber(text: string): number {
  return Number(text)
}

/** ToNumeric, 7.1.3. */
export function toNumeric(machine: Machine, value: Value): Completion<number | bigint> {
  if (typeof value === "number" || typeof value === "bigint") return value
  if (isObject(value)) return convert(machine, value, "number", "numeric") as Completion<number | bigint>
  return toNumber(machine, value)
}

/** ToIntegerOrInfinity, 7.1.5, of a number. */
export function integerOf(number: number): number {
  return Number.isNaN(number) ? 0 : Math.trunc(number) + 0
}

/** ToLength, 7.1.20, of a number. */
export function lengthOf(number: number): number {
  const integer = integerOf(number)
  return integer <= 0 ? 0 : Math.min(integer, Number.MAX_SAFE_INTEGER)
}

/** ToString, 7.1.17. The result is a flat string. */
export function toString(machine: Machine, value: Value): Completion<string> {
  if (typeof value === "string") return value
  switch (typeof value) {
    case "number":
    case "boolean":
    case "undefined":
      return String(value)
    case "bigint":
      return bigintToString(machine, value)
    case "symbol":
      return throwTypeError(machine, messages.symbolToString)
    default:
      if (value === null) return "null"
      if (value instanceof Rope) return textOf(machine, value)
      return convert(machine, value as JSObject, "string", "string") as Completion<string>
  }
}

/** Decimal text of a BigInt; the work is charged, as it grows faster than the size. */
export function bigintToString(machine: Machine, value: bigint): string {
  const bits = value < 0x1_0000_0000_0000n && value > -0x1_0000_0000_0000n ? 0 : value.toString(16).length * 4
  if (bits > 0) machine.charge((bits * bits) >> 20)
  return value.toString()
}

/** ToPropertyKey, 7.1.19. */
export function toPropertyKey(machine: Machine, value: Value): Completion<PropertyKey> {
  if (typeof value === "string" || typeof value === "symbol") return value
  if (isObject(value)) return convert(machine, value, "string", "key") as Completion<PropertyKey>
  return toString(machine, value)
}

/** A rope's text, charged before it is joined. */
export function textOf(machine: Machine, value: string | Rope): string {
  if (typeof value === "string") return value
  // joined once, it stays so
  if (value.right !== null) machine.charge(value.length >> 10)
  return flatten(value)
}

/** A value with ropes made strings: for keys, comparisons and whatever leaves. */
export function flat(machine: Machine, value: Value): Value {
  return value instanceof Rope ? textOf(machine, value) : value
}

/** Concatenation of two strings, ECMA-262 13.15.3 step 1.c, charged first. */
export function concatenate(
  machine: Machine,
  left: string | Rope,
  right: string | Rope,
): Completion<string | Rope> {
  const length = left.length + right.length
  if (length < ROPE_MIN_LENGTH) {
    machine.meter.used += length * CHARACTER_BYTES
    return ((left as string) + (right as string)) as string
  }
  if (length > MAX_STRING_LENGTH) return throwRangeError(machine, messages.invalidStringLength)
  if (left.length === 0) return right
  if (right.length === 0) return left
  if (left instanceof Rope && typeof left.right === "string" && typeof right === "string") {
    // A short tail takes more text in before the rope gets another part.
    if (left.right.length + right.length < ROPE_MIN_LENGTH) {
      machine.meter.used += right.length * CHARACTER_BYTES
      return new Rope(left.left, left.right + right)
    }
    left.right = inOnePiece(left.right)
  }
  if (
    !machine.allocate(
      (left.length > right.length ? right.length : left.length) * CHARACTER_BYTES + OBJECT_BYTES,
    )
  ) {
    return ABRUPT
  }
  return new Rope(left, right)
}

/** ToObject, 7.1.18. */
export function toObject(machine: Machine, value: Value): Completion<JSObject> {
  if (isObject(value)) return value
  const realm = machine.realm
  switch (typeof value) {
    case "string":
      return wrap(machine, Kind.String, "String.prototype", value)
    case "number":
      return wrap(machine, Kind.Number, "Number.prototype", value)
    case "boolean":
      return wrap(machine, Kind.Boolean, "Boolean.prototype", value)
    case "symbol":
      return wrap(machine, Kind.Symbol, "Symbol.prototype", value)
    case "bigint":
      return wrap(machine, Kind.BigInt, "BigInt.prototype", value)
    default:
      if (value instanceof Rope) return wrap(machine, Kind.String, "String.prototype", textOf(machine, value))
      void realm
      return throwTypeError(machine, messages.convertToObject)
  }
}

/** A wrapper object; `data` is its [[StringData]], [[NumberData]] and so on. */
export function wrap(machine: Machine, kind: Kind, prototype: string, data: Value): JSObject {
  return new JSObject(machine.realm.shapeFor(machine.realm.intrinsic(prototype)), [], kind, data)
}

/** Where methods of a primitive are looked up; null for undefined and null. */
export function prototypeOfPrimitive(machine: Machine, value: Value): JSObject | null {
  const realm = machine.realm
  switch (typeof value) {
    case "string":
      return realm.stringPrototype
    case "number":
      return realm.numberPrototype
    case "boolean":
      return realm.intrinsic("Boolean.prototype")
    case "symbol":
      return realm.intrinsic("Symbol.prototype")
    case "bigint":
      return realm.intrinsic("BigInt.prototype")
    default:
      return value instanceof Rope ? realm.stringPrototype : null
  }
}

/** GetV, 7.3.3. */
export function getV(machine: Machine, base: Value, key: PropertyKey): Completion {
  if (isObject(base)) return get(machine, base, key, base)
  if (typeof base === "string" || base instanceof Rope) {
    const own = stringProperty(machine, base, key)
    if (own !== EMPTY) return own
  }
  const prototype = prototypeOfPrimitive(machine, base)
  if (prototype === null) {
    return throwTypeError(
      machine,
      messages.readOf(String(base), typeof key === "symbol" ? symbolText(key) : key),
    )
  }
  return get(machine, prototype, key, base)
}

/** An own property of a string: `length` or a code unit; EMPTY if it has none of the key. */
export function stringProperty(machine: Machine, base: string | Rope, key: PropertyKey): Value | Empty {
  if (key === "length") return base.length
  if (typeof key === "symbol") return EMPTY
  const index = Number(key)
  if (!(index >= 0 && index < base.length) || String(index) !== key) return EMPTY
  return textOf(machine, base)[index]!
}

/** GetMethod, 7.3.11: undefined or a callable. */
export const getMethodSteps = steps<{ base: Value; key: PropertyKey }>({
  name: "GetMethod",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = getV(machine, frame.locals.base, frame.locals.key)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return checkMethod(machine, input as Value)
  },
})

export function getMethod(machine: Machine, base: Value, key: PropertyKey): Completion {
  return getMethodSteps.start(machine, { base, key })
}

function checkMethod(machine: Machine, value: Value): Completion {
  if (value === undefined || value === null) return undefined
  if (isCallable(value)) return value
  return throwTypeError(machine, messages.notFunction(describeWithType(value)))
}

/** Invoke, 7.3.21. */
export const invokeSteps = steps<{ base: Value; key: PropertyKey; args: Value[] }>({
  name: "Invoke",
  run(machine, frame, input) {
    const { base, key, args } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = getV(machine, base, key)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (!isCallable(input as Value)) {
      return throwTypeError(machine, messages.notFunction(`${describe(machine.realm, base)}.${String(key)}`))
    }
    return call(machine, input as Value, base, args)
  },
})

export function invoke(machine: Machine, base: Value, key: PropertyKey, args: Value[]): Completion {
  return invokeSteps.start(machine, { base, key, args })
}

/** SpeciesConstructor, 7.3.22: a constructor, or undefined for the default. */
export const speciesSteps = steps<{ object: JSObject; fallback: JSObject }>({
  name: "SpeciesConstructor",
  run(machine, frame, input) {
    const { object, fallback } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, object, "constructor", object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (input === undefined) return fallback
      if (!isObject(input)) {
        return throwTypeError(machine, "The .constructor property is not an object")
      }
      frame.state = 2
      input = get(machine, input, Symbol.species, input)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === undefined || input === null) return fallback
    if (isConstructor(input as Value)) return input
    return throwTypeError(machine, "object.constructor[Symbol.species] is not a constructor")
  },
})

/** GetPrototypeFromConstructor, 10.1.14. */
const prototypeSteps = steps<{ newTarget: JSObject; fallback: string }>({
  name: "GetPrototypeFromConstructor",
  run(machine, frame: NativeFrame<{ newTarget: JSObject; fallback: string }>, input) {
    const { newTarget, fallback } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, newTarget, "prototype", newTarget)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (isObject(input)) return input
    if (newTarget.data instanceof ProxySlots && newTarget.data.target === null) {
      return throwTypeError(machine, "Cannot perform 'get' on a proxy that has been revoked")
    }
    return machine.realm.intrinsic(fallback)
  },
})

export function getPrototypeFromConstructor(
  machine: Machine,
  newTarget: JSObject,
  fallback: string,
): Completion<JSObject> {
  return (ownPrototypeOf(machine, newTarget) ??
    prototypeSteps.start(machine, { newTarget, fallback })) as Completion<JSObject>
}

/** CreateArrayFromList, 7.3.17; the elements become the array's own. */
export function createArray(machine: Machine, elements: Array<Value | Empty>): JSObject {
  machine.meter.used += OBJECT_BYTES + ARRAY_BYTES + elements.length * SLOT_BYTES
  return new JSObject(machine.realm.arrayShape, [], Kind.Array, elements)
}

/** OrdinaryObjectCreate(%Object.prototype%). */
export function createObject(machine: Machine): JSObject {
  machine.meter.used += OBJECT_BYTES
  return new JSObject(machine.realm.objectShape, [], Kind.Ordinary, null)
}

/** CreateUnmappedArgumentsObject, 10.4.4.6. */
export function createArguments(machine: Machine, args: Value[]): JSObject {
  const { realm } = machine
  const thrower = realm.intrinsic("ThrowTypeError")
  const values = realm.intrinsicMethod("Array.prototype", "values")
  const callee = new Accessor(thrower, thrower)
  machine.meter.used += OBJECT_BYTES + (args.length + 4) * SLOT_BYTES
  if (args.length + 3 <= MAX_SHAPE_KEYS) {
    let shape = realm.objectShape
    for (let index = 0; index < args.length; index++) shape = shape.add(String(index), DEFAULT)
    shape = shape.add("length", HIDDEN).add(Symbol.iterator, HIDDEN).add("callee", ACCESSOR)
    // a list that is pushed to keeps room for more
    const slots = (args as Slot[]).concat([args.length, values, callee])
    return new JSObject(shape, slots, Kind.Arguments, null)
  }
  const object = new JSObject(realm.objectShape, [], Kind.Arguments, null)
  for (let index = 0; index < args.length; index++)
    addProperty(realm, object, String(index), args[index], DEFAULT)
  addProperty(realm, object, "length", args.length, HIDDEN)
  addProperty(realm, object, Symbol.iterator, values, HIDDEN)
  addProperty(realm, object, "callee", callee, ACCESSOR)
  return object
}

/** CreateIterResultObject, 7.4.14. */
export function createIteratorResult(machine: Machine, value: Value, done: boolean): JSObject {
  machine.meter.used += OBJECT_BYTES + 2 * SLOT_BYTES
  const shape = machine.realm.objectShape.add("value", 7).add("done", 7)
  return new JSObject(shape, [value, done], Kind.Ordinary, null)
}

/** SameValueZero, 7.2.11, of flat values. */
export function sameValueZero(left: Value, right: Value): boolean {
  return left === right || (left !== left && right !== right)
}

/** SameValue, 7.2.10, of flat values. */
export function sameValue(left: Value, right: Value): boolean {
  return Object.is(left, right)
}

/** IsStrictlyEqual, 7.2.15. */
export function isStrictlyEqual(machine: Machine, left: Value, right: Value): boolean {
  if (left === right) return true
  if (left instanceof Rope || right instanceof Rope) return flat(machine, left) === flat(machine, right)
  return false
}

/** Typeof, 13.5.3. */
export function typeOf(value: Value): string {
  if (typeof value !== "object") return typeof value
  if (value === null) return "object"
  if (value instanceof Rope) return "string"
  return isCallable(value) ? "function" : "object"
}

/** An own property's slot holding data, for guards of fast paths: true if `object[key]` is this very function. */
export function hasIntact(machine: Machine, object: JSObject, key: PropertyKey, expected: Value): boolean {
  const slot = findSlot(machine.realm, object, key)
  return slot >= 0 && object.slots[slot] === expected
}
