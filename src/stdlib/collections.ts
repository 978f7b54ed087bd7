/** What Map, Set, WeakMap and WeakSet share: receivers, charged additions, filling from an iterable, callbacks over entries. */
import { Collection, type Entry } from "../objects/collection.ts"
import { CollectionIteratorSlots, iteratesAsArray, type IterationKind } from "../objects/iterator.ts"
import { isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import { MAP_BYTES, OBJECT_BYTES } from "../objects/meter.ts"
import { findSlot } from "../objects/properties.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import { describeWithType } from "../interpreter/describe.ts"
import { guestBody } from "../interpreter/guest.ts"
import type { Machine } from "../interpreter/machine.ts"
import { getter, type Member, method, type NativeBody, steps } from "../interpreter/native.ts"
import { flat } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { elementAt, type Elements, elementsOf, indicesUnheld } from "./dense.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { requireCallable, throwIncompatible } from "./receivers.ts"

export type CollectionName = "Map" | "Set" | "WeakMap" | "WeakSet"

const kinds: Record<CollectionName, Kind> = {
  Map: Kind.Map,
  Set: Kind.Set,
  WeakMap: Kind.WeakMap,
  WeakSet: Kind.WeakSet,
}

/** Entries handled at once. */
export const ENTRIES_PORTION = 4_096

/** Estimated bytes of one entry. */
export const ENTRY_BYTES = 96

/** The collection of a receiver; null after a TypeError was thrown. */
export function collectionOf(
  machine: Machine,
  thisValue: Value,
  name: CollectionName,
  method: string,
  half = "",
): Collection | null {
  if (isObject(thisValue) && thisValue.kind === kinds[name]) return thisValue.data as Collection
  throwIncompatible(machine, `${half}${name}.prototype.${method}`, thisValue)
  return null
}

/** A key as collections keep it: flat, charged for its hash. */
export function keyOf(machine: Machine, value: Value): Value {
  const key = flat(machine, value)
  if (typeof key === "string" && key.length > 1_024) machine.charge(key.length >> 10)
  return key
}

/** Adds or replaces an entry; false on a limit. */
export function put(machine: Machine, collection: Collection, key: Value, value: Value): boolean {
  if (!machine.allocate(ENTRY_BYTES)) return false
  collection.set(key, value)
  return true
}

/** CanBeHeldWeakly, ECMA-262 9.14. */
export function canBeHeldWeakly(machine: Machine, value: Value): boolean {
  if (typeof value !== "symbol") return isObject(value)
  const { description } = value
  return description === undefined || machine.realm.symbolRegistry.get(description) !== value
}

export function newCollection(machine: Machine, name: CollectionName, prototype: JSObject): JSObject {
  machine.meter.used += OBJECT_BYTES * 2 + MAP_BYTES
  return new JSObject(machine.realm.shapeFor(prototype), [], kinds[name], new Collection())
}

/** Which method of the prototype the constructor fills with, and the original's path. */
const adders: Record<CollectionName, string> = { Map: "set", Set: "add", WeakMap: "set", WeakSet: "add" }

/** Filling as the standard has it. */
const populates: Record<CollectionName, NativeBody> = {
  Map: guestBody("Map/fill", fillSource("Map")),
  Set: guestBody("Set/fill", fillSource("Set")),
  WeakMap: guestBody("WeakMap/fill", fillSource("WeakMap")),
  WeakSet: guestBody("WeakSet/fill", fillSource("WeakSet")),
}

/** The constructor's body of one of the four. */
export function collectionConstructor(name: CollectionName): NativeBody {
  const populate = populates[name]
  const make = fromConstructor<Value[]>(`${name}.prototype`, (machine, prototype, args) => {
    const object = newCollection(machine, name, prototype)
    const iterable = args[0]
    if (iterable === undefined || iterable === null) return object
    if (fillsQuickly(machine, name, object, iterable))
      return fillSteps.start(machine, { object, iterable: iterable as JSObject, name, index: 0 })
    return populate(machine, undefined, [object, iterable], undefined, object)
  })
  return (machine, _thisValue, args, newTarget) =>
    newTarget === undefined
      ? throwTypeError(machine, messages.requiresNew(name))
      : make(machine, newTarget, args)
}

function fillSource(name: CollectionName): string {
  const adder = adders[name]
  const keyed = adder === "set"
  const add = keyed
    ? `if (!IsObject(item)) ThrowTypeError("Iterator value " + NameOf(item) + " is not an entry object")
       Call(adder, target, item[0], item[1])`
    : "Call(adder, target, item)"
  return `function (target, iterable) {
    const adder = target.${adder}
    if (!IsCallable(adder)) ThrowTypeError("'" + NameOf(adder) + "' returned for property '${adder}' of object '#<${name}>' is not a function")
    const record = GetIterator(iterable)
    for (;;) {
      const item = IteratorStep(record)
      if (item === DONE) return target
      try {
        ${add}
      } catch (error) {
        IteratorCloseThrowing(record, error)
      }
    }
  }`
}

interface Fill {
  readonly object: JSObject
  /** A plain array. */
  readonly iterable: JSObject
  readonly name: CollectionName
  index: number
}

/** Fills a Map or Set from a plain array. Of what is no plain pair, which program code may see, the guest text takes it all. */
const fillSteps = steps<Fill>({
  name: "FillCollection",
  run(machine, frame) {
    const { locals } = frame
    const { object, iterable, name } = locals
    const elements = iterable.data as Elements
    while (locals.index < elements.length) {
      if (machine.fuel < 0) return pause(machine, frame)
      const end = Math.min(locals.index + ENTRIES_PORTION, elements.length)
      machine.charge((end - locals.index) >> 2)
      if (!machine.allocate((end - locals.index) * ENTRY_BYTES)) return ABRUPT
      for (; locals.index < end; locals.index++) {
        const element = elementAt(elements, locals.index)
        if (!fillOne(machine, name, object.data as Collection, element))
          return populates[name](machine, undefined, [object, iterable], undefined, object)
      }
    }
    return object
  },
})

function fillOne(machine: Machine, name: CollectionName, collection: Collection, element: Value): boolean {
  if (name === "Set") {
    collection.set(keyOf(machine, element), undefined)
    return true
  }
  if (!isPair(machine, element)) return false
  const pair = (element as JSObject).data as Elements
  collection.set(keyOf(machine, elementAt(pair, 0)), elementAt(pair, 1))
  return true
}

/** The iterable is a plain array, and the collection adds as the built-in does. */
function fillsQuickly(machine: Machine, name: CollectionName, object: JSObject, iterable: Value): boolean {
  if (name !== "Map" && name !== "Set") return false
  const { realm } = machine
  if (!isObject(iterable) || !iteratesAsArray(realm, iterable) || !indicesUnheld(realm, iterable))
    return false
  const prototype = realm.intrinsic(`${name}.prototype`)
  if (object.shape.prototype !== prototype) return false
  const slot = findSlot(realm, prototype, adders[name])
  return slot >= 0 && prototype.slots[slot] === realm.madeFunctions().get(`${name}.prototype.${adders[name]}`)
}

function isPair(machine: Machine, element: Value): boolean {
  const pair = elementsOf(element)
  if (pair === null) return false
  const whole = pair.length >= 2 && pair[0] !== EMPTY && pair[1] !== EMPTY
  return whole || indicesUnheld(machine.realm, element as JSObject)
}

/** CreateMapIterator and CreateSetIterator, ECMA-262 24.1.5.1 and 24.2.6.1. */
export function iteratorMember(name: "Map" | "Set", key: string, kind: IterationKind): Member {
  return method(0, (machine, thisValue) => {
    const collection = collectionOf(machine, thisValue, name, key)
    return collection === null ? ABRUPT : newCollectionIterator(machine, name, collection, kind)
  })
}

export function newCollectionIterator(
  machine: Machine,
  name: "Map" | "Set",
  collection: Collection,
  kind: IterationKind,
): JSObject {
  machine.meter.used += OBJECT_BYTES
  const shape = machine.realm.shapeFor(machine.realm.intrinsic(`${name}IteratorPrototype`))
  return new JSObject(shape, [], Kind.Iterator, new CollectionIteratorSlots(name, collection, kind))
}

export function sizeMember(name: "Map" | "Set"): Member {
  return getter(
    (machine, thisValue) => collectionOf(machine, thisValue, name, "size", "get ")?.size ?? ABRUPT,
  )
}

export function clearMember(name: "Map" | "Set"): Member {
  return method(0, (machine, thisValue) => {
    const collection = collectionOf(machine, thisValue, name, "clear")
    if (collection === null) return ABRUPT
    return clearSteps.start(machine, { collection })
  })
}

const clearSteps = steps<{ readonly collection: Collection }>({
  name: "Map.prototype.clear",
  run(machine, frame) {
    const { collection } = frame.locals
    for (;;) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.charge(Math.min(collection.size, ENTRIES_PORTION) >> 4)
      if (collection.clearSome(ENTRIES_PORTION)) return undefined
    }
  },
})

