/** String and String.prototype, ECMA-262 22.1, with Annex B.2.2. */
import { StringIteratorSlots } from "../objects/iterator.ts"
import type { IntlOptions } from "../objects/host.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { CHARACTER_BYTES, OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { Rope } from "../objects/rope.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import { symbolText } from "../interpreter/describe.ts"
import { guestBody } from "../interpreter/guest.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  alias,
  constructor,
  converted,
  DECLINED,
  guest,
  intrinsic,
  type Member,
  method,
  object,
  steps,
  withGuest,
} from "../interpreter/native.ts"
import { flat, MAX_STRING_LENGTH, textOf, toString } from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { isQuickInteger, quickInteger } from "./dense.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { htmlMembers } from "./stringHtml.ts"
import { patternMembers } from "./stringPatterns.ts"
import { compareTexts, type Transform, transformText, trimText } from "./textForms.ts"
import { stringIncludes, stringIndexOf, stringLastIndexOf } from "./textSearch.ts"

const makeString = fromConstructor<string>("String.prototype", (machine, prototype, text) => {
  machine.meter.used += OBJECT_BYTES
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.String, text)
})

const constructSteps = steps<{ value: Value; newTarget: JSObject }>({
  name: "String",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toString(machine, frame.locals.value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return makeString(machine, frame.locals.newTarget, input as string)
  },
})

/** Charges a text that shares or copies part of another. */
function made(machine: Machine, text: string): Completion {
  machine.meter.used += text.length * CHARACTER_BYTES
  if (text.length > 1_024) {
    machine.charge(text.length >> 10)
    if (!machine.allocate(0)) return ABRUPT
  }
  return text
}

/** A length that a text is about to have: false if it is refused, with the error thrown. */
function mayGrow(machine: Machine, length: number): boolean {
  if (length > MAX_STRING_LENGTH) {
    throwRangeError(machine, messages.invalidStringLength)
    return false
  }
  machine.charge(length >> 10)
  return machine.allocate(length * CHARACTER_BYTES)
}

/** thisStringValue, 22.1.3.35.1. */
function thisString(name: string): Member {
  return method(0, (machine, thisValue) => {
    if (typeof thisValue === "string" || thisValue instanceof Rope) return thisValue
    if (isObject(thisValue) && thisValue.kind === Kind.String) return thisValue.data as string
    return throwTypeError(machine, `String.prototype.${name} requires that 'this' be a String`)
  })
}

/** String.fromCharCode, 22.1.2.1. */
const fromCharCode = withGuest(
  1,
  (machine, _thisValue, args) => {
    if (args.length > 10_000 || !args.every((arg) => typeof arg === "number")) return DECLINED
    if (args.length === 1) return String.fromCharCode(args[0] as number)
    return made(machine, String.fromCharCode(...(args as number[])))
  },
  `function () {
    let text = ""
    for (let index = 0; index < arguments.length; index++) text = text + CharCode(ToNumber(arguments[index]))
    return text
  }`,
)

function isCodePoint(value: Value): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x10ffff
}

/** String.fromCodePoint, 22.1.2.2. */
const fromCodePoint = withGuest(
  1,
  (machine, _thisValue, args) => {
    if (args.length > 10_000 || !args.every(isCodePoint)) return DECLINED
    return made(machine, String.fromCodePoint(...(args as number[])))
  },
  `function () {
    let text = ""
    for (let index = 0; index < arguments.length; index++) text = text + CodePoint(ToNumber(arguments[index]), arguments[index])
    return text
  }`,
)

/** String.raw, 22.1.2.4. */
const raw = guest(
  1,
  `function (template) {
    const substitutions = arguments.length
    const cooked = ToObject(template)
    const literals = ToObject(cooked.raw)
    const length = LengthOfArrayLike(literals)
    if (length <= 0) return ""
    let text = ""
    for (let index = 0; ; index++) {
      text = text + ToString(literals[ToString(index)])
      if (index + 1 === length) return text
      if (index + 1 < substitutions) text = text + ToString(arguments[index + 1])
    }
  }`,
)

function charAt(machine: Machine, text: string, position: number): Completion {
  return position >= 0 && position < text.length ? made(machine, text[position]!) : ""
}

/** String.prototype.at, 22.1.3.1. */
function at(_machine: Machine, text: string, relative: number): Completion {
  const position = relative < 0 ? text.length + relative : relative
  return position >= 0 && position < text.length ? text[position]! : undefined
}

