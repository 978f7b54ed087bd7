/** Operations that the guest texts of Array, Iterator and the collections use beside the standard's own. */
import type { JSObject } from "../../objects/object.ts"
import { leaveNative } from "../../interpreter/call.ts"
import { createDataProperty, set } from "../../interpreter/internal.ts"
import { type NativeBody, steps } from "../../interpreter/native.ts"
import { ABRUPT, type PropertyKey, type Value } from "../../objects/value.ts"
import { arrayCreate, arraySpeciesCreate } from "../arraySpecies.ts"
import { hiddenSortList } from "../arraySort.ts"
import { joining } from "../arrayText.ts"
import type { Machine } from "../../interpreter/machine.ts"
import { flat } from "../../interpreter/operations.ts"
import { nameOf } from "../receivers.ts"
import { throwNotDefined, throwNotSet } from "../../interpreter/refusals.ts"

const wellKnown: Record<string, symbol> = {
  iterator: Symbol.iterator,
  match: Symbol.match,
  matchAll: Symbol.matchAll,
  replace: Symbol.replace,
  search: Symbol.search,
  asyncIterator: Symbol.asyncIterator,
  isConcatSpreadable: Symbol.isConcatSpreadable,
  toStringTag: Symbol.toStringTag,
}

function keyOf(machine: Machine, value: Value): PropertyKey {
  return typeof value === "symbol" ? value : String(flat(machine, value))
}

/** Set with true as its last argument, ECMA-262 7.3.4. */
const setSteps = steps<{ object: JSObject; key: PropertyKey; value: Value }>({
  name: "SetOrThrow",
  run(machine, frame, input) {
    const { object, key, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = set(machine, object, key, value, object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return input === true ? undefined : throwNotSet(machine, object, key)
  },
})

/** CreateDataPropertyOrThrow, ECMA-262 7.3.7. */
const createSteps = steps<{ object: JSObject; key: PropertyKey; value: Value }>({
  name: "CreateDataPropertyOrThrow",
  run(machine, frame, input) {
    const { object, key, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = createDataProperty(machine, object, key, value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return input === true ? undefined : throwNotDefined(machine, object, key)
  },
})

export const hiddenArrayOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["ArrayCreate", 1, (machine, _this, args) => arrayCreate(machine, args[0] as number)],
  [
    "ArraySpeciesCreate",
    2,
    (machine, _this, args) => arraySpeciesCreate(machine, args[0] as JSObject, args[1] as number),
  ],
  [
    "SetOrThrow",
    3,
    (machine, _this, args) =>
      setSteps.start(machine, { object: args[0] as JSObject, key: keyOf(machine, args[1]), value: args[2] }),
  ],
  [
    "CreateDataPropertyOrThrow",
    3,
    (machine, _this, args) =>
      createSteps.start(machine, {
        object: args[0] as JSObject,
        key: keyOf(machine, args[1]),
        value: args[2],
      }),
  ],
  ["SortList", 2, hiddenSortList],
  ["Max", 2, (_machine, _this, args) => Math.max(args[0] as number, args[1] as number)],
  ["Min", 2, (_machine, _this, args) => Math.min(args[0] as number, args[1] as number)],
  ["Floor", 1, (_machine, _this, args) => Math.floor(args[0] as number)],
  ["WellKnownSymbol", 1, (_machine, _this, args) => wellKnown[args[0] as string]!],
  ["NameOf", 1, (machine, _this, args) => nameOf(machine, args[0])],
  [
    "JoinEnter",
    1,
    (machine, _this, args) => {
      const stack = joining(machine)
      if (stack.has(args[0])) return false
      stack.set(args[0], undefined)
      return true
    },
  ],
  ["JoinLeave", 1, (machine, _this, args) => (joining(machine).delete(args[0]), undefined)],
]
