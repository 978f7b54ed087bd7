/** Reading and writing properties by name and by computed key, through inline caches. */
import { type Accessor, EXOTIC, isObject, type JSObject, Kind } from "../../objects/object.ts"
import { findSlot, markCached } from "../../objects/properties.ts"
import { Rope } from "../../objects/rope.ts"
import { ACCESSOR, DEFAULT, MAX_SHAPE_KEYS, WRITABLE } from "../../objects/shape.ts"
import {
  ABRUPT,
  type Completion,
  EMPTY,
  type Empty,
  type PropertyKey,
  type Value,
} from "../../objects/value.ts"
import { call, leaveNative } from "../call.ts"
import { describeKey, describeObject } from "../describe.ts"
import { putElement } from "../exotic.ts"
import { at, type Frame, goOn, InlineCache, leave } from "../frame.ts"
import { get, set } from "../internal.ts"
import type { Machine } from "../machine.ts"
import { steps } from "../steps.ts"
import type { Node } from "../node.ts"
import { flat, getV, prototypeOfPrimitive, textOf, toPropertyKey } from "../operations.ts"
import { throwNotSet } from "../refusals.ts"
import { messages, throwTypeError } from "../throws.ts"
import { setTypedElement, typedElement } from "../typedArray.ts"

export function cacheOf(frame: Frame, node: Node): InlineCache {
  return (frame.caches[node.slot] ??= new InlineCache())
}

/** Whether an object has a way of its own with a key that is no index: arrays and strings with `length`, others with any. */
function isExotic({ kind }: JSObject, key: PropertyKey): boolean {
  return (kind & EXOTIC) !== 0 && (key === "length" || kind > Kind.String)
}

/**
 * The value of a data property, or undefined for none, that a cache may keep while the epoch lasts. EMPTY where it may not,
 * and for an accessor, which the cache keeps as such.
 */
export function readThroughEpoch(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  cache: InlineCache,
): Value | Empty {
  const realm = machine.realm
  let holder: JSObject | null = object
  let slot = -1
  let level = 0
  for (; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    if (isExotic(holder, key)) return EMPTY
    slot = findSlot(realm, holder, key)
    if (slot >= 0) break
  }
  const ownShape = object.shape
  for (let passed: JSObject | null = object; passed !== null; passed = passed.shape.prototype) {
    if (passed !== object || ownShape.dictionary) markCached(realm, passed, key)
    if (passed === holder) break
  }
  if (cache.epoch !== realm.epoch) {
    cache.protoShape = null
    cache.accessorShape = null
    cache.epoch = realm.epoch
  }
  if (holder !== null && (holder.shape.attributesAt(slot) & ACCESSOR) !== 0) {
    cache.accessorShape = object.shape
    cache.accessor = holder.slots[slot] as Accessor
    return EMPTY
  }
  cache.protoShape = object.shape
  cache.protoValue = holder === null ? undefined : (holder.slots[slot] as Value)
  return cache.protoValue
}

/** `base.key` with the node's cache; `node.key` is no index and not `length`. */
export function getMember(frame: Frame, base: Value, node: Node): Completion {
  if (typeof base === "object" && base !== null) {
    const cache = frame.caches[node.slot]
    if (cache !== undefined) {
      const shape = base.shape
      if (shape === cache.shape) return (base as JSObject).slots[cache.slot] as Value
      if (shape === cache.protoShape && cache.epoch!.valid) return cache.protoValue
      if (shape === cache.shape2) return (base as JSObject).slots[cache.slot2] as Value
    }
    if (isObject(base)) return getMemberSlow(frame, base, node)
  }
  return getOfPrimitive(frame, base, node)
}

function getMemberSlow(frame: Frame, base: JSObject, node: Node): Completion {
  const machine = frame.machine
  const key = node.key as PropertyKey
  at(frame, node.position)
  const cache = frame.caches[node.slot]
  if (cache !== undefined && cache.accessorShape === base.shape && cache.epoch!.valid)
    return callGetter(machine, cache.accessor!, base)
  if (isExotic(base, key)) return get(machine, base, key, base)
  const slot = findSlot(machine.realm, base, key)
  const shape = base.shape
  if (slot >= 0) {
    if ((shape.attributesAt(slot) & ACCESSOR) !== 0)
      return callGetter(machine, base.slots[slot] as Accessor, base)
    if (!shape.dictionary) fillOwn(cacheOf(frame, node), shape, slot)
    else if (shape.sharedTable || shape.cachedKeys !== null)
      readThroughEpoch(machine, base, key, cacheOf(frame, node))
    return base.slots[slot] as Value
  }
  if (!shape.dictionary || shape.sharedTable || shape.cachedKeys !== null) {
    const value = readThroughEpoch(machine, base, key, cacheOf(frame, node))
    if (value !== EMPTY) return value
  }
  return get(machine, base, key, base)
}