/** String.prototype.concat, 22.1.3.5. */
const concat = withGuest(
  1,
  (machine, thisValue, args) => {
    if (typeof thisValue !== "string") return DECLINED
    let length = thisValue.length
    for (const arg of args) {
      if (typeof arg !== "string") return DECLINED
      length += arg.length
    }
    return mayGrow(machine, length) ? thisValue + args.join("") : ABRUPT
  },
  `function () {
    if (this === undefined || this === null) ThrowTypeError("String.prototype.concat called on null or undefined")
    let text = ToString(this)
    for (let index = 0; index < arguments.length; index++) text = text + ToString(arguments[index])
    return text
  }`,
)

type Containment = (machine: Machine, text: string, needle: string, position: number) => Completion

const containments: Record<"startsWith" | "endsWith" | "includes", Containment> = {
  startsWith: (machine, text, needle, position) => {
    machine.charge(needle.length >> 10)
    return text.startsWith(needle, position)
  },
  endsWith: (machine, text, needle, position) => {
    machine.charge(needle.length >> 10)
    return text.endsWith(needle, position)
  },
  includes: (machine, text, needle, position) => stringIncludes(machine, text, needle, position),
}

/** `Contains(name, text, needle, position)` for guest text. */
export function hiddenContains(machine: Machine, _this: Value, args: Value[]): Completion {
  const name = args[0] as keyof typeof containments
  const text = textOf(machine, args[1] as string)
  const position =
    args[3] === undefined && name === "endsWith" ? text.length : ((args[3] as number | undefined) ?? 0)
  return containments[name](machine, text, textOf(machine, args[2] as string), position)
}

/** String.prototype.startsWith, endsWith and includes, 22.1.3.7, 22.1.3.8, 22.1.3.24. */
function containment(name: keyof typeof containments): Member {
  return withGuest(
    1,
    (machine, thisValue, args) => {
      const needle = args[0]
      if (typeof thisValue !== "string" || typeof needle !== "string" || !isQuickInteger(args[1]))
        return DECLINED
      const missing = name === "endsWith" ? thisValue.length : 0
      return containments[name](machine, thisValue, needle, quickInteger(args[1], missing))
    },
    `function (sought, position) {
      if (this === undefined || this === null) ThrowTypeError("String.prototype.${name} called on null or undefined")
      const text = ToString(this)
      if (IsRegExp(sought)) ThrowTypeError("First argument to String.prototype.${name} must not be a regular expression")
      const needle = ToString(sought)
      return Contains("${name}", text, needle, position === undefined ? undefined : ToIntegerOrInfinity(position))
    }`,
  )
}

const padSlowly = guestBody(
  "String.prototype.pad/slow",
  `function (length, filler, atStart) { return Pad(this, length, ToString(filler), atStart) }`,
)

/** StringPad, 22.1.3.17.2. */
export function pad(
  machine: Machine,
  text: string,
  length: number,
  filler: string,
  atStart: boolean,
): Completion {
  const missing = length - text.length
  if (missing <= 0 || filler === "") return text
  if (!mayGrow(machine, length)) return ABRUPT
  return atStart ? text.padStart(length, filler) : text.padEnd(length, filler)
}

function padding(atStart: boolean): Member {
  return converted(
    1,
    "thisString",
    ["length", "any"],
    (machine, text: string, length: number, filler: Value) => {
      if (length <= text.length) return text
      if (filler === undefined) return pad(machine, text, length, " ", atStart)
      if (typeof filler === "string") return pad(machine, text, length, filler, atStart)
      return padSlowly(machine, text, [length, filler, atStart], undefined, machine.realm.stringPrototype)
    },
  )
}

/** String.prototype.repeat, 22.1.3.18. */
function repeat(machine: Machine, text: string, count: number): Completion {
  if (count < 0 || count === Infinity) return throwRangeError(machine, `Invalid count value: ${count}`)
  if (text === "" || count === 0) return ""
  return mayGrow(machine, text.length * count) ? text.repeat(count) : ABRUPT
}

const forms = ["NFC", "NFD", "NFKC", "NFKD"]

/** String.prototype.normalize, 22.1.3.15. */
function normalize(machine: Machine, text: string, form: string | undefined): Completion {
  if (form !== undefined && !forms.includes(form)) {
    return throwRangeError(machine, "The normalization form should be one of NFC, NFD, NFKC, NFKD.")
  }
  return transformText(machine, text, (form ?? "NFC") as Transform)
}

