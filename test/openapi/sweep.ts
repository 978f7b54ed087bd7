/**
 * Turns every real document into tools and tells what became of each operation. Exits with 1 if a document crashes,
 * takes over two seconds, or loses an operation, or if fewer than 96.5 % of the operations are tools.
 * `--list REASON` prints where a reason occurs; `--only TEXT` reads only documents with TEXT in their name.
 */
import * as OpenAPI from "../../src/OpenAPI.ts"
import { flatTools } from "./client.ts"
import { realDocuments } from "./documents.ts"

const maxMilliseconds = 2_000
const minShare = 0.965

const option = (name: string): string | undefined => {
  const index = process.argv.indexOf(name)
  return index < 0 ? undefined : process.argv[index + 1]
}
const list = option("--list")
const only = option("--only") ?? ""

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
const reasons = new Map<string, number>()
const problems: Array<string> = []
let documents = 0
let operations = 0
let tools = 0
let slowest = { name: "", milliseconds: 0 }
let slowestSchemas = { name: "", milliseconds: 0 }

/** Reasons differ in names; the table counts their kinds. */
const kindOf = (reason: string): string =>
  reason
    .replace(/"[^"]*"/g, '"..."')
    .replace(/^(response|request body) \S* ?\(/, "$1 (")
    .replace(
      /^(multipart part|form field|\w+ parameter|security: scheme) .*?(?=: | is | \(| with | has | neither )/,
      "$1 NAME",
    )
    .replace(/ is \S+(, \S+)*, neither/, " is TYPE, neither")
    .replace(/server \S+ is private/, "server NAME is private")
    .replace(/^request body \S+ \((\w+)\) with/, "request body ($1) with")

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/** Wall time, or the process's own time where that is less because other processes took the machine. */
function timed<A>(f: () => A): { readonly result: A; readonly milliseconds: number } {
  const started = performance.now()
  const cpu = process.cpuUsage()
  const result = f()
  const { user, system } = process.cpuUsage(cpu)
  return { result, milliseconds: Math.min(performance.now() - started, (user + system) / 1000) }
}

/** Counted without the adapter, so that none can be lost. */
function countOperations(spec: { readonly [key: string]: unknown }): number {
  const items = Object.values((spec["paths"] ?? {}) as Record<string, unknown>)
  return items.reduce<number>(
    (sum, item) => sum + methods.filter((method) => isRecord(item) && method in item).length,
    0,
  )
}

for (const { name, read } of realDocuments().filter((document) => document.name.includes(only))) {
  const spec = read()
  if (spec["openapi"] === undefined) continue
  documents++
  try {
    let { result, milliseconds } = timed(() => OpenAPI.fromSpec({ spec }))
    if (
      result.skipped.some(({ reason }) => reason.includes("pass baseUrl") || reason.includes("or baseUrl"))
    ) {
      const second = timed(() => OpenAPI.fromSpec({ spec, baseUrl: "https://api.example.test" }))
      result = second.result
      milliseconds = Math.max(milliseconds, second.milliseconds)
    }
    if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds }
    if (milliseconds > maxMilliseconds) problems.push(`${name}: ${Math.round(milliseconds)} ms`)
    const flat = flatTools(result)
    const counted = countOperations(spec)
    const refs = result.skipped.filter(({ method }) => method === "*").length
    const found = flat.size + result.skipped.length - refs
    if (found < counted || (refs === 0 && found !== counted)) {
      const hasPathRefs = Object.values((spec["paths"] ?? {}) as object).some(
        (item: unknown) => isRecord(item) && "$ref" in item,
      )
      if (!hasPathRefs || found < counted)
        problems.push(`${name}: ${counted} operations, ${flat.size} tools, ${result.skipped.length} skipped`)
    }
    operations += flat.size + result.skipped.length
    tools += flat.size
    for (const { reason, method, path } of result.skipped) {
      const kind = kindOf(reason)
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1)
      if (list !== undefined && reason.includes(list)) console.log(`${name} ${method} ${path}: ${reason}`)
    }
    const schemas = timed(() => {
      for (const tool of flat.values()) readSchemas(tool)
    }).milliseconds
    if (schemas > slowestSchemas.milliseconds) slowestSchemas = { name, milliseconds: schemas }
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}

/** Makes a tool's schemas as a signature does: its own level whole, definitions one by one. */
function readSchemas(tool: { readonly input: unknown; readonly output: unknown }): void {
  for (const part of [tool.input, tool.output] as ReadonlyArray<
    { readonly schema: Record<string, unknown> } | undefined
  >) {
    if (part === undefined) continue
    const { $defs, ...own } = part.schema
    for (const [, name] of JSON.stringify(own).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (($defs as Record<string, unknown>)[name!] === undefined) throw new Error(`no definition ${name}`)
    }
  }
}

console.log(`documents   ${documents}`)
console.log(`operations  ${operations}`)
console.log(`tools       ${tools} (${((100 * tools) / operations).toFixed(2)} %)`)
console.log(`slowest     ${slowest.milliseconds.toFixed(0)} ms to tools (${slowest.name})`)
console.log(
  `            ${slowestSchemas.milliseconds.toFixed(0)} ms more for all schemas (${slowestSchemas.name})`,
)
console.log("\nskipped\n")
for (const [reason, count] of [...reasons].toSorted((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(6)}  ${reason}`)
if (tools / operations < minShare) problems.push(`fewer than ${minShare * 100} % of the operations are tools`)
if (problems.length > 0) {
  console.log(`\n${problems.length} problems\n${problems.slice(0, 50).join("\n")}`)
  process.exit(1)
}
