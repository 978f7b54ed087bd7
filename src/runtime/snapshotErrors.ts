/** Why a run could not be saved, or a saved one not be taken up. */
import * as Data from "effect/Data"

/** A run cannot be saved now; it goes on untouched. */
export class SuspendError extends Data.TaggedError("SuspendError")<{
  readonly message: string
  /** The calls that must end first: `key`, and `path` as a program writes it. Empty where something else is the reason. */
  readonly running: ReadonlyArray<{ readonly key: string; readonly path: string }>
}> {}

/** A state is not one that this runtime can go on with; nothing was done. */
export class SnapshotError extends Data.TaggedError("SnapshotError")<{ readonly message: string }> {}
