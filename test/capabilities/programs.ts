/** Runs programs over one capability, and local servers, for the tests of this folder. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import type * as Extension from "../../src/Extension.ts"

export type Runtime = CodeMode.Runtime<never>

export const runtimeWith = (
  extension: Extension.Definition<never>,
  options: Omit<CodeMode.Options, "extensions" | "tools" | "hooks"> = {},
): Runtime => CodeMode.make({ ...options, extensions: [extension] }) as Runtime

export const resultOf = (runtime: Runtime, code: string): Promise<CodeMode.Result> =>
  Effect.runPromise(runtime.execute(code))

/** The value of a program that ends by itself. */
export async function valueOf(runtime: Runtime, code: string): Promise<CodeMode.DataValue> {
  const result = await resultOf(runtime, code)
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`)
  return result.value
}

/** The message of what an expression throws or rejects with in a program. */
export async function refusalOf(runtime: Runtime, expression: string): Promise<string> {
  const value = await valueOf(
    runtime,
    `try { return { got: await ${expression} } } catch (e) { return e.message }`,
  )
  if (typeof value === "string") return value
  throw new Error(`not refused: ${JSON.stringify(value)}`)
}

export interface Local {
  readonly server: Server
  readonly port: number
  /** What came, in order: method, path, and headers. */
  readonly seen: Array<Pick<IncomingMessage, "method" | "url" | "headers">>
  readonly close: () => void
}

/** A server on 127.0.0.1 at a free port. */
export function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Local> {
  const seen: Local["seen"] = []
  const server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers })
    answer(request, response)
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const close = (): void => {
        server.close()
        server.closeAllConnections()
      }
      resolve({ server, port: (server.address() as AddressInfo).port, seen, close })
    })
  })
}
