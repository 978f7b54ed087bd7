/** Operations on text for guest texts. */
import { isObject, Kind } from "../../objects/object.ts"
import { Rope } from "../../objects/rope.ts"
import { ABRUPT, type Value } from "../../objects/value.ts"
import { leaveNative } from "../../interpreter/call.ts"
import { get } from "../../interpreter/internal.ts"
import { type NativeBody, steps } from "../../interpreter/native.ts"
import { flat, textOf, toBoolean } from "../../interpreter/operations.ts"
import { throwRangeError } from "../../interpreter/throws.ts"
import { nameOf } from "../receivers.ts"
import { hiddenChangeCase, hiddenCompareTexts, hiddenContains, pad } from "../String.ts"
import { replaceText, splitText } from "../stringReplace.ts"

/** IsRegExp, ECMA-262 7.2.8. */
const isRegExpSteps = steps<{ value: Value }>({
  name: "IsRegExp",
  run(machine, frame, input) {
    const { value } = frame.locals
    if (!isObject(value)) return false
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, value, Symbol.match, value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return input === undefined ? value.kind === Kind.RegExp : toBoolean(input as Value)
  },
})

const codePoint: NativeBody = (machine, _this, args) => {
  const number = args[0] as number
  if (Number.isInteger(number) && number >= 0 && number <= 0x10ffff) return String.fromCodePoint(number)
  return throwRangeError(
    machine,
    `Invalid code point ${isObject(args[1]) ? number : nameOf(machine, args[1])}`,
  )
}

export const hiddenStringOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["IsRegExp", 1, (machine, _this, args) => isRegExpSteps.start(machine, { value: args[0] })],
  ["IsString", 1, (_machine, _this, args) => typeof args[0] === "string" || args[0] instanceof Rope],
  ["Contains", 4, hiddenContains],
  ["CompareTexts", 3, hiddenCompareTexts],
  ["ChangeCase", 3, hiddenChangeCase],
  ["CharCode", 1, (_machine, _this, args) => String.fromCharCode(args[0] as number)],
  ["CodePoint", 2, codePoint],
  [
    "Pad",
    4,
    (machine, _this, args) =>
      pad(
        machine,
        args[0] as string,
        args[1] as number,
        textOf(machine, args[2] as string),
        args[3] as boolean,
      ),
  ],
  [
    "ReplaceText",
    4,
    (machine, _this, args) =>
      replaceText(
        machine,
        textOf(machine, args[0] as string),
        textOf(machine, args[1] as string),
        flat(machine, args[2]),
        args[3] as boolean,
      ),
  ],
  [
    "SplitText",
    3,
    (machine, _this, args) =>
      splitText(
        machine,
        textOf(machine, args[0] as string),
        textOf(machine, args[1] as string),
        args[2] as number,
      ),
  ],
]
