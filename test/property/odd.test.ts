import { expect, test } from "bun:test"
import { slotsOf } from "../../src/interpreter/promises.ts"
import { type BuiltInFunction, functions } from "./builtIns.ts"
import { compileProbe, Probe } from "./probe.ts"
import { isReachable } from "./pure.ts"

const isLong = process.env["CODEMODE_LONG"] === "1"
const unit = compileProbe("odd.js")

const FUEL = 5_000
/** A call that takes more slices is given up: an array-like of 2^53 elements. */
const MAX_SLICES = 10

/** Where a call of odd.js was given up, or the last one was made. Throws what the host's code threw. */
function goOn(builtIn: BuiltInFunction, from: number): { call: number; text: string; isDone: boolean } {
  const probe = new Probe(unit, builtIn, isLong, [0, "", from])
  const { state, machine } = probe
  let slices = 0
  let call = 0
  for (;;) {
    const pause = probe.run(FUEL)
    const now = { call: state[0] as number, text: String(state[1]), isDone: pause === "idle" }
    if (pause === "idle") {
      const { state: end, result } = slotsOf(machine.main!)
      expect({ ...now, end, result }).toEqual({ ...now, end: "fulfilled", result: "done" })
      return now
    }
    if (pause === "stopped") return now
    if (pause === "request") probe.reply()
    if (now.call !== call) slices = 0
    call = now.call
    if (++slices > MAX_SLICES) return now
  }
}

test.each(functions.filter(isReachable).map((one) => [one.path, one] as const))(
  "%s throws nothing of the host's, whatever it is given",
  (_path, builtIn) => {
    for (let from = 0; ;) {
      const { call, isDone } = goOn(builtIn, from)
      if (isDone) return
      expect(call).toBeGreaterThan(from)
      from = call
    }
  },
  60_000,
)
