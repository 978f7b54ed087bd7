/** Runs one program of a built-in's test and shows what it ended with as text. */
import { findSlot } from "../../src/objects/properties.ts"
import { isObject } from "../../src/objects/object.ts"
import { flatten, Rope } from "../../src/objects/rope.ts"
import type { Value } from "../../src/objects/value.ts"
import type { Machine } from "../../src/interpreter/machine.ts"
import { runProgram } from "../harness.ts"

/** Fuel of a slice: never stopped, and stopped at every second check. */
export const quanta = [1_000_000, 1]

function field(machine: Machine, value: Value, key: string): string {
  for (let holder = isObject(value) ? value : null; holder !== null; holder = holder.shape.prototype) {
    const slot = findSlot(machine.realm, holder, key)
    if (slot >= 0) return text(holder.slots[slot] as Value)
  }
  return ""
}

function text(value: Value): string {
  return value instanceof Rope ? flatten(value) : String(value)
}

/** The text of the program's value, which must be a primitive, or `Name: message` of what it threw. */
export function evaluate(source: string, quantum: number): string {
  const { state, value, machine } = runProgram(source, { quantum, maxSlices: 1_000_000 })
  if (state === "fulfilled") return text(value)
  if (state !== "rejected") return state
  return isObject(value)
    ? `${field(machine, value, "name")}: ${field(machine, value, "message")}`
    : `thrown ${text(value)}`
}
