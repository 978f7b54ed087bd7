/** RegExp.prototype [ %Symbol.replace% ], ECMA-262 22.2.6.11. */
import { CHARACTER_BYTES } from "../objects/meter.ts"
import { isCallable, isObject, type JSObject } from "../objects/object.ts"
import type { RegExpSlots } from "../objects/regExpSlots.ts"
import { ABRUPT, type Abrupt, type Completion, type Value } from "../objects/value.ts"
import { replaceByHost } from "../regexp/byHost.ts"
import { captureOf, capturesOf } from "../regexp/found.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, steps, withGuest } from "../interpreter/native.ts"
import { flat, toString } from "../interpreter/operations.ts"
import { groupsOf } from "./regExpExec.ts"
import {
  type CompiledPattern,
  compiledOf,
  type Found,
  lastIndexOf,
  newWalk,
  nextMatch,
  setLastIndex,
  SUSPENDED,
  type Walk,
} from "./regExpPattern.ts"
import { mayAppend, type Part, partText, templateParts } from "./regExpSubstitution.ts"
import {
  fastCase,
  hasRoom,
  isFullUnicode,
  moveOn,
  patternOfWalk,
  requireReceiver,
  stepOver,
} from "./regExpWalk.ts"

interface Replace {
  readonly walk: Walk
  readonly global: boolean
  /** A function, or null where `parts` are the replacement. */
  readonly replacer: JSObject | null
  readonly parts: Part[]
  /** Where the match is whose replacement is being called for. */
  start: number
  end: number
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
          if (machine.fuel < 0) return pause(machine, frame)
          continue
        }
        locals.start = found.start
        locals.end = found.end
        frame.state = 1
        input = call(machine, replacer, undefined, replacerArguments(machine, pattern, walk.text, found))
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 1) {
        frame.state = 2
        input = toString(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (!append(machine, locals, walk.text.slice(locals.taken, locals.start))) return ABRUPT
      if (!append(machine, locals, input as string)) return ABRUPT
      locals.taken = locals.end
      moveOn(walk, pattern, locals)
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

function finishReplace(machine: Machine, replace: Replace): Completion {
  const { text } = replace.walk
  if (replace.taken === 0 && replace.result === "") return text
  return append(machine, replace, text.slice(replace.taken)) ? replace.result : ABRUPT
}

/** Adds the template's text for a match; false on ABRUPT. */
function substitute(machine: Machine, pattern: CompiledPattern, replace: Replace, found: Found): boolean {
  const { text } = replace.walk
  if (!append(machine, replace, text.slice(replace.taken, found.start))) return false
  const capture = (group: number): string | undefined => captureOf(text, found, group)
  for (const part of replace.parts) {
    const piece =
      typeof part === "object"
        ? namedCapture(pattern, text, found, part.name)
        : partText(part, text, found.start, found.end, capture)
    if (!append(machine, replace, piece)) return false
  }
  replace.taken = found.end
  moveOn(replace.walk, pattern, found)
  return true
}

/** Of groups with one name, the one that took part counts. */
function namedCapture(pattern: CompiledPattern, text: string, found: Found, name: string): string {
  for (const [group, own] of pattern.groupNames.entries()) {
    const capture = own === name ? captureOf(text, found, group) : undefined
    if (capture !== undefined) return capture
  }
  return ""
}

function replacerArguments(machine: Machine, pattern: CompiledPattern, text: string, found: Found): Value[] {
  const captures: Value[] = capturesOf(text, found)
  const groups = groupsOf(machine, pattern, captures)
  captures.push(found.start, text)
  if (groups !== undefined) captures.push(groups)
  return captures
}

/** A replacement that is a function or a text already, or becomes one without program code. */
function replacementOf(machine: Machine, value: Value): JSObject | string | null | Abrupt {
  const replacement = flat(machine, value)
  if (isObject(replacement)) return isCallable(replacement) ? replacement : null
  return toString(machine, replacement)
}

/** Longer results are put together step by step. */
const MAX_LENGTH_AT_ONCE = 1 << 21

/** All replacements at once by the host's engine, where the result is surely small enough; else undefined. */
function replaceAtOnce(
  machine: Machine,
  pattern: CompiledPattern,
  text: string,
  template: string,
): Completion | undefined {
  const references = countReferences(template)
  const mostLength = text.length * (1 + references + template.length) + template.length
  if (mostLength > MAX_LENGTH_AT_ONCE || !hasRoom(machine, mostLength * CHARACTER_BYTES)) return undefined
  const made = replaceByHost(pattern, text, template, machine)
  if (made === undefined || made === text) return made
  return machine.allocate(made.length * CHARACTER_BYTES) ? made : ABRUPT
}

/** How often a template can take over what was matched; infinite where it can take over the text around. */
function countReferences(template: string): number {
  if (!template.includes("$")) return 0
  if (template.includes("$`") || template.includes("$'")) return Infinity
  return template.split("$").length - 1
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
    if (global && !sticky && isText) {
      const made = replaceAtOnce(machine, pattern, text, replacement)
      if (made !== undefined) return made
    }
    return replaceSteps.start(machine, {
      walk: newWalk(regexp, text, 0),
      global,
      replacer: isText ? null : replacement,
      parts: isText ? templateParts(replacement, pattern.groupNames.length - 1, pattern.isNamed) : [],
      start: 0,
      end: 0,
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
