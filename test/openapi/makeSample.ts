/**
 * Writes `fixtures/openapi/sample.json`, a few hundred operations of the real documents with what they refer to, and what becomes of
 * each: some of every reason, the rest tools, spread over all documents. Run after `npm run sweep:openapi`.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { realDocuments } from "./documents.ts"

type Json = { readonly [key: string]: unknown }
type Draft = Record<string, unknown>

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
const maxPerReason = 3
const maxTools = 240
const maxCharacters = 2_500
const maxDepth = 12

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Words and markings that change nothing about requests and answers. */
const dropped = new Set([
  "description",
  "summary",
  "example",
  "examples",
  "externalDocs",
  "title",
  "xml",
  "callbacks",
  "links",
  "tags",
])

function pruned(value: unknown, refs: Set<string>, depth = 0, isMap = false): unknown {
  if (depth > maxDepth) return {}
  if (Array.isArray(value)) return value.slice(0, 40).map((item) => pruned(item, refs, depth + 1))
  if (!isObject(value)) return typeof value === "string" && value.length > 300 ? value.slice(0, 300) : value
  const draft: Draft = {}
  for (const [key, item] of Object.entries(value)) {
    if (!isMap && (dropped.has(key) || key.startsWith("x-"))) continue
    if (key === "$ref" && typeof item === "string") refs.add(item)
    draft[key] = pruned(
      item,
      refs,
      depth + 1,
      [
        "properties",
        "patternProperties",
        "variables",
        "encoding",
        "content",
        "headers",
        "mapping",
        "responses",
      ].includes(key),
    )
  }
  return draft
}

function pointed(root: Json, ref: string): unknown {
  let value: unknown = root
  for (const token of ref.slice(2).split("/")) {
    const key = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~")
    value = isObject(value) || Array.isArray(value) ? (value as Json)[key] : undefined
  }
  return value
}

function place(document: Draft, ref: string, value: unknown): void {
  const tokens = ref
    .slice(2)
    .split("/")
    .map((token) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"))
  let at = document
  for (const token of tokens.slice(0, -1)) at = (at[token] ??= {}) as Draft
  at[tokens.at(-1)!] ??= value
}

/** One operation as a document of its own, or nothing if that is long. */
function excerpt(root: Json, path: string, method: string): Json | undefined {
  const item = (root["paths"] as Draft)[path] as Json
  const refs = new Set<string>()
  const parameters = item["parameters"] === undefined ? {} : { parameters: pruned(item["parameters"], refs) }
  const document: Draft = {
    openapi: root["openapi"],
    ...(Array.isArray(root["servers"]) ? { servers: pruned(root["servers"].slice(0, 1), refs) } : {}),
    ...(root["security"] === undefined ? {} : { security: root["security"] }),
    paths: { [path]: { ...parameters, [method]: pruned(responsesCut(item[method] as Json), refs) } },
  }
  const schemes = ((root["components"] as Json | undefined)?.["securitySchemes"] ?? {}) as Json
  const security = ((item[method] as Json)["security"] ?? root["security"] ?? []) as ReadonlyArray<Json>
  for (const name of Array.isArray(security) ? security.flatMap((one: Json) => Object.keys(one)) : []) {
    if (schemes[name] !== undefined)
      place(
        document,
        `#/components/securitySchemes/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        pruned(schemes[name], refs),
      )
  }
  if ([...refs].some((ref) => ref.startsWith("#/paths/"))) return undefined
  const placed = new Set<string>()
  for (const ref of refs) {
    if (placed.has(ref) || !ref.startsWith("#/") || placed.size > 40) continue
    placed.add(ref)
    const target = pointed(root, ref)
    if (target !== undefined) place(document, ref, pruned(target, refs, 2))
  }
  return JSON.stringify(document).length > maxCharacters ? undefined : document
}

/** Answers that are no success say nothing about the tool. */
function responsesCut(operation: Json): Json {
  const responses = Object.entries((operation["responses"] ?? {}) as Json).filter(([status]) =>
    /^(2|1|default)/.test(status),
  )
  return { ...operation, responses: Object.fromEntries(responses) }
}

const kindOf = (reason: string): string =>
  reason.replace(/"[^"]*"/g, "").replace(/\b(parameter|part|field|body|response|scheme|server) \S+/g, "$1")

const byReason = new Map<string, number>()
const sample: Array<{
  readonly from: string
  readonly document: Json
  readonly baseUrl?: string
  readonly outcome: string
}> = []
const documents = realDocuments().filter(({ name }) => !name.includes("deref"))
let tools = 0
for (const [index, { name, read }] of documents.entries()) {
  const root = read()
  const paths = Object.entries((root["paths"] ?? {}) as Json)
  const skipped = OpenAPI.fromSpec({ spec: root }).skipped
  const wanted: Array<readonly [string, string]> = []
  for (const { method, path, reason } of skipped) {
    const kind = kindOf(reason)
    if ((byReason.get(kind) ?? 0) < maxPerReason && methods.includes(method.toLowerCase()))
      wanted.push([path, method.toLowerCase()])
  }
  if (index % 9 === 4 && tools < maxTools) {
    for (const step of [0.3, 0.7]) {
      const [path, item] = paths[Math.floor(paths.length * step)] ?? []
      const method = isObject(item) ? methods.find((one) => isObject(item[one])) : undefined
      if (path !== undefined && method !== undefined) wanted.push([path, method])
    }
  }
  for (const [path, method] of wanted) {
    const item = (root["paths"] as Draft)[path]
    if (!isObject(item) || !isObject(item[method]) || item["$ref"] !== undefined) continue
    const document = excerpt(root, path, method)
    if (document === undefined) continue
    const result = OpenAPI.fromSpec({ spec: document })
    const reason = result.skipped[0]?.reason
    if (reason !== undefined) {
      const kind = kindOf(reason)
      const count = byReason.get(kind) ?? 0
      if (count >= maxPerReason) continue
      byReason.set(kind, count + 1)
    } else tools++
    sample.push({ from: `${name} ${method} ${path}`, document, outcome: reason ?? "tool" })
  }
}
writeFileSync(
  join(import.meta.dirname, "../fixtures/openapi/sample.json"),
  `[\n${sample.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`,
)
console.log(`${sample.length} operations, ${tools} tools, ${byReason.size} kinds of reasons`)
