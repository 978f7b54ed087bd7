/**
 * `npm run bench`: the same measurements on Bun and on Node, one after the other, from one bundle; with `-- --json` as one
 * JSON array of lines.
 */
import { join } from "node:path"
import { print } from "./line.ts"
import type { Line } from "./line.ts"
import { sample } from "./sample.ts"

const root = join(import.meta.dirname, "..")
const outdir = join(root, ".cache", "bench")
const isJson = process.argv.includes("--json")

await Bun.build({
  entrypoints: ["measure.ts", "cold/first.ts", "cold/empty.ts"].map((file) =>
    join(import.meta.dirname, file),
  ),
  root: import.meta.dirname,
  outdir,
  target: "node",
  packages: "external",
})
const lines: Array<Line> = []
for (const engine of [process.execPath, "node"]) {
  const measured = JSON.parse(
    await output(engine, "measure.js", [join(import.meta.dirname, "programs")]),
  ) as Array<Line>
  lines.push(...measured, await cold(engine, measured[0]!.engine))
}
if (isJson) console.log(JSON.stringify(lines, null, 2))
else print(lines)

/** Processes that run one program, beside processes that only import Effect. */
async function cold(engine: string, name: string): Promise<Line> {
  const { first, empty } = await sample(
    { first: () => output(engine, "cold/first.js", []), empty: () => output(engine, "cold/empty.js", []) },
    { runs: 15, warmUps: 2 },
  )
  return {
    engine: name,
    group: "start",
    name: "process to first result",
    ours: first!,
    peer: "Effect imported",
    theirs: empty!,
  }
}

async function output(engine: string, file: string, args: ReadonlyArray<string>): Promise<string> {
  const child = Bun.spawn([engine, join(outdir, file), ...args], { stdout: "pipe", stderr: "inherit" })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) process.exit(1)
  return text
}
