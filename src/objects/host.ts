/**
 * The one list of pure host functions that need an object of the host: Intl and URL. Only primitives and plain records of
 * such cross; the host's objects stay in caches of this file and never become values.
 */

/** Arguments of an Intl constructor: a list of locales and options that are primitives. */
export type IntlOptions = Readonly<Record<string, string | number | boolean>>

export interface FormatPart {
  readonly type: string
  readonly value: string
  readonly unit?: string
  readonly source?: string
}

const services = {
  Collator: Intl.Collator,
  DateTimeFormat: Intl.DateTimeFormat,
  DisplayNames: Intl.DisplayNames,
  ListFormat: Intl.ListFormat,
  NumberFormat: Intl.NumberFormat,
  PluralRules: Intl.PluralRules,
  RelativeTimeFormat: Intl.RelativeTimeFormat,
  Segmenter: Intl.Segmenter,
} as const

export type IntlServiceName = keyof typeof services

type Service<Name extends IntlServiceName> = InstanceType<(typeof services)[Name]>

/** Services kept, over all runs: making one takes about a hundred times as long as using it. */
const MAX_SERVICES = 128
const kept = new Map<string, unknown>()

/** A service object of the host. Throws the host's RangeError or TypeError for a bad locale or option. */
function service<Name extends IntlServiceName>(
  name: Name,
  locales: readonly string[],
  options: IntlOptions,
): Service<Name> {
  const key = JSON.stringify([name, locales, options])
  let found = kept.get(key) as Service<Name> | undefined
  if (found === undefined) {
    if (kept.size >= MAX_SERVICES) kept.clear()
    const constructor = services[name] as unknown as new (
      locales: readonly string[],
      options: IntlOptions,
    ) => Service<Name>
    found = new constructor(locales, options)
    kept.set(key, found)
  }
  return found
}

/** Makes the service, so that what is wrong with its arguments is found; gives its resolved options. */
export function resolvedOptions(
  name: IntlServiceName,
  locales: readonly string[],
  options: IntlOptions,
): Readonly<Record<string, unknown>> {
  return service(name, locales, options).resolvedOptions() as unknown as Readonly<Record<string, unknown>>
}

export function supportedLocales(
  name: IntlServiceName,
  locales: readonly string[],
  options: IntlOptions,
): string[] {
  const { supportedLocalesOf } = services[name] as {
    supportedLocalesOf(locales: readonly string[], options: IntlOptions): string[]
  }
  return supportedLocalesOf(locales, options)
}

export function canonicalLocales(locales: readonly string[]): string[] {
  return Intl.getCanonicalLocales(locales)
}

export function supportedValues(key: string): string[] {
  return Intl.supportedValuesOf(key as "calendar")
}

/** The arguments of a service. */
export interface ServiceArguments {
  readonly locales: readonly string[]
  readonly options: IntlOptions
}

export function formatDate({ locales, options }: ServiceArguments, time: number): string {
  return service("DateTimeFormat", locales, options).format(time)
}

export function formatDateParts({ locales, options }: ServiceArguments, time: number): FormatPart[] {
  return service("DateTimeFormat", locales, options).formatToParts(time)
}

export function formatDateRange({ locales, options }: ServiceArguments, start: number, end: number): string {
  return service("DateTimeFormat", locales, options).formatRange(start, end)
}

export function formatDateRangeParts(
  { locales, options }: ServiceArguments,
  start: number,
  end: number,
): FormatPart[] {
  return service("DateTimeFormat", locales, options).formatRangeToParts(start, end) as FormatPart[]
}

/** What formats as a number: text is a decimal numeral of any length. */
export type Numeric = number | bigint | string

export function formatNumber({ locales, options }: ServiceArguments, value: Numeric): string {
  return service("NumberFormat", locales, options).format(value as number)
}

export function formatNumberParts({ locales, options }: ServiceArguments, value: Numeric): FormatPart[] {
  return service("NumberFormat", locales, options).formatToParts(value as number)
}

