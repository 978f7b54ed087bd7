/** What the objects of Intl do once their arguments are primitives: each asks the host. Reads no options. */
import {
  displayName,
  formatDate,
  formatDateParts,
  formatDateRange,
  formatDateRangeParts,
  formatList,
  formatListParts,
  formatNumber,
  formatNumberParts,
  formatNumberRange,
  formatNumberRangeParts,
  type FormatPart,
  formatRelativeTime,
  formatRelativeTimeParts,
  type IntlServiceName,
  type Numeric,
  pluralCategory,
  pluralRangeCategory,
} from "../objects/host.ts"
import { IntlSlots } from "../objects/intlSlots.ts"
import { isObject, type JSObject } from "../objects/object.ts"
import { addProperty } from "../objects/properties.ts"
import { DEFAULT } from "../objects/shape.ts"
import { ABRUPT, type Abrupt, type Completion, type Value } from "../objects/value.ts"
import type { Coercion } from "../interpreter/coerce.ts"
import { guestBody } from "../interpreter/guest.ts"
import type { Machine } from "../interpreter/machine.ts"
import { converted, type Member, method, type NativeBody } from "../interpreter/native.ts"
import { createArray, createObject } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { timeClip } from "./dateFields.ts"
import { asking, askingFor, slotsArguments } from "./intlArguments.ts"
import { throwIncompatible } from "./receivers.ts"
import { compareTexts } from "./textForms.ts"

/** The slots of an object of a service; else null, with the error thrown. */
export function slotsOf(
  machine: Machine,
  thisValue: Value,
  service: IntlServiceName,
  name: string,
): IntlSlots | null {
  if (isObject(thisValue) && thisValue.data instanceof IntlSlots && thisValue.data.service === service) {
    return thisValue.data
  }
  throwIncompatible(machine, `Intl.${service}.prototype.${name}`, thisValue)
  return null
}

/** A plain object of a part. */
export function recordObject(machine: Machine, record: object): JSObject {
  const made = createObject(machine)
  for (const [key, value] of Object.entries(record)) {
    if (value !== undefined) addProperty(machine.realm, made, key, value as Value, DEFAULT)
  }
  return made
}

function partsArray(machine: Machine, ask: () => readonly FormatPart[]): Completion {
  const parts = asking(machine, ask)
  if (parts === ABRUPT) return ABRUPT
  const made = parts.map(({ type, value, unit, source }) =>
    recordObject(machine, { type, value, unit, source }),
  )
  return createArray(machine, made)
}

type Operation = (machine: Machine, slots: IntlSlots, ...args: never[]) => Completion

/** A method whose arguments are converted, and whose receiver belongs to the service. */
function operation(
  service: IntlServiceName,
  name: string,
  length: number,
  coercions: readonly Coercion[],
  run: Operation,
): readonly [string, Member] {
  const member = converted(length, "any", coercions, (machine, thisValue: Value, ...args: unknown[]) => {
    const slots = slotsOf(machine, thisValue, service, name)
    return slots === null ? ABRUPT : run(machine, slots, ...(args as never[]))
  })
  return [name, member]
}

/** The time that a `format` of dates is given: now, if it is undefined. NaN is refused. */
function timeOf(machine: Machine, date: number | undefined): number | Abrupt {
  const time = timeClip(date ?? Math.floor(machine.world.now))
  return Number.isNaN(time) ? throwRangeError(machine, "Invalid time value") : time
}

export const formatDateOperation: Operation = (machine, slots, date?: number) => {
  const time = timeOf(machine, date)
  if (time === ABRUPT) return ABRUPT
  return askingFor(machine, () => formatDate(slotsArguments(machine, slots), time))
}

export const formatNumberOperation: Operation = (machine, slots, value: Numeric) =>
  askingFor(machine, () => formatNumber(slotsArguments(machine, slots), value))

export const compareOperation: Operation = (machine, slots, left: string, right: string) => {
  return compareTexts(machine, slotsArguments(machine, slots), left, right)
}

function dateRange(
  machine: Machine,
  start: number | undefined,
  end: number | undefined,
  ask: (start: number, end: number) => Completion,
): Completion {
  if (start === undefined || end === undefined) {
    return throwTypeError(machine, "startDate or endDate cannot be undefined")
  }
  const first = timeOf(machine, start)
  if (first === ABRUPT) return ABRUPT
  const last = timeOf(machine, end)
  return last === ABRUPT ? ABRUPT : ask(first, last)
}

/** Runs `use` with the texts of an iterable, StringListFromIterable, ECMA-402 13.5.1. */
const listGuest = (name: "format" | "formatToParts"): NativeBody =>
  guestBody(
    `Intl.ListFormat.prototype.${name}`,
    `function (list) {
      const texts = []
      if (list !== undefined) {
        const record = GetIterator(list)
        for (;;) {
          const text = IteratorStep(record)
          if (text === DONE) break
          if (!IsString(text)) {
            IteratorClose(record)
            ThrowTypeError("Iterable yielded " + NameOf(text) + " which is not a string")
          }
          Push(texts, ToString(text))
        }
      }
      return FormatList(this, texts, "${name}")
    }`,
  )

