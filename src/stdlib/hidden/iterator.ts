/** Operations on iterators for guest text. Records never reach a program. */
import { WrappedIteratorSlots } from "../../objects/iterator.ts"
import { isObject, JSObject, Kind } from "../../objects/object.ts"
import { OBJECT_BYTES } from "../../objects/meter.ts"
import { type Value } from "../../objects/value.ts"
import { createAsyncFromSyncIterator } from "../../interpreter/asyncFromSync.ts"
import type { IteratorRecord } from "../../interpreter/iterators.ts"
import { type NativeBody } from "../../interpreter/native.ts"
import {
  asCompletion,
  asRecord,
  getIteratorDirect,
  getIteratorFlattenable,
  getIteratorFromMethod,
} from "../iteratorFlattenable.ts"
import { throwIncompatible } from "../receivers.ts"

export const hiddenIteratorOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["GetIteratorFromMethod", 2, (machine, _this, args) => getIteratorFromMethod(machine, args[0], args[1])],
  ["GetIteratorDirect", 1, (machine, _this, args) => getIteratorDirect(machine, args[0] as JSObject)],
  ["GetIteratorFlattenable", 1, (machine, _this, args) => getIteratorFlattenable(machine, args[0], true)],
  ["RecordIterator", 1, (_machine, _this, args) => asRecord(args[0] as Value).iterator],
  ["RecordNext", 1, (_machine, _this, args) => asRecord(args[0] as Value).next],
  [
    "WrapIterator",
    1,
    (machine, _this, args) => {
      const shape = machine.realm.shapeFor(machine.realm.intrinsic("WrapForValidIteratorPrototype"))
      machine.meter.used += OBJECT_BYTES
      return new JSObject(shape, [], Kind.Iterator, new WrappedIteratorSlots(asRecord(args[0] as Value)))
    },
  ],
  [
    "WrappedRecord",
    1,
    (machine, _this, args) => {
      const receiver = args[0]
      if (isObject(receiver) && receiver.data instanceof WrappedIteratorSlots) {
        return asCompletion(receiver.data.iterated as IteratorRecord)
      }
      return throwIncompatible(machine, "%WrapForValidIteratorPrototype%.return", receiver)
    },
  ],
  [
    "CreateAsyncFromSyncIterator",
    1,
    (machine, _this, args) => asCompletion(createAsyncFromSyncIterator(machine, asRecord(args[0] as Value))),
  ],
]
