/** What the benchmark's programs cost without a clock: a change of the engine that makes them cost more shows here. */
import { expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { join } from "node:path"

/** In a process of its own: what other tests compiled already is not charged again. */
test("fuel, nodes and bytes are those of counts.json; npm run bench:counts -- --write accepts a change", () => {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dir, "../../bench/counts.ts")], {
    encoding: "utf8",
  })
  expect({ status, stdout }).toEqual({ status: 0, stdout: "16 programs as they were\n" })
}, 60_000)
