/**
 * The whole state of a run, and the loop that drives it until it needs the host.
 * Everything in it is plain data; nothing here knows clocks, promises of the host, or any built-in.
 */
import type { JobQueue } from "../jobs/queue.ts"
import type { Census } from "../objects/census.ts"
import { Meter } from "../objects/meter.ts"
import { FREE_LEVELS, type JSObject, type Slot } from "../objects/object.ts"
import { findSlot, markCached } from "../objects/properties.ts"
import type { Job } from "../objects/promise.ts"
import type { Epoch, Realm } from "../objects/realm.ts"
import { DEFAULT, type Shape } from "../objects/shape.ts"
import { type TimerBounds, Timers } from "../objects/timers.ts"
import { ABRUPT, type Completion, type Empty, type Value } from "../objects/value.ts"
import type { Unit } from "./code.ts"
import type { ToolNode } from "./tools.ts"
import { type AnyFrame, Frame, UnitState } from "./frame.ts"
import { resumeFrame } from "./call.ts"
import { countLive } from "./census.ts"

/** Why an ABRUPT completion is on its way. */
export const Mode = {
  /** None is. */
  Running: 0,
  /** The stack is being left into frames. */
  Suspending: 1,
  /** `machine.thrown` looks for a catch. */
  Throwing: 2,
  /** A generator's `return()` unwinds its frame; the value is in `frame.machine.returnValue`. */
  Returning: 3,
  /** A limit or the host ended the run; nothing catches this. */
  Stopping: 4,
} as const
export type Mode = (typeof Mode)[keyof typeof Mode]

/** What the machine asks of its host: plain data. The reply becomes the result of the native that asked. */
export interface HostRequest {
  readonly type: string
  readonly [field: string]: unknown
}

/** What ended a run against its will. */
export interface StopReason {
  readonly kind: "MemoryLimitExceeded" | "ToolCallLimitExceeded" | "TimeoutExceeded"
  readonly message: string
}

/** Why `run` returned. */
export type Pause = "fuel" | "request" | "idle" | "stopped" | "uncaught"

/** What the host tells a machine about the world; constant during a slice. */
export interface World {
  /** Milliseconds since the epoch, for Date. */
  now: number
  readonly timeZone: string
  readonly locale: string
}

/** What a machine asks its host at once, while it computes. */
export interface Host {
  readonly timerBounds: TimerBounds
  /** What is registered below `tools`, for what is said of names. */
  readonly tree: ToolNode | null
  /** Asked by loops and calls whose fuel is used up: true where the host gave more, false where the stack must be left. */
  refuel(): boolean
  /** What it holds of the program, such as promises of calls in flight, and the bytes that it takes beside that. */
  held(): { readonly values: readonly unknown[]; readonly bytes: number }
  /** The object of a module, or the sentence that says which there are. */
  module(name: string): JSObject | string
}

/** The host of a machine that has none. */
export const nobody: Host = {
  timerBounds: { maxTimers: 0, maxDelayMs: 0 },
  tree: null,
  refuel: () => false,
  held: () => ({ values: [], bytes: 0 }),
  module: (name) => `Cannot find module '${name}'.`,
}

/** A script's `let`, `const` or `class` at the top. */
export interface LexicalCell {
  value: Value | Empty
  readonly constant: boolean
}

/** Host frames of nodes before the stack is left into the heap, by the weight of `nest`. */
export const MAX_STACK_WEIGHT = 2_000
/** Calls inside one another before a program gets a RangeError. */
export const MAX_CALL_DEPTH = 100_000

