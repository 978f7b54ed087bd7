/** RegExp, RegExp.prototype and %RegExpStringIteratorPrototype%, ECMA-262 22.2, with Annex B.2.4. */
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { RegExpSlots, RegExpStringIteratorSlots } from "../objects/regExpSlots.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { escapeForRegExp, patternSource } from "../regexp/escape.ts"
import type { Flags } from "../regexp/flags.ts"
import { leaveNative, ownPrototypeOf, pause } from "../interpreter/call.ts"
import { guestBody } from "../interpreter/guest.ts"
import { get, set } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  constant,
  constructor,
  getter,
  guest,
  intrinsic,
  type Member,
  method,
  object,
  steps,
} from "../interpreter/native.ts"
import {
  createIteratorResult,
  flat,
  getPrototypeFromConstructor,
  lengthOf,
  MAX_STRING_LENGTH,
  toBoolean,
  toNumber,
  toString,
} from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { nameOf, throwIncompatible } from "./receivers.ts"
import { builtinExec, regExpExec } from "./regExpExec.ts"
import { isIntact } from "./regExpIntact.ts"
import {
  advanceIndex,
  compiledOf,
  compileFor,
  lastIndexOf,
  newRegExp,
  setLastIndex,
} from "./regExpPattern.ts"
import { symbolMembers } from "./regExpSymbols.ts"
import { pieceEnd } from "./utf8.ts"

interface Construct {
  pattern: Value
  flags: Value
  newTarget: JSObject | undefined
  patternIsRegExp: boolean
  prototype: JSObject | null
}

const START = 0
const ASKED = 1
const SAME = 2
const SOURCE = 3
const FLAGS = 4
const ALLOCATE = 5
const ALLOCATED = 6
const PATTERN_TEXT = 7
const FLAGS_TEXT = 8
const READ_FLAGS = 9

/** RegExp, 22.2.4.1, with IsRegExp, RegExpAlloc and RegExpInitialize. */
const constructSteps = steps<Construct>({
  name: "RegExp",
  run(machine, frame, input) {
    const { locals } = frame
    const { pattern } = locals
    for (;;) {
      switch (frame.state) {
        case START:
          frame.state = ASKED
          input = isObject(pattern) ? get(machine, pattern, Symbol.match, pattern) : false
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        case ASKED:
          locals.patternIsRegExp =
            input === undefined ? (pattern as JSObject).kind === Kind.RegExp : toBoolean(input as Value)
          if (locals.newTarget === undefined && locals.patternIsRegExp && locals.flags === undefined) {
            frame.state = SAME
            input = get(machine, pattern as JSObject, "constructor", pattern)
            if (input === ABRUPT) return leaveNative(machine, frame)
            continue
          }
          frame.state = SOURCE
          input = undefined
          continue
        case SAME:
          if (input === machine.realm.intrinsic("RegExp")) return pattern
          frame.state = SOURCE
          continue
        case SOURCE: {
          if (!isObject(pattern)) {
            frame.state = ALLOCATE
            continue
          }
          if (pattern.kind === Kind.RegExp) {
            const { source, flags } = pattern.data as RegExpSlots
            locals.pattern = source
            if (locals.flags === undefined) locals.flags = flags
            frame.state = ALLOCATE
            continue
          }
          if (!locals.patternIsRegExp) {
            frame.state = ALLOCATE
            continue
          }
          frame.state = FLAGS
          input = get(machine, pattern, "source", pattern)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        }
        case FLAGS:
          locals.pattern = input as Value
          frame.state = READ_FLAGS
          input =
            locals.flags === undefined ? get(machine, pattern as JSObject, "flags", pattern) : locals.flags
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        case READ_FLAGS:
          locals.flags = input as Value
          frame.state = ALLOCATE
          continue
        case ALLOCATE:
          frame.state = ALLOCATED
          input = getPrototypeFromConstructor(
            machine,
            locals.newTarget ?? machine.realm.intrinsic("RegExp"),
            "RegExp.prototype",
          )
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        case ALLOCATED:
          locals.prototype = input as JSObject
          frame.state = PATTERN_TEXT
          input = locals.pattern === undefined ? "" : toString(machine, locals.pattern)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        case PATTERN_TEXT:
          locals.pattern = input as Value
          frame.state = FLAGS_TEXT
          input = locals.flags === undefined ? "" : toString(machine, locals.flags)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        default:
          return make(machine, locals.prototype!, locals.pattern as string, input as string)
      }
    }
  },
})

function make(machine: Machine, prototype: JSObject, source: string, flags: string): Completion {
  const pattern = compileFor(machine, source, flags)
  return pattern === ABRUPT ? ABRUPT : newRegExp(machine, prototype, pattern)
}

