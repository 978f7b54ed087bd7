/** Replacing and splitting by a text: what String.prototype does once no object has taken the call over. */
import { isCallable } from "../objects/object.ts"
import { CHARACTER_BYTES, OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { createArray, MAX_STRING_LENGTH, toString } from "../interpreter/operations.ts"
import { messages, throwRangeError } from "../interpreter/throws.ts"
import { isQuickSearch, newSearch, search, type TextSearch, UNFINISHED } from "./textSearch.ts"

/** Texts up to this many units are split by the host. */
const MAX_HOST_SPLIT = 32_768

/** Units made texts at once. */
const UNITS_PORTION = 16_384

/** Pieces joined at once. */
const MAX_PIECES = 4_096

/** GetSubstitution, ECMA-262 22.1.3.19.1, without captures: `$$`, `$&`, `` $` `` and `$'`. */
export function substitute(template: string, text: string, matched: string, position: number): string {
  if (!template.includes("$")) return template
  let result = ""
  let index = 0
  for (;;) {
    const dollar = template.indexOf("$", index)
    if (dollar < 0 || dollar === template.length - 1) return result + template.slice(index)
    result += template.slice(index, dollar)
    index = dollar + 2
    switch (template[dollar + 1]) {
      case "$":
        result += "$"
        break
      case "&":
        result += matched
        break
      case "`":
        result += text.slice(0, position)
        break
      case "'":
        result += text.slice(Math.min(position + matched.length, text.length))
        break
      default:
        result += "$"
        index = dollar + 1
    }
  }
}

/** How long `substitute` makes a template, so that it is charged before. */
function substitutedLength(template: string, text: string, matched: string, position: number): number {
  let length = template.length
  for (let dollar = template.indexOf("$"); dollar >= 0; dollar = template.indexOf("$", dollar + 2)) {
    const kind = template[dollar + 1]
    if (kind === "&") length += matched.length - 2
    else if (kind === "`") length += position - 2
    else if (kind === "'") length += text.length - position - matched.length - 2
  }
  return length
}

interface Replace {
  readonly search: TextSearch
  readonly replacement: Value
  readonly all: boolean
  /** End of what was taken over from the text. */
  taken: number
  /** Where the occurrence being replaced begins. */
  found: number
  /** Of an empty needle: where the next occurrence is. */
  next: number
  pieces: string[]
  result: string
  length: number
}

const SEARCH = 0
const CALLED = 1
const TEXT = 2

const replaceSteps = steps<Replace>({ name: "String.prototype.replace", run: runReplace })

/** Replaces the first or every occurrence of `needle`; `replacement` is a flat string or a function. */
export function replaceText(
  machine: Machine,
  text: string,
  needle: string,
  replacement: Value,
  all: boolean,
): Completion {
  return replaceSteps.start(machine, {
    search: newSearch(text, needle, 0),
    replacement,
    all,
    taken: 0,
    found: 0,
    next: 0,
    pieces: [],
    result: "",
    length: 0,
  })
}

function runReplace(machine: Machine, frame: NativeFrame<Replace>, input: Completion): Completion {
  const replace = frame.locals
  const { text, needle } = replace.search
  for (;;) {
    switch (frame.state) {
      case SEARCH: {
        const found = next(machine, replace)
        if (found === UNFINISHED) return pause(machine, frame)
        if (found < 0) return finish(machine, replace)
        replace.found = found
        if (!isCallable(replace.replacement)) {
          const template = replace.replacement as string
          if (!fits(machine, replace, substitutedLength(template, text, needle, found))) return ABRUPT
          frame.state = TEXT
          input = substitute(template, text, needle, found)
          continue
        }
        frame.state = CALLED
        input = call(machine, replace.replacement, undefined, [needle, found, text])
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case CALLED:
        frame.state = TEXT
        input = toString(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      default: {
        if (!add(machine, replace, text.slice(replace.taken, replace.found))) return ABRUPT
        if (!add(machine, replace, input as string)) return ABRUPT
        replace.taken = replace.found + needle.length
        frame.state = SEARCH
        if (!replace.all) return finish(machine, replace)
        if (machine.fuel < 0) return pause(machine, frame)
        machine.fuel--
      }
    }
  }
}

/** The next occurrence; an empty needle is found at every position. */
function next(machine: Machine, replace: Replace): number {
  if (replace.search.needle.length > 0) return search(machine, replace.search)
  return replace.next > replace.search.text.length ? -1 : replace.next++
}

/** Memory for a piece that is about to be made; false on a limit. */
function fits(machine: Machine, replace: Replace, length: number): boolean {
  if (length < 1_024) return true
  if (replace.length + length > MAX_STRING_LENGTH) {
    throwRangeError(machine, messages.invalidStringLength)
    return false
  }
  machine.charge(length >> 10)
  return true
}

function add(machine: Machine, replace: Replace, piece: string): boolean {
  replace.length += piece.length
  if (replace.length > MAX_STRING_LENGTH) {
    throwRangeError(machine, messages.invalidStringLength)
    return false
  }
  if (!machine.allocate(piece.length * CHARACTER_BYTES)) return false
  replace.pieces.push(piece)
  if (replace.pieces.length >= MAX_PIECES) {
    replace.result += replace.pieces.join("")
    replace.pieces = []
  }
  return true
}

function finish(machine: Machine, replace: Replace): Completion {
  if (replace.taken === 0 && replace.pieces.length === 0) return replace.search.text
  if (!add(machine, replace, replace.search.text.slice(replace.taken))) return ABRUPT
  return replace.result + replace.pieces.join("")
}

interface Split {
  readonly search: TextSearch
  readonly limit: number
  taken: number
  readonly parts: Value[]
}

const splitSteps = steps<Split>({
  name: "String.prototype.split",
  run(machine, frame) {
    const { search: state, limit, parts } = frame.locals
    const { text, needle } = state
    if (needle.length === 0) return splitUnits(machine, frame)
    for (;;) {
      const found = search(machine, state)
      if (found === UNFINISHED) return pause(machine, frame)
      if (!machine.allocate(OBJECT_BYTES)) return ABRUPT
      parts.push(text.slice(frame.locals.taken, found < 0 ? text.length : found))
      if (found < 0 || parts.length >= limit) return createArray(machine, parts)
      frame.locals.taken = found + needle.length
      machine.fuel--
      if (machine.fuel < -MAX_PIECES) return pause(machine, frame)
    }
  },
})

function splitUnits(machine: Machine, frame: NativeFrame<Split>): Completion {
  const { search: state, limit, parts } = frame.locals
  const length = Math.min(state.text.length, limit)
  while (parts.length < length) {
    const end = Math.min(parts.length + UNITS_PORTION, length)
    machine.charge((end - parts.length) >> 3)
    if (!machine.allocate((end - parts.length) * SLOT_BYTES)) return ABRUPT
    while (parts.length < end) parts.push(state.text[parts.length]!)
    if (parts.length < length && machine.fuel < 0) return pause(machine, frame)
  }
  return createArray(machine, parts)
}

/** The parts of a text between occurrences of a separator, at most `limit`. */
export function splitText(machine: Machine, text: string, separator: string, limit: number): Completion {
  if (limit === 0) return createArray(machine, [])
  if (text.length <= MAX_HOST_SPLIT && isQuickSearch(text, separator)) {
    machine.charge(text.length >> 8)
    const parts = text.split(separator, limit)
    if (!machine.allocate(parts.length * (SLOT_BYTES + OBJECT_BYTES / 2) + text.length * CHARACTER_BYTES))
      return ABRUPT
    machine.charge(parts.length >> 5)
    return createArray(machine, parts)
  }
  return splitSteps.start(machine, { search: newSearch(text, separator, 0), limit, taken: 0, parts: [] })
}