export class Machine {
  readonly realm: Realm
  readonly world: World
  readonly meter: Meter
  readonly jobs: JobQueue
  /** Frames that wait, innermost last. */
  frames: AnyFrame[] = []
  /** Frames leaving the host's stack, innermost first. */
  unwinding: AnyFrame[] = []
  mode: Mode = Mode.Running
  thrown: Value = undefined
  /** What the innermost frame gets when the loop goes on. */
  input: Completion = undefined
  /** What the innermost left node of the frame that goes on gets. */
  delivered: Completion = undefined
  /** The value that a pattern's node is about to take. */
  operand: Value = undefined
  /** Value of a `return` in flight; nothing runs between it and whoever takes it. */
  returnValue: Value = undefined
  /** Label of a `break` or `continue` in flight. */
  label: string | null = null
  fuel = 0
  host: Host = nobody
  /** Weight on the host's stack now. */
  depth = 0
  callDepth = 0
  current: Frame | null = null
  /** The frame that yields or awaits; its value is `yielded`. */
  yielding: Frame | null = null
  yielded: Value = undefined
  yieldKind: "await" | "yield" = "await"
  request: HostRequest | null = null
  stopReason: StopReason | null = null
  readonly units = new Map<Unit, UnitState>()
  /** Rejected promises that nobody handles yet, in order. */
  readonly unhandled = new Set<JSObject>()
  readonly logs: string[] = []
  /** State of Math.random: four 32-bit words. */
  random: Uint32Array
  /** Lexical declarations of scripts; a program's own are in its frames. */
  readonly lexicals = new Map<string, LexicalCell>()
  /** Template objects by site. */
  readonly templates = new Map<string, JSObject>()
  /** The program's promise. */
  main: JSObject | null = null
  /** What becomes due; fired by the host's word, see interpreter/timers.ts. */
  timers = new Timers()
  /** Which engines may match regular expressions, and how often each has: for whoever debugs a run. */
  regExpEngines: { hostAllowed: boolean; host: number; own: number } = { hostAllowed: true, host: 0, own: 0 }
  /** The count of live memory under way. */
  census: Census | null = null
  /** Closures of `guest` built-ins, by path. */
  readonly guests = new Map<string, JSObject>()
  readonly startJob: (machine: Machine, job: Job) => Completion
  /** What a free name of a `guest` built-in means. */
  readonly hiddenValue: (machine: Machine, name: string) => Value

  constructor(options: {
    realm: Realm
    world: World
    maxMemoryBytes: number
    jobs: JobQueue
    startJob: (machine: Machine, job: Job) => Completion
    hiddenValue: (machine: Machine, name: string) => Value
    randomSeed: readonly [number, number, number, number]
  }) {
    this.realm = options.realm
    this.world = options.world
    this.meter = new Meter(options.maxMemoryBytes)
    this.realm.meter = this.meter
    this.jobs = options.jobs
    this.startJob = options.startJob
    this.hiddenValue = options.hiddenValue
    this.random = new Uint32Array(options.randomSeed)
  }

  /** Shape of a promise made by the machine itself. */
  get promiseShape(): Shape {
    return (this.ownPromiseShape ??= this.realm.shapeFor(this.realm.intrinsic("Promise.prototype")))
  }
  private ownPromiseShape: Shape | null = null

  /** Shape of an iterator result made by the machine itself. */
  get iteratorResultShape(): Shape {
    return (this.ownResultShape ??= this.realm.objectShape.add("value", DEFAULT).add("done", DEFAULT))
  }
  private ownResultShape: Shape | null = null

  /** The built-in Promise.prototype.then. */
  plainThen(): Slot {
    return this.realm.madeFunctions().get("Promise.prototype.then")
  }

  /** Valid while arrays iterate as they did when it was set. */
  arrayIteration: Epoch | null = null

  /** Looks whether array iteration is unchanged, and keeps the answer while the epoch lasts. */
  checkArrayIteration(): boolean {
    const { realm } = this
    const iterator = realm.intrinsic("ArrayIteratorPrototype")
    for (const [object, key] of [
      [realm.arrayPrototype, Symbol.iterator],
      [iterator, "next"],
    ] as const) {
      const name = key === "next" ? "ArrayIteratorPrototype.next" : "Array.prototype.values"
      const slot = findSlot(realm, object, key)
      if (slot < 0 || object.slots[slot] !== realm.madeFunctions().get(name)) return false
      markCached(realm, object, key)
    }
    this.arrayIteration = realm.epoch
    return true
  }

  get suspending(): boolean {
    return this.mode === Mode.Suspending
  }

