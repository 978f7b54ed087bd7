/** Three processes, one after the other: one asks, one decides and goes on, one comes too late. `npm run example:approval` */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("main.mjs", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "codemode-approval-"))
for (const args of [
  ["request", folder],
  ["decide", folder, "yes"],
  ["decide", folder, "yes"],
]) {
  console.log(`> main.mjs ${args.map((arg) => (arg === folder ? "<folder>" : arg)).join(" ")}`)
  spawnSync(process.execPath, [main, ...args], { stdio: "inherit" })
}
rmSync(folder, { recursive: true })
