import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { errorOf, run, valueOf } from "../runtime/programs.ts"

const received = (code: string) =>
  valueOf(
    `let got; try { got = await tools.echo.same(${code}) } catch (e) { return e.message } return { got }`,
  )

/** What a tool's execute gets for an argument, and how many there were. */
async function given(code: string): Promise<ReadonlyArray<unknown>> {
  const inputs: Array<unknown> = []
  const take = Tool.make({ description: "", input: true, execute: (input) => void inputs.push(input) })
  const result = await Effect.runPromise(
    CodeMode.execute({ tools: { take }, code: `await tools.take(${code})` }),
  )
  expect(result.ok).toBe(true)
  return inputs
}

const returned = async (value: unknown) => {
  const give = Tool.make({ description: "", input: Schema.Struct({}), output: true, execute: () => value })
  const code = "try { return { value: await tools.give() } } catch (e) { return [e.kind, e.message] }"
  const result = await Effect.runPromise(CodeMode.execute({ tools: { give }, code }))
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

describe("results leave as JSON.stringify gives them", () => {
  const cases: ReadonlyArray<readonly [code: string, value: unknown]> = [
    ["undefined", null],
    ["null", null],
    ["[1, 'a', true, -0, 1e21]", [1, "a", true, 0, 1e21]],
    ["[NaN, Infinity, -Infinity]", [null, null, null]],
    ["[1, , undefined, 2]", [1, null, null, 2]],
    ["{ a: undefined, b: [undefined] }", { a: null, b: [null] }],
    ["{ a: { toJSON() { return 5 } } }", { a: 5 }],
    ["{ toJSON(key) { return [key, this.x] }, x: 1 }", ["", 1]],
    ["{ k: { toJSON(key) { return key } } }", { k: "k" }],
    ["[{ toJSON(key) { return typeof key + key } }]", ["string0"]],
    ["{ get a() { return { get b() { return 1 } } } }", { a: { b: 1 } }],
    ["[Object(1), Object('s'), Object(true)]", [1, "s", true]],
    [
      "new Proxy({ a: 1, b: 2 }, { get: (target, key) => (key === 'toJSON' ? undefined : target[key] * 2) })",
      { a: 2, b: 4 },
    ],
    ["new Proxy([1, 2], {})", [1, 2]],
    ["new Proxy({ a: 1, b: 2 }, { ownKeys: () => ['b', 'a'] })", { b: 2, a: 1 }],
    [
      "[new Date(0), new Date(NaN), new URL('https://a.b/c?d#e')]",
      ["1970-01-01T00:00:00.000Z", null, "https://a.b/c?d#e"],
    ],
    ["/a/g", {}],
    [
      "Object.create({ inherited: 1 }, { hidden: { value: 1 }, own: { value: 2, enumerable: true } })",
      { own: 2 },
    ],
    ["new (class P { x = 1; #y = 2; get z() { return 3 } })()", { x: 1 }],
    ["{ [Symbol('s')]: 1, a: 1 }", { a: 1 }],
    ["(() => { const a = [1, 2]; a.extra = 1; return a })()", [1, 2]],
    ["(() => { const a = []; a[3] = 1; return a })()", [null, null, null, 1]],
    ["'a'.repeat(2000).slice(0, 1500) + 'b'.repeat(1500)", "a".repeat(1500) + "b".repeat(1500)],
    ["{ then: 1, constructor: 2, ['__proto__']: 3 }", JSON.parse('{"then":1,"constructor":2,"__proto__":3}')],
  ]
  for (const [code, value] of cases) {
    test(code, async () => {
      expect(await valueOf(`return ${code}`)).toEqual(value as CodeMode.DataValue)
    })
  }

  test("own fields named __proto__ stay own", async () => {
    const value = await valueOf("return { ['__proto__']: { a: 1 } }")
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}')
  })
})

