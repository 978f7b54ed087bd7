/** Bodies of numbered states, and the list of all of them by name. */
import type { Completion } from "../objects/value.ts"
import { NativeFrame, type StepsCode, stepsByName } from "./frame.ts"
import { pause } from "./call.ts"
import { type Machine, MAX_CALL_DEPTH, MAX_STACK_WEIGHT } from "./machine.ts"
import { messages, throwRangeError } from "./throws.ts"

/**
 * Declares a body of numbered states. `run` is called with `frame.state` 0 and input undefined; it calls program code with
 * `call(...)`, and when that gives ABRUPT returns `leaveNative(machine, frame)`; it is called again with the result as
 * `input` once there is one. Everything it needs then must be in `frame.state` and `frame.locals` (values, numbers,
 * strings, booleans, arrays and plain records of such, and the classes that `kinds.ts` lists).
 * With `catches` it is also called with input ABRUPT while an error (`machine.mode` is Throwing) passes.
 */
export function steps<Locals extends object>(declaration: {
  readonly name: string
  readonly catches?: boolean
  readonly run: (machine: Machine, frame: NativeFrame<Locals>, input: Completion) => Completion
}): StepsCode & { start(machine: Machine, locals: Locals): Completion } {
  const code = {
    name: declaration.name,
    catches: declaration.catches ?? false,
    run: declaration.run as StepsCode["run"],
    start: (machine: Machine, locals: Locals): Completion =>
      startSteps(machine, new NativeFrame(code, locals)),
  }
  if (stepsByName.has(code.name)) throw new Error(`two steps are named ${code.name}`)
  stepsByName.set(code.name, code)
  return code
}

/** Weight of a native frame on the host's stack. */
const STEPS_WEIGHT = 6

/** Runs a native frame from its start, on the host's stack if there is room. */
function startSteps(machine: Machine, frame: NativeFrame<any>): Completion {
  if (machine.depth > MAX_STACK_WEIGHT) {
    if (machine.frames.length + machine.unwinding.length > MAX_CALL_DEPTH) {
      return throwRangeError(machine, messages.stackOverflow)
    }
    return pause(machine, frame)
  }
  machine.depth += STEPS_WEIGHT
  const completion = frame.code.run(machine, frame, undefined)
  machine.depth -= STEPS_WEIGHT
  return completion
}
