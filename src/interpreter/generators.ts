/** Generators, async functions and async generators: detached frames and what resumes them. ECMA-262 27.3 to 27.7. */
import { FRAME_BYTES, OBJECT_BYTES } from "../objects/meter.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { Reaction } from "../objects/promise.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { enterFromNative, leaveNative, ownPrototypeOf, resumeFrame } from "./call.ts"
import { describe } from "./describe.ts"
import { type Frame, NativeFrame } from "./frame.ts"
import { get } from "./internal.ts"
import { type Machine, Mode } from "./machine.ts"
import { steps } from "./steps.ts"
import { createIteratorResult } from "./operations.ts"
import { newPromise, promiseResolve, rejectPromise, resolvePromise, performThen } from "./promises.ts"
import { messages, throwTypeError } from "./throws.ts"

export type ResumeKind = "next" | "throw" | "return"

/** One waiting call of an async generator's next, throw or return. */
export class AsyncRequest {
  readonly kind: ResumeKind
  readonly value: Value
  readonly promise: JSObject
  constructor(kind: ResumeKind, value: Value, promise: JSObject) {
    this.kind = kind
    this.value = value
    this.promise = promise
  }
}

/** Internal slots of generators of both kinds. `start` has not run anything of the body yet. */
export class GeneratorSlots {
  state: "start" | "suspended" | "running" | "awaiting-return" | "completed" = "start"
  frame: Frame | null
  /** Of an async generator: calls in order, the first of which is being answered. */
  readonly queue: AsyncRequest[] = []
  constructor(frame: Frame) {
    this.frame = frame
  }
}

// Async functions

/** The bottom of an async function's stack: its frame is above, or it gives its value to the promise. */
const asyncSteps = steps<{ frame: Frame; promise: JSObject }>({
  name: "AsyncFunction",
  catches: true,
  run(machine, native, input) {
    const { frame, promise } = native.locals
    let completion = input
    if (native.state === 0) {
      native.state = 1
      completion = enterFromNative(machine, frame)
      if (completion === ABRUPT && machine.mode === Mode.Suspending && machine.yielding === null) {
        return leaveNative(machine, native)
      }
    }
    if (native.state === 2) return afterSettling(machine, native, completion)
    if (machine.yielding !== null) return waitFor(machine, frame, promise)
    native.state = 2
    return afterSettling(machine, native, settle(machine, promise, completion))
  },
})

function afterSettling(
  machine: Machine,
  native: NativeFrame<{ promise: JSObject }>,
  settled: Completion,
): Completion {
  if (settled === ABRUPT) return machine.mode === Mode.Suspending ? leaveNative(machine, native) : ABRUPT
  return native.locals.promise
}

/** What an async body's end means for its promise. Resolving may run a thenable's getter, so it may suspend. */
function settle(machine: Machine, promise: JSObject, completion: Completion): Completion {
  if (completion !== ABRUPT) return resolvePromise(machine, promise, completion)
  if (machine.mode !== Mode.Throwing) return ABRUPT
  machine.mode = Mode.Running
  rejectPromise(machine, promise, machine.thrown)
  return undefined
}

/** The body awaits: its frame becomes a reaction of what it waits for. */
function waitFor(machine: Machine, frame: Frame, promise: JSObject): Completion {
  takeYield(machine)
  frame.owner = promise
  performThen(machine, machine.yielded as JSObject, new Reaction(null, null, null, frame))
  return promise
}

function takeYield(machine: Machine): void {
  machine.yielding = null
  machine.mode = Mode.Running
}

export function startAsync(
  machine: Machine,
  frame: Frame,
  promise: JSObject = newPromise(machine),
): Completion {
  machine.meter.used += FRAME_BYTES / 2
  return asyncSteps.start(machine, { frame, promise })
}

/** A settled promise lets an awaiting frame go on: part of a job. */
export function resumeAwaiting(machine: Machine, frame: Frame, rejected: boolean, value: Value): Completion {
  const owner = frame.owner!
  if (owner.kind === Kind.AsyncGenerator)
    return resumeAsyncBody(machine, owner, rejected ? "throw" : "next", value, true)
  const native = new NativeFrame(asyncSteps, { frame, promise: owner })
  native.state = 1
  const completion = resumeDetached(machine, frame, rejected ? "throw" : "next", value)
  if (completion === ABRUPT && machine.mode === Mode.Suspending && machine.yielding === null) {
    return leaveNative(machine, native)
  }
  return asyncSteps.run(machine, native, completion)
}

/** Runs a detached frame from where it gave a value. */
function resumeDetached(machine: Machine, frame: Frame, kind: ResumeKind, value: Value): Completion {
  frame.caller = machine.current
  machine.callDepth++
  if (kind === "next") return resumeFrame(machine, frame, value)
  if (kind === "throw") {
    machine.mode = Mode.Throwing
    machine.thrown = value
  } else {
    machine.mode = Mode.Returning
    machine.returnValue = value
  }
  return resumeFrame(machine, frame, ABRUPT)
}

// Generators