function fillOwn(cache: InlineCache, shape: unknown, slot: number): void {
  if (cache.shape !== null) {
    cache.shape2 = cache.shape
    cache.slot2 = cache.slot
  }
  cache.shape = shape
  cache.slot = slot
}

function callGetter(machine: Machine, accessor: Accessor, receiver: Value): Completion {
  return accessor.get === undefined ? undefined : call(machine, accessor.get, receiver, [])
}

function getOfPrimitive(frame: Frame, base: Value, node: Node): Completion {
  const machine = frame.machine
  const key = node.key as PropertyKey
  at(frame, node.position)
  const prototype = cachedPrototype(machine, base)
  if (prototype !== null) {
    const cache = cacheOf(frame, node)
    // a prototype stands for the shape that its primitives do not have
    if (cache.protoShape === prototype && cache.epoch!.valid) return cache.protoValue
    const value = readThroughEpoch(machine, prototype, key, cache)
    if (value !== EMPTY) {
      cache.protoShape = prototype
      return value
    }
  }
  if (base === undefined || base === null) return throwReadOf(machine, base, key)
  return getV(machine, base, key)
}

/** The prototype of the primitives that programs call methods of. */
function cachedPrototype({ realm }: Machine, base: Value): JSObject | null {
  if (typeof base === "string" || base instanceof Rope) return realm.stringPrototype
  return typeof base === "number" ? realm.numberPrototype : null
}

export function throwReadOf(machine: Machine, base: Value, key: PropertyKey): typeof ABRUPT {
  return throwTypeError(machine, messages.readOf(String(base), describeKey(key)))
}

export function evaluateMember(node: Node, frame: Frame): Completion {
  const object = node.a
  const base = object.evaluate(object, frame)
  if (base === ABRUPT) return leave(frame, node, 0, undefined)
  return getMember(frame, base, node)
}
export function resumeMember(node: Node, frame: Frame): Completion {
  const base = goOn(frame)
  return base === ABRUPT ? leave(frame, node, 0, undefined) : getMember(frame, base, node)
}

export function evaluateMemberOfRegister(node: Node, frame: Frame): Completion {
  return getMember(frame, frame.registers[node.i] as Value, node)
}

/** `base.length` */
export function getLength(frame: Frame, base: Value, node: Node): Completion {
  if (typeof base === "string") return base.length
  if (typeof base === "object" && base !== null) {
    if (base.kind === Kind.Array) return ((base as JSObject).data as Value[]).length
    if (base instanceof Rope) return base.length
  }
  return isObject(base) && (base.kind & EXOTIC) === 0
    ? getMember(frame, base, node)
    : getLengthSlow(frame, base, node)
}

function getLengthSlow(frame: Frame, base: Value, node: Node): Completion {
  at(frame, node.position)
  if (base === undefined || base === null) return throwReadOf(frame.machine, base, "length")
  return getV(frame.machine, base, "length")
}

export function evaluateLength(node: Node, frame: Frame): Completion {
  const object = node.a
  const base = object.evaluate(object, frame)
  return base === ABRUPT ? leave(frame, node, 0, undefined) : getLength(frame, base, node)
}
export function evaluateLengthOfRegister(node: Node, frame: Frame): Completion {
  return getLength(frame, frame.registers[node.i] as Value, node)
}
export function resumeLength(node: Node, frame: Frame): Completion {
  const base = goOn(frame)
  return base === ABRUPT ? leave(frame, node, 0, undefined) : getLength(frame, base, node)
}

// Computed keys

/** `base[key]` */
export function getElement(frame: Frame, base: Value, key: Value, position: number): Completion {
  if (typeof key === "number") {
    if (typeof base === "object" && base !== null) {
      if (base.kind === Kind.Array) {
        const element = ((base as JSObject).data as Array<Value | Empty>)[key]
        if (element !== undefined && element !== EMPTY) return element
      } else if (base.kind === Kind.TypedArray) {
        const element = typedElement(base as JSObject, key)
        return element === EMPTY ? undefined : element
      }
    } else if (typeof base === "string" && key >= 0 && key < base.length && Number.isInteger(key)) {
      return base[key]!
    }
  }
  at(frame, position)
  return getElementSlow(frame.machine, base, key)
}

function getElementSlow(machine: Machine, base: Value, key: Value): Completion {
  if (base === undefined || base === null) {
    return throwTypeError(machine, messages.readOf(String(base), shownKey(machine, key)))
  }
  if (isObject(key)) return getElementSteps.start(machine, { base, key })
  const name = toPropertyKey(machine, flat(machine, key))
  return name === ABRUPT ? ABRUPT : getV(machine, base, name)
}

