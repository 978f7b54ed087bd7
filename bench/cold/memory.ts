/** A process that holds many runs of one program, each waiting for its first call, and prints the bytes of one. */
import { setImmediate } from "node:timers/promises"
import * as Effect from "effect/Effect"
import { CodeMode, Tool } from "codemode"

let waiting = 0
const wait = Tool.make({
  description: "Never answers",
  input: true,
  execute: () =>
    Effect.andThen(
      Effect.sync(() => void waiting++),
      Effect.never,
    ),
})
const runtime = CodeMode.make({ tools: { wait } })
const held: Array<unknown> = []

await hold(50)
const before = usedBytes()
const runs = 500
await hold(runs)
console.log((usedBytes() - before) / runs)
process.exit(0)

async function hold(runs: number): Promise<void> {
  for (let run = 0; run < runs; run++)
    held.push(Effect.runFork(runtime.execute("const n = 1; await tools.wait({ n }); return n")))
  while (waiting < held.length) await setImmediate()
}

function usedBytes(): number {
  for (let turn = 0; turn < 3; turn++) {
    if (process.versions.bun === undefined) globalThis.gc!()
    else Bun.gc(true)
  }
  return process.memoryUsage().heapUsed
}
