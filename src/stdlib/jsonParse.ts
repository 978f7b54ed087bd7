/**
 * JSON text to values, ECMA-262 25.5.1: a parser with a stack of its own that can stop between any two values.
 * Says what is wrong in V8's sentences. With a reviver it also records which text each primitive came from.
 */
import { JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { addProperty, findSlot } from "../objects/properties.ts"
import { DEFAULT, type Shape } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { throwSyntaxError } from "../interpreter/throws.ts"
import type { Elements } from "./dense.ts"

interface Parse {
  readonly text: string
  position: number
  /** Arrays and objects that are open, outermost first, and the key under which each object gets its next value. */
  readonly open: JSObject[]
  readonly keys: string[]
  /** Source records beside `open`, where they are wanted; else null. */
  readonly records: JSObject[] | null
  /** What comes next is a value; else what follows `closed`. */
  expectsValue: boolean
  /** The array or object that was closed last before the fuel was used up. */
  closed: Value
  /** Of a long string that is the value: what was read of it before the fuel was used up. */
  begun: BegunString | null
}

interface BegunString {
  readonly position: number
  /** The text before `plain`, where what follows and has no escapes begins. */
  readonly result: string
  readonly plain: number
}

/**
 * What the last object at a depth looked like: the next one there is likely to have the same keys in the same order.
 * `before[i]` is the shape that gets `keys[i]`. Only a help to speed: made again by every call of `parse`.
 */
interface Guess {
  readonly shape: Shape
  readonly keys: readonly string[]
  readonly quoted: readonly string[]
  readonly before: readonly Shape[]
}

/** Objects with more keys are not guessed. */
const MAX_GUESSED_KEYS = 32

function guessOf(shape: Shape): Guess | undefined {
  if (shape.dictionary || shape.count === 0 || shape.count > MAX_GUESSED_KEYS) return undefined
  const keys: string[] = []
  const quoted: string[] = []
  const before: Shape[] = []
  for (let at = shape; at.parent !== null; at = at.parent) {
    if (typeof at.key !== "string" || at.parent.count !== at.count - 1) return undefined
    const text = JSON.stringify(at.key)
    if (text.length !== at.key.length + 2) return undefined
    keys.unshift(at.key)
    quoted.unshift(text)
    before.unshift(at.parent)
  }
  return { shape, keys, quoted, before }
}

/** UTF-16 units read between two looks at the fuel. */
const CHUNK = 16_384

const QUOTE = 34
const COMMA = 44
const MINUS = 45
const ZERO = 48
const NINE = 57
const COLON = 58
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

const parseSteps = steps<Parse>({
  name: "JSON.parse",
  run(machine, frame) {
    const completion = parse(machine, frame.locals)
    return completion === undefined ? pause(machine, frame) : completion
  },
})

/** Parses a text. With `records` the result is a record: `value`, and `source` or `parts`. */
export function parseJson(machine: Machine, text: string, records: boolean): Completion {
  machine.charge(1)
  return parseSteps.start(machine, {
    text,
    position: 0,
    open: [],
    keys: [],
    records: records ? [] : null,
    expectsValue: true,
    closed: undefined,
    begun: null,
  })
}

/** Text up to the next `"`, or null where an escape or an error needs care. */
function skipSpace(text: string, position: number): number {
  for (;;) {
    const unit = text.charCodeAt(position)
    if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) return position
    position++
  }
}

