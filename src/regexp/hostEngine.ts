/**
 * The only place that touches the host's regular expression engine: for matching patterns that analysis has
 * proven safe, and for reading the host's Unicode data. Never decides which engine is used.
 */

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

/**
 * Start and end of every capture, -1 where none took part, or null. The pattern has one of `g` and `y`, and `d` if
 * it has groups.
 */
export const hostMatch = (pattern: HostPattern, text: string, lastIndex: number): number[] | null => {
  pattern.lastIndex = lastIndex
  const match = pattern.exec(text)
  if (match === null) return null
  const indices = [match.index, pattern.lastIndex]
  if (match.length === 1) return indices
  const pairs = match.indices!
  for (let group = 1; group < pairs.length; group++) {
    const pair = pairs[group]
    if (pair === undefined) indices.push(-1, -1)
    else indices.push(pair[0], pair[1])
  }
  return indices
}

/** Ranges `[from, to)` of code units of `text` where the global pattern matches. */
export const hostRanges = (pattern: HostPattern, text: string): Array<readonly [number, number]> => {
  const found: Array<readonly [number, number]> = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push([match.index, pattern.lastIndex])
  }
  return found
}
