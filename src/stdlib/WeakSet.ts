/** WeakSet, ECMA-262 24.4. Entries are kept while the set is: a saved run must be able to list them. */
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
  hasMember,
  put,
} from "./collections.ts"

/** WeakSet.prototype.add, 24.4.3.1. */
const add = method(1, (machine, thisValue, args) => {
  const collection = collectionOf(machine, thisValue, "WeakSet", "add")
  if (collection === null) return ABRUPT
  if (!canBeHeldWeakly(machine, args[0])) return throwTypeError(machine, "Invalid value used in weak set")
  return put(machine, collection, args[0], undefined) ? thisValue : ABRUPT
})

export const weakSetIntrinsics: Intrinsic[] = [
  constructor({ name: "WeakSet", length: 0, body: collectionConstructor("WeakSet"), statics: [] }),
  object({
    name: "WeakSet.prototype",
    members: [
      ["constructor", intrinsic("WeakSet")],
      ["delete", deleteMember("WeakSet")],
      ["has", hasMember("WeakSet")],
      ["add", add],
      [Symbol.toStringTag, constant("WeakSet", CONFIGURABLE)],
    ],
  }),
]