/** The text's value; undefined when the fuel is used up before the end (JSON has no undefined). */
function parse(machine: Machine, state: Parse): Completion {
  const { text, open, keys, records } = state
  const { realm, meter } = machine
  const guesses: Array<Guess | undefined> = []
  let checkpoint = state.position + CHUNK
  let value = state.closed
  let source = 0
  for (;;) {
    let position = skipSpace(text, state.position)
    if (position >= checkpoint) {
      state.position = position
      machine.charge((position - checkpoint + CHUNK) >> 5)
      if (!machine.allocate(0)) return ABRUPT
      if (machine.fuel < 0) return undefined
      checkpoint = position + CHUNK
    }
    if (state.expectsValue) {
      source = position
      const unit = text.charCodeAt(position)
      if (unit === QUOTE) {
        const { begun } = state
        const string =
          begun === null
            ? parseString(machine, text, position, position + LONG_STRING)
            : readString(machine, text, begun, begun.position + LONG_STRING)
        if (string === null) return ABRUPT
        if (typeof string !== "string") {
          state.begun = string
          state.position = position
          machine.charge(LONG_STRING >> 6)
          if (machine.fuel < 0) return undefined
          continue
        }
        state.begun = null
        meter.used += string.length * 2
        value = string
        position = endOfString
      } else if (unit === OPEN_BRACE) {
        meter.used += OBJECT_BYTES
        const object = new JSObject(realm.objectShape, [], Kind.Ordinary, null)
        position = skipSpace(text, position + 1)
        if (text.charCodeAt(position) === CLOSE_BRACE) {
          value = object
          position++
          if (records !== null) records.push(newRecord(machine, object, null, newParts(machine, false)))
        } else {
          position = parseKey(machine, state, position, false, guesses[open.length], object)
          if (position < 0) return ABRUPT
          open.push(object)
          if (records !== null) records.push(newRecord(machine, object, null, newParts(machine, false)))
          state.position = position
          continue
        }
      } else if (unit === OPEN_BRACKET) {
        const array = createArray(machine, [])
        position = skipSpace(text, position + 1)
        if (text.charCodeAt(position) === CLOSE_BRACKET) {
          value = array
          position++
          if (records !== null) records.push(newRecord(machine, array, null, newParts(machine, true)))
        } else {
          open.push(array)
          keys.push("")
          if (records !== null) records.push(newRecord(machine, array, null, newParts(machine, true)))
          state.position = position
          continue
        }
      } else {
        const literal =
          unit === MINUS || (unit >= ZERO && unit <= NINE)
            ? parseNumber(machine, text, position)
            : parseWord(machine, text, position)
        if (literal === ABRUPT) return ABRUPT
        value = literal
        position = endOfLiteral
      }
      if (records !== null && (typeof value !== "object" || value === null)) {
        records.push(newRecord(machine, value, text.slice(source, position), undefined))
      }
      state.expectsValue = false
    }
    // What follows a value: it belongs to the innermost open array or object.
    for (;;) {
      position = skipSpace(text, position)
      const unit = text.charCodeAt(position)
      if (open.length === 0) {
        if (position < text.length) return throwTrailing(machine, position)
        return records === null ? value : records[0]!
      }
      const holder = open[open.length - 1]!
      if (records !== null) attach(machine, records, keys[keys.length - 1]!)
      meter.used += SLOT_BYTES
      if (holder.kind === Kind.Array) {
        ;(holder.data as Elements).push(value)
        if (unit === COMMA) {
          position++
          break
        }
        if (unit !== CLOSE_BRACKET) return fail(machine, "Expected ',' or ']' after array element", position)
      } else {
        const guess = guesses[open.length - 1]
        putGuessed(machine, holder, keys[keys.length - 1]!, value, guess)
        if (unit === COMMA) {
          keys.pop()
          position = parseKey(machine, state, skipSpace(text, position + 1), true, guess, holder)
          if (position < 0) return ABRUPT
          break
        }
        if (unit !== CLOSE_BRACE) return fail(machine, "Expected ',' or '}' after property value", position)
      }
      position++
      open.pop()
      keys.pop()
      if (holder.kind !== Kind.Array && holder.shape !== guesses[open.length]?.shape) {
        guesses[open.length] = guessOf(holder.shape)
      }
      value = holder
      if (position < checkpoint) continue
      state.position = position
      state.closed = value
      machine.charge((position - checkpoint + CHUNK) >> 5)
      if (!machine.allocate(0)) return ABRUPT
      if (machine.fuel < 0) return undefined
      checkpoint = position + CHUNK
    }
    state.position = position
    state.expectsValue = true
  }
}

/** CreateDataProperty on an object that nobody has seen; the last of two equal keys wins. */
function putField(machine: Machine, object: JSObject, key: string, value: Value): void {
  const slot = findSlot(machine.realm, object, key)
  if (slot < 0) addProperty(machine.realm, object, key, value, DEFAULT)
  else object.slots[slot] = value
}

/** As `putField`, quickly where the guess was right. */
function putGuessed(
  machine: Machine,
  object: JSObject,
  key: string,
  value: Value,
  guess: Guess | undefined,
): void {
  const { shape } = object
  if (guess !== undefined) {
    const index = shape.count
    if (guess.before[index] === shape && guess.keys[index] === key) {
      object.shape = guess.before[index + 1] ?? guess.shape
      object.slots.push(value)
      return
    }
  }
  putField(machine, object, key, value)
}

