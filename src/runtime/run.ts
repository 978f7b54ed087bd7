/**
 * One run: its machine driven in slices, its calls, its clocks and limits, and what it came to.
 * Decides when the run computes, waits and ends; never how values are copied or calls are made.
 */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { Inward } from "../boundary/copyIn.ts"
import { Outward } from "../boundary/copyOut.ts"
import type { Diagnostic } from "../Diagnostic.ts"
import type { ProgramUnit } from "../interpreter/compile.ts"
import { type Host, type Machine, run as runMachine } from "../interpreter/machine.ts"
import { fireDue } from "../interpreter/timers.ts"
import { settlePromise, slotsOf } from "../interpreter/promises.ts"
import type { ToolNode } from "../interpreter/tools.ts"
import { ABRUPT, type Value } from "../objects/value.ts"
import { CALL_BYTES } from "../objects/meter.ts"
import type { JSObject } from "../objects/object.ts"
import type { TimerBounds } from "../objects/timers.ts"
import type { Artifact, DataValue, Outcome, Suspended, ToolCall } from "../Result.ts"
import { type Caller, CurrentRun } from "../Extension.ts"
import { toolExpression } from "../Namespace.ts"
import { describeError } from "../ToolError.ts"
import { between } from "./between.ts"
import { type CallRecord, Calls, type Owner, type Settlement } from "./calls.ts"
import { ExtensionCalls, type ExtensionOwner } from "./extensionCalls.ts"
import { type CallFailure, newToolError } from "./failures.ts"
import { moduleOf } from "./modules.ts"
import type { Parts } from "./parts.ts"
import { diagnostic, failure, success, type Told, utf8Length } from "./report.ts"
import { serve } from "./requests.ts"
import { hasTracer } from "./spans.ts"
import { unhandledWarning } from "./thrown.ts"
import { type Runner, sliceMs, turns } from "./turns.ts"

/** Parts of a value that are copied between two looks at the clock. */
const copyParts = 2_000
/** Fuel of one look at the clock, at first; then what a slice needed. */
const firstFuel = 4_000
const minFuel = 16
const maxFuel = 12_000

/** The longest sleep that the host's own timers know; the run looks again after it. */
const maxSleepMs = 2 ** 31 - 1

/** Rejections that nobody observed, told of one by one. */
const maxRejections = 100

/** Work that a slice may leave unfinished: true once it is done. */
type Work = () => boolean

/**
 * What must be known of a run, beside its machine and its calls, to go on with it elsewhere. A class, because V8 keeps what
 * a getter of a literal refers to until the old objects are collected.
 */
export class RunData implements Caller {
  #runId: string | undefined
  /** The number of the next call, of a tool or of an extension. */
  nextCall = 0
  /** Admitted calls, in order. */
  readonly toolCalls: Array<ToolCall> = []
  /** What the program made for the host beside its result. */
  readonly artifacts: Array<Artifact> = []
  /** What extensions count for the run, by name. */
  readonly amounts = new Map<string, number>()
  /** What calls came to that the program has not been told. */
  readonly inbox: Array<Settlement> = []
  /** Milliseconds computed. */
  computedMs = 0
  /** Milliseconds of active wall time before the clock was last started. */
  activeMs = 0
  /** Lines that were written and cannot be shown. */
  droppedLogs = 0

  constructor(runId: string | undefined) {
    this.#runId = runId
  }

