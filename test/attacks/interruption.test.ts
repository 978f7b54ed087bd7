/** A run is interrupted in each of its phases: it ends as interrupted, none of its code or calls runs after that, and no other run is touched. */
import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { finish, Ledger, suspended, untilIdle } from "../snapshot/suspension.ts"

const macrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function beating(): {
  readonly beats: Array<number>
  readonly runtime: CodeMode.Runtime
  readonly ledger: Ledger
} {
  const beats: Array<number> = []
  const ledger = new Ledger()
  const beat = Tool.make({
    description: "",
    input: true,
    output: true,
    execute: Tool.idempotent(() => beats.push(beats.length)),
  })
  const runtime = CodeMode.make({ tools: { beat, ask: ledger.tool } }) as unknown as CodeMode.Runtime
  return { beats, runtime, ledger }
}

/** Whether an exit is an interruption and nothing else. */
const isInterrupted = (exit: Exit.Exit<unknown, unknown> | undefined): boolean =>
  exit !== undefined && Exit.isFailure(exit) && exit.cause.reasons.every(({ _tag }) => _tag === "Interrupt")

/** Waits so long that whatever still ran would have been seen. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await macrotask()
}

const functions = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `function f${at}(a) { return [a, ...f${(at + 1) % count}.name] }`,
  ).join("\n")
const names = (count: number): string => Array.from({ length: count }, (_, at) => `f${at}`).join()
const parts = `[${"1,".repeat(100_000)}]`

describe("while a program is built", () => {
  const sources: ReadonlyArray<readonly [what: string, source: string]> = [
    ["a source of 230 KB", `${functions(5_000)}; for (;;) await tools.beat(1)`],
    ["a literal of 100,000 elements", `const list = ${parts}; for (;;) await tools.beat(1)`],
    ["TypeScript", `enum E { A }; const n: number = E.A; ${functions(2_000)}; for (;;) await tools.beat(n)`],
    ["functions built at their first call", `${functions(3_000)}; const all = [${names(3_000)}]; for (;;) { for (const f of all) f(1); await tools.beat(1) }`],
  ] // prettier-ignore

  test.each(sources)(
    "%s: interrupted before its first slice and after any",
    async (_, source) => {
      for (let turns = 0; turns < 6; turns++) {
        const { beats, runtime } = beating()
        const fiber = Effect.runFork(runtime.execute(source) as Effect.Effect<CodeMode.Result>)
        for (let turn = 0; turn < turns; turn++) await macrotask()
        await Effect.runPromise(Fiber.interrupt(fiber))
        const before = beats.length
        expect(isInterrupted(fiber.pollUnsafe())).toBe(true)
        await settle()
        expect(beats.length).toBe(before)
      }
    },
    60_000,
  )

  test("interrupted in the line of turns, nothing of it runs", async () => {
    const { beats, runtime } = beating()
    const busy = Effect.runFork(runtime.execute("for (;;);") as Effect.Effect<CodeMode.Result>)
    await macrotask()
    const fiber = Effect.runFork(
      runtime.execute("for (;;) await tools.beat(1)") as Effect.Effect<CodeMode.Result>,
    )
    fiber.interruptUnsafe()
    await settle()
    expect(isInterrupted(fiber.pollUnsafe())).toBe(true)
    expect(busy.pollUnsafe()).toBeUndefined()
    expect(beats).toEqual([])
    await Effect.runPromise(Fiber.interrupt(busy))
  })
})

/** 100,000 objects: some megabytes of state. */
const large = "const kept = Array.from({ length: 100_000 }, (_, i) => ({ i, text: 'x' + i }))"
const asking = `${large}; const answer = await tools.ask({ name: "a" }); await tools.beat(1); return [answer, kept.length]`

