/**
 * The interpreters that the benchmark compares, each behind the same small face. A program of the first kind is a script
 * whose last expression is its value; one of the second calls tools and returns.
 */
import * as Effect from "effect/Effect"
import {
  newQuickJSWASMModule,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  RELEASE_SYNC,
  shouldInterruptAfterDeadline,
  type QuickJSWASMModule,
} from "quickjs-emscripten"
import Sval from "sval"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"
import { type HostTool, hostTools } from "./hostTools.ts"

export interface Peer {
  readonly name: string
  /** Runs the whole program in a new realm. */
  run(source: string): Promise<unknown>
}

const runtime = CodeMode.make({ tools: treeOf(hostTools) })

export const codemode: Peer = {
  name: "codemode",
  async run(source) {
    const result = await Effect.runPromise(runtime.execute(source))
    if (!result.ok) throw new Error(result.error.message)
    return result.value
  },
}

type Tree = Record<string, Record<string, Tool.Definition<never>>>

/** Tools of any input and output, by the two parts of their paths. */
function treeOf(tools: Readonly<Record<string, HostTool>>): Tree {
  const tree: Tree = {}
  for (const [path, execute] of Object.entries(tools)) {
    const [namespace, name] = path.split(".") as [string, string]
    const definition = {
      description: path,
      input: true,
      output: true,
      execute: (input: unknown) => execute(input as never),
    } as const
    ;(tree[namespace] ??= {})[name] = Tool.make(definition)
  }
  return tree
}

let wasm: QuickJSWASMModule | undefined

/** With what a confined host needs: a deadline and a memory limit. */
async function inQuickjs<A>(use: (context: QuickJSContext, engine: QuickJSRuntime) => A): Promise<A> {
  wasm ??= await newQuickJSWASMModule(RELEASE_SYNC)
  const engine = wasm.newRuntime()
  engine.setMemoryLimit(256 * 1024 * 1024)
  engine.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + 60_000))
  const context = engine.newContext()
  try {
    return use(context, engine)
  } finally {
    context.dispose()
    engine.dispose()
  }
}

/** Runs scripts. */
export const quickjs: Peer = {
  name: "quickjs",
  run: (source) =>
    inQuickjs((context) => {
      const value = context.unwrapResult(context.evalCode(source))
      const answer: unknown = context.dump(value)
      value.dispose()
      return answer
    }),
}

/** Runs programs with tools: values cross as JSON, a call is answered with a promise, as embeddings do it. */
export const quickjsWithTools: Peer = {
  name: "quickjs",
  run: (source) =>
    inQuickjs((context, engine) => {
      const call = context.newFunction("call", (path, input) => answerCall(context, path, input))
      context.setProp(context.global, "call", call)
      call.dispose()
      const program = `${proxies(Object.keys(hostTools))}(async () => {\n${source}\n})().then((value) => JSON.stringify(value))`
      const promise = context.unwrapResult(context.evalCode(program))
      let state = context.getPromiseState(promise)
      while (state.type === "pending" && engine.hasPendingJob()) {
        context.unwrapResult(engine.executePendingJobs())
        state = context.getPromiseState(promise)
      }
      promise.dispose()
      if (state.type !== "fulfilled") throw new Error(`the program is ${state.type}`)
      const json = context.getString(state.value)
      state.value.dispose()
      return JSON.parse(json) as unknown
    }),
}

/** The promise of a call that is answered at once. */
function answerCall(context: QuickJSContext, path: QuickJSHandle, input: QuickJSHandle): QuickJSHandle {
  const argument: unknown = JSON.parse(context.getString(input))
  const output = hostTools[context.getString(path)]!(argument as never)
  const answer = context.newPromise()
  context.newString(JSON.stringify(output)).consume((json) => answer.resolve(json))
  const { handle } = answer
  return handle
}

/** `tools` inside the context. */
function proxies(paths: ReadonlyArray<string>): string {
  const lines = paths.map((path) => {
    const [namespace, name] = path.split(".")
    return `(tools.${namespace} ??= {}).${name} = async (input) => JSON.parse(await call("${path}", JSON.stringify(input)));`
  })
  return `const tools = {}; ${lines.join(" ")}\n`
}

export const sval: Peer = {
  name: "sval",
  async run(source) {
    const interpreter = new Sval({ ecmaVer: "latest", sourceType: "script", sandBox: true })
    interpreter.run(source.replace(/\n(\S.*;)\s*$/, "\nexports.answer = $1"))
    return interpreter.exports.answer
  },
}