  /** Where none was given it is made when it is first read. */
  get runId(): string {
    return (this.#runId ??= crypto.randomUUID())
  }
}

export interface ProgramOfRun {
  readonly source: string
  readonly bindings: ReadonlyArray<string>
  readonly unit: ProgramUnit | undefined
}

export class Run implements Runner, Owner, ExtensionOwner, Host {
  readonly parts: Parts
  machine: Machine
  readonly data: RunData
  readonly calls = new Calls(this)
  readonly extensions = new ExtensionCalls(this)
  status: "ready" | "waiting" | "ended" = "ready"
  result: Outcome | undefined
  /** The program's text, and the names of its bindings. */
  program: ProgramOfRun = { source: "", bindings: [], unit: undefined }
  /** The values of the extensions' globals, by name, and the modules made of them so far. */
  globals: ReadonlyMap<string, Value> = new Map()
  readonly modules = new Map<string, JSObject>()
  /** The machine was read from a state, which may not be ours. */
  isRestored = false
  /** A slice is being computed. */
  isComputing = false
  /** Called whenever the run is at rest: a slice is over, a call can be saved, the run has ended. */
  readonly observers = new Set<() => void>()
  readonly isTraced: boolean
  /** Called when a waiting run has something to do again. */
  onWake: (() => void) | undefined
  readonly #context: Context.Context<unknown>
  readonly #clock: Clock.Clock
  readonly #startedAt: number
  readonly #fibers = new Set<Fiber.Fiber<unknown, unknown>>()
  #works: Array<Work> = []
  /** The machine waits for a reply. */
  #isAsking = false
  #fuel = firstFuel
  #mark = 0
  /** When the slice is used up. */
  #sliceEnd = 0
  /** Lines of the log that were measured, and their bytes together. */
  #seenLogs = 0
  #logBytes = 0
  #onFibersEnded: (() => void) | undefined
  #deadline: Fiber.Fiber<unknown, unknown> | undefined
  #isLate = false
  #alarm: Fiber.Fiber<unknown, unknown> | undefined
  /** When the alarm goes off, in milliseconds since the epoch. */
  #alarmAt = Infinity

  constructor(
    parts: Parts,
    machine: Machine,
    data: RunData,
    context: Context.Context<unknown>,
    clock: Clock.Clock,
  ) {
    this.parts = parts
    this.machine = machine
    machine.host = this
    this.data = data
    this.#context = Context.add(context, CurrentRun, data)
    this.#clock = clock
    this.isTraced = hasTracer(context as Context.Context<never>)
    this.#startedAt = clock.currentTimeMillisUnsafe()
  }

  // ---- what the machine asks

  get timerBounds(): TimerBounds {
    return this.parts.globals.timerBounds
  }

  get tree(): ToolNode {
    return this.parts.tree
  }

  module(name: string): JSObject | string {
    return moduleOf(this, name)
  }

  /** What a census must know of: the promises of all calls in flight, and the modules made for the program. */
  held(): { readonly values: ReadonlyArray<unknown>; readonly bytes: number } {
    const calls = this.calls.records()
    const settled = this.data.inbox.map(({ call }) => call.promise)
    const values = [
      calls.map(({ promise }) => promise),
      this.extensions.waiting().map(({ promise }) => promise),
      settled,
      [...this.globals.values()],
      [...this.modules.values()],
    ]
    return { values, bytes: (calls.length + this.extensions.size) * CALL_BYTES }
  }

