/**
 * The methods of RegExp.prototype that String.prototype hands its calls to: by match, matchAll, replace, search and split.
 * Each has a walk of its own over intact regular expressions, and the standard's algorithm as guest text for all others.
 */
import { isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { type RegExpSlots, RegExpStringIteratorSlots } from "../objects/regExpSlots.ts"
import { ABRUPT, type Abrupt, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, type Member, steps, withGuest } from "../interpreter/native.ts"
import { createArray, flat, toString } from "../interpreter/operations.ts"
import { captureOf, groupsOf, regExpExec } from "./regExpExec.ts"
import { isIntact } from "./regExpIntact.ts"
import {
  advanceIndex,
  type CompiledPattern,
  compiledOf,
  isUnicode,
  lastIndexOf,
  type MatchIndices,
  newRegExp,
  newWalk,
  nextMatch,
  patternOf,
  setLastIndex,
  SUSPENDED,
  type Walk,
} from "./regExpPattern.ts"
import { mayAppend, type Part, partText, templateParts } from "./regExpSubstitution.ts"

/** The head of every guest text: the receiver must be an object. */
function requireReceiver(name: string): string {
  return `if (!IsObject(this)) {
      ThrowTypeError("Method RegExp.prototype.@@${name} called on incompatible receiver " + NameOf(this))
    }
    const text = ToString(string)`
}

/** Moves `lastIndex` past an empty match. */
const stepOver = `SetOrThrow(this, "lastIndex", AdvanceStringIndex(text, ToLength(this.lastIndex), fullUnicode))`

const isFullUnicode = `Contains("includes", flags, "u", 0) || Contains("includes", flags, "v", 0)`

/** An intact receiver and a text; else the guest text takes the call. */
function fastCase(machine: Machine, thisValue: Value, string: Value): { regexp: JSObject; text: string } | null {
  const text = flat(machine, string)
  if (typeof text !== "string" || !isObject(thisValue) || !isIntact(machine.realm, thisValue)) return null
  return { regexp: thisValue, text }
}

const patternOfWalk = (walk: Walk): CompiledPattern => patternOf(walk.source, walk.flags)

/** Moves a walk past a match: `lastIndex` as exec and the step over empty matches leave it. */
function moveOn(walk: Walk, pattern: CompiledPattern, found: MatchIndices): void {
  const end = found[1]!
  walk.index = end === found[0] ? advanceIndex(walk.text, end, isUnicode(pattern)) : end
}

interface MatchAllTexts {
  readonly walk: Walk
  readonly texts: string[]
}

const matchSteps = steps<MatchAllTexts>({
  name: "RegExp.prototype.@@match",
  run(machine, frame) {
    const { walk, texts } = frame.locals
    const pattern = patternOfWalk(walk)
    for (;;) {
      const found = nextMatch(machine, pattern, walk)
      if (found === SUSPENDED) return pause(machine, frame)
      if (found === ABRUPT) return ABRUPT
      if (found === null) return texts.length === 0 ? null : createArray(machine, texts)
      const text = walk.text.slice(found[0], found[1])
      if (!machine.allocate(SLOT_BYTES + OBJECT_BYTES / 2)) return ABRUPT
      texts.push(text)
      moveOn(walk, pattern, found)
    }
  },
})

/** RegExp.prototype [ %Symbol.match% ], 22.2.6.8. */
const match = withGuest(
  1,
  (machine, thisValue, args) => {
    const fast = fastCase(machine, thisValue, args[0])
    if (fast === null) return DECLINED
    const { regexp, text } = fast
    if (!(regexp.data as RegExpSlots).flags.includes("g")) return regExpExec(machine, regexp, text, "array")
    setLastIndex(machine, regexp, 0)
    return matchSteps.start(machine, { walk: newWalk(regexp, text, 0), texts: [] })
  },
  `function (string) {
    ${requireReceiver("match")}
    const flags = ToString(this.flags)
    if (!Contains("includes", flags, "g", 0)) return RegExpExec(this, text)
    const fullUnicode = ${isFullUnicode}
    SetOrThrow(this, "lastIndex", 0)
    const found = []
    for (let count = 0; ; count++) {
      const result = RegExpExec(this, text)
      if (result === null) return count === 0 ? null : found
      const matched = ToString(result[0])
      Push(found, matched)
      if (matched === "") ${stepOver}
    }
  }`,
)

/** An iterator over the matches of a regular expression, 22.2.9.1. */
export function newStringIterator(
  machine: Machine,
  matcher: JSObject,
  text: string,
  global: boolean,
  unicode: boolean,
): JSObject {
  const { realm } = machine
  machine.meter.used += OBJECT_BYTES * 2
  const shape = realm.shapeFor(realm.intrinsic("RegExpStringIteratorPrototype"))
  return new JSObject(shape, [], Kind.Iterator, new RegExpStringIteratorSlots(matcher, text, global, unicode))
}

/** RegExp.prototype [ %Symbol.matchAll% ], 22.2.6.9. */
const matchAll = withGuest(
  1,
  (machine, thisValue, args) => {
    const fast = fastCase(machine, thisValue, args[0])
    if (fast === null) return DECLINED
    const { regexp, text } = fast
    const lastIndex = lastIndexOf(regexp)
    if (lastIndex !== 0) return DECLINED
    const pattern = compiledOf(regexp.data as RegExpSlots)
    const matcher = newRegExp(machine, machine.realm.intrinsic("RegExp.prototype"), pattern)
    return newStringIterator(machine, matcher, text, pattern.flags.global, isUnicode(pattern))
  },
  `function (string) {
    ${requireReceiver("matchAll")}
    const constructor = SpeciesConstructor(this, Intrinsic("RegExp"))
    const flags = ToString(this.flags)
    const matcher = Construct(constructor, [this, flags])
    const lastIndex = ToLength(this.lastIndex)
    SetOrThrow(matcher, "lastIndex", lastIndex)
    return NewRegExpStringIterator(matcher, text, Contains("includes", flags, "g", 0), ${isFullUnicode})
  }`,
)

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
function substitute(machine: Machine, pattern: CompiledPattern, replace: Replace, found: MatchIndices): boolean {
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

function replacerArguments(machine: Machine, pattern: CompiledPattern, text: string, found: MatchIndices): Value[] {
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
const replace = withGuest(
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

const searchSteps = steps<{ walk: Walk }>({
  name: "RegExp.prototype.@@search",
  run(machine, frame) {
    const { walk } = frame.locals
    const found = nextMatch(machine, patternOfWalk(walk), walk)
    if (found === SUSPENDED) return pause(machine, frame)
    if (found === ABRUPT) return ABRUPT
    return found === null ? -1 : found[0]!
  },
})

/** RegExp.prototype [ %Symbol.search% ], 22.2.6.12. */
const search = withGuest(
  1,
  (machine, thisValue, args) => {
    const fast = fastCase(machine, thisValue, args[0])
    if (fast === null) return DECLINED
    return searchSteps.start(machine, { walk: newWalk(fast.regexp, fast.text, 0) })
  },
  `function (string) {
    ${requireReceiver("search")}
    const previous = this.lastIndex
    if (!SameValue(previous, 0)) SetOrThrow(this, "lastIndex", 0)
    const result = RegExpExec(this, text)
    const current = this.lastIndex
    if (!SameValue(current, previous)) SetOrThrow(this, "lastIndex", previous)
    return result === null ? -1 : result.index
  }`,
)

interface Split {
  readonly walk: Walk
  readonly limit: number
  /** End of the separator before. */
  taken: number
  readonly parts: Value[]
}

const splitSteps = steps<Split>({
  name: "RegExp.prototype.@@split",
  run(machine, frame) {
    const { locals } = frame
    const { walk, limit, parts } = locals
    const { text } = walk
    const pattern = patternOfWalk(walk)
    for (;;) {
      const found = nextMatch(machine, pattern, walk)
      if (found === SUSPENDED) return pause(machine, frame)
      if (found === ABRUPT) return ABRUPT
      if (text === "") return createArray(machine, found === null ? [""] : [])
      if (found === null || found[0]! >= text.length) break
      const end = found[1]!
      if (end === locals.taken) {
        walk.index = advanceIndex(text, end, isUnicode(pattern))
        if (walk.index >= text.length) break
        continue
      }
      if (!machine.allocate((SLOT_BYTES + OBJECT_BYTES / 2) * (found.length >> 1))) return ABRUPT
      parts.push(text.slice(locals.taken, found[0]))
      for (let group = 1; parts.length < limit && 2 * group < found.length; group++) {
        parts.push(captureOf(text, found, group))
      }
      if (parts.length >= limit) return createArray(machine, parts)
      locals.taken = end
      walk.index = end
      if (end >= text.length) break
    }
    parts.push(text.slice(locals.taken))
    return createArray(machine, parts)
  },
})

/** RegExp.prototype [ %Symbol.split% ], 22.2.6.14. */
const split = withGuest(
  2,
  (machine, thisValue, args) => {
    const limit = args[1]
    const fast = fastCase(machine, thisValue, args[0])
    if (fast === null || (limit !== undefined && typeof limit !== "number")) return DECLINED
    const bound = limit === undefined ? 4_294_967_295 : limit >>> 0
    if (bound === 0) return createArray(machine, [])
    const walk = newWalk(fast.regexp, fast.text, 0, false)
    return splitSteps.start(machine, { walk, limit: bound, taken: 0, parts: [] })
  },
  `function (string, limit) {
    ${requireReceiver("split")}
    const constructor = SpeciesConstructor(this, Intrinsic("RegExp"))
    const flags = ToString(this.flags)
    const fullUnicode = ${isFullUnicode}
    const splitter = Construct(constructor, [this, Contains("includes", flags, "y", 0) ? flags : flags + "y"])
    const parts = []
    let count = 0
    const bound = limit === undefined ? 4294967295 : ToNumber(limit) >>> 0
    if (bound === 0) return parts
    const size = text.length
    if (size === 0) {
      if (RegExpExec(splitter, text) === null) Push(parts, text)
      return parts
    }
    let taken = 0
    let index = 0
    while (index < size) {
      SetOrThrow(splitter, "lastIndex", index)
      const result = RegExpExec(splitter, text)
      if (result === null) {
        index = AdvanceStringIndex(text, index, fullUnicode)
        continue
      }
      const last = ToLength(splitter.lastIndex)
      const end = last < size ? last : size
      if (end === taken) {
        index = AdvanceStringIndex(text, index, fullUnicode)
        continue
      }
      Push(parts, TextSlice(text, taken, index))
      if (++count === bound) return parts
      taken = end
      const length = LengthOfArrayLike(result)
      for (let group = 1; group < length; group++) {
        Push(parts, result[group])
        if (++count === bound) return parts
      }
      index = taken
    }
    Push(parts, TextSlice(text, taken, size))
    return parts
  }`,
)

export const symbolMembers: ReadonlyArray<readonly [symbol, Member]> = [
  [Symbol.match, match],
  [Symbol.matchAll, matchAll],
  [Symbol.replace, replace],
  [Symbol.search, search],
  [Symbol.split, split],
]
