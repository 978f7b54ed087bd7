import { Glob } from "bun"
import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { differences } from "./corpus/compare.ts"
import { parseCorpus } from "./corpus/format.ts"
import { hostEngine, v8, type Mode } from "./corpus/modes.ts"

const folder = join(import.meta.dir, "corpus")
const files = [...new Glob("*/**/*.js").scanSync({ cwd: folder })].toSorted()
const modes: ReadonlyArray<Mode> = [hostEngine, v8]

describe.each(files)("%s", (path) => {
  const cases = parseCorpus(readFileSync(join(folder, path), "utf8"))

  test.each(modes)(
    "$name",
    async (mode) => {
      expect(await differences(cases, mode)).toEqual([])
    },
    30_000,
  )
})
