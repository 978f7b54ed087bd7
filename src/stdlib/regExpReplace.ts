/** RegExp.prototype [ %Symbol.replace% ], ECMA-262 22.2.6.11. */
import { isCallable, isObject, type JSObject } from "../objects/object.ts"
import type { RegExpSlots } from "../objects/regExpSlots.ts"
import { ABRUPT, type Abrupt, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, steps, withGuest } from "../interpreter/native.ts"
import { flat, toString } from "../interpreter/operations.ts"
import { captureOf, groupsOf } from "./regExpExec.ts"
import {
  type CompiledPattern,
  compiledOf,
  lastIndexOf,
  type MatchIndices,
  newWalk,
  nextMatch,
  setLastIndex,
  SUSPENDED,
  type Walk,
} from "./regExpPattern.ts"
import { mayAppend, type Part, partText, templateParts } from "./regExpSubstitution.ts"
import { fastCase, isFullUnicode, moveOn, patternOfWalk, requireReceiver, stepOver } from "./regExpWalk.ts"

interface Replace {
  readonly walk: Walk
  readonly global: boolean
  /** A function, or null where `parts` are the replacement. */
  readonly replacer: JSObject | null
  readonly parts: Part[]
  /** The match whose replacement is being called for. */
  found: MatchIndices | null
  /** End of what was taken over from the text. */
  taken: number
  result: string
}

const replaceSteps = steps<Replace>({
  name: "RegExp.prototype.@@replace",
  run(machine, frame, input) {
    const { locals } = frame
    const { walk, replacer } = locals
    const pattern = patternOfWalk(walk)
    for (;;) {
      if (frame.state === 0) {
        const found = nextMatch(machine, pattern, walk)
        if (found === SUSPENDED) return pause(machine, frame)
        if (found === ABRUPT) return ABRUPT
        if (found === null) return finishReplace(machine, locals)
        if (replacer === null) {
          if (!substitute(machine, pattern, locals, found)) return ABRUPT
          if (!locals.global) return finishReplace(machine, locals)
          continue
        }
        locals.found = found
        frame.state = 1
        input = call(machine, replacer, undefined, replacerArguments(machine, pattern, walk.text, found))
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 1) {
        frame.state = 2
        input = toString(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      const found = locals.found!
      if (!append(machine, locals, walk.text.slice(locals.taken, found[0]))) return ABRUPT
      if (!append(machine, locals, input as string)) return ABRUPT
      passMatch(pattern, locals, found)
      if (!locals.global) return finishReplace(machine, locals)
      frame.state = 0
    }
  },
})

function append(machine: Machine, replace: Replace, piece: string): boolean {
  if (!mayAppend(machine, replace.result, piece)) return false
  replace.result += piece
  return true
}

function passMatch(pattern: CompiledPattern, replace: Replace, found: MatchIndices): void {
  replace.taken = found[1]!
  moveOn(replace.walk, pattern, found)
}

function finishReplace(machine: Machine, replace: Replace): Completion {
  const { text } = replace.walk
  if (replace.taken === 0 && replace.result === "") return text
  return append(machine, replace, text.slice(replace.taken)) ? replace.result : ABRUPT
}

/** Adds the template's text for a match; false on ABRUPT. */
function substitute(
  machine: Machine,
  pattern: CompiledPattern,
  replace: Replace,
  found: MatchIndices,
): boolean {
  const { text } = replace.walk
  if (!append(machine, replace, text.slice(replace.taken, found[0]))) return false
  const capture = (group: number): string | undefined => captureOf(text, found, group)
  for (const part of replace.parts) {
    const piece =
      typeof part === "object"
        ? namedCapture(pattern, text, found, part.name)
        : partText(part, text, found[0]!, found[1]!, capture)
    if (!append(machine, replace, piece)) return false
  }
  passMatch(pattern, replace, found)
  return true
}

function namedCapture(pattern: CompiledPattern, text: string, found: MatchIndices, name: string): string {
  const group = pattern.groupNames.findIndex((own, index) => own === name && found[2 * index]! >= 0)
  return group < 0 ? "" : captureOf(text, found, group)!
}

function replacerArguments(
  machine: Machine,
  pattern: CompiledPattern,
  text: string,
  found: MatchIndices,
): Value[] {
  const captures: Value[] = []
  for (let group = 0; 2 * group < found.length; group++) captures.push(captureOf(text, found, group))
  const groups = groupsOf(machine, pattern, captures)
  captures.push(found[0]!, text)
  if (groups !== undefined) captures.push(groups)
  return captures
}

/** A replacement that is a function or a text already, or becomes one without program code. */
function replacementOf(machine: Machine, value: Value): JSObject | string | null | Abrupt {
  const replacement = flat(machine, value)
  if (isObject(replacement)) return isCallable(replacement) ? replacement : null
  return toString(machine, replacement)
}

/** RegExp.prototype [ %Symbol.replace% ], 22.2.6.11. */
export const replace = withGuest(
  2,
  (machine, thisValue, args) => {
    const fast = fastCase(machine, thisValue, args[0])
    if (fast === null) return DECLINED
    const { regexp, text } = fast
    const pattern = compiledOf(regexp.data as RegExpSlots)
    const { global, sticky } = pattern.flags
    if (!global && (sticky || typeof lastIndexOf(regexp) !== "number")) return DECLINED
    const replacement = replacementOf(machine, args[1])
    if (replacement === ABRUPT) return ABRUPT
    if (replacement === null) return DECLINED
    if (global) setLastIndex(machine, regexp, 0)
    const isText = typeof replacement === "string"
    const named = pattern.groupNames.some((name) => name !== undefined)
    return replaceSteps.start(machine, {
      walk: newWalk(regexp, text, 0),
      global,
      replacer: isText ? null : replacement,
      parts: isText ? templateParts(replacement, pattern.groupNames.length - 1, named) : [],
      found: null,
      taken: 0,
      result: "",
    })
  },
  `function (string, replacement) {
    ${requireReceiver("replace")}
    const functional = IsCallable(replacement)
    const template = functional ? "" : ToString(replacement)
    const flags = ToString(this.flags)
    const global = Contains("includes", flags, "g", 0)
    const fullUnicode = ${isFullUnicode}
    if (global) SetOrThrow(this, "lastIndex", 0)
    const results = []
    for (;;) {
      const result = RegExpExec(this, text)
      if (result === null) break
      Push(results, result)
      if (!global) break
      if (ToString(result[0]) === "") ${stepOver}
    }
    let made = ""
    let taken = 0
    for (let number = 0; number < results.length; number++) {
      const result = results[number]
      const count = LengthOfArrayLike(result)
      const matched = ToString(result[0])
      const matchLength = matched.length
      const integer = ToIntegerOrInfinity(result.index)
      const position = integer < 0 ? 0 : integer > text.length ? text.length : integer
      const captures = []
      for (let group = 1; group < count; group++) {
        const capture = result[group]
        Push(captures, capture === undefined ? undefined : ToString(capture))
      }
      const groups = result.groups
      let piece
      if (functional) {
        const args = [matched]
        for (let group = 0; group < captures.length; group++) Push(args, captures[group])
        Push(args, position)
        Push(args, text)
        if (groups !== undefined) Push(args, groups)
        piece = ToString(Apply(replacement, undefined, args))
      } else {
        const names = groups === undefined ? undefined : ToObject(groups)
        piece = GetSubstitution(matched, text, position, captures, names, template)
      }
      if (position >= taken) {
        made = made + TextSlice(text, taken, position) + piece
        taken = position + matchLength
      }
    }
    return taken >= text.length ? made : made + TextSlice(text, taken, text.length)
  }`,
)
