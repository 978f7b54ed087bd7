/**
 * No built-in keeps the thread for long, whatever it is given: what it does between two looks at the fuel is charged and
 * bounded. A charge is counted, not a time; a clock is asked last, and generously.
 */
import { expect, test } from "bun:test"
import { newMachine, runSlice } from "../harness.ts"
import { isReachable } from "../property/pure.ts"
import { forms, functions, type Scale, type Way, waysOf } from "./huge.ts"

const isLong = process.env["CODEMODE_LONG"] === "1"
const scale: Scale = isLong
  ? { elements: 1_000_000, units: 10_000_000, bytes: 100_000_000, entries: 300_000 }
  : { elements: 65_536, units: 524_288, bytes: 1_048_576, entries: 8_192 }
/** In a short run, one way in so many; which ones is the same in every run. */
const every = isLong ? 1 : 4

const FUEL = 1_000
/** What a way does after so many slices is more of the same. */
const MAX_SLICES = isLong ? 4_000 : 12
/** What one portion of work may be charged. A text of ten million units is joined, compared or read as a number at once. */
const MAX_PORTION = isLong ? 80_000 : 9_000
/** Milliseconds of the processor that nothing takes at once, even if the host collects garbage meanwhile. */
const MAX_SLICE_MS = 250

interface Longest {
  readonly charge: number
  readonly ms: number
}

function drive(way: Way): Longest {
  const machine = newMachine(2 ** 31)
  way.prepare(machine, scale)
  let charge = 0
  let ms = 0
  for (let slice = 0; slice < MAX_SLICES; slice++) {
    const before = process.threadCpuUsage()
    const pause = runSlice(machine, FUEL)
    ms = Math.max(ms, (process.threadCpuUsage().user - before.user) / 1_000)
    charge = Math.max(charge, -machine.fuel)
    if (pause !== "fuel") break
  }
  return { charge, ms }
}

const wrong = (ways: readonly Way[]): string[] =>
  ways.flatMap((way) => {
    const { charge, ms } = drive(way)
    if (charge <= MAX_PORTION && ms <= MAX_SLICE_MS) return []
    return `${way.name}: ${charge} units and ${ms.toFixed(0)} ms at once`
  })

test("what the language itself does with huge values is done in portions", () => {
  expect(wrong(forms)).toEqual([])
}, 120_000)

const byOwner = Map.groupBy(functions.filter(isReachable), ({ owner }) => owner)

test.each([...byOwner])(
  "%s: every function works in portions",
  (_owner, builtIns) => {
    const ways = builtIns.flatMap(waysOf).filter((_, index) => index % every === 0)
    expect(wrong(ways)).toEqual([])
  },
  isLong ? 3_600_000 : 60_000,
)
