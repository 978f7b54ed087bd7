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
  makeRegisters,
  startState,
  SUSPENDED,
} from "./state.ts"
import { isFitForHosts } from "./hostTrust.ts"
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
  /** What is found out at the first match that may be the host's. */
  readonly host: HostSide
}

/** The analysis, and the host's compiled forms: searching and sticky, undefined where the host refuses. */
interface HostSide {
  growth?: Growth
  search?: HostPattern | undefined
  sticky?: HostPattern | undefined
}

/**
 * @param source the pattern's text, `flags` any of `dgimsuvy` in any order
 * @throws PatternSyntaxError in V8's wording
 */
export const compilePattern = (source: string, flags: string): CompiledPattern => {
  const parsed = parseFlags(flags)
  const tree = parseTree(source, parsed, flags)
  const program = compileOrRefuse(tree, source, flags)
  return { source, flagsText: flags, flags: parsed, groupNames: tree.groupNames, tree, program, host: {} }
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
): MatchState => startState(lastIndex, sticky)

/** What analysis proves of the pattern, found once. */
const growthOfPattern = ({ tree, host }: CompiledPattern): Growth =>
  (host.growth ??= isFitForHosts(tree) ? growthOf(tree) : { degree: Infinity, readsAhead: true })

/** Shorter texts do not repay the analysis, nor the call. */
const MIN_HOST_LENGTH = 128

/** The most work that the host's engine is let do without a stop: steps, and where it is linear code units. */
const MAX_HOST_STEPS = 1e6
const MAX_HOST_LENGTH = 4e6

/** Longer texts are ours where every match may read ahead in vain, which the host could not account for. */
const MAX_READ_AHEAD_LENGTH = 1000

/** How much more than the simplest pattern this one costs for each code unit. */
const costPerUnit = ({ tree }: CompiledPattern): number => 1 + (tree.root.weight >> 4)

/** Which engine a text of this many code units goes to: the host's only where its work is proven small. */
export const hostDecision = (pattern: CompiledPattern, textLength: number): "host" | "own" => {
  if (textLength < MIN_HOST_LENGTH) return "own"
  const { degree, readsAhead } = growthOfPattern(pattern)
  const isSmall =
    degree === 1
      ? textLength * costPerUnit(pattern) <= MAX_HOST_LENGTH
      : textLength ** degree <= MAX_HOST_STEPS
  const isAccountable = !readsAhead || pattern.program.anchored || textLength <= MAX_READ_AHEAD_LENGTH
  return isSmall && isAccountable ? "host" : "own"
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

const hostForm = (
  { source, flagsText, groupNames, host }: CompiledPattern,
  sticky: boolean,
): HostPattern | undefined => {
  const kind = sticky ? "sticky" : "search"
  if (!(kind in host)) {
    const flags = flagsText.replace(/[dgy]/g, "") + (sticky ? "y" : "g")
    host[kind] = compileHost(source, groupNames.length > 1 ? `${flags}d` : flags)
  }
  return host[kind]
}

const begin = (pattern: CompiledPattern, text: string, state: MatchState, meter: Meter): void => {
  const { engines } = meter
  // A match by code points begins with the whole one that `lastIndex` is in.
  if (pattern.program.unicode && isInsidePair(text, state.start)) state.start--
  const mayUseHost = engines?.hostAllowed !== false && hostDecision(pattern, text.length) === "host"
  const host = mayUseHost ? hostForm(pattern, state.sticky) : undefined
  state.engine = host === undefined ? "own" : "host"
  if (engines !== undefined) engines[state.engine]++
  if (host === undefined) makeRegisters(pattern.program, state)
  else state.result = hostMatch(host, text, state.start)
}

/** Code units that the host passes in the time of one unit of fuel, and steps where it is not linear. */
const HOST_LENGTH_PER_UNIT = 64
const HOST_STEPS_PER_UNIT = 256

/** What the host's engine did is charged when it is done: it cannot stop. */
const chargeHost = (pattern: CompiledPattern, text: string, state: MatchState, meter: Meter): boolean => {
  const { degree, readsAhead } = growthOfPattern(pattern)
  const rest = text.length - state.start
  const passed = state.result == null || readsAhead ? rest : state.result[1]! - state.start
  const units =
    degree === 1
      ? (passed * costPerUnit(pattern)) / HOST_LENGTH_PER_UNIT
      : rest ** degree / HOST_STEPS_PER_UNIT
  return meter.charge(1 + Math.floor(units))
}
