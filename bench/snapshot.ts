/** `bun bench/snapshot.ts`: `states.ts` on Bun and on Node, one after the other, from one bundle; fails where a bound is missed. */
import { join } from "node:path"

const outdir = join(import.meta.dirname, "..", ".cache", "bench")
await Bun.build({
  entrypoints: [join(import.meta.dirname, "states.ts")],
  outdir,
  target: "node",
  packages: "external",
})
const engines = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath, "node"]
for (const engine of engines) {
  const { exitCode } = Bun.spawnSync([engine, join(outdir, "states.js")], {
    stdout: "inherit",
    stderr: "inherit",
  })
  if (exitCode !== 0) process.exitCode = 1
}