const startSteps = steps<{ frame: Frame }>({
  name: "GeneratorStart",
  catches: true,
  run(machine, native, input) {
    const { frame } = native.locals
    let completion = input
    if (native.state === 0) {
      native.state = 1
      completion = enterFromNative(machine, frame)
      if (completion === ABRUPT && machine.suspending && machine.yielding === null)
        return leaveNative(machine, native)
    }
    if (native.state === 1) {
      if (machine.yielding === null) return completion
      takeYield(machine)
      native.state = 2
      completion = get(machine, frame.function!, "prototype", frame.function!)
    }
    if (completion === ABRUPT) return machine.suspending ? leaveNative(machine, native) : ABRUPT
    return makeGenerator(machine, frame, isObject(completion) ? completion : null)
  },
})

/** Calls a generator function: binds its parameters where that runs program code, and makes the generator. */
export function startGenerator(machine: Machine, frame: Frame): Completion {
  machine.meter.used += OBJECT_BYTES + FRAME_BYTES / 2
  const isBound = !frame.code.bindsParameters
  const prototype = isBound ? ownPrototypeOf(machine, frame.function!) : null
  if (prototype !== null) return makeGenerator(machine, frame, prototype)
  if (!isBound) return startSteps.start(machine, { frame })
  return prototypeSteps.start(machine, { frame })
}

const prototypeSteps = steps<{ frame: Frame }>({
  name: "GeneratorPrototype",
  run(machine, native, input) {
    const { frame } = native.locals
    if (native.state === 0) {
      native.state = 1
      input = get(machine, frame.function!, "prototype", frame.function!)
      if (input === ABRUPT) return leaveNative(machine, native)
    }
    return makeGenerator(machine, frame, isObject(input) ? input : null)
  },
})

function makeGenerator(machine: Machine, frame: Frame, prototype: JSObject | null): JSObject {
  const isAsync = frame.code.kind === "asyncGenerator"
  const fallback = isAsync ? "AsyncGenerator.prototype" : "Generator.prototype"
  const shape = machine.realm.shapeFor(prototype ?? machine.realm.intrinsic(fallback))
  const generator = new JSObject(
    shape,
    [],
    isAsync ? Kind.AsyncGenerator : Kind.Generator,
    new GeneratorSlots(frame),
  )
  frame.owner = generator
  return generator
}

const resumeSteps = steps<{ generator: JSObject }>({
  name: "GeneratorResume",
  catches: true,
  run: (machine, native, input) => afterResume(machine, native.locals.generator, input),
})

/** What a generator's frame gave: the yielded result, its end, or an error. */
function afterResume(machine: Machine, generator: JSObject, completion: Completion): Completion {
  const slots = generator.data as GeneratorSlots
  if (machine.yielding !== null) {
    takeYield(machine)
    slots.state = "suspended"
    return machine.yielded
  }
  slots.state = "completed"
  slots.frame = null
  return completion === ABRUPT ? ABRUPT : createIteratorResult(machine, completion, true)
}

/** Generator.prototype.next, throw and return, 27.5.1: on any receiver. */
export function resumeGenerator(
  machine: Machine,
  receiver: Value,
  kind: ResumeKind,
  value: Value,
): Completion {
  if (!isObject(receiver) || receiver.kind !== Kind.Generator) {
    return throwTypeError(machine, incompatible(machine, "[Generator]", kind, receiver))
  }
  const slots = receiver.data as GeneratorSlots
  if (slots.state === "running") return throwTypeError(machine, messages.generatorRunning)
  if (slots.state === "start" && kind !== "next") {
    slots.state = "completed"
    slots.frame = null
  }
  if (slots.state === "completed") {
    if (kind === "throw") return machine.throw(value)
    return createIteratorResult(machine, kind === "return" ? value : undefined, true)
  }
  const completion = runGenerator(machine, slots, kind, value)
  if (completion === ABRUPT && machine.mode === Mode.Suspending && machine.yielding === null) {
    return leaveNative(machine, new NativeFrame(resumeSteps, { generator: receiver }))
  }
  return afterResume(machine, receiver, completion)
}

/** Runs the body on, from its start or from where it stands. A body with bound parameters has started already. */
function runGenerator(machine: Machine, slots: GeneratorSlots, kind: ResumeKind, value: Value): Completion {
  const frame = slots.frame!
  slots.state = "running"
  return frame.started ? resumeDetached(machine, frame, kind, value) : enterFromNative(machine, frame)
}

function incompatible(machine: Machine, holder: string, kind: ResumeKind, receiver: Value): string {
  return messages.incompatible(`${holder}.prototype.${kind}`, describe(machine.realm, receiver))
}

// Async generators, 27.6.3

