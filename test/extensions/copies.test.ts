/** Structured copies, product.md section 4: each kind in both directions, and what is refused. */
import { describe, expect, test } from "bun:test"
import { execute, refusalOf, valueOf } from "./programs.ts"

/** What the host got for an expression, and what a program sees of the same when it comes back. */
async function thereAndBack(expression: string, look: string): Promise<{ host: unknown; program: unknown }> {
  const received: Array<unknown> = []
  const take = (value: unknown): unknown => (received.push(value), value)
  const program = await valueOf({ take }, `const back = take(${expression}); return ${look}`)
  return { host: received[0], program }
}

/** What is compared of a value: parameters of a URL as text. */
const shown = (value: unknown): unknown => (value instanceof URLSearchParams ? `${value}` : value)

describe("a value goes out and comes back as its like", () => {
  const cases: ReadonlyArray<readonly [expression: string, host: unknown, look: string, program: unknown]> = [
    ["undefined", undefined, "back === undefined", true],
    ["null", null, "back", null],
    ["true", true, "back", true],
    ["-0", -0, "Object.is(back, -0)", true],
    ["NaN", Number.NaN, "Number.isNaN(back)", true],
    ["-Infinity", Number.NEGATIVE_INFINITY, "back === -Infinity", true],
    ["2n ** 70n", 2n ** 70n, "back === 2n ** 70n", true],
    ["'a\\ud800b'", "a\ud800b", "back.charCodeAt(1)", 0xd800],
    ["'x'.repeat(3000) + 'y'", `${"x".repeat(3000)}y`, "back.length", 3001],
    ["[1, , [undefined, 'a']]", [1, undefined, [undefined, "a"]], "[back.length, 1 in back, Array.isArray(back[2])]", [3, true, true]],
    ["{ a: { b: [1] }, u: undefined, 'c d': 2 }", { a: { b: [1] }, u: undefined, "c d": 2 }, "[Object.keys(back), back.a.b]", [["a", "u", "c d"], [1]]],
    ["Object.create(null)", {}, "Object.getPrototypeOf(back) === Object.prototype", true],
    ["{ get now() { return 7 }, [Symbol('s')]: 1 }", { now: 7 }, "back.now", 7],
    ["JSON.parse('{\"__proto__\": {\"x\": 1}}')", JSON.parse('{"__proto__": {"x": 1}}'), "[Object.keys(back), back.x === undefined]", [["__proto__"], true]],
    ["{ then: 1 }", { then: 1 }, "back.then", 1],
    ["new Date(86400000)", new Date(86_400_000), "[back instanceof Date, back.toISOString()]", [true, "1970-01-02T00:00:00.000Z"]],
    ["new Date(NaN)", undefined, "[back instanceof Date, Number.isNaN(back.getTime())]", [true, true]],
    ["/a+(?<b>x)/dgimsuy", /a+(?<b>x)/dgimsuy, "[back instanceof RegExp, back.source, back.flags, back.lastIndex]", [true, "a+(?<b>x)", "dgimsuy", 0]],
    ["new Map([['k', new Map([[{ o: 1 }, [2]]])]])", new Map([["k", new Map([[{ o: 1 }, [2]]])]]), "[back instanceof Map, [...back.get('k')][0]]", [true, [{ o: 1 }, [2]]]],
    ["new Set([1, 'a', [2]])", new Set<unknown>([1, "a", [2]]), "[back instanceof Set, [...back]]", [true, [1, "a", [2]]]],
    ["new URL('https://u:p@a.b:81/c?d=e#f')", new URL("https://u:p@a.b:81/c?d=e#f"), "[back instanceof URL, back.href, back.searchParams.get('d')]", [true, "https://u:p@a.b:81/c?d=e#f", "e"]],
    ["new URLSearchParams('a=1&a=2')", new URLSearchParams("a=1&a=2"), "[back instanceof URLSearchParams, back.getAll('a')]", [true, ["1", "2"]]],
    ["new Uint8Array([1, 2, 3, 4]).buffer", new Uint8Array([1, 2, 3, 4]).buffer, "[back instanceof ArrayBuffer, back.byteLength]", [true, 4]],
    ["new Uint8Array(0)", new Uint8Array(0), "back.length", 0],
  ] // prettier-ignore
  for (const [expression, host, look, program] of cases) {
    test(expression, async () => {
      const got = await thereAndBack(expression, look)
      if (host !== undefined) expect(shown(got.host)).toEqual(shown(host))
      expect(got.program).toEqual(program as never)
    })
  }

  test("Headers", async () => {
    const got = await thereAndBack(
      "new Headers([['A', '1'], ['a', '2']])",
      "[back instanceof Headers, [...back]]",
    )
    expect([...(got.host as Headers)]).toEqual([["a", "1, 2"]])
    expect(got.program).toEqual([true, [["a", "1, 2"]]])
  })

  const arrays = [
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array",
    "Float64Array", "BigInt64Array", "BigUint64Array",
  ] as const // prettier-ignore
  for (const name of arrays) {
    test(name, async () => {
      const elements = name.startsWith("Big") ? "[1n, 2n, 3n]" : "[1, 2, 3]"
      const got = await thereAndBack(
        `new ${name}(${elements}).subarray(1)`,
        `[back instanceof ${name}, [...back].map(String), back.byteOffset]`,
      )
      expect(got.host).toBeInstanceOf(globalThis[name])
      expect(Array.from(got.host as Iterable<unknown>, String)).toEqual(["2", "3"])
      expect(got.program).toEqual([true, ["2", "3"], 0])
    })
  }

  const errors = [
    "Error",
    "EvalError",
    "RangeError",
    "ReferenceError",
    "SyntaxError",
    "TypeError",
    "URIError",
  ] as const
  for (const name of errors) {
    test(name, async () => {
      const got = await thereAndBack(
        `Object.assign(new ${name}('m', { cause: new Map([[1, new Error('inner')]]) }), { code: 'E' })`,
        `[back instanceof ${name}, back.name, back.message, back.cause.get(1).message, back.code, Object.keys(back)]`,
      )
      const host = got.host as Error & { code: string }
      expect(host).toBeInstanceOf(globalThis[name])
      expect([
        host.message,
        (host.cause as Map<number, Error>).get(1)!.message,
        host.code,
        host.stack,
      ]).toEqual(["m", "inner", "E", `${name}: m`])
      expect(got.program).toEqual([true, name, "m", "inner", "E", ["code"]])
    })
  }

  test("an AggregateError, and an error of the program's own class by its name", async () => {
    const aggregate = await thereAndBack(
      "new AggregateError([new Error('a'), 2], 'm')",
      "[back.name, back.errors[0].message, back.errors[1]]",
    )
    expect(aggregate.program).toEqual(["AggregateError", "a", 2])
    const own = await thereAndBack(
      "new (class Mine extends TypeError { name = 'Mine' })('m')",
      "[back.name, back.message, back instanceof Error]",
    )
    expect((own.host as Error).name).toBe("Mine")
    expect(own.program).toEqual(["Mine", "m", true])
  })
})

