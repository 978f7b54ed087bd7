/** Takes each run's machine through bytes into a new one, between its steps: densely at first, then ever more rarely. */
import { isHeldFunction } from "../../src/interpreter/hostFunctions.ts"
import type { ProgramUnit } from "../../src/interpreter/compile.ts"
import type { JSObject } from "../../src/objects/object.ts"
import type { Value } from "../../src/objects/value.ts"
import { between } from "../../src/runtime/between.ts"
import { builtInNames, newMachine } from "../../src/runtime/newMachine.ts"
import { readMachine } from "../../src/runtime/restore.ts"
import type { Run } from "../../src/runtime/run.ts"
import { Units } from "../../src/runtime/units.ts"
import { atStops, saveAndRestore } from "../harness.ts"
import { encodeMachine } from "../../src/snapshot/encode.ts"

/** For so many bytes of state a step is left out. */
const LARGE = 20_000

interface Trips {
  fuel: number
  rest: number
  /** The program compiled anew, as another process would. */
  readonly unit: ProgramUnit
}

const trips = new WeakMap<Run, Trips>()
export const counted = { trips: 0, skipped: 0 }

export function roundTripEverything(): void {
  atStops.trip = (machine, unit, stop) => (isDue(stop) ? saveAndRestore(machine, unit) : machine)
  between.steps = (run) => {
    let trip = trips.get(run)
    if (trip === undefined) trips.set(run, (trip = { fuel: 3, rest: 0, unit: compiled(run) }))
    if (trip.rest > 0) {
      counted.skipped++
      trip.rest = Math.max(0, trip.rest - 1)
    } else {
      counted.trips++
      trip.rest = Math.floor(roundTrip(run, trip.unit) / LARGE)
    }
    trip.fuel = Math.min(12_000, trip.fuel * 1.5 + 1)
    return Math.floor(trip.fuel)
  }
}

/** Of programs that a test runs without a host: the first stops, then ever fewer. */
const isDue = (stop: number): boolean => stop <= 12 || (stop & (stop - 1)) === 0

function compiled({ parts, program }: Run): ProgramUnit {
  const units = new Units(parts.globals.names, parts.globals.modules)
  const unit = units.compile(program.source, builtInNames, program.bindings)
  if (unit === "needs-types" || "message" in unit) throw new Error("the program does not parse a second time")
  return unit
}

/** Gives the bytes that it took. */
function roundTrip(run: Run, unit: ProgramUnit): number {
  const { machine: old, parts } = run
  const calls: ReadonlyArray<{ promise: JSObject | null }> = [
    ...(run.calls.records() as ReadonlyArray<{ promise: JSObject | null }>),
    ...run.extensions.waiting(),
  ]
  const heldBefore: Array<JSObject> = []
  const bytes = encodeMachine(
    old,
    {
      promises: calls.map(({ promise }) => promise),
      globals: [...run.globals.values()],
      modules: [...run.modules.values()],
    },
    (object) => {
      if (isHeldFunction(object)) heldBefore.push(object)
    },
  )
  const machine = newMachine({
    timeZone: old.world.timeZone,
    locale: old.world.locale,
    maxMemoryBytes: old.meter.limit,
    randomSeed: [1, 2, 3, 4],
  })
  const { extra, held } = readMachine(bytes, machine, parts, unit)
  for (const [index, call] of calls.entries()) {
    call.promise = (extra["promises"] as Array<JSObject | null>)[index]!
  }
  for (const [index, copy] of held.entries()) {
    const before = run.extensions.held.get(heldBefore[index]!)
    if (before !== undefined) run.extensions.held.add(copy, before.target, before.origin)
  }
  run.globals = new Map(
    [...run.globals.keys()].map((name, index) => [name, (extra["globals"] as Array<Value>)[index]]),
  )
  for (const [index, name] of [...run.modules.keys()].entries()) {
    run.modules.set(name, (extra["modules"] as Array<JSObject>)[index]!)
  }
  machine.host = run
  machine.regExpEngines = old.regExpEngines
  run.machine = machine
  return bytes.length
}
