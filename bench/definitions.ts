/**
 * What definitions cost: tools made, inputs decoded, outputs encoded. Prints medians of seven rounds.
 * Run: `npx bun bench/definitions.ts`
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { decodeInput, encodeOutput } from "../src/boundary/schema.ts"
import * as Namespace from "../src/Namespace.ts"
import * as Tool from "../src/Tool.ts"

const rounds = 7

/** The median time of one run of `f`, in microseconds. */
function median(times: number, f: () => void): number {
  for (let index = 0; index < times; index++) f()
  const samples = Array.from({ length: rounds }, () => {
    const start = performance.now()
    for (let index = 0; index < times; index++) f()
    return ((performance.now() - start) * 1000) / times
  })
  return samples.toSorted((a, b) => a - b)[rounds >> 1]!
}

const print = (name: string, microseconds: number): void =>
  console.log(`${name.padEnd(48)} ${microseconds.toFixed(2).padStart(10)} us`)

const pair = Schema.Struct({ id: Schema.String, n: Schema.Number })
const tool = Tool.make({ description: "", input: pair, output: pair, execute: (input) => input })
const value = { id: "a", n: 1 }
print(
  "decode a struct of two fields",
  median(20_000, () => decodeInput(tool, value)),
)
print(
  "encode a struct of two fields",
  median(20_000, () => encodeOutput(tool, value)),
)
print(
  "refuse a struct of two fields",
  median(5000, () => decodeInput(tool, { id: 1, x: 1 })),
)
const codec = Schema.toCodecJson(pair)
const options = { errors: "all", onExcessProperty: "error" } as const
const decodeEffect = Schema.decodeUnknownEffect(codec, options)
print(
  "Effect alone, in a fiber",
  median(5000, () => Effect.runSync(decodeEffect(value))),
)

const row = Schema.Struct({ id: Schema.String, n: Schema.Number, tags: Schema.Array(Schema.String) })
const rows = Tool.make({ description: "", input: Schema.Array(row), execute: () => 1 })
const table = Array.from({ length: 1000 }, (_, n) => ({ id: `row ${n}`, n, tags: ["a", "b"] }))
print(
  "decode 1,000 rows of three fields",
  median(20, () => decodeInput(rows, table)),
)

const kinds = [Schema.String, Schema.Number, Schema.optional(Schema.Array(Schema.String)), Schema.Date, pair]
const fields = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`field${index}`, kinds[index % 5]!]),
)
const schemas = Array.from({ length: 8000 }, () => Schema.Struct(fields))
let next = 0
const makeThousand = (): Namespace.Flat<unknown> => {
  const batch = schemas.slice(next, (next += 1000))
  const entries = batch.map(
    (input, index) =>
      [`tool${index}`, Tool.make({ description: "", input, output: pair, execute: () => value })] as const,
  )
  return Namespace.flatten({ ns: Object.fromEntries(entries) })
}
print("make and flatten 1,000 tools of ten fields", median(1, makeThousand))
const first = schemas[0]!
print(
  "JSON Schema of ten fields",
  median(200, () => Tool.inputJsonSchema(Tool.make({ description: "", input: first, execute: () => 1 }))),
)
