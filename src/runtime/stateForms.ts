/** The two forms of a state, and the ways between them. Neither looks at more than the form. */
import type { DataValue } from "../Result.ts"
import { toBytes as bytesOf, toJson } from "../snapshot/envelope.ts"
import { MalformedError } from "../snapshot/format.ts"
import { SnapshotError } from "./snapshotErrors.ts"

/** A saved run: JSON as a suspended run gives it, or its bytes. */
export type Snapshot = DataValue | Uint8Array

/** The bytes of a state, a quarter smaller than its JSON. Throws {@link SnapshotError} for what has no form of a state. */
export const toBytes = (state: Snapshot): Uint8Array =>
  converted(() => (state instanceof Uint8Array ? bytesOf(toJson(state)) : bytesOf(state)))

/** The JSON of a state's bytes. Throws {@link SnapshotError} for what has no form of a state. */
export const fromBytes = (bytes: Uint8Array): DataValue =>
  converted(() => toJson(bytes) as unknown as DataValue)

function converted<A>(convert: () => A): A {
  try {
    return convert()
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error
    throw new SnapshotError({ message: `This is no state: ${error.message}.` })
  }
}
