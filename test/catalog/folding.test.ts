import { expect, test } from "bun:test"
import { estimateTokens } from "../../src/catalog/budget.ts"
import { maxSignatureTokens, renderSignature } from "../../src/catalog/signature.ts"
import type { JsonSchema } from "../../src/Tool.ts"
import { declared, typeErrors } from "./typecheck.ts"

const point = {
  type: "object",
  properties: {
    lat: { type: "number", description: "Latitude in degrees" },
    lon: { type: "number", description: "Longitude in degrees" },
  },
  required: ["lat", "lon"],
}

const order = {
  type: "object",
  properties: {
    note: { type: "string", description: `A note. ${"It goes on. ".repeat(20)}` },
    buyer: {
      type: "object",
      properties: { name: { type: "string", description: "As printed" }, place: point },
      required: ["name"],
    },
    currency: { enum: ["EUR", "USD", ...Array.from({ length: 40 }, (_, at) => `X${at}`)] },
    items: {
      type: "array",
      items: { type: "object", properties: { id: { type: "string" }, at: point, n: { type: "number" } } },
    },
  },
  required: ["items"],
}

const folded = (budget: number): string =>
  renderSignature({ input: order, output: point }, "shop.order", { budget })

test("a signature that fits is whole", () => {
  const whole = renderSignature({ input: order, output: point }, "shop.order")
  expect(folded(estimateTokens(whole.length))).toBe(whole)
  expect(whole).not.toContain("more")
})

test("the deepest level goes first, as far as it must", () => {
  expect(folded(245)).toBe(`tools.shop.order(input: {
  /** A note. ${"It goes on. ".repeat(20).trim()} */
  note?: string;
  buyer?: {
    /** As printed */
    name: string;
    place?: { /* 2 fields */ };
  };
  currency?: ${["EUR", "USD", ...Array.from({ length: 40 }, (_, at) => `X${at}`)].map((it) => `"${it}"`).join(" | ")};
  items: {
    id?: string;
    at?: { /* 2 fields */ };
    n?: number;
  }[];
}): Promise<{
  /** Latitude in degrees */
  lat: number;
  /** Longitude in degrees */
  lon: number;
}>`)
})

test("then alternatives and words, then fields, the required ones last", () => {
  expect(folded(110)).toBe(`tools.shop.order(input: {
  /** A note. */
  note?: string;
  buyer?: {
    /** As printed */
    name: string;
    place?: { /* 2 fields */ };
  };
  currency?: "EUR" | "USD" | "X0" | "X1" | "X2" | "X3" | "X4" | "X5" | "X6" | "X7" | "X8" | "X9" | string /* 30 more values */;
  items: { /* 3 fields */ }[];
}): Promise<{
  /** Latitude in degrees */
  lat: number;
  /** Longitude in degrees */
  lon: number;
}>`)
  expect(folded(50)).toBe(`tools.shop.order(input: {
  items: { /* 3 fields */ }[];
  /** A note. */
  note?: string;
  buyer?: { /* 2 fields */ };
  /* 1 more field */
}): Promise<{ lat: number; lon: number }>`)
  expect(folded(10)).toBe("tools.shop.order(input: { /* 4 fields */ }): Promise<{ /* 2 fields */ }>")
})

test("every folded signature keeps its budget and compiles", () => {
  const budgets = Array.from({ length: 60 }, (_, at) => 24 + at * 5)
  const signatures = budgets.map(folded)
  expect(signatures.filter((text, at) => estimateTokens(text.length) > budgets[at]!)).toEqual([])
  const errors = typeErrors(signatures.map((text, at) => declared(`f${at}`, text, "tools.shop.order")))
  expect(errors.filter((error) => error !== undefined)).toEqual([])
})

const chain = (keyword: string, length: number): JsonSchema =>
  Object.fromEntries([
    ["$ref", "#/$defs/0"],
    [
      "$defs",
      Object.fromEntries(
        Array.from({ length }, (_, at) => {
          const next = { $ref: `#/$defs/${at + 1}` }
          return [
            at,
            keyword === "properties"
              ? { type: "object", properties: { a: next, b: next } }
              : { [keyword]: [next, next] },
          ]
        }),
      ),
    ],
  ])

const nested = (depth: number, wrap: (schema: JsonSchema) => JsonSchema): JsonSchema => {
  let schema: JsonSchema = { type: "string" }
  for (let at = 0; at < depth; at++) schema = wrap(schema)
  return schema
}

const containingItself: { type: string; properties: Record<string, unknown>; default?: unknown } = {
  type: "object",
  properties: {},
}
containingItself.properties["self"] = containingItself
containingItself.default = containingItself

const hostile: ReadonlyArray<readonly [what: string, schema: JsonSchema, shown: string]> = [
  ["objects in objects", nested(5_000, (schema) => ({ type: "object", properties: { a: schema } })), "a?: {"],
  ["arrays in arrays", nested(5_000, (schema) => ({ type: "array", items: schema })), "unknown[][]"],
  ["allOf in allOf", nested(5_000, (schema) => ({ allOf: [schema] })), "unknown"],
  ["anyOf in anyOf", nested(5_000, (schema) => ({ anyOf: [schema, { type: "number" }] })), "unknown"],
  ["properties that double", chain("properties", 60), "a?: {"],
  ["allOf that doubles", chain("allOf", 60), "unknown"],
  ["anyOf that doubles", chain("anyOf", 60), "unknown"],
  ["many alternatives of many alternatives", { allOf: Array.from({ length: 40 }, (_, at) => ({ oneOf: Array.from({ length: 6 }, (_, n) => ({ type: "object", properties: { [`p${at}_${n}`]: {} } })) })) }, "{ p0_0?: unknown } | "],
  ["100,000 fields", { type: "object", properties: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`f${at}`, { type: "string" }])), required: ["f99999"] }, "f99999: string"],
  ["100,000 values", { enum: Array.from({ length: 100_000 }, (_, at) => `v${at}`) }, '"v11" | string /* 99988 more values */'],
  ["50,000 elements", { type: "array", prefixItems: Array.from({ length: 50_000 }, () => ({ type: "string" })) }, "...unknown[] /* 49988 more elements */"],
  ["a schema that contains itself", containingItself, "self?: unknown"],
  ["a description of a million characters", { type: "object", properties: { a: { type: "string", description: "x ".repeat(500_000) } } }, "a?: string"],
  ["a default of a million characters in many places", { type: "object", properties: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, { $ref: "#/$defs/d" }])), $defs: { d: { type: "string", default: "y".repeat(1_000_000) } } }, "f0?: string"],
] // prettier-ignore

test.each(hostile)("bounded work and text: %s", (_, schema, shown) => {
  for (const budget of [undefined, 1_000]) {
    const signature = renderSignature({ input: { type: "object" }, output: schema }, "t", { budget })
    expect(signature).toContain(shown)
    expect(estimateTokens(signature.length)).toBeLessThanOrEqual(budget ?? maxSignatureTokens)
  }
})
