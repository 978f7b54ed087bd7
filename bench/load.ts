/**
 * `npm run load [-- --seconds N] [--runs N]`: many runs at once under mixed good and hostile programs.
 *
 * Prints how many ended how, delays of the event loop, and the heap before and after; the exit code is 1 if a result is
 * wrong, the 99th percentile of the delays is 25 ms or more, or memory does not come back.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "120" }, runs: { type: "string", default: "200" } },
})
const seconds = Number(values.seconds)
const runs = Number(values.runs)

const MiB = 2 ** 20
const tools = {
  same: Tool.make({
    description: "Gives what it gets",
    input: true,
    output: true,
    execute: (value) => Effect.delay(Effect.succeed(value), 5),
  }),
  never: Tool.make({ description: "Never ends", input: true, output: true, execute: () => Effect.never }),
}
const limits = {
  timeoutMs: 120_000,
  computeMs: 300,
  maxMemoryBytes: 4 * MiB,
  maxToolCalls: 100,
  maxOutputBytes: 10_000,
}
const runtime = CodeMode.make({ tools, limits }) as unknown as CodeMode.Runtime

/** What each program must come to: its value, or the kind of its diagnostic. */
const programs: ReadonlyArray<readonly [code: string, value: unknown, kind?: string]> = [
  [
    "const all = await Promise.all([1, 2, 3].map((x) => tools.same(x))); return all.reduce((a, b) => a + b)",
    6,
  ],
  ["let n = 0; for (let i = 0; i < 20_000; i++) n += i % 7; return n", 59_997],
  [
    "return Array.from({ length: 2_000 }, (_, i) => ({ i })).filter(({ i }) => i % 2).map(({ i }) => i).length",
    1_000,
  ],
  ["const s = 'a-b-c'.repeat(500); return s.split('-').join('').replace(/a/g, 'x').length", 1_500],
  ["const rows = JSON.parse(JSON.stringify(Array(500).fill({ a: 1, b: 'x' }))); return rows.length", 500],
  ["for (;;);", undefined, "TimeoutExceeded"],
  ["const a = []; for (;;) a.push((a.length + ' ').repeat(3_000))", undefined, "MemoryLimitExceeded"],
  ["for (;;) tools.same(1)", undefined, "ToolCallLimitExceeded"],
  ["return /^(a|a)*$/.test('a'.repeat(500) + 'b') || /(x+x+)+y/.test('x'.repeat(500))", false],
  [
    "const f = () => { Promise.reject(1).catch(f) }; f(); await new Promise(() => {})",
    undefined,
    "TimeoutExceeded",
  ],
  ["for (let i = 0; i < 500; i++) console.log('x'.repeat(100)); tools.never(1); return 'done'", "done"],
]

let ended = 0
const wrong: string[] = []
let start = 0

async function one(number: number): Promise<void> {
  for (let turn = number; performance.now() - start < seconds * 1_000; turn++) {
    const [code, value, kind] = programs[turn % programs.length]!
    const result = await Effect.runPromise(runtime.execute(code))
    ended++
    const isRight = result.ok ? kind === undefined && result.value === value : result.error.kind === kind
    if (!isRight) wrong.push(`${code}: ${JSON.stringify(result).slice(0, 200)}`)
  }
}

const heap = (): number => {
  if (typeof Bun !== "undefined") Bun.gc(true)
  else (globalThis as { gc?: () => void }).gc?.()
  return process.memoryUsage().heapUsed
}

// what is loaded and cached once belongs to the start
await Promise.all(programs.map(([code]) => Effect.runPromise(runtime.execute(code))))
const before = heap()
const delays = monitorEventLoopDelay({ resolution: 5 })
delays.enable()
start = performance.now()
await Promise.all(Array.from({ length: runs }, (_, number) => one(number)))
delays.disable()
await new Promise((resolve) => setTimeout(resolve, 200))
const after = heap()

const ms = (nanoseconds: number): string => (nanoseconds / 1e6).toFixed(1)
const p99 = delays.percentile(99) / 1e6
console.log(`${runs} runs at once for ${seconds} s: ${ended} ended, ${wrong.length} wrong`)
for (const line of new Set(wrong.slice(0, 10))) console.log(`  ${line}`)
console.log(
  `event loop delay: median ${ms(delays.percentile(50))} ms, 99th percentile ${ms(delays.percentile(99))} ms, longest ${ms(delays.max)} ms`,
)
console.log(`heap: ${(before / MiB).toFixed(1)} MiB before, ${(after / MiB).toFixed(1)} MiB after`)
process.exitCode = wrong.length === 0 && p99 < 25 && after - before < 16 * MiB ? 0 : 1
