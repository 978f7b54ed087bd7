/** Errors that a program catches when a call of it fails. Never decides what a failure means. */
import { JSObject, Kind } from "../objects/object.ts"
import { addProperty } from "../objects/properties.ts"
import { DEFAULT, HIDDEN } from "../objects/shape.ts"
import type { Machine } from "../interpreter/machine.ts"
import { type ErrorName, ErrorSlots, type TraceLine } from "../interpreter/throws.ts"
import type { DiagnosticKind } from "../Diagnostic.ts"

/** Why a call failed, for the program. */
export interface CallFailure {
  readonly kind: DiagnosticKind
  readonly message: string
}

/** An `Error` named `ToolError` with the fields `tool` (canonical path) and `kind`. */
export function newToolError(
  machine: Machine,
  { kind, message }: CallFailure,
  path: string,
  trace: ReadonlyArray<TraceLine>,
): JSObject {
  const { realm } = machine
  const shape = realm.shapeFor(realm.intrinsic("Error.prototype"))
  const error = new JSObject(shape, [], Kind.Error, new ErrorSlots([...trace]))
  machine.meter.used += 200 + message.length * 2
  addProperty(realm, error, "message", message, HIDDEN)
  addProperty(realm, error, "name", "ToolError", HIDDEN)
  addProperty(realm, error, "tool", path, DEFAULT)
  addProperty(realm, error, "kind", kind, DEFAULT)
  return error
}

/** An error of the language's own, as made where the program called. */
export function newErrorAt(
  machine: Machine,
  name: ErrorName,
  message: string,
  trace: ReadonlyArray<TraceLine>,
): JSObject {
  const { realm } = machine
  const shape = realm.shapeFor(realm.intrinsic(`${name}.prototype`))
  const error = new JSObject(shape, [], Kind.Error, new ErrorSlots([...trace]))
  machine.meter.used += 200 + message.length * 2
  addProperty(realm, error, "message", message, HIDDEN)
  return error
}
