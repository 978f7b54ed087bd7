/** V8's sentences for changes of properties that an internal method refused. Looks at what is stored, and runs nothing. */
import type { ProxySlots } from "../objects/function.ts"
import { isArrayKind, isObject, isProxyKind, type JSObject, Kind } from "../objects/object.ts"
import type { SlowArrayLength } from "../objects/properties.ts"
import { arrayIndex } from "../objects/shape.ts"
import type { ABRUPT, PropertyKey, Value } from "../objects/value.ts"
import { dataProperty, describe, describeKey, describeObject } from "./describe.ts"
import type { Descriptor } from "./descriptor.ts"
import { getOwnProperty } from "./internal.ts"
import type { Machine } from "./machine.ts"
import { flat, typeOf } from "./operations.ts"
import { messages, throwTypeError } from "./throws.ts"

/** A proxy's trap answered false, where the caller throws for that. */
export function falsish(trap: string, key?: PropertyKey): string {
  return `'${trap}' on proxy: trap returned falsish${key === undefined ? "" : ` for property '${describeKey(key)}'`}`
}

/** The proxy's handler answers the operation itself; otherwise its target does. */
function hasTrap(machine: Machine, proxy: JSObject, trap: string): boolean {
  const { handler } = proxy.data as ProxySlots
  return handler === null || isProxyKind(handler) || dataProperty(machine.realm, handler, trap) !== undefined
}

/** [[Set]] of a receiver gave false. */
export function throwNotSet(machine: Machine, base: Value, key: PropertyKey): typeof ABRUPT {
  return throwTypeError(machine, notSetSentence(machine, base, key))
}

function notSetSentence(machine: Machine, base: Value, key: PropertyKey): string {
  const name = describeKey(key)
  if (!isObject(base)) return notSetOnPrimitive(machine, flat(machine, base), name)
  let behindProxy = false
  for (let holder: JSObject | null = base; holder !== null;) {
    if (isProxyKind(holder)) {
      if (hasTrap(machine, holder, "set")) return falsish("set", key)
      behindProxy = true
      holder = (holder.data as ProxySlots).target
      continue
    }
    const own = getOwnProperty(machine, holder, key) as Descriptor | undefined
    if (own !== undefined) {
      if ("get" in own) return messages.getterOnly(name, describeObject(machine.realm, holder))
      if (own.writable !== true) return readOnly(machine, base, name)
    }
    holder = holder.shape.prototype
  }
  if (behindProxy) return messages.cannotDefine(name)
  return isBeyondFixedLength(base, key) ? readOnly(machine, base, "length") : messages.notExtensible(name)
}

function notSetOnPrimitive(machine: Machine, value: Value, name: string): string {
  const shown = typeof value === "symbol" ? describe(machine.realm, value) : String(value)
  const isOwn = typeof value === "string" && (name === "length" || arrayIndex(name) in Object(value))
  if (isOwn) return messages.readOnly(name, shown, "string")
  return messages.createOnPrimitive(name, typeOf(value), shown)
}

function readOnly(machine: Machine, object: JSObject, name: string): string {
  return messages.readOnly(name, describeObject(machine.realm, object), typeOf(object))
}

function isBeyondFixedLength(object: JSObject, key: PropertyKey): boolean {
  if (object.kind !== Kind.SlowArray || !object.shape.extensible || typeof key === "symbol") return false
  const length = object.data as SlowArrayLength
  return !length.writable && arrayIndex(key) >= length.value
}

/** [[Delete]] gave false. */
export function throwNotDeleted(machine: Machine, object: JSObject, key: PropertyKey): typeof ABRUPT {
  if (isProxyKind(object) && hasTrap(machine, object, "deleteProperty")) {
    return throwTypeError(machine, falsish("deleteProperty", key))
  }
  return throwTypeError(
    machine,
    messages.cannotDelete(describeKey(key), describeObject(machine.realm, object)),
  )
}

/** [[DefineOwnProperty]] gave false. */
export function throwNotDefined(machine: Machine, object: JSObject, key: PropertyKey): typeof ABRUPT {
  const name = describeKey(key)
  if (isProxyKind(object)) return throwTypeError(machine, falsish("defineProperty", key))
  if (object.kind === Kind.TypedArray && getOwnProperty(machine, object, key) === undefined) {
    return throwTypeError(machine, "Invalid typed array index")
  }
  if (isArrayKind(object) && isBeyondFixedLength(object, key))
    return throwTypeError(machine, messages.cannotRedefine(name))
  const exists = getOwnProperty(machine, object, key) !== undefined
  if (exists || object.shape.extensible) return throwTypeError(machine, messages.cannotRedefine(name))
  return throwTypeError(machine, messages.cannotDefine(name))
}
