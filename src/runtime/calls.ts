/**
 * Tool calls of one run: admitted, decoded, queued, begun on fibers of their own, settled.
 * Never runs the program: what a call came to waits in the run's inbox.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { JSObject } from "../objects/object.ts"
import { decodeInput, describeProblems, encodeOutput, type Checked } from "../boundary/schema.ts"
import type { TraceLine } from "../interpreter/throws.ts"
import { toolExpression } from "../Namespace.ts"
import { describeFailure } from "../ToolError.ts"
import type { Call, Definition, End, Execution, HookCall } from "../Tool.ts"
import type { CallFailure } from "./failures.ts"
import { settled } from "./hooks.ts"
import type { Parts } from "./parts.ts"
import { traced } from "./spans.ts"

/** A call that was admitted and is not settled yet. */
export interface CallRecord {
  readonly id: number
  /** The run that made it, which may be an earlier one than the run that a state goes on in. */
  readonly maker: { readonly runId: string }
  /** Canonical. */
  readonly path: string
  /** `started`: a durable tool's work has begun and is waited for. */
  state: "decoding" | "queued" | "running" | "started"
  /** Plain data, as the program passed it. */
  readonly argument: unknown
  /** What `start` of a durable tool gave. */
  data: unknown
  readonly promise: JSObject
  readonly trace: ReadonlyArray<TraceLine>
}

/** `<runId>:<callId>`. */
export const keyOf = ({ maker, id }: CallRecord): string => `${maker.runId}:${id}`

/** What a call came to. */
export type Outcome =
  | { readonly status: "success"; readonly value: unknown }
  | { readonly status: "failure"; readonly failure: CallFailure }

export interface Settlement {
  readonly call: CallRecord
  readonly outcome: Outcome
}

/** What calls need of the run that they belong to. */
export interface Owner {
  readonly parts: Parts
  /** Starts an Effect in a fiber of the run; `onExit` is called when it ends, at once if it already has. */
  fork(
    effect: Effect.Effect<unknown, unknown, unknown>,
    onExit: (exit: Exit.Exit<unknown, unknown>) => void,
  ): Fiber.Fiber<unknown, unknown>
  /** Takes what a call came to, to the program. */
  deliver(settlement: Settlement): void
  /** Milliseconds of active wall time. */
  readonly activeMs: number
  /** A call has got somewhere that only observers of the run care about. */
  notify(): void
  /** The host traces: calls get spans. */
  readonly isTraced: boolean
}

/** A call as the host function sees it; its key and signal are made when they are read. */
class HostCall implements Call {
  readonly path: string
  readonly #call: CallRecord
  #controller: AbortController | undefined
  #aborted = false

  constructor(call: CallRecord) {
    this.path = call.path
    this.#call = call
  }

  get key(): string {
    return keyOf(this.#call)
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#aborted) this.#controller.abort()
    return this.#controller.signal
  }

  abort(): void {
    this.#aborted = true
    this.#controller?.abort()
  }
}

interface Active {
  readonly call: CallRecord
  readonly tool: Definition<unknown>
  input: unknown
  hostCall: HostCall | undefined
  fiber: Fiber.Fiber<unknown, unknown> | undefined
  timer: Fiber.Fiber<unknown, unknown> | undefined
  isSettled: boolean
  /** The hook after it is running. */
  isEnding: boolean
  /** The run was saved with the call in it: it is interrupted here and goes on elsewhere. */
  isLeaving: boolean
  /** When it began, by the run's active time, and how long it had run before that, in milliseconds. */
  begunAtMs: number
  ranMs: number
}

/** A call in flight as it is saved. */
export interface SavedCall {
  readonly call: CallRecord
  readonly kind: Execution["kind"]
  /** Milliseconds that it has run. */
  readonly ranMs: number
}

export class Calls {
  readonly #owner: Owner
  readonly #active = new Map<number, Active>()
  readonly #queue: Array<Active> = []
  #running = 0

  constructor(owner: Owner) {
    this.#owner = owner
  }

  /** Calls that are not settled. */
  get size(): number {
    return this.#active.size
  }