describe("while a run with a large state is saved", () => {
  test("who waits for a suspension is interrupted: the run goes on as if nobody had asked", async () => {
    const { runtime, ledger } = beating()
    const program = runtime.program(
      `${large}; for (let i = 0; i < 3e5; i++) Math.imul(i, i); return kept.length`,
    )
    const running = Effect.runFork(program.run() as Effect.Effect<unknown>)
    const saving = Effect.runFork(program.suspend())
    saving.interruptUnsafe()
    expect(await Effect.runPromise(Fiber.join(running))).toMatchObject({ ok: true, value: 100_000 })
    expect(ledger.cancelled).toEqual([])
  }, 20_000)

  test("the run is interrupted while a suspension waits: both are interrupted, durable work is cancelled once", async () => {
    const { beats, runtime, ledger } = beating()
    const program = runtime.program(`tools.ask({ name: "a" }); ${large}; for (;;);`)
    const running = Effect.runFork(program.run() as Effect.Effect<unknown>)
    while (ledger.started.length === 0) await macrotask()
    const saving = Effect.runFork(
      Effect.andThen(
        Effect.promise(() => macrotask()),
        Effect.suspend(() => program.suspend({ maxBytes: 0 })),
      ) as Effect.Effect<unknown, unknown>,
    )
    await Effect.runPromise(Fiber.interrupt(running))
    await Effect.runPromise(Fiber.await(saving))
    expect(isInterrupted(running.pollUnsafe())).toBe(true)
    expect(isInterrupted(saving.pollUnsafe())).toBe(true)
    await settle()
    expect(ledger.cancelled).toEqual(["a"])
    expect(beats).toEqual([])
  }, 20_000)

  test("suspension and interruption at once: the run is saved or cancelled, never both", async () => {
    for (const isSuspendedFirst of [true, false]) {
      const { runtime, ledger } = beating()
      const program = runtime.program(asking, {}, { runId: "r" })
      const running = Effect.runFork(program.run() as Effect.Effect<CodeMode.Outcome>)
      await Effect.runPromise(program.idle)
      const suspend = (): Fiber.Fiber<CodeMode.Outcome, unknown> => Effect.runFork(program.suspend())
      const saving = isSuspendedFirst ? suspend() : undefined
      running.interruptUnsafe()
      const later = saving ?? suspend()
      const exit = await Effect.runPromise(Fiber.await(later))
      await settle()
      const isSaved = Exit.isSuccess(exit) && exit.value.ok === "suspended"
      expect(ledger.cancelled).toEqual(isSaved ? [] : ["a"])
      if (!isSaved) expect(isInterrupted(exit)).toBe(true)
    }
  }, 20_000)
})

describe("while a large state is resumed", () => {
  test("interrupted at once or after any turn: its durable work is cancelled once if it was waited for, and the state goes on elsewhere", async () => {
    const { beats, runtime, ledger } = beating()
    const { state } = suspended(await untilIdle(runtime.program(asking, {}, { runId: "r" })))
    for (let turns = 0; turns < 4; turns++) {
      ledger.cancelled.length = ledger.waited.length = 0
      const fiber = Effect.runFork(runtime.resume(state).run())
      for (let turn = 0; turn < turns; turn++) await macrotask()
      await Effect.runPromise(Fiber.interrupt(fiber))
      expect(isInterrupted(fiber.pollUnsafe())).toBe(true)
      await settle()
      expect(ledger.cancelled).toEqual(ledger.waited.map(() => "a"))
      expect(beats).toEqual([])
    }
    ledger.answer("a", 1)
    expect(await finish(runtime.resume(state))).toMatchObject({ ok: true, value: [1, 100_000] })
    expect(beats).toEqual([0])
  }, 20_000)

  test("a deadline that has passed ends it before anything of it runs", async () => {
    const { runtime, ledger } = beating()
    const limited = CodeMode.make({
      tools: { ask: ledger.tool, beat: Tool.make({ description: "", input: true, execute: () => {} }) },
      limits: { computeMs: 1 },
    }) as unknown as CodeMode.Runtime
    const spinning = `${large}; tools.ask({ name: "a" }); for (let i = 0; i < 1e9; i++) Math.imul(i, i); return 1`
    const program = runtime.program(spinning)
    const running = Effect.runFork(program.run() as Effect.Effect<CodeMode.Outcome>)
    while (ledger.started.length === 0) await macrotask()
    const { state } = suspended(await Effect.runPromise(program.suspend()))
    await Effect.runPromise(Fiber.await(running))
    expect(await finish(limited.resume(state))).toMatchObject({
      ok: false,
      error: { kind: "TimeoutExceeded" },
    })
    expect(ledger.cancelled).toEqual(["a"])
  }, 20_000)
})
