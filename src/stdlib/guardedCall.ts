/** Calls that built-ins make for the program as their last act, counted so that a chain of them ends like any recursion. */
import { type JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, construct, leaveNative, pause } from "../interpreter/call.ts"
import { type Machine, MAX_CALL_DEPTH, MAX_STACK_WEIGHT, Mode } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { messages, throwRangeError } from "../interpreter/throws.ts"

/** What one such call takes of the host's stack, in the unit of `machine.depth`. */
const CALL_WEIGHT = 6
/** What it counts for in `machine.callDepth`. */
const CALLS = 5

interface Locals {
  callee: JSObject
  thisValue: Value
  args: Value[]
  /** Of [[Construct]]. */
  newTarget: JSObject | null
}

const guardedSteps = steps<Locals>({
  name: "GuardedCall",
  catches: true,
  run(machine, frame, input) {
    const { callee, thisValue, args, newTarget } = frame.locals
    if (frame.state === 0) {
      if (machine.callDepth + CALLS > MAX_CALL_DEPTH) return throwRangeError(machine, messages.stackOverflow)
      machine.callDepth += CALLS
      frame.state = 1
      if (--machine.fuel < 0 || machine.depth > MAX_STACK_WEIGHT) return pause(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      machine.depth += CALL_WEIGHT
      input =
        newTarget === null
          ? call(machine, callee, thisValue, args)
          : construct(machine, callee, args, newTarget)
      machine.depth -= CALL_WEIGHT
      if (input === ABRUPT && machine.mode === Mode.Suspending) return leaveNative(machine, frame)
    }
    machine.callDepth -= CALLS
    return input
  },
})

/** The arguments may wait in a chain of frames: they count as memory. */
function admit(machine: Machine, args: Value[]): boolean {
  machine.charge(args.length >> 6)
  return machine.allocate(OBJECT_BYTES + args.length * SLOT_BYTES)
}

/** Call for a function that the program chose. Functions of the program count themselves. */
export function guardedCall(machine: Machine, callee: JSObject, thisValue: Value, args: Value[]): Completion {
  if (callee.kind === Kind.Closure) return call(machine, callee, thisValue, args)
  if (!admit(machine, args)) return ABRUPT
  return guardedSteps.start(machine, { callee, thisValue, args, newTarget: null })
}

export function guardedConstruct(
  machine: Machine,
  callee: JSObject,
  args: Value[],
  newTarget: JSObject,
): Completion {
  if (callee.kind === Kind.Closure) return construct(machine, callee, args, newTarget)
  if (!admit(machine, args)) return ABRUPT
  return guardedSteps.start(machine, { callee, thisValue: undefined, args, newTarget })
}