/** Reads a key and its colon; the position after it, or -1 with an error thrown. */
function parseKey(
  machine: Machine,
  state: Parse,
  position: number,
  after: boolean,
  guess: Guess | undefined,
  object: JSObject,
): number {
  const { text } = state
  if (guess !== undefined) {
    const index = object.shape.count
    const quoted = guess.quoted[index]
    if (quoted !== undefined && guess.before[index] === object.shape && text.startsWith(quoted, position)) {
      const colon = skipSpace(text, position + quoted.length)
      if (text.charCodeAt(colon) === COLON) {
        state.keys.push(guess.keys[index]!)
        return colon + 1
      }
    }
  }
  if (text.charCodeAt(position) !== QUOTE) {
    fail(machine, after ? "Expected double-quoted property name" : "Expected property name or '}'", position)
    return -1
  }
  const key = parseString(machine, text, position, Infinity) as string | null
  if (key === null) return -1
  const colon = skipSpace(text, endOfString)
  if (text.charCodeAt(colon) !== COLON) {
    fail(machine, "Expected ':' after property name", colon)
    return -1
  }
  state.keys.push(key)
  return colon + 1
}

/** UTF-16 units of a string read between two looks at the fuel. */
const LONG_STRING = 131_072

/** Where the string read last ends, and the literal. */
let endOfString = 0
let endOfLiteral = 0

/** The string that begins with the quote at `start`; null with an error thrown; what was read where `stop` comes first. */
function parseString(
  machine: Machine,
  text: string,
  start: number,
  stop: number,
): string | BegunString | null {
  for (let position = start + 1; position < stop; position++) {
    const unit = text.charCodeAt(position)
    if (unit === QUOTE) {
      endOfString = position + 1
      return text.slice(start + 1, position)
    }
    if (unit === BACKSLASH || !(unit >= 32))
      return readString(machine, text, { position, result: "", plain: start + 1 }, stop)
  }
  return { position: stop, result: "", plain: start + 1 }
}

function throwBadUnit(machine: Machine, text: string, position: number): void {
  if (position >= text.length) fail(machine, "Unterminated string", position)
  else fail(machine, "Bad control character in string literal", position)
}

const escapes: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
}

/** Goes on with a string, escapes included, as `parseString` does. */
function readString(
  machine: Machine,
  text: string,
  begun: BegunString,
  stop: number,
): string | BegunString | null {
  let { position, result, plain } = begun
  while (position < stop) {
    const unit = text.charCodeAt(position)
    if (unit === QUOTE) {
      endOfString = position + 1
      return result + text.slice(plain, position)
    }
    if (unit === BACKSLASH) {
      const meant = parseEscape(machine, text, position)
      if (meant === null) return null
      result += text.slice(plain, position) + meant
      position += text[position + 1] === "u" ? 6 : 2
      plain = position
      continue
    }
    if (!(unit >= 32)) {
      throwBadUnit(machine, text, position)
      return null
    }
    position++
  }
  return { position, result, plain }
}

/** What the escape at a backslash stands for; null with an error thrown. */
function parseEscape(machine: Machine, text: string, backslash: number): string | null {
  const kind = text[backslash + 1]
  if (kind === undefined) {
    throwSyntaxError(machine, "Unexpected end of JSON input")
    return null
  }
  if (kind === "u") {
    const code = parseHex(machine, text, backslash + 2)
    return code < 0 ? null : String.fromCharCode(code)
  }
  const meant = escapes[kind]
  if (meant === undefined) fail(machine, "Bad escaped character", backslash + 1)
  return meant ?? null
}

function parseHex(machine: Machine, text: string, start: number): number {
  let code = 0
  for (let position = start; position < start + 4; position++) {
    const digit = hexDigit(text.charCodeAt(position))
    if (digit < 0) {
      fail(machine, "Bad Unicode escape", position)
      return -1
    }
    code = code * 16 + digit
  }
  return code
}