  records(): ReadonlyArray<CallRecord> {
    return [...this.#active.values()].map(({ call }) => call)
  }

  /** Decodes an admitted call's argument and begins the call, or queues it; a restored one goes on where it was. */
  admit(call: CallRecord, tool: Definition<unknown>, ranMs = 0): void {
    const active: Active = {
      call,
      tool,
      input: undefined,
      hostCall: undefined,
      fiber: undefined,
      timer: undefined,
      isSettled: false,
      isEnding: false,
      isLeaving: false,
      begunAtMs: 0,
      ranMs,
    }
    this.#active.set(call.id, active)
    const checking = decodeInput(tool, call.argument)
    if (!Effect.isEffect(checking)) return this.#decoded(active, checking)
    const fiber = this.#owner.fork(checking, (exit) => {
      active.fiber = undefined
      if (active.isSettled) this.#forget(active)
      else if (Exit.isSuccess(exit)) this.#decoded(active, exit.value as Checked)
      else this.#settle(active, this.#failed(exit.cause))
    })
    if (fiber.pollUnsafe() === undefined) active.fiber = fiber
  }

  #decoded(active: Active, checked: Checked): void {
    if (active.call.state === "started") {
      active.input = checked.kind === "value" ? checked.value : active.call.argument
      return this.#begin(active)
    }
    switch (checked.kind) {
      case "invalid": {
        const headline = `${toolExpression(active.call.path)}: invalid input`
        const message = describeProblems(headline, checked.problems)
        return this.#settle(active, { status: "failure", failure: { kind: "InvalidToolInput", message } })
      }
      case "defect":
        return this.#settle(active, this.#failed(checked.cause))
      default:
        active.input = checked.value
        if (this.#running < this.#owner.parts.limits.maxConcurrentToolCalls) this.#begin(active)
        else {
          active.call.state = "queued"
          this.#queue.push(active)
          this.#owner.notify()
        }
    }
  }