/** RegExp.prototype.compile, Annex B.2.4.1. */
const compileSteps = steps<{ regexp: JSObject; source: Value; flags: Value }>({
  name: "RegExp.prototype.compile",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      input = locals.source === undefined ? "" : toString(machine, locals.source)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.source = input as Value
      frame.state = 2
      input = locals.flags === undefined ? "" : toString(machine, locals.flags)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const pattern = compileFor(machine, locals.source as string, input as string)
    if (pattern === ABRUPT) return ABRUPT
    locals.regexp.data = new RegExpSlots(pattern.source, pattern.flagsText, pattern)
    return setLastIndex(machine, locals.regexp, 0) ? locals.regexp : ABRUPT
  },
})

const compile = method(2, (machine, thisValue, [pattern, flags]) => {
  if (!isRegExp(thisValue)) return throwIncompatible(machine, "RegExp.prototype.compile", thisValue)
  if (!isRegExp(pattern)) return compileSteps.start(machine, { regexp: thisValue, source: pattern, flags })
  if (flags !== undefined) {
    return throwTypeError(machine, "Cannot supply flags when constructing one RegExp from another")
  }
  const slots = pattern.data as RegExpSlots
  return compileSteps.start(machine, { regexp: thisValue, source: slots.source, flags: slots.flags })
})

function isRegExp(value: Value): value is JSObject {
  return isObject(value) && value.kind === Kind.RegExp
}

