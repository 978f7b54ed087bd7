import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { supportPage } from "../.ci/support.ts"

test("interpreter-support.md is what `npm run generate` writes", async () => {
  const committed = readFileSync(new URL("../interpreter-support.md", import.meta.url), "utf8")
  expect(committed).toBe(await supportPage())
}, 30_000)
