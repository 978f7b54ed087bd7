import { describe, expect, test } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"
import * as Tool from "../../src/Tool.ts"
import { errorOf, finish, Ledger, saved, suspended, untilIdle } from "./suspension.ts"

const never = Tool.make({
  description: "Never ends",
  input: Schema.Struct({}),
  output: true,
  execute: () => Effect.never,
})
const same = Tool.make({
  description: "Gives what it gets",
  input: true,
  output: true,
  execute: (value) => value,
})

describe("a program", () => {
  test("runs once; nothing of it runs before", async () => {
    const program = CodeMode.make({}).program("return 1 + 1", {}, { runId: "r" })
    expect(program.runId).toBe("r")
    expect(await finish(program)).toEqual({ ok: true, value: 2, toolCalls: [] })
    expect(finish(program)).rejects.toThrow("A program runs once")
  })

  test("gets a UUID where no runId is given", () => {
    expect(CodeMode.make({}).program("return 1").runId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test("that has ended gives its result to suspend", async () => {
    const program = CodeMode.make({}).program("return 7")
    const result = await finish(program)
    expect(await Effect.runPromise(program.suspend())).toBe(result)
  })

  test("takes only a size as maxBytes", () => {
    const program = CodeMode.make({}).program("return 1")
    expect(() => program.suspend({ maxBytes: -1 })).toThrow(
      "suspend: maxBytes must be a safe integer of at least 0, or Infinity; got -1",
    )
  })

  test("that does not parse gives its failure to suspend", async () => {
    const program = CodeMode.make({}).program("return (")
    expect(await finish(program)).toMatchObject({ ok: false, error: { kind: "ParseError" } })
    expect(await Effect.runPromise(program.suspend())).toMatchObject({ ok: false })
  })

  test("suspended before it runs is saved as soon as it does", async () => {
    const ledger = new Ledger()
    const runtime = CodeMode.make({ tools: { ask: ledger.tool } })
    const program = runtime.program("let n = 0; for (let i = 0; i < 3e5; i++) n += i; return n")
    const outcome = await atOnce(program)
    const { state, waiting } = suspended(outcome)
    expect(waiting).toEqual([])
    expect(await finish(runtime.resume(state))).toEqual({ ok: true, value: 44_999_850_000, toolCalls: [] })
  })

  test("goes on in its own time zone and locale where the runtime has others", async () => {
    const code = `for (let i = 0; i < 3e5; i++); return [new Date(0).getHours(), (1.5).toLocaleString()]`
    const program = CodeMode.make({ timeZone: "Europe/Berlin", locale: "de-DE" }).program(code)
    const { state } = suspended(await atOnce(program))
    expect(await finish(CodeMode.make({}).resume(state))).toMatchObject({ ok: true, value: [1, "1,5"] })
  })
})

/** Suspended before it runs. */
const atOnce = (program: CodeMode.Program<unknown, never>): Promise<CodeMode.Outcome> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const suspending = yield* Effect.forkChild(program.suspend(), { startImmediately: true })
      yield* program.run()
      return yield* Fiber.join(suspending)
    }) as Effect.Effect<CodeMode.Outcome>,
  )

