/** Object and Object.prototype, ECMA-262 20.1 and B.2.2. */
import { type ProxySlots } from "../objects/function.ts"
import { CALLABLE, isArrayKind, isObject, isProxyKind, type JSObject, Kind } from "../objects/object.ts"
import { defineProperty } from "../objects/properties.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type PropertyKey, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import {
  get,
  getPrototypeOf,
  isExtensible,
  ownKeys,
  preventExtensions,
  setPrototypeOf,
} from "../interpreter/internal.ts"
import { isArrayIterationIntact } from "../interpreter/iterators.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  accessor,
  constructor,
  DECLINED,
  guest,
  intrinsic,
  method,
  object,
  steps,
  withGuest,
} from "../interpreter/native.ts"
import { createArray, createObject, flat, invoke, sameValue, toObject } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { groupByKey } from "./groupBy.ts"
import { setIntegrity, testIntegrity, throwStillExtensible } from "./integrity.ts"
import { askOwnProperty, defineFromAttributes, defineHalf, defineProperties } from "./objectProperties.ts"
import { assign, enumerableOwnProperties } from "./ownProperties.ts"
import { prototypeSentence, throwPrototypeNotSet } from "./refusals.ts"

const createEmpty = fromConstructor<null>("Object.prototype", (machine, prototype) =>
  machine.realm.newObject(prototype),
)

/** Object.setPrototypeOf and the setter of __proto__, once the receiver is known to be an object. */
const setPrototypeSteps = steps<{ object: JSObject; prototype: JSObject | null; answer: Value }>({
  name: "SetPrototypeOrThrow",
  run(machine, frame, input) {
    const { object: target, prototype, answer } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = setPrototypeOf(machine, target, prototype)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return input === false ? throwPrototypeNotSet(machine, target) : answer
  },
})

const preventSteps = steps<{ object: JSObject }>({
  name: "Object.preventExtensions",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = preventExtensions(machine, frame.locals.object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return input === false ? throwStillExtensible(machine, frame.locals.object) : frame.locals.object
  },
})

const ownKeysSteps = steps<{ object: JSObject; type: "string" | "symbol" }>({
  name: "GetOwnPropertyKeys",
  run(machine, frame, input) {
    const { object: source, type } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = ownKeys(machine, source) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return createArray(machine, keysOf(source, input as unknown as PropertyKey[], type))
  },
})

/** Of the caller's own list; symbols come last, except where a proxy says otherwise. */
function keysOf(source: JSObject, keys: PropertyKey[], type: "string" | "symbol"): PropertyKey[] {
  if (isProxyKind(source)) return keys.filter((key) => typeof key === type)
  let end = keys.length
  while (end > 0 && typeof keys[end - 1] === "symbol") end--
  if (type === "symbol") return keys.slice(end)
  keys.length = end
  return keys
}

function keysOfType(machine: Machine, value: Value, type: "string" | "symbol"): Completion {
  const source = toObject(machine, value)
  return source === ABRUPT ? ABRUPT : ownKeysSteps.start(machine, { object: source, type })
}

/** More pairs are taken one by one. */
const MAX_QUICK_PAIRS = 5_000

/** Object.fromEntries of an array of pairs, where nothing of it runs program code. */
function fromPairs(machine: Machine, value: Value): Completion | typeof DECLINED {
  if (!isObject(value) || value.kind !== Kind.Array || !isArrayIterationIntact(machine, value))
    return DECLINED
  const pairs = value.data as Array<Value | Empty>
  if (pairs.length > MAX_QUICK_PAIRS || !pairs.every(isPair)) return DECLINED
  machine.charge(pairs.length >> 2)
  if (!machine.allocate(pairs.length * 16)) return ABRUPT
  const result = createObject(machine)
  for (const pair of pairs) {
    const [key, element] = (pair as JSObject).data as Value[]
    defineProperty(machine.realm, result, flat(machine, key) as string, element)
  }
  return result
}

function isPair(value: Value | Empty): boolean {
  if (typeof value !== "object" || value === null || value.kind !== Kind.Array) return false
  const elements = (value as JSObject).data as Array<Value | Empty>
  return elements.length >= 2 && typeof elements[0] === "string" && elements[1] !== EMPTY
}

