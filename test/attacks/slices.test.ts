/**
 * No built-in keeps the thread for long, whatever it is given: what it does between two looks at the fuel is charged and
 * bounded. A charge is counted, not a time; a clock is asked last, and generously.
 */
import { expect, test } from "bun:test"
import { newMachine, runSlice } from "../harness.ts"
import { isReachable } from "../property/pure.ts"
import { forms, functions, type Scale, type Way, waysOf } from "./huge.ts"

const isLong = process.env["CODEMODE_LONG"] === "1"
const full: Scale = { elements: 300_000, units: 3_000_000, bytes: 10_000_000, entries: 50_000 }
const medium: Scale = { elements: 65_536, units: 524_288, bytes: 1_048_576, entries: 8_192 }
/** What keeps the thread for less than a millisecond here does so for less than `MAX_SLICE_MS` at full scale. */
const small: Scale = { elements: 8_192, units: 65_536, bytes: 524_288, entries: 1_024 }

interface Drive {
  readonly scale: Scale
  readonly fuel: number
  /** What a way does after so many slices is more of the same. */
  readonly maxSlices: number
}

const measured: Drive = isLong
  ? { scale: full, fuel: 8_000, maxSlices: 200 }
  : { scale: medium, fuel: 1_000, maxSlices: 12 }
const probe: Drive = { scale: small, fuel: 1_000, maxSlices: 12 }
/** What one portion of work may be charged. A text of ten million units is joined, compared or read as a number at once. */
const MAX_PORTION = isLong ? 80_000 : 9_000
/**
 * Milliseconds of the processor that nothing takes at once, even if the host collects garbage meanwhile. In a long run lists
 * have ten million elements, and the host moves such a list whole when it grows.
 */
const MAX_SLICE_MS = isLong ? 500 : 250
const MAX_TEST_MS = isLong ? 600_000 : 120_000

/** The longest of a way's slices, and what all of them took. */
interface Cost {
  readonly charge: number
  readonly ms: number
  readonly total: number
}

function drive(way: Way, { scale, fuel, maxSlices }: Drive): Cost {
  const machine = newMachine(2 ** 31)
  way.prepare(machine, scale)
  let charge = 0
  let ms = 0
  let total = 0
  for (let slice = 0; slice < maxSlices; slice++) {
    const before = process.threadCpuUsage()
    const pause = runSlice(machine, fuel)
    ms = Math.max(ms, (process.threadCpuUsage().user - before.user) / 1_000)
    charge = Math.max(charge, -machine.fuel)
    total += fuel - machine.fuel
    if (pause !== "fuel") break
  }
  return { charge, ms, total }
}

/** Of the ways of one function: in a short run one in four, in a long run one of those that do the same, if it is any work. */
function chosen(ways: readonly Way[], from: number): readonly Way[] {
  if (!isLong) return ways.filter((_, index) => (from + index) % 4 === 0)
  const byCost = new Map<string, Way>()
  for (const way of ways) {
    const { charge, ms, total } = drive(way, probe)
    if (total > MIN_WORK || ms > 1) byCost.set(`${charge} ${total}`, way)
  }
  return [...byCost.values()]
}

/** Units; what a call of a built-in takes that looks at no part of a huge value. */
const MIN_WORK = 500

const wrong = (ways: readonly Way[]): string[] =>
  ways.flatMap((way) => {
    const { charge, ms } = drive(way, measured)
    if (charge <= MAX_PORTION && ms <= MAX_SLICE_MS) return []
    return `${way.name}: ${charge} units and ${ms.toFixed(0)} ms at once`
  })

test(
  "what the language itself does with huge values is done in portions",
  () => {
    expect(wrong(forms)).toEqual([])
  },
  MAX_TEST_MS,
)

const byOwner = Map.groupBy(functions.filter(isReachable), ({ owner }) => owner)

test.each([...byOwner])(
  "%s: every function works in portions",
  (_owner, builtIns) => {
    let count = 0
    const ways = builtIns.map(waysOf).flatMap((all) => chosen(all, (count += all.length) - all.length))
    expect(wrong(ways)).toEqual([])
  },
  MAX_TEST_MS,
)
