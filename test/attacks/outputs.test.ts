/**
 * What a host hands to a program is the host's own, and may be anything: it arrives as a copy, or as an error of the call
 * that gave it. Nothing of it stays the host's, and no limit is lost by it.
 */
import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"
import * as Tool from "../../src/Tool.ts"
import type { DataValue } from "../../src/Result.ts"
import { untilIdle } from "../snapshot/suspension.ts"

const limits = { timeoutMs: 20_000, maxMemoryBytes: 4_000_000 }

const run = (options: CodeMode.Options, code: string): Promise<CodeMode.Result> =>
  Effect.runPromise(CodeMode.execute({ limits, ...options, code }) as Effect.Effect<CodeMode.Result>)

const hostile = (execute: () => unknown, output: unknown = true): CodeMode.Options => ({
  tools: {
    get: Tool.make({
      description: "",
      input: Schema.Struct({}),
      output: output as true,
      execute: execute as never,
    }),
  },
})

/** What a program gets: the value as JSON with its kind, or the kind and the message of the error. */
async function got(execute: () => unknown, output?: unknown): Promise<DataValue> {
  const code = `try { const v = await tools.get(); return [Object.prototype.toString.call(v), JSON.stringify(v)] }
    catch (e) { return [e.kind, e.message] }`
  const result = await run(hostile(execute, output), code)
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`)
  return result.value
}

const trap = (): never => {
  throw new Error("trap")
}
const trapped = (): object =>
  new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap })
function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}
const listOf = (length: unknown): ReadonlyArray<unknown> =>
  new Proxy([], { get: (_, key) => (key === "length" ? length : key === "toJSON" ? undefined : 1) })

const arrays: ReadonlyArray<readonly [what: string, value: () => unknown, json: string]> = [
  ["no number as length", () => listOf(Number.NaN), "[]"],
  ["a negative length", () => listOf(-1e15), "[]"],
  ["half an element", () => listOf(2.5), "[1,1]"],
  ["a text as length", () => listOf("2"), "[1,1]"],
  ["an object as length", () => listOf({ valueOf: () => 3 }), "[1,1,1]"],
  ["a BigInt as length", () => listOf(2n), "[1,1]"],
  ["holes", () => Object.assign([1], { 3: 2 }), "[1,null,null,2]"],
  [
    "elements that come while it is read",
    () => {
      const list: Array<unknown> = [1]
      return Object.defineProperty(list, 0, { get: () => list.push(1), enumerable: true })
    },
    "[2]",
  ],
  [
    "elements that go while it is read",
    () => {
      const list: Array<unknown> = [1, 2, 3]
      const get = (): number => (list.length = 1)
      return Object.defineProperty(list, 0, { get, enumerable: true, configurable: true })
    },
    "[1,null,null]",
  ],
]

const objects: ReadonlyArray<readonly [what: string, value: () => unknown, json: string]> = [
  ["names of prototypes", () => JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":3}'), '{"__proto__":{"a":1},"constructor":2,"toString":3}'],
  ["symbols as keys", () => ({ [Symbol("a")]: 1, [Symbol.iterator]: 2, [Symbol.toPrimitive]: 3, b: 4 }), '{"b":4}'],
  ["a Buffer", () => Buffer.from("hi"), '{"type":"Buffer","data":[104,105]}'],
  ["a Map", () => new Map([[1, 2]]), "{}"],
  ["a WeakMap", () => new WeakMap(), "{}"],
  ["a promise inside", () => ({ a: Promise.resolve(1) }), '{"a":{}}'],
  ["an instance", () => new (class Secret { readonly #hidden = 1; shown = 2; get more() { return this.#hidden } })(), '{"shown":2}'],
  ["a toJSON that gives itself", () => { const value: object = { a: 1, toJSON: () => value }; return value }, '{"a":1}'],
  ["a then that is data", () => ({ a: { then: 1 } }), '{"a":{"then":1}}'],
] // prettier-ignore

const errors: ReadonlyArray<readonly [what: string, value: () => unknown, kind: string, message: string]> = [
  ["a proxy whose traps throw", trapped, "ToolFailure", "trap"],
  ["such a proxy inside", () => ({ a: [trapped()] }), "InvalidToolOutput", "trap"],
  ["a revoked proxy inside", () => ({ a: revoked([]) }), "InvalidToolOutput", "revoked"],
  ["a symbol as length", () => listOf(Symbol("x")), "InvalidToolOutput", "cannot be read"],
  ["an error whose message throws", () => Object.defineProperty(new Error("x"), "message", { get: trap, enumerable: true }), "InvalidToolOutput", "trap"],
  ["a wrapper whose valueOf throws", () => Object.assign(Object(1) as object, { valueOf: trap }), "InvalidToolOutput", "trap"],
  ["a prototype whose traps throw", () => Object.create(trapped()), "ToolFailure", "trap"],
  ["objects without end", function endless(): unknown { return { get a() { return endless() } } }, "InvalidToolOutput", "nested more than 32 levels deep"],
  ["a toJSON without end", function endless(): unknown { return { toJSON: () => ({ a: endless() }) } }, "InvalidToolOutput", "nested more than 32 levels deep"],
  ["a class", () => class Secret { readonly a = 1 }, "InvalidToolOutput", "is a function, not data"],
  ["a then that throws", () => ({ then: trap }), "ToolFailure", "trap"],
  ["a getter of then that throws", () => Object.defineProperty({}, "then", { get: trap }), "ToolFailure", "trap"],
  ["a rejection with a proxy", () => Promise.reject(trapped()), "ToolFailure", "an error that cannot be read"],
  ["a thrown null", () => { throw null }, "ToolFailure", "null"],
  ["what only looks like an Effect", () => ({ "~effect/Effect": 1 }), "ToolFailure", "Not a valid effect"],
] // prettier-ignore

describe("a tool's output", () => {
  test.each(arrays)("an array with %s is copied as JSON.stringify reads it", async (_, value, json) => {
    expect(await got(value)).toEqual(["[object Array]", json])
  })

  test.each(objects)("%s arrives as plain data", async (_, value, json) => {
    for (const output of [true, Schema.Unknown])
      expect(await got(value, output)).toEqual(["[object Object]", json])
  })

  test.each(errors)("%s is an error of the call", async (_, value, kind, message) => {
    for (const output of [true, Schema.Unknown])
      expect(await got(value, output)).toEqual([kind, expect.stringContaining(message)])
  })

  test("a thenable that settles several times settles once", async () => {
    const then = (resolve: (value: number) => void, reject: (error: unknown) => void): void => {
      resolve(1)
      reject(2)
      resolve(3)
      trap()
    }
    expect(await got(() => ({ then }))).toEqual(["[object Number]", "1"])
  })

  test.each([
    ["length", () => listOf(-1e15)],
    ["length that is no number", () => listOf(Number.NaN)],
  ])(
    "no %s of an array gives a program more memory than it may have",
    async (_, value) => {
      const code = "await tools.get(); const kept = []; for (;;) kept.push({})"
      expect(await run(hostile(value), code)).toMatchObject({
        ok: false,
        error: { kind: "MemoryLimitExceeded" },
      })
    },
    30_000,
  )

  test.each([
    ["an array of four billion holes", () => Object.assign([], { length: 4e9 }), "await tools.get()"],
    [
      "keys of a million characters each",
      () => ({ [`${Math.random()}`.padEnd(1e6, "x")]: 1 }),
      "for (;;) kept.push(await tools.get())",
    ],
  ])(
    "%s is counted before it is copied",
    async (_, value, code) => {
      let calls = 0
      const counted = (): unknown => {
        calls++
        return value()
      }
      expect(await run(hostile(counted), `const kept = []; ${code}`)).toMatchObject({
        ok: false,
        error: { kind: "MemoryLimitExceeded" },
      })
      expect(calls).toBeLessThan(20)
    },
    30_000,
  )
})

describe("an Effect Schema of a host", () => {
  const withInput = (input: Schema.Top): CodeMode.Options => ({
    tools: { get: Tool.make({ description: "", input: input as never, output: true, execute: () => 1 }) },
  })
  const calling = "try { return await tools.get({ a: 1 }) } catch (e) { return [e.kind, e.message] }"

  test("that throws while it decodes is an error of the call", async () => {
    const result = await run(
      withInput(Schema.Unknown.check(Schema.makeFilter(() => trap() as never))),
      calling,
    )
    expect(result).toMatchObject({ ok: true, value: ["ToolFailure", "trap"] })
  })

  test("that decodes forever is interrupted with the run", async () => {
    const waits = Schema.Unknown.pipe(
      Schema.middlewareDecoding(() => Effect.never as never),
    ) as unknown as Schema.Top
    expect(await run({ ...withInput(waits), limits: { ...limits, timeoutMs: 50 } }, calling)).toMatchObject({
      ok: false,
      error: { kind: "TimeoutExceeded" },
    })
  })

  test("that encodes to objects of the host gives copies of them", async () => {
    const given = { map: new Map([[1, 2]]), call: () => 1, at: new Date(0), list: listOf(-1) }
    expect(await got(() => given, Schema.Any)).toEqual([
      "[object Object]",
      '{"map":{},"at":"1970-01-01T00:00:00.000Z","list":[]}',
    ])
  })
})

describe("an extension's result", () => {
  const secret = { host: true }
  const of = (give: () => unknown): CodeMode.Options => ({
    extensions: [Extension.make({ name: "e", globals: { give } })],
  })
  const shown = async (give: () => unknown, code: string): Promise<DataValue> => {
    const result = await run(of(give), code)
    if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`)
    return result.value
  }

  test.each([
    [
      "a function's name",
      () => Object.defineProperty(() => 1, "name", { value: secret }),
      "typeof v.name + v.name",
      "string",
    ],
    [
      "a static method called name",
      () =>
        Object.defineProperty(
          class {
            readonly a = 1
          },
          "name",
          { value: () => secret },
        ),
      "typeof v.name + v.name",
      "string",
    ],
    ["a function's length", () => Object.defineProperty(() => 1, "length", { value: secret }), "v.length", 0],
    ["a date's time", () => Object.assign(new Date(5), { getTime: () => secret }), "v.getTime()", 5],
    [
      "a pattern's source",
      () => Object.defineProperty(/x/g, "source", { value: secret }),
      "typeof v.source",
      "string",
    ],
    ["names of a query", () => Object.assign(new URLSearchParams(), { *[Symbol.iterator]() { yield [secret, secret] } }), "[...v].flat().every((x) => typeof x === 'string')", true], // prettier-ignore
    ["names of headers", () => Object.assign(new Headers({ a: "b" }), { *[Symbol.iterator]() { yield [secret, secret] } }), "[...v].flat().every((x) => typeof x === 'string')", true], // prettier-ignore
    [
      "an error's name",
      () => Object.assign(new Error("x"), { name: { toString: () => "RangeError" } }),
      "[v.name, v instanceof RangeError]",
      ["RangeError", true],
    ],
    [
      "the length of bytes",
      () => Object.defineProperty(new Uint8Array(4), "length", { value: 1e9 }),
      "v.length",
      4,
    ],
    ["the bytes of a buffer", () => { const buffer = new ArrayBuffer(4); return Object.assign(buffer, { slice: () => buffer }) }, "v.byteLength", 4], // prettier-ignore
  ])("%s is the host's no longer", async (_, give, code, expected) => {
    expect(await shown(give, `const v = give(); return ${code}`)).toEqual(expected as DataValue)
  })

  test("bytes are a copy, whatever methods they have", async () => {
    const buffer = new ArrayBuffer(4)
    Object.assign(buffer, { slice: () => buffer })
    await shown(() => buffer, "new Uint8Array(give()).fill(7); return 1")
    expect([...new Uint8Array(buffer)]).toEqual([0, 0, 0, 0])
  })

  test.each([
    ["a thrown proxy", () => { throw trapped() }, "an error that cannot be read"],
    ["a URL whose text is none", () => Object.defineProperty(new URL("https://a.b"), "href", { value: secret }), "URL"],
    ["what only looks like a date", () => Object.create(Date.prototype), ""],
    ["a proxy of a date", () => new Proxy(new Date(), {}), ""],
    ["a getter of then that throws", () => ({ a: Object.defineProperty({}, "then", { get: trap }) }), "trap"],
    ["shared memory", () => new SharedArrayBuffer(4), "is an instance of SharedArrayBuffer"],
  ])("%s is an error that the program can catch", async (_, give, message) => {
    const code = "try { return typeof give() } catch (e) { return [e instanceof Error, e.message] }"
    expect(await shown(give, code)).toEqual([true, expect.stringContaining(message)] as never)
  }) // prettier-ignore

  let count = 0
  const long = (): string => `${count++}`.padEnd(1e6, "x")
  test.each([
    ["a set without end", () => Object.assign(new Set(), { *[Symbol.iterator]() { for (;;) yield {} } })],
    ["an array without end", () => new Proxy([], { get: (_, key) => (key === "length" ? Infinity : key === "then" ? undefined : 1) })],
    ["long URLs", () => new URL(`https://a.b/${long()}`)],
    ["long queries", () => new URLSearchParams({ a: long() })],
    ["long keys", () => ({ [long()]: 1 })],
  ])("%s end the run by its memory", async (_, give) => {
    expect(await run(of(give), "const kept = []; for (;;) kept.push(give())")).toMatchObject({
      ok: false,
      error: { kind: "MemoryLimitExceeded" },
    })
  }, 30_000) // prettier-ignore
})

