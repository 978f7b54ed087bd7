/** The internal methods of typed arrays, ECMA-262 10.4.5, and quick access to their elements. */
import type { TypedArraySlots } from "../objects/buffer.ts"
import {
  type BigIntView,
  fromFloat16Bits,
  isBigIntType,
  type NumberView,
  toFloat16Bits,
} from "../objects/buffer.ts"
import type { JSObject } from "../objects/object.ts"
import { slotKeys } from "../objects/properties.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type PropertyKey, type Value } from "../objects/value.ts"
import { leaveNative } from "./call.ts"
import { type Descriptor, isAccessorDescriptor } from "./descriptor.ts"
import { PASS } from "./exotic.ts"
import { setOnReceiver } from "./internal.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./steps.ts"
import { toNumber } from "./operations.ts"
import { toBigInt } from "./toBigInt.ts"

type Pass = typeof PASS

/** CanonicalNumericIndexString, 7.1.21: undefined where the key is none. "-0" gives -1, as neither is ever an index. */
function numericIndex(key: PropertyKey): number | undefined {
  if (typeof key !== "string" || key.length === 0 || key.length > 24) return undefined
  const first = key.charCodeAt(0)
  // A digit, "-", "I" of Infinity or "N" of NaN.
  if (!((first >= 48 && first <= 57) || first === 45 || first === 73 || first === 78)) return undefined
  if (key === "-0") return -1
  const number = Number(key)
  return String(number) === key ? number : undefined
}

function slotsOf(object: JSObject): TypedArraySlots {
  return object.data as TypedArraySlots
}

/** TypedArrayLength, 10.4.5.12; 0 where the array is out of bounds. */
export function typedArrayLength(object: JSObject): number {
  return slotsOf(object).current().length
}

/** IsValidIntegerIndex, 10.4.5.14. */
function isValidIndex(object: JSObject, index: number): boolean {
  return slotsOf(object).current()[index] !== undefined
}

/** TypedArrayGetElement, 10.4.5.15: EMPTY where there is no such element. `index` is any number. */
export function typedElement(object: JSObject, index: number): Value | Empty {
  const slots = object.data as TypedArraySlots
  const value = slots.current()[index]
  if (value === undefined) return EMPTY
  return slots.type === "Float16" ? fromFloat16Bits(value as number) : value
}

/** Writes an element that was converted already; nothing happens where there is no such element. */
export function putTypedElement(object: JSObject, index: number, value: number | bigint): void {
  const slots = object.data as TypedArraySlots
  const view = slots.current()
  if (view[index] === undefined) return
  if (typeof value === "bigint") (view as BigIntView)[index] = value
  else (view as NumberView)[index] = slots.type === "Float16" ? toFloat16Bits(value) : value
}

/** The conversion that a write of an element begins with. */
export function toElement(machine: Machine, object: JSObject, value: Value): Completion<number | bigint> {
  return isBigIntType(slotsOf(object).type) ? toBigInt(machine, value) : toNumber(machine, value)
}

const setElementSteps = steps<{ object: JSObject; index: number; value: Value }>({
  name: "TypedArraySetElement",
  run(machine, frame, input) {
    const { object, index, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = toElement(machine, object, value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    putTypedElement(object, index, input as number | bigint)
    return true
  },
})

/** TypedArraySetElement, 10.4.5.16. */
export function setTypedElement(
  machine: Machine,
  object: JSObject,
  index: number,
  value: Value,
): Completion<boolean> {
  if (typeof value === "number" && !isBigIntType(slotsOf(object).type)) {
    putTypedElement(object, index, value)
    return true
  }
  return setElementSteps.start(machine, { object, index, value }) as Completion<boolean>
}

/** 10.4.5.2. */
export function typedArrayGetOwn(
  _machine: Machine,
  object: JSObject,
  key: PropertyKey,
): Descriptor | undefined | Pass {
  const index = numericIndex(key)
  if (index === undefined) return PASS
  const value = typedElement(object, index)
  return value === EMPTY ? undefined : { value, writable: true, enumerable: true, configurable: true }
}

/** 10.4.5.3. */
export function typedArrayHas(_machine: Machine, object: JSObject, key: PropertyKey): boolean | Pass {
  const index = numericIndex(key)
  return index === undefined ? PASS : isValidIndex(object, index)
}

/** 10.4.5.4. */
export function typedArrayDefine(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  descriptor: Descriptor,
): Completion<boolean> | Pass {
  const index = numericIndex(key)
  if (index === undefined) return PASS
  if (!isValidIndex(object, index) || isAccessorDescriptor(descriptor)) return false
  const { configurable, enumerable, writable } = descriptor
  if (configurable === false || enumerable === false || writable === false) return false
  return "value" in descriptor ? setTypedElement(machine, object, index, descriptor.value) : true
}

/** 10.4.5.6. */
export function typedArraySet(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  value: Value,
  receiver: Value,
): Completion<boolean> | Pass {
  const index = numericIndex(key)
  if (index === undefined) return PASS
  if (object === receiver) return setTypedElement(machine, object, index, value)
  return isValidIndex(object, index) ? setOnReceiver(machine, key, value, receiver) : true
}

/** 10.4.5.7. */
export function typedArrayDelete(_machine: Machine, object: JSObject, key: PropertyKey): boolean | Pass {
  const index = numericIndex(key)
  return index === undefined ? PASS : !isValidIndex(object, index)
}

/** 10.4.5.8. */
export function typedArrayKeys(machine: Machine, object: JSObject): PropertyKey[] {
  const { length } = slotsOf(object).current()
  machine.charge(length >> 2)
  const keys: PropertyKey[] = []
  for (let index = 0; index < length; index++) keys.push(String(index))
  return keys.concat(slotKeys(machine.realm, object))
}

/** IsTypedArrayFixedLength, 10.4.5.10: else its extension cannot be prevented. */
export function isTypedArrayFixedLength(object: JSObject): boolean {
  const slots = slotsOf(object)
  return slots.fixedLength !== null && slots.bufferSlots.maxByteLength === null
}
