/**
 * `npm run fuzz -- --minutes N [--seed N] [--kind NAME]`
 *
 * Random and mutated programs, data, schemas, documents and states, until the time is over. Prints each fault with its
 * kind and seed, by which `--seed N --kind NAME --minutes 0` shows it again; the exit code is 1 if there is one.
 */
import { parseArgs } from "node:util"
import { faultOf, kinds } from "./faults.ts"

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "1" }, seed: { type: "string" }, kind: { type: "string" } },
})
const minutes = Number(values.minutes)
if (!(minutes >= 0)) {
  console.error(`--minutes wants a number, not ${values.minutes}`)
  process.exit(2)
}
const first = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const chosen = values.kind === undefined ? Object.keys(kinds) : [values.kind]
const counts = Object.fromEntries(chosen.map((kind) => [kind, 0]))
let faults = 0

const tell = (kind: string, seed: number, fault: string): void => {
  faults++
  console.log(`FAULT --kind ${kind} --seed ${seed}\n${fault}\n`)
}
process.on("unhandledRejection", (error) => tell("any", first, `an unhandled rejection: ${String(error)}`))

const end = performance.now() + minutes * 60_000
let seed = first
do {
  for (const kind of chosen) {
    const fault = await faultOf(kind, seed)
    counts[kind]!++
    if (fault !== undefined) tell(kind, seed, fault)
  }
  seed++
} while (performance.now() < end)

console.log(
  `seeds ${first} to ${seed - 1}: ${Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ")}; ${faults} faults`,
)
process.exitCode = faults === 0 ? 0 : 1
