/**
 * The ways to run one program. Each must give the same text; engines other than ours are the oracle for it.
 */
import { join } from "node:path"
import * as vm from "node:vm"
import { compileProgram, type ProgramUnit } from "../../src/interpreter/compile.ts"
import { dataProperty } from "../../src/interpreter/describe.ts"
import { isObject } from "../../src/objects/object.ts"
import { flatten, Rope } from "../../src/objects/rope.ts"
import { type RunOptions, runUnit } from "../harness.ts"

export interface Mode {
  readonly name: string
  /** the engine's name in `// not on:` */
  readonly engine: string
  /** whether the wording of the language's own errors is compared, or only their names */
  readonly comparesMessages: boolean
  /**
   * Runs the body of a strict async function in a new realm. Gives the text that it returns, or
   * `! SyntaxError: message` where it does not parse. Anything else is a failure of the mode and rejects.
   */
  run(source: string): Promise<string>
}

/** The engine of the process that runs the tests, in a realm of its own. */
export const hostEngine: Mode = {
  name: "JavaScriptCore",
  engine: "JavaScriptCore",
  comparesMessages: false,
  async run(source) {
    const context = vm.createContext()
    try {
      const start = vm.runInContext(inRealm(source), context) as (report: (text: string) => void) => void
      return await new Promise(start)
    } catch (error) {
      return syntaxError(error)
    }
  },
}

/** Our own interpreter; `quantum` is the fuel of each slice, so that 0 stops at every check. */
export function interpreter(name: string, quantum: number, atStop?: RunOptions["atStop"]): Mode {
  return {
    name,
    engine: "codemode",
    comparesMessages: true,
    async run(source) {
      const unit = compileSource(source)
      if (typeof unit === "string") return unit
      const { state, value, machine } = runUnit(unit, { quantum, maxSlices: 5_000_000, ...(atStop && { atStop }) })
      if (state === "fulfilled" && typeof value === "string") return value
      if (state === "fulfilled" && value instanceof Rope) return flatten(value)
      throw new Error(`${state}: ${isObject(value) ? String(dataProperty(machine.realm, value, "message")) : String(value)}`)
    },
  }
}

function compileSource(source: string): ProgramUnit | string {
  const unit = compileProgram(source, { globals: new Set(), modules: [], isModule: () => false }, [])
  if (unit === "needs-types") return "! SyntaxError: needs types"
  return "kind" in unit ? `! SyntaxError: ${unit.message.split("\n")[0]!}` : unit
}

/** V8 in a Node process, started at the first program; it speaks one JSON line for each program. */
export const v8: Mode = {
  name: "V8",
  engine: "V8",
  comparesMessages: true,
  run(source) {
    return (peer ??= startV8()).run(source)
  },
}

interface Peer {
  run(source: string): Promise<string>
}

let peer: Peer | undefined

function startV8(): Peer {
  const waiting: Array<(text: string) => void> = []
  const child = Bun.spawn(["node", join(import.meta.dirname, "v8.mjs")], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  })
  void readLines(child.stdout, (line) => waiting.shift()?.(JSON.parse(line) as string))
  child.unref()
  return {
    run: (source) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        child.stdin.write(`${JSON.stringify(source)}\n`)
        void child.stdin.flush()
      }),
  }
}

async function readLines(stream: ReadableStream<Uint8Array>, each: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n")
    rest = lines.pop()!
    for (const line of lines) each(line)
  }
}

/** The host's own promises would call the realm's `then`, which the program may have replaced. */
function inRealm(source: string): string {
  const body = `async function () { "use strict"; ${source}\n}`
  return `((then, apply, body) => (report) => void apply(then, body(), [report, report]))(Promise.prototype.then, Reflect.apply, ${body})`
}

function syntaxError(error: unknown): string {
  const { name, message } = error as Error
  return `! ${name}: ${message}`
}
