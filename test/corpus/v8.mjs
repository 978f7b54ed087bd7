/** Runs programs in V8: reads one JSON string a line, each the body of an async function; answers with its text. */
import { createInterface } from "node:readline"
import vm from "node:vm"

process.on("unhandledRejection", () => {})

for await (const line of createInterface({ input: process.stdin })) {
  const text = await run(JSON.parse(line))
  process.stdout.write(`${JSON.stringify(text)}\n`)
}

async function run(source) {
  let body
  try {
    body = vm.runInContext(`(async function () { "use strict"; ${source}\n})`, vm.createContext())
  } catch (error) {
    return `! ${error.name}: ${error.message}`
  }
  const timer = new Promise((resolve) => setTimeout(resolve, 2000, "! the program never ends").unref())
  return await Promise.race([body(), timer]).catch((error) => `! the inspector failed: ${error?.message}`)
}
