/** A run that a host can save, wherever it is, and go on with elsewhere. Decides when saving is tried, never how. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { atLeast } from "../Limits.ts"
import type { Outcome } from "../Result.ts"
import {
  type Begun,
  type Bindings,
  checkNames,
  type HostFiber,
  prepareProgram,
  type Refused,
  runPrepared,
} from "./execute.ts"
import type { Parts } from "./parts.ts"
import { restoreRun } from "./restore.ts"
import { Run } from "./run.ts"
import type { SnapshotError, SuspendError } from "./snapshotErrors.ts"
import { type SuspendOptions, suspendRun } from "./suspend.ts"

/** A program that runs once, in this process or, once suspended, in another. */
export interface Program<out E = never, out R = never> {
  /** Begins the keys of the calls that the program makes here. */
  readonly runId: string
  /**
   * Runs the program in the current fiber, to its end or until it is suspended. Interruption interrupts the run and its
   * calls. Running it twice is a defect.
   */
  readonly run: () => Effect.Effect<Outcome, E, R>
  /**
   * Saves the run at once, wherever it is; `run()` gives the same outcome. Waits for a run that has not begun; gives the
   * result of one that has ended. Throws `RangeError` for a `maxBytes` that is no size.
   */
  readonly suspend: (options?: SuspendOptions) => Effect.Effect<Outcome, SuspendError>
  /** Ends when only calls that can be suspended are left and the program waits for them, or when the run has ended. */
  readonly idle: Effect.Effect<void>
}

export interface ProgramOptions {
  /** Begins the keys of calls. A UUID where it is missing. */
  readonly runId?: string | undefined
}

/** A run from the beginning. Throws `TypeError` for bindings that are none. */
export function newProgram(
  parts: Parts,
  code: string,
  bindings: Bindings,
  options: ProgramOptions,
): Program<never, unknown> {
  if (typeof code !== "string")
    throw new TypeError(`program: code must be a text, not ${code === null ? "null" : typeof code}`)
  checkNames(bindings)
  const runId = options.runId ?? crypto.randomUUID()
  return new Driven<never>(runId, (fiber) => prepareProgram(parts, code, bindings, runId, fiber)).program()
}

/** A run from a state. Nothing of the state is looked at before it is run. */
export function resumedProgram(
  parts: Parts,
  state: unknown,
  options: ProgramOptions,
): Program<SnapshotError, unknown> {
  const runId = options.runId ?? crypto.randomUUID()
  return new Driven<SnapshotError>(runId, (fiber) => restoreRun(parts, state, runId, fiber)).program()
}

type Prepare<E> = (fiber: HostFiber) => Begun | Refused<E>

class Driven<E = never> {
  readonly #runId: string
  readonly #prepare: Prepare<E>
  #hasBegun = false
  #run: Run | undefined
  #end: Exit.Exit<Outcome, E> | undefined
  /** Called whenever something has changed that somebody may wait for. */
  readonly #observers = new Set<() => void>()

  constructor(runId: string, prepare: Prepare<E>) {
    this.#runId = runId
    this.#prepare = prepare
  }

  program(): Program<E, unknown> {
    return {
      runId: this.#runId,
      run: () => this.#drive(),
      suspend: ({ maxBytes } = {}) =>
        this.#suspend({
          maxBytes: atLeast("suspend: maxBytes", maxBytes, { minimum: 0, fallback: Infinity }),
        }),
      idle: this.#idle(),
    }
  }

  #drive(): Effect.Effect<Outcome, E, unknown> {
    return Effect.suspend(() => {
      if (this.#hasBegun)
        return Effect.die(
          new Error("A program runs once; make another one with runtime.program or runtime.resume."),
        )
      this.#hasBegun = true
      return Effect.onExit(
        runPrepared<E>((fiber) => this.#prepared(fiber)),
        (exit) => Effect.sync(() => this.#ended(exit)),
      )
    })
  }

  #prepared(fiber: HostFiber): Begun | Refused<E> {
    const begun = this.#prepare(fiber)
    if (begun instanceof Run) {
      this.#run = begun
      begun.observers.add(() => this.#tell())
    }
    return begun
  }

  #ended(exit: Exit.Exit<Outcome, E>): void {
    this.#end = exit
    this.#tell()
  }

  #tell(): void {
    for (const observer of Array.from(this.#observers)) observer()
  }

  /** Looks at once and after every change, until `look` gives an Effect. */
  #await<A, F>(look: () => Effect.Effect<A, F> | undefined): Effect.Effect<A, F> {
    return Effect.callback<A, F>((resume) => {
      const observer = (): void => {
        const found = look()
        if (found === undefined) return
        this.#observers.delete(observer)
        resume(found)
      }
      this.#observers.add(observer)
      observer()
      return Effect.sync(() => void this.#observers.delete(observer))
    })
  }

  #suspend(options: SuspendOptions): Effect.Effect<Outcome, SuspendError> {
    let isSaved = false
    return this.#await<Outcome, SuspendError>(() => {
      if (this.#end !== undefined) return outcomeOf(this.#end)
      const run = this.#run
      if (isSaved || run === undefined || run.isComputing || run.hasEnded) return undefined
      isSaved = true
      const error = suspendRun(run, options)
      if (error === undefined) return undefined
      return Effect.fail(error)
    })
  }

  #idle(): Effect.Effect<void> {
    return this.#await<void, never>(() =>
      this.#end !== undefined || this.#run?.hasEnded === true || this.#run?.isIdle === true
        ? Effect.void
        : undefined,
    )
  }
}

/** What a run came to, for who waits beside it: without a result, who waits is interrupted as the run was. */
function outcomeOf<E>(exit: Exit.Exit<Outcome, E>): Effect.Effect<Outcome> {
  return Exit.isSuccess(exit) ? Effect.succeed(exit.value) : Effect.interrupt
}
