/** Operators on values that are no plain numbers, and the unary ones. The fast forms are in fused.gen.ts. */
import { isObject, type JSObject } from "../../objects/object.ts"
import { Rope } from "../../objects/rope.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../../objects/value.ts"
import { leaveNative } from "../call.ts"
import { isPlainDate } from "../datePrimitive.ts"
import { describe } from "../describe.ts"
import { at, type Frame, goOn, leave, NativeFrame } from "../frame.ts"
import { hasProperty } from "../internal.ts"
import type { Machine } from "../machine.ts"
import { steps } from "../steps.ts"
import { instanceOf } from "../instanceOf.ts"
import type { Node } from "../node.ts"
import {
  concatenate,
  flat,
  isStrictlyEqual,
  textOf,
  toBoolean,
  toNumeric,
  toPrimitive,
  toPropertyKey,
  toString,
  typeOf,
} from "../operations.ts"
import { messages, throwRangeError, throwTypeError } from "../throws.ts"
import { MAX_BIGINT_BITS } from "../toBigInt.ts"

export type Operator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "**"
  | "&"
  | "|"
  | "^"
  | "<<"
  | ">>"
  | ">>>"
  | "<"
  | ">"
  | "<="
  | ">="
  | "=="
  | "!="
  | "==="
  | "!=="
  | "in"
  | "instanceof"

/** Any binary operator on any values; may go on in a frame. */
export function operate(machine: Machine, operator: Operator, left: Value, right: Value): Completion {
  switch (operator) {
    case "===":
      return isStrictlyEqual(machine, left, right)
    case "!==":
      return !isStrictlyEqual(machine, left, right)
    case "==":
      return looselyEqual(machine, left, right)
    case "!=": {
      const equal = looselyEqual(machine, left, right)
      return equal === ABRUPT ? negated(machine) : !equal
    }
    case "in":
      return isIn(machine, left, right)
    case "instanceof":
      return instanceOf(machine, left, right)
    default: {
      const isSum = operator === "+"
      const a = isSum ? left : timeOf(machine, left)
      const b = isSum || isObject(a) ? right : timeOf(machine, right)
      if (isObject(a) || isObject(b)) return binarySteps.start(machine, { operator, left: a, right: b })
      return onPrimitives(machine, operator, a, b)
    }
  }
}

/** The number of a Date whose conversion is the built-in one; any other value itself. */
function timeOf(machine: Machine, value: Value): Value {
  return isObject(value) && isPlainDate(machine.realm, value) ? (value.data as number) : value
}

interface BinaryLocals {
  operator: Operator
  left: Value
  right: Value
}