/** Compares by a locale's rules; a bad locale or option is the program's RangeError. */
function compare(
  machine: Machine,
  left: string,
  right: string,
  locales: readonly string[],
  options: IntlOptions,
): Completion {
  try {
    return compareTexts(machine, { locales, options }, left, right)
  } catch (error) {
    return throwRangeError(machine, (error as Error).message)
  }
}

/** `CompareTexts(left, right, locales, ...options)` for guest text: options in the order of `collatorOptions`. */
export function hiddenCompareTexts(machine: Machine, _this: Value, args: Value[]): Completion {
  const list = ((args[2] as JSObject).data as string[]).slice()
  const options: Record<string, string | boolean> = {}
  collatorOptions.forEach((name, index) => {
    const value = args[3 + index]
    if (value !== undefined) options[name] = value as string | boolean
  })
  const locales = list.length > 0 ? list : [machine.world.locale]
  return compare(machine, args[0] as string, args[1] as string, locales, options)
}

const collatorOptions = ["usage", "localeMatcher", "numeric", "caseFirst", "sensitivity", "ignorePunctuation"]

/** CanonicalizeLocaleList, ECMA-402 9.2.1, as far as gathering the texts. */
const localeList = `const list = []
      if (locales !== undefined) {
        if (!IsObject(locales)) {
          if (locales === null) ThrowTypeError("Cannot convert undefined or null to object")
          if (IsString(locales)) Push(list, ToString(locales))
        } else {
          const length = LengthOfArrayLike(locales)
          for (let index = 0; index < length; index++) {
            const key = ToString(index)
            if (HasProperty(locales, key)) {
              const locale = locales[key]
              if (!IsObject(locale) && !IsString(locale)) ThrowTypeError("Incorrect locale information provided")
              Push(list, ToString(locale))
            }
          }
        }
      }`

const compareSlowly = guestBody(
  "String.prototype.localeCompare/slow",
  `function (that, locales, options) {
      ${localeList}
      if (options === null) ThrowTypeError("Cannot convert undefined or null to object")
      const chosen = options === undefined ? {} : ToObject(options)
      const text = (value) => value === undefined ? undefined : ToString(value)
      const truth = (value) => value === undefined ? undefined : !!value
      return CompareTexts(this, that, list, text(chosen.usage), text(chosen.localeMatcher), truth(chosen.numeric),
        text(chosen.caseFirst), text(chosen.sensitivity), truth(chosen.ignorePunctuation))
    }`,
)

/** String.prototype.localeCompare, 22.1.3.12, with the arguments of ECMA-402. */
function localeCompare(
  machine: Machine,
  text: string,
  that: string,
  locales: Value,
  options: Value,
): Completion {
  if (options === undefined && (locales === undefined || typeof locales === "string")) {
    return compare(machine, text, that, [locales ?? machine.world.locale], {})
  }
  return compareSlowly(machine, text, [that, locales, options], undefined, machine.realm.stringPrototype)
}

function changeCase(machine: Machine, text: string, form: Transform, locale: string): Completion {
  try {
    return transformText(machine, text, form, locale)
  } catch (error) {
    return throwRangeError(machine, (error as Error).message)
  }
}

/** `ChangeCase(text, form, locales)` for guest text. */
export function hiddenChangeCase(machine: Machine, _this: Value, args: Value[]): Completion {
  const list = (args[2] as JSObject).data as string[]
  return changeCase(machine, args[0] as string, args[1] as Transform, list[0] ?? machine.world.locale)
}

/** String.prototype.toLocaleLowerCase and toLocaleUpperCase, 22.1.3.26 and 22.1.3.27. */
function localeCase(name: string, form: Transform): Member {
  const slow = guestBody(
    `String.prototype.${name}/slow`,
    `function (locales) {
      ${localeList}
      return ChangeCase(this, "${form}", list)
    }`,
  )
  return converted(0, "thisString", ["any"], (machine, text: string, locales: Value) => {
    if (locales === undefined) return changeCase(machine, text, form, machine.world.locale)
    if (typeof locales === "string") return changeCase(machine, text, form, locales)
    return slow(machine, text, [locales], undefined, machine.realm.stringPrototype)
  })
}

/** String.prototype.substring, 22.1.3.25. */
function substring(machine: Machine, text: string, start: number, end: number | undefined): Completion {
  return made(machine, text.substring(start, end))
}

const iterator = converted(0, "thisString", [], (machine, text: string) => {
  machine.meter.used += OBJECT_BYTES
  const shape = machine.realm.shapeFor(machine.realm.intrinsic("StringIteratorPrototype"))
  return new JSObject(shape, [], Kind.Iterator, new StringIteratorSlots(text))
})

