/** Date.parse: the format of ECMA-262 21.4.1.32, and the looser texts that V8 takes. Owns no time zone. */
import { DAY_MS, makeDate, makeDay, makeTime } from "./dateFields.ts"

/** Texts longer than this are no dates. */
const MAX_DATE_LENGTH = 4_096

type Word = "month" | "half" | "zone" | "time" | "other"

type Token =
  | { readonly type: "number"; readonly value: number; readonly length: number }
  | { readonly type: "word"; readonly word: Word; readonly value: number; readonly isZ: boolean }
  | { readonly type: "symbol"; readonly symbol: string }
  | { readonly type: "space" }
  | { readonly type: "end" }

const END: Token = { type: "end" }
const SPACE: Token = { type: "space" }

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** Hours ahead of UTC. */
const zones: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  z: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

function wordToken(text: string): Token {
  const lower = text.toLowerCase()
  const month = months.indexOf(lower.slice(0, 3))
  const token = (word: Word, value: number): Token => ({ type: "word", word, value, isZ: lower === "z" })
  if (month >= 0) return token("month", month + 1)
  if (lower === "am" || lower === "pm") return token("half", lower === "am" ? 0 : 12)
  if (Object.hasOwn(zones, lower)) return token("zone", zones[lower]!)
  return token(lower === "t" ? "time" : "other", 0)
}

const MAX_DIGITS = 9

/** Digits past the ninth that counts are left out. */
function numberToken(digits: string): Token {
  const significant = digits.replace(/^0+/, "").slice(0, MAX_DIGITS)
  return { type: "number", value: Number(significant), length: digits.length }
}

/** What `(` begins ends with its partner, or the text. */
function endOfParentheses(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    if (text[index] === "(") depth++
    else if (text[index] === ")" && --depth === 0) return index + 1
  }
  return text.length
}

