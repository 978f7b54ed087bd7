import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import { turns, Turns } from "../../src/runtime/turns.ts"
import * as Tool from "../../src/Tool.ts"
import { same, tools } from "./programs.ts"

const forever = ["for (;;);", "[1].map(() => { for (;;); })", "return { get a() { for (;;); } }"]

/** A machine that is busy with other things gets another try. */
const timed = { retry: 4, timeout: 20_000 }

/** How much later than asked a host timer of 5 ms came, in milliseconds, sorted. */
async function timerDelays(count: number): Promise<Array<number>> {
  const delays: Array<number> = []
  for (let turn = 0; turn < count; turn++) {
    const start = performance.now()
    await new Promise((resolve) => setTimeout(resolve, 5))
    delays.push(performance.now() - start - 5)
  }
  return delays.toSorted((a, b) => a - b)
}

/** What other processes of the test's machine do to a timer of one that computes for 5 ms at a time: not ours to mend. */
async function delayByOthers(): Promise<number> {
  let isOver = false
  const spin = (): void => {
    const end = performance.now() + 5
    while (performance.now() < end);
    if (!isOver) setImmediate(spin)
  }
  setImmediate(spin)
  const delays = await timerDelays(60)
  isOver = true
  return Math.max(0, delays.at(-2)! - 6)
}

describe("while a program computes without end", () => {
  for (const code of forever) {
    test(
      `timers of the host go on, and interruption ends it at once: ${code}`,
      async () => {
        const others = await delayByOthers()
        const fiber = Effect.runFork(CodeMode.execute({ code }))
        const delays = await timerDelays(100)
        const start = performance.now()
        await Effect.runPromise(Fiber.interrupt(fiber))
        expect(delays.at(-2)!).toBeLessThan(15 + others)
        expect(performance.now() - start).toBeLessThan(20 + others)
      },
      timed,
    )
  }
})

test(
  "a run of 1 ms and three instant calls among 99 busy ones ends within 50 ms",
  async () => {
    const others = await delayByOthers()
    const runtime = CodeMode.make({ tools: { same } })
    const busy = Array.from({ length: 99 }, () => Effect.runFork(runtime.execute("for (;;);")))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const took: Array<number> = []
    for (let turn = 0; turn < 5; turn++) {
      const start = performance.now()
      const code = `let n = ${turn}; for (let i = 0; i < 5000; i++) n += i; await tools.same(1); await tools.same(2); await tools.same(3); return n`
      await Effect.runPromise(runtime.execute(code))
      took.push(performance.now() - start)
    }
    for (const fiber of busy) fiber.interruptUnsafe()
    expect(busy.every((fiber) => fiber.pollUnsafe() !== undefined)).toBe(true)
    expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(50 + others)
  },
  timed,
)

test("a run and its calls leave no fiber behind", async () => {
  const running = new Set<object>()
  const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const token = {}
      running.add(token)
      return Effect.ensuring(
        effect,
        Effect.sync(() => running.delete(token)),
      )
    })
  const work = Tool.make({
    description: "",
    input: Schema.Number,
    execute: (ms) => counted(Effect.sleep(ms)),
  })
  const execute = (code: string, limits = {}) => CodeMode.execute({ tools: { work }, limits, code })
  const all = "await Promise.all(Array.from({ length: 50 }, (_, i) => tools.work(i % 5)))"
  await Effect.runPromise(execute(all))
  await Effect.runPromise(execute("for (let i = 0; i < 50; i++) tools.work(1000); await null; return 1"))
  await Effect.runPromise(execute("for (let i = 0; i < 50; i++) tools.work(1000); await null; null.x"))
  await Effect.runPromise(
    execute("await Promise.all([1000, 1000].map((ms) => tools.work(ms)))", { timeoutMs: 10 }),
  )
  await Effect.runPromise(execute("await tools.work(1000).catch(() => {})", { toolTimeoutMs: 5 }))
  const fiber = Effect.runFork(execute("await Promise.all([1000, 1000].map((ms) => tools.work(ms)))"))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(running.size).toBe(2)
  await Effect.runPromise(Fiber.interrupt(fiber))
  expect(running.size).toBe(0)
  await turns.whenIdle()
})

test("a run's first slice starts inside the calling fiber; what needs no wait ends there", () => {
  const runtime = CodeMode.make({ tools })
  expect(
    Effect.runSync(
      runtime.execute("return (await tools.echo.same(1)) + 1") as Effect.Effect<CodeMode.Result>,
    ),
  ).toMatchObject({ value: 2 })
  expect(
    Effect.runSync(
      runtime.execute(
        "let n = 0; for (let i = 0; i < 300000; i++) n++; return n",
      ) as Effect.Effect<CodeMode.Result>,
    ),
  ).toMatchObject({ value: 300_000 })
})

describe("turns", () => {
  /** Turns on a clock that each turn moves by a millisecond. */
  function line() {
    let now = 0
    const order: Array<string> = []
    const made = new Turns(() => now)
    const add = (name: string, computedMs: number, times = 1): void => {
      const runner = { computedMs }
      const go = (): void => {
        made.measure(() => void (now += 1))
        order.push(name)
        runner.computedMs++
        if (--times > 0) made.enqueue(runner, go)
      }
      made.enqueue(runner, go)
    }
    return { made, order, add }
  }

  test("go to the run that has computed least, every eighth to the one that has waited longest", async () => {
    const { made, order, add } = line()
    add("old", 1_000)
    add("new", 0, 20)
    await made.whenIdle()
    expect(order.indexOf("old")).toBe(7)
    expect(order).toHaveLength(21)
  })

  test("give the thread back to the event loop after 5 ms", async () => {
    const { made, order, add } = line()
    add("a", 0, 12)
    const seen: Array<number> = []
    const look = (): void => {
      seen.push(order.length)
      if (order.length < 12) setImmediate(look)
    }
    setImmediate(look)
    await made.whenIdle()
    expect(Math.max(...seen.slice(1).map((count, index) => count - seen[index]!))).toBeLessThanOrEqual(5)
  })

  test("a run that leaves the line is not called", async () => {
    const made = new Turns(() => 0)
    const order: Array<string> = []
    const leave = made.enqueue({ computedMs: 0 }, () => order.push("left"))
    made.enqueue({ computedMs: 1 }, () => order.push("stayed"))
    leave()
    await made.whenIdle()
    expect(order).toEqual(["stayed"])
  })
})
