/**
 * What the platform's standards say of URL, URLSearchParams, TextDecoder and structuredClone. Owns how a file of rows,
 * `expression  //=> value`, becomes one program, and the differences that are known.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface Row {
  readonly expression: string
  /** as `show` of prelude.js has it, or `! Name` of an error */
  readonly expected: string
}

export const files = ["url", "searchParams", "encoding", "structuredClone"] as const

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8")

const lines = (name: string) =>
  read(name)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))

export function rowsOf(file: string): ReadonlyArray<Row> {
  return lines(`${file}.txt`).map((line) => {
    const [expression, expected] = line.split("  //=> ")
    return { expression: expression!, expected: expected! }
  })
}

/** The body of an async function that gives the JSON text of each row's answer. */
export function programOf(rows: ReadonlyArray<Row>): string {
  return `${read("prelude.js")}
const answers = []
const rows = [${rows.map(({ expression }) => `() => (${expression})`).join(",\n")}]
for (const row of rows) {
  try { answers.push(show(row())) } catch (error) { answers.push("! " + error.name) }
}
return JSON.stringify(answers)`
}

/** By the expression: the reason for which an engine's answer is another. */
export function departuresOf(engine: string): ReadonlyMap<string, string> {
  const own = lines("departures.txt").filter((line) => line.startsWith(`${engine}: `))
  return new Map(
    own.map((line) => {
      const [expression, reason] = line.slice(engine.length + 2).split("  //: ")
      return [expression!, reason!]
    }),
  )
}
