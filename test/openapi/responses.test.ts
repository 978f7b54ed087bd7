import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { gzipSync } from "node:zlib"
import { createServer } from "node:net"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { failure, operationOf, run, toolOf } from "./client.ts"
import { json, refusal, startServer, toolAt, value, type Server } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => {
  server.answer = (response) => json(response, 200, {})
})
afterAll(() => server.close())

/** `GET /s` whose success has these media types. */
const answering = (content: object | undefined, more: object = {}): object =>
  operationOf({
    responses: { 200: { description: "ok", ...(content === undefined ? {} : { content }) }, ...more },
  })

const jsonTool = () => toolAt(server, answering({ "application/json": {} }))

function answerWith(
  contentType: string | undefined,
  body: string | Uint8Array,
  headers: object = {},
  status = 200,
): void {
  server.answer = (response) => {
    response.writeHead(status, {
      ...(contentType === undefined ? {} : { "content-type": contentType }),
      ...headers,
    })
    response.end(body)
  }
}

describe("what is asked for", () => {
  test.each([
    [{ "application/json": {} }, "application/json"],
    [
      { "text/csv": {}, "application/xml": {}, "application/vnd.api+json; charset=utf-8": {} },
      "application/vnd.api+json, text/csv",
    ],
    [{ "*/*": {} }, "application/json, */*;q=0.5"],
    [undefined, "application/json, */*;q=0.5"],
  ])("%j", async (content, accept) => {
    server.received.length = 0
    await value(toolAt(server, answering(content)))
    expect(server.received[0]!.headers["accept"]).toBe(accept)
  })
  test("no trace headers unless the host traces", async () => {
    server.received.length = 0
    await value(jsonTool())
    expect(server.received[0]!.headers["traceparent"]).toBeUndefined()
    expect(server.received[0]!.headers["b3"]).toBeUndefined()
  })
})

describe("answers", () => {
  test.each([
    ["application/json", '{"a":[1,null]}', { a: [1, null] }],
    ["application/problem+json; charset=utf-8", '"x"', "x"],
    ["application/json", "\ufeff{}", {}],
    ["text/plain", "plain", "plain"],
    ["text/csv; charset=utf-8", "\u00e9", "\u00e9"],
    ["text/plain", "", ""],
    ["application/json", "", null],
    [undefined, "", null],
    [undefined, "{}", "{}"],
  ])("%s %j", async (type, body, expected) => {
    answerWith(type, body)
    expect(await value(toolAt(server, answering(undefined)))).toEqual(expected)
  })
  test("204 and HEAD are null", async () => {
    server.answer = (response) => response.writeHead(204).end()
    expect(await value(jsonTool())).toBeNull()
    expect(await value(toolAt(server, operationOf({}, {}, "/s", "head")))).toBeNull()
  })
  test("the charset that the answer names decides", async () => {
    answerWith("text/plain; charset=ISO-8859-1", Uint8Array.of(0xe9))
    expect(await value(toolAt(server, answering({ "text/plain": {} })))).toBe("\u00e9")
    answerWith('application/json; charset="utf-16le"', Buffer.from('{"a":"\u00e9"}', "utf16le"))
    expect(await value(jsonTool())).toEqual({ a: "\u00e9" })
  })
  test("compressed answers are read", async () => {
    answerWith("application/json", gzipSync('{"a":1}'), { "content-encoding": "gzip" })
    expect(await value(jsonTool())).toEqual({ a: 1 })
  })
  test("where only JSON is declared, text that is JSON counts as JSON", async () => {
    answerWith("text/plain", '{"a":1}')
    expect(await value(jsonTool())).toEqual({ a: 1 })
    answerWith(undefined, '{"a":1}')
    expect(await value(jsonTool())).toEqual({ a: 1 })
    answerWith("text/html", "<html><style>p{}</style><p>Please   log in</p></html>")
    expect(await refusal(jsonTool())).toBe(
      "GET /s: answered 200, but the answer is text/html, expected JSON: Please log in",
    )
  })
  test("responseHeaders gives body, headers and status, without cookies", async () => {
    answerWith("application/json", "[1]", { Link: "<x>; rel=next", "set-cookie": "sid=1" }, 201)
    const tool = toolAt(server, answering({ "application/json": {} }), { responseHeaders: true })
    const answer = (await value(tool)) as { headers: Record<string, string> }
    expect(answer).toMatchObject({
      body: [1],
      status: 201,
      headers: { link: "<x>; rel=next", "content-type": "application/json" },
    })
    expect(answer.headers["set-cookie"]).toBeUndefined()
  })
})

