/** %TypedArray%, its prototype, and the classes of typed arrays, ECMA-262 23.2. */
import { elementSize, type ElementType, elementTypes, type TypedArraySlots } from "../objects/buffer.ts"
import type { Intrinsic } from "../objects/realm.ts"
import type { Value } from "../objects/value.ts"
import {
  changed,
  alias,
  constant,
  constructor,
  getter,
  guest,
  intrinsic,
  type Member,
  object,
} from "../interpreter/native.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { arrayIntrinsics } from "./Array.ts"
import { throwIncompatible } from "./receivers.ts"
import { constructTypedArray } from "./typedArrayConstructor.ts"
import { isTypedArray, typedSlots } from "./typedArrayCreate.ts"
import { typedArrayMethods } from "./typedArrayMethods.ts"
import { uint8ArrayMethods, uint8ArrayStatics } from "./uint8Array.ts"

function slotGetter(name: string, read: (slots: TypedArraySlots) => Value): Member {
  return getter((machine, thisValue) => {
    if (isTypedArray(thisValue)) return read(typedSlots(thisValue))
    return throwIncompatible(machine, `get %TypedArray%.prototype.${name}`, thisValue)
  })
}

const from = `function (source, mapper, thisArgument) {
  if (!IsConstructor(this)) ThrowTypeError(NameOf(this) + " is not a constructor")
  if (mapper !== undefined && !IsCallable(mapper)) ThrowTypeError(NameOf(mapper) + " is not a function")
  const iteratorMethod = GetMethod(source, WellKnownSymbol("iterator"))
  let values = source
  if (iteratorMethod !== undefined) {
    values = []
    const iterator = GetIteratorFromMethod(source, iteratorMethod)
    for (;;) {
      const value = IteratorStep(iterator)
      if (value === DONE) break
      Push(values, value)
    }
  }
  const object = ToObject(values)
  const length = LengthOfArrayLike(object)
  const target = TypedArrayCreate(this, length, "from")
  for (let index = 0; index < length; index++) {
    const value = object[index]
    target[index] = mapper === undefined ? value : Call(mapper, thisArgument, value, index)
  }
  return target
}`

const of = `function (...items) {
  if (!IsConstructor(this)) ThrowTypeError(NameOf(this) + " is not a constructor")
  const length = LengthOfArrayLike(items)
  const target = TypedArrayCreate(this, length, "of")
  for (let index = 0; index < length; index++) target[index] = items[index]
  return target
}`

const abstractConstructor = constructor({
  name: "TypedArray",
  length: 0,
  body: (machine) => throwTypeError(machine, "Abstract class TypedArray not directly constructable"),
  statics: [
    ["from", guest(1, from)],
    ["of", guest(0, of)],
    [Symbol.species, getter((_machine, thisValue) => thisValue)],
  ],
})

const abstractPrototype = object({
  name: "TypedArray.prototype",
  members: [
    ["constructor", intrinsic("TypedArray")],
    ["buffer", slotGetter("buffer", (slots) => slots.buffer)],
    ["byteLength", slotGetter("byteLength", (slots) => slots.current().byteLength)],
    ["byteOffset", slotGetter("byteOffset", (slots) => (slots.outOfBounds ? 0 : slots.byteOffset))],
    ["length", slotGetter("length", (slots) => slots.current().length)],
    ...typedArrayMethods,
    [Symbol.iterator, alias("values")],
    [
      Symbol.toStringTag,
      getter((_machine, thisValue) =>
        isTypedArray(thisValue) ? `${typedSlots(thisValue).type}Array` : undefined,
      ),
    ],
  ],
})

/** `toString` is the very function of Array.prototype. */
const arrayToString = () =>
  arrayIntrinsics
    .find(({ name }) => name === "Array.prototype")!
    .properties.find(([key]) => key === "toString")!

function classOf(type: ElementType): Intrinsic[] {
  const name = `${type}Array`
  const size = elementSize(type)
  return [
    constructor({
      name,
      length: 3,
      inherits: "TypedArray",
      body(machine, _this, args, newTarget) {
        if (newTarget === undefined) return throwTypeError(machine, messages.requiresNew(name))
        return constructTypedArray(machine, type, args, newTarget)
      },
      statics: [["BYTES_PER_ELEMENT", constant(size)], ...(type === "Uint8" ? uint8ArrayStatics : [])],
    }),
    object({
      name: `${name}.prototype`,
      prototype: "TypedArray.prototype",
      members: [
        ["constructor", intrinsic(name)],
        ["BYTES_PER_ELEMENT", constant(size)],
        ...(type === "Uint8" ? uint8ArrayMethods : []),
      ],
    }),
  ]
}

export const typedArrayIntrinsics: Intrinsic[] = [
  abstractConstructor,
  changed(abstractPrototype, (properties) => [...properties, arrayToString()]),
  ...elementTypes.flatMap(classOf),
]
