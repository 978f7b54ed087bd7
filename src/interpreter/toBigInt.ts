/** ToBigInt and StringToBigInt, ECMA-262 7.1.13 and 7.1.14, within the bound on BigInts. */
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "./call.ts"
import { symbolText } from "./describe.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./steps.ts"
import { flat, toPrimitive } from "./operations.ts"
import { throwRangeError, throwSyntaxError, throwTypeError } from "./throws.ts"

/** BigInts with more bits are refused. */
export const MAX_BIGINT_BITS = 2 ** 20
let limit: bigint | undefined
/** Digits of the largest BigInt in binary and a margin for zeros in front; longer texts are not even parsed. */
const MAX_DIGITS = 2 ** 20 + 64
/** Decimal digits of the largest BigInt. */
const MAX_DECIMAL_DIGITS = 315_653
const decimal = /^\s*[-+]?0*(\d*)\s*$/
const tooBig = "Maximum BigInt size exceeded"

/** The value, or a RangeError if it has too many bits. */
export function boundedBigInt(machine: Machine, value: bigint): Completion<bigint> {
  limit ??= 1n << BigInt(MAX_BIGINT_BITS)
  return value >= limit || value <= -limit ? throwRangeError(machine, tooBig) : value
}

/** StringToBigInt; undefined where the text is no BigInt. */
export function stringToBigInt(machine: Machine, text: string): Completion<bigint | undefined> {
  if (text.length > MAX_DIGITS) return throwRangeError(machine, tooBig)
  const digits = text.length > MAX_DECIMAL_DIGITS ? (decimal.exec(text)?.[1] ?? "") : ""
  if (digits.length > MAX_DECIMAL_DIGITS) return throwRangeError(machine, tooBig)
  machine.charge((text.length * text.length) >>> 22)
  let value: bigint
  try {
    value = BigInt(text)
  } catch {
    return undefined
  }
  return boundedBigInt(machine, value)
}

/** ToBigInt of a primitive. */
export function primitiveToBigInt(machine: Machine, value: Value): Completion<bigint> {
  if (typeof value === "bigint") return value
  if (typeof value === "boolean") return value ? 1n : 0n
  const primitive = flat(machine, value)
  if (typeof primitive === "string") {
    const parsed = stringToBigInt(machine, primitive)
    if (parsed === undefined)
      return throwSyntaxError(machine, `Cannot convert ${primitive.slice(0, 200)} to a BigInt`)
    return parsed
  }
  const text = typeof primitive === "symbol" ? symbolText(primitive) : String(primitive)
  return throwTypeError(machine, `Cannot convert ${text} to a BigInt`)
}

const toBigIntSteps = steps<{ value: Value }>({
  name: "ToBigInt",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toPrimitive(machine, frame.locals.value, "number")
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return primitiveToBigInt(machine, input as Value)
  },
})

export function toBigInt(machine: Machine, value: Value): Completion<bigint> {
  if (typeof value === "bigint") return value
  return toBigIntSteps.start(machine, { value }) as Completion<bigint>
}
