/**
 * Schemas and documents that a host got from elsewhere: each becomes a signature of bounded size, `unknown` where it cannot
 * be read, or a `TypeError` of the maker; and what is wrong with one tool is never another's.
 */
import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import * as Tool from "../../src/Tool.ts"

type Json = Readonly<Record<string, unknown>>

const trap = (): never => {
  throw new Error("trap")
}
const traps = { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap }
const trapped = (): Json => new Proxy({}, traps)
const getter = (name: string, others: Json = {}): Json =>
  Object.defineProperty({ ...others }, name, { get: trap, enumerable: true })
function nested(levels: number, around: (schema: Json) => Json): Json {
  let schema: Json = { type: "string" }
  for (let level = 0; level < levels; level++) schema = around(schema)
  return schema
}
const range = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)
const field = (schema: unknown): Json => ({ type: "object", properties: { a: schema } })
const cyclic: { type: string; properties: Record<string, unknown>; enum?: unknown } = {
  type: "object",
  properties: {},
}
cyclic.properties["self"] = cyclic
const list: Array<unknown> = []
list.push(list)
const weird = [Symbol("s"), 10n, (): number => 1, new Date(Number.NaN), undefined, Number.NaN, list]
const keywords = [
  "type", "enum", "const", "default", "description", "title", "format", "pattern", "minimum", "multipleOf", "required",
  "examples", "properties", "patternProperties", "propertyNames", "additionalProperties", "items", "prefixItems", "allOf",
  "anyOf", "not", "if", "$ref", "$id", "$anchor", "$dynamicRef", "$schema", "$defs", "dependentRequired",
] // prettier-ignore

/** Each with a part of the signature that it gives. */
const schemas: ReadonlyArray<readonly [what: string, schema: () => unknown, shown: string]> = [
  ["objects that contain themselves", () => cyclic, "self?: unknown"],
  ["lists that contain themselves", () => field({ enum: [list], default: list, const: list }), "a?: "],
  ["a reference to itself", () => ({ $ref: "#" }), "input?: unknown"],
  ["references in a circle", () => ({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }), "input?: unknown"],
  ["references to prototypes", () => ({ properties: Object.fromEntries(["#/__proto__", "#/constructor/name", "#/$defs/toString", "#/properties/__proto__"].map(($ref, at) => [`a${at}`, { $ref }])), $defs: {} }), "a0?: unknown"],
  ["names of prototypes", () => JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["__proto__"],"__proto__":{"type":"array"}}'), "__proto__: string"],
  ["a chain of 10,000 references", () => ({ ...field({ $ref: "#/$defs/d0" }), $defs: Object.fromEntries(range(10_000).map((at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }])) }), "a?: unknown"],
  ["many long references", () => { const $ref = `#${"/a".repeat(50_000)}`; return { allOf: range(1_000).map(() => ({ $ref })) } }, "input?: unknown"],
  ["references that are none", () => ({ $id: "http://[bad", $ref: "%", properties: { a: { $id: "::::", $ref: "http://[::" } } }), "a?: unknown"],
  ["patterns that take forever", () => ({ ...field({ type: "string", pattern: "(a+)+$" }), patternProperties: { "^(a|a)*$": { type: "string" }, "(": {} }, propertyNames: { pattern: "((a*)*)*$" } }), "@pattern (a+)+$"],
  ["properties that throw", () => getter("properties", { type: "object" }), ": unknown"],
  ["a description that throws", () => field(getter("description")), ": unknown"],
  ["a proxy whose traps throw", () => field(trapped()), ": unknown"],
  ["values whose methods throw", () => field({ enum: [{ toJSON: trap, toString: trap }], default: { toJSON: trap }, minimum: { [Symbol.toPrimitive]: trap } }), ": unknown"],
  ["10,000 levels of items", () => nested(10_000, (items) => ({ type: "array", items })), "unknown["],
  ["10,000 levels of not", () => nested(10_000, (not) => ({ not })), "input?: unknown"],
  ["10,000 levels of a default", () => field({ default: range(10_000).reduce<unknown>((inner) => [inner], 1) }), "a?: unknown"],
  ["megabytes of words", () => ({ title: "t".repeat(1e6), description: "d ".repeat(1e6), properties: { a: { type: "string", description: "\u202e".repeat(1e6) } } }), "a?: string"],
  ["a million values", () => field({ enum: range(1e6).map((at) => `v${at}`) }), "more values */"],
  ["a million required names", () => ({ type: "object", required: range(1e6).map((at) => `v${at}`) }), "v0: unknown"],
  ["a million elements", () => field({ type: "array", prefixItems: range(1e6).map(() => ({ type: "string" })) }), "more elements */"],
  ["100,000 parts", () => ({ allOf: range(100_000).map((at) => ({ properties: { [`p${at}`]: {} } })) }), "p0?: unknown"],
  ["alternatives of alternatives", () => nested(40, (a) => ({ anyOf: [{ type: "object", properties: { a, b: a } }, { type: "array", items: a }] })), "a?: "],
  ["a list that says that it has a billion parts", () => ({ enum: new Proxy([], { get: (_, key) => (key === "length" ? 1e9 : {}) }), allOf: new Proxy([], { get: (_, key) => (key === "length" ? 1e9 : {}) }) }), ": unknown"],
  ["a Map", () => new Map([["type", "string"]]), "input?: unknown"],
  ["an instance", () => new (class { readonly type = "object"; readonly properties = { a: { type: "string" } } })(), "a?: string"],
  ...keywords.map((keyword) => [`${keyword} of no type that it may have`, () => ({ type: "object", properties: Object.fromEntries(weird.map((value, at) => [`a${at}`, { [keyword]: value }])) }), ": "] as const),
] // prettier-ignore

