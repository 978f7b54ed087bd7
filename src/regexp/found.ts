/** What a match has found, by either engine. Never matches. */

/** Start and end of each capture in code units, the whole match first; -1 where a group took no part. */
export type MatchIndices = readonly number[]

/** A match: where it is, and its captures as places or as texts. The host's engine gives places only when asked to. */
export interface Found {
  readonly start: number
  readonly end: number
  readonly indices: MatchIndices | null
  /** The whole match first; undefined where a group took no part. */
  readonly texts: ReadonlyArray<string | undefined> | null
}

export const foundAt = (indices: MatchIndices): Found => ({
  start: indices[0]!,
  end: indices[1]!,
  indices,
  texts: null,
})

/** The text of a capture, or undefined. */
export const captureOf = (text: string, { indices, texts }: Found, group: number): string | undefined => {
  if (texts !== null) return texts[group]
  const start = indices![2 * group]!
  return start < 0 ? undefined : text.slice(start, indices![2 * group + 1])
}

/** The texts of all captures in an array of their own. */
export const capturesOf = (text: string, { indices, texts }: Found): Array<string | undefined> => {
  const captures: Array<string | undefined> = []
  if (texts !== null) for (let group = 0; group < texts.length; group++) captures.push(texts[group])
  else {
    for (let at = 0; at < indices!.length; at += 2) {
      captures.push(indices![at]! < 0 ? undefined : text.slice(indices![at], indices![at + 1]))
    }
  }
  return captures
}
