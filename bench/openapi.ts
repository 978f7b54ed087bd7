/**
 * What GitHub's document (13 MB, over 1,200 operations) costs: tools, instructions, first search, one call, and the
 * bytes that an operation keeps. Each figure is the median of processes of their own, because only a first time counts.
 * Run: `npx bun bench/openapi.ts` or `node --expose-gc bench/openapi.ts` (installs the document into `.cache/openapi`
 * when first run)
 */
import { spawnSync } from "node:child_process"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { makeCatalog } from "../src/catalog/catalog.ts"
import { resolveDiscovery } from "../src/catalog/budget.ts"
import * as Limits from "../src/Limits.ts"
import * as Namespace from "../src/Namespace.ts"
import * as OpenAPI from "../src/OpenAPI.ts"
import type { Definition } from "../src/Tool.ts"
import { githubDocument } from "../test/openapi/documents.ts"

const processes = 7

/** In milliseconds, and in bytes for `bytesPerOperation`. */
type Figures = Readonly<
  Record<
    "fromSpec" | "instructions" | "firstSearch" | "nextSearch" | "call" | "bytesPerOperation" | "operations",
    number
  >
>

/** Wall time, or the thread's own where that is less because other work took the machine. */
const cpuUsage = process.threadCpuUsage ?? process.cpuUsage

function time<A>(f: () => A): readonly [milliseconds: number, result: A] {
  const started = performance.now()
  const cpu = cpuUsage()
  const result = f()
  const { user, system } = cpuUsage(cpu)
  return [Math.min(performance.now() - started, (user + system) / 1000), result]
}

function heapBytes(): number {
  if (typeof Bun === "undefined") (globalThis as { gc?: () => void }).gc?.()
  else Bun.gc(true)
  return process.memoryUsage().heapUsed
}

function measure(): Figures {
  const spec = githubDocument().read()
  const before = heapBytes()
  const [fromSpec, api] = time(() => OpenAPI.fromSpec({ spec }))
  const kept = heapBytes() - before
  const flat = Namespace.flatten({ github: api.tools })
  const options = {
    discovery: resolveDiscovery(),
    limits: Limits.resolve(),
    globals: [],
    timeZone: "UTC",
    locale: "en-US",
  }
  const catalog = makeCatalog(flat as never, options)
  const [instructions] = time(() => catalog.instructions())
  const [firstSearch] = time(() => catalog.search("create an issue"))
  const [nextSearch] = time(() => catalog.search("list pull request reviews"))
  const tools = new Map(flat.tools)
  return {
    fromSpec,
    instructions,
    firstSearch,
    nextSearch,
    call: callMilliseconds(tools),
    bytesPerOperation: kept / tools.size,
    operations: tools.size,
  }
}

/** One call of one tool over a client that answers at once. */
function callMilliseconds(tools: ReadonlyMap<string, unknown>): number {
  const tool = tools.get("github.issues_get") as Definition<HttpClient.HttpClient>
  const client = HttpClient.make((request) =>
    Effect.sync(() =>
      HttpClientResponse.fromWeb(
        request,
        new Response("{}", { headers: { "content-type": "application/json" } }),
      ),
    ),
  )
  const { execution } = tool
  if (execution.kind === "durable") throw new Error("not durable")
  const call = { key: "k", path: "p", signal: new AbortController().signal }
  const effect = execution.run({ owner: "o", repo: "r", issue_number: 1 }, call)
  const times = 2_000
  const [milliseconds] = time(() => {
    for (let count = 0; count < times; count++)
      Effect.runFork(Effect.provideService(effect, HttpClient.HttpClient, client))
  })
  return milliseconds / times
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!

if (process.argv[2] === "--once") {
  console.log(JSON.stringify(measure()))
} else {
  githubDocument()
  const runs = Array.from({ length: processes }, () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...process.execArgv, import.meta.filename, "--once"],
      {
        encoding: "utf8",
        timeout: 60_000,
      },
    )
    if (stdout === "") throw new Error(stderr)
    return JSON.parse(stdout) as Figures
  })
  const of = (name: keyof Figures): number => median(runs.map((run) => run[name]))
  const line = (name: string, value: number, unit: string, limit?: number): void =>
    console.log(
      `${name.padEnd(44)} ${value.toFixed(value < 10 ? 3 : 0).padStart(8)} ${unit}${limit === undefined ? "" : `  (at most ${limit}, ${(value / limit).toFixed(2)} of it)`}`,
    )
  line("operations that are tools", of("operations"), "")
  line("fromSpec", of("fromSpec"), "ms", 400)
  line("instructions", of("instructions"), "ms")
  line("first search", of("firstSearch"), "ms")
  line("instructions and first search", of("instructions") + of("firstSearch"), "ms", 300)
  line("next search", of("nextSearch"), "ms")
  line("one call, without the network", of("call"), "ms")
  line("memory for each operation before its first use", of("bytesPerOperation"), "bytes")
}
