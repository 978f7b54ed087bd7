import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Tool from "../../src/Tool.ts"
import { toolError } from "../../src/ToolError.ts"

const call: Tool.Call = { key: "run-1:1", path: "a.b", signal: new AbortController().signal }
const description = "a tool"
const input = Schema.Struct({ id: Schema.String })

const run = (tool: Tool.Definition<never>, value: unknown) => {
  if (tool.execution.kind === "durable") throw new Error("not a plain tool")
  return Effect.runPromise(Effect.flip(Effect.flip(tool.execution.run(value, call))))
}

describe("make", () => {
  test("keeps what a catalog shows", () => {
    const output = { type: "string" } as const
    const tool = Tool.make({ description: "finds", input, output, execute: () => "x", deprecated: true })
    expect(tool.description).toBe("finds")
    expect(tool.input).toEqual({ kind: "effect", schema: input })
    expect(tool.output).toEqual({ kind: "json", schema: output })
    expect(tool.deprecated).toBe(true)
    expect(Tool.isTool(tool)).toBe(true)
    expect(Tool.isTool({ ...input })).toBe(false)
    expect(Tool.make({ description, input: true, execute: () => 1 }).output).toBeUndefined()
  })

  test("takes a value, a Promise and an Effect, with the call", async () => {
    const value = Tool.make({ description, input, execute: ({ id }, { key }) => id + key })
    const promise = Tool.make({ description, input, execute: async ({ id }, { path }) => id + path })
    const effect = Tool.make({ description, input, execute: ({ id }) => Effect.succeed(id) })
    expect(await run(value, { id: "x" })).toBe("xrun-1:1")
    expect(await run(promise, { id: "x" })).toBe("xa.b")
    expect(await run(effect, { id: "x" })).toBe("x")
  })

  test("turns what is thrown, rejected and failed with into a failure", async () => {
    const error = toolError("no")
    const tools = [
      Tool.make({ description, input, execute: () => Effect.fail(error) }),
      Tool.make({ description, input, execute: () => Promise.reject(error) }),
      Tool.make({
        description,
        input,
        execute: () => {
          throw error
        },
      }),
    ]
    for (const tool of tools) expect(await run(tool, { id: "x" }).catch((failure) => failure)).toBe(error)
  })

  test("calls execute when the Effect runs, not before", () => {
    const calls: Array<string> = []
    const tool = Tool.make({ description, input, execute: ({ id }) => calls.push(id) })
    if (tool.execution.kind === "durable") throw new Error("not a plain tool")
    const effect = tool.execution.run({ id: "x" }, call)
    expect(calls).toEqual([])
    Effect.runSync(effect as Effect.Effect<unknown>)
    expect(calls).toEqual(["x"])
  })

  test("knows the three kinds, and the durable record with or without its wrapper", async () => {
    const record = {
      prefix: "job ",
      start(value: { readonly id: string }) {
        return { job: this.prefix + value.id }
      },
      wait: async ({ job }: { job: string }, { key }: Tool.Call) => job + key,
      cancel: () => Effect.void,
    }
    const idempotent = Tool.make({ description, input, execute: Tool.idempotent(() => 1) })
    expect(Tool.make({ description, input, execute: () => 1 }).execution.kind).toBe("plain")
    expect(idempotent.execution.kind).toBe("idempotent")
    for (const execute of [record, Tool.durable(record)]) {
      const { execution } = Tool.make({ description, input, execute })
      if (execution.kind !== "durable") throw new Error("not durable")
      const data = await Effect.runPromise(execution.start({ id: "7" }, call) as Effect.Effect<unknown>)
      expect(data).toEqual({ job: "job 7" })
      expect(await Effect.runPromise(execution.wait(data, call) as Effect.Effect<unknown>)).toBe(
        "job 7run-1:1",
      )
    }
  })

  test("refuses options of another type, saying which", () => {
    const make = Tool.make as unknown as (options: unknown) => unknown
    const execute = () => 1
    expect(() => make({ description: 1, input, execute })).toThrow(
      new TypeError("Tool.make: description must be a text, not number"),
    )
    expect(() => make({ description, execute })).toThrow(
      new TypeError("Tool.make: input must be an Effect Schema or a JSON Schema document, not undefined"),
    )
    expect(() => make({ description, input, output: "string", execute })).toThrow(
      new TypeError("Tool.make: output must be an Effect Schema or a JSON Schema document, not string"),
    )
    expect(() => make({ description, input, execute: { start: execute, wait: execute } })).toThrow(
      new TypeError(
        "Tool.make: execute must be a function, Tool.idempotent(...), or functions { start, wait, cancel }, not object",
      ),
    )
  })
})