/** RegExp.prototype.exec and test, 22.2.6.2 and 22.2.6.16: both convert their argument before they match. */
const runSteps = steps<{ regexp: JSObject; value: Value; test: boolean }>({
  name: "RegExp.prototype.exec",
  run(machine, frame, input) {
    const { regexp, value, test } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = toString(machine, value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return test
      ? regExpExec(machine, regexp, input as string, "found")
      : builtinExec(machine, regexp, input as string, "array")
  },
})

const exec = method(1, (machine, thisValue, args) => {
  if (!isRegExp(thisValue)) return throwIncompatible(machine, "RegExp.prototype.exec", thisValue)
  const text = flat(machine, args[0])
  if (typeof text === "string") return builtinExec(machine, thisValue, text, "array")
  return runSteps.start(machine, { regexp: thisValue, value: text, test: false })
})

const test = method(1, (machine, thisValue, args) => {
  if (!isObject(thisValue)) return throwIncompatible(machine, "RegExp.prototype.test", thisValue)
  const text = flat(machine, args[0])
  if (typeof text === "string") return regExpExec(machine, thisValue, text, "found")
  return runSteps.start(machine, { regexp: thisValue, value: text, test: true })
})

/** RegExp.prototype.toString, 22.2.6.17. */
const toText = guest(
  0,
  `function () {
    if (!IsObject(this)) {
      ThrowTypeError("Method RegExp.prototype.toString called on incompatible receiver " + NameOf(this))
    }
    return "/" + ToString(this.source) + "/" + ToString(this.flags)
  }`,
)

const flagsSlowly = guestBody(
  "get RegExp.prototype.flags",
  `function () {
    return (this.hasIndices ? "d" : "") + (this.global ? "g" : "") + (this.ignoreCase ? "i" : "") +
      (this.multiline ? "m" : "") + (this.dotAll ? "s" : "") + (this.unicode ? "u" : "") +
      (this.unicodeSets ? "v" : "") + (this.sticky ? "y" : "")
  }`,
)

/** get RegExp.prototype.flags, 22.2.6.4. */
const flags = getter((machine, thisValue, args, newTarget, callee) => {
  if (!isObject(thisValue)) {
    return throwTypeError(
      machine,
      `RegExp.prototype.flags getter called on non-object ${nameOf(machine, thisValue)}`,
    )
  }
  if (isIntact(machine.realm, thisValue)) return [...(thisValue.data as RegExpSlots).flags].sort().join("")
  return flagsSlowly(machine, thisValue, args, newTarget, callee)
})

/** get RegExp.prototype.source, 22.2.6.13. */
const source = getter((machine, thisValue) => {
  if (thisValue === machine.realm.intrinsic("RegExp.prototype")) return "(?:)"
  if (isRegExp(thisValue)) {
    const { source } = thisValue.data as RegExpSlots
    machine.charge(source.length >> 6)
    return machine.allocate(source.length * 2) ? patternSource(source) : ABRUPT
  }
  return throwTypeError(machine, "RegExp.prototype.source getter called on non-RegExp object")
})

/** The getter of one flag, RegExpHasFlag, 22.2.6.4.1. */
function flagGetter(name: keyof Flags): readonly [string, Member] {
  const member = getter((machine, thisValue) => {
    if (thisValue === machine.realm.intrinsic("RegExp.prototype")) return undefined
    if (isRegExp(thisValue)) return compiledOf(thisValue.data as RegExpSlots).flags[name]
    return throwTypeError(machine, `RegExp.prototype.${name} getter called on non-RegExp object`)
  })
  return [name, member]
}

/** RegExp.escape, 22.2.5.1. */
const escape = method(1, (machine, _this, args) => {
  const text = flat(machine, args[0])
  if (typeof text !== "string") return throwTypeError(machine, `${nameOf(machine, text)} is not a string`)
  if (text.length * 6 > MAX_STRING_LENGTH) return throwRangeError(machine, messages.invalidStringLength)
  return escapeSteps.start(machine, { text, position: 0, result: "" })
})

/** UTF-16 units escaped at once. */
const ESCAPE_PORTION = 8_192

const escapeSteps = steps<{ readonly text: string; position: number; result: string }>({
  name: "RegExp.escape",
  run(machine, frame) {
    const { locals } = frame
    const { text } = locals
    while (locals.position < text.length) {
      if (machine.fuel < 0) return pause(machine, frame)
      const end = pieceEnd(text, locals.position, ESCAPE_PORTION)
      machine.charge((end - locals.position) >> 2)
      if (!machine.allocate((end - locals.position) * 4)) return ABRUPT
      locals.result += escapeForRegExp(text.slice(locals.position, end), locals.position === 0)
      locals.position = end
    }
    return locals.result
  },
})

/** %RegExpStringIteratorPrototype%.next, 22.2.9.2.1. */
const nextSteps = steps<{ slots: RegExpStringIteratorSlots; found: Value }>({
  name: "RegExpStringIteratorPrototype.next",
  run(machine, frame, input) {
    const { locals } = frame
    const { slots } = locals
    const { matcher, text } = slots
    let isOwnArray = false
    if (frame.state === 0) {
      frame.state = 1
      isOwnArray = isIntact(machine.realm, matcher)
      input = regExpExec(machine, matcher, text, "array")
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (input === null || !slots.global) {
        slots.done = true
        return createIteratorResult(machine, input === null ? undefined : (input as Value), input === null)
      }
      // no program code has run: what is asked of the array and its expression is known
      if (isOwnArray) return stepOver(machine, slots, input as JSObject)
      locals.found = input as Value
      frame.state = 2
      input = get(machine, input as JSObject, "0", input as JSObject)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2) {
      frame.state = 3
      input = toString(machine, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 3) {
      if (input !== "") return createIteratorResult(machine, locals.found, false)
      frame.state = 4
      input = get(machine, matcher, "lastIndex", matcher)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 4) {
      frame.state = 5
      input = toNumber(machine, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 5) {
      frame.state = 6
      const next = advanceIndex(text, lengthOf(input as number), slots.unicode)
      input = set(machine, matcher, "lastIndex", next, matcher)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input !== true) return throwTypeError(machine, messages.readOnly("lastIndex", "[object RegExp]"))
    return createIteratorResult(machine, locals.found, false)
  },
})

function stepOver(machine: Machine, slots: RegExpStringIteratorSlots, found: JSObject): Completion {
  const { matcher, text, unicode } = slots
  const [matched] = found.data as Value[]
  const end = lastIndexOf(matcher) as number
  if (matched === "" && !setLastIndex(machine, matcher, advanceIndex(text, end, unicode))) return ABRUPT
  return createIteratorResult(machine, found, false)
}

const next = method(0, (machine, thisValue) => {
  if (!isObject(thisValue) || !(thisValue.data instanceof RegExpStringIteratorSlots)) {
    return throwIncompatible(machine, "%RegExpStringIterator%.prototype.next", thisValue)
  }
  const slots = thisValue.data
  if (slots.done) return createIteratorResult(machine, undefined, true)
  return nextSteps.start(machine, { slots, found: undefined })
})

export const regExpIntrinsics: Intrinsic[] = [
  constructor({
    name: "RegExp",
    length: 2,
    body(machine, _this, args, newTarget) {
      const pattern = flat(machine, args[0])
      const flags = flat(machine, args[1])
      if (typeof pattern === "string" && (flags === undefined || typeof flags === "string")) {
        const prototype =
          newTarget === undefined
            ? machine.realm.intrinsic("RegExp.prototype")
            : ownPrototypeOf(machine, newTarget)
        if (prototype !== null) return make(machine, prototype, pattern, flags ?? "")
      }
      return constructSteps.start(machine, {
        pattern,
        flags,
        newTarget,
        patternIsRegExp: false,
        prototype: null,
      })
    },
    statics: [
      ["escape", escape],
      [Symbol.species, getter((_machine, thisValue) => thisValue)],
    ],
  }),
  object({
    name: "RegExp.prototype",
    members: [
      ["constructor", intrinsic("RegExp")],
      ["exec", exec],
      flagGetter("dotAll"),
      ["flags", flags],
      flagGetter("global"),
      flagGetter("hasIndices"),
      flagGetter("ignoreCase"),
      flagGetter("multiline"),
      ["source", source],
      flagGetter("sticky"),
      flagGetter("unicode"),
      ["compile", compile],
      ["toString", toText],
      ["test", test],
      flagGetter("unicodeSets"),
      ...symbolMembers,
    ],
  }),
  object({
    name: "RegExpStringIteratorPrototype",
    prototype: "Iterator.prototype",
    members: [
      ["next", next],
      [Symbol.toStringTag, constant("RegExp String Iterator", CONFIGURABLE)],
    ],
  }),
]
