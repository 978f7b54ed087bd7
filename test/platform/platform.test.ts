/** The rows on our interpreter, stopped or not, and on both hosts' own: every difference is listed with its reason. */
import { describe, expect, test } from "bun:test"
import { interpreter } from "../corpus/modes.ts"
import { departuresOf, files, programOf, rowsOf } from "./rows.ts"

type Run = (program: string) => Promise<string>

const bun: Run = (program) =>
  (new Function(`"use strict"; return (async () => {${program}\n})()`) as () => Promise<string>)()

/** Node's, in a process of its own. */
const node: Run = async (program) => {
  const script = `(async () => {${program}\n})().then((text) => process.stdout.write(text))`
  const child = Bun.spawn(["node", "--use-strict", "-"], { stdin: new Blob([script]), stdout: "pipe" })
  return new Response(child.stdout).text()
}

/** Node's differences are listed for this version. */
const isNode20 = Bun.spawnSync(["node", "--version"]).stdout.toString().startsWith("v20.")

const engines: ReadonlyArray<readonly [name: string, engine: string, run: Run]> = [
  ["codemode", "codemode", interpreter("plain", 1_000_000).run],
  ["codemode, stopped at every check", "codemode", interpreter("quantum 0", 0).run],
  ["Bun", "Bun", bun],
  ...(isNode20 ? ([["Node", "Node", node]] as const) : []),
]

describe.each(engines)("%s", (_name, engine, run) => {
  test.each(files)("%s", async (file) => {
    const rows = rowsOf(file)
    const known = departuresOf(engine)
    const answers = JSON.parse(await run(programOf(rows))) as string[]
    const wrong = rows.flatMap(({ expression, expected }, index) =>
      (answers[index] === expected) === known.has(expression)
        ? [{ expression, expected, actual: answers[index], reason: known.get(expression) }]
        : [],
    )
    expect(wrong).toEqual([])
  })
})

test("each listed difference has a row and a reason", () => {
  const expressions = new Set(files.flatMap((file) => rowsOf(file).map(({ expression }) => expression)))
  for (const [, engine] of engines)
    for (const [expression, reason] of departuresOf(engine)) {
      expect(expressions).toContain(expression)
      expect(reason.length).toBeGreaterThan(10)
    }
})
