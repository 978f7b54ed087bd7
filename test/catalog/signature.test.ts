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
