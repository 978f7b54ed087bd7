/** Inputs decoded and outputs encoded, as a call's schema step does it. */
import { describe, expect, test } from "bun:test"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { decodeInput, describeProblems, encodeOutput, type Checked } from "../../src/boundary/schema.ts"
import * as Tool from "../../src/Tool.ts"

const toolOf = (input: Tool.SchemaType, output?: Tool.SchemaType): Tool.Definition<unknown> =>
  Tool.make({ description: "", input, output, execute: () => null as never })

/** The outcome, of schemas that need no service. */
const now = (checking: ReturnType<typeof decodeInput>): Checked =>
  Effect.isEffect(checking) ? Effect.runSync(checking as Effect.Effect<Checked>) : checking

const decode = (schema: Tool.SchemaType, value: unknown) => now(decodeInput(toolOf(schema), value))
const encode = (schema: Tool.SchemaType, value: unknown) => now(encodeOutput(toolOf({}, schema), value))

/** The value, or the lines of the problems. */
function shown(checked: Checked): unknown {
  if (checked.kind === "value") return checked.value
  if (checked.kind === "defect") return `defect ${Cause.pretty(checked.cause)}`
  return describeProblems("", checked.problems).split("\n").slice(1)
}
const decoded = (schema: Tool.SchemaType, value: unknown) => shown(decode(schema, value))
const encoded = (schema: Tool.SchemaType, value: unknown) => shown(encode(schema, value))

test("schemas that need no service know a right value at once", () => {
  const schema = Schema.Struct({
    date: Schema.Date,
    list: Schema.Array(Schema.Number),
    o: Schema.Option(Schema.Int),
  })
  const tool = toolOf(schema, schema)
  const value = { date: "2026-01-02", list: [1], o: { _tag: "None" } }
  expect(Effect.isEffect(decodeInput(tool, value))).toBe(false)
  expect(Effect.isEffect(decodeInput(tool, { ...value, list: ["1"] }))).toBe(false)
  const raw = { date: new Date(0), list: [1], o: Option.none() }
  expect(Effect.isEffect(encodeOutput(tool, raw))).toBe(false)
})

