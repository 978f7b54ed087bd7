/** Programs that try to get out, to leave something behind, or to take more than they may: each is contained. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { errorOf, run, tools, valueOf } from "../runtime/programs.ts"
import { escapes } from "./escapes.ts"

const host = globalThis as { __HOST_CANARY__?: string; __GUEST_RAN_LATE__?: unknown }
beforeAll(() => {
  host.__HOST_CANARY__ = "host-secret"
})
afterAll(() => {
  delete host.__HOST_CANARY__
})

const tryAll = (seeds: ReadonlyArray<string>): string => `
const secret = (x) => { try { return x.__HOST_CANARY__ === "host-secret" } catch { return false } }
const found = []
const probe = (name, value) => {
  const tries = [
    () => value.constructor("return globalThis")(),
    () => value.constructor.constructor("return globalThis")(),
    () => Object.getPrototypeOf(value).constructor.constructor("return globalThis")(),
    () => value.__proto__.constructor.constructor("return this")(),
    () => value.__lookupGetter__("x").constructor("return globalThis")(),
    () => Reflect.construct(value.constructor.constructor, ["return globalThis"])(),
    () => value,
  ]
  for (const [index, go] of tries.entries()) { try { if (secret(go())) found.push(name + " " + index) } catch {} }
}
${seeds.map((seed) => `try { probe(${JSON.stringify(seed)}, await (async () => (${seed}))()) } catch (error) { probe("error of " + ${JSON.stringify(seed)}, error) }`).join("\n")}
return found`

describe("escapes", () => {
  test("from every kind of value and error, by constructors and prototypes", async () => {
    expect(await valueOf(tryAll(escapes))).toEqual([])
  }, 30_000)

  test.each([
    ["process"],
    ["require"],
    ["module"],
    ["global"],
    ["Bun"],
    ["Deno"],
    ["WebAssembly"],
    ["SharedArrayBuffer"],
    ["Atomics"],
    ["window"],
    ["self"],
    ["__dirname"],
    ["importScripts"],
    ["XMLHttpRequest"],
    ["WeakRef"],
    ["ShadowRealm"],
  ])("%s is not there", async (name) => {
    expect(
      await valueOf(
        `return typeof ${name} === "undefined" || (typeof ${name} === "function" && "${name}" === "require")`,
      ),
    ).toBe(true)
  })

  test.each([
    ["eval('1')"],
    ["(0, eval)('globalThis')"],
    ["new Function('return 1')()"],
    ["(async () => {}).constructor('return 1')()"],
    ["(function* () {}).constructor('yield 1')()"],
    ["await import('node:os')"],
    ["await import('data:text/javascript,1')"],
    ["require('child_process')"],
    ["[].map.constructor('return this')()"],
    ["Reflect.construct(Object.getPrototypeOf(async function* () {}).constructor, ['1'])"],
  ])("%s is refused", async (expression) => {
    const result = await run(`try { ${expression}; return "ran" } catch (error) { return error.message }`)
    if (result.ok) expect(result.value).not.toBe("ran")
    else expect(result.error.kind).toBe("UnsupportedSyntax")
    expect(JSON.stringify(result)).not.toContain("host-secret")
  })

  test("neither messages nor stacks name files of the host", async () => {
    const code = `const texts = []
      for (const go of [() => null.x, () => JSON.parse("{"), () => tools.fail.now({ message: "x" }), () => tools.echo.same(10n), () => tools.nope(), () => [].reduce(() => 1), () => new RegExp("("), () => decodeURIComponent("%"), () => new URL("x"), () => BigInt("x"), () => structuredClone(() => 1), () => Symbol() + ""]) {
        try { await go() } catch (e) { texts.push(String(e.stack), e.message, JSON.stringify(Object.getOwnPropertyDescriptors(e))) }
      }
      return texts.join("\\n")`
    expect(await valueOf(code)).not.toMatch(
      /file:|node:internal|node_modules|\/src\/|\.ts\b|bun:|\/work|\/home/,
    )
  })
})

describe("pollution", () => {
  test("prototypes that one run changes are another's no more than the host's", async () => {
    const code = `for (const o of [Object, Array, Function, Promise, Map, String, RegExp, Error]) { o.prototype.polluted = 1; o.prototype.toString = () => "x" }
      Object.prototype.__defineGetter__?.("x", () => 1); Array.prototype[Symbol.iterator] = null; Promise.prototype.then = null; globalThis.polluted = 1; return 1`
    await run(code)
    expect(await valueOf("return [{}.polluted, [].polluted, typeof polluted, [...[1]].length]")).toEqual([
      null,
      null,
      "undefined",
      1,
    ])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect([1]).toEqual([1])
  })

  test("fields of names like __proto__ are fields everywhere", async () => {
    const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const value = await valueOf(
      `const v = JSON.parse(${JSON.stringify(text)}); const back = await tools.echo.same(v); return [back, {}.polluted ?? null, back.polluted ?? null, Object.keys(back)]`,
    )
    expect(JSON.stringify(value)).toBe(`[${text},null,null,["__proto__","constructor"]]`)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test("a changed built-in changes nothing that the host does with the run", async () => {
    const code = `JSON.stringify = () => "x"; Array.prototype.push = () => { throw 1 }; Object.keys = () => { throw 2 }; Map.prototype.get = () => 3; Promise.prototype.then = () => 4; Object.prototype.toJSON = undefined; console.log("kept"); return { a: [1, { b: await tools.echo.same([1]) }] }`
    expect(await run(code)).toMatchObject({ ok: true, value: { a: [1, { b: [1] }] }, logs: ["kept"] })
  })
})

describe("floods", () => {
  test.each([
    ["calls", "for (;;) tools.echo.same(1)", { maxToolCalls: 50 }, "ToolCallLimitExceeded"],
    [
      "refused calls",
      "for (;;) tools.echo.same(10n).catch(() => {})",
      { maxToolCalls: 50 },
      "ToolCallLimitExceeded",
    ],
    ["searches", "for (;;) search('x')", { maxToolCalls: 50 }, "ToolCallLimitExceeded"],
    ["unknown tools", "for (;;) await tools.nope().catch(() => {})", { timeoutMs: 200 }, "TimeoutExceeded"],
    ["rejections", "for (;;) { Promise.reject(1); await null }", { timeoutMs: 200 }, "TimeoutExceeded"],
    [
      "reactions",
      "const f = () => Promise.reject(1).catch(f); f(); await new Promise(() => {})",
      { timeoutMs: 200 },
      "TimeoutExceeded",
    ],
    ["a loop in finally", "try { for (;;); } finally { for (;;); }", { timeoutMs: 200 }, "TimeoutExceeded"],
    [
      "a loop in a proxy",
      "const p = new Proxy({}, { get: () => { for (;;); } }); return p.x",
      { timeoutMs: 200 },
      "TimeoutExceeded",
    ],
    ["a loop in a comparator", "[2, 1].sort(() => { for (;;); })", { timeoutMs: 200 }, "TimeoutExceeded"],
    [
      "a loop in toJSON of the result",
      "return { toJSON() { for (;;); } }",
      { timeoutMs: 200 },
      "TimeoutExceeded",
    ],
    [
      "a loop in a getter of the result",
      "return { get x() { for (;;); } }",
      { timeoutMs: 200 },
      "TimeoutExceeded",
    ],
    [
      "a loop in an argument",
      "await tools.echo.same({ get x() { for (;;); } })",
      { timeoutMs: 200 },
      "TimeoutExceeded",
    ],
    [
      "a loop in what is thrown",
      "throw { get message() { for (;;); } }",
      { timeoutMs: 200 },
      "TimeoutExceeded",
    ],
    [
      "a loop in what is logged",
      "console.log({ toString() { for (;;); }, get x() { for (;;); } }); for (;;);",
      { timeoutMs: 200 },
      "TimeoutExceeded",
    ],
    ["a thenable that never settles", "return { then() {} }", {}, "ExecutionFailure"],
    [
      "a thenable without end",
      "const t = { then(r) { r(t) } }; return t",
      { timeoutMs: 200 },
      "TimeoutExceeded",
    ],
    [
      "an iterator without end",
      "return [...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }]",
      { maxMemoryBytes: 1e6 },
      "MemoryLimitExceeded",
    ],
    ["deep values", "let v = 1; for (let i = 0; i < 1e5; i++) v = [v]; return v", {}, "InvalidDataValue"],
    ["a cycle", "const v = {}; v.v = v; return v", {}, "InvalidDataValue"],
    [
      "a wide value",
      "return Array.from({ length: 1e7 }, (_, i) => ({ i }))",
      { maxMemoryBytes: 16e6 },
      "MemoryLimitExceeded",
    ],
    [
      "a proxy with a million keys",
      "return new Proxy({}, { ownKeys: () => Array.from({ length: 1e6 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })",
      { timeoutMs: 300 },
      "TimeoutExceeded",
    ],
  ])(
    "%s",
    async (_, code, limits, kind) => {
      const result = await run(`try { ${code} } catch (error) { if (!error) for (;;); throw error }`, {
        limits,
      })
      expect(result).toMatchObject({ ok: false, error: { kind } })
    },
    10_000,
  )

  const climbing = [
    "o.x",
    "o.x = 1; delete o.x",
    "'x' in o",
    "for (const key in o) break",
    "JSON.stringify(o)",
    "console.log(o)",
    "Object.setPrototypeOf({}, o)",
    "Object.defineProperty({}, 'x', o)",
    "o instanceof Map",
    "[].concat(Object.setPrototypeOf([], o))",
    "String(Object.setPrototypeOf(new Error(), o).stack)",
    "({ __proto__: o, m() { return super.x } }).m()",
  ]
  test.each(climbing)(
    "of climbs up 100,000 prototypes is stopped as it goes: %s",
    async (climb) => {
      const code = `let o = null; for (let i = 0; i < 1e5; i++) o = Object.create(o); for (;;) { ${climb} }`
      expect(await errorOf(code, { limits: { timeoutMs: 400 } })).toMatchObject({ kind: "TimeoutExceeded" })
    },
    20_000,
  )

  test("nothing of a limit can be caught, by catch, finally, reactions or generators", async () => {
    const code = `globalThis.after = []
      const loop = async () => { try { for (;;); } catch { after.push("catch") } finally { after.push("finally") } }
      Promise.resolve().then(() => loop()).catch(() => after.push("reaction")).finally(() => after.push("reaction"))
      function* g() { try { yield 1 } finally { after.push("generator"); console.log("ran on") } }
      for (const x of g()) await loop()`
    const result = await run(code, { limits: { timeoutMs: 150 } })
    expect(result).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    expect(result.logs ?? []).toEqual([])
  })

  test("a flood of lines and of warnings is cut", async () => {
    const result = await run(
      "for (let i = 0; i < 20_000; i++) { console.log('x'.repeat(100)); Promise.reject(i) } return 1",
      {
        limits: { maxOutputBytes: 1_000 },
      },
    )
    expect(result).toMatchObject({ ok: true, value: 1, truncated: true })
    expect(JSON.stringify(result).length).toBeLessThan(6_000)
  })
})

describe("the host's side", () => {
  const hostile = (value: () => unknown) =>
    Tool.make({ description: "", input: Schema.Struct({}), output: true, execute: value as never })
  const outcome = (value: () => unknown): Promise<CodeMode.Result> =>
    Effect.runPromise(
      CodeMode.execute({
        tools: { hostile: hostile(value) },
        limits: { timeoutMs: 2_000 },
        code: "try { const v = await tools.hostile({}); return ['value', typeof v, JSON.stringify(v)?.slice(0, 40)] } catch (e) { return ['error', e.kind, e.message] }",
      }) as Effect.Effect<CodeMode.Result>,
    )

  test.each([
    [
      "a throwing getter",
      () => ({
        get x() {
          throw new Error("no")
        },
      }),
    ],
    [
      "a throwing toJSON",
      () => ({
        toJSON() {
          throw new Error("no")
        },
      }),
    ],
    [
      "a cycle",
      () => {
        const v: unknown[] = []
        v.push(v)
        return v
      },
    ],
    ["a BigInt", () => ({ x: 1n })],
    ["a function", () => () => 1],
    [
      "a proxy that throws",
      () =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error("no")
            },
          },
        ),
    ],
    [
      "deep values",
      () => {
        let v: unknown = 1
        for (let i = 0; i < 100; i++) v = [v]
        return v
      },
    ],
  ])("%s as a tool's output is an error of that call", async (_, value) => {
    expect(await outcome(value)).toMatchObject({
      ok: true,
      value: ["error", expect.any(String), expect.any(String)],
    })
  })

  test("classes, symbols and functions in an output arrive as plain data or not at all", async () => {
    class Secret {
      readonly x = 1
      method(): string {
        return "host-secret"
      }
    }
    expect(
      await outcome(() => ({ a: new Secret(), f: () => 1, s: Symbol("x"), d: new Date(0), then: "data" })),
    ).toMatchObject({
      ok: true,
      value: ["value", "object", '{"a":{"x":1},"d":"1970-01-01T00:00:00.00'],
    })
  })

  test("no code of the program runs once its value is out", async () => {
    const code = `const late = () => { globalThis.__GUEST_RAN_LATE__ = 1 }
      return { toJSON() { return { a: new Proxy({}, { get: (t, k) => (k === "toJSON" ? undefined : 1) }), get x() { return 1 } } } }`
    const result = await run(code)
    const before = JSON.stringify(result)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(JSON.stringify(result)).toBe(before)
    expect(host.__GUEST_RAN_LATE__).toBeUndefined()
    expect(Object.getPrototypeOf((result as { value: object }).value)).toBe(Object.prototype)
  })

  test("calls in flight are interrupted when the deadline passes, in every phase", async () => {
    for (const code of [
      "await tools.never({})",
      "tools.never({}); for (;;);",
      "await Promise.all([tools.never({}), tools.sleep({ ms: 5000 })])",
      "for await (const x of [tools.never({})]) {}",
    ]) {
      const start = performance.now()
      expect(await errorOf(code, { limits: { timeoutMs: 100 } })).toMatchObject({ kind: "TimeoutExceeded" })
      expect(performance.now() - start).toBeLessThan(3_000)
    }
  })

  test.each([
    ["parsing", `const x = [${"1,".repeat(60_000)}]; for (;;);`],
    ["running", "for (;;);"],
    ["waiting for a call", "await tools.never({})"],
    ["making an argument", "await tools.echo.same({ get x() { for (;;); } })"],
    ["taking an output", "for (;;) await tools.echo.same(Array(5_000).fill({ a: 1 }))"],
    ["copying the result", "return { get x() { for (;;); } }"],
    ["the end of a finally", "try { await tools.never({}) } finally { globalThis.late = 1; for (;;); }"],
  ])("an interruption while %s ends the run, and none of its code runs after that", async (_, code) => {
    const ticks: number[] = []
    const tick = Tool.make({ description: "", input: true, output: true, execute: () => ticks.push(1) })
    const fiber = Effect.runFork(
      CodeMode.execute({
        tools: { ...tools, tick },
        code: `const beat = async () => { for (;;) await tools.tick(1) }; beat(); ${code}`,
      }) as Effect.Effect<CodeMode.Result>,
    )
    await new Promise((resolve) => setTimeout(resolve, 30))
    await Effect.runPromise(Fiber.interrupt(fiber))
    const before = ticks.length
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(ticks.length).toBe(before)
    expect(fiber.pollUnsafe()?._tag).toBe("Failure")
  })

  test("huge keys and many of them are copied or refused, in both directions", async () => {
    expect(
      await valueOf(
        "const k = 'k'.repeat(1e6); return Object.keys(await tools.echo.same({ [k]: 1 }))[0].length",
      ),
    ).toBe(1e6)
    const result = await run("const k = 'k'.repeat(1e6); return { [k]: { [k]: 1 } }", {
      limits: { maxOutputBytes: 1_000 },
    })
    expect(JSON.stringify(result).length).toBeLessThan(3_000)
  })

  test.each([
    ["then", "({ then: 1 })"],
    ["a getter", "({ get then() { throw new Error('no') } })"],
    ["a throwing then", "({ then() { throw new Error('no') } })"],
    ["a proxy", "new Proxy({}, { get() { throw new Error('no') } })"],
    ["keys of a proxy", "new Proxy({}, { ownKeys() { throw new Error('no') } })"],
    [
      "a revoked proxy",
      "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()",
    ],
  ])(
    "a hostile value (%s) as a result or an argument is data or an error of the program's",
    async (_, value) => {
      for (const code of [`return ${value}`, `return await tools.echo.same(${value})`]) {
        const result = await run(code)
        if (!result.ok)
          expect(["ExecutionFailure", "InvalidDataValue", "InvalidToolInput"]).toContain(result.error.kind)
        expect(JSON.stringify(result)).not.toContain("/src/")
      }
    },
  )

  test("invisible characters in names and texts stay what they are", async () => {
    expect(
      await valueOf(
        "return Object.keys(await tools.echo.same({ 'a\\u200b': 1, '\\u202eb': 2, '\\ufeffc': 3 }))",
      ),
    ).toEqual(["a\u200b", "\u202eb", "\ufeffc"])
    expect(await errorOf("return 1\u200b + 2")).toMatchObject({ kind: "ParseError" })
  })
})
