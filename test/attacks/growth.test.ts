/**
 * Parsers keep the thread as long as their text is: an input ten times as long must take about ten times as long. JSON is
 * read by fuel, which is counted; of the others the processor's time is taken, of one long input and of ten short ones.
 */
import { beforeAll, expect, test } from "bun:test"
import * as Schema from "effect/Schema"
import { compileProgram } from "../../src/interpreter/compile.ts"
import { loadTypes } from "../../src/program/loadTypes.ts"
import { parseFlags } from "../../src/regexp/flags.ts"
import { parseTree } from "../../src/regexp/parse.ts"
import { fromSpec } from "../../src/openapi/fromSpec.ts"
import * as Tool from "../../src/Tool.ts"
import { decodeInput } from "../../src/boundary/schema.ts"
import { newMachine, runSlice, startWith } from "../harness.ts"
import { documentOf } from "../openapi/client.ts"

/** What ten times the input may cost, the host's collection included; what is quadratic costs a hundred times as much. */
const MAX_GROWTH = 40
/** Milliseconds of the processor below which nothing is said, and at which enough was seen. */
const MIN_MS = 20
const ENOUGH_MS = 60
const MAX_TURNS = 200
/** The host's collection may fall into one look. */
const MAX_LOOKS = 3

/** Milliseconds of this thread's processor, as other processes may have the clock. */
function milliseconds(run: () => void): number {
  const start = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

/** How many times as long the tenfold input takes, at best; 0 where both are too short to say. */
function growth<A>(make: (size: number) => A, size: number, run: (input: A) => void): number {
  let least = Infinity
  for (let look = 0; look < MAX_LOOKS && least >= MAX_GROWTH; look++)
    least = Math.min(least, growthOnce(make, size, run))
  return least
}

function growthOnce<A>(make: (size: number) => A, size: number, run: (input: A) => void): number {
  const few = Array.from({ length: 10 }, () => make(size))
  const many = make(size * 10)
  // compiled by the host, and what is kept is kept
  run(few[0]!)
  run(many)
  let short = 0
  let long = 0
  for (let turn = 0; turn < MAX_TURNS && long < ENOUGH_MS; turn++) {
    short += milliseconds(() => few.forEach(run))
    long += milliseconds(() => run(many))
  }
  return long < MIN_MS ? 0 : (long / short) * 10
}

const scope = { globals: new Set(["tools", "search", "console"]), modules: [], isModule: () => false }

/** Texts of about so many characters. */
const repeated = (unit: (index: number) => string) => (length: number) => {
  let text = ""
  for (let index = 0; text.length < length; index++) text += unit(index)
  return text
}

const programs: Readonly<Record<string, (length: number) => string>> = {
  statements: repeated((i) => `const x${i} = [${i}, { a: "b" }];\n`),
  functions: repeated((i) => `function f${i}(a, { b = 1 }, ...c) { return (d) => a + b + d }\n`),
  "names of outer scopes": repeated((i) => `let v${i} = 1; { v${i}; { () => v${i} } }\n`),
  "one list": (length) => `[${repeated((i) => `${i},`)(length)}]`,
  "one object": (length) => `({${repeated((i) => `k${i}: ${i},`)(length)}})`,
  "one sum": (length) => `1${repeated(() => "+ 1 ")(Math.min(length, 200_000))}`,
  "one text": (length) => `"${"x".repeat(length)}"`,
  "one template": (length) => `\`${repeated((i) => `a\${${i}}`)(length)}\``,
  "one comment": (length) => `/*${"* ".repeat(length / 2)}*/ 1`,
  "line ends": (length) => "\n".repeat(length),
  "an error at the end": (length) => `${repeated((i) => `x${i}();\n`)(length)} )`,
  "a fence": (length) => `\`\`\`js\n${repeated((i) => `x${i}();\n`)(length)}\`\`\``,
  types: repeated((i) => `const x${i}: Array<number> = [1]; interface I${i} { a: string }\n`),
  "regular expressions": repeated((i) => `/a${i}[b-z]+(?:c|d)/u.test("");\n`),
}

beforeAll(() => loadTypes())

test.each(Object.entries(programs))("programs: %s", (_, make) => {
  expect(growth(make, 20_000, (text) => void compileProgram(text, scope, []))).toBeLessThan(MAX_GROWTH)
})

const patterns: Readonly<Record<string, (length: number) => string>> = {
  letters: (length) => "a".repeat(length),
  alternatives: (length) => `a${"|b".repeat(length / 2)}`,
  classes: repeated(() => "[a-cx-z]"),
  groups: repeated(() => "(?:ab)*?"),
  captures: repeated(() => "(a)"),
  names: repeated((i) => `(?<n${i}>a)`),
  lookarounds: repeated(() => "(?=a)(?<!b)"),
  escapes: repeated(() => "\\u{1f600}\\p{L}"),
  "an unclosed group": (length) => "(".repeat(Math.min(length, 300)) + "a".repeat(length),
}

test.each(Object.entries(patterns))("regular expressions: %s", (_, make) => {
  const run = (source: string) => {
    try {
      parseTree(source, parseFlags("v"), "v")
    } catch {}
  }
  expect(growth(make, 3_000, run)).toBeLessThan(MAX_GROWTH)
})

const texts: Readonly<Record<string, (length: number) => string>> = {
  numbers: (length) => `[${"1.5e3,".repeat(length / 6)}0]`,
  texts: (length) => `[${'"ab","c",'.repeat(length / 9)}0]`,
  "one text": (length) => `"${"x".repeat(length)}"`,
  escapes: (length) => `"${"\\u0041\\n".repeat(length / 8)}"`,
  nested: (length) => "[".repeat(length / 2) + "]".repeat(length / 2),
  objects: (length) => `[${'{"a":1,"b":{}},'.repeat(length / 15)}0]`,
  "one object": (length) => `{${repeated((i) => `"k${i}":1,`)(length)}"z":0}`,
  "an error at the end": (length) => `[${"1,".repeat(length / 2)}`,
}

/** Fuel that a program takes which has the text as `text`. */
function fuelFor(source: string, text: string): number {
  const unit = compileProgram(source, { ...scope, globals: new Set(["text"]) }, ["text"])
  if (unit === "needs-types" || "kind" in unit) throw new Error(source)
  const machine = newMachine()
  startWith(machine, unit, { text })
  expect(runSlice(machine, Number.MAX_SAFE_INTEGER)).toBe("idle")
  return Number.MAX_SAFE_INTEGER - machine.fuel
}

/** Looked at the fuel in the middle of a text only where that is longer. */
const longTexts = new Set(["one text", "escapes"])

test.each(Object.entries(texts))("JSON: %s", (name, make) => {
  const size = longTexts.has(name) ? 400_000 : 20_000
  for (const source of [
    "try { JSON.parse(text) } catch {}",
    "try { JSON.parse(text, (k, v) => v) } catch {}",
  ])
    expect(fuelFor(source, make(size * 10)) / fuelFor(source, make(size))).toBeLessThan(13)
})

const fields = (count: number): Record<string, Schema.Schema<unknown>> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, Schema.String]))

