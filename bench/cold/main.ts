/** `npm run bench:cold`: the lines about fresh processes alone, on Bun and on Node, and what the targets are about. */
import { bundle, engines, output } from "../engines.ts"
import { type Line, print } from "../line.ts"
import { coldFiles, coldLines } from "./lines.ts"

await bundle(coldFiles)
const lines: Array<Line> = []
for (const engine of engines) {
  const name = engine === "node" ? "Node" : "Bun"
  const [first, ...others] = await coldLines(engine, name)
  lines.push(first!, ...others)
  const overMs = first!.ours.medianMs - first!.theirs!.medianMs
  const bytes = Number(await output(engine, "cold/memory.ts"))
  console.log(
    `${name}: first result ${overMs.toFixed(1)} ms over Effect; a run ${(bytes / 1024).toFixed(0)} KB`,
  )
}
print(lines)
