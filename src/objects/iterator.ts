/** Internal slots of the iterators that built-ins make, and whether iterating an array is still what it was. */
import type { Collection, Entry } from "./collection.ts"
import { Kind, type JSObject } from "./object.ts"
import { findSlot } from "./properties.ts"
import type { Realm } from "./realm.ts"
import type { Value } from "./value.ts"

/** What an iterator over keyed elements gives. */
export type IterationKind = "key" | "value" | "key+value"

/** %ArrayIteratorPrototype%, ECMA-262 23.1.5; `object` is null at the end. */
export class ArrayIteratorSlots {
  object: JSObject | null
  index = 0
  readonly kind: IterationKind
  constructor(object: JSObject, kind: IterationKind) {
    this.object = object
    this.kind = kind
  }
}

/** %MapIteratorPrototype% and %SetIteratorPrototype%, ECMA-262 24.1.5 and 24.2.6; `collection` is null at the end. */
export class CollectionIteratorSlots {
  readonly of: "Map" | "Set"
  collection: Collection | null
  /** The entry given last. */
  entry: Entry | null = null
  readonly kind: IterationKind
  constructor(of: "Map" | "Set", collection: Collection, kind: IterationKind) {
    this.of = of
    this.collection = collection
    this.kind = kind
  }
}

/** %StringIteratorPrototype%, ECMA-262 22.1.5. */
export class StringIteratorSlots {
  readonly text: string
  position = 0
  constructor(text: string) {
    this.text = text
  }
}

/** %WrapForValidIteratorPrototype%, ECMA-262 27.1.3.2.1.1. `Record` is the interpreter's IteratorRecord. */
export class WrappedIteratorSlots<Record = unknown> {
  readonly iterated: Record
  constructor(iterated: Record) {
    this.iterated = iterated
  }
}

export type IteratorHelperKind = "map" | "filter" | "take" | "drop" | "flatMap" | "concat"

/** %IteratorHelperPrototype%, ECMA-262 27.1.2.1: what the standard keeps in a generator. */
export class IteratorHelperSlots<Record = unknown> {
  readonly kind: IteratorHelperKind
  state: "start" | "suspended" | "running" | "done" = "start"
  /** The underlying iterator; of `concat` the one being read, or null. */
  iterated: Record | null
  readonly callback: Value
  counter = 0
  /** Of `take` and `drop`: values still to be given or left out. */
  remaining: number
  /** Of `flatMap`, the inner iterator. */
  inner: Record | null = null
  /** Of `concat`: iterables and their methods, alternating; `counter` says which comes next. */
  readonly sources: Value[]
  constructor(
    kind: IteratorHelperKind,
    iterated: Record | null,
    callback: Value,
    remaining: number,
    sources: Value[],
  ) {
    this.kind = kind
    this.iterated = iterated
    this.callback = callback
    this.remaining = remaining
    this.sources = sources
  }
}

function isOriginal(realm: Realm, holder: JSObject, key: string | symbol, path: string): boolean {
  const slot = findSlot(realm, holder, key)
  return slot >= 0 && holder.slots[slot] === realm.madeFunctions().get(path)
}

/** `%ArrayIteratorPrototype%.next` is the built-in one. */
export function arrayIteratorIntact(realm: Realm): boolean {
  return isOriginal(realm, realm.intrinsic("ArrayIteratorPrototype"), "next", "ArrayIteratorPrototype.next")
}

/** Iterating this value by its `Symbol.iterator` reads the elements of a dense array one by one, and nothing else. */
export function iteratesAsArray(realm: Realm, object: JSObject): boolean {
  if (object.kind !== Kind.Array || object.shape.prototype !== realm.arrayPrototype) return false
  if (object.shape !== realm.arrayShape && findSlot(realm, object, Symbol.iterator) >= 0) return false
  return (
    isOriginal(realm, realm.arrayPrototype, Symbol.iterator, "Array.prototype.values") &&
    arrayIteratorIntact(realm)
  )
}

/** Iterating this map by its `Symbol.iterator` reads its entries one by one, and nothing else. */
export function iteratesAsMap(realm: Realm, object: JSObject): boolean {
  return iteratesAsCollection(realm, object, Kind.Map, "Map", "Map.prototype.entries")
}

/** Iterating this set by its `Symbol.iterator` reads its entries one by one, and nothing else. */
export function iteratesAsSet(realm: Realm, object: JSObject): boolean {
  return iteratesAsCollection(realm, object, Kind.Set, "Set", "Set.prototype.values")
}

function iteratesAsCollection(
  realm: Realm,
  object: JSObject,
  kind: Kind,
  name: "Map" | "Set",
  path: string,
): boolean {
  if (object.kind !== kind) return false
  const prototype = realm.intrinsic(`${name}.prototype`)
  if (object.shape.prototype !== prototype || findSlot(realm, object, Symbol.iterator) >= 0) return false
  const iterators = realm.intrinsic(`${name}IteratorPrototype`)
  return (
    isOriginal(realm, prototype, Symbol.iterator, path) &&
    isOriginal(realm, iterators, "next", `${name}IteratorPrototype.next`)
  )
}
