/**
 * `npm run test262 -- --root DIR [--filter PATH]... [--jobs N] [--engine NAME] [--every N] [--failures FILE] [--timeout MS]`
 *
 * Runs the suite's language and built-in tests in strict mode. An unlisted failure, or a listed test that passes, makes
 * the exit code 1. `--every 5` takes each fifth test; `--failures` writes each failure with what was wrong.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { engines } from "./engines.ts"
import { parseExpectations, surprises } from "./expectations.ts"
import { runTests } from "./pool.ts"
import { closingLine, surprisesText, table } from "./report.ts"
import { findTests } from "./suite.ts"
import type { Result } from "./worker.ts"

const { values } = parseArgs({
  options: {
    root: { type: "string" },
    filter: { type: "string", multiple: true, default: [] },
    jobs: { type: "string", default: String(availableParallelism()) },
    engine: { type: "string", default: Object.keys(engines).at(-1)! },
    every: { type: "string", default: "1" },
    failures: { type: "string" },
    timeout: { type: "string", default: "10000" },
  },
})

const { root, engine } = values
if (root === undefined || !existsSync(join(root, "harness"))) {
  fail("--root wants the folder of a checkout of github.com/tc39/test262")
}
if (!(engine in engines)) fail(`--engine wants one of ${Object.keys(engines).join(", ")}, not ${engine}`)
const every = positive("every", values.every)
const jobs = positive("jobs", values.jobs)

const paths = findTests(root, values.filter).filter((_, index) => index % every === 0)
const results: Array<Result> = []
await runTests(paths, { root, engine, jobs, testTimeoutMs: positive("timeout", values.timeout) }, (result) =>
  results.push(result),
)

const pathsOf = (status: Result["status"]) =>
  results
    .filter((it) => it.status === status)
    .map((it) => it.path)
    .toSorted()
const reasons = new Map(results.map(({ path, reason }) => [path, reason ?? ""]))
const failed = pathsOf("failed")
if (values.failures !== undefined) {
  writeFileSync(
    values.failures,
    failed.map((path) => `${path}: ${reasons.get(path)!.replaceAll("\n", " ")}\n`).join(""),
  )
}
const found = surprises(failed, pathsOf("passed"), expectations())
console.log(table(results))
console.log(surprisesText(found, reasons))
console.log(closingLine(results))
process.exitCode = found.failures.length + found.passes.length === 0 ? 0 : 1

/** Each engine has its own list; one without a list is expected to pass. */
function expectations(): ReadonlyMap<string, string> {
  const path = join(import.meta.dirname, engine === "host" ? "expectations.host.txt" : "expectations.txt")
  return existsSync(path) ? parseExpectations(readFileSync(path, "utf8")) : new Map()
}

function positive(name: string, text: string): number {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0
    ? number
    : fail(`--${name} wants a number of at least 1, not ${text}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
