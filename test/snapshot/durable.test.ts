/** Durable work over real processes: it outlives the run that began it. */
import { beforeEach, expect, test } from "bun:test"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "codemode-durable-"))
})

function inProcess(command: string): unknown {
  const script = join(import.meta.dir, "durableWork.ts")
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script, command, folder])
  if (exitCode !== 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

/** What happened to the work since the last look. */
function happened(): ReadonlyArray<string> {
  const path = join(folder, "ledger")
  const lines = readFileSync(path, "utf8").trim().split("\n")
  writeFileSync(path, "")
  return lines
}

const started = ["start a run:0", "wait a run:0", "start b run:1", "wait b run:1"]
const waited = ["wait a run:0", "wait b run:1"]

test("is started in one process, saved in a second, and waited for in a third; each call counts once", () => {
  expect(inProcess("save")).toBe("suspended")
  expect(happened().toSorted()).toEqual(started.toSorted())
  expect(inProcess("again")).toBe("suspended")
  expect(happened()).toEqual(waited)
  writeFileSync(join(folder, "answer"), "done")
  expect(inProcess("finish")).toEqual({
    ok: true,
    value: ["a: done", "b: done"],
    toolCalls: [{ name: "work" }, { name: "work" }],
  })
  expect(happened()).toEqual(waited)
}, 60_000)

test("is cancelled when the process that went on with its run is interrupted", () => {
  inProcess("save")
  happened()
  expect(inProcess("interrupt")).toBe(null)
  expect(happened()).toEqual([...waited, "cancel a", "cancel b"])
}, 60_000)
