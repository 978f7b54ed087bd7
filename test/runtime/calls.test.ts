import { describe, expect, spyOn, test } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { toolError } from "../../src/ToolError.ts"
import { errorOf, run, tools, valueOf } from "./programs.ts"

const noInput = Schema.Struct({})

describe("a tool call", () => {
  test("starts when it is called, and the program goes on at once with the promise", async () => {
    const events: Array<string> = []
    const start = Tool.make({
      description: "",
      input: Schema.String,
      output: Schema.String,
      execute: (name) => Effect.sync(() => (events.push(name), name)),
    })
    const code = `
      const a = tools.start('a'), b = tools.start('b')
      console.log('after')
      return [a instanceof Promise, await b, await a]`
    const result = await Effect.runPromise(CodeMode.execute({ tools: { start }, code }))
    expect(result).toMatchObject({
      ok: true,
      value: [true, "b", "a"],
      toolCalls: [{ name: "start" }, { name: "start" }],
    })
    expect(events).toEqual(["a", "b"])
  })

  test("makes its key, and with it the id of its run, when they are read", async () => {
    const randomUUID = spyOn(crypto, "randomUUID")
    const made = async (read: (call: Tool.Call) => string) => {
      randomUUID.mockClear()
      const tool = Tool.make({
        description: "",
        input: noInput,
        output: true,
        execute: (_, call) => read(call),
      })
      const result = await Effect.runPromise(
        CodeMode.execute({ tools: { tool }, code: "await tools.tool({}); return await tools.tool({})" }),
      )
      return [randomUUID.mock.calls.length, result.ok]
    }
    expect(await made(({ path }) => path)).toEqual([0, true])
    expect(await made(({ key }) => key)).toEqual([1, true])
    randomUUID.mockRestore()
  })

  test("gives its promise even where the tool settles at once: reactions come later", async () => {
    const code = `
      const seen = []
      tools.echo.same(1).then(() => seen.push('then'))
      seen.push('sync')
      await null
      seen.push('after')
      return seen`
    expect(await valueOf(code)).toEqual(["sync", "then", "after"])
  })

  test("never throws synchronously, whatever is wrong with it", async () => {
    const code = `
      const promises = [
        tools.nothing.here(), tools(), tools.echo(), tools.fail.now(1), tools.fail.now({ message: 'm' }),
        tools.echo.same(1n), tools.echo.same(1, 2), tools.echo.same({ get a() { throw 1 } }),
      ]
      return (await Promise.allSettled(promises)).map((one) => one.reason.kind ?? one.reason)`
    expect(await valueOf(code)).toEqual([
      "UnknownTool",
      "UnknownTool",
      "UnknownTool",
      "InvalidToolInput",
      "ToolFailure",
      "InvalidToolInput",
      "InvalidToolInput",
      1,
    ])
  })

  test("runs side by side with others, and settles in the order in which they end", async () => {
    const code = `
      const order = []
      await Promise.all([30, 1, 15].map((ms) => tools.sleep({ ms }).then((n) => order.push(n))))
      return order`
    const started = performance.now()
    expect(await valueOf(code)).toEqual([1, 15, 30])
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test("that a program does not await runs on, and is interrupted when the program ends", async () => {
    const ends: Array<string> = []
    const work = Tool.make({
      description: "",
      input: noInput,
      execute: () => Effect.onExit(Effect.never, (exit) => Effect.sync(() => void ends.push(exit._tag))),
    })
    const signals: Array<AbortSignal> = []
    const fetching = Tool.make({
      description: "",
      input: noInput,
      execute: (_input, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    const code = "tools.work(); tools.fetching(); await null; return 1"
    const result = await Effect.runPromise(CodeMode.execute({ tools: { work, fetching }, code }))
    expect(result).toEqual({ ok: true, value: 1, toolCalls: [{ name: "work" }, { name: "fetching" }] })
    expect(ends).toEqual(["Failure"])
    expect(signals.map((signal) => signal.aborted)).toEqual([true])
  })

  test("has a stable key, a path, and a signal made on first use", async () => {
    const calls: Array<Tool.Call> = []
    const look = Tool.make({
      description: "",
      input: noInput,
      execute: (_input, call) => void calls.push(call),
    })
    await Effect.runPromise(
      CodeMode.execute({
        tools: { a: { "b-c": look } },
        code: "await tools.a['b-c'](); await tools.a['b-c']()",
      }),
    )
    const [first, second] = calls
    expect(first!.path).toBe("a.b-c")
    expect(first!.key).toMatch(/^[0-9a-f-]{36}:0$/)
    expect(second!.key).toBe(`${first!.key.slice(0, -2)}:1`)
    expect(first!.signal.aborted).toBe(false)
    expect(first!.signal).toBe(first!.signal)
  })
})

describe("decoding", () => {
  test("names every wrong field; execute is not called", async () => {
    const inputs: Array<unknown> = []
    const create = Tool.make({
      description: "",
      input: Schema.Struct({ title: Schema.String, labels: Schema.optionalKey(Schema.Array(Schema.String)) }),
      execute: (input) => void inputs.push(input),
    })
    const code = "try { await tools.create({ labels: [1], x: 1 }) } catch (e) { return [e.kind, e.message] }"
    const result = await Effect.runPromise(CodeMode.execute({ tools: { create }, code }))
    expect(result).toMatchObject({
      value: [
        "InvalidToolInput",
        "tools.create: invalid input\n  /title: missing, expected string\n  /labels/0: expected string, got 1\n  /x: not allowed, the fields are title, labels",
      ],
      toolCalls: [{ name: "create" }],
    })
    expect(inputs).toEqual([])
  })

  test("gives execute the decoded side, and the program the encoded one", async () => {
    const later = Tool.make({
      description: "",
      input: Schema.Struct({ at: Schema.DateFromString, n: Schema.NumberFromString }),
      output: Schema.Struct({ at: Schema.DateFromString }),
      execute: ({ at, n }) => ({ at: new Date(at.getTime() + n).toISOString() }),
    })
    const code = "return await tools.later({ at: '2020-01-01T00:00:00.000Z', n: '1000' })"
    const result = await Effect.runPromise(CodeMode.execute({ tools: { later }, code }))
    expect(result).toMatchObject({ ok: true, value: { at: "2020-01-01T00:00:01.000Z" } })
  })

  test("an output that its schema refuses is InvalidToolOutput", async () => {
    const wrong = Tool.make({
      description: "",
      input: noInput,
      output: Schema.Struct({ n: Schema.Number }),
      execute: () => ({ n: "1" }) as never,
    })
    const code = "try { await tools.wrong() } catch (e) { return [e.kind, e.message] }"
    const result = await Effect.runPromise(CodeMode.execute({ tools: { wrong }, code }))
    expect(result).toMatchObject({
      value: ["InvalidToolOutput", 'tools.wrong returned invalid output\n  /n: expected number, got "1"'],
    })
  })

  test("without output the program gets undefined", async () => {
    const quiet = Tool.make({ description: "", input: noInput, execute: () => ({ secret: 1 }) })
    const result = await Effect.runPromise(
      CodeMode.execute({ tools: { quiet }, code: "return typeof (await tools.quiet())" }),
    )
    expect(result).toMatchObject({ value: "undefined" })
  })
})

describe("tools", () => {
  test("a registered name gives its reference, always the same one", async () => {
    const code =
      "return [tools.echo === tools.echo, tools.echo.same === tools.echo['same'], typeof tools.echo, typeof tools.echo.same]"
    expect(await valueOf(code)).toEqual([true, true, "function", "function"])
  })

  test("of unregistered names then, toJSON and symbols give undefined, names of prototypes those", async () => {
    const code = `return [
      tools.then, tools.toJSON, tools[Symbol.iterator], tools.echo.then, tools[Symbol.hasInstance],
      tools.constructor === Function, tools.echo.same.bind === Function.prototype.bind, tools.hasOwnProperty('echo'),
      typeof tools.nothing, typeof tools.nothing.at.all]`
    expect(await valueOf(code)).toEqual([
      null,
      null,
      null,
      null,
      null,
      true,
      true,
      true,
      "function",
      "function",
    ])
  })

  test("an unknown path rejects with the nearest real paths, catchable and not counted", async () => {
    const code =
      "try { await tools.echo.sam(1) } catch (e) { return [e instanceof Error, e.name, e.kind, e.tool, e.message] }"
    expect(await run(code)).toEqual({
      ok: true,
      value: [
        true,
        "ToolError",
        "UnknownTool",
        "echo.sam",
        "There is no tool tools.echo.sam. Did you mean tools.echo.same?",
      ],
      toolCalls: [],
    })
    expect(await errorOf("await tools.echo.sam(1)")).toEqual({
      kind: "UnknownTool",
      message: "There is no tool tools.echo.sam. Did you mean tools.echo.same?",
      location: { line: 1, column: 18 },
      suggestions: ["tools.echo.same"],
    })
  })

  test("keys, for...in and in tell the truth", async () => {
    const code = `
      const names = []
      for (const name in tools) names.push(name)
      return [Object.keys(tools), names, Object.keys(tools.echo), Object.keys(tools.echo.same), Object.keys(tools.nothing),
        'echo' in tools, 'nothing' in tools, 'same' in tools.echo, Object.getOwnPropertyDescriptor(tools.echo, 'same').value === tools.echo.same]`
    expect(await valueOf(code)).toEqual([
      ["echo", "fail", "never", "sleep"],
      ["echo", "fail", "never", "sleep"],
      ["same"],
      [],
      [],
      true,
      false,
      true,
      true,
    ])
  })

  test("await of a namespace resolves at once and calls nothing, also where a tool is named then", async () => {
    const odd = {
      ns: {
        then: tools.echo.same,
        constructor: tools.echo.same,
        toString: tools.echo.same,
        __proto__x: tools.echo.same,
      },
    }
    const code = `
      const ns = await tools.ns
      return [ns === tools.ns, await tools.ns.then(1), await tools.ns.constructor(2), await tools.ns.toString(3), Object.keys(tools.ns)]`
    expect(await Effect.runPromise(CodeMode.execute({ tools: odd, code }))).toEqual({
      ok: true,
      value: [true, 1, 2, 3, ["then", "constructor", "toString", "__proto__x"]],
      toolCalls: [{ name: "ns.then" }, { name: "ns.constructor" }, { name: "ns.toString" }],
    })
  })

  test("a path can be a tool and a namespace, and names may hold any characters", async () => {
    const odd = {
      a: tools.echo.same,
      "a.b": tools.echo.same,
      "get-user": tools.echo.same,
      查询: tools.echo.same,
      ["__proto__"]: tools.echo.same,
    }
    const code =
      "return [await tools.a(1), await tools.a.b(2), await tools['get-user'](3), await tools.查询(4), Object.keys(tools)]"
    expect(await Effect.runPromise(CodeMode.execute({ tools: odd, code }))).toMatchObject({
      value: [1, 2, 3, 4, ["a", "get-user", "查询", "__proto__"]],
    })
  })

  test("cannot be changed", async () => {
    const code = `
      const out = []
      for (const change of [() => { tools.x = 1 }, () => { delete tools.echo }, () => { tools.echo = 1 }, () => Object.defineProperty(tools, 'y', { value: 1 })]) {
        try { change(); out.push('changed') } catch (e) { out.push(e.name) }
      }
      return [...out, Object.isFrozen(tools), Object.keys(tools)]`
    expect(await valueOf(code)).toEqual([
      "TypeError",
      "TypeError",
      "TypeError",
      "TypeError",
      true,
      ["echo", "fail", "never", "sleep"],
    ])
  })

  test("can be passed on, bound, and used as a callback", async () => {
    const code =
      "const same = tools.echo.same; return [await same(1), await same.call(null, 2), await Promise.all([3, 4].map((n) => same(n))), await Promise.resolve(5).then(tools.echo.same)]"
    expect(await valueOf(code)).toEqual([1, 2, [3, 4], 5])
  })
})

describe("the end of a run", () => {
  test("rejections that settled unobserved become warnings", async () => {
    const result = await run(
      "tools.fail.now({ message: 'lost' }); Promise.reject(new RangeError('r')); await null; return 1",
    )
    expect(result).toEqual({
      ok: true,
      value: 1,
      warnings: [
        {
          kind: "ToolFailure",
          message: "A call failed and nobody awaited it: lost",
          location: { line: 1, column: 12 },
        },
        {
          kind: "ExecutionFailure",
          message: "A promise was rejected and nobody handled it: RangeError: r",
          location: { line: 1, column: 53 },
        },
      ],
      toolCalls: [{ name: "fail.now" }],
    })
  })

  test("a rejection that was handled is no warning", async () => {
    expect(
      await run(
        "tools.fail.now({ message: 'x' }).catch(() => {}); const p = Promise.reject(1); await null; p.catch(() => {}); return 1",
      ),
    ).toEqual({
      ok: true,
      value: 1,
      toolCalls: [{ name: "fail.now" }],
    })
  })

  test("what was queued before the end is done, and nothing after it", async () => {
    const code = `
      Promise.resolve().then(() => console.log('queued before'))
      const f = () => Promise.resolve().then(() => { console.log.length; return f() })
      f()
      return 1`
    expect(await run(code)).toEqual({ ok: true, value: 1, logs: ["queued before"], toolCalls: [] })
  })

  test("a run in which nothing can settle any more ends at once, saying so", async () => {
    for (const code of [
      "await new Promise(() => {})",
      "await { then() {} }",
      "for await (const x of [new Promise(() => {})]);",
    ]) {
      const error = await errorOf(code)
      expect(error.kind).toBe("ExecutionFailure")
      expect(error.message).toStartWith("The program waits for something that can never happen")
    }
  })

  test("toolCalls lists admitted calls in order, search included, after failures too", async () => {
    const code = "search('echo'); await tools.echo.same(1); await tools.fail.now({ message: 'no' })"
    expect((await run(code)).toolCalls).toEqual([
      { name: "search" },
      { name: "echo.same" },
      { name: "fail.now" },
    ])
  })

  test("a thenable that a program returns is adopted inside the interpreter", async () => {
    expect(
      await valueOf(
        "return { then(resolve) { resolve(typeof resolve.constructor.constructor('return 1') ) } }",
      ).catch(String),
    ).not.toContain("host")
    expect(await valueOf("return { then(resolve) { resolve({ then(r) { r('contained') } }) } }")).toBe(
      "contained",
    )
  })
})

describe("interruption", () => {
  const busy = [
    "while (true) {}",
    "[1].map(() => { for (;;); })",
    "return { get a() { for (;;); } }",
    "const f = () => Promise.resolve().then(f); await f()",
  ]
  for (const code of busy) {
    test(`ends ${code}`, async () => {
      const fiber = Effect.runFork(CodeMode.execute({ tools, code }))
      await new Promise((resolve) => setTimeout(resolve, 20))
      const exit = await Effect.runPromise(Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber)))
      expect(exit._tag).toBe("Failure")
    })
  }

  test("that comes from inside the first slice leaves nothing running", async () => {
    const ends: Array<string> = []
    const program = Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const work = Tool.make({
        description: "",
        input: noInput,
        execute: () =>
          Effect.andThen(
            Deferred.succeed(started, undefined),
            Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ends.push("interrupted"))),
          ),
      })
      const fiber = yield* Effect.forkChild(CodeMode.execute({ tools: { work }, code: "await tools.work()" }))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(fiber)
    })
    await Effect.runPromise(program)
    expect(ends).toEqual(["interrupted"])
  })

  test("interrupts every call, runs their finalizers, and is never a diagnostic", async () => {
    const ends: Array<string> = []
    let begun = 0
    const program = Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const work = Tool.make({
        description: "",
        input: noInput,
        execute: () =>
          Effect.andThen(
            ++begun === 2 ? Deferred.succeed(started, undefined) : Effect.void,
            Effect.onInterrupt(Effect.never, () =>
              Effect.delay(
                Effect.sync(() => void ends.push("interrupted")),
                5,
              ),
            ),
          ),
      })
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({
          tools: { work },
          code: "try { await Promise.all([tools.work(), tools.work()]) } catch { return 1 } finally { console.log(1) }",
        }),
      )
      yield* Deferred.await(started)
      yield* Fiber.interrupt(fiber)
      return yield* Fiber.await(fiber)
    })
    const exit = await Effect.runPromise(program)
    expect(exit._tag).toBe("Failure")
    expect(ends).toEqual(["interrupted", "interrupted"])
  })
})

