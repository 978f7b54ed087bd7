/** Day and time within it, ECMA-262 21.4.1: numbers only, no time zone and no text. */

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Largest distance from the epoch. */
export const MAX_TIME = 8.64e15

export interface Fields {
  readonly year: number
  /** 0 to 11. */
  readonly month: number
  /** Day of the month, from 1. */
  readonly day: number
  /** 0 is Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

/** The time looked at last: programs ask for one field after the other. */
let lastTime = NaN
let lastFields: Fields | null = null

/** Calendar fields of a finite time value. */
export function fieldsOf(time: number): Fields {
  if (time === lastTime) return lastFields!
  lastTime = time
  return (lastFields = findFields(time))
}

/** Years begin in March here, so that leap days come last. */
function findFields(time: number): Fields {
  const days = Math.floor(time / DAY_MS)
  const rest = time - days * DAY_MS
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 2 : marchMonth - 10
  return {
    year: yearOfEra + era * 400 + (month < 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
    weekday: (((days + 4) % 7) + 7) % 7,
    hour: Math.floor(rest / HOUR_MS),
    minute: Math.floor(rest / MINUTE_MS) % 60,
    second: Math.floor(rest / 1_000) % 60,
    millisecond: rest % 1_000,
  }
}

/** MakeTime, 21.4.1.27. */
export function makeTime(hour: number, minute: number, second: number, millisecond: number): number {
  if (!Number.isFinite(hour) || !Number.isFinite(minute) || !Number.isFinite(second)) return NaN
  if (!Number.isFinite(millisecond)) return NaN
  return (
    Math.trunc(hour) * HOUR_MS +
    Math.trunc(minute) * MINUTE_MS +
    Math.trunc(second) * 1_000 +
    Math.trunc(millisecond)
  )
}

/** MakeDay, 21.4.1.28; NaN where the year is far outside of what a time value can be. */
export function makeDay(year: number, month: number, day: number): number {
  if (!Number.isFinite(year) || !Number.isFinite(month) || !Number.isFinite(day)) return NaN
  const months = Math.trunc(month)
  const wholeYear = Math.trunc(year) + Math.floor(months / 12)
  if (Math.abs(wholeYear) > 400_000) return NaN
  const monthInYear = ((months % 12) + 12) % 12
  return daysBefore(wholeYear, monthInYear) + Math.trunc(day) - 1
}

/** Days from the epoch to the first of a month. */
function daysBefore(year: number, month: number): number {
  const marchYear = month < 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const marchMonth = month < 2 ? month + 10 : month - 2
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5)
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** MakeDate, 21.4.1.29. */
export function makeDate(day: number, time: number): number {
  const date = day * DAY_MS + time
  return Number.isFinite(date) ? date : NaN
}

/** MakeFullYear, 21.4.1.30. */
export function makeFullYear(year: number): number {
  if (Number.isNaN(year)) return NaN
  const whole = Math.trunc(year)
  return whole >= 0 && whole <= 99 ? 1900 + whole : whole
}

/** TimeClip, 21.4.1.31. */
export function timeClip(time: number): number {
  return Math.abs(time) <= MAX_TIME ? Math.trunc(time) + 0 : NaN
}

/** The time of day in milliseconds. */
export function timeWithinDay(time: number): number {
  return time - Math.floor(time / DAY_MS) * DAY_MS
}