describe("answers that are refused", () => {
  test.each([
    ["image/png", "x", 'the answer has content type "image/png", expected JSON or text'],
    [
      "text/event-stream",
      "data: x",
      'the answer has content type "text/event-stream", expected JSON or text',
    ],
    ["application/json", "{", "the answer (1 bytes) says it is JSON, but it cannot be parsed"],
    ["application/json", Uint8Array.of(0x22, 0xff, 0x22), 'the answer has bytes that are not "utf-8"'],
    ["text/plain; charset=klingon", "x", 'the answer has an unknown charset "klingon"'],
    ["text/plain; charset=utf-8", Uint8Array.of(0xc3), 'the answer has bytes that are not "utf-8"'],
  ])("%s %j", async (type, body, message) => {
    answerWith(type, body)
    expect(await refusal(jsonTool())).toBe(`GET /s: answered 200, but ${message}`)
  })
  test("a body that is said to be over 50 MiB is not read", async () => {
    server.answer = (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 52_428_801 })
      response.write("[")
    }
    expect(await refusal(jsonTool())).toBe(
      "GET /s: answered 200, but the answer is larger than 50 MiB: ask for less (a page, a filter, fewer fields)",
    )
  })
  test("a body is counted while it streams, and the connection ends at 50 MiB", async () => {
    let sent = 0
    const closed = new Promise<void>((resolve) => {
      server.answer = (response) => {
        response.writeHead(200, { "content-type": "text/plain" })
        response.on("close", resolve)
        const chunk = Buffer.alloc(1 << 20, 32)
        const more = (): void => {
          while (!response.destroyed && sent < 500) {
            sent++
            if (!response.write(chunk)) {
              response.once("drain", more)
              return
            }
          }
        }
        more()
      }
    })
    expect(await refusal(jsonTool())).toBe(
      "GET /s: answered 200, but the answer is larger than 50 MiB: ask for less (a page, a filter, fewer fields)",
    )
    await closed
    expect(sent).toBeLessThan(500)
  }, 20_000)
  test("a small answer that decompresses to much is counted by what it becomes", async () => {
    answerWith("text/plain", gzipSync(Buffer.alloc(60 << 20)), { "content-encoding": "gzip" })
    expect(await refusal(jsonTool())).toBe(
      "GET /s: answered 200, but the answer is larger than 50 MiB: ask for less (a page, a filter, fewer fields)",
    )
  }, 20_000)
  test("50 MiB exactly is read", async () => {
    answerWith("text/plain", Buffer.alloc(52_428_800, 97))
    expect(((await value(toolAt(server, answering({ "text/plain": {} })))) as string).length).toBe(52_428_800)
  }, 20_000)
})

