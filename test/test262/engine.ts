/**
 * The one thing that the runner asks of an engine. A new realm for each script, with `print` and `$262`; all its
 * jobs run before the answer.
 */
import { createContext, Script as VmScript, type Context } from "node:vm"
import type { HarnessFile, Script } from "./suite.ts"

export interface Ended {
  /** what ended the script, as long as it was no normal end */
  readonly error: ScriptError | undefined
  /** what the script gave to `print`, in order */
  readonly printed: ReadonlyArray<string>
}

export interface ScriptError {
  readonly phase: "parse" | "runtime"
  /** the constructor's name, as `negative: type` has it */
  readonly name: string
  readonly message: string
}

export interface Engine {
  run(script: Script): Promise<Ended>
}

/** The engine of this process: proves the runner, and shows what of a failure is the suite's. */
export const hostEngine: Engine = {
  async run({ harness, test, isAsync }) {
    const printed: Array<string> = []
    const context = createContext()
    const done = Promise.withResolvers<void>()
    const print = (text: unknown) => {
      printed.push(String(text))
      done.resolve()
    }
    defineHost(context, print)
    try {
      for (const file of harness) compiled(file).runInContext(context)
    } catch (error) {
      return { error: describe(error, "runtime"), printed }
    }
    let script: VmScript
    try {
      script = new VmScript(test)
    } catch (error) {
      return { error: describe(error, "parse"), printed }
    }
    try {
      script.runInContext(context)
    } catch (error) {
      return { error: describe(error, "runtime"), printed }
    }
    if (isAsync) await done.promise
    return { error: undefined, printed }
  },
}

const scripts = new Map<string, VmScript>()

function compiled(file: HarnessFile): VmScript {
  const script = scripts.get(file.text) ?? new VmScript(file.text, { filename: file.name })
  scripts.set(file.text, script)
  return script
}

function defineHost(context: Context, print: (text: unknown) => void): void {
  const global: unknown = new VmScript("globalThis").runInContext(context)
  const detachArrayBuffer = (buffer: ArrayBuffer) => void structuredClone(buffer, { transfer: [buffer] })
  const $262 = { global, detachArrayBuffer }
  for (const [name, value] of Object.entries({ print, $262 })) {
    Object.defineProperty(global, name, { value, writable: true, enumerable: false, configurable: true })
  }
}

function describe(error: unknown, phase: "parse" | "runtime"): ScriptError {
  if (typeof error !== "object" || error === null)
    return { phase, name: "(not an error)", message: String(error) }
  const { constructor, message } = error as Error
  return { phase, name: constructor?.name ?? "Error", message: String(message) }
}
