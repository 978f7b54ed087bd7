/**
 * Built-ins written in JavaScript. Their free names are the hidden scope: the standard's abstract operations
 * (`ToObject`, `Call`, `LengthOfArrayLike`... of hidden.ts), and built-in constructors by name. A program cannot reach the
 * scope, and `stack` does not show the frames. Compiled once per process, at the first call.
 */
import { Closure } from "../objects/function.ts"
import { JSObject, Kind, NO_SLOTS } from "../objects/object.ts"
import { callClosure } from "./call.ts"
import type { Unit } from "./code.ts"
import type { NativeBody } from "./native.ts"
import { compileGuest } from "./compile.ts"

/**
 * Sources of `guest` built-ins by path, of all once the properties of all declared objects were read, as the build's
 * fingerprint does of which they are part.
 */
export const guestSources = new Map<string, string>()
const units = new Map<string, Unit>()

export function guestUnit(path: string): Unit {
  let unit = units.get(path)
  if (unit === undefined) units.set(path, (unit = compileGuest(path, guestSources.get(path)!)))
  return unit
}

/** The body of a built-in whose source is a function expression. */
export function guestBody(path: string, source: string): NativeBody {
  guestSources.set(path, source)
  return (machine, thisValue, args) => {
    let closure = machine.guests.get(path)
    if (closure === undefined) {
      const code = guestUnit(path).main
      const data = new Closure(code, null, undefined, undefined, null, null)
      closure = new JSObject(machine.realm.closureShape(code.kind), NO_SLOTS, Kind.Closure, data)
      machine.guests.set(path, closure)
    }
    return callClosure(machine, closure, thisValue, args)
  }
}