describe("a part without a JSON form", () => {
  class Handle {
    readonly open = true
  }
  const handle = Schema.instanceOf(Handle, { title: "Handle" })
  const make = (schema: Schema.Constraint, side: "input" | "output" = "input") =>
    side === "input"
      ? Tool.make({ description, input: schema, execute: () => 1 })
      : Tool.make({ description, input, output: schema, execute: () => null as never })
  const message = (f: () => unknown): string => {
    try {
      f()
    } catch (error) {
      return error instanceof TypeError ? error.message : `not a TypeError: ${String(error)}`
    }
    return "made"
  }
  const advice = "Give it one with Schema.encodeTo or a toCodecJson annotation."

  test("is named by its path, whatever it is inside of", () => {
    expect(message(() => make(handle))).toBe(`Tool.make: input has no JSON form (Handle). ${advice}`)
    const paths: ReadonlyArray<readonly [Schema.Constraint, string]> = [
      [Schema.Struct({ a: Schema.Struct({ "b/c": handle }) }), "/a/b~1c"],
      [Schema.Struct({ a: Schema.optional(handle) }), "/a"],
      [Schema.Struct({ a: Schema.Array(handle) }), "/a/*"],
      [Schema.Tuple([Schema.String, handle]), "/1"],
      [Schema.Record(Schema.String, handle), "/*"],
      [Schema.Struct({ a: Schema.Union([Schema.String, handle]) }), "/a"],
      [Schema.Struct({ a: Schema.Option(handle) }), "/a"],
      [Schema.Struct({ a: Schema.suspend(() => handle) }), "/a"],
    ]
    for (const [schema, path] of paths) {
      const expected = `has no JSON form (Handle). ${advice}`
      expect(message(() => make(schema))).toBe(`Tool.make: input at ${path} ${expected}`)
      expect(message(() => make(schema, "output"))).toBe(`Tool.make: output at ${path} ${expected}`)
    }
  })

  test("is a symbol that another process cannot name, and a symbol as key", () => {
    expect(message(() => make(Schema.Struct({ a: Schema.UniqueSymbol(Symbol("x")) })))).toBe(
      `Tool.make: input at /a has no JSON form (an unregistered symbol). ${advice}`,
    )
    expect(message(() => make(Schema.Struct({ [Symbol.for("k")]: Schema.String })))).toBe(
      `Tool.make: input at /Symbol(k) has no JSON form (a symbol as property name). ${advice}`,
    )
  })

  test("is a codec that refuses every value in the direction in question", () => {
    const secret = Schema.Struct({ a: Schema.Redacted(Schema.String, { disallowJsonEncode: true }) })
    expect(message(() => make(secret))).toBe("made")
    expect(message(() => make(secret, "output"))).toStartWith(
      "Tool.make: output at /a has no JSON form (Redacted).",
    )
  })

  test("is none where an encoding gives one, or for what Effect encodes itself", () => {
    const encoded = Schema.String.pipe(
      Schema.decodeTo(handle, { decode: Getter(() => new Handle()), encode: Getter(() => "handle") }),
    )
    expect(message(() => make(encoded))).toBe("made")
    expect(message(() => make(encoded, "output"))).toStartWith("Tool.make: output has no JSON form")
    for (const schema of [
      Schema.Date,
      Schema.BigInt,
      Schema.Duration,
      Schema.Uint8Array,
      Schema.URL,
      Schema.Unknown,
    ]) {
      expect(message(() => make(Schema.Struct({ a: schema })))).toBe("made")
      expect(message(() => make(Schema.Struct({ a: schema }), "output"))).toBe("made")
    }
  })

  test("is looked for in recursive schemas without end, and not in those that are not there yet", () => {
    interface Node {
      readonly children: ReadonlyArray<Node>
    }
    const Node: Schema.Codec<Node> = Schema.Struct({ children: Schema.Array(Schema.suspend(() => Node)) })
    expect(message(() => make(Node))).toBe("made")
    const early = Schema.Struct({ a: Schema.suspend((): Schema.Codec<string> => late) })
    expect(message(() => make(early))).toBe("made")
    const late = Schema.String
  })
})

