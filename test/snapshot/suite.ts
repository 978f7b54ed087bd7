/**
 * `npm run test:roundtrip`: every test that runs programs, with each run saved as bytes and restored into a new machine every
 * few steps (see roundTrip.ts). Arguments are paths, instead of all of them.
 */
import { Glob } from "bun"
import { join } from "node:path"

const root = join(import.meta.dir, "../..")

/** Files and folders that are left out, and why. */
const noProgram = "runs no program"
const byItself = "saves and restores at every stop, or stops everywhere, by itself"
const measures = "measures milliseconds or bytes"

export const leftOut: Readonly<Record<string, string>> = {
  "test/attacks/growth.test.ts": measures,
  "test/attacks/slices.test.ts": measures,
  "test/bench": "counts fuel and bytes, which saving changes",
  "test/catalog/folding.test.ts": noProgram,
  "test/catalog/instructions.test.ts": noProgram,
  "test/catalog/names.test.ts": noProgram,
  "test/catalog/price.test.ts": noProgram,
  "test/catalog/realSchemas.test.ts": noProgram,
  "test/catalog/search.test.ts": noProgram,
  "test/catalog/signature.test.ts": noProgram,
  "test/catalog/signatureProperty.test.ts": noProgram,
  "test/catalog/suggest.test.ts": noProgram,
  "test/corpus.test.ts": byItself,
  "test/corpus": noProgram,
  "test/definitions": noProgram,
  "test/fuzz": "compares ways to stop by itself, for as long as it is given",
  "test/memory": measures,
  "test/openapi/body.test.ts": noProgram,
  "test/openapi/document.test.ts": noProgram,
  "test/openapi/exactness.test.ts": noProgram,
  "test/openapi/inputs.test.ts": noProgram,
  "test/openapi/names.test.ts": noProgram,
  "test/openapi/redirects.test.ts": noProgram,
  "test/openapi/responses.test.ts": noProgram,
  "test/openapi/sample.test.ts": noProgram,
  "test/openapi/schema.test.ts": noProgram,
  "test/openapi/security.test.ts": noProgram,
  "test/openapi/servers.test.ts": noProgram,
  "test/openapi/styles.test.ts": noProgram,
  "test/program": noProgram,
  "test/property": byItself,
  "test/regexp": "its programs measure milliseconds; its patterns run in test/stdlib too",
  "test/runtime/turns.test.ts": measures,
  "test/snapshot": "saves by itself, but for program.test.ts and clocks.test.ts",
  "test/support.test.ts": noProgram,
  "test/test262": "tests the runner",
  "test/tidy.test.ts": noProgram,
  "test/walker.test.ts": byItself,
}

/** In folders that are left out. */
const taken = ["test/snapshot/clocks.test.ts", "test/snapshot/program.test.ts"]

const isLeftOut = (path: string): boolean =>
  !taken.includes(path) && Object.keys(leftOut).some((left) => path === left || path.startsWith(`${left}/`))

export const files = (): ReadonlyArray<string> =>
  [...new Glob("test/**/*.test.ts").scanSync({ cwd: root })].filter((path) => !isLeftOut(path)).toSorted()

if (import.meta.main) {
  const paths = process.argv.length > 2 ? process.argv.slice(2) : files()
  const child = Bun.spawn([process.execPath, "test", ...paths.map((path) => `./${path}`)], {
    cwd: root,
    env: { ...process.env, CODEMODE_ROUNDTRIP: "1" },
    stdout: "inherit",
    stderr: "inherit",
  })
  process.exitCode = await child.exited
}
