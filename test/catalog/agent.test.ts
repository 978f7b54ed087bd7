import { expect, test } from "bun:test"
import { executeTool, textOf } from "../../examples/agent/executeTool.ts"
import { converse, scriptedModel } from "../../examples/agent/main.ts"
import { runtime } from "../../examples/agent/tools.ts"

const never = new AbortController().signal

test("the example's loop corrects the model and gets its answer", async () => {
  const messages = await converse(scriptedModel, "Who?", never)
  expect(messages.filter(({ role }) => role === "tool").map(({ text }) => text)).toEqual([
    'There is no tool "orders.list" here. Call it inside execute: return await tools.orders.list(...)',
    "UnknownTool (line 1, column 27): There is no tool tools.orders.listAll. Did you mean tools.orders.list?",
    '[{"name":"Customer No. 10","euros":9607.4},{"name":"Customer No. 7","euros":9356},{"name":"Customer No. 4","euros":9104.6}]',
  ])
  expect(messages.at(-1)?.role).toBe("assistant")
})

test("the tool is described as a model API wants it", () => {
  const tool = executeTool(runtime)
  expect(tool.name).toBe("execute")
  expect(tool.inputSchema).toMatchObject({
    type: "object",
    properties: { code: { type: "string" } },
    required: ["code"],
  })
  expect(tool.description).toContain("COMPLETE: 2 tools.")
})

test("an input that is no program is answered, not thrown", async () => {
  expect(await executeTool(runtime).call({ program: "return 1" }, never)).toBe(
    'execute takes { "code": "a program" }.',
  )
})

test("an aborted call rejects", async () => {
  await expect(executeTool(runtime).call({ code: "for (;;);" }, AbortSignal.timeout(20))).rejects.toThrow()
})

test("a result's text has its value, warnings and logs", () => {
  const warning = { kind: "ExecutionFailure", message: "lost" } as const
  expect(
    textOf({ ok: true, value: "as it is", logs: ["one", "two"], warnings: [warning], toolCalls: [] }),
  ).toBe("as it is\nWarnings:\n- lost\nLogs:\none\ntwo")
  expect(textOf({ ok: true, value: { a: [1] }, toolCalls: [] })).toBe('{"a":[1]}')
})
