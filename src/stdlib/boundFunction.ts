/** Function.prototype.bind, ECMA-262 20.2.3.2 and 10.4.1.3. */
import { BoundFunction } from "../objects/function.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import { get, getOwnProperty, getPrototypeOf } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { flat, integerOf } from "../interpreter/operations.ts"

interface Locals {
  target: JSObject
  thisValue: Value
  args: Value[]
  prototype: JSObject | null
  length: number
}

const bindSteps = steps<Locals>({
  name: "Function.prototype.bind",
  run(machine, frame, input) {
    const { locals } = frame
    const { target } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = getPrototypeOf(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.prototype = input as JSObject | null
      frame.state = 2
      input = getOwnProperty(machine, target, "length") as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2 && input !== undefined) {
      frame.state = 3
      input = get(machine, target, "length", target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state < 4) {
      if (frame.state === 3 && typeof input === "number") {
        locals.length = Math.max(integerOf(input) - locals.args.length, 0)
      }
      frame.state = 4
      input = get(machine, target, "name", target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const name = flat(machine, input as Value)
    return newBound(machine, locals, typeof name === "string" ? name : "")
  },
})

function newBound(
  machine: Machine,
  { target, thisValue, args, prototype, length }: Locals,
  name: string,
): Completion {
  const bytes = OBJECT_BYTES * 2 + SLOT_BYTES * args.length + 2 * (name.length + 6)
  if (!machine.allocate(bytes)) return ABRUPT
  const shape = machine.realm.shapeFor(prototype).add("length", CONFIGURABLE).add("name", CONFIGURABLE)
  return new JSObject(
    shape,
    [length, `bound ${name}`],
    Kind.Bound,
    new BoundFunction(target, thisValue, args),
  )
}

export function bind(machine: Machine, target: JSObject, thisValue: Value, args: Value[]): Completion {
  return bindSteps.start(machine, { target, thisValue, args, prototype: null, length: 0 })
}