describe("what a host gives to be saved", () => {
  const error = async (start: () => unknown, encode: () => unknown): Promise<string> => {
    const runtime = CodeMode.make({
      tools: {
        ask: Tool.make({
          description: "",
          input: Schema.Struct({}),
          output: true,
          execute: Tool.durable({
            start: start as () => unknown,
            wait: () => Effect.never,
            cancel: () => {},
          }),
        }),
      },
      extensions: [
        Extension.make({
          name: "e",
          globals: { give: () => ({ call: () => 1 }) },
          snapshot: { encode: encode as never, decode: () => ({ call: () => 1 }) },
        }),
      ],
    }) as unknown as CodeMode.Runtime
    const program = runtime.program("const v = give(); await tools.ask({}); return v.call()")
    return untilIdle(program).then(
      () => "saved",
      (refusal: unknown) => String(refusal),
    )
  }
  const bad: ReadonlyArray<readonly [what: string, value: () => unknown]> = [
    ["a getter that throws", () => ({ get a() { return trap() } })],
    ["a proxy whose traps throw", () => ({ a: trapped() })],
    ["a function", () => ({ a: () => 1 })],
    ["a symbol", () => ({ a: Symbol("x") })],
    ["an instance", () => new Date(0)],
  ] // prettier-ignore

  test.each(bad)("%s makes no state that could not be resumed", async (_, value) => {
    expect(await error(value, () => 1)).toContain("SuspendError")
    expect(await error(() => 1, value)).toContain("SuspendError")
  })

  test("an encoding that throws what cannot be read fails the suspension alone", async () => {
    const encode = (): never => {
      throw trapped()
    }
    expect(await error(() => 1, encode)).toContain("could not encode a value: an error that cannot be read")
  })
})
