/**
 * What discovery costs for 1,000 and 10,000 tools of ten fields: `make`, the first and next instructions and search,
 * a suggestion, and the bytes that are kept. Medians over fresh runtimes, the sizes in turns, in one process. Started by
 * `catalog.ts`.
 */
import { makeSuggester } from "../src/catalog/suggest.ts"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"

const sizes = [1_000, 10_000] as const
const rounds = 9
const warmUps = 3

const verbs = ["create", "get", "list", "update", "delete", "archive", "restore", "export"]
const things = [
  "account",
  "comment",
  "event",
  "file",
  "invoice",
  "issue",
  "label",
  "message",
  "order",
  "user",
]
const fields = [
  "id",
  "owner",
  "title",
  "body",
  "state",
  "limit",
  "cursor",
  "createdAfter",
  "labels",
  "dryRun",
]

const input = (thing: string) => ({
  type: "object",
  properties: Object.fromEntries(
    fields.map((name, at) => [
      name,
      { type: at === 5 ? "integer" : "string", description: `The ${name} of the ${thing} that is meant` },
    ]),
  ),
  required: ["id"],
})

/** A tree of `size` tools in namespaces of about fifty. Schemas are made before any clock runs. */
function makeTree(size: number): Record<string, Record<string, Tool.Definition>> {
  const tree: Record<string, Record<string, Tool.Definition>> = {}
  for (let at = 0; at < size; at++) {
    const thing = things[at % things.length]!
    const name = `${verbs[at % verbs.length]!}_${thing}_${at}`
    const description = `${verbs[at % verbs.length]!} one ${thing} of the ${at}th kind. Fails if it is locked.`
    const namespace = (tree[`service_${Math.floor(at / 50)}`] ??= {})
    namespace[name] = Tool.make({ description, input: input(thing), execute: () => undefined })
  }
  return tree
}

const queries = [
  "list invoices",
  "how do I archive a message",
  "createdAfter",
  "order",
  "service_3 update user",
  "label 77",
]

const unknownPaths = [
  "service_2.getInvoice110",
  "create_acount_12",
  "service_9.list",
  "orders.update",
  "label.archive_77",
]

interface Figures {
  make: number
  firstInstructions: number
  nextInstructions: number
  firstSearch: number
  nextSearch: number
  firstSuggestion: number
  nextSuggestion: number
}

const timed = (run: () => unknown): number => {
  const start = performance.now()
  run()
  return performance.now() - start
}

type Tree = Record<string, Record<string, Tool.Definition>>

function measure(tree: Tree): Figures {
  let runtime!: CodeMode.Runtime
  const make = timed(() => (runtime = CodeMode.make({ tools: tree })))
  const firstInstructions = timed(() => runtime.instructions())
  const nextInstructions = timed(() => runtime.instructions())
  const firstSearch = timed(() => runtime.search(queries[0]!))
  const nextSearch = median(queries.map((query) => timed(() => runtime.search(query))))
  const { suggestPaths } = makeSuggester(runtime.catalog().map(({ path }) => path))
  const firstSuggestion = timed(() => suggestPaths("service_1.creat_order", 3))
  const nextSuggestion = median(unknownPaths.map((path) => timed(() => suggestPaths(path, 3))))
  return {
    make,
    firstInstructions,
    nextInstructions,
    firstSearch,
    nextSearch,
    firstSuggestion,
    nextSuggestion,
  }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!

/** What a runtime keeps after its first instructions and its first search, beside the tools themselves. */
async function keptBytes(tree: Tree): Promise<number> {
  const before = await heapBytes()
  const runtime = CodeMode.make({ tools: tree })
  runtime.instructions()
  runtime.search(queries[0]!)
  const after = await heapBytes()
  runtime.search(queries[1]!)
  return after - before
}

async function heapBytes(): Promise<number> {
  if (typeof Bun === "undefined") {
    const { gc } = globalThis as { gc?: () => void }
    for (let pass = 0; pass < 4; pass++) gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  Bun.gc(true)
  const { heapStats } = await import("bun:jsc")
  return heapStats().heapSize
}

/** Ten trees of a thousand tools and one of ten thousand: no size finds its tools in the processor's caches. */
const trees = sizes.map((size) => Array.from({ length: sizes[1] / size }, () => makeTree(size)))
const measured: ReadonlyArray<Array<Figures>> = sizes.map(() => [])
for (let round = 0; round < warmUps + rounds; round++) {
  for (const [at, sameSize] of trees.entries()) {
    const figures = sameSize.map(measure)
    if (round >= warmUps) measured[at]!.push(...figures)
  }
}

const rows: Array<Record<string, number>> = []
for (const [at, size] of sizes.entries()) {
  const each = (name: keyof Figures): number => median(measured[at]!.map((it) => it[name]))
  rows.push({
    tools: size,
    "make ms": each("make"),
    "first instructions ms": each("firstInstructions"),
    "next instructions ms": each("nextInstructions"),
    "first search ms": each("firstSearch"),
    "next search ms": each("nextSearch"),
    "first suggestion ms": each("firstSuggestion"),
    "next suggestion ms": each("nextSuggestion"),
    "kept bytes per tool": (await keptBytes(trees[at]![0]!)) / size,
  })
}

const [few, many] = rows
const growth = Object.fromEntries(Object.keys(few!).map((name) => [name, many![name]! / few![name]!]))
console.log(typeof Bun === "undefined" ? `Node ${process.versions.node}` : `Bun ${Bun.version}`)
for (const row of [...rows, growth]) {
  console.log(
    Object.entries(row)
      .map(([name, value]) => `${name} ${Number(value.toFixed(3))}`)
      .join(", "),
  )
}