export function formatNumberRange(
  { locales, options }: ServiceArguments,
  start: Numeric,
  end: Numeric,
): string {
  return service("NumberFormat", locales, options).formatRange(start as number, end as number)
}

export function formatNumberRangeParts(
  { locales, options }: ServiceArguments,
  start: Numeric,
  end: Numeric,
): FormatPart[] {
  return service("NumberFormat", locales, options).formatRangeToParts(
    start as number,
    end as number,
  ) as FormatPart[]
}

export function compareByLocale({ locales, options }: ServiceArguments, left: string, right: string): number {
  return service("Collator", locales, options).compare(left, right)
}

export function pluralCategory({ locales, options }: ServiceArguments, value: number): string {
  return service("PluralRules", locales, options).select(value)
}

export function pluralRangeCategory(
  { locales, options }: ServiceArguments,
  start: number,
  end: number,
): string {
  const rules = service("PluralRules", locales, options) as Intl.PluralRules & {
    selectRange(start: number, end: number): string
  }
  return rules.selectRange(start, end)
}

export function formatRelativeTime(
  { locales, options }: ServiceArguments,
  value: number,
  unit: string,
): string {
  return service("RelativeTimeFormat", locales, options).format(value, unit as "day")
}

export function formatRelativeTimeParts(
  { locales, options }: ServiceArguments,
  value: number,
  unit: string,
): FormatPart[] {
  return service("RelativeTimeFormat", locales, options).formatToParts(value, unit as "day") as FormatPart[]
}

export function formatList({ locales, options }: ServiceArguments, list: readonly string[]): string {
  return service("ListFormat", locales, options).format(list)
}

export function formatListParts(
  { locales, options }: ServiceArguments,
  list: readonly string[],
): FormatPart[] {
  return service("ListFormat", locales, options).formatToParts(list)
}

export function displayName({ locales, options }: ServiceArguments, code: string): string | undefined {
  return service("DisplayNames", locales, options).of(code)
}

export interface Segment {
  readonly segment: string
  readonly index: number
  readonly isWordLike?: boolean
}

/** The text that was segmented last: to segment it again costs as much as to read it. */
let segmented: { readonly by: unknown; readonly text: string; readonly segments: Intl.Segments } | null = null

/** The segment of a text that contains a position, if there is one. */
export function segmentAt(
  { locales, options }: ServiceArguments,
  text: string,
  position: number,
): Segment | undefined {
  const by = service("Segmenter", locales, options)
  if (segmented === null || segmented.by !== by || segmented.text !== text) {
    segmented = { by, text, segments: by.segment(text) }
  }
  return segmented.segments.containing(position)
}

/** The canonical tag of an Intl.Locale. */
export function localeTag(tag: string, options: IntlOptions): string {
  return new Intl.Locale(tag, options).toString()
}

export function localeField(tag: string, field: string): string | boolean | undefined {
  return (new Intl.Locale(tag) as unknown as Record<string, string | boolean | undefined>)[field]
}

/** The tag with likely subtags added or removed. */
export function likelyTag(tag: string, direction: "maximize" | "minimize"): string {
  return new Intl.Locale(tag)[direction]().toString()
}

