/** Making arrays: ArrayCreate, ArraySpeciesCreate, IsArray. */
import { isArrayKind, isObject, isProxyKind, JSObject, Kind } from "../objects/object.ts"
import type { ProxySlots } from "../objects/function.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { SlowArrayLength } from "../objects/properties.ts"
import type { Shape } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type Value } from "../objects/value.ts"
import { construct, isConstructor, leaveNative, pause } from "../interpreter/call.ts"
import { get } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { type Elements, MAX_HOST_ELEMENTS } from "./dense.ts"

/** Holes that are made in one go: a host's list that grows is copied over and over. */
export const MAX_HOLES = 262_144
/** A new array of holes is dense up to this length, unless most of it stays empty. */
const MAX_DENSE_LENGTH = 8_388_608

/** IsArray, ECMA-262 7.2.2. */
export function isArray(machine: Machine, value: Value): Completion<boolean> {
  if (!isObject(value)) return false
  let object = value
  while (isProxyKind(object)) {
    const { target } = object.data as ProxySlots
    if (target === null) {
      return throwTypeError(machine, "Cannot perform 'IsArray' on a proxy that has been revoked")
    }
    machine.charge(1)
    object = target
  }
  return isArrayKind(object)
}

/** ArrayCreate, ECMA-262 10.4.2.2: an array of holes. */
export function arrayCreate(
  machine: Machine,
  length: number,
  prototype: JSObject = machine.realm.arrayPrototype,
): Completion {
  if (length > 4_294_967_295) return throwRangeError(machine, messages.invalidArrayLength)
  const shape = machine.realm.shapeFor(prototype)
  if (length > MAX_DENSE_LENGTH) {
    if (!machine.allocate(OBJECT_BYTES)) return ABRUPT
    return new JSObject(shape, [], Kind.SlowArray, new SlowArrayLength(length))
  }
  return denseHoles(machine, length, shape)
}

/** A dense array of holes. */
export function denseHoles(
  machine: Machine,
  length: number,
  shape: Shape = machine.realm.arrayShape,
): Completion {
  if (!machine.allocate(OBJECT_BYTES + length * SLOT_BYTES)) return ABRUPT
  if (length <= MAX_HOLES) {
    machine.charge(length >> 8)
    return new JSObject(shape, [], Kind.Array, new Array<Value | Empty>(length).fill(EMPTY))
  }
  const array = new JSObject(shape, [], Kind.Array, [])
  return holesSteps.start(machine, { array, length })
}

const holesSteps = steps<{ array: JSObject; length: number }>({
  name: "ArrayCreate",
  run(machine, frame) {
    const { array, length } = frame.locals
    const elements = array.data as Elements
    while (elements.length < length) {
      if (machine.fuel < 0) return pause(machine, frame)
      const end = Math.min(length, elements.length + MAX_HOST_ELEMENTS)
      machine.charge((end - elements.length) >> 4)
      while (elements.length < end) elements.push(EMPTY)
    }
    return array
  },
})

/** ArraySpeciesCreate, ECMA-262 10.4.2.3. */
const arraySpeciesSteps = steps<{ original: JSObject; length: number }>({
  name: "Array.ArraySpeciesCreate",
  run(machine, frame, input) {
    const { original, length } = frame.locals
    if (frame.state === 0) {
      const array = isArray(machine, original)
      if (array === ABRUPT) return ABRUPT
      if (!array) return arrayCreate(machine, length)
      frame.state = 1
      input = get(machine, original, "constructor", original)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1 && isObject(input)) {
      frame.state = 2
      input = get(machine, input, Symbol.species, input)
      if (input === ABRUPT) return leaveNative(machine, frame)
      if (input === null) input = undefined
    } else if (frame.state === 2 && input === null) input = undefined
    if (input === undefined) return arrayCreate(machine, length)
    if (!isConstructor(input as Value)) {
      return throwTypeError(machine, "object.constructor[Symbol.species] is not a constructor")
    }
    return construct(machine, input as JSObject, [length])
  },
})

export function arraySpeciesCreate(machine: Machine, original: JSObject, length: number): Completion {
  return arraySpeciesSteps.start(machine, { original, length })
}
