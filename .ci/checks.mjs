/**
 * Runs the checks one after another and adds up what their test runners counted; a check without a runner counts
 * as one. A check that fails, or that should have run tests and ran none, is at least one failure.
 */
import { spawn } from "node:child_process"

/** @type {ReadonlyArray<{ name: string, command: string, environment?: Record<string, string>, runners: ReadonlyArray<"bun" | "node"> }>} */
const checks = [
  { name: "tests", command: "npm test", runners: ["bun", "node"] },
  { name: "typecheck", command: "npm run typecheck", runners: [] },
  { name: "lint and format", command: "npm run lint", runners: [] },
  { name: "package", command: "npm run check:package", runners: [] },
  { name: "saved and restored", command: "npm run test:roundtrip", runners: ["bun"] },
]

/** the closing lines of each runner: ` 12 pass`, ` 1 fail`; `# pass 12`, `# fail 1` (`ℹ` on a terminal) */
const summaries = {
  bun: { passed: /^ *(\d+) pass$/m, failed: /^ *(\d+) fail$/m, errors: /^ *(\d+) errors?$/m },
  node: { passed: /^[#ℹ] pass (\d+)$/m, failed: /^[#ℹ] fail (\d+)$/m, errors: /^[#ℹ] cancelled (\d+)$/m },
}

/** a check that takes longer hangs */
const checkTimeoutMs = 10 * 60_000

const outcomes = []
for (const check of checks) {
  console.log(`\n== ${check.name}: ${check.command}`)
  const startMs = Date.now()
  const { output, exitCode } = await run(check.command)
  outcomes.push({
    ...count(check.runners, output, exitCode),
    name: check.name,
    seconds: (Date.now() - startMs) / 1000,
  })
}

console.log("")
for (const { name, passed, failed, seconds } of outcomes) {
  console.log(
    `${failed === 0 ? "ok  " : "FAIL"} ${name}: passed ${passed}, failed ${failed}, in ${seconds.toFixed(1)} s`,
  )
}
const total = (key) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
process.exitCode = total("failed") === 0 ? 0 : 1
console.log(`${total("passed")} passed, ${total("failed")} failed`)

function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] })
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), checkTimeoutMs)
    let output = ""
    const keep = (stream, target) =>
      stream.setEncoding("utf8").on("data", (text) => {
        output += text
        target.write(text)
      })
    keep(child.stdout, process.stdout)
    keep(child.stderr, process.stderr)
    child.on("close", (exitCode) => {
      clearTimeout(timer)
      resolve({ output, exitCode })
    })
  })
}

function count(runners, output, exitCode) {
  if (runners.length === 0) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const number = (pattern) => Number(pattern.exec(output)?.[1] ?? 0)
  let passed = 0
  let failed = 0
  for (const runner of runners) {
    const summary = summaries[runner]
    const ran = number(summary.passed) + number(summary.failed) > 0
    passed += number(summary.passed)
    failed += number(summary.failed) + number(summary.errors) + (ran ? 0 : 1)
  }
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1) }
}