describe("a durable call", () => {
  const code = `const answer = await tools.ask({ name: "a" }); return { answer, more: await tools.same("b") }`
  const runtimeOf = (ledger: Ledger, hooks: CodeMode.Options["hooks"] = {}) =>
    CodeMode.make({ tools: { ask: ledger.tool, same }, hooks }) as unknown as CodeMode.Runtime

  test("outlives its run: started in one runtime, waited for in another, counted once", async () => {
    const first = new Ledger()
    const outcome = suspended(await untilIdle(runtimeOf(first).program(code, {}, { runId: "first" })))
    expect(outcome.waiting).toEqual([{ key: "first:0", path: "ask" }])
    expect(first.started).toEqual(["first:0"])
    expect(first.cancelled).toEqual([])
    const second = new Ledger()
    second.answer("a", "yes")
    expect(await finish(runtimeOf(second).resume(outcome.state, { runId: "second" }))).toEqual({
      ok: true,
      value: { answer: "yes", more: "b" },
      toolCalls: [{ name: "ask" }, { name: "same" }],
    })
    expect([second.started, second.waited, second.cancelled]).toEqual([[], ["first:0"], []])
  })

  test("is cancelled when the resumed run is interrupted, and never by suspension", async () => {
    const ledger = new Ledger()
    const state = await saved(runtimeOf(ledger), code)
    expect(ledger.cancelled).toEqual([])
    const program = runtimeOf(ledger).resume(state)
    await Effect.runPromise(
      Effect.gen(function* () {
        const running = yield* Effect.forkChild(program.run())
        yield* program.idle
        yield* Fiber.interrupt(running)
      }) as Effect.Effect<void>,
    )
    expect(ledger.cancelled).toEqual(["a"])
  })

  test("fires the hook before it once, where it began, and the one after it once, where it ended", async () => {
    const fired: Array<string> = []
    const hooks = (place: string): CodeMode.Options["hooks"] => ({
      "tool.before": ({ key }) => void fired.push(`${place} before ${key}`),
      "tool.after": ({ key, input }, { status }) =>
        void fired.push(`${place} after ${key} ${status} ${JSON.stringify(input)}`),
    })
    const ledger = new Ledger()
    const state = await saved(runtimeOf(ledger, hooks("1")), `return await tools.ask({ name: "a" })`)
    ledger.answer("a", 5)
    expect(await finish(runtimeOf(ledger, hooks("2")).resume(state))).toMatchObject({ ok: true, value: 5 })
    expect(fired).toEqual(["1 before first:0", '2 after first:0 success {"name":"a"}'])
  })

  test("in two forks is waited for by both; new calls have the keys of their fork", async () => {
    const keys: Array<string> = []
    const ledger = new Ledger()
    const noting = Tool.make({
      description: "Notes its key",
      input: Schema.Struct({}),
      execute: (_input, { key }) => void keys.push(key),
    })
    const runtime = CodeMode.make({
      tools: { ask: ledger.tool, note: noting },
    }) as unknown as CodeMode.Runtime
    const state = await saved(
      runtime,
      `const a = await tools.ask({ name: "a" }); await tools.note({}); return a`,
    )
    const before = JSON.stringify(state)
    ledger.answer("a", 1)
    const forks = [runtime.resume(state, { runId: "left" }), runtime.resume(state, { runId: "right" })]
    expect(await Promise.all(forks.map(finish))).toMatchObject([{ value: 1 }, { value: 1 }])
    expect(keys.toSorted()).toEqual(["left:1", "right:1"])
    expect(ledger.waited).toEqual(["first:0", "first:0", "first:0"])
    expect(JSON.stringify(state)).toBe(before)
  })

  test("whose work is being started blocks", async () => {
    const gate = Deferred.makeUnsafe<void>()
    const slow = Tool.make({
      description: "Starts slowly",
      input: Schema.Struct({}),
      output: true,
      execute: Tool.durable({
        start: () => Effect.as(Deferred.await(gate), 1),
        wait: () => Effect.never,
        cancel: () => {},
      }),
    })
    const runtime = CodeMode.make({ tools: { slow } }) as unknown as CodeMode.Runtime
    const program = runtime.program("return await tools.slow({})", {}, { runId: "r" })
    const running = Effect.runFork(program.run())
    await Bun.sleep(5)
    const error = await Effect.runPromise(Effect.flip(program.suspend()))
    expect(error.running).toEqual([{ key: "r:0", path: "tools.slow" }])
    Deferred.doneUnsafe(gate, Effect.void)
    await Effect.runPromise(program.idle)
    expect(await Effect.runPromise(program.suspend())).toMatchObject({ ok: "suspended" })
    await Effect.runPromise(Fiber.join(running))
  })
})