const objectConstructor = constructor({
  name: "Object",
  length: 1,
  body(machine, _this, args, newTarget, callee) {
    if (newTarget !== undefined && newTarget !== callee) return createEmpty(machine, newTarget, null)
    const value = args[0]
    return value === undefined || value === null ? createObject(machine) : toObject(machine, value)
  },
  statics: [
    ["assign", method(2, (machine, _this, args) => assign(machine, args))],
    [
      "create",
      method(2, (machine, _this, [prototype, properties]) => {
        if (prototype !== null && !isObject(prototype)) {
          return throwTypeError(machine, prototypeSentence(machine, prototype))
        }
        const created = machine.realm.newObject(prototype)
        machine.meter.used += 64
        return properties === undefined ? created : defineProperties(machine, created, properties)
      }),
    ],
    [
      "defineProperties",
      method(2, (machine, _this, [target, properties]) => {
        if (!isObject(target)) return throwTypeError(machine, "Object.defineProperties called on non-object")
        return defineProperties(machine, target, properties)
      }),
    ],
    [
      "defineProperty",
      method(3, (machine, _this, [target, key, attributes]) => {
        if (!isObject(target)) return throwTypeError(machine, "Object.defineProperty called on non-object")
        return defineFromAttributes(machine, target, key, attributes, "object")
      }),
    ],
    ["entries", method(1, (machine, _this, args) => enumerableOwnProperties(machine, args[0], "entry"))],
    ["freeze", method(1, (machine, _this, args) => setIntegrity(machine, args[0], "frozen"))],
    [
      "fromEntries",
      withGuest(
        1,
        (machine, _this, args) => fromPairs(machine, args[0]),
        `function (iterable) {
          if (iterable === undefined || iterable === null) ThrowTypeError(iterable + " is not iterable")
          const result = {}
          const iterator = GetIterator(iterable)
          for (;;) {
            const entry = IteratorStep(iterator)
            if (entry === DONE) return result
            try {
              if (!IsObject(entry)) ThrowTypeError("Iterator value " + NameOf(entry) + " is not an entry object")
              const key = entry[0]
              const value = entry[1]
              CreateDataPropertyOrThrow(result, ToPropertyKey(key), value)
            } catch (error) {
              try { IteratorClose(iterator) } catch {}
              throw error
            }
          }
        }`,
      ),
    ],
    [
      "getOwnPropertyDescriptor",
      method(2, (machine, _this, [target, key]) => askOwnProperty(machine, target, key, "descriptor", true)),
    ],
    [
      "getOwnPropertyDescriptors",
      guest(
        1,
        `function (value) {
          const object = ToObject(value)
          const keys = OwnKeys(object)
          const result = {}
          for (let index = 0; index < keys.length; index++) {
            const descriptor = GetOwnPropertyDescriptor(object, keys[index])
            if (descriptor !== undefined) CreateDataProperty(result, keys[index], descriptor)
          }
          return result
        }`,
      ),
    ],
    ["getOwnPropertyNames", method(1, (machine, _this, args) => keysOfType(machine, args[0], "string"))],
    ["getOwnPropertySymbols", method(1, (machine, _this, args) => keysOfType(machine, args[0], "symbol"))],
    [
      "getPrototypeOf",
      method(1, (machine, _this, args) => {
        const target = toObject(machine, args[0])
        return target === ABRUPT ? ABRUPT : getPrototypeOf(machine, target)
      }),
    ],
    ["groupBy", method(2, (machine, _this, [items, callback]) => groupByKey(machine, items, callback))],
    [
      "hasOwn",
      method(2, (machine, _this, [target, key]) => askOwnProperty(machine, target, key, "exists", true)),
    ],
    [
      "is",
      method(2, (machine, _this, [left, right]) => sameValue(flat(machine, left), flat(machine, right))),
    ],
    [
      "isExtensible",
      method(1, (machine, _this, args) => (isObject(args[0]) ? isExtensible(machine, args[0]) : false)),
    ],
    ["isFrozen", method(1, (machine, _this, args) => testIntegrity(machine, args[0], "frozen"))],
    ["isSealed", method(1, (machine, _this, args) => testIntegrity(machine, args[0], "sealed"))],
    ["keys", method(1, (machine, _this, args) => enumerableOwnProperties(machine, args[0], "key"))],
    [
      "preventExtensions",
      method(1, (machine, _this, args) =>
        isObject(args[0]) ? preventSteps.start(machine, { object: args[0] }) : args[0],
      ),
    ],
    ["seal", method(1, (machine, _this, args) => setIntegrity(machine, args[0], "sealed"))],
    [
      "setPrototypeOf",
      method(2, (machine, _this, [target, prototype]) => {
        if (target === undefined || target === null) {
          return throwTypeError(machine, "Object.setPrototypeOf called on null or undefined")
        }
        if (prototype !== null && !isObject(prototype)) {
          return throwTypeError(machine, prototypeSentence(machine, prototype))
        }
        if (!isObject(target)) return target
        return setPrototypeSteps.start(machine, { object: target, prototype, answer: target })
      }),
    ],
    ["values", method(1, (machine, _this, args) => enumerableOwnProperties(machine, args[0], "value"))],
  ],
})

