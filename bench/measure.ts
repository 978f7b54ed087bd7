/** All measurements of one run, in the engine that runs this file; prints them as a table. Bundled and started by `run.ts`. */
import { readdirSync, readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"
import { codemode, quickjs, sval, type Peer } from "./peers.ts"
import { geometricMean, sample, type Sample } from "./sample.ts"

const [folder] = process.argv.slice(2)
const engine =
  process.versions.bun === undefined ? `Node ${process.versions.node}` : `Bun ${process.versions.bun}`

await cpu()
await warm()
await calls()

async function cpu(): Promise<void> {
  console.log(`\n${engine}: CPU programs, median of 7 (lowest to highest), ms; x is the time against quickjs`)
  const ratios = { codemode: Array<number>(), sval: Array<number>() }
  for (const file of readdirSync(folder!).toSorted()) {
    const source = readFileSync(`${folder}/${file}`, "utf8")
    await checkAnswers(source, [codemode, quickjs, sval])
    const fast = await sample(tasks(source, [codemode, quickjs]), { runs: 7, warmUps: 2 })
    const slow = await sample(tasks(source, [sval]), { runs: 3, warmUps: 0 })
    const times: Readonly<Record<string, Sample>> = { ...fast, ...slow }
    const base = times["quickjs"]!.medianMs
    for (const name of ["codemode", "sval"] as const) ratios[name].push(times[name]!.medianMs / base)
    row(
      file.replace(".js", ""),
      Object.entries(times).map(([name, time]) => `${name} ${show(time)} ${factor(time.medianMs / base)}`),
    )
  }
  row(
    "geometric mean",
    Object.entries(ratios).map(([name, all]) => `${name} ${factor(geometricMean(all))}`),
  )
}

async function warm(): Promise<void> {
  const source = "1 + 1"
  const times = await sample(tasks(source, [codemode, quickjs]), { runs: 300, warmUps: 100 })
  console.log(`\n${engine}: a new program "${source}" from start to result, warm, median of 300, ms`)
  row(
    "1 + 1",
    Object.entries(times).map(([name, time]) => `${name} ${time.medianMs.toFixed(4)}`),
  )
}

async function calls(): Promise<void> {
  const echo = Tool.make({
    description: "Gives back what it got",
    input: Schema.Struct({ n: Schema.Number }),
    output: Schema.Number,
    execute: ({ n }) => Effect.succeed(n),
  })
  const runtime = CodeMode.make({ tools: { echo } })
  const run = (source: string) => () => Effect.runPromise(runtime.execute(source))
  const times = await sample(
    {
      "one after another": run(
        "let sum = 0; for (let n = 0; n < 1000; n++) sum += await tools.echo({ n }); return sum",
      ),
      "side by side": run(
        "return (await Promise.all(Array.from({ length: 1000 }, (_, n) => tools.echo({ n })))).length",
      ),
    },
    { runs: 7, warmUps: 2 },
  )
  console.log(`\n${engine}: 1,000 awaited calls of a tool that answers at once, median of 7, ms`)
  for (const [name, time] of Object.entries(times)) row(name, [show(time)])
}

function tasks(source: string, peers: ReadonlyArray<Peer>): Readonly<Record<string, () => Promise<unknown>>> {
  return Object.fromEntries(peers.map((peer) => [peer.name, () => peer.run(source)]))
}

async function checkAnswers(source: string, peers: ReadonlyArray<Peer>): Promise<void> {
  const answers = await Promise.all(peers.map(async (peer) => JSON.stringify(await peer.run(source))))
  if (new Set(answers).size > 1) throw new Error(`answers differ: ${answers.join(", ")} for\n${source}`)
}

function show({ medianMs, minMs, maxMs }: Sample): string {
  return `${medianMs.toFixed(1)} (${minMs.toFixed(1)} to ${maxMs.toFixed(1)})`
}

function factor(ratio: number): string {
  return `${ratio.toFixed(2)}x`
}

function row(name: string, cells: ReadonlyArray<string>): void {
  console.log(`  ${name.padEnd(18)}${cells.map((cell) => cell.padEnd(36)).join("")}`.trimEnd())
}