test("nothing is shared: a change on either side stays there", async () => {
  const held = { map: new Map([["a", [1]]]), bytes: new Uint8Array([1]), date: new Date(0) }
  const taken: Array<{ list: Array<number> }> = []
  const globals = {
    get: () => held,
    take: (value: { list: Array<number> }) => void (taken.push(value), value.list.push(9)),
  }
  const code = `
    const got = get(), mine = { list: [1] }
    got.map.get('a').push(2); got.bytes[0] = 7; got.date.setTime(5)
    take(mine); mine.list.push(2)
    return mine.list`
  expect(await valueOf(globals, code)).toEqual([1, 2])
  expect(held).toEqual({ map: new Map([["a", [1]]]), bytes: new Uint8Array([1]), date: new Date(0) })
  expect(taken).toEqual([{ list: [1, 9] }])
})

describe("what cannot leave is refused, with the path, and the host is not called", () => {
  const refused: ReadonlyArray<readonly [expression: string, message: string]> = [
    ["id(() => 1)", "id: arguments[0] is a function, which cannot leave the program"],
    ["id({ a: [class A {}] })", "id: arguments[0].a[0] is a function, which cannot leave the program"],
    ["id(id)", "id: arguments[0] is a function, which cannot leave the program"],
    ["id(1, Symbol.iterator)", "id: arguments[1] is a symbol, which cannot leave the program"],
    ["id({ p: Promise.resolve(1) })", "id: arguments[0].p is a promise that was not awaited: await it first"],
    ["id(new Map([[1, () => 1]]))", "id: arguments[0][1] is a function, which cannot leave the program"],
    ["id((() => { const a = []; a.push({ a }); return a })())", "id: arguments[0][0].a is a cycle: it contains itself. Leave that reference out"],
    ["id(new (class Point { x = 1 })())", "id: arguments[0] is an instance of Point: pass a plain object, for example { ...object }"],
    ["id([1].values())", "id: arguments[0] is an iterator: pass its values, for example [...iterator]"],
    ["id(new Error('m', { cause: () => 1 }))", "id: arguments[0].cause is a function, which cannot leave the program"],
  ] // prettier-ignore
  for (const [expression, message] of refused) {
    test(expression, async () => {
      let called = 0
      expect(await refusalOf({ id: () => ++called }, expression)).toEqual(["TypeError", message])
      expect(called).toBe(0)
    })
  }

  const named: ReadonlyArray<readonly [expression: string, words: ReadonlyArray<string>]> = [
    ["id(tools.a)", ["arguments[0]"]],
    ["id(new WeakMap())", ["arguments[0]", "WeakMap"]],
    ["id((function* () {})())", ["arguments[0]"]],
    [
      "id(Array.from({ length: 40 }).reduce((inner) => [inner], 1))",
      ["arguments[0][0]", "nested more than 32 levels deep"],
    ],
  ]
  for (const [expression, words] of named) {
    test(expression, async () => {
      const [name, message] = (await refusalOf({ id: () => 1 }, expression)) as [string, string]
      expect(name).toBe("TypeError")
      for (const word of words) expect(message).toContain(word)
    })
  }

  test("an async function's promise rejects instead", async () => {
    const code = "const p = later(() => 1); return p.catch((e) => [p instanceof Promise, e.message])"
    expect(await valueOf({ later: async () => 1 }, code)).toEqual([
      true,
      "later: arguments[0] is a function, which cannot leave the program",
    ])
  })

  test("getters and proxies run inside, and what they throw is the program's own", async () => {
    const code = `
      const seen = []
      try { id({ get a() { throw new RangeError('mine') } }) } catch (e) { seen.push(e instanceof RangeError, e.message) }
      seen.push(id(new Proxy({ a: 1 }, { get: (t, k) => k === 'a' ? 2 : t[k] })))
      return seen`
    expect(await valueOf({ id: (value: unknown) => value }, code)).toEqual([true, "mine", { a: 2 }])
  })

  test("a pattern that the host's engine does not read is refused, not thrown at the host", async () => {
    const told = await refusalOf({ id: (value: unknown) => String(value) }, "id(/(?<a>x)|(?<a>y)/)")
    if (Array.isArray(told)) expect(told[1]).toStartWith("id: an argument has no like in the host")
    else expect(told).toEqual({ got: "string" })
  })
})

