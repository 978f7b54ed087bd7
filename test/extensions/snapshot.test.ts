/** Extensions' values in saved runs, and the capabilities in them: an hour's sleep, responses, artifacts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { fetch, output, timers } from "../../src/Capabilities.ts"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"
import { turns } from "../../src/runtime/turns.ts"
import type { Outcome } from "../../src/Result.ts"
import { type Local, serve } from "../capabilities/programs.ts"
import { type AnyRuntime, finish, Ledger, saved, suspended } from "../snapshot/suspension.ts"

/** A runtime with one extension, and a tool that waits until its ledger answers. */
function waiting(
  extension: Extension.Definition<never>,
  options: Omit<CodeMode.Options, "tools" | "extensions"> = {},
) {
  const ledger = new Ledger()
  const make = (): AnyRuntime =>
    CodeMode.make({
      ...options,
      tools: { ask: ledger.tool },
      extensions: [extension],
    }) as unknown as AnyRuntime
  return { ledger, make, runtime: make() }
}

const ask = "await tools.ask({ name: 'a' })"

/** Saves a program at its `ask`, takes the state through bytes, and runs it on in another runtime. */
async function resumed(extension: Extension.Definition<never>, code: string): Promise<Outcome> {
  const { ledger, make, runtime } = waiting(extension)
  const state = CodeMode.toBytes((await saved(runtime, code)) as never)
  ledger.answer("a", 1)
  return finish(make().resume(CodeMode.fromBytes(state)))
}

describe("encode and decode", () => {
  /** What went through them. */
  let encoded: Array<unknown>
  let decoded: Array<unknown>
  const file = (name: string, at: number) => ({
    name,
    read: () => `${name}@${at++}`,
    later: async () => `later ${name}@${at}`,
    parts: [{ size: () => at }],
    byName: new Map([["read", () => `map ${name}@${at}`]]),
    saved: () => ({ name, at }),
  })
  type File = ReturnType<typeof file>
  const files = Extension.make({
    name: "files",
    globals: { open: (name: string) => file(name, 0), plain: () => ({ a: 1 }) },
    snapshot: {
      encode: (value) => {
        encoded.push(value)
        return { ...(value as File).saved(), bytes: new Uint8Array([1]) }
      },
      decode: (data) => {
        decoded.push(data)
        const { name, at } = data as { name: string; at: number }
        return file(name, at)
      },
    },
  })

  test("each value once, as the host returned it; its functions wherever they are in it call the new one", async () => {
    encoded = []
    decoded = []
    const code = `
      const a = open('a'), b = open('b'), data = plain()
      a.read(); a.read(); b.read()
      const { read } = a, held = new Set([b.later])
      ${ask}
      return [read(), a.read === read, a.parts[0].size(), a.byName.get('read')(), b.read(), await [...held][0](), a.name, data.a]`
    expect(await resumed(files, code)).toMatchObject({
      ok: true,
      value: ["a@2", true, 3, "map a@3", "b@1", "later b@2", "a", 1],
    })
    expect(encoded.map((value) => (value as File).name).toSorted()).toEqual(["a", "b"])
    expect(encoded.every((value) => typeof (value as File).read === "function")).toBe(true)
    expect(decoded.map((data) => (data as { name: string }).name).toSorted()).toEqual(["a", "b"])
    expect(decoded[0]).toMatchObject({ at: expect.any(Number), bytes: new Uint8Array([1]) })
  }, 30_000)

  test("values that the program let go of are not saved", async () => {
    encoded = []
    decoded = []
    expect(await resumed(files, `open('gone').read(); ${ask}; return 1`)).toMatchObject({
      ok: true,
      value: 1,
    })
    expect(encoded).toEqual([])
  })

  test("a state is resumed twice: each gets values of its own", async () => {
    encoded = []
    decoded = []
    const { ledger, make, runtime } = waiting(files)
    const state = await saved(runtime, `const f = open('f'); f.read(); ${ask}; return f.read()`)
    ledger.answer("a", 1)
    const both = [await finish(make().resume(state as never)), await finish(make().resume(state as never))]
    expect(both).toMatchObject([{ value: "f@1" }, { value: "f@1" }])
    expect(decoded).toHaveLength(2)
  })

  test("without them such functions throw TypeError after a resume, and globals go on", async () => {
    const bare = Extension.make({ name: "bare", globals: { open: () => ({ read: () => 1 }), now: () => 2 } })
    const code = `const f = open(); ${ask}; try { f.read() } catch (e) { return [e instanceof TypeError, e.message, now(), open().read()] }`
    expect(await resumed(bare, code)).toMatchObject({
      value: [
        true,
        "This function came from an extension before the run was saved, and the extension cannot bring it back.",
        2,
        1,
      ],
    })
  })

  test("if encode throws or gives other data, the suspension fails and the run goes on", async () => {
    const encodings: ReadonlyArray<() => unknown> = [
      () => { throw new Error("not now") }, // prettier-ignore
      () => new Date(),
      () => ({ a: [undefined] }),
      () => Number.NaN,
      () => ({ f: () => 1 }),
      () => 1n,
    ]
    for (const encode of encodings) {
      const extension = Extension.make({
        name: "odd",
        globals: { open: () => ({ read: () => "read" }) },
        snapshot: { encode, decode: () => null },
      })
      const { ledger, runtime } = waiting(extension)
      const program = runtime.program(`const f = open(); ${ask}; return f.read()`)
      const running = finish(program)
      await Effect.runPromise(program.idle)
      const error = await Effect.runPromise(Effect.flip(program.suspend()))
      expect(error.message).toStartWith("The run cannot be saved: extension odd ")
      ledger.answer("a", 1)
      expect(await running).toMatchObject({ ok: true, value: "read" })
    }
  })
})

