/** Bodies of numbered states, and the list of all of them by name. */
import type { Completion } from "../objects/value.ts"
import { NativeFrame, type StepsCode } from "./frame.ts"
import type { Machine } from "./machine.ts"

/** Every declared `steps`, for reading a saved run. */
export const stepsByName = new Map<string, StepsCode>()

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
    start: (machine: Machine, locals: Locals): Completion => code.run(machine, new NativeFrame(code, locals), undefined),
  }
  stepsByName.set(code.name, code)
  return code
}
