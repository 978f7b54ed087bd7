/** Calls tools of a document without a runtime, over a client that keeps what it was asked to send. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Namespace from "../../src/Namespace.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import type * as Tool from "../../src/Tool.ts"

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A document around `paths`. */
export const documentOf = (paths: unknown, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  servers: [{ url: "https://api.example.test" }],
  paths,
  ...more,
})

/** A document with one operation, `GET /s` unless told otherwise. */
export const operationOf = (operation: object, more: object = {}, path = "/s", method = "get"): object =>
  documentOf(
    { [path]: { [method]: { operationId: "op", responses: { 200: { description: "ok" } }, ...operation } } },
    more,
  )

export function flatTools(result: {
  readonly tools: object
}): ReadonlyMap<string, Tool.Definition<HttpClient.HttpClient>> {
  return new Map(Namespace.flatten(result.tools as Namespace.Tree<HttpClient.HttpClient>).tools) as Map<
    string,
    Tool.Definition<HttpClient.HttpClient>
  >
}

/** The only tool of a document, or the one named. */
export function toolOf(
  result: { readonly tools: object },
  name?: string,
): Tool.Definition<HttpClient.HttpClient> {
  const tools = flatTools(result)
  const tool = name === undefined ? [...tools.values()][0] : tools.get(name)
  if (tool === undefined) throw new Error(`no tool ${name ?? ""}; there are ${[...tools.keys()].join(", ")}`)
  return tool
}

const callOf = (): Tool.Call => ({ key: "run:1", path: "op", signal: new AbortController().signal })

export function run(
  tool: Tool.Definition<HttpClient.HttpClient>,
  input: unknown,
): Effect.Effect<unknown, unknown, HttpClient.HttpClient> {
  if (tool.execution.kind === "durable") throw new Error("an OpenAPI tool is not durable")
  return tool.execution.run(input, callOf())
}

/** The message that a call fails with. */
export async function failure(effect: Effect.Effect<unknown, unknown>): Promise<string> {
  const exit = await Effect.runPromiseExit(effect)
  if (Exit.isSuccess(exit)) throw new Error(`expected a failure, got ${JSON.stringify(exit.value)}`)
  const reason = exit.cause.reasons[0]
  if (reason?._tag !== "Fail") throw new Error(`expected a failure, got ${reason?._tag}`)
  return (reason.error as Error).message
}

/** A client that answers `respond` and keeps every request. */
export function recording(
  respond: (sent: Sent) => Response = () =>
    new Response("{}", { headers: { "content-type": "application/json" } }),
): {
  readonly client: HttpClient.HttpClient
  readonly sent: Array<Sent>
} {
  const sent: Array<Sent> = []
  const client = HttpClient.make((request, url) =>
    Effect.sync(() => {
      const { body } = request
      const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : undefined
      const one = { method: request.method, url: url.href, headers: { ...request.headers }, body: text }
      sent.push(one)
      return HttpClientResponse.fromWeb(request, respond(one))
    }),
  )
  return { client, sent }
}

/** What the only tool of a document sends for `input`. */
export async function sentFor(
  options: OpenAPI.Options | object,
  input: unknown,
  name?: string,
): Promise<Sent> {
  const result = OpenAPI.fromSpec("spec" in options ? (options as OpenAPI.Options) : { spec: options })
  if (flatTools(result).size === 0) throw new Error(`skipped: ${JSON.stringify(result.skipped)}`)
  const { client, sent } = recording()
  await Effect.runPromise(
    run(toolOf(result, name), input).pipe(Effect.provideService(HttpClient.HttpClient, client)),
  )
  if (sent.length !== 1) throw new Error(`sent ${sent.length} requests`)
  return sent[0]!
}

/** The refusal of the only tool of a document for `input`; fails if anything was sent. */
export async function refusalFor(
  options: OpenAPI.Options | object,
  input: unknown,
  name?: string,
): Promise<string> {
  const result = OpenAPI.fromSpec("spec" in options ? (options as OpenAPI.Options) : { spec: options })
  const { client, sent } = recording()
  const message = await failure(
    run(toolOf(result, name), input).pipe(Effect.provideService(HttpClient.HttpClient, client)),
  )
  if (sent.length > 0) throw new Error(`sent ${sent[0]!.url}`)
  return message
}
