/** URL, of the WHATWG standard: the host parses and writes, the guest's object holds the parts as texts. */
import { parseUrl, type UrlParts, withUrlPart, type WritableUrlPart } from "../objects/host.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import { type PairsSlots, UrlSlots } from "../objects/platformSlots.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Abrupt, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  constant,
  constructor,
  intrinsic,
  type Member,
  method,
  object,
  steps,
} from "../interpreter/native.ts"
import { toString } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { attribute, brand, webIdl, operation, throwWithoutNew } from "./platform.ts"
import { fillFromQuery, newSearchParams } from "./URLSearchParams.ts"

/** Longer ones, in UTF-16 units, are refused. */
export const MAX_URL_LENGTH = 1 << 20

const isUrl = brand(UrlSlots)

const makeUrl = fromConstructor<UrlParts>("URL.prototype", (machine, prototype, parts) => {
  if (!machine.allocate(OBJECT_BYTES * 2 + parts.href.length * 4)) return ABRUPT
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Platform, new UrlSlots(parts))
})

/** Charges; a text that is too long is the program's RangeError. */
function admits(machine: Machine, length: number): boolean {
  machine.charge(4 + (Math.min(length, MAX_URL_LENGTH) >> 7))
  if (length <= MAX_URL_LENGTH) return true
  throwRangeError(machine, `The URL is longer than ${MAX_URL_LENGTH} characters`)
  return false
}

function parse(machine: Machine, text: string, base: string | undefined): UrlParts | null | Abrupt {
  if (!admits(machine, text.length + (base?.length ?? 0))) return ABRUPT
  return parseUrl(text.toWellFormed(), base?.toWellFormed())
}

type Purpose = "construct" | "canParse" | "parse"

interface Parse {
  readonly purpose: Purpose
  readonly args: Value[]
  readonly newTarget: JSObject | null
  text: string
}

const parseSteps = steps<Parse>({
  name: "URL",
  run(machine, frame, input) {
    const { locals } = frame
    const { args, purpose } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = toString(machine, args[0])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.text = input as string
      frame.state = 2
      input = args[1] === undefined ? undefined : toString(machine, args[1])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const parts = parse(machine, locals.text, input as string | undefined)
    if (parts === ABRUPT) return ABRUPT
    if (purpose === "canParse") return parts !== null
    if (parts !== null) return makeUrl(machine, locals.newTarget ?? machine.realm.intrinsic("URL"), parts)
    return purpose === "parse" ? null : throwTypeError(machine, "Invalid URL")
  },
})

function parsing(purpose: Purpose): Member {
  return method(1, (machine, _this, args) => start(machine, purpose, args, null))
}

function start(machine: Machine, purpose: Purpose, args: Value[], newTarget: JSObject | null): Completion {
  if (args.length === 0) return throwTypeError(machine, 'The "url" argument must be specified')
  return parseSteps.start(machine, { purpose, args, newTarget, text: "" })
}

/** Gives a URL other parts, and the object of its `searchParams` their query; false on ABRUPT. */
function replaceParts(machine: Machine, slots: UrlSlots, parts: UrlParts): boolean {
  const { params } = slots
  if (params !== null && !fillFromQuery(machine, params.data as PairsSlots, parts.search)) return false
  slots.parts = parts
  return true
}

function setPart(machine: Machine, slots: UrlSlots, part: WritableUrlPart, text: string): Completion {
  if (!admits(machine, slots.parts.href.length + text.length)) return ABRUPT
  const parts = withUrlPart(slots.parts.href, part, text.toWellFormed())
  if (part !== "search") slots.parts = parts
  else if (!replaceParts(machine, slots, parts)) return ABRUPT
  return undefined
}

function part(name: WritableUrlPart): readonly [string, Member] {
  const get = (_machine: Machine, slots: UrlSlots): string => slots.parts[name]
  return [
    name,
    attribute(`URL.prototype.${name}`, isUrl, get, (machine, slots, text) =>
      setPart(machine, slots, name, text),
    ),
  ]
}

const href = attribute(
  "URL.prototype.href",
  isUrl,
  (_machine, slots) => slots.parts.href,
  (machine, slots, text) => {
    const parts = parse(machine, text, undefined)
    if (parts === ABRUPT) return ABRUPT
    if (parts === null) return throwTypeError(machine, "Invalid URL")
    return replaceParts(machine, slots, parts) ? undefined : ABRUPT
  },
)

const searchParams = attribute("URL.prototype.searchParams", isUrl, (machine, slots, self) => {
  slots.params ??= newSearchParams(machine, slots.parts.search, self)
  return slots.params ?? ABRUPT
})

const text = operation(isUrl, 0, [], (_machine, slots) => slots.parts.href)

export const urlIntrinsics: Intrinsic[] = [
  constructor({
    name: "URL",
    length: 1,
    body(machine, _this, args, newTarget) {
      return newTarget === undefined
        ? throwWithoutNew(machine, "URL")
        : start(machine, "construct", args, newTarget)
    },
    statics: [
      ["canParse", parsing("canParse")],
      ["parse", parsing("parse")],
    ],
  }),
  webIdl(
    object({
      name: "URL.prototype",
      members: [
        ["constructor", intrinsic("URL")],
        ["href", href],
        ["origin", attribute("URL.prototype.origin", isUrl, (_machine, slots) => slots.parts.origin)],
        part("protocol"),
        part("username"),
        part("password"),
        part("host"),
        part("hostname"),
        part("port"),
        part("pathname"),
        part("search"),
        ["searchParams", searchParams],
        part("hash"),
        ["toString", text],
        ["toJSON", text],
        [Symbol.toStringTag, constant("URL", CONFIGURABLE)],
      ],
    }),
  ),
]