const zoneFields = {
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  era: "short",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const

/** Milliseconds that local time of a named zone is ahead of UTC at a time, which is a whole number of seconds. */
export function zoneOffset(timeZone: string, time: number): number {
  const parts = service("DateTimeFormat", ["en-US"], { ...zoneFields, timeZone }).formatToParts(time)
  const field = (type: string): string => parts.find((part) => part.type === type)!.value
  const number = (type: string): number => Number(field(type))
  const year = field("era").startsWith("B") ? 1 - number("year") : number("year")
  const local = new Date(0)
  local.setUTCFullYear(year, number("month") - 1, number("day"))
  local.setUTCHours(number("hour"), number("minute"), number("second"))
  return local.getTime() - time
}

/** The English name of a zone's time at a time: `Central European Summer Time`. */
export function zoneName(timeZone: string, time: number): string {
  const parts = service("DateTimeFormat", ["en-US"], { timeZone, timeZoneName: "long" }).formatToParts(time)
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone
}

/** What the WHATWG standard calls the API's view of a URL record. */
export interface UrlParts {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

export type WritableUrlPart = Exclude<keyof UrlParts, "href" | "origin">

interface HostUrl extends Record<WritableUrlPart, string> {
  readonly href: string
  readonly origin: string
}

interface HostParams {
  forEach(callback: (value: string, name: string) => void): void
  append(name: string, value: string): void
  toString(): string
}

declare const URL: new (input: string, base?: string) => HostUrl
declare const URLSearchParams: new (text?: string) => HostParams

const urlParts = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const

/** Blob URLs have an origin of http and https alone; hosts differ. */
function partsOf(url: HostUrl): UrlParts {
  const parts = Object.fromEntries(urlParts.map((part) => [part, url[part]])) as unknown as UrlParts
  return parts.protocol === "blob:" && !parts.origin.startsWith("http") ? { ...parts, origin: "null" } : parts
}

/** The parts of a URL, or null where the text is none. */
export function parseUrl(text: string, base: string | undefined): UrlParts | null {
  try {
    return partsOf(base === undefined ? new URL(text) : new URL(text, base))
  } catch {
    return null
  }
}

/** A URL with one part written as its setter does. */
export function withUrlPart(href: string, part: WritableUrlPart, text: string): UrlParts {
  const url = new URL(href)
  url[part] = text
  return partsOf(url)
}

/** Names and values, alternating, of application/x-www-form-urlencoded text. */
export function parseQuery(text: string): string[] {
  const pairs: string[] = []
  new URLSearchParams(`?${text}`).forEach((value, name) => pairs.push(name, value))
  return pairs
}

export function serializeQuery(names: readonly string[], values: readonly string[]): string {
  const params = new URLSearchParams()
  names.forEach((name, index) => params.append(name, values[index]!))
  return params.toString()
}

declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { readonly encoding: string; decode(bytes: Uint8Array): string }

/** The name of an encoding by one of its labels, or null where there is none. */
export function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: false, ignoreBOM: true }).encoding
  } catch {
    return null
  }
}

/** The text of bytes, or null where they are malformed and `fatal` is set. A byte order mark is kept. */
export function decodeText(encoding: string, bytes: Uint8Array, fatal: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

declare const TextEncoder: new () => {
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number }
}

const utf8 = {
  decoder: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }),
  encoder: new TextEncoder(),
}

/** The text of bytes, or null where one of them is not ASCII. */
export function asciiText(bytes: Uint8Array): string | null {
  try {
    const text = utf8.decoder.decode(bytes)
    return text.length === bytes.length ? text : null
  } catch {
    return null
  }
}

/** Writes a text of ASCII, one byte for each unit. */
export function writeAscii(text: string, bytes: Uint8Array): void {
  utf8.encoder.encodeInto(text, bytes)
}

declare const Buffer:
  | {
      from(
        buffer: ArrayBufferLike,
        at: number,
        length: number,
      ): { toString(encoding: "base64"): string; write(text: string, at: number, encoding: "base64"): number }
    }
  | undefined

const bufferOf = (bytes: Uint8Array) => Buffer!.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Base64 of bytes, on hosts with a `Buffer`. */
export const hostBase64 =
  typeof Buffer === "undefined"
    ? undefined
    : {
        encode: (bytes: Uint8Array): string => bufferOf(bytes).toString("base64"),
        /** Writes the bytes of a text, which is base64, behind `at`. */
        write(text: string, bytes: Uint8Array, at: number): void {
          bufferOf(bytes).write(text, at, "base64")
        },
      }

declare function atob(text: string): string
declare function btoa(bytes: string): string

/** The bytes of base64 text as characters, or null where it is none. */
export function fromBase64(text: string): string | null {
  try {
    return atob(text)
  } catch {
    return null
  }
}

/** Base64 of bytes given as characters below 256. */
export function toBase64(bytes: string): string {
  return btoa(bytes)
}
