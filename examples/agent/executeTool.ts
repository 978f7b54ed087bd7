/** A runtime as the one tool that a host gives to a model. Nothing here, or in the host, is written in Effect. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CodeMode } from "../../src/index.ts"

/** A tool in the form that model APIs share. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input. */
  readonly inputSchema: object
  /** Runs a call and gives the text that the model reads. Rejects when `signal` aborts, and then only. */
  readonly call: (input: unknown, signal: AbortSignal) => Promise<string>
}

/** The `execute` tool of a runtime. */
export function executeTool(runtime: CodeMode.Runtime): ModelTool {
  return {
    name: "execute",
    description: runtime.instructions(),
    inputSchema: Schema.toJsonSchemaDocument(CodeMode.Input).schema,
    call: async (input, signal) => {
      if (!Schema.is(CodeMode.Input)(input)) return 'execute takes { "code": "a program" }.'
      const result = await Effect.runPromise(runtime.execute(input.code), { signal })
      return textOf(result)
    },
  }
}

/** What a model reads of a result: the value first, then what else it needs to go on. */
export function textOf(result: CodeMode.Result): string {
  const lines = result.ok ? [valueText(result.value)] : [errorText(result.error)]
  if (result.ok && result.warnings !== undefined) {
    lines.push("Warnings:", ...result.warnings.map((warning) => `- ${warning.message}`))
  }
  if (result.logs !== undefined && result.logs.length > 0) lines.push("Logs:", ...result.logs)
  return lines.join("\n")
}

/** Text goes to the model as it is, everything else as JSON. */
const valueText = (value: CodeMode.DataValue): string =>
  typeof value === "string" ? value : JSON.stringify(value)

function errorText({ kind, message, location, suggestions = [] }: CodeMode.Diagnostic): string {
  const place = location === undefined ? "" : ` (line ${location.line}, column ${location.column})`
  const unsaid = suggestions.filter((suggestion) => !message.includes(suggestion))
  const advice = unsaid.map((suggestion) => `\n- ${suggestion}`).join("")
  return `${kind}${place}: ${message}${advice}`
}

/** What a model reads when it calls something else than `execute`: most often a tool that exists inside programs. */
export function describeDirectCall(runtime: CodeMode.Runtime, name: string): string {
  const found = runtime.search({ query: name, limit: 1 }).items[0]
  const example = found === undefined ? 'return search("<words>")' : `return await ${found.path}(...)`
  return `There is no tool ${JSON.stringify(name)} here. Call it inside execute: ${example}`
}
