/**
 * Calls of extensions' functions in one run: hooks around globals, values copied both ways, waiting or promises.
 * Never drives the machine: what a call came to is given to the run, which takes it in its next slice.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Predicate from "effect/Predicate"
import { type Live, signatureOf, StructuredInward, StructuredOutward } from "../boundary/structured.ts"
import * as Extension from "../Extension.ts"
import { type ExtensionRequest, globalNumber, newHeldFunction } from "../interpreter/hostFunctions.ts"
import type { Machine } from "../interpreter/machine.ts"
import { newPromise, settlePromise } from "../interpreter/promises.ts"
import { ErrorSlots, type TraceLine } from "../interpreter/throws.ts"
import type { JSObject } from "../objects/object.ts"
import type { Value } from "../objects/value.ts"
import { describeError, isError, isToolError } from "../ToolError.ts"
import type { End } from "../Tool.ts"
import type { GlobalFunction, HostFunction } from "./extensions.ts"
import { newErrorAt } from "./failures.ts"
import { HeldFunctions, type Origin } from "./held.ts"
import { settled } from "./hooks.ts"
import { likesOf } from "./likes.ts"
import type { Parts } from "./parts.ts"

/** What extension calls need of the run that they belong to. */
export interface ExtensionOwner {
  readonly parts: Parts
  readonly machine: Machine
  fork(
    effect: Effect.Effect<unknown, unknown, unknown>,
    onExit: (exit: Exit.Exit<unknown, unknown>) => void,
  ): Fiber.Fiber<unknown, unknown>
  newKey(): string
  /** Does something in the run's next slice, or in this one. */
  later(work: () => void): void
  reply(value: Value): void
  replyThrow(value: Value): void
  /** The machine waits for a reply that comes later. */
  wait(): void
  /** There is no memory for what came: the run ends. */
  exhausted(): void
  aside<A>(work: () => A): A
  /** Does work in parts, until it says that it is done: at once if it is short. */
  work(work: () => boolean): void
}

/** A promise that an unmarked function returned, as an Effect: it goes to the program as a promise. */
class Returned {
  readonly settling: Effect.Effect<unknown, unknown, unknown>
  constructor(settling: Effect.Effect<unknown, unknown, unknown>) {
    this.settling = settling
  }
}

type HostEffect = Effect.Effect<unknown, unknown, unknown>
type HostExit = Exit.Exit<unknown, unknown>
type Give = (isError: boolean, value: Value) => void

/** Parts of a value that are copied between two looks at the clock. */
const copyParts = 1_000

/** A call of an extension's function, also the waiting for a promise that it gave. */
interface Making {
  readonly extension: string
  /** The global's dotted path. */
  readonly path: string
  readonly key: string
}

/** A call that has not ended. */
interface Waiting {
  readonly making: Making
  /** The program's promise for it; null where the machine waits for a reply. */
  promise: JSObject | null
}

export class ExtensionCalls {
  readonly #owner: ExtensionOwner
  readonly #fibers = new Map<Fiber.Fiber<unknown, unknown>, Waiting>()
  /** Functions that came in results. */
  readonly held = new HeldFunctions()

  constructor(owner: ExtensionOwner) {
    this.#owner = owner
  }

  /** How host functions and promises of a global constant enter the program. */
  get live(): Live {
    return this.#liveAt([], { extension: "", path: "a constant", key: "" }, undefined)
  }

