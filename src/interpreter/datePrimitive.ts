/** Whether a Date becomes a primitive as the standard says and nothing else: no method that the conversion asks is changed. */
import { type JSObject, Kind } from "../objects/object.ts"
import { findSlot, markCached } from "../objects/properties.ts"
import type { Epoch, Realm } from "../objects/realm.ts"
import type { PropertyKey } from "../objects/value.ts"

/** What is looked up once for a realm. */
interface Known {
  readonly prototype: JSObject
  /** All is as it was, while this lasts. */
  epoch: Epoch | null
}

const known = new WeakMap<Realm, Known>()
const keys: readonly PropertyKey[] = [Symbol.toPrimitive, "valueOf", "toString"]

/** The value is a Date without properties of its own, below an unchanged prototype. */
export function isPlainDate(realm: Realm, object: JSObject): boolean {
  if (object.kind !== Kind.Date || object.shape.count !== 0) return false
  let found = known.get(realm)
  if (found === undefined) {
    known.set(realm, (found = { prototype: realm.intrinsic("Date.prototype"), epoch: null }))
  }
  if (object.shape.prototype !== found.prototype) return false
  return found.epoch === realm.epoch || look(realm, found)
}

function look(realm: Realm, found: Known): boolean {
  const asMade = keys.every((key) => isBuiltIn(realm, found.prototype, key))
  if (asMade) found.epoch = realm.epoch
  return asMade
}

/** The slot holds the built-in method; a change of it ends the epoch. */
function isBuiltIn(realm: Realm, prototype: JSObject, key: PropertyKey): boolean {
  const slot = findSlot(realm, prototype, key)
  if (slot < 0) return false
  markCached(realm, prototype, key)
  return prototype.slots[slot] === realm.intrinsicMethod("Date.prototype", key)
}
