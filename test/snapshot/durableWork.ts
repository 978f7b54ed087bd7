/**
 * One process in the life of a run with durable work; `durable.test.ts` starts several on one folder. Each line of `ledger`
 * is something that happened to the work: `save` runs until only the work is left, `again` goes on and saves once more,
 * `finish` goes on to the end, `interrupt` goes on and is interrupted. Prints what the run came to.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import type { DataValue } from "../../src/Result.ts"

const [command, folder] = process.argv.slice(2) as [string, string]
const note = (line: string): void => appendFileSync(join(folder, "ledger"), `${line}\n`)
const statePath = join(folder, "state.json")
const answerPath = join(folder, "answer")

const work = Tool.make({
  description: "Work that outlives its run",
  input: Schema.Struct({ name: Schema.String }),
  output: Schema.String,
  execute: Tool.durable({
    start: ({ name }: { name: string }, { key }) => (note(`start ${name} ${key}`), { name }),
    wait: ({ name }, { key }) => {
      note(`wait ${name} ${key}`)
      return existsSync(answerPath)
        ? Effect.sync(() => `${name}: ${readFileSync(answerPath, "utf8")}`)
        : Effect.never
    },
    cancel: ({ name }) => note(`cancel ${name}`),
  }),
})
// two calls are all that the run may ever make
const runtime = CodeMode.make({ tools: { work }, limits: { maxToolCalls: 2 } })
const code = `return await Promise.all([tools.work({ name: "a" }), tools.work({ name: "b" })])`

const program =
  command === "save"
    ? runtime.program(code, {}, { runId: "run" })
    : runtime.resume(JSON.parse(readFileSync(statePath, "utf8")) as DataValue, { runId: command })

const outcome = await Effect.runPromise(
  Effect.gen(function* () {
    const running = yield* Effect.forkChild(program.run())
    if (command === "finish") return yield* Fiber.join(running)
    yield* program.idle
    if (command === "interrupt") return yield* Fiber.interrupt(running)
    const saved = yield* program.suspend()
    if (saved.ok === "suspended") writeFileSync(statePath, JSON.stringify(saved.state))
    yield* Fiber.join(running)
    return saved.ok
  }),
)
console.log(JSON.stringify(outcome ?? null))
