import { describe, expect, test } from "bun:test"
import { renderSignature } from "../../src/catalog/signature.ts"
import { inputJsonSchema, outputJsonSchema } from "../../src/Tool.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { flatTools } from "./client.ts"
import sample from "../fixtures/openapi/sample.json" with { type: "json" }

interface Sample {
  readonly from: string
  readonly document: object
  readonly outcome: string
}

const samples = sample as unknown as ReadonlyArray<Sample>

describe("operations of real documents", () => {
  test("are a few hundred", () => {
    expect(samples.length).toBeGreaterThan(250)
    expect(samples.filter(({ outcome }) => outcome === "tool").length).toBeGreaterThan(150)
  })
  test("become a tool or have the reason that was read and found right", () => {
    const wrong = samples.flatMap(({ from, document, outcome }) => {
      const result = OpenAPI.fromSpec({ spec: document })
      const got = flatTools(result).size === 1 ? "tool" : (result.skipped[0]?.reason ?? "nothing")
      return got === outcome ? [] : [`${from}: expected ${outcome}, got ${got}`]
    })
    expect(wrong).toEqual([])
  })
  test("have signatures", () => {
    for (const { document } of samples) {
      for (const tool of flatTools(OpenAPI.fromSpec({ spec: document })).values()) {
        const text = renderSignature({ input: inputJsonSchema(tool), output: outputJsonSchema(tool) }, "op")
        expect(text).toMatch(/^tools\.op\([^]*\): Promise<[^]*>$/)
        expect(text).not.toContain("$ref")
      }
    }
  })
})
