import { expect, test } from "bun:test"
import { renderSignature } from "../../src/catalog/signature.ts"
import type { JsonSchema } from "../../src/Tool.ts"
import signatureCases from "./fixtures/signatures.json" with { type: "json" }
import { declared, outputOf, typeErrors } from "./typecheck.ts"

interface SignatureCase {
  readonly id: string
  readonly title: string
  readonly schema: JsonSchema
  readonly acceptableTs: string
  readonly valid: ReadonlyArray<string>
  readonly tsRejects: ReadonlyArray<string>
}

const noInput = { type: "object" }

/** The type of a schema, shown as a tool's output. */
const typeOf = (schema: JsonSchema): string =>
  renderSignature({ input: true, output: schema }, "t").slice("tools.t(input?: unknown): Promise<".length, -1)

test("the shared cases: each type accepts what is valid and rejects what is not", () => {
  const cases = signatureCases as unknown as ReadonlyArray<SignatureCase>
  const checks = cases.flatMap(({ id, schema, acceptableTs, valid, tsRejects }) => {
    const signature = renderSignature({ input: noInput, output: schema }, "ns.t")
    const type = outputOf(id)
    return [
      { what: `${id} compiles`, text: declared(id, signature, "tools.ns.t"), right: true },
      ...valid.map((value, at) => ({
        what: `${id} accepts ${value}`,
        text: `const ${id}_valid_${at}: ${type} = ${value}`,
        right: true,
      })),
      ...tsRejects.map((value, at) => ({
        what: `${id} rejects ${value}`,
        text: `const ${id}_wrong_${at}: ${type} = ${value}`,
        right: false,
      })),
      {
        what: `${id} is no wider than ${acceptableTs}`,
        text: `const ${id}_same: ${acceptableTs} = null! as ${type}`,
        right: true,
      },
    ]
  })
  const errors = typeErrors(checks.map(({ text }) => text))
  expect(checks.filter(({ right }, at) => (errors[at] === undefined) !== right)).toEqual([])
})

const draft07 = "http://json-schema.org/draft-07/schema#"
const draft2019 = "https://json-schema.org/draft/2019-09/schema"
const draft2020 = "https://json-schema.org/draft/2020-12/schema"
const pair = [{ type: "number" }, { type: "string" }]

