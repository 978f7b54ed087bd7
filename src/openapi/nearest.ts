/** The known name that a wrong one most likely meant. */

const maxLength = 60

/** The closest of `known`, if it is close: equal but for case and punctuation, or few edits away. */
export function nearest(name: string, known: ReadonlyArray<string>): string | undefined {
  const plain = folded(name)
  const same = known.find((it) => folded(it) === plain)
  if (same !== undefined || name.length > maxLength) return same
  let best: string | undefined
  let bestDistance = Math.ceil(name.length / 3) + 1
  for (const candidate of known.slice(0, 500)) {
    if (candidate.length > maxLength) continue
    const distance = editDistance(plain, folded(candidate))
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
