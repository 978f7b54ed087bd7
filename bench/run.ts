/**
 * `npm run bench`: the same measurements on Bun and on Node, one after the other, from one bundle; with `-- --json` as one
 * JSON array of lines.
 */
import { join } from "node:path"
import { coldFiles, coldLines } from "./cold/lines.ts"
import { bundle, engines, output } from "./engines.ts"
import { type Line, print } from "./line.ts"

await bundle(["measure.ts", ...coldFiles])
const lines: Array<Line> = []
for (const engine of engines) {
  const measured = JSON.parse(
    await output(engine, "measure.ts", [join(import.meta.dirname, "programs")]),
  ) as Array<Line>
  lines.push(...measured, ...(await coldLines(engine, measured[0]!.engine)))
}
if (process.argv.includes("--json")) console.log(JSON.stringify(lines, null, 2))
else print(lines)
