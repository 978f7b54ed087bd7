/** Time over resumes: what is active counts, what lies between does not. */
import { describe, expect, test } from "bun:test"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as CodeMode from "../../src/CodeMode.ts"
import type { Limits } from "../../src/Limits.ts"
import type { DataValue, Outcome } from "../../src/Result.ts"
import { turns } from "../../src/runtime/turns.ts"
import { Ledger, suspended } from "./suspension.ts"

const code = `try { return await tools.ask({ name: "a" }) } catch (error) { return error.message }`
const runtimeOf = (ledger: Ledger, limits: Limits) =>
  CodeMode.make({ tools: { ask: ledger.tool }, limits }) as unknown as CodeMode.Runtime

const onTestClock = <A>(effect: Effect.Effect<A, unknown, never>): Promise<A> =>
  Effect.runPromise(Effect.scoped(effect).pipe(Effect.provide(TestClock.layer())) as Effect.Effect<A>)

const pass = (ms: number): Effect.Effect<void> =>
  Effect.andThen(
    Effect.promise(() => turns.whenIdle()),
    TestClock.adjust(Duration.millis(ms)),
  )

/** Runs for `ms` of active time, then saves. */
const savedAfter = (runtime: CodeMode.Runtime, ms: number): Effect.Effect<DataValue, unknown> =>
  Effect.gen(function* () {
    const program = runtime.program(code)
    const running = yield* Effect.forkChild(program.run(), { startImmediately: true })
    yield* program.idle
    yield* pass(ms)
    const { state } = suspended(yield* program.suspend())
    yield* Fiber.join(running)
    return state
  })

/** Resumes, and says whether the run has ended after `ms`. */
const resumedFor = (
  runtime: CodeMode.Runtime,
  state: DataValue,
  ms: number,
): Effect.Effect<Outcome | "waiting", unknown> =>
  Effect.gen(function* () {
    const program = runtime.resume(state)
    const running = yield* Effect.forkChild(program.run(), { startImmediately: true })
    yield* pass(ms)
    yield* Effect.promise(() => turns.whenIdle())
    for (let index = 0; index < 20; index++) yield* Effect.yieldNow
    const exit = running.pollUnsafe()
    if (exit === undefined) {
      yield* Fiber.interrupt(running)
      return "waiting" as const
    }
    return yield* Fiber.join(running)
  })

describe("timeoutMs", () => {
  test("counts active time over all resumes", async () => {
    const runtime = runtimeOf(new Ledger(), { timeoutMs: 1_000 })
    const [early, late] = await onTestClock(
      Effect.gen(function* () {
        const state = yield* savedAfter(runtime, 600)
        yield* TestClock.adjust(Duration.hours(5))
        return [yield* resumedFor(runtime, state, 399), yield* resumedFor(runtime, state, 400)] as const
      }),
    )
    expect(early).toBe("waiting")
    expect(late).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
  })

  test("is the lower of the saved and the resuming runtime's", async () => {
    const outcome = await onTestClock(
      Effect.gen(function* () {
        const state = yield* savedAfter(runtimeOf(new Ledger(), {}), 600)
        return yield* resumedFor(runtimeOf(new Ledger(), { timeoutMs: 700 }), state, 100)
      }),
    )
    expect(outcome).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
  })
})

describe("toolTimeoutMs", () => {
  test("counts the time that a durable call has run in each process; then its work is cancelled", async () => {
    const ledger = new Ledger()
    const runtime = runtimeOf(ledger, { toolTimeoutMs: 1_000 })
    const [early, late] = await onTestClock(
      Effect.gen(function* () {
        const state = yield* savedAfter(runtime, 600)
        yield* TestClock.adjust(Duration.hours(5))
        const first = yield* resumedFor(runtime, state, 399)
        ledger.cancelled.length = 0
        return [first, yield* resumedFor(runtime, state, 400)] as const
      }),
    )
    expect(early).toBe("waiting")
    expect(late).toMatchObject({
      ok: true,
      value: "tools.ask took longer than toolTimeoutMs = 1000 ms and was interrupted.",
    })
    expect(ledger.cancelled).toEqual(["a"])
  })
})

test("computeMs counts what was computed before", async () => {
  const ledger = new Ledger()
  const spinning = `for (let i = 0; i < 4e5; i++); ${code} finally { for (let i = 0; i < 2e5; i++); }`
  const runtime = runtimeOf(ledger, {})
  const program = runtime.program(spinning)
  const running = Effect.runPromise(program.run())
  await Effect.runPromise(program.idle)
  const { state } = suspended(await Effect.runPromise(program.suspend()))
  await running
  ledger.answer("a", 1)
  const outcome = await Effect.runPromise(
    runtimeOf(ledger, { computeMs: 2 }).resume(state).run() as Effect.Effect<Outcome>,
  )
  expect(outcome).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
  expect(await Effect.runPromise(runtime.resume(state).run() as Effect.Effect<Outcome>)).toMatchObject({
    ok: true,
    value: 1,
  })
})