describe("an idempotent call", () => {
  test("is interrupted without tool.after, run again with its key, counted once", async () => {
    const fired: Array<string> = []
    const makeRuntime = (value: Effect.Effect<unknown>) =>
      CodeMode.make({
        tools: {
          read: Tool.make({
            description: "Reads",
            input: Schema.Struct({ id: Schema.String }),
            output: true,
            execute: Tool.idempotent((input: { id: string }, { key }) => {
              fired.push(`read ${input.id} ${key}`)
              return value
            }),
          }),
        },
        hooks: {
          "tool.before": ({ key }) => void fired.push(`before ${key}`),
          "tool.after": ({ key }, { status }) => void fired.push(`after ${key} ${status}`),
        },
      }) as unknown as CodeMode.Runtime
    const state = await saved(makeRuntime(Effect.never), `return await tools.read({ id: "x" })`)
    expect(fired.splice(0)).toEqual(["before first:0", "read x first:0"])
    expect(await finish(makeRuntime(Effect.succeed(9)).resume(state))).toEqual({
      ok: true,
      value: 9,
      toolCalls: [{ name: "read" }],
    })
    expect(fired).toEqual(["before first:0", "read x first:0", "after first:0 success"])
  })
})

describe("suspension is refused", () => {
  test("while a plain call runs, and the run goes on untouched", async () => {
    const gate = Deferred.makeUnsafe<number>()
    const runtime = CodeMode.make({
      tools: {
        plain: {
          wait: Tool.make({
            description: "Waits",
            input: Schema.Struct({}),
            output: true,
            execute: () => Deferred.await(gate),
          }),
        },
      },
    }) as unknown as CodeMode.Runtime
    const program = runtime.program("return await tools.plain.wait({})", {}, { runId: "r" })
    const running = Effect.runPromise(program.run())
    await Bun.sleep(5)
    const error = await Effect.runPromise(Effect.flip(program.suspend()))
    expect(error).toBeInstanceOf(CodeMode.SuspendError)
    expect(error.running).toEqual([{ key: "r:0", path: "tools.plain.wait" }])
    expect(error.message).toBe("The run cannot be saved while these calls are running: tools.plain.wait.")
    Deferred.doneUnsafe(gate, Effect.succeed(3))
    expect(await running).toMatchObject({ ok: true, value: 3 })
  })

  test("while an extension's call waits", async () => {
    const gate = Deferred.makeUnsafe<number>()
    const extension = Extension.make({ name: "outside", globals: { look: () => Deferred.await(gate) } })
    const runtime = CodeMode.make({ extensions: [extension] }) as unknown as CodeMode.Runtime
    const program = runtime.program("return look()", {}, { runId: "r" })
    const running = Effect.runPromise(program.run())
    await Bun.sleep(5)
    expect((await Effect.runPromise(Effect.flip(program.suspend()))).running).toEqual([
      { key: "r:0", path: "look" },
    ])
    Deferred.doneUnsafe(gate, Effect.succeed(3))
    expect(await running).toMatchObject({ ok: true, value: 3 })
  })

  test("for a state over maxBytes", async () => {
    const ledger = new Ledger()
    const runtime = CodeMode.make({ tools: { ask: ledger.tool } }) as unknown as CodeMode.Runtime
    const program = runtime.program(
      `const data = "x".repeat(5000); return (await tools.ask({ name: "a" })) + data.length`,
    )
    const running = Effect.runPromise(program.run())
    await Effect.runPromise(program.idle)
    const error = await Effect.runPromise(Effect.flip(program.suspend({ maxBytes: 1_000 })))
    expect(error.message).toMatch(/^The state has \d+ bytes; maxBytes = 1000 are allowed\.$/)
    ledger.answer("a", "n")
    expect(await running).toMatchObject({ ok: true, value: "n5000" })
  })
})

