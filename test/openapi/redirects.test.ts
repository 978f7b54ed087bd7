import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { failure, operationOf, recording, run, toolOf } from "./client.ts"
import { json, refusal, startServer, value, type Server } from "./server.ts"

let home: Server
let away: Server
beforeAll(async () => {
  home = await startServer()
  away = await startServer()
})
beforeEach(() => {
  home.received.length = 0
  away.received.length = 0
  away.answer = (response) => json(response, 200, { from: "away" })
})
afterAll(() => Promise.all([home.close(), away.close()]))

const components = {
  components: {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      query: { type: "apiKey", in: "query", name: "key" },
      cookie: { type: "apiKey", in: "cookie", name: "sid" },
    },
  },
  security: [{ bearer: [], key: [], query: [], cookie: [] }],
}

const tool = (method = "get", operation: object = {}) =>
  toolOf(
    OpenAPI.fromSpec({
      spec: operationOf(
        {
          parameters: [
            { name: "X-Mine", in: "header", schema: { type: "string" } },
            { name: "c", in: "cookie", schema: {} },
          ],
          ...operation,
        },
        components,
        "/s",
        method,
      ),
      baseUrl: home.url,
      headers: { "X-Host": "host" },
      auth: {
        resolve: ({ name }) =>
          name === "bearer" ? { type: "bearer", token: "s3cret" } : { type: "apiKey", value: "s3cret" },
      },
    }),
  )

/** The first request is redirected, every later one answered. */
function redirect(status: number, location: string): void {
  home.answer = (response, { target }) => {
    if (target.startsWith("/s")) response.writeHead(status, { location }).end("moved")
    else json(response, 200, { from: "home" })
  }
}

describe("within the origin", () => {
  test("credentials stay, the address is the server's", async () => {
    redirect(302, "/other?page=2#part")
    expect(await value(tool(), { "X-Mine": "m", c: "1" })).toEqual({ from: "home" })
    expect(home.received[1]).toMatchObject({
      method: "GET",
      target: "/other?page=2",
      headers: {
        authorization: "Bearer s3cret",
        "x-key": "s3cret",
        "x-host": "host",
        "x-mine": "m",
        cookie: "c=1; sid=s3cret",
      },
    })
  })
  test.each([
    [301, "post", "GET"],
    [302, "post", "GET"],
    [303, "post", "GET"],
    [303, "put", "GET"],
    [307, "post", "POST"],
    [308, "post", "POST"],
    [301, "put", "PUT"],
    [302, "delete", "DELETE"],
    [303, "head", "HEAD"],
  ])("%i after %s is %s", async (status, method, expected) => {
    redirect(status, "/other")
    const body =
      method === "head"
        ? {}
        : { requestBody: { content: { "application/json": { schema: { type: "array" } } } } }
    await value(tool(method, body), method === "head" ? {} : { body: [1] })
    const [, second] = home.received
    expect(second!.method).toBe(expected)
    expect(second!.body).toBe(expected === "GET" || expected === "HEAD" ? "" : "[1]")
    expect(second!.headers["content-type"]).toBe(
      expected === "GET" || expected === "HEAD" ? undefined : "application/json",
    )
  })
})

describe("to another origin", () => {
  test.each([302, 307])("%i takes no credential along", async (status) => {
    redirect(status, `${away.url}/landing`)
    expect(await value(tool(), { "X-Mine": "m", c: "1" })).toEqual({ from: "away" })
    const [landed] = away.received
    expect(landed!.target).toBe("/landing")
    for (const name of ["authorization", "x-key", "cookie", "x-host", "x-mine"])
      expect(landed!.headers[name]).toBeUndefined()
    expect(JSON.stringify(landed)).not.toContain("s3cret")
  })
  test("nor does the way back", async () => {
    away.answer = (response) => response.writeHead(302, { location: `${home.url}/back` }).end()
    redirect(302, `${away.url}/landing`)
    expect(await value(tool())).toEqual({ from: "home" })
    expect(home.received[1]!.headers["authorization"]).toBeUndefined()
  })
  test("a location with a credential in it is not followed", async () => {
    redirect(302, `${away.url}/?stolen=s3cret`)
    expect(await refusal(tool())).toBe(
      `GET /s: the server redirects to ${new URL(away.url).host} with a credential in the URL`,
    )
    expect(away.received).toEqual([])
  })
  test.each([
    ["http://169.254.169.254/latest/meta-data", "169.254.169.254"],
    ["http://localhost:1/", "localhost:1"],
    ["http://[::1]:1/", "[::1]:1"],
    ["http://0x7f.1.2.3/", "127.1.2.3"],
    ["http://metadata.internal/", "metadata.internal"],
  ])("a private one is not followed: %s", async (location, host) => {
    redirect(302, location)
    expect(await refusal(tool())).toBe(
      `GET /s: the server redirects to ${host}, which is private: the host must list it in allowedHosts`,
    )
  })
  test("unless the host allows it", async () => {
    const port = new URL(away.url).port
    redirect(302, `http://localhost:${port}/landing`)
    const spec = operationOf({})
    const closed = toolOf(OpenAPI.fromSpec({ spec, baseUrl: home.url }))
    expect(await refusal(closed)).toContain("which is private")
    const open = toolOf(OpenAPI.fromSpec({ spec, baseUrl: home.url, allowedHosts: [`LOCALHOST:${port}`] }))
    expect(await value(open)).toEqual({ from: "away" })
  })
  test.each(["file:///etc/passwd", "javascript:alert(1)", "http://", "ftp://x.test/"])(
    "no HTTP, no following: %s",
    async (location) => {
      redirect(302, location)
      expect(await refusal(tool())).toBe(
        "GET /s: the server redirects to something that is no http or https URL",
      )
    },
  )
})

