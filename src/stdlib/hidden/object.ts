/** Hidden operations for the guest text of Object's functions. */
import type { Value } from "../../objects/value.ts"
import type { NativeBody } from "../../interpreter/native.ts"
import { nameOf } from "../receivers.ts"

export const hiddenObject: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["DescribeValue", 1, (machine, _this, args: Value[]) => nameOf(machine, args[0])],
  ["CreateNullObject", 0, (machine) => machine.realm.newObject(null)],
]