test.each(schemas)(
  "%s: a signature of bounded size, found and called",
  async (_, schema, shown) => {
    const hostile = schema() as Tool.JsonSchema
    const tool = Tool.make({ description: "Bad", input: hostile, output: hostile, execute: () => 1 })
    const other = Tool.make({ description: "Good", input: field({ type: "number" }), execute: () => {} })
    const runtime = CodeMode.make({ tools: { bad: { tool }, other } })
    const [bad, good] = runtime.catalog().map(({ signature }) => signature)
    expect(bad).toContain(shown)
    expect(bad!.length).toBeLessThan(80_100)
    expect(good).toBe("tools.other(input?: { a?: number }): Promise<void>")
    expect(runtime.instructions().length).toBeLessThan(12_000)
    const code = "return [await tools.bad.tool({ a: 1 }), search('bad tool').items.length]"
    expect(await Effect.runPromise(runtime.execute(code))).toMatchObject({ ok: true, value: [1, 1] })
  },
  30_000,
)

describe("a tree of tools", () => {
  const tool = Tool.make({ description: "", input: true, execute: () => 1 })
  const levels = (count: number): CodeMode.Options["tools"] => {
    let tree: Record<string, unknown> = { tool }
    for (let level = 1; level < count; level++) tree = { a: tree }
    return tree as never
  }
  test.each([
    ["of 20,000 levels", levels(20_000)],
    ["with a name of 100,000 segments", { [`a${".a".repeat(100_000)}`]: tool }],
    ["with a name of 60 segments below ten levels", { a: { b: { c: { d: { [`a${".a".repeat(60)}`]: tool } } } } }],
  ])("%s is refused", (_, tools) => {
    expect(() => CodeMode.make({ tools: tools as never })).toThrow("has a name of more than 64 segments below it")
  }) // prettier-ignore

  test("of 64 levels works", () => {
    expect(CodeMode.make({ tools: levels(64)! }).catalog().map(({ path }) => path)).toEqual([`${"a.".repeat(63)}tool`])
  }) // prettier-ignore
})

