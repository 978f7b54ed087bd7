/** Operations on the data of maps and sets for guest text. */
import type { Collection } from "../../objects/collection.ts"
import type { CollectionIteratorSlots } from "../../objects/iterator.ts"
import type { JSObject } from "../../objects/object.ts"
import { SLOT_BYTES } from "../../objects/meter.ts"
import { ABRUPT, EMPTY, type Value } from "../../objects/value.ts"
import { DONE } from "../../interpreter/iterators.ts"
import type { NativeBody } from "../../interpreter/native.ts"
import { createArray } from "../../interpreter/operations.ts"
import { collectionOf, keyOf, newCollection, newCollectionIterator, put } from "../collections.ts"
import type { Elements } from "../dense.ts"

function dataOf(value: Value): Collection {
  return (value as JSObject).data as Collection
}

const newSet: NativeBody = (machine) =>
  newCollection(machine, "Set", machine.realm.intrinsic("Set.prototype"))

/** A set of its own with the same keys. */
const setCopy: NativeBody = (machine, _this, args) => {
  const source = dataOf(args[0])
  const copy = newCollection(machine, "Set", machine.realm.intrinsic("Set.prototype"))
  machine.charge(source.size >> 3)
  for (let entry = source.first; entry !== null; entry = entry.next) {
    if (!put(machine, dataOf(copy), entry.key, undefined)) return ABRUPT
  }
  return copy
}

/** The next key of a cursor, which follows every change of its set. */
const setStep: NativeBody = (_machine, _this, args) => {
  const slots = (args[0] as JSObject).data as CollectionIteratorSlots
  const entry = slots.collection!.after(slots.entry)
  if (entry === null) return DONE as unknown as Value
  slots.entry = entry
  return entry.key
}

/** Adds a value to the list of its group: AddValueToKeyedGroup, ECMA-262 7.3.35. */
const mapGroup: NativeBody = (machine, _this, args) => {
  const groups = dataOf(args[0])
  const key = keyOf(machine, args[1])
  const group = groups.get(key)
  if (group === EMPTY) return put(machine, groups, key, createArray(machine, [args[2]])) ? undefined : ABRUPT
  if (!machine.allocate(SLOT_BYTES)) return ABRUPT
  ;((group as JSObject).data as Elements).push(args[2])
  return undefined
}

export const hiddenCollectionOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["NewMap", 0, (machine) => newCollection(machine, "Map", machine.realm.intrinsic("Map.prototype"))],
  ["NewSet", 0, newSet],
  [
    "RequireSet",
    2,
    (machine, _this, args) =>
      collectionOf(machine, args[0], "Set", args[1] as string) === null ? ABRUPT : undefined,
  ],
  ["SetCopy", 1, setCopy],
  [
    "SetAdd",
    2,
    (machine, _this, args) =>
      put(machine, dataOf(args[0]), keyOf(machine, args[1]), undefined) ? undefined : ABRUPT,
  ],
  ["SetHas", 2, (machine, _this, args) => dataOf(args[0]).has(keyOf(machine, args[1]))],
  ["SetDelete", 2, (machine, _this, args) => dataOf(args[0]).delete(keyOf(machine, args[1]))],
  ["SetSize", 1, (_machine, _this, args) => dataOf(args[0]).size],
  ["SetCursor", 1, (machine, _this, args) => newCollectionIterator(machine, "Set", dataOf(args[0]), "value")],
  ["SetStep", 1, setStep],
  ["MapGroup", 3, mapGroup],
]
