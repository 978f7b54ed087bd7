/** Methods that look at their receiver, then convert one argument to an integer, then act. */
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { type Member, method, steps } from "../interpreter/native.ts"
import { integerOf, toNumber } from "../interpreter/operations.ts"

/**
 * `look` gives what the method needs of its receiver (a value or a plain record), or ABRUPT. `act` gets that and the
 * argument by ToIntegerOrInfinity, undefined where it is undefined. `path` is unique.
 */
export function integerMethod<Seen>(
  path: string,
  length: number,
  look: (machine: Machine, thisValue: Value) => Completion<Seen>,
  act: (machine: Machine, seen: Seen, integer: number | undefined) => Completion,
): Member {
  const code = steps<{ seen: Seen; argument: Value }>({
    name: path,
    run(machine, frame, input) {
      if (frame.state === 0) {
        frame.state = 1
        input = toNumber(machine, frame.locals.argument)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      return act(machine, frame.locals.seen, integerOf(input as number))
    },
  })
  return method(length, (machine, thisValue, [argument]) => {
    const seen = look(machine, thisValue)
    if (seen === ABRUPT) return ABRUPT
    if (argument === undefined) return act(machine, seen, undefined)
    if (typeof argument === "number") return act(machine, seen, integerOf(argument))
    return code.start(machine, { seen, argument })
  })
}
