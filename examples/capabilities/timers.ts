/**
 * A program waits: it asks again with growing pauses until a slow job is done, and gives up on another after a while. In
 * the middle of a pause the run is saved, and goes on in another runtime.
 *
 *     bun examples/capabilities/timers.ts
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { CodeMode, Tool } from "codemode"
import { timers } from "codemode/capabilities"

const program = `
async function untilDone(job, maxMs) {
  const tooLate = new Promise((_, reject) => setTimeout(() => reject(new Error("gave up on " + job)), maxMs))
  const asking = async () => {
    for (let pause = 10; ; pause *= 2) {
      const { done } = await tools.jobs.status({ job })
      if (done) return job + " is done"
      await sleep(pause)
    }
  }
  return Promise.race([asking(), tooLate]).catch((error) => error.message)
}
return Promise.all([untilDone("build", 60_000), untilDone("deploy", 200)])`

export async function run(): Promise<CodeMode.Outcome> {
  let asked = 0
  const status = Tool.make({
    description: "Tells whether a job is done.",
    input: Schema.Struct({ job: Schema.String }),
    output: Schema.Struct({ done: Schema.Boolean }),
    execute: ({ job }) => ({ done: job === "build" && ++asked > 3 }),
  })
  const make = () =>
    CodeMode.make({ tools: { jobs: { status } }, extensions: [timers({ maxDelayMs: 60_000 })] })
  const first = make().program(program)
  const outcome = await Effect.runPromise(
    Effect.gen(function* () {
      const running = yield* Effect.forkChild(first.run())
      yield* first.idle
      const saved = yield* first.suspend()
      yield* Fiber.join(running)
      return saved
    }),
  )
  if (outcome.ok !== "suspended") return outcome
  return await Effect.runPromise(make().resume(outcome.state).run())
}

if (import.meta.main) console.log(JSON.stringify(await run(), undefined, 2))
