/** Array.fromAsync and Array.of. */
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT } from "../objects/value.ts"
import { DECLINED, guest, withGuest } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { from } from "./arrayFrom.ts"

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
    return machine.allocate(OBJECT_BYTES + args.length * SLOT_BYTES)
      ? createArray(machine, args.slice())
      : ABRUPT
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
