/**
 * Internal methods of the exotic kinds that run no program code: arrays, string objects, typed arrays, references into
 * `tools`. Each answers, or PASSes the key on to the ordinary method. Proxies are in proxy.ts.
 */
import { type JSObject, Kind, type Slot } from "../objects/object.ts"
import type { SlowArrayLength } from "../objects/properties.ts"
import {
  addElements,
  findSlot,
  loosenElements,
  removeSlot,
  slotKeys,
  toSlowArray,
} from "../objects/properties.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { arrayIndex, CONFIGURABLE, orderKeys } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type PropertyKey, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "./call.ts"
import { type Descriptor, isAccessorDescriptor } from "./descriptor.ts"
import { defineOwnProperty, ordinaryDefine, ownKeys, setOnReceiver } from "./internal.ts"
import type { Machine } from "./machine.ts"
import { KEYS_PORTION } from "./ownKeys.ts"
import { steps } from "./steps.ts"
import { messages, throwRangeError } from "./throws.ts"
import { toolGet, toolGetOwn, toolKeys } from "./tools.ts"
import {
  typedArrayDefine,
  typedArrayDelete,
  typedArrayGetOwn,
  typedArrayHas,
  typedArrayKeys,
  typedArraySet,
} from "./typedArray.ts"

/** The exotic method has nothing to say about this key: the ordinary one goes on. */
export const PASS: unique symbol = Symbol("pass")
type Pass = typeof PASS

/** An array made longer by its `length` becomes slow only past this many holes. */
const MAX_LENGTH_HOLES = 1_000_000

/** Holes added at once. */
const ELEMENTS_PORTION = 32_768

/** A dense array may grow past its end by so many holes, or to this length, before it becomes slow. */
const MAX_HOLES = 1_024

export function exoticGet(machine: Machine, object: JSObject, key: PropertyKey): Completion | Pass {
  switch (object.kind) {
    case Kind.Array: {
      const elements = object.data as Array<Value | Empty>
      if (key === "length") return elements.length
      const index = arrayIndex(key)
      if (index < 0 || index >= elements.length) return PASS
      const element = elements[index]!
      return element === EMPTY ? PASS : element
    }
    case Kind.SlowArray:
      return key === "length" ? (object.data as SlowArrayLength).value : PASS
    case Kind.Tool:
      return toolGet(machine, object, key)
    default: {
      const own = exoticGetOwn(machine, object, key)
      if (own === PASS) return PASS
      if (own !== undefined) return own.value
      return object.kind === Kind.TypedArray ? undefined : PASS
    }
  }
}

export function exoticGetOwn(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
): Descriptor | undefined | Pass {
  switch (object.kind) {
    case Kind.Array: {
      const elements = object.data as Array<Value | Empty>
      if (key === "length") return lengthDescriptor(elements.length, true)
      const index = arrayIndex(key)
      if (index < 0) return PASS
      const element = index < elements.length ? elements[index]! : EMPTY
      if (element === EMPTY) return undefined
      return { value: element, writable: true, enumerable: true, configurable: true }
    }
    case Kind.SlowArray: {
      if (key !== "length") return PASS
      const length = object.data as SlowArrayLength
      return lengthDescriptor(length.value, length.writable)
    }
    case Kind.String: {
      const text = object.data as string
      if (key === "length")
        return { value: text.length, writable: false, enumerable: false, configurable: false }
      const index = arrayIndex(key)
      if (index < 0 || index >= text.length) return PASS
      return { value: text[index]!, writable: false, enumerable: true, configurable: false }
    }
    case Kind.TypedArray:
      return typedArrayGetOwn(machine, object, key)
    default:
      return toolGetOwn(machine, object, key)
  }
}

function lengthDescriptor(value: number, writable: boolean): Descriptor {
  return { value, writable, enumerable: false, configurable: false }
}

export function exoticHas(machine: Machine, object: JSObject, key: PropertyKey): boolean | Pass {
  if (object.kind === Kind.TypedArray) return typedArrayHas(machine, object, key)
  const own = exoticGetOwn(machine, object, key)
  return own === PASS || own === undefined ? PASS : true
}

