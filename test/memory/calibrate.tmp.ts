import { bombs } from "./bombs.ts"
import { compile, newMachine } from "../harness.ts"
import { run } from "../../src/interpreter/machine.ts"
import { startProgram } from "../../src/interpreter/start.ts"
import { countLive } from "../../src/interpreter/census.ts"
const isBun = typeof Bun !== "undefined"
const heap = () => {
  const m = process.memoryUsage()
  return isBun ? m.heapUsed : m.heapUsed + m.external
}
const live = () => {
  if (isBun) Bun.gc(true)
  else (globalThis as any).gc()
  return heap()
}
const filter = new RegExp(process.argv[2] ?? "")
const MiB = 2 ** 20
for (const [name, code] of Object.entries(bombs)) {
  if (!filter.test(name) || /tools\./.test(code)) continue
  const machine = newMachine()
  ;(machine.meter as any).limit = 1e12
  machine.meter.threshold = 1e12
  startProgram(machine, compile(code), [])
  const before = live()
  const t0 = performance.now()
  let seen = before,
    size = before,
    next = 0
  for (let n = 0; n < 1e6; n++) {
    machine.fuel = 4000
    const end = run(machine)
    if (end !== "fuel") {
      console.log(name, "ended", end)
      break
    }
    const now = performance.now()
    if (now - t0 > 4000) break
    if (now > next && heap() > seen + 4 * MiB) {
      size = live()
      seen = heap()
      next = performance.now() + (performance.now() - now)
      if (size - before > 48 * MiB) break
    }
    if (machine.meter.used > 300 * MiB) break
  }
  size = live()
  const real = (size - before) / MiB
  const used = machine.meter.used / MiB
  machine.fuel = 1e9
  const t = performance.now()
  countLive(machine)
  const took = performance.now() - t
  const counted = machine.meter.used / MiB
  const after = (live() - before) / MiB
  console.log(
    name.padEnd(30),
    "real",
    real.toFixed(1).padStart(6),
    "charged/real",
    (used / real).toFixed(2).padStart(7),
    "census/real",
    (counted / real).toFixed(2).padStart(6),
    "census",
    took.toFixed(0).padStart(5),
    "ms; after",
    (after / real).toFixed(2),
  )
}
