/**
 * Locales and options as ECMA-402 reads them: by program code where need be, into plain records for the host. Owns the
 * defaults: the run's locale and time zone, never the host's.
 */
import type { IntlOptions, IntlServiceName, ServiceArguments } from "../objects/host.ts"
import type { IntlSlots } from "../objects/intlSlots.ts"
import type { JSObject } from "../objects/object.ts"
import { slotKeys } from "../objects/properties.ts"
import { ABRUPT, type Abrupt, type Completion, type Value } from "../objects/value.ts"
import { dataProperty } from "../interpreter/describe.ts"
import { guestBody } from "../interpreter/guest.ts"
import type { Machine } from "../interpreter/machine.ts"
import { createArray, flat } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"

type OptionType = "string" | "boolean" | "number" | "mixed"

const digitOptions = {
  minimumIntegerDigits: "number",
  minimumFractionDigits: "number",
  maximumFractionDigits: "number",
  minimumSignificantDigits: "number",
  maximumSignificantDigits: "number",
  roundingIncrement: "number",
  roundingMode: "string",
  roundingPriority: "string",
  trailingZeroDisplay: "string",
} as const

/** The options of each service, in the order in which they are read. */
const optionTypes: Readonly<Record<IntlServiceName, Readonly<Record<string, OptionType>>>> = {
  Collator: {
    usage: "string",
    localeMatcher: "string",
    collation: "string",
    numeric: "boolean",
    caseFirst: "string",
    sensitivity: "string",
    ignorePunctuation: "boolean",
  },
  DateTimeFormat: {
    localeMatcher: "string",
    calendar: "string",
    numberingSystem: "string",
    hour12: "boolean",
    hourCycle: "string",
    timeZone: "string",
    weekday: "string",
    era: "string",
    year: "string",
    month: "string",
    day: "string",
    dayPeriod: "string",
    hour: "string",
    minute: "string",
    second: "string",
    fractionalSecondDigits: "number",
    timeZoneName: "string",
    formatMatcher: "string",
    dateStyle: "string",
    timeStyle: "string",
  },
  DisplayNames: {
    localeMatcher: "string",
    style: "string",
    type: "string",
    fallback: "string",
    languageDisplay: "string",
  },
  ListFormat: { localeMatcher: "string", type: "string", style: "string" },
  NumberFormat: {
    localeMatcher: "string",
    numberingSystem: "string",
    style: "string",
    currency: "string",
    currencyDisplay: "string",
    currencySign: "string",
    unit: "string",
    unitDisplay: "string",
    notation: "string",
    ...digitOptions,
    compactDisplay: "string",
    useGrouping: "mixed",
    signDisplay: "string",
  },
  PluralRules: { localeMatcher: "string", type: "string", ...digitOptions },
  RelativeTimeFormat: {
    localeMatcher: "string",
    numberingSystem: "string",
    style: "string",
    numeric: "string",
  },
  Segmenter: { localeMatcher: "string", granularity: "string" },
}

/** These take any value for their options; the others only an object. */
const coercing: ReadonlySet<string> = new Set([
  "Collator",
  "DateTimeFormat",
  "NumberFormat",
  "PluralRules",
  "RelativeTimeFormat",
])

/** CanonicalizeLocaleList, ECMA-402 9.2.1, as far as gathering the texts. */
const localeList = `const list = []
    if (locales !== undefined) {
      if (IsObject(locales) && !IsLocale(locales)) {
        const length = LengthOfArrayLike(locales)
        for (let index = 0; index < length; index++) {
          const key = ToString(index)
          if (HasProperty(locales, key)) {
            const locale = locales[key]
            if (!IsObject(locale) && !IsString(locale)) ThrowTypeError("Incorrect locale information provided")
            Push(list, ToString(locale))
          }
        }
      } else {
        if (locales === null) ThrowTypeError("Cannot convert undefined or null to object")
        if (IsObject(locales) || IsString(locales)) Push(list, ToString(locales))
      }
    }`

