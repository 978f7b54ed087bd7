/** Runs tests one after another in a process of its own, which the runner may end: paths come in, results go out. */
import { engines } from "./engines.ts"
import { judge } from "./judge.ts"
import { readTest } from "./suite.ts"

export interface Task {
  readonly path: string
}

export interface Result {
  readonly path: string
  readonly status: "passed" | "failed" | "skipped"
  /** what is wrong, or why it was skipped */
  readonly reason?: string
}

/** The first message says that the worker has loaded. */
export type Message = "ready" | Result

const [root, engineName] = process.argv.slice(2)
const engine = engines[engineName as keyof typeof engines]
let queue = Promise.resolve()

process.on("unhandledRejection", () => {})
process.on("message", ({ path }: Task) => {
  queue = queue.then(async () => {
    process.send!(await run(path))
  })
})

process.send!("ready" satisfies Message)

async function run(path: string): Promise<Result> {
  const test = readTest(root!, path)
  if (typeof test === "string") return { path, status: "skipped", reason: test }
  try {
    const reason = judge(test.metadata, await engine.run(test.script))
    return reason === undefined ? { path, status: "passed" } : { path, status: "failed", reason }
  } catch (error) {
    return { path, status: "failed", reason: `the engine failed: ${String(error)}` }
  }
}
