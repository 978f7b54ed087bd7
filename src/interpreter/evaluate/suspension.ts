/** `await`, `yield` and `yield*`: a frame gives its value to whatever runs it and waits. */
import { isObject, type JSObject } from "../../objects/object.ts"
import { ABRUPT, type Completion, type Value } from "../../objects/value.ts"
import { call, leaveNative } from "../call.ts"
import { describe } from "../describe.ts"
import { at, type Frame, goOn, leave, NORMAL } from "../frame.ts"
import { get } from "../internal.ts"
import { closeIterator, type IteratorRecord, openAsyncIterator, openIterator } from "../iterators.ts"
import { Mode } from "../machine.ts"
import { steps } from "../steps.ts"
import type { Node } from "../node.ts"
import { createIteratorResult, getMethod, toBoolean } from "../operations.ts"
import { promiseResolve } from "../promises.ts"
import { messages, throwTypeError } from "../throws.ts"

/** Leaves the node in `state` until the promise is settled. */
export function awaitPromise(
  frame: Frame,
  node: Node,
  promise: JSObject,
  state: number,
  temp: unknown,
): typeof ABRUPT {
  return give(frame, node, promise, "await", state, temp)
}

function give(
  frame: Frame,
  node: Node,
  value: Value,
  kind: "await" | "yield",
  state: number,
  temp: unknown,
): typeof ABRUPT {
  const { machine } = frame
  machine.yielding = frame
  machine.yielded = value
  machine.yieldKind = kind
  machine.mode = Mode.Suspending
  return leave(frame, node, state, temp)
}

/** Await, ECMA-262 27.7.5.3. States: 0 the operand, 1 making its promise, 2 waiting. */
export function evaluateAwait(node: Node, frame: Frame): Completion {
  const operand = node.a
  const value = operand.evaluate(operand, frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  return awaitValue(node, frame, value)
}
function awaitValue(node: Node, frame: Frame, value: Value): Completion {
  at(frame, node.position)
  const promise = promiseResolve(frame.machine, value)
  if (promise === ABRUPT) return leave(frame, node, 1, undefined)
  return awaitPromise(frame, node, promise as JSObject, 2, undefined)
}
export function resumeAwait(node: Node, frame: Frame, state: number): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, undefined)
  if (state === 0) return awaitValue(node, frame, input)
  if (state === 1) return awaitPromise(frame, node, input as JSObject, 2, undefined)
  return input
}

/** `yield a` in a generator. */
export function evaluateYield(node: Node, frame: Frame): Completion {
  const operand = node.a
  const value = operand.evaluate(operand, frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  return give(frame, node, createIteratorResult(frame.machine, value, false), "yield", 1, undefined)
}
export function resumeYield(node: Node, frame: Frame, state: number): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, undefined)
  if (state === 1) return input
  return give(frame, node, createIteratorResult(frame.machine, input, false), "yield", 1, undefined)
}

/** Where a generator whose parameters are patterns first stops, so that they are bound at the call. */
export function evaluateInitialYield(node: Node, frame: Frame): Completion {
  return give(frame, node, undefined, "yield", 0, undefined)
}
export function resumeInitialYield(node: Node, frame: Frame): Completion {
  const input = goOn(frame)
  return input === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}

// yield in an async generator, ECMA-262 27.6.3.8: the operand is awaited, then given; a return resumption awaits its value.

const OPERAND = 0
const RESOLVING = 1
const AWAITED = 2
const GIVEN = 3
const RETURN_RESOLVING = 4
const RETURN_AWAITED = 5

export function evaluateAsyncYield(node: Node, frame: Frame): Completion {
  return asyncYieldFrom(node, frame, OPERAND, node.a.evaluate(node.a, frame))
}
export function resumeAsyncYield(node: Node, frame: Frame, state: number): Completion {
  return asyncYieldFrom(node, frame, state, goOn(frame))
}
function asyncYieldFrom(node: Node, frame: Frame, from: number, completion: Completion): Completion {
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) {
      if (machine.mode === Mode.Returning && state === GIVEN) {
        machine.mode = Mode.Running
        state = RETURN_RESOLVING
        input = promiseResolve(machine, frame.machine.returnValue)
        continue
      }
      return leave(frame, node, state, undefined)
    }
    switch (state) {
      case OPERAND:
        state = RESOLVING
        input = promiseResolve(machine, input)
        continue
      case RESOLVING:
        return awaitPromise(frame, node, input as JSObject, AWAITED, undefined)
      case AWAITED:
        return give(frame, node, input, "yield", GIVEN, undefined)
      case GIVEN:
        return input
      case RETURN_RESOLVING:
        return awaitPromise(frame, node, input as JSObject, RETURN_AWAITED, undefined)
      default:
        frame.machine.returnValue = input
        machine.mode = Mode.Returning
        return ABRUPT
    }
  }
}

// yield*

interface DelegateTemp {
  record: IteratorRecord | null
  /** What the outer generator was resumed with: next, throw or return. */
  received: "next" | "throw" | "return"
  value: Value
  result: JSObject | null
}

const D_OPERAND = 0
const D_OPEN = 1
const D_RESULT = 3
const D_AWAIT_RESOLVING = 4
const D_AWAITED = 5
const D_DONE = 6
const D_VALUE = 7
const D_GIVEN = 8
const D_METHOD = 9
const D_CLOSED = 10
const D_YIELD_VALUE = 11
const D_CLOSE_RESOLVING = 12
const D_CLOSE_AWAITED = 13
const D_RETURN_RESOLVING = 14
const D_RETURN_AWAITED = 15
const D_RECEIVED_RESOLVING = 16
const D_RECEIVED_AWAITED = 17

