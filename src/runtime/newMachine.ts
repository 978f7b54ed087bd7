/** A machine for one run, with the built-ins of every realm. */
import { hiddenValue } from "../interpreter/hidden.ts"
import { Machine } from "../interpreter/machine.ts"
import { startJob } from "../interpreter/promises.ts"
import { JobQueue } from "../jobs/queue.ts"
import { Realm } from "../objects/realm.ts"
import { builtIns } from "../stdlib/globals.ts"

export interface MachineOptions {
  readonly timeZone: string
  readonly locale: string
  readonly maxMemoryBytes: number
  readonly randomSeed: readonly [number, number, number, number]
}

export function newMachine({ timeZone, locale, maxMemoryBytes, randomSeed }: MachineOptions): Machine {
  return new Machine({
    realm: new Realm(builtIns),
    world: { now: 0, timeZone, locale },
    maxMemoryBytes,
    jobs: new JobQueue(),
    startJob,
    hiddenValue,
    randomSeed,
  })
}

/** Names of the built-in globals. */
export const builtInNames: ReadonlyArray<string> = builtIns
  .get("globalThis")!
  .properties.flatMap(([key]) => (typeof key === "string" ? [key] : []))
