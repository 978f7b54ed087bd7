/**
 * One operation as a tool. Its description and schemas are made when they are first looked at, so that a document
 * of thousands of operations costs little until then. Never decides whether an operation can be sent.
 */
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Tool from "../Tool.ts"
import { describeOperation } from "./describe.ts"
import { field } from "./document.ts"
import { readInputs, type Inputs } from "./inputs.ts"
import type { Operation, Plan, Planner } from "./plan.ts"
import type { Schemas } from "./schema.ts"
import type { Host } from "./credentials.ts"
import { inputSchema, outputSchema } from "./signature.ts"

/** What all tools of a document share. */
export interface Workshop {
  readonly host: Host
  readonly planner: Planner
  readonly request: Schemas
  readonly response: Schemas
}

/** What sends is loaded by the first call: most processes that import the package have no document. */
const loadCall = Effect.promise(() => import("./call.ts"))

/** Methods that change nothing (RFC 9110, 9.2.1), so that a suspended run may send them again. */
const safeMethods = new Set(["GET", "HEAD", "OPTIONS", "QUERY"])

/** The tool of an operation that has a plan. */
export function makeTool(workshop: Workshop, operation: Operation, plan: Plan): Tool.Definition<HttpClient> {
  const parts = new Parts(workshop, operation, plan)
  const execute = (input: unknown): Effect.Effect<unknown, unknown, HttpClient> => parts.call(input)
  const hasOutput = !plan.responses.isEmpty || workshop.host.responseHeaders
  const tool = Tool.make({
    description: "",
    input: {},
    ...(hasOutput ? { output: {} } : {}),
    deprecated: operation.source["deprecated"] === true,
    execute: safeMethods.has(operation.method) ? Tool.idempotent(execute) : execute,
  })
  return Object.defineProperties(tool, {
    description: { get: () => parts.description, enumerable: true },
    input: { get: () => parts.input, enumerable: true },
    ...(hasOutput ? { output: { get: () => parts.output, enumerable: true } } : {}),
  }) as Tool.Definition<HttpClient>
}

/** The parts of one tool, each made at its first use. */
class Parts {
  readonly #workshop: Workshop
  readonly #operation: Operation
  readonly #plan: Plan
  #inputs: Inputs | undefined
  #description: string | undefined
  #input: Tool.SchemaPart | undefined
  #output: Tool.SchemaPart | undefined

  constructor(workshop: Workshop, operation: Operation, plan: Plan) {
    this.#workshop = workshop
    this.#operation = operation
    this.#plan = plan
  }

  get #named(): Inputs {
    const { parameters, body } = this.#plan
    return (this.#inputs ??= readInputs(this.#workshop.planner.document, parameters, body))
  }

  get description(): string {
    const { method, path, pathItem, source } = this.#operation
    const summary = field(source, "summary") ?? field(pathItem, "summary")
    const description = field(source, "description") ?? field(pathItem, "description")
    return (this.#description ??= describeOperation(summary, description, `${method} ${path}`))
  }

  get input(): Tool.SchemaPart {
    return (this.#input ??= {
      kind: "json",
      schema: inputSchema(this.#workshop.request, this.#named, this.#plan.body),
    })
  }

  get output(): Tool.SchemaPart {
    const { response, host } = this.#workshop
    return (this.#output ??= {
      kind: "json",
      schema: outputSchema(response, this.#plan.responses, host.responseHeaders),
    })
  }

  call(input: unknown): Effect.Effect<unknown, unknown, HttpClient> {
    return Effect.flatMap(loadCall, ({ call }) => call(this.#plan, this.#named, this.#workshop.host, input))
  }
}
