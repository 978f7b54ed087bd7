/** Programs that are suspended and resumed, for the tests of this folder. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import type { DataValue, Outcome, Suspended } from "../../src/Result.ts"

export type AnyRuntime = CodeMode.Runtime<never>

export function suspended(outcome: Outcome): Suspended {
  if (outcome.ok !== "suspended") throw new Error(`not suspended: ${JSON.stringify(outcome)}`)
  return outcome
}

/** Runs until only calls that can be saved are left, then suspends. */
export const untilIdle = (
  program: CodeMode.Program<unknown, never>,
  options?: CodeMode.SuspendOptions,
): Promise<Outcome> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const running = yield* Effect.forkChild(program.run())
      yield* program.idle
      const outcome = yield* program.suspend(options)
      const same = yield* Fiber.join(running)
      if (same !== outcome) throw new Error("run() gave another outcome than suspend()")
      return outcome
    }) as Effect.Effect<Outcome>,
  )

/** The bytes of a run that is saved in the middle of its computing, after about so many slices; undefined if it has ended. */
export async function midway(
  runtime: AnyRuntime,
  code: string,
  slices: number,
): Promise<Uint8Array | undefined> {
  const program = runtime.program(code, {}, { runId: "midway" })
  const outcome = await Effect.runPromise(
    Effect.gen(function* () {
      const running = yield* Effect.forkChild(program.run(), { startImmediately: true })
      for (let slice = 1; slice < slices; slice++)
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      const outcome = yield* program.suspend()
      yield* Fiber.join(running)
      return outcome
    }) as Effect.Effect<Outcome>,
  )
  return outcome.ok === "suspended" ? CodeMode.toBytes(outcome.state) : undefined
}

export async function saved(runtime: AnyRuntime, code: string, runId = "first"): Promise<DataValue> {
  return suspended(await untilIdle(runtime.program(code, {}, { runId }))).state
}

export const finish = (program: CodeMode.Program<unknown, never>): Promise<Outcome> =>
  Effect.runPromise(program.run() as Effect.Effect<Outcome>)

/** What a resumed run fails with. */
export async function errorOf(
  program: CodeMode.Program<CodeMode.SnapshotError, never>,
): Promise<CodeMode.SnapshotError> {
  const exit = await Effect.runPromiseExit(program.run())
  if (Exit.isSuccess(exit)) throw new Error(`the program ended: ${JSON.stringify(exit.value)}`)
  const error = exit.cause.reasons[0]
  if (error?._tag !== "Fail") throw new Error(`no SnapshotError: ${String(exit.cause)}`)
  return error.error as CodeMode.SnapshotError
}

/** Work that outlives runs: what was started, waited for and cancelled. */
export class Ledger {
  readonly started: Array<string> = []
  readonly waited: Array<string> = []
  readonly cancelled: Array<string> = []
  readonly answers = new Map<string, unknown>()
  readonly #waiting = new Map<string, (value: unknown) => void>()

  answer(name: string, value: unknown): void {
    this.answers.set(name, value)
    this.#waiting.get(name)?.(value)
  }

  readonly tool = Tool.make({
    description: "Waits for somebody's answer",
    input: Schema.Struct({ name: Schema.String }),
    output: true,
    execute: Tool.durable({
      start: ({ name }: { name: string }, { key }) => {
        this.started.push(key)
        return { name }
      },
      wait: ({ name }, { key }) => {
        this.waited.push(key)
        return Effect.callback<unknown>((resume) => {
          if (this.answers.has(name)) resume(Effect.succeed(this.answers.get(name)))
          else this.#waiting.set(name, (value) => resume(Effect.succeed(value)))
        })
      },
      cancel: ({ name }) => {
        this.cancelled.push(name)
      },
    }),
  })
}
