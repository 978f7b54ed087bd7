/** How large saved runs are, and how long saving and loading takes, in the engine that runs this file. Started by `snapshot.ts`. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"
import { between } from "../src/runtime/between.ts"
import type { Parts } from "../src/runtime/parts.ts"
import { restoreRun } from "../src/runtime/restore.ts"
import type { Run } from "../src/runtime/run.ts"
import { saveRun } from "../src/runtime/suspend.ts"
import { toJson } from "../src/snapshot/envelope.ts"
import { type Sample, summarize } from "./sample.ts"

interface Measured {
  readonly name: string
  readonly code: string
  readonly minBytes: number
  readonly maxBytes: number
  /** Of saving, and of loading. */
  readonly maxMs: number
}

/** What a program that works on business data holds: records within records, texts, numbers, maps and sets. */
const businessData = `
  const cities = ["Lisbon", "Zürich", "Łódź", "Nairobi", "Porto Alegre"]
  const customers = Array.from({ length: 6000 }, (_, id) => ({
    id, name: "Customer " + id, email: "customer" + id + "@example.com", active: id % 3 > 0, score: id / 7,
    tags: ["retail", "tier" + id % 5, null], address: { street: id + " High Street", city: cities[id % 5], zip: String(10000 + id) },
  }))
  const orders = Array.from({ length: 12000 }, (_, id) => ({
    id: "ord_" + (id * 7919).toString(36), customer: customers[id * 7 % 6000], total: id * 19.99, currency: "EUR",
    placed: new Date(1.7e12 + id * 6e5).toISOString(), note: id % 4 ? undefined : "Leave it with neighbour number " + id,
    lines: Array.from({ length: 1 + id % 3 }, (_, line) => ({ sku: "sku-" + (id * 31 + line) % 500, quantity: line + 1, price: id % 100 / 3 })),
  }))
  const byCustomer = Map.groupBy(orders, (order) => order.customer.id)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const totals = Object.fromEntries(customers.slice(0, 2000).map(({ name, score }) => [name, score * 3]))
  const emails = new Set(customers.map(({ email }) => email))
  const matrix = Array.from({ length: 200 }, (_, row) => Array.from({ length: 200 }, (_, column) => row % 2 ? row * column : Math.sin(row * column)))
  const documents = Array.from({ length: 1350 }, (_, id) => ({ id, title: "Document " + id, text: ("Paragraph " + id + " says what every paragraph says, once more. ").repeat(35) }))
  await tools.ask({ id: 1 })
  return [byCustomer.size, byId.size, emails.size, matrix.length, documents.length, Object.keys(totals).length]`

const programs: ReadonlyArray<Measured> = [
  {
    name: "waiting for one call",
    code: `return await tools.ask({ id: 1 })`,
    minBytes: 0,
    maxBytes: 1_500,
    maxMs: 0.3,
  },
  {
    name: "waiting for 100 calls",
    code: `return await Promise.all(Array.from({ length: 100 }, (_, id) => tools.ask({ id })))`,
    minBytes: 0,
    maxBytes: 12_000,
    maxMs: 1.5,
  },
  { name: "business data", code: businessData, minBytes: 5_000_000, maxBytes: Infinity, maxMs: 100 },
]

const ask = Tool.make({
  description: "Waits for an answer",
  input: Schema.Struct({ id: Schema.Number }),
  output: true,
  execute: Tool.durable({
    start: ({ id }: { id: number }) => ({ id }),
    wait: () => Effect.never,
    cancel: () => {},
  }),
})
const runtime = CodeMode.make({ tools: { ask } })
const engine =
  process.versions.bun === undefined ? `Node ${process.versions.node}` : `Bun ${process.versions.bun}`

for (const program of programs) await measure(program)
process.exit(process.exitCode)

async function measure({ name, code, minBytes, maxBytes, maxMs }: Measured): Promise<void> {
  const { run, fiber } = await waiting(code)
  const state = saveRun(run)
  const json = toJson(state)
  const { parts } = run
  const repeats = maxMs > 10 ? 15 : 2_000
  const times = {
    save: timed(repeats, () => saveRun(run)),
    load: timed(repeats, () => loaded(parts, state).abandon()),
    "save as JSON": timed(repeats, () => toJson(saveRun(run))),
    "load JSON": timed(repeats, () => loaded(parts, json).abandon()),
  }
  const bytes = state.length - code.length
  const told = Object.entries(times).map(
    ([what, { medianMs, minMs }]) => `${what} ${medianMs.toFixed(3)} ms (lowest ${minMs.toFixed(3)})`,
  )
  const isWithin =
    bytes >= minBytes && bytes <= maxBytes && Object.values(times).every(({ medianMs }) => medianMs <= maxMs)
  if (!isWithin) process.exitCode = 1
  console.log(
    `${engine}: ${name}: ${bytes} bytes${maxBytes === Infinity ? "" : ` of ${maxBytes}`}; ${told.join(", ")}; of ${maxMs} ms${isWithin ? "" : ": MISSED"}`,
  )
  await Effect.runPromise(Fiber.interrupt(fiber))
}

/** A run that waits for its calls. */
async function waiting(code: string): Promise<{ run: Run; fiber: Fiber.Fiber<unknown, unknown> }> {
  let run: Run | undefined
  between.steps = (seen) => {
    run = seen
    return 4_000
  }
  const program = runtime.program(code)
  const fiber = Effect.runFork(program.run())
  await Effect.runPromise(program.idle)
  between.steps = undefined
  return { run: run!, fiber }
}

/** Also begins the calls that the state waits for. */
function loaded(parts: Parts, state: unknown): Run {
  const fiber = Effect.runSync(Effect.withFiber((current) => Effect.succeed(current)))
  return restoreRun(parts, state, "bench", fiber) as Run
}

function timed(repeats: number, work: () => void): Sample {
  for (let index = 0; index < repeats / 5; index++) work()
  const times: Array<number> = []
  for (let index = 0; index < repeats; index++) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  return summarize(times)
}
