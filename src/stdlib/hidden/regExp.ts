/** Operations on regular expressions for guest texts. */
import type { JSObject } from "../../objects/object.ts"
import type { NativeBody } from "../../interpreter/native.ts"
import { flat } from "../../interpreter/operations.ts"
import { regExpExec } from "../regExpExec.ts"
import { advanceIndex } from "../regExpPattern.ts"
import { hiddenSubstitution } from "../regExpSubstitution.ts"
import { newStringIterator } from "../regExpSymbols.ts"

export const hiddenRegExpOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  [
    "RegExpExec",
    2,
    (machine, _this, args) => regExpExec(machine, args[0] as JSObject, args[1] as string, "array"),
  ],
  [
    "AdvanceStringIndex",
    3,
    (_machine, _this, args) => advanceIndex(args[0] as string, args[1] as number, args[2] as boolean),
  ],
  ["GetSubstitution", 6, hiddenSubstitution],
  [
    "NewRegExpStringIterator",
    4,
    (machine, _this, args) =>
      newStringIterator(
        machine,
        args[0] as JSObject,
        args[1] as string,
        args[2] as boolean,
        args[3] as boolean,
      ),
  ],
  [
    "TextSlice",
    3,
    (machine, _this, args) => (flat(machine, args[0]) as string).slice(args[1] as number, args[2] as number),
  ],
]
