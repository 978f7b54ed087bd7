/** Abstract operations of promises, ECMA-262 27.2, on our own job queue; and the running of jobs. */
import type { NativeFunction } from "../objects/function.ts"
import { isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import {
  type Job,
  PromiseCapability,
  PromiseSlots,
  Reaction,
  ReactionJob,
  ThenableJob,
} from "../objects/promise.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, construct, isConstructor, leaveNative } from "./call.ts"
import { dataProperty, describe } from "./describe.ts"
import { Frame, NativeFrame } from "./frame.ts"
import { answerReturn, resumeAwaiting } from "./generators.ts"
import { get } from "./internal.ts"
import { type Machine, Mode } from "./machine.ts"
import { nativeFunction } from "./native.ts"
import { steps } from "./steps.ts"
import { newError, throwTypeError } from "./throws.ts"

export function newPromise(machine: Machine): JSObject {
  machine.meter.used += 160
  return new JSObject(machine.promiseShape, [], Kind.Promise, new PromiseSlots())
}

export function slotsOf(promise: JSObject): PromiseSlots {
  return promise.data as PromiseSlots
}

/** FulfillPromise, 27.2.1.4: no `then` is asked for. */
export function fulfillPromise(machine: Machine, promise: JSObject, value: Value): void {
  settle(machine, promise, "fulfilled", value)
}

/** RejectPromise, 27.2.1.7. */
export function rejectPromise(machine: Machine, promise: JSObject, reason: Value): void {
  if (!slotsOf(promise).isHandled) machine.unhandled.add(promise)
  settle(machine, promise, "rejected", reason)
}

function settle(machine: Machine, promise: JSObject, state: "fulfilled" | "rejected", value: Value): void {
  const slots = slotsOf(promise)
  const { reactions } = slots
  slots.state = state
  slots.result = value
  slots.reactions = []
  for (const reaction of reactions) machine.jobs.add(new ReactionJob(reaction, state === "rejected", value))
}

/** A promise of the host's is settled from outside: the value is taken as it is. */
export function settlePromise(
  machine: Machine,
  promise: JSObject,
  state: "fulfilled" | "rejected",
  value: Value,
): void {
  if (slotsOf(promise).state !== "pending") return
  if (state === "fulfilled") fulfillPromise(machine, promise, value)
  else rejectPromise(machine, promise, value)
}

const resolveSteps = steps<{ promise: JSObject; resolution: JSObject }>({
  name: "ResolvePromise",
  catches: true,
  run(machine, frame, input) {
    const { promise, resolution } = frame.locals
    let then = input
    if (frame.state === 0) {
      frame.state = 1
      then = get(machine, resolution, "then", resolution)
    }
    if (then === ABRUPT) {
      if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
      if (machine.mode !== Mode.Throwing) return ABRUPT
      machine.mode = Mode.Running
      rejectPromise(machine, promise, machine.thrown)
      return undefined
    }
    if (isCallable(then)) machine.jobs.add(new ThenableJob(promise, resolution, then))
    else fulfillPromise(machine, promise, resolution)
    return undefined
  },
})

/** The steps of a promise's resolve function, 27.2.1.3.2; reading `then` may run program code. */
export function resolvePromise(machine: Machine, promise: JSObject, resolution: Value): Completion {
  // a reference into `tools` is never a thenable, though a tool may be named `then`
  if (!isObject(resolution) || resolution.kind === Kind.Tool) {
    fulfillPromise(machine, promise, resolution)
    return undefined
  }
  if (resolution === promise) {
    rejectPromise(
      machine,
      promise,
      newError(machine, "TypeError", "Chaining cycle detected for promise #<Promise>"),
    )
    return undefined
  }
  return resolveSteps.start(machine, { promise, resolution })
}

/** PerformPromiseThen, 27.2.5.4.1. */
export function performThen(machine: Machine, promise: JSObject, reaction: Reaction): void {
  const slots = slotsOf(promise)
  if (slots.state === "pending") slots.reactions.push(reaction)
  else machine.jobs.add(new ReactionJob(reaction, slots.state === "rejected", slots.result))
  if (!slots.isHandled) {
    slots.isHandled = true
    machine.unhandled.delete(promise)
  }
}

/** PromiseResolve(%Promise%, value), 27.2.4.7.1. */
export function promiseResolve(machine: Machine, value: Value): Completion {
  if (isObject(value) && value.kind === Kind.Promise) {
    const constructor = machine.realm.intrinsic("Promise")
    if (isPlainPromise(machine, value)) return value
    return promiseResolveSteps.start(machine, { value, constructor })
  }
  const promise = newPromise(machine)
  const done = resolvePromise(machine, promise, value)
  return done === ABRUPT ? afterResolving(machine, promise) : promise
}

/** Its constructor is certainly %Promise%: nothing of it was changed. */
function isPlainPromise(machine: Machine, promise: JSObject): boolean {
  if (promise.shape !== machine.promiseShape) return false
  const { realm } = machine
  return (
    dataProperty(realm, realm.intrinsic("Promise.prototype"), "constructor") === realm.intrinsic("Promise")
  )
}

const keepSteps = steps<{ value: Value }>({
  name: "Keep",
  run: (_machine, frame) => frame.locals.value,
})

/** The frames above are leaving the stack; the promise is what they give in the end. */
function afterResolving(machine: Machine, promise: JSObject): Completion {
  if (machine.mode !== Mode.Suspending) return ABRUPT
  const frame = new NativeFrame(keepSteps, { value: promise })
  return leaveNative(machine, frame)
}

const promiseResolveSteps = steps<{ value: JSObject; constructor: JSObject }>({
  name: "PromiseResolve",
  run(machine, frame, input) {
    const { value, constructor } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, value, "constructor", value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (input === constructor) return value
      return resolveWith(machine, constructor, value)
    }
    return input
  },
})

