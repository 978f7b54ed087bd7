/** The text of `stack`: the error's name and message, and the program's own lines. */
import { isObject, type JSObject } from "../objects/object.ts"
import type { Value } from "../objects/value.ts"
import { dataProperty } from "../interpreter/describe.ts"
import type { Machine } from "../interpreter/machine.ts"
import { flat } from "../interpreter/operations.ts"
import type { TraceLine } from "../interpreter/throws.ts"

function inheritedText(machine: Machine, object: JSObject, key: string, missing: string): string {
  let level = 0
  for (let holder: JSObject | null = object; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    const value = flat(machine, dataProperty(machine.realm, holder, key))
    if (value !== undefined) return isObject(value) ? missing : String(value)
  }
  return missing
}

/** As Error.prototype.toString gives it, where no program code runs for that. */
export function errorHeader(machine: Machine, error: JSObject): string {
  const name = inheritedText(machine, error, "name", "Error")
  const message = inheritedText(machine, error, "message", "")
  if (name === "") return message
  return message === "" ? name : `${name}: ${message}`
}

function lineText({ unit, functionName, position }: TraceLine): string {
  const { line, column } = unit.locate(Math.max(position, 0))
  const place = `${unit.name}:${line}:${column}`
  return `\n    at ${functionName === "" ? place : `${functionName} (${place})`}`
}

export function stackText(machine: Machine, error: JSObject, trace: readonly TraceLine[]): Value {
  return errorHeader(machine, error) + trace.map(lineText).join("")
}
