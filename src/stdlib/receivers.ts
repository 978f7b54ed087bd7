/** Conversions of a method's `this` and checks of its arguments, with V8's sentences for what is wrong. */
import { isCallable, type JSObject } from "../objects/object.ts"
import { Rope } from "../objects/rope.ts"
import type { ABRUPT } from "../objects/value.ts"
import { type Completion, type Value } from "../objects/value.ts"
import { describe } from "../interpreter/describe.ts"
import type { Machine } from "../interpreter/machine.ts"
import { flat, toObject } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"

/** ToObject(this value) of the method named. */
export function objectOf(machine: Machine, thisValue: Value, method: string): Completion<JSObject> {
  if (thisValue === undefined || thisValue === null) {
    return throwTypeError(machine, `${method} called on null or undefined`)
  }
  return toObject(machine, thisValue)
}

/** A value as sentences about arguments name it: strings without quotes. */
export function nameOf(machine: Machine, value: Value): string {
  if (typeof value === "string" || value instanceof Rope) return flat(machine, value) as string
  return describe(machine.realm, value)
}

/** The value is a function; else a TypeError is thrown. */
export function requireCallable(machine: Machine, value: Value): boolean {
  if (isCallable(value)) return true
  throwTypeError(machine, messages.notFunction(nameOf(machine, value)))
  return false
}

/** A receiver without the internal slots that the method needs. */
export function throwIncompatible(machine: Machine, method: string, receiver: Value): typeof ABRUPT {
  return throwTypeError(machine, messages.incompatible(method, nameOf(machine, receiver)))
}
