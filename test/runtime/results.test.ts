import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { errorOf, run, valueOf } from "./programs.ts"

describe("a result", () => {
  test("of a success has value and toolCalls, and what else there is", async () => {
    expect(await run("return 1")).toEqual({ ok: true, value: 1, toolCalls: [] })
    expect(await run("console.log('a', 1); console.error('b')")).toEqual({
      ok: true,
      value: null,
      logs: ["a 1", "b"],
      toolCalls: [],
    })
  })

  test("of a failure keeps logs and calls", async () => {
    expect(await run("console.log('before'); await tools.echo.same(1); null.x")).toEqual({
      ok: false,
      error: {
        kind: "ExecutionFailure",
        message: "TypeError: Cannot read properties of null (reading 'x')",
        location: { line: 1, column: 55 },
      },
      logs: ["before"],
      toolCalls: [{ name: "echo.same" }],
    })
  })

  test("fits its schema", async () => {
    const decode = Schema.decodeUnknownSync(CodeMode.Result)
    for (const code of [
      "return { a: [1, null] }",
      "throw 1",
      "(",
      "return [() => 1]",
      "tools.fail.now({ message: 'x' }); return 1",
    ]) {
      const result = await run(code)
      expect(decode(result)).toEqual(result)
    }
  })

  test("of one run shows no logs of another", async () => {
    const runtime = CodeMode.make({})
    const results = await Effect.runPromise(
      Effect.all([runtime.execute("console.log('first')"), runtime.execute("syntax error here")], {
        concurrency: 2,
      }),
    )
    expect(results[0]).toMatchObject({ logs: ["first"] })
    expect(results[1]).not.toHaveProperty("logs")
  })
})

describe("a program that is none", () => {
  test("an empty source is a ParseError", async () => {
    for (const code of ["", "  \n", "\uFEFF", "```js\n```"])
      expect(await errorOf(code)).toMatchObject({ kind: "ParseError" })
  })

  test("a ParseError shows the line with a caret, and nothing was executed", async () => {
    const error = await errorOf(
      "const y = await tools.echo.same(1)\nconst x = await tools.echo.same({ a: 1 ; return x",
    )
    expect(error).toMatchObject({ kind: "ParseError", location: { line: 2, column: 40 } })
    expect(error.message).toContain(
      "2 | const x = await tools.echo.same({ a: 1 ; return x\n  |                                        ^",
    )
    expect(await run("console.log(1); (")).toMatchObject({ ok: false, toolCalls: [] })
  })

  test("an excluded form is UnsupportedSyntax, before anything runs", async () => {
    expect(await errorOf("export const a = 1")).toMatchObject({
      kind: "UnsupportedSyntax",
      location: { line: 1, column: 1 },
    })
  })
})