describe("input", () => {
  test("all problems are listed with paths, what is not allowed last", () => {
    const issue = Schema.Struct({ title: Schema.String, labels: Schema.Array(Schema.String) })
    expect(decode(issue, { labels: [1], x: 1 })).toEqual({
      kind: "invalid",
      problems: [
        { path: "/title", message: "missing, expected string" },
        { path: "/labels/0", message: "expected string, got 1" },
        { path: "/x", message: "not allowed, the fields are title, labels" },
      ],
    })
  })

  test("a problem says what was expected and what came", () => {
    const cases: ReadonlyArray<readonly [Schema.Constraint, unknown, ReadonlyArray<string>]> = [
      [Schema.String, {}, ["  expected string, got an empty object"]],
      [Schema.String, { a: 1, b: 2 }, ["  expected string, got an object with a, b"]],
      [Schema.Finite, [1, 2], ["  expected number, got an array of 2"]],
      [Schema.Finite, null, ["  expected number, got null"]],
      [Schema.Boolean, "x".repeat(99), [`  expected boolean, got "${"x".repeat(60)}"...`]],
      [Schema.Int, 1.5, ["  expected an integer, got 1.5"]],
      [Schema.Literals(["a", "b"]), "c", ['  expected "a" | "b", got "c"']],
      [Schema.Union([Schema.String, Schema.Finite]), true, ["  expected string | number, got true"]],
      [Schema.Date, "soon", ['  expected a valid Date, got "soon"']],
      [Schema.Tuple([Schema.String]), ["a", "b"], ["  /1: not allowed"]],
      [Schema.NonEmptyArray(Schema.String), [], ["  /0: missing, expected string"]],
      [Schema.Record(Schema.String, Schema.Finite), { "a/b~": "x" }, ['  /a~1b~0: expected number, got "x"']],
      [
        Schema.Struct({
          a: Schema.String.check(Schema.isMinLength(3)),
          b: Schema.Finite.check(Schema.isGreaterThan(2)),
        }),
        { a: "x", b: 1 },
        [
          '  /a: expected a value with a length of at least 3, got "x"',
          "  /b: expected a value greater than 2, got 1",
        ],
      ],
    ]
    for (const [schema, value, lines] of cases) expect(decoded(schema, value)).toEqual(lines)
  })

  test("a schema's own messages are taken", () => {
    const even = Schema.Finite.check(Schema.makeFilter((n: number) => n % 2 === 0 || "must be even"))
    const named = Schema.String.annotate({ message: "give a name" })
    const key = Schema.String.annotateKey({ messageMissingKey: "say who" })
    expect(decoded(Schema.Struct({ even, named, key }), { even: 1, named: 2 })).toEqual([
      "  /even: must be even",
      "  /named: give a name",
      "  /key: say who",
    ])
  })

  test("of a union, the member that was meant, or all that it may be", () => {
    const a = Schema.Struct({ kind: Schema.Literal("a"), size: Schema.Finite })
    const b = Schema.Struct({ kind: Schema.Literal("b"), name: Schema.String })
    expect(decoded(Schema.Union([a, b]), { kind: "a", size: "1" })).toEqual([
      '  /size: expected number, got "1"',
    ])
    expect(decoded(Schema.Union([a, b]), { kind: "c" })).toEqual([
      '  expected { "kind": "a", ... } | { "kind": "b", ... }, got an object with kind',
    ])
    const either = Schema.Union([Schema.Struct({ x: Schema.String }), Schema.Struct({ y: Schema.String })])
    expect(decoded(either, {})).toEqual([
      "  fits none of 2 forms: 1) /x: missing, expected string 2) /y: missing, expected string",
    ])
  })

  test("a long list ends", () => {
    const lines = decoded(
      Schema.Array(Schema.String),
      Array.from({ length: 100 }, () => 1),
    ) as Array<string>
    expect(lines.length).toBe(21)
    expect(lines[20]).toBe("  and 80 more problems")
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, Schema.Any]))
    expect(decoded(Schema.Struct({ a: Schema.Struct(fields) }), { a: { ...fields, x: 1 } })).toEqual([
      "  /a/x: not allowed, the fields are f0, f1, f2, f3, f4, f5, f6, f7, and 22 more",
    ])
  })

  test("of a value with very many parts the first problem is named", () => {
    const list = Schema.Struct({ list: Schema.Array(Schema.String) })
    const problems = (length: number) =>
      (decoded(list, { list: Array.from({ length }, () => 1) }) as Array<string>).length
    expect([problems(19), problems(1999), problems(2000), problems(100_000)]).toEqual([19, 21, 1, 1])
    const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 1]))
    expect(decoded(Schema.Struct({}), fields)).toEqual(["  /f0: not allowed"])
  })

  test("nested and union fields that are undeclared are refused", () => {
    const inner = Schema.Struct({ a: Schema.optionalKey(Schema.String) })
    expect(decoded(Schema.Struct({ list: Schema.Array(inner) }), { list: [{}, { b: 1 }] })).toEqual([
      "  /list/1/b: not allowed, the fields are a",
    ])
    expect(decoded(Schema.NullOr(inner), { b: 1 })).toEqual(["  /b: not allowed, the fields are a"])
  })

  test("what JSON cannot hold is decoded from Effect's JSON form", () => {
    const schema = Schema.Struct({
      date: Schema.Date,
      big: Schema.BigInt,
      parsed: Schema.NumberFromString,
      option: Schema.Option(Schema.Finite),
      bytes: Schema.Uint8Array,
    })
    const value = {
      date: "2026-01-02T03:04:05.000Z",
      big: "12345678901234567890",
      parsed: "42",
      option: { _tag: "Some", value: 1 },
      bytes: "AQI=",
    }
    expect(decoded(schema, value)).toEqual({
      date: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)),
      big: 12345678901234567890n,
      parsed: 42,
      option: Option.some(1),
      bytes: new Uint8Array([1, 2]),
    })
  })

  test("a number is never a text, nor null", () => {
    const schema = Schema.Struct({ n: Schema.Number })
    expect(decoded(schema, { n: 1.5 })).toEqual({ n: 1.5 })
    expect(decoded(schema, { n: "NaN" })).toEqual(['  /n: expected number, got "NaN"'])
    expect(decoded(schema, { n: null })).toEqual(["  /n: expected number, got null"])
    expect(decoded(Schema.Struct({ n: Schema.NullOr(Schema.Number) }), { n: null })).toEqual({ n: null })
  })

  test("a struct without fields takes only an object without fields", () => {
    expect(decoded(Schema.Struct({}), {})).toEqual({})
    expect(decoded(Schema.Struct({}), { a: 1 })).toEqual(["  /a: not allowed"])
    expect(decoded(Schema.Struct({}), [])).toEqual(["  expected object, got an empty array"])
    expect(decoded(Schema.Struct({}), "x")).toEqual(['  expected object, got "x"'])
    expect(decoded(Schema.Struct({ a: Schema.Struct({}) }), { a: { b: 1 } })).toEqual(["  /a/b: not allowed"])
  })

  test("an explicit undefined decodes where the schema admits it", () => {
    const inner = Schema.Struct({ a: Schema.String })
    expect(decode(Schema.UndefinedOr(inner), undefined)).toEqual({ kind: "value", value: undefined })
    expect(decode(Schema.Unknown, undefined)).toEqual({ kind: "value", value: undefined })
    expect(decode(Schema.Void, undefined)).toEqual({ kind: "value", value: undefined })
    expect(decoded(inner, undefined)).toEqual(["  expected object, got undefined"])
    expect(decoded(Schema.Struct({}), undefined)).toEqual(["  expected object, got undefined"])
    expect(decode({ type: "object" }, undefined)).toEqual({ kind: "value", value: undefined })
  })

  test("null stands for undefined where Effect's JSON form says so", () => {
    expect(decoded(Schema.Struct({ a: Schema.optional(Schema.String) }), { a: null })).toEqual({
      a: undefined,
    })
    expect(decoded(Schema.Struct({ a: Schema.optionalKey(Schema.String) }), { a: null })).toEqual([
      "  /a: expected string, got null",
    ])
  })

  test("parts of unknown type pass as they are", () => {
    const value = { any: { a: [1, null] }, unknown: "x", object: [1] }
    const schema = Schema.Struct({ any: Schema.Any, unknown: Schema.Unknown, object: Schema.ObjectKeyword })
    expect(decoded(schema, value)).toEqual(value)
    expect(decoded(Schema.Struct({ object: Schema.ObjectKeyword }), { object: 1 })).toEqual([
      "  /object: expected array | object, got 1",
    ])
  })

  test("a JSON Schema validates nothing", () => {
    const value = { a: 1 }
    expect(decoded({ type: "string" }, value)).toBe(value)
  })

  test("__proto__ is a field like any other", () => {
    const value = JSON.parse('{"__proto__":{"a":1}}')
    expect(decoded(Schema.Struct({}), value)).toEqual(["  /__proto__: not allowed"])
    const record = decoded(Schema.Record(Schema.String, Schema.Any), value) as object
    expect(Object.keys(record)).toEqual(["__proto__"])
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
  })

  test("a fault in a schema's own code is a defect, not a problem of the value", () => {
    const faulty = Schema.String.check(
      Schema.makeFilter(() => {
        throw new Error("fault")
      }),
    )
    expect(decode(Schema.Struct({ faulty }), { faulty: "" }).kind).toBe("defect")
  })

  test("a schema that needs a service decodes as an Effect", async () => {
    class Prefix extends Context.Service<Prefix, { readonly text: string }>()("Prefix") {}
    const prefixed = Schema.String.pipe(
      Schema.decodeTo(
        Schema.String,
        SchemaTransformation.transformEffect({
          decode: (text: string) => Effect.map(Prefix, (prefix) => prefix.text + text),
          encode: (text: string) => Effect.succeed(text),
        }),
      ),
    )
    const tool = toolOf(Schema.Struct({ prefixed, n: Schema.Finite }), prefixed)
    const run = (checking: ReturnType<typeof decodeInput>) =>
      Effect.runPromise(
        Effect.provideService(checking as Effect.Effect<Checked, never, Prefix>, Prefix, { text: "> " }),
      )
    expect(await run(decodeInput(tool, { prefixed: "a", n: 1 }))).toEqual({
      kind: "value",
      value: { prefixed: "> a", n: 1 },
    })
    expect(shown(await run(decodeInput(tool, { prefixed: "a", n: "1" })))).toEqual([
      '  /n: expected number, got "1"',
    ])
    expect(await run(encodeOutput(tool, "a"))).toEqual({ kind: "value", value: "> a" })
  })
})