/** AsyncGenerator.prototype.next, throw and return. */
export function requestAsyncGenerator(
  machine: Machine,
  receiver: Value,
  kind: ResumeKind,
  value: Value,
): Completion {
  const promise = newPromise(machine)
  if (!isObject(receiver) || receiver.kind !== Kind.AsyncGenerator) {
    throwTypeError(machine, incompatible(machine, "[AsyncGenerator]", kind, receiver))
    machine.mode = Mode.Running
    rejectPromise(machine, promise, machine.thrown)
    return promise
  }
  const slots = receiver.data as GeneratorSlots
  slots.queue.push(new AsyncRequest(kind, value, promise))
  if (slots.state === "running" || slots.state === "awaiting-return") return promise
  return requestSteps.start(machine, { generator: receiver, promise })
}

const requestSteps = steps<{ generator: JSObject; promise: JSObject }>({
  name: "AsyncGeneratorRequest",
  run(machine, native) {
    if (native.state === 0) {
      native.state = 1
      if (drain(machine, native.locals.generator) === ABRUPT) return leaveNative(machine, native)
    }
    return native.locals.promise
  },
})

/** Answers waiting requests until the body runs or nothing waits. */
function drain(machine: Machine, generator: JSObject): Completion {
  const slots = generator.data as GeneratorSlots
  for (;;) {
    const request = slots.queue[0]
    if (request === undefined) return undefined
    if (slots.state === "start" && request.kind !== "next") {
      slots.state = "completed"
      slots.frame = null
    }
    if (slots.state !== "completed")
      return resumeAsyncBody(machine, generator, request.kind, request.value, false)
    if (request.kind === "return") return awaitReturn(machine, generator, request.value)
    slots.queue.shift()
    if (request.kind === "throw") rejectPromise(machine, request.promise, request.value)
    else resolvePromise(machine, request.promise, createIteratorResult(machine, undefined, true))
  }
}

/** AsyncGeneratorAwaitReturn, 27.6.3.9. */
function awaitReturn(machine: Machine, generator: JSObject, value: Value): Completion {
  const slots = generator.data as GeneratorSlots
  slots.state = "awaiting-return"
  return awaitReturnSteps.start(machine, { generator, value })
}

const awaitReturnSteps = steps<{ generator: JSObject; value: Value }>({
  name: "AsyncGeneratorAwaitReturn",
  catches: true,
  run(machine, native, input) {
    const { generator, value } = native.locals
    let completion = input
    if (native.state === 0) {
      native.state = 1
      completion = promiseResolve(machine, value)
      if (completion === ABRUPT && machine.mode === Mode.Suspending) return leaveNative(machine, native)
    }
    if (native.state === 2) return completion
    if (completion === ABRUPT) {
      if (machine.mode !== Mode.Throwing) return ABRUPT
      machine.mode = Mode.Running
      native.state = 2
      return answerReturn(machine, generator, true, machine.thrown)
    }
    performThen(machine, completion as JSObject, new Reaction(null, null, null, generator))
    return undefined
  },
})

/** The value of an awaited return is there: part of a job. */
export function answerReturn(
  machine: Machine,
  generator: JSObject,
  rejected: boolean,
  value: Value,
): Completion {
  const slots = generator.data as GeneratorSlots
  slots.state = "completed"
  const request = slots.queue.shift()!
  if (rejected) rejectPromise(machine, request.promise, value)
  else resolvePromise(machine, request.promise, createIteratorResult(machine, value, true))
  return drain(machine, generator)
}

const bodySteps = steps<{ generator: JSObject }>({
  name: "AsyncGeneratorBody",
  catches: true,
  run: (machine, native, input) => afterAsyncBody(machine, native.locals.generator, input),
})

/** Runs an async generator's body on, for a request or after an await. */
function resumeAsyncBody(
  machine: Machine,
  generator: JSObject,
  kind: ResumeKind,
  value: Value,
  awaited: boolean,
): Completion {
  const slots = generator.data as GeneratorSlots
  const completion = awaited
    ? resumeDetached(machine, slots.frame!, kind, value)
    : runGenerator(machine, slots, kind, value)
  if (completion === ABRUPT && machine.mode === Mode.Suspending && machine.yielding === null) {
    return leaveNative(machine, new NativeFrame(bodySteps, { generator }))
  }
  return afterAsyncBody(machine, generator, completion)
}

function afterAsyncBody(machine: Machine, generator: JSObject, completion: Completion): Completion {
  const slots = generator.data as GeneratorSlots
  if (machine.yielding !== null) {
    const frame = machine.yielding
    takeYield(machine)
    if (machine.yieldKind === "await") {
      performThen(machine, machine.yielded as JSObject, new Reaction(null, null, null, frame))
      return undefined
    }
    slots.state = "suspended"
    const request = slots.queue.shift()!
    resolvePromise(machine, request.promise, createIteratorResult(machine, machine.yielded, false))
    return drain(machine, generator)
  }
  if (completion === ABRUPT && machine.mode !== Mode.Throwing) return ABRUPT
  slots.state = "completed"
  slots.frame = null
  const request = slots.queue.shift()!
  if (completion === ABRUPT) {
    machine.mode = Mode.Running
    rejectPromise(machine, request.promise, machine.thrown)
  } else resolvePromise(machine, request.promise, createIteratorResult(machine, completion, true))
  return drain(machine, generator)
}
