/** Catastrophic patterns in whole programs: each run ends by its deadline, or has the right answer before. */
import { beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import { type Catastrophe, catastrophes, textOf } from "./catastrophic.ts"

const LENGTH = 30_000
/** Short enough for the host's engine, whose answer does not depend on the length. */
const SHORT_LENGTH = 6
const BATCH = 16
const TIMEOUT_MS = 300
const MAX_MS = 600

/** Runs of one batch share the thread: what the first one loads is not theirs. */
beforeAll(() => run(catastrophes[0]!))

const runtime = CodeMode.make({ limits: { timeoutMs: TIMEOUT_MS } })

interface Ended {
  readonly source: string
  readonly ms: number
  readonly result: CodeMode.Result
}

async function run(catastrophe: Catastrophe): Promise<Ended> {
  const [source] = catastrophe
  const text = textOf(catastrophe, LENGTH)
  const start = performance.now()
  const result = await Effect.runPromise(
    runtime.execute("return new RegExp(source).test(text)", { source, text }),
  )
  const ms = performance.now() - start
  return { source, ms, result }
}

const batches = Array.from({ length: Math.ceil(catastrophes.length / BATCH) }, (_, index) =>
  catastrophes.slice(index * BATCH, (index + 1) * BATCH),
)

/** Another process may have the thread's core for a while: then the batch is tried again. */
const options = { retry: 3, timeout: 20_000 }

test.each(batches.map((batch, index) => [index, batch] as const))(
  "batch %i",
  async (_, batch) => {
    const ended = await Promise.all(batch.map(run))
    expect(ended.filter(({ ms }) => ms > MAX_MS).map(({ source }) => source)).toEqual([])
    for (const [index, { source, result }] of ended.entries()) {
      if (!result.ok) expect({ source, kind: result.error.kind }).toEqual({ source, kind: "TimeoutExceeded" })
      else {
        const value = new RegExp(source).test(textOf(batch[index]!, SHORT_LENGTH))
        expect({ source, value: result.value }).toEqual({ source, value })
      }
    }
  },
  options,
)