describe("nothing that a program collected is lost", () => {
  const cases: ReadonlyArray<readonly [code: string, value: unknown]> = [
    ["new Set([1, 'a', { b: 2 }])", [1, "a", { b: 2 }]],
    ["new Map([['a', 1], [2, { c: 3 }]])", { a: 1, "2": { c: 3 } }],
    ["new Map([['1', 1], [1, 2]])", [["1", 1], [1, 2]]],
    ["new Map([[{ k: 1 }, 1]])", [[{ k: 1 }, 1]]],
    ["new Map()", {}],
    ["{ nested: new Map([['s', new Set([new Map([['x', 1]])])]]) }", { nested: { s: [{ x: 1 }] } }],
    ["new Map([['__proto__', 1]])", JSON.parse('{"__proto__":1}')],
    ["new URLSearchParams([['a', '1 2'], ['b', 'é']])", "a=1+2&b=%C3%A9"],
    ["new Headers([['X-A', '1'], ['x-a', '2'], ['b', 'c']])", { b: "c", "x-a": "1, 2" }],
    ["new RangeError('no')", { name: "RangeError", message: "no" }],
    ["Object.assign(new Error('e'), { code: 'X' })", { name: "Error", message: "e", code: "X" }],
    ["new Error('e', { cause: new TypeError('c') })", { name: "Error", message: "e", cause: { name: "TypeError", message: "c" } }],
    ["new (class Bad extends Error { get message() { return 'm' } get name() { return 'Bad' } })()", { name: "Bad", message: "m" }],
  ] // prettier-ignore
  for (const [code, value] of cases) {
    test(code, async () => {
      expect(await valueOf(`return ${code}`)).toEqual(value as CodeMode.DataValue)
    })
  }
})

describe("functions and symbols", () => {
  test("are dropped from objects, null in arrays, and a warning names each path", async () => {
    const result = await run("return { a: 1, f() {}, list: [() => 1, Symbol('s')], deep: { s: Symbol() } }")
    expect(result).toEqual({
      ok: true,
      value: { a: 1, list: [null, null], deep: {} },
      warnings: ["result.f", "result.list[0]", "result.list[1]", "result.deep.s"].map((path) => ({
        kind: "InvalidDataValue",
        message: `${path} is a function or symbol and was left out of the result.`,
      })),
      toolCalls: [],
    })
  })

  test("so are iterators, whose values JSON does not have", async () => {
    const result = await run(
      "return { keys: new Map([['a', 1]]).keys(), list: [(function* () { yield 1 })()] }",
    )
    expect(result).toMatchObject({
      value: { keys: {}, list: [{}] },
      warnings: ["result.keys", "result.list[0]"].map((path) => ({
        message: `${path} is an iterator, whose values were left out of the result: return [...iterator].`,
      })),
    })
  })

  test("are refused as the whole", async () => {
    expect(await errorOf("return () => 1")).toEqual({
      kind: "InvalidDataValue",
      message: "result is a function.",
    })
    expect(await errorOf("return Symbol()")).toEqual({
      kind: "InvalidDataValue",
      message: "result is a symbol.",
    })
  })
})

