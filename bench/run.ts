/**
 * `npm run bench`: the same measurements on Bun and on Node, one after the other, from one bundle; with `-- --json` as one
 * JSON array of lines; with names of parts (`measure growth stopping cold`) those alone.
 */
import { join } from "node:path"
import { coldFiles, coldLines } from "./cold/lines.ts"
import { bundle, engines, output } from "./engines.ts"
import { type Line, print } from "./line.ts"

const files = ["measure.ts", "growth.ts", "stopping.ts"]
const args = process.argv.slice(2)
const chosen = args.filter((arg) => arg !== "--json")
const isChosen = (part: string): boolean => chosen.length === 0 || chosen.includes(part)

await bundle([...files, ...coldFiles])
const lines: Array<Line> = []
for (const engine of engines) {
  for (const file of files.filter((name) => isChosen(name.slice(0, -3)))) {
    const text = await output(engine, file, [join(import.meta.dirname, "programs")])
    lines.push(...(JSON.parse(text) as Array<Line>))
  }
  if (isChosen("cold")) lines.push(...(await coldLines(engine, engine === "node" ? "Node" : "Bun")))
}
if (args.includes("--json")) console.log(JSON.stringify(lines, null, 2))
else print(lines)
