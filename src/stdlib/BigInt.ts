/** BigInt, ECMA-262 21.2, within a bound on the number of bits. */
import { isObject, Kind } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  constant,
  constructor,
  intrinsic,
  type Member,
  method,
  object,
  steps,
} from "../interpreter/native.ts"
import { bigintToString, integerOf, toNumber, toPrimitive } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { bigintToLocaleString } from "./toLocaleString.ts"
import { boundedBigInt, MAX_BIGINT_BITS, primitiveToBigInt, toBigInt } from "../interpreter/toBigInt.ts"

const sentences = {
  notInteger: (number: number) =>
    `The number ${number} cannot be converted to a BigInt because it is not an integer`,
  badBits: "Invalid value: not (convertible to) a safe integer",
  tooBig: "Maximum BigInt size exceeded",
}

const bigintSteps = steps<{ value: Value }>({
  name: "BigInt",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toPrimitive(machine, frame.locals.value, "number")
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (typeof input !== "number") return primitiveToBigInt(machine, input as Value)
    return Number.isInteger(input) ? BigInt(input) : throwRangeError(machine, sentences.notInteger(input))
  },
})

interface WrapLocals {
  bits: Value
  bigint: Value
}

/** BigInt.asIntN and asUintN, ECMA-262 21.2.2.1 and 21.2.2.2. */
function wrapping(
  name: string,
  wrap: (machine: Machine, bits: number, bigint: bigint) => Completion,
): Member {
  const code = steps<WrapLocals>({
    name: `BigInt.${name}`,
    run(machine, frame, input) {
      const { locals } = frame
      if (frame.state === 0) {
        frame.state = 1
        input = toNumber(machine, locals.bits)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 1) {
        const bits = (locals.bits = integerOf(input as number))
        if (bits < 0 || bits > Number.MAX_SAFE_INTEGER) return throwRangeError(machine, sentences.badBits)
        frame.state = 2
        input = toBigInt(machine, locals.bigint)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      return wrap(machine, locals.bits as number, input as bigint)
    },
  })
  return method(2, (machine, _this, [bits, bigint]) => code.start(machine, { bits, bigint }))
}

const bigintConstructor = constructor({
  name: "BigInt",
  length: 1,
  body(machine, _this, args, newTarget) {
    if (newTarget !== undefined) return throwTypeError(machine, "BigInt is not a constructor")
    return bigintSteps.start(machine, { value: args[0] })
  },
  statics: [
    [
      "asIntN",
      wrapping("asIntN", (_machine, bits, bigint) =>
        bits > MAX_BIGINT_BITS ? bigint : BigInt.asIntN(bits, bigint),
      ),
    ],
    [
      "asUintN",
      wrapping("asUintN", (machine, bits, bigint) => {
        if (bits <= MAX_BIGINT_BITS) return boundedBigInt(machine, BigInt.asUintN(bits, bigint))
        return bigint < 0n ? throwRangeError(machine, sentences.tooBig) : bigint
      }),
    ],
  ],
})

/** ThisBigIntValue, ECMA-262 21.2.3.4.1. */
export function thisBigIntValue(machine: Machine, value: Value, methodName: string): Completion<bigint> {
  if (typeof value === "bigint") return value
  if (isObject(value) && value.kind === Kind.BigInt) return value.data as bigint
  return throwTypeError(machine, `BigInt.prototype.${methodName} requires that 'this' be a BigInt`)
}

const toStringSteps = steps<{ bigint: bigint; radix: Value }>({
  name: "BigInt.prototype.toString",
  run(machine, frame, input) {
    const { bigint, radix } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = radix === undefined ? 10 : toNumber(machine, radix)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const base = integerOf(input as number)
    if (base < 2 || base > 36) {
      return throwRangeError(machine, "toString() radix argument must be between 2 and 36")
    }
    const decimal = bigintToString(machine, bigint)
    return base === 10 ? decimal : bigint.toString(base)
  },
})

const bigintPrototype = object({
  name: "BigInt.prototype",
  members: [
    ["constructor", intrinsic("BigInt")],
    ["toLocaleString", bigintToLocaleString],
    [
      "toString",
      method(0, (machine, thisValue, [radix]) => {
        const bigint = thisBigIntValue(machine, thisValue, "toString")
        return bigint === ABRUPT ? ABRUPT : toStringSteps.start(machine, { bigint, radix })
      }),
    ],
    ["valueOf", method(0, (machine, thisValue) => thisBigIntValue(machine, thisValue, "valueOf"))],
    [Symbol.toStringTag, constant("BigInt", CONFIGURABLE)],
  ],
})

export const bigintIntrinsics: Intrinsic[] = [bigintConstructor, bigintPrototype]
