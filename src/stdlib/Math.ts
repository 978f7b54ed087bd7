/** Math, ECMA-262 21.3. Approximations are the host's; random numbers come from the run's own state. */
import { fromFloat16Bits, toFloat16Bits } from "../objects/buffer.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import {
  closeIteratorThrowing,
  DONE,
  type IteratorRecord,
  openIterator,
  stepIterator,
} from "../interpreter/iterators.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constant, converted, type Member, method, object, steps } from "../interpreter/native.ts"
import { toNumber } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { addExactly, roundExactSum } from "./exactSum.ts"
import { nameOf } from "./receivers.ts"

/** A function of one number, told by its name in a saved run. */
function unary(name: string, compute: (x: number) => number): readonly [string, Member] {
  const code = steps<{ argument: Value }>({
    name: `Math.${name}`,
    run(machine, frame, input) {
      if (frame.state === 0) {
        frame.state = 1
        input = toNumber(machine, frame.locals.argument)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      return compute(input as number)
    },
  })
  const member = method(1, (machine, _this, args) => {
    const argument = args[0]
    return typeof argument === "number" ? compute(argument) : code.start(machine, { argument })
  })
  return [name, member]
}

function binary(compute: (x: number, y: number) => number): Member {
  return converted(2, "any", ["number", "number"], (_machine, _this, x: number, y: number) => compute(x, y))
}

type Fold = (numbers: readonly number[]) => number

const folds: Record<"max" | "min" | "hypot", Fold> = {
  max: (numbers) => numbers.reduce((most, number) => Math.max(most, number), -Infinity),
  min: (numbers) => numbers.reduce((least, number) => Math.min(least, number), Infinity),
  hypot,
}

/** Scaled by the largest, so that squares neither overflow nor vanish. */
function hypot(numbers: readonly number[]): number {
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  if (numbers.some((number) => Math.abs(number) === Infinity)) return Infinity
  if (largest === 0 || largest !== largest) return largest
  let sum = 0
  let lost = 0
  for (const number of numbers) {
    const square = (number / largest) * (number / largest) - lost
    const next = sum + square
    lost = next - sum - square
    sum = next
  }
  return Math.sqrt(sum) * largest
}

const foldSteps = steps<{ name: keyof typeof folds; args: Value[]; numbers: number[] }>({
  name: "Math fold",
  run(machine, frame, input) {
    const { name, args, numbers } = frame.locals
    for (;;) {
      if (frame.state === 1) {
        numbers.push(input as number)
        frame.state = 0
      }
      if (numbers.length === args.length) return folds[name](numbers)
      frame.state = 1
      input = toNumber(machine, args[numbers.length])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

/** A function of any number of numbers. */
function fold(name: keyof typeof folds): Member {
  return method(2, (machine, _this, args) => {
    if (args.length > 8) machine.charge(args.length >> 3)
    for (const argument of args) {
      if (typeof argument !== "number") return foldSteps.start(machine, { name, args, numbers: [] })
    }
    const [first, second] = args as number[]
    if (args.length === 2 && name !== "hypot")
      return name === "max" ? Math.max(first!, second!) : Math.min(first!, second!)
    return folds[name](args as number[])
  })
}

/** One turn of xoshiro128++ (Blackman and Vigna): 32 bits. */
function nextWord(state: Uint32Array): number {
  const a = state[0]!
  const b = state[1]!
  const c = state[2]!
  const d = state[3]!
  const sum = (a + d) >>> 0
  const result = (((sum << 7) | (sum >>> 25)) + a) >>> 0
  const shifted = b << 9
  const third = c ^ a
  const fourth = d ^ b
  state[1] = b ^ third
  state[0] = a ^ fourth
  state[2] = third ^ shifted
  state[3] = (fourth << 11) | (fourth >>> 21)
  return result
}

/** 53 random bits as a number from 0 up to 1. */
function random(machine: Machine): number {
  const high = nextWord(machine.random) >>> 5
  const low = nextWord(machine.random) >>> 6
  return (high * 67_108_864 + low) / 9_007_199_254_740_992
}

interface SumLocals {
  items: Value
  record: IteratorRecord | null
  /** The exact sum of the finite numbers, in units of 2^-1074. */
  sum: bigint
  /** Sum of what is not finite; -0 until anything else than -0 came. */
  special: number
  onlyMinusZero: boolean
  count: number
}

/** Math.sumPrecise, ECMA-262 21.3.2.33. */
const sumSteps = steps<SumLocals>({
  name: "Math.sumPrecise",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      input = openIterator(machine, locals.items, () => "") as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.record = input as unknown as IteratorRecord
      frame.state = 2
    }
    for (;;) {
      if (frame.state === 3) {
        if (input === (DONE as unknown)) return finishSum(locals)
        if (typeof input !== "number" || ++locals.count > Number.MAX_SAFE_INTEGER)
          return refuseItem(machine, locals, input)
        addNumber(locals, input)
        frame.state = 2
      }
      if (machine.fuel < 0) return pause(machine, frame)
      frame.state = 3
      machine.charge(4)
      input = stepIterator(machine, locals.record!)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

function addNumber(locals: SumLocals, number: number): void {
  if (!Object.is(number, -0)) locals.onlyMinusZero = false
  if (number - number !== 0) locals.special += number
  else locals.sum = addExactly(locals.sum, number)
}

function refuseItem(machine: Machine, locals: SumLocals, item: Completion): typeof ABRUPT {
  if (typeof item === "number") throwRangeError(machine, "Too many numbers")
  else throwTypeError(machine, `${nameOf(machine, item as Value)} is not a number`)
  return closeIteratorThrowing(machine, locals.record!)
}

function finishSum({ sum, special, onlyMinusZero }: SumLocals): number {
  if (special !== 0) return special
  return onlyMinusZero ? -0 : roundExactSum(sum)
}

const math = object({
  name: "Math",
  members: [
    ["E", constant(Math.E)],
    ["LN10", constant(Math.LN10)],
    ["LN2", constant(Math.LN2)],
    ["LOG10E", constant(Math.LOG10E)],
    ["LOG2E", constant(Math.LOG2E)],
    ["PI", constant(Math.PI)],
    ["SQRT1_2", constant(Math.SQRT1_2)],
    ["SQRT2", constant(Math.SQRT2)],
    unary("abs", Math.abs),
    unary("acos", Math.acos),
    unary("acosh", Math.acosh),
    unary("asin", Math.asin),
    unary("asinh", Math.asinh),
    unary("atan", Math.atan),
    unary("atanh", Math.atanh),
    ["atan2", binary(Math.atan2)],
    unary("cbrt", Math.cbrt),
    unary("ceil", Math.ceil),
    unary("clz32", Math.clz32),
    unary("cos", Math.cos),
    unary("cosh", Math.cosh),
    unary("exp", Math.exp),
    unary("expm1", Math.expm1),
    unary("floor", Math.floor),
    unary("fround", Math.fround),
    unary("f16round", (x) => (x === 0 ? x : fromFloat16Bits(toFloat16Bits(x)))),
    ["hypot", fold("hypot")],
    ["imul", binary(Math.imul)],
    unary("log", Math.log),
    unary("log1p", Math.log1p),
    unary("log10", Math.log10),
    unary("log2", Math.log2),
    ["max", fold("max")],
    ["min", fold("min")],
    ["pow", binary((x, y) => x ** y)],
    ["random", method(0, random)],
    unary("round", Math.round),
    unary("sign", Math.sign),
    unary("sin", Math.sin),
    unary("sinh", Math.sinh),
    unary("sqrt", Math.sqrt),
    [
      "sumPrecise",
      method(1, (machine, _this, [items]) =>
        sumSteps.start(machine, { items, record: null, sum: 0n, special: 0, onlyMinusZero: true, count: 0 }),
      ),
    ],
    unary("tan", Math.tan),
    unary("tanh", Math.tanh),
    unary("trunc", Math.trunc),
    [Symbol.toStringTag, constant("Math", CONFIGURABLE)],
  ],
})

export const mathIntrinsics: Intrinsic[] = [math]
