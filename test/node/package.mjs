/** The built package on Node, by its own name: what a consumer gets. */
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as codemode from "codemode"

const { CodeMode, Tool } = codemode

const lookup = Tool.make({
  description: "Looks up an order",
  input: Schema.Struct({ id: Schema.String }),
  output: Schema.Struct({ id: Schema.String, status: Schema.String }),
  execute: ({ id }) => Effect.succeed({ id, status: "open" }),
})

const run = (code, tools = {}) => Effect.runPromise(CodeMode.execute({ tools, code }))

test("the package exports its public modules", () => {
  for (const name of ["CodeMode", "Tool", "Namespace", "ToolError", "toolError"])
    assert.ok(name in codemode, name)
})

test("a program returns a value", async () => {
  assert.deepEqual(await run("return 1 + 1"), { ok: true, value: 2, toolCalls: [] })
})

test("a program calls tools side by side", async () => {
  const code = `
    const orders = await Promise.all(["a", "b"].map((id) => tools.orders.lookup({ id })))
    return orders.map(({ id, status }) => id + ":" + status)
  `
  assert.deepEqual(await run(code, { orders: { lookup } }), {
    ok: true,
    value: ["a:open", "b:open"],
    toolCalls: [{ name: "orders.lookup" }, { name: "orders.lookup" }],
  })
})

test("TypeScript runs", async () => {
  const code = "enum Colour { Red = 3 }\nconst twice = (n: number): number => n * 2\nreturn twice(Colour.Red)"
  assert.deepEqual(await run(code), { ok: true, value: 6, toolCalls: [] })
})

test("an error has the author's line and column", async () => {
  const result = await run("const a = null\nreturn a.name")
  assert.equal(result.ok, false)
  assert.equal(result.error.kind, "ExecutionFailure")
  assert.deepEqual(result.error.location?.line, 2)
})

test("an endless loop is interrupted", async () => {
  const result = await Effect.runPromise(
    CodeMode.execute({ tools: {}, code: "for (;;);", limits: { timeoutMs: 50 } }),
  )
  assert.equal(result.ok, false)
  assert.equal(result.error.kind, "TimeoutExceeded")
})

test("the bundles are ASCII, beside the licenses of what they hold", () => {
  const dist = new URL("../../dist/", import.meta.url)
  const bundles = readdirSync(dist, { recursive: true }).filter((path) => path.endsWith(".js"))
  for (const path of bundles)
    assert.doesNotMatch(readFileSync(new URL(path, dist), "latin1"), /[^\0-\x7f]/, path)
  const licenses = readFileSync(new URL("LICENSES.txt", dist), "utf8")
  for (const name of ["acorn", "@noble/hashes", "@eslint-community/regexpp"])
    assert.ok(licenses.includes(name))
})

test("a JavaScript program loads no compiler", () => {
  const script = `
    import * as Effect from "effect/Effect"
    import { CodeMode } from "codemode"
    await Effect.runPromise(CodeMode.execute({ tools: {}, code: "return 1" }))
    const { createRequire } = await import("node:module")
    const { cache } = createRequire(import.meta.url)
    console.log(Object.keys(cache).filter((path) => path.includes("/typescript/")).length)
  `
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
  assert.equal(child.stdout.trim(), "0", child.stderr)
})