export function exoticSet(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  value: Value,
  receiver: Value,
): Completion<boolean> | Pass {
  switch (object.kind) {
    case Kind.Array: {
      if (object !== receiver) return setThroughOther(machine, object, key, value, receiver)
      if (key === "length") return defineOwnProperty(machine, object, key, { value })
      const index = arrayIndex(key)
      if (index < 0) return PASS
      const elements = object.data as Array<Value | Empty>
      if (index < elements.length && elements[index] !== EMPTY) {
        elements[index] = value
        return true
      }
      return PASS
    }
    case Kind.TypedArray:
      return typedArraySet(machine, object, key, value, receiver)
    case Kind.SlowArray:
      if (key === "length" && object === receiver && (object.data as SlowArrayLength).writable) {
        return defineOwnProperty(machine, object, key, { value })
      }
      return setThroughOther(machine, object, key, value, receiver)
    default:
      return setThroughOther(machine, object, key, value, receiver)
  }
}

/** The holder has an own data property that only the exotic method knows; the receiver decides. */
function setThroughOther(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  value: Value,
  receiver: Value,
): Completion<boolean> | Pass {
  const own = exoticGetOwn(machine, object, key)
  if (own === PASS || own === undefined) return PASS
  if (!own.writable) return false
  return setOnReceiver(machine, key, value, receiver)
}

export function exoticDefine(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  descriptor: Descriptor,
): Completion<boolean> | Pass {
  switch (object.kind) {
    case Kind.Array:
      return defineOnArray(machine, object, key, descriptor)
    case Kind.SlowArray:
      return defineOnSlowArray(machine, object, key, descriptor)
    case Kind.String: {
      const own = exoticGetOwn(machine, object, key)
      if (own === PASS || own === undefined) return PASS
      return isSameFixed(descriptor, own)
    }
    case Kind.TypedArray:
      return typedArrayDefine(machine, object, key, descriptor)
    default:
      return false
  }
}

/** A change of a property that is fixed: allowed if it changes nothing. */
function isSameFixed(descriptor: Descriptor, own: Descriptor): boolean {
  if (isAccessorDescriptor(descriptor) || descriptor.configurable === true || descriptor.writable === true)
    return false
  if (descriptor.enumerable !== undefined && descriptor.enumerable !== own.enumerable) return false
  return !("value" in descriptor) || Object.is(descriptor.value, own.value)
}

function isPlainElement(descriptor: Descriptor, exists: boolean): boolean {
  if (isAccessorDescriptor(descriptor)) return false
  if (exists) {
    return (
      descriptor.writable !== false && descriptor.enumerable !== false && descriptor.configurable !== false
    )
  }
  return descriptor.writable === true && descriptor.enumerable === true && descriptor.configurable === true
}

/** [[DefineOwnProperty]] of arrays, 10.4.2.1, on dense elements. */
function defineOnArray(
  machine: Machine,
  array: JSObject,
  key: PropertyKey,
  descriptor: Descriptor,
): Completion<boolean> | Pass {
  const elements = array.data as Array<Value | Empty>
  if (key === "length") return setDenseLength(machine, array, descriptor)
  const index = arrayIndex(key)
  if (index < 0) return PASS
  const exists = index < elements.length && elements[index] !== EMPTY
  if (!exists && !array.shape.extensible) return false
  if (!isPlainElement(descriptor, exists) || index > elements.length + MAX_HOLES) {
    return defineSlowly(machine, array, key, descriptor)
  }
  if (exists) {
    if ("value" in descriptor) elements[index] = descriptor.value
    return true
  }
  return putElement(machine, elements, index, descriptor.value)
}

/** Writes an element at or past the end, charged; holes are filled. */
export function putElement(
  machine: Machine,
  elements: Array<Value | Empty>,
  index: number,
  value: Value,
): Completion<boolean> {
  const growth = index + 1 - elements.length
  if (growth > 0 && !machine.allocate(growth * 8)) return ABRUPT
  while (elements.length < index) elements.push(EMPTY)
  elements[index] = value
  return true
}

