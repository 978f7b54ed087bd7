import { expect, test } from "bun:test"
import { renderSignature } from "../../src/catalog/signature.ts"
import type { JsonSchema } from "../../src/Tool.ts"
import mcpTools from "./fixtures/mcp-tools.json" with { type: "json" }
import { liftSchemas } from "./lift.ts"
import { declared, typeErrors } from "./typecheck.ts"

interface Real {
  readonly from: string
  readonly schema: JsonSchema
}

const mcpSchemas: ReadonlyArray<Real> = Object.entries(mcpTools).flatMap(([server, tools]) =>
  tools.flatMap((tool) => [
    { from: `${server} ${tool.name} input`, schema: tool.inputSchema },
    ...("outputSchema" in tool ? [{ from: `${server} ${tool.name} output`, schema: tool.outputSchema }] : []),
  ]),
)

/** Keywords that say what a value is. */
const saying = [
  "$ref", "type", "enum", "const", "properties", "required", "items", "prefixItems", "additionalProperties",
  "patternProperties", "allOf", "anyOf", "oneOf", "pattern", "minimum", "maximum", "minLength", "maxLength",
] // prettier-ignore

/** Whether a schema has a place that says nothing about a value, or refers to itself. */
function leavesOpen(schema: unknown, root: unknown, trail: ReadonlyArray<unknown> = []): boolean {
  if (schema === undefined || typeof schema !== "object" || schema === null) return schema !== false
  const it = schema as Readonly<Record<string, unknown>>
  if (trail.includes(schema)) return true
  if (!saying.some((keyword) => keyword in it)) return true
  const inside = [...trail, schema]
  const open = (part: unknown): boolean => leavesOpen(part, root, inside)
  const properties = (it["properties"] ?? {}) as Readonly<Record<string, unknown>>
  const combined = ["allOf", "anyOf", "oneOf"].flatMap(
    (keyword) => (it[keyword] ?? []) as ReadonlyArray<unknown>,
  )
  const isBare = !("enum" in it) && combined.length === 0
  if (it["type"] === "array" && isBare && it["items"] === undefined && it["prefixItems"] === undefined)
    return true
  if (it["type"] === "object" && isBare && Object.keys(properties).length === 0) {
    return it["additionalProperties"] === undefined || open(it["additionalProperties"])
  }
  return (
    (typeof it["$ref"] === "string" && open(target(it["$ref"], root))) ||
    [...Object.values(properties), ...combined].some(open) ||
    (it["items"] !== undefined && open(it["items"])) ||
    (it["additionalProperties"] !== undefined && open(it["additionalProperties"])) ||
    ((it["required"] ?? []) as ReadonlyArray<string>).some((name) => !(name in properties))
  )
}

const target = (reference: string, root: unknown): unknown =>
  reference
    .split("/")
    .slice(1)
    .reduce<unknown>((at, token) => (at as Readonly<Record<string, unknown>> | undefined)?.[token], root)

const signatureOf = ({ schema }: Real, budget?: number): string =>
  renderSignature({ input: { type: "object" }, output: schema }, "t", { budget })

/** The signature without comments and quoted names. */
const bare = (signature: string): string => signature.replaceAll(/\/\*.*?\*\/|"[^"]*"/gs, "")

test.each([
  ["MCP servers", mcpSchemas, 30],
  ["OpenAPI documents", liftSchemas(200), 200],
] as const)("schemas of real %s say unknown only where the schema says nothing", (_, schemas, atLeast) => {
  expect(schemas.length).toBeGreaterThanOrEqual(atLeast)
  const vague = schemas.filter(
    (real) => bare(signatureOf(real)).includes("unknown") && !leavesOpen(real.schema, real.schema),
  )
  expect(vague.map((real) => [real.from, signatureOf(real)])).toEqual([])
})

test("signatures of real schemas compile, whole and folded", () => {
  const declarations = [...mcpSchemas, ...liftSchemas(200)].flatMap((real, at) => [
    { from: real.from, text: declared(`f${at}`, signatureOf(real), "tools.t") },
    { from: real.from, text: declared(`g${at}`, signatureOf(real, 60), "tools.t") },
  ])
  const errors = typeErrors(declarations.map(({ text }) => text))
  expect(declarations.filter((_, at) => errors[at] !== undefined)).toEqual([])
})
