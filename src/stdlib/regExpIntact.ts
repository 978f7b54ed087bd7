/** Whether a regular expression does what its pattern says and nothing else: no method that the standard asks is changed. */
import { Accessor, type JSObject, Kind } from "../objects/object.ts"
import { findSlot, markCached } from "../objects/properties.ts"
import type { Realm } from "../objects/realm.ts"
import type { RegExpShapes } from "../objects/regExpSlots.ts"
import { DEFAULT, WRITABLE } from "../objects/shape.ts"

/** What is looked up once for a realm. */
export function shapesOf(realm: Realm): RegExpShapes {
  return (realm.regExpShapes ??= makeShapes(realm))
}

function makeShapes(realm: Realm): RegExpShapes {
  const match = realm.arrayShape.add("index", DEFAULT).add("input", DEFAULT).add("groups", DEFAULT)
  return {
    instance: realm.shapeFor(realm.intrinsic("RegExp.prototype")).add("lastIndex", WRITABLE),
    match,
    matchWithIndices: match.add("indices", DEFAULT),
    intactIn: null,
  }
}

const methods = ["exec", Symbol.match, Symbol.replace, Symbol.search, Symbol.split]
const getters = [
  "flags",
  "hasIndices",
  "global",
  "ignoreCase",
  "multiline",
  "dotAll",
  "unicode",
  "unicodeSets",
  "sticky",
]

/** The object's `exec`, flags, species and methods by symbols are the built-in ones, and its `lastIndex` can be written. */
export function isIntact(realm: Realm, object: JSObject): boolean {
  if (object.kind !== Kind.RegExp) return false
  const { instance, intactIn } = shapesOf(realm)
  return object.shape === instance && (intactIn === realm.epoch || look(realm))
}

function look(realm: Realm): boolean {
  const prototype = realm.intrinsic("RegExp.prototype")
  const constructor = realm.intrinsic("RegExp")
  const asMade =
    methods.every((key) => isMethod(realm, prototype, key)) &&
    getters.every((name) => isGetter(realm, prototype, name, `get RegExp.prototype.${name}`)) &&
    slotOf(realm, prototype, "constructor") === constructor &&
    isGetter(realm, constructor, Symbol.species, "get RegExp.[Symbol.species]")
  if (asMade) shapesOf(realm).intactIn = realm.epoch
  return asMade
}

/** What the slot holds; a change of it ends the epoch. */
function slotOf(realm: Realm, holder: JSObject, key: string | symbol): unknown {
  const slot = findSlot(realm, holder, key)
  if (slot < 0) return undefined
  markCached(realm, holder, key)
  return holder.slots[slot]
}

function isMethod(realm: Realm, holder: JSObject, key: string | symbol): boolean {
  return slotOf(realm, holder, key) === realm.intrinsicMethod("RegExp.prototype", key)
}

function isGetter(realm: Realm, holder: JSObject, key: string | symbol, path: string): boolean {
  const value = slotOf(realm, holder, key)
  return value instanceof Accessor && value.get === realm.madeFunctions().get(path)
}
