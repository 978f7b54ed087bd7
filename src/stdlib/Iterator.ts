/** Iterator, Iterator.prototype and the prototypes of built-in iterators, ECMA-262 27.1, 23.1.5, 22.1.5, 24.1.5, 24.2.6. */
import { TypedArraySlots } from "../objects/buffer.ts"
import {
  ArrayIteratorSlots,
  CollectionIteratorSlots,
  StringIteratorSlots,
  WrappedIteratorSlots,
} from "../objects/iterator.ts"
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import { call, leaveNative } from "../interpreter/call.ts"
import { guestBody } from "../interpreter/guest.ts"
import { get } from "../interpreter/internal.ts"
import type { IteratorRecord } from "../interpreter/iterators.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  accessor,
  constant,
  constructor,
  guest,
  type Member,
  method,
  type NativeBody,
  object,
  steps,
} from "../interpreter/native.ts"
import { createArray, createIteratorResult, lengthOf, toNumber } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { elementAt, type Elements, indicesUnheld } from "./dense.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { consumerMembers } from "./iteratorConsumers.ts"
import { concat, helperPrototype, lazyMembers } from "./iteratorHelpers.ts"
import { throwIncompatible } from "./receivers.ts"

const makeIterator = fromConstructor<null>("Iterator.prototype", (machine, prototype) =>
  machine.realm.newObject(prototype),
)

/** SetterThatIgnoresPrototypeProperties, 10.1.1.3 of the property on Iterator.prototype. */
function ignoringSetter(name: string, key: string): NativeBody {
  return guestBody(
    `set Iterator.prototype.${name}`,
    `function (value) {
      if (!IsObject(this)) ThrowTypeError("Iterator.prototype.${name} setter called on non-object")
      if (this === Intrinsic("Iterator.prototype")) ThrowTypeError("Cannot assign to this property")
      const key = ${key}
      if (GetOwnPropertyDescriptor(this, key) === undefined) CreateDataPropertyOrThrow(this, key, value)
      else SetOrThrow(this, key, value)
    }`,
  )
}

/** Iterator.from, 27.1.3.2.2. */
const from = guest(
  1,
  `function (value) {
    const record = GetIteratorFlattenable(value)
    const iterator = RecordIterator(record)
    const prototype = Intrinsic("Iterator.prototype")
    for (let holder = GetPrototypeOf(iterator); holder !== null; holder = GetPrototypeOf(holder)) {
      if (holder === prototype) return iterator
    }
    return WrapIterator(record)
  }`,
)

const returnsThis = method(0, (_machine, thisValue) => thisValue)

/** A `next` of built-in iterators: false data ends as an incompatible receiver. */
function nextMethod<Slots>(
  name: string,
  isMine: (data: unknown) => data is Slots,
  next: (machine: Machine, slots: Slots) => Completion,
): Member {
  return method(0, (machine, thisValue) => {
    if (isObject(thisValue) && thisValue.kind === Kind.Iterator && isMine(thisValue.data)) {
      return next(machine, thisValue.data)
    }
    return throwIncompatible(machine, `${name}.prototype.next`, thisValue)
  })
}

function done(machine: Machine): Completion {
  return createIteratorResult(machine, undefined, true)
}

/** %ArrayIteratorPrototype%.next, 23.1.5.2.1. */
function nextOfArray(machine: Machine, slots: ArrayIteratorSlots): Completion {
  const { object } = slots
  if (object === null) return done(machine)
  if (object.kind === Kind.Array) {
    const elements = object.data as Elements
    if (slots.index >= elements.length) return endArray(machine, slots)
    const element = slots.kind === "key" ? undefined : elements[slots.index]!
    if (element !== EMPTY || indicesUnheld(machine.realm, object)) {
      return giveElement(machine, slots, slots.kind === "key" ? undefined : elementAt(elements, slots.index))
    }
  } else if (
    object.kind === Kind.TypedArray &&
    object.data instanceof TypedArraySlots &&
    object.data.outOfBounds
  ) {
    return throwTypeError(machine, "Cannot perform %ArrayIteratorPrototype%.next on a detached ArrayBuffer")
  }
  return nextElementSteps.start(machine, { slots, object })
}

function endArray(machine: Machine, slots: ArrayIteratorSlots): Completion {
  slots.object = null
  return done(machine)
}

function giveElement(machine: Machine, slots: ArrayIteratorSlots, element: Value): Completion {
  const index = slots.index++
  if (slots.kind === "value") return createIteratorResult(machine, element, false)
  return createIteratorResult(
    machine,
    slots.kind === "key" ? index : createArray(machine, [index, element]),
    false,
  )
}

