/** Intl, ECMA-402: constructors and prototypes. The guest's objects hold locales and options; the host does the work. */
import {
  canonicalLocales,
  type IntlServiceName,
  resolvedOptions,
  supportedLocales,
  supportedValues,
} from "../objects/host.ts"
import type { NativeFunction } from "../objects/function.ts"
import { IntlSlots, LocaleSlots } from "../objects/intlSlots.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import { addProperty } from "../objects/properties.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE, DEFAULT } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { coercedBody, type Coercions } from "../interpreter/coerce.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  constant,
  constructor,
  converted,
  getter,
  intrinsic,
  type Member,
  method,
  type NativeBody,
  type NativeEntry,
  nativeFunction,
  object,
  steps,
} from "../interpreter/native.ts"
import { createArray, createObject } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import {
  argumentsOf,
  asking,
  hostArguments,
  type Read,
  readArguments,
  slotsArguments,
} from "./intlArguments.ts"
import { localeIntrinsics } from "./intlLocale.ts"
import { segmentIntrinsics, segmentMember } from "./intlSegmenter.ts"
import {
  compareOperation,
  formatDateOperation,
  formatNumberOperation,
  hiddenFormatList,
  operations,
  slotsOf,
} from "./intlServices.ts"

interface Making {
  readonly service: IntlServiceName
  readonly read: Read
}

const serviceNames = Object.keys(operations) as IntlServiceName[]

const makers = Object.fromEntries(
  serviceNames.map((service) => [
    service,
    fromConstructor<Making>(`Intl.${service}.prototype`, (machine, prototype, { read }) => {
      machine.meter.used += OBJECT_BYTES * 2
      const slots = new IntlSlots(service, read.locales, read.options)
      return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Ordinary, slots)
    }),
  ]),
) as Record<IntlServiceName, ReturnType<typeof fromConstructor<Making>>>

/** Units of a service's making. */
const MAKING_FUEL = 400

const constructSteps = steps<{
  service: IntlServiceName
  locales: Value
  options: Value
  newTarget: JSObject
}>({
  name: "Intl service",
  run(machine, frame, input) {
    const { service, locales, options, newTarget } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = readArguments(machine, service, locales, options)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const read = argumentsOf(machine, input as Value)
    const host = hostArguments(machine, service, read.locales, read.options)
    machine.charge(MAKING_FUEL)
    if (asking(machine, () => resolvedOptions(service, host.locales, host.options)) === ABRUPT) return ABRUPT
    return makers[service](machine, newTarget, { service, read })
  },
})

const callable: ReadonlySet<string> = new Set(["Collator", "DateTimeFormat", "NumberFormat"])

function serviceBody(service: IntlServiceName): NativeBody {
  return (machine, _this, [locales, options], newTarget, callee) => {
    if (newTarget === undefined && !callable.has(service)) {
      return throwTypeError(machine, messages.requiresNew(`Intl.${service}`))
    }
    if (service === "DisplayNames" && options === undefined) {
      return throwTypeError(machine, 'Required option "type" must not be undefined')
    }
    return constructSteps.start(machine, { service, locales, options, newTarget: newTarget ?? callee })
  }
}

/** A value of the host's resolved options: a primitive, or a list of texts. */
function resolvedValue(machine: Machine, value: unknown): Value {
  return Array.isArray(value) ? createArray(machine, value.map(String)) : (value as Value)
}

function resolvedOptionsMember(service: IntlServiceName): Member {
  return method(0, (machine, thisValue) => {
    const slots = slotsOf(machine, thisValue, service, "resolvedOptions")
    if (slots === null) return ABRUPT
    const { locales, options } = slotsArguments(machine, slots)
    const resolved = asking(machine, () => resolvedOptions(service, locales, options))
    if (resolved === ABRUPT) return ABRUPT
    const made = createObject(machine)
    for (const [key, value] of Object.entries(resolved)) {
      if (value !== undefined) addProperty(machine.realm, made, key, resolvedValue(machine, value), DEFAULT)
    }
    return made
  })
}

const supportedSteps = steps<{ service: IntlServiceName; locales: Value; options: Value }>({
  name: "Intl supportedLocalesOf",
  run(machine, frame, input) {
    const { service, locales, options } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = readArguments(machine, service, locales, options)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const read = argumentsOf(machine, input as Value)
    const { localeMatcher } = read.options
    const matcher = localeMatcher === undefined ? {} : { localeMatcher }
    const supported = asking(machine, () => supportedLocales(service, read.locales, matcher))
    return supported === ABRUPT ? ABRUPT : createArray(machine, [...supported])
  },
})

