/** The list of tests that are known to fail, each with its reason: `path: reason`, `#` begins a comment line. */

export function parseExpectations(text: string): ReadonlyMap<string, string> {
  const entries = text
    .split("\n")
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== "" && !line.startsWith("#"))
    .map(({ line, number }) => {
      const match = /^(\S+\.js): +(\S.*)$/.exec(line)
      if (match === null)
        throw new Error(`expectations.txt:${number}: expected "path: reason", got "${line}"`)
      return [match[1]!, match[2]!] as const
    })
  return new Map(entries)
}

export interface Surprises {
  /** failed, but not listed */
  readonly failures: ReadonlyArray<string>
  /** listed, but passed */
  readonly passes: ReadonlyArray<string>
}

export function surprises(
  failed: ReadonlyArray<string>,
  passed: ReadonlyArray<string>,
  expected: ReadonlyMap<string, string>,
): Surprises {
  return {
    failures: failed.filter((path) => !expected.has(path)),
    passes: passed.filter((path) => expected.has(path)),
  }
}
