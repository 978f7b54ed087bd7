/** `import()` and `require`: globals by the names of Node's modules. Which there are, the run says. */
import type { JSObject } from "../objects/object.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "./call.ts"
import { type Machine, Mode } from "./machine.ts"
import { steps } from "./steps.ts"
import { toString } from "./operations.ts"
import { fulfillPromise, newPromise, rejectPromise } from "./promises.ts"
import { throwError } from "./throws.ts"

/** ImportCall, ECMA-262 13.3.10: always a promise; a name without a module rejects it. */
export function importModule(machine: Machine, name: Value): Completion {
  return importSteps.start(machine, { name, promise: newPromise(machine) })
}

const importSteps = steps<{ name: Value; promise: JSObject }>({
  name: "ImportCall",
  catches: true,
  run(machine, frame, input) {
    const { name, promise } = frame.locals
    let text = input
    if (frame.state === 0) {
      frame.state = 1
      text = toString(machine, name)
    }
    if (text === ABRUPT && machine.mode === Mode.Suspending) return leaveNative(machine, frame)
    const module = text === ABRUPT ? ABRUPT : findModule(machine, text as string)
    if (module !== ABRUPT) {
      fulfillPromise(machine, promise, module)
      return promise
    }
    if (machine.mode !== Mode.Throwing) return ABRUPT
    machine.mode = Mode.Running
    rejectPromise(machine, promise, machine.thrown)
    return promise
  },
})

/** The module object of a name, or an error that says what there is. */
export function findModule(machine: Machine, name: string): Completion {
  const module = machine.host.module(name)
  return typeof module === "string" ? throwError(machine, "Error", module) : module
}
