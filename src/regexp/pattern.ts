/**
 * A compiled pattern, and matching it: the face that the JavaScript layer uses. Chooses the engine for each match.
 * Makes no objects of the language: results are indices and names.
 */
import { type Growth, growthOf } from "./analyse.ts"
import { compileTree } from "./compile.ts"
import { type Flags, parseFlags } from "./flags.ts"
import { compileHost, type HostPattern, hostMatch } from "./hostEngine.ts"
import { runProgram } from "./match.ts"
import {
  type MatchIndices,
  type MatchState,
  type Meter,
  startState,
  STEPS_PER_UNIT,
  SUSPENDED,
} from "./state.ts"
import { isAlikeOnHosts } from "./hostTrust.ts"
import { parseTree } from "./parse.ts"
import type { Program } from "./program.ts"
import { isInsidePair } from "./scans.ts"
import { invalidPattern } from "./syntaxError.ts"
import type { Tree } from "./tree.ts"

export interface CompiledPattern {
  readonly source: string
  readonly flagsText: string
  readonly flags: Flags
  /** Names of the capturing groups, by index; index 0 is the whole match. Duplicate names stand more than once. */
  readonly groupNames: ReadonlyArray<string | undefined>
  readonly tree: Tree
  readonly program: Program
}

/**
 * @param source the pattern's text, `flags` any of `dgimsuvy` in any order
 * @throws PatternSyntaxError in V8's wording
 */
export const compilePattern = (source: string, flags: string): CompiledPattern => {
  const parsed = parseFlags(flags)
  const tree = parseTree(source, parsed, flags)
  const program = compileOrRefuse(tree, source, flags)
  return { source, flagsText: flags, flags: parsed, groupNames: tree.groupNames, tree, program }
}

const compileOrRefuse = (tree: Parameters<typeof compileTree>[0], source: string, flags: string): Program => {
  try {
    return compileTree(tree)
  } catch (error) {
    if (error instanceof RangeError) throw invalidPattern(source, flags, "Regular expression too large")
    throw error
  }
}

/** Begins a match at `lastIndex` (code units), there only when sticky. Does no work yet. */
export const startMatch = (
  pattern: CompiledPattern,
  lastIndex: number,
  sticky = pattern.flags.sticky,
): MatchState => startState(pattern.program, lastIndex, sticky)

const growths = new WeakMap<CompiledPattern, Growth>()

/** What analysis proves of the pattern, found once. */
const growthOfPattern = (pattern: CompiledPattern): Growth => {
  const known = growths.get(pattern)
  if (known !== undefined) return known
  const growth = isAlikeOnHosts(pattern.tree)
    ? growthOf(pattern.tree)
    : { degree: Infinity, readsAhead: true }
  growths.set(pattern, growth)
  return growth
}

/** Shorter texts do not repay the analysis, nor the call. */
const MIN_HOST_LENGTH = 128

/** The most work, in steps, that the host's engine is let do without a stop. */
const MAX_HOST_WORK = 1e6

/** Which engine a text of this many code units goes to: the host's only where its work is proven small. */
export const hostDecision = (pattern: CompiledPattern, textLength: number): "host" | "own" => {
  if (textLength < MIN_HOST_LENGTH) return "own"
  const { degree } = growthOfPattern(pattern)
  return degree === 1 || textLength ** degree <= MAX_HOST_WORK ? "host" : "own"
}

/**
 * Goes on with a match until it ends or the meter stops it: then it gives SUSPENDED, and a later call with the
 * same pattern, text and state goes on.
 *
 * @throws BacktrackLimitError
 */
export const match = (
  pattern: CompiledPattern,
  text: string,
  state: MatchState,
  meter: Meter,
): MatchIndices | null | typeof SUSPENDED => {
  if (state.engine === undefined) {
    begin(pattern, text, state, meter)
    if (state.engine === "host" && !chargeHost(pattern, text, state, meter)) return SUSPENDED
  }
  return state.engine === "own" ? runProgram(pattern.program, text, state, meter) : (state.result ?? null)
}

/** The host's compiled forms of a pattern, made at first use: searching and sticky; undefined where it refuses. */
interface HostForms {
  search?: HostPattern | undefined
  sticky?: HostPattern | undefined
}

/** Code units that the host passes in about the time of one of our steps. */
const HOST_UNITS_PER_STEP = 4

const hostForms = new WeakMap<CompiledPattern, HostForms>()

const hostForm = (pattern: CompiledPattern, sticky: boolean): HostPattern | undefined => {
  let forms = hostForms.get(pattern)
  if (forms === undefined) hostForms.set(pattern, (forms = {}))
  const kind = sticky ? "sticky" : "search"
  if (!(kind in forms)) {
    const flags = pattern.flagsText.replace(/[dgy]/g, "")
    forms[kind] = compileHost(pattern.source, `${flags}d${sticky ? "y" : "g"}`)
  }
  return forms[kind]
}

const begin = (pattern: CompiledPattern, text: string, state: MatchState, meter: Meter): void => {
  const { engines } = meter
  // A match by code points begins with the whole one that `lastIndex` is in.
  if (pattern.program.unicode && isInsidePair(text, state.start)) state.start--
  const mayUseHost = engines?.hostAllowed !== false && hostDecision(pattern, text.length) === "host"
  const host = mayUseHost ? hostForm(pattern, state.sticky) : undefined
  state.engine = host === undefined ? "own" : "host"
  if (engines !== undefined) engines[state.engine]++
  if (host !== undefined) state.result = hostMatch(host, text, state.start)
}

/** What the host's engine did is charged when it is done: it cannot stop. */
const chargeHost = (pattern: CompiledPattern, text: string, state: MatchState, meter: Meter): boolean => {
  const { degree, readsAhead } = growthOfPattern(pattern)
  const rest = text.length - state.start
  const passed = state.result === null || readsAhead ? rest : state.result![1]! - state.start
  const steps = degree === 1 ? passed / HOST_UNITS_PER_STEP : rest ** degree / HOST_UNITS_PER_STEP
  return meter.charge(Math.ceil((steps + 1) / STEPS_PER_UNIT))
}
