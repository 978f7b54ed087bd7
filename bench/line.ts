/** One line of the benchmark, and how lines are shown. */
import { geometricMean, type Sample } from "./sample.ts"

/** Times are in milliseconds. */
export interface Line {
  readonly engine: string
  readonly group: string
  readonly name: string
  readonly ours: Sample
  /** What it is compared with. */
  readonly peer?: string
  readonly theirs?: Sample
}

/** A line about the engine that runs this. */
export function lineOf(group: string, name: string, ours: Sample, peer?: string, theirs?: Sample): Line {
  const engine =
    process.versions.bun === undefined ? `Node ${process.versions.node}` : `Bun ${process.versions.bun}`
  return { engine, group, name, ours, ...(peer === undefined ? {} : { peer, theirs: theirs! }) }
}

/** A table of Markdown for each engine. */
export function print(lines: ReadonlyArray<Line>): void {
  for (const engine of new Set(lines.map((line) => line.engine))) {
    console.log(
      `\n### ${engine}\n\n| what | ms, median (lowest to highest) | peer | its ms | ratio |\n|---|---|---|---|---|`,
    )
    const ofEngine = lines.filter((line) => line.engine === engine)
    for (const group of new Set(ofEngine.map((line) => line.group))) {
      const ofGroup = ofEngine.filter((line) => line.group === group)
      for (const line of ofGroup) console.log(rowOf(line))
      const ratios = ofGroup.flatMap(({ peer, ours, theirs }) =>
        peer === "quickjs" || peer === "never" ? [ours.medianMs / theirs!.medianMs] : [],
      )
      if (ratios.length > 1)
        console.log(`| ${group}: geometric mean | | quickjs | | ${geometricMean(ratios).toFixed(2)} |`)
    }
  }
}

function rowOf({ group, name, ours, peer, theirs }: Line): string {
  const ratio = theirs === undefined ? "" : (ours.medianMs / theirs.medianMs).toFixed(2)
  return `| ${group}: ${name} | ${show(ours)} | ${peer ?? ""} | ${theirs === undefined ? "" : show(theirs)} | ${ratio} |`
}

function show({ medianMs, minMs, maxMs }: Sample): string {
  const digits = medianMs < 1 ? 3 : 1
  return `${medianMs.toFixed(digits)} (${minMs.toFixed(digits)} to ${maxMs.toFixed(digits)})`
}
