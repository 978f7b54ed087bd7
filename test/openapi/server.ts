/** A real HTTP server on loopback that keeps every request as it arrived. Knows nothing of OpenAPI. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type { HttpClient } from "effect/http/HttpClient"
import * as OpenAPI from "../../src/OpenAPI.ts"
import type * as Tool from "../../src/Tool.ts"
import { failure, run, toolOf } from "./client.ts"

export interface Received {
  readonly method: string
  /** The request target, byte for byte. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export interface Server {
  readonly url: string
  readonly received: Array<Received>
  /** What happens with a request; by default `200 {}`. */
  answer: (response: ServerResponse, request: Received) => void
  readonly close: () => Promise<void>
}

export const json = (
  response: ServerResponse,
  status: number,
  value: unknown,
  type = "application/json",
): void => {
  response.writeHead(status, { "content-type": type })
  response.end(JSON.stringify(value))
}

export async function startServer(): Promise<Server> {
  const received: Array<Received> = []
  const http = createServer((request, response) => {
    void read(request).then((one) => {
      received.push(one)
      server.answer(response, one)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  const server: Server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    received,
    answer: (response) => json(response, 200, {}),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    method: request.method ?? "",
    target: request.url ?? "",
    headers: request.headers as Record<string, string | undefined>,
    body: Buffer.concat(chunks).toString("utf8"),
  }
}

const overFetch = <A, E>(effect: Effect.Effect<A, E, HttpClient>): Effect.Effect<A, E> =>
  Effect.provide(effect, FetchHttpClient.layer)

/** The value that a tool gives over fetch. */
export const value = (tool: Tool.Definition<HttpClient>, input: unknown = {}): Promise<unknown> =>
  Effect.runPromise(overFetch(run(tool, input)))

/** The message that a tool fails with over fetch. */
export const refusal = (tool: Tool.Definition<HttpClient>, input: unknown = {}): Promise<string> =>
  failure(overFetch(run(tool, input)))

/** The only tool of a document, sent to a server. */
export const toolAt = (server: Server, spec: object, more: object = {}): Tool.Definition<HttpClient> =>
  toolOf(OpenAPI.fromSpec({ spec, baseUrl: server.url, ...more }))
