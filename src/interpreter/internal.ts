/**
 * The internal methods of objects, ECMA-262 10.1: ordinary ones here, exotic ones dispatched by kind.
 * A proxy or an accessor may run program code: then the result comes later, through frames.
 */
import { Accessor, EXOTIC, isArrayKind, isObject, type JSObject, Kind } from "../objects/object.ts"
import {
  addProperty,
  findSlot,
  preventExtensions as closeObject,
  redefineSlot,
  removeSlot,
  setPrototype,
  slotKeys,
  writeSlot,
} from "../objects/properties.ts"
import { ACCESSOR, DEFAULT, WRITABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../objects/value.ts"
import { call, leaveNative } from "./call.ts"
import {
  type Descriptor,
  descriptorOf,
  isAccessorDescriptor,
  isChangeAllowed,
  storedOf,
} from "./descriptor.ts"
import {
  exoticDefine,
  exoticDelete,
  exoticGet,
  exoticGetOwn,
  exoticHas,
  exoticKeys,
  exoticSet,
  PASS,
} from "./exotic.ts"
import type { Machine } from "./machine.ts"
import { toNumber } from "./operations.ts"
import { gatherKeys, hasManyKeys } from "./ownKeys.ts"
import { steps } from "./steps.ts"
import { isTypedArrayFixedLength } from "./typedArray.ts"
import { messages, throwRangeError } from "./throws.ts"
import {
  proxyDefineOwnProperty,
  proxyDelete,
  proxyGet,
  proxyGetOwnProperty,
  proxyGetPrototypeOf,
  proxyHas,
  proxyIsExtensible,
  proxyOwnKeys,
  proxyPreventExtensions,
  proxySet,
  proxySetPrototypeOf,
} from "./proxy.ts"

function isProxy(object: JSObject): boolean {
  return (object.kind & EXOTIC) !== 0 && (object.kind === Kind.Proxy || object.kind === Kind.CallableProxy)
}

/** [[Get]], 10.1.8. */
export function get(machine: Machine, object: JSObject, key: PropertyKey, receiver: Value): Completion {
  let level = 0
  for (let holder: JSObject | null = object; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    if ((holder.kind & EXOTIC) !== 0) {
      if (isProxy(holder)) return proxyGet(machine, holder, key, receiver)
      const value = exoticGet(machine, holder, key)
      if (value !== PASS) return value
    }
    const slot = findSlot(machine.realm, holder, key)
    if (slot >= 0) {
      const value = holder.slots[slot]
      if (!(value instanceof Accessor)) return value
      return value.get === undefined ? undefined : call(machine, value.get, receiver, [])
    }
  }
  return undefined
}

const setterSteps = steps<{ setter: JSObject; receiver: Value; value: Value }>({
  name: "CallSetter",
  run(machine, frame) {
    if (frame.state === 0) {
      frame.state = 1
      const { setter, receiver, value } = frame.locals
      if (call(machine, setter, receiver, [value]) === ABRUPT) return leaveNative(machine, frame)
    }
    return true
  },
})

/** [[Set]], 10.1.9: false if the property cannot be set. */
export function set(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  value: Value,
  receiver: Value,
): Completion<boolean> {
  let level = 0
  for (let holder: JSObject | null = object; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    if ((holder.kind & EXOTIC) !== 0) {
      if (isProxy(holder)) return proxySet(machine, holder, key, value, receiver)
      const done = exoticSet(machine, holder, key, value, receiver)
      if (done !== PASS) return done
    }
    const slot = findSlot(machine.realm, holder, key)
    if (slot >= 0) {
      const attributes = holder.shape.attributesAt(slot)
      if ((attributes & ACCESSOR) !== 0) {
        const setter = (holder.slots[slot] as Accessor).set
        if (setter === undefined) return false
        return setterSteps.start(machine, { setter, receiver, value }) as Completion<boolean>
      }
      if ((attributes & WRITABLE) === 0) return false
      if (holder === receiver) {
        writeSlot(machine.realm, holder, slot, key, value)
        return true
      }
      break
    }
  }
  return setOnReceiver(machine, key, value, receiver)
}

/** OrdinarySetWithOwnDescriptor, 10.1.9.2, from where the receiver itself gets the property. */
export function setOnReceiver(
  machine: Machine,
  key: PropertyKey,
  value: Value,
  receiver: Value,
): Completion<boolean> {
  if (!isObject(receiver)) return false
  if (isProxy(receiver))
    return setOnProxySteps.start(machine, { receiver, key, value }) as Completion<boolean>
  const current = getOwnProperty(machine, receiver, key) as Descriptor | undefined
  if (current === undefined) {
    return defineOwnProperty(machine, receiver, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
  if (isAccessorDescriptor(current) || !current.writable) return false
  return defineOwnProperty(machine, receiver, key, { value })
}

const setOnProxySteps = steps<{ receiver: JSObject; key: PropertyKey; value: Value }>({
  name: "SetOnProxy",
  run(machine, frame, input) {
    const { receiver, key, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = getOwnProperty(machine, receiver, key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const current = input as Descriptor | undefined
    if (current === undefined) {
      return defineOwnProperty(machine, receiver, key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    }
    if (isAccessorDescriptor(current) || !current.writable) return false
    return defineOwnProperty(machine, receiver, key, { value })
  },
})

/** [[GetOwnProperty]], 10.1.5. The descriptor is the caller's own. */
export function getOwnProperty(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
): Completion<Descriptor | undefined> {
  if ((object.kind & EXOTIC) !== 0) {
    if (isProxy(object)) return proxyGetOwnProperty(machine, object, key)
    const own = exoticGetOwn(machine, object, key)
    if (own !== PASS) return own
  }
  const slot = findSlot(machine.realm, object, key)
  return slot < 0 ? undefined : descriptorOf(object.slots[slot], object.shape.attributesAt(slot))
}

/** [[DefineOwnProperty]], 10.1.6: false if the change is refused. */
export function defineOwnProperty(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  descriptor: Descriptor,
): Completion<boolean> {
  if ((object.kind & EXOTIC) !== 0) {
    if (isProxy(object)) return proxyDefineOwnProperty(machine, object, key, descriptor)
    if (
      key === "length" &&
      isArrayKind(object) &&
      "value" in descriptor &&
      typeof descriptor.value !== "number"
    ) {
      return lengthSteps.start(machine, { array: object, descriptor, length: 0 }) as Completion<boolean>
    }
    const done = exoticDefine(machine, object, key, descriptor)
    if (done !== PASS) return done
  }
  return ordinaryDefine(machine, object, key, descriptor)
}

/** Steps 3 to 5 of ArraySetLength, 10.4.2.4: the value is converted twice, and must come out the same. */
const lengthSteps = steps<{ array: JSObject; descriptor: Descriptor; length: number }>({
  name: "ArraySetLength",
  run(machine, frame, input) {
    const { locals } = frame
    const { array, descriptor } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = toNumber(machine, descriptor.value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.length = (input as number) >>> 0
      frame.state = 2
      input = toNumber(machine, descriptor.value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (locals.length !== input) return throwRangeError(machine, messages.invalidArrayLength)
    return exoticDefine(machine, array, "length", { ...descriptor, value: locals.length }) as Completion
  },
})

/** OrdinaryDefineOwnProperty, 10.1.6.1, on slots. */
export function ordinaryDefine(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  descriptor: Descriptor,
): boolean {
  const slot = findSlot(machine.realm, object, key)
  const current = slot < 0 ? undefined : descriptorOf(object.slots[slot], object.shape.attributesAt(slot))
  if (!isChangeAllowed(descriptor, current, object.shape.extensible)) return false
  const stored = storedOf(descriptor, current)
  if (slot < 0) addProperty(machine.realm, object, key, stored.slot, stored.attributes)
  else redefineSlot(machine.realm, object, slot, key, stored.slot, stored.attributes)
  return true
}

/** CreateDataProperty, 7.3.5. */
export function createDataProperty(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  value: Value,
): Completion<boolean> {
  if ((object.kind & EXOTIC) === 0 && object.shape.extensible) {
    const slot = findSlot(machine.realm, object, key)
    if (slot < 0) {
      addProperty(machine.realm, object, key, value, DEFAULT)
      return true
    }
    if (object.shape.attributesAt(slot) === DEFAULT) {
      writeSlot(machine.realm, object, slot, key, value)
      return true
    }
  }
  return defineOwnProperty(machine, object, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

/** [[HasProperty]], 10.1.7. */
export function hasProperty(machine: Machine, object: JSObject, key: PropertyKey): Completion<boolean> {
  let level = 0
  for (let holder: JSObject | null = object; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    if ((holder.kind & EXOTIC) !== 0) {
      if (isProxy(holder)) return proxyHas(machine, holder, key)
      const has = exoticHas(machine, holder, key)
      if (has !== PASS) return has
    }
    if (findSlot(machine.realm, holder, key) >= 0) return true
  }
  return false
}

/** [[Delete]], 10.1.10: false if the property cannot be deleted. */
export function deleteProperty(machine: Machine, object: JSObject, key: PropertyKey): Completion<boolean> {
  if ((object.kind & EXOTIC) !== 0) {
    if (isProxy(object)) return proxyDelete(machine, object, key)
    const done = exoticDelete(machine, object, key)
    if (done !== PASS) return done
  }
  const slot = findSlot(machine.realm, object, key)
  if (slot < 0) return true
  if ((object.shape.attributesAt(slot) & 4) === 0) return false
  removeSlot(machine.realm, object, slot, key)
  return true
}

/** [[OwnPropertyKeys]], 10.1.11: a list of the caller's own. */
export function ownKeys(machine: Machine, object: JSObject): Completion<PropertyKey[]> {
  if (isProxy(object)) return proxyOwnKeys(machine, object)
  if (object.shape.lazy) machine.realm.materialize(object)
  if (hasManyKeys(object)) return gatherKeys(machine, object)
  if ((object.kind & EXOTIC) !== 0) return exoticKeys(machine, object)
  const keys = slotKeys(machine.realm, object)
  machine.charge(keys.length >> 3)
  return keys
}

/** [[GetPrototypeOf]], 10.1.1. */
export function getPrototypeOf(machine: Machine, object: JSObject): Completion<JSObject | null> {
  return isProxy(object) ? proxyGetPrototypeOf(machine, object) : object.shape.prototype
}

/** [[SetPrototypeOf]], 10.1.2: false if refused. */
export function setPrototypeOf(
  machine: Machine,
  object: JSObject,
  prototype: JSObject | null,
): Completion<boolean> {
  if (isProxy(object)) return proxySetPrototypeOf(machine, object, prototype)
  if (prototype === object.shape.prototype) return true
  if (!isExtensibleOrdinary(machine, object) || object === machine.realm.objectPrototype) return false
  let level = 0
  for (
    let holder = prototype;
    holder !== null && !isProxy(holder);
    holder = machine.prototypeOf(holder, ++level)
  ) {
    if (holder === object) return false
  }
  setPrototype(machine.realm, object, prototype)
  return true
}

function isExtensibleOrdinary(machine: Machine, object: JSObject): boolean {
  if (object.shape.lazy) machine.realm.materialize(object)
  return object.shape.extensible
}

/** [[IsExtensible]], 10.1.3. */
export function isExtensible(machine: Machine, object: JSObject): Completion<boolean> {
  return isProxy(object) ? proxyIsExtensible(machine, object) : isExtensibleOrdinary(machine, object)
}

/** [[PreventExtensions]], 10.1.4. */
export function preventExtensions(machine: Machine, object: JSObject): Completion<boolean> {
  if (isProxy(object)) return proxyPreventExtensions(machine, object)
  return exoticPrevent(machine, object)
}

function exoticPrevent(machine: Machine, object: JSObject): boolean {
  if (object.kind === Kind.TypedArray && !isTypedArrayFixedLength(object)) return false
  closeObject(machine.realm, object)
  return true
}
