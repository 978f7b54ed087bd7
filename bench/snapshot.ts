/** How large saved runs are, and how long saving and loading takes: `bun bench/snapshot.ts`. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"
import { restoreRun } from "../src/runtime/restore.ts"
import { between } from "../src/runtime/between.ts"
import type { Parts } from "../src/runtime/parts.ts"
import type { Run } from "../src/runtime/run.ts"
import { saveRun } from "../src/runtime/suspend.ts"

const ask = Tool.make({
  description: "Waits for an answer",
  input: Schema.Struct({ id: Schema.Number }),
  output: true,
  execute: Tool.durable({
    start: ({ id }: { id: number }) => ({ id }),
    wait: () => Effect.never,
    cancel: () => {},
  }),
})
const runtime = CodeMode.make({ tools: { ask } })

const programs: ReadonlyArray<
  readonly [name: string, code: string, maxBytes: number | undefined, maxMs: number]
> = [
  ["waiting for one call", `return await tools.ask({ id: 1 })`, 1_500, 0.3],
  [
    "waiting for 100 calls",
    `return await Promise.all(Array.from({ length: 100 }, (_, id) => tools.ask({ id })))`,
    12_000,
    0.3 * 5,
  ],
  [
    "5 MB of program data",
    `const rows = Array.from({ length: 25000 }, (_, id) => ({ id, name: "row number " + id, tags: ["a" + id, "b"], price: id / 3, note: "x".repeat(100) + id }))
     await tools.ask({ id: 1 }); return rows.length`,
    undefined,
    100,
  ],
]

for (const [name, code, maxBytes, maxMs] of programs) await measure(name, code, maxBytes, maxMs)

async function measure(
  name: string,
  code: string,
  maxBytes: number | undefined,
  maxMs: number,
): Promise<void> {
  let run: Run | undefined
  between.steps = (seen) => {
    run = seen
    return 4_000
  }
  const program = runtime.program(code)
  const fiber = Effect.runFork(program.run())
  await Effect.runPromise(program.idle)
  between.steps = undefined
  const state = saveRun(run!)
  const repeats = maxMs > 10 ? 15 : 2_000
  const save = median(repeats, () => saveRun(run!))
  const { parts } = run!
  const load = median(repeats, () => loaded(parts, state).abandon())
  const size = state.length - code.length
  console.log(
    `${name}: ${size} bytes${maxBytes === undefined ? "" : ` of ${maxBytes}`}, save ${save} ms, load ${load} ms, of ${maxMs} ms`,
  )
  await Effect.runPromise(Fiber.interrupt(fiber))
}

/** Also begins the calls that the state waits for. */
function loaded(parts: Parts, state: Uint8Array): Run {
  const fiber = Effect.runSync(Effect.withFiber((current) => Effect.succeed(current)))
  return restoreRun(parts, state, "bench", fiber) as Run
}

function median(repeats: number, work: () => void): string {
  for (let index = 0; index < repeats / 5; index++) work()
  const times: Array<number> = []
  for (let index = 0; index < repeats; index++) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  times.sort((left, right) => left - right)
  return times[times.length >> 1]!.toFixed(3)
}
process.exit(0)