  #begin(active: Active): void {
    const { call, tool } = active
    const { toolTimeoutMs } = this.#owner.parts.limits
    if (call.state !== "started") call.state = "running"
    active.begunAtMs = this.#owner.activeMs
    this.#running++
    active.hostCall = new HostCall(call)
    const effect = this.#effectOf(active, tool, active.hostCall)
    const fiber = this.#owner.fork(effect, (exit) => this.#ended(active, exit))
    if (fiber.pollUnsafe() !== undefined) return
    active.fiber = fiber
    if (toolTimeoutMs !== Infinity) {
      active.timer = this.#owner.fork(Effect.sleep(Math.max(0, toolTimeoutMs - active.ranMs)), (exit) => {
        if (Exit.isSuccess(exit)) this.#timeOut(active, toolTimeoutMs)
      })
    }
  }

  /** The whole of a begun call: hooks around the host function, its output encoded. */
  #effectOf(
    active: Active,
    tool: Definition<unknown>,
    hostCall: HostCall,
  ): Effect.Effect<Outcome, unknown, unknown> {
    const { hooks } = this.#owner.parts
    const before = hooks["tool.before"]
    const after = hooks["tool.after"]
    const { path } = active.call
    let given: unknown
    const execute = Effect.flatMap(this.#execute(active, tool.execution, hostCall), (output) => {
      given = output
      const checking = encodeOutput(tool, output)
      return Effect.isEffect(checking)
        ? Effect.map(checking, (checked) => this.#encoded(path, checked))
        : Effect.succeed(this.#encoded(path, checking))
    })
    if (before === undefined && after === undefined) return this.#traced(active.call, execute)
    const hookCall: HookCall = { name: path, input: active.input, key: keyOf(active.call) }
    const surrounded =
      after === undefined
        ? execute
        : Effect.onExit(execute, (exit) => {
            if (active.isLeaving) return Effect.void
            active.isEnding = true
            return settled(() => after(hookCall, endOf(exit, given)))
          })
    const whole =
      before === undefined || active.call.state === "started"
        ? surrounded
        : Effect.flatMap(
            settled(() => before(hookCall)),
            () => surrounded,
          )
    return this.#traced(active.call, whole)
  }

  #traced(
    call: CallRecord,
    effect: Effect.Effect<Outcome, unknown, unknown>,
  ): Effect.Effect<Outcome, unknown, unknown> {
    if (!this.#owner.isTraced) return effect
    const attributes = { "codemode.path": call.path, "codemode.key": keyOf(call) }
    return traced(effect, "CodeMode.call", attributes, ({ status }) => status)
  }

  #execute(
    active: Active,
    execution: Execution<unknown>,
    hostCall: HostCall,
  ): Effect.Effect<unknown, unknown, unknown> {
    if (execution.kind !== "durable") return execution.run(active.input, hostCall)
    const { start, wait, cancel } = execution
    const { call } = active
    const begun = call.state === "started" ? Effect.succeed(call.data) : start(active.input, hostCall)
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(begun, (data) => {
        call.data = data
        call.state = "started"
        this.#owner.notify()
        return Effect.onInterrupt(restore(wait(data, hostCall)), () =>
          active.isLeaving ? Effect.void : Effect.ignore(cancel(data)),
        )
      }),
    )
  }

  #encoded(path: string, checked: Checked): Outcome {
    switch (checked.kind) {
      case "value":
        return { status: "success", value: checked.value }
      case "defect":
        return this.#failed(checked.cause)
      default: {
        const message = describeProblems(`${toolExpression(path)} returned invalid output`, checked.problems)
        return { status: "failure", failure: { kind: "InvalidToolOutput", message } }
      }
    }
  }

  #failed(cause: Cause.Cause<unknown>): Outcome {
    const message = describeFailure(cause, this.#owner.parts.hostErrors)
    return { status: "failure", failure: { kind: "ToolFailure", message } }
  }

  #ended(active: Active, exit: Exit.Exit<unknown, unknown>): void {
    this.#running--
    active.fiber = undefined
    active.timer?.interruptUnsafe()
    if (active.isSettled) this.#forget(active)
    else this.#settle(active, Exit.isSuccess(exit) ? (exit.value as Outcome) : this.#failed(exit.cause))
    this.#beginQueued()
  }

  #beginQueued(): void {
    while (this.#queue.length > 0 && this.#running < this.#owner.parts.limits.maxConcurrentToolCalls) {
      this.#begin(this.#queue.shift()!)
    }
  }

  #timeOut(active: Active, toolTimeoutMs: number): void {
    if (active.isSettled) return
    const message = `${toolExpression(active.call.path)} took longer than toolTimeoutMs = ${toolTimeoutMs} ms and was interrupted.`
    this.#settle(active, { status: "failure", failure: { kind: "ToolFailure", message } })
    this.#interrupt(active)
  }

  #settle(active: Active, outcome: Outcome): void {
    active.isSettled = true
    if (active.fiber === undefined) this.#forget(active)
    this.#owner.deliver({ call: active.call, outcome })
  }

  #forget(active: Active): void {
    this.#active.delete(active.call.id)
  }

  #interrupt(active: Active): void {
    active.hostCall?.abort()
    active.timer?.interruptUnsafe()
    active.fiber?.interruptUnsafe()
  }

  /** Calls that must end before the run can be saved. */
  blocking(): ReadonlyArray<CallRecord> {
    return this.#pending().flatMap((active) => (canLeave(active) ? [] : [active.call]))
  }

  /** Whether the program can still be told what some call came to. */
  get hasPending(): boolean {
    return this.#pending().length > 0
  }

  /** Calls that are saved with the run. */
  saved(): ReadonlyArray<SavedCall> {
    return this.#pending().map(({ call, tool, begunAtMs, ranMs }) => ({
      call,
      kind: tool.execution.kind,
      ranMs: call.state === "started" ? ranMs + this.#owner.activeMs - begunAtMs : 0,
    }))
  }

  #pending(): ReadonlyArray<Active> {
    return Array.from(this.#active.values()).filter(({ isSettled }) => !isSettled)
  }

  /** The run was saved: calls are interrupted here, without a word to hooks and durable work. */
  leave(): void {
    for (const active of this.#pending()) active.isLeaving = true
    this.interruptAll()
  }

  /** Interrupts every call. What they come to is told to nobody. */
  interruptAll(): void {
    this.#queue.length = 0
    for (const active of Array.from(this.#active.values())) {
      active.isSettled = true
      if (active.fiber === undefined) this.#forget(active)
      else this.#interrupt(active)
    }
  }
}

/** Whether a call can be saved in the middle: nothing of it runs that could not run again, or be waited for again. */
function canLeave({ call, tool, isEnding }: Active): boolean {
  if (call.state === "queued") return true
  if (isEnding) return false
  return call.state === "started" || (call.state === "running" && tool.execution.kind === "idempotent")
}

/** How a call ended, for the hook after it; `given` is what the host function gave. */
function endOf(exit: Exit.Exit<Outcome, unknown>, given: unknown): End {
  if (Exit.isSuccess(exit)) {
    const { value: outcome } = exit
    if (outcome.status === "success") return { status: "success", value: given }
    return { status: "failure", error: new Error(outcome.failure.message) }
  }
  if (Cause.hasInterruptsOnly(exit.cause)) return { status: "interrupted" }
  return { status: "failure", error: Cause.squash(exit.cause) }
}