describe("JSON Schema", () => {
  const inputOf = (schema: Schema.Constraint) =>
    Tool.inputJsonSchema(Tool.make({ description, input: schema, execute: () => 1 }))
  const outputOf = (schema: Schema.Constraint) =>
    Tool.outputJsonSchema(Tool.make({ description, input, output: schema, execute: () => null as never }))

  test("a document stays itself; no output gives none", () => {
    const document = { type: "object" } as const
    const tool = Tool.make({ description, input: document, output: true, execute: () => 1 })
    expect(Tool.inputJsonSchema(tool)).toBe(document)
    expect(Tool.outputJsonSchema(tool)).toBe(true)
    expect(Tool.outputJsonSchema(Tool.make({ description, input, execute: () => 1 }))).toBeUndefined()
  })

  test("a number is a number, in input and output", () => {
    expect(inputOf(Schema.Number)).toEqual({ type: "number" })
    expect(outputOf(Schema.Array(Schema.Number))).toEqual({ type: "array", items: { type: "number" } })
    expect(inputOf(Schema.Option(Schema.Number))).toMatchObject({
      anyOf: [{ properties: { value: { type: "number" } } }, {}],
    })
  })

  test("an input refuses undeclared fields, and a struct without fields says so", () => {
    expect(inputOf(Schema.Struct({ a: Schema.String }))).toEqual({
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      additionalProperties: false,
    })
    expect(inputOf(Schema.Struct({}))).toEqual({ type: "object", additionalProperties: false })
  })

  test("an output is the decoded side's", () => {
    expect(inputOf(Schema.NumberFromString)).toEqual({ type: "string" })
    expect(outputOf(Schema.NumberFromString)).toEqual({ type: "number" })
    expect(outputOf(Schema.DateFromString)).toEqual({ type: "string" })
  })

  test("parts of unknown type say nothing", () => {
    expect(inputOf(Schema.Struct({ a: Schema.Unknown, b: Schema.Any }))).toMatchObject({
      properties: { a: {}, b: {} },
    })
  })

  test("recursion refers to $defs", () => {
    interface Node {
      readonly children: ReadonlyArray<Node>
    }
    const Node: Schema.Codec<Node> = Schema.Struct({ children: Schema.Array(Schema.suspend(() => Node)) })
    expect(inputOf(Node)).toEqual({
      $ref: "#/$defs/Objects_",
      $defs: {
        Objects_: {
          type: "object",
          properties: { children: { type: "array", items: { $ref: "#/$defs/Objects_" } } },
          required: ["children"],
          additionalProperties: false,
        },
      },
    })
  })

  test("descriptions reach the model, of types, of keys, and of parts that JSON shows as another type", () => {
    class Person extends Schema.Class<Person>("Person")(
      { name: Schema.String },
      { description: "a person" },
    ) {}
    const words = (text: string) => ({ description: text })
    const schema = Schema.Struct({
      plain: Schema.Number.annotate(words("plain")),
      key: Schema.Number.annotateKey(words("key")),
      date: Schema.Date.annotate(words("date")),
      parsed: Schema.DateFromString.annotate(words("parsed")),
      parsedKey: Schema.NumberFromString.annotateKey(words("parsedKey")),
      person: Person,
    })
    expect(inputOf(schema)).toMatchObject({
      properties: {
        plain: { type: "number", description: "plain" },
        key: { type: "number", description: "key" },
        date: { type: "string", description: "date" },
        parsed: { type: "string", description: "parsed" },
        parsedKey: { type: "string", description: "parsedKey" },
        person: { $ref: "#/$defs/PersonEncoded" },
      },
      $defs: { PersonEncoded: { description: "a person" } },
    })
    expect(outputOf(Schema.Date.annotate(words("date")))).toEqual({ type: "string", description: "date" })
  })
})

function Getter<A>(make: () => A) {
  return SchemaGetter.transform<A, unknown>(make)
}
