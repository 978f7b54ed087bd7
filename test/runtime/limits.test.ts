import { describe, expect, test } from "bun:test"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"
import { turns } from "../../src/runtime/turns.ts"
import * as Tool from "../../src/Tool.ts"
import { errorOf, run, tools, valueOf } from "./programs.ts"

const noInput = Schema.Struct({})

/** Runs a program on a test clock, moving the clock by each step once no run is ready to compute. */
const onTestClock = (execution: Effect.Effect<CodeMode.Result, never, never>, steps: ReadonlyArray<number>) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(execution)
        yield* Effect.yieldNow
        for (const ms of steps) {
          yield* Effect.promise(() => turns.whenIdle())
          yield* TestClock.adjust(Duration.millis(ms))
        }
        return yield* Fiber.join(fiber)
      }),
    ).pipe(Effect.provide(TestClock.layer())),
  )

describe("timeoutMs", () => {
  test("ends the run and its calls; nothing catches it", async () => {
    const ends: Array<string> = []
    const work = Tool.make({
      description: "",
      input: noInput,
      execute: () => Effect.onExit(Effect.never, (exit) => Effect.sync(() => void ends.push(exit._tag))),
    })
    const code = "try { await tools.work() } catch { return 'caught' } finally { return 'finally' }"
    const execution = CodeMode.execute({ tools: { work }, limits: { timeoutMs: 1_000 }, code })
    expect(await onTestClock(execution, [999, 1])).toEqual({
      ok: false,
      error: { kind: "TimeoutExceeded", message: "The program ran longer than timeoutMs = 1000 ms." },
      toolCalls: [{ name: "work" }],
    })
    expect(ends).toEqual(["Failure"])
  })

  test("counts wall time: a run that ends before it is a success", async () => {
    const execution = CodeMode.execute({
      tools,
      limits: { timeoutMs: 1_000 },
      code: "return await tools.sleep({ ms: 999 })",
    }) as Effect.Effect<CodeMode.Result>
    expect(await onTestClock(execution, [999])).toMatchObject({ ok: true, value: 999 })
  })

  test("stops loops, callbacks, microtasks and recursion that never end", async () => {
    for (const code of [
      "for (;;);",
      "[1].map(() => { for (;;); })",
      "const f = () => Promise.reject(1).catch(f); f(); await new Promise(() => {})",
      "for (;;) { try { (function g() { g() })() } catch {} }",
      "const g = (function* () { for (;;) yield 1 })(); for (const x of g);",
      "for (;;) { try { for (;;); } catch {} finally { continue } }",
    ]) {
      expect(await errorOf(code, { limits: { timeoutMs: 30 } })).toEqual({
        kind: "TimeoutExceeded",
        message: "The program ran longer than timeoutMs = 30 ms.",
      })
    }
  })

  test("a value already returned survives, with a warning", async () => {
    const stubborn = Tool.make({
      description: "",
      input: noInput,
      execute: () => Effect.uninterruptible(Effect.sleep(5_000)),
    })
    const code = "tools.stubborn(); await null; return 7"
    const execution = CodeMode.execute({ tools: { stubborn }, limits: { timeoutMs: 1_000 }, code })
    expect(await onTestClock(execution, [1_000])).toEqual({
      ok: true,
      value: 7,
      warnings: [
        {
          kind: "TimeoutExceeded",
          message: "The program ran longer than timeoutMs = 1000 ms. Its value was returned before that.",
        },
      ],
      toolCalls: [{ name: "stubborn" }],
    })
  })
})

