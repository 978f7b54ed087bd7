/** Which built-in functions run no program code, whatever they are given, each with the reason. */
import type { BuiltInFunction } from "./builtIns.ts"

const reasons: Record<string, string> = {
  "it compares or looks at its argument as it is":
    "Object.is Error.isError Symbol.keyFor Number.isFinite Number.isInteger Number.isNaN Number.isSafeInteger RegExp.escape Array.isArray ArrayBuffer.isView JSON.isRawJSON Uint8Array.fromHex Uint8Array.prototype.setFromHex",
  "it always throws":
    "Function AsyncFunction GeneratorFunction AsyncGeneratorFunction ThrowTypeError Crypto TypedArray",
  "it takes no argument": "Function.prototype Math.random Date.now Crypto.prototype.randomUUID",
  "it takes a typed array only": "Crypto.prototype.getRandomValues",
  "it reads its receiver's own data":
    "Function.prototype.toString Symbol.prototype.toString Symbol.prototype.valueOf Symbol.prototype.[Symbol.toPrimitive] Boolean.prototype.toString Boolean.prototype.valueOf Number.prototype.valueOf BigInt.prototype.valueOf String.prototype.toString String.prototype.valueOf Intl.Locale.prototype.maximize Intl.Locale.prototype.minimize Intl.Locale.prototype.toString URL.prototype.toString URL.prototype.toJSON URLSearchParams.prototype.sort URLSearchParams.prototype.toString Headers.prototype.getSetCookie Uint8Array.prototype.toHex TypedArray.prototype.reverse TypedArray.prototype.toReversed",
  "it makes an iterator, or steps one over its own data":
    "URLSearchParams.prototype.entries URLSearchParams.prototype.keys URLSearchParams.prototype.values URLSearchParamsIteratorPrototype.next Headers.prototype.entries Headers.prototype.keys Headers.prototype.values HeadersIteratorPrototype.next IntlSegmentsPrototype.[Symbol.iterator] IntlSegmentIteratorPrototype.next MapIteratorPrototype.next SetIteratorPrototype.next StringIteratorPrototype.next Map.prototype.entries Map.prototype.keys Map.prototype.values Set.prototype.entries Set.prototype.values TypedArray.prototype.entries TypedArray.prototype.keys TypedArray.prototype.values",
  "keys are compared by SameValueZero, which converts nothing":
    "Map.prototype.get Map.prototype.set Map.prototype.has Map.prototype.delete Map.prototype.clear Set.prototype.has Set.prototype.add Set.prototype.delete Set.prototype.clear WeakMap.prototype.delete WeakMap.prototype.get WeakMap.prototype.set WeakMap.prototype.has WeakSet.prototype.delete WeakSet.prototype.has WeakSet.prototype.add",
  "it shows values without running their code":
    "console.debug console.error console.info console.log console.table console.warn console.dir console.trace",
}

/** Getters of a slot of their receiver; and what only reads a date or a service of Intl. */
const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/^get (?!Object\.prototype\.__proto__$|RegExp\.prototype\.flags$)/, "it reads its receiver's own data"],
  [/^Date\.prototype\.(?:get|to(?!JSON|Locale)|valueOf)/, "it reads its receiver's own data"],
  [/^Intl\.\w+\.prototype\.resolvedOptions$/, "it reads its receiver's own data"],
]

const byName = new Map(
  Object.entries(reasons).flatMap(([reason, names]) => names.split(" ").map((name) => [name, reason])),
)

export const pureNames: ReadonlySet<string> = new Set(byName.keys())

export function pureReason(path: string): string | undefined {
  return byName.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1]
}

/** No program can get the iterators that `for await` makes of synchronous ones. */
export function isReachable({ path }: BuiltInFunction): boolean {
  return !path.startsWith("AsyncFromSyncIteratorPrototype.")
}
