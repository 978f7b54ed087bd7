import { expect, test } from "bun:test"
import { runProgram } from "../harness.ts"

const atFirst = ["Object.prototype", "Function.prototype", "Array.prototype", "Promise.prototype"]

test.each([
  ["return 1 + 1", []],
  ["return typeof Math", ["globalThis", "Math"]],
  ["const f = () => Map; f(); return f() === f()", ["globalThis", "Map"]],
  ["return isNaN(NaN)", ["globalThis"]],
])("a program makes the declared objects that it names: %s", (source, made) => {
  const { state, machine } = runProgram(source)
  expect(state).toBe("fulfilled")
  expect([...machine.realm.touched().keys()]).toEqual([...atFirst, ...made])
})

test("whoever asks the global object gets all of it", () => {
  const { value, machine } = runProgram("Math; return Object.hasOwn(globalThis, 'WeakMap')")
  expect(value).toBe(true)
  expect(machine.realm.touched().has("WeakMap")).toBe(true)
})