describe("errors of failed calls", () => {
  test("are catchable Errors named ToolError with tool and kind, and hold nothing of the host", async () => {
    const code = `
      try { await tools.fail.now({ message: 'no' }) } catch (e) {
        return [e instanceof Error, e.name, e.message, e.tool, e.kind, Object.keys(e), Object.getPrototypeOf(e) === Error.prototype, String(e), 'cause' in e]
      }`
    expect(await valueOf(code)).toEqual([
      true,
      "ToolError",
      "no",
      "fail.now",
      "ToolFailure",
      ["tool", "kind"],
      true,
      "ToolError: no",
      false,
    ])
  })

  const failing = (failure: unknown) =>
    Tool.make({ description: "", input: noInput, execute: () => Effect.fail(failure) })
  const messageOf = async (tool: Tool.Definition<never>, hostErrors: "report" | "sanitize") => {
    const result = await Effect.runPromise(
      CodeMode.execute({ tools: { tool }, hostErrors, code: "await tools.tool()" }),
    )
    return result.ok ? undefined : result.error.message
  }

  test("report message and causes, or are sanitized but for ToolError", async () => {
    const error = new Error("query failed", { cause: new Error("connection reset") })
    expect(await messageOf(failing(error), "report")).toBe("query failed, caused by connection reset")
    expect(await messageOf(failing(error), "sanitize")).toBe("The tool failed. Its error is not shown here.")
    expect(await messageOf(failing(toolError("No order 42", error)), "report")).toBe("No order 42")
    expect(await messageOf(failing(toolError("No order 42", error)), "sanitize")).toBe("No order 42")
    const defect = Tool.make({
      description: "",
      input: noInput,
      execute: () => Effect.die(new TypeError("bug")),
    })
    expect(await messageOf(defect, "report")).toBe("TypeError: bug")
  })

  test("promises and throws of the host count the same", async () => {
    const rejects = Tool.make({
      description: "",
      input: noInput,
      execute: () => Promise.reject(toolError("rejected")),
    })
    const throws = Tool.make({ description: "", input: noInput, execute: (): number => { throw toolError("thrown") } }) // prettier-ignore
    expect(await messageOf(rejects, "sanitize")).toBe("rejected")
    expect(await messageOf(throws, "sanitize")).toBe("thrown")
  })
})

