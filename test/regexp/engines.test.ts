/**
 * What programs see is the same whichever engine matches: the host's at once, the host's match by match, or ours. Short
 * texts are the host's when a pattern has met many.
 */
import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { runProgram } from "../harness.ts"
import { sample } from "./generate.ts"

const RUNS = process.env["CODEMODE_LONG"] === "1" ? 1_500 : 150
/** Long enough for the host's engine, and short enough for it where the work may grow with the square. */
const MIN_LENGTH = 128
const MAX_LENGTH = 600

const body = `
  const make = (more) => new RegExp(source, flags.replace(/[gy]/g, "") + more)
  const groups = (found) => found && [found.index, ...found, found.groups && Object.entries(found.groups), found.indices]
  const steps = (expression, text) => {
    const ends = []
    while (ends.length < 20 && expression.test(text)) ends.push(expression.lastIndex++)
    return ends
  }
  return JSON.stringify([
    text.match(make("g")),
    text.match(make("gy")),
    text.replace(make("g"), "<$1|$&|$<x>|$2>"),
    text.replace(make("g"), ""),
    text.replace(make("g"), "$\`"),
    text.replace(make(""), (...all) => JSON.stringify(all)),
    text.split(make("")),
    text.split(make(""), 5),
    text.search(make("")),
    [...text.matchAll(make("g"))].map(groups),
    groups(make("y").exec(text)),
    steps(make("g"), text),
  ])`

/** Makes the host's engine worth its cost. */
const meetMany = `
  for (const more of ["", "g", "y", "gy"])
    for (let count = 0; count < 260; count++) new RegExp(source, flags.replace(/[gy]/g, "") + more).test("-".repeat(127))
`

const seen = (texts: { source: string; flags: string; text: string }, hostAllowed: boolean, prelude = "") => {
  const constants = Object.entries(texts).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
  const { state, value, machine } = runProgram(constants.join("") + prelude + body, {
    prepare: ({ regExpEngines }) => (regExpEngines.hostAllowed = hostAllowed),
    maxSlices: 100,
  })
  return { outcome: state === "fulfilled" ? value : state, host: machine.regExpEngines.host }
}

test(
  `${RUNS} generated patterns`,
  () => {
    let byHost = 0
    for (const { source, flags, text } of fc.sample(sample, { numRuns: RUNS, seed: 5 })) {
      const times = Math.ceil(MIN_LENGTH / (text.length + 1))
      const long = `${text} `.repeat(times).slice(0, MAX_LENGTH)
      const withHost = seen({ source, flags, text: long }, true)
      const { outcome, host } = seen({ source, flags, text: long }, false)
      expect({ source, flags, long, outcome: withHost.outcome }).toEqual({ source, flags, long, outcome })
      expect(host).toBe(0)
      if (withHost.host > 0) byHost++
    }
    expect(byHost).toBeGreaterThan(RUNS / 4)
  },
  { timeout: 600_000 },
)

test(
  `${RUNS} generated patterns in short texts`,
  () => {
    let byHost = 0
    for (const { source, flags, text } of fc.sample(sample, { numRuns: RUNS, seed: 6 })) {
      const short = text.slice(0, MIN_LENGTH - 1)
      const ours = seen({ source, flags, text: short }, false)
      const { outcome, host } = seen({ source, flags, text: short }, true, meetMany)
      expect({ source, flags, short, outcome }).toEqual({ source, flags, short, outcome: ours.outcome })
      if (host > 0) byHost++
    }
    expect(byHost).toBeGreaterThan(RUNS / 4)
  },
  { timeout: 600_000 },
)