function hexDigit(unit: number): number {
  if (unit >= ZERO && unit <= NINE) return unit - ZERO
  const lower = unit | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

function skipDigits(text: string, position: number): number {
  for (;;) {
    const unit = text.charCodeAt(position)
    if (!(unit >= ZERO && unit <= NINE)) return position
    position++
  }
}

function parseNumber(machine: Machine, text: string, start: number): Completion<number> {
  let position = text.charCodeAt(start) === MINUS ? start + 1 : start
  const first = text.charCodeAt(position)
  if (!(first >= ZERO && first <= NINE)) return fail(machine, "No number after minus sign", position)
  position++
  const end = skipDigits(text, position)
  if (first === ZERO && end > position) return fail(machine, "Unexpected number", position)
  position = end
  let unit = text.charCodeAt(position)
  if (unit !== 46 && (unit | 32) !== 101) {
    endOfLiteral = position
    if (position - start < 10) return smallInteger(text, start, position)
    return Number(text.slice(start, position))
  }
  if (unit === 46) {
    const fraction = skipDigits(text, position + 1)
    if (fraction === position + 1) return fail(machine, "Unterminated fractional number", fraction)
    position = fraction
    unit = text.charCodeAt(position)
  }
  if ((unit | 32) === 101) {
    position++
    const sign = text.charCodeAt(position)
    if (sign === 43 || sign === MINUS) position++
    const exponent = skipDigits(text, position)
    if (exponent === position) return fail(machine, "Exponent part is missing a number", position)
    position = exponent
  }
  endOfLiteral = position
  return Number(text.slice(start, position))
}

function smallInteger(text: string, start: number, end: number): number {
  const negative = text.charCodeAt(start) === MINUS
  let number = 0
  for (let position = negative ? start + 1 : start; position < end; position++) {
    number = number * 10 + text.charCodeAt(position) - ZERO
  }
  return negative ? -number : number
}

const words: ReadonlyArray<readonly [string, Value]> = [
  ["true", true],
  ["false", false],
  ["null", null],
]

/** `true`, `false` or `null`; whatever else stands there is unexpected. */
function parseWord(machine: Machine, text: string, start: number): Completion {
  for (const [word, value] of words) {
    if (text.charCodeAt(start) !== word.charCodeAt(0)) continue
    for (let index = 1; index < word.length; index++) {
      if (text.charCodeAt(start + index) !== word.charCodeAt(index))
        return unexpected(machine, text, start + index)
    }
    endOfLiteral = start + word.length
    return value
  }
  return unexpected(machine, text, start)
}

function fail(machine: Machine, sentence: string, position: number): typeof ABRUPT {
  return throwSyntaxError(machine, `${sentence} in JSON at position ${position}`)
}

function throwTrailing(machine: Machine, position: number): typeof ABRUPT {
  return throwSyntaxError(machine, `Unexpected non-whitespace character after JSON at position ${position}`)
}

/** Units of the text shown on each side of the unexpected one. */
const CONTEXT = 10

const notJson = new Set(["undefined", "NaN", "Infinity", "[object Object]"])

/** Programs parse what a tool gave, which is parsed already: its text is what an object is as a text. */
const adviceFor = (text: string): string =>
  text === "[object Object]" ? ". It is an object already: use it without JSON.parse." : ""

function unexpected(machine: Machine, text: string, position: number): typeof ABRUPT {
  const unit = text.charCodeAt(position)
  if (position >= text.length) return throwSyntaxError(machine, "Unexpected end of JSON input")
  if ((unit >= ZERO && unit <= NINE) || unit === MINUS) return fail(machine, "Unexpected number", position)
  if (unit === QUOTE) return fail(machine, "Unexpected string", position)
  if (notJson.has(text)) return throwSyntaxError(machine, `"${text}" is not valid JSON${adviceFor(text)}`)
  return throwSyntaxError(
    machine,
    `Unexpected token '${text[position]}', ${excerpt(text, position)} is not valid JSON`,
  )
}

function excerpt(text: string, position: number): string {
  if (text.length <= CONTEXT * 2) return `"${text}"`
  if (position < CONTEXT) return `"${text.slice(0, position + CONTEXT)}"...`
  if (position < text.length - CONTEXT) return `..."${text.slice(position - CONTEXT, position + CONTEXT)}"...`
  return `..."${text.slice(position - CONTEXT)}"`
}

/** A record of a value, for revivers: what it was, its text if it is primitive, and the records of its parts. */
function newRecord(machine: Machine, value: Value, source: Value, parts: Value): JSObject {
  machine.meter.used += OBJECT_BYTES * 2
  const shape = machine.realm
    .shapeFor(null)
    .add("value", DEFAULT)
    .add("source", DEFAULT)
    .add("parts", DEFAULT)
  return new JSObject(shape, [value, source, parts], Kind.Ordinary, null)
}

function newParts(machine: Machine, array: boolean): JSObject {
  return array ? createArray(machine, []) : machine.realm.newObject(null)
}

/** Puts the record of the value just read into its holder's. */
function attach(machine: Machine, records: JSObject[], key: string): void {
  const record = records.pop()!
  const parts = records[records.length - 1]!.slots[2] as JSObject
  if (parts.kind === Kind.Array) (parts.data as Elements).push(record)
  else putField(machine, parts, key, record)
}