function listMember(name: "format" | "formatToParts"): readonly [string, Member] {
  const body = listGuest(name)
  const member = method(1, (machine, thisValue, args, newTarget, callee) =>
    slotsOf(machine, thisValue, "ListFormat", name) === null
      ? ABRUPT
      : body(machine, thisValue, args, newTarget, callee),
  )
  return [name, member]
}

/** Lists that are longer together, in UTF-16 units, are refused. */
const MAX_LIST_LENGTH = 1 << 18

/** `FormatList(format, texts, name)` for guest text. */
export function hiddenFormatList(machine: Machine, _this: Value, args: Value[]): Completion {
  const slots = (args[0] as JSObject).data as IntlSlots
  const texts = [...((args[1] as JSObject).data as string[])]
  let length = 0
  for (const text of texts) length += text.length + 1
  machine.charge(length >> 4)
  if (length > MAX_LIST_LENGTH)
    return throwRangeError(machine, `The list is longer than ${MAX_LIST_LENGTH} characters`)
  const host = slotsArguments(machine, slots)
  if (args[2] === "format") return askingFor(machine, () => formatList(host, texts))
  return partsArray(machine, () => formatListParts(host, texts))
}

/** Methods of each service's prototype, less getters and resolvedOptions. */
export const operations: Readonly<Record<IntlServiceName, ReadonlyArray<readonly [string, Member]>>> = {
  Collator: [],
  DateTimeFormat: [
    operation("DateTimeFormat", "formatToParts", 1, ["?number"], (machine, slots, date?: number) => {
      const time = timeOf(machine, date)
      if (time === ABRUPT) return ABRUPT
      return partsArray(machine, () => formatDateParts(slotsArguments(machine, slots), time))
    }),
    operation(
      "DateTimeFormat",
      "formatRange",
      2,
      ["?number", "?number"],
      (machine, slots, from?: number, to?: number) =>
        dateRange(machine, from, to, (start, end) =>
          askingFor(machine, () => formatDateRange(slotsArguments(machine, slots), start, end)),
        ),
    ),
    operation(
      "DateTimeFormat",
      "formatRangeToParts",
      2,
      ["?number", "?number"],
      (machine, slots, from?: number, to?: number) =>
        dateRange(machine, from, to, (start, end) =>
          partsArray(machine, () => formatDateRangeParts(slotsArguments(machine, slots), start, end)),
        ),
    ),
  ],
  DisplayNames: [
    operation("DisplayNames", "of", 1, ["string"], (machine, slots, code: string) =>
      askingFor(machine, () => displayName(slotsArguments(machine, slots), code)),
    ),
  ],
  ListFormat: [listMember("format"), listMember("formatToParts")],
  NumberFormat: [
    operation("NumberFormat", "formatToParts", 1, ["numeric"], (machine, slots, value: Numeric) =>
      partsArray(machine, () => formatNumberParts(slotsArguments(machine, slots), value)),
    ),
    operation(
      "NumberFormat",
      "formatRange",
      2,
      ["numeric", "numeric"],
      (machine, slots, start: Numeric, end: Numeric) =>
        askingFor(machine, () => formatNumberRange(slotsArguments(machine, slots), start, end)),
    ),
    operation(
      "NumberFormat",
      "formatRangeToParts",
      2,
      ["numeric", "numeric"],
      (machine, slots, start: Numeric, end: Numeric) =>
        partsArray(machine, () => formatNumberRangeParts(slotsArguments(machine, slots), start, end)),
    ),
  ],
  PluralRules: [
    operation("PluralRules", "select", 1, ["number"], (machine, slots, value: number) =>
      askingFor(machine, () => pluralCategory(slotsArguments(machine, slots), value)),
    ),
    operation(
      "PluralRules",
      "selectRange",
      2,
      ["number", "number"],
      (machine, slots, start: number, end: number) =>
        askingFor(machine, () => pluralRangeCategory(slotsArguments(machine, slots), start, end)),
    ),
  ],
  RelativeTimeFormat: [
    operation(
      "RelativeTimeFormat",
      "format",
      2,
      ["number", "string"],
      (machine, slots, value: number, unit: string) =>
        askingFor(machine, () => formatRelativeTime(slotsArguments(machine, slots), value, unit)),
    ),
    operation(
      "RelativeTimeFormat",
      "formatToParts",
      2,
      ["number", "string"],
      (machine, slots, value: number, unit: string) =>
        partsArray(machine, () => formatRelativeTimeParts(slotsArguments(machine, slots), value, unit)),
    ),
  ],
  Segmenter: [],
}
