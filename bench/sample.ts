/** Medians of a benchmark's runs. */

export interface Sample {
  readonly medianMs: number
  readonly minMs: number
  readonly maxMs: number
}

/** Times each task `runs` times, by turns, so that a slow second of the machine falls on all of them. */
export async function sample<Name extends string>(
  tasks: Readonly<Record<Name, () => Promise<unknown>>>,
  { runs, warmUps }: { readonly runs: number; readonly warmUps: number },
): Promise<Readonly<Record<Name, Sample>>> {
  const entries = Object.entries(tasks) as ReadonlyArray<[Name, () => Promise<unknown>]>
  const timesMs = new Map<Name, Array<number>>(entries.map(([name]) => [name, []]))
  for (let turn = -warmUps; turn < runs; turn++) {
    for (const [name, task] of entries) {
      const startMs = performance.now()
      await task()
      if (turn >= 0) timesMs.get(name)!.push(performance.now() - startMs)
    }
  }
  return Object.fromEntries(entries.map(([name]) => [name, summarize(timesMs.get(name)!)])) as Record<
    Name,
    Sample
  >
}

function summarize(timesMs: ReadonlyArray<number>): Sample {
  const sorted = timesMs.toSorted((left, right) => left - right)
  return { medianMs: sorted[sorted.length >> 1]!, minMs: sorted[0]!, maxMs: sorted.at(-1)! }
}

export function geometricMean(ratios: ReadonlyArray<number>): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
}
