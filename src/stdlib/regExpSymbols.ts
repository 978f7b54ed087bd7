/**
 * The methods of RegExp.prototype that String.prototype hands its calls to: match, matchAll, search and split here, replace
 * beside. Each has a walk of its own over intact expressions, and the standard's algorithm as guest text for all others.
 */
import { JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { type RegExpSlots, RegExpStringIteratorSlots } from "../objects/regExpSlots.ts"
import { ABRUPT, type Abrupt, type Value } from "../objects/value.ts"
import { matchesByHost, splitByHost } from "../regexp/byHost.ts"
import { capturesOf } from "../regexp/found.ts"
import { pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, type Member, steps, withGuest } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { regExpExec } from "./regExpExec.ts"
import {
  advanceIndex,
  compiledOf,
  isUnicode,
  lastIndexOf,
  newRegExp,
  newWalk,
  nextMatch,
  setLastIndex,
  SUSPENDED,
  type Walk,
} from "./regExpPattern.ts"
import { replace } from "./regExpReplace.ts"
import {
  fastCase,
  hasRoom,
  isFullUnicode,
  moveOn,
  patternOfWalk,
  requireReceiver,
  stepOver,
} from "./regExpWalk.ts"

/** Of a text in a list: it shares the characters of another. */
const TEXT_BYTES = SLOT_BYTES + OBJECT_BYTES / 2

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
      if (!machine.allocate(TEXT_BYTES)) return ABRUPT
      texts.push(walk.text.slice(found.start, found.end))
      moveOn(walk, pattern, found)
      if (machine.fuel < 0) return pause(machine, frame)
    }
  },
})

function listOf(machine: Machine, texts: Value[]): JSObject | Abrupt {
  return machine.allocate((texts.length * OBJECT_BYTES) / 2) ? createArray(machine, texts) : ABRUPT
}

/** RegExp.prototype [ %Symbol.match% ], 22.2.6.8. */
const match = withGuest(
  1,
  (machine, thisValue, args) => {
    const fast = fastCase(machine, thisValue, args[0])
    if (fast === null) return DECLINED
    const { regexp, text } = fast
    const pattern = compiledOf(regexp.data as RegExpSlots)
    if (!pattern.flags.global) return regExpExec(machine, regexp, text, "array")
    setLastIndex(machine, regexp, 0)
    if (!pattern.flags.sticky && hasRoom(machine, (text.length + 1) * TEXT_BYTES)) {
      const texts = matchesByHost(pattern, text, machine)
      if (texts !== undefined) return texts === null ? null : listOf(machine, texts)
    }
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

const searchSteps = steps<{ walk: Walk }>({
  name: "RegExp.prototype.@@search",
  run(machine, frame) {
    const { walk } = frame.locals
    const found = nextMatch(machine, patternOfWalk(walk), walk)
    if (found === SUSPENDED) return pause(machine, frame)
    if (found === ABRUPT) return ABRUPT
    return found === null ? -1 : found.start
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
      if (found === null || found.start >= text.length) break
      if (found.end === locals.taken) {
        walk.index = advanceIndex(text, found.end, isUnicode(pattern))
        if (walk.index >= text.length) break
        continue
      }
      if (!machine.allocate(TEXT_BYTES * pattern.groupNames.length)) return ABRUPT
      const captures = capturesOf(text, found)
      captures[0] = text.slice(locals.taken, found.start)
      for (const part of captures) {
        parts.push(part)
        if (parts.length >= limit) return createArray(machine, parts)
      }
      locals.taken = found.end
      walk.index = found.end
      if (found.end >= text.length) break
      if (machine.fuel < 0) return pause(machine, frame)
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
    const pattern = compiledOf(fast.regexp.data as RegExpSlots)
    const mostParts = (fast.text.length + 1) * pattern.groupNames.length
    if (limit === undefined && hasRoom(machine, mostParts * TEXT_BYTES)) {
      const parts = splitByHost(pattern, fast.text, machine)
      if (parts !== undefined) return listOf(machine, parts)
    }
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

/** What methods of strings do with an intact expression, by their names. */
export const regExpMethods = { match, replace, search, split }

export const symbolMembers: ReadonlyArray<readonly [symbol, Member]> = [
  [Symbol.match, match],
  [Symbol.matchAll, matchAll],
  [Symbol.replace, replace],
  [Symbol.search, search],
  [Symbol.split, split],
]
