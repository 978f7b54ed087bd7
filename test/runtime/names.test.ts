import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import { compileProgram } from "../../src/interpreter/compile.ts"
import * as Tool from "../../src/Tool.ts"

const around = ["tools", "search", "require"]

test.each([
  ["return 1 + 1", []],
  ["return search", ["search"]],
  ["const f = () => require; const tools = 1; return [search, f, tools]", ["search", "require"]],
  ["return typeof tools", ["tools"]],
])("a program is given what it names: %s", (source, names) => {
  const scope = { globals: new Set(around), modules: [], isModule: () => false }
  const unit = compileProgram(source, scope, around)
  if (unit === "needs-types" || "kind" in unit) throw new Error("the program does not compile")
  expect(unit.bindings.toSorted()).toEqual(names.toSorted())
})

test("a name means the same in the program and in its wrapper's argument", async () => {
  const echo = Tool.make({ description: "Gives back", input: true, execute: (input) => input })
  const code = `async function main({ tools: t, search: s, console: c, own: o, console }) {
    return [t === tools, s === search, c === console, c === globalThis.console, o === own, Object.keys(arguments[0])]
  }`
  const own = { n: 1 }
  const result = await Effect.runPromise(CodeMode.execute({ code, tools: { echo }, bindings: { own } }))
  expect(result).toEqual({
    ok: true,
    value: [true, true, true, true, true, ["tools", "search", "console", "own"]],
    toolCalls: [],
  })
})

test("a binding takes the place of `search`, also in the wrapper's argument", async () => {
  const code = "({ search: s }) => [s, search]"
  const result = await Effect.runPromise(CodeMode.execute({ code, bindings: { search: 7 } }))
  expect(result).toEqual({ ok: true, value: [7, 7], toolCalls: [] })
})
