/** `npm start`: a program looks through the installed packages, reads a lot and returns a little. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { CodeMode } from "codemode"
import { type Counter, packageTools } from "./tools.ts"

const root = join(import.meta.dirname, "..", "..", "node_modules")
const code = readFileSync(join(import.meta.dirname, "program.js"), "utf8")
const counter: Counter = { bytes: 0 }

const started = new Map<string, number>()
const calls = new Map<string, { count: number; totalMs: number; longestMs: number }>()

const runtime = CodeMode.make({
  tools: packageTools(root, counter),
  hooks: {
    "tool.before": (call) => Effect.sync(() => void started.set(call.key, performance.now())),
    "tool.after": (call) =>
      Effect.sync(() => {
        const elapsedMs = performance.now() - started.get(call.key)!
        const row = calls.get(call.name) ?? { count: 0, totalMs: 0, longestMs: 0 }
        calls.set(call.name, {
          count: row.count + 1,
          totalMs: row.totalMs + elapsedMs,
          longestMs: Math.max(row.longestMs, elapsedMs),
        })
      }),
  },
  limits: { timeoutMs: 120_000, maxConcurrentToolCalls: 16 },
})

console.log(`The program:\n\n${code}`)
const begun = performance.now()
const result = await Effect.runPromise(runtime.execute(code))
const elapsedMs = performance.now() - begun

console.log("The result:\n")
console.log(JSON.stringify(result.ok ? result.value : result.error, null, 2))
console.log("\nThe calls:\n")
for (const [name, { count, totalMs, longestMs }] of calls) {
  console.log(
    `  ${name.padEnd(20)} ${String(count).padStart(5)} calls, ${(totalMs / count).toFixed(1)} ms each, longest ${longestMs.toFixed(1)} ms`,
  )
}
const returned = JSON.stringify(result.ok ? result.value : result.error).length
console.log(
  `\n${result.toolCalls.length} calls in ${(elapsedMs / 1000).toFixed(1)} s; the program read ${counter.bytes} bytes and returned ${returned}.`,
)
if (!result.ok) process.exitCode = 1
