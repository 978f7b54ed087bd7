/** Unicode forms and order of text: normalization, case and collation by the host, in pieces no longer than it does at once. */
import { compareByLocale, type ServiceArguments } from "../objects/host.ts"
import { CHARACTER_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { MAX_STRING_LENGTH } from "../interpreter/operations.ts"
import { messages, throwRangeError } from "../interpreter/throws.ts"

export type Transform = "NFC" | "NFD" | "NFKC" | "NFKD" | "lower" | "upper" | "wellFormed"

/** UTF-16 units handled by one host operation. */
const PIECE = 65_536

/** A text up to this length is handled by one host operation, whatever is in it. */
const MAX_SHORT = 1_024

function transform(piece: string, form: Transform, locale: string | undefined): string {
  switch (form) {
    case "lower":
      return locale === undefined ? piece.toLowerCase() : piece.toLocaleLowerCase(locale)
    case "upper":
      return locale === undefined ? piece.toUpperCase() : piece.toLocaleUpperCase(locale)
    case "wellFormed":
      return piece.toWellFormed()
    default:
      return piece.normalize(form)
  }
}

/** The host sorts combining marks in a row by insertion: more than this many are taken in several pieces. */
const manyMarks = /\p{M}{1024}/u

const mark = /^\p{M}/u

/** Nothing before this position changes what becomes of the text from there on, nor the other way round. */
function isBoundary(text: string, position: number, form: Transform): boolean {
  const unit = text.charCodeAt(position)
  if (unit >= 0xdc00 && unit < 0xe000) return false
  if (form === "upper" || form === "wellFormed") return true
  // The last sigma of a word is another letter: for lower case only a cut beside a space is sure.
  if (form === "lower") return unit <= 0x20
  const isVowelOrFinalJamo = unit >= 0x1160 && unit < 0x1200
  return unit < 0x300 || (!isVowelOrFinalJamo && !mark.test(text.slice(position, position + 2)))
}

/** Fuel for so many marks in a row, whose sorting is quadratic. */
const MARKS_FUEL = 8_192

/** How far back a boundary is looked for. */
const MAX_BACK = 2_048

/** Where the piece that begins at `start` ends. */
function endOfPiece(machine: Machine, text: string, start: number, form: Transform): number {
  let end = Math.min(start + PIECE, text.length)
  if (form.startsWith("NF")) {
    const marks = manyMarks.exec(text.slice(start, end))
    if (marks !== null) {
      machine.charge(MARKS_FUEL)
      return start + marks.index + marks[0].length
    }
  }
  if (end === text.length) return end
  const first = Math.max(end - MAX_BACK, start + 1)
  for (let position = end; position >= first; position--)
    if (isBoundary(text, position, form)) return position
  return isBoundary(text, end, "upper") ? end : ++end
}

interface Locals {
  readonly text: string
  readonly form: Transform
  readonly locale: string | undefined
  position: number
  result: string
}

const transformSteps = steps<Locals>({
  name: "String.TransformText",
  run(machine, frame) {
    const { locals } = frame
    const { text, form, locale } = locals
    while (locals.position < text.length) {
      const end = endOfPiece(machine, text, locals.position, form)
      machine.charge((end - locals.position) >> 5)
      const piece = transform(text.slice(locals.position, end), form, locale)
      if (locals.result.length + piece.length > MAX_STRING_LENGTH) {
        return throwRangeError(machine, messages.invalidStringLength)
      }
      if (!machine.allocate(piece.length * CHARACTER_BYTES)) return ABRUPT
      locals.result += piece
      locals.position = end
      if (end < text.length && machine.fuel < 0) return pause(machine, frame)
    }
    return locals.result
  },
})

/** A text in another form or case. Throws the host's RangeError for a bad locale. */
export function transformText(machine: Machine, text: string, form: Transform, locale?: string): Completion {
  if (text.length > MAX_SHORT) {
    transform("", form, locale)
    return transformSteps.start(machine, { text, form, locale, position: 0, result: "" })
  }
  machine.meter.used += text.length * CHARACTER_BYTES
  return transform(text, form, locale)
}

/** Texts longer than this are compared from where they begin to differ. */
const MAX_COMPARED = 32_768

/** Units before the first difference that are compared with it: what the rules of a locale take together. */
const BEFORE_DIFFERENCE = 64

/** The order of two texts, ECMA-402 11.3.4: -1, 0 or 1. Throws the host's RangeError for a bad locale or option. */
export function compareTexts(
  machine: Machine,
  collation: ServiceArguments,
  left: string,
  right: string,
): Completion {
  machine.charge((Math.min(left.length, MAX_COMPARED) + Math.min(right.length, MAX_COMPARED)) >> 5)
  if (left.length <= MAX_COMPARED && right.length <= MAX_COMPARED) {
    return Math.sign(compareByLocale(collation, left, right))
  }
  // what is wrong with the collation is told before anything is compared
  compareByLocale(collation, "", "")
  return compareSteps.start(machine, { collation, left, right, position: 0 })
}

const compareSteps = steps<{ collation: ServiceArguments; left: string; right: string; position: number }>({
  name: "String.CompareTexts",
  run(machine, frame) {
    const { locals } = frame
    const { collation, left, right } = locals
    const length = Math.min(left.length, right.length)
    let same = true
    while (same && locals.position < length) {
      const end = Math.min(locals.position + PIECE, length)
      same = left.slice(locals.position, end) === right.slice(locals.position, end)
      if (same) locals.position = end
      machine.charge(PIECE >> 8)
      if (same && machine.fuel < 0) return pause(machine, frame)
    }
    let start = locals.position
    while (start < length && left.charCodeAt(start) === right.charCodeAt(start)) start++
    start = Math.max(start - BEFORE_DIFFERENCE, 0)
    const end = start + MAX_COMPARED
    const order = compareByLocale(collation, left.slice(start, end), right.slice(start, end))
    return order !== 0 ? Math.sign(order) : Math.sign(left.length - right.length)
  },
})

interface Trim {
  readonly text: string
  /** The part that is left so far. */
  start: number
  end: number
  readonly atStart: boolean
  readonly atEnd: boolean
}

const trimSteps = steps<Trim>({
  name: "String.TrimString",
  run(machine, frame) {
    const trim = frame.locals
    const { text } = trim
    while (trim.atStart && trim.start < trim.end) {
      const piece = text.slice(trim.start, Math.min(trim.start + PIECE, trim.end))
      const left = piece.trimStart().length
      trim.start += piece.length - left
      machine.charge(PIECE >> 10)
      if (left > 0) break
      if (machine.fuel < 0) return pause(machine, frame)
    }
    while (trim.atEnd && trim.start < trim.end) {
      const piece = text.slice(Math.max(trim.end - PIECE, trim.start), trim.end)
      const left = piece.trimEnd().length
      trim.end -= piece.length - left
      machine.charge(PIECE >> 10)
      if (left > 0) break
      if (machine.fuel < 0) return pause(machine, frame)
    }
    return text.slice(trim.start, trim.end)
  },
})

/** TrimString, ECMA-262 22.1.3.32.1. */
export function trimText(machine: Machine, text: string, atStart: boolean, atEnd: boolean): Completion {
  if (text.length > PIECE)
    return trimSteps.start(machine, { text, start: 0, end: text.length, atStart, atEnd })
  machine.meter.used += text.length * CHARACTER_BYTES
  if (!atEnd) return text.trimStart()
  return atStart ? text.trim() : text.trimEnd()
}