/** A new promise of `constructor`, resolved with `value`. */
export function resolveWith(machine: Machine, constructor: JSObject, value: Value): Completion {
  if (constructor === machine.realm.intrinsic("Promise")) {
    const promise = newPromise(machine)
    const done = resolvePromise(machine, promise, value)
    return done === ABRUPT ? afterResolving(machine, promise) : promise
  }
  return resolveWithSteps.start(machine, { constructor, value, promise: undefined })
}

const resolveWithSteps = steps<{ constructor: JSObject; value: Value; promise: Value }>({
  name: "ResolveWith",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      input = newCapability(machine, locals.constructor)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      const capability = input as unknown as PromiseCapability
      locals.promise = capability.promise
      frame.state = 2
      if (call(machine, capability.resolve, undefined, [locals.value]) === ABRUPT)
        return leaveNative(machine, frame)
    }
    return locals.promise
  },
})

// Resolving functions and capabilities

/** Shared by a promise's two resolving functions. */
export class AlreadyResolved {
  value = false
}

/** A resolving function: the first call of the two settles the promise. */
const resolvingFunction = (
  name: string,
  settle: (machine: Machine, promise: JSObject, value: Value) => Completion,
) =>
  nativeFunction(name, "", 1, (machine, _this, args, _target, callee) => {
    const [promise, already] = (callee.data as NativeFunction).captures as [JSObject, AlreadyResolved]
    if (already.value) return undefined
    already.value = true
    return settle(machine, promise, args[0])
  })

const resolveEntry = resolvingFunction("Promise resolve function", resolvePromise)

const rejectEntry = resolvingFunction("Promise reject function", (machine, promise, reason) => {
  rejectPromise(machine, promise, reason)
  return undefined
})

/** CreateResolvingFunctions, 27.2.1.3. */
export function createResolvingFunctions(
  machine: Machine,
  promise: JSObject,
): { resolve: JSObject; reject: JSObject } {
  const already = new AlreadyResolved()
  return {
    resolve: machine.realm.newNative(resolveEntry, [promise, already]),
    reject: machine.realm.newNative(rejectEntry, [promise, already]),
  }
}

const executorEntry = nativeFunction(
  "GetCapabilitiesExecutor",
  "",
  2,
  (machine, _this, args, _target, callee) => {
    const capability = (callee.data as NativeFunction).captures[0] as PromiseCapability
    if (capability.resolve !== undefined || capability.reject !== undefined) {
      return throwTypeError(machine, "Promise executor has already been invoked with non-undefined arguments")
    }
    capability.resolve = args[0]
    capability.reject = args[1]
    return undefined
  },
)

export const capabilityEntries = [resolveEntry, rejectEntry, executorEntry]

