/** Short texts of values for error messages, as V8 writes them. Runs no program code. */
import { Closure, NativeFunction } from "../objects/function.ts"
import { isArrayKind, isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import type { Realm } from "../objects/realm.ts"
import { flatten, Rope } from "../objects/rope.ts"
import { ACCESSOR } from "../objects/shape.ts"
import type { PropertyKey, Value } from "../objects/value.ts"
import type { FunctionCode } from "./code.ts"
import type { NativeEntry } from "./native.ts"

const MAX_SHOWN_CHARACTERS = 200

export function describeKey(key: PropertyKey): string {
  return typeof key === "symbol" ? symbolText(key) : key
}

export function symbolText(symbol: symbol): string {
  return `Symbol(${symbol.description ?? ""})`
}

/** `#<Map>`, `[object Array]`, `"text"`, `5`: how V8 names a value in a sentence. */
export function describe(realm: Realm, value: Value): string {
  if (value instanceof Rope) return describe(realm, flatten(value))
  if (typeof value === "string") return `"${value.slice(0, MAX_SHOWN_CHARACTERS)}"`
  if (typeof value === "symbol") return symbolText(value)
  if (typeof value === "bigint") return String(value)
  if (!isObject(value)) return Object.is(value, -0) ? "0" : String(value)
  if (isCallable(value)) return functionText(value)
  return describeObject(realm, value)
}

/** `#<Foo>` by the nearest constructor's name, read without running anything. */
export function describeObject(realm: Realm, object: JSObject): string {
  if (isArrayKind(object)) return "[object Array]"
  const name = constructorName(realm, object)
  return `#<${name ?? "Object"}>`
}

export function constructorName(realm: Realm, object: JSObject): string | null {
  for (let holder: JSObject | null = object; holder !== null; holder = holder.shape.prototype) {
    if (holder.kind === Kind.Proxy || holder.kind === Kind.CallableProxy) return null
    const found = dataProperty(realm, holder, "constructor")
    if (isObject(found)) {
      const name = dataProperty(realm, found, "name")
      return typeof name === "string" && name !== "" ? name : null
    }
  }
  return null
}

/** An own data property in slots, without running anything; undefined if there is none. */
export function dataProperty(realm: Realm, object: JSObject, key: PropertyKey): Value {
  if (object.shape.lazy) realm.materialize(object)
  const slot = object.shape.find(key)
  if (slot < 0 || (object.shape.attributesAt(slot) & ACCESSOR) !== 0) return undefined
  return object.slots[slot] as Value
}

/** The source text of a function, ECMA-262 20.2.3.5. */
export function functionText(callee: JSObject): string {
  if (callee.kind === Kind.Closure) {
    const code = (callee.data as Closure<FunctionCode>).code
    if (code.unit.visible) return code.unit.text.slice(code.start, code.end)
    return `function ${code.name}() { [native code] }`
  }
  if (callee.kind === Kind.Native) {
    return `function ${(callee.data as NativeFunction<NativeEntry>).entry.functionName}() { [native code] }`
  }
  return "function () { [native code] }"
}
