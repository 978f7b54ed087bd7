import { expect, test } from "bun:test"
import * as Schema from "effect/Schema"
import { Diagnostic, DiagnosticKind } from "../../src/Diagnostic.ts"
import { Input, Outcome, Result, ToolCall } from "../../src/Result.ts"

const strict = { onExcessProperty: "error" } as const
const accepts = (schema: Schema.Codec<unknown>, value: unknown): boolean =>
  Schema.decodeUnknownResult(Schema.toCodecJson(schema), strict)(value)._tag === "Success"

test("a host gives the input to a model as JSON Schema", () => {
  expect(Schema.toJsonSchemaDocument(Input, strict).schema).toEqual({
    type: "object",
    properties: {
      code: {
        type: "string",
        description:
          "A JavaScript or TypeScript program: the body of an async function, which returns its result.",
      },
    },
    required: ["code"],
    additionalProperties: false,
  })
})

test("results have the documented shapes and no other", () => {
  const toolCalls = [{ name: "orders.lookup" }, { name: "search" }]
  const error = {
    kind: "ToolFailure",
    message: "no",
    location: { line: 1, column: 2 },
    suggestions: ["tools.a"],
  }
  const warnings = [{ kind: "Truncated", message: "cut" }]
  expect(accepts(Result, { ok: true, value: null, toolCalls: [] })).toBe(true)
  expect(
    accepts(Result, { ok: true, value: { a: [1] }, warnings, logs: ["x"], truncated: true, toolCalls }),
  ).toBe(true)
  expect(accepts(Result, { ok: false, error, logs: [], toolCalls })).toBe(true)
  expect(accepts(Result, { ok: true, toolCalls })).toBe(false)
  expect(accepts(Result, { ok: false, error, value: 1, toolCalls })).toBe(false)
  expect(accepts(Result, { ok: true, value: null })).toBe(false)
  expect(accepts(Result, { ok: "suspended", state: {}, waiting: [] })).toBe(false)
  expect(accepts(Outcome, { ok: "suspended", state: { v: 1 }, waiting: [{ key: "r:1", path: "a.b" }] })).toBe(
    true,
  )
  expect(accepts(ToolCall, { name: "a", input: 1 })).toBe(false)
  expect(accepts(Diagnostic, { kind: "Unknown", message: "" })).toBe(false)
})

test("the kinds of diagnostics are those of the specification", () => {
  expect(DiagnosticKind.literals).toEqual([
    "ParseError",
    "UnsupportedSyntax",
    "UnknownTool",
    "InvalidToolInput",
    "InvalidToolOutput",
    "InvalidDataValue",
    "ToolCallLimitExceeded",
    "TimeoutExceeded",
    "MemoryLimitExceeded",
    "ToolFailure",
    "ExecutionFailure",
    "Truncated",
  ])
})
