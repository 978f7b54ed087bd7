/** Error and its kinds, ECMA-262 20.5, with V8's `stack` and captureStackTrace. */
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import { defineProperty } from "../objects/properties.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { HIDDEN, WRITABLE, ENUMERABLE, CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import {
  createDataProperty,
  defineOwnProperty,
  get,
  getOwnProperty,
  hasProperty,
  set,
} from "../interpreter/internal.ts"
import { DONE, type IteratorRecord, openIterator, stepIterator } from "../interpreter/iterators.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  accessor,
  constant,
  constructor,
  intrinsic,
  type Member,
  method,
  object,
  steps,
} from "../interpreter/native.ts"
import { createArray, flat, getPrototypeFromConstructor, toString } from "../interpreter/operations.ts"
import type { ErrorName, ErrorSlots } from "../interpreter/throws.ts"
import { messages, newError, newErrorObject, throwTypeError, trace } from "../interpreter/throws.ts"
import { stackText } from "./errorStack.ts"
import { nameOf } from "./receivers.ts"
import { throwNotDefined, throwNotSet } from "../interpreter/refusals.ts"

interface Locals {
  newTarget: JSObject
  name: string
  message: Value
  options: Value
  /** Of AggregateError: what to iterate. */
  errors: Value
  error: JSObject | null
  record: IteratorRecord | null
  list: Value[]
}

const BEGIN = 0
const GOT_PROTOTYPE = 1
const GOT_MESSAGE = 2
const ASKED_CAUSE = 3
const GOT_CAUSE = 4
const FINISHED = 5
const OPENED = 6
const STEPPED = 7

