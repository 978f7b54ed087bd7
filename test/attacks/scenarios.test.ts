/** What users of such systems reported of limits, by its number; `test/cases/attacks` has what they reported of escapes. */
import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { errorOf, run, valueOf } from "../runtime/programs.ts"

const late = { limits: { timeoutMs: 200 } }

test("089: a loop of microtasks that catch their own end is stopped", async () => {
  for (const code of [
    "const f = () => Promise.reject(1).catch(f); f(); await new Promise(() => {})",
    "const f = () => Promise.resolve().finally(f); f(); await new Promise(() => {})",
    "for await (const x of (async function* () { for (;;) { try { yield 1 } catch {} } })()) {}",
  ])
    expect(await errorOf(code, late)).toMatchObject({ kind: "TimeoutExceeded" })
})

test("091: a catastrophic pattern is stopped by the deadline, or answers; a harmless one of its kind answers", async () => {
  const result = await run("return /^(a|a)*$/.test('a'.repeat(40) + 'b')", { limits: { timeoutMs: 300 } })
  if (result.ok) expect(result.value).toBe(false)
  else expect(result.error.kind).toBe("TimeoutExceeded")
  expect(await valueOf("return /^(a+)+$/.test('a'.repeat(25))")).toBe(true)
})

test("093: exactly so many calls reach the host as are allowed, and no catch buys more", async () => {
  let calls = 0
  const count = Tool.make({ description: "", input: true, output: true, execute: () => ++calls })
  for (const code of [
    "return await Promise.allSettled(Array.from({ length: 8 }, (_, i) => tools.count(i)))",
    "for (;;) { try { await tools.count(1) } catch {} }",
  ]) {
    calls = 0
    const execution = CodeMode.execute({ tools: { count }, limits: { maxToolCalls: 5 }, code })
    const result = await Effect.runPromise(execution as Effect.Effect<CodeMode.Result>)
    expect(result).toMatchObject({
      ok: false,
      error: { kind: "ToolCallLimitExceeded", message: expect.stringContaining("5") },
    })
    expect(calls).toBe(5)
    expect(result.toolCalls.length).toBe(5)
  }
})

test("095: a result is cut between code points, and says so", async () => {
  const result = await run("return { rows: Array.from({ length: 500 }, () => '😀é') }", {
    limits: { maxOutputBytes: 1_000 },
  })
  expect(result).toMatchObject({ ok: true, truncated: true })
  expect(result.ok && String(result.value)).toMatch(
    /^\{"rows":\["😀é".*[^\ud800-\udbff] \[truncated: \d+ of \d+ bytes; return less\]$/s,
  )
})

test("097: the deadline holds while a result, an argument, a log and a thrown value are made", async () => {
  for (const code of [
    "return { toJSON() { for (;;); } }",
    "throw { get message() { for (;;); } }",
    "await tools.echo.same({ toJSON() { for (;;); } })",
    "console.log({ toString() { for (;;); } }); for (;;);",
  ])
    expect(await errorOf(code, late)).toMatchObject({ kind: "TimeoutExceeded" })
})

test("099: a flood of lines is cut and counted; the next run shows none of it", async () => {
  const runtime = CodeMode.make({ limits: { maxOutputBytes: 1_000 } })
  const flood = "for (let i = 0; i < 1e5; i++) console.log('x'.repeat(100)); return 1"
  const result = await Effect.runPromise(runtime.execute(flood))
  expect(result).toMatchObject({ ok: true, value: 1, truncated: true })
  expect(result.logs!.at(-1)).toMatch(/^9 of 100000 lines shown$/)
  expect(await Effect.runPromise(runtime.execute("const ="))).not.toHaveProperty("logs")
})

test("193: a promise in a result is refused with the advice to await it", async () => {
  expect(await errorOf("const r = tools.echo.same([1]); return { n: r.length, r }")).toMatchObject({
    kind: "InvalidDataValue",
    message: expect.stringContaining("await"),
  })
})
