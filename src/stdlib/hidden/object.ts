/** Hidden operations for the guest text of Object's functions. */
import type { NativeBody } from "../../interpreter/native.ts"

export const hiddenObject: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["CreateNullObject", 0, (machine) => machine.realm.newObject(null)],
]