  /** Fuel for the rest of the slice, if there is any. Garbage is told from live memory only once the stack was left. */
  refuel(): boolean {
    const { machine } = this
    if (between.steps !== undefined || machine.meter.isCensusDue || turns.now() >= this.#sliceEnd)
      return false
    this.#tune()
    machine.fuel = this.#fuel
    return true
  }

  // ---- clocks

  get computedMs(): number {
    return this.data.computedMs
  }

  /** Milliseconds of active wall time, over all resumes. */
  get activeMs(): number {
    return this.data.activeMs + this.#clock.currentTimeMillisUnsafe() - this.#startedAt
  }

  get hasEnded(): boolean {
    return this.status === "ended"
  }

  // ---- slices

  /** Computes until the slice is used up, the run waits, or it ended. */
  slice(): void {
    this.isComputing = true
    try {
      this.#slice()
    } finally {
      this.isComputing = false
    }
    this.notify()
  }

  #slice(): void {
    this.#mark = turns.now()
    this.#sliceEnd = this.#mark + sliceMs
    if (this.status === "ended") return
    this.machine.world.now = this.#clock.currentTimeMillisUnsafe()
    if (this.activeMs >= this.parts.limits.timeoutMs) this.timeOut()
    while (this.status === "ready") {
      this.#step()
      if (this.#lap() >= this.#sliceEnd) break
    }
    this.#dropLogs()
    if (!this.hasEnded) this.#checkCompute()
  }

  /** Lines that no budget can show are only counted, so that a flood of them takes no memory. */
  #dropLogs(): void {
    const { logs } = this.machine
    const { maxOutputBytes } = this.parts.limits
    if (maxOutputBytes === Infinity || logs.length === this.#seenLogs) return
    while (this.#seenLogs < logs.length && this.#logBytes <= maxOutputBytes) {
      this.#logBytes += utf8Length(logs[this.#seenLogs++]!)
    }
    this.data.droppedLogs += logs.length - this.#seenLogs
    logs.length = this.#seenLogs
  }

  #step(): void {
    if (this.#works.length > 0) {
      if (this.#works[0]!()) this.#works.shift()
    } else if (this.data.inbox.length > 0) this.#take(this.data.inbox.shift()!)
    else if (this.#isAsking) this.status = "waiting"
    else {
      if (between.steps !== undefined) this.#fuel = between.steps(this)
      this.#advance()
    }
  }

  /** Counts the time since the last look at the clock as computed. */
  #lap(): number {
    const now = turns.now()
    this.data.computedMs += now - this.#mark
    return (this.#mark = now)
  }

  /** Does host work whose time is not the program's. */
  aside<A>(work: () => A): A {
    this.#lap()
    const result = work()
    this.#mark = turns.now()
    return result
  }

  #advance(): void {
    const { machine } = this
    machine.fuel = this.#fuel
    switch (runMachine(machine)) {
      case "fuel":
        return this.#tune()
      case "request":
        return serve(this, this.machine.request!)
      case "idle":
        return this.#idle()
      case "stopped": {
        const { kind, message } = machine.stopReason!
        return this.fail(diagnostic(kind, message))
      }
    }
  }

  /** Looks at the clock. Makes the next look come when the slice is about used up. */
  #tune(): void {
    const from = this.#mark
    const to = this.#lap()
    const took = Math.max(to - from, 0.01)
    const rest = this.#sliceEnd - to
    const wanted = (this.#fuel / took) * (rest > 0.1 ? rest : sliceMs)
    this.#fuel = Math.round(Math.min(maxFuel, Math.max(minFuel, wanted)))
  }

  #checkCompute(): void {
    const { computeMs } = this.parts.limits
    if (this.data.computedMs < computeMs) return
    this.fail(diagnostic("TimeoutExceeded", `The program computed longer than computeMs = ${computeMs} ms.`))
  }

  /** Nothing is left to run: a timer is due, the run waits for timers and calls, or for nothing that could ever come. */
  #idle(): void {
    if (fireDue(this.machine)) return
    this.#watchTimers()
    if (this.calls.size > 0 || this.extensions.size > 0 || this.machine.timers.waiting.length > 0) {
      this.status = "waiting"
      return
    }
    this.fail(
      diagnostic(
        "ExecutionFailure",
        "The program waits for something that can never happen: no call is running and no promise can settle any more. Resolve every promise that is awaited, and await calls of tools only.",
      ),
    )
  }

