/** What users of systems like this one reported about names, discovery and habits of models, in programs. */
import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"

const called: Array<string> = []
const echo = (name: string) =>
  Tool.make({
    description: `Echo of ${name}.`,
    input: {},
    output: {},
    execute: (input) => {
      called.push(name)
      return input
    },
  })

const runtime = CodeMode.make({
  tools: {
    echo: { same: echo("same") },
    ns: Object.fromEntries(["then", "constructor", "toString", "hasOwnProperty", "call", "name", "length", "catch", "__proto__"].map((name) => [name, echo(name)])),
    github: { create_issue: echo("create_issue"), deep: { star: echo("star") } },
    now: echo("now"),
  },
}) // prettier-ignore

async function outcome(code: string): Promise<unknown> {
  called.length = 0
  const result = await Effect.runPromise(runtime.execute(code))
  return result.ok ? result.value : result.error
}

test.each([
  "await tools.ns",
  "await (async () => tools.ns)()",
  "await Promise.resolve(tools.ns)",
  "await new Promise((resolve) => resolve(tools.ns))",
  "(await Promise.all([tools.ns]))[0]",
  "await Promise.any([tools.ns])",
  "await Promise.resolve().then(() => tools.ns)",
  "await Promise.try(() => tools.ns)",
  "(await Array.fromAsync([tools.ns]))[0]",
])("a namespace with a tool named then is no thenable: %s", async (expression) => {
  expect(await outcome(`return ${expression} === tools.ns`)).toBe(true)
  expect(called).toEqual([])
})

test.each([
  "then",
  "constructor",
  "toString",
  "hasOwnProperty",
  "call",
  "name",
  "length",
  "catch",
  "__proto__",
])("a tool named %s is called", async (name) => {
  expect(await outcome(`return await tools.ns[${JSON.stringify(name)}]({ a: 1 })`)).toEqual({ a: 1 })
  expect(called).toEqual([name])
})

test.each([
  ["echo.same(1)", "echo", "tools.echo"],
  ["now({})", "now", "tools.now"],
  ["same(1)", "same", "tools.echo.same"],
  ["create_issue({})", "create_issue", "tools.github.create_issue"],
])("%s without tools is told where the tool is", async (code, name, expression) => {
  const sentence = `${name} is not defined. Use ${expression}: tools are members of tools.`
  expect(await outcome(`return ${code}`)).toMatchObject({
    kind: "ExecutionFailure",
    message: `ReferenceError: ${sentence}`,
    suggestions: [expression],
  })
  expect(await outcome(`try { ${code} } catch (error) { return error.message }`)).toBe(sentence)
  expect(await outcome(`return typeof ${name}`)).toBe("undefined")
})

test("a name deep inside is told of too, once the program has failed", async () => {
  expect(await outcome("return star({})")).toMatchObject({
    message: "ReferenceError: star is not defined. Use tools.github.deep.star: tools are members of tools.",
    suggestions: ["tools.github.deep.star"],
  })
})

test("a name that is near nothing gets V8's sentence alone", async () => {
  expect(await outcome("return qqq(1)")).toMatchObject({ message: "ReferenceError: qqq is not defined" })
})

test.each([
  ["tools.echo.sam(1)", "tools.echo.same"],
  ["tools.github.createIssue({})", "tools.github.create_issue"],
])("%s is told the nearest tool", async (code, expression) => {
  expect(await outcome(`return await ${code}`)).toMatchObject({
    kind: "UnknownTool",
    message: expect.stringContaining(`Did you mean ${expression}?`) as string,
    suggestions: [expression],
  })
})

test("what a tool gave is not parsed again", async () => {
  expect(await outcome("return JSON.parse(await tools.echo.same({ a: 1 }))")).toMatchObject({
    message:
      'SyntaxError: "[object Object]" is not valid JSON. It is an object already: use it without JSON.parse.',
  })
})

test("a hit of search is called as it is written", async () => {
  const path = await outcome('return search("echo same").items[0].path')
  expect(await outcome(`return await ${path as string}({ a: 1 })`)).toEqual({ a: 1 })
})

test("a promise in a result is named with what to do", async () => {
  expect(await outcome("const r = tools.echo.same([1]); return { n: r.length, r }")).toMatchObject({
    kind: "InvalidDataValue",
    message: "result.r is a promise that was not awaited: await it first.",
  })
})

test("signatures without input and output, and with an output that says nothing", () => {
  const tool = (output?: Tool.JsonSchema) =>
    Tool.make({
      description: "",
      input: { type: "object", properties: {}, additionalProperties: false },
      ...(output === undefined ? {} : { output }),
      execute: () => undefined,
    })
  const { catalog } = CodeMode.make({ tools: { some: tool({}), none: tool() } })
  expect(catalog().map(({ signature }) => signature)).toEqual([
    "tools.none(): Promise<void>",
    "tools.some(): Promise<unknown>",
  ])
})

test("the fields of an Effect Schema's output are all that a program gets, and all that its signature shows", async () => {
  const output = Schema.Struct({ a: Schema.String, inner: Schema.Struct({ n: Schema.Number }) })
  const given = { a: "x", inner: { n: 1, secret: 2 }, secret: 3 }
  const tool = Tool.make({ description: "", input: Schema.Struct({}), output, execute: () => given })
  const { catalog, execute } = CodeMode.make({ tools: { get: tool } })
  expect(catalog()[0]!.signature).toBe("tools.get(): Promise<{ a: string; inner: { n: number } }>")
  expect(await Effect.runPromise(execute("return await tools.get()"))).toMatchObject({
    value: { a: "x", inner: { n: 1 } },
  })
})

test("parameters behind references are found, and definitions that nothing refers to are not", () => {
  const input = {
    type: "object",
    properties: { order: { $ref: "#/$defs/Order" } },
    $defs: {
      Order: { type: "object", properties: { lines: { type: "array", items: { $ref: "#/$defs/Line" } } } },
      Line: {
        type: "object",
        properties: { sku: { description: "Article number" }, of: { $ref: "#/$defs/Order" } },
      },
      Stray: { type: "object", properties: { warehouse: {} } },
    },
  }
  const { search } = CodeMode.make({
    tools: { shop: { buy: Tool.make({ description: "", input, execute: () => undefined }) } },
  })
  const found = (query: string) => search(query).items.map(({ path }) => path)
  expect(["lines", "sku", "article", "warehouse"].map(found)).toEqual([
    ["tools.shop.buy"],
    ["tools.shop.buy"],
    ["tools.shop.buy"],
    [],
  ])
})
