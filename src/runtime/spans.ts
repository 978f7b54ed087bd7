/** Spans of runs and calls, for hosts that trace. Attributes tell what was called and how it ended, never with what. */
import type * as Context from "effect/Context"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { TracerKey } from "effect/Tracer"

/** Whether the host put a tracer of its own into the context: spans cost microseconds and are nobody's else. */
export const hasTracer = (context: Context.Context<never>): boolean => context.mapUnsafe.has(TracerKey)

/** `effect` in a span that tells how it ended. */
export const traced = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  name: string,
  attributes: Readonly<Record<string, string>>,
  outcomeOf: (value: A) => string,
): Effect.Effect<A, E, R> =>
  Effect.withSpan(
    Effect.onExit(effect, (exit) => Effect.annotateCurrentSpan("codemode.outcome", outcome(exit, outcomeOf))),
    name,
    { attributes },
  ) as Effect.Effect<A, E, R>

function outcome<A, E>(exit: Exit.Exit<A, E>, outcomeOf: (value: A) => string): string {
  if (Exit.isSuccess(exit)) return outcomeOf(exit.value)
  return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failure"
}
