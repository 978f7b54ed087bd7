/**
 * The ways to run one program. Each must give the same text; engines other than ours are the oracle for it.
 */
import { join } from "node:path"
import * as vm from "node:vm"
import { compileProgram, compileScript, type ProgramUnit } from "../../src/interpreter/compile.ts"
import { dataProperty } from "../../src/interpreter/describe.ts"
import { Frame } from "../../src/interpreter/frame.ts"
import { type Machine, run } from "../../src/interpreter/machine.ts"
import { startScript } from "../../src/interpreter/start.ts"
import { isObject } from "../../src/objects/object.ts"
import { flatten, Rope } from "../../src/objects/rope.ts"
import { type RunOptions, runUnit, scriptUnits } from "../harness.ts"
import { inspector } from "./program.ts"

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

/**
 * Our own interpreter; `quantum` is the fuel of each slice, so that 0 stops at every check. `atStop` sees the stops that
 * are not inside the inspector, which every program shares.
 */
export function interpreter(name: string, quantum: number, atStop?: RunOptions["atStop"]): Mode {
  return {
    name,
    engine: "codemode",
    comparesMessages: true,
    async run(source) {
      const inspects = source.startsWith(inspector)
      const unit = compiled(inspects ? source.slice(inspector.length) : source)
      if (typeof unit === "string") return unit
      const { state, value, machine } = runUnit(unit, {
        quantum,
        maxSlices: 5_000_000,
        ...(inspects && { prepare: runInspector }),
        ...(atStop && { atStop: (it, itsUnit, stop) => (isInspecting(it) ? it : atStop(it, itsUnit, stop)) }),
      })
      if (state === "fulfilled" && typeof value === "string") return value
      if (state === "fulfilled" && value instanceof Rope) return flatten(value)
      throw new Error(
        `${state}: ${isObject(value) ? String(dataProperty(machine.realm, value, "message")) : String(value)}`,
      )
    },
  }
}

const MAX_UNITS = 1_000
/** Each mode of a file runs the same programs. */
const units = new Map<string, ProgramUnit | string>()

function compiled(source: string): ProgramUnit | string {
  let unit = units.get(source)
  if (unit === undefined) {
    if (units.size >= MAX_UNITS) units.clear()
    units.set(source, (unit = compileSource(source)))
  }
  return unit
}

function compileSource(source: string): ProgramUnit | string {
  const unit = compileProgram(source, { globals: new Set(), modules: [], isModule: () => false }, [])
  if (unit === "needs-types") return "! SyntaxError: needs types"
  return "kind" in unit ? `! SyntaxError: ${unit.message.split("\n")[0]!}` : unit
}

function inspectorUnit(): ProgramUnit {
  let unit = scriptUnits.get("inspector")
  if (unit === undefined) {
    const made = compileScript(inspector, "inspector")
    if ("kind" in made) throw new Error(made.message)
    scriptUnits.set("inspector", (unit = made))
  }
  return unit
}

function runInspector(machine: Machine): void {
  const unit = inspectorUnit()
  startScript(machine, unit, unit.globals!)
  machine.fuel = Infinity
  if (run(machine) !== "idle") throw new Error("the inspector stopped")
}

function isInspecting(machine: Machine): boolean {
  const innermost = machine.frames.findLast((frame) => frame instanceof Frame)
  return innermost instanceof Frame && innermost.code.unit.name === "inspector"
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
