/** Runs programs over a few tools, for the tests of this folder. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { toolError } from "../../src/ToolError.ts"

export const same = Tool.make({
  description: "Gives what it gets",
  input: true,
  output: true,
  execute: (value) => value,
})
export const fail = Tool.make({
  description: "Fails",
  input: Schema.Struct({ message: Schema.String }),
  execute: ({ message }) => Effect.fail(toolError(message)),
})
export const never = Tool.make({
  description: "Never ends",
  input: Schema.Struct({}),
  output: true,
  execute: () => Effect.never,
})
export const sleep = Tool.make({
  description: "Waits",
  input: Schema.Struct({ ms: Schema.Number }),
  output: Schema.Number,
  execute: ({ ms }) => Effect.as(Effect.sleep(ms), ms),
})

export const tools = { echo: { same }, fail: { now: fail }, never, sleep }

export const run = (code: string, options: Omit<CodeMode.Options, "tools"> = {}): Promise<CodeMode.Result> =>
  Effect.runPromise(CodeMode.execute({ tools, ...options, code }) as Effect.Effect<CodeMode.Result>)

/** The value of a program that ends by itself. */
export async function valueOf(
  code: string,
  options: Omit<CodeMode.Options, "tools"> = {},
): Promise<CodeMode.DataValue> {
  const result = await run(code, options)
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`)
  return result.value
}

/** The diagnostic of a program that does not. */
export async function errorOf(
  code: string,
  options: Omit<CodeMode.Options, "tools"> = {},
): Promise<CodeMode.Diagnostic> {
  const result = await run(code, options)
  if (result.ok) throw new Error(`the program gave ${JSON.stringify(result.value)}`)
  return result.error
}
