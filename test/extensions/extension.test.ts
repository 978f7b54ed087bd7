import { describe, expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"
import { execute, valueOf } from "./programs.ts"

describe("a global", () => {
  test("is a function, a constant, or an object of them at any depth", async () => {
    const globals = {
      version: 3,
      now: () => 42,
      fs: { promises: { read: async (path: string) => `${path}!` }, sep: "/" },
    }
    expect(await valueOf(globals, "return [version, now(), fs.sep, await fs.promises.read('a'), Object.keys(fs), now.name]")).toEqual([
      3, 42, "/", "a!", ["promises", "sep"], "now",
    ]) // prettier-ignore
  })

  test("may return a value, a Promise or an Effect", async () => {
    const globals = {
      value: () => 1,
      promise: () => Promise.resolve(2),
      effect: () => Effect.as(Effect.sleep(1), 3),
      marked: Extension.async(() => Effect.succeed(4)),
      quick: async () => 5,
    }
    const code = `
      const p = promise(), m = marked(), q = quick()
      return [value(), p instanceof Promise, await p, effect(), m instanceof Promise, await m, q instanceof Promise, await q]`
    expect(await valueOf(globals, code)).toEqual([1, true, 2, 3, true, 4, true, 5])
  })

  test("that returns an Effect makes the machine wait while other runs go on", async () => {
    const order: Array<string> = []
    const gate = Deferred.makeUnsafe<void>()
    const globals = {
      slow: () => Effect.as(Deferred.await(gate), "slow"),
      note: (text: string) => {
        order.push(text)
        if (text === "2 after") Deferred.doneUnsafe(gate, Effect.void)
      },
    }
    await Promise.all([
      execute(globals, "note('1 before'); note(slow()); return 1"),
      execute(globals, "note('2 before'); note('2 after'); return 1"),
    ])
    expect(order).toEqual(["1 before", "2 before", "2 after", "slow"])
  })

  test("has its requirements in R", async () => {
    class Web extends Context.Service<Web, { readonly get: string }>()("Web") {}
    const web = Extension.make({ name: "web", globals: { get: () => Effect.map(Web, ({ get }) => get) } })
    const execution: Effect.Effect<CodeMode.Result, never, Web> = CodeMode.execute({
      extensions: [web],
      code: "return get()",
    })
    expect(await Effect.runPromise(Effect.provideService(execution, Web, { get: "got" }))).toMatchObject({
      value: "got",
    })
  })

  test("is neither in the catalog nor counted", async () => {
    const result = await execute({ now: () => 1 }, "now(); now(); return Object.keys(tools)", {
      limits: { maxToolCalls: 0 },
    })
    expect(result).toEqual({ ok: true, value: [], toolCalls: [] })
  })

  test("that shadows a built-in, the host's own names or another's global throws from make", () => {
    const make = (...globals: ReadonlyArray<Extension.Globals>) =>
      CodeMode.make({
        extensions: globals.map((one, index) => Extension.make({ name: `e${index}`, globals: one })),
      })
    expect(() => make({ Map: 1 })).toThrow("extension e0 has a global Map, which is a built-in")
    expect(() => make({ tools: 1 })).toThrow(TypeError)
    expect(() => make({ search: () => 1 })).toThrow(TypeError)
    expect(() => make({ fs: 1 }, { fs: 2 })).toThrow(
      "extension e1 has a global fs, which extension e0 has too",
    )
  })

  test("fails as that call itself would: a throw or a rejected promise, with the program's place", async () => {
    const globals = {
      boom: () => {
        throw Object.assign(new RangeError("no"), { code: "E" })
      },
      later: async () => {
        throw new TypeError("late", { cause: new Error("why") })
      },
      refuse: () => Effect.fail(new Error("refused")),
    }
    const code = `
      const seen = []
      try { boom() } catch (e) { seen.push(e.name, e.message, e.code, e instanceof RangeError) }
      const p = later()
      try { await p } catch (e) { seen.push(e.name, e.message, e.cause.message) }
      try { refuse() } catch (e) { seen.push(e.message) }
      return seen`
    expect(await valueOf(globals, code)).toEqual([
      "RangeError",
      "no",
      "E",
      true,
      "TypeError",
      "late",
      "why",
      "refused",
    ])
    expect(await execute(globals, "\n  boom()")).toMatchObject({
      error: { kind: "ExecutionFailure", message: "RangeError: no", location: { line: 2, column: 3 } },
    })
    expect(
      await execute(globals, "try { boom() } catch (e) { return e.message }", { hostErrors: "sanitize" }),
    ).toMatchObject({
      value: "The tool failed. Its error is not shown here.",
    })
  })

  test("that waits is interrupted when the run ends, and its promise never settles a deadlock early", async () => {
    const ends: Array<string> = []
    const globals = {
      wait: Extension.async(() =>
        Effect.onExit(Effect.never, (exit) => Effect.sync(() => void ends.push(exit._tag))),
      ),
    }
    expect(await execute(globals, "wait(); await null; return 1")).toMatchObject({ ok: true, value: 1 })
    expect(await execute(globals, "await wait()", { limits: { timeoutMs: 20 } })).toMatchObject({
      error: { kind: "TimeoutExceeded" },
    })
    expect(
      await execute({ wait: () => Effect.never }, "wait()", { limits: { timeoutMs: 20 } }),
    ).toMatchObject({ error: { kind: "TimeoutExceeded" } })
    expect(ends).toEqual(["Failure", "Failure"])
  })
})

describe("Extension.async", () => {
  test("marks a function that is no async function: called on its owner, under its own name and length", async () => {
    const api = {
      base: "b",
      get: Extension.async(function get(this: { base: string }, path: string) {
        return Effect.succeed(`${this.base}/${path}`)
      }),
    }
    const code =
      "const p = api.get('a'); return [p instanceof Promise, await p, api.get.name, api.get.length]"
    expect(await valueOf({ api }, code)).toEqual([true, "b/a", "get", 1])
  })

  test("a function that returns at once gives a promise all the same, and one that throws a rejection", async () => {
    const globals = {
      now: Extension.async(() => 1),
      fail: Extension.async(() => {
        throw new RangeError("no")
      }),
    }
    const code =
      "const p = now(), q = fail(); return [p instanceof Promise, await p, await q.catch((e) => e.name)]"
    expect(await valueOf(globals, code)).toEqual([true, 1, "RangeError"])
  })
})

describe("a constant", () => {
  test("is copied into each run: what one program does to it, no other sees", async () => {
    const extension = Extension.make({
      name: "host",
      globals: { config: { list: [1], when: new Date(0), sizes: new Map([["a", 1]]), nothing: null } },
    })
    const runtime = CodeMode.make({ extensions: [extension] })
    const code = `
      config.list.push(2); config.sizes.set('b', 2); config.when.setTime(9); config.extra = 1
      return [config.list, config.sizes.size, config.when.getTime(), config.nothing, Object.keys(config)]`
    for (let n = 0; n < 2; n++) {
      expect(await Effect.runPromise(runtime.execute(code))).toMatchObject({
        value: [[1, 2], 2, 9, null, ["list", "when", "sizes", "nothing", "extra"]],
      })
    }
    expect(extension.globals["config"]).toMatchObject({ list: [1], when: new Date(0) })
  })

  test("that cannot be copied is refused by its path", () => {
    class Handle {
      readonly open = true
    }
    const make = () =>
      CodeMode.make({ extensions: [Extension.make({ name: "host", globals: { a: { b: [new Handle()] } } })] })
    expect(() => Effect.runSync(make().execute("return 1"))).toThrow(
      "extension global a.b[0] is an instance of Handle",
    )
    const round: Record<string, unknown> = {}
    round["self"] = round
    expect(() =>
      CodeMode.make({ extensions: [Extension.make({ name: "host", globals: { round } })] }),
    ).toThrow("extension host: global round.self contains itself")
  })
})

describe("the run that is served", () => {
  test("is found in CurrentRun by every Effect of a function", async () => {
    const keys: Array<string> = []
    const runtime = CodeMode.make({
      extensions: [
        Extension.make({
          name: "host",
          globals: { who: () => Effect.map(Extension.CurrentRun, ({ runId }) => runId) },
        }),
      ],
      hooks: { "extension.before": ({ key }) => void keys.push(key) },
    })
    const result = await Effect.runPromise(
      runtime.program("return [who(), who()]", {}, { runId: "mine" }).run(),
    )
    expect(result).toMatchObject({ value: ["mine", "mine"] })
    expect(keys).toEqual(["mine:0", "mine:1"])
  })
})

describe("hooks", () => {
  const hooked = async (code: string, denied: ReadonlyArray<string> = []) => {
    const events: Array<unknown> = []
    const keys: Array<string> = []
    const response = { json: () => ({ a: 1 }) }
    const result = await execute(
      { fs: { read: (path: string) => path, later: async () => 1 }, fetch: () => Promise.resolve(response) },
      code,
      {
        hooks: {
          "extension.before": ({ extension, name, args, key }) => {
            keys.push(key)
            events.push(["before", extension, name, args])
            if (denied.includes(name)) throw new Error("denied")
          },
          "extension.after": ({ name }, end) => Effect.sync(() => void events.push(["after", name, end])),
        },
      },
    )
    return { result, events, keys }
  }

  test("surround each call of a global; functions in results fire none", async () => {
    const { result, events, keys } = await hooked(
      "const r = await fetch(); r.json(); return [fs.read('a'), await fs.later()]",
    )
    expect(result).toMatchObject({ ok: true, value: ["a", 1] })
    expect(events).toEqual([
      ["before", "host", "fetch", []],
      ["after", "fetch", { status: "success", value: { json: expect.any(Function) } }],
      ["before", "host", "fs.read", ["a"]],
      ["after", "fs.read", { status: "success", value: "a" }],
      ["before", "host", "fs.later", []],
      ["after", "fs.later", { status: "success", value: 1 }],
    ])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}:0$/)
    expect(new Set(keys).size).toBe(3)
  })

  test("a failing before denies: a throw for a synchronous global, a rejection for an async one", async () => {
    const code = `
      const seen = []
      try { fs.read('a') } catch (e) { seen.push(e.message) }
      const p = fs.later()
      await p.catch((e) => seen.push(e.message))
      return seen`
    const { result, events } = await hooked(code, ["fs.read", "fs.later"])
    expect(result).toMatchObject({ value: ["denied", "denied"] })
    expect(events).toHaveLength(2)
  })

  test("see a global by its whole path, at any depth; a denied one that is marked rejects", async () => {
    const names: Array<string> = []
    const result = await execute(
      { fs: { promises: { readFile: Extension.async(() => Effect.succeed("text")) } } },
      "const p = fs.promises.readFile('a'); return p.catch((e) => [p instanceof Promise, e.message])",
      {
        hooks: {
          "extension.before": ({ name }) => {
            names.push(name)
            return Effect.fail(new Error("not allowed"))
          },
        },
      },
    )
    expect(names).toEqual(["fs.promises.readFile"])
    expect(result).toMatchObject({ ok: true, value: [true, "not allowed"] })
  })
})

