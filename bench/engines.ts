/** The benchmark's files, bundled once for both engines, and how they are started in either. */
import { join } from "node:path"

const outdir = join(import.meta.dirname, "..", ".cache", "bench")

/** Bun, which runs this, and Node. */
export const engines: ReadonlyArray<string> = [process.execPath, "node"]

/** Bundles files of this folder with our sources; packages, ours by its own name among them, stay imports. */
export async function bundle(files: ReadonlyArray<string>): Promise<void> {
  await Bun.build({
    entrypoints: files.map((file) => join(import.meta.dirname, file)),
    root: import.meta.dirname,
    outdir,
    target: "node",
    packages: "external",
  })
}

/** What a bundled file prints in a process of its own. */
export async function output(
  engine: string,
  file: string,
  args: ReadonlyArray<string> = [],
): Promise<string> {
  const flags = engine === "node" ? ["--expose-gc"] : []
  const child = Bun.spawn([engine, ...flags, join(outdir, file.replace(/ts$/, "js")), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) process.exit(1)
  return text
}
