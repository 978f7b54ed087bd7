/** What a match has found, by either engine. Never matches. */

/** Start and end of each capture in code units, the whole match first; -1 where a group took no part. */
export type MatchIndices = readonly number[]

/**
 * A match: where it is, and its captures as places or as texts. The host's engine gives places only when asked to; a
 * pattern without groups may have neither.
 */
export interface Found {
  readonly start: number
  readonly end: number
  readonly indices: MatchIndices | null
  /** The whole match first; undefined where a group took no part. */
  readonly texts: ReadonlyArray<string | undefined> | null
}

/** What is in the registers of our matcher. */
export const foundIn = (registers: readonly number[], captureCount: number): Found => {
  const start = registers[0]!
  const end = registers[1]!
  if (captureCount === 1) return { start, end, indices: null, texts: null }
  const indices: number[] = []
  for (let at = 0; at < 2 * captureCount; at += 2) {
    const from = registers[at]!
    const to = registers[at + 1]!
    if (from < 0 || to < 0) indices.push(-1, -1)
    else indices.push(from, to)
  }
  return { start, end, indices, texts: null }
}

export const indicesOf = ({ start, end, indices }: Found): MatchIndices => indices ?? [start, end]

/** The text of a capture, or undefined. */
export const captureOf = (text: string, found: Found, group: number): string | undefined => {
  const { indices, texts } = found
  if (texts !== null) return texts[group]
  if (indices === null) return group === 0 ? text.slice(found.start, found.end) : undefined
  const start = indices[2 * group]!
  return start < 0 ? undefined : text.slice(start, indices[2 * group + 1])
}

/** The texts of all captures in an array of their own. */
export const capturesOf = (text: string, found: Found): Array<string | undefined> => {
  const { indices, texts } = found
  if (indices === null && texts === null) return [text.slice(found.start, found.end)]
  const count = texts === null ? indices!.length >> 1 : texts.length
  const captures: Array<string | undefined> = []
  for (let group = 0; group < count; group++) captures.push(captureOf(text, found, group))
  return captures
}
