/** Whether a regular expression does what its pattern says and nothing else: no method that the standard asks is changed. */
import { Accessor, type JSObject, Kind } from "../objects/object.ts"
import { findSlot, markCached } from "../objects/properties.ts"
import type { Epoch, Realm } from "../objects/realm.ts"
import { DEFAULT, type Shape, WRITABLE } from "../objects/shape.ts"

/** What is looked up once for a realm. */
interface Known {
  /** Regular expressions with no property but `lastIndex`, writable. */
  readonly instanceShape: Shape
  /** Arrays that `exec` gives. */
  readonly matchShape: Shape
  readonly matchShapeWithIndices: Shape
  /** All is as it was, while this lasts. */
  epoch: Epoch | null
}

const known = new WeakMap<Realm, Known>()

export function knownOf(realm: Realm): Known {
  let found = known.get(realm)
  if (found === undefined) known.set(realm, (found = know(realm)))
  return found
}

function know(realm: Realm): Known {
  const matchShape = realm.arrayShape.add("index", DEFAULT).add("input", DEFAULT).add("groups", DEFAULT)
  return {
    instanceShape: realm.shapeFor(realm.intrinsic("RegExp.prototype")).add("lastIndex", WRITABLE),
    matchShape,
    matchShapeWithIndices: matchShape.add("indices", DEFAULT),
    epoch: null,
  }
}

const methods = ["exec"]
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

/** The object's `exec`, flags and species are the built-in ones, and its `lastIndex` can be written. */
export function isIntact(realm: Realm, object: JSObject): boolean {
  if (object.kind !== Kind.RegExp) return false
  const found = knownOf(realm)
  return object.shape === found.instanceShape && (found.epoch === realm.epoch || look(realm, found))
}

function look(realm: Realm, found: Known): boolean {
  const prototype = realm.intrinsic("RegExp.prototype")
  const constructor = realm.intrinsic("RegExp")
  const asMade =
    methods.every((name) => isMethod(realm, prototype, name)) &&
    getters.every((name) => isGetter(realm, prototype, name, `get RegExp.prototype.${name}`)) &&
    slotOf(realm, prototype, "constructor") === constructor &&
    isGetter(realm, constructor, Symbol.species, "get RegExp.[Symbol.species]")
  if (asMade) found.epoch = realm.epoch
  return asMade
}

/** What the slot holds; a change of it ends the epoch. */
function slotOf(realm: Realm, holder: JSObject, key: string | symbol): unknown {
  const slot = findSlot(realm, holder, key)
  if (slot < 0) return undefined
  markCached(realm, holder, key)
  return holder.slots[slot]
}

function isMethod(realm: Realm, holder: JSObject, name: string): boolean {
  return slotOf(realm, holder, name) === realm.madeFunctions().get(`RegExp.prototype.${name}`)
}

function isGetter(realm: Realm, holder: JSObject, key: string | symbol, path: string): boolean {
  const value = slotOf(realm, holder, key)
  return value instanceof Accessor && value.get === realm.madeFunctions().get(path)
}
