/** `instanceof`, ECMA-262 13.10.2 and 7.3.22. */
import type { BoundFunction } from "../objects/function.ts"
import { isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative } from "./call.ts"
import { describe } from "./describe.ts"
import { get, getPrototypeOf } from "./internal.ts"
import type { Machine } from "./machine.ts"
import { getMethod, toBoolean } from "./operations.ts"
import { steps } from "./steps.ts"
import { messages, throwTypeError } from "./throws.ts"

/** InstanceofOperator, 13.10.2. */
export function instanceOf(machine: Machine, value: Value, target: Value): Completion {
  if (!isObject(target)) return throwTypeError(machine, messages.instanceOfNonObject)
  return instanceSteps.start(machine, { value, target })
}

const instanceSteps = steps<{ value: Value; target: JSObject }>({
  name: "InstanceofOperator",
  run(machine, frame, input) {
    const { value, target } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = getMethod(machine, target, Symbol.hasInstance)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      const method = input as Value
      if (method === undefined) {
        if (!isCallable(target)) return throwTypeError(machine, messages.instanceOfObject)
        return ordinaryHasInstance(machine, target, value)
      }
      frame.state = 2
      input = call(machine, method, target, [value])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return toBoolean(input as Value)
  },
})

/** OrdinaryHasInstance, 7.3.22. */
export function ordinaryHasInstance(machine: Machine, constructor: Value, value: Value): Completion {
  if (!isCallable(constructor)) return false
  if (constructor.kind === Kind.Bound) {
    machine.charge(1)
    return instanceOf(machine, value, (constructor.data as BoundFunction).target)
  }
  if (!isObject(value)) return false
  return hasInstanceSteps.start(machine, { constructor, object: value, prototype: null })
}

const hasInstanceSteps = steps<{ constructor: JSObject; object: JSObject; prototype: JSObject | null }>({
  name: "OrdinaryHasInstance",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, locals.constructor, "prototype", locals.constructor)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (!isObject(input)) {
        return throwTypeError(
          machine,
          `Function has non-object prototype '${describe(machine.realm, input as Value)}' in instanceof check`,
        )
      }
      locals.prototype = input
      frame.state = 2
    } else {
      if (input === null) return false
      if (input === locals.prototype) return true
      locals.object = input as JSObject
    }
    for (;;) {
      const next = getPrototypeOf(machine, locals.object)
      if (next === ABRUPT) return leaveNative(machine, frame)
      if (next === null) return false
      if (next === locals.prototype) return true
      locals.object = next
    }
  },
})
