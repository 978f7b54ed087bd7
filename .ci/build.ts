/**
 * Makes `dist` for Node: one bundle for each `bun` entry of package.json's exports, with shared chunks, and
 * declarations. How long a process takes to its first result is how much code it has to find, read and parse: so
 * bundles are minified and hold the dependencies that every program needs. Effect stays the host's, and TypeScript an
 * import of the program that needs it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import manifest from "../package.json" with { type: "json" }

const root = join(import.meta.dir, "..")
const dist = join(root, "dist")
const bundled = ["@eslint-community/regexpp", "@noble/hashes", "acorn"]
const external = [manifest.dependencies, manifest.peerDependencies]
  .flatMap(Object.keys)
  .filter((name) => !bundled.includes(name))

rmSync(dist, { recursive: true, force: true })
await bundle(
  Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry.bun])),
)
declare()
writeFileSync(join(dist, "LICENSES.txt"), bundled.map(licenseOf).join("\n"))

async function bundle(entrypoints: ReadonlyArray<string>): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: entrypoints.map((path) => join(root, path)),
    root: join(root, "src"),
    outdir: dist,
    target: "node",
    format: "esm",
    external: external.flatMap((name) => [name, `${name}/*`]),
    splitting: true,
    naming: { chunk: "chunks/[name]-[hash].[ext]" },
    minify: true,
  })
  for (const { path } of outputs) writeFileSync(path, inAscii(readFileSync(path, "utf8")))
}

/** One character above ASCII makes an engine keep and scan the whole file in two bytes a character. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

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
