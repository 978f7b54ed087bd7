/** Runs programs over one extension named `host`, for the tests of this folder. */
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"

export const execute = (
  globals: Extension.Globals,
  code: string,
  options: Omit<CodeMode.Options, "extensions"> = {},
): Promise<CodeMode.Result> =>
  Effect.runPromise(
    CodeMode.execute({
      ...options,
      extensions: [Extension.make({ name: "host", globals })],
      code,
    }) as Effect.Effect<CodeMode.Result>,
  )

/** The value of a program that ends by itself. */
export async function valueOf(globals: Extension.Globals, code: string): Promise<CodeMode.DataValue> {
  const result = await execute(globals, code)
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`)
  return result.value
}

/** Name and message of what an expression throws or rejects with in a program. */
export const refusalOf = (globals: Extension.Globals, expression: string): Promise<CodeMode.DataValue> =>
  valueOf(
    globals,
    `try { return { got: typeof await ${expression} } } catch (e) { return [e.name, e.message] }`,
  )
