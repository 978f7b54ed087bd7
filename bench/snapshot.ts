/** `bun bench/snapshot.ts`: `states.ts` on Bun and on Node, one after the other, from one bundle; fails where a bound is missed. */
import { bundle, engines, run } from "./engines.ts"

await bundle(["states.ts"])
const chosen = process.argv.length > 2 ? process.argv.slice(2) : engines
for (const engine of chosen) {
  if ((await run(engine, "states.ts")) !== 0) process.exitCode = 1
}