test("a durable tool without suspension is start, then wait; cancel runs when the run ends for real", async () => {
  const events: Array<unknown> = []
  const payment = (wait: Effect.Effect<string>) =>
    Tool.make({
      description: "",
      input: Schema.Struct({ amount: Schema.Number }),
      output: Schema.String,
      execute: {
        start: ({ amount }: { amount: number }, { key }: Tool.Call) =>
          Effect.sync(() => (events.push(["start", amount, key.slice(-2)]), { id: amount })),
        wait: ({ id }: { id: number }, { key }: Tool.Call) =>
          Effect.suspend(() => (events.push(["wait", id, key.slice(-2)]), wait)),
        cancel: (data: unknown) => Effect.sync(() => void events.push(["cancel", data])),
      },
    })
  const paid = CodeMode.execute({
    tools: { pay: payment(Effect.succeed("paid")) },
    code: "return await tools.pay({ amount: 5 })",
  })
  expect(await Effect.runPromise(paid)).toMatchObject({ ok: true, value: "paid" })
  const left = CodeMode.execute({
    tools: { pay: payment(Effect.never) },
    code: "tools.pay({ amount: 6 }); await null; return 1",
  })
  expect(await Effect.runPromise(left)).toMatchObject({ ok: true, value: 1 })
  expect(events).toEqual([
    ["start", 5, ":0"],
    ["wait", 5, ":0"],
    ["start", 6, ":0"],
    ["wait", 6, ":0"],
    ["cancel", { id: 6 }],
  ])
})