describe("an uncaught error", () => {
  const cases: ReadonlyArray<
    readonly [code: string, message: string, location: [number, number] | undefined]
  > = [
    ["\n  throw new RangeError('boom')", "RangeError: boom", [2, 3]],
    ["const f = () => { throw new Error('in f') }\nf()", "Error: in f", [1, 19]],
    [
      "await (async () => {\n  await null\n  throw new SyntaxError('late')\n})()",
      "SyntaxError: late",
      [3, 3],
    ],
    ["class Odd extends Error { name = 'Odd' }\nthrow new Odd('x')", "Odd: x", [2, 1]],
    ["const e = new Error('made first')\nthrow e", "Error: made first", [2, 1]],
    ["throw new Error()", "Error", [1, 1]],
    ["null.x", "TypeError: Cannot read properties of null (reading 'x')", [1, 6]],
    ["undefinedName", "ReferenceError: undefinedName is not defined", [1, 1]],
    ["throw { code: 5, detail: 'x' }", 'Uncaught {"code":5,"detail":"x"}', undefined],
    ["throw 'text'", 'Uncaught "text"', undefined],
    ["throw null", "Uncaught null", undefined],
    ["throw undefined", "Uncaught undefined", undefined],
    ["throw Symbol('s')", "Uncaught Symbol(s)", undefined],
    ["throw 5n", "Uncaught 5n", undefined],
    ["throw new Map([['a', 1]])", 'Uncaught {"a":1}', undefined],
    ["throw Object.defineProperty(new Error('m'), 'name', { get() { throw 1 } })", "m", [1, 1]],
  ]
  for (const [code, message, location] of cases) {
    test(code, async () => {
      expect(await errorOf(code)).toEqual({
        kind: "ExecutionFailure",
        message,
        ...(location === undefined ? {} : { location: { line: location[0], column: location[1] } }),
      })
    })
  }

  test("for a tool's name without tools before it says what to use", async () => {
    expect(await errorOf("return echo.same(1)")).toEqual({
      kind: "ExecutionFailure",
      message: "ReferenceError: echo is not defined. Use tools.echo: tools are members of tools.",
      location: { line: 1, column: 8 },
      suggestions: ["tools.echo"],
    })
    expect(await errorOf("await same(1)")).toMatchObject({ suggestions: ["tools.echo.same"] })
  })

  test("positions count in the text as it was sent, fence included", async () => {
    expect(await errorOf("Here it is:\n```js\nconst a = 1\n  a.b.c\n```")).toMatchObject({
      location: { line: 4, column: 7 },
    })
  })

  test("of TypeScript has the author's place", async () => {
    expect(
      await errorOf("interface A { b: string }\nconst a = null as unknown as A\nreturn a.b"),
    ).toMatchObject({
      message: "TypeError: Cannot read properties of null (reading 'b')",
      location: { line: 3, column: 10 },
    })
  })

  test("of a failed call has the call's place and kind", async () => {
    expect(await errorOf("const a = 1\nawait tools.fail.now({ message: 'no' })")).toEqual({
      kind: "ToolFailure",
      message: "no",
      location: { line: 2, column: 18 },
    })
  })

  test("has program lines only in its stack", async () => {
    const code = "const f = () => null.x\ntry { [1].map(() => f()) } catch (e) { return e.stack }"
    expect(await valueOf(code)).toBe(
      "TypeError: Cannot read properties of null (reading 'x')\n    at f (program:1:22)\n    at program:2:21\n    at program:2:11",
    )
  })
})

test("time zone and locale are checked, and hooks, limits and tools may be left out", async () => {
  const runtime = CodeMode.make({ timeZone: "Europe/Berlin", locale: "de-DE" })
  expect(await Effect.runPromise(runtime.execute("return Object.keys(tools)"))).toMatchObject({ value: [] })
})

test("a runtime tells its catalog, instructions and search", () => {
  const look = Tool.make({
    description: "Looks up an order",
    input: Schema.Struct({ id: Schema.String }),
    execute: () => undefined,
  })
  const runtime = CodeMode.make({ tools: { orders: { look } } })
  expect(runtime.catalog().map(({ path, description, signature }) => [path, description, signature])).toEqual(
    [["orders.look", "Looks up an order", "tools.orders.look(input: { id: string }): Promise<void>"]],
  )
  expect(runtime.instructions()).toContain("tools.orders.look")
  expect(runtime.search("order").items.map(({ path }) => path)).toEqual(["tools.orders.look"])
  expect(() => runtime.search(5 as never)).toThrow(TypeError)
})

describe("search in programs", () => {
  test("is synchronous, awaitable and chainable", async () => {
    const code = `
      const answer = search('echo')
      return [answer.items[0].path, (await answer).items.length, Object.keys(answer),
        await search({ query: 'fail' }).then((found) => found.items[0].path), await search('x').finally(() => {}) !== undefined]`
    expect(await valueOf(code)).toEqual([
      "tools.echo.same",
      1,
      ["items", "remaining", "next"],
      "tools.fail.now",
      true,
    ])
  })

  test("gives a page, and what to ask next", async () => {
    expect(
      await valueOf(
        "const { items, ...rest } = search({ query: '', limit: 2 }); return [items.map((i) => i.path), rest]",
      ),
    ).toEqual([["tools.echo.same", "tools.fail.now"], { remaining: 2, next: { offset: 2 } }])
  })

  test("throws the usage for what is no request", async () => {
    for (const request of ["5", "", "{ words: 1 }", "null", "[]"]) {
      const message = await valueOf(
        `try { search(${request}); return 'none' } catch (e) { return e.name + ': ' + e.message }`,
      )
      expect(message).toMatch(/^TypeError: .*Write search\("words"\)/s)
    }
  })
})
