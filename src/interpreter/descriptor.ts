/** Property descriptors, ECMA-262 6.2.6, and the validation of changes, 10.1.6.3. Runs no program code. */
import { Accessor, type JSObject, type Slot } from "../objects/object.ts"
import { ACCESSOR, CONFIGURABLE, ENUMERABLE, WRITABLE } from "../objects/shape.ts"
import type { Value } from "../objects/value.ts"

/** Absent fields are absent: `"value" in descriptor` asks. */
export interface Descriptor {
  value?: Value
  get?: JSObject | undefined
  set?: JSObject | undefined
  writable?: boolean
  enumerable?: boolean
  configurable?: boolean
}

export function isAccessorDescriptor(descriptor: Descriptor): boolean {
  return "get" in descriptor || "set" in descriptor
}

export function isDataDescriptor(descriptor: Descriptor): boolean {
  return "value" in descriptor || "writable" in descriptor
}

/** The full descriptor of a stored property. */
export function descriptorOf(slot: Slot, attributes: number): Descriptor {
  const enumerable = (attributes & ENUMERABLE) !== 0
  const configurable = (attributes & CONFIGURABLE) !== 0
  if ((attributes & ACCESSOR) !== 0) {
    const { get, set } = slot as Accessor
    return { get, set, enumerable, configurable }
  }
  return { value: slot as Value, writable: (attributes & WRITABLE) !== 0, enumerable, configurable }
}

export function dataDescriptor(value: Value, attributes: number): Descriptor {
  return descriptorOf(value, attributes)
}

/** What to store for a descriptor; absent fields are false or undefined, or as `current` has them. */
export function storedOf(descriptor: Descriptor, current?: Descriptor): { slot: Slot; attributes: number } {
  const enumerable = descriptor.enumerable ?? current?.enumerable ?? false
  const configurable = descriptor.configurable ?? current?.configurable ?? false
  const common = (enumerable ? ENUMERABLE : 0) | (configurable ? CONFIGURABLE : 0)
  const staysAccessor =
    current !== undefined && isAccessorDescriptor(current) && !isDataDescriptor(descriptor)
  if (isAccessorDescriptor(descriptor) || staysAccessor) {
    const get = "get" in descriptor ? descriptor.get : current?.get
    const set = "set" in descriptor ? descriptor.set : current?.set
    return { slot: new Accessor(get, set), attributes: common | ACCESSOR }
  }
  const writable = descriptor.writable ?? current?.writable ?? false
  const value = "value" in descriptor ? descriptor.value : current?.value
  return { slot: value, attributes: common | (writable ? WRITABLE : 0) }
}

/** ValidateAndApplyPropertyDescriptor, 10.1.6.3, without the applying: whether the change is allowed. */
export function isChangeAllowed(
  descriptor: Descriptor,
  current: Descriptor | undefined,
  extensible: boolean,
): boolean {
  if (current === undefined) return extensible
  if (current.configurable) return true
  if (descriptor.configurable === true) return false
  if (descriptor.enumerable !== undefined && descriptor.enumerable !== current.enumerable) return false
  if (!isAccessorDescriptor(descriptor) && !isDataDescriptor(descriptor)) return true
  if (isAccessorDescriptor(current)) {
    if (isDataDescriptor(descriptor)) return false
    if ("get" in descriptor && descriptor.get !== current.get) return false
    return !("set" in descriptor && descriptor.set !== current.set)
  }
  if (isAccessorDescriptor(descriptor)) return false
  if (current.writable) return true
  if (descriptor.writable === true) return false
  return !("value" in descriptor && !Object.is(descriptor.value, current.value))
}