describe("a document", () => {
  const good = { "/ok": { get: { operationId: "ok" } } }
  const documentOf = (bad: unknown, more: Json = {}): Json => ({
    openapi: "3.1.0",
    servers: [{ url: "https://a.test" }],
    paths: { ...good, "/bad": bad },
    ...more,
  })
  const posting = (schema: unknown): Json => ({
    post: {
      operationId: "bad",
      requestBody: { content: { "application/json": { schema } } },
      responses: { 200: { content: { "application/json": { schema } } } },
    },
  })
  const operation = (more: Json): Json => ({ get: { operationId: "bad", ...more } })
  const namesOf = (spec: Json): { readonly tools: ReadonlyArray<string>; readonly reasons: string } => {
    const { tools, skipped } = OpenAPI.fromSpec({ spec })
    const runtime = CodeMode.make({ tools: tools as never })
    const catalog = runtime.catalog()
    for (const { signature } of catalog) expect(signature.length).toBeLessThan(80_200)
    expect(runtime.instructions().length).toBeLessThan(12_000)
    return { tools: catalog.map(({ path }) => path), reasons: skipped.map(({ reason }) => reason).join("\n") }
  }

  const skipped: ReadonlyArray<readonly [what: string, bad: () => unknown, reason: string]> = [
    ["an operation that throws", () => getter("get"), "malformed: trap"],
    ["an operationId that throws", () => ({ get: getter("operationId") }), "malformed: trap"],
    ["parameters that throw", () => ({ get: getter("parameters", { operationId: "bad" }) }), "malformed: trap"],
    ["security that throws", () => ({ get: getter("security", { operationId: "bad" }) }), "malformed: trap"],
    ["parameters that throw what cannot be read", () => ({ get: Object.defineProperty({}, "parameters", { enumerable: true, get: () => { throw trapped() } }) }), "malformed: an error that cannot be read"],
    ["an operation whose traps throw", () => ({ get: new Proxy({}, traps) }), "malformed: trap"],
    ["a revoked proxy", () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return { get: proxy } }, "malformed: "],
    ["parameters that contain themselves", () => operation({ parameters: list }), "parameter 0 is not a Parameter Object"],
    ["a reference to itself", () => ({ $ref: "#/paths/~1bad" }), "its $ref leads to nothing"],
    ["references to a prototype", () => operation({ parameters: [{ $ref: "#/constructor/prototype" }] }), "leads to nothing"],
    ["10,000 parameters of one name", () => operation({ parameters: range(10_000).map(() => ({ name: "a", in: "query", schema: {} })) }), "is listed twice"],
    ["10,000 levels of arrays", () => operation({ parameters: [{ name: "a", in: "query", schema: nested(10_000, (items) => ({ type: "array", items })) }] }), "no style is defined for an array of arrays"],
    ["symbols", () => operation({ parameters: [{ name: Symbol("a"), in: Symbol("b"), schema: Symbol("c") }] }), "has no name"],
  ] // prettier-ignore

  test.each(skipped)("with %s skips that operation alone", (_, bad, reason) => {
    const { tools, reasons } = namesOf(documentOf(bad()))
    expect(tools).toEqual(["ok"])
    expect(reasons).toContain(reason)
  })

  test("with a path item that throws skips that path alone", () => {
    const paths = Object.defineProperty({ ...good }, "/bad", { get: trap, enumerable: true })
    expect(namesOf({ ...documentOf({}), paths })).toEqual({ tools: ["ok"], reasons: "malformed: trap" })
  })

  const taken: ReadonlyArray<readonly [what: string, bad: () => unknown]> = [
    ["schemas that contain themselves", () => posting(cyclic)],
    ["schemas whose getters throw", () => posting(getter("properties", { type: "object" }))],
    ["schemas whose traps throw", () => posting(trapped())],
    ["10,000 levels", () => posting(nested(10_000, (a) => ({ type: "object", properties: { a } })))],
    ["10,000 levels of a form", () => ({ post: { operationId: "bad", requestBody: { content: { "application/x-www-form-urlencoded": { schema: nested(10_000, (a) => ({ type: "object", properties: { a } })) } } } } })],
    ["alternatives of alternatives", () => posting({ allOf: range(40).map((at) => ({ oneOf: range(40).map((n) => ({ properties: { [`p${at}_${n}`]: {} } })) })) })],
    ["patterns that take forever", () => posting(field({ type: "string", pattern: "(a+)+$" }))],
    ["megabytes of words", () => ({ post: { ...(posting({ description: "d ".repeat(1e6) })["post"] as Json), description: "o ".repeat(1e6) } })],
    ["50,000 parameters", () => operation({ parameters: range(50_000).map((at) => ({ name: `p${at}`, in: "query", schema: {} })) })],
    ["responses of no kind", () => operation({ responses: { 200: { $ref: "#/components/responses/a" }, [`2${"x".repeat(1e5)}`]: {}, "2XX": null, default: 5 } })],
  ] // prettier-ignore

  test.each(taken)(
    "with %s is taken",
    (_, bad) => {
      expect(namesOf(documentOf(bad()))).toEqual({ tools: ["bad", "ok"], reasons: "" })
    },
    20_000,
  )

  test("with an operationId of many segments, or a long one, names the tool shortly", () => {
    for (const operationId of [`a${".b".repeat(100_000)}`, "a".repeat(1e6), `a${".".repeat(1e6)}b`]) {
      const { tools } = namesOf(documentOf({ get: { operationId } }))
      expect(tools.length).toBe(2)
      for (const name of tools) expect(name.length).toBeLessThanOrEqual(128)
    }
  })

  test("with names of prototypes changes none", () => {
    const text = `{ "openapi": "3.1.0", "servers": [{ "url": "https://a.test" }], "__proto__": { "polluted": 1 }, "tags": [{ "name": "__proto__", "description": "d" }],
      "paths": { "/x": { "get": { "operationId": "__proto__.polluted" }, "__proto__": { "x": 1 } }, "__proto__": { "get": {} }, "/y": { "post": { "operationId": "constructor", "tags": ["__proto__"] } } } }`
    expect(namesOf(JSON.parse(text) as Json)).toEqual({
      tools: ["__proto__.polluted", "constructor"],
      reasons: "path does not begin with /",
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
