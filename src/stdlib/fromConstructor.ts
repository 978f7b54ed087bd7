/** OrdinaryCreateFromConstructor, ECMA-262 10.1.13, for every built-in constructor with internal slots. */
import type { JSObject } from "../objects/object.ts"
import { ABRUPT, type Completion } from "../objects/value.ts"
import { leaveNative, ownPrototypeOf } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { getPrototypeFromConstructor } from "../interpreter/operations.ts"

/**
 * A function that makes an object below the prototype that the new target gives: `make` gets that prototype and the
 * data that the call was given. Reading the prototype may run program code, so the data must be values or plain records.
 */
export function fromConstructor<Data>(
  fallbackPrototype: string,
  make: (machine: Machine, prototype: JSObject, data: Data) => Completion,
): (machine: Machine, newTarget: JSObject, data: Data) => Completion {
  const code = steps<{ newTarget: JSObject; data: Data }>({
    name: `OrdinaryCreateFromConstructor ${fallbackPrototype}`,
    run(machine, frame, input) {
      if (frame.state === 0) {
        frame.state = 1
        input = getPrototypeFromConstructor(machine, frame.locals.newTarget, fallbackPrototype)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      return make(machine, input as JSObject, frame.locals.data)
    },
  })
  return (machine, newTarget, data) => {
    const prototype = ownPrototypeOf(machine, newTarget)
    return prototype === null ? code.start(machine, { newTarget, data }) : make(machine, prototype, data)
  }
}
