/** Function.prototype and the constructors of functions, ECMA-262 20.2, 27.3, 27.4 and 27.7; those refuse text. */
import type { BoundFunction } from "../objects/function.ts"
import { isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import { describe, functionText } from "../interpreter/describe.ts"
import { get, getPrototypeOf } from "../interpreter/internal.ts"
import { createListFromArrayLike } from "../interpreter/listFromArrayLike.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constant, constructor, intrinsic, method, nativeFunction, object, steps } from "../interpreter/native.ts"
import { getMethod, toBoolean } from "../interpreter/operations.ts"
import { messages, throwError, throwTypeError } from "../interpreter/throws.ts"
import { bind } from "./boundFunction.ts"
import { guardedCall } from "./guardedCall.ts"

const sentences = {
  dynamicCode:
    "dynamic code is not available: write the function in the program itself instead of making it from text",
}

/** HostEnsureCanCompileStrings, ECMA-262 19.2.1.2: never. */
function refuseText(machine: Machine): Completion {
  return throwError(machine, "EvalError", sentences.dynamicCode)
}

interface ApplyLocals {
  callee: JSObject
  thisValue: Value
  list: Value
}

/** Calls with the elements of an array-like object; also Reflect.apply. */
export const applySteps = steps<ApplyLocals>({
  name: "Function.prototype.apply",
  run(machine, frame, input) {
    const { callee, thisValue, list } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = createListFromArrayLike(machine, list) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return guardedCall(machine, callee, thisValue, input as unknown as Value[])
  },
})

interface InstanceLocals {
  constructor: JSObject
  prototype: Value
  value: JSObject
}

/** OrdinaryHasInstance, ECMA-262 7.3.20, of a function that is not bound, and an object. */
const instanceSteps = steps<InstanceLocals>({
  name: "OrdinaryHasInstance",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, locals.constructor, "prototype", locals.constructor)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.prototype = input as Value
      if (!isObject(input)) {
        const text = describe(machine.realm, input as Value)
        return throwTypeError(machine, `Function has non-object prototype '${text}' in instanceof check`)
      }
      frame.state = 2
      input = getPrototypeOf(machine, locals.value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    for (;;) {
      if (input === null) return false
      if (input === locals.prototype) return true
      machine.charge(1)
      input = getPrototypeOf(machine, input as JSObject)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

/** InstanceofOperator, ECMA-262 13.10.2, of a callable right-hand side: for the target of a bound function. */
const instanceOfSteps = steps<{ value: Value; target: JSObject }>({
  name: "InstanceofOperator",
  run(machine, frame, input) {
    const { value, target } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = getMethod(machine, target, Symbol.hasInstance)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (input === undefined) return ordinaryHasInstance(machine, target, value)
      frame.state = 2
      input = guardedCall(machine, input as JSObject, target, [value])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return toBoolean(input as Value)
  },
})

export function ordinaryHasInstance(machine: Machine, constructor: Value, value: Value): Completion {
  if (!isCallable(constructor)) return false
  if (constructor.kind === Kind.Bound) {
    const { target } = constructor.data as BoundFunction
    return instanceOfSteps.start(machine, { value, target })
  }
  if (!isObject(value)) return false
  return instanceSteps.start(machine, { constructor, prototype: undefined, value })
}

/** %ThrowTypeError%, ECMA-262 10.2.4.1. */
const throwTypeErrorEntry = nativeFunction("ThrowTypeError", "", 0, (machine) =>
  throwTypeError(
    machine,
    "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the arguments objects for calls to them",
  ),
)
const throwTypeErrorFunction: Intrinsic = {
  name: "ThrowTypeError",
  kind: Kind.Native,
  prototype: "Function.prototype",
  entry: throwTypeErrorEntry,
  extensible: false,
  properties: [
    ["length", { value: 0, attributes: 0 }],
    ["name", { value: "", attributes: 0 }],
  ],
}

function requireFunction(machine: Machine, value: Value): value is JSObject {
  if (isCallable(value)) return true
  throwTypeError(machine, messages.notFunction(describe(machine.realm, value)))
  return false
}

const declared = constructor({
  name: "Function.prototype",
  length: 0,
  body: () => undefined,
  constructs: false,
  inherits: "Object.prototype",
  prototypeName: null,
  statics: [
    ["constructor", intrinsic("Function")],
    [
      "apply",
      method(2, (machine, callee, [thisValue, list]) => {
        if (!requireFunction(machine, callee)) return ABRUPT
        if (list === undefined || list === null) return guardedCall(machine, callee, thisValue, [])
        return applySteps.start(machine, { callee, thisValue, list })
      }),
    ],
    [
      "bind",
      method(1, (machine, target, args) => {
        if (!isCallable(target)) return throwTypeError(machine, "Bind must be called on a function")
        return bind(machine, target, args[0], args.slice(1))
      }),
    ],
    [
      "call",
      method(1, (machine, thisValue, args, _newTarget, call) => {
        let callee = thisValue
        let index = 0
        // f.call.call(g, ...) calls `call` with its own arguments shifted by one.
        while (callee === call) {
          machine.charge(1)
          callee = args[index++]
        }
        if (!requireFunction(machine, callee)) return ABRUPT
        return guardedCall(machine, callee, args[index], args.slice(index + 1))
      }),
    ],
    [
      "toString",
      method(0, (machine, callee) => {
        if (isCallable(callee)) return functionText(callee)
        return throwTypeError(machine, "Function.prototype.toString requires that 'this' be a Function")
      }),
    ],
    [
      Symbol.hasInstance,
      method(1, (machine, thisValue, args) => ordinaryHasInstance(machine, thisValue, args[0])),
    ],
  ],
})

/** ECMA-262 20.2.3: itself a function, without a name, that gives undefined. */
const functionPrototype: Intrinsic = {
  ...declared,
  entry: { ...declared.entry!, functionName: "" },
  properties: [
    ...declared.properties.map(([key, property]) =>
      key === "name" ? ([key, { value: "", attributes: CONFIGURABLE }] as const) : ([key, property] as const),
    ),
    ["caller", { get: throwTypeErrorEntry, set: throwTypeErrorEntry, attributes: CONFIGURABLE }],
    ["arguments", { get: throwTypeErrorEntry, set: throwTypeErrorEntry, attributes: CONFIGURABLE }],
  ],
}

const functionConstructor = constructor({ name: "Function", length: 1, body: refuseText, statics: [] })

function otherConstructor(name: string): Intrinsic {
  return constructor({ name, length: 1, body: refuseText, inherits: "Function", statics: [] })
}

/** `prototype` is the name of the prototype of what such functions make, if they make anything. */
function otherPrototype(name: string, prototype: string | null): Intrinsic {
  return object({
    name: `${name}.prototype`,
    prototype: "Function.prototype",
    members: [
      ["constructor", intrinsic(name, CONFIGURABLE)],
      ...(prototype === null ? [] : [["prototype", intrinsic(prototype, CONFIGURABLE)] as const]),
      [Symbol.toStringTag, constant(name, CONFIGURABLE)],
    ],
  })
}

export const functionIntrinsics: Intrinsic[] = [
  functionConstructor,
  functionPrototype,
  throwTypeErrorFunction,
  otherConstructor("AsyncFunction"),
  otherPrototype("AsyncFunction", null),
  otherConstructor("GeneratorFunction"),
  otherPrototype("GeneratorFunction", "Generator.prototype"),
  otherConstructor("AsyncGeneratorFunction"),
  otherPrototype("AsyncGeneratorFunction", "AsyncGenerator.prototype"),
]
