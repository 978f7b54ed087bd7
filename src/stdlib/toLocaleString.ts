/** Date.prototype.toLocaleString and its like, ECMA-402 19.4, and those of Number and BigInt, 19.3 and 19.2. */
import { formatDate, formatNumber, type Numeric } from "../objects/host.ts"
import { isObject, Kind } from "../objects/object.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { type Member, method, steps } from "../interpreter/native.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { INVALID_DATE } from "./dateText.ts"
import { argumentsOf, askingFor, hostArguments, type Read, readArguments } from "./intlArguments.ts"
import { throwIncompatible } from "./receivers.ts"

/** Which fields a method shows if none is asked for. */
type Defaults = "all" | "date" | "time"

const dateFields = ["weekday", "year", "month", "day"]
const timeFields = ["dayPeriod", "hour", "minute", "second", "fractionalSecondDigits"]
const defaultDate = { year: "numeric", month: "numeric", day: "numeric" }
const defaultTime = { hour: "numeric", minute: "numeric", second: "numeric" }

/** The defaults of CreateDateTimeFormat, ECMA-402 11.1.2; a TypeError's text where a style does not fit. */
function withDefaults({ options }: Read, defaults: Defaults): Read["options"] | string {
  const { dateStyle, timeStyle } = options
  if (dateStyle !== undefined || timeStyle !== undefined) {
    if (defaults === "date" && timeStyle !== undefined) return "Invalid option : timeStyle"
    if (defaults === "time" && dateStyle !== undefined) return "Invalid option : dateStyle"
    return options
  }
  const deciding = [...(defaults === "time" ? [] : dateFields), ...(defaults === "date" ? [] : timeFields)]
  if (deciding.some((name) => options[name] !== undefined)) return options
  return {
    ...options,
    ...(defaults === "time" ? {} : defaultDate),
    ...(defaults === "date" ? {} : defaultTime),
  }
}

interface Once {
  readonly value: Numeric
  readonly defaults: Defaults | null
  readonly locales: Value
  readonly options: Value
}

const onceSteps = steps<Once>({
  name: "toLocaleString",
  run(machine, frame, input) {
    const { value, defaults, locales, options } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = readArguments(machine, defaults === null ? "NumberFormat" : "DateTimeFormat", locales, options)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const read = argumentsOf(machine, input as Value)
    if (defaults === null) {
      return askingFor(machine, () =>
        formatNumber(hostArguments(machine, "NumberFormat", read.locales, read.options), value),
      )
    }
    const complete = withDefaults(read, defaults)
    if (typeof complete === "string") return throwTypeError(machine, complete)
    const host = hostArguments(machine, "DateTimeFormat", read.locales, complete)
    return askingFor(machine, () => formatDate(host, value as number))
  },
})

function dateMember(name: string, defaults: Defaults): readonly [string, Member] {
  const member = method(0, (machine, thisValue, [locales, options]) => {
    if (!isObject(thisValue) || thisValue.kind !== Kind.Date) {
      return throwIncompatible(machine, `Date.prototype.${name}`, thisValue)
    }
    const value = thisValue.data as number
    return Number.isNaN(value)
      ? INVALID_DATE
      : onceSteps.start(machine, { value, defaults, locales, options })
  })
  return [name, member]
}

export const localeStringMembers: ReadonlyArray<readonly [string, Member]> = [
  dateMember("toLocaleString", "all"),
  dateMember("toLocaleDateString", "date"),
  dateMember("toLocaleTimeString", "time"),
]

function formatOnce(machine: Machine, value: Numeric, [locales, options]: Value[]): Completion {
  return onceSteps.start(machine, { value, defaults: null, locales, options })
}

/** Number.prototype.toLocaleString, ECMA-402 19.3.1. */
export const numberToLocaleString: Member = method(0, (machine, thisValue, args) => {
  const value = isObject(thisValue) && thisValue.kind === Kind.Number ? (thisValue.data as number) : thisValue
  if (typeof value === "number") return formatOnce(machine, value, args)
  return throwTypeError(machine, "Number.prototype.toLocaleString requires that 'this' be a Number")
})

/** BigInt.prototype.toLocaleString, ECMA-402 19.2.1. */
export const bigintToLocaleString: Member = method(0, (machine, thisValue, args) => {
  const value = isObject(thisValue) && thisValue.kind === Kind.BigInt ? (thisValue.data as bigint) : thisValue
  if (typeof value === "bigint") return formatOnce(machine, value, args)
  return throwTypeError(machine, "BigInt.prototype.toLocaleString requires that 'this' be a BigInt")
})