describe("a saved run", () => {
  test("keeps queued calls, limits used, logs, random numbers and outcomes that had come", async () => {
    const ledger = new Ledger()
    const makeRuntime = (maxToolCalls: number) =>
      CodeMode.make({
        tools: { ask: ledger.tool, same },
        limits: { maxConcurrentToolCalls: 1, maxToolCalls },
      }) as unknown as CodeMode.Runtime
    const code = `
      console.log("before")
      const first = tools.ask({ name: "a" })
      const second = tools.same("queued")
      const random = Math.random()
      const both = await Promise.all([first, second])
      console.log("after", random === globalThis.r)
      const next = await tools.same("third").catch((error) => error.message)
      return [...both, next, typeof random]`
    const outcome = suspended(await untilIdle(makeRuntime(3).program(code, {}, { runId: "r" })))
    expect(outcome.waiting).toEqual([
      { key: "r:0", path: "ask" },
      { key: "r:1", path: "same" },
    ])
    ledger.answer("a", 1)
    expect(await finish(makeRuntime(3).resume(outcome.state))).toEqual({
      ok: true,
      value: [1, "queued", "third", "number"],
      logs: ["before", "after false"],
      toolCalls: [{ name: "ask" }, { name: "same" }, { name: "same" }],
    })
    // the lower of the two limits holds
    expect(await finish(makeRuntime(2).resume(outcome.state))).toMatchObject({
      ok: false,
      error: { kind: "ToolCallLimitExceeded" },
    })
    expect(await finish(makeRuntime(30).resume(outcome.state))).toMatchObject({ ok: true })
  })

  test("is the same in both forms, and as small as it should be", async () => {
    const ledger = new Ledger()
    const runtime = CodeMode.make({ tools: { ask: ledger.tool } }) as unknown as CodeMode.Runtime
    const code = `return await tools.ask({ name: "a" })`
    const state = await saved(runtime, code)
    const bytes = CodeMode.toBytes(state)
    expect(CodeMode.fromBytes(bytes)).toEqual(state)
    expect(CodeMode.toBytes(CodeMode.fromBytes(bytes))).toEqual(bytes)
    expect(bytes.length - code.length).toBeLessThan(1_500)
    ledger.answer("a", "yes")
    expect(await finish(runtime.resume(bytes))).toMatchObject({ value: "yes" })
    expect(await finish(runtime.resume(JSON.parse(JSON.stringify(state))))).toMatchObject({ value: "yes" })
  })

  test("goes on from the middle of callbacks, generators, classes and TypeScript", async () => {
    const ledger = new Ledger()
    const runtime = CodeMode.make({ tools: { ask: ledger.tool } }) as unknown as CodeMode.Runtime
    const code = `
      enum Colour { Red, Green }
      class Counter { #count: number = 0; add(n: number) { this.#count += n; return this.#count } }
      const counter = new Counter()
      function* numbers() { let n = 1; for (;;) n += yield n }
      const iterator = numbers(); iterator.next(); counter.add(4)
      const shared = { list: [1, 2] as number[], self: null as any }; shared.self = shared
      const map = new Map([[shared, "here"]])
      const symbol = Symbol("own")
      const proxy = new Proxy(shared, { get: (target, key) => key === "magic" ? 42 : (target as any)[key] })
      Array.prototype.second = function () { return this[1] }
      const answer = await tools.ask({ name: "a" })
      return [answer, counter.add(1), iterator.next(10).value, shared.self === shared, map.get(shared), proxy.magic,
        [5, 6].second(), symbol.description, Colour[1], new Date(0).toISOString(), /b+/.exec("abbc")![0]]`
    const state = await saved(runtime, code)
    ledger.answer("a", 7)
    expect(await finish(runtime.resume(state))).toMatchObject({
      ok: true,
      value: [7, 5, 11, true, "here", 42, 6, "own", "Green", "1970-01-01T00:00:00.000Z", "bb"],
    })
  })
})

