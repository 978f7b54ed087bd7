/**
 * Many random programs as one program, so that thousands take seconds. Each has a trace of its own; what the language's
 * own errors say is left out.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8")

const inspector = read("../corpus/inspect.js").replace(
  /const errorText = [^]*?\n {2}\}\n/,
  "const errorText = (value) => constructorName(value)\n",
)

const tools = "{ log, tick, keep, proxied, counter, manual, keyed, nameOf, named, statuses, bare, t }"

/** The body of an async function that returns the JSON text of each program's trace and end. */
export function batchOf(programs: ReadonlyArray<string>): string {
  return `${inspector}
${read("prelude.js")}
const answers = []
const pause = async (turns) => { for (let i = 0; i < turns; i++) await undefined }
const runOne = async (program) => {
  const trace = makeTrace()
  const tools = { ...trace, ...makeTools(trace) }
  let end
  try {
    end = await Promise.race([program(tools).then(__inspect.value), pause(200).then(() => "pending")])
  } catch (error) {
    end = __inspect.error(error)
  }
  answers.push([...trace.lines, end].join("\\n"))
  trace.end()
  await pause(20)
}
${programs.map((program) => `await runOne(async (${tools}) => {\n${program}\n})`).join("\n")}
return JSON.stringify(answers)`
}
