/**
 * Counts of every program of the benchmark beside the committed ones of `counts.json`; fails where they differ.
 * Run: `npm run bench:counts`, and `npm run bench:counts -- --write` to accept them.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Counts, countsOf, programs } from "./count.ts"

const path = join(import.meta.dirname, "counts.json")
const counted = Object.fromEntries(programs().map(([name, source]) => [name, countsOf(source)]))

if (process.argv.includes("--write")) {
  const lines = Object.entries(counted).map(([name, counts]) => `  ${JSON.stringify(name)}: ${show(counts)}`)
  writeFileSync(path, `{\n${lines.join(",\n")}\n}\n`)
} else {
  const committed = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, Counts>>
  const names = [...new Set([...Object.keys(committed), ...Object.keys(counted)])]
  const changed = names.filter((name) => show(committed[name]) !== show(counted[name]))
  for (const name of changed) console.log(`${name}: ${show(committed[name])} is now ${show(counted[name])}`)
  if (changed.length > 0) process.exit(1)
  console.log(`${names.length} programs as they were`)
}

function show(counts: Counts | undefined): string {
  if (counts === undefined) return "nothing"
  const { fuel, nodes, bytes } = counts
  return `{ "fuel": ${fuel}, "nodes": ${nodes}, "bytes": ${bytes} }`
}