/** A computed key in a message, without running its conversion; null where only that could tell. */
export function shownKey(machine: Machine, key: Value): string | null {
  if (typeof key === "symbol") return describeKey(key)
  if (!isObject(key)) return String(flat(machine, key))
  const shown = describeObject(machine.realm, key)
  return shown.startsWith("[object ") ? null : shown
}

const getElementSteps = steps<{ base: Value; key: Value }>({
  name: "GetElement",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toPropertyKey(machine, frame.locals.key)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return getV(machine, frame.locals.base, input as PropertyKey)
  },
})

export function evaluateElement(node: Node, frame: Frame): Completion {
  const object = node.a
  const base = object.evaluate(object, frame)
  if (base === ABRUPT) return leave(frame, node, 0, undefined)
  const property = node.b
  const key = property.evaluate(property, frame)
  if (key === ABRUPT) return leave(frame, node, 1, base)
  return getElement(frame, base, key, node.position)
}
export function evaluateElementOfRegister(node: Node, frame: Frame): Completion {
  const base = frame.registers[node.i] as Value
  const property = node.b
  const key = property.evaluate(property, frame)
  if (key === ABRUPT) return leave(frame, node, 1, base)
  return getElement(frame, base, key, node.position)
}
export function evaluateElementOfRegisters(node: Node, frame: Frame): Completion {
  return getElement(frame, frame.registers[node.i] as Value, frame.registers[node.j] as Value, node.position)
}
export function resumeElement(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (state === 1)
    return input === ABRUPT ? leave(frame, node, 1, temp) : getElement(frame, temp, input, node.position)
  if (input === ABRUPT) return leave(frame, node, 0, undefined)
  const property = node.b
  const key = property.evaluate(property, frame)
  if (key === ABRUPT) return leave(frame, node, 1, input)
  return getElement(frame, input, key, node.position)
}

// Writing

/** `base.key = value` with the node's cache; gives the value. */
export function setMember(frame: Frame, base: Value, node: Node, value: Value): Completion {
  if (typeof base === "object" && base !== null) {
    const cache = frame.caches[node.slot]
    if (cache !== undefined) {
      const shape = base.shape
      if (shape === cache.shape) {
        ;(base as JSObject).slots[cache.slot] = value
        return value
      }
      if (shape === cache.addShape && cache.epoch!.valid) {
        const object = base as JSObject
        if (object.slots.length === 0) object.slots = [value]
        else object.slots.push(value)
        object.shape = cache.nextShape as JSObject["shape"]
        frame.machine.meter.used += 8
        return value
      }
      if (shape === cache.shape2) {
        ;(base as JSObject).slots[cache.slot2] = value
        return value
      }
    }
    if (isObject(base)) return setMemberSlow(frame, base, node, value)
  }
  at(frame, node.position)
  return putValue(frame.machine, base, node.key as PropertyKey, value)
}

function setMemberSlow(frame: Frame, base: JSObject, node: Node, value: Value): Completion {
  const machine = frame.machine
  const key = node.key as PropertyKey
  at(frame, node.position)
  if (!isExotic(base, key)) {
    const slot = findSlot(machine.realm, base, key)
    const shape = base.shape
    if (!shape.dictionary) {
      if (slot >= 0) {
        if ((shape.attributesAt(slot) & (ACCESSOR | WRITABLE)) === WRITABLE) {
          fillOwn(cacheOf(frame, node), shape, slot)
          base.slots[slot] = value
          return value
        }
      } else if (shape.extensible && shape.count < MAX_SHAPE_KEYS && isPlainAddition(machine, base, key)) {
        fillAddition(machine, base, key, cacheOf(frame, node))
        base.shape = shape.add(key, DEFAULT)
        if (base.slots.length === 0) base.slots = [value]
        else base.slots.push(value)
        return value
      }
    }
  }
  return putValue(machine, base, key, value)
}

/** No prototype has the key, so that assignment adds it to the object itself. */
function isPlainAddition(machine: Machine, object: JSObject, key: PropertyKey): boolean {
  let level = 0
  for (let holder = object.shape.prototype; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    if (isExotic(holder, key)) return false
    if (findSlot(machine.realm, holder, key) >= 0) return false
  }
  return true
}

function fillAddition(machine: Machine, object: JSObject, key: PropertyKey, cache: InlineCache): void {
  let level = 0
  for (let holder = object.shape.prototype; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    markCached(machine.realm, holder, key)
  }
  cache.addShape = object.shape
  cache.nextShape = object.shape.add(key, DEFAULT)
  cache.epoch = machine.realm.epoch
  cache.protoShape = null
}

