import { describe, expect, test } from "bun:test"
import { run, type Machine } from "../src/interpreter/machine.ts"
import { startProgram } from "../src/interpreter/start.ts"
import { Frame } from "../src/interpreter/frame.ts"
import { JSObject, Kind } from "../src/objects/object.ts"
import { compile, newMachine } from "./harness.ts"
import { walk } from "./walker.ts"

/** A machine that stands in the middle of a call. */
function stopped(): Machine {
  const machine = newMachine()
  startProgram(
    machine,
    compile("const f = (n) => n + 1; const map = new Map([[1, f]]); [1, 2].map((n) => f(n))"),
    [],
  )
  for (let slices = 0; slices < 4; slices++) {
    machine.fuel = 0
    run(machine)
  }
  return machine
}

function innermost(machine: Machine): Frame {
  return machine.frames.findLast((frame) => frame instanceof Frame) as Frame
}

describe("the walker", () => {
  test("accepts a stopped machine", () => {
    expect(() => walk(stopped())).not.toThrow()
  })

  test("refuses a host function", () => {
    const machine = stopped()
    innermost(machine).registers.push((() => 1) as never)
    expect(() => walk(machine)).toThrow("a host function is not declared: machine.frames.")
  })

  test("refuses elements of an array that something else holds too", () => {
    const machine = stopped()
    const { registers } = innermost(machine)
    const elements = [1, 2]
    registers.push(new JSObject(machine.realm.arrayShape, [], Kind.Array, elements))
    expect(() => walk(machine)).not.toThrow()
    registers.push(elements as never)
    expect(() => walk(machine)).toThrow(
      /^a list that machine\.frames\.\S+ has, too, is not declared: machine\.frames\./,
    )
  })

  test("refuses an instance of an undeclared class", () => {
    class Stray {
      readonly field = 1
    }
    const machine = stopped()
    innermost(machine).registers.push([new Stray()] as never)
    expect(() => walk(machine)).toThrow("an instance of Stray is not declared: machine.frames.")
  })

  test("refuses a field that the class's declaration does not name", () => {
    const machine = stopped()
    Object.assign(innermost(machine), { stray: 1 })
    expect(() => walk(machine)).toThrow("the field Frame.stray is not declared: machine.frames.")
  })
})
