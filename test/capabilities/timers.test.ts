import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as CodeMode from "../../src/CodeMode.ts"
import { timers, type TimersOptions } from "../../src/Capabilities.ts"
import { turns } from "../../src/runtime/turns.ts"
import { refusalOf, resultOf, runtimeWith, valueOf } from "./programs.ts"

/** Runs a program on a clock that stands still but for these steps, in milliseconds; gives what it came to. */
const stepped = (
  code: string,
  steps: ReadonlyArray<number>,
  options: TimersOptions = {},
): Promise<CodeMode.Result> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(runtimeWith(timers(options)).execute(code))
      for (const ms of steps) {
        yield* Effect.promise(() => settled())
        yield* TestClock.adjust(ms)
      }
      yield* Effect.promise(() => settled())
      return yield* Fiber.join(fiber)
    }).pipe(Effect.provide(TestClock.layer())),
  )

/** A macrotask, and until no run is ready to compute. */
const settled = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve))
  await turns.whenIdle()
}

const steppedValue = async (code: string, steps: ReadonlyArray<number>) => {
  const result = await stepped(code, steps)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

describe("timers", () => {
  test("fire in the order in which they are due, and those due together in the order in which they were set", async () => {
    const code = `
      const seen = []
      setTimeout(() => seen.push('c'), 30)
      setTimeout(() => seen.push('a'), 10)
      setTimeout(() => seen.push('b'), 20)
      setTimeout(() => seen.push('b2'), 20)
      Promise.resolve().then(() => seen.push('microtask'))
      setTimeout(() => seen.push('now'))
      await sleep(40)
      return seen`
    expect(await steppedValue(code, [40])).toEqual(["microtask", "now", "a", "b", "b2", "c"])
  })

  test("each run after the jobs that the one before made", async () => {
    const code = `
      const seen = []
      setTimeout(() => { seen.push(1); Promise.resolve().then(() => seen.push('job of 1')) }, 5)
      setTimeout(() => seen.push(2), 5)
      await sleep(6)
      return seen`
    expect(await steppedValue(code, [6])).toEqual([1, "job of 1", 2])
  })

  test("pass their arguments, and give ids that clear them; an interval goes on until it is cleared", async () => {
    const code = `
      const seen = []
      const dropped = setTimeout(() => seen.push('never'), 5)
      clearTimeout(dropped)
      const id = setInterval((text) => { seen.push([text, Date.now()]); if (seen.length === 3) clearInterval(id) }, 10, 'tick')
      clearTimeout(undefined); clearTimeout(99); clearInterval('x')
      await sleep(100)
      return [typeof id, seen]`
    expect(await steppedValue(code, [10, 10, 10, 70])).toEqual(["number", [["tick", 10], ["tick", 20], ["tick", 30]]]) // prettier-ignore
  })

  test("sleep gives a promise; a program that is awaited may race with it", async () => {
    const code = `
      const start = Date.now()
      const [a] = await Promise.all([sleep(50).then(() => Date.now() - start), sleep(20)])
      return [a, await Promise.race([sleep(5).then(() => 'slow'), Promise.resolve('fast')])]`
    expect(await steppedValue(code, [50])).toEqual([50, "fast"])
  })

  test("end with their run: the program's value is there at once, whatever waits", async () => {
    expect(await steppedValue("setTimeout(() => {}, 1e6); setInterval(() => {}, 1); return 1", [])).toBe(1)
  })

  test("run on the host's own clock too", async () => {
    const code = "const start = Date.now(); await sleep(30); return Date.now() - start"
    expect(await valueOf(runtimeWith(timers()), code)).toBeGreaterThanOrEqual(30)
  })

  test("count for timeoutMs, and hold no other run back", async () => {
    const slow = runtimeWith(timers(), { limits: { timeoutMs: 30 } })
    const [late, quick] = await Promise.all([
      resultOf(slow, "await sleep(60000)"),
      resultOf(runtimeWith(timers()), "await sleep(1); return 'quick'"),
    ])
    expect(late).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    expect(quick).toMatchObject({ value: "quick" })
  })

  test("without an end are stopped like any loop", async () => {
    const bounded = runtimeWith(timers(), { limits: { timeoutMs: 30 } })
    for (const code of [
      "for (;;) await sleep(0)",
      "const again = () => setTimeout(again); again(); await new Promise(() => {})",
      "setInterval(() => { for (;;); }, 1); await sleep(1e6)",
    ]) {
      expect(await resultOf(bounded, code)).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    }
  })

  test("are interrupted with the host's fiber", async () => {
    const fiber = Effect.runFork(runtimeWith(timers()).execute("setInterval(() => {}, 1); await sleep(1e6)"))
    await Bun.sleep(10)
    const exit = await Effect.runPromise(Effect.exit(Fiber.interrupt(fiber)))
    expect(exit._tag).toBe("Success")
  })

  test("a wait for nothing that a timer could end is told of once no timer is left", async () => {
    const result = await stepped("setTimeout(() => {}, 10); await new Promise(() => {})", [10])
    expect(result).toMatchObject({ ok: false, error: { kind: "ExecutionFailure", message: expect.stringContaining("can never happen") } }) // prettier-ignore
  })

  test("make globals that a program can see, and no modules of Node's", async () => {
    const runtime = runtimeWith(timers())
    expect(await valueOf(runtime, "return [typeof setTimeout, setTimeout.name, setTimeout.length, sleep.name]")).toEqual([
      "function", "setTimeout", 2, "sleep",
    ]) // prettier-ignore
    expect(await refusalOf(runtime, "import('timers')")).toContain("Cannot find module 'timers'")
    const without = CodeMode.make({})
    expect(
      await Effect.runPromise(without.execute("return [typeof setTimeout, typeof sleep]")),
    ).toMatchObject({
      value: ["undefined", "undefined"],
    })
  })
})

describe("what is refused", () => {
  test("a callback that is none", async () => {
    expect(await refusalOf(runtimeWith(timers()), "setTimeout('code()', 1)")).toBe(
      'The "callback" argument must be of type function. Received "code()"',
    )
    expect(await refusalOf(runtimeWith(timers()), "setInterval()")).toStartWith(
      'The "callback" argument must be',
    )
  })

  test("a delay that is too long, or no number", async () => {
    const runtime = runtimeWith(timers({ maxDelayMs: 100 }))
    for (const call of ["sleep(101)", "setTimeout(() => {}, 101)", "setInterval(() => {}, Infinity)"]) {
      expect(await refusalOf(runtime, call)).toContain("is longer than the 100 ms that are allowed")
    }
    expect(await refusalOf(runtime, "sleep({})")).toContain("the delay must be a number of milliseconds")
    expect(await refusalOf(runtime, "sleep(10n)")).toContain("the delay must be a number of milliseconds")
    expect(
      await valueOf(runtime, "await sleep(NaN); await sleep(-1); await sleep('1'); await sleep(); return 1"),
    ).toBe(1)
  })

  test("more timers at once than are allowed; one that fired makes room", async () => {
    const runtime = runtimeWith(timers({ maxTimers: 2 }))
    const code = `
      sleep(1e5); sleep(1e5)
      try { setTimeout(() => {}, 1) } catch (e) { return [e.name, e.message] }`
    expect(await valueOf(runtime, code)).toEqual([
      "RangeError",
      "setTimeout: 2 timers wait already, and no more are allowed",
    ])
    expect(await valueOf(runtime, "for (let n = 0; n < 10; n++) await sleep(0); return 1")).toBe(1)
  })

  test("an error that a callback throws ends the run, with the program's place", async () => {
    const result = await stepped(
      "setTimeout(() => {\n  throw new RangeError('late')\n}, 1)\nawait sleep(10)",
      [10],
    )
    expect(result).toMatchObject({
      ok: false,
      error: { kind: "ExecutionFailure", message: "RangeError: late", location: { line: 2, column: 3 } },
    })
  })

  test("a rejection of an async callback is a warning, as any that nobody handled", async () => {
    const result = await stepped(
      "setTimeout(async () => { throw new Error('quiet') }, 1); await sleep(10); return 1",
      [10],
    )
    expect(result).toMatchObject({
      ok: true,
      value: 1,
      warnings: [{ message: expect.stringContaining("quiet") }],
    })
  })

  test("bounds that are none", () => {
    for (const options of [
      { maxTimers: 0 },
      { maxTimers: 1.5 },
      { maxDelayMs: -1 },
      { maxDelayMs: Number.NaN },
    ])
      expect(() => timers(options)).toThrow(RangeError)
  })

  test("a global of that name of another extension", () => {
    expect(() => CodeMode.make({ extensions: [timers(), timers()] })).toThrow("has a global setTimeout")
  })
})
