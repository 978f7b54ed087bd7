/** Private names, ECMA-262 7.3.27 to 7.3.33: stored in shapes under the name's identity, listed by no reflection. */
import { Accessor, isObject, type JSObject } from "../objects/object.ts"
import type { PrivateElement } from "../objects/function.ts"
import { addProperty, findSlot } from "../objects/properties.ts"
import { ACCESSOR, WRITABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type PrivateName, type Value } from "../objects/value.ts"
import { call, leaveNative } from "./call.ts"
import type { InlineCache } from "./frame.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./steps.ts"
import { messages, throwTypeError } from "./throws.ts"

/** The base has no such element: nullish, without the class's brand, or without the field. */
function throwNoPrivate(
  machine: Machine,
  base: Value,
  name: PrivateName,
  ofNullish: (base: string, key: string) => string,
  ofOther: (name: string) => string,
): typeof ABRUPT {
  if (base === undefined || base === null) {
    return throwTypeError(machine, ofNullish(String(base), `#${name.description}`))
  }
  return throwTypeError(
    machine,
    name.owner === null ? ofOther(name.description) : messages.receiver(name.owner),
  )
}

function methodsOf(name: PrivateName): string {
  return `private methods of ${(name.owner ?? "").replace("an instance of ", "")}`
}

/**
 * The slot of an object's private field, through a cache that knows its name too: a class that is evaluated twice gives one
 * object two of them. -1 for anything else.
 */
export function privateFieldSlot(
  machine: Machine,
  cache: InlineCache,
  base: Value,
  name: PrivateName,
): number {
  if (!isObject(base)) return -1
  if (base.shape === cache.shape && name === cache.name) return cache.slot
  const slot = findSlot(machine.realm, base, name)
  const { shape } = base
  if (slot < 0 || shape.dictionary || (shape.attributesAt(slot) & (ACCESSOR | WRITABLE)) !== WRITABLE)
    return -1
  cache.shape = shape
  cache.slot = slot
  cache.name = name
  return slot
}

export function privateGet(machine: Machine, base: Value, name: PrivateName): Completion {
  const slot = isObject(base) ? findSlot(machine.realm, base, name) : -1
  if (slot < 0) return throwNoPrivate(machine, base, name, messages.readOf, messages.readPrivate)
  const value = (base as JSObject).slots[slot]
  if (!(value instanceof Accessor)) return value
  if (value.get === undefined)
    return throwTypeError(machine, messages.privateWithout(name.description, "getter"))
  return call(machine, value.get, base, [])
}

export function privateSet(machine: Machine, base: Value, name: PrivateName, value: Value): Completion {
  const slot = isObject(base) ? findSlot(machine.realm, base, name) : -1
  if (slot < 0) return throwNoPrivate(machine, base, name, messages.setOf, messages.writePrivate)
  const object = base as JSObject
  const current = object.slots[slot]
  if (current instanceof Accessor) {
    if (current.set === undefined)
      return throwTypeError(machine, messages.privateWithout(name.description, "setter"))
    return setterSteps.start(machine, { setter: current.set, base, value })
  }
  if ((object.shape.attributesAt(slot) & WRITABLE) === 0) {
    return throwTypeError(machine, messages.privateMethodWrite(name.description))
  }
  object.slots[slot] = value
  return value
}

const setterSteps = steps<{ setter: JSObject; base: Value; value: Value }>({
  name: "PrivateSetter",
  run(machine, frame) {
    const { setter, base, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      if (call(machine, setter, base, [value]) === ABRUPT) return leaveNative(machine, frame)
    }
    return value
  },
})

export function hasPrivate(machine: Machine, object: JSObject, name: PrivateName): boolean {
  return findSlot(machine.realm, object, name) >= 0
}

/** PrivateFieldAdd, 7.3.28. */
export function addPrivateField(
  machine: Machine,
  object: JSObject,
  name: PrivateName,
  value: Value,
): Completion {
  if (hasPrivate(machine, object, name)) {
    return throwTypeError(machine, messages.privateTwice(`#${name.description}`))
  }
  addProperty(machine.realm, object, name, value, WRITABLE)
  return undefined
}

/** PrivateMethodOrAccessorAdd, 7.3.29. */
export function addPrivateMethod(machine: Machine, object: JSObject, element: PrivateElement): Completion {
  const { name, method } = element
  if (hasPrivate(machine, object, name)) {
    return throwTypeError(machine, messages.privateTwice(methodsOf(name)))
  }
  if (method !== null) addProperty(machine.realm, object, name, method, 0)
  else addProperty(machine.realm, object, name, new Accessor(element.get, element.set), ACCESSOR)
  return undefined
}