/** The tag of Object.prototype.toString without Symbol.toStringTag. */
function builtinTag(machine: Machine, value: JSObject): Completion<string> {
  let target = value
  while (isProxyKind(target)) {
    const behind = (target.data as ProxySlots).target
    if (behind === null) {
      return throwTypeError(machine, "Cannot perform 'IsArray' on a proxy that has been revoked")
    }
    machine.charge(1)
    target = behind
  }
  if (isArrayKind(target)) return "Array"
  if ((value.kind & CALLABLE) !== 0) return "Function"
  switch (value.kind) {
    case Kind.Error:
      return "Error"
    case Kind.Boolean:
      return "Boolean"
    case Kind.Number:
      return "Number"
    case Kind.String:
      return "String"
    case Kind.Date:
      return "Date"
    case Kind.RegExp:
      return "RegExp"
    case Kind.Arguments:
      return "Arguments"
    default:
      return "Object"
  }
}

const toStringSteps = steps<{ object: JSObject; tag: string }>({
  name: "Object.prototype.toString",
  run(machine, frame, input) {
    const { object: target, tag } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, target, Symbol.toStringTag, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const given = flat(machine, input as Value)
    return `[object ${typeof given === "string" ? given : tag}]`
  },
})

/** Object.prototype.toString, ECMA-262 20.1.3.6. */
export function objectToString(machine: Machine, thisValue: Value): Completion {
  if (thisValue === undefined) return "[object Undefined]"
  if (thisValue === null) return "[object Null]"
  const target = toObject(machine, thisValue)
  if (target === ABRUPT) return ABRUPT
  const tag = builtinTag(machine, target)
  return tag === ABRUPT ? ABRUPT : toStringSteps.start(machine, { object: target, tag })
}

function setProto(machine: Machine, thisValue: Value, prototype: Value): Completion {
  if (thisValue === undefined || thisValue === null) {
    return throwTypeError(machine, "set Object.prototype.__proto__ called on null or undefined")
  }
  if ((prototype !== null && !isObject(prototype)) || !isObject(thisValue)) return undefined
  return setPrototypeSteps.start(machine, { object: thisValue, prototype, answer: undefined })
}

function lookupSource(half: "get" | "set"): string {
  return `function (name) {
    let object = ToObject(this)
    const key = ToPropertyKey(name)
    do {
      const descriptor = GetOwnPropertyDescriptor(object, key)
      if (descriptor !== undefined) return HasOwnProperty(descriptor, "${half}") ? descriptor.${half} : undefined
      object = GetPrototypeOf(object)
    } while (object !== null)
  }`
}

const objectPrototype = object({
  name: "Object.prototype",
  prototype: null,
  members: [
    ["constructor", intrinsic("Object")],
    [
      "__defineGetter__",
      method(2, (machine, thisValue, args) => defineHalf(machine, thisValue, args, "get")),
    ],
    [
      "__defineSetter__",
      method(2, (machine, thisValue, args) => defineHalf(machine, thisValue, args, "set")),
    ],
    [
      "hasOwnProperty",
      method(1, (machine, thisValue, args) => askOwnProperty(machine, thisValue, args[0], "exists", false)),
    ],
    ["__lookupGetter__", guest(1, lookupSource("get"))],
    ["__lookupSetter__", guest(1, lookupSource("set"))],
    [
      "isPrototypeOf",
      guest(
        1,
        `function (value) {
          if (!IsObject(value)) return false
          const object = ToObject(this)
          do {
            value = GetPrototypeOf(value)
            if (value === object) return true
          } while (value !== null)
          return false
        }`,
      ),
    ],
    [
      "propertyIsEnumerable",
      method(1, (machine, thisValue, args) =>
        askOwnProperty(machine, thisValue, args[0], "enumerable", false),
      ),
    ],
    ["toString", method(0, objectToString)],
    ["valueOf", method(0, toObject)],
    [
      "__proto__",
      accessor(
        (machine, thisValue) => {
          const target = toObject(machine, thisValue)
          return target === ABRUPT ? ABRUPT : getPrototypeOf(machine, target)
        },
        (machine, thisValue, args) => setProto(machine, thisValue, args[0]),
      ),
    ],
    [
      "toLocaleString",
      method(0, (machine, thisValue) => {
        if (thisValue === undefined || thisValue === null) {
          return throwTypeError(machine, "Object.prototype.toLocaleString called on null or undefined")
        }
        return invoke(machine, thisValue, "toString", [])
      }),
    ],
  ],
})

export const objectIntrinsics: Intrinsic[] = [objectConstructor, objectPrototype]
