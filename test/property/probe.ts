/** Runs a guest program about one built-in function, in slices, with an array that host and program share. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { compileProgram, type ProgramUnit } from "../../src/interpreter/compile.ts"
import { type Machine, type Pause, run } from "../../src/interpreter/machine.ts"
import { createArray } from "../../src/interpreter/operations.ts"
import type { Value } from "../../src/objects/value.ts"
import { newMachine, startWith } from "../harness.ts"
import type { BuiltInFunction } from "./builtIns.ts"

const bindings = ["f", "owner", "constructs", "isLong", "state"]

export function compileProbe(file: string): ProgramUnit {
  const source = readFileSync(join(import.meta.dirname, file), "utf8")
  const unit = compileProgram(
    source,
    { globals: new Set(bindings), modules: [], isModule: () => false },
    bindings,
  )
  if (unit === "needs-types" || "kind" in unit)
    throw new Error(`${file} does not compile: ${JSON.stringify(unit)}`)
  return unit
}

export class Probe {
  readonly machine: Machine = newMachine(64 * 1024 * 1024)
  readonly state: Value[]

  constructor(unit: ProgramUnit, builtIn: BuiltInFunction, isLong: boolean, state: Value[]) {
    const array = createArray(this.machine, state)
    this.state = array.data as Value[]
    startWith(this.machine, unit, {
      f: builtIn.in(this.machine),
      owner: builtIn.owner,
      constructs: builtIn.constructs,
      isLong,
      state: array,
    })
  }

  /** Gives the random bytes that the machine asks for; a built-in asks for nothing else. */
  reply(): void {
    const { type, bytes } = this.machine.request!
    if (type !== "random") throw new Error(`a built-in asks the host for ${type}`)
    this.machine.request = null
    this.machine.input = new Uint8Array(Number(bytes)) as unknown as Value
  }

  /** One slice of `fuel`. */
  run(fuel: number): Pause {
    this.machine.fuel = fuel
    return run(this.machine)
  }
}
