/** V8's sentences for changes of a prototype that were refused. Looks at what is stored, and runs nothing. */
import { isProxyKind, type JSObject } from "../objects/object.ts"
import type { ABRUPT, Value } from "../objects/value.ts"
import { describe } from "../interpreter/describe.ts"
import type { Machine } from "../interpreter/machine.ts"
import { falsish } from "../interpreter/refusals.ts"
import { throwTypeError } from "../interpreter/throws.ts"

/** [[SetPrototypeOf]] gave false. */
export function throwPrototypeNotSet(machine: Machine, object: JSObject): typeof ABRUPT {
  if (isProxyKind(object)) return throwTypeError(machine, falsish("setPrototypeOf", "undefined"))
  if (object === machine.realm.objectPrototype) {
    const sentence = "Immutable prototype object 'Object.prototype' cannot have their prototype set"
    return throwTypeError(machine, sentence)
  }
  if (!object.shape.extensible) {
    return throwTypeError(machine, `${describe(machine.realm, object)} is not extensible`)
  }
  return throwTypeError(machine, "Cyclic __proto__ value")
}

/** What a sentence calls a value that should be an object or null. */
export function prototypeSentence(machine: Machine, value: Value): string {
  const text = typeof value === "string" ? value : describe(machine.realm, value)
  return `Object prototype may only be an Object or null: ${text}`
}