/** `yield* a`, ECMA-262 15.5.5. i is 1 in an async generator, where a return that it is resumed with is awaited first. */
export function evaluateDelegate(node: Node, frame: Frame): Completion {
  const temp: DelegateTemp = { record: null, received: "next", value: undefined, result: null }
  return delegateFrom(node, frame, D_OPERAND, temp, node.a.evaluate(node.a, frame))
}
export function resumeDelegate(node: Node, frame: Frame, state: number, temp: DelegateTemp): Completion {
  return delegateFrom(node, frame, state, temp, goOn(frame))
}

function delegateFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: DelegateTemp,
  completion: Completion,
): Completion {
  const { machine } = frame
  const isAsync = node.i === 1
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) {
      if (machine.mode === Mode.Suspending) return leave(frame, node, state, temp)
      const isReceived = state === D_GIVEN || state === D_RECEIVED_RESOLVING || state === D_RECEIVED_AWAITED
      if (!isReceived || machine.mode === Mode.Stopping) return ABRUPT
      if (isAsync && machine.mode === Mode.Returning && state === D_GIVEN) {
        machine.mode = Mode.Running
        state = D_RECEIVED_RESOLVING
        input = promiseResolve(machine, machine.returnValue)
        continue
      }
      temp.received = machine.mode === Mode.Throwing ? "throw" : "return"
      temp.value = machine.mode === Mode.Throwing ? machine.thrown : frame.machine.returnValue
      machine.mode = Mode.Running
      state = D_METHOD
      input = getMethod(machine, temp.record!.iterator, temp.received)
      continue
    }
    switch (state) {
      case D_OPERAND:
        state = D_OPEN
        at(frame, node.position)
        input = (
          isAsync ? openAsyncIterator(machine, input, () => "") : openIterator(machine, input, () => "")
        ) as Completion
        continue
      case D_OPEN:
        temp.record = input as unknown as IteratorRecord
        temp.received = "next"
        state = D_RESULT
        input = call(machine, temp.record.next, temp.record.iterator, [undefined])
        continue
      case D_GIVEN:
        temp.received = "next"
        state = D_RESULT
        input = call(machine, temp.record!.next, temp.record!.iterator, [input])
        continue
      case D_METHOD:
        if (input === undefined) {
          if (temp.received === "return") {
            if (!isAsync) return returnFrom(frame, temp.value)
            state = D_RETURN_RESOLVING
            input = promiseResolve(machine, temp.value)
            continue
          }
          state = isAsync ? D_CLOSE_RESOLVING : D_CLOSED
          input = isAsync ? closeAsync(frame, temp.record!) : closeIterator(machine, temp.record!)
          continue
        }
        state = D_RESULT
        input = call(machine, input, temp.record!.iterator, [temp.value])
        continue
      case D_CLOSE_RESOLVING:
        if (input === undefined) {
          state = D_CLOSED
          continue
        }
        state = D_CLOSE_AWAITED
        input = promiseResolve(machine, input)
        continue
      case D_CLOSE_AWAITED:
        return awaitPromise(frame, node, input as JSObject, D_CLOSED, temp)
      case D_CLOSED:
        return throwTypeError(machine, messages.noThrowMethod)
      case D_RESULT:
        if (!isAsync) {
          state = D_AWAITED
          continue
        }
        state = D_AWAIT_RESOLVING
        input = promiseResolve(machine, input)
        continue
      case D_AWAIT_RESOLVING:
        return awaitPromise(frame, node, input as JSObject, D_AWAITED, temp)
      case D_AWAITED:
        if (!isObject(input)) {
          return throwTypeError(machine, messages.iteratorResult(describe(machine.realm, input)))
        }
        temp.result = input
        state = D_DONE
        input = get(machine, input, "done", input)
        continue
      case D_DONE:
        if (toBoolean(input)) {
          state = D_VALUE
          input = get(machine, temp.result!, "value", temp.result!)
          continue
        }
        if (!isAsync) return give(frame, node, temp.result!, "yield", D_GIVEN, temp)
        state = D_YIELD_VALUE
        input = get(machine, temp.result!, "value", temp.result!)
        continue
      case D_YIELD_VALUE:
        return give(frame, node, input, "yield", D_GIVEN, temp)
      case D_VALUE:
        return temp.received === "return" ? returnFrom(frame, input) : input
      case D_RECEIVED_RESOLVING:
        return awaitPromise(frame, node, input as JSObject, D_RECEIVED_AWAITED, temp)
      case D_RECEIVED_AWAITED:
        temp.received = "return"
        temp.value = input
        state = D_METHOD
        input = getMethod(machine, temp.record!.iterator, "return")
        continue
      case D_RETURN_RESOLVING:
        return awaitPromise(frame, node, input as JSObject, D_RETURN_AWAITED, temp)
      default:
        return returnFrom(frame, input)
    }
  }
}

function returnFrom(frame: Frame, value: Value): typeof ABRUPT {
  frame.machine.returnValue = value
  frame.machine.mode = Mode.Returning
  return ABRUPT
}

/** AsyncIteratorClose up to its await: the promise to wait for, or undefined. */
function closeAsync(frame: Frame, record: IteratorRecord): Completion {
  return closeAsyncSteps.start(frame.machine, { iterator: record.iterator })
}

const closeAsyncSteps = steps<{ iterator: JSObject }>({
  name: "AsyncIteratorClose",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = getMethod(machine, frame.locals.iterator, "return")
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === undefined) return undefined
    return call(machine, input as Value, frame.locals.iterator, [])
  },
})
