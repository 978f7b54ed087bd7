/** A host function's answer as an Effect, whatever it returned. Knows nothing of calls. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** Calls `f` when the Effect runs. What it throws or rejects with is the Effect's failure. */
export const settled = (f: () => unknown): Effect.Effect<unknown, unknown, unknown> =>
  Effect.suspend((): Effect.Effect<unknown, unknown, unknown> => {
    try {
      const returned = f()
      if (Effect.isEffect(returned)) return returned as Effect.Effect<unknown, unknown, unknown>
      if (!Predicate.isPromiseLike(returned)) return Effect.succeed(returned)
      return Effect.tryPromise({ try: () => returned, catch: (error) => error })
    } catch (error) {
      return Effect.fail(error)
    }
  })
