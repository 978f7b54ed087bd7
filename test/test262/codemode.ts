/** The suite on our own interpreter: each test a new realm, its scripts one after another, then all jobs. */
import { compileScript, type ProgramUnit } from "../../src/interpreter/compile.ts"
import { constructorName, dataProperty } from "../../src/interpreter/describe.ts"
import { type Machine, Mode, run } from "../../src/interpreter/machine.ts"
import { nativeFunction } from "../../src/interpreter/native.ts"
import { createObject } from "../../src/interpreter/operations.ts"
import { startScript } from "../../src/interpreter/start.ts"
import type { BufferSlots } from "../../src/objects/buffer.ts"
import { isObject, type JSObject } from "../../src/objects/object.ts"
import { defineProperty } from "../../src/objects/properties.ts"
import { flatten, Rope } from "../../src/objects/rope.ts"
import { HIDDEN } from "../../src/objects/shape.ts"
import { ABRUPT, type Value } from "../../src/objects/value.ts"
import { newMachine } from "../harness.ts"
import type { Ended, Engine, ScriptError } from "./engine.ts"

/** Fuel of each slice; 1 stops at every check. */
const quantum = Number(process.env["TEST262_QUANTUM"] ?? 1_000_000)
const maxSlices = quantum < 1_000 ? 50_000_000 : 40

/** `TEST262_REGEXP=own`: the host's regular expression engine is not used. */
const hostRegExpAllowed = process.env["TEST262_REGEXP"] !== "own"

const units = new Map<string, ProgramUnit>()

function compiled(text: string, name: string): ProgramUnit | ScriptError {
  const found = units.get(text)
  if (found !== undefined) return found
  const unit = compileScript(text, name)
  if ("kind" in unit) return { phase: "parse", name: "SyntaxError", message: unit.message }
  units.set(text, unit)
  return unit
}

export const codemodeEngine: Engine = {
  async run({ harness, test }): Promise<Ended> {
    const printed: string[] = []
    const machine = newMachine()
    machine.regExpEngines.hostAllowed = hostRegExpAllowed
    defineHost(machine, printed)
    for (const { name, text } of harness) {
      const unit = compiled(text, name)
      const error = "phase" in unit ? unit : runScript(machine, unit)
      if (error !== undefined) return { error, printed }
    }
    const unit = compileScript(test, "test")
    if ("kind" in unit) {
      return { error: { phase: "parse", name: "SyntaxError", message: unit.message }, printed }
    }
    return { error: runScript(machine, unit), printed }
  },
}

function runScript(machine: Machine, unit: ProgramUnit): ScriptError | undefined {
  machine.mode = Mode.Running
  if (startScript(machine, unit, unit.globals!) === ABRUPT) return thrown(machine, "runtime")
  for (let slices = 0; slices < maxSlices; slices++) {
    machine.fuel = quantum
    switch (run(machine)) {
      case "idle":
        return undefined
      case "uncaught":
        return thrown(machine, "runtime")
      case "fuel":
        continue
      default:
        return { phase: "runtime", name: "(stopped)", message: machine.stopReason?.message ?? "a request" }
    }
  }
  return { phase: "runtime", name: "(endless)", message: "used up its slices" }
}

function thrown(machine: Machine, phase: ScriptError["phase"]): ScriptError {
  const value = machine.thrown
  machine.mode = Mode.Running
  if (!isObject(value)) return { phase, name: "(not an error)", message: text(value) }
  const message = dataProperty(machine.realm, value, "message")
  return { phase, name: constructorName(machine.realm, value) ?? "Error", message: text(message) }
}

function text(value: Value): string {
  return value instanceof Rope ? flatten(value) : isObject(value) ? "(an object)" : String(value)
}

function defineHost(machine: Machine, printed: string[]): void {
  const { realm } = machine
  const print = nativeFunction("print", "print", 1, (_machine, _this, [value]) => {
    printed.push(text(value))
    return undefined
  })
  const detach = nativeFunction("detachArrayBuffer", "detachArrayBuffer", 1, (_machine, _this, [buffer]) => {
    const slots = (buffer as JSObject).data as BufferSlots
    slots.detach()
    return null
  })
  const host = createObject(machine)
  defineProperty(realm, host, "global", realm.globalObject, HIDDEN)
  defineProperty(realm, host, "detachArrayBuffer", realm.functionOf(detach), HIDDEN)
  defineProperty(realm, realm.globalObject, "print", realm.functionOf(print), HIDDEN)
  defineProperty(realm, realm.globalObject, "$262", host, HIDDEN)
}
