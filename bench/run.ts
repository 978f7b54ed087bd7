/** `npm run bench`: the same measurements on Bun and on Node, one after the other, from one bundle. */
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const outdir = join(root, ".cache", "bench")

await Bun.build({
  entrypoints: [join(import.meta.dirname, "measure.ts")],
  outdir,
  target: "node",
  packages: "external",
})
for (const engine of [process.execPath, "node"]) {
  const child = Bun.spawn([engine, join(outdir, "measure.js"), join(import.meta.dirname, "programs")], {
    stdout: "inherit",
    stderr: "inherit",
  })
  if ((await child.exited) !== 0) process.exit(1)
}
