/**
 * The methods of String.prototype that a pattern object may take over: match, matchAll, replace, replaceAll, search, split.
 * Here they find and call its method, or go on with texts; what regular expressions do is theirs.
 */
import { isCallable, isObject, type JSObject } from "../objects/object.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative } from "../interpreter/call.ts"
import { guestBody } from "../interpreter/guest.ts"
import { DECLINED, guest, type Member, method, type NativeBody, steps } from "../interpreter/native.ts"
import { flat, getMethod } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { isIntact } from "./regExpIntact.ts"
import { regExpMethods } from "./regExpSymbols.ts"
import { replaceText, splitText } from "./stringReplace.ts"

interface Dispatch {
  readonly name: Name
  readonly receiver: Value
  readonly pattern: JSObject
  readonly extra: Value[]
}

type Name = keyof typeof regExpMethods

const symbols: Record<Name, symbol> = {
  match: Symbol.match,
  search: Symbol.search,
  replace: Symbol.replace,
  split: Symbol.split,
}

const withPattern = (name: "match" | "search") =>
  guestBody(
    `String.prototype.${name}/text`,
    `function (pattern) {
      const text = ToString(this)
      const expression = Construct(Intrinsic("RegExp"), [pattern === undefined ? undefined : ToString(pattern)])
      return Call(expression[WellKnownSymbol("${name}")], expression, text)
    }`,
  )

/** What each method does when no object takes the call. */
const fallbacks: Record<Name, NativeBody> = {
  match: withPattern("match"),
  search: withPattern("search"),
  replace: guestBody(
    "String.prototype.replace/text",
    `function (sought, replacement) {
      const text = ToString(this)
      const needle = ToString(sought)
      return ReplaceText(text, needle, IsCallable(replacement) ? replacement : ToString(replacement), false)
    }`,
  ),
  split: guestBody(
    "String.prototype.split/text",
    `function (separator, limit) {
      const text = ToString(this)
      const bound = limit === undefined ? 4294967295 : ToNumber(limit) >>> 0
      const needle = ToString(separator)
      if (bound === 0) return []
      return separator === undefined ? [text] : SplitText(text, needle, bound)
    }`,
  ),
}

const dispatchSteps = steps<Dispatch>({
  name: "StringPatternMethod",
  run(machine, frame, input) {
    const { name, receiver, pattern, extra } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = getMethod(machine, pattern, symbols[name])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input !== undefined) return call(machine, input as Value, pattern, [receiver, ...extra])
    return fallbacks[name](machine, receiver, [pattern, ...extra], undefined, pattern)
  },
})

/** `quick` takes the calls without an object. */
function patternMethod(name: Name, length: number, quick: NativeBody): readonly [string, Member] {
  const { fast } = regExpMethods[name]
  const body: NativeBody = (machine, thisValue, args, newTarget, callee) => {
    if (thisValue === undefined || thisValue === null) {
      return throwTypeError(machine, `String.prototype.${name} called on null or undefined`)
    }
    const pattern = args[0]
    if (isObject(pattern)) {
      if (isIntact(machine.realm, pattern)) {
        const completion = fast(machine, pattern, [thisValue, args[1]], callee)
        if (completion !== DECLINED) return completion
      }
      const extra = length === 1 ? [] : [args[1]]
      return dispatchSteps.start(machine, { name, receiver: thisValue, pattern, extra })
    }
    return quick(machine, thisValue, args, newTarget, callee)
  }
  return [name, method(length, body)]
}

/** String.prototype.replace, 22.1.3.19, between texts. */
const replaceQuickly: NativeBody = (machine, thisValue, args, newTarget, callee) => {
  const text = flat(machine, thisValue)
  const needle = flat(machine, args[0])
  const replacement = flat(machine, args[1])
  if (typeof text === "string" && typeof needle === "string") {
    if (typeof replacement === "string" || isCallable(replacement)) {
      return replaceText(machine, text, needle, replacement, false)
    }
  }
  return fallbacks.replace(machine, thisValue, args, newTarget, callee)
}

/** String.prototype.split, 22.1.3.23, between texts. */
const splitQuickly: NativeBody = (machine, thisValue, args, newTarget, callee) => {
  const text = flat(machine, thisValue)
  const separator = flat(machine, args[0])
  const limit = args[1]
  if (
    typeof text === "string" &&
    typeof separator === "string" &&
    (limit === undefined || typeof limit === "number")
  ) {
    return splitText(machine, text, separator, limit === undefined ? 4_294_967_295 : limit >>> 0)
  }
  return fallbacks.split(machine, thisValue, args, newTarget, callee)
}

/** String.prototype.matchAll, 22.1.3.14. */
const matchAll = guest(
  1,
  `function (pattern) {
    if (this === undefined || this === null) ThrowTypeError("String.prototype.matchAll called on null or undefined")
    const key = WellKnownSymbol("matchAll")
    if (IsObject(pattern)) {
      if (IsRegExp(pattern)) {
        const flags = pattern.flags
        if (flags === undefined || flags === null || !Contains("includes", ToString(flags), "g", 0)) {
          ThrowTypeError("String.prototype.matchAll called with a non-global RegExp argument")
        }
      }
      const matcher = GetMethod(pattern, key)
      if (matcher !== undefined) return Call(matcher, pattern, this)
    }
    const text = ToString(this)
    const expression = Construct(Intrinsic("RegExp"), [pattern === undefined ? undefined : ToString(pattern), "g"])
    return Call(expression[key], expression, text)
  }`,
)

const replaceAllSlowly = guestBody(
  "String.prototype.replaceAll/slow",
  `function (sought, replacement) {
    if (this === undefined || this === null) ThrowTypeError("String.prototype.replaceAll called on null or undefined")
    if (IsObject(sought)) {
      if (IsRegExp(sought)) {
        const flags = sought.flags
        if (flags === undefined || flags === null || !Contains("includes", ToString(flags), "g", 0)) {
          ThrowTypeError("String.prototype.replaceAll called with a non-global RegExp argument")
        }
      }
      const replacer = GetMethod(sought, WellKnownSymbol("replace"))
      if (replacer !== undefined) return Call(replacer, sought, this, replacement)
    }
    const text = ToString(this)
    const needle = ToString(sought)
    return ReplaceText(text, needle, IsCallable(replacement) ? replacement : ToString(replacement), true)
  }`,
)

/** String.prototype.replaceAll, 22.1.3.20. */
const replaceAll = method(2, (machine, thisValue, args, newTarget, callee) => {
  const text = flat(machine, thisValue)
  const needle = flat(machine, args[0])
  const replacement = flat(machine, args[1])
  if (typeof text === "string" && typeof needle === "string") {
    if (typeof replacement === "string" || isCallable(replacement)) {
      return replaceText(machine, text, needle, replacement, true)
    }
  }
  return replaceAllSlowly(machine, thisValue, args, newTarget, callee)
})

const slowly =
  (name: "match" | "search"): NativeBody =>
  (machine, thisValue, args, newTarget, callee): Completion =>
    fallbacks[name](machine, thisValue, args, newTarget, callee)

export const patternMembers: Array<readonly [string, Member]> = [
  patternMethod("match", 1, slowly("match")),
  ["matchAll", matchAll],
  patternMethod("replace", 2, replaceQuickly),
  ["replaceAll", replaceAll],
  patternMethod("search", 1, slowly("search")),
  patternMethod("split", 2, splitQuickly),
]