describe("what cannot come in is refused by name, with the path", () => {
  class Handle {
    readonly open = true
  }
  const values: ReadonlyArray<readonly [value: () => unknown, message: string]> = [
    [() => new Handle(), "result is an instance of Handle, which programs do not have: give plain data and functions"],
    [() => ({ a: [new Handle()] }), "result.a[0] is an instance of Handle, which programs do not have: give plain data and functions"],
    [() => new WeakMap(), "result is an instance of WeakMap, which programs do not have: give plain data and functions"],
    [() => new Map([[1, new Handle()]]), "result[0] is an instance of Handle, which programs do not have: give plain data and functions"],
    [() => new Error("m", { cause: new Handle() }), "result.cause is an instance of Handle, which programs do not have: give plain data and functions"],
    [() => Symbol("s"), "result is a symbol"],
    [() => { const a: Array<unknown> = []; a.push([a]); return a }, "result[0][0] is a cycle"],
    [() => Array.from({ length: 40 }).reduce((inner) => [inner], 1), `result${"[0]".repeat(32)} is nested more than 32 levels deep`],
  ] // prettier-ignore
  for (const [value, message] of values) {
    test(message.slice(0, 60), async () => {
      expect(await refusalOf({ get: value }, "get()")).toEqual(["TypeError", message])
    })
  }

  test("a Node Buffer is a Uint8Array; a sparse array has no holes; an object of another realm's class is plain", async () => {
    const sparse: Array<number> = []
    sparse[2] = 1
    const globals = {
      buffer: () => Buffer.from("hi"),
      sparse: () => sparse,
      bare: () => Object.create(null, { a: { value: 1, enumerable: true } }),
    }
    const code =
      "const b = buffer(); return [b.constructor === Uint8Array, [...b], sparse().length, 0 in sparse(), bare()]"
    expect(await valueOf(globals, code)).toEqual([true, [104, 105], 3, true, { a: 1 }])
  })

  test("a getter that throws in the host, and an error that cannot be read", async () => {
    const hostile = new Error("m")
    Object.defineProperty(hostile, "message", { get: () => { throw new Error("gotcha") } }) // prettier-ignore
    const globals = {
      get: () => ({ get a(): never { throw new RangeError("host getter") } }), // prettier-ignore
      fail: () => { throw hostile }, // prettier-ignore
    }
    expect(await refusalOf(globals, "get()")).toEqual(["RangeError", "host getter"])
    expect(((await refusalOf(globals, "fail()")) as Array<string>)[0]).toBe("Error")
  })

  test("what is larger than the program's memory ends the run", async () => {
    let calls = 0
    const globals = { get: () => ({ text: `${calls++}`.padEnd(1_000_000) }) }
    const result = await execute(globals, "const kept = []; for (;;) kept.push(get())", {
      limits: { maxMemoryBytes: 8_000_000 },
    })
    expect(result).toMatchObject({ ok: false, error: { kind: "MemoryLimitExceeded" } })
  })
})