describe("refusals of the server", () => {
  test.each([
    [
      422,
      "application/problem+json",
      '{"type":"t","status":422,"errors":[{"field":"name"}],"title":"Invalid"}',
      'answered 422: {"title":"Invalid","errors":[{"field":"name"}],"type":"t","status":422}',
    ],
    [404, "application/json", '{"message":"Not Found"}', 'answered 404: {"message":"Not Found"}'],
    [500, "text/html", "<!doctype html><title>x</title><h1>Oops</h1>", "answered 500: x Oops"],
    [400, "text/plain", "bad\n\n  thing", "answered 400: bad thing"],
    [400, "application/json", "{broken", "answered 400: {broken"],
    [502, "image/png", "\u0000\u0001", "answered 502"],
    [304, undefined, "", "answered 304"],
    [300, "text/plain", "choose", "answered 300: choose"],
  ])("%i %s", async (status, type, body, message) => {
    answerWith(type, body, {}, status)
    expect(await refusal(jsonTool())).toBe(`GET /s ${message}`)
  })
  test("the summary is bounded", async () => {
    answerWith("application/json", JSON.stringify({ padding: "p".repeat(500_000), message: "why" }), {}, 400)
    const message = await refusal(jsonTool())
    expect(message.length).toBe("GET /s answered 400: ".length + 1_000)
    answerWith("application/json", JSON.stringify({ padding: "p".repeat(5_000), message: "why" }), {}, 400)
    expect(await refusal(jsonTool())).toStartWith('GET /s answered 400: {"message":"why","padding":"ppp')
  })
  test("Retry-After is told", async () => {
    answerWith("text/plain", "slow down", { "retry-after": "30" }, 429)
    expect(await refusal(jsonTool())).toBe("GET /s answered 429 (retry after 30 s): slow down")
  })
})

describe("failures on the way", () => {
  test("nothing listens", async () => {
    const other = await startServer()
    const tool = toolAt(other, answering({ "application/json": {} }))
    await other.close()
    expect(await refusal(tool)).toBe("GET /s: the server refused the connection")
  })
  test("reset before the answer", async () => {
    server.answer = (response) => response.socket?.destroy()
    expect(await refusal(jsonTool())).toMatch(
      /^GET \/s: the connection was (reset|closed before the answer was complete)$/,
    )
  })
  test("cut in the middle of a body with a length", async () => {
    server.answer = (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 })
      response.write('{"a":1', () => response.socket?.destroy())
    }
    expect(await refusal(jsonTool())).toStartWith("GET /s: answered 200, but the answer broke off: ")
  })
  test("cut in the middle of a chunked body", async () => {
    server.answer = (response) => {
      response.writeHead(200, { "content-type": "application/json" })
      response.write('{"a":1}', () => response.socket?.destroy())
    }
    expect(await refusal(jsonTool())).toStartWith("GET /s: answered 200, but the answer broke off: ")
  })
  test("no HTTP at all", async () => {
    const raw = createServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n"))
    await new Promise<void>((resolve) => raw.listen(0, "127.0.0.1", resolve))
    const { port } = raw.address() as { port: number }
    const tool = toolOf(OpenAPI.fromSpec({ spec: answering(undefined), baseUrl: `http://127.0.0.1:${port}` }))
    expect(await refusal(tool)).toStartWith("GET /s: the ")
    raw.close()
  })
  test("a client's own timeout", async () => {
    server.answer = () => {}
    const impatient = (effect: Effect.Effect<unknown, unknown, HttpClient.HttpClient>) =>
      effect.pipe(
        Effect.updateService(
          HttpClient.HttpClient,
          (client) =>
            HttpClient.transformResponse(client, Effect.timeout(50)) as unknown as HttpClient.HttpClient,
        ),
        Effect.provide(FetchHttpClient.layer),
      )
    expect(await failure(impatient(run(jsonTool(), {})))).toBe("GET /s: the request timed out")
  })
  test("an interrupted call ends its connection", async () => {
    const closed = new Promise<void>((resolve) => {
      server.answer = (response) => response.on("close", resolve)
    })
    const effect = run(jsonTool(), {}).pipe(Effect.provide(FetchHttpClient.layer), Effect.timeoutOption(50))
    expect(await Effect.runPromise(effect)).toMatchObject({ _tag: "None" })
    await closed
  })
  test("the cause that a host may log holds no request", async () => {
    const other = await startServer()
    const tool = toolAt(other, answering({ "application/json": {} }), { headers: { "X-Secret": "s3cr3t" } })
    await other.close()
    const error = await Effect.runPromise(
      Effect.flip(run(tool, {}).pipe(Effect.provide(FetchHttpClient.layer))),
    )
    expect(Bun.inspect(error, { depth: 20 })).not.toContain("s3cr3t")
    expect((error as Error).cause).toBeInstanceOf(Error)
  })
})
