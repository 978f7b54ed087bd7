import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Effect from "effect/Effect"
import * as Namespace from "../../src/Namespace.ts"
import * as Tool from "../../src/Tool.ts"

const tool = (description = "a tool") =>
  Tool.make({ description, input: { type: "object" }, execute: () => 1 })
const flat = (tree: unknown) => Namespace.flatten(tree as Namespace.Tree)
const paths = (tree: unknown) => [...flat(tree).tools.keys()]

describe("flatten", () => {
  test("gives canonical paths, with dots in keys as nesting", () => {
    const tree = { a: tool(), "b.c": tool(), d: { e: tool(), "f.g": { h: tool() } } }
    expect(paths(tree)).toEqual(["a", "b.c", "d.e", "d.f.g.h"])
    expect([...flat(tree).namespaces.keys()].toSorted()).toEqual(["b", "d", "d.f", "d.f.g"])
  })

  test("the last definition of a path wins, however it is written", () => {
    const [first, last] = [tool("first"), tool("last")]
    expect(flat({ "a.b": first, a: { b: last } }).tools.get("a.b")).toBe(last)
    expect(flat({ a: { b: first }, "a.b": last }).tools.get("a.b")).toBe(last)
    expect(paths({ "a.b": first, a: { b: last, c: first } })).toEqual(["a.b", "a.c"])
  })

  test("a path can be both a tool and a namespace", () => {
    const list = flat({ issues: tool(), "issues.list": tool() })
    expect([...list.tools.keys()]).toEqual(["issues", "issues.list"])
    expect([...list.namespaces.keys()]).toEqual(["issues"])
  })

  test("a namespace keeps its description, whatever is added to it", () => {
    const described = Namespace.make({ description: "Purchases", tools: { lookup: tool() } })
    expect(Namespace.isNamespace(described)).toBe(true)
    for (const tree of [
      { orders: described, "orders.items": { list: tool() } },
      { "orders.items": { list: tool() }, orders: described },
    ]) {
      expect(flat(tree).namespaces.get("orders")).toEqual({ description: "Purchases" })
      expect(flat(tree).namespaces.get("orders.items")).toEqual({ description: undefined })
    }
    expect(flat({ empty: Namespace.make({ tools: {} }) }).namespaces.has("empty")).toBe(true)
  })

  test("names of object members are ordinary", () => {
    const names = ["constructor", "toString", "then", "__proto__", "hasOwnProperty"]
    const tree = Object.fromEntries(names.map((name) => [name, tool()]))
    expect(paths({ ns: tree })).toEqual(names.map((name) => `ns.${name}`))
    expect(flat({}).tools.get("constructor")).toBeUndefined()
    expect(flat({}).namespaces.has("toString")).toBe(false)
  })

  test("an empty segment throws", () => {
    for (const name of ["", ".", ".a", "a.", "a..b"]) {
      const message = `tools.ns has the name ${JSON.stringify(name)}, which has an empty segment`
      expect(() => flat({ ns: { [name]: tool() } })).toThrow(new TypeError(message))
      expect(() => Namespace.make({ tools: { [name]: tool() } })).toThrow(TypeError)
    }
  })

  test("what is no tool throws, saying what it is and where", () => {
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      [1, "a number"],
      [undefined, "undefined"],
      [null, "null"],
      [() => 1, "a function"],
      [[tool()], "an array"],
      [Promise.resolve(tool()), "an instance of Promise"],
      [new Map(), "an instance of Map"],
    ]
    for (const [value, kind] of cases) {
      expect(() => flat({ a: { "b-c": value } })).toThrow(
        new TypeError(
          `tools.a["b-c"] is ${kind}; expected Tool.make(...), Namespace.make(...) or a record of them`,
        ),
      )
    }
    expect(() => flat({ a: Effect.succeed(1) })).toThrow(TypeError)
    expect(() => flat(undefined)).toThrow(TypeError)
    const circle: Record<string, unknown> = { a: tool() }
    circle["b"] = { c: circle }
    expect(() => flat(circle)).toThrow(new TypeError("tools.b.c contains itself"))
    const shared = { a: tool() }
    expect(paths({ one: shared, two: shared })).toEqual(["one.a", "two.a"])
    expect(paths(Object.assign(Object.create(null), { a: tool() }))).toEqual(["a"])
  })
})

describe("the expression of a path", () => {
  test("is callable as it stands", () => {
    const cases = {
      "orders.lookup": "tools.orders.lookup",
      "context7.resolve-library-id": 'tools.context7["resolve-library-id"]',
      "v1/users": 'tools["v1/users"]',
      "ns.2fa": 'tools.ns["2fa"]',
      查询天气: "tools.查询天气",
      "✉️": 'tools["✉️"]',
      'say "hi"': 'tools["say \\"hi\\""]',
      __proto__x: "tools.__proto__x",
      "a\u202eb\u2028": 'tools["a\\u202eb\\u2028"]',
    }
    for (const [path, expression] of Object.entries(cases)) {
      expect(Namespace.toolExpression(path)).toBe(expression)
    }
  })

  test("is read back, bare, prefixed and bracketed", () => {
    const cases: Record<string, string> = {
      "orders.lookup": "orders.lookup",
      "tools.orders.lookup": "orders.lookup",
      'tools["orders"]["lookup"]': "orders.lookup",
      "tools['orders'].lookup": "orders.lookup",
      'context7["resolve-library-id"]': "context7.resolve-library-id",
      "context7.resolve-library-id": "context7.resolve-library-id",
      "tools['it\\'s \"so\"']": 'it\'s "so"',
      " tools.a ": "a",
      "v1/users": "v1/users",
      "a[0]": "a[0]",
      tools: "tools",
    }
    for (const [written, path] of Object.entries(cases)) {
      expect(Namespace.writtenPaths(written)[0]).toBe(path)
    }
    expect(Namespace.writtenPaths("tools.tools.a")).toEqual(["tools.a", "tools.tools.a"])
  })

  test("property: every host name is read back from its expression, and runs as JavaScript", () => {
    const name = fc
      .string({ unit: "binary", minLength: 1, maxLength: 20 })
      .filter((text) => !text.includes("."))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (segments) => {
        const path = segments.join(".")
        const expression = Namespace.toolExpression(path)
        expect(Namespace.writtenPaths(expression)).toContain(path)
        const seen: Array<string> = []
        const proxy: unknown = new Proxy({}, { get: (_, key) => (seen.push(String(key)), proxy) })
        new Function("tools", `return ${expression}`)(proxy)
        expect(seen).toEqual(segments)
      }),
      { numRuns: 300 },
    )
  })

  test("no text is slow or wrong to read", () => {
    for (const text of [
      "a".repeat(1e5),
      '["'.repeat(5e4),
      "[".repeat(1e5),
      ".".repeat(1e5),
      '["\\'.repeat(3e4),
    ]) {
      expect(Namespace.writtenPaths(text)).toContain(text)
    }
    expect(Namespace.writtenPaths("")).toEqual([""])
  })
})
