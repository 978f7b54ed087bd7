/** Conversions of `this` and arguments that a built-in declares, done in order before its body, by frames where need be. */
import type { JSObject } from "../objects/object.ts"
import { Rope } from "../objects/rope.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "./call.ts"
import type { Machine } from "./machine.ts"
import type { NativeBody, NativeEntry } from "./native.ts"
import { steps } from "./steps.ts"
import type { NativeFunction } from "../objects/function.ts"
import {
  flat,
  integerOf,
  lengthOf,
  textOf,
  toBoolean,
  toNumber,
  toNumeric,
  toObject,
  toPropertyKey,
  toString,
} from "./operations.ts"
import { throwRangeError, throwTypeError } from "./throws.ts"

/**
 * `any`: as it is (a rope flattened). `string`, `number`, `numeric`, `key`, `boolean`, `object`: the standard's To...
 * `integer`: ToIntegerOrInfinity. `length`: ToLength. `index`: ToIndex. `thisString`: RequireObjectCoercible, then ToString.
 * With `?` in front, `undefined` stays undefined.
 */
export type Coercion =
  | "any"
  | "string"
  | "number"
  | "numeric"
  | "key"
  | "boolean"
  | "object"
  | "integer"
  | "length"
  | "index"
  | "thisString"
  | "?string"
  | "?number"
  | "?integer"
  | "?object"

export interface Coercions {
  readonly thisCoercion: Coercion
  readonly argumentCoercions: readonly Coercion[]
  readonly body: (machine: Machine, thisValue: any, ...args: any[]) => Completion
}

function start(machine: Machine, coercion: Coercion, value: Value, name: string): Completion {
  if (coercion.charCodeAt(0) === 63) {
    return value === undefined ? undefined : start(machine, coercion.slice(1) as Coercion, value, name)
  }
  switch (coercion) {
    case "any":
      return flat(machine, value)
    case "thisString":
      if (value === undefined || value === null) {
        return throwTypeError(machine, `${name} called on null or undefined`)
      }
      return toString(machine, value)
    case "string":
      return toString(machine, value)
    case "numeric":
      return toNumeric(machine, value)
    case "key":
      return toPropertyKey(machine, value)
    case "boolean":
      return toBoolean(value)
    case "object":
      return toObject(machine, value)
    default:
      return toNumber(machine, value)
  }
}

/** What follows a ToNumber. */
function finish(machine: Machine, coercion: Coercion, value: Value): Completion {
  switch (coercion) {
    case "?integer":
      return value === undefined ? value : integerOf(value as number)
    case "integer":
      return integerOf(value as number)
    case "length":
      return lengthOf(value as number)
    case "index": {
      const index = integerOf(value as number)
      if (index < 0 || index > Number.MAX_SAFE_INTEGER) return throwRangeError(machine, "Invalid index")
      return index
    }
    default:
      return value
  }
}

interface Locals {
  callee: JSObject
  raw: Value[]
  done: Value[]
}

/** `raw` is `this` and the arguments; `done` what they became so far. */
const coerceSteps = steps<Locals>({
  name: "Coerce",
  run(machine, frame, input) {
    const { callee, raw, done } = frame.locals
    const entry = (callee.data as NativeFunction<NativeEntry>).entry
    const { thisCoercion, argumentCoercions, body } = entry.coercions!
    for (;;) {
      const index = done.length
      if (index > argumentCoercions.length) return body(machine, done[0], ...done.slice(1))
      const coercion = index === 0 ? thisCoercion : argumentCoercions[index - 1]!
      if (frame.state === 0) {
        frame.state = 1
        input = start(machine, coercion, raw[index], entry.path)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      frame.state = 0
      const value = finish(machine, coercion, input as Value)
      if (value === ABRUPT) return ABRUPT
      done.push(value)
    }
  },
})

/** The body of every function declared with `converted`. */
export const coercedBody: NativeBody = (machine, thisValue, args, _newTarget, callee) => {
  const entry = (callee.data as NativeFunction<NativeEntry>).entry
  const { thisCoercion, argumentCoercions, body } = entry.coercions!
  const count = argumentCoercions.length
  const first = quick(machine, thisCoercion, thisValue)
  if (first !== ABRUPT) {
    if (count === 0) return body(machine, first)
    const one = quick(machine, argumentCoercions[0]!, args[0])
    if (one !== ABRUPT) {
      if (count === 1) return body(machine, first, one)
      const two = quick(machine, argumentCoercions[1]!, args[1])
      if (count === 2 && two !== ABRUPT) return body(machine, first, one, two)
    }
  }
  const raw: Value[] = [thisValue]
  for (let index = 0; index < count; index++) raw.push(args[index])
  return coerceSteps.start(machine, { callee, raw, done: [] })
}

/** A conversion that cannot fail or run program code; ABRUPT (with no mode set) sends the call the long way. */
function quick(machine: Machine, coercion: Coercion, value: Value): Completion {
  switch (typeof value) {
    case "string":
      return coercion === "string" ||
        coercion === "thisString" ||
        coercion === "any" ||
        coercion === "key" ||
        coercion === "?string"
        ? value
        : ABRUPT
    case "number":
      if (coercion === "integer" || coercion === "?integer") return integerOf(value)
      if (coercion === "string" || coercion === "?string") return String(value)
      return coercion === "number" || coercion === "any" || coercion === "?number" || coercion === "numeric"
        ? value
        : ABRUPT
    case "undefined":
      if (coercion === "any" || coercion.charCodeAt(0) === 63) return value
      return coercion === "integer" ? 0 : coercion === "number" ? NaN : ABRUPT
    default:
      if (value instanceof Rope) return quick(machine, coercion, textOf(machine, value))
      return coercion === "any" ? value : ABRUPT
  }
}
