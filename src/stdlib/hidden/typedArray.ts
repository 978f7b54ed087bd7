/** Hidden operations for the guest text of the typed arrays' methods. Each works on receivers that were validated. */
import { isBigIntType, type NumberView, toFloat16Bits } from "../../objects/buffer.ts"
import type { JSObject } from "../../objects/object.ts"
import { SLOT_BYTES } from "../../objects/meter.ts"
import { Kind } from "../../objects/object.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type Value } from "../../objects/value.ts"
import { leaveNative, pause } from "../../interpreter/call.ts"
import type { Machine } from "../../interpreter/machine.ts"
import { type NativeBody, steps } from "../../interpreter/native.ts"
import { createArray, MAX_STRING_LENGTH } from "../../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../../interpreter/throws.ts"
import { putTypedElement, toElement, typedElement } from "../../interpreter/typedArray.ts"
import { throwIncompatible } from "../receivers.ts"
import { copyAll, copyElements } from "../typedArrayCopy.ts"
import { sortNumbers } from "../typedArraySort.ts"
import {
  isTypedArray,
  newTypedArray,
  sentences,
  typedArrayCreate,
  typedArraySpeciesCreate,
  typedSlots,
  validateTypedArray,
} from "../typedArrayCreate.ts"

function lengthOf(array: Value): number {
  return typedSlots(array as JSObject).current().length
}

const validate: NativeBody = (machine, _this, [value, name]) => {
  const array = validateTypedArray(machine, value, name as string)
  return array === ABRUPT ? ABRUPT : lengthOf(array)
}

const require: NativeBody = (machine, _this, [value, name]) =>
  isTypedArray(value)
    ? undefined
    : throwIncompatible(machine, `%TypedArray%.prototype.${name as string}`, value)

const fill: NativeBody = (machine, _this, [array, element, from, to]) => {
  const slots = typedSlots(array as JSObject)
  machine.charge(((to as number) - (from as number)) >> 8)
  const value = slots.type === "Float16" ? toFloat16Bits(element as number) : element
  slots.current().fill(value as never, from as number, to as number)
  return undefined
}

/** The place of an element from `from` on, before `to`; -1 if there is none. `mode` is that of the method's equality. */
const search: NativeBody = (machine, _this, [array, element, from, to, mode]) => {
  const slots = typedSlots(array as JSObject)
  machine.charge(((to as number) - (from as number)) >> 5)
  if (typeof element !== (isBigIntType(slots.type) ? "bigint" : "number")) return -1
  const view = slots.current()
  const end = Math.min(to as number, view.length)
  if (slots.type === "Float16")
    return searchFloat16(array as JSObject, element as number, from as number, end, mode === "includes")
  if (mode === "includes" && element !== element) {
    const place = (view as NumberView).subarray(from as number, end).findIndex(Number.isNaN)
    return place < 0 ? -1 : place + (from as number)
  }
  const place = view.subarray(from as number, end).indexOf(element as never)
  return place < 0 ? -1 : place + (from as number)
}

function searchFloat16(array: JSObject, element: number, from: number, end: number, zero: boolean): number {
  for (let index = from; index < end; index++) {
    const value = typedElement(array, index) as number
    if (value === element || (zero && value !== value && element !== element)) return index
  }
  return -1
}

/** The last place of an element at or before `from`, not before `to`; -1 if there is none. */
const searchBack: NativeBody = (machine, _this, [array, element, from, to]) => {
  machine.charge(((from as number) - (to as number)) >> 3)
  for (let index = from as number; index >= (to as number); index--) {
    if (typedElement(array as JSObject, index) === element) return index
  }
  return -1
}

const join: NativeBody = (machine, _this, [array, separator, from, to]) => {
  const between = separator as string
  const start = from as number
  const count = (to as number) - start
  machine.charge(count)
  if (count * between.length > MAX_STRING_LENGTH)
    return throwRangeError(machine, messages.invalidStringLength)
  if (!machine.allocate(count * (between.length + 8) * 2)) return ABRUPT
  const parts: string[] = []
  for (let index = start; index < start + count; index++) {
    const element = typedElement(array as JSObject, index)
    parts.push(element === EMPTY ? "" : String(element))
  }
  return parts.join(between)
}