const types: ReadonlyArray<readonly [what: string, schema: JsonSchema, type: string]> = [
  ["true", true, "unknown"],
  ["false", false, "never"],
  ["an empty schema", {}, "unknown"],
  ["a type that does not exist", { type: "text" }, "unknown"],
  ["parts that are no schemas", { properties: { a: 5, b: null, c: [] } }, "{ a?: unknown; b?: unknown; c?: unknown }"],
  ["const null", { const: null }, "null"],
  ["const false", { const: false }, "false"],
  ["const of an object", { const: { a: [1], "b-c": {} } }, '{ a: [1]; "b-c": { [key: string]: never } }'],
  ["both booleans", { enum: [true, false] }, "boolean"],
  ["an enum twice the same", { enum: [1, 1, "1"] }, '1 | "1"'],
  ["an enum less what its type excludes", { type: "string", enum: ["a", 1, null] }, '"a"'],
  ["an empty enum", { enum: [] }, "never"],
  ["an enum that const narrows", { allOf: [{ enum: ["a", "b"] }, { const: "b" }] }, '"b"'],
  ["invisible characters in an enum", { enum: ["a\u202eb", "\u00a0"] }, '"a\\u202eb" | "\\u00a0"'],
  ["several types", { type: ["array", "integer", "null"], items: { type: "string" } }, "number | string[] | null"],
  ["nullable", { type: "string", nullable: true }, "string | null"],
  ["nullable beside an enum", { type: "string", enum: ["a"], nullable: true }, '"a" | null'],
  ["nullable beside a reference", { nullable: true, allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { type: "number" } } }, "number | null"],
  ["a closed tuple", { type: "array", prefixItems: pair, items: false, minItems: 2 }, "[number, string]"],
  ["an open tuple", { type: "array", prefixItems: pair }, "[number?, string?, ...unknown[]]"],
  ["a tuple with a rest", { type: "array", prefixItems: pair, items: { enum: ["x", "y"] }, minItems: 1 }, '[number, string?, ...("x" | "y")[]]'],
  ["a tuple that maxItems closes", { type: "array", prefixItems: pair, maxItems: 2 }, "[number?, string?]"],
  ["a draft-07 tuple", { $schema: draft07, type: "array", items: pair, additionalItems: false, minItems: 2 }, "[number, string]"],
  ["a draft-07 tuple with a rest", { $schema: draft07, type: "array", items: pair, additionalItems: { type: "null" } }, "[number?, string?, ...null[]]"],
  ["a 2019-09 tuple", { $schema: draft2019, type: "array", items: pair, additionalItems: false, minItems: 2 }, "[number, string]"],
  ["prefixItems before they existed", { $schema: draft07, type: "array", prefixItems: pair }, "unknown[]"],
  ["additionalItems after they ended", { $schema: draft2020, type: "array", prefixItems: pair, additionalItems: false }, "[number?, string?, ...unknown[]]"],
  ["a dialect inside another", { type: "object", properties: { a: { $schema: draft07, type: "array", items: pair, additionalItems: false, minItems: 2 } } }, "{ a?: [number, string] }"],
  ["a few equal elements", { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 }, "[number, number]"],
  ["no elements", { type: "array", maxItems: 0 }, "[]"],
  ["an array of a union", { type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
  ["an object of anything", { type: "object" }, "{ [key: string]: unknown }"],
  ["an object of nothing", { type: "object", additionalProperties: false }, "{ [key: string]: never }"],
  ["a record", { type: "object", additionalProperties: { type: "number" } }, "{ [key: string]: number }"],
  ["fields and a record", { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: { type: "number" } }, "{ a: string; [key: string]: number | string }"],
  ["optional fields and a record", { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "number" } }, "{ a?: string; [key: string]: number | string | undefined }"],
  ["a required field without a schema", { type: "object", required: ["a"] }, "{ a: unknown }"],
  ["names that are listed", { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: { type: "number" } }, "{ a?: number; b?: number }"],
  ["beginnings of names", { type: "object", patternProperties: { "^x-": { type: "string" } } }, "{ [key: `x-${string}`]: string }"],
  ["other patterns of names", { type: "object", patternProperties: { "^\\d+$": { type: "string" } } }, "{\n  /** Keys matching ^\\d+$: string */\n  [key: string]: unknown;\n}"],
  ["types that keywords imply", { type: "object", properties: { a: { minimum: 1 }, b: { minLength: 1 }, c: { items: { type: "string" } }, d: { properties: {} } } }, "{\n  /** @minimum 1 */\n  a?: number;\n  /** @minLength 1 */\n  b?: string;\n  c?: string[];\n  d?: { [key: string]: unknown };\n}"],
  ["allOf", { allOf: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, { properties: { b: { type: "number" } } }] }, "{ a: string; b?: number }"],
  ["allOf of one property", { allOf: [{ properties: { a: { type: ["string", "null"] } } }, { properties: { a: { type: "string" } }, required: ["a"] }] }, "{ a: string }"],
  ["allOf that cannot be", { allOf: [{ type: "string" }, { type: "number" }] }, "never"],
  ["allOf beside a closed object", { allOf: [{ type: "object", properties: { a: { type: "string" } }, additionalProperties: false }, { properties: { b: { type: "number" } } }] }, "{ a?: string; b?: never }"],
  ["allOf with itself", { type: "object", properties: { a: { type: "string" } }, allOf: [{ $ref: "#" }] }, "{ a?: string }"],
  ["a union of objects", { type: "object", properties: { kind: { type: "string" } }, oneOf: [{ properties: { kind: { const: "a" }, a: { type: "number" } }, required: ["kind", "a"] }, { properties: { kind: { const: "b" } }, required: ["kind"] }] }, '{ kind: "a"; a: number } | { kind: "b" }'],
  ["alternatives that only require", { type: "object", properties: { id: { type: "string" }, email: { type: "string" } }, anyOf: [{ required: ["id"] }, { required: ["email"] }] }, "{ id: string; email?: string } | { id?: string; email: string }"],
  ["alternatives beside null", { type: ["object", "null"], properties: Object.fromEntries(Array.from("abcdefgh", (name) => [name, {}])), anyOf: [{ required: ["a"] }, { required: ["b"] }] }, "({\n  a?: unknown;\n  b?: unknown;\n  c?: unknown;\n  d?: unknown;\n  e?: unknown;\n  f?: unknown;\n  g?: unknown;\n  h?: unknown;\n} | null) & ({ a: unknown } | { b: unknown } | null)"],
  ["if, then, else", { type: "object", properties: { a: { type: "number" } }, if: { properties: { a: { const: 1 } } }, [`${"then"}`]: { required: ["b"] }, else: { required: ["c"] } }, "{ a?: number; b: unknown } | { a?: number; c: unknown }"],
  ["if and then alone", { type: "object", properties: { a: { type: "number" } }, if: {}, [`${"then"}`]: { required: ["a"] } }, "{ a?: number }"],
  ["not anything", { not: {} }, "never"],
  ["not null", { not: { type: "null" } }, "string | number | boolean | unknown[] | { [key: string]: unknown }"],
  ["not a value", { enum: ["a", "b"], not: { const: "a" } }, '"b"'],
  ["not together with a property", { type: "object", properties: { a: {} }, not: { required: ["b"] } }, "{ a?: unknown; b?: never }"],
  ["a local reference", { $ref: "#/$defs/a~1b~0c%20d", $defs: { "a/b~c d": { type: "string" } } }, "string"],
  ["an anchor", { $ref: "#here", $defs: { a: { $anchor: "here", type: "number" } } }, "number"],
  ["a draft-07 anchor", { $schema: draft07, $ref: "#here", definitions: { a: { $id: "#here", type: "number" } } }, "number"],
  ["a resource inside", { $id: "https://x.test/root", $ref: "inner", $defs: { a: { $id: "inner", $ref: "#/$defs/b", $defs: { b: { type: "boolean" } } } } }, "boolean"],
  ["a dynamic reference", { $dynamicRef: "#T", $defs: { a: { $dynamicAnchor: "T", type: "boolean" } } }, "boolean"],
  ["a dynamic reference that several places answer", { $dynamicRef: "#T", $defs: { a: { $dynamicAnchor: "T", type: "boolean" }, b: { $id: "b", $dynamicAnchor: "T" } } }, "unknown"],
  ["a reference out of the document", { $ref: "https://elsewhere.test/a.json" }, "unknown"],
  ["a reference to nowhere", { type: "object", properties: { a: { $ref: "#/$defs/a" } } }, "{ a?: unknown }"],
  ["keywords beside a reference", { $ref: "#/$defs/a", type: "string", $defs: { a: { enum: ["x", 1] } } }, '"x"'],
  ["keywords beside a draft-07 reference", { $schema: draft07, $ref: "#/definitions/a", type: "string", definitions: { a: { enum: ["x", 1] } } }, '"x" | 1'],
  ["recursion", { $ref: "#/$defs/node", $defs: { node: { type: "object", properties: { value: { type: "number" }, children: { type: "array", items: { $ref: "#/$defs/node" } } }, required: ["value"] } } }, "{ value: number; children?: unknown[] }"],
  ["recursion by turns", { $ref: "#/$defs/a", $defs: { a: { type: "object", properties: { b: { $ref: "#/$defs/b" } } }, b: { type: "object", properties: { a: { type: "array", items: { $ref: "#/$defs/a" } } } } } }, "{ b?: { a?: unknown[] } }"],
  ["one definition in two places", { $defs: { base: { type: "object", properties: { a: { type: "string" } } } }, allOf: [{ $ref: "#/$defs/base" }], type: "object", properties: { b: { $ref: "#/$defs/base" } } }, "{ b?: { a?: string }; a?: string }"],
] // prettier-ignore

