import { describe, expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { toolError } from "../../src/ToolError.ts"

const add = Tool.make({
  description: "",
  input: Schema.Struct({ a: Schema.NumberFromString }),
  output: Schema.Number,
  execute: ({ a }) => a + 1,
})
const fail = Tool.make({
  description: "",
  input: Schema.Struct({}),
  execute: () => Effect.fail(toolError("no")),
})
const never = Tool.make({ description: "", input: Schema.Struct({}), execute: () => Effect.never })

const recorded = (code: string, denied: ReadonlyArray<string> = []) => {
  const events: Array<unknown> = []
  const execution = CodeMode.execute({
    tools: { add, fail, never },
    hooks: {
      "tool.before": ({ name, input, key }) =>
        Effect.suspend(() => {
          events.push(["before", name, input, key.slice(-2)])
          return denied.includes(name) ? Effect.fail(toolError(`${name} is not allowed`)) : Effect.void
        }),
      "tool.after": async ({ name }, end) => void events.push(["after", name, end]),
    },
    code,
  })
  return Effect.map(execution, (result) => ({ result, events }))
}

describe("tool hooks", () => {
  test("surround every call: decoded input, key, and how it ended", async () => {
    const { result, events } = await Effect.runPromise(
      recorded("return [await tools.add({ a: '1' }), await tools.fail().catch((e) => e.message)]"),
    )
    expect(result).toMatchObject({ ok: true, value: [2, "no"] })
    expect(events).toEqual([
      ["before", "add", { a: 1 }, ":0"],
      ["after", "add", { status: "success", value: 2 }],
      ["before", "fail", {}, ":1"],
      ["after", "fail", { status: "failure", error: toolError("no") }],
    ])
  })

  test("a failing before denies the call: execute does not run, and the promise rejects", async () => {
    const { result, events } = await Effect.runPromise(
      recorded("try { await tools.add({ a: '1' }) } catch (e) { return [e.kind, e.message] }", ["add"]),
    )
    expect(result).toMatchObject({
      ok: true,
      value: ["ToolFailure", "add is not allowed"],
      toolCalls: [{ name: "add" }],
    })
    expect(events).toEqual([["before", "add", { a: 1 }, ":0"]])
  })

  test("after tells of an interruption", async () => {
    const { events } = await Effect.runPromise(recorded("tools.never(); await null; return 1"))
    expect(events).toEqual([
      ["before", "never", {}, ":0"],
      ["after", "never", { status: "interrupted" }],
    ])
  })

  test("do not fire for search, unknown tools and refused inputs", async () => {
    const { events } = await Effect.runPromise(
      recorded("search('add'); await tools.add(1).catch(() => {}); await tools.nothing().catch(() => {})"),
    )
    expect(events).toEqual([])
  })

  test("may need services, which the run needs then", async () => {
    class Audit extends Context.Service<Audit, { readonly entries: Array<string> }>()("Audit") {}
    const entries: Array<string> = []
    const execution: Effect.Effect<CodeMode.Result, never, Audit> = CodeMode.execute({
      tools: { add },
      hooks: { "tool.before": ({ name }) => Effect.map(Audit, (audit) => audit.entries.push(name)) },
      code: "return await tools.add({ a: '1' })",
    })
    const result = await Effect.runPromise(Effect.provideService(execution, Audit, { entries }))
    expect(result).toMatchObject({ ok: true, value: 2 })
    expect(entries).toEqual(["add"])
  })
})
