/** The interpreters that the benchmark compares, each behind the same small face. */
import * as Effect from "effect/Effect"
import {
  newQuickJSWASMModule,
  RELEASE_SYNC,
  shouldInterruptAfterDeadline,
  type QuickJSWASMModule,
} from "quickjs-emscripten"
import Sval from "sval"
import * as CodeMode from "../src/CodeMode.ts"

export interface Peer {
  readonly name: string
  /** Runs the whole program in a new realm. The last expression is its value. */
  run(source: string): Promise<unknown>
}

export const codemode: Peer = {
  name: "codemode",
  async run(source) {
    const result = await Effect.runPromise(runtime.execute(source))
    if (!result.ok) throw new Error(result.error.message)
    return result.value
  },
}

const runtime = CodeMode.make({ tools: {} })

let wasm: QuickJSWASMModule | undefined

/** With what a confined host needs: a deadline and a memory limit. */
export const quickjs: Peer = {
  name: "quickjs",
  async run(source) {
    wasm ??= await newQuickJSWASMModule(RELEASE_SYNC)
    const engine = wasm.newRuntime()
    engine.setMemoryLimit(256 * 1024 * 1024)
    engine.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + 60_000))
    const context = engine.newContext()
    try {
      const value = context.unwrapResult(context.evalCode(source))
      const answer: unknown = context.dump(value)
      value.dispose()
      return answer
    } finally {
      context.dispose()
      engine.dispose()
    }
  },
}

export const sval: Peer = {
  name: "sval",
  async run(source) {
    const interpreter = new Sval({ ecmaVer: "latest", sourceType: "script", sandBox: true })
    interpreter.run(source.replace(/\n(\S.*;)\s*$/, "\nexports.answer = $1"))
    return interpreter.exports.answer
  },
}