/** ECMA-262 20.5.1.1, 20.5.6.1.1 and 20.5.7.1.1. */
const errorSteps = steps<Locals>({
  name: "Error",
  run(machine, frame, input) {
    const { locals } = frame
    const { options } = locals
    if (frame.state === BEGIN) {
      frame.state = GOT_PROTOTYPE
      input = getPrototypeFromConstructor(machine, locals.newTarget, `${locals.name}.prototype`)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === GOT_PROTOTYPE) {
      locals.error = newErrorObject(machine, input as JSObject)
      frame.state = GOT_MESSAGE
      input = locals.message === undefined ? undefined : toString(machine, locals.message)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const error = locals.error!
    if (frame.state === GOT_MESSAGE) {
      if (locals.message !== undefined)
        defineProperty(machine.realm, error, "message", input as Value, HIDDEN)
      frame.state = ASKED_CAUSE
      input = isObject(options) ? hasProperty(machine, options, "cause") : false
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === ASKED_CAUSE && input === true) {
      frame.state = GOT_CAUSE
      input = get(machine, options as JSObject, "cause", options)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === GOT_CAUSE) defineProperty(machine.realm, error, "cause", input as Value, HIDDEN)
    if (locals.name !== "AggregateError") return error
    if (frame.state < FINISHED) frame.state = FINISHED
    return listErrors(machine, frame, input)
  },
})

function listErrors(machine: Machine, frame: NativeFrame<Locals>, input: Completion): Completion {
  const { locals } = frame
  if (frame.state === FINISHED) {
    frame.state = OPENED
    input = openIterator(machine, locals.errors, () => "") as Completion
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  if (frame.state === OPENED) locals.record ??= input as unknown as IteratorRecord
  for (;;) {
    if (frame.state === STEPPED) {
      if (input === (DONE as unknown)) {
        defineProperty(machine.realm, locals.error!, "errors", createArray(machine, locals.list), HIDDEN)
        return locals.error
      }
      locals.list.push(input as Value)
      frame.state = OPENED
    }
    if (machine.fuel < 0) return pause(machine, frame)
    frame.state = STEPPED
    machine.charge(1)
    input = stepIterator(machine, locals.record!)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
}

function errorConstructor(name: string, statics: ReadonlyArray<readonly [string, Member]> = []): Intrinsic {
  const aggregate = name === "AggregateError"
  return constructor({
    name,
    length: aggregate ? 2 : 1,
    ...(name === "Error" ? {} : { inherits: "Error" }),
    body(machine, _this, args, newTarget, callee) {
      const [message, options] = aggregate ? args.slice(1) : args
      if (!aggregate && options === undefined && (newTarget === undefined || newTarget === callee)) {
        if (typeof message === "string") return newError(machine, name as ErrorName, message)
      }
      const errors = aggregate ? args[0] : undefined
      const locals = {
        newTarget: newTarget ?? callee,
        name,
        message,
        options,
        errors,
        error: null,
        record: null,
        list: [],
      }
      return errorSteps.start(machine, locals)
    },
    statics,
  })
}

function errorPrototype(name: string, members: ReadonlyArray<readonly [string, Member]> = []): Intrinsic {
  return object({
    name: `${name}.prototype`,
    ...(name === "Error" ? {} : { prototype: "Error.prototype" }),
    members: [
      ["constructor", intrinsic(name)],
      ["name", constant(name, HIDDEN)],
      ["message", constant("", HIDDEN)],
      ...members,
    ],
  })
}

interface TextLocals {
  error: JSObject
  name: string
}

/** Error.prototype.toString, ECMA-262 20.5.3.4. */
const toStringSteps = steps<TextLocals>({
  name: "Error.prototype.toString",
  run(machine, frame, input) {
    const { locals } = frame
    const { error } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, error, "name", error)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      input = input === undefined ? "Error" : toString(machine, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2) {
      locals.name = input as string
      frame.state = 3
      input = get(machine, error, "message", error)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 3) {
      frame.state = 4
      input = input === undefined ? "" : toString(machine, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const message = input as string
    if (locals.name === "") return message
    if (!machine.allocate((locals.name.length + message.length) * 2)) return ABRUPT
    return message === "" ? locals.name : `${locals.name}: ${message}`
  },
})

/** SetterThatIgnoresPrototypeProperties, ECMA-262 7.3.36, for `stack`, as the proposal for error stacks has it. */
const setStackSteps = steps<{ target: JSObject; value: string }>({
  name: "set Error.prototype.stack",
  run(machine, frame, input) {
    const { target, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = getOwnProperty(machine, target, "stack") as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = input === undefined ? 2 : 3
      input =
        input === undefined
          ? createDataProperty(machine, target, "stack", value)
          : set(machine, target, "stack", value, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === true) return undefined
    return frame.state === 2
      ? throwNotDefined(machine, target, "stack")
      : throwNotSet(machine, target, "stack")
  },
})

function getStack(machine: Machine, error: Value): Completion {
  if (!isObject(error)) {
    return throwTypeError(machine, messages.incompatible("get Error.prototype.stack", nameOf(machine, error)))
  }
  return error.kind === Kind.Error ? stackText(machine, error, (error.data as ErrorSlots).trace) : undefined
}

function setStack(machine: Machine, target: Value, given: Value): Completion {
  const value = flat(machine, given)
  if (!isObject(target) || target === machine.realm.intrinsic("Error.prototype")) {
    return throwTypeError(
      machine,
      messages.incompatible("set Error.prototype.stack", nameOf(machine, target)),
    )
  }
  if (typeof value !== "string") {
    return throwTypeError(machine, `Error.prototype.stack must be a string, not ${nameOf(machine, value)}`)
  }
  return setStackSteps.start(machine, { target, value })
}

const defineSteps = steps<{ target: JSObject; key: string; value: Value }>({
  name: "DefineHidden",
  run(machine, frame, input) {
    const { target, key, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = defineOwnProperty(machine, target, key, {
        value,
        writable: true,
        enumerable: false,
        configurable: true,
      })
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return input === false ? throwNotDefined(machine, target, key) : undefined
  },
})

function defineHidden(machine: Machine, target: JSObject, key: string, value: Value): Completion {
  return defineSteps.start(machine, { target, key, value })
}

const statics: ReadonlyArray<readonly [string, Member]> = [
  [
    "captureStackTrace",
    method(2, (machine, _this, [target]) => {
      if (!isObject(target)) return throwTypeError(machine, `Invalid argument: ${nameOf(machine, target)}`)
      return defineHidden(machine, target, "stack", stackText(machine, target, trace(machine)))
    }),
  ],
  ["isError", method(1, (_machine, _this, [value]) => isObject(value) && value.kind === Kind.Error)],
  ["stackTraceLimit", constant(10, WRITABLE | ENUMERABLE | CONFIGURABLE)],
]

const natives = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"]

export const errorIntrinsics: Intrinsic[] = [
  errorConstructor("Error", statics),
  errorPrototype("Error", [
    [
      "toString",
      method(0, (machine, thisValue) => {
        if (isObject(thisValue)) return toStringSteps.start(machine, { error: thisValue, name: "" })
        return throwTypeError(
          machine,
          messages.incompatible("Error.prototype.toString", nameOf(machine, thisValue)),
        )
      }),
    ],
    ["stack", accessor(getStack, (machine, thisValue, args) => setStack(machine, thisValue, args[0]))],
  ]),
  ...natives.flatMap((name) => [errorConstructor(name), errorPrototype(name)]),
  errorConstructor("AggregateError"),
  errorPrototype("AggregateError"),
]