/** Both operands become primitives, left first, and then the operator. */
const binarySteps = steps<BinaryLocals>({
  name: "BinaryOperator",
  run(machine, frame, input) {
    const { operator } = frame.locals
    const hint = operator === "+" ? "default" : "number"
    if (frame.state === 0) {
      frame.state = 1
      input = toPrimitive(machine, frame.locals.left, hint)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.locals.left = input as Value
      frame.state = 2
      // Symbols and mixtures fail only after both conversions, but a symbol's ToNumeric comes before the right's.
      if (operator !== "+" && !isComparison(operator) && typeof input === "symbol") {
        return throwTypeError(machine, messages.symbolToNumber)
      }
      input = toPrimitive(machine, frame.locals.right, hint)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return onPrimitives(machine, operator, frame.locals.left, input as Value)
  },
})

function isComparison(operator: Operator): boolean {
  return operator === "<" || operator === ">" || operator === "<=" || operator === ">="
}

function onPrimitives(machine: Machine, operator: Operator, left: Value, right: Value): Completion {
  if (operator === "+") return add(machine, left, right)
  if (isComparison(operator)) return compare(machine, operator, left, right)
  return arithmetic(machine, operator, left, right)
}

function isText(value: Value): value is string | Rope {
  return typeof value === "string" || value instanceof Rope
}

/** `+` of primitives, 13.15.3. */
function add(machine: Machine, left: Value, right: Value): Completion {
  if (isText(left) || isText(right)) {
    const leftText = isText(left) ? left : toString(machine, left)
    if (leftText === ABRUPT) return ABRUPT
    const rightText = isText(right) ? right : toString(machine, right)
    if (rightText === ABRUPT) return ABRUPT
    return concatenate(machine, leftText, rightText)
  }
  return arithmetic(machine, "+", left, right)
}

/** IsLessThan, 7.2.13, of primitives, for the four comparisons. */
function compare(machine: Machine, operator: Operator, left: Value, right: Value): Completion {
  const leftValue = flat(machine, left)
  const rightValue = flat(machine, right)
  if (typeof leftValue === "string" && typeof rightValue === "string") {
    machine.charge(Math.min(leftValue.length, rightValue.length) >> 8)
  } else {
    if (typeof leftValue === "symbol" || typeof rightValue === "symbol") {
      return throwTypeError(machine, messages.symbolToNumber)
    }
  }
  const a = leftValue as number
  const b = rightValue as number
  switch (operator) {
    case "<":
      return a < b
    case ">":
      return a > b
    case "<=":
      return a <= b
    default:
      return a >= b
  }
}

function arithmetic(machine: Machine, operator: Operator, left: Value, right: Value): Completion {
  const a = toNumeric(machine, left)
  if (a === ABRUPT) return ABRUPT
  const b = toNumeric(machine, right)
  if (b === ABRUPT) return ABRUPT
  if (typeof a === "bigint" || typeof b === "bigint") {
    if (typeof a !== "bigint" || typeof b !== "bigint") return throwTypeError(machine, messages.mixBigint)
    return bigintOperation(machine, operator, a, b)
  }
  switch (operator) {
    case "+":
      return a + b
    case "-":
      return a - b
    case "*":
      return a * b
    case "/":
      return a / b
    case "%":
      return a % b
    case "**":
      return a ** b
    case "&":
      return a & b
    case "|":
      return a | b
    case "^":
      return a ^ b
    case "<<":
      return a << b
    case ">>":
      return a >> b
    default:
      return a >>> b
  }
}

/** Bits of a BigInt, at most 4 too many; cheap for small ones. */
export function bigintBits(value: bigint): number {
  if (value <= 0xffff_ffff_ffff_ffffn && value >= -0xffff_ffff_ffff_ffffn) return 64
  return (value < 0n ? -value : value).toString(16).length * 4
}

export function throwBigintTooBig(machine: Machine): typeof ABRUPT {
  return throwRangeError(machine, "Maximum BigInt size exceeded")
}

function bigintOperation(machine: Machine, operator: Operator, a: bigint, b: bigint): Completion {
  const bitsA = bigintBits(a)
  const bitsB = bigintBits(b)
  if (bitsA > 64 || bitsB > 64) {
    machine.charge(((bitsA >> 6) * (bitsB >> 6)) >> 6)
    if (!machine.allocate((bitsA + bitsB) >> 3)) return ABRUPT
  }
  switch (operator) {
    case "+":
      return bounded(machine, a + b, Math.max(bitsA, bitsB) + 1)
    case "-":
      return bounded(machine, a - b, Math.max(bitsA, bitsB) + 1)
    case "*":
      if (bitsA + bitsB > MAX_BIGINT_BITS + 128) return throwBigintTooBig(machine)
      return bounded(machine, a * b, bitsA + bitsB)
    case "/":
      return b === 0n ? throwRangeError(machine, "Division by zero") : a / b
    case "%":
      return b === 0n ? throwRangeError(machine, "Division by zero") : a % b
    case "**":
      return power(machine, a, b, bitsA)
    case "&":
      return a & b
    case "|":
      return a | b
    case "^":
      return a ^ b
    case "<<":
      return shift(machine, a, b, bitsA)
    case ">>":
      return shift(machine, a, -b, bitsA)
    default:
      return throwTypeError(machine, "BigInts have no unsigned right shift, use >> instead")
  }
}

function bounded(machine: Machine, value: bigint, bits: number): Completion {
  if (bits > MAX_BIGINT_BITS && bigintBits(value) > MAX_BIGINT_BITS + 4) return throwBigintTooBig(machine)
  return value
}

function power(machine: Machine, base: bigint, exponent: bigint, bits: number): Completion {
  if (exponent < 0n) return throwRangeError(machine, "Exponent must be non-negative")
  if (base === 0n || base === 1n || base === -1n || exponent <= 1n)
    return base ** (base === -1n ? exponent & 1n : exponent)
  const exactBits = (base < 0n ? -base : base).toString(2).length
  void bits
  if (exponent > BigInt(MAX_BIGINT_BITS) || (exactBits - 1) * Number(exponent) > MAX_BIGINT_BITS) {
    return throwBigintTooBig(machine)
  }
  const words = (exactBits * Number(exponent)) >> 6
  machine.charge((words * words) >> 6)
  if (!machine.allocate(words * 8)) return ABRUPT
  return bounded(machine, base ** exponent, exactBits * Number(exponent))
}

function shift(machine: Machine, value: bigint, by: bigint, bits: number): Completion {
  if (value === 0n || by === 0n) return value
  if (by > 0n) {
    if (by > BigInt(MAX_BIGINT_BITS) || bits - 64 + Number(by) > MAX_BIGINT_BITS)
      return throwBigintTooBig(machine)
    if (!machine.allocate((bits + Number(by)) >> 3)) return ABRUPT
    return bounded(machine, value << by, bits + Number(by))
  }
  if (-by > BigInt(MAX_BIGINT_BITS + 64)) return value < 0n ? -1n : 0n
  return value >> -by
}

/** IsLooselyEqual, 7.2.14. */
function looselyEqual(machine: Machine, left: Value, right: Value): Completion {
  const a = flat(machine, left)
  const b = flat(machine, right)
  if (isObject(a) !== isObject(b)) {
    const object = isObject(a) ? a : (b as JSObject)
    const other = isObject(a) ? b : a
    if (other === undefined || other === null) return false
    return looseSteps.start(machine, { object, other })
  }
  // eslint-disable-next-line eqeqeq -- the host's own == on two primitives or two of our objects
  return a == b
}

const looseSteps = steps<{ object: JSObject; other: Value }>({
  name: "IsLooselyEqual",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toPrimitive(machine, frame.locals.object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return looselyEqual(machine, input as Value, frame.locals.other)
  },
})

const negateSteps = steps<object>({
  name: "Negate",
  run: (_machine, _frame, input) => !(input as boolean),
})

/** The operand's frames are leaving the stack: the negation waits for them. */
function negated(machine: Machine): typeof ABRUPT {
  return leaveNative(machine, new NativeFrame(negateSteps, {}))
}

function isIn(machine: Machine, left: Value, right: Value): Completion {
  if (!isObject(right)) {
    return throwTypeError(
      machine,
      messages.inOfNonObject(
        typeof left === "symbol" || isObject(left)
          ? describe(machine.realm, left)
          : String(flat(machine, left)),
        isText(right) ? textOf(machine, right) : describe(machine.realm, right),
      ),
    )
  }
  if (isObject(left)) return inSteps.start(machine, { key: left, object: right })
  const key = toPropertyKey(machine, flat(machine, left))
  return key === ABRUPT ? ABRUPT : hasProperty(machine, right, key)
}

const inSteps = steps<{ key: Value; object: JSObject }>({
  name: "In",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toPropertyKey(machine, frame.locals.key)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return hasProperty(machine, frame.locals.object, input as PropertyKey)
  },
})