test.each(types)("%s", (_, schema, type) => {
  expect(typeOf(schema)).toBe(type)
})

test("every type of the table compiles", () => {
  const declarations = types.map(([, schema], at) =>
    declared(`f${at}`, renderSignature({ input: schema, output: schema }, "f"), "tools.f"),
  )
  expect(typeErrors(declarations).filter((error) => error !== undefined)).toEqual([])
})

const signatureOf = (input: JsonSchema, output?: JsonSchema): string =>
  renderSignature({ input, output }, "ns.t")

test("the parameter is optional where {} will do, and absent where there are no fields", () => {
  const inputs: ReadonlyArray<readonly [JsonSchema, string]> = [
    [{ type: "object" }, "tools.ns.t(): Promise<void>"],
    [{ type: "object", properties: {}, additionalProperties: false }, "tools.ns.t(): Promise<void>"],
    [{ type: "object", additionalProperties: true }, "tools.ns.t(input?: { [key: string]: unknown }): Promise<void>"],
    [{ type: "object", properties: { a: {} } }, "tools.ns.t(input?: { a?: unknown }): Promise<void>"],
    [{ type: "object", properties: { a: {} }, required: ["a"] }, "tools.ns.t(input: { a: unknown }): Promise<void>"],
    [{ anyOf: [{ type: "object", properties: { a: {} } }, { type: "string" }] }, "tools.ns.t(input?: { a?: unknown } | string): Promise<void>"],
    [true, "tools.ns.t(input?: unknown): Promise<void>"],
    [{ type: "string" }, "tools.ns.t(input: string): Promise<void>"],
  ] // prettier-ignore
  expect(inputs.map(([input]) => signatureOf(input))).toEqual(inputs.map(([, signature]) => signature))
})

