/** Intl.Locale, ECMA-402 14: a tag; everything about it is the host's answer. */
import { likelyTag, localeField, localeTag } from "../objects/host.ts"
import { LocaleSlots } from "../objects/intlSlots.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { Rope } from "../objects/rope.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  constant,
  constructor,
  getter,
  intrinsic,
  type Member,
  method,
  object,
  steps,
} from "../interpreter/native.ts"
import { toString } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { argumentsOf, asking, askingFor, readArguments } from "./intlArguments.ts"
import { throwIncompatible } from "./receivers.ts"

const makeLocale = fromConstructor<string>("Intl.Locale.prototype", (machine, prototype, tag) => {
  machine.meter.used += OBJECT_BYTES
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Ordinary, new LocaleSlots(tag))
})

const localeSteps = steps<{ tag: Value; options: Value; newTarget: JSObject }>({
  name: "Intl.Locale",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      const { tag } = locals
      input = isObject(tag) && tag.data instanceof LocaleSlots ? tag.data.tag : toString(machine, tag)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.tag = input as Value
      frame.state = 2
      input = readArguments(machine, "Locale", undefined, locals.options)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const { options } = argumentsOf(machine, input as Value)
    const tag = asking(machine, () => localeTag(locals.tag as string, options))
    return tag === ABRUPT ? ABRUPT : makeLocale(machine, locals.newTarget, tag)
  },
})

function tagOf(machine: Machine, value: Value, name: string): string | null {
  if (isObject(value) && value.data instanceof LocaleSlots) return value.data.tag
  throwIncompatible(machine, `Intl.Locale.prototype.${name}`, value)
  return null
}

function field(name: string): readonly [string, Member] {
  const member = getter((machine, thisValue): Completion => {
    const tag = tagOf(machine, thisValue, name)
    return tag === null ? ABRUPT : askingFor(machine, () => localeField(tag, name))
  })
  return [name, member]
}

function likely(direction: "maximize" | "minimize"): readonly [string, Member] {
  const member = method(0, (machine, thisValue) => {
    const tag = tagOf(machine, thisValue, direction)
    if (tag === null) return ABRUPT
    const made = asking(machine, () => likelyTag(tag, direction))
    return made === ABRUPT ? ABRUPT : makeLocale(machine, machine.realm.intrinsic("Intl.Locale"), made)
  })
  return [direction, member]
}

export const localeIntrinsics: Intrinsic[] = [
  {
    ...constructor({
      name: "Intl.Locale",
      functionName: "Locale",
      length: 1,
      body(machine, _this, [tag, options], newTarget) {
        if (newTarget === undefined) return throwTypeError(machine, messages.requiresNew("Intl.Locale"))
        if (typeof tag !== "string" && !isObject(tag) && !(tag instanceof Rope)) {
          return throwTypeError(
            machine,
            "First argument to Intl.Locale constructor can't be empty or missing",
          )
        }
        return localeSteps.start(machine, { tag, options, newTarget })
      },
      statics: [],
    }),
  },
  object({
    name: "Intl.Locale.prototype",
    members: [
      ["constructor", intrinsic("Intl.Locale")],
      likely("maximize"),
      likely("minimize"),
      ["toString", method(0, (machine, thisValue) => tagOf(machine, thisValue, "toString") ?? ABRUPT)],
      ...[
        "baseName",
        "calendar",
        "caseFirst",
        "collation",
        "hourCycle",
        "language",
        "numberingSystem",
        "numeric",
        "region",
        "script",
      ].map(field),
      [Symbol.toStringTag, constant("Intl.Locale", CONFIGURABLE)],
    ],
  }),
]
