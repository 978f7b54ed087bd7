/** SetIntegrityLevel and TestIntegrityLevel, ECMA-262 7.3.15 and 7.3.16, and what asks for them. */
import { EXOTIC, isObject, type JSObject, Kind } from "../objects/object.ts"
import { preventExtensions as closeObject, redefineSlot } from "../objects/properties.ts"
import { TypedArraySlots } from "../objects/buffer.ts"
import { ACCESSOR, CONFIGURABLE, WRITABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import { type Descriptor, isAccessorDescriptor, isDataDescriptor } from "../interpreter/descriptor.ts"
import {
  defineOwnProperty,
  getOwnProperty,
  isExtensible,
  ownKeys,
  preventExtensions,
} from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { hasManyKeys } from "../interpreter/ownKeys.ts"
import { steps } from "../interpreter/native.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { falsish, throwNotDefined } from "../interpreter/refusals.ts"

type Level = "sealed" | "frozen"

interface Locals {
  object: JSObject
  level: Level
  keys: PropertyKey[]
  index: number
}

const setSteps = steps<Locals>({
  name: "SetIntegrityLevel",
  run(machine, frame, input) {
    const { locals } = frame
    const { object, level } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = preventExtensions(machine, object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (input === false) return throwStillExtensible(machine, object)
      frame.state = 2
      input = ownKeys(machine, object) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2) {
      locals.keys = input as unknown as PropertyKey[]
      frame.state = 3
    }
    for (;;) {
      const key = locals.keys[locals.index]
      if (key === undefined) return object
      if (frame.state === 3) {
        machine.charge(2)
        if (machine.fuel < 0) return pause(machine, frame)
        frame.state = 4
        input = level === "sealed" ? SEALED : (getOwnProperty(machine, object, key) as Completion)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 4) {
        frame.state = 5
        const change =
          level === "sealed" ? { configurable: false } : frozenChange(input as unknown as Descriptor)
        input = change === undefined ? true : defineOwnProperty(machine, object, key, change)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (input === false) return throwFixed(machine, object, key)
      locals.index++
      frame.state = 3
    }
  },
})

const SEALED = undefined

function frozenChange(own: Descriptor | undefined): Descriptor | undefined {
  if (own === undefined) return undefined
  return isAccessorDescriptor(own) ? { configurable: false } : { configurable: false, writable: false }
}

/** [[PreventExtensions]] gave false. */
export function throwStillExtensible(machine: Machine, object: JSObject): typeof ABRUPT {
  if (object.kind === Kind.TypedArray) {
    return throwTypeError(machine, "Cannot prevent extensions of a typed array of variable length")
  }
  return throwTypeError(machine, falsish("preventExtensions"))
}

function throwFixed(machine: Machine, object: JSObject, key: PropertyKey): typeof ABRUPT {
  if (object.data instanceof TypedArraySlots) {
    return throwTypeError(machine, "Cannot freeze array buffer views with elements")
  }
  return throwNotDefined(machine, object, key)
}

/** Object.freeze and Object.seal, ECMA-262 20.1.2.6 and 20.1.2.22. */
export function setIntegrity(machine: Machine, value: Value, level: Level): Completion {
  if (!isObject(value)) return value
  if ((value.kind & EXOTIC) !== 0 || hasManyKeys(value))
    return setSteps.start(machine, { object: value, level, keys: [], index: 0 })
  const { realm } = machine
  closeObject(realm, value)
  for (const { key, slot, attributes } of value.shape.entries()) {
    if (typeof key === "object") continue
    machine.charge(1)
    const removed =
      level === "frozen" && (attributes & ACCESSOR) === 0 ? CONFIGURABLE | WRITABLE : CONFIGURABLE
    const left = attributes & ~removed
    if (left !== attributes) redefineSlot(realm, value, slot, key, value.slots[slot], left)
  }
  return value
}

const testSteps = steps<Locals>({
  name: "TestIntegrityLevel",
  run(machine, frame, input) {
    const { locals } = frame
    const { object, level } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = isExtensible(machine, object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (input === true) return false
      frame.state = 2
      input = ownKeys(machine, object) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2) {
      locals.keys = input as unknown as PropertyKey[]
      frame.state = 3
    }
    for (;;) {
      if (frame.state === 4) {
        const own = input as unknown as Descriptor | undefined
        if (own !== undefined && own.configurable) return false
        if (own !== undefined && level === "frozen" && isDataDescriptor(own) && own.writable) return false
        locals.index++
        frame.state = 3
      }
      const key = locals.keys[locals.index]
      if (key === undefined) return true
      machine.charge(1)
      if (machine.fuel < 0) return pause(machine, frame)
      frame.state = 4
      input = getOwnProperty(machine, object, key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

/** Object.isFrozen and Object.isSealed, ECMA-262 20.1.2.16 and 20.1.2.17. */
export function testIntegrity(machine: Machine, value: Value, level: Level): Completion {
  if (!isObject(value)) return true
  return testSteps.start(machine, { object: value, level, keys: [], index: 0 })
}
