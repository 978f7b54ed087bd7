import { describe, expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import { inMemory, store } from "../../src/Capabilities.ts"
import { refusalOf, runtimeWith, valueOf } from "./programs.ts"

describe("a store", () => {
  test("keeps data from one run to the next", async () => {
    const runtime = runtimeWith(store())
    await valueOf(
      runtime,
      "await store.set('a', { list: [1, null, 'x', true], gone: undefined }); await store.set('b', 2)",
    )
    const code = `return [await store.get('a'), await store.get('b'), (await store.get('c')) === undefined, await store.has('a'), await store.has('c'), await store.keys(), await store.keys('b')]`
    expect(await valueOf(runtime, code)).toEqual([
      { list: [1, null, "x", true] },
      2,
      true,
      true,
      false,
      ["a", "b"],
      ["b"],
    ])
    expect(await valueOf(runtime, "return [await store.delete('a'), await store.delete('a'), await store.keys()]")).toEqual([
      true, false, ["b"],
    ]) // prettier-ignore
  })

  test("shares nothing: a value is changed only by set", async () => {
    const code = `
      const list = [1]
      await store.set('list', list)
      list.push(2)
      const got = await store.get('list')
      got.push(3)
      return store.get('list')`
    expect(await valueOf(runtimeWith(store()), code)).toEqual([1])
  })

  test("is apart from another store, and has names like any", async () => {
    const [one, two] = [runtimeWith(store()), runtimeWith(store())]
    await valueOf(one, "await store.set('__proto__', { a: 1 }); await store.set('constructor', 1)")
    expect(await valueOf(one, "return [await store.get('__proto__'), await store.get('constructor'), await store.keys()]")).toEqual([
      { a: 1 }, 1, ["__proto__", "constructor"],
    ]) // prettier-ignore
    expect(await valueOf(two, "return [await store.has('__proto__'), await store.keys()]")).toEqual([
      false,
      [],
    ])
  })

  test("may be the host's own, of values, Promises or Effects with services", async () => {
    const kept = new Map<string, CodeMode.DataValue>([["a", [1]]])
    class Database extends Context.Service<Database, typeof kept>()("Database") {}
    const backend = {
      get: (key: string) => Effect.map(Database, (database) => database.get(key)),
      set: async (key: string, value: CodeMode.DataValue) => void kept.set(key, value),
      delete: (key: string) => kept.delete(key),
      keys: () => [...kept.keys()],
    }
    const execution: Effect.Effect<CodeMode.Result, never, Database> = CodeMode.execute({
      extensions: [store({ backend })],
      code: "await store.set('b', { n: (await store.get('a'))[0] }); return [await store.delete('a'), await store.keys()]",
    })
    expect(await Effect.runPromise(Effect.provideService(execution, Database, kept))).toMatchObject({
      value: [true, ["b"]],
    })
    expect([...kept]).toEqual([["b", { n: 1 }]])
  })

  test("of a host that fails rejects, and what it tells is the host's choice", async () => {
    const backend = { ...inMemory(), get: () => Promise.reject(new Error("disk of db-3")) }
    expect(await refusalOf(runtimeWith(store({ backend })), "store.get('a')")).toBe("disk of db-3")
    const silent = runtimeWith(store({ backend }), { hostErrors: "sanitize" })
    expect(await refusalOf(silent, "store.get('a')")).toBe("The tool failed. Its error is not shown here.")
  })
})

describe("what is refused", () => {
  const cases: ReadonlyArray<readonly [call: string, message: string]> = [
    ["store.get()", "store.get: the key must be a string that is not empty"],
    ["store.set(1, 2)", "store.set: the key must be a string that is not empty"],
    ["store.delete('')", "store.delete: the key must be a string that is not empty"],
    ["store.has('x'.repeat(257))", "store.has: the key has 257 characters; 256 are allowed"],
    ["store.keys(1)", "store.keys: the prefix must be a string"],
    ["store.set('a')", "store.set: value is undefined: store JSON data"],
    ["store.set('a', 1n)", "store.set: value is a bigint: store JSON data"],
    ["store.set('a', { n: [NaN] })", "store.set: value.n[0] is NaN: store null instead"],
    ["store.set('a', [new Map([[1, 2]])])", "store.set: value[0] is a Map: store JSON data, for example Object.fromEntries(map)"],
    ["store.set('a', { d: new Date(0) })", "store.set: value.d is a Date: store JSON data, for example date.toISOString()"],
    ["store.set('a', new Uint8Array(1))", "store.set: value is a Uint8Array: store JSON data, for example bytes.toBase64()"],
    ["store.set('a', () => 1)", "store.set: arguments[1] is a function, which cannot leave the program"],
    ["store.set('a', 'x'.repeat(300000))", "store.set: the value has 300002 bytes as JSON; 262144 are allowed"],
  ] // prettier-ignore
  for (const [call, message] of cases) {
    test(call, async () => {
      expect(await refusalOf(runtimeWith(store()), call)).toBe(message)
    })
  }

  test("more keys than are allowed, also when they come at once; a key that is there may be set again", async () => {
    const runtime = runtimeWith(store({ maxKeys: 2 }))
    const code = `
      const done = await Promise.allSettled(['a', 'b', 'c'].map((key) => store.set(key, 1)))
      await store.set('a', 2)
      return [done.map((one) => one.reason?.message ?? 'set'), await store.keys()]`
    expect(await valueOf(runtime, code)).toEqual([
      ["set", "set", "store.set: there are 2 keys and no more are allowed; delete one first"],
      ["a", "b"],
    ])
  })

  test("bounds that are none", () => {
    for (const options of [{ maxKeys: 0 }, { maxKeyLength: 0.5 }, { maxValueBytes: -1 }])
      expect(() => store(options)).toThrow(RangeError)
  })
})
