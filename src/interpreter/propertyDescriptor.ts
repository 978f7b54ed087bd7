/** Property descriptors as objects of the program, ECMA-262 6.2.6.4 and 6.2.6.5. Owns no validation. */
import { Accessor, EXOTIC, isCallable, isObject, type JSObject } from "../objects/object.ts"
import { addProperty, findSlot } from "../objects/properties.ts"
import { DEFAULT } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type Value } from "../objects/value.ts"
import { leaveNative } from "./call.ts"
import { describe } from "./describe.ts"
import { type Descriptor, isAccessorDescriptor, isDataDescriptor } from "./descriptor.ts"
import { get, hasProperty } from "./internal.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./steps.ts"
import { createObject, toBoolean } from "./operations.ts"
import { throwTypeError } from "./throws.ts"

/** In the order in which ToPropertyDescriptor asks for them. */
const FIELDS = ["enumerable", "configurable", "value", "writable", "get", "set"] as const

const sentences = {
  notObject: (text: string) => `Property description must be an object: ${text}`,
  getter: (text: string) => `Getter must be a function: ${text}`,
  setter: (text: string) => `Setter must be a function: ${text}`,
  both: (text: string) =>
    `Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, ${text}`,
}

interface Locals {
  source: JSObject
  descriptor: Descriptor
  field: number
}

const toPropertyDescriptorSteps = steps<Locals>({
  name: "ToPropertyDescriptor",
  run(machine, frame, input) {
    const { locals } = frame
    const { source, descriptor } = locals
    while (locals.field < FIELDS.length) {
      const field = FIELDS[locals.field]!
      if (frame.state === 0) {
        frame.state = 1
        input = hasProperty(machine, source, field)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 1 && input === true) {
        frame.state = 2
        input = get(machine, source, field, source)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 2 && !assign(machine, descriptor, field, input as Value)) return ABRUPT
      frame.state = 0
      locals.field++
    }
    if (isAccessorDescriptor(descriptor) && isDataDescriptor(descriptor)) {
      return throwTypeError(machine, sentences.both(describe(machine.realm, source)))
    }
    return descriptor as unknown as Completion
  },
})

function assign(
  machine: Machine,
  descriptor: Descriptor,
  field: (typeof FIELDS)[number],
  value: Value,
): boolean {
  switch (field) {
    case "value":
      descriptor.value = value
      return true
    case "get":
    case "set":
      if (value !== undefined && !isCallable(value)) {
        const text = describe(machine.realm, value)
        throwTypeError(machine, field === "get" ? sentences.getter(text) : sentences.setter(text))
        return false
      }
      descriptor[field] = value
      return true
    default:
      descriptor[field] = toBoolean(value)
      return true
  }
}

/** The value of a property where reading it runs no program code: EMPTY if there is none, an Accessor where it may run some. */
function readQuickly(machine: Machine, source: JSObject, field: string): Value | Empty | Accessor {
  let level = 0
  for (let holder: JSObject | null = source; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    if ((holder.kind & EXOTIC) !== 0) return UNKNOWN
    const slot = findSlot(machine.realm, holder, field)
    if (slot >= 0) return holder.slots[slot]!
  }
  return EMPTY
}

/** Stands for a property that an exotic object decides on. */
const UNKNOWN = new Accessor(undefined, undefined)

/** The descriptor where nothing runs for it; undefined where something may, or where it is a wrong one. */
function describeQuickly(machine: Machine, source: JSObject): Descriptor | undefined {
  const descriptor: Descriptor = {}
  for (const field of FIELDS) {
    const value = readQuickly(machine, source, field)
    if (value === EMPTY) continue
    if (value instanceof Accessor) return undefined
    if (field === "value") descriptor.value = value
    else if (field !== "get" && field !== "set") descriptor[field] = toBoolean(value)
    else if (value === undefined || isCallable(value)) descriptor[field] = value
    else return undefined
  }
  return isAccessorDescriptor(descriptor) && isDataDescriptor(descriptor) ? undefined : descriptor
}

/** ToPropertyDescriptor, 6.2.6.5. */
export function toPropertyDescriptor(machine: Machine, value: Value): Completion<Descriptor> {
  if (!isObject(value)) return throwTypeError(machine, sentences.notObject(describe(machine.realm, value)))
  const quick = describeQuickly(machine, value)
  if (quick !== undefined) return quick
  const locals = { source: value, descriptor: {}, field: 0 }
  return toPropertyDescriptorSteps.start(machine, locals) as unknown as Completion<Descriptor>
}

/** FromPropertyDescriptor, 6.2.6.4. */
export function fromPropertyDescriptor(
  machine: Machine,
  descriptor: Descriptor | undefined,
): JSObject | undefined {
  if (descriptor === undefined) return undefined
  const object = createObject(machine)
  for (const field of ["value", "writable", "get", "set", "enumerable", "configurable"] as const) {
    if (field in descriptor) addProperty(machine.realm, object, field, descriptor[field], DEFAULT)
  }
  return object
}

/** CompletePropertyDescriptor, 6.2.6.6, in place. */
export function completePropertyDescriptor(descriptor: Descriptor): Descriptor {
  if (isAccessorDescriptor(descriptor)) {
    if (!("get" in descriptor)) descriptor.get = undefined
    if (!("set" in descriptor)) descriptor.set = undefined
  } else {
    if (!("value" in descriptor)) descriptor.value = undefined
    descriptor.writable ??= false
  }
  descriptor.enumerable ??= false
  descriptor.configurable ??= false
  return descriptor
}
