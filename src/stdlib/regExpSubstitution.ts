/** GetSubstitution, ECMA-262 22.1.3.19.1, with captures: replacement templates of regular expressions. */
import { CHARACTER_BYTES } from "../objects/meter.ts"
import type { JSObject } from "../objects/object.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import { get } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { flat, MAX_STRING_LENGTH, toString } from "../interpreter/operations.ts"
import { messages, throwRangeError } from "../interpreter/throws.ts"

/** Parts of a template that are no texts and no numbers of captures. */
export const MATCHED = 0
export const BEFORE = -1
export const AFTER = -2

/** A text, the number of a capture or one of the above, or the name of a group. */
export type Part = string | number | { readonly name: string }

/** Reads a template for a match with so many captures; `named` says whether there is a groups object. */
export function templateParts(template: string, captures: number, named: boolean): Part[] {
  if (!template.includes("$")) return template === "" ? [] : [template]
  const parts: Part[] = []
  let literal = ""
  let index = 0
  const add = (part: Part): void => {
    if (literal !== "") parts.push(literal)
    literal = ""
    parts.push(part)
  }
  for (;;) {
    const dollar = template.indexOf("$", index)
    if (dollar < 0) {
      literal += template.slice(index)
      if (literal !== "") parts.push(literal)
      return parts
    }
    literal += template.slice(index, dollar)
    const { part, length } = referenceAt(template, dollar, captures, named)
    if (part === "$") literal += "$"
    else add(part)
    index = dollar + length
  }
}

/** What stands at a dollar sign, and how long it is; `$` is itself. */
function referenceAt(
  template: string,
  dollar: number,
  captures: number,
  named: boolean,
): { part: Part; length: number } {
  const next = template[dollar + 1]
  switch (next) {
    case "$":
      return { part: "$", length: 2 }
    case "&":
      return { part: MATCHED, length: 2 }
    case "`":
      return { part: BEFORE, length: 2 }
    case "'":
      return { part: AFTER, length: 2 }
    case "<": {
      const end = named ? template.indexOf(">", dollar) : -1
      if (end < 0) return { part: "$", length: 1 }
      return { part: { name: template.slice(dollar + 2, end) }, length: end + 1 - dollar }
    }
    default:
      return { ...captureAt(template, dollar, captures) }
  }
}

function captureAt(template: string, dollar: number, captures: number): { part: Part; length: number } {
  const digits = /^\d{1,2}/.exec(template.slice(dollar + 1, dollar + 3))?.[0] ?? ""
  for (let length = digits.length; length > 0; length--) {
    const group = Number(digits.slice(0, length))
    if (group >= 1 && group <= captures) return { part: group, length: length + 1 }
  }
  return { part: "$", length: 1 }
}

/** The text of a part that is no name. */
export function partText(
  part: string | number,
  text: string,
  start: number,
  end: number,
  capture: (group: number) => string | undefined,
): string {
  if (typeof part === "string") return part
  switch (part) {
    case MATCHED:
      return text.slice(start, end)
    case BEFORE:
      return text.slice(0, start)
    case AFTER:
      return text.slice(Math.min(end, text.length))
    default:
      return capture(part) ?? ""
  }
}

/** Charges a piece that is about to be added to a text; false if it may not be, and the completion is ABRUPT. */
export function mayAppend(machine: Machine, text: string, piece: string): boolean {
  if (text.length + piece.length > MAX_STRING_LENGTH) {
    throwRangeError(machine, messages.invalidStringLength)
    return false
  }
  machine.charge(piece.length >> 10)
  return machine.allocate(piece.length * CHARACTER_BYTES)
}

interface Substitution {
  readonly matched: string
  readonly text: string
  readonly position: number
  /** Strings or undefined, the first capture first. */
  readonly captures: Value[]
  readonly groups: Value
  readonly parts: Part[]
  /** Parts done. */
  done: number
  result: string
}

const substitutionSteps = steps<Substitution>({
  name: "GetSubstitution",
  run(machine, frame, input) {
    const { locals } = frame
    const { text, position, matched, parts, captures } = locals
    while (locals.done < parts.length) {
      const part = parts[locals.done]!
      let piece: string
      if (typeof part !== "object") {
        const capture = (group: number): string | undefined => captures[group - 1] as string | undefined
        piece =
          part === MATCHED ? matched : partText(part, text, position, position + matched.length, capture)
      } else {
        if (frame.state === 0) {
          frame.state = 1
          input = get(machine, locals.groups as JSObject, part.name, locals.groups)
          if (input === ABRUPT) return leaveNative(machine, frame)
        }
        if (frame.state === 1) {
          frame.state = 2
          input = input === undefined ? "" : toString(machine, input as Value)
          if (input === ABRUPT) return leaveNative(machine, frame)
        }
        frame.state = 0
        piece = input as string
      }
      if (!mayAppend(machine, locals.result, piece)) return ABRUPT
      locals.result += piece
      locals.done++
    }
    return locals.result
  },
})

/** `GetSubstitution(matched, text, position, captures, groups, template)` for guest text. */
export function hiddenSubstitution(machine: Machine, _this: Value, args: Value[]): Completion {
  const [matched, text, position, list, groups] = args
  const captures = (list as JSObject).data as Value[]
  return substitutionSteps.start(machine, {
    matched: flat(machine, matched) as string,
    text: text as string,
    position: position as number,
    captures: captures.map((capture) => flat(machine, capture)),
    groups,
    parts: templateParts(flat(machine, args[5]) as string, captures.length, groups !== undefined),
    done: 0,
    result: "",
  })
}
