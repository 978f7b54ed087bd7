/** A state that was saved under Bun resumes under Node, and the other way round, for every program of the corpus. */
import { beforeAll, expect, test } from "bun:test"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const every = process.env["CODEMODE_LONG"] === "1" ? 1 : 31
const script = join(import.meta.dir, "crossEngine.ts")
const corpus = join(import.meta.dir, "../corpus")
const folder = mkdtempSync(join(tmpdir(), "codemode-engines-"))
const bundle = join(folder, "crossEngine.js")
const engines = { Bun: [process.execPath, script], Node: ["node", bundle] } as const

beforeAll(async () => {
  await Bun.build({
    entrypoints: [script],
    outdir: folder,
    target: "node",
    format: "esm",
    packages: "bundle",
  })
}, 60_000)

test.each([
  ["Bun", "Node"],
  ["Node", "Bun"],
] as const)(
  "from %s to %s",
  (from, to) => {
    const file = join(folder, `${from}.json`)
    run([...engines[from], "save", corpus, file, String(every)])
    const { resumed, wrong } = JSON.parse(run([...engines[to], "resume", file])) as {
      resumed: number
      wrong: string[]
    }
    expect(wrong).toEqual([])
    expect(resumed).toBeGreaterThan(1_000 / every)
  },
  300_000,
)

function run(command: ReadonlyArray<string>): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { stdout: "pipe", stderr: "pipe" })
  if (exitCode !== 0) throw new Error(stderr.toString())
  return stdout.toString()
}
