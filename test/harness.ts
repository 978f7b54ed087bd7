/** Runs programs on the interpreter alone, without a host: for the corpus and for tests of built-ins. */
import { compileProgram, type ProgramUnit } from "../src/interpreter/compile.ts"
import { hiddenEntry, hiddenValue } from "../src/interpreter/hidden.ts"
import { Machine, type Pause, run } from "../src/interpreter/machine.ts"
import { slotsOf, startJob } from "../src/interpreter/promises.ts"
import { startProgram } from "../src/interpreter/start.ts"
import { JobQueue } from "../src/jobs/queue.ts"
import { Realm } from "../src/objects/realm.ts"
import type { Value } from "../src/objects/value.ts"
import { guestUnit } from "../src/interpreter/guest.ts"
import { decodeMachine } from "../src/snapshot/decode.ts"
import { encodeMachine } from "../src/snapshot/encode.ts"
import { builtIns, capturingEntries } from "../src/stdlib/globals.ts"

export interface Settled {
  readonly state: "fulfilled" | "rejected" | "stopped" | "deadlock"
  readonly value: Value
  readonly machine: Machine
  readonly stops: number
}

export function newMachine(maxMemoryBytes = Infinity): Machine {
  return new Machine({
    realm: new Realm(builtIns),
    world: { now: 1_700_000_000_000, timeZone: "UTC", locale: "en-US" },
    maxMemoryBytes,
    jobs: new JobQueue(),
    startJob,
    hiddenValue,
    randomSeed: [1, 2, 3, 4],
  })
}

export function compile(source: string): ProgramUnit {
  const unit = compileProgram(
    source,
    { globals: new Set(["tools", "search", "console"]), modules: [], isModule: () => false },
    [],
  )
  if (unit === "needs-types") throw new Error("needs types")
  if ("kind" in unit) throw new Error(`${unit.kind}: ${unit.message}`)
  return unit
}

/** Starts a program with values around it by name. */
export function startWith(
  machine: Machine,
  unit: ProgramUnit,
  values: Readonly<Record<string, Value>>,
): void {
  startProgram(
    machine,
    unit,
    unit.bindings.map((name) => values[name]),
  )
}

/** Runs to the end. `quantum` is the fuel of each slice; `atStop` is called with the machine at each stop and may replace it. */
export function runProgram(source: string, options: RunOptions = {}): Settled {
  return runUnit(compile(source), options)
}

export interface RunOptions {
  quantum?: number
  /** `stop` counts from 1. */
  atStop?: (machine: Machine, unit: ProgramUnit, stop: number) => Machine
  /** What is done to the new machine before the program starts. */
  prepare?: (machine: Machine) => void
  maxSlices?: number
}

/** What is done at the stops of programs whose test does nothing there. */
export const atStops: { trip: RunOptions["atStop"] } = { trip: undefined }

export function runUnit(unit: ProgramUnit, options: RunOptions = {}): Settled {
  let machine = newMachine()
  options.prepare?.(machine)
  startProgram(machine, unit, [])
  const atStop = options.atStop ?? atStops.trip
  let stops = 0
  for (;;) {
    machine.fuel = options.quantum ?? 1_000_000
    const pause = run(machine)
    if (pause === "stopped") return { state: "stopped", value: undefined, machine, stops }
    if (pause === "idle") {
      const { state, result } = slotsOf(machine.main!)
      return { state: state === "pending" ? "deadlock" : state, value: result, machine, stops }
    }
    stops++
    if (options.maxSlices !== undefined && stops > options.maxSlices)
      return { state: "stopped", value: undefined, machine, stops }
    if (atStop !== undefined) machine = atStop(machine, unit, stops)
  }
}

/** Scripts that run before programs, by name. */
export const scriptUnits = new Map<string, ProgramUnit>()

/** Saves a stopped machine as bytes and restores it into a new one. */
export function saveAndRestore(machine: Machine, unit: ProgramUnit): Machine {
  return restoreMachine(encodeMachine(machine), unit)
}

/** A new machine from the bytes of another. */
export function restoreMachine(bytes: Uint8Array, unit: ProgramUnit): Machine {
  const restored = newMachine()
  decodeMachine(bytes, restored, {
    unitOf: (name) => (name === unit.name ? unit : (scriptUnits.get(name) ?? guestUnit(name))),
    entryOf: (path) => capturing.get(path) ?? hiddenEntry(path),
  })
  return restored
}

/** Goes on for as long as the fuel lasts. */
export function runSlice(machine: Machine, fuel: number): Pause {
  machine.fuel = fuel
  return run(machine)
}

const capturing = new Map(capturingEntries.map((entry) => [entry.path, entry]))