/** Gives a list of the locales, and an object of the options that are not undefined. */
const readByGuest = guestBody(
  "Intl/arguments",
  `function (locales, options, names, coerces) {
    ${localeList}
    const read = {}
    if (options !== undefined) {
      if (!coerces && !IsObject(options)) ThrowTypeError("Incorrect options information provided")
      const chosen = ToObject(options)
      for (let index = 0; index < names.length; index = index + 2) {
        const value = chosen[names[index]]
        if (value === undefined) continue
        const type = names[index + 1]
        let converted
        if (type === "boolean") converted = !!value
        else if (type === "number") converted = ToNumber(value)
        else if (type === "mixed" && (value === true || value === false)) converted = value
        else converted = ToString(value)
        CreateDataProperty(read, names[index], converted)
      }
    }
    return [list, read]
  }`,
)

/** What reading gives when nothing had to be read by program code. */
function simple(machine: Machine, locales: Value): JSObject {
  const list = locales === undefined ? [] : [locales]
  return createArray(machine, [createArray(machine, list), machine.realm.newObject(null)])
}

/** Reads locales and options of a service; the result is for {@link argumentsOf}. */
export function readArguments(
  machine: Machine,
  service: IntlServiceName | "Locale",
  locales: Value,
  options: Value,
): Completion {
  const tag = flat(machine, locales)
  if (options === undefined && (tag === undefined || typeof tag === "string")) return simple(machine, tag)
  const types = service === "Locale" ? localeOptions : optionTypes[service]
  const names = createArray(machine, Object.entries(types).flat())
  return readByGuest(machine, undefined, [tag, options, names, coercing.has(service)], undefined, names)
}

const localeOptions = {
  language: "string",
  script: "string",
  region: "string",
  calendar: "string",
  collation: "string",
  hourCycle: "string",
  caseFirst: "string",
  numeric: "boolean",
  numberingSystem: "string",
} as const

export interface Read {
  readonly locales: string[]
  readonly options: Record<string, string | number | boolean>
}

/** The plain form of what {@link readArguments} gave. */
export function argumentsOf(machine: Machine, read: Value): Read {
  const [list, object] = (read as JSObject).data as [JSObject, JSObject]
  const options: Read["options"] = {}
  for (const key of slotKeys(machine.realm, object)) {
    options[key as string] = dataProperty(machine.realm, object, key) as string
  }
  return { locales: [...(list.data as string[])], options }
}

/** What the host gets: the run's locale stands behind those asked for, and its time zone where none is. */
export function hostArguments(
  machine: Machine,
  service: string,
  locales: readonly string[],
  options: IntlOptions,
): ServiceArguments {
  const all = [...locales, machine.world.locale]
  if (service !== "DateTimeFormat" || options["timeZone"] !== undefined) return { locales: all, options }
  return { locales: all, options: { ...options, timeZone: machine.world.timeZone } }
}

/** The arguments of an Intl object. */
export function slotsArguments(machine: Machine, slots: IntlSlots): ServiceArguments {
  return hostArguments(machine, slots.service, slots.locales, slots.options as IntlOptions)
}

/** Calls the host; its RangeError or TypeError is the program's. */
export function asking<Result>(machine: Machine, ask: () => Result): Result | Abrupt {
  machine.charge(20)
  try {
    return ask()
  } catch (error) {
    const { message } = error as Error
    if (error instanceof RangeError) return throwRangeError(machine, message)
    if (error instanceof TypeError) return throwTypeError(machine, message)
    throw error
  }
}

/** `asking` for a value. */
export function askingFor(machine: Machine, ask: () => string | number | boolean | undefined): Completion {
  const value = asking(machine, ask)
  if (value === ABRUPT) return ABRUPT
  if (typeof value === "string") machine.meter.used += value.length * 2
  return value
}