  /** Wakes the run when its next timer is due. */
  #watchTimers(): void {
    const due = this.machine.timers.waiting[0]?.due ?? Infinity
    if (due >= this.#alarmAt) return
    this.#alarm?.interruptUnsafe()
    this.#alarmAt = due
    const left = Math.max(0, due - this.#clock.currentTimeMillisUnsafe())
    const alarm = Effect.runForkWith(this.#context)(Effect.sleep(Math.min(left, maxSleepMs)))
    this.#alarm = alarm
    alarm.addObserver((exit) => {
      if (this.#alarm !== alarm) return
      this.#alarmAt = Infinity
      if (exit._tag === "Success") this.wake()
    })
  }

  wake(): void {
    if (this.status !== "waiting") return
    this.status = "ready"
    this.onWake?.()
  }

  /** Tells observers, unless a slice is under way: then its end does. */
  notify(): void {
    if (this.isComputing) return
    for (const observer of Array.from(this.observers)) observer()
  }

  /** Only calls that can be saved and timers are left, and the program waits for them. */
  get isIdle(): boolean {
    return (
      this.status === "waiting" &&
      (this.calls.hasPending || this.machine.timers.waiting.length > 0) &&
      this.extensions.size === 0 &&
      this.calls.blocking().length === 0
    )
  }

  /** Does everything that needs no computing of the program: copies under way, outcomes that have come. */
  settle(): void {
    while (this.status !== "ended" && (this.#works.length > 0 || this.data.inbox.length > 0)) {
      if (this.#works.length > 0) {
        if (this.#works[0]!()) this.#works.shift()
      } else this.#take(this.data.inbox.shift()!)
    }
  }

  // ---- replies

  /** Gives the machine what it asked for. */
  reply(value: Value): void {
    this.#isAsking = false
    this.machine.request = null
    this.machine.input = value
  }

  replyThrow(value: Value): void {
    this.reply(undefined)
    this.machine.throw(value)
    this.machine.input = ABRUPT
  }

  /** The machine waits for a reply that comes later. */
  wait(): void {
    this.#isAsking = true
  }

  later(work: () => void): void {
    if (this.status === "ended") return
    this.#works.push(() => {
      work()
      return true
    })
    this.wake()
  }

  newKey(): string {
    return `${this.data.runId}:${this.data.nextCall++}`
  }

  // ---- copies

  copyOut(value: Value, undefinedIs: "null" | "absent", then: (value: unknown) => void): void {
    const outward = new Outward(value, undefinedIs)
    this.work(() => {
      if (!outward.step(copyParts)) return false
      then(outward.value)
      return true
    })
  }

  /** A value of the host's that is data for certain, such as an answer of the catalog. */
  copyIn(value: unknown, name: string, then: (value: Value) => void): void {
    const inward = new Inward(this.machine, value, name)
    this.work(() => {
      if (!inward.step(copyParts)) return false
      if (!this.#isStopped(inward)) then(inward.value)
      return true
    })
  }

  #isStopped(inward: Inward): boolean {
    if (inward.exhausted) this.exhausted()
    return inward.exhausted
  }

  exhausted(): void {
    const { kind, message } = this.machine.stopReason!
    this.fail(diagnostic(kind, message))
  }

  /** Does work at once if it is short. */
  work(work: Work): void {
    if (!work()) this.#works.push(work)
  }

  // ---- calls

  deliver(settlement: Settlement): void {
    if (this.status === "ended") return
    this.data.inbox.push(settlement)
    this.wake()
  }

  #take({ call, outcome }: Settlement): void {
    const { promise, path, trace } = call
    if (outcome.status === "failure") return this.reject(promise, outcome.failure, path, trace)
    let inward: Inward
    try {
      inward = new Inward(this.machine, outcome.value, "output")
    } catch (error) {
      return this.#rejectUnreadable(call, error)
    }
    this.work(() => this.#takeValue(call, inward))
  }

  #takeValue(call: CallRecord, inward: Inward): boolean {
    const { promise, path, trace } = call
    try {
      if (!inward.step(copyParts)) return false
    } catch (error) {
      this.#rejectUnreadable(call, error)
      return true
    }
    if (this.#isStopped(inward)) return true
    if (inward.refusal === undefined) settlePromise(this.machine, promise, "fulfilled", inward.value)
    else {
      const message = `${toolExpression(path)} returned what is no data: ${inward.refusal}.`
      this.reject(promise, { kind: "InvalidToolOutput", message }, path, trace)
    }
    return true
  }

  #rejectUnreadable({ promise, path, trace }: CallRecord, error: unknown): void {
    const why = describeError(error, this.parts.hostErrors)
    const message = `${toolExpression(path)} returned a value that cannot be read: ${why}`
    this.reject(promise, { kind: "InvalidToolOutput", message }, path, trace)
  }

  reject(promise: JSObject, why: CallFailure, path: string, trace: CallRecord["trace"]): void {
    settlePromise(this.machine, promise, "rejected", newToolError(this.machine, why, path, trace))
  }

  // ---- fibers

  fork(
    effect: Effect.Effect<unknown, unknown, unknown>,
    onExit: (exit: Exit.Exit<unknown, unknown>) => void,
  ): Fiber.Fiber<unknown, unknown> {
    const fiber = Effect.runForkWith(this.#context)(effect)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) {
      onExit(exit)
      return fiber
    }
    this.#fibers.add(fiber)
    fiber.addObserver((ended) => {
      this.#fibers.delete(fiber)
      onExit(ended)
      if (this.#fibers.size === 0) this.#onFibersEnded?.()
    })
    return fiber
  }

  // ---- the end

  #record(): Told {
    const { toolCalls, artifacts, droppedLogs } = this.data
    return {
      logs: this.machine.logs,
      droppedLogs,
      toolCalls,
      artifacts,
      maxOutputBytes: this.parts.limits.maxOutputBytes,
    }
  }

  /** The program gave a value. */
  succeed(value: DataValue, warnings: ReadonlyArray<Diagnostic>): void {
    this.#end(success(value, [...warnings, ...this.#rejections()], this.#record()))
  }

  /** Rejections that nobody observed, up to a number that can be read. */
  #rejections(): ReadonlyArray<Diagnostic> {
    const { unhandled } = this.machine
    const warnings: Array<Diagnostic> = []
    for (const promise of unhandled) {
      if (warnings.length === maxRejections) {
        warnings.push(diagnostic("Truncated", `${maxRejections} of ${unhandled.size} rejections shown`))
        break
      }
      warnings.push(unhandledWarning(this.machine, slotsOf(promise).result, this.parts))
    }
    return warnings
  }

  fail(error: Diagnostic): void {
    this.#end(failure(error, this.#record()))
  }

  #end(result: Outcome): void {
    if (this.status === "ended") return
    this.result = result
    this.status = "ended"
    this.#works = []
    this.#alarm?.interruptUnsafe()
    this.#interruptAll()
    this.onWake?.()
    this.notify()
  }