export function hasMember(name: CollectionName): Member {
  return method(1, (machine, thisValue, args) => {
    const collection = collectionOf(machine, thisValue, name, "has")
    return collection === null ? ABRUPT : collection.has(keyOf(machine, args[0]))
  })
}

export function deleteMember(name: CollectionName): Member {
  return method(1, (machine, thisValue, args) => {
    const collection = collectionOf(machine, thisValue, name, "delete")
    return collection === null ? ABRUPT : collection.delete(keyOf(machine, args[0]))
  })
}

export function getMember(name: "Map" | "WeakMap"): Member {
  return method(1, (machine, thisValue, args) => {
    const collection = collectionOf(machine, thisValue, name, "get")
    if (collection === null) return ABRUPT
    const value = collection.get(keyOf(machine, args[0]))
    return value === EMPTY ? undefined : value
  })
}

interface ForEach {
  readonly object: JSObject
  readonly callback: Value
  readonly thisArgument: Value
  entry: Entry | null
  readonly keyed: boolean
}

const forEachSteps = steps<ForEach>({
  name: "Map.prototype.forEach",
  run(machine, frame) {
    const { object, callback, thisArgument, keyed } = frame.locals
    const collection = object.data as Collection
    for (;;) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.fuel--
      const entry = collection.after(frame.locals.entry)
      if (entry === null) return undefined
      frame.locals.entry = entry
      const result = call(machine, callback, thisArgument, [
        keyed ? entry.value : entry.key,
        entry.key,
        object,
      ])
      if (result === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

/** Map.prototype.forEach and Set.prototype.forEach, ECMA-262 24.1.3.5 and 24.2.4.7. */
export function forEachMember(name: "Map" | "Set"): Member {
  return method(1, (machine, thisValue, args) => {
    if (collectionOf(machine, thisValue, name, "forEach") === null) return ABRUPT
    if (!isCallable(args[0])) return throwTypeError(machine, messages.notFunction(describeWithType(args[0])))
    return forEachSteps.start(machine, {
      object: thisValue as JSObject,
      callback: args[0],
      thisArgument: args[1],
      entry: null,
      keyed: name === "Map",
    })
  })
}

interface Insert {
  readonly collection: Collection
  readonly key: Value
  readonly callback: Value
}

const insertSteps = steps<Insert>({
  name: "Map.prototype.getOrInsertComputed",
  run(machine, frame, input) {
    const { collection, key, callback } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = call(machine, callback, undefined, [key])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return put(machine, collection, key, input as Value) ? input : ABRUPT
  },
})

const weakKey = "Invalid value used as weak map key"

/** getOrInsert and getOrInsertComputed of Map and WeakMap, ECMA-262 24.1.3.8. */
export function insertMembers(name: "Map" | "WeakMap"): Array<readonly [string, Member]> {
  const refuses = (machine: Machine, key: Value) => name === "WeakMap" && !canBeHeldWeakly(machine, key)
  const getOrInsert = method(2, (machine, thisValue, args) => {
    const collection = collectionOf(machine, thisValue, name, "getOrInsert")
    if (collection === null) return ABRUPT
    const key = keyOf(machine, args[0])
    if (refuses(machine, key)) return throwTypeError(machine, weakKey)
    const found = collection.get(key)
    if (found !== EMPTY) return found
    return put(machine, collection, key, args[1]) ? args[1] : ABRUPT
  })
  const getOrInsertComputed = method(2, (machine, thisValue, args): Completion => {
    const collection = collectionOf(machine, thisValue, name, "getOrInsertComputed")
    if (collection === null) return ABRUPT
    const key = keyOf(machine, args[0])
    if (refuses(machine, key)) return throwTypeError(machine, weakKey)
    if (!requireCallable(machine, args[1])) return ABRUPT
    const found = collection.get(key)
    if (found !== EMPTY) return found
    return insertSteps.start(machine, { collection, key: key === 0 ? 0 : key, callback: args[1] })
  })
  return [
    ["getOrInsert", getOrInsert],
    ["getOrInsertComputed", getOrInsertComputed],
  ]
}
