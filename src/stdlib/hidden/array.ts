/** Operations that the guest texts of Array, Iterator and the collections use beside the standard's own. */
import type { JSObject } from "../../objects/object.ts"
import type { NativeBody } from "../../interpreter/native.ts"
import { arrayCreate, arraySpeciesCreate } from "../arraySpecies.ts"
import { hiddenSortList } from "../arraySort.ts"
import { joining } from "../arrayText.ts"
import { nameOf } from "../receivers.ts"

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

export const hiddenArrayOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["ArrayCreate", 1, (machine, _this, args) => arrayCreate(machine, args[0] as number)],
  [
    "ArraySpeciesCreate",
    2,
    (machine, _this, args) => arraySpeciesCreate(machine, args[0] as JSObject, args[1] as number),
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

