import { expect, test } from "bun:test"
import { slotsOf } from "../../src/interpreter/promises.ts"
import { encodeMachine } from "../../src/snapshot/encode.ts"
import { type BuiltInFunction, functions } from "./builtIns.ts"
import { compileProbe, Probe } from "./probe.ts"
import { isReachable, pureNames, pureReason } from "./pure.ts"

const isLong = process.env["CODEMODE_LONG"] === "1"
const unit = compileProbe("endless.js")

/** Slices that must come back while the program's code does not end. */
const SLICES = 2
const FUEL = 100
/** No way to call a built-in takes more slices by itself. */
const MAX_SLICES = 3_000

interface Found {
  /** the ways that came to program code */
  readonly ways: ReadonlySet<string>
  readonly wrong: string | undefined
}

/** Calls the built-in in each way of endless.js; each time that it is in program code, stops it, saves it, and goes on. */
function probe(builtIn: BuiltInFunction): Found {
  const ways = new Set<string>()
  const probe = new Probe(unit, builtIn, isLong, [0, false, 0, ""])
  const { machine, state } = probe
  let slices = 0
  let call = 0
  for (let pause = probe.run(FUEL); pause !== "idle"; pause = probe.run(FUEL)) {
    const way = String(state[3])
    if (pause === "request") probe.reply()
    else if (pause !== "fuel") return { ways, wrong: `${way}: ${pause}` }
    if (state[2] !== call) slices = 0
    call = state[2] as number
    if (++slices > MAX_SLICES) return { ways, wrong: `${way}: it goes on by itself` }
    const isIn = state[0] !== 0 && state[1] === false
    if (!isIn || slices <= SLICES) continue
    if (isNew(way, ways)) JSON.stringify(encodeMachine(machine))
    ways.add(way)
    state[1] = true
  }
  const { state: end, result } = slotsOf(machine.main!)
  return { ways, wrong: end === "fulfilled" && result === "done" ? undefined : `the probe was ${end}` }
}

/** In a short run, one state of each position of the endless value is saved. */
function isNew(way: string, ways: ReadonlySet<string>): boolean {
  if (isLong) return !ways.has(way)
  const position = way.split(":")[0]!
  return ![...ways].some((other) => other.startsWith(`${position}:`))
}

test.each(functions.filter(isReachable).map((one) => [one.path, one] as const))(
  "%s can be stopped and saved in program code that it calls",
  (path, builtIn) => {
    const { ways, wrong } = probe(builtIn)
    expect(wrong).toBeUndefined()
    if (ways.size === 0)
      expect({ path, reason: pureReason(path) }).toEqual({ path, reason: expect.any(String) })
    else expect({ path, isListedAsPure: pureNames.has(path) }).toEqual({ path, isListedAsPure: false })
  },
  60_000,
)

test("the list of pure built-ins names built-ins", () => {
  const paths = new Set(functions.map(({ path }) => path))
  expect([...pureNames].filter((name) => !paths.has(name))).toEqual([])
})
