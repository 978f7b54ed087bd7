import { expect, test } from "bun:test"
import { Validator } from "@cfworker/json-schema"
import * as fc from "fast-check"
import { renderSignature } from "../../src/catalog/signature.ts"
import { candidates, names, schemas, type Draft, type Schema } from "./randomSchemas.ts"
import { declared, outputOf, typeErrors } from "./typecheck.ts"

const isLong = process.env["CODEMODE_LONG"] === "1"
const seed = Number(process.env["CODEMODE_SEED"] ?? 1)
const numRuns = isLong ? 3_000 : 150

/**
 * A value as a type of its own, so that TypeScript compares types and looks for no excess properties. It says of every
 * other name that it is absent, as a type with optional properties only is not compared with one that has none of them.
 */
function exactType(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(exactType).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const present = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${exactType(part)}`)
  const absent = names
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${JSON.stringify(name)}?: never`)
  return `{ ${[...present, ...absent].join("; ")} }`
}

function acceptedValues(schema: Schema, draft: Draft): ReadonlyArray<unknown> {
  const validator = new Validator(schema as object, draft === "2020-12" ? draft : "7")
  const accepted: Array<unknown> = []
  try {
    for (const value of candidates(schema, 16, seed)) {
      if (accepted.length < 4 && validator.validate(value).valid) accepted.push(value)
    }
  } catch {
    // The schema refers to itself without end.
  }
  return accepted
}

test.each(["2020-12", "draft-07"] as const)(
  "%s: every random schema compiles, and every value that a validator accepts is assignable",
  (draft) => {
    const declarations: Array<{ readonly schema: Schema; readonly text: string }> = []
    const assignments: Array<{ readonly schema: Schema; readonly text: string }> = []
    for (const [number, schema] of fc.sample(schemas(draft), { numRuns, seed }).entries()) {
      const values = acceptedValues(schema, draft)
      for (const budget of [undefined, 20]) {
        const name = `f${number}_${budget}`
        const signature = renderSignature({ input: schema, output: schema }, name, { budget })
        declarations.push({ schema, text: declared(name, signature, `tools.${name}`) })
        for (const value of values) {
          assignments.push({
            schema,
            text: `{ const value: ${outputOf(name)} = null! as ${exactType(value)} }`,
          })
        }
      }
    }
    expect(faults(declarations, false)).toEqual([])
    expect(faults([...declarations, ...assignments], true)).toEqual([])
    expect(assignments.length).toBeGreaterThan(numRuns * 2)
  },
  120_000,
)

/** The first few statements that TypeScript refuses, and the schemas they were made from. */
function faults(
  checks: ReadonlyArray<{ readonly schema: Schema; readonly text: string }>,
  exact: boolean,
): ReadonlyArray<unknown> {
  const errors = typeErrors(
    checks.map(({ text }) => text),
    { exact },
  )
  return checks
    .flatMap(({ schema, text }, at) =>
      errors[at] === undefined ? [] : [{ schema: JSON.stringify(schema), text, error: errors[at] }],
    )
    .toSorted((a, b) => a.schema.length - b.schema.length)
    .slice(0, 2)
}
