/** The function properties of the global object, ECMA-262 19.2 and B.2.1, less `eval`. */
import { CHARACTER_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import { coercedBody } from "../interpreter/coerce.ts"
import type { Machine } from "../interpreter/machine.ts"
import { converted, type Member, nativeFunction, type NativeEntry, steps } from "../interpreter/native.ts"
import { MAX_STRING_LENGTH } from "../interpreter/operations.ts"
import { messages, throwError, throwRangeError } from "../interpreter/throws.ts"
import type { Coercions } from "../interpreter/coerce.ts"

/** Characters of a text that one host operation handles. */
const CHUNK = 32_768

/** A longer text of digits is read from its start only, once its leading zeros are gone. */
const MAX_NUMERAL = 4_096

/** What of a text can matter to a number parsed from its start. */
function numeralOf(machine: Machine, text: string): string {
  if (text.length <= MAX_NUMERAL) return text
  machine.charge(text.length >> 8)
  const lead = /^\s*[+-]?(?:0[xX])?0*/.exec(text)![0]
  const sign = lead.includes("-") ? "-" : ""
  const prefix = /0[xX]/.test(lead) ? "0x" : ""
  return `${sign}${prefix}0${text.slice(lead.length, lead.length + MAX_NUMERAL)}`
}

function convertedEntry(path: string, length: number, coercions: Coercions): NativeEntry {
  return { ...nativeFunction(path, path, length, coercedBody), coercions }
}

/** parseInt, ECMA-262 19.2.5; Number has the same function. */
export const parseIntEntry = convertedEntry("parseInt", 2, {
  thisCoercion: "any",
  argumentCoercions: ["string", "number"],
  body: (machine, _this, text: string, radix: number) => parseInt(numeralOf(machine, text), radix),
})

/** parseFloat, ECMA-262 19.2.4; Number has the same function. */
export const parseFloatEntry = convertedEntry("parseFloat", 1, {
  thisCoercion: "any",
  argumentCoercions: ["string"],
  body: (machine, _this, text: string) => parseFloat(floatText(machine, text)),
})

function floatText(machine: Machine, text: string): string {
  if (text.length <= MAX_NUMERAL) return text
  machine.charge(text.length >> 8)
  return /^\s*[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|Infinity)?/.exec(text)![0]
}

type Transform =
  | "encodeURI"
  | "encodeURIComponent"
  | "decodeURI"
  | "decodeURIComponent"
  | "escape"
  | "unescape"

interface Part {
  readonly transform: (text: string) => string
  /** The last place at or before `end` where the text can be cut in two that are transformed apart. */
  readonly cut: (text: string, end: number) => number
}

const parts: Record<Transform, Part> = {
  encodeURI: { transform: encodeURI, cut: cutBeforeSurrogate },
  encodeURIComponent: { transform: encodeURIComponent, cut: cutBeforeSurrogate },
  decodeURI: { transform: decodeURI, cut: cutBeforeEscape },
  decodeURIComponent: { transform: decodeURIComponent, cut: cutBeforeEscape },
  escape: { transform: escape, cut: (_text, end) => end },
  unescape: { transform: unescape, cut: cutBeforePercent },
}

function cutBeforeSurrogate(text: string, end: number): number {
  const unit = text.charCodeAt(end)
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end
}

/** Not inside `%XX`, nor before an escape that goes on with a character begun by the one before. */
function cutBeforeEscape(text: string, end: number): number {
  let cut = cutBeforePercent(text, end, 3)
  for (let count = 0; count < 3 && /^%[89AB]/i.test(text.slice(cut, cut + 2)); count++) cut -= 3
  return cut
}

function cutBeforePercent(text: string, end: number, width = 6): number {
  const percent = text.lastIndexOf("%", end - 1)
  return percent > end - width && percent > 0 ? percent : end
}

interface Locals {
  name: Transform
  text: string
  index: number
  done: string
}

const transformSteps = steps<Locals>({
  name: "TransformText",
  run(machine, frame) {
    const { locals } = frame
    const { text } = locals
    const part = parts[locals.name]
    while (locals.index < text.length) {
      if (machine.fuel < 0) return pause(machine, frame)
      const wanted = locals.index + CHUNK
      const end = wanted >= text.length ? text.length : Math.max(part.cut(text, wanted), locals.index + 1)
      machine.charge(CHUNK >> 4)
      const piece = transformPart(machine, part, text.slice(locals.index, end))
      if (piece === ABRUPT) return ABRUPT
      if (locals.done.length + piece.length > MAX_STRING_LENGTH) {
        return throwRangeError(machine, messages.invalidStringLength)
      }
      locals.done += piece
      locals.index = end
    }
    return locals.done
  },
})

function transformPart(machine: Machine, part: Part, text: string): Completion<string> {
  let done: string
  try {
    done = part.transform(text)
  } catch {
    return throwError(machine, "URIError", "URI malformed")
  }
  return machine.allocate(done.length * CHARACTER_BYTES) ? done : ABRUPT
}

function transforming(name: Transform): Member {
  return converted(1, "any", ["string"], (machine, _this, text: string) => {
    if (text.length > CHUNK) return transformSteps.start(machine, { name, text, index: 0, done: "" })
    machine.charge(text.length >> 4)
    return transformPart(machine, parts[name], text)
  })
}

/** Members of the global object. */
export const globalFunctions: ReadonlyArray<readonly [string, Member]> = [
  ["isFinite", converted(1, "any", ["number"], (_machine, _this, number: number) => Number.isFinite(number))],
  ["isNaN", converted(1, "any", ["number"], (_machine, _this, number: number) => Number.isNaN(number))],
  ["parseFloat", { type: "converted", length: 1, coercions: parseFloatEntry.coercions! }],
  ["parseInt", { type: "converted", length: 2, coercions: parseIntEntry.coercions! }],
  ["decodeURI", transforming("decodeURI")],
  ["decodeURIComponent", transforming("decodeURIComponent")],
  ["encodeURI", transforming("encodeURI")],
  ["encodeURIComponent", transforming("encodeURIComponent")],
  ["escape", transforming("escape")],
  ["unescape", transforming("unescape")],
]
