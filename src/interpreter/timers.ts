/**
 * Timers of one run: what is called, or which promise is fulfilled, and when. Reads the time that the machine was told.
 * Never waits: the host does, and fires what is due once nothing else is left to run.
 */
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { NativeFunction } from "../objects/function.ts"
import { isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import { Reaction, ReactionJob } from "../objects/promise.ts"
import { Timer } from "../objects/timers.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative } from "./call.ts"
import { describe } from "./describe.ts"
import { failWith } from "./ending.ts"
import type { Machine } from "./machine.ts"
import { type NativeEntry, nativeFunction } from "./native.ts"
import { flat } from "./operations.ts"
import { newPromise, settlePromise } from "./promises.ts"
import { steps } from "./steps.ts"
import { throwRangeError, throwTypeError } from "./throws.ts"

/** Lets the timer that is due first act, if it is: its callback is called in a job of its own. */
export function fireDue(machine: Machine): boolean {
  const { timers } = machine
  const timer = timers.waiting[0]
  const { now } = machine.world
  if (timer === undefined || timer.due > now) return false
  timers.waiting.shift()
  if (timer.target.kind === Kind.Promise) {
    settlePromise(machine, timer.target, "fulfilled", undefined)
    return true
  }
  if (timer.interval !== null) {
    timer.due = now + timer.interval
    timers.add(timer)
  }
  const ended = newPromise(machine)
  failWith(machine, ended)
  const callback = machine.realm.newNative(callbackEntry, [timer])
  machine.jobs.add(new ReactionJob(new Reaction(ended, callback, null, null), false, undefined))
  return true
}

/** What the callback gives means nothing; what it throws ends the run. */
const callbackSteps = steps<{ timer: Timer }>({
  name: "TimerCallback",
  run(machine, frame) {
    if (frame.state === 1) return undefined
    frame.state = 1
    const { target, args } = frame.locals.timer
    return call(machine, target, undefined, [...args]) === ABRUPT ? leaveNative(machine, frame) : undefined
  },
})

const callbackEntry = nativeFunction("TimerCallback", "", 0, (machine, _this, _args, _target, callee) => {
  const [timer] = (callee.data as NativeFunction).captures as [Timer]
  return callbackSteps.start(machine, { timer })
})

/** Like a conversion to a number, of primitives; NaN and what is negative are 0. */
function delayOf(machine: Machine, name: string, written: Value): number | typeof ABRUPT {
  const value = flat(machine, written)
  if (isObject(value) || typeof value === "symbol" || typeof value === "bigint") {
    return throwTypeError(
      machine,
      `${name}: the delay must be a number of milliseconds, not ${describe(machine.realm, value)}`,
    )
  }
  const delay = Number(value)
  const { maxDelayMs } = machine.host.timerBounds
  if (delay > maxDelayMs) {
    return throwRangeError(
      machine,
      `${name}: a delay of ${delay} ms is longer than the ${maxDelayMs} ms that are allowed`,
    )
  }
  return delay > 0 ? delay : 0
}

function start(
  machine: Machine,
  name: string,
  delay: number,
  interval: number | null,
  target: JSObject,
  args: Value[],
): number | typeof ABRUPT {
  const { timers, world } = machine
  const { timerBounds } = machine.host
  if (timers.waiting.length >= timerBounds.maxTimers) {
    return throwRangeError(
      machine,
      `${name}: ${timerBounds.maxTimers} timers wait already, and no more are allowed`,
    )
  }
  machine.charge(timers.waiting.length >> 5)
  if (!machine.allocate(OBJECT_BYTES * (2 + args.length))) return ABRUPT
  const id = ++timers.lastId
  timers.add(new Timer(id, world.now + delay, interval, target, args))
  return id
}

function setter(name: "setTimeout" | "setInterval"): NativeEntry {
  return nativeFunction(`timers ${name}`, name, 2, (machine, _this, args): Completion => {
    const [callback, written, ...rest] = args
    if (!isCallable(callback)) {
      return throwTypeError(
        machine,
        `The "callback" argument must be of type function. Received ${describe(machine.realm, callback)}`,
      )
    }
    const delay = delayOf(machine, name, written)
    if (delay === ABRUPT) return ABRUPT
    const atLeast = Math.max(delay, 1)
    return start(machine, name, atLeast, name === "setInterval" ? atLeast : null, callback, rest)
  })
}

function clearer(name: "clearTimeout" | "clearInterval"): NativeEntry {
  return nativeFunction(`timers ${name}`, name, 1, (machine, _this, [id]) => {
    machine.charge(machine.timers.waiting.length >> 3)
    if (typeof id === "number") machine.timers.remove(id)
    return undefined
  })
}

const sleep = nativeFunction("timers sleep", "sleep", 1, (machine, _this, args): Completion => {
  const delay = delayOf(machine, "sleep", args[0])
  if (delay === ABRUPT) return ABRUPT
  const promise = newPromise(machine)
  return start(machine, "sleep", delay, null, promise, []) === ABRUPT ? ABRUPT : promise
})

const globals: Readonly<Record<string, NativeEntry>> = {
  setTimeout: setter("setTimeout"),
  setInterval: setter("setInterval"),
  clearTimeout: clearer("clearTimeout"),
  clearInterval: clearer("clearInterval"),
  sleep,
}

/** A function over the run's timers, or undefined where there is none of that name. */
export function newTimerFunction(machine: Machine, name: string): JSObject | undefined {
  const entry = Object.hasOwn(globals, name) ? globals[name] : undefined
  return entry === undefined ? undefined : machine.realm.functionOf(entry)
}

/** Functions of this module that a saved run may hold. */
export const timerEntries: readonly NativeEntry[] = [callbackEntry, ...Object.values(globals)]