/** A new length, if there is one, is a number that fits into 32 bits. */
function isLengthValid(descriptor: Descriptor): boolean {
  if (!("value" in descriptor)) return true
  const { value } = descriptor
  return typeof value === "number" && value >>> 0 === value
}

/** ArraySetLength, 10.4.2.4, of a dense array; the value is a valid length already where it is a number. */
function setDenseLength(machine: Machine, array: JSObject, descriptor: Descriptor): Completion<boolean> {
  const elements = array.data as Array<Value | Empty>
  if (!isLengthValid(descriptor)) return throwRangeError(machine, messages.invalidArrayLength)
  if (isAccessorDescriptor(descriptor) || descriptor.configurable === true || descriptor.enumerable === true)
    return false
  if ("value" in descriptor) {
    const length = descriptor.value as number
    if (length > elements.length + MAX_LENGTH_HOLES) {
      return defineSlowly(machine, array, "length", descriptor)
    }
    if (length > elements.length) {
      if (length - elements.length > ELEMENTS_PORTION)
        return growSteps.start(machine, { array, descriptor }) as Completion<boolean>
      if (!addHoles(machine, elements, length)) return ABRUPT
    }
    elements.length = length
  }
  return descriptor.writable === false ? defineSlowly(machine, array, "length", descriptor) : true
}

function addHoles(machine: Machine, elements: Array<Value | Empty>, length: number): boolean {
  machine.charge((length - elements.length) >> 4)
  if (!machine.allocate((length - elements.length) * SLOT_BYTES)) return false
  while (elements.length < length) elements.push(EMPTY)
  return true
}

/** Holes in portions up to the descriptor's `length`, and then its definition. */
const growSteps = steps<{ array: JSObject; descriptor: Descriptor }>({
  name: "GrowArray",
  run(machine, frame) {
    const { array, descriptor } = frame.locals
    const elements = array.data as Array<Value | Empty>
    const length = descriptor.value as number
    while (elements.length < length) {
      if (machine.fuel < 0) return pause(machine, frame)
      if (!addHoles(machine, elements, Math.min(elements.length + ELEMENTS_PORTION, length))) return ABRUPT
    }
    return setDenseLength(machine, array, descriptor)
  },
})

/** Turns a dense array into a slow one and defines the property there. */
function defineSlowly(
  machine: Machine,
  array: JSObject,
  key: PropertyKey,
  descriptor: Descriptor,
): Completion<boolean> {
  if ((array.data as unknown[]).length > KEYS_PORTION)
    return slowSteps.start(machine, { array, key, descriptor, elements: [], index: 0 }) as Completion<boolean>
  toSlowArray(machine.realm, array)
  return defineOwnProperty(machine, array, key, descriptor)
}

interface Slow {
  readonly array: JSObject
  readonly key: PropertyKey
  readonly descriptor: Descriptor
  /** What the array held, and how much of it are properties already. */
  elements: ReadonlyArray<Slot | Empty>
  index: number
}

const slowSteps = steps<Slow>({
  name: "ToSlowArray",
  run(machine, frame) {
    const { locals } = frame
    const { array } = locals
    if (frame.state === 0) {
      frame.state = 1
      locals.elements = loosenElements(array)
    }
    const { elements } = locals
    while (locals.index < elements.length) {
      if (machine.fuel < 0) return pause(machine, frame)
      const end = Math.min(locals.index + KEYS_PORTION, elements.length)
      machine.charge(end - locals.index)
      if (!machine.allocate(0)) return ABRUPT
      addElements(machine.realm, array, elements, locals.index, end)
      locals.index = end
    }
    return defineOwnProperty(machine, array, locals.key, locals.descriptor)
  },
})

function defineOnSlowArray(
  machine: Machine,
  array: JSObject,
  key: PropertyKey,
  descriptor: Descriptor,
): Completion<boolean> | Pass {
  const length = array.data as SlowArrayLength
  if (key === "length") return setSlowLength(machine, array, length, descriptor)
  const index = arrayIndex(key)
  if (index < 0) return PASS
  if (index >= length.value && !length.writable) return false
  if (!ordinaryDefine(machine, array, key, descriptor)) return false
  if (index >= length.value) length.value = index + 1
  return true
}

