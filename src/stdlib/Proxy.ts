/** Proxy, ECMA-262 28.2. Its internal methods are in interpreter/proxy.ts. */
import { type NativeFunction, ProxySlots } from "../objects/function.ts"
import { isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { DEFAULT } from "../objects/shape.ts"
import { addProperty } from "../objects/properties.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { isConstructor } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constructor, method, nativeFunction } from "../interpreter/native.ts"
import { createObject } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"

/** ProxyCreate, ECMA-262 10.5.14. */
function proxyCreate(machine: Machine, target: Value, handler: Value): Completion {
  if (!isObject(target) || !isObject(handler)) {
    return throwTypeError(machine, "Cannot create proxy with a non-object as target or handler")
  }
  if (!machine.allocate(OBJECT_BYTES * 2)) return ABRUPT
  const kind = isCallable(target) ? Kind.CallableProxy : Kind.Proxy
  const slots = new ProxySlots(target, handler, isConstructor(target))
  return new JSObject(machine.realm.shapeFor(null), [], kind, slots)
}

/** The captured proxy is null once it was revoked. */
const revokeEntry = nativeFunction(
  "Proxy.revocable/revoke",
  "",
  0,
  (_machine, _this, _args, _newTarget, callee) => {
    const { captures } = callee.data as NativeFunction
    const proxy = captures[0] as JSObject | null
    captures[0] = null
    if (proxy === null) return undefined
    const slots = proxy.data as ProxySlots
    slots.target = null
    slots.handler = null
    return undefined
  },
)

/** Built-in functions with captured state. */
export const proxyCapturingEntries = [revokeEntry]

const proxyConstructor = constructor({
  name: "Proxy",
  length: 2,
  prototypeName: null,
  body(machine, _this, args, newTarget) {
    if (newTarget === undefined) return throwTypeError(machine, messages.requiresNew("Proxy"))
    return proxyCreate(machine, args[0], args[1])
  },
  statics: [
    [
      "revocable",
      method(2, (machine, _this, args) => {
        const proxy = proxyCreate(machine, args[0], args[1])
        if (proxy === ABRUPT) return ABRUPT
        const result = createObject(machine)
        addProperty(machine.realm, result, "proxy", proxy, DEFAULT)
        addProperty(machine.realm, result, "revoke", machine.realm.newNative(revokeEntry, [proxy]), DEFAULT)
        return result
      }),
    ],
  ],
})

export const proxyIntrinsics: Intrinsic[] = [proxyConstructor]
