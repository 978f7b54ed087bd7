/** The iterator protocol, ECMA-262 7.4: opening, stepping and closing, each in a frame where program code runs. */
import type { JSObject } from "../objects/object.ts"
import { isCallable, isObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative } from "./call.ts"
import { describe, describeWithType } from "./describe.ts"
import { NativeFrame, type StepsCode } from "./frame.ts"
import { get } from "./internal.ts"
import { type Machine, Mode } from "./machine.ts"
import { steps } from "./steps.ts"
import { getMethod, getV, toBoolean } from "./operations.ts"
import { messages, throwTypeError } from "./throws.ts"
import { createAsyncFromSyncIterator } from "./asyncFromSync.ts"

/** Iterator Record, 7.4.1. */
export class IteratorRecord {
  readonly iterator: JSObject
  readonly next: Value
  done = false
  constructor(iterator: JSObject, next: Value) {
    this.iterator = iterator
    this.next = next
  }
}

/** What stepping an exhausted iterator gives. */
export const DONE: unique symbol = Symbol("done")

interface OpenLocals {
  value: Value
  async: boolean
  /** The expression's text, for the message; empty where no expression stands for the value. */
  text: string
  /** It is the last argument of a call, spread. */
  isSpread: boolean
  iterator: JSObject | null
  wrap: boolean
}

const openSteps = steps<OpenLocals>({
  name: "GetIterator",
  run(machine, frame, input) {
    const { locals } = frame
    for (;;) {
      switch (frame.state) {
        case 0:
          frame.state = 1
          if (locals.value === undefined || locals.value === null) return throwNotIterable(machine, locals)
          input = getV(machine, locals.value, locals.async ? Symbol.asyncIterator : Symbol.iterator)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        case 1:
          if (input === undefined || input === null) {
            if (!locals.async) return throwNotIterable(machine, locals)
            locals.async = false
            locals.wrap = true
            frame.state = 0
            continue
          }
          if (!isCallable(input as Value)) {
            if (!locals.async) return throwNotIterable(machine, locals)
            return throwTypeError(machine, messages.notFunction(describeWithType(input as Value)))
          }
          frame.state = 2
          input = call(machine, input as Value, locals.value, [])
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        case 2:
          if (!isObject(input)) {
            const symbol = locals.async ? "Symbol.asyncIterator" : "Symbol.iterator"
            return throwTypeError(machine, `Result of the ${symbol} method is not an object`)
          }
          locals.iterator = input
          frame.state = 3
          input = get(machine, input, "next", input)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        default: {
          const record = new IteratorRecord(locals.iterator!, input as Value)
          return (locals.wrap
            ? createAsyncFromSyncIterator(machine, record)
            : record) as unknown as Completion
        }
      }
    }
  },
})

function throwNotIterable(machine: Machine, locals: OpenLocals): typeof ABRUPT {
  const { value, text, isSpread } = locals
  const isNullish = value === undefined || value === null
  if (isSpread) {
    return throwTypeError(
      machine,
      isNullish
        ? `${messages.notIterable(text)} (cannot read property ${String(value)})`
        : "Spread syntax requires ...iterable[Symbol.iterator] to be a function",
    )
  }
  const isAsync = locals.async || locals.wrap
  if (text !== "")
    return throwTypeError(machine, isAsync ? messages.notAsyncIterable(text) : messages.notIterable(text))
  const symbol = isAsync ? "Symbol.asyncIterator" : "Symbol.iterator"
  const shown = describeWithType(value)
  return throwTypeError(machine, `${messages.notIterable(shown)} (cannot read property Symbol(${symbol}))`)
}

/** GetIterator(value, sync), 7.4.4. `text` renders the value's expression for the message. */
export function openIterator(
  machine: Machine,
  value: Value,
  text: () => string,
  isSpread = false,
): Completion | IteratorRecord {
  return openSteps.start(machine, {
    value,
    async: false,
    text: text(),
    isSpread,
    iterator: null,
    wrap: false,
  })
}

/** GetIterator(value, async). */
export function openAsyncIterator(
  machine: Machine,
  value: Value,
  text: () => string,
): Completion | IteratorRecord {
  return openSteps.start(machine, {
    value,
    async: true,
    text: text(),
    isSpread: false,
    iterator: null,
    wrap: false,
  })
}

interface StepLocals {
  record: IteratorRecord
  result: Value
}