describe("endings", () => {
  test("a loop ends after ten", async () => {
    redirect(302, "/s")
    expect(await refusal(tool())).toBe("GET /s: more than 10 redirects")
    expect(home.received.length).toBe(11)
  })
  test("a redirect without location is the server's answer", async () => {
    home.answer = (response) => response.writeHead(302, { "content-type": "text/plain" }).end("where?")
    expect(await refusal(tool())).toBe("GET /s answered 302: where?")
  })
  test("the body of a redirect is not waited for", async () => {
    const closed = new Promise<void>((resolve) => {
      home.answer = (response, { target }) => {
        if (!target.startsWith("/s")) {
          json(response, 200, {})
          return
        }
        response.on("close", resolve)
        response.writeHead(302, { location: "/other" })
        response.write("never ending")
      }
    })
    expect(await value(tool())).toEqual({})
    await closed
  })
})

describe("other clients", () => {
  const call = (layer: Layer.Layer<HttpClient.HttpClient>): Promise<string> =>
    failure(run(tool(), {}).pipe(Effect.provide(layer)))
  test("what a layer gives to fetch stays, redirects are ours all the same", async () => {
    const inits: Array<RequestInit | undefined> = []
    const fetch = ((input: string, init?: RequestInit) => {
      inits.push(init)
      return globalThis.fetch(input, init)
    }) as typeof globalThis.fetch
    const layer = FetchHttpClient.layer.pipe(
      Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "follow", keepalive: true })),
      Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)),
    )
    redirect(302, `${away.url}/landing`)
    expect(await Effect.runPromise(run(tool(), {}).pipe(Effect.provide(layer)))).toEqual({ from: "away" })
    expect(inits.map((init) => [init?.redirect, init?.keepalive])).toEqual([
      ["manual", true],
      ["manual", true],
    ])
    expect(away.received[0]!.headers["authorization"]).toBeUndefined()
  })
  test("one that follows to another origin by itself is caught", async () => {
    const layer = Layer.effect(
      HttpClient.HttpClient,
      Effect.map(HttpClient.HttpClient, (client) => HttpClient.followRedirects(client, 5)),
    ).pipe(Layer.provide(FetchHttpClient.layer))
    redirect(302, `${away.url}/landing`)
    expect(await call(layer)).toBe(
      "GET /s: the HTTP client followed a redirect to another origin by itself, which the host must switch off",
    )
  })
  test("one that sends everything through a gateway is no redirect", async () => {
    const layer = Layer.effect(
      HttpClient.HttpClient,
      Effect.map(HttpClient.HttpClient, (client) =>
        HttpClient.mapRequest(client, HttpClientRequest.setUrl(`${away.url}/gateway`)),
      ),
    ).pipe(Layer.provide(FetchHttpClient.layer))
    expect(await Effect.runPromise(run(tool(), {}).pipe(Effect.provide(layer)))).toEqual({ from: "away" })
  })
  test("an opaque redirect, as browsers give, is told", async () => {
    const { client } = recording(() => Object.defineProperty(new Response(null), "status", { value: 0 }))
    expect(await call(Layer.succeed(HttpClient.HttpClient, client))).toBe(
      "GET /s: the server redirects, which this HTTP client cannot follow",
    )
  })
  test("the host's own context is as before after a call", async () => {
    const effect = Effect.andThen(
      run(toolOf(OpenAPI.fromSpec({ spec: operationOf({}) })), {}),
      Effect.serviceOption(FetchHttpClient.RequestInit),
    )
    const { client } = recording()
    expect(
      await Effect.runPromise(Effect.provideService(effect, HttpClient.HttpClient, client)),
    ).toMatchObject({ _tag: "None" })
  })
})