  stateOf(unit: Unit): UnitState {
    let state = this.units.get(unit)
    if (state === undefined) this.units.set(unit, (state = new UnitState(unit.functions.size)))
    this.lastUnit = unit
    this.lastState = state
    return state
  }
  /** What the frames take that serve one call after the other. */
  reusedSlots = 0
  /** The unit asked for last, and its state. */
  lastUnit: Unit | null = null
  lastState = new UnitState(0)

  hidden(name: string): Value {
    return this.hiddenValue(this, name)
  }

  /** More fuel from the host, if it has any. */
  refuel(): boolean {
    return this.host.refuel()
  }

  /** Takes fuel for work about to be done. The next call or loop turn stops when it is used up. */
  charge(units: number): void {
    this.fuel -= units
  }

  /** The next object of a chain of prototypes whose `level`th was looked at: long chains are charged for. */
  prototypeOf(object: JSObject, level: number): JSObject | null {
    if (level > FREE_LEVELS) this.fuel--
    return object.shape.prototype
  }

  /** Takes memory before it is used. On false the machine is stopping: return ABRUPT. */
  allocate(bytes: number): boolean {
    const { meter } = this
    meter.used += bytes
    if (!meter.isCensusDue) return true
    if (meter.isSpent) {
      this.stopForMemory()
      return false
    }
    // the next check of fuel leaves the stack, and a census tells what of it is garbage
    if (this.fuel >= 0) this.fuel = -1
    return true
  }

  stopForMemory(): void {
    this.stop({
      kind: "MemoryLimitExceeded",
      message: `The program's values took more than maxMemoryBytes = ${this.meter.limit} bytes.`,
    })
  }

  /** Begins to leave the stack. */
  suspend(): typeof ABRUPT {
    this.mode = Mode.Suspending
    return ABRUPT
  }

  /** Ends the run; no catch, finally or reaction sees it. */
  stop(reason: StopReason): typeof ABRUPT {
    this.mode = Mode.Stopping
    this.stopReason ??= reason
    return ABRUPT
  }

  throw(value: Value): typeof ABRUPT {
    this.mode = Mode.Throwing
    this.thrown = value
    return ABRUPT
  }

  /** A native body asks the host and waits: the reply is the completion that its frame, if it pushed one, or its caller gets. */
  ask(request: HostRequest): typeof ABRUPT {
    this.request = request
    return this.suspend()
  }
}

/**
 * Drives the machine until its fuel is used up, it asks the host, nothing is left to run, or it is stopped. `uncaught` is
 * the end of a script by an error; a program's errors reject its promise.
 */
export function run(machine: Machine): Pause {
  for (;;) {
    if (machine.meter.isCensusDue && !countLive(machine)) {
      return machine.mode === Mode.Stopping ? "stopped" : "fuel"
    }
    if (machine.frames.length === 0) {
      if (machine.mode === Mode.Throwing) return "uncaught"
      if (machine.jobs.size === 0) return "idle"
      if (machine.fuel < 0) return "fuel"
    }
    const completion = machine.frames.length > 0 ? resumeTop(machine) : startNextJob(machine)
    if (completion !== ABRUPT) {
      machine.input = completion
      continue
    }
    machine.input = ABRUPT
    if (machine.mode === Mode.Stopping) return "stopped"
    if (machine.mode !== Mode.Suspending) continue
    machine.mode = Mode.Running
    if (machine.yielding !== null) {
      machine.input = machine.yielded
      continue
    }
    machine.input = undefined
    for (let index = machine.unwinding.length - 1; index >= 0; index--)
      machine.frames.push(machine.unwinding[index]!)
    machine.unwinding.length = 0
    if (machine.request !== null) return "request"
    if (machine.fuel < 0) return "fuel"
  }
}

function startNextJob(machine: Machine): Completion {
  machine.depth = 0
  machine.current = null
  machine.fuel--
  return machine.startJob(machine, machine.jobs.take()!)
}

function resumeTop(machine: Machine): Completion {
  machine.depth = 0
  const input = machine.input
  machine.input = undefined
  const frame = machine.frames.pop()!
  if (frame instanceof Frame) return resumeFrame(machine, frame, input)
  machine.current = frame.caller
  machine.fuel += frame.debt
  frame.debt = 0
  if (input === ABRUPT && !frame.code.catches) return ABRUPT
  return frame.code.run(machine, frame, input)
}
