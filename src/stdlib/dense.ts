/** Guards of the fast paths over dense arrays: what may be done to elements directly without a program seeing a difference. */
import { FREE_LEVELS, Accessor, EXOTIC, isObject, type JSObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import type { Realm } from "../objects/realm.ts"
import { arrayIndex } from "../objects/shape.ts"
import type { Empty, Value } from "../objects/value.ts"
import { EMPTY } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"

export type Elements = Array<Value | Empty>

/** More elements than this are not handled by one host operation. */
export const MAX_HOST_ELEMENTS = 50_000

/** Whether a prototype with more properties has elements is not looked for. */
const MAX_LOOKED_AT = 1_000

/** What makes an array longer than this goes by the standard's steps. */
export const MAX_DENSE_GROWTH = 67_108_864

/** The elements of a dense array, or null. */
export function elementsOf(value: Value): Elements | null {
  return typeof value === "object" && value !== null && value.kind === Kind.Array
    ? ((value as JSObject).data as Elements)
    : null
}

/** Array.prototype has no elements and stands before an Object.prototype without any. */
function isArrayPrototypePlain(realm: Realm): boolean {
  const { arrayPrototype } = realm
  return (
    arrayPrototype.kind === Kind.Array &&
    (arrayPrototype.data as Elements).length === 0 &&
    arrayPrototype.shape.prototype === realm.objectPrototype &&
    !realm.objectPrototypeHasElements
  )
}

/** No object behind `holder` has a property whose key is an array index, and none is a proxy or otherwise exotic. */
export function indicesUnheld(realm: Realm, array: JSObject): boolean {
  if (array.shape.prototype === realm.arrayPrototype && isArrayPrototypePlain(realm)) return true
  let level = 0
  for (let holder = array.shape.prototype; holder !== null; holder = holder.shape.prototype) {
    if (++level > FREE_LEVELS) return false
    if ((holder.kind & EXOTIC) !== 0) {
      if (holder.kind !== Kind.Array || (holder.data as Elements).length > 0) return false
    } else if (holder.shape.count > MAX_LOOKED_AT && !holder.shape.sharedTable) return false
    else if (!holder.shape.lazy && !holder.shape.sharedTable) {
      if (holder.shape.keys().some((key) => arrayIndex(key) >= 0)) return false
    }
  }
  return true
}

/** Elements whose holes, if any, read as undefined and are absent everywhere; null where that is not known. */
export function plainElementsOf(machine: Machine, value: Value): Elements | null {
  const elements = elementsOf(value)
  return elements !== null && indicesUnheld(machine.realm, value as JSObject) ? elements : null
}

/** As `plainElementsOf`, of an array that may also grow and shrink. */
export function growableElementsOf(machine: Machine, value: Value): Elements | null {
  const elements = plainElementsOf(machine, value)
  return elements !== null && (value as JSObject).shape.extensible ? elements : null
}

/** The element as [[Get]] gives it, where holes are absent everywhere. */
export function elementAt(elements: Elements, index: number): Value {
  const element = elements[index]
  return element === EMPTY ? undefined : (element as Value)
}

/** ArraySpeciesCreate of this array would make a plain array and run no program code. */
export function speciesIntact(realm: Realm, array: JSObject): boolean {
  if (array.shape.prototype !== realm.arrayPrototype) return false
  if (array.shape !== realm.arrayShape && findSlot(realm, array, "constructor") >= 0) return false
  const constructor = realm.intrinsic("Array")
  const slot = findSlot(realm, realm.arrayPrototype, "constructor")
  if (slot < 0 || realm.arrayPrototype.slots[slot] !== constructor) return false
  const species = findSlot(realm, constructor, Symbol.species)
  if (species < 0) return false
  const accessor = constructor.slots[species]
  return (
    accessor instanceof Accessor && accessor.get === realm.madeFunctions().get("get Array.[Symbol.species]")
  )
}

/** An array whose spread into another by `concat` is decided by being an array. */
export function spreadableIntact(realm: Realm, value: JSObject): boolean {
  let level = 0
  for (let holder: JSObject | null = value; holder !== null; holder = holder.shape.prototype) {
    if (++level > FREE_LEVELS) return false
    if ((holder.kind & EXOTIC) !== 0 && holder.kind !== Kind.Array) return false
    if (holder.shape.lazy || holder.shape.sharedTable) continue
    if (holder.shape.find(Symbol.isConcatSpreadable) >= 0) return false
  }
  return true
}

/** A clamped relative index, as `slice`, `fill` and the like count from the end. */
export function relativeIndex(relative: number, length: number): number {
  return relative < 0 ? Math.max(length + relative, 0) : Math.min(relative, length)
}

/** A number, or undefined: an argument whose conversion to an integer runs no program code. */
export function isQuickInteger(value: Value): value is number | undefined {
  return typeof value === "number" || value === undefined
}

/** ToIntegerOrInfinity of such an argument. */
export function quickInteger(value: number | undefined, missing = 0): number {
  if (value === undefined) return missing
  return value !== value ? 0 : Math.trunc(value) + 0
}

export { isObject }