// Unary operators. `a` is the operand; `value` the function of its value.

type Combine = (machine: Machine, value: Value) => Completion

export function evaluateUnary(node: Node, frame: Frame): Completion {
  const operand = node.a
  const value = operand.evaluate(operand, frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  at(frame, node.position)
  return (node.value as Combine)(frame.machine, value)
}
export function resumeUnary(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  at(frame, node.position)
  return (node.value as Combine)(frame.machine, value)
}

export const unary: Record<string, Combine> = {
  "!": (_machine, value) => !toBoolean(value),
  typeof: (_machine, value) => typeOf(value),
  void: () => undefined,
  "+": (machine, value) => (typeof value === "number" ? value : plusSlow(machine, value)),
  "-": (machine, value) => (typeof value === "number" ? -value : numericUnary(machine, "-", value)),
  "~": (machine, value) => (typeof value === "number" ? ~value : numericUnary(machine, "~", value)),
}

function plusSlow(machine: Machine, value: Value): Completion {
  if (isObject(value)) return unarySteps.start(machine, { operator: "+", value })
  return onNumeric(machine, "+", value)
}

function numericUnary(machine: Machine, operator: string, value: Value): Completion {
  return isObject(value)
    ? unarySteps.start(machine, { operator, value })
    : onNumeric(machine, operator, value)
}

const unarySteps = steps<{ operator: string; value: Value }>({
  name: "UnaryOperator",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toPrimitive(machine, frame.locals.value, "number")
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return onNumeric(machine, frame.locals.operator, input as Value)
  },
})

function onNumeric(machine: Machine, operator: string, value: Value): Completion {
  const number = toNumeric(machine, value)
  if (number === ABRUPT) return ABRUPT
  if (operator === "+") {
    return typeof number === "bigint" ? throwTypeError(machine, messages.bigintToNumber) : number
  }
  if (operator === "-") return -number
  return typeof number === "bigint" ? ~number : ~number
}

/** The value one more or less, for `++` and `--`, of a value that ToNumeric made. */
export function incremented(value: number | bigint, by: 1 | -1): number | bigint {
  return typeof value === "bigint" ? value + BigInt(by) : value + by
}
