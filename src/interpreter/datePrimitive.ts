/** Whether a Date becomes a primitive as the standard says and nothing else: no method that the conversion asks is changed. */
import { type JSObject, Kind } from "../objects/object.ts"
import { findSlot, markCached } from "../objects/properties.ts"
import type { Realm } from "../objects/realm.ts"
import type { PropertyKey } from "../objects/value.ts"

const keys: readonly PropertyKey[] = [Symbol.toPrimitive, "valueOf", "toString"]

/** The object is a Date without properties of its own, below an unchanged prototype. */
export function isPlainDate(realm: Realm, object: JSObject): boolean {
  if (object.kind !== Kind.Date) return false
  const { plainDates } = realm
  if (object.shape === plainDates.shape && plainDates.epoch === realm.epoch) return true
  return look(realm, object)
}

function look(realm: Realm, object: JSObject): boolean {
  const prototype = realm.intrinsic("Date.prototype")
  if (object.shape !== realm.shapeFor(prototype)) return false
  if (!keys.every((key) => isBuiltIn(realm, prototype, key))) return false
  realm.plainDates = { shape: object.shape, epoch: realm.epoch }
  return true
}

/** The slot holds the built-in method; a change of it ends the epoch. */
function isBuiltIn(realm: Realm, prototype: JSObject, key: PropertyKey): boolean {
  const slot = findSlot(realm, prototype, key)
  if (slot < 0) return false
  markCached(realm, prototype, key)
  return prototype.slots[slot] === realm.intrinsicMethod("Date.prototype", key)
}
