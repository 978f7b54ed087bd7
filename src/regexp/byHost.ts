/**
 * Matches that are the host's engine's: which may be, what they cost, and what they give. Each function gives undefined
 * where the match is ours.
 */
import { type Allowance, findAllowance } from "./allowance.ts"
import type { Found } from "./found.ts"
import {
  compileHost,
  hostMatch,
  hostMatchEnd,
  hostMatches,
  type HostPattern,
  hostReplace,
  hostSplit,
} from "./hostEngine.ts"
import { type CompiledPattern, wholeStart } from "./pattern.ts"
import type { Engines } from "./state.ts"

/** Who pays for what the host's engine has done, which is charged afterwards: it cannot stop. */
export interface Payer {
  charge(units: number): unknown
  readonly regExpEngines: Engines
}

/** Shorter texts do not repay the analysis, nor the host's compiling, by themselves. */
const MIN_HOST_LENGTH = 128

/** Code units of short texts that together do. */
const MIN_SHORT_UNITS = 1 << 15

const allowanceOf = (pattern: CompiledPattern): Allowance =>
  (pattern.host.allowance ??= findAllowance(pattern.tree, pattern.program.anchored))

/** Whether the host's engine is worth its cost for a text of this many code units, after all those before it. */
const isWorthwhile = ({ host }: CompiledPattern, textLength: number): boolean =>
  textLength >= MIN_HOST_LENGTH || (host.shortUnits += textLength) > MIN_SHORT_UNITS

/** Which engine a text of this many code units goes to: the host's only where its work is proven small. */
export const hostDecision = (pattern: CompiledPattern, textLength: number): "host" | "own" =>
  isWorthwhile(pattern, textLength) && textLength <= allowanceOf(pattern).maxLength ? "host" : "own"

const formOf = (pattern: CompiledPattern, kind: "search" | "sticky"): HostPattern | null => {
  const known = pattern.host[kind]
  if (known !== undefined) return known
  const flags = pattern.flagsText.replace(/[gy]/g, "") + (kind === "search" ? "g" : "y")
  return (pattern.host[kind] = compileHost(pattern.source, flags) ?? null)
}

/** The host's form for one match. */
const formFor = (
  pattern: CompiledPattern,
  text: string,
  sticky: boolean,
  { regExpEngines }: Payer,
): HostPattern | null => {
  if (!regExpEngines.hostAllowed || hostDecision(pattern, text.length) === "own") return null
  const form = formOf(pattern, sticky ? "sticky" : "search")
  if (form !== null) regExpEngines.host++
  return form
}

/** The next match from `lastIndex` on (code units), there only when sticky; null where nothing matches. */
export const findByHost = (
  pattern: CompiledPattern,
  text: string,
  lastIndex: number,
  sticky: boolean,
  payer: Payer,
): Found | null | undefined => {
  const form = formFor(pattern, text, sticky, payer)
  if (form === null) return undefined
  const start = wholeStart(pattern, text, lastIndex)
  const found = hostMatch(form, text, start)
  payer.charge(unitsOf(allowanceOf(pattern), text.length - start, found === null ? -1 : found.end - start))
  return found
}

/** Only where that match ends, -1 where nothing matches. */
export const findEndByHost = (
  pattern: CompiledPattern,
  text: string,
  lastIndex: number,
  sticky: boolean,
  payer: Payer,
): number | undefined => {
  const form = formFor(pattern, text, sticky, payer)
  if (form === null) return undefined
  const start = wholeStart(pattern, text, lastIndex)
  const end = hostMatchEnd(form, text, start)
  payer.charge(unitsOf(allowanceOf(pattern), text.length - start, end < 0 ? -1 : end - start))
  return end
}

/** Code units that the host passes in the time of one unit of fuel, and steps where it is not linear. */
const HOST_LENGTH_PER_UNIT = 64
const HOST_STEPS_PER_UNIT = 256

/** Of a match that has passed so many of the `rest` of the text's code units, or -1. */
const unitsOf = (
  { degree, readsAhead, costPerUnit }: Allowance,
  rest: number,
  passedOrNone: number,
): number => {
  if (degree !== 1) return 1 + Math.floor(rest ** degree / HOST_STEPS_PER_UNIT)
  const passed = passedOrNone < 0 || readsAhead ? rest : passedOrNone
  return 1 + Math.floor((passed * costPerUnit) / HOST_LENGTH_PER_UNIT)
}

/**
 * The host's form for all matches of a text at once. Together they cost no more than one search over all places of the
 * text, which is what the degree is of.
 */
const wholeFormFor = (pattern: CompiledPattern, text: string, payer: Payer): HostPattern | null => {
  const { regExpEngines } = payer
  const { length } = text
  if (!regExpEngines.hostAllowed || !isWorthwhile(pattern, length)) return null
  const allowance = allowanceOf(pattern)
  if (length > allowance.maxWholeLength) return null
  const form = formOf(pattern, "search")
  if (form === null) return null
  regExpEngines.host++
  payer.charge(unitsOf(allowance, length, -1))
  return form
}

/** The texts of all matches; null where nothing matches. */
export const matchesByHost = (
  pattern: CompiledPattern,
  text: string,
  payer: Payer,
): string[] | null | undefined => {
  const form = wholeFormFor(pattern, text, payer)
  if (form === null) return undefined
  const matches = hostMatches(form, text)
  payer.charge(matches === null ? 0 : matches.length)
  return matches
}

/** The parts of the text between all matches, with their captures. */
export const splitByHost = (
  pattern: CompiledPattern,
  text: string,
  payer: Payer,
): Array<string | undefined> | undefined => {
  const form = wholeFormFor(pattern, text, payer)
  if (form === null) return undefined
  const parts = hostSplit(form, text)
  payer.charge(parts.length)
  return parts
}

/** How many matches a text is charged for that it is not known how many have been replaced in. */
const UNITS_PER_REPLACEMENT = 8

/** The text with the template for each match. */
export const replaceByHost = (
  pattern: CompiledPattern,
  text: string,
  template: string,
  payer: Payer,
): string | undefined => {
  const form = wholeFormFor(pattern, text, payer)
  if (form === null) return undefined
  payer.charge(Math.floor(text.length / UNITS_PER_REPLACEMENT))
  return hostReplace(form, text, template)
}
