/**
 * `npm run slices -- [--filter TEXT] [--all]`: the largest values that a run can hold, and the longest that whatever is done
 * with them keeps the thread between two looks at the fuel. Prints what takes over 5 ms; collection by the host is in the
 * figures. `--all` calls every built-in in every way of `test/attacks/huge.ts`, which takes an hour.
 */
import { parseArgs } from "node:util"
import { forms, functions, type Scale, type Way, waysOf } from "../test/attacks/huge.ts"
import { newMachine, runSlice } from "../test/harness.ts"

const { values } = parseArgs({
  options: { filter: { type: "string", default: "" }, all: { type: "boolean", default: false } },
})
const scale: Scale = { elements: 1_000_000, units: 10_000_000, bytes: 100_000_000, entries: 300_000 }
const FUEL = 4_000
const LIMIT_MS = 5
const MAX_TOTAL_MS = 4_000

const ways = (values.all ? [...forms, ...functions.flatMap(waysOf)] : forms).filter(({ name }) =>
  name.includes(values.filter),
)
let isOver = 0
for (const way of ways) {
  const { longest, charge, total } = drive(way)
  if (longest <= LIMIT_MS) continue
  isOver++
  const isCut = total > MAX_TOTAL_MS ? " so far" : ""
  console.log(`${way.name.padEnd(72)} ${longest.toFixed(0)} ms, ${charge} units at once${isCut}`)
}
console.log(`${isOver} of ${ways.length} kept the thread longer than ${LIMIT_MS} ms`)

/** The least of the longest slices of two looks would hide what happens once: each slice is looked at alone. */
function drive(way: Way): { longest: number; charge: number; total: number } {
  const machine = newMachine(2 ** 31)
  way.prepare(machine, scale)
  const start = performance.now()
  let longest = 0
  let charge = 0
  for (;;) {
    // what another process took, and the host's other threads, is no work of this one
    const before = process.threadCpuUsage()
    const pause = runSlice(machine, FUEL)
    longest = Math.max(longest, (process.threadCpuUsage().user - before.user) / 1_000)
    charge = Math.max(charge, -machine.fuel)
    const total = performance.now() - start
    if (pause !== "fuel" || total > MAX_TOTAL_MS) return { longest, charge, total }
  }
}