export const stringIntrinsics: Intrinsic[] = [
  constructor({
    name: "String",
    length: 1,
    body(machine, _thisValue, args, newTarget) {
      if (newTarget === undefined) {
        if (args.length === 0) return ""
        return typeof args[0] === "symbol" ? symbolText(args[0]) : toString(machine, args[0])
      }
      if (args.length === 0) return makeString(machine, newTarget, "")
      const value = flat(machine, args[0])
      return typeof value === "string"
        ? makeString(machine, newTarget, value)
        : constructSteps.start(machine, { value, newTarget })
    },
    statics: [
      ["fromCharCode", fromCharCode],
      ["fromCodePoint", fromCodePoint],
      ["raw", raw],
    ],
  }),
  object({
    name: "String.prototype",
    kind: Kind.String,
    data: () => "",
    members: [
      ["constructor", intrinsic("String")],
      ["at", converted(1, "thisString", ["integer"], at)],
      ["charAt", converted(1, "thisString", ["integer"], charAt)],
      [
        "charCodeAt",
        converted(1, "thisString", ["integer"], (_m, text: string, index: number) => text.charCodeAt(index)),
      ],
      [
        "codePointAt",
        converted(1, "thisString", ["integer"], (_m, text: string, index: number) => text.codePointAt(index)),
      ],
      ["concat", concat],
      ["endsWith", containment("endsWith")],
      ["includes", containment("includes")],
      [
        "indexOf",
        converted(
          1,
          "thisString",
          ["string", "integer"],
          (machine, text: string, needle: string, from: number) =>
            stringIndexOf(machine, text, needle, Math.min(Math.max(from, 0), text.length)),
        ),
      ],
      ["isWellFormed", converted(0, "thisString", [], (machine, text: string) => wellFormed(machine, text))],
      [
        "lastIndexOf",
        converted(
          1,
          "thisString",
          ["string", "number"],
          (machine, text: string, needle: string, from: number) =>
            stringLastIndexOf(machine, text, needle, Number.isNaN(from) ? Infinity : Math.max(from, 0)),
        ),
      ],
      ["localeCompare", converted(1, "thisString", ["string", "any", "any"], localeCompare)],
      ["normalize", converted(0, "thisString", ["?string"], normalize)],
      ["padEnd", padding(false)],
      ["padStart", padding(true)],
      ["repeat", converted(1, "thisString", ["integer"], repeat)],
      ...patternMembers,
      [
        "slice",
        converted(
          2,
          "thisString",
          ["integer", "?integer"],
          (machine, text: string, start: number, end?: number) => made(machine, text.slice(start, end)),
        ),
      ],
      ["startsWith", containment("startsWith")],
      [
        "substr",
        converted(
          2,
          "thisString",
          ["integer", "?integer"],
          (machine, text: string, start: number, length?: number) =>
            made(machine, text.substr(start, length)),
        ),
      ],
      ["substring", converted(2, "thisString", ["integer", "?integer"], substring)],
      ["toLocaleLowerCase", localeCase("toLocaleLowerCase", "lower")],
      ["toLocaleUpperCase", localeCase("toLocaleUpperCase", "upper")],
      [
        "toLowerCase",
        converted(0, "thisString", [], (machine, text: string) => transformText(machine, text, "lower")),
      ],
      ["toString", thisString("toString")],
      [
        "toUpperCase",
        converted(0, "thisString", [], (machine, text: string) => transformText(machine, text, "upper")),
      ],
      [
        "toWellFormed",
        converted(0, "thisString", [], (machine, text: string) => transformText(machine, text, "wellFormed")),
      ],
      [
        "trim",
        converted(0, "thisString", [], (machine, text: string) => trimText(machine, text, true, true)),
      ],
      [
        "trimEnd",
        converted(0, "thisString", [], (machine, text: string) => trimText(machine, text, false, true)),
      ],
      [
        "trimStart",
        converted(0, "thisString", [], (machine, text: string) => trimText(machine, text, true, false)),
      ],
      ["trimLeft", alias("trimStart")],
      ["trimRight", alias("trimEnd")],
      ["valueOf", thisString("valueOf")],
      ...htmlMembers,
      [Symbol.iterator, iterator],
    ],
  }),
]

function wellFormed(machine: Machine, text: string): boolean {
  machine.charge(text.length >> 10)
  return text.isWellFormed()
}