/** A function that belongs to one object: what `format` and `compare` give. */
function boundEntry(
  service: IntlServiceName,
  name: string,
  length: number,
  argumentCoercions: Coercions["argumentCoercions"],
  run: (machine: Machine, slots: IntlSlots, ...args: never[]) => Completion,
): readonly [bound: NativeEntry, inner: NativeEntry] {
  const inner = {
    ...nativeFunction(`Intl.${service} bound ${name} arguments`, "", length, coercedBody),
    coercions: {
      thisCoercion: "any",
      argumentCoercions,
      body: (machine, owner: JSObject, ...args) =>
        run(machine, owner.data as IntlSlots, ...(args as never[])),
    } satisfies Coercions,
  } as NativeEntry
  const bound = nativeFunction(
    `Intl.${service} bound ${name}`,
    "",
    length,
    (machine, _this, args, newTarget, callee) => {
      const [owner] = (callee.data as NativeFunction).captures as [JSObject]
      return coercedBody(machine, owner, args, newTarget, machine.realm.functionOf(inner))
    },
  )
  return [bound, inner]
}

const boundEntries = {
  Collator: boundEntry("Collator", "compare", 2, ["string", "string"], compareOperation),
  DateTimeFormat: boundEntry("DateTimeFormat", "format", 1, ["?number"], formatDateOperation),
  NumberFormat: boundEntry("NumberFormat", "format", 1, ["numeric"], formatNumberOperation),
}

/** Built-in functions of this file with captured state. */
export const intlCapturingEntries: readonly NativeEntry[] = Object.values(boundEntries).flat()

function boundGetter(service: keyof typeof boundEntries, name: string): readonly [string, Member] {
  const member = getter((machine, thisValue) => {
    const slots = slotsOf(machine, thisValue, service, name)
    if (slots === null) return ABRUPT
    return (slots.bound ??= machine.realm.newNative(boundEntries[service][0], [thisValue]))
  })
  return [name, member]
}

const getters: Partial<Record<IntlServiceName, readonly [string, Member]>> = {
  Collator: boundGetter("Collator", "compare"),
  DateTimeFormat: boundGetter("DateTimeFormat", "format"),
  NumberFormat: boundGetter("NumberFormat", "format"),
}

function serviceIntrinsics(service: IntlServiceName): Intrinsic[] {
  const required = service === "DisplayNames" ? 2 : 0
  const own = getters[service]
  return [
    constructor({
      name: `Intl.${service}`,
      functionName: service,
      length: required,
      body: serviceBody(service),
      statics: [
        [
          "supportedLocalesOf",
          method(1, (machine, _this, [locales, options]) =>
            supportedSteps.start(machine, { service, locales, options }),
          ),
        ],
      ],
    }),
    object({
      name: `Intl.${service}.prototype`,
      members: [
        ["constructor", intrinsic(`Intl.${service}`)],
        ...(own === undefined ? [] : [own]),
        ...operations[service],
        ...(service === "Segmenter" ? ([["segment", segmentMember]] as const) : []),
        ["resolvedOptions", resolvedOptionsMember(service)],
        [Symbol.toStringTag, constant(`Intl.${service}`, CONFIGURABLE)],
      ],
    }),
  ]
}

const canonicalSteps = steps<{ locales: Value }>({
  name: "Intl.getCanonicalLocales",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = readArguments(machine, "Collator", frame.locals.locales, undefined)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const { locales } = argumentsOf(machine, input as Value)
    const canonical = asking(machine, () => canonicalLocales(locales))
    return canonical === ABRUPT ? ABRUPT : createArray(machine, [...canonical])
  },
})

/** Operations for the guest texts of Intl. */
export const hiddenIntlOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["FormatList", 3, hiddenFormatList],
  ["IsLocale", 1, (_machine, _this, args) => isObject(args[0]) && args[0].data instanceof LocaleSlots],
]

export const intlIntrinsics: Intrinsic[] = [
  object({
    name: "Intl",
    members: [
      [
        "getCanonicalLocales",
        method(1, (machine, _this, args) => canonicalSteps.start(machine, { locales: args[0] })),
      ],
      [
        "supportedValuesOf",
        converted(1, "any", ["string"], (machine, _this, key: string) => {
          const values = asking(machine, () => supportedValues(key))
          return values === ABRUPT ? ABRUPT : createArray(machine, [...values])
        }),
      ],
      ...[...serviceNames, "Locale"].map((name) => [name, intrinsic(`Intl.${name}`)] as const),
      [Symbol.toStringTag, constant("Intl", CONFIGURABLE)],
    ],
  }),
  ...serviceNames.flatMap(serviceIntrinsics),
  ...localeIntrinsics,
  ...segmentIntrinsics,
]
