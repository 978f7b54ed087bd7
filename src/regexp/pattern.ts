/** A compiled pattern, and matching it by our own matcher. Makes no objects of the language: results are indices and names. */
import type { Allowance } from "./allowance.ts"
import { compileTree } from "./compile.ts"
import { type Flags, parseFlags } from "./flags.ts"
import { type Found, foundIn } from "./found.ts"
import type { HostPattern } from "./hostEngine.ts"
import { runProgram } from "./match.ts"
import { type MatchState, type Meter, startState, type SUSPENDED } from "./state.ts"
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
  readonly isNamed: boolean
  readonly tree: Tree
  readonly program: Program
  readonly host: HostSide
}

/** What is found out at the first match that may be the host's: the compiled forms are null where the host refuses. */
interface HostSide {
  /** Code units of the short texts that it was asked to match. */
  shortUnits: number
  allowance: Allowance | undefined
  search: HostPattern | null | undefined
  sticky: HostPattern | null | undefined
}

/**
 * @param source the pattern's text, `flags` any of `dgimsuvy` in any order
 * @throws PatternSyntaxError in V8's wording
 */
export const compilePattern = (source: string, flags: string): CompiledPattern => {
  const parsed = parseFlags(flags)
  const tree = parseTree(source, parsed, flags)
  const program = compileOrRefuse(tree, source, flags)
  const host: HostSide = { shortUnits: 0, allowance: undefined, search: undefined, sticky: undefined }
  const { groupNames } = tree
  const isNamed = groupNames.some((name) => name !== undefined)
  return { source, flagsText: flags, flags: parsed, groupNames, isNamed, tree, program, host }
}

const compileOrRefuse = (tree: Parameters<typeof compileTree>[0], source: string, flags: string): Program => {
  try {
    return compileTree(tree)
  } catch (error) {
    if (error instanceof RangeError) throw invalidPattern(source, flags, "Regular expression too large")
    throw error
  }
}

/** A match by code points begins with the whole one that `lastIndex` is in. */
export const wholeStart = ({ program }: CompiledPattern, text: string, lastIndex: number): number =>
  program.unicode && isInsidePair(text, lastIndex) ? lastIndex - 1 : lastIndex

/**
 * Begins a match at `lastIndex` (code units), there only when sticky. Does no work yet.
 *
 * @param old the state of a match that has ended, to be used again
 */
export const startMatch = (
  pattern: CompiledPattern,
  text: string,
  lastIndex: number,
  sticky = pattern.flags.sticky,
  old: MatchState | null = null,
): MatchState => startState(pattern.program, wholeStart(pattern, text, lastIndex), sticky, old)

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
): boolean | typeof SUSPENDED => runProgram(pattern.program, text, state, meter)

/** What a match has found, from the state that it has ended with. */
export const foundBy = ({ program }: CompiledPattern, { registers }: MatchState): Found =>
  foundIn(registers, program.captureCount)
