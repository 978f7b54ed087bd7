/** The corpus on every engine and in every way to run our own: stopped and saved everywhere, the answers are the same. */
import { Glob } from "bun"
import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { differences } from "./corpus/compare.ts"
import { parseCorpus } from "./corpus/format.ts"
import { hostEngine, interpreter, v8, type Mode } from "./corpus/modes.ts"
import { saveAndRestore } from "./harness.ts"
import { walk } from "./walker.ts"

const folder = join(import.meta.dir, "corpus")
const files = [...new Glob("*/**/*.js").scanSync({ cwd: folder })].toSorted()
const isLong = process.env["CODEMODE_LONG"] === "1"

/** A program of many stops does the same at most of them: each of the first ones, then one of these. */
const FIRST_STOPS = 40
const LATER_STOPS = isLong ? 50 : 1_000
/** Saving a recursion without end again and again would tell nothing new. */
const MAX_FRAMES = 1_000

const saved = interpreter("saved and restored at each stop", 0, (machine, unit, stop) => {
  if ((stop > FIRST_STOPS && stop % LATER_STOPS !== 0) || machine.frames.length > MAX_FRAMES) return machine
  walk(machine)
  return saveAndRestore(machine, unit)
})

const modes: ReadonlyArray<Mode> = [
  interpreter("plain", 1_000_000),
  interpreter("quantum 0", 0),
  interpreter("quantum 3", 3),
  saved,
  ...(isLong ? [1, 2, 7].map((quantum) => interpreter(`quantum ${quantum}`, quantum)) : []),
  ...(isLong ? [hostEngine, v8] : []),
]

describe.each(files)("%s", (path) => {
  const cases = parseCorpus(readFileSync(join(folder, path), "utf8"))

  test.each(modes)(
    "$name",
    async (mode) => {
      expect(await differences(cases, mode)).toEqual([])
    },
    120_000,
  )
})
