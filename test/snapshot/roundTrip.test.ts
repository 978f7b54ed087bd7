/** What `test:roundtrip` does to every run, on one program: its calls of an extension are in flight meanwhile. */
import { afterEach, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import type { Machine } from "../../src/interpreter/machine.ts"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"
import { between } from "../../src/runtime/between.ts"
import { atStops } from "../harness.ts"
import { roundTripEverything } from "./roundTrip.ts"

const { steps } = between
const { trip } = atStops
afterEach(() => {
  between.steps = steps
  atStops.trip = trip
})

test("a run is taken through bytes while extension calls are in flight, and their promises come along", async () => {
  const gate = Promise.withResolvers<string>()
  const extension = Extension.make({
    name: "gates",
    globals: {
      enter: () => gate.promise,
      open: () => gate.resolve("open"),
      fail: () => Promise.reject(new Error("shut")),
    },
  })
  const machines = new Set<Machine>()
  roundTripEverything()
  const taken = between.steps!
  between.steps = (run) => {
    const fuel = taken(run)
    if (run.extensions.size > 0) machines.add(run.machine)
    return fuel
  }
  const code = `
    const entered = enter(), failed = fail().catch((error) => error.message)
    let sum = 0
    for (let i = 0; i < 3000; i++) sum += i
    open()
    return [sum, await entered, await failed]`
  const result = await Effect.runPromise(CodeMode.make({ extensions: [extension] }).execute(code))
  expect(result).toMatchObject({ ok: true, value: [4_498_500, "open", "shut"] })
  expect(machines.size).toBeGreaterThan(3)
})
