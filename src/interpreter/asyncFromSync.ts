/** %AsyncFromSyncIteratorPrototype%, ECMA-262 27.1.6: a synchronous iterator seen as an asynchronous one. */
import { isObject, JSObject, Kind } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { Reaction } from "../objects/promise.ts"
import type { NativeFunction } from "../objects/function.ts"
import { call, leaveNative } from "./call.ts"
import { describe } from "./describe.ts"
import { get } from "./internal.ts"
import { closeIterator, closeIteratorThrowing, IteratorRecord } from "./iterators.ts"
import { type Machine, Mode } from "./machine.ts"
import { method, type NativeEntry, nativeFunction, object } from "./native.ts"
import { steps } from "./steps.ts"
import { createIteratorResult, getMethod, toBoolean } from "./operations.ts"
import { newPromise, performThen, promiseResolve, rejectPromise, resolvePromise } from "./promises.ts"
import { messages, newError, throwTypeError } from "./throws.ts"

/** [[SyncIteratorRecord]] */
export class AsyncFromSyncSlots {
  readonly record: IteratorRecord
  constructor(record: IteratorRecord) {
    this.record = record
  }
}

/** CreateAsyncFromSyncIterator, 27.1.6.1. */
export function createAsyncFromSyncIterator(machine: Machine, record: IteratorRecord): IteratorRecord {
  const prototype = machine.realm.intrinsic("AsyncFromSyncIteratorPrototype")
  const iterator = new JSObject(
    machine.realm.shapeFor(prototype),
    [],
    Kind.Iterator,
    new AsyncFromSyncSlots(record),
  )
  const next = machine.realm.functionOf(nextEntry)
  return new IteratorRecord(iterator, next)
}

type Operation = "next" | "throw" | "return"

interface Locals {
  operation: Operation
  record: IteratorRecord
  args: Value[]
  promise: JSObject
  result: JSObject | null
  done: boolean
}

/** Every failure rejects the promise; a rejected value closes the iterator first where it is still open. */
const operationSteps = steps<Locals>({
  name: "AsyncFromSyncIterator",
  catches: true,
  run(machine, frame, input) {
    const { locals } = frame
    const { record, promise, operation, args } = locals
    let completion = input
    for (;;) {
      if (completion === ABRUPT) {
        if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
        if (machine.mode !== Mode.Throwing) return ABRUPT
        if (frame.state === 5 && !locals.done && operation !== "return") {
          frame.state = 7
          completion = closeIteratorThrowing(machine, record)
          continue
        }
        machine.mode = Mode.Running
        rejectPromise(machine, promise, machine.thrown)
        return promise
      }
      switch (frame.state) {
        case 0:
          frame.state = 1
          completion = operation === "next" ? record.next : getMethod(machine, record.iterator, operation)
          continue
        case 1:
          if (completion === undefined && operation === "return") {
            resolvePromise(machine, promise, createIteratorResult(machine, args[0], true))
            return promise
          }
          if (completion === undefined && operation === "throw") {
            record.done = true
            frame.state = 6
            completion = closeIterator(machine, record)
            continue
          }
          frame.state = 2
          completion = call(machine, completion as Value, record.iterator, args)
          continue
        case 2:
          if (!isObject(completion)) {
            completion = throwTypeError(
              machine,
              messages.iteratorResult(describe(machine.realm, completion as Value)),
            )
            continue
          }
          locals.result = completion
          frame.state = 3
          completion = get(machine, completion, "done", completion)
          continue
        case 3:
          locals.done = toBoolean(completion as Value)
          frame.state = 4
          completion = get(machine, locals.result!, "value", locals.result!)
          continue
        case 4:
          frame.state = 5
          completion = promiseResolve(machine, completion as Value)
          continue
        case 5: {
          const wrapper = completion as JSObject
          const unwrap = machine.realm.newNative(unwrapEntry, [locals.done])
          const close =
            locals.done || operation === "return" ? null : machine.realm.newNative(closeEntry, [record])
          performThen(machine, wrapper, new Reaction(promise, unwrap, close, null))
          return promise
        }
        case 6:
          rejectPromise(machine, promise, newError(machine, "TypeError", messages.noThrowMethod))
          return promise
        default:
          return promise
      }
    }
  },
})

const unwrapEntry = nativeFunction(
  "AsyncFromSyncIterator unwrap",
  "",
  1,
  (machine, _this, args, _target, callee) =>
    createIteratorResult(machine, args[0], (callee.data as NativeFunction).captures[0] as boolean),
)

const closeEntry = nativeFunction(
  "AsyncFromSyncIterator close",
  "",
  1,
  (machine, _this, args, _target, callee) => {
    const record = (callee.data as NativeFunction).captures[0] as IteratorRecord
    machine.throw(args[0])
    return closeIteratorThrowing(machine, record)
  },
)

export const asyncFromSyncEntries = [unwrapEntry, closeEntry]

function operate(machine: Machine, operation: Operation, receiver: Value, args: Value[]): Completion {
  const { record } = (receiver as JSObject).data as AsyncFromSyncSlots
  const promise = newPromise(machine)
  return operationSteps.start(machine, { operation, record, args, promise, result: null, done: false })
}

export const asyncFromSyncIntrinsic: Intrinsic = object({
  name: "AsyncFromSyncIteratorPrototype",
  prototype: "AsyncIteratorPrototype",
  members: [
    ["next", method(1, (machine, thisValue, args) => operate(machine, "next", thisValue, args))],
    ["return", method(1, (machine, thisValue, args) => operate(machine, "return", thisValue, args))],
    ["throw", method(1, (machine, thisValue, args) => operate(machine, "throw", thisValue, args))],
  ],
})

const nextEntry = (asyncFromSyncIntrinsic.properties[0]![1] as unknown as { method: NativeEntry }).method