  /** Errors that come in are as if made at `trace`. */
  #liveAt(trace: ReadonlyArray<TraceLine>, making: Making, root: unknown): Live {
    const origin = { extension: making.extension, value: root }
    return {
      function: (value, owner) => this.#hold(value, owner, origin),
      promise: (value) => this.#promiseFor(awaiting(value), trace, making),
      errorData: () => new ErrorSlots([...trace]),
    }
  }

  /** Calls that have not ended. */
  get size(): number {
    return this.#fibers.size
  }

  /** Calls that the run must wait for before it can be saved. */
  running(): ReadonlyArray<{ readonly key: string; readonly path: string }> {
    return Array.from(this.#fibers.values(), ({ making: { key, path } }) => ({ key, path }))
  }

  /** Calls that have not ended, with the program's promises for them. */
  waiting(): ReadonlyArray<Waiting> {
    return Array.from(this.#fibers.values())
  }

  #hold(value: Function, owner: unknown, origin: Origin): JSObject {
    const { name, length } = signatureOf(value)
    const made = newHeldFunction(this.#owner.machine, name, length)
    this.held.add(made, hostFunction(value, owner), origin)
    return made
  }

  serve({ callee, args, refusal, trace }: ExtensionRequest): void {
    const { parts, machine } = this.#owner
    const number = globalNumber(callee)
    const held = number >= 0 ? undefined : this.held.get(callee)
    const target: HostFunction | undefined = number >= 0 ? parts.globals.functions[number] : held?.target
    if (target === undefined) {
      const sentence =
        "This function came from an extension before the run was saved, and the extension cannot bring it back."
      return this.#owner.replyThrow(newErrorAt(machine, "TypeError", sentence, trace))
    }
    const name = number >= 0 ? (target as GlobalFunction).path : "the function"
    const extension = held === undefined ? (target as GlobalFunction).extension : held.origin.extension
    const making: Making = { extension, path: name, key: this.#owner.newKey() }
    if (refusal !== null)
      return this.#fail(target, newErrorAt(machine, "TypeError", `${name}: ${refusal}`, trace))
    const refuse = (why: string): void =>
      this.#fail(target, newErrorAt(machine, "TypeError", `${name}: ${why}`, trace))
    this.#copyOut(args, refuse, (given) => this.#begin(target, given, number >= 0, trace, making))
  }

  /** Its regular expressions may be newer than the host's engine: then the host has no like of them. */
  #copyOut(
    args: JSObject,
    refuse: (why: string) => void,
    then: (given: ReadonlyArray<unknown>) => void,
  ): void {
    const outward = new StructuredOutward(args, likesOf(this.#owner.machine))
    this.#owner.work(() => {
      try {
        if (!outward.step(copyParts)) return false
      } catch (error) {
        refuse(
          `an argument has no like in the host: ${error instanceof Error ? error.message : String(error)}`,
        )
        return true
      }
      then(outward.value as ReadonlyArray<unknown>)
      return true
    })
  }

  #begin(
    target: HostFunction,
    given: ReadonlyArray<unknown>,
    isGlobal: boolean,
    trace: ReadonlyArray<TraceLine>,
    making: Making,
  ): void {
    const invoke = Effect.suspend(() => invoked(target, given))
    const surrounded = isGlobal ? this.#hooked(making, given, invoke) : invoke
    if (target.isAsync) return this.#owner.reply(this.#promiseFor(surrounded, trace, making))
    this.#run(surrounded, trace, making)
  }

  #fail(target: HostFunction, error: JSObject): void {
    const { machine } = this.#owner
    if (!target.isAsync) return this.#owner.replyThrow(error)
    const promise = newPromise(machine)
    settlePromise(machine, promise, "rejected", error)
    this.#owner.reply(promise)
  }

  /** Hooks around a call; the one after waits for a promise that the function returned. */
  #hooked(
    { extension, path, key }: Making,
    args: ReadonlyArray<unknown>,
    invoke: Effect.Effect<unknown, unknown, unknown>,
  ) {
    const { hooks } = this.#owner.parts
    const before = hooks["extension.before"]
    const after = hooks["extension.after"]
    if (before === undefined && after === undefined) return invoke
    const call = { extension, name: path, args, key }
    const ended = (exit: HostExit) =>
      after === undefined ? Effect.void : settled(() => after(call, endOf(exit)))
    const observed = Effect.flatMap(
      Effect.onExit(invoke, (exit) =>
        Exit.isSuccess(exit) && exit.value instanceof Returned ? Effect.void : ended(exit),
      ),
      (value) =>
        Effect.succeed(
          value instanceof Returned ? new Returned(Effect.onExit(value.settling, ended)) : value,
        ),
    )
    return before === undefined
      ? observed
      : Effect.flatMap(
          settled(() => before(call)),
          () => observed,
        )
  }

  /** Runs a call that the machine waits for. */
  #run(effect: HostEffect, trace: ReadonlyArray<TraceLine>, making: Making): void {
    this.#owner.wait()
    this.#fork(effect, { making, promise: null }, (exit) =>
      this.#take(exit, trace, making, (isError, value) =>
        isError ? this.#owner.replyThrow(value) : this.#owner.reply(value),
      ),
    )
  }

  /** A promise of the program for what an Effect comes to. */
  #promiseFor(effect: HostEffect, trace: ReadonlyArray<TraceLine>, making: Making): JSObject {
    const promise = newPromise(this.#owner.machine)
    const waiting = { making, promise }
    this.#fork(effect, waiting, (exit) =>
      this.#take(exit, trace, making, (isError, value) =>
        settlePromise(this.#owner.machine, waiting.promise, isError ? "rejected" : "fulfilled", value),
      ),
    )
    return promise
  }

  #fork(effect: HostEffect, waiting: Waiting, take: (exit: HostExit) => void): void {
    const owner = this.#owner
    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    const fiber = owner.aside(() =>
      owner.fork(effect, (exit) => {
        for (const ended of running) this.#fibers.delete(ended)
        owner.later(() => take(exit))
      }),
    )
    if (fiber.pollUnsafe() !== undefined) return
    running.push(fiber)
    this.#fibers.set(fiber, waiting)
  }

  /** Copies what a call came to into the program. */
  #take(exit: HostExit, trace: ReadonlyArray<TraceLine>, making: Making, give: Give): void {
    if (Exit.isFailure(exit)) return this.#takeError(Cause.squash(exit.cause), trace, making, give)
    if (exit.value instanceof Returned)
      return give(false, this.#promiseFor(exit.value.settling, trace, making))
    this.#copyIn(exit.value, "result", trace, making, {
      copied: (value) => give(false, value),
      refused: (why) => give(true, newErrorAt(this.#owner.machine, "TypeError", why, trace)),
      unreadable: (error) => this.#takeError(error, trace, making, give),
    })
  }

  #takeError(error: unknown, trace: ReadonlyArray<TraceLine>, making: Making, give: Give): void {
    const { machine, parts } = this.#owner
    const describe = (): void =>
      give(true, newErrorAt(machine, "Error", describeError(error, parts.hostErrors), trace))
    if (!isError(error) || isToolError(error) || parts.hostErrors === "sanitize") return describe()
    // what cannot be copied is only described
    this.#copyIn(error, "error", trace, making, {
      copied: (value) => give(true, value),
      refused: describe,
      unreadable: describe,
    })
  }

  #copyIn(
    value: unknown,
    name: string,
    trace: ReadonlyArray<TraceLine>,
    making: Making,
    then: {
      readonly copied: (value: Value) => void
      readonly refused: (why: string) => void
      readonly unreadable: (error: unknown) => void
    },
  ): void {
    const { machine } = this.#owner
    let inward: StructuredInward | undefined
    this.#owner.work(() => {
      try {
        inward ??= new StructuredInward(
          machine,
          value,
          likesOf(machine),
          this.#liveAt(trace, making, value),
          name,
        )
        if (!inward.step(copyParts)) return false
      } catch (error) {
        then.unreadable(error)
        return true
      }
      if (inward.exhausted) this.#owner.exhausted()
      else if (inward.refusal === undefined) then.copied(inward.value)
      else then.refused(inward.refusal)
      return true
    })
  }

  interruptAll(): void {
    for (const fiber of Array.from(this.#fibers.keys())) fiber.interruptUnsafe()
  }
}

export function hostFunction(value: Function, owner: unknown): HostFunction {
  return { call: value as HostFunction["call"], owner, isAsync: Extension.isAsync(value) }
}

function invoked(
  { call, owner, isAsync }: HostFunction,
  args: ReadonlyArray<unknown>,
): Effect.Effect<unknown, unknown, unknown> {
  try {
    const returned = call.apply(owner, args as Array<unknown>)
    if (Effect.isEffect(returned)) return returned as Effect.Effect<unknown, unknown, unknown>
    if (!Predicate.isPromiseLike(returned)) return Effect.succeed(returned)
    const settling = awaiting(handled(returned))
    return isAsync ? settling : Effect.succeed(new Returned(settling))
  } catch (error) {
    return Effect.fail(error)
  }
}

/** The run may look at the promise only in a later slice: until then the host must not take its rejection for lost. */
function handled(returned: PromiseLike<unknown>): Promise<unknown> {
  const promise = Promise.resolve(returned)
  promise.catch(() => {})
  return promise
}

const awaiting = (promise: PromiseLike<unknown>): Effect.Effect<unknown, unknown> =>
  Effect.tryPromise({ try: () => promise, catch: (error) => error })

function endOf(exit: HostExit): End {
  if (Exit.isSuccess(exit)) return { status: "success", value: exit.value }
  if (Cause.hasInterruptsOnly(exit.cause)) return { status: "interrupted" }
  return { status: "failure", error: Cause.squash(exit.cause) }
}
