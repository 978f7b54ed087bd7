/** A process that runs one program and ends: how long that takes from its start is what is measured. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CodeMode, Tool } from "codemode"

const add = Tool.make({
  description: "Adds one",
  input: Schema.Struct({ n: Schema.Number }),
  output: Schema.Number,
  execute: ({ n }) => n + 1,
})
const result = await Effect.runPromise(
  CodeMode.make({ tools: { add } }).execute("return await tools.add({ n: 1 })"),
)
if (!result.ok || result.value !== 2) throw new Error("the program failed")