const nextElementSteps = steps<{ slots: ArrayIteratorSlots; object: JSObject }>({
  name: "ArrayIteratorPrototype.next",
  run(machine, frame, input) {
    const { slots, object } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      const typed = object.kind === Kind.TypedArray && object.data instanceof TypedArraySlots
      input = typed
        ? (object.data as TypedArraySlots).current().length
        : get(machine, object, "length", object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      input = toNumber(machine, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2) {
      if (slots.index >= lengthOf(input as number)) return endArray(machine, slots)
      frame.state = 3
      if (slots.kind === "key") return giveElement(machine, slots, undefined)
      input = get(machine, object, String(slots.index), object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return giveElement(machine, slots, input as Value)
  },
})

function nextOfCollection(machine: Machine, slots: CollectionIteratorSlots): Completion {
  if (slots.collection === null) return done(machine)
  const entry = slots.collection.after(slots.entry)
  if (entry === null) {
    slots.collection = null
    slots.entry = null
    return done(machine)
  }
  slots.entry = entry
  const value = slots.of === "Set" ? entry.key : entry.value
  if (slots.kind === "key+value")
    return createIteratorResult(machine, createArray(machine, [entry.key, value]), false)
  return createIteratorResult(machine, slots.kind === "key" ? entry.key : value, false)
}

/** %StringIteratorPrototype%.next: one code point at a time. */
function nextOfString(machine: Machine, slots: StringIteratorSlots): Completion {
  const { text, position } = slots
  if (position >= text.length) return done(machine)
  const first = text.charCodeAt(position)
  const second = text.charCodeAt(position + 1)
  const paired = first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000
  slots.position = position + (paired ? 2 : 1)
  return createIteratorResult(machine, text.slice(position, slots.position), false)
}

/** %WrapForValidIteratorPrototype%, 27.1.3.2.1.2. */
const wrapPrototype = object({
  name: "WrapForValidIteratorPrototype",
  prototype: "Iterator.prototype",
  members: [
    [
      "next",
      method(0, (machine, thisValue) => {
        if (!isObject(thisValue) || !(thisValue.data instanceof WrappedIteratorSlots)) {
          return throwIncompatible(machine, "%WrapForValidIteratorPrototype%.next", thisValue)
        }
        const { iterated } = thisValue.data as WrappedIteratorSlots<IteratorRecord>
        return call(machine, iterated.next, iterated.iterator, [])
      }),
    ],
    [
      "return",
      guest(
        0,
        `function () {
          const iterator = RecordIterator(WrappedRecord(this))
          const method = GetMethod(iterator, "return")
          return method === undefined ? CreateIteratorResult(undefined, true) : Call(method, iterator)
        }`,
      ),
    ],
  ],
})

function tag(text: string): readonly [symbol, Member] {
  return [Symbol.toStringTag, constant(text, CONFIGURABLE)]
}

const isArrayIterator = (data: unknown): data is ArrayIteratorSlots => data instanceof ArrayIteratorSlots
const isStringIterator = (data: unknown): data is StringIteratorSlots => data instanceof StringIteratorSlots
const isIteratorOf =
  (of: "Map" | "Set") =>
  (data: unknown): data is CollectionIteratorSlots =>
    data instanceof CollectionIteratorSlots && data.of === of

function iteratorPrototype(name: string, tagText: string, next: Member): Intrinsic {
  return object({ name, prototype: "Iterator.prototype", members: [["next", next], tag(tagText)] })
}

export const iteratorIntrinsics: Intrinsic[] = [
  constructor({
    name: "Iterator",
    length: 0,
    body(machine, _thisValue, _args, newTarget, callee) {
      if (newTarget === undefined) return throwTypeError(machine, messages.requiresNew("Iterator"))
      if (newTarget === callee) {
        return throwTypeError(machine, "Abstract class Iterator not directly constructable")
      }
      return makeIterator(machine, newTarget, null)
    },
    statics: [
      ["from", from],
      ["concat", concat],
    ],
  }),
  object({
    name: "Iterator.prototype",
    members: [
      [
        "constructor",
        accessor(
          (machine) => machine.realm.intrinsic("Iterator"),
          ignoringSetter("constructor", '"constructor"'),
        ),
      ],
      ...Object.entries(lazyMembers),
      ...Object.entries(consumerMembers),
      [Symbol.iterator, returnsThis],
      [
        Symbol.toStringTag,
        accessor(() => "Iterator", ignoringSetter("[Symbol.toStringTag]", 'WellKnownSymbol("toStringTag")')),
      ],
    ],
  }),
  object({ name: "AsyncIteratorPrototype", members: [[Symbol.asyncIterator, returnsThis]] }),
  iteratorPrototype(
    "ArrayIteratorPrototype",
    "Array Iterator",
    nextMethod("Array Iterator", isArrayIterator, nextOfArray),
  ),
  iteratorPrototype(
    "MapIteratorPrototype",
    "Map Iterator",
    nextMethod("Map Iterator", isIteratorOf("Map"), nextOfCollection),
  ),
  iteratorPrototype(
    "SetIteratorPrototype",
    "Set Iterator",
    nextMethod("Set Iterator", isIteratorOf("Set"), nextOfCollection),
  ),
  iteratorPrototype(
    "StringIteratorPrototype",
    "String Iterator",
    nextMethod("String Iterator", isStringIterator, nextOfString),
  ),
  helperPrototype,
  wrapPrototype,
]
