/** The benchmark's files, bundled once for both engines, and how they are started in either. */
import { join } from "node:path"
import { bundle as bundleEntries } from "../.ci/bundle.ts"

const outdir = join(import.meta.dirname, "..", ".cache", "bench")

/** Bun, which runs this, and Node. */
export const engines: ReadonlyArray<string> = [process.execPath, "node"]

/** Bundles files of this folder as dist is, with our sources; packages, ours by its own name among them, stay imports. */
export async function bundle(files: ReadonlyArray<string>): Promise<void> {
  const entries = files.map((file) => [file.replace(/\.ts$/, ""), join(import.meta.dirname, file)])
  await bundleEntries(Object.fromEntries(entries), outdir)
}

/** What a bundled file prints in a process of its own. */
export async function output(
  engine: string,
  file: string,
  args: ReadonlyArray<string> = [],
): Promise<string> {
  const child = start(engine, file, args, "pipe")
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) process.exit(1)
  return text
}

/** Runs a bundled file that prints for itself; gives its exit code. */
export function run(engine: string, file: string): Promise<number> {
  return start(engine, file, [], "inherit").exited
}

function start<Out extends "pipe" | "inherit">(
  engine: string,
  file: string,
  args: ReadonlyArray<string>,
  stdout: Out,
) {
  const flags = engine === "node" ? ["--expose-gc"] : []
  return Bun.spawn([engine, ...flags, join(outdir, file.replace(/ts$/, "js")), ...args], {
    stdout,
    stderr: "inherit",
  })
}
