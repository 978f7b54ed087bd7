/** `bun bench/catalog.ts`: `discovery.ts` on Bun and on Node, one after the other, from one bundle; or on the engines named. */
import { bundle, engines, run } from "./engines.ts"

await bundle(["discovery.ts"])
const chosen = process.argv.length > 2 ? process.argv.slice(2) : engines
for (const engine of chosen) process.exitCode ||= await run(engine, "discovery.ts")