const copyWithin: NativeBody = (machine, _this, [array, to, from, count]) => {
  const view = typedSlots(array as JSObject).current()
  machine.charge((count as number) >> 8)
  const allowed = Math.min(count as number, view.length - (from as number), view.length - (to as number))
  if (allowed > 0) view.copyWithin(to as number, from as number, (from as number) + allowed)
  return undefined
}

/** SetTypedArrayFromTypedArray, 23.2.3.26.1, of receivers whose offset is an integer or Infinity. */
const setFromTyped: NativeBody = (machine, _this, [target, source, offset]) => {
  const valid = validateTypedArray(machine, target, "set")
  if (valid === ABRUPT) return ABRUPT
  const from = validateTypedArray(machine, source, "set")
  if (from === ABRUPT) return ABRUPT
  if (isBigIntType(typedSlots(valid).type) !== isBigIntType(typedSlots(from).type)) {
    return throwTypeError(machine, sentences.mixed)
  }
  const count = lengthOf(from)
  if (count + (offset as number) > lengthOf(valid)) return throwRangeError(machine, "offset is out of bounds")
  return setSteps.start(machine, { target: valid, source: from, offset: offset as number })
}

/** What shares bytes with the target, and has another type, is copied first. */
const setSteps = steps<{ readonly target: JSObject; readonly source: JSObject; readonly offset: number }>({
  name: "SetTypedArrayFromTypedArray",
  run(machine, frame, input) {
    const { target, source, offset } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = sharesBytes(target, source) ? cloneOf(machine, source) : source
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return copyElements(machine, input as JSObject, 0, target, offset, lengthOf(source), undefined)
  },
})

function sharesBytes(left: JSObject, right: JSObject): boolean {
  return (
    typedSlots(left).buffer === typedSlots(right).buffer && typedSlots(left).type !== typedSlots(right).type
  )
}

function cloneOf(machine: Machine, source: JSObject): Completion {
  const clone = newTypedArray(machine, typedSlots(source).type, lengthOf(source))
  return clone === ABRUPT ? ABRUPT : copyAll(machine, source, clone)
}

/** Copies a plain array of numbers; false where it is anything else. */
const setFromNumbers: NativeBody = (machine, _this, [target, source, offset]) => {
  const array = source as JSObject
  if (array.kind !== Kind.Array || isBigIntType(typedSlots(target as JSObject).type)) return false
  const elements = array.data as Array<Value | Empty>
  if (elements.length > 50_000 || !elements.every((element) => typeof element === "number")) return false
  machine.charge(elements.length >> 5)
  for (let index = 0; index < elements.length; index++) {
    putTypedElement(target as JSObject, (offset as number) + index, elements[index] as number)
  }
  return true
}

/** Copies to the start of a target of the same type; false where the types differ. */
const sliceInto: NativeBody = (machine, _this, [source, target, from, to]) => {
  const sourceSlots = typedSlots(source as JSObject)
  const targetSlots = typedSlots(target as JSObject)
  if (sourceSlots.type !== targetSlots.type) return false
  const count = Math.min((to as number) - (from as number), lengthOf(target))
  if (sourceSlots.buffer !== targetSlots.buffer)
    return copyElements(machine, source as JSObject, from as number, target as JSObject, 0, count, true)
  const size = sourceSlots.current().BYTES_PER_ELEMENT
  return bytesSteps.start(machine, {
    bytes: sourceSlots.bufferSlots.bytes,
    from: sourceSlots.byteOffset + (from as number) * size,
    to: targetSlots.byteOffset,
    count: count * size,
  })
}

/** Copies bytes one by one from the first, as the standard does where source and target overlap. */
const bytesSteps = steps<{ readonly bytes: Uint8Array; from: number; to: number; count: number }>({
  name: "TypedArraySliceBytes",
  run(machine, frame) {
    const { locals } = frame
    const { bytes } = locals
    for (; locals.count > 0; locals.count--) {
      if ((locals.count & 1_023) === 0) {
        if (machine.fuel < 0) return pause(machine, frame)
        machine.charge(64)
      }
      bytes[locals.to++] = bytes[locals.from++]!
    }
    return true
  },
})

