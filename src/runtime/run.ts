/**
 * One run: its machine driven in slices, its calls, its clocks and limits, and what it came to.
 * Decides when the run computes, waits and ends; never how values are copied or calls are made.
 */
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { Inward } from "../boundary/copyIn.ts"
import { Outward } from "../boundary/copyOut.ts"
import type { Diagnostic } from "../Diagnostic.ts"
import type { ResultRequest, ThrownRequest } from "../interpreter/ending.ts"
import { type ExtensionRequest, type SearchRequest, searchAnswer } from "../interpreter/hostFunctions.ts"
import { type Machine, run as runMachine } from "../interpreter/machine.ts"
import { settlePromise, slotsOf } from "../interpreter/promises.ts"
import type { ToolRequest } from "../interpreter/tools.ts"
import { ABRUPT, type Value } from "../objects/value.ts"
import type { JSObject } from "../objects/object.ts"
import type { DataValue, Result, ToolCall } from "../Result.ts"
import { toolExpression } from "../Namespace.ts"
import { type CallRecord, Calls, type Outcome, type Owner, type Settlement } from "./calls.ts"
import { ExtensionCalls, type ExtensionOwner } from "./extensionCalls.ts"
import { type CallFailure, newErrorAt, newToolError } from "./failures.ts"
import type { Parts } from "./parts.ts"
import { diagnostic, failure, success } from "./report.ts"
import { hasTracer } from "./spans.ts"
import { describeThrown, unhandledWarning } from "./thrown.ts"
import { type Runner, sliceMs, turns } from "./turns.ts"

/** Parts of a value that are copied between two looks at the clock. */
const copyParts = 2_000
/** Fuel of one look at the clock, at first; then what a slice needed. */
const firstFuel = 4_000
const maxFuel = 12_000

/** Work that a slice may leave unfinished: true once it is done. */
type Work = () => boolean

export class Run implements Runner, Owner, ExtensionOwner {
  readonly parts: Parts
  readonly machine: Machine
  readonly runId: string
  readonly calls = new Calls(this)
  readonly extensions = new ExtensionCalls(this)
  readonly toolCalls: Array<ToolCall> = []
  computedMs = 0
  status: "ready" | "waiting" | "ended" = "ready"
  result: Result | undefined
  isSuspending = false
  readonly isTraced: boolean
  /** Called when a waiting run has something to do again. */
  onWake: (() => void) | undefined
  readonly #context: Context.Context<unknown>
  readonly #clock: Clock.Clock
  readonly #startedAt: number
  readonly #fibers = new Set<Fiber.Fiber<unknown, unknown>>()
  readonly #inbox: Array<Settlement> = []
  #works: Array<Work> = []
  #nextCall = 0
  /** The machine waits for a reply. */
  #isAsking = false
  #fuel = firstFuel
  #mark = 0
  #onFibersEnded: (() => void) | undefined
  #deadline: Fiber.Fiber<unknown, unknown> | undefined
  #isLate = false

  constructor(parts: Parts, machine: Machine, runId: string, context: Context.Context<unknown>, clock: Clock.Clock) {
    this.parts = parts
    this.machine = machine
    this.runId = runId
    this.#context = context
    this.#clock = clock
    this.isTraced = hasTracer(context as Context.Context<never>)
    this.#startedAt = clock.currentTimeMillisUnsafe()
  }

  get hasEnded(): boolean {
    return this.status === "ended"
  }

  // ---- slices