describe("refused with the path named", () => {
  const nested = (depth: number) => `let v = 1; for (let i = 0; i < ${depth}; i++) v = [v]; return v`
  const cases: ReadonlyArray<readonly [code: string, message: string]> = [
    [
      "return { items: [0, 1, 2, { next: tools.sleep({ ms: 1 }) }] }",
      "result.items[3].next is a promise that was not awaited: await it first.",
    ],
    [
      "return Promise.resolve({ p: Promise.resolve(1) })",
      "result.p is a promise that was not awaited: await it first.",
    ],
    [
      "return { t: tools.echo.same }",
      "result.t is the reference tools.echo.same, not a result: call it and await what it gives.",
    ],
    [
      "const a = { b: {} }; a.b.c = a; return a",
      "result.b.c is a cycle: it contains itself. Leave that reference out.",
    ],
    [
      "const m = new Map(); m.set('m', m); return m",
      "result.m is a cycle: it contains itself. Leave that reference out.",
    ],
    ["return [1n]", "result[0] is a BigInt: convert it, for example with String(n) or Number(n)."],
    [
      "return { 'a b': Object(1n) }",
      'result["a b"] is a BigInt: convert it, for example with String(n) or Number(n).',
    ],
    [
      "return new Uint8Array(1)",
      "result is a Uint8Array: encode it, for example with bytes.toBase64() or Array.from(bytes).",
    ],
    [
      "return [new Float64Array(1)]",
      "result[0] is a Float64Array: encode it, for example with Array.from(array).",
    ],
    [
      "return new ArrayBuffer(1)",
      "result is an ArrayBuffer: encode it, for example with new Uint8Array(buffer).toBase64().",
    ],
    [nested(33), `result${"[0]".repeat(32)} is nested more than 32 levels deep.`],
    [nested(20_000), `result${"[0]".repeat(32)} is nested more than 32 levels deep.`],
  ]
  for (const [code, message] of cases) {
    test(code, async () => {
      expect(await errorOf(code)).toEqual({ kind: "InvalidDataValue", message })
    })
  }

  test("32 levels pass", async () => {
    expect(JSON.stringify(await valueOf(nested(32)))).toBe(`${"[".repeat(32)}1${"]".repeat(32)}`)
  })

  test("a value that occurs twice is no cycle", async () => {
    expect(await valueOf("const a = { x: 1 }; return [a, a, { a }]")).toEqual([
      { x: 1 },
      { x: 1 },
      { a: { x: 1 } },
    ])
  })

  test("in an argument the call rejects with InvalidToolInput, and the tool does not run", async () => {
    const code =
      "try { await tools.echo.same({ a: [1n] }) } catch (e) { return [e.name, e.kind, e.tool, e.message] }"
    const message =
      "tools.echo.same: input.a[0] is a BigInt: convert it, for example with String(n) or Number(n)"
    expect(await valueOf(code)).toEqual(["ToolError", "InvalidToolInput", "echo.same", message])
  })
})

describe("arguments", () => {
  test("become JSON data: undefined fields are dropped, not null", async () => {
    expect(
      await given("{ a: undefined, b: [undefined, () => 1], c: () => 1, m: new Map([['x', undefined]]) }"),
    ).toEqual([{ b: [null, null], m: {} }])
  })

  test("no argument is {}, an explicit undefined reaches the schema", async () => {
    expect(await given("")).toEqual([{}])
    expect(await given("undefined")).toEqual([undefined])
  })

  test("are copies: later changes are not seen", async () => {
    const inputs: Array<unknown> = []
    const take = Tool.make({ description: "", input: true, execute: (input) => void inputs.push(input) })
    const code = "const a = { n: 1 }; const p = tools.take(a); a.n = 2; await p; a.n = 3; return a"
    await Effect.runPromise(CodeMode.execute({ tools: { take }, code }))
    expect(inputs).toEqual([{ n: 1 }])
  })

  test("a throwing getter or toJSON rejects the promise with the program's own error", async () => {
    const code = `
      const seen = []
      for (const bad of [{ get a() { throw 1 } }, { toJSON() { throw new RangeError('r') } }, new Proxy({}, { ownKeys() { throw 2 } })]) {
        const promise = tools.echo.same(bad)
        await promise.catch((e) => seen.push(e instanceof Error ? e.message : e))
      }
      return seen`
    expect(await valueOf(code)).toEqual([1, "r", 2])
  })

  test("more than one is InvalidToolInput", async () => {
    expect(await errorOf("await tools.echo.same(1, 2)")).toMatchObject({
      kind: "InvalidToolInput",
      message: "tools.echo.same: expected one argument, got 2",
    })
  })
})