const capabilitySteps = steps<{ constructor: JSObject; capability: PromiseCapability }>({
  name: "NewPromiseCapability",
  run(machine, frame, input) {
    const { constructor, capability } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      const executor = machine.realm.newNative(executorEntry, [capability])
      input = construct(machine, constructor, [executor])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (!isCallable(capability.resolve) || !isCallable(capability.reject)) {
      return throwTypeError(machine, "Promise resolve or reject function is not callable")
    }
    capability.promise = input as Value
    return capability as unknown as Completion
  },
})

/** NewPromiseCapability, 27.2.1.5: a PromiseCapability as completion. */
export function newCapability(machine: Machine, constructor: Value): Completion {
  if (!isConstructor(constructor)) {
    return throwTypeError(machine, `${describe(machine.realm, constructor)} is not a constructor`)
  }
  if (constructor === machine.realm.intrinsic("Promise")) {
    const promise = newPromise(machine)
    const { resolve, reject } = createResolvingFunctions(machine, promise)
    return new PromiseCapability(promise, resolve, reject) as unknown as Completion
  }
  return capabilitySteps.start(machine, {
    constructor,
    capability: new PromiseCapability(undefined, undefined, undefined),
  })
}

// Jobs

const reactionSteps = steps<{ reaction: Reaction; handler: JSObject; argument: Value }>({
  name: "PromiseReactionJob",
  catches: true,
  run(machine, frame, input) {
    const { reaction, handler, argument } = frame.locals
    let completion = input
    if (frame.state === 0) {
      frame.state = 1
      completion = call(machine, handler, undefined, [argument])
    }
    if (completion === ABRUPT && machine.mode === Mode.Suspending) return leaveNative(machine, frame)
    if (frame.state === 2) return completion
    frame.state = 2
    if (completion !== ABRUPT) return settleCapability(machine, reaction, false, completion)
    if (machine.mode !== Mode.Throwing) return ABRUPT
    machine.mode = Mode.Running
    return settleCapability(machine, reaction, true, machine.thrown)
  },
})

function settleCapability(machine: Machine, reaction: Reaction, rejected: boolean, value: Value): Completion {
  const { capability } = reaction
  if (capability === null) return undefined
  if (capability instanceof PromiseCapability) {
    return call(machine, rejected ? capability.reject : capability.resolve, undefined, [value])
  }
  if (!rejected) return resolvePromise(machine, capability, value)
  rejectPromise(machine, capability, value)
  return undefined
}

const thenableSteps = steps<{ job: ThenableJob; reject: JSObject | null }>({
  name: "PromiseResolveThenableJob",
  catches: true,
  run(machine, frame, input) {
    const { job } = frame.locals
    let completion = input
    if (frame.state === 0) {
      frame.state = 1
      const { resolve, reject } = createResolvingFunctions(machine, job.promise)
      frame.locals.reject = reject
      completion = call(machine, job.then, job.thenable, [resolve, reject])
    }
    if (completion !== ABRUPT) return completion
    if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
    if (machine.mode !== Mode.Throwing || frame.state === 2) return ABRUPT
    machine.mode = Mode.Running
    frame.state = 2
    return call(machine, frame.locals.reject!, undefined, [machine.thrown])
  },
})

/** Runs one job; it may be left into frames like any other work. */
export function startJob(machine: Machine, job: Job): Completion {
  if (job instanceof ThenableJob) {
    if (isPlainThen(machine, job)) {
      performThen(machine, job.thenable, new Reaction(job.promise, null, null, null))
      return undefined
    }
    return thenableSteps.start(machine, { job, reject: null })
  }
  const { reaction, rejected, argument } = job
  if (reaction.waiting instanceof Frame) return resumeAwaiting(machine, reaction.waiting, rejected, argument)
  if (reaction.waiting !== null)
    return answerReturn(machine, reaction.waiting as JSObject, rejected, argument)
  const handler = rejected ? reaction.onRejected : reaction.onFulfilled
  if (handler === null) return settleCapability(machine, reaction, rejected, argument)
  return reactionSteps.start(machine, { reaction, handler, argument })
}

/** `then` of a promise of ours, unchanged: its derived promise is seen by nobody. */
function isPlainThen(machine: Machine, job: ThenableJob): boolean {
  if (job.thenable.kind !== Kind.Promise || !isPlainPromise(machine, job.thenable)) return false
  return job.then === machine.plainThen()
}
