/**
 * A run that waits for a person, over processes. `request` runs the program until only the approval is left, saves it and
 * exits; `decide` writes the decision and goes on with it. A state is used once: that is the host's rule, kept in its store.
 *
 *     bun examples/approval/main.mjs request /tmp/approval
 *     node examples/approval/main.mjs decide /tmp/approval yes
 */
import { CodeMode } from "codemode"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { code, makeRuntime } from "./runtime.mjs"
import { openStore } from "./store.mjs"

const [command, folder, answer] = process.argv.slice(2)
if (folder === undefined || !["request", "decide"].includes(command)) {
  console.error("usage: main.mjs request <folder> | main.mjs decide <folder> yes|no")
  process.exit(2)
}
const store = openStore(folder)
const runtime = makeRuntime(store)
process.exitCode = await Effect.runPromise(command === "request" ? request() : decide())

function request() {
  return Effect.gen(function* () {
    const program = runtime.program(code, {}, { runId: "run-1" })
    const running = yield* Effect.forkChild(program.run())
    yield* program.idle
    const outcome = yield* program.suspend()
    yield* Fiber.join(running)
    if (outcome.ok !== "suspended") return tell(outcome)
    const bytes = CodeMode.toBytes(outcome.state)
    if (!store.writeOnce("state", outcome.state)) return refuse("there is a saved run in this folder already")
    console.log(
      `saved ${bytes.length} bytes; waiting for ${outcome.waiting.map(({ path }) => path).join(", ")}`,
    )
    return 0
  })
}

function decide() {
  return Effect.gen(function* () {
    const state = store.read("state")
    if (state === undefined) return refuse("there is no saved run in this folder")
    if (!store.writeOnce("used", { at: new Date().toISOString() }))
      return refuse("this run was resumed already")
    store.writeOnce("decision", { approved: answer === "yes", by: "Alan" })
    return tell(yield* runtime.resume(state, { runId: "run-2" }).run())
  })
}

function tell(outcome) {
  for (const line of outcome.logs ?? []) console.log(line)
  console.log(outcome.ok ? outcome.value : outcome.error.message)
  return outcome.ok ? 0 : 1
}

function refuse(why) {
  console.error(why)
  return 3
}
