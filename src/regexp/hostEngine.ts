/**
 * The only place that touches the host's regular expression engine: for matching patterns that analysis has
 * proven safe, and for reading the host's Unicode data. Never decides which engine is used.
 */

import type { Found } from "./found.ts"

/** The host's own compiled pattern. */
export type HostPattern = RegExp

/** The host's pattern, or undefined when this host refuses it. */
export const compileHost = (source: string, flags: string): HostPattern | undefined => {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}

/** The pattern has one of `g` and `y`; with `d` the match has its indices too. */
export const hostMatch = (pattern: HostPattern, text: string, lastIndex: number): Found | null => {
  pattern.lastIndex = lastIndex
  const match = pattern.exec(text)
  if (match === null) return null
  const indices = match.indices === undefined ? null : flatIndices(match.indices)
  return { start: match.index, end: pattern.lastIndex, indices, texts: match }
}

const flatIndices = (pairs: ReadonlyArray<readonly [number, number] | undefined>): number[] => {
  const indices: number[] = []
  for (let group = 0; group < pairs.length; group++) {
    const pair = pairs[group]
    if (pair === undefined) indices.push(-1, -1)
    else indices.push(pair[0], pair[1])
  }
  return indices
}

/** Where the match ends, or -1: the host makes no array for it. */
export const hostMatchEnd = (pattern: HostPattern, text: string, lastIndex: number): number => {
  pattern.lastIndex = lastIndex
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The texts of all matches of a global pattern. */
export const hostMatches = (pattern: HostPattern, text: string): string[] | null => text.match(pattern)

/** The text with a template for each match of a global pattern. */
export const hostReplace = (pattern: HostPattern, text: string, template: string): string =>
  text.replace(pattern, template)

/** The parts of the text between matches, and the captures. */
export const hostSplit = (pattern: HostPattern, text: string): Array<string | undefined> =>
  text.split(pattern)

/** Ranges `[from, to)` of code units of `text` where the global pattern matches. */
export const hostRanges = (pattern: HostPattern, text: string): Array<readonly [number, number]> => {
  const found: Array<readonly [number, number]> = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push([match.index, pattern.lastIndex])
  }
  return found
}
