/** GetIteratorFlattenable and GetIteratorDirect, ECMA-262 7.4.5 and 7.4.3. */
import { isObject, type JSObject } from "../objects/object.ts"
import { Rope } from "../objects/rope.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative } from "../interpreter/call.ts"
import { get } from "../interpreter/internal.ts"
import { IteratorRecord } from "../interpreter/iterators.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { getMethod } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { nameOf } from "./receivers.ts"

/** An iterator record where a completion is expected: it never reaches a program. */
export function asCompletion(record: IteratorRecord): Completion {
  return record as unknown as Completion
}

export function asRecord(completion: Completion): IteratorRecord {
  return completion as unknown as IteratorRecord
}

const directSteps = steps<{ iterator: JSObject }>({
  name: "GetIteratorDirect",
  run(machine, frame, input) {
    const { iterator } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, iterator, "next", iterator)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return asCompletion(new IteratorRecord(iterator, input as Value))
  },
})

/** GetIteratorDirect: gives an IteratorRecord. */
export function getIteratorDirect(machine: Machine, iterator: JSObject): Completion {
  return directSteps.start(machine, { iterator })
}

const flattenableSteps = steps<{ value: Value }>({
  name: "GetIteratorFlattenable",
  run(machine, frame, input) {
    const { value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = getMethod(machine, value, Symbol.iterator)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      input = input === undefined ? value : call(machine, input as Value, value, [])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (!isObject(input))
      return throwTypeError(machine, `${nameOf(machine, input as Value)} is not an object`)
    return getIteratorDirect(machine, input)
  },
})

/** GetIteratorFlattenable: gives an IteratorRecord. */
export function getIteratorFlattenable(machine: Machine, value: Value, strings: boolean): Completion {
  const isString = typeof value === "string" || value instanceof Rope
  if (!isObject(value) && !(strings && isString)) {
    return throwTypeError(machine, `${nameOf(machine, value)} is not an object`)
  }
  return flattenableSteps.start(machine, { value })
}

/** GetIteratorFromMethod, ECMA-262 7.4.3. */
const fromMethodSteps = steps<{ value: Value; method: Value }>({
  name: "GetIteratorFromMethod",
  run(machine, frame, input) {
    const { value, method } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = call(machine, method, value, [])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (isObject(input)) return getIteratorDirect(machine, input)
    return throwTypeError(machine, "Result of the Symbol.iterator method is not an object")
  },
})

/** GetIteratorFromMethod: gives an IteratorRecord. */
export function getIteratorFromMethod(machine: Machine, value: Value, method: Value): Completion {
  return fromMethodSteps.start(machine, { value, method })
}