describe("resume refuses", () => {
  const ledger = new Ledger()
  const runtime = CodeMode.make({ tools: { ask: ledger.tool } }) as unknown as CodeMode.Runtime
  const code = `return await tools.ask({ name: "a" })`
  const messageOf = async (options: CodeMode.Options, state: CodeMode.Snapshot): Promise<string> =>
    (await errorOf((CodeMode.make(options as {}) as unknown as CodeMode.Runtime).resume(state))).message

  test("a state that waits for a tool that is missing or of another kind", async () => {
    const state = await saved(runtime, code)
    expect(await messageOf({}, state)).toBe(
      "The state cannot be resumed: it waits for tools.ask, which this runtime does not have.",
    )
    expect(await messageOf({ tools: { ask: never } }, state)).toBe(
      "The state cannot be resumed: it waits for tools.ask as a tool that is durable, which it is not here.",
    )
  })

  test("other extensions", async () => {
    const state = await saved(runtime, code)
    const extensions = [Extension.make({ name: "x", globals: { x: () => 1 } })]
    expect(await messageOf({ tools: { ask: ledger.tool }, extensions }, state)).toBe(
      "The state cannot be resumed: its extensions are not those of this runtime.",
    )
  })

  test("a state without the right digest", async () => {
    const bytes = CodeMode.toBytes(await saved(runtime, code))
    bytes[bytes.length - 1]! ^= 1
    expect((await errorOf(runtime.resume(bytes))).message).toBe(
      "The state cannot be resumed: its digest is not that of its content.",
    )
    expect(() => CodeMode.toBytes({ format: "other" })).toThrow(CodeMode.SnapshotError)
  })

  test("a state made with another key or none, in both forms", async () => {
    const keyed = CodeMode.make({
      tools: { ask: ledger.tool },
      snapshotKey: "secret",
    }) as unknown as CodeMode.Runtime
    const state = await saved(keyed, code)
    const wrong = "The state cannot be resumed: it was not made with this snapshotKey."
    expect(await messageOf({ tools: { ask: ledger.tool }, snapshotKey: "other" }, state)).toBe(wrong)
    expect((await errorOf(runtime.resume(state))).message).toContain("its digest is not")
    expect((await errorOf(keyed.resume(CodeMode.toBytes(await saved(runtime, code))))).message).toBe(wrong)
    ledger.answer("a", 1)
    expect(await finish(keyed.resume(state))).toMatchObject({ value: 1 })
    expect(await finish(keyed.resume(CodeMode.toBytes(state)))).toMatchObject({ value: 1 })
  })
})

describe("an extension's values", () => {
  const counterFrom = (start: number) => {
    let count = start
    return { next: () => ++count, count: () => count }
  }
  const code = `const counter = makeCounter(); counter.next(); await tools.ask({ name: "a" }); return counter.next()`

  test("come back through its snapshot", async () => {
    const ledger = new Ledger()
    const extension = Extension.make({
      name: "counters",
      globals: { makeCounter: () => counterFrom(10) },
      snapshot: {
        encode: (value) => ({ count: (value as ReturnType<typeof counterFrom>).count() }),
        decode: (data) => counterFrom((data as { count: number }).count),
      },
    })
    const runtime = CodeMode.make({
      tools: { ask: ledger.tool },
      extensions: [extension],
    }) as unknown as CodeMode.Runtime
    const state = await saved(runtime, code)
    ledger.answer("a", 1)
    expect(await finish(runtime.resume(state))).toMatchObject({ ok: true, value: 12 })
  })

  test("throw TypeError without one", async () => {
    const ledger = new Ledger()
    const extension = Extension.make({ name: "counters", globals: { makeCounter: () => counterFrom(10) } })
    const runtime = CodeMode.make({
      tools: { ask: ledger.tool },
      extensions: [extension],
    }) as unknown as CodeMode.Runtime
    const state = await saved(runtime, code)
    ledger.answer("a", 1)
    expect(await finish(runtime.resume(state))).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining(
          "TypeError: This function came from an extension before the run was saved",
        ),
      },
    })
  })

  test("that cannot be encoded make the suspension fail, and the run goes on", async () => {
    const ledger = new Ledger()
    const extension = Extension.make({
      name: "counters",
      globals: { makeCounter: () => counterFrom(10) },
      snapshot: { encode: () => new Date(), decode: () => null },
    })
    const runtime = CodeMode.make({
      tools: { ask: ledger.tool },
      extensions: [extension],
    }) as unknown as CodeMode.Runtime
    const program = runtime.program(code)
    const running = finish(program)
    await Effect.runPromise(program.idle)
    const error = await Effect.runPromise(Effect.flip(program.suspend()))
    expect(error.message).toBe(
      "The run cannot be saved: extension counters encoded a value as what is no plain data.",
    )
    ledger.answer("a", 1)
    expect(await running).toMatchObject({ ok: true, value: 12 })
  })
})
