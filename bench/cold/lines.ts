/** Lines about fresh processes: the first result, the first run of each program, and the memory of a run. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { output } from "../engines.ts"
import type { Line } from "../line.ts"
import { type Sample, sample, summarize } from "../sample.ts"

const programs = join(import.meta.dirname, "..", "programs")

/** What `coldLines` starts. */
export const coldFiles = ["cold/first.ts", "cold/empty.ts", "cold/program.ts", "cold/memory.ts"]

export async function coldLines(engine: string, name: string): Promise<ReadonlyArray<Line>> {
  return [await firstResult(engine, name), ...(await firstRuns(engine, name))]
}

/** Processes that run one program, beside processes that only import Effect. */
async function firstResult(engine: string, name: string): Promise<Line> {
  const { first, empty } = await sample(
    { first: () => output(engine, "cold/first.ts"), empty: () => output(engine, "cold/empty.ts") },
    { runs: 15, warmUps: 2 },
  )
  return {
    engine: name,
    group: "start",
    name: "process to first result",
    ours: first!,
    peer: "Effect imported",
    theirs: empty!,
  }
}

/** Each program as the first that its process runs; what is imported is not counted, what is instantiated is. */
async function firstRuns(engine: string, name: string): Promise<ReadonlyArray<Line>> {
  const lines: Array<Line> = []
  for (const file of readdirSync(programs).filter((file) => file.endsWith(".js"))) {
    const ours: Array<number> = []
    const theirs: Array<number> = []
    for (let run = 0; run < 5; run++) {
      ours.push(await firstRunMs(engine, "codemode", file))
      theirs.push(await firstRunMs(engine, "quickjs", file))
    }
    lines.push(lineOf(name, file, summarize(ours), summarize(theirs)))
  }
  return lines
}

const lineOf = (engine: string, file: string, ours: Sample, theirs: Sample): Line => ({
  engine,
  group: "CPU, first run of a process",
  name: file.slice(0, -3),
  ours,
  peer: "quickjs",
  theirs,
})

const firstRunMs = async (engine: string, peer: string, file: string): Promise<number> =>
  Number(await output(engine, "cold/program.ts", [peer, join(programs, file)]))
