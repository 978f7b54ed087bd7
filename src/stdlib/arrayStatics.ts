/** Array.from, Array.fromAsync, Array.of: guest text for the general case, host code for plain sources. */
import { iteratesAsArray, iteratesAsMap, iteratesAsSet } from "../objects/iterator.ts"
import type { Collection } from "../objects/collection.ts"
import { isObject } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, guest, withGuest } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { elementAt, type Elements, MAX_HOST_ELEMENTS } from "./dense.ts"

/** The elements that iterating a plain array, map or set gives; null for anything else, or too many. */
export function quickList(machine: Machine, value: Value): Elements | null {
  if (!isObject(value)) return null
  const { realm } = machine
  if (iteratesAsArray(realm, value)) {
    const elements = value.data as Elements
    if (elements.length > MAX_HOST_ELEMENTS * 10) return null
    return elements.map((_, index) => elementAt(elements, index))
  }
  const collection = value.data as Collection
  if (iteratesAsSet(realm, value)) return collection.size > MAX_HOST_ELEMENTS ? null : entriesOf(machine, collection, false)
  if (iteratesAsMap(realm, value)) return collection.size > MAX_HOST_ELEMENTS ? null : entriesOf(machine, collection, true)
  return null
}

function entriesOf(machine: Machine, collection: Collection, pairs: boolean): Elements {
  const list: Elements = []
  for (let entry = collection.first; entry !== null; entry = entry.next) {
    list.push(pairs ? createArray(machine, [entry.key, entry.value]) : entry.key)
  }
  return list
}

/** Array.from, ECMA-262 23.1.2.1. */
const from = withGuest(
  1,
  (machine, thisValue, args): Completion | typeof DECLINED => {
    if (thisValue !== machine.realm.intrinsic("Array") || args[1] !== undefined) return DECLINED
    const list = quickList(machine, args[0])
    if (list === null) return DECLINED
    machine.charge(list.length >> 4)
    return machine.allocate(OBJECT_BYTES + list.length * SLOT_BYTES) ? createArray(machine, list) : ABRUPT
  },
  `function (items, mapper, thisArgument) {
    const mapping = mapper !== undefined
    if (mapping && !IsCallable(mapper)) ThrowTypeError(NameOf(mapper) + " is not a function")
    const method = GetMethod(items, WellKnownSymbol("iterator"))
    if (method !== undefined) {
      const result = IsConstructor(this) ? Construct(this, []) : []
      const record = GetIteratorFromMethod(items, method)
      let index = 0
      for (;;) {
        const next = IteratorStep(record)
        if (next === DONE) {
          SetOrThrow(result, "length", index)
          return result
        }
        let mapped = next
        try {
          if (mapping) mapped = Call(mapper, thisArgument, next, index)
          CreateDataPropertyOrThrow(result, ToString(index), mapped)
        } catch (error) {
          IteratorCloseThrowing(record, error)
        }
        index++
      }
    }
    const source = ToObject(items)
    const length = LengthOfArrayLike(source)
    const result = IsConstructor(this) ? Construct(this, [length]) : ArrayCreate(length)
    for (let index = 0; index < length; index++) {
      const key = ToString(index)
      const value = source[key]
      CreateDataPropertyOrThrow(result, key, mapping ? Call(mapper, thisArgument, value, index) : value)
    }
    SetOrThrow(result, "length", length)
    return result
  }`,
)

/** Array.fromAsync, ECMA-262 23.1.2.2. */
const fromAsync = guest(
  1,
  `async function (items, mapper, thisArgument) {
    const mapping = mapper !== undefined
    if (mapping && !IsCallable(mapper)) ThrowTypeError(NameOf(mapper) + " is not a function")
    const closeThrowing = async (iterator, error) => {
      try {
        const method = GetMethod(iterator, "return")
        if (method !== undefined) await Call(method, iterator)
      } catch {}
      throw error
    }
    const asyncMethod = GetMethod(items, WellKnownSymbol("asyncIterator"))
    const syncMethod = asyncMethod === undefined ? GetMethod(items, WellKnownSymbol("iterator")) : undefined
    if (asyncMethod !== undefined || syncMethod !== undefined) {
      const result = IsConstructor(this) ? Construct(this, []) : []
      const record = asyncMethod !== undefined ? GetIteratorFromMethod(items, asyncMethod)
        : CreateAsyncFromSyncIterator(GetIteratorFromMethod(items, syncMethod))
      const iterator = RecordIterator(record)
      const nextMethod = RecordNext(record)
      for (let index = 0; ; index++) {
        const next = await Call(nextMethod, iterator)
        if (!IsObject(next)) ThrowTypeError("Iterator result " + NameOf(next) + " is not an object")
        if (next.done) {
          SetOrThrow(result, "length", index)
          return result
        }
        let value = next.value
        try {
          if (mapping) value = await Call(mapper, thisArgument, value, index)
          CreateDataPropertyOrThrow(result, ToString(index), value)
        } catch (error) {
          await closeThrowing(iterator, error)
        }
      }
    }
    const source = ToObject(items)
    const length = LengthOfArrayLike(source)
    const result = IsConstructor(this) ? Construct(this, [length]) : ArrayCreate(length)
    for (let index = 0; index < length; index++) {
      const key = ToString(index)
      let value = await source[key]
      if (mapping) value = await Call(mapper, thisArgument, value, index)
      CreateDataPropertyOrThrow(result, key, value)
    }
    SetOrThrow(result, "length", length)
    return result
  }`,
)

/** Array.of, ECMA-262 23.1.2.4. */
const of = withGuest(
  0,
  (machine, thisValue, args) => {
    if (thisValue !== machine.realm.intrinsic("Array")) return DECLINED
    return machine.allocate(OBJECT_BYTES + args.length * SLOT_BYTES) ? createArray(machine, args.slice()) : ABRUPT
  },
  `function () {
    const length = arguments.length
    const result = IsConstructor(this) ? Construct(this, [length]) : ArrayCreate(length)
    for (let index = 0; index < length; index++) CreateDataPropertyOrThrow(result, ToString(index), arguments[index])
    SetOrThrow(result, "length", length)
    return result
  }`,
)

export const staticMembers = { from, fromAsync, of }

