/** The corpus, each program saved to bytes and restored into a new machine at every stop. */
import { Glob } from "bun"
import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { differences } from "../corpus/compare.ts"
import { parseCorpus } from "../corpus/format.ts"
import { interpreter, type Mode } from "../corpus/modes.ts"
import { saveAndRestore } from "../harness.ts"

const folder = join(import.meta.dir, "../corpus")
const files = [...new Glob("*/**/*.js").scanSync({ cwd: folder })].toSorted()
const long = process.env["CODEMODE_LONG"] === "1"

/** Of all stops every `every`-th, so that the whole corpus takes seconds. */
function saved(every: number, quantum: number): Mode {
  let stops = 0
  return interpreter(`saved at every ${every}th stop of quantum ${quantum}`, quantum, (machine, unit) =>
    stops++ % every === 0 ? saveAndRestore(machine, unit) : machine,
  )
}

const modes = long ? [saved(1, 0), saved(1, 3)] : [saved(17, 0)]

describe.each(files)("%s", (path) => {
  const cases = parseCorpus(readFileSync(join(folder, path), "utf8"))

  test.each(modes)(
    "$name",
    async (mode) => {
      expect(await differences(cases, mode)).toEqual([])
    },
    60_000,
  )
})
