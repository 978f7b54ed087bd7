/** Runs programs in V8: reads one JSON string a line, each the body of an async function; answers with its text. */
import { createInterface } from "node:readline"
import vm from "node:vm"

process.on("unhandledRejection", () => {})

for await (const line of createInterface({ input: process.stdin })) {
  const text = await run(JSON.parse(line))
  process.stdout.write(`${JSON.stringify(text)}\n`)
}

/** The host's own promises would call the realm's `then`, which the program may have replaced. */
function inRealm(source) {
  const body = `async function () { "use strict"; ${source}\n}`
  return `((then, apply, body) => (report) => void apply(then, body(), [report, report]))(Promise.prototype.then, Reflect.apply, ${body})`
}

async function run(source) {
  let start
  try {
    start = vm.runInContext(inRealm(source), vm.createContext())
  } catch (error) {
    return `! ${error.name}: ${error.message}`
  }
  const timer = new Promise((resolve) => setTimeout(resolve, 2000, "! the program never ends").unref())
  return await Promise.race([new Promise(start), timer])
}
