/** Properties of objects one by one: definitions, descriptors, ownership. The bodies of Object's and Reflect's functions. */
import { isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import { ENUMERABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import type { Descriptor } from "../interpreter/descriptor.ts"
import { defineOwnProperty, get, getOwnProperty, ownKeys } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { steps } from "../interpreter/native.ts"
import { toObject, toPropertyKey } from "../interpreter/operations.ts"
import { fromPropertyDescriptor, toPropertyDescriptor } from "../interpreter/propertyDescriptor.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { throwNotDefined } from "../interpreter/refusals.ts"

/** What to answer with once [[DefineOwnProperty]] has answered. */
type DefineAnswer = "object" | "boolean" | "undefined"

interface DefineLocals {
  object: JSObject
  key: Value
  attributes: Value
  /** Given instead of attributes. */
  descriptor: Descriptor | null
  answer: DefineAnswer
}

const defineSteps = steps<DefineLocals>({
  name: "DefineProperty",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      input = toPropertyKey(machine, locals.key)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.key = input as Value
      frame.state = 2
      input = (locals.descriptor ?? toPropertyDescriptor(machine, locals.attributes)) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const key = locals.key as PropertyKey
    if (frame.state === 2) {
      frame.state = 3
      input = defineOwnProperty(machine, locals.object, key, input as unknown as Descriptor)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (locals.answer === "boolean") return input
    if (input === false) return throwNotDefined(machine, locals.object, key)
    return locals.answer === "object" ? locals.object : undefined
  },
})

/** Object.defineProperty and Reflect.defineProperty after their first check. */
export function defineFromAttributes(
  machine: Machine,
  object: JSObject,
  key: Value,
  attributes: Value,
  answer: DefineAnswer,
): Completion {
  return defineSteps.start(machine, { object, key, attributes, descriptor: null, answer })
}

/** DefinePropertyOrThrow, ECMA-262 7.3.9, of a key still to be converted; gives undefined. */
export function defineOrThrow(
  machine: Machine,
  object: JSObject,
  key: Value,
  descriptor: Descriptor,
): Completion {
  return defineSteps.start(machine, { object, key, attributes: undefined, descriptor, answer: "undefined" })
}

interface DefineAllLocals {
  object: JSObject
  properties: JSObject
  keys: PropertyKey[]
  descriptors: Descriptor[]
  names: PropertyKey[]
  index: number
}

/** ObjectDefineProperties, ECMA-262 20.1.2.3.1. */
const defineAllSteps = steps<DefineAllLocals>({
  name: "ObjectDefineProperties",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      input = ownKeys(machine, locals.properties) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.keys = input as unknown as PropertyKey[]
      frame.state = 2
    }
    if (frame.state < 6) {
      if (!collectDescriptors(machine, frame, input)) return ABRUPT
      frame.state = 6
      locals.index = 0
    }
    return applyDescriptors(machine, frame, input)
  },
})

function collectDescriptors(
  machine: Machine,
  frame: NativeFrame<DefineAllLocals>,
  input: Completion,
): boolean {
  const { locals } = frame
  const { properties, keys } = locals
  while (locals.index < keys.length) {
    const key = keys[locals.index]!
    if (frame.state === 2) {
      machine.charge(1)
      if (machine.fuel < 0) return (pause(machine, frame), false)
      frame.state = 3
      input = getOwnProperty(machine, properties, key) as Completion
      if (input === ABRUPT) return (leaveNative(machine, frame), false)
    }
    if (frame.state === 3 && (input as unknown as Descriptor | undefined)?.enumerable) {
      frame.state = 4
      input = get(machine, properties, key, properties)
      if (input === ABRUPT) return (leaveNative(machine, frame), false)
    }
    if (frame.state === 4) {
      frame.state = 5
      input = toPropertyDescriptor(machine, input as Value) as unknown as Completion
      if (input === ABRUPT) return (leaveNative(machine, frame), false)
    }
    if (frame.state === 5) {
      locals.names.push(key)
      locals.descriptors.push(input as unknown as Descriptor)
    }
    frame.state = 2
    locals.index++
  }
  return true
}

function applyDescriptors(
  machine: Machine,
  frame: NativeFrame<DefineAllLocals>,
  input: Completion,
): Completion {
  const { locals } = frame
  const { object, names, descriptors } = locals
  for (;;) {
    if (frame.state === 7) {
      if (input === false) return throwNotDefined(machine, object, names[locals.index]!)
      locals.index++
      frame.state = 6
    }
    if (locals.index >= names.length) return object
    if (machine.fuel < 0) return pause(machine, frame)
    machine.charge(1)
    frame.state = 7
    input = defineOwnProperty(machine, object, names[locals.index]!, descriptors[locals.index]!)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
}

export function defineProperties(machine: Machine, object: JSObject, properties: Value): Completion {
  const source = toObject(machine, properties)
  if (source === ABRUPT) return ABRUPT
  const locals = { object, properties: source, keys: [], descriptors: [], names: [], index: 0 }
  return defineAllSteps.start(machine, locals)
}

/** What to make of an own property's descriptor. */
type OwnAnswer = "descriptor" | "exists" | "enumerable"

interface OwnLocals {
  /** Not converted yet, where `objectFirst` says in which order the conversions come. */
  object: Value
  key: Value
  objectFirst: boolean
  answer: OwnAnswer
}

const ownSteps = steps<OwnLocals>({
  name: "OwnProperty",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      if (locals.objectFirst && !convertObject(machine, locals)) return ABRUPT
      frame.state = 1
      input = toPropertyKey(machine, locals.key)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.key = input as Value
      if (!convertObject(machine, locals)) return ABRUPT
      frame.state = 2
      input = getOwnProperty(machine, locals.object as JSObject, locals.key as PropertyKey) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const descriptor = input as unknown as Descriptor | undefined
    if (locals.answer === "descriptor") return fromPropertyDescriptor(machine, descriptor)
    if (locals.answer === "exists") return descriptor !== undefined
    return descriptor?.enumerable === true
  },
})

function convertObject(machine: Machine, locals: OwnLocals): boolean {
  const object = toObject(machine, locals.object)
  if (object === ABRUPT) return false
  locals.object = object
  return true
}

/** Object.getOwnPropertyDescriptor, hasOwn, hasOwnProperty, propertyIsEnumerable and Reflect's like. */
export function askOwnProperty(
  machine: Machine,
  object: Value,
  key: Value,
  answer: OwnAnswer,
  objectFirst: boolean,
): Completion {
  if (answer !== "descriptor" && typeof key === "string" && isObject(object) && object.kind <= Kind.Native) {
    const slot = findSlot(machine.realm, object, key)
    if (answer === "exists" || slot < 0) return slot >= 0
    return (object.shape.attributesAt(slot) & ENUMERABLE) !== 0
  }
  return ownSteps.start(machine, { object, key, answer, objectFirst })
}

/** Object.prototype.__defineGetter__ and __defineSetter__, ECMA-262 B.2.2.2 and B.2.2.3. */
export function defineHalf(
  machine: Machine,
  thisValue: Value,
  args: Value[],
  half: "get" | "set",
): Completion {
  const object = toObject(machine, thisValue)
  if (object === ABRUPT) return ABRUPT
  const accessor = args[1]
  if (!isCallable(accessor)) {
    const name = half === "get" ? "__defineGetter__" : "__defineSetter__"
    return throwTypeError(machine, `Object.prototype.${name}: Expecting function`)
  }
  const descriptor: Descriptor = { enumerable: true, configurable: true, [half]: accessor }
  return defineOrThrow(machine, object, args[0], descriptor)
}