describe("structured copies", () => {
  const id = { id: (value: unknown) => value }

  test("keep primitives, arrays, plain objects, Map, Set, errors and bytes, in both directions", async () => {
    const received: Array<unknown> = []
    const globals = { take: (value: unknown) => (received.push(value), value) }
    const code = `
      const back = take({
        u: undefined, n: NaN, z: -0, big: 10n, list: [1, , 'a'], m: new Map([[{ k: 1 }, new Set([1])]]),
        e: new RangeError('r', { cause: 'c' }), bytes: new Uint8Array([1, 2, 3]).subarray(1), buffer: new ArrayBuffer(2), get g() { return 1 },
      })
      return [
        'u' in back, Number.isNaN(back.n), Object.is(back.z, -0), back.big === 10n, back.list.length, back.m instanceof Map,
        [...back.m.values()][0].has(1), back.e instanceof RangeError, back.e.cause, back.bytes instanceof Uint8Array, [...back.bytes],
        back.buffer.byteLength, back.g,
      ]`
    expect(await valueOf(globals, code)).toEqual([
      true,
      true,
      true,
      true,
      3,
      true,
      true,
      true,
      "c",
      true,
      [2, 3],
      2,
      1,
    ])
    const [value] = received as [Record<string, unknown>]
    expect(value).toEqual({
      u: undefined, n: Number.NaN, z: -0, big: 10n, list: [1, undefined, "a"], m: new Map([[{ k: 1 }, new Set([1])]]),
      e: new RangeError("r", { cause: "c" }), bytes: new Uint8Array([2, 3]), buffer: new ArrayBuffer(2), g: 1,
    }) // prettier-ignore
    expect((value["e"] as Error).stack).toBe("RangeError: r")
  })

  test("keep dates, regular expressions and objects of the platform", async () => {
    const received: Array<unknown> = []
    const globals = { take: (value: unknown) => (received.push(value), value) }
    const code = `
      const back = take([new Date(5), /a(b)/giu, new URL('https://a.b/c'), new URLSearchParams('x=1&x=2'), new Headers({ A: 'b' })])
      return [back[0] instanceof Date, back[0].getTime(), back[1] instanceof RegExp, back[1].flags, 'AB'.replace(back[1], '$1'),
        back[2].pathname, back[3].getAll('x'), back[4].get('a')]`
    expect(await valueOf(globals, code)).toEqual([true, 5, true, "giu", "B", "/c", ["1", "2"], "b"])
    const [[date, pattern, url, params, headers]] = received as [
      [Date, RegExp, URL, URLSearchParams, Headers],
    ]
    expect([date.getTime(), String(pattern), url.href, params.toString(), headers.get("a")]).toEqual([
      5,
      "/a(b)/giu",
      "https://a.b/c",
      "x=1&x=2",
      "b",
    ])
  })

  test("share nothing", async () => {
    const held: { list: Array<number> } = { list: [1] }
    expect(
      await valueOf(
        { get: () => held, push: () => held.list.push(2) },
        "const a = get(); a.list.push(5); push(); return [a.list, get().list]",
      ),
    ).toEqual([
      [1, 5],
      [1, 2],
    ])
    expect(held).toEqual({ list: [1, 2] })
  })

  test("refuse functions, promises, symbols and cycles going out, with the path", async () => {
    const cases: ReadonlyArray<readonly [code: string, message: string]> = [
      ["id({ a: [() => 1] })", "id: arguments[0].a[0] is a function, which cannot leave the program"],
      ["id(1, Symbol())", "id: arguments[1] is a symbol, which cannot leave the program"],
      ["id(Promise.resolve(1))", "id: arguments[0] is a promise that was not awaited: await it first"],
      [
        "const a = {}; a.a = a; id(a)",
        "id: arguments[0].a is a cycle: it contains itself. Leave that reference out",
      ],
      [
        "id(new (class Point {})())",
        "id: arguments[0] is an instance of Point: pass a plain object, for example { ...object }",
      ],
      ["id([1].values())", "id: arguments[0] is an iterator: pass its values, for example [...iterator]"],
    ]
    for (const [code, message] of cases) {
      expect(await valueOf(id, `try { ${code} } catch (e) { return [e.name, e.message] }`)).toEqual([
        "TypeError",
        message,
      ])
    }
  })

  test("refuse other class instances coming in, by name", async () => {
    class Handle {
      readonly open = true
    }
    expect(
      await valueOf({ open: () => ({ a: [new Handle()] }) }, "try { open() } catch (e) { return e.message }"),
    ).toBe("result.a[0] is an instance of Handle, which programs do not have: give plain data and functions")
  })

  test("functions and promises in a result become callable and awaitable, called on their owner", async () => {
    const globals = {
      open: () => ({
        size: 2,
        grow(this: { size: number }, by: number) {
          return (this.size += by)
        },
        text: () => Promise.resolve("t"),
        ready: Promise.resolve({ at: 1 }),
        fails: () => Effect.fail(new Error("no")),
        nested: () => ({ again: () => "deep" }),
      }),
    }
    const code = `
      const o = open()
      const seen = [o.grow(1), o.grow(1), o.size, await o.text(), (await o.ready).at, o.nested().again(), o.grow.name, o.grow.length]
      try { o.fails() } catch (e) { seen.push(e.message) }
      return seen`
    expect(await valueOf(globals, code)).toEqual([3, 4, 2, "t", 1, "deep", "grow", 1, "no"])
  })

  test("a function of a result is freed with the program's own copy", async () => {
    const freed: Array<number> = []
    const registry = new FinalizationRegistry<number>((n) => freed.push(n))
    let made = 0
    const open = () => {
      const close = () => 1
      registry.register(close, ++made)
      return { close, bytes: new Uint8Array(10_000) }
    }
    const code = "for (let i = 0; i < 200; i++) { const o = open(); o.close() } await pause(); return 1"
    let seen = 0
    const pause = Extension.async(() =>
      Effect.promise(async () => {
        for (let turn = 0; turn < 20 && freed.length < 100; turn++) {
          Bun.gc(true)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        seen = freed.length
      }),
    )
    await valueOf({ open, pause }, code)
    expect(made).toBe(200)
    expect(seen).toBeGreaterThan(100)
  })
})

test("what a promise of a result came to is freed with the program's own copy, while the run goes on", async () => {
  const freed: Array<number> = []
  const registry = new FinalizationRegistry<number>((n) => freed.push(n))
  let made = 0
  const open = Extension.async(() =>
    Effect.map(Effect.sleep(1), () => {
      const response = { json: () => "json", bytes: new Uint8Array(10_000) }
      registry.register(response.json, ++made)
      return response
    }),
  )
  const collect = Extension.async(() =>
    Effect.promise(async () => {
      for (let turn = 0; turn < 40 && freed.length < 25; turn++) {
        Bun.gc(true)
        await Bun.sleep(5)
      }
      return [made, freed.length >= 25]
    }),
  )
  const code = `
    let last
    for (let n = 0; n < 30; n++) { last = await open(); last.json() }
    return [...(await collect()), last.json()]`
  expect(await valueOf({ open, collect }, code)).toEqual([30, true, "json"])
}, 30_000)