describe("timers in a saved run", () => {
  /** Runs on a clock that stands still. */
  const still = <A>(effect: Effect.Effect<A, unknown, never>): Promise<A> =>
    Effect.runPromise(Effect.provide(effect, TestClock.layer()) as Effect.Effect<A>)
  const rest = Effect.promise(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    await turns.whenIdle()
  })

  const code = `
    const seen = []
    const id = setInterval((x) => seen.push([x, Date.now()]), 1000, 'tick')
    setTimeout(() => seen.push('once'), 2500)
    await sleep(4500)
    clearInterval(id)
    return seen`

  test("are idle, do not block, and go on when they were due", () =>
    still(
      Effect.gen(function* () {
        const make = () => CodeMode.make({ extensions: [timers()] })
        const program = make().program(code)
        const running = yield* Effect.forkChild(program.run())
        yield* rest
        yield* TestClock.adjust(1500)
        yield* rest
        yield* program.idle
        const state = suspended(yield* program.suspend()).state
        yield* Fiber.join(running)
        const second = yield* Effect.forkChild(
          make()
            .resume(state as never)
            .run(),
        )
        for (const ms of [500, 500, 500, 1000, 500]) {
          yield* rest
          yield* TestClock.adjust(ms)
        }
        yield* rest
        expect(yield* Fiber.join(second)).toMatchObject({
          ok: true,
          value: [["tick", 1000], ["tick", 2000], "once", ["tick", 3000], ["tick", 4000]],
        }) // prettier-ignore
      }),
    ))

  test("that became due while nothing ran fire at once", () =>
    still(
      Effect.gen(function* () {
        const runtime = CodeMode.make({ extensions: [timers()] })
        const program = runtime.program("await sleep(1000); return Date.now()")
        const running = yield* Effect.forkChild(program.run())
        yield* rest
        const state = suspended(yield* program.suspend()).state
        yield* Fiber.join(running)
        yield* TestClock.adjust(60_000)
        expect(yield* runtime.resume(state as never).run()).toMatchObject({ ok: true, value: 60_000 })
      }),
    ))

  test("keep to what the resuming host allows", async () => {
    const { state } = suspended(
      await (async () => {
        const program = CodeMode.make({ extensions: [timers()] }).program(
          "await sleep(300); try { sleep(50) } catch (e) { return e.name }",
        )
        const running = finish(program)
        await new Promise((resolve) => setImmediate(resolve))
        const outcome = await Effect.runPromise(program.suspend())
        await running
        return outcome
      })(),
    )
    const strict = CodeMode.make({ extensions: [timers({ maxDelayMs: 10 })] })
    expect(await finish(strict.resume(state as never))).toMatchObject({ ok: true, value: "RangeError" })
  })
})

describe("the other capabilities in a saved run", () => {
  let local: Local
  beforeAll(async () => {
    local = await serve((request, response) => response.end(JSON.stringify({ path: request.url })))
  })
  afterAll(() => local.close())

  test("responses are saved with their bodies", async () => {
    const base = `http://api.test:${local.port}`
    const web = fetch({ origins: [{ origin: base, allowPrivate: true }], resolve: () => ["127.0.0.1"] })
    const code = `
      const r = await fetch('${base}/saved')
      ${ask}
      return [r.status, r.headers instanceof Headers, await r.json(), (await r.bytes()).length]`
    expect(await resumed(web, code)).toMatchObject({ ok: true, value: [200, true, { path: "/saved" }, 17] })
    expect(local.seen).toHaveLength(1)
  })

  test("a request under way blocks", async () => {
    const slow = await serve(() => {})
    const base = `http://api.test:${slow.port}`
    const web = fetch({ origins: [{ origin: base, allowPrivate: true }], resolve: () => ["127.0.0.1"] })
    const program = CodeMode.make({ extensions: [web] }).program(
      `await fetch('${base}/')`,
      {},
      { runId: "r" },
    )
    const running = Effect.runFork(program.run())
    while (slow.seen.length === 0) await Bun.sleep(1)
    const error = await Effect.runPromise(Effect.flip(program.suspend()))
    expect(error).toMatchObject({ _tag: "SuspendError", running: [{ key: "r:0", path: "fetch" }] })
    await Effect.runPromise(Fiber.interrupt(running))
    slow.close()
  })

  test("artifacts go with the run", async () => {
    const code = `output.text('before'); ${ask}; output.text('after'); return 1`
    expect(await resumed(output({ maxArtifacts: 2 }), code)).toMatchObject({
      ok: true,
      artifacts: [{ data: "before" }, { data: "after" }],
    })
  })
})
