/**
 * `npm run test:roundtrip`: every test that runs programs, with each run saved as bytes and restored into a new machine every
 * few steps (see roundTrip.ts). Arguments are paths, instead of all of them.
 */
import { Glob } from "bun"
import { join } from "node:path"

const root = join(import.meta.dir, "../..")

/** Files and folders that are left out, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  "test/bench": "counts fuel and bytes, which saving changes",
  "test/catalog/folding.test.ts": "runs no program",
  "test/catalog/instructions.test.ts": "runs no program",
  "test/catalog/names.test.ts": "runs no program",
  "test/catalog/price.test.ts": "runs no program",
  "test/catalog/realSchemas.test.ts": "runs no program",
  "test/catalog/search.test.ts": "runs no program",
  "test/catalog/signature.test.ts": "runs no program",
  "test/catalog/signatureProperty.test.ts": "runs no program",
  "test/catalog/suggest.test.ts": "runs no program",
  "test/corpus.test.ts": "saves and restores every program at each stop by itself",
  "test/corpus": "runs no program",
  "test/definitions": "runs no program",
  "test/openapi/body.test.ts": "runs no program",
  "test/openapi/document.test.ts": "runs no program",
  "test/openapi/inputs.test.ts": "runs no program",
  "test/openapi/names.test.ts": "runs no program",
  "test/openapi/sample.test.ts": "runs no program",
  "test/openapi/schema.test.ts": "runs no program",
  "test/openapi/security.test.ts": "runs no program",
  "test/openapi/servers.test.ts": "runs no program",
  "test/openapi/styles.test.ts": "runs no program",
  "test/program": "runs no program",
  "test/tidy.test.ts": "runs no program",
}

export const files = (): ReadonlyArray<string> =>
  [...new Glob("test/**/*.test.ts").scanSync({ cwd: root })]
    .filter((path) => !Object.keys(leftOut).some((left) => path === left || path.startsWith(`${left}/`)))
    .toSorted()

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