test("an output schema that says nothing is unknown, none is void", () => {
  expect(signatureOf({ type: "object" }, {})).toBe("tools.ns.t(): Promise<unknown>")
  expect(signatureOf({ type: "object" })).toBe("tools.ns.t(): Promise<void>")
})

test("comments say what TypeScript cannot", () => {
  const schema = {
    type: "object",
    description: "What to list. With more words.",
    properties: {
      page: {
        type: "integer",
        description: "Page\nof results",
        minimum: 1,
        maximum: 9007199254740991,
        default: 1,
      },
      day: {
        title: "Day of the week",
        type: "string",
        format: "date",
        deprecated: true,
        examples: ["2026-01-01"],
      },
      when: { title: "When", type: ["string", "null"] },
      tags: {
        type: "array",
        uniqueItems: true,
        items: { type: "string", description: "One tag", pattern: "^*/$" },
      },
      sort: {
        oneOf: [
          { const: "asc", description: "Oldest first" },
          { const: "desc", title: "Newest first" },
        ],
      },
      card: { type: "string" },
      limit: { anyOf: [{ type: "number", exclusiveMinimum: 0 }, { type: "null" }] },
    },
    dependentRequired: { card: ["day"] },
  } as const
  expect(signatureOf(schema)).toBe(`tools.ns.t(input?: /** What to list. */ {
  /**
   * Page
   * of results
   * @integer
   * @default 1
   * @minimum 1
   */
  page?: number;
  /**
   * Day of the week
   * @deprecated
   * @format date
   * @example "2026-01-01"
   */
  day?: string;
  when?: string | null;
  /**
   * Each item: One tag @pattern ^*\\/$
   * @uniqueItems
   */
  tags?: string[];
  sort?: /** Oldest first */ "asc" | /** Newest first */ "desc";
  /** @requires day */
  card?: string;
  /** @exclusiveMinimum 0 */
  limit?: number | null;
}): Promise<void>`)
})

test("a deprecated tool says so", () => {
  const source = { input: { type: "object" }, output: undefined, deprecated: true }
  expect(renderSignature(source, "t")).toBe("/** @deprecated */ tools.t(): Promise<void>")
})

test("a hostile description stays a comment, and what cannot be seen is shown", () => {
  const description =
    "ends */ export const injected = 1; /*\r\nnext\u2028line \u202egnp.exe\0 \u{e0041} ✉️ 👩‍💻"
  const signature = signatureOf({ type: "object", properties: { a: { type: "string", description } } })
  expect(signature).toBe(`tools.ns.t(input?: {
  /**
   * ends *\\/ export const injected = 1; /*
   * next\\u2028line \\u202egnp.exe\\u0000 \\u{e0041} ✉️ 👩‍💻
   */
  a?: string;
}): Promise<void>`)
  const uses = "const injected_is_free: typeof injected = 1"
  expect(typeErrors([declared("f", signature, "tools.ns.t"), uses])).toEqual([
    undefined,
    "Cannot find name 'injected'.",
  ])
})
