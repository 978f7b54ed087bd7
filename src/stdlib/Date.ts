/** Date, ECMA-262 21.4, with Annex B.2.3. The clock, the time zone and the locale are the run's. */
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import { isPlainDate } from "../interpreter/datePrimitive.ts"
import { guestBody } from "../interpreter/guest.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  alias,
  constructor,
  guest,
  intrinsic,
  type Member,
  method,
  type NativeBody,
  object,
  steps,
} from "../interpreter/native.ts"
import { flat, toNumber, toPrimitive, toString } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { dateString, dateTimeString, isoString, timeString, utcString } from "./dateText.ts"
import {
  DAY_MS,
  fieldsOf,
  type Fields,
  makeDate,
  makeDay,
  makeFullYear,
  makeTime,
  timeClip,
  timeWithinDay,
} from "./dateFields.ts"
import { localeStringMembers } from "./toLocaleString.ts"
import { parseDate } from "./dateParse.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { throwIncompatible } from "./receivers.ts"
import { localTime, offsetAt, utcTime } from "./timeZone.ts"

const makeObject = fromConstructor<number>("Date.prototype", (machine, prototype, time) => {
  machine.meter.used += OBJECT_BYTES
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Date, time)
})

function isDate(value: Value): value is JSObject {
  return isObject(value) && value.kind === Kind.Date
}

function now(machine: Machine): number {
  return timeClip(Math.floor(machine.world.now))
}

function zoneOf(machine: Machine): string {
  return machine.world.timeZone
}

/** A text's time value. */
function parse(machine: Machine, text: string): number {
  machine.charge(1 + (Math.min(text.length, 4_096) >> 3))
  const { time, isLocal } = parseDate(text)
  return timeClip(isLocal ? utcTime(zoneOf(machine), time) : time)
}

