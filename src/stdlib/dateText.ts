/** Dates as text, ECMA-262 21.4.4.41, in V8's words. */
import { fieldsOf, type Fields } from "./dateFields.ts"
import { localTime, nameAt, offsetAt } from "./timeZone.ts"

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

export const INVALID_DATE = "Invalid Date"

const zeros = ["", "0", "00", "000", "0000", "00000"]

function digits(value: number, length: number): string {
  const text = String(value)
  return text.length < length ? zeros[length - text.length]! + text : text
}

function yearText(year: number): string {
  return year < 0 ? `-${digits(-year, 4)}` : digits(year, 4)
}

function clock(fields: Fields): string {
  return `${digits(fields.hour, 2)}:${digits(fields.minute, 2)}:${digits(fields.second, 2)}`
}

/** DateString, 21.4.4.41.2. */
export function dateString(zone: string, time: number): string {
  if (Number.isNaN(time)) return INVALID_DATE
  const { weekday, month, day, year } = fieldsOf(localTime(zone, time))
  return `${weekdays[weekday]} ${months[month]} ${digits(day, 2)} ${yearText(year)}`
}

/** TimeString and TimeZoneString, 21.4.4.41.1 and .3. */
export function timeString(zone: string, time: number): string {
  if (Number.isNaN(time)) return INVALID_DATE
  const offset = offsetAt(zone, time)
  const minutes = Math.trunc(Math.abs(offset) / 60_000)
  const shift = `${offset < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60), 2)}${digits(minutes % 60, 2)}`
  return `${clock(fieldsOf(time + offset))} GMT${shift} (${nameAt(zone, time)})`
}

/** ToDateString, 21.4.4.41.4. */
export function dateTimeString(zone: string, time: number): string {
  return Number.isNaN(time) ? INVALID_DATE : `${dateString(zone, time)} ${timeString(zone, time)}`
}

/** Date.prototype.toUTCString, 21.4.4.43. */
export function utcString(time: number): string {
  if (Number.isNaN(time)) return INVALID_DATE
  const fields = fieldsOf(time)
  const { weekday, month, day, year } = fields
  return `${weekdays[weekday]}, ${digits(day, 2)} ${months[month]} ${yearText(year)} ${clock(fields)} GMT`
}

/** The standard's format, 21.4.1.32, of a finite time value. */
export function isoString(time: number): string {
  const fields = fieldsOf(time)
  const { year } = fields
  const isShort = year >= 0 && year <= 9_999
  const yearPart = isShort ? digits(year, 4) : `${year < 0 ? "-" : "+"}${digits(Math.abs(year), 6)}`
  const date = `${yearPart}-${digits(fields.month + 1, 2)}-${digits(fields.day, 2)}`
  return `${date}T${clock(fields)}.${digits(fields.millisecond, 3)}Z`
}