/** ArraySetLength on a slow array: deletes from the end until an element refuses. */
function setSlowLength(
  machine: Machine,
  array: JSObject,
  length: SlowArrayLength,
  descriptor: Descriptor,
): Completion<boolean> {
  if (!isLengthValid(descriptor)) return throwRangeError(machine, messages.invalidArrayLength)
  if (isAccessorDescriptor(descriptor) || descriptor.configurable === true || descriptor.enumerable === true)
    return false
  if (!length.writable && descriptor.writable === true) return false
  const fixes = descriptor.writable === false
  if ("value" in descriptor) {
    const wanted = descriptor.value as number
    if (wanted !== length.value && !length.writable) return false
    if (wanted < length.value)
      return cutSteps.start(machine, { array, wanted, fixes, keys: [], next: 0 }) as Completion<boolean>
    length.value = wanted
  }
  if (fixes) length.writable = false
  return true
}

interface Cut {
  readonly array: JSObject
  readonly wanted: number
  /** The length is made read-only at the end. */
  readonly fixes: boolean
  keys: PropertyKey[]
  /** How many of the keys may be of elements to remove: indices come first, ascending. */
  next: number
}

const cutSteps = steps<Cut>({
  name: "CutSlowArray",
  run(machine, frame, input) {
    const { locals } = frame
    const { array, wanted } = locals
    const length = array.data as SlowArrayLength
    if (frame.state === 0) {
      frame.state = 1
      input = ownKeys(machine, array) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      locals.keys = input as unknown as PropertyKey[]
      locals.next = locals.keys.lastIndexOf("length")
    }
    length.value = wanted
    for (; locals.next > 0; locals.next--) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.charge(2)
      const key = locals.keys[locals.next - 1] as string
      const index = Number(key)
      if (index < wanted) break
      const slot = findSlot(machine.realm, array, key)
      if ((array.shape.attributesAt(slot) & CONFIGURABLE) === 0) {
        length.value = index + 1
        break
      }
      removeSlot(machine.realm, array, slot, key)
    }
    if (locals.fixes) length.writable = false
    return length.value === wanted
  },
})

export function exoticDelete(machine: Machine, object: JSObject, key: PropertyKey): boolean | Pass {
  switch (object.kind) {
    case Kind.Array: {
      if (key === "length") return false
      const elements = object.data as Array<Value | Empty>
      const index = arrayIndex(key)
      if (index < 0) return PASS
      if (index < elements.length) elements[index] = EMPTY
      return true
    }
    case Kind.SlowArray:
      return key === "length" ? false : PASS
    case Kind.String: {
      const own = exoticGetOwn(machine, object, key)
      return own === PASS || own === undefined ? PASS : false
    }
    case Kind.TypedArray:
      return typedArrayDelete(machine, object, key)
    default:
      return exoticGetOwn(machine, object, key) === undefined
  }
}

export function exoticKeys(machine: Machine, object: JSObject): PropertyKey[] {
  switch (object.kind) {
    case Kind.Array: {
      const elements = object.data as Array<Slot | Empty>
      machine.charge(elements.length >> 3)
      const indices: PropertyKey[] = []
      for (let index = 0; index < elements.length; index++)
        if (elements[index] !== EMPTY) indices.push(String(index))
      return [...indices, "length", ...slotKeys(machine.realm, object)]
    }
    case Kind.SlowArray: {
      const keys = slotKeys(machine.realm, object)
      const named = keys.findIndex((key) => arrayIndex(key) < 0)
      keys.splice(named < 0 ? keys.length : named, 0, "length")
      return keys
    }
    case Kind.String: {
      const text = object.data as string
      const indices = Array.from({ length: text.length }, (_, index) => String(index))
      return orderKeys([...indices, "length", ...slotKeys(machine.realm, object)])
    }
    case Kind.TypedArray:
      return typedArrayKeys(machine, object)
    default:
      return toolKeys(machine, object)
  }
}
