/**
 * What ten times as much costs: turns of a loop, records, calls, tools, program text, frames. Each size is measured beside
 * a tenth of it, in the same process and by turns. Prints lines as JSON. Bundled and started by `run.ts`.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../src/CodeMode.ts"
import type { Snapshot } from "../src/runtime/stateForms.ts"
import * as Tool from "../src/Tool.ts"
import { type Line, lineOf } from "./line.ts"
import { sample } from "./sample.ts"

type Task = () => Promise<unknown>

/** A task of each size: all that is no part of it is made before. */
type Growing = (size: number) => Task | Promise<Task>

const limits = { maxMemoryBytes: Infinity, maxSourceBytes: Infinity }
const get = Tool.make({
  description: "As many records as asked for",
  input: Schema.Number,
  output: true,
  execute: (count) => recordsOf(count),
})
const add = Tool.make({
  description: "Adds one",
  input: Schema.Struct({ n: Schema.Number }),
  output: Schema.Number,
  execute: ({ n }) => n + 1,
})
const ask = Tool.make({
  description: "Waits for an answer",
  input: Schema.Number,
  output: true,
  execute: Tool.durable({ start: (id: number) => id, wait: () => Effect.never, cancel: () => {} }),
})
const runtime = CodeMode.make({ tools: { get, add, ask }, limits })

/** What is repeated, by name, with the smaller size of each pair. */
const cases: ReadonlyArray<readonly [name: string, sizes: ReadonlyArray<number>, growing: Growing]> = [
  [
    "turns of a loop",
    [30_000, 300_000],
    (size) =>
      running(`let sum = 0; for (let i = 0; i < ${size}; i++) sum = (sum + i * 7) % 1000003; return sum`),
  ],
  ["records in, grouped, and out", [1_000, 10_000], (size) => running(grouped(size))],
  [
    "calls, one after another",
    [300, 3_000],
    (size) => running(`let n = 0; while (n < ${size}) n = await tools.add({ n }); return n`),
  ],
  [
    "calls, eight at a time",
    [300, 3_000],
    (size) =>
      running(
        `let n = 0; const work = async () => { while (n < ${size}) await tools.add({ n: n++ }) }
        await Promise.all(Array.from({ length: 8 }, work)); return n`,
      ),
  ],
  ["tools made, told of, searched", [100, 1_000], discovery],
  ["program text, never seen before", [10_000, 100_000], compiling],
  [
    "frames inside one another",
    [900, 9_000],
    (size) => running(`const depth = (n) => n === 0 ? 0 : 1 + depth(n - 1); return depth(${size})`),
  ],
  ["waiting frames, loaded and saved", [40, 400, 4_000], reviving],
]

const lines: Array<Line> = []
for (const [name, sizes, growing] of cases) {
  for (const size of sizes) {
    const [once, tenfold] = [await growing(size), await growing(size * 10)]
    const times = await sample({ once, tenfold }, { runs: 11, warmUps: 4 })
    const larger = `${(size * 10).toLocaleString("en-US")} ${name}`
    lines.push(lineOf("growth", larger, times["tenfold"]!, "a tenth", times["once"]!))
  }
}
console.log(JSON.stringify(lines))

function running(source: string): Task {
  return async () => {
    const result = await Effect.runPromise(runtime.execute(source))
    if (!result.ok) throw new Error(result.error.message)
    return result.value
  }
}

function recordsOf(count: number): ReadonlyArray<unknown> {
  return Array.from({ length: count }, (_, id) => ({
    id,
    customer: `customer ${id % Math.ceil(count / 10)}`,
    total: id * 1.25,
    open: id % 3 > 0,
  }))
}

function grouped(count: number): string {
  return `
    const records = await tools.get(${count})
    const byCustomer = new Map()
    for (const record of records) {
      if (!record.open) continue
      const group = byCustomer.get(record.customer) ?? { customer: record.customer, count: 0, total: 0 }
      group.count++
      group.total += record.total
      byCustomer.set(record.customer, group)
    }
    const groups = [...byCustomer.values()].sort((a, b) => b.total - a.total)
    return { groups, kept: records.filter((record) => record.total > 100).map(({ id, total }) => ({ id, total })) }`
}

/** All that a model is told of so many tools, and what it asks for. */
function discovery(count: number): Task {
  const definitions = Array.from({ length: count }, (_, n) =>
    Tool.make({
      description: `Changes the invoice of the ${n}th customer. Fails if it is locked.`,
      input: Schema.Struct({
        id: Schema.String,
        amount: Schema.Number,
        reason: Schema.optional(Schema.String),
      }),
      execute: () => undefined,
    }),
  )
  const tools: Record<string, Record<string, Tool.Definition>> = {}
  for (const [n, tool] of definitions.entries()) {
    ;(tools[`service${n % Math.ceil(count / 50)}`] ??= {})[`change_invoice_${n}`] = tool
  }
  return async () => {
    const { instructions, search } = CodeMode.make({ tools })
    return [instructions(), search("change the invoice of a customer"), search("service1 invoice 77")]
  }
}

/** A new program of so many characters each time, of which a function is called. */
function compiling(characters: number): Task {
  let functions = ""
  for (let n = 0; functions.length < characters; n++) {
    functions += `function work${n}(items, { limit = ${n} } = {}) {
  const kept = items.filter((item) => item.total > limit && item.name !== "none").map(({ name, total }) => \`\${name}: \${total}\`)
  if (kept.length === 0) return { kept, done: false }
  for (const name of kept) if (name.length > limit) return { name, done: true }
  return { kept, done: kept.every((name) => name.includes(":")) }
}
`
  }
  let programs = 0
  return () => running(`${functions} // ${programs++}\nreturn work1([{ name: "a", total: 5 }]).done`)()
}

/** A run of so many frames that wait for one another: loaded until it waits again, then saved. */
async function reviving(frames: number): Promise<Task> {
  let state = await saved(
    runtime.program(
      `const wait = async (n) => n === 0 ? await tools.ask(1) : await wait(n - 1); return await wait(${frames})`,
    ),
  )
  return async () => (state = await saved(runtime.resume(state)))
}

async function saved(program: ReturnType<typeof runtime.resume>): Promise<Snapshot> {
  const fiber = Effect.runFork(program.run())
  await Effect.runPromise(program.idle)
  const outcome = await Effect.runPromise(program.suspend())
  await Effect.runPromise(Fiber.join(fiber))
  if (outcome.ok !== "suspended") throw new Error("the run has ended")
  return outcome.state
}
