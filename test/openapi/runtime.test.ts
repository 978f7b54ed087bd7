import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as CodeMode from "../../src/CodeMode.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { operationOf } from "./client.ts"
import { json, startServer, type Server } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const secret = "s3cret-token"

const makeRuntime = (options: object = {}) => {
  const spec = operationOf(
    {
      security: [{ bearer: [] }],
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      responses: {
        200: {
          content: {
            "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } },
          },
        },
      },
    },
    { components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } } },
    "/things/{id}",
  )
  const api = OpenAPI.fromSpec({
    spec,
    baseUrl: server.url,
    headers: { "X-Host-Key": `${secret}-2` },
    auth: { resolve: () => Effect.succeed({ type: "bearer", token: secret }) },
  })
  return CodeMode.make({ tools: { api: api.tools }, ...options })
}

const execute = (code: string, options: object = {}): Promise<CodeMode.Result> =>
  Effect.runPromise(makeRuntime(options).execute(code).pipe(Effect.provide(FetchHttpClient.layer)))

test("a program gets the answer, with the credential that it never sees", async () => {
  server.answer = (response, { target }) => json(response, 200, { id: target })
  expect(await execute('return await tools.api.op({ id: "a/b" })')).toMatchObject({
    ok: true,
    value: { id: "/things/a%2Fb" },
  })
  expect(server.received.at(-1)!.headers).toMatchObject({
    authorization: `Bearer ${secret}`,
    "x-host-key": `${secret}-2`,
  })
})

test("a refusal can be caught, and names what was wrong", async () => {
  server.answer = (response) =>
    json(response, 422, { title: "Invalid", errors: [{ field: "id" }] }, "application/problem+json")
  const result = await execute(`
    try { await tools.api.op({ id: "x" }) } catch (error) {
      return [error instanceof Error, error.name, error.tool, error.kind, error.message]
    }`)
  expect(result).toMatchObject({
    ok: true,
    value: [
      true,
      "ToolError",
      "api.op",
      "ToolFailure",
      'GET /things/{id} answered 422: {"title":"Invalid","errors":[{"field":"id"}]}',
    ],
  })
})

test("no secret is in the catalog, the instructions, a search, a refusal or a diagnostic", async () => {
  const runtime = makeRuntime()
  const seen = [
    runtime.instructions(),
    JSON.stringify(
      runtime.catalog().map(({ path, description, signature }) => [path, description, signature]),
    ),
    JSON.stringify(runtime.search("op")),
  ]
  server.answer = (response, { headers }) => json(response, 403, { headers })
  seen.push(JSON.stringify(await execute('return await tools.api.op({ id: "x" })')))
  server.answer = (response) => response.socket?.destroy()
  seen.push(JSON.stringify(await execute('return await tools.api.op({ id: "x" })')))
  for (const text of seen) expect(text).not.toContain("s3cret")
  expect(seen[3]).toContain("[redacted]")
})

test("a time limit ends the call and its connection", async () => {
  const closed = new Promise<void>((resolve) => {
    server.answer = (response) => response.on("close", resolve)
  })
  const result = await execute('return await tools.api.op({ id: "x" })', { limits: { toolTimeoutMs: 50 } })
  expect(result.ok).toBe(false)
  await closed
})
