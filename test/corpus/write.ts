/**
 * Fills in expectations left open (`//?`) with V8's answer, for a person to read and judge: `bun test/corpus/write.ts FILE...`.
 * Where V8 in this Node lacks a feature, `--engine JavaScriptCore` asks the other one.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { parseCorpus } from "./format.ts"
import { hostEngine, v8 } from "./modes.ts"
import { programOf } from "./program.ts"

const [first, second, ...rest] = process.argv.slice(2)
const isOther = first === "--engine"
const mode = isOther && second === hostEngine.engine ? hostEngine : v8
const paths = isOther ? rest : process.argv.slice(2)

for (const path of paths) {
  let text = readFileSync(path, "utf8")
  for (let filled = await fillFirst(text); filled !== text; filled = await fillFirst(text)) text = filled
  writeFileSync(path, text)
}
process.exit()

/** Fills in the first open expectation of each chunk: whether it throws decides what the next ones run. */
async function fillFirst(text: string): Promise<string> {
  const lines = text.split("\n")
  let lastChunk = -1
  for (const it of parseCorpus(text)) {
    if (!it.expected.startsWith("?") || it.firstLine === lastChunk) continue
    lastChunk = it.firstLine
    const actual = await mode.run(programOf(it))
    lines[it.line - 1] = lines[it.line - 1]!.replace("//?", () => `//${actual.replaceAll("\n", "\\n")}`)
  }
  return lines.join("\n")
}
