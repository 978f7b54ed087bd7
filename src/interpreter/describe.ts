/** Short texts of values for error messages, as V8 writes them. Runs no program code. */
import type { TypedArraySlots } from "../objects/buffer.ts"
import type { Closure, NativeFunction, ProxySlots } from "../objects/function.ts"
import { CALLABLE, isCallable, isObject, isProxyKind, type JSObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
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
  return describeObject(realm, value)
}

/** `number 5`, `object null`, `function`: how V8 names a value that no expression of the program stands for. */
export function describeWithType(value: Value): string {
  if (value instanceof Rope) return describeWithType(flatten(value))
  switch (typeof value) {
    case "string":
      return `string "${value.slice(0, MAX_SHOWN_CHARACTERS)}"`
    case "number":
    case "boolean":
      return `${typeof value} ${String(value)}`
    case "object":
      return value === null ? "object null" : isCallable(value) ? "function" : "object"
    default:
      return typeof value
  }
}

/**
 * A function's text; `#<Foo>` by the nearest constructor's name where `toString` is that of every object; else
 * `[object Array]` and the like. A proxy is named as its target is. Reads, but runs nothing.
 */
export function describeObject(realm: Realm, object: JSObject): string {
  const target = behindProxies(object)
  if ((target.kind & CALLABLE) !== 0) return functionText(target)
  if (target.kind === Kind.Error) return errorText(realm, target)
  if (isNativeOf(inheritedData(realm, target, "toString"), "Object.prototype.toString")) {
    const name = constructorName(realm, target)
    if (name !== null) return `#<${name}>`
  }
  const tag = inheritedData(realm, target, Symbol.toStringTag)
  return `[object ${typeof tag === "string" ? tag : className(target)}]`
}

function behindProxies(object: JSObject): JSObject {
  let target = object
  while (isProxyKind(target)) {
    const behind: JSObject | null = (target.data as ProxySlots).target
    if (behind === null) break
    target = behind
  }
  return target
}

function isNativeOf(value: Value, path: string): boolean {
  return (
    isObject(value) &&
    value.kind === Kind.Native &&
    (value.data as NativeFunction<NativeEntry>).entry.path === path
  )
}

function errorText(realm: Realm, error: JSObject): string {
  const name = inheritedData(realm, error, "name")
  const message = inheritedData(realm, error, "message")
  const shown = typeof name === "string" ? name : "Error"
  return typeof message === "string" && message !== ""
    ? `${shown}: ${message.slice(0, MAX_SHOWN_CHARACTERS)}`
    : shown
}

/** What V8 calls an object's class, where it is not Object. */
const classNames: ReadonlyMap<Kind, string> = new Map([
  [Kind.Array, "Array"],
  [Kind.SlowArray, "Array"],
  [Kind.String, "String"],
  [Kind.Number, "Number"],
  [Kind.Boolean, "Boolean"],
  [Kind.Symbol, "Symbol"],
  [Kind.BigInt, "BigInt"],
  [Kind.Date, "Date"],
  [Kind.RegExp, "RegExp"],
  [Kind.Error, "Error"],
  [Kind.Arguments, "Arguments"],
])

function className(object: JSObject): string {
  if (object.kind === Kind.TypedArray) return `${(object.data as TypedArraySlots).type}Array`
  return classNames.get(object.kind) ?? "Object"
}

/** What is further up a chain of prototypes describes nothing. */
const MAX_LEVELS = 1_000

/** The value of a data property of the object or of what it inherits from; undefined where an accessor or a proxy has it. */
function inheritedData(realm: Realm, object: JSObject, key: PropertyKey): Value {
  let level = 0
  for (let holder: JSObject | null = object; holder !== null; holder = holder.shape.prototype) {
    if (++level > MAX_LEVELS) break
    if (isProxyKind(holder)) return undefined
    if (findSlot(realm, holder, key) >= 0) return dataProperty(realm, holder, key)
  }
  return undefined
}

export function constructorName(realm: Realm, object: JSObject): string | null {
  let level = 0
  for (let holder: JSObject | null = object; holder !== null; holder = holder.shape.prototype) {
    if (++level > MAX_LEVELS) break
    if (holder.kind === Kind.Proxy || holder.kind === Kind.CallableProxy) return null
    const found = dataProperty(realm, holder, "constructor")
    if (isObject(found) && isCallable(found)) {
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

/** The word before a static member, which is no part of its function. */
const STATIC = /^static(?:\s|\/\*[^]*?\*\/|\/\/.*)+(?=[^\s(=;])/

/** The source text of a function, ECMA-262 20.2.3.5. */
export function functionText(callee: JSObject): string {
  if (callee.kind === Kind.Closure) {
    const code = (callee.data as Closure<FunctionCode>).code
    if (code.unit.visible) return code.unit.text.slice(code.start, code.end).replace(STATIC, "")
    return `function ${code.name}() { [native code] }`
  }
  if (callee.kind === Kind.Native) {
    return `function ${(callee.data as NativeFunction<NativeEntry>).entry.functionName}() { [native code] }`
  }
  return "function () { [native code] }"
}