describe("output", () => {
  test("no schema gives undefined, a JSON Schema the value itself", () => {
    const value = { a: new Date(0) }
    expect(now(encodeOutput(toolOf({}), value))).toEqual({ kind: "value", value: undefined })
    expect(encoded({ type: "string" }, value)).toBe(value)
  })

  test("the encoded side is decoded, then encoded as JSON", () => {
    const schema = Schema.Struct({
      at: Schema.DateFromString,
      n: Schema.NumberFromString,
      big: Schema.BigInt,
    })
    expect(encoded(schema, { at: "2026-01-02", n: "42", big: 7n })).toEqual({
      at: "2026-01-02T00:00:00.000Z",
      n: 42,
      big: "7",
    })
  })

  test("a class is given as its fields", () => {
    class Person extends Schema.Class<Person>("Person")({ name: Schema.String, age: Schema.Number }) {}
    expect(encoded(Schema.Array(Person), [{ name: "Ada", age: Number.NaN }])).toEqual([
      { name: "Ada", age: Number.NaN },
    ])
  })

  test("numbers, undefined and values of unknown type are left to the inward copy", () => {
    const date = new Date(0)
    const schema = Schema.Struct({
      n: Schema.Number,
      list: Schema.Array(Schema.Number),
      option: Schema.Option(Schema.Number),
      gone: Schema.optional(Schema.String),
      unknown: Schema.Unknown,
      any: Schema.Any,
      object: Schema.ObjectKeyword,
    })
    const value = {
      n: Number.NaN,
      list: [Infinity, 1],
      option: Option.some(-Infinity),
      gone: undefined,
      unknown: { date },
      any: date,
      object: new Map(),
    }
    expect(encoded(schema, value)).toEqual({ ...value, option: { _tag: "Some", value: -Infinity } })
    expect(encode(Schema.Void, undefined)).toEqual({ kind: "value", value: undefined })
  })

  test("what does not fit is named, fields that are not declared are left out", () => {
    const schema = Schema.Struct({ id: Schema.String, tags: Schema.Array(Schema.String) })
    expect(encoded(schema, { id: "a", tags: [], more: 1 })).toEqual({ id: "a", tags: [] })
    expect(encoded(schema, { id: 1, tags: ["a", null] })).toEqual([
      "  /id: expected string, got 1",
      "  /tags/1: expected string, got null",
    ])
    expect(encoded(Schema.Struct({}), { a: 1 })).toEqual(["  /a: not allowed"])
  })

  test("a value that cannot be read or encoded is a problem, never an exception", () => {
    const hostile = {
      get id(): string {
        throw new Error("no")
      },
    }
    expect(encode(Schema.Struct({ id: Schema.String }), hostile).kind).toBe("defect")
    const hidden = new Proxy([], { get: () => "x" })
    expect(encode(Schema.String, hidden).kind).toBe("invalid")
    const unregistered = Schema.Struct({ s: Schema.Symbol })
    expect(encoded(unregistered, { s: Symbol("x") })).toEqual([
      "  /s: cannot serialize to string, Symbol is not registered",
    ])
  })
})
