/** Makes `dist`: one bundle for each `bun` entry of package.json's exports, and declarations. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import ts from "typescript"
import manifest from "../package.json" with { type: "json" }
import { bundle, bundled } from "./bundle.ts"

const root = join(import.meta.dir, "..")
const dist = join(root, "dist")

rmSync(dist, { recursive: true, force: true })
const sources = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [entry.bun],
)
await bundle(Object.fromEntries(sources.map((path) => [basename(path, ".ts"), join(root, path)])), dist)
declare()
writeFileSync(join(dist, "LICENSES.txt"), bundled.map(licenseOf).join("\n"))

function licenseOf(name: string): string {
  return `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8")}`
}

function declare(): void {
  const compiler = Bun.spawnSync(["node_modules/.bin/tsgo", "-p", ".ci/tsconfig.build.json"], {
    cwd: root,
    stdout: "inherit",
    stderr: "inherit",
  })
  if (compiler.exitCode !== 0) process.exit(1)
  for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".d.ts")) renameImports(join(dist, path))
  }
}

/** The compiler leaves `.ts` in a declaration's imports, which a consumer's compiler refuses. */
function renameImports(path: string): void {
  const text = readFileSync(path, "utf8")
  const imports = ts
    .preProcessFile(text)
    .importedFiles.filter((file) => /^\.\.?\/.*\.ts$/.test(file.fileName))
  const renamed = imports
    .toSorted((left, right) => right.pos - left.pos)
    .reduce((out, { fileName, pos }) => {
      const start = out.indexOf(fileName, pos)
      return `${out.slice(0, start)}${fileName.slice(0, -2)}js${out.slice(start + fileName.length)}`
    }, text)
  if (renamed !== text) writeFileSync(path, renamed)
}
