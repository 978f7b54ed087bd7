/** What a machine asks of its host, each request answered by the run. Never drives the machine. */
import type { ResultRequest, ThrownRequest } from "../interpreter/ending.ts"
import { type ExtensionRequest, searchAnswer, type SearchRequest } from "../interpreter/hostFunctions.ts"
import type { HostRequest } from "../interpreter/machine.ts"
import type { ToolRequest } from "../interpreter/tools.ts"
import { toolExpression } from "../Namespace.ts"
import type { JSObject } from "../objects/object.ts"
import type { Value } from "../objects/value.ts"
import type { DataValue } from "../Result.ts"
import type { CallRecord } from "./calls.ts"
import { newErrorAt } from "./failures.ts"
import { diagnostic } from "./report.ts"
import type { Run } from "./run.ts"
import { describeThrown } from "./thrown.ts"

export function serve(run: Run, request: HostRequest): void {
  switch (request.type) {
    case "tool":
      return serveTool(run, request as ToolRequest)
    case "search":
      return serveSearch(run, request as SearchRequest)
    case "extension":
      return run.extensions.serve(request as ExtensionRequest)
    case "random":
      return run.reply(crypto.getRandomValues(new Uint8Array(request["bytes"] as number)) as unknown as Value)
    case "result":
      return serveResult(run, request as ResultRequest)
    case "thrown":
      return run.fail(describeThrown((request as ThrownRequest).thrown, run.parts))
    default:
      throw new Error(`no host request is named ${request.type}`)
  }
}

/** Counts an admitted call; false when there were too many: the run has ended. */
function count(run: Run, name: string): boolean {
  const { data, parts } = run
  const { maxToolCalls } = parts.limits
  if (data.toolCalls.length >= maxToolCalls) {
    run.fail(
      diagnostic("ToolCallLimitExceeded", `The program made more than maxToolCalls = ${maxToolCalls} calls.`),
    )
    return false
  }
  data.toolCalls.push({ name })
  return true
}

function serveTool(run: Run, request: ToolRequest): void {
  const { path, promise, trace, refusal } = request
  const tool = run.parts.tools.get(path)
  if (tool === undefined) {
    const { message } = run.parts.catalog.describeUnknownTool(path)
    run.reject(promise, { kind: "UnknownTool", message }, path, trace)
    return run.reply(promise)
  }
  if (!count(run, path)) return
  const id = run.data.nextCall++
  if (refusal !== null) {
    const message = `${toolExpression(path)}: ${refusal}`
    run.reject(promise, { kind: "InvalidToolInput", message }, path, trace)
    return run.reply(promise)
  }
  run.copyOut(request.argument, "absent", (argument) => {
    const call: CallRecord = {
      id,
      maker: run.data,
      path,
      state: "decoding",
      argument,
      data: undefined,
      promise,
      trace,
    }
    run.aside(() => run.calls.admit(call, tool))
    run.reply(promise)
  })
}

function serveSearch(run: Run, { argument, trace }: SearchRequest): void {
  if (!count(run, "search")) return
  run.copyOut(argument, "absent", (written) => {
    const answer = run.aside(() => run.parts.catalog.search(written))
    if ("usage" in answer) return run.replyThrow(newErrorAt(run.machine, "TypeError", answer.usage, trace))
    run.copyIn(answer, "answer", (plain) => run.reply(searchAnswer(run.machine, plain as JSObject)))
  })
}

function serveResult(run: Run, { reduced }: ResultRequest): void {
  if (reduced.refusal !== null) return run.fail(diagnostic("InvalidDataValue", `${reduced.refusal}.`))
  const losses = reduced.losses.map((loss) => diagnostic("InvalidDataValue", loss))
  run.copyOut(reduced.value, "null", (value) => run.succeed(value as DataValue, losses))
}
