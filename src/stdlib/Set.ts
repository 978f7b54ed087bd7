/** Set, ECMA-262 24.2. */
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT } from "../objects/value.ts"
import { alias, constant, constructor, getter, intrinsic, method, object } from "../interpreter/native.ts"
import {
  clearMember,
  collectionConstructor,
  collectionOf,
  deleteMember,
  forEachMember,
  hasMember,
  iteratorMember,
  keyOf,
  put,
  sizeMember,
} from "./collections.ts"
import { setMethodMembers } from "./setMethods.ts"

/** Set.prototype.add, 24.2.4.1. */
const add = method(1, (machine, thisValue, args) => {
  const collection = collectionOf(machine, thisValue, "Set", "add")
  if (collection === null) return ABRUPT
  return put(machine, collection, keyOf(machine, args[0]), undefined) ? thisValue : ABRUPT
})

export const setIntrinsics: Intrinsic[] = [
  constructor({
    name: "Set",
    length: 0,
    body: collectionConstructor("Set"),
    statics: [[Symbol.species, getter((_machine, thisValue) => thisValue)]],
  }),
  object({
    name: "Set.prototype",
    members: [
      ["constructor", intrinsic("Set")],
      ["has", hasMember("Set")],
      ["add", add],
      ["delete", deleteMember("Set")],
      ["clear", clearMember("Set")],
      ["entries", iteratorMember("Set", "entries", "key+value")],
      ["forEach", forEachMember("Set")],
      ["size", sizeMember("Set")],
      ["values", iteratorMember("Set", "values", "value")],
      ["keys", alias("values")],
      ...setMethodMembers,
      [Symbol.iterator, alias("values")],
      [Symbol.toStringTag, constant("Set", CONFIGURABLE)],
    ],
  }),
]
