/** Spreads tests over worker processes. A test that takes too long fails, and its worker is ended and replaced. */
import { join } from "node:path"
import type { Message, Result, Task } from "./worker.ts"

export interface PoolOptions {
  readonly root: string
  readonly engine: string
  readonly jobs: number
  readonly testTimeoutMs: number
}

/** How many tests a worker has waiting, so that it need not wait for the runner. */
const ahead = 16

export async function runTests(
  paths: ReadonlyArray<string>,
  options: PoolOptions,
  onResult: (result: Result) => void,
): Promise<void> {
  const waiting = paths.toReversed()
  await Promise.all(Array.from({ length: options.jobs }, () => drain(waiting, options, onResult)))
}

async function drain(
  waiting: Array<string>,
  options: PoolOptions,
  onResult: (result: Result) => void,
): Promise<void> {
  while (waiting.length > 0) {
    const { lost, reason } = await runWorker(waiting, options, onResult)
    const [culprit, ...others] = lost
    if (culprit !== undefined) onResult({ path: culprit, status: "failed", reason })
    waiting.push(...others.toReversed())
  }
}

interface WorkerEnd {
  /** tests that it had, and did not answer for; it was at the first of them */
  readonly lost: ReadonlyArray<string>
  readonly reason: string
}

/** Runs one worker until nothing is waiting, it ends by itself, or a test takes too long. */
function runWorker(
  waiting: Array<string>,
  { root, engine, testTimeoutMs }: PoolOptions,
  onResult: (result: Result) => void,
): Promise<WorkerEnd> {
  return new Promise((resolve, reject) => {
    const running: Array<string> = []
    let timer: Timer | undefined
    let isReady = false
    let reason = "the worker ended by itself"
    const child = Bun.spawn([process.execPath, join(import.meta.dirname, "worker.ts"), root, engine], {
      stdout: "ignore",
      stderr: "inherit",
      ipc(message: Message) {
        if (message === "ready") {
          isReady = true
        } else {
          running.shift()
          onResult(message)
        }
        feed()
      },
      onExit() {
        clearTimeout(timer)
        if (isReady) resolve({ lost: running, reason })
        else reject(new Error("a worker could not start"))
      },
    })
    const end = () => child.kill("SIGKILL")
    const feed = () => {
      while (running.length < ahead && waiting.length > 0) {
        const path = waiting.pop()!
        running.push(path)
        child.send({ path } satisfies Task)
      }
      clearTimeout(timer)
      if (running.length === 0) return end()
      timer = setTimeout(() => {
        reason = `took longer than ${testTimeoutMs} ms`
        end()
      }, testTimeoutMs)
    }
  })
}
