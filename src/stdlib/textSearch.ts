/**
 * Finding a text in another in time that grows with their sum: windows of the host's search for short needles,
 * Knuth, Morris and Pratt's for long ones. A search is a plain record that can stop anywhere.
 */
import type { Completion } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"

/** Comparisons of UTF-16 units that one host search may make at worst. */
const MAX_HOST_COMPARISONS = 1_048_576

/** Longer needles are searched by our own algorithm. */
const MAX_HOST_NEEDLE = 2_048

const CHUNK = 65_536

/** Places where one host search of a needle of a few units may begin. */
const MAX_WINDOW = 4_194_304
const SHORT_NEEDLE = 4

/** `search` used up the fuel; call it again. */
export const UNFINISHED = -2

export interface TextSearch {
  readonly text: string
  readonly needle: string
  /** Where the next occurrence may begin; of a long needle the unit to be read next. */
  position: number
  /** Of a long needle: units of it that match before `position`, and for each prefix the longest border of it. */
  matched: number
  readonly borders: number[]
}

export function newSearch(text: string, needle: string, from: number): TextSearch {
  return { text, needle, position: from, matched: 0, borders: [] }
}

/** One host search does it within bounds. */
export function isQuickSearch(text: string, needle: string): boolean {
  return text.length * Math.min(needle.length, text.length) <= MAX_HOST_COMPARISONS || needle.length === 0
}

/** The index of the next occurrence after the ones found before, -1 if there is none, or UNFINISHED. */
export function search(machine: Machine, state: TextSearch): number {
  return state.needle.length <= MAX_HOST_NEEDLE ? searchWindows(machine, state) : searchLong(machine, state)
}

function searchWindows(machine: Machine, state: TextSearch): number {
  const { text, needle } = state
  const last = text.length - needle.length
  const width =
    needle.length <= SHORT_NEEDLE ? MAX_WINDOW : Math.ceil((MAX_HOST_COMPARISONS * 4) / needle.length)
  while (state.position <= last) {
    const { position } = state
    const end = Math.min(position + width, last + 1)
    const found = end === last + 1 ? text.indexOf(needle, position) : indexWithin(text, needle, position, end)
    machine.charge(((found < 0 ? end : found) - position) >> 9)
    if (found >= 0) {
      state.position = found + needle.length
      return found
    }
    state.position = end
    if (end <= last && machine.fuel < 0) return UNFINISHED
  }
  return -1
}

/** The first occurrence that begins before `end`. */
function indexWithin(text: string, needle: string, position: number, end: number): number {
  const found = text.slice(position, end + needle.length - 1).indexOf(needle)
  return found < 0 ? -1 : position + found
}

function searchLong(machine: Machine, state: TextSearch): number {
  if (!makeBorders(machine, state)) return UNFINISHED
  const { text, needle, borders } = state
  while (state.position < text.length) {
    const end = Math.min(state.position + CHUNK, text.length)
    machine.charge((end - state.position) >> 5)
    let { matched } = state
    for (let position = state.position; position < end; position++) {
      const unit = text.charCodeAt(position)
      while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched - 1]!
      if (needle.charCodeAt(matched) === unit) matched++
      if (matched === needle.length) {
        state.position = position + 1
        state.matched = 0
        return position + 1 - needle.length
      }
    }
    state.matched = matched
    state.position = end
    if (end < text.length && machine.fuel < 0) return UNFINISHED
  }
  return -1
}

/** The border table, a chunk at a time; false when the fuel is used up before it is whole. */
function makeBorders(machine: Machine, state: TextSearch): boolean {
  const { needle, borders } = state
  while (borders.length < needle.length) {
    const end = Math.min(borders.length + CHUNK, needle.length)
    machine.charge((end - borders.length) >> 5)
    machine.meter.used += (end - borders.length) * 4
    while (borders.length < end) {
      const unit = needle.charCodeAt(borders.length)
      let matched = borders.length === 0 ? 0 : borders[borders.length - 1]!
      while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched - 1]!
      borders.push(borders.length > 0 && needle.charCodeAt(matched) === unit ? matched + 1 : 0)
    }
    if (borders.length < needle.length && machine.fuel < 0) return false
  }
  return true
}

const indexSteps = steps<{
  search: TextSearch
  result: "index" | "boolean" | "last"
  limit: number
  last: number
}>({
  name: "StringIndexOf",
  run(machine, frame) {
    const { locals } = frame
    for (;;) {
      const index = search(machine, locals.search)
      if (index === UNFINISHED) return pause(machine, frame)
      if (locals.result === "boolean") return index >= 0
      if (locals.result === "index") return index
      if (index < 0 || index > locals.limit) return locals.last
      locals.last = index
      resumeAfter(locals.search, index + 1)
    }
  },
})

/** Goes on from inside an occurrence, so that ones that overlap it are found. */
function resumeAfter(state: TextSearch, position: number): void {
  if (state.needle.length <= MAX_HOST_NEEDLE) state.position = position
  else state.matched = state.borders[state.needle.length - 1]!
}

/** StringIndexOf, ECMA-262 6.1.4.1: -1 if there is none. */
export function stringIndexOf(
  machine: Machine,
  text: string,
  needle: string,
  from: number,
): Completion<number> {
  machine.charge(text.length >> 10)
  if (isQuickSearch(text, needle)) return text.indexOf(needle, from)
  return startSearch(machine, text, needle, from, "index") as Completion<number>
}

/** Whether the needle occurs at `from` or later. */
export function stringIncludes(
  machine: Machine,
  text: string,
  needle: string,
  from: number,
): Completion<boolean> {
  machine.charge(text.length >> 10)
  if (isQuickSearch(text, needle)) return text.includes(needle, from)
  return startSearch(machine, text, needle, from, "boolean") as Completion<boolean>
}

/** StringLastIndexOf, ECMA-262 6.1.4.2. */
export function stringLastIndexOf(
  machine: Machine,
  text: string,
  needle: string,
  from: number,
): Completion<number> {
  machine.charge(text.length >> 10)
  if (isQuickSearch(text, needle)) return text.lastIndexOf(needle, from)
  const state = newSearch(text, needle, 0)
  return indexSteps.start(machine, {
    search: state,
    result: "last",
    limit: from,
    last: -1,
  }) as Completion<number>
}

function startSearch(
  machine: Machine,
  text: string,
  needle: string,
  from: number,
  result: "index" | "boolean",
): Completion {
  return indexSteps.start(machine, { search: newSearch(text, needle, from), result, limit: 0, last: -1 })
}
