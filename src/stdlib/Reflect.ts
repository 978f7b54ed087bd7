/** Reflect, ECMA-262 28.1. */
import { isCallable, isObject, type JSObject } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../objects/value.ts"
import { isConstructor, leaveNative } from "../interpreter/call.ts"
import { describe } from "../interpreter/describe.ts"
import {
  deleteProperty,
  get,
  getPrototypeOf,
  hasProperty,
  isExtensible,
  ownKeys,
  preventExtensions,
  set,
  setPrototypeOf,
} from "../interpreter/internal.ts"
import { createListFromArrayLike } from "../interpreter/listFromArrayLike.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constant, type Member, method, object, steps } from "../interpreter/native.ts"
import { createArray, toPropertyKey } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { applySteps } from "./Function.ts"
import { guardedConstruct } from "./guardedCall.ts"
import { askOwnProperty, defineFromAttributes } from "./objectProperties.ts"
import { prototypeSentence } from "./refusals.ts"

/** A function whose first argument must be an object. */
function onObject(
  name: string,
  length: number,
  body: (machine: Machine, target: JSObject, args: Value[]) => Completion,
): readonly [string, Member] {
  const member = method(length, (machine, _this, args) => {
    const target = args[0]
    if (!isObject(target)) return throwTypeError(machine, `Reflect.${name} called on non-object`)
    return body(machine, target, args)
  })
  return [name, member]
}

interface KeyLocals {
  target: JSObject
  key: Value
  /** What follows the key. */
  rest: Value[]
}

/** A function whose second argument is a property key. */
function onProperty(
  name: string,
  length: number,
  body: (machine: Machine, target: JSObject, key: PropertyKey, rest: Value[]) => Completion,
): readonly [string, Member] {
  const code = steps<KeyLocals>({
    name: `Reflect.${name}`,
    run(machine, frame, input) {
      const { target, key, rest } = frame.locals
      if (frame.state === 0) {
        frame.state = 1
        input = toPropertyKey(machine, key)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      return body(machine, target, input as PropertyKey, rest)
    },
  })
  return onObject(name, length, (machine, target, args) =>
    code.start(machine, { target, key: args[1], rest: args.slice(2) }),
  )
}

const constructSteps = steps<{ target: JSObject; list: Value; newTarget: JSObject }>({
  name: "Reflect.construct",
  run(machine, frame, input) {
    const { target, list, newTarget } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = createListFromArrayLike(machine, list) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return guardedConstruct(machine, target, input as unknown as Value[], newTarget)
  },
})

const keysSteps = steps<{ target: JSObject }>({
  name: "Reflect.ownKeys",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = ownKeys(machine, frame.locals.target) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return createArray(machine, input as unknown as PropertyKey[])
  },
})

function apply(machine: Machine, _this: Value, [callee, thisValue, list]: Value[]): Completion {
  if (!isCallable(callee)) {
    const text = describe(machine.realm, callee)
    const sentence = `Function.prototype.apply was called on ${text}, which is ${typeWithArticle(callee)} and not a function`
    return throwTypeError(machine, sentence)
  }
  return applySteps.start(machine, { callee, thisValue, list })
}

function typeWithArticle(value: Value): string {
  if (value === undefined) return "undefined"
  const type = typeof value
  return type === "object" ? "an object" : `a ${type}`
}

function constructFrom(machine: Machine, _this: Value, args: Value[]): Completion {
  const [target, list] = args
  const newTarget = args.length > 2 ? args[2] : target
  for (const value of [target, newTarget]) {
    if (!isConstructor(value))
      return throwTypeError(machine, messages.notConstructor(describe(machine.realm, value)))
  }
  return constructSteps.start(machine, { target: target as JSObject, list, newTarget: newTarget as JSObject })
}

const reflect = object({
  name: "Reflect",
  members: [
    ["apply", method(3, apply)],
    ["construct", method(2, constructFrom)],
    onObject("defineProperty", 3, (machine, target, args) =>
      defineFromAttributes(machine, target, args[1], args[2], "boolean"),
    ),
    onProperty("deleteProperty", 2, deleteProperty),
    onProperty("get", 2, (machine, target, key, rest) =>
      get(machine, target, key, rest.length > 0 ? rest[0] : target),
    ),
    onObject("getOwnPropertyDescriptor", 2, (machine, target, args) =>
      askOwnProperty(machine, target, args[1], "descriptor", true),
    ),
    onObject("getPrototypeOf", 1, getPrototypeOf),
    onProperty("has", 2, hasProperty),
    onObject("isExtensible", 1, isExtensible),
    onObject("ownKeys", 1, (machine, target) => keysSteps.start(machine, { target })),
    onObject("preventExtensions", 1, preventExtensions),
    onProperty("set", 3, (machine, target, key, rest) =>
      set(machine, target, key, rest[0], rest.length > 1 ? rest[1] : target),
    ),
    onObject("setPrototypeOf", 2, (machine, target, args) => {
      const prototype = args[1]
      if (prototype === null || isObject(prototype)) return setPrototypeOf(machine, target, prototype)
      return throwTypeError(machine, prototypeSentence(machine, prototype))
    }),
    [Symbol.toStringTag, constant("Reflect", CONFIGURABLE)],
  ],
})

export const reflectIntrinsics: Intrinsic[] = [reflect]
