/** examples/approval with real processes, under Bun, under Node, and across the two. */
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const main = join(root, "examples/approval/main.mjs")
const engines = { Node: process.execPath, Bun: join(root, "node_modules/.bin/bun") }

function run(engine, ...args) {
  const { status, stdout, stderr } = spawnSync(engines[engine], [main, ...args], {
    encoding: "utf8",
    cwd: root,
  })
  return { status, stdout: stdout.trim().split("\n"), stderr: stderr.trim() }
}

for (const [from, to] of [
  ["Bun", "Bun"],
  ["Node", "Node"],
  ["Bun", "Node"],
  ["Node", "Bun"],
]) {
  test(`a run saved under ${from} is approved and resumed under ${to}, once`, () => {
    const folder = mkdtempSync(join(tmpdir(), "codemode-approval-"))
    try {
      const requested = run(from, "request", folder)
      assert.equal(requested.status, 0, requested.stderr)
      assert.match(requested.stdout[0], /^saved \d+ bytes; waiting for payments\.pay$/)
      assert.deepEqual(run(to, "decide", folder, "yes"), {
        status: 0,
        stdout: ["asking for 200", "paid 200, approved by Alan"],
        stderr: "",
      })
      assert.deepEqual(run(to, "decide", folder, "yes"), {
        status: 3,
        stdout: [""],
        stderr: "this run was resumed already",
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}

test("what is refused is an error that the program catches", () => {
  const folder = mkdtempSync(join(tmpdir(), "codemode-approval-"))
  try {
    assert.equal(run("Node", "request", folder).status, 0)
    assert.deepEqual(run("Node", "decide", folder, "no").stdout, [
      "asking for 200",
      "not paid: Alan refused it",
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
