import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { compilePattern } from "../../src/regexp/pattern.ts"
import { type Sample, sample } from "./generate.ts"
import { type Outcome, runOwn, runStopping } from "./run.ts"

const isLong = process.env["CODEMODE_LONG"] === "1"
const RUNS = isLong ? 20_000 : 500

type Judgement = Outcome | "refused"

const judgeHost = ({ source, flags, text, lastIndex }: Sample): Judgement => {
  let pattern: RegExp
  try {
    pattern = new RegExp(source, `${flags}d${flags.includes("y") ? "" : "g"}`)
  } catch {
    return "refused"
  }
  pattern.lastIndex = lastIndex
  const found = pattern.exec(text)
  return found === null ? null : [...found.indices!].flatMap((pair) => pair ?? [-1, -1])
}

const judgeOwn = ({ source, flags, text, lastIndex }: Sample, run: typeof runOwn): Judgement => {
  try {
    return run(compilePattern(source, flags), text, lastIndex)
  } catch (error) {
    if (error instanceof Error && error.name === "PatternSyntaxError") return "refused"
    throw error
  }
}

/** What Node's engine says, for the few samples where the engine of the running host is at fault. */
const judgeNode = (samples: readonly Sample[]): Judgement[] => {
  const script = `
    const judge = ${judgeHost.toString()};
    let input = "";
    process.stdin.on("data", (part) => (input += part)).on("end", () => console.log(JSON.stringify(JSON.parse(input).map(judge))))`
  const node = Bun.spawnSync({ cmd: ["node", "-e", script], stdin: Buffer.from(JSON.stringify(samples)) })
  return JSON.parse(node.stdout.toString())
}

test(
  `${RUNS} generated patterns and texts give what the host's engines give`,
  () => {
    const differing: Sample[] = []
    const seed = isLong ? 20_261_130 : 7
    for (const one of fc.sample(sample, { numRuns: RUNS, seed })) {
      if (one.lastIndex > one.text.length) continue
      if (!Bun.deepEquals(judgeOwn(one, runOwn), judgeHost(one))) differing.push(one)
    }
    expect(differing.length).toBeLessThanOrEqual(RUNS / 500)
    if (differing.length > 0)
      expect(differing.map((one) => judgeOwn(one, runOwn))).toEqual(judgeNode(differing))
  },
  { timeout: 600_000 },
)

test(
  "stopping at every step, through JSON, changes no result",
  () => {
    for (const one of fc.sample(sample, { numRuns: RUNS / 5, seed: 11 })) {
      if (one.lastIndex > one.text.length) continue
      const stopped = judgeOwn(one, (pattern, text, lastIndex) => runStopping(pattern, text, lastIndex, 50))
      if (stopped !== "not finished") expect<Judgement>(stopped).toEqual(judgeOwn(one, runOwn))
    }
  },
  { timeout: 600_000 },
)
