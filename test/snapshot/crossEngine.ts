/**
 * Saves the corpus' programs in the middle in one engine and goes on with them in another. A script of its own, as the test
 * runs it under Bun and, bundled, under Node: `save <folder> <file> <every>`, `resume <file>`; of all programs
 * every `every`-th.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isObject } from "../../src/objects/object.ts"
import { flatten, Rope } from "../../src/objects/rope.ts"
import type { Machine } from "../../src/interpreter/machine.ts"
import type { ProgramUnit } from "../../src/interpreter/compile.ts"
import { dataProperty } from "../../src/interpreter/describe.ts"
import { slotsOf } from "../../src/interpreter/promises.ts"
import { startProgram } from "../../src/interpreter/start.ts"
import { encodeMachine } from "../../src/snapshot/encode.ts"
import { compile, newMachine, restoreMachine, runSlice } from "../harness.ts"
import { parseCorpus } from "../corpus/format.ts"

interface Saved {
  readonly place: string
  readonly source: string
  readonly expected: string
  readonly state: string
}

/** Stops at one fuel check of each program, an early or a late one by turns. */
function saveCorpus(folder: string, every: number): ReadonlyArray<Saved> {
  const saved: Array<Saved> = []
  let count = 0
  const inspector = readFileSync(join(folder, "inspect.js"), "utf8")
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^\w+[\\/].*\.js$/.test(path),
  )
  for (const path of paths.toSorted()) {
    for (const [index, { line, source, expected, notOn }] of parseCorpus(
      readFileSync(join(folder, path), "utf8"),
    ).entries()) {
      if (notOn.includes("codemode") || expected.startsWith("! SyntaxError") || count++ % every !== 0)
        continue
      const whole = wholeProgram(inspector, source)
      const state = stateAt(compile(whole), [3, 15, 40][index % 3]!)
      if (state !== undefined) saved.push({ place: `${path}:${line}`, source: whole, expected, state })
    }
  }
  return saved
}

/** As test/corpus/program.ts makes it. */
const wholeProgram = (inspector: string, source: string): string => `${inspector}
try {
  return __inspect.value(await (async () => {
${source}
  })())
} catch (error) {
  return __inspect.error(error)
}`

function stateAt(unit: ProgramUnit, stop: number): string | undefined {
  const machine = newMachine()
  startProgram(machine, unit, [])
  for (let count = 0; count < stop; count++) {
    if (runSlice(machine, 0) !== "fuel") return undefined
  }
  return Buffer.from(encodeMachine(machine)).toString("base64")
}

function resumeAll(states: ReadonlyArray<Saved>): {
  readonly resumed: number
  readonly wrong: ReadonlyArray<string>
} {
  const wrong: Array<string> = []
  for (const { place, source, expected, state } of states) {
    const actual = resumed(source, state)
    const isNameOnly = /^! \w*Error$/.test(expected)
    if (expected !== (isNameOnly ? actual.replace(/:.*/s, "") : actual))
      wrong.push(`${place}: ${actual}, not ${expected}`)
  }
  return { resumed: states.length, wrong }
}

function resumed(source: string, state: string): string {
  try {
    const machine = restoreMachine(Uint8Array.from(Buffer.from(state, "base64")), compile(source))
    while (runSlice(machine, 100_000) === "fuel");
    return answerOf(machine)
  } catch (error) {
    return String(error)
  }
}

function answerOf(machine: Machine): string {
  const { state, result } = slotsOf(machine.main!)
  if (result instanceof Rope) return flatten(result)
  return typeof result === "string"
    ? result
    : `${state}: ${isObject(result) ? String(dataProperty(machine.realm, result, "message")) : String(result)}`
}

const [command, first, second, third] = process.argv.slice(2)
if (command === "save") writeFileSync(second!, JSON.stringify(saveCorpus(first!, Number(third))))
else console.log(JSON.stringify(resumeAll(JSON.parse(readFileSync(first!, "utf8")) as ReadonlyArray<Saved>)))
