/** The list of every built-in object, and the global object. Handed to a realm by whoever makes one. */
import { asyncFromSyncEntries, asyncFromSyncIntrinsic } from "../interpreter/asyncFromSync.ts"
import { registerHidden } from "../interpreter/hidden.ts"
import { constant, intrinsic, type Member, object } from "../interpreter/native.ts"
import { capabilityEntries } from "../interpreter/promises.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { HIDDEN } from "../objects/shape.ts"
import type { PropertyKey } from "../objects/value.ts"
import { arrayIntrinsics } from "./Array.ts"
import { arrayBufferIntrinsics } from "./ArrayBuffer.ts"
import { base64Members } from "./base64Text.ts"
import { bigintIntrinsics } from "./BigInt.ts"
import { booleanIntrinsics } from "./Boolean.ts"
import { consoleIntrinsics } from "./console.ts"
import { dataViewIntrinsics } from "./DataView.ts"
import { dateIntrinsics } from "./Date.ts"
import { errorIntrinsics } from "./Error.ts"
import { functionIntrinsics } from "./Function.ts"
import { generatorIntrinsics } from "./Generator.ts"
import { globalFunctions } from "./globalFunctions.ts"
import { hiddenArrayOperations } from "./hidden/array.ts"
import { hiddenCollectionOperations } from "./hidden/collection.ts"
import { hiddenIteratorOperations } from "./hidden/iterator.ts"
import { hiddenObject } from "./hidden/object.ts"
import { hiddenRegExpOperations } from "./hidden/regExp.ts"
import { hiddenStringOperations } from "./hidden/string.ts"
import { hiddenTypedArray } from "./hidden/typedArray.ts"
import { hiddenIntlOperations, intlCapturingEntries, intlIntrinsics } from "./Intl.ts"
import { iteratorIntrinsics } from "./Iterator.ts"
import { jsonIntrinsics } from "./JSON.ts"
import { mapIntrinsics } from "./Map.ts"
import { mathIntrinsics } from "./Math.ts"
import { numberIntrinsics } from "./Number.ts"
import { objectIntrinsics } from "./Object.ts"
import { hiddenPlatformOperations, platformIntrinsics, platformNames } from "./platformGlobals.ts"
import { hiddenPromiseOperations, promiseIntrinsics } from "./Promise.ts"
import { proxyCapturingEntries, proxyIntrinsics } from "./Proxy.ts"
import { reflectIntrinsics } from "./Reflect.ts"
import { regExpIntrinsics } from "./RegExp.ts"
import { setIntrinsics } from "./Set.ts"
import { stringIntrinsics } from "./String.ts"
import { structuredCloneMembers } from "./structuredClone.ts"
import { symbolIntrinsics } from "./Symbol.ts"
import { typedArrayIntrinsics } from "./TypedArray.ts"
import { weakMapIntrinsics } from "./WeakMap.ts"
import { weakSetIntrinsics } from "./WeakSet.ts"
import { hiddenUint8Array } from "./uint8Array.ts"

for (const list of [
  hiddenArrayOperations,
  hiddenCollectionOperations,
  hiddenIntlOperations,
  hiddenIteratorOperations,
  hiddenObject,
  hiddenPlatformOperations,
  hiddenPromiseOperations,
  hiddenRegExpOperations,
  hiddenStringOperations,
  hiddenTypedArray,
  hiddenUint8Array,
]) {
  registerHidden(list)
}

const intrinsics: readonly Intrinsic[] = [
  ...objectIntrinsics,
  ...functionIntrinsics,
  ...errorIntrinsics,
  ...symbolIntrinsics,
  ...booleanIntrinsics,
  ...numberIntrinsics,
  ...mathIntrinsics,
  ...bigintIntrinsics,
  ...stringIntrinsics,
  ...regExpIntrinsics,
  ...dateIntrinsics,
  ...intlIntrinsics,
  ...platformIntrinsics,
  ...arrayIntrinsics,
  ...iteratorIntrinsics,
  ...generatorIntrinsics,
  asyncFromSyncIntrinsic,
  ...jsonIntrinsics,
  ...mapIntrinsics,
  ...setIntrinsics,
  ...weakMapIntrinsics,
  ...weakSetIntrinsics,
  ...promiseIntrinsics,
  ...proxyIntrinsics,
  ...reflectIntrinsics,
  ...arrayBufferIntrinsics,
  ...typedArrayIntrinsics,
  ...dataViewIntrinsics,
  ...consoleIntrinsics,
]

/** Names of the global object's properties that hold built-in objects. */
const globalNames = [
  "Object",
  "Function",
  "Array",
  "Number",
  "Boolean",
  "String",
  "Symbol",
  "BigInt",
  "Math",
  "JSON",
  "Promise",
  "Proxy",
  "Reflect",
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "Iterator",
  "Error",
  "EvalError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "URIError",
  "AggregateError",
  "ArrayBuffer",
  "DataView",
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
  "console",
  "RegExp",
  "Date",
  "Intl",
  ...platformNames,
]

const globalMembers: Array<readonly [PropertyKey, Member]> = [
  ["globalThis", intrinsic("globalThis", HIDDEN)],
  ["Infinity", constant(Infinity)],
  ["NaN", constant(NaN)],
  ["undefined", constant(undefined)],
  ...globalFunctions,
  ...structuredCloneMembers,
  ...base64Members,
  ...globalNames.map((name) => [name, intrinsic(name)] as const),
]

const globalObject = object({ name: "globalThis", members: globalMembers })

/** Every built-in object by the standard's name. */
export const builtIns: ReadonlyMap<string, Intrinsic> = new Map(
  [...intrinsics, globalObject].map((declaration) => [declaration.name, declaration]),
)

/** Built-in functions with captured state, by path: for reading a saved run. */
export const capturingEntries = [
  ...capabilityEntries,
  ...asyncFromSyncEntries,
  ...intlCapturingEntries,
  ...proxyCapturingEntries,
]