const tokenAt = /(\d+)|([\s\u00a0]+)|([A-Za-z[-`{-\uffff]+)|([^])/y

/** Tokens one by one, with one to look ahead. Fractions of a second are read by {@link Tokens.milliseconds}. */
class Tokens {
  private readonly text: string
  private index = 0
  next: Token
  /** Digits of `next`, if it is a number. */
  private digits = ""
  private nextStart = 0
  private takenStart = 0

  constructor(text: string) {
    this.text = text
    this.next = this.read()
  }

  private read(): Token {
    this.nextStart = this.index
    tokenAt.lastIndex = this.index
    const found = tokenAt.exec(this.text)
    if (found === null) return END
    this.index = tokenAt.lastIndex
    if (found[1] !== undefined) {
      this.digits = found[1]
      return numberToken(found[1])
    }
    if (found[2] !== undefined) return SPACE
    if (found[3] !== undefined) return wordToken(found[3])
    return { type: "symbol", symbol: found[4]! }
  }

  take(): Token {
    const token = this.next
    this.takenStart = this.nextStart
    this.next = this.read()
    return token
  }

  skip(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false
    this.take()
    return true
  }

  atEnd(): boolean {
    return this.next.type === "end"
  }

  isSymbol(symbol: string): boolean {
    return this.next.type === "symbol" && this.next.symbol === symbol
  }

  /** After `(` was taken. */
  skipParentheses(): void {
    this.index = endOfParentheses(this.text, this.takenStart)
    this.next = this.read()
  }

  /** Takes a number as the fraction of a second. */
  milliseconds(): number {
    const digits = this.digits
    this.take()
    return Number(digits.slice(0, 3).padEnd(3, "0"))
  }

  /** Takes a number of exactly so many digits within bounds, or gives -1 and takes nothing. */
  fixed(length: number, low: number, high: number): number {
    const { next } = this
    if (next.type !== "number" || next.length !== length || next.value < low || next.value > high) return -1
    this.take()
    return next.value
  }
}

/** What is known of the date so far. */
interface Parts {
  /** Up to three numbers of the day, in the order of the text. */
  readonly day: number[]
  month: number | null
  isIso: boolean
  /** Hour, minute, second, millisecond. */
  readonly time: number[]
  /** 0 for am, 12 for pm. */
  half: number | null
  sign: number | null
  zoneHour: number | null
  zoneMinute: number | null
}

const BAD = "bad"

/** Reads the standard's format; gives the token that ended it, END when all was read, BAD when nothing can be. */
function readIso(tokens: Tokens, parts: Parts): Token | typeof BAD {
  const { next } = tokens
  if (next.type === "symbol" && (next.symbol === "+" || next.symbol === "-")) {
    tokens.take()
    const year = tokens.fixed(6, 0, 999_999)
    if (year < 0 || (next.symbol === "-" && year === 0)) return next
    parts.day.push(next.symbol === "-" ? -year : year)
  } else {
    const year = tokens.fixed(4, 0, 9_999)
    if (year < 0) return tokens.take()
    parts.day.push(year)
  }
  for (const high of [12, 31]) {
    if (!tokens.skip("-")) break
    const number = tokens.fixed(2, 1, high)
    if (number < 0) return tokens.take()
    parts.day.push(number)
  }
  if (tokens.next.type === "word" && tokens.next.word === "time") {
    tokens.take()
    if (!readIsoTime(tokens, parts) || !tokens.atEnd()) return BAD
  } else if (!tokens.atEnd()) return tokens.take()
  if (parts.sign === null && parts.time.length === 0) setZone(parts, 0)
  parts.isIso = true
  return END
}

function readIsoTime(tokens: Tokens, parts: Parts): boolean {
  const hour = tokens.fixed(2, 0, 24)
  const high = hour === 24 ? 0 : 59
  if (hour < 0 || !tokens.skip(":")) return false
  const minute = tokens.fixed(2, 0, high)
  if (minute < 0) return false
  parts.time.push(hour, minute)
  if (tokens.skip(":")) {
    const second = tokens.fixed(2, 0, high)
    if (second < 0) return false
    parts.time.push(second)
    if (tokens.skip(".")) {
      if (tokens.next.type !== "number" || (hour === 24 && tokens.next.value > 0)) return false
      parts.time.push(tokens.milliseconds())
    }
  }
  return readIsoZone(tokens, parts)
}

function readIsoZone(tokens: Tokens, parts: Parts): boolean {
  if (tokens.next.type === "word" && tokens.next.isZ) {
    tokens.take()
    setZone(parts, 0)
    return true
  }
  if (!tokens.isSymbol("+") && !tokens.isSymbol("-")) return true
  parts.sign = tokens.isSymbol("-") ? -1 : 1
  tokens.take()
  const both = tokens.fixed(4, 0, 2_359)
  parts.zoneHour = both >= 0 ? Math.floor(both / 100) : tokens.fixed(2, 0, 23)
  if (parts.zoneHour < 0 || (both < 0 && !tokens.skip(":"))) return false
  parts.zoneMinute = both >= 0 ? both % 100 : tokens.fixed(2, 0, 59)
  return parts.zoneMinute >= 0 && parts.zoneMinute <= 59
}

function setZone(parts: Parts, hours: number): void {
  parts.sign = hours < 0 ? -1 : 1
  parts.zoneHour = Math.abs(hours)
  parts.zoneMinute = 0
}

/** The number would be the next part of a time that has begun. */
function continuesTime({ time }: Parts, value: number): boolean {
  return (
    (time.length === 1 || time.length === 2 ? value <= 59 : time.length === 3 && value <= 999) && value >= 0
  )
}

function endTime(parts: Parts): void {
  while (parts.time.length < 4) parts.time.push(0)
}

/** Reads what is left as V8 does, beginning with a token already taken; false where it is no date. */
function readLoosely(tokens: Tokens, parts: Parts, first: Token): boolean {
  let hasNumber = parts.day.length > 0
  for (let token = first; token.type !== "end"; token = tokens.take()) {
    if (token.type === "number") {
      hasNumber = true
      if (!readNumber(tokens, parts, token.value)) return false
    } else if (token.type === "word") {
      if (token.word === "half" && parts.time.length > 0) parts.half = token.value
      else if (token.word === "month") {
        parts.month = token.value
        tokens.skip("-")
      } else if (token.word === "zone" && hasNumber) setZone(parts, token.value)
      else if (hasNumber || tokens.next.type === "number") return false
    } else if (token.type === "symbol") {
      const isSign = token.symbol === "+" || token.symbol === "-"
      const isUtc = parts.zoneHour === 0 && parts.zoneMinute === 0
      if (isSign && (isUtc || parts.time.length > 0)) {
        hasNumber = true
        if (!readOffset(tokens, parts, token.symbol === "-" ? -1 : 1)) return false
      } else if ((isSign || token.symbol === ")") && hasNumber) return false
      else if (token.symbol === "(") tokens.skipParentheses()
    }
  }
  return true
}

function readNumber(tokens: Tokens, parts: Parts, value: number): boolean {
  const { time } = parts
  if (tokens.skip(":")) {
    if (tokens.skip(":")) {
      if (time.length > 0) return false
      time.push(value, 0)
      return true
    }
    if (time.length >= 4) return false
    time.push(value)
    tokens.skip(".")
    return true
  }
  if (tokens.skip(".") && continuesTime(parts, value)) {
    time.push(value)
    if (tokens.next.type !== "number") return false
    const milliseconds = tokens.milliseconds()
    if (time.length < 4) time.push(milliseconds)
    endTime(parts)
    return true
  }
  if (parts.zoneHour !== null && parts.zoneMinute === null && value <= 59) {
    parts.zoneMinute = value
    return true
  }
  if (continuesTime(parts, value)) {
    time.push(value)
    endTime(parts)
    const { next } = tokens
    const isSign = tokens.isSymbol("+") || tokens.isSymbol("-")
    return next.type === "end" || next.type === "space" || isSign || (next.type === "word" && next.isZ)
  }
  if (parts.day.length >= 3) return false
  parts.day.push(value)
  tokens.skip("-")
  return true
}

function readOffset(tokens: Tokens, parts: Parts, sign: number): boolean {
  parts.sign = sign
  const { next } = tokens
  const length = next.type === "number" ? next.length : 0
  const value = next.type === "number" ? next.value : 0
  if (next.type === "number") tokens.take()
  const isHour = length === 1 || length === 2
  if (tokens.isSymbol(":") || isHour) {
    parts.zoneHour = value
    parts.zoneMinute = tokens.isSymbol(":") ? null : 0
    return true
  }
  parts.zoneHour = Math.floor(value / 100)
  parts.zoneMinute = value % 100
  return length === 3 || length === 4
}

const isDay = (value: number): boolean => value >= 1 && value <= 31

/** Year, month and day in V8's reading of the order; null where they are none. */
function dayOf(parts: Parts): { year: number; month: number; day: number } | null {
  if (parts.day.length === 0) return null
  const count = parts.day.length
  const [first, second, third] = [...parts.day, 1, 1] as [number, number, number]
  const ordered = inOrder(parts, count, first, second, third)
  if (!isDay(ordered.day) || ordered.month < 1 || ordered.month > 12) return null
  if (!parts.isIso && ordered.year >= 0 && ordered.year <= 99) ordered.year += ordered.year < 50 ? 2000 : 1900
  return ordered
}

function inOrder(
  parts: Parts,
  count: number,
  first: number,
  second: number,
  third: number,
): { year: number; month: number; day: number } {
  if (parts.month === null) {
    if (parts.isIso || !isDay(first)) return { year: first, month: second, day: third }
    return { year: third, month: first, day: second }
  }
  const { month } = parts
  if (count > 0 && !isDay(first)) return { year: first, month, day: second }
  return { year: second, month, day: first }
}

function timeOf(parts: Parts): number {
  const [written = 0, minute = 0, second = 0, millisecond = 0] = parts.time
  if (parts.half !== null && written > 12) return NaN
  const hour = parts.half === null ? written : (written % 12) + parts.half
  const isMidnight = hour === 24 && minute === 0 && second === 0 && millisecond === 0
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && millisecond <= 999
  return isMidnight || isTime ? makeTime(hour, minute, second, millisecond) : NaN
}

/** What `toISOString` gives, without milliseconds too, and a day alone. */
const commonForms = ["0000-00-00T00:00:00.000Z", "0000-00-00T00:00:00Z", "0000-00-00"]

/** The time of a text in a common form; NaN sends it the long way. */
function parseCommon(text: string): number {
  const form = commonForms.find(({ length }) => length === text.length)
  if (form === undefined || !hasForm(text, form)) return NaN
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  if (month < 1 || month > 12 || !isDay(day)) return NaN
  const midnight = makeDay(year, month - 1, day)
  if (text.length === 10) return makeDate(midnight, 0)
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  if (hour > 23 || minute > 59 || second > 59) return NaN
  const millisecond = text.length === 24 ? twoDigits(text, 20) * 10 + text.charCodeAt(22) - ZERO : 0
  return makeDate(midnight, makeTime(hour, minute, second, millisecond))
}

const ZERO = 48

/** A digit where the form has 0, elsewhere the same character. */
function hasForm(text: string, form: string): boolean {
  for (let index = 0; index < form.length; index++) {
    const unit = text.charCodeAt(index)
    const wanted = form.charCodeAt(index)
    if (wanted === ZERO ? unit < ZERO || unit > ZERO + 9 : unit !== wanted) return false
  }
  return true
}

function twoDigits(text: string, index: number): number {
  return (text.charCodeAt(index) - ZERO) * 10 + text.charCodeAt(index + 1) - ZERO
}

/**
 * A time in milliseconds, and whether it is local: then the caller's zone decides. NaN where the text is no date.
 *
 * @example parseDate("2020-01-02T03:04Z") // { time: 1577934240000, isLocal: false }
 */
export function parseDate(text: string): { time: number; isLocal: boolean } {
  const common = parseCommon(text)
  if (!Number.isNaN(common)) return { time: common, isLocal: false }
  const none = { time: NaN, isLocal: false }
  if (text.length > MAX_DATE_LENGTH) return none
  const tokens = new Tokens(text)
  const parts: Parts = {
    day: [],
    month: null,
    isIso: false,
    time: [],
    half: null,
    sign: null,
    zoneHour: null,
    zoneMinute: null,
  }
  const rest = readIso(tokens, parts)
  if (rest === BAD || !readLoosely(tokens, parts, rest)) return none
  const day = dayOf(parts)
  if (day === null) return none
  const local = makeDate(makeDay(day.year, day.month - 1, day.day), timeOf(parts))
  if (parts.sign === null) return { time: local, isLocal: true }
  const offset = ((parts.zoneHour ?? 0) * 60 + (parts.zoneMinute ?? 0)) * 60_000 * parts.sign
  return Math.abs(offset) > 1e6 * DAY_MS ? none : { time: local - offset, isLocal: false }
}
