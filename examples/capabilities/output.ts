/**
 * A program makes a table and a picture for the person at the host, and returns one sentence to the model: what is large
 * goes past the model's context.
 *
 *     bun examples/capabilities/output.ts
 */
import * as Effect from "effect/Effect"
import { CodeMode } from "codemode"
import { output } from "codemode/capabilities"

const program = `
const rows = Array.from({ length: 500 }, (_, index) => ({ day: index + 1, sold: (index * 37) % 90 }))
output.file("sales.csv", ["day,sold", ...rows.map(({ day, sold }) => day + "," + sold)].join("\\n"))

const width = 500, height = 90
const bars = rows.map(({ sold }, x) => '<rect x="' + x + '" y="' + (height - sold) + '" width="1" height="' + sold + '"/>')
output.file("sales.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ' + width + ' ' + height + '">' + bars.join("") + "</svg>")

const total = rows.reduce((sum, { sold }) => sum + sold, 0)
output.text("Sold in 500 days: " + total, "summary")
return "A table and a chart are with the user; the total is " + total`

export function run(): Promise<CodeMode.Result> {
  const runtime = CodeMode.make({ extensions: [output({ maxArtifacts: 10, maxBytes: 1024 * 1024 })] })
  return Effect.runPromise(runtime.execute(program))
}

if (import.meta.main) {
  const { artifacts = [], ...result } = await run()
  for (const { name, mediaType, data } of artifacts)
    console.log(`${name} (${mediaType}, ${data.length} characters)`)
  console.log(JSON.stringify(result, undefined, 2))
}
