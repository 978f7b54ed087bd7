import { expect, test } from "bun:test"
import { nobody, run } from "../../src/interpreter/machine.ts"
import { startProgram } from "../../src/interpreter/start.ts"
import { compile, newMachine } from "../harness.ts"

const programs = [
  "for (;;);",
  "let turns = 0; do { turns++ } while (turns > 0)",
  "while (true) { if (false) break }",
  "const list = [1]; for (const item of list) list.push(item)",
  "const down = (n) => (n === 0 ? 0 : down(n - 1)); down(9_000)",
]

test.each(programs)("fuel that the host gives once it is used up keeps the stack: %s", (source) => {
  const machine = newMachine()
  startProgram(machine, compile(source), [])
  machine.fuel = 2_000
  let asked = 0
  const refuel = () => {
    if (++asked > 5) return false
    machine.fuel = 10
    return true
  }
  machine.host = { ...nobody, refuel }
  expect(run(machine)).toBe("fuel")
  expect(asked).toBe(6)
})
