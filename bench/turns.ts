/**
 * What busy programs do to their host and to each other: delays of a host timer, interruption, and a small run among busy
 * ones. Run: `npx bun bench/turns.ts`, on a machine that does nothing else.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"

const same = Tool.make({
  description: "Gives what it gets",
  input: true,
  output: true,
  execute: (value) => value,
})
const runtime = CodeMode.make({ tools: { same } })

const at = (sorted: ReadonlyArray<number>, share: number): string =>
  sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)

/** How much later than asked a timer of 5 ms came, in milliseconds. */
async function timerDelays(count: number): Promise<string> {
  const delays: Array<number> = []
  for (let turn = 0; turn < count; turn++) {
    const start = performance.now()
    await new Promise((resolve) => setTimeout(resolve, 5))
    delays.push(performance.now() - start - 5)
  }
  delays.sort((a, b) => a - b)
  return `median ${at(delays, 0.5)}, p99 ${at(delays, 0.99)} ms`
}

console.log(`A 5 ms timer's delay, nothing running: ${await timerDelays(300)}`)
for (const code of ["for (;;);", "[1].map(() => { for (;;); })", "return { get a() { for (;;); } }"]) {
  const fiber = Effect.runFork(runtime.execute(code))
  const delays = await timerDelays(300)
  const start = performance.now()
  await Effect.runPromise(Fiber.interrupt(fiber))
  console.log(
    `  during ${code.padEnd(36)} ${delays}; interrupted in ${(performance.now() - start).toFixed(1)} ms`,
  )
}

const busy = Array.from({ length: 99 }, () => Effect.runFork(runtime.execute("for (;;);")))
await new Promise((resolve) => setTimeout(resolve, 500))
const code =
  "let n = 0; for (let i = 0; i < 20000; i++) n += i; await tools.same(1); await tools.same(2); await tools.same(3); return n"
const times: Array<number> = []
for (let turn = 0; turn < 51; turn++) {
  const start = performance.now()
  await Effect.runPromise(runtime.execute(code))
  times.push(performance.now() - start)
}
times.sort((a, b) => a - b)
console.log(
  `A run of about 1 ms and three calls among 99 busy ones: median ${at(times, 0.5)}, p99 ${at(times, 0.99)} ms`,
)
for (const fiber of busy) fiber.interruptUnsafe()
