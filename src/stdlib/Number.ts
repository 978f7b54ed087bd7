/** Number, ECMA-262 21.1. Texts of numbers are the host's, made from primitives. */
import { radixText } from "./radixText.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { HIDDEN } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  changed,
  constant,
  constructor,
  intrinsic,
  type Member,
  method,
  object,
  steps,
} from "../interpreter/native.ts"
import { toNumeric } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { integerMethod } from "./integerMethod.ts"
import { numberToLocaleString } from "./toLocaleString.ts"
import { parseFloatEntry, parseIntEntry } from "./globalFunctions.ts"

const create = fromConstructor<number>("Number.prototype", (machine, prototype, value) => {
  machine.meter.used += OBJECT_BYTES
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Number, value)
})

const numberSteps = steps<{ value: Value; newTarget: JSObject | undefined }>({
  name: "Number",
  run(machine, frame, input) {
    const { value, newTarget } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = toNumeric(machine, value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const number = Number(input as number | bigint)
    return newTarget === undefined ? number : create(machine, newTarget, number)
  },
})

/** A predicate of its argument, which is not converted. */
function predicate(test: (value: unknown) => boolean): Member {
  return method(1, (_machine, _this, args) => test(args[0]))
}

const numberConstructor = constructor({
  name: "Number",
  length: 1,
  body(machine, _this, args, newTarget) {
    const value = args.length === 0 ? 0 : args[0]
    if (newTarget === undefined && typeof value === "number") return value
    return numberSteps.start(machine, { value, newTarget })
  },
  statics: [
    ["EPSILON", constant(Number.EPSILON)],
    ["MAX_SAFE_INTEGER", constant(Number.MAX_SAFE_INTEGER)],
    ["MAX_VALUE", constant(Number.MAX_VALUE)],
    ["MIN_SAFE_INTEGER", constant(Number.MIN_SAFE_INTEGER)],
    ["MIN_VALUE", constant(Number.MIN_VALUE)],
    ["NaN", constant(NaN)],
    ["NEGATIVE_INFINITY", constant(-Infinity)],
    ["POSITIVE_INFINITY", constant(Infinity)],
    ["isFinite", predicate(Number.isFinite)],
    ["isInteger", predicate(Number.isInteger)],
    ["isNaN", predicate(Number.isNaN)],
    ["isSafeInteger", predicate(Number.isSafeInteger)],
  ],
})

/** ThisNumberValue, ECMA-262 21.1.3.7.1. */
export function thisNumberValue(machine: Machine, value: Value, methodName: string): Completion<number> {
  if (typeof value === "number") return value
  if (isObject(value) && value.kind === Kind.Number) return value.data as number
  return throwTypeError(machine, `Number.prototype.${methodName} requires that 'this' be a Number`)
}

/** A method that makes a text of the number, and of an integer that it is given. */
function formatter(
  name: string,
  format: (machine: Machine, number: number, digits: number | undefined) => Completion,
): Member {
  const look = (machine: Machine, thisValue: Value) => thisNumberValue(machine, thisValue, name)
  return integerMethod(`Number.prototype.${name}`, 1, look, format)
}

const numberPrototype = object({
  name: "Number.prototype",
  kind: Kind.Number,
  data: () => 0,
  members: [
    ["constructor", intrinsic("Number")],
    [
      "toExponential",
      formatter("toExponential", (machine, number, digits) => {
        if (number - number !== 0) return String(number)
        if (digits !== undefined && (digits < 0 || digits > 100)) {
          return throwRangeError(machine, "toExponential() argument must be between 0 and 100")
        }
        return number.toExponential(digits)
      }),
    ],
    [
      "toFixed",
      formatter("toFixed", (machine, number, digits = 0) => {
        if (digits < 0 || digits > 100) {
          return throwRangeError(machine, "toFixed() digits argument must be between 0 and 100")
        }
        return number.toFixed(digits)
      }),
    ],
    [
      "toPrecision",
      formatter("toPrecision", (machine, number, digits) => {
        if (digits === undefined || number - number !== 0) return String(number)
        if (digits < 1 || digits > 100) {
          return throwRangeError(machine, "toPrecision() argument must be between 1 and 100")
        }
        return number.toPrecision(digits)
      }),
    ],
    [
      "toString",
      formatter("toString", (machine, number, radix = 10) => {
        if (radix === 10) return String(number)
        if (radix < 2 || radix > 36) {
          return throwRangeError(machine, "toString() radix argument must be between 2 and 36")
        }
        return radixText(number, radix)
      }),
    ],
    ["toLocaleString", numberToLocaleString],
    ["valueOf", method(0, (machine, thisValue) => thisNumberValue(machine, thisValue, "valueOf"))],
  ],
})

export const numberIntrinsics: Intrinsic[] = [
  changed(numberConstructor, (properties) => [
    ...properties,
    ["parseFloat", { method: parseFloatEntry, attributes: HIDDEN }],
    ["parseInt", { method: parseIntEntry, attributes: HIDDEN }],
  ]),
  numberPrototype,
]
