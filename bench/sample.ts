/** Medians of a benchmark's runs. */

export interface Sample {
  readonly medianMs: number
  readonly minMs: number
  readonly maxMs: number
}

/** Times each task `runs` times, by turns, so that a slow second of the machine falls on all of them. */
export async function sample(
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
  { runs, warmUps }: { readonly runs: number; readonly warmUps: number },
): Promise<Readonly<Record<string, Sample>>> {
  const timed = Object.entries(tasks).map(([name, task]) => ({ name, task, timesMs: Array<number>() }))
  for (let turn = -warmUps; turn < runs; turn++) {
    for (const { task, timesMs } of timed) {
      const startMs = performance.now()
      await task()
      if (turn >= 0) timesMs.push(performance.now() - startMs)
    }
  }
  return Object.fromEntries(timed.map(({ name, timesMs }) => [name, summarize(timesMs)]))
}

/** The median and the extremes of times. */
export function summarize(timesMs: ReadonlyArray<number>): Sample {
  const sorted = timesMs.toSorted((left, right) => left - right)
  return { medianMs: sorted[sorted.length >> 1]!, minMs: sorted[0]!, maxMs: sorted.at(-1)! }
}

export function geometricMean(ratios: ReadonlyArray<number>): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
}
