/** Offsets and names of time zones. Named zones are asked of the host once a week of the calendar; answers never change. */
import { zoneName, zoneOffset } from "../objects/host.ts"
import { DAY_MS, MAX_TIME } from "./dateFields.ts"

/** A part of a week in which the offset is the same. */
interface Span {
  /** Milliseconds ahead of UTC. */
  readonly offset: number
  name: string | null
}

interface Week {
  readonly before: Span
  /** From here on `after` counts. */
  readonly transition: number
  readonly after: Span
}

const WEEK_MS = 7 * DAY_MS

/** Before this time every zone keeps the mean time of its place. */
const EARLIEST = -5_364_662_400_000

/** Weeks kept, over all runs. */
const MAX_WEEKS = 8_192
const weeks = new Map<string, Week>()

const fixedOffset = /^([+-])(\d\d):?(\d\d)?$/

function hostOffset(zone: string, time: number): number {
  return zoneOffset(zone, Math.min(Math.max(time, EARLIEST), MAX_TIME))
}

function look(zone: string, start: number): Week {
  const end = Math.min(start + WEEK_MS, MAX_TIME)
  const first = hostOffset(zone, start)
  const last = hostOffset(zone, end)
  const before: Span = { offset: first, name: null }
  if (first === last) return { before, transition: end, after: before }
  let low = start
  let high = end
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000
    if (hostOffset(zone, middle) === first) low = middle
    else high = middle
  }
  return { before, transition: high, after: { offset: last, name: null } }
}

function spanAt(zone: string, time: number): Span {
  const number = Math.floor(Math.min(Math.max(time, EARLIEST), MAX_TIME) / WEEK_MS)
  const key = `${zone} ${number}`
  let week = weeks.get(key)
  if (week === undefined) {
    if (weeks.size >= MAX_WEEKS) weeks.clear()
    weeks.set(key, (week = look(zone, number * WEEK_MS)))
  }
  return time < week.transition ? week.before : week.after
}

/** Milliseconds that local time is ahead of UTC at a time value. */
export function offsetAt(zone: string, time: number): number {
  if (zone === "UTC") return 0
  const fixed = zone.startsWith("+") || zone.startsWith("-") ? fixedOffset.exec(zone) : null
  if (fixed !== null)
    return (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * 60_000
  return spanAt(zone, time).offset
}

/** LocalTime, ECMA-262 21.4.1.25. */
export function localTime(zone: string, time: number): number {
  return time + offsetAt(zone, time)
}

/** UTC, ECMA-262 21.4.1.26: of a repeated local time the first, of a skipped one by the offset before. */
export function utcTime(zone: string, local: number): number {
  if (zone === "UTC" || !Number.isFinite(local)) return local
  if (Math.abs(local) > MAX_TIME + DAY_MS) return NaN
  const before = offsetAt(zone, local - DAY_MS)
  if (offsetAt(zone, local - before) === before) return local - before
  const after = offsetAt(zone, local + DAY_MS)
  return offsetAt(zone, local - after) === after ? local - after : local - before
}

/** The English name of the zone's time, as V8 writes it in parentheses. */
export function nameAt(zone: string, time: number): string {
  if (zone === "UTC") return "Coordinated Universal Time"
  if (fixedOffset.test(zone)) return zone
  const span = spanAt(zone, time)
  return (span.name ??= longName(zone, Math.max(time, EARLIEST), span.offset))
}

/** A time in each half of a year whose names the host knows. */
const NAMED_TIMES = [1_705_276_800_000, 1_721_001_600_000]

/** Where the host knows no name for the time, the zone's names of today are taken, as V8 does. */
function longName(zone: string, time: number, offset: number): string {
  const name = zoneName(zone, time)
  if (!name.startsWith("GMT")) return name
  const ordered = NAMED_TIMES.map((named) => ({ named, offset: hostOffset(zone, named) }))
  const standard = ordered[0]!.offset <= ordered[1]!.offset ? ordered[0]! : ordered[1]!
  const alike = ordered.find((candidate) => candidate.offset === offset) ?? standard
  return zoneName(zone, alike.named)
}
