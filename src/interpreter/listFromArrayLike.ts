/** CreateListFromArrayLike, ECMA-262 7.3.18: the elements of any array-like object as a list of the caller's own. */
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "./call.ts"
import { describe } from "./describe.ts"
import { get } from "./internal.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./steps.ts"
import { flat, lengthOf, toNumber } from "./operations.ts"
import { messages, throwRangeError, throwTypeError } from "./throws.ts"

/** Longer lists are refused. */
const MAX_LIST_LENGTH = 2 ** 25
/** As V8, whose stack has no room for more arguments of one call. */
export const MAX_ARGUMENTS = 2 ** 17

interface Locals {
  source: JSObject
  keysOnly: boolean
  length: number
  list: Value[]
}

const listSteps = steps<Locals>({
  name: "CreateListFromArrayLike",
  run(machine, frame, input) {
    const { locals } = frame
    const { source, list } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, source, "length", source)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      input = toNumber(machine, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2) {
      frame.state = 3
      locals.length = lengthOf(input as number)
      if (locals.length > MAX_LIST_LENGTH) return throwRangeError(machine, messages.invalidArrayLength)
      if (!locals.keysOnly && locals.length > MAX_ARGUMENTS)
        return throwRangeError(machine, messages.stackOverflow)
      if (!machine.allocate(locals.length * SLOT_BYTES)) return ABRUPT
    }
    for (;;) {
      if (frame.state === 4) {
        const element = flat(machine, input as Value)
        if (locals.keysOnly && typeof element !== "string" && typeof element !== "symbol") {
          return throwTypeError(machine, `${describe(machine.realm, element)} is not a valid property name`)
        }
        list.push(element)
        frame.state = 3
      }
      if (list.length >= locals.length) return list as unknown as Completion
      machine.charge(1)
      if (machine.fuel < 0) return pause(machine, frame)
      frame.state = 4
      input = get(machine, source, String(list.length), source)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

/** CreateListFromArrayLike, of arguments; with `keysOnly` of anything, whose every element must be a property key. */
export function createListFromArrayLike(
  machine: Machine,
  value: Value,
  keysOnly = false,
): Completion<Value[]> {
  if (!isObject(value)) return throwTypeError(machine, "CreateListFromArrayLike called on non-object")
  if (!keysOnly && value.kind === Kind.Array) {
    const elements = value.data as Array<Value | typeof EMPTY>
    if (elements.length <= MAX_ARGUMENTS && !elements.includes(EMPTY)) {
      machine.charge(elements.length >> 6)
      if (!machine.allocate(elements.length * SLOT_BYTES)) return ABRUPT
      return elements.slice() as Value[]
    }
  }
  const locals = { source: value, keysOnly, length: 0, list: [] }
  return listSteps.start(machine, locals) as unknown as Completion<Value[]>
}
