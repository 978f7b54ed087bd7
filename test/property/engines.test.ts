import { expect, test } from "bun:test"
import { hostEngine, interpreter, type Mode, v8 } from "../corpus/modes.ts"
import { saveAndRestore } from "../harness.ts"
import { batchOf } from "./batch.ts"
import { randomProgram } from "./program.ts"

const isLong = process.env["CODEMODE_LONG"] === "1"
const savesAtStops = process.env["CODEMODE_ROUNDTRIP"] === "1"

const PROGRAMS = isLong ? 10_000 : 2_000
const BATCH = 50
const SAVED = isLong || savesAtStops ? 100 : 10
/** of how many batches one is stopped at every, and one at every second, fuel check */
const STOPPED = isLong ? 2 : 10
const batches = Array.from({ length: PROGRAMS / BATCH }, (_, index) => index * BATCH)

const running = interpreter("running", 1_000_000)
const stopping = [interpreter("stopped at every check", 0), interpreter("at every second", 1)]
const saving = interpreter("saved and restored", 5, saveAndRestore)

test(`${PROGRAMS} random programs give what the host's engine gives, stopped or not`, async () => {
  for (const [index, seed] of batches.entries()) {
    const seeds = Array.from({ length: BATCH }, (_, offset) => seed + offset)
    const own = await answers(running, seeds)
    const host = await answers(hostEngine, seeds)
    for (const [at, one] of seeds.entries()) if (own[at] !== host[at]) await compareWithV8(one, own[at]!)
    if (index % STOPPED > 1) continue
    const stopped = await answers(stopping[index % STOPPED]!, seeds)
    for (const [at, one] of seeds.entries())
      expect({ seed: one, answer: stopped[at] }).toEqual({ seed: one, answer: own[at] })
  }
}, 600_000)

test(`${SAVED} random programs give the same when each stop saves and restores them`, async () => {
  for (let seed = 0; seed < SAVED; seed++) {
    expect({ seed, answer: await answers(saving, [seed]) }).toEqual({
      seed,
      answer: await answers(running, [seed]),
    })
  }
}, 600_000)

/** Each program's trace and end. A batch that fails as a whole is run program by program, to say which. */
async function answers(mode: Mode, seeds: ReadonlyArray<number>): Promise<ReadonlyArray<string>> {
  try {
    const text = await mode.run(batchOf(seeds.map(randomProgram)))
    return JSON.parse(text) as string[]
  } catch (error) {
    if (seeds.length === 1) return [`seed ${seeds[0]}: ${String(error)}`]
    return (await Promise.all(seeds.map((seed) => answers(mode, [seed])))).flat()
  }
}

/** Where JavaScriptCore departs from the standard and V8 does not, V8 is right: three engines, two of one mind. */
async function compareWithV8(seed: number, own: string): Promise<void> {
  const [answer] = await answers(v8, [seed])
  expect({ seed, program: randomProgram(seed), answer: own }).toEqual({
    seed,
    program: randomProgram(seed),
    answer: answer!,
  })
}