  /** Computes until the slice is used up, the run waits, or it ended. */
  slice(): void {
    this.#mark = turns.now()
    const end = this.#mark + sliceMs
    const { machine } = this
    if (this.status === "ended") return
    machine.world.now = this.#clock.currentTimeMillisUnsafe()
    if (machine.world.now - this.#startedAt >= this.parts.limits.timeoutMs) this.timeOut()
    while (this.status === "ready") {
      this.#step(end)
      if (this.#lap() >= end) break
    }
    if (!this.hasEnded) this.#checkCompute()
  }

  #step(end: number): void {
    if (this.#works.length > 0) {
      if (this.#works[0]!()) this.#works.shift()
    } else if (this.#inbox.length > 0) this.#take(this.#inbox.shift()!)
    else if (this.#isAsking) this.status = "waiting"
    else this.#advance(end)
  }

  /** Counts the time since the last look at the clock as computed. */
  #lap(): number {
    const now = turns.now()
    this.computedMs += now - this.#mark
    return (this.#mark = now)
  }

  /** Does host work whose time is not the program's. */
  aside<A>(work: () => A): A {
    this.#lap()
    const result = work()
    this.#mark = turns.now()
    return result
  }

  #advance(end: number): void {
    const { machine } = this
    machine.fuel = this.#fuel
    switch (runMachine(machine)) {
      case "fuel":
        return this.#tune(this.#mark, this.#lap(), end)
      case "request":
        return this.#serve()
      case "idle":
        return this.#idle()
      case "stopped": {
        const { kind, message } = machine.stopReason!
        return this.fail(diagnostic(kind, message))
      }
    }
  }

  /** Makes the next look at the clock come when the slice is about used up. */
  #tune(from: number, to: number, end: number): void {
    const took = Math.max(to - from, 0.01)
    const rest = end - to
    const wanted = (this.#fuel / took) * (rest > 0.1 ? rest : sliceMs)
    this.#fuel = Math.round(Math.min(maxFuel, Math.max(500, wanted)))
  }

  #checkCompute(): void {
    const { computeMs } = this.parts.limits
    if (this.computedMs < computeMs) return
    this.fail(diagnostic("TimeoutExceeded", `The program computed longer than computeMs = ${computeMs} ms.`))
  }

  /** Nothing is left to run: the run waits for its calls, or for nothing that could ever come. */
  #idle(): void {
    if (this.calls.size > 0 || this.extensions.size > 0) {
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

  wake(): void {
    if (this.status !== "waiting") return
    this.status = "ready"
    this.onWake?.()
  }

  // ---- requests

  #serve(): void {
    const request = this.machine.request!
    switch (request.type) {
      case "tool":
        return this.#serveTool(request as ToolRequest)
      case "search":
        return this.#serveSearch(request as SearchRequest)
      case "result":
        return this.#serveResult(request as ResultRequest)
      case "thrown":
        return this.fail(describeThrown((request as ThrownRequest).thrown, this.parts))
      case "extension":
        return this.extensions.serve(request as ExtensionRequest)
      case "random":
        return this.reply(crypto.getRandomValues(new Uint8Array(request["bytes"] as number)) as unknown as Value)
      default:
        throw new Error(`no host request is named ${request.type}`)
    }
  }

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
    return `${this.runId}:${this.#nextCall++}`
  }

  /** Counts an admitted call; false when there were too many: the run has ended. */
  #count(name: string): boolean {
    const { maxToolCalls } = this.parts.limits
    if (this.toolCalls.length >= maxToolCalls) {
      this.fail(diagnostic("ToolCallLimitExceeded", `The program made more than maxToolCalls = ${maxToolCalls} calls.`))
      return false
    }
    this.toolCalls.push({ name })
    return true
  }

  #serveTool(request: ToolRequest): void {
    const { path, promise, trace, refusal } = request
    const tool = this.parts.tools.get(path)
    if (tool === undefined) {
      const { message } = this.parts.catalog.describeUnknownTool(path)
      this.#reject(promise, { kind: "UnknownTool", message }, path, trace)
      return this.reply(promise)
    }
    if (!this.#count(path)) return
    const id = this.#nextCall++
    const key = `${this.runId}:${id}`
    const admit = (argument: unknown): void => {
      const call: CallRecord = { id, key, path, state: "decoding", argument, data: undefined, promise, trace }
      this.aside(() => this.calls.admit(call, tool))
      this.reply(promise)
    }
    if (refusal === null) return this.#copyOut(request.argument, "absent", admit)
    const message = `${toolExpression(path)}: ${refusal}`
    this.#reject(promise, { kind: "InvalidToolInput", message }, path, trace)
    this.reply(promise)
  }

