/** Function.prototype and the constructors of functions, ECMA-262 20.2, 27.3, 27.4 and 27.7; those refuse text. */
import { isCallable, type JSObject, Kind } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import { describe, functionText } from "../interpreter/describe.ts"
import { createListFromArrayLike } from "../interpreter/listFromArrayLike.ts"
import type { Machine } from "../interpreter/machine.ts"
import { ordinaryHasInstance } from "../interpreter/instanceOf.ts"
import {
  constant,
  constructor,
  intrinsic,
  method,
  nativeFunction,
  object,
  steps,
} from "../interpreter/native.ts"
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