/** Steps 3.a to 3.k of Date.UTC, 21.4.3.4, and the like steps of the constructor. */
function timeOfFields(numbers: readonly number[]): number {
  const [year = NaN, month = 0, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = numbers
  return makeDate(makeDay(makeFullYear(year), month, day), makeTime(hour, minute, second, millisecond))
}

/** What is done with arguments once they are numbers. */
type Purpose = "construct" | "UTC" | "set"

interface Numbers {
  readonly purpose: Purpose
  /** The new target, or the date that is set. */
  readonly subject: JSObject | null
  /** Of `set`: its name, and the time value before the conversions. */
  readonly setter: string
  readonly before: number
  readonly args: Value[]
  readonly numbers: number[]
}

/** ToNumber of each argument, in order. */
const numbersSteps = steps<Numbers>({
  name: "Date numbers",
  run(machine, frame, input) {
    const { args, numbers } = frame.locals
    for (;;) {
      if (frame.state === 1) {
        frame.state = 0
        numbers.push(input as number)
      }
      if (numbers.length === args.length) return withNumbers(machine, frame.locals)
      frame.state = 1
      input = toNumber(machine, args[numbers.length])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

function withNumbers(machine: Machine, { purpose, subject, setter, before, numbers }: Numbers): Completion {
  switch (purpose) {
    case "UTC":
      return timeClip(timeOfFields(numbers))
    case "construct":
      return makeObject(machine, subject!, timeClip(utcTime(zoneOf(machine), timeOfFields(numbers))))
    case "set":
      return setFields(machine, subject!, setters[setter]!, before, numbers)
  }
}

const primitiveSteps = steps<{ value: Value; newTarget: JSObject }>({
  name: "Date",
  run(machine, frame, input) {
    const { value, newTarget } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = toPrimitive(machine, value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const primitive = flat(machine, input as Value)
    if (typeof primitive === "string") return makeObject(machine, newTarget, parse(machine, primitive))
    const number = toNumber(machine, primitive)
    return number === ABRUPT ? ABRUPT : makeObject(machine, newTarget, timeClip(number))
  },
})

/** Date, 21.4.2.1. */
function construct(machine: Machine, args: Value[], newTarget: JSObject | undefined): Completion {
  if (newTarget === undefined) return dateTimeString(zoneOf(machine), now(machine))
  if (args.length === 0) return makeObject(machine, newTarget, now(machine))
  if (args.length > 1) {
    return numbersSteps.start(machine, {
      purpose: "construct",
      subject: newTarget,
      setter: "",
      before: NaN,
      args: args.slice(0, 7),
      numbers: [],
    })
  }
  const value = args[0]
  if (isDate(value)) return makeObject(machine, newTarget, value.data as number)
  if (typeof value === "number") return makeObject(machine, newTarget, timeClip(value))
  return primitiveSteps.start(machine, { value, newTarget })
}

/** A method that gives something of the time value. */
function reader(
  name: string,
  read: (machine: Machine, time: number) => Completion,
  length = 0,
): readonly [string, Member] {
  const body = (machine: Machine, thisValue: Value): Completion =>
    isDate(thisValue)
      ? read(machine, thisValue.data as number)
      : throwTypeError(machine, "this is not a Date object.")
  return [name, method(length, body)]
}

/** The getters of a field, local and in UTC. */
function fieldReaders(name: string, field: keyof Fields): Array<readonly [string, Member]> {
  return [
    reader(`get${name}`, (machine, time) =>
      Number.isNaN(time) ? NaN : fieldsOf(localTime(zoneOf(machine), time))[field],
    ),
    reader(`getUTC${name}`, (_machine, time) => (Number.isNaN(time) ? NaN : fieldsOf(time)[field])),
  ]
}

/** Which number of the arguments is which field; the first is required. */
interface Setter {
  readonly fields: ReadonlyArray<"year" | "month" | "day" | "hour" | "minute" | "second" | "millisecond">
  readonly isUtc: boolean
}

const setters: Record<string, Setter> = {}

function setFields(
  machine: Machine,
  date: JSObject,
  setter: Setter,
  before: number,
  numbers: readonly number[],
): number {
  const zone = zoneOf(machine)
  const setsYear = setter.fields[0] === "year"
  if (Number.isNaN(before) && !setsYear) return NaN
  const local = Number.isNaN(before) ? 0 : setter.isUtc ? before : localTime(zone, before)
  const fields: Record<string, number> = { ...fieldsOf(local) }
  setter.fields.forEach((field, index) => {
    if (index < numbers.length) fields[field] = numbers[index]!
  })
  const { year, month, day, hour, minute, second, millisecond } = fields as unknown as Fields
  const changesDay = setsYear || setter.fields[0] === "month" || setter.fields[0] === "day"
  const changed = changesDay
    ? makeDate(makeDay(year, month, day), timeWithinDay(local))
    : makeDate(Math.floor(local / DAY_MS), makeTime(hour, minute, second, millisecond))
  date.data = timeClip(setter.isUtc ? changed : utcTime(zone, changed))
  return date.data as number
}

/** The setters of a field and those that may follow it, local and in UTC. */
function fieldWriters(name: string, fields: Setter["fields"]): Array<readonly [string, Member]> {
  return [false, true].map((isUtc) => {
    const key = `set${isUtc ? "UTC" : ""}${name}`
    setters[key] = { fields, isUtc }
    const writer = method(fields.length, (machine, thisValue, args) => {
      if (!isDate(thisValue)) return throwIncompatible(machine, `Date.prototype.${key}`, thisValue)
      return numbersSteps.start(machine, {
        purpose: "set",
        subject: thisValue,
        setter: key,
        before: thisValue.data as number,
        args: args.length === 0 ? [undefined] : args.slice(0, fields.length),
        numbers: [],
      })
    })
    return [key, writer] as const
  })
}

/** ToNumber of one argument, then a change of the date. */
const changeSteps = steps<{ date: JSObject; year: boolean; value: Value }>({
  name: "Date change",
  run(machine, frame, input) {
    const { date, year, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = toNumber(machine, value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const number = input as number
    date.data = year ? withYear(machine, date.data as number, makeFullYear(number)) : timeClip(number)
    return date.data as number
  },
})

/** Steps 4 to 9 of Date.prototype.setYear, Annex B.2.3.2. */
function withYear(machine: Machine, time: number, year: number): number {
  const zone = zoneOf(machine)
  const local = Number.isNaN(time) ? 0 : localTime(zone, time)
  const { month, day } = fieldsOf(local)
  return timeClip(utcTime(zone, makeDate(makeDay(year, month, day), timeWithinDay(local))))
}

function changer(name: string, year: boolean): readonly [string, Member] {
  const body = (machine: Machine, thisValue: Value, args: Value[]): Completion =>
    isDate(thisValue)
      ? changeSteps.start(machine, { date: thisValue, year, value: args[0] })
      : throwIncompatible(machine, `Date.prototype.${name}`, thisValue)
  return [name, method(1, body)]
}

/** A method that gives a text. */
function writer(name: string, text: (zone: string, time: number) => string): readonly [string, Member] {
  const body = (machine: Machine, thisValue: Value): Completion => {
    if (!isDate(thisValue)) return throwIncompatible(machine, `Date.prototype.${name}`, thisValue)
    machine.charge(2)
    return text(zoneOf(machine), thisValue.data as number)
  }
  return [name, method(0, body)]
}

/** ToDateString, 21.4.4.41.4, in the run's zone. */
function dateTimeText(machine: Machine, time: number): string {
  machine.charge(2)
  return dateTimeString(zoneOf(machine), time)
}

/** Date.prototype.toISOString, 21.4.4.36. */
const toISOString = method(0, (machine, thisValue) => {
  if (!isDate(thisValue)) return throwIncompatible(machine, "Date.prototype.toISOString", thisValue)
  const time = thisValue.data as number
  return Number.isNaN(time) ? throwRangeError(machine, "Invalid time value") : isoString(time)
})

/** Date.prototype.toJSON, 21.4.4.37. */
const toJSON = guest(
  1,
  `function (key) {
    const object = ToObject(this)
    const primitive = ToPrimitive(object, "number")
    if (typeof primitive === "number" && primitive - primitive !== 0) return null
    const method = object.toISOString
    if (!IsCallable(method)) ThrowTypeError("toISOString is not a function")
    return Call(method, object)
  }`,
)

/** The general algorithm of Date.prototype [ %Symbol.toPrimitive% ]. */
const toPrimitiveSlowly = guestBody(
  "Date.prototype.[Symbol.toPrimitive]",
  `function (hint) {
    if (!IsObject(this)) {
      ThrowTypeError("Method Date.prototype [ @@toPrimitive ] called on incompatible receiver " + NameOf(this))
    }
    if (hint !== "string" && hint !== "default" && hint !== "number") ThrowTypeError("Invalid hint: " + NameOf(hint))
    const first = hint === "number" ? this.valueOf : this.toString
    if (IsCallable(first)) {
      const primitive = Call(first, this)
      if (!IsObject(primitive)) return primitive
    }
    const second = hint === "number" ? this.toString : this.valueOf
    if (IsCallable(second)) {
      const primitive = Call(second, this)
      if (!IsObject(primitive)) return primitive
    }
    ThrowTypeError("Cannot convert object to primitive value")
  }`,
)

/** Date.prototype [ %Symbol.toPrimitive% ], 21.4.4.45. */
const toPrimitiveMethod: NativeBody = (machine, thisValue, args, newTarget, callee) => {
  const [hint] = args
  if (isDate(thisValue) && isPlainDate(machine.realm, thisValue)) {
    const time = thisValue.data as number
    if (hint === "number") return time
    if (hint === "default" || hint === "string") return dateTimeText(machine, time)
  }
  return toPrimitiveSlowly(machine, thisValue, args, newTarget, callee)
}

const parseSteps = steps<{ value: Value }>({
  name: "Date.parse",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toString(machine, frame.locals.value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return parse(machine, input as string)
  },
})

/** Date.prototype.getTimezoneOffset, 21.4.4.11: whole minutes, as V8 gives them. */
function timezoneOffset(machine: Machine, time: number): number {
  return Number.isNaN(time) ? NaN : Math.trunc(-offsetAt(zoneOf(machine), time) / 60_000) + 0
}

export const dateIntrinsics: Intrinsic[] = [
  constructor({
    name: "Date",
    length: 7,
    body: (machine, _this, args, newTarget) => construct(machine, args, newTarget),
    statics: [
      ["now", method(0, (machine) => now(machine))],
      ["parse", method(1, (machine, _this, args) => parseSteps.start(machine, { value: args[0] }))],
      [
        "UTC",
        method(7, (machine, _this, args) =>
          numbersSteps.start(machine, {
            purpose: "UTC",
            subject: null,
            setter: "",
            before: NaN,
            args: args.slice(0, 7),
            numbers: [],
          }),
        ),
      ],
    ],
  }),
  object({
    name: "Date.prototype",
    members: [
      ["constructor", intrinsic("Date")],
      writer("toString", dateTimeString),
      writer("toDateString", dateString),
      writer("toTimeString", timeString),
      ["toISOString", toISOString],
      writer("toUTCString", (_zone, time) => utcString(time)),
      ["toGMTString", alias("toUTCString")],
      ...fieldReaders("Date", "day"),
      ...fieldReaders("Day", "weekday"),
      ...fieldReaders("FullYear", "year"),
      ...fieldReaders("Hours", "hour"),
      ...fieldReaders("Milliseconds", "millisecond"),
      ...fieldReaders("Minutes", "minute"),
      ...fieldReaders("Month", "month"),
      ...fieldReaders("Seconds", "second"),
      ...fieldWriters("Date", ["day"]),
      ...fieldWriters("FullYear", ["year", "month", "day"]),
      ...fieldWriters("Hours", ["hour", "minute", "second", "millisecond"]),
      ...fieldWriters("Milliseconds", ["millisecond"]),
      ...fieldWriters("Minutes", ["minute", "second", "millisecond"]),
      ...fieldWriters("Month", ["month", "day"]),
      ...fieldWriters("Seconds", ["second", "millisecond"]),
      reader("getTime", (_machine, time) => time),
      changer("setTime", false),
      reader("getTimezoneOffset", timezoneOffset),
      reader("valueOf", (_machine, time) => time),
      reader("getYear", (machine, time) =>
        Number.isNaN(time) ? NaN : fieldsOf(localTime(zoneOf(machine), time)).year - 1900,
      ),
      changer("setYear", true),
      ["toJSON", toJSON],
      ...localeStringMembers,
      [Symbol.toPrimitive, method(1, toPrimitiveMethod)],
    ],
  }),
]
