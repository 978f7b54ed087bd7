/** Compiled patterns of regular expressions, and matches that stop where the fuel ends. Knows no property but `lastIndex`. */
import { type JSObject, Kind, JSObject as ObjectClass } from "../objects/object.ts"
import { OBJECT_BYTES, PATTERN_BYTES, PATTERN_UNIT_BYTES } from "../objects/meter.ts"
import { writeSlot } from "../objects/properties.ts"
import { RegExpSlots } from "../objects/regExpSlots.ts"
import { WRITABLE } from "../objects/shape.ts"
import { ABRUPT, type Abrupt, type Value } from "../objects/value.ts"
import { findByHost } from "../regexp/byHost.ts"
import type { Found } from "../regexp/found.ts"
import { MAX_SOURCE_UNITS } from "../regexp/parse.ts"
import { type CompiledPattern, compilePattern, foundBy, match, startMatch } from "../regexp/pattern.ts"
import { BacktrackLimitError, type MatchState, type Meter, SUSPENDED } from "../regexp/state.ts"
import { PatternSyntaxError } from "../regexp/syntaxError.ts"
import { type Machine, Mode } from "../interpreter/machine.ts"
import { messages, throwRangeError, throwSyntaxError, throwTypeError } from "../interpreter/throws.ts"
import { shapesOf } from "./regExpIntact.ts"

export { type CompiledPattern, type Found, type MatchState, SUSPENDED }

/** Patterns kept compiled, over all runs, and their length together in code units. */
const MAX_KEPT_PATTERNS = 1_024
const MAX_KEPT_UNITS = 1 << 16

/** By flags, then by source. */
let kept = new Map<string, Map<string, CompiledPattern>>()
let keptPatterns = 0
let keptUnits = 0

/** The pattern of a source and flags that are known to be right. */
export function patternOf(source: string, flags: string): CompiledPattern {
  const found = kept.get(flags)?.get(source)
  return found ?? keep(compilePattern(source, flags))
}

function keep(pattern: CompiledPattern): CompiledPattern {
  const units = pattern.source.length + 1
  if (keptPatterns >= MAX_KEPT_PATTERNS || keptUnits + units > MAX_KEPT_UNITS) {
    kept = new Map()
    keptPatterns = 0
    keptUnits = 0
  }
  keptPatterns++
  keptUnits += units
  let bySource = kept.get(pattern.flagsText)
  if (bySource === undefined) kept.set(pattern.flagsText, (bySource = new Map()))
  bySource.set(pattern.source, pattern)
  return pattern
}

/** Compiles; what is wrong with the pattern is the program's SyntaxError. */
export function compileFor(machine: Machine, source: string, flags: string): CompiledPattern | Abrupt {
  const found = kept.get(flags)?.get(source)
  if (found !== undefined) return found
  const units = Math.min(source.length, MAX_SOURCE_UNITS)
  machine.charge(4 + (units >> 2))
  if (!machine.allocate(PATTERN_BYTES + units * PATTERN_UNIT_BYTES)) return ABRUPT
  try {
    return keep(compilePattern(source, flags))
  } catch (error) {
    if (error instanceof PatternSyntaxError) return throwSyntaxError(machine, error.message)
    throw error
  }
}

/** The pattern of a regular expression. */
export function compiledOf(slots: RegExpSlots): CompiledPattern {
  return (slots.compiled ??= patternOf(slots.source, slots.flags)) as CompiledPattern
}

/** A regular expression below a prototype; `lastIndex` is 0. */
export function newRegExp(machine: Machine, prototype: JSObject, pattern: CompiledPattern): JSObject {
  const slots = new RegExpSlots(pattern.source, pattern.flagsText, pattern)
  machine.meter.used += OBJECT_BYTES * 2
  const { realm } = machine
  const { instance } = shapesOf(realm)
  const shape =
    instance.prototype === prototype ? instance : realm.shapeFor(prototype).add("lastIndex", WRITABLE)
  return new ObjectClass(shape, [0], Kind.RegExp, slots)
}