  /** The run was saved: it goes on elsewhere. */
  leave(suspended: Suspended): void {
    this.calls.leave()
    this.#end(suspended)
  }

  #interruptAll(): void {
    this.calls.interruptAll()
    this.extensions.interruptAll()
  }

  /** Watches the wall clock while the run waits. */
  watchDeadline(): void {
    const { timeoutMs } = this.parts.limits
    if (timeoutMs === Infinity || this.#deadline !== undefined) return
    const left = Math.max(0, timeoutMs - this.activeMs)
    this.#deadline = Effect.runForkWith(this.#context)(Effect.sleep(left))
    this.#deadline.addObserver((exit) => {
      if (exit._tag === "Success") this.timeOut()
    })
  }

  /** The wall clock ran out: a run that has not ended fails, one that winds up is left. */
  timeOut(): void {
    const { timeoutMs } = this.parts.limits
    const message = `The program ran longer than timeoutMs = ${timeoutMs} ms.`
    if (this.status !== "ended") this.fail(diagnostic("TimeoutExceeded", message))
    else if (this.result!.ok === true) {
      const warning = diagnostic("TimeoutExceeded", `${message} Its value was returned before that.`)
      this.result = { ...this.result!, warnings: [...(this.result!.warnings ?? []), warning] }
    }
    this.#isLate = true
    this.#onFibersEnded?.()
  }

  get isWound(): boolean {
    return this.#fibers.size === 0 || this.#isLate
  }

  /** Ends when every fiber of the ended run has ended, or the deadline passed. */
  wound(): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      if (this.isWound) return resume(Effect.void)
      this.#onFibersEnded = () => resume(Effect.void)
    })
  }

  /** The host interrupts the run: its calls are interrupted, and it ends when they have. */
  interrupt(): Effect.Effect<void> {
    this.abandon()
    return Effect.suspend(() => (this.#fibers.size === 0 ? Effect.void : this.wound()))
  }

  /** Ends the run without a result, and interrupts its calls. */
  abandon(): void {
    this.status = "ended"
    this.#works = []
    this.#interruptAll()
    this.close()
  }

  /** Stops watching the clock. */
  close(): void {
    this.#alarm?.interruptUnsafe()
    this.#deadline?.interruptUnsafe()
  }
}
