/** Promise, ECMA-262 27.2. The operations are in interpreter/promises.ts; the combinators are guest text. */
import { guest, getter, constructor, intrinsic, method, object, constant } from "../interpreter/native.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { steps } from "../interpreter/steps.ts"
import { type HiddenOperation } from "../interpreter/hidden.ts"
import {
  createResolvingFunctions,
  newCapability,
  newPromise,
  performThen,
  resolveWith,
} from "../interpreter/promises.ts"
import { call, leaveNative } from "../interpreter/call.ts"
import { describe } from "../interpreter/describe.ts"
import { get } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { Mode } from "../interpreter/machine.ts"
import { getPrototypeFromConstructor, speciesSteps } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import type { PromiseCapability } from "../objects/promise.ts"
import { PromiseSlots, Reaction } from "../objects/promise.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"

/** `new Promise(executor)`, 27.2.3.1. */
const constructSteps = steps<{
  executor: JSObject
  newTarget: JSObject
  promise: JSObject | null
  reject: JSObject | null
}>({
  name: "Promise",
  catches: true,
  run(machine, frame, input) {
    const { locals } = frame
    let completion = input
    if (frame.state === 0) {
      frame.state = 1
      completion = getPrototypeFromConstructor(machine, locals.newTarget, "Promise.prototype")
      if (completion === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (completion === ABRUPT) return ABRUPT
      const shape = machine.realm.shapeFor(completion as JSObject)
      locals.promise = new JSObject(shape, [], Kind.Promise, new PromiseSlots())
      const { resolve, reject } = createResolvingFunctions(machine, locals.promise)
      locals.reject = reject
      frame.state = 2
      completion = call(machine, locals.executor, undefined, [resolve, reject])
    }
    if (completion !== ABRUPT) return locals.promise
    if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
    if (machine.mode !== Mode.Throwing || frame.state === 3) return ABRUPT
    machine.mode = Mode.Running
    frame.state = 3
    completion = call(machine, locals.reject, undefined, [machine.thrown])
    return completion === ABRUPT ? ABRUPT : locals.promise
  },
})

function isPromise(value: Value): value is JSObject {
  return isObject(value) && value.kind === Kind.Promise
}

/** Promise.prototype.then, 27.2.5.4. */
const thenSteps = steps<{ promise: JSObject; onFulfilled: Value; onRejected: Value }>({
  name: "Promise.prototype.then",
  run(machine, frame, input) {
    const { promise, onFulfilled, onRejected } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = speciesSteps.start(machine, { object: promise, fallback: machine.realm.intrinsic("Promise") })
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      if (input === machine.realm.intrinsic("Promise")) {
        const derived = newPromise(machine)
        performThen(
          machine,
          promise,
          new Reaction(derived, callableOrNull(onFulfilled), callableOrNull(onRejected), null),
        )
        return derived
      }
      input = newCapability(machine, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const capability = input as unknown as PromiseCapability
    performThen(
      machine,
      promise,
      new Reaction(capability, callableOrNull(onFulfilled), callableOrNull(onRejected), null),
    )
    return capability.promise
  },
})

function callableOrNull(value: Value): JSObject | null {
  return isCallable(value) ? value : null
}

function then(machine: Machine, thisValue: Value, args: Value[]): Completion {
  if (!isPromise(thisValue)) {
    return throwTypeError(
      machine,
      messages.incompatible("Promise.prototype.then", describe(machine.realm, thisValue)),
    )
  }
  return thenSteps.start(machine, { promise: thisValue, onFulfilled: args[0], onRejected: args[1] })
}

/** PromiseResolve(C, x), 27.2.4.7.1, for any constructor. */
const resolveOfSteps = steps<{ constructor: JSObject; value: Value }>({
  name: "Promise.resolve",
  run(machine, frame, input) {
    const { constructor: target, value } = frame.locals
    if (frame.state === 0) {
      if (!isPromise(value)) return resolveWith(machine, target, value)
      frame.state = 1
      input = get(machine, value, "constructor", value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return input === target ? value : resolveWith(machine, target, value)
  },
})

/** Operations of the combinators. A capability is passed as `[promise, resolve, reject]`. */
export const hiddenPromiseOperations: readonly HiddenOperation[] = [
  ["NewPromiseCapability", 1, (machine, _this, [target]) => newCapability(machine, target)],
  [
    "CapabilityPromise",
    1,
    (_machine, _this, [capability]) => (capability as unknown as PromiseCapability).promise,
  ],
  [
    "CapabilityResolve",
    1,
    (_machine, _this, [capability]) => (capability as unknown as PromiseCapability).resolve,
  ],
  [
    "CapabilityReject",
    1,
    (_machine, _this, [capability]) => (capability as unknown as PromiseCapability).reject,
  ],
  [
    "PromiseResolve",
    2,
    (machine, _this, [target, value]) =>
      resolveOfSteps.start(machine, { constructor: target as JSObject, value }),
  ],
]

/** GetPromiseResolve and the loop that Promise.all, allSettled and any share, 27.2.4.1: `element` makes a pair of handlers. */
function combinator(name: string, element: string, finish: string): string {
  return `function (iterable) {
    const constructor = this
    if (!IsObject(constructor)) ThrowTypeError("Promise.${name} called on non-object")
    const capability = NewPromiseCapability(constructor)
    const resolve = CapabilityResolve(capability)
    const reject = CapabilityReject(capability)
    let record
    try {
      const promiseResolve = constructor.resolve
      if (!IsCallable(promiseResolve)) ThrowTypeError("Promise resolve or reject function is not callable")
      record = GetIterator(iterable)
      const values = []
      const remaining = { count: 1 }
      const finish = () => { ${finish} }
      let index = 0
      for (;;) {
        const item = IteratorStep(record)
        if (item === DONE) break
        CreateDataProperty(values, ToString(index), undefined)
        const nextPromise = Call(promiseResolve, constructor, item)
        remaining.count = remaining.count + 1
        ${element}
        index = index + 1
      }
      remaining.count = remaining.count - 1
      if (remaining.count === 0) finish()
    } catch (error) {
      let failure = error
      if (record !== undefined && !IteratorIsDone(record)) {
        try { IteratorCloseThrowing(record, error) } catch (closing) { failure = closing }
      }
      Call(reject, undefined, failure)
    }
    return CapabilityPromise(capability)
  }`
}

const settleOnce = (body: string): string => `((position) => {
          let called = false
          return (x) => {
            if (called) return undefined
            called = true
            ${body}
            remaining.count = remaining.count - 1
            if (remaining.count === 0) return finish()
            return undefined
          }
        })(ToString(index))`

const resolveAll = "return Call(resolve, undefined, values)"

const all = combinator(
  "all",
  `const onFulfilled = ${settleOnce("CreateDataProperty(values, position, x)")}
        const then = nextPromise.then
        Call(then, nextPromise, onFulfilled, reject)`,
  resolveAll,
)

const allSettled = combinator(
  "allSettled",
  `const state = { called: false }
        const settler = (position, state, status, key) => (x) => {
          if (state.called) return undefined
          state.called = true
          const entry = {}
          CreateDataProperty(entry, "status", status)
          CreateDataProperty(entry, key, x)
          CreateDataProperty(values, position, entry)
          remaining.count = remaining.count - 1
          if (remaining.count === 0) return finish()
          return undefined
        }
        const position = ToString(index)
        const onFulfilled = settler(position, state, "fulfilled", "value")
        const onRejected = settler(position, state, "rejected", "reason")
        const then = nextPromise.then
        Call(then, nextPromise, onFulfilled, onRejected)`,
  resolveAll,
)

const any = combinator(
  "any",
  `const onRejected = ${settleOnce("CreateDataProperty(values, position, x)")}
        const then = nextPromise.then
        Call(then, nextPromise, resolve, onRejected)`,
  `const error = Construct(AggregateError, [[], "All promises were rejected"])
      DefinePropertyOrThrow(error, "errors", { value: values, writable: true, enumerable: false, configurable: true })
      return Call(reject, undefined, error)`,
)

const race = `function (iterable) {
    const constructor = this
    if (!IsObject(constructor)) ThrowTypeError("Promise.race called on non-object")
    const capability = NewPromiseCapability(constructor)
    const resolve = CapabilityResolve(capability)
    const reject = CapabilityReject(capability)
    let record
    try {
      const promiseResolve = constructor.resolve
      if (!IsCallable(promiseResolve)) ThrowTypeError("Promise resolve or reject function is not callable")
      record = GetIterator(iterable)
      for (;;) {
        const item = IteratorStep(record)
        if (item === DONE) break
        const nextPromise = Call(promiseResolve, constructor, item)
        const then = nextPromise.then
        Call(then, nextPromise, resolve, reject)
      }
    } catch (error) {
      let failure = error
      if (record !== undefined && !IteratorIsDone(record)) {
        try { IteratorCloseThrowing(record, error) } catch (closing) { failure = closing }
      }
      Call(reject, undefined, failure)
    }
    return CapabilityPromise(capability)
  }`

const promiseConstructor = constructor({
  name: "Promise",
  length: 1,
  body: (machine, _this, args, newTarget) => {
    if (newTarget === undefined)
      return throwTypeError(machine, "Promise constructor cannot be invoked without 'new'")
    const executor = args[0]
    if (!isCallable(executor)) {
      return throwTypeError(
        machine,
        `Promise resolver ${describe(machine.realm, executor)} is not a function`,
      )
    }
    return constructSteps.start(machine, { executor, newTarget, promise: null, reject: null })
  },
  statics: [
    ["all", guest(1, all)],
    ["allSettled", guest(1, allSettled)],
    ["any", guest(1, any)],
    ["race", guest(1, race)],
    [
      "reject",
      guest(
        1,
        `function (reason) {
          const capability = NewPromiseCapability(this)
          Call(CapabilityReject(capability), undefined, reason)
          return CapabilityPromise(capability)
        }`,
      ),
    ],
    [
      "resolve",
      method(1, (machine, thisValue, args) => {
        if (!isObject(thisValue)) return throwTypeError(machine, "PromiseResolve called on non-object")
        return resolveOfSteps.start(machine, { constructor: thisValue, value: args[0] })
      }),
    ],
    [
      "try",
      guest(
        1,
        `function (callback, ...args) {
          if (!IsObject(this)) ThrowTypeError("Promise.try called on non-object")
          const capability = NewPromiseCapability(this)
          let value
          try {
            value = Apply(callback, undefined, args)
          } catch (error) {
            Call(CapabilityReject(capability), undefined, error)
            return CapabilityPromise(capability)
          }
          Call(CapabilityResolve(capability), undefined, value)
          return CapabilityPromise(capability)
        }`,
      ),
    ],
    [
      "withResolvers",
      guest(
        0,
        `function () {
          const capability = NewPromiseCapability(this)
          const object = {}
          CreateDataProperty(object, "promise", CapabilityPromise(capability))
          CreateDataProperty(object, "resolve", CapabilityResolve(capability))
          CreateDataProperty(object, "reject", CapabilityReject(capability))
          return object
        }`,
      ),
    ],
    [Symbol.species, getter((_machine, thisValue) => thisValue)],
  ],
})

const promisePrototype = object({
  name: "Promise.prototype",
  members: [
    ["constructor", intrinsic("Promise")],
    ["then", method(2, then)],
    [
      "catch",
      guest(
        1,
        "function (onRejected) { const then = this.then; return Call(then, this, undefined, onRejected) }",
      ),
    ],
    [
      "finally",
      guest(
        1,
        `function (onFinally) {
          const promise = this
          if (!IsObject(promise)) ThrowTypeError("Promise.prototype.finally called on a non-object")
          const constructor = SpeciesConstructor(promise, Promise)
          let handlers = [onFinally, onFinally]
          if (IsCallable(onFinally)) {
            handlers = [
              (value) => {
                const result = Call(onFinally, undefined)
                const settled = PromiseResolve(constructor, result)
                return Call(settled.then, settled, () => value)
              },
              (reason) => {
                const result = Call(onFinally, undefined)
                const settled = PromiseResolve(constructor, result)
                return Call(settled.then, settled, () => { throw reason })
              },
            ]
          }
          const then = promise.then
          return Call(then, promise, handlers[0], handlers[1])
        }`,
      ),
    ],
    [Symbol.toStringTag, constant("Promise", CONFIGURABLE)],
  ],
})

export const promiseIntrinsics: Intrinsic[] = [promiseConstructor, promisePrototype]