const stepSteps = steps<StepLocals>({
  name: "IteratorStepValue",
  catches: true,
  run(machine, frame, input) {
    const { record } = frame.locals
    if (input === ABRUPT) {
      record.done = true
      return ABRUPT
    }
    switch (frame.state) {
      case 1:
        return readResult(machine, frame, input as Value)
      case 2:
        return readValue(machine, frame, input as Value)
      default:
        return input
    }
  },
})

/** IteratorStepValue, 7.4.10: the next value, or DONE. An error makes the record done. */
export function stepIterator(machine: Machine, record: IteratorRecord): Completion {
  const result = call(machine, record.next, record.iterator, [])
  if (result === ABRUPT) return failOrLeave(machine, record, 1, undefined)
  return readResult(machine, null, result, record)
}

function failOrLeave(machine: Machine, record: IteratorRecord, state: number, result: Value): typeof ABRUPT {
  if (machine.mode !== Mode.Suspending) {
    record.done = true
    return ABRUPT
  }
  const frame = new NativeFrame<StepLocals>(stepSteps as StepsCode, { record, result })
  frame.state = state
  return leaveNative(machine, frame)
}

function readResult(
  machine: Machine,
  frame: NativeFrame<StepLocals> | null,
  result: Value,
  known?: IteratorRecord,
): Completion {
  const record = known ?? frame!.locals.record
  if (!isObject(result)) {
    record.done = true
    return throwTypeError(machine, messages.iteratorResult(describe(machine.realm, result)))
  }
  if (result.shape === machine.iteratorResultShape) {
    if (toBoolean(result.slots[1] as Value)) {
      record.done = true
      return DONE as unknown as Completion
    }
    return result.slots[0] as Value
  }
  const done = get(machine, result, "done", result)
  if (done === ABRUPT) return failOrLeave(machine, record, 2, result)
  return readValueOf(machine, record, result, done)
}

function readValue(machine: Machine, frame: NativeFrame<StepLocals>, done: Value): Completion {
  return readValueOf(machine, frame.locals.record, frame.locals.result as JSObject, done)
}

function readValueOf(machine: Machine, record: IteratorRecord, result: JSObject, done: Value): Completion {
  if (toBoolean(done)) {
    record.done = true
    return DONE as unknown as Completion
  }
  const value = get(machine, result, "value", result)
  return value === ABRUPT ? failOrLeave(machine, record, 3, undefined) : value
}

interface CloseLocals {
  iterator: JSObject
  /** The completion that closes it is an error, which wins over any other. */
  throwing: boolean
  thrown: Value
}

const closeSteps = steps<CloseLocals>({
  name: "IteratorClose",
  catches: true,
  run(machine, frame, input) {
    const { iterator, throwing, thrown } = frame.locals
    let completion = input
    for (;;) {
      if (completion === ABRUPT) {
        if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
        return throwing && machine.mode === Mode.Throwing ? machine.throw(thrown) : ABRUPT
      }
      switch (frame.state) {
        case 0:
          frame.state = 1
          completion = getMethod(machine, iterator, "return")
          continue
        case 1:
          if (completion === undefined) return throwing ? machine.throw(thrown) : undefined
          frame.state = 2
          completion = call(machine, completion as Value, iterator, [])
          continue
        default:
          if (throwing) return machine.throw(thrown)
          if (isObject(completion)) return undefined
          return throwTypeError(
            machine,
            messages.iteratorResult(describe(machine.realm, completion as Value)),
          )
      }
    }
  },
})

/** IteratorClose, 7.4.11, for a completion that is no error. */
export function closeIterator(machine: Machine, record: IteratorRecord): Completion {
  return closeSteps.start(machine, { iterator: record.iterator, throwing: false, thrown: undefined })
}

/** IteratorClose for the error in flight: always ends with that error, or suspends. */
export function closeIteratorThrowing(machine: Machine, record: IteratorRecord): typeof ABRUPT {
  const thrown = machine.thrown
  machine.mode = Mode.Running
  return closeSteps.start(machine, { iterator: record.iterator, throwing: true, thrown }) as typeof ABRUPT
}

/** Iterating this array yields its elements by index: nobody has changed how arrays iterate. */
export function isArrayIterationIntact(machine: Machine, array: JSObject): boolean {
  const realm = machine.realm
  if (array.shape.prototype !== realm.arrayPrototype || array.kind !== Kind.Array) return false
  if (array.shape.count > 0 && findSlot(realm, array, Symbol.iterator) >= 0) return false
  const intact = machine.arrayIteration
  if (intact !== null && intact.valid) return true
  return machine.checkArrayIteration()
}
