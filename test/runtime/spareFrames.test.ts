/** Frames of ended calls wait for others: empty, so that they keep nothing alive, and not without end. */
import { expect, test } from "bun:test"
import type { Frame } from "../../src/interpreter/frame.ts"
import type { Machine } from "../../src/interpreter/machine.ts"
import { runProgram } from "../harness.ts"

function spareFrames(machine: Machine): Frame[] {
  const frames: Frame[] = []
  for (const { functions } of machine.units.values())
    for (const state of functions)
      for (let frame = state?.spare ?? null; frame !== null; frame = frame.caller) frames.push(frame)
  return frames
}

test("a spare frame holds nothing of its call", () => {
  const { machine } = runProgram(`
    class Box { constructor(value) { this.value = value } get() { return [this.value] } }
    function all(a, b) { let c = { a, b, n: arguments.length }; { let d = c; c = () => d } return c }
    function fact(n) { return n < 2 ? 1 : n * fact(n - 1) }
    all({}, []); fact(5); new Box({}).get(); [{}, {}].map((item) => [item]); [2, 1].sort((a, b) => a - b)
  `)
  const frames = spareFrames(machine)
  expect(frames.length).toBeGreaterThan(8)
  for (const { registers, environment, thisValue, function: callee, extras, records } of frames) {
    expect({ registers, environment, thisValue, callee, extras, records }).toEqual({
      registers: registers.map(() => undefined),
      environment: null,
      thisValue: undefined,
      callee: null,
      extras: null,
      records: null,
    })
  }
})

test.each([
  "function deep(n) { return n === 0 ? 0 : 1 + deep(n - 1) } return deep(50_000)",
  `function wide(n) { ${Array.from({ length: 1_000 }, (_, index) => `let v${index} = n`).join("; ")}
    return n === 0 ? 0 : 1 + wide(n - 1) } return wide(1_000)`,
])("spare frames take little: %#", (source) => {
  const { machine } = runProgram(source)
  const slots = spareFrames(machine).reduce((sum, { registers }) => sum + registers.length, 0)
  expect(slots).toBeLessThan(65_536)
  expect(spareFrames(machine).length).toBeLessThan(65_536 / 16)
})
