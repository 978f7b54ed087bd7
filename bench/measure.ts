/** All measurements of one run, in the engine that runs this file; prints lines as JSON. Bundled and started by `run.ts`. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"
import { type Line, lineOf } from "./line.ts"
import { codemode, quickjs, quickjsWithTools, sval, type Peer } from "./peers.ts"
import { programsIn } from "./programs.ts"
import { sample } from "./sample.ts"

const [folder] = process.argv.slice(2)

console.log(
  JSON.stringify([
    ...(await cpu()),
    ...(await realistic()),
    await warm(),
    ...(await calls()),
    ...(await boundary()),
  ] satisfies Array<Line>),
)

async function cpu(): Promise<Array<Line>> {
  const lines: Array<Line> = []
  // all run before any is measured: what the host compiled has then seen every program
  for (const [, source] of programsIn(folder!)) await checkAnswers(source, [codemode, quickjs, sval])
  for (const [name, source] of programsIn(folder!)) {
    const fast = await sample(tasks(source, [codemode, quickjs]), { runs: 11, warmUps: 5 })
    const slow = await sample(tasks(source, [sval]), { runs: 3, warmUps: 0 })
    lines.push(lineOf("CPU", name, fast["codemode"]!, "quickjs", fast["quickjs"]!))
    lines.push(lineOf("CPU", name, fast["codemode"]!, "sval", slow["sval"]!))
  }
  return lines
}

/** End to end, with calls of the same tools. */
async function realistic(): Promise<Array<Line>> {
  const lines: Array<Line> = []
  for (const [name, source] of programsIn(`${folder!}/realistic`)) {
    const peers = [codemode, quickjsWithTools]
    await checkAnswers(source, peers)
    const times = await sample(tasks(source, peers), { runs: 9, warmUps: 3 })
    lines.push(lineOf("realistic", name, times["codemode"]!, "quickjs", times["quickjs"]!))
  }
  return lines
}

/** A run from its start to its result, beside a new context of quickjs. */
async function warm(): Promise<Line> {
  const ours = await sample(tasks("return 1+1", [codemode]), { runs: 300, warmUps: 100 })
  const theirs = await sample(tasks("1+1", [quickjs]), { runs: 300, warmUps: 100 })
  return lineOf("start", "return 1+1, warm", ours["codemode"]!, "quickjs", theirs["quickjs"]!)
}

/** A thousand calls of a tool that answers at once, beside the bare Effect with its schemas. */
async function calls(): Promise<Array<Line>> {
  const input = Schema.Struct({ n: Schema.Number })
  const echo = Tool.make({
    description: "Gives back what it got",
    input,
    output: Schema.Number,
    execute: ({ n }) => Effect.succeed(n),
  })
  const runtime = CodeMode.make({ tools: { echo } })
  const run = (source: string) => () => Effect.runPromise(runtime.execute(source))
  const decode = Schema.decodeUnknownEffect(input)
  const encode = Schema.encodeUnknownEffect(Schema.Number)
  const one = (n: number) => Effect.flatMap(decode({ n }), ({ n }) => encode(n))
  const times = await sample(
    {
      oneAfterAnother: run(
        "let sum = 0; for (let n = 0; n < 1000; n++) sum += await tools.echo({ n }); return sum",
      ),
      fanOut: run(
        `let next = 0, sum = 0
        const worker = async () => { while (next < 500) sum += await tools.echo({ n: next++ }) }
        await Promise.all(Array.from({ length: 8 }, worker))
        return sum`,
      ),
      bare: async () => {
        for (let n = 0; n < 1000; n++) await Effect.runPromise(one(n))
      },
    },
    { runs: 15, warmUps: 5 },
  )
  return [
    lineOf("calls", "1,000 one after another", times["oneAfterAnother"]!, "bare Effect", times["bare"]!),
    lineOf("calls", "500, eight at a time", times["fanOut"]!),
  ]
}

/** 1 MB in, filtered, a count out, beside a structured clone and the same filter; and large values out. */
async function boundary(): Promise<Array<Line>> {
  const rows = Array.from({ length: 8_000 }, (_, n) => ({
    id: n,
    name: `user number ${n}`,
    email: `user${n}@example.com`,
    active: n % 3 === 0,
    score: n * 1.5,
    tags: ["alpha", "beta"],
  }))
  const get = Tool.make({ description: "Rows", input: true, output: true, execute: () => rows })
  const runtime = CodeMode.make({ tools: { get }, limits: { maxMemoryBytes: Infinity } })
  const run = (source: string) => () => Effect.runPromise(runtime.execute(source))
  const times = await sample(
    {
      filtered: run("return (await tools.get(1)).filter((row) => row.active && row.score > 100).length"),
      cloned: async () => structuredClone(rows).filter((row) => row.active && row.score > 100).length,
      made: run("const a = []; for (let i = 0; i < 100000; i++) a.push({ i, s: 'x' }); return a.length"),
      returned: run("const a = []; for (let i = 0; i < 100000; i++) a.push({ i, s: 'x' }); return a"),
    },
    { runs: 9, warmUps: 5 },
  )
  return [
    lineOf(
      "boundary",
      "1 MB in, filtered",
      times["filtered"]!,
      "structuredClone and filter",
      times["cloned"]!,
    ),
    lineOf("boundary", "100,000 objects out", times["returned"]!, "made only", times["made"]!),
  ]
}

function tasks(source: string, peers: ReadonlyArray<Peer>): Readonly<Record<string, () => Promise<unknown>>> {
  return Object.fromEntries(peers.map((peer) => [peer.name, () => peer.run(source)]))
}

async function checkAnswers(source: string, peers: ReadonlyArray<Peer>): Promise<void> {
  const answers = await Promise.all(peers.map(async (peer) => JSON.stringify(await peer.run(source))))
  if (new Set(answers).size > 1) throw new Error(`answers differ: ${answers.join(", ")} for\n${source}`)
}
