/** Map, ECMA-262 24.1. */
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT } from "../objects/value.ts"
import {
  alias,
  constant,
  constructor,
  getter,
  guest,
  intrinsic,
  method,
  object,
} from "../interpreter/native.ts"
import {
  clearMember,
  collectionConstructor,
  collectionOf,
  deleteMember,
  forEachMember,
  getMember,
  hasMember,
  insertMembers,
  iteratorMember,
  keyOf,
  put,
  sizeMember,
} from "./collections.ts"

/** Map.prototype.set, 24.1.3.10. */
const set = method(2, (machine, thisValue, args) => {
  const collection = collectionOf(machine, thisValue, "Map", "set")
  if (collection === null) return ABRUPT
  return put(machine, collection, keyOf(machine, args[0]), args[1]) ? thisValue : ABRUPT
})

/** Map.groupBy, 24.1.2.1. */
const groupBy = guest(
  2,
  `function (items, callback) {
    if (items === undefined || items === null) ThrowTypeError(NameOf(items) + " is not iterable")
    if (!IsCallable(callback)) ThrowTypeError(NameOf(callback) + " is not a function")
    const record = GetIterator(items)
    const map = NewMap()
    for (let index = 0; ; index++) {
      const value = IteratorStep(record)
      if (value === DONE) return map
      let key
      try {
        key = Call(callback, undefined, value, index)
      } catch (error) {
        IteratorCloseThrowing(record, error)
      }
      MapGroup(map, key, value)
    }
  }`,
)

export const mapIntrinsics: Intrinsic[] = [
  constructor({
    name: "Map",
    length: 0,
    body: collectionConstructor("Map"),
    statics: [
      ["groupBy", groupBy],
      [Symbol.species, getter((_machine, thisValue) => thisValue)],
    ],
  }),
  object({
    name: "Map.prototype",
    members: [
      ["constructor", intrinsic("Map")],
      ["get", getMember("Map")],
      ["set", set],
      ["has", hasMember("Map")],
      ["delete", deleteMember("Map")],
      ["clear", clearMember("Map")],
      ["entries", iteratorMember("Map", "entries", "key+value")],
      ["forEach", forEachMember("Map")],
      ["keys", iteratorMember("Map", "keys", "key")],
      ["size", sizeMember("Map")],
      ["values", iteratorMember("Map", "values", "value")],
      ...insertMembers("Map"),
      [Symbol.iterator, alias("entries")],
      [Symbol.toStringTag, constant("Map", CONFIGURABLE)],
    ],
  }),
]
