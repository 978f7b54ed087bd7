/** WeakMap, ECMA-262 24.3. Entries are kept while the map is: a saved run must be able to list them. */
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT } from "../objects/value.ts"
import { constant, constructor, intrinsic, method, object } from "../interpreter/native.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import {
  canBeHeldWeakly,
  collectionConstructor,
  collectionOf,
  deleteMember,
  getMember,
  hasMember,
  insertMembers,
  put,
} from "./collections.ts"

/** WeakMap.prototype.set, 24.3.3.5. */
const set = method(2, (machine, thisValue, args) => {
  const collection = collectionOf(machine, thisValue, "WeakMap", "set")
  if (collection === null) return ABRUPT
  if (!canBeHeldWeakly(machine, args[0])) return throwTypeError(machine, "Invalid value used as weak map key")
  return put(machine, collection, args[0], args[1]) ? thisValue : ABRUPT
})

export const weakMapIntrinsics: Intrinsic[] = [
  constructor({ name: "WeakMap", length: 0, body: collectionConstructor("WeakMap"), statics: [] }),
  object({
    name: "WeakMap.prototype",
    members: [
      ["constructor", intrinsic("WeakMap")],
      ["delete", deleteMember("WeakMap")],
      ["get", getMember("WeakMap")],
      ["set", set],
      ["has", hasMember("WeakMap")],
      ...insertMembers("WeakMap"),
      [Symbol.toStringTag, constant("WeakMap", CONFIGURABLE)],
    ],
  }),
]
