/** The hash of everything that a saved run's bytes depend on: sources of the guest half, versions of the parsers. */
import { Glob } from "bun"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import manifest from "../package.json" with { type: "json" }
import { hashSources } from "../src/snapshot/fingerprint.ts"

const src = join(import.meta.dir, "../src")
const guestHalf = ["program", "regexp", "objects", "jobs", "interpreter", "stdlib", "snapshot"]

export function buildSource(): string {
  return `/** Written by \`npm run generate\`. */
export const sourcesHash = "${hashSources(guestFiles(), versions())}"
`
}

export function guestFiles(): ReadonlyMap<string, string> {
  const paths = guestHalf.flatMap((area) => [...new Glob(`${area}/**/*.ts`).scanSync({ cwd: src })])
  const files = paths.filter((path) => !path.endsWith("build.gen.ts"))
  return new Map(files.map((path) => [path, readFileSync(join(src, path), "utf8")]))
}

export function versions(): Readonly<Record<string, string>> {
  const { acorn, typescript } = manifest.dependencies
  return {
    codemode: manifest.version,
    acorn,
    typescript,
    "ts-blank-space": manifest.dependencies["ts-blank-space"],
    regexpp: manifest.dependencies["@eslint-community/regexpp"],
  }
}