test("schemas: fields of a tool's input", () => {
  const run = (count: number) =>
    void Tool.make({
      description: "",
      input: Schema.Struct(fields(count) as never),
      execute: () => null as never,
    })
  expect(growth((count) => count, 300, run)).toBeLessThan(MAX_GROWTH)
})

test("schemas: a value of many fields", () => {
  const make = (count: number) => ({
    tool: Tool.make({
      description: "",
      input: Schema.Struct(fields(count) as never),
      execute: () => null as never,
    }) as Tool.Definition<unknown>,
    value: Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, "x"])),
  })
  expect(growth(make, 1_000, ({ tool, value }) => void decodeInput(tool, value))).toBeLessThan(MAX_GROWTH)
})

const operation = (i: number, schema: unknown) => ({
  get: {
    operationId: `op${i}`,
    parameters: [{ name: "a", in: "query", schema }],
    responses: { 200: { description: "ok", content: { "application/json": { schema } } } },
  },
})

const documents: Readonly<Record<string, (count: number) => object>> = {
  operations: (count) =>
    documentOf(
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`/p${i}`, operation(i, { type: "string" })]),
      ),
    ),
  "schemas that refer to one another": (count) =>
    documentOf(
      { "/p": operation(0, { $ref: "#/components/schemas/S0" }) },
      {
        components: {
          schemas: Object.fromEntries(
            Array.from({ length: count }, (_, i) => [
              `S${i}`,
              { type: "object", properties: { next: { $ref: `#/components/schemas/S${(i + 1) % count}` } } },
            ]),
          ),
        },
      },
    ),
  "fields of one schema": (count) =>
    documentOf({
      "/p": operation(0, {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: count }, (_, i) => [`f${i}`, { type: "integer" }]),
        ),
      }),
    }),
  alternatives: (count) =>
    documentOf({ "/p": operation(0, { anyOf: Array.from({ length: count }, (_, i) => ({ const: i })) }) }),
  "schemas inside one another": (count) => {
    let schema: object = { type: "string" }
    for (let depth = 0; depth < count / 10; depth++) schema = { type: "array", items: schema }
    return documentOf({ "/p": operation(0, schema) })
  },
}

test.each(Object.entries(documents))("OpenAPI documents: %s", (_, make) => {
  expect(growth(make, 200, (spec) => void fromSpec({ spec }))).toBeLessThan(MAX_GROWTH)
})
