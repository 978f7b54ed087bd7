import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { hostNames } from "./hostNames.ts"

const echo = (value: unknown) =>
  Tool.make({ description: "Echo.", input: { type: "object" }, output: {}, execute: () => value })

const run = (runtime: CodeMode.Runtime, code: string): Promise<CodeMode.Result> =>
  Effect.runPromise(runtime.execute(code))

const valueOf = async (runtime: CodeMode.Runtime, code: string): Promise<unknown> => {
  const result = await run(runtime, code)
  return result.ok ? result.value : result.error
}

test("every path that the catalog prints is callable as it is printed, with and without an argument", async () => {
  const runtime = CodeMode.make({
    tools: { host: Object.fromEntries(hostNames.map((name) => [name, echo(name)])) },
  })
  for (const name of hostNames) {
    const { path } = runtime.search({ query: `host.${name}` }).items[0]!
    expect(await valueOf(runtime, `return [await ${path}(), await ${path}({})]`)).toEqual([name, name])
  }
})

const shop = CodeMode.make({ tools: { orders: { lookup: echo("found"), list: echo("all") } } })

test("search answers a program at once, awaited or chained, and counts as a call", async () => {
  const path = "tools.orders.lookup"
  const code =
    'return [search("lookup").items[0].path, (await search("lookup")).items[0].path, await search("lookup").then((it) => it.items[0].path)]'
  expect(await run(shop, code)).toEqual({
    ok: true,
    value: [path, path, path],
    toolCalls: [{ name: "search" }, { name: "search" }, { name: "search" }],
  })
})

test("what search gives is used as it stands", async () => {
  const code = 'const [{ path, signature }] = search("orders.list").items; return [path, signature]'
  expect(await valueOf(shop, code)).toEqual(["tools.orders.list", "tools.orders.list(): Promise<unknown>"])
})

test.each([
  ["search()", "search needs a request"],
  ["search({ query: { text: 'x' } })", "query must be a text, not an object"],
  ["search(5)", "search takes a text or an object, not 5"],
  ["search('a'.repeat(1e5))", "query has 100000 characters; at most 1000 are searched for"],
  ["search({ limit: -1 })", "limit must be a whole number of at least 1, not -1"],
])("%s is answered with how to search, catchable", async (call, problem) => {
  const message = await valueOf(shop, `try { return ${call} } catch (error) { return error.message }`)
  expect(message).toStartWith(problem)
  expect(message).toContain('Write search("words") or search({ query: "words"')
})

test.each(["c++ ((", "[", "constructor", "__proto__", "(a+)+$"])(
  "search(%j) is a search like any other",
  async (query) => {
    expect(await valueOf(shop, `return search(${JSON.stringify(query)})`)).toEqual({
      items: [],
      remaining: 0,
      next: null,
    })
  },
)

test.each(["tools.search('x')", "tools.$codemode.search({ query: 'x' })"])(
  "%s is told the right form",
  async (call) => {
    expect(await valueOf(shop, `return await ${call}`)).toMatchObject({
      kind: "UnknownTool",
      message: expect.stringContaining('search is a global: search({ query: "..." })') as string,
    })
  },
)

test("a host's own tool of that name is called", async () => {
  const runtime = CodeMode.make({ tools: { search: echo("own"), $codemode: { search: echo("too") } } })
  expect(await valueOf(runtime, "return [await tools.search(), await tools.$codemode.search()]")).toEqual([
    "own",
    "too",
  ])
})