/** The value of `lastIndex`. */
export function lastIndexOf(regexp: JSObject): Value {
  return regexp.slots[0] as Value
}

/** Set(regexp, "lastIndex", index, true) of an object with [[RegExpMatcher]]; false if an error is thrown. */
export function setLastIndex(machine: Machine, regexp: JSObject, index: number): boolean {
  if ((regexp.shape.attributesAt(0) & WRITABLE) === 0) {
    throwTypeError(machine, messages.readOnly("lastIndex", "[object RegExp]"))
    return false
  }
  if (!Object.is(lastIndexOf(regexp), index)) writeSlot(machine.realm, regexp, 0, "lastIndex", index)
  return true
}

/** Whose fuel the match under way takes. */
let payer: Machine | null = null

const meter: Meter = {
  charge(units) {
    payer!.fuel -= units
    return payer!.fuel >= 0
  },
  chargeBytes: (bytes) => payer!.allocate(bytes),
}

/** The state of a match that has ended, kept for the next: a new one costs as much as a short match. */
let spare: MatchState | null = null

/** A match that stops where the fuel ends. */
export interface Matching {
  /** Null but while the match is stopped. */
  state: MatchState | null
}

/**
 * The next match from `index` on, or the rest of the one that has stopped. SUSPENDED: the caller's frame must pause.
 * ABRUPT: an error is thrown, or the run is stopped.
 */
export function find(
  machine: Machine,
  pattern: CompiledPattern,
  text: string,
  index: number,
  sticky: boolean,
  matching: Matching,
): Found | null | typeof SUSPENDED | Abrupt {
  if (matching.state === null) {
    const found = findByHost(pattern, text, index, sticky, machine)
    if (found !== undefined) return found
  }
  return findByOwn(machine, pattern, text, index, sticky, matching)
}

/** The same without the host's engine. */
export function findByOwn(
  machine: Machine,
  pattern: CompiledPattern,
  text: string,
  index: number,
  sticky: boolean,
  matching: Matching,
): Found | null | typeof SUSPENDED | Abrupt {
  let { state } = matching
  if (state === null) {
    machine.regExpEngines.own++
    state = startMatch(pattern, text, index, sticky, spare)
    spare = null
  }
  payer = machine
  try {
    const isFound = match(pattern, text, state, meter)
    if (isFound === SUSPENDED) {
      if (machine.mode === Mode.Stopping) return ABRUPT
      matching.state = state
      return SUSPENDED
    }
    matching.state = null
    spare = state
    return isFound ? foundBy(pattern, state) : null
  } catch (error) {
    if (error instanceof BacktrackLimitError) return throwRangeError(machine, messages.stackOverflow)
    throw error
  } finally {
    payer = null
  }
}

/** A walk over the matches of a pattern in a text: data that a saved run can hold. */
export interface Walk extends Matching {
  readonly source: string
  readonly flags: string
  readonly text: string
  /** Where the next match is looked for. */
  index: number
  readonly sticky: boolean
}

export function newWalk(regexp: JSObject, text: string, index: number, sticky?: boolean): Walk {
  const slots = regexp.data as RegExpSlots
  const { flags } = slots
  return { source: slots.source, flags, text, index, sticky: sticky ?? flags.includes("y"), state: null }
}

/** The next match at or after `walk.index`, which the caller moves. */
export function nextMatch(
  machine: Machine,
  pattern: CompiledPattern,
  walk: Walk,
): Found | null | typeof SUSPENDED | Abrupt {
  if (walk.index > walk.text.length) return null
  return find(machine, pattern, walk.text, walk.index, walk.sticky, walk)
}

/** AdvanceStringIndex, ECMA-262 22.2.7.3. */
export function advanceIndex(text: string, index: number, unicode: boolean): number {
  if (!unicode || index + 1 >= text.length) return index + 1
  return index + (text.codePointAt(index)! > 0xffff ? 2 : 1)
}

/** The pattern reads its text by code points. */
export function isUnicode(pattern: CompiledPattern): boolean {
  return pattern.flags.unicode || pattern.flags.unicodeSets
}