describe("computeMs", () => {
  test("counts time spent interpreting", async () => {
    expect(await errorOf("for (;;);", { limits: { computeMs: 20 } })).toEqual({
      kind: "TimeoutExceeded",
      message: "The program computed longer than computeMs = 20 ms.",
    })
  })

  test("waits for the host are not counted", async () => {
    expect(await valueOf("return await tools.sleep({ ms: 60 })", { limits: { computeMs: 40 } })).toBe(60)
  })

  test("a tool's own synchronous work is not counted", async () => {
    const spin = Tool.make({
      description: "",
      input: noInput,
      execute: () => {
        const end = performance.now() + 60
        while (performance.now() < end);
      },
    })
    const execution = CodeMode.execute({
      tools: { spin },
      limits: { computeMs: 40 },
      code: "await tools.spin(); return 1",
    })
    expect(await Effect.runPromise(execution)).toMatchObject({ ok: true, value: 1 })
  })

  test("a loop of calls that settle at once is stopped too", async () => {
    const code = "for (;;) await tools.echo.same(1)"
    expect(await errorOf(code, { limits: { computeMs: 20 } })).toMatchObject({ kind: "TimeoutExceeded" })
    expect(await errorOf("for (;;) search('echo')", { limits: { computeMs: 20 } })).toMatchObject({
      kind: "TimeoutExceeded",
    })
  })
})

describe("maxToolCalls", () => {
  test("exactly so many calls reach the host; the next one ends the run, and nothing catches that", async () => {
    const inputs: Array<unknown> = []
    const take = Tool.make({ description: "", input: true, execute: (input) => void inputs.push(input) })
    const code =
      "try { await Promise.allSettled(Array.from({ length: 8 }, (_, i) => tools.take(i))) } catch {} finally { return 1 }"
    const result = await Effect.runPromise(
      CodeMode.execute({ tools: { take }, limits: { maxToolCalls: 5 }, code }),
    )
    expect(result).toEqual({
      ok: false,
      error: { kind: "ToolCallLimitExceeded", message: "The program made more than maxToolCalls = 5 calls." },
      toolCalls: Array.from({ length: 5 }, () => ({ name: "take" })),
    })
    expect(inputs).toEqual([0, 1, 2, 3, 4])
  })

  test("search and refused inputs count, unknown tools do not", async () => {
    const limits = { maxToolCalls: 2 }
    expect(
      await run(
        "search('a'); await tools.fail.now(1).catch(() => {}); await tools.no.tool().catch(() => {}); return 1",
        { limits },
      ),
    ).toMatchObject({
      ok: true,
      toolCalls: [{ name: "search" }, { name: "fail.now" }],
    })
    expect(await errorOf("search('a'); search('b'); search('c')", { limits })).toMatchObject({
      kind: "ToolCallLimitExceeded",
    })
    expect(await errorOf("await tools.echo.same(1)", { limits: { maxToolCalls: 0 } })).toMatchObject({
      kind: "ToolCallLimitExceeded",
    })
  })
})

