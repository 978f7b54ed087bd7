/**
 * What it costs a program to be stopped: in the turns of a run, a millisecond each, beside the whole program in one piece.
 * Prints lines as JSON. Bundled and started by `run.ts`.
 */
import * as Effect from "effect/Effect"
import * as CodeMode from "../src/CodeMode.ts"
import { between } from "../src/runtime/between.ts"
import { type Line, lineOf } from "./line.ts"
import { programsIn } from "./programs.ts"
import { sample } from "./sample.ts"

/** More than any of the programs takes. */
const allFuel = 1_000_000_000

const [folder] = process.argv.slice(2)
const runtime = CodeMode.make({ tools: {} })
const programs = programsIn(folder!)
// all run before any is measured: what the host compiled has then seen every program
for (const [, source] of programs) await inTurns(source)
const lines: Array<Line> = []
for (const [name, source] of programs) {
  const { turns, onePiece } = await sample(
    { turns: () => inTurns(source), onePiece: () => inOnePiece(source) },
    { runs: 21, warmUps: 5 },
  )
  lines.push(lineOf("stopping every millisecond", name, turns!, "never", onePiece!))
}
console.log(JSON.stringify(lines))

async function inTurns(source: string): Promise<void> {
  const result = await Effect.runPromise(runtime.execute(source))
  if (!result.ok) throw new Error(result.error.message)
}

async function inOnePiece(source: string): Promise<void> {
  between.steps = () => allFuel
  await inTurns(source)
  between.steps = undefined
}
