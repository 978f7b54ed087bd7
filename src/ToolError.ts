/** Owns the failure whose message is meant for the model, and what the model may read of any other failure. Never decides when a call fails. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

const TypeId = "~codemode/ToolError"

/** A tool's refusal. The message is the model's; the cause stays with the host. */
export class ToolError extends Error {
  readonly [TypeId] = TypeId
  readonly _tag = "ToolError"
  override readonly name = "ToolError"
}

/** Whether `u` is a {@link ToolError}, of this or another copy of the package. */
export const isToolError = (u: unknown): u is ToolError => Predicate.hasProperty(u, TypeId)

/**
 * A refusal for `Effect.fail`: `Effect.fail(toolError("No such order: 42", cause))`.
 *
 * `message` is shown to the model as it stands; `cause` is for the host's logs and never reaches a program.
 */
export const toolError = (message: string, cause?: unknown): ToolError =>
  new ToolError(message, cause === undefined ? undefined : { cause })