  #serveSearch({ argument, trace }: SearchRequest): void {
    if (!this.#count("search")) return
    this.#copyOut(argument, "absent", (written) => {
      const answer = this.aside(() => this.parts.catalog.search(written))
      if ("usage" in answer) {
        return this.replyThrow(newErrorAt(this.machine, "TypeError", answer.usage, trace))
      }
      this.#copyIn(answer, "answer", (plain) => this.reply(searchAnswer(this.machine, plain as JSObject)))
    })
  }

  #serveResult({ reduced }: ResultRequest): void {
    if (reduced.refusal !== null) return this.fail(diagnostic("InvalidDataValue", `${reduced.refusal}.`))
    const losses = reduced.losses.map((loss) => diagnostic("InvalidDataValue", loss))
    this.#copyOut(reduced.value, "null", (value) => {
      const unhandled = [...this.machine.unhandled].map((promise) =>
        unhandledWarning(this.machine, slotsOf(promise).result, this.parts),
      )
      this.#end(success(value as DataValue, [...losses, ...unhandled], this.#record()))
    })
  }

  // ---- copies

  #copyOut(value: Value, undefinedIs: "null" | "absent", then: (value: unknown) => void): void {
    const outward = new Outward(value, undefinedIs)
    this.#work(() => {
      if (!outward.step(copyParts)) return false
      then(outward.value)
      return true
    })
  }

  /** A value of the host's that is data for certain, such as an answer of the catalog. */
  #copyIn(value: unknown, name: string, then: (value: Value) => void): void {
    const inward = new Inward(this.machine, value, name)
    this.#work(() => {
      if (!inward.step(copyParts)) return false
      if (!this.#isStopped(inward)) then(inward.value)
      return true
    })
  }

  #isStopped(inward: Inward): boolean {
    if (!inward.exhausted) return false
    const { kind, message } = this.machine.stopReason!
    this.fail(diagnostic(kind, message))
    return true
  }

  /** Does work at once if it is short. */
  #work(work: Work): void {
    if (!work()) this.#works.push(work)
  }

  // ---- calls

  deliver(settlement: Settlement): void {
    if (this.status === "ended") return
    this.#inbox.push(settlement)
    this.wake()
  }

  #take({ call, outcome }: Settlement): void {
    const { promise, path, trace } = call
    if (outcome.status === "failure") return this.#reject(promise, outcome.failure, path, trace)
    let inward: Inward
    try {
      inward = new Inward(this.machine, outcome.value, "output")
    } catch (error) {
      return this.#rejectUnreadable(call, error)
    }
    this.#work(() => this.#takeValue(call, inward))
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
      this.#reject(promise, { kind: "InvalidToolOutput", message }, path, trace)
    }
    return true
  }

  #rejectUnreadable({ promise, path, trace }: CallRecord, error: unknown): void {
    const message = `${toolExpression(path)} returned a value that cannot be read: ${String(error)}`
    this.#reject(promise, { kind: "InvalidToolOutput", message }, path, trace)
  }

  #reject(promise: JSObject, why: CallFailure, path: string, trace: CallRecord["trace"]): void {
    settlePromise(this.machine, promise, "rejected", newToolError(this.machine, why, path, trace))
  }

  // ---- fibers

  fork(effect: Effect.Effect<unknown, unknown, unknown>, onExit: (exit: Exit.Exit<unknown, unknown>) => void): Fiber.Fiber<unknown, unknown> {
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

  #record() {
    return { logs: this.machine.logs, toolCalls: this.toolCalls, maxOutputBytes: this.parts.limits.maxOutputBytes }
  }

  fail(error: Diagnostic): void {
    this.#end(failure(error, this.#record()))
  }

  #end(result: Result): void {
    if (this.status === "ended") return
    this.result = result
    this.status = "ended"
    this.#works = []
    this.#interruptAll()
    this.onWake?.()
  }

  #interruptAll(): void {
    this.calls.interruptAll()
    this.extensions.interruptAll()
  }

  /** Watches the wall clock while the run waits. */
  watchDeadline(): void {
    const { timeoutMs } = this.parts.limits
    if (timeoutMs === Infinity || this.#deadline !== undefined) return
    const left = timeoutMs - (this.#clock.currentTimeMillisUnsafe() - this.#startedAt)
    this.#deadline = Effect.runForkWith(this.#context)(Effect.sleep(Math.max(0, left)))
    this.#deadline.addObserver((exit) => {
      if (exit._tag === "Success") this.timeOut()
    })
  }

  /** The wall clock ran out: a run that has not ended fails, one that winds up is left. */
  timeOut(): void {
    const { timeoutMs } = this.parts.limits
    const message = `The program ran longer than timeoutMs = ${timeoutMs} ms.`
    if (this.status !== "ended") this.fail(diagnostic("TimeoutExceeded", message))
    else if (this.result!.ok) {
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
    this.#deadline?.interruptUnsafe()
  }
}

export type { Outcome }