describe("values come in as JSON.parse(JSON.stringify(value)) gives them", () => {
  class Point {
    x = 1
    get y() {
      return 2
    }
  }
  const cases: ReadonlyArray<readonly [name: string, value: unknown]> = [
    ["primitives", [1, "a", true, null, -0, Number.NaN, Infinity]],
    ["undefined in arrays and objects", { a: undefined, b: [undefined, () => 1, 1] }],
    ["functions and symbols", { f: () => 1, s: Symbol(), l: [() => 1] }],
    ["dates and toJSON", { d: new Date(0), j: { toJSON: (key: string) => key } }],
    ["classes", { p: new Point(), m: new Map([[1, 2]]), r: /a/, e: new Error("x") }],
    ["wrappers", [Object(1), Object("s"), Object(false)]],
    ["bytes", new Uint8Array([1, 2])],
    ["names of prototypes", JSON.parse('{"__proto__":{"a":1},"constructor":2,"then":3}')],
  ]
  for (const [name, value] of cases) {
    test(name, async () => {
      expect(JSON.stringify(await returned(value))).toBe(
        JSON.stringify({ value: JSON.parse(JSON.stringify(value)) }),
      )
    })
  }

  test("undefined stays undefined", async () => {
    expect(
      await valueOf("return typeof (await tools.fail.now({ message: 'x' }).catch(() => undefined))"),
    ).toBe("undefined")
    expect(await returned(undefined)).toEqual({ value: null })
  })

  const refusals: ReadonlyArray<readonly [unknown, string]> = [
    [{ a: [1n] }, "output.a[0] is a BigInt"],
    [() => 1, "output is a function, not data"],
    [Array.from({ length: 1 }, () => { const a: Record<string, unknown> = {}; a["b c"] = { a }; return a })[0], 'output["b c"].a is a cycle'],
    [Array.from({ length: 40 }).reduce((inner) => [inner], 1), `output${"[0]".repeat(32)} is nested more than 32 levels deep`],
  ] // prettier-ignore
  for (const [value, sentence] of refusals) {
    test(`refuses: ${sentence}`, async () => {
      expect(await returned(value)).toEqual([
        "InvalidToolOutput",
        `tools.give returned what is no data: ${sentence}.`,
      ])
    })
  }

  test("host objects and prototypes never come in", async () => {
    const code = `
      const v = await tools.echo.same([{ a: 1 }])
      return [Object.getPrototypeOf(v) === Array.prototype, Object.getPrototypeOf(v[0]) === Object.prototype, v.constructor === Array]`
    expect(await valueOf(code)).toEqual([true, true, true])
  })

  test("a value with a field then is not awaited as a promise", async () => {
    expect(await received("{ then: 1 }")).toEqual({ got: { then: 1 } })
  })
})

describe("bindings", () => {
  const execute = (code: string, bindings: CodeMode.Bindings) =>
    Effect.runPromise(CodeMode.make({}).execute(code, bindings))

  test("are plain data in an outer scope, which a program may redeclare", async () => {
    const bindings = { who: "Ada", list: [1, undefined, new Date(0)] }
    expect(await execute("return [who, list]", bindings)).toMatchObject({
      value: ["Ada", [1, null, "1970-01-01T00:00:00.000Z"]],
    })
    expect(await execute("const who = 1; return who", bindings)).toMatchObject({ value: 1 })
  })

  test("a name that is no identifier throws", () => {
    expect(() => execute("return 1", { "a-b": 1 })).toThrow(TypeError)
    expect(() => execute("return 1", { class: 1 })).toThrow(
      'bindings: "class" is no name that a program can write',
    )
  })
})

test("copying out stays inside the interpreter: the clock stops getters, toJSON and proxies without end", async () => {
  for (const code of [
    "return { toJSON() { for (;;); } }",
    "return { get a() { for (;;); } }",
    "return new Proxy({}, { ownKeys() { for (;;); } })",
    "throw { get message() { for (;;); } }",
    "throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } })",
    "await tools.echo.same({ get a() { for (;;); } })",
  ]) {
    expect(await errorOf(code, { limits: { timeoutMs: 30 } })).toMatchObject({ kind: "TimeoutExceeded" })
  }
  const logged = await run("console.log({ toString() { for (;;); } }, { get a() { for (;;); } }); return 1")
  expect(logged).toMatchObject({ ok: true, logs: ["{ toString: [Function: toString] } { a: [Getter] }"] })
})
