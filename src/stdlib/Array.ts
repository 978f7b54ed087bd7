/** Array and Array.prototype, ECMA-262 23.1. */
import { ArrayIteratorSlots, type IterationKind } from "../objects/iterator.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Value } from "../objects/value.ts"
import { alias, constructor, getter, intrinsic, type Member, method, object } from "../interpreter/native.ts"
import { toObject } from "../interpreter/operations.ts"
import { throwRangeError } from "../interpreter/throws.ts"
import { messages } from "../interpreter/throws.ts"
import { callbackMembers } from "./arrayCallbacks.ts"
import { flatMembers } from "./arrayFlat.ts"
import { mutatorMembers } from "./arrayMutators.ts"
import { readerMembers } from "./arrayReaders.ts"
import { sortMembers } from "./arraySort.ts"
import { arrayCreate, isArray } from "./arraySpecies.ts"
import { staticMembers } from "./arrayStatics.ts"
import { joinStack, textMembers } from "./arrayText.ts"
import { fromConstructor } from "./fromConstructor.ts"

/** Array ( ...values ), 23.1.1.1. */
const makeArray = fromConstructor<Value[]>("Array.prototype", (machine, prototype, args) => {
  if (args.length === 1 && typeof args[0] === "number") {
    const length = args[0]
    if (length >>> 0 !== length) return throwRangeError(machine, messages.invalidArrayLength)
    return arrayCreate(machine, length, prototype)
  }
  if (!machine.allocate(OBJECT_BYTES + args.length * 8)) return ABRUPT
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Array, args.slice())
})

/** CreateArrayIterator, 23.1.5.1, of `this`. */
function iteratorOf(kind: IterationKind): Member {
  return method(0, (machine, thisValue) => {
    const array = toObject(machine, thisValue)
    if (array === ABRUPT) return ABRUPT
    machine.meter.used += OBJECT_BYTES
    const shape = machine.realm.shapeFor(machine.realm.intrinsic("ArrayIteratorPrototype"))
    return new JSObject(shape, [], Kind.Iterator, new ArrayIteratorSlots(array, kind))
  })
}

/** Array.prototype[Symbol.unscopables], 23.1.3.41. */
const unscopables = [
  "at",
  "copyWithin",
  "entries",
  "fill",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "flat",
  "flatMap",
  "includes",
  "keys",
  "toReversed",
  "toSorted",
  "toSpliced",
  "values",
]

export const arrayIntrinsics: Intrinsic[] = [
  constructor({
    name: "Array",
    length: 1,
    body: (machine, _thisValue, args, newTarget, callee) => makeArray(machine, newTarget ?? callee, args),
    statics: [
      ...Object.entries(staticMembers),
      ["isArray", method(1, (machine, _thisValue, args) => isArray(machine, args[0]))],
      [Symbol.species, getter((_machine, thisValue) => thisValue)],
    ],
  }),
  object({
    name: "Array.prototype",
    kind: Kind.Array,
    data: () => [],
    members: [
      ["constructor", intrinsic("Array")],
      ...Object.entries(readerMembers),
      ...Object.entries(mutatorMembers),
      ...Object.entries(callbackMembers),
      ...Object.entries(sortMembers),
      ...Object.entries(flatMembers),
      ...Object.entries(textMembers),
      ["keys", iteratorOf("key")],
      ["entries", iteratorOf("key+value")],
      ["values", iteratorOf("value")],
      [Symbol.iterator, alias("values")],
      [Symbol.unscopables, intrinsic("Array.prototype[Symbol.unscopables]", CONFIGURABLE)],
    ],
  }),
  object({
    name: "Array.prototype[Symbol.unscopables]",
    prototype: null,
    members: unscopables.map((name) => [name, { type: "value", value: true, attributes: 7 }] as const),
  }),
  joinStack,
]
