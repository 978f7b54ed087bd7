/**
 * Own properties in slots, without asking any internal method: what the object model stores, not what a program sees.
 * Elements of arrays are not here. Keeps the epoch: a write to what a cache read through a prototype ends the cache.
 */
import { type JSObject, Kind, type Slot } from "./object.ts"
import { PROPERTY_BYTES, MAP_BYTES } from "./meter.ts"
import type { Realm } from "./realm.ts"
import type { Shape } from "./shape.ts"
import { arrayIndex, DEFAULT, MAX_SHAPE_KEYS, orderKeys, reroot, toDictionary } from "./shape.ts"
import { EMPTY, type Empty, type Key, type PropertyKey } from "./value.ts"

/** The slot of an own key, or -1. */
export function findSlot(realm: Realm, object: JSObject, key: Key): number {
  if (object.shape.lazy) realm.materialize(object)
  return object.shape.find(key)
}

function noteChange(realm: Realm, shape: Shape, key: Key): void {
  if (shape.cachedKeys !== null && shape.cachedKeys.has(key)) realm.bumpEpoch()
}

/** Makes the table of a dictionary the shape's own before a change. */
function unshare(shape: Shape): void {
  if (!shape.sharedTable) return
  shape.table = new Map(shape.table!)
  shape.dictionaryAttributes = [...shape.dictionaryAttributes!]
  shape.dictionaryKeys = [...shape.dictionaryKeys]
  shape.sharedTable = false
}

/** Writes a slot that exists. */
export function writeSlot(realm: Realm, object: JSObject, slot: number, key: Key, value: Slot): void {
  noteChange(realm, object.shape, key)
  object.slots[slot] = value
}

/** Adds a key that the object does not have. */
export function addProperty(realm: Realm, object: JSObject, key: Key, value: Slot, attributes: number): void {
  if (object.shape.lazy) realm.materialize(object)
  const shape = object.shape
  if (!shape.dictionary && shape.count < MAX_SHAPE_KEYS && !shape.isFamilyFull) {
    object.shape = shape.add(key, attributes)
    if (object.slots.length === 0) object.slots = [value]
    else object.slots.push(value)
    return
  }
  if (object === realm.objectPrototype && arrayIndex(key) >= 0) realm.objectPrototypeHasElements = true
  const dictionary = ownDictionary(realm, object)
  noteChange(realm, dictionary, key)
  realm.meter.used += PROPERTY_BYTES
  const slot = dictionary.count++
  dictionary.table!.set(key, slot)
  dictionary.dictionaryAttributes![slot] = attributes
  dictionary.dictionaryKeys[slot] = key
  if (slot === 0) object.slots = [value]
  else object.slots[slot] = value
}

/** Gives an existing property a value and attributes. */
export function redefineSlot(
  realm: Realm,
  object: JSObject,
  slot: number,
  key: Key,
  value: Slot,
  attributes: number,
): void {
  noteChange(realm, object.shape, key)
  if (object.shape.attributesAt(slot) !== attributes)
    ownDictionary(realm, object).dictionaryAttributes![slot] = attributes
  object.slots[slot] = value
}

/** Adds or replaces an own property, asking nobody. */
export function defineProperty(
  realm: Realm,
  object: JSObject,
  key: Key,
  value: Slot,
  attributes: number = DEFAULT,
): void {
  const slot = findSlot(realm, object, key)
  if (slot < 0) addProperty(realm, object, key, value, attributes)
  else redefineSlot(realm, object, slot, key, value, attributes)
}

/** Removes a key that the object has in `slot`. */
export function removeSlot(realm: Realm, object: JSObject, slot: number, key: Key): void {
  noteChange(realm, object.shape, key)
  const dictionary = ownDictionary(realm, object)
  dictionary.table!.delete(key)
  object.slots[slot] = undefined
  dictionary.dictionaryKeys[slot] = null
  if (slot === dictionary.count - 1) {
    dictionary.count--
    object.slots.length = dictionary.count
    dictionary.dictionaryKeys.length = dictionary.count
  } else if (dictionary.count > 32 && dictionary.table!.size * 2 < dictionary.count)
    compact(object, dictionary)
}

function compact(object: JSObject, dictionary: Shape): void {
  const slots: Slot[] = []
  const attributes: number[] = []
  const keys: Key[] = []
  for (const { key, slot, attributes: own } of dictionary.entries()) {
    dictionary.table!.set(key, slots.length)
    attributes.push(own)
    keys.push(key)
    slots.push(object.slots[slot])
  }
  dictionary.dictionaryAttributes = attributes
  dictionary.dictionaryKeys = keys
  dictionary.count = slots.length
  object.slots = slots
}

/** A dictionary of one object's own, counted. */
function newDictionary(realm: Realm, shape: Shape, prototype?: JSObject | null, extensible?: boolean): Shape {
  if (!shape.dictionary || shape.sharedTable) realm.meter.used += MAP_BYTES + shape.count * PROPERTY_BYTES
  return toDictionary(shape, prototype, extensible)
}

/** The object's dictionary shape, which no other object has; made if it is not one yet. */
function ownDictionary(realm: Realm, object: JSObject): Shape {
  if (!object.shape.dictionary) object.shape = newDictionary(realm, object.shape)
  else unshare(object.shape)
  return object.shape
}

/** Notes that a cache read `key` from or through this object, so that a change of it ends the cache. */
export function markCached(realm: Realm, object: JSObject, key: Key): void {
  if (object.shape.lazy) realm.materialize(object)
  if (!object.shape.dictionary) object.shape = newDictionary(realm, object.shape)
  ;(object.shape.cachedKeys ??= new Set()).add(key)
}

export function setPrototype(realm: Realm, object: JSObject, prototype: JSObject | null): void {
  if (object.shape.lazy) realm.materialize(object)
  const shape = object.shape
  if (shape.cachedKeys !== null) realm.bumpEpoch()
  if (shape.dictionary || !shape.extensible) object.shape = newDictionary(realm, shape, prototype)
  else object.shape = reroot(shape, realm.shapeFor(prototype))
}

export function preventExtensions(realm: Realm, object: JSObject): void {
  if (object.shape.lazy) realm.materialize(object)
  if (object.shape.cachedKeys !== null) realm.bumpEpoch()
  if (object.shape.extensible)
    object.shape = newDictionary(realm, object.shape, object.shape.prototype, false)
}

/** Own keys in slots, in the standard's order; private names left out. */
export function slotKeys(realm: Realm, object: JSObject): PropertyKey[] {
  if (object.shape.lazy) realm.materialize(object)
  return orderKeys(object.shape.keys())
}

/** Turns a dense array into one whose elements are properties. `data` becomes the length. */
export function toSlowArray(realm: Realm, array: JSObject): void {
  const elements = loosenElements(array)
  addElements(realm, array, elements, 0, elements.length)
}

/** The first step: a slow array of the same length, whose elements are yet to be added. */
export function loosenElements(array: JSObject): Array<Slot | Empty> {
  const elements = array.data as Array<Slot | Empty>
  ;(array as { kind: Kind }).kind = Kind.SlowArray
  array.data = new SlowArrayLength(elements.length)
  return elements
}

export function addElements(
  realm: Realm,
  array: JSObject,
  elements: ReadonlyArray<Slot | Empty>,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const element = elements[index]!
    if (element !== EMPTY) addProperty(realm, array, String(index), element, DEFAULT)
  }
}

/** The `length` of an array whose elements are properties. */
export class SlowArrayLength {
  value: number
  writable = true
  constructor(value: number) {
    this.value = value
  }
}