describe("maxConcurrentToolCalls", () => {
  test("so many run at once; the rest are queued in order", async () => {
    let running = 0
    let most = 0
    const order: Array<unknown> = []
    const work = Tool.make({
      description: "",
      input: Schema.Number,
      execute: (n) =>
        Effect.gen(function* () {
          order.push(n)
          most = Math.max(most, ++running)
          yield* Effect.sleep(3)
          running--
        }),
    })
    const code = "await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => tools.work(n))); return 1"
    const result = await Effect.runPromise(
      CodeMode.execute({ tools: { work }, limits: { maxConcurrentToolCalls: 3 }, code }),
    )
    expect(result).toMatchObject({ ok: true, value: 1 })
    expect(most).toBe(3)
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test("unlimited, all run at once; calls that settle at once leave no queue", async () => {
    const code =
      "return (await Promise.all(Array.from({ length: 200 }, (_, i) => tools.echo.same(i)))).length"
    expect(await valueOf(code)).toBe(200)
    expect(await valueOf(code, { limits: { maxConcurrentToolCalls: 1 } })).toBe(200)
  })
})

describe("toolTimeoutMs", () => {
  test("ends one call, catchable as ToolFailure, without its time in the queue", async () => {
    const slow = Tool.make({
      description: "",
      input: Schema.Number,
      output: Schema.Number,
      execute: (ms) => Effect.as(Effect.sleep(ms), ms),
    })
    const code = `
      return (await Promise.allSettled([80, 80, 300].map((ms) => tools.slow(ms)))).map((one) => one.value ?? [one.reason.kind, one.reason.message])`
    const limits = { toolTimeoutMs: 100, maxConcurrentToolCalls: 1 }
    const execution = CodeMode.execute({ tools: { slow }, limits, code })
    expect(await onTestClock(execution, [80, 80, 99, 1])).toMatchObject({
      ok: true,
      value: [
        80,
        80,
        ["ToolFailure", "tools.slow took longer than toolTimeoutMs = 100 ms and was interrupted."],
      ],
    })
  })

  test("cancels a durable tool", async () => {
    const cancelled: Array<unknown> = []
    const durable = Tool.make({
      description: "",
      input: noInput,
      execute: Tool.durable({
        start: (_input: {}) => ({ job: 1 }),
        wait: () => Effect.never,
        cancel: (data) => void cancelled.push(data),
      }),
    })
    const code = "await tools.durable().catch(() => {}); return 1"
    const execution = CodeMode.execute({ tools: { durable }, limits: { toolTimeoutMs: 50 }, code })
    expect(await onTestClock(execution, [50])).toMatchObject({ ok: true, value: 1 })
    expect(cancelled).toEqual([{ job: 1 }])
  })
})

describe("maxOutputBytes", () => {
  test("an oversized value becomes its JSON cut at a code point, with a note", async () => {
    const result = await run("return { rows: Array.from({ length: 500 }, () => '😀é') }", {
      limits: { maxOutputBytes: 1_000 },
    })
    if (!result.ok) throw new Error(result.error.message)
    const value = result.value as string
    const match = /^(.*) \[truncated: (\d+) of (\d+) bytes; return less\]$/s.exec(value)!
    const json = JSON.stringify({ rows: Array.from({ length: 500 }, () => "😀é") })
    expect(json).toStartWith(match[1]!)
    expect(match[1]!.isWellFormed()).toBe(true)
    expect(Buffer.byteLength(match[1]!)).toBe(Number(match[2]))
    expect(Number(match[2])).toBeGreaterThan(996)
    expect(Number(match[2])).toBeLessThanOrEqual(1_000)
    expect(Number(match[3])).toBe(Buffer.byteLength(json))
    expect(result.truncated).toBe(true)
  })

  test("logs get what the value leaves, from the start, with a last line that counts", async () => {
    const code = "for (let i = 0; i < 5; i++) console.log('line' + i); return 'x'"
    expect(await run(code, { limits: { maxOutputBytes: 3 + 12 } })).toEqual({
      ok: true,
      value: "x",
      logs: ["line0", "line1", "2 of 5 lines shown"],
      truncated: true,
      toolCalls: [],
    })
    expect(await run(code, { limits: { maxOutputBytes: 3 + 25 } })).toEqual({
      ok: true,
      value: "x",
      logs: ["line0", "line1", "line2", "line3", "line4"],
      toolCalls: [],
    })
  })

  test("zero shows nothing but what was cut", async () => {
    expect(await run("console.log('a'); return 12", { limits: { maxOutputBytes: 0 } })).toEqual({
      ok: true,
      value: " [truncated: 0 of 2 bytes; return less]",
      logs: ["0 of 1 lines shown"],
      truncated: true,
      toolCalls: [],
    })
  })

  test("warnings have an equal budget of their own", async () => {
    const result = await run("return Array.from({ length: 6 }, () => () => 1)", {
      limits: { maxOutputBytes: 250 },
    })
    if (!result.ok) throw new Error(result.error.message)
    expect(result.warnings!.map(({ kind }) => kind)).toEqual([
      "InvalidDataValue",
      "InvalidDataValue",
      "Truncated",
    ])
    expect(result.warnings!.at(-1)!.message).toBe("2 of 6 warnings shown")
    expect(result.truncated).toBe(true)
  })

  test("logs of a failed run are cut too", async () => {
    expect(
      await run("console.log('abc'); console.log('def'); null.x", { limits: { maxOutputBytes: 4 } }),
    ).toMatchObject({
      ok: false,
      logs: ["abc", "1 of 2 lines shown"],
      truncated: true,
    })
  })
})

describe("maxMemoryBytes", () => {
  test("ends a run whose values grow without end; nothing catches it", async () => {
    const code = "const a = []; for (;;) { try { a.push('x'.repeat(1000) + a.length) } catch {} }"
    expect(await errorOf(code, { limits: { maxMemoryBytes: 1_000_000 } })).toMatchObject({
      kind: "MemoryLimitExceeded",
    })
  })

  test("a tool result on its way in counts", async () => {
    const big = Tool.make({
      description: "",
      input: noInput,
      output: true,
      execute: () => ["x".repeat(1_000_000)],
    })
    const code = "try { await tools.big() } catch { return 'caught' } return 1"
    const execution = CodeMode.execute({ tools: { big }, limits: { maxMemoryBytes: 1_000_000 }, code })
    expect(await Effect.runPromise(execution)).toMatchObject({
      ok: false,
      error: { kind: "MemoryLimitExceeded" },
    })
  })
})

test("maxMemoryBytes counts what functions hold that wait for an extension", async () => {
  const never = new Promise(() => {})
  const extension = Extension.make({ name: "ends", globals: { end: () => never } })
  const code = `
    const hold = async () => { const held = Array.from({ length: 20_000 }, (_, i) => ({ i })); await end(); return held }
    for (let i = 0; i < 8; i++) { hold(); await null }
    return "too much"`
  const execution = CodeMode.execute({
    tools: {},
    extensions: [extension],
    limits: { maxMemoryBytes: 8_000_000 },
    code,
  })
  expect(await Effect.runPromise(execution)).toMatchObject({
    ok: false,
    error: { kind: "MemoryLimitExceeded" },
  })
})

describe("maxSourceBytes", () => {
  test("a longer source is refused with both sizes, in UTF-8 bytes", async () => {
    expect(await errorOf("return 'äöü'", { limits: { maxSourceBytes: 14 } })).toEqual({
      kind: "ParseError",
      message: "The source has 15 bytes; maxSourceBytes = 14 are allowed.",
    })
    expect(await valueOf("return 'äöü'", { limits: { maxSourceBytes: 15 } })).toBe("äöü")
    expect(await errorOf(" ".repeat(256 * 1024 + 1))).toMatchObject({ kind: "ParseError" })
  })
})

test("Infinity and undefined switch a limit off; an invalid one throws RangeError from make", () => {
  expect(() => CodeMode.make({ limits: { timeoutMs: Infinity, maxToolCalls: undefined } })).not.toThrow()
  expect(() => CodeMode.make({ limits: { timeoutMs: 0 } })).toThrow(RangeError)
  expect(() => CodeMode.make({ limits: { maxToolCalls: 1.5 } })).toThrow(RangeError)
  expect(() => CodeMode.make({ discovery: { catalogBudget: -1 } })).toThrow(RangeError)
  expect(() => CodeMode.make({ timeZone: "Mars/Base" })).toThrow(RangeError)
  expect(() => CodeMode.make({ locale: "no_locale_" })).toThrow(RangeError)
})

test("a flood of lines is counted and cut, and the result still comes", async () => {
  const code = "for (let i = 0; i < 200000; i++) console.log('x'.repeat(100)); return 'done'"
  const result = await run(code, { limits: { maxOutputBytes: 1_000 } })
  expect(result).toMatchObject({ ok: true, value: "done", truncated: true })
  expect(result.logs).toHaveLength(10)
  expect(result.logs!.at(-1)).toBe("9 of 200000 lines shown")
})
