/** What a run prints: a table by folder, what was not expected, and the closing line. */
import type { Surprises } from "./expectations.ts"
import type { Result } from "./worker.ts"

export function table(results: ReadonlyArray<Result>): string {
  const rows = new Map<string, { passed: number; failed: number; skipped: number }>()
  for (const { path, status } of results) {
    const folder = path
      .split("/")
      .slice(0, path.split("/").length > 3 ? 3 : 2)
      .join("/")
      .replace(/\/[^/]+\.js$/, "")
    const row = rows.get(folder) ?? { passed: 0, failed: 0, skipped: 0 }
    row[status]++
    rows.set(folder, row)
  }
  const width = Math.max(6, ...[...rows.keys()].map((folder) => folder.length))
  const line = (name: string, ...cells: ReadonlyArray<string | number>) =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(9)).join("")
  const lines = [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return [
    line("folder", "passed", "failed", "skipped"),
    ...lines.map(([folder, { passed, failed, skipped }]) => line(folder, passed, failed, skipped)),
  ].join("\n")
}

export function surprisesText({ failures, passes }: Surprises, reasons: ReadonlyMap<string, string>): string {
  return [
    ...failures.map((path) => `not expected to fail: ${path}: ${reasons.get(path)}`),
    ...passes.map((path) => `expected to fail, but passed: ${path}`),
  ].join("\n")
}

export function closingLine(results: ReadonlyArray<Result>): string {
  const count = (status: Result["status"]) => results.filter((result) => result.status === status).length
  const [passed, failed, skipped] = [count("passed"), count("failed"), count("skipped")]
  return `test262: ${passed} passed, ${failed} failed, ${skipped} skipped of ${results.length}`
}