/** The elements `[from, to)` at the end of a list. */
const pushElements: NativeBody = (machine, _this, [list, array, from, to]) => {
  const elements = (list as JSObject).data as Value[]
  machine.charge(((to as number) - (from as number)) >> 4)
  if (!machine.allocate(((to as number) - (from as number)) * SLOT_BYTES)) return ABRUPT
  for (let index = from as number; index < (to as number); index++)
    elements.push(typedElement(array as JSObject, index) as Value)
  return undefined
}

/** Writes the elements `[from, to)` of the source to the target, as far from its end as they are from the source's start. */
const reverseInto: NativeBody = (machine, _this, [target, source, from, to]) => {
  machine.charge(((to as number) - (from as number)) >> 5)
  const part = typedSlots(source as JSObject)
    .current()
    .slice(from as number, to as number)
    .reverse()
  typedSlots(target as JSObject)
    .current()
    .set(part as never, lengthOf(target) - (to as number))
  return undefined
}

/** Swaps the `count` elements from `low` with as many before `high`, both reversed. */
const swapReversed: NativeBody = (machine, _this, [array, low, high, count]) => {
  machine.charge((count as number) >> 4)
  const view = typedSlots(array as JSObject).current()
  const start = view.slice(low as number, (low as number) + (count as number)).reverse()
  const end = view.slice((high as number) - (count as number), high as number).reverse()
  view.set(end as never, low as number)
  view.set(start as never, (high as number) - (count as number))
  return undefined
}

const subarrayArguments: NativeBody = (machine, _this, [array, from, count]) => {
  const slots = typedSlots(array as JSObject)
  const size = slots.current().BYTES_PER_ELEMENT
  const args: Value[] = [slots.buffer, slots.byteOffset + (from as number) * size]
  if (count !== undefined) args.push(count)
  return createArray(machine, args)
}

export const hiddenTypedArray: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["ValidateTypedArray", 2, validate],
  ["RequireTypedArray", 2, require],
  ["IsTypedArray", 1, (_machine, _this, args) => isTypedArray(args[0])],
  ["TypedArrayLength", 1, (_machine, _this, args) => lengthOf(args[0])],
  [
    "TypedArrayTracksLength",
    1,
    (_machine, _this, args) => typedSlots(args[0] as JSObject).fixedLength === null,
  ],
  ["TypedArrayToElement", 2, (machine, _this, args) => toElement(machine, args[0] as JSObject, args[1])],
  [
    "TypedArrayCreate",
    3,
    (machine, _this, args) => typedArrayCreate(machine, args[0] as JSObject, [args[1]], args[2] as string),
  ],
  [
    "TypedArraySpeciesCreate",
    3,
    (machine, _this, args) => {
      const given = (args[1] as JSObject).data as Value[]
      return typedArraySpeciesCreate(machine, args[0] as JSObject, [...given], args[2] as string)
    },
  ],
  [
    "TypedArrayCreateSameType",
    2,
    (machine, _this, args) => newTypedArray(machine, typedSlots(args[0] as JSObject).type, args[1] as number),
  ],
  ["TypedArrayFill", 4, fill],
  ["TypedArraySearch", 5, search],
  ["TypedArraySearchBack", 4, searchBack],
  ["TypedArrayJoin", 4, join],
  ["TypedArrayCopyWithin", 4, copyWithin],
  ["TypedArraySetFromTyped", 3, setFromTyped],
  ["TypedArraySetFromNumbers", 3, setFromNumbers],
  ["TypedArraySliceInto", 4, sliceInto],
  ["TypedArrayPushElements", 4, pushElements],
  ["TypedArrayReverseInto", 4, reverseInto],
  ["TypedArraySwapReversed", 4, swapReversed],
  ["TypedArraySubarrayArguments", 3, subarrayArguments],
  ["TypedArraySortNumbers", 1, (machine, _this, args) => sortNumbers(machine, args[0] as JSObject)],
]
