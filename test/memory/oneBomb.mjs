/**
 * One bomb in a process of its own, on Bun or on Node with `--expose-gc`: `oneBomb.mjs MODULE WHAT CODE MAX_BYTES`.
 * `WHAT` is "time", or "memory": then live heap is measured now and then, and where the run is stopped. Prints JSON.
 */
import * as Effect from "effect/Effect"

const [module, what, code, maxMemoryBytes] = process.argv.slice(2)
const { CodeMode, Tool, Machine } = await import(module)

const MiB = 2 ** 20
const tools = {
  echo: {
    same: Tool.make({
      description: "Gives what it gets",
      input: true,
      output: true,
      execute: (value) => value,
    }),
  },
  never: Tool.make({ description: "Never ends", input: true, output: true, execute: () => Effect.never }),
}
const runtime = CodeMode.make({ tools, limits: { maxMemoryBytes: Number(maxMemoryBytes) } })

function liveHeap() {
  if (typeof Bun === "undefined") globalThis.gc()
  else Bun.gc(true)
  const { heapUsed, external } = process.memoryUsage()
  return typeof Bun === "undefined" ? heapUsed + external : heapUsed
}

// what is loaded and cached once belongs to the start
await Effect.runPromise(runtime.execute("return [1, 'a', {}].map((x) => x)"))
const start = liveHeap()
let peak = start
let nextSample = 0
let isOver = false

function measure() {
  const from = performance.now()
  peak = Math.max(peak, liveHeap())
  nextSample = 2 * performance.now() - from
}

/** Takes at most half of the time. */
function sample() {
  if (isOver) return
  if (performance.now() > nextSample) measure()
  setImmediate(sample)
}

const { stopForMemory } = Machine.prototype
if (what === "memory") {
  Machine.prototype.stopForMemory = function () {
    measure()
    stopForMemory.call(this)
  }
  setImmediate(sample)
}

const from = performance.now()
const cpu = process.cpuUsage()
const result = await Effect.runPromise(runtime.execute(code))
const { user, system } = process.cpuUsage(cpu)
// of the processor, where others have the clock
const ms = Math.min(performance.now() - from, (user + system) / 1_000)
isOver = true
console.log(JSON.stringify({ kind: result.ok ? "ok" : result.error.kind, ms, peakMiB: (peak - start) / MiB }))
process.exit(0)