const putValueSteps = steps<{ base: Value; key: PropertyKey; value: Value }>({
  name: "PutValue",
  run(machine, frame, input) {
    const { base, key, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      const holder = isObject(base) ? base : prototypeOfPrimitive(machine, base)!
      input = set(machine, holder, key, value, base)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return input === true ? value : throwNotSet(machine, base, key)
  },
})

/** PutValue to a property, 6.2.5.6, strict: gives the value, or throws if it cannot be set. */
export function putValue(machine: Machine, base: Value, key: PropertyKey, value: Value): Completion {
  if (base === undefined || base === null) {
    return throwTypeError(machine, messages.setOf(String(base), describeKey(key)))
  }
  return putValueSteps.start(machine, { base, key, value })
}

/** `base[key] = value` */
export function setElement(
  frame: Frame,
  base: Value,
  key: Value,
  value: Value,
  position: number,
): Completion {
  if (typeof key === "number" && typeof base === "object" && base !== null) {
    if (base.kind === Kind.Array) {
      const elements = (base as JSObject).data as Array<Value | Empty>
      if (key < elements.length && elements[key] !== undefined && elements[key] !== EMPTY) {
        elements[key] = value
        return value
      }
      if (key === elements.length && canAppend(frame.machine, base as JSObject)) {
        if (!frame.machine.allocate(8)) return ABRUPT
        elements.push(value)
        return value
      }
    } else if (base.kind === Kind.TypedArray && typeof value === "number") {
      return setTypedElement(frame.machine, base as JSObject, key, value) === ABRUPT ? ABRUPT : value
    }
  }
  at(frame, position)
  return setElementSlow(frame.machine, base, key, value)
}

/** Appending asks nobody: no prototype has elements of its own. */
export function canAppend(machine: Machine, array: JSObject): boolean {
  const realm = machine.realm
  const prototype = array.shape.prototype
  return (
    array.shape.extensible &&
    prototype === realm.arrayPrototype &&
    prototype.kind === Kind.Array &&
    (prototype.data as Value[]).length === 0 &&
    prototype.shape.prototype === realm.objectPrototype &&
    !realm.objectPrototypeHasElements
  )
}

function setElementSlow(machine: Machine, base: Value, key: Value, value: Value): Completion {
  if (base === undefined || base === null) {
    return throwTypeError(machine, messages.setOf(String(base), shownKey(machine, key)))
  }
  if (isObject(key)) return setElementSteps.start(machine, { base, key, value })
  const name = toPropertyKey(machine, flat(machine, key))
  return name === ABRUPT ? ABRUPT : putValue(machine, base, name, value)
}

const setElementSteps = steps<{ base: Value; key: Value; value: Value }>({
  name: "SetElement",
  run(machine, frame, input) {
    const { base, key, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = toPropertyKey(machine, key)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return putValue(machine, base, input as PropertyKey, value)
  },
})

export function evaluateSetMember(node: Node, frame: Frame): Completion {
  const object = node.a
  const base = object.evaluate(object, frame)
  if (base === ABRUPT) return leave(frame, node, 0, undefined)
  const right = node.b
  const value = right.evaluate(right, frame)
  if (value === ABRUPT) return leave(frame, node, 1, base)
  return setMember(frame, base, node, value)
}
export function evaluateSetMemberOfRegister(node: Node, frame: Frame): Completion {
  const base = frame.registers[node.i] as Value
  const right = node.b
  const value = right.evaluate(right, frame)
  if (value === ABRUPT) return leave(frame, node, 1, base)
  return setMember(frame, base, node, value)
}
export function resumeSetMember(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (state === 1) return input === ABRUPT ? leave(frame, node, 1, temp) : setMember(frame, temp, node, input)
  if (input === ABRUPT) return leave(frame, node, 0, undefined)
  const right = node.b
  const value = right.evaluate(right, frame)
  if (value === ABRUPT) return leave(frame, node, 1, input)
  return setMember(frame, input, node, value)
}

/** `a[b] = c`: three operands, left to right. */
export function evaluateSetElement(node: Node, frame: Frame): Completion {
  const object = node.a
  const base = object.evaluate(object, frame)
  if (base === ABRUPT) return leave(frame, node, 0, undefined)
  return setElementKey(node, frame, base)
}
function setElementKey(node: Node, frame: Frame, base: Value): Completion {
  const property = node.b
  const key = property.evaluate(property, frame)
  if (key === ABRUPT) return leave(frame, node, 1, base)
  return setElementValue(node, frame, base, key)
}
function setElementValue(node: Node, frame: Frame, base: Value, key: Value): Completion {
  const right = node.c
  const value = right.evaluate(right, frame)
  if (value === ABRUPT) return leave(frame, node, 2, [base, key])
  return setElement(frame, base, key, value, node.position)
}
export function resumeSetElement(node: Node, frame: Frame, state: number, temp: any): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  if (state === 0) return setElementKey(node, frame, input)
  if (state === 1) return setElementValue(node, frame, temp, input)
  return setElement(frame, temp[0], temp[1], input, node.position)
}

export { putElement, textOf }
