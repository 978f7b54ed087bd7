/** V8's sentences for changes that an internal method refused. Looks at what is stored, and runs nothing. */
import { isArrayKind, isProxyKind, type JSObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import { ACCESSOR } from "../objects/shape.ts"
import type { ABRUPT, PropertyKey, Value } from "../objects/value.ts"
import { describe, describeKey } from "../interpreter/describe.ts"
import type { Machine } from "../interpreter/machine.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"

/** A proxy's trap answered false, where the caller throws for that. */
export function falsish(trap: string, key?: PropertyKey): string {
  return `'${trap}' on proxy: trap returned falsish${key === undefined ? "" : ` for property '${describeKey(key)}'`}`
}

/** [[DefineOwnProperty]] gave false. */
export function throwNotDefined(machine: Machine, object: JSObject, key: PropertyKey): typeof ABRUPT {
  if (isProxyKind(object)) return throwTypeError(machine, falsish("defineProperty", key))
  if (object.kind === Kind.TypedArray) return throwTypeError(machine, "Invalid typed array index")
  const exists = findSlot(machine.realm, object, key) >= 0 || object.shape.extensible
  if (exists) return throwTypeError(machine, messages.cannotRedefine(describeKey(key)))
  return throwTypeError(machine, `Cannot define property ${describeKey(key)}, object is not extensible`)
}

/** [[Set]] gave false. */
export function throwNotSet(machine: Machine, object: JSObject, key: PropertyKey): typeof ABRUPT {
  const name = describeKey(key)
  for (let holder: JSObject | null = object; holder !== null; holder = holder.shape.prototype) {
    if (isProxyKind(holder)) return throwTypeError(machine, falsish("set", key))
    const slot = findSlot(machine.realm, holder, key)
    if (slot < 0) continue
    const text = describe(machine.realm, object)
    const accessor = (holder.shape.attributesAt(slot) & ACCESSOR) !== 0
    return throwTypeError(machine, accessor ? messages.getterOnly(name, text) : messages.readOnly(name, text))
  }
  const fixed = key === "length" && isArrayKind(object)
  if (object.shape.extensible || fixed) {
    return throwTypeError(machine, messages.readOnly(name, describe(machine.realm, object)))
  }
  return throwTypeError(machine, messages.notExtensible(name))
}

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
