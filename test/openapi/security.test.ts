import { describe, expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import * as HttpClient from "effect/http/HttpClient"
import type * as Namespace from "../../src/Namespace.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { toolError } from "../../src/ToolError.ts"
import { failure, flatTools, operationOf, recording, run, toolOf, type Sent } from "./client.ts"

const schemes = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "api key" },
  cookie: { type: "apiKey", in: "cookie", name: "SID" },
  bearer: { type: "http", scheme: "Bearer" },
  basic: { type: "http", scheme: "basic" },
  oauth: { type: "oauth2", flows: {} },
  oauth2: { type: "oauth2", flows: {} },
  openid: { type: "openIdConnect", openIdConnectUrl: "https://x.test" },
  digest: { type: "http", scheme: "digest" },
  mutual: { type: "mutualTLS" },
  nameless: { type: "apiKey", in: "header" },
  placeless: { type: "apiKey", in: "body", name: "k" },
  linked: { $ref: "#/components/securitySchemes/key" },
}

const specOf = (security: unknown, operation: object = {}): object =>
  operationOf({ security, ...operation }, { components: { securitySchemes: schemes } })

type Credentials = Readonly<Record<string, unknown>>

const known: Credentials = {
  key: { type: "apiKey", value: "KEY-1" },
  linked: { type: "apiKey", value: "KEY-1" },
  query: { type: "apiKey", value: "Q&1" },
  cookie: { type: "apiKey", value: "C1" },
  bearer: { type: "bearer", token: "T1" },
  oauth: { type: "bearer", token: "O1" },
  oauth2: { type: "bearer", token: "O1" },
  openid: { type: "bearer", token: "I1" },
  basic: { type: "basic", username: "us\u00e9r", password: "p\u4f60:" },
}

async function outcome(
  security: unknown,
  credentials: Credentials,
  more: object = {},
  input: unknown = {},
): Promise<Sent | string> {
  const asked: Array<string> = []
  const auth = {
    resolve: ({ name }: OpenAPI.CredentialRequest) => (
      asked.push(name),
      credentials[name] as OpenAPI.Credential | undefined
    ),
  }
  const result = OpenAPI.fromSpec({ spec: specOf(security), auth, ...more })
  if (flatTools(result).size === 0) return `skipped: ${result.skipped[0]!.reason}`
  const { client, sent } = recording()
  const effect = run(toolOf(result), input).pipe(Effect.provideService(HttpClient.HttpClient, client))
  const exit = await Effect.runPromise(Effect.result(effect))
  if (exit._tag === "Success") return sent[0]!
  if (sent.length > 0) throw new Error("sent although it failed")
  return (exit.failure as Error).message
}

const authHeaders = ({ headers, url }: Sent): unknown => {
  const { accept: _, ...rest } = headers
  return { ...rest, ...(url.includes("?") ? { query: url.slice(url.indexOf("?")) } : {}) }
}

describe("credentials go where their scheme says", () => {
  test.each([
    [[{ key: [] }], { "x-key": "KEY-1" }],
    [[{ query: [] }], { query: "?api%20key=Q%261" }],
    [[{ cookie: [] }], { cookie: "SID=C1" }],
    [[{ bearer: [] }], { authorization: "Bearer T1" }],
    [[{ oauth: ["a:b"] }], { authorization: "Bearer O1" }],
    [[{ openid: [] }], { authorization: "Bearer I1" }],
    [[{ basic: [] }], { authorization: `Basic ${Buffer.from("us\u00e9r:p\u4f60:").toString("base64")}` }],
    [[{ linked: [] }], { "x-key": "KEY-1" }],
    [
      [{ key: [], bearer: [], cookie: [], query: [] }],
      { "x-key": "KEY-1", authorization: "Bearer T1", cookie: "SID=C1", query: "?api%20key=Q%261" },
    ],
    [[{ oauth: [], oauth2: [] }], { authorization: "Bearer O1" }],
    [[], {}],
    [undefined, {}],
    [[{}], {}],
    [[{}, { key: [] }], { "x-key": "KEY-1" }],
    [[{ key: [] }, {}], { "x-key": "KEY-1" }],
  ])("%j", async (security, expected) => {
    expect(authHeaders((await outcome(security, known)) as Sent)).toEqual(expected)
  })
  test("any scheme takes a header of the host's", async () => {
    const sent = await outcome([{ bearer: [] }], { bearer: { type: "header", name: "X-Signed", value: "v" } })
    expect(authHeaders(sent as Sent)).toEqual({ "x-signed": "v" })
  })
  test("undefined tries the next alternative, in order, all of one together", async () => {
    expect(
      authHeaders(
        (await outcome([{ key: [], bearer: [] }, { query: [] }], {
          key: known["key"],
          query: known["query"],
        })) as Sent,
      ),
    ).toEqual({
      query: "?api%20key=Q%261",
    })
    expect(authHeaders((await outcome([{ key: [] }, {}], {})) as Sent)).toEqual({})
  })
  test("a header that the host sends with every request meets the schemes that would set it", async () => {
    const more = { headers: { Authorization: "Digest abc", "X-Key": "H" } }
    expect(authHeaders((await outcome([{ bearer: [], key: [] }], {}, more)) as Sent)).toEqual({
      authorization: "Digest abc",
      "x-key": "H",
    })
    expect(authHeaders((await outcome([{ digest: [] }], {}, more)) as Sent)).toEqual({
      authorization: "Digest abc",
      "x-key": "H",
    })
  })
  test("the resolver is asked with scheme, scopes and operation, once for each question", async () => {
    const asked: Array<unknown> = []
    const spec = specOf(
      [
        { oauth: ["read"], key: [] },
        { oauth: ["read"], bearer: [] },
      ],
      { tags: ["t"] },
    )
    const result = OpenAPI.fromSpec({
      spec,
      auth: {
        resolve: (request) => {
          asked.push(request)
          return request.name === "key" ? undefined : ({ type: "bearer", token: "same" } as const)
        },
      },
    })
    const { client } = recording()
    await Effect.runPromise(
      run(toolOf(result), {}).pipe(Effect.provideService(HttpClient.HttpClient, client)),
    )
    const operation = { method: "GET", path: "/s", operationId: "op", tags: ["t"] }
    expect(asked).toEqual([
      { name: "oauth", scheme: schemes.oauth, scopes: ["read"], operation },
      { name: "key", scheme: schemes.key, scopes: [], operation },
      { name: "bearer", scheme: schemes.bearer, scopes: [], operation },
    ])
  })
  test("it may answer with a value, a promise or an Effect", async () => {
    const spec = specOf([{ key: [] }])
    for (const result of [
      OpenAPI.fromSpec({ spec, auth: { resolve: () => ({ type: "apiKey", value: "v" }) } }),
      OpenAPI.fromSpec({ spec, auth: { resolve: async () => ({ type: "apiKey", value: "v" }) } }),
      OpenAPI.fromSpec({ spec, auth: { resolve: () => Effect.succeed({ type: "apiKey", value: "v" }) } }),
    ]) {
      const { client, sent } = recording()
      await Effect.runPromise(
        run(toolOf(result), {}).pipe(Effect.provideService(HttpClient.HttpClient, client)),
      )
      expect(sent[0]!.headers["x-key"]).toBe("v")
    }
  })
})

describe("what is not met is refused before sending", () => {
  const none = (names: string): string => `GET /s: the host has no credentials for it (needed: ${names})`
  test.each<[unknown, Credentials, string]>([
    [[{ key: [], bearer: [] }, { query: [] }], {}, none("key and bearer, or query")],
    [[{ key: [], bearer: [] }], { key: known["key"] }, none("key and bearer")],
    [
      [{ key: [] }],
      { key: { type: "bearer", token: "T" } },
      "GET /s: the credential for key is a bearer token, but the scheme is apiKey",
    ],
    [
      [{ bearer: [] }],
      { bearer: { type: "apiKey", value: "v" } },
      "GET /s: the credential for bearer is an API key, but the scheme is bearer",
    ],
    [
      [{ bearer: [] }],
      { bearer: known["basic"] },
      "GET /s: the credential for bearer is a username and password, but the scheme is bearer",
    ],
    [
      [{ bearer: [] }],
      { bearer: { type: "bearer", token: "" } },
      "GET /s: the credential for bearer has no token",
    ],
    [
      [{ bearer: [] }],
      { bearer: { type: "bearer", token: "s3cret\r\nX: y" } },
      "GET /s: the credential for bearer holds characters that no header may hold",
    ],
    [
      [{ cookie: [] }],
      { cookie: { type: "apiKey", value: "s3cret; admin=1" } },
      "GET /s: the credential for cookie holds characters that no cookie may hold",
    ],
    [
      [{ basic: [] }],
      { basic: { type: "basic", username: "a:b", password: "s3cret" } },
      "GET /s: the credential for basic has a username with a colon, which basic authentication cannot send",
    ],
    [
      [{ bearer: [] }],
      { bearer: "s3cret" },
      "GET /s: the credential for bearer has no known type: expected bearer, basic, apiKey or header",
    ],
    [
      [{ bearer: [] }],
      { bearer: { type: "header", name: "a b", value: "v" } },
      "GET /s: the credential for bearer names an invalid header",
    ],
    [
      [{ bearer: [], basic: [] }],
      known,
      "GET /s: the credential for basic would replace another in the header authorization",
    ],
  ])("%j", async (security, credentials, message) => {
    expect(await outcome(security, credentials)).toBe(message)
  })
  test("without a resolver too", async () => {
    expect(await outcome([{ key: [] }], known, { auth: undefined })).toBe(none("key"))
  })
  test.each([
    () => Effect.fail(new Error("vault: s3cret")),
    () => Effect.die(new Error("vault: s3cret")),
    () => Promise.reject(new Error("vault: s3cret")),
    () => {
      throw new Error("vault: s3cret")
    },
  ])("a resolver that fails stops the call, the next alternative too", async (resolve) => {
    const result = OpenAPI.fromSpec({
      spec: specOf([{ key: [] }, {}]),
      auth: { resolve: resolve as unknown as () => undefined },
    })
    const { client, sent } = recording()
    const message = await failure(
      run(toolOf(result), {}).pipe(Effect.provideService(HttpClient.HttpClient, client)),
    )
    expect(message).toBe("GET /s: the credentials for key could not be resolved")
    expect(sent).toEqual([])
  })
  test("a resolver's own ToolError is the model's to read", async () => {
    const resolve = () => Effect.fail(toolError("sign in first"))
    const result = OpenAPI.fromSpec({ spec: specOf([{ key: [] }]), auth: { resolve } })
    const { client } = recording()
    expect(
      await failure(run(toolOf(result), {}).pipe(Effect.provideService(HttpClient.HttpClient, client))),
    ).toBe("GET /s: sign in first")
  })
})

describe("malformed security fails closed", () => {
  test.each<[unknown, string]>([
    [{ key: [] }, "malformed security: it is not a list"],
    ["key", "malformed security: it is not a list"],
    [null, "malformed security: it is not a list"],
    [["key"], "security: a requirement is not an object"],
    [[{ key: "all" }], "security: the scopes of key are not a list"],
    [[{ unknown: [] }], "security: scheme unknown is not defined"],
    [[{ digest: [] }], 'security: scheme digest: HTTP authentication "digest" is not supported'],
    [[{ mutual: [] }], 'security: scheme mutual has type "mutualTLS", which is not supported'],
    [[{ nameless: [] }], "security: scheme nameless names no parameter"],
    [[{ placeless: [] }], "security: scheme placeless has no place for its key"],
    [[{ key: [], unknown: [] }], "security: scheme unknown is not defined"],
    [[{ constructor: [] }], "security: scheme constructor is not defined"],
  ])("%j", async (security, reason) => {
    expect(await outcome(security, known)).toBe(`skipped: ${reason}`)
  })
  test("a sound alternative beside a malformed one is used", async () => {
    expect(authHeaders((await outcome([{ unknown: [] }, { key: [] }], known)) as Sent)).toEqual({
      "x-key": "KEY-1",
    })
  })
  test("a broken document-wide requirement holds for every operation that inherits it", () => {
    const spec = { ...operationOf({}), security: "x" }
    expect(OpenAPI.fromSpec({ spec }).skipped[0]!.reason).toBe("malformed security: it is not a list")
    expect(OpenAPI.fromSpec({ spec: { ...operationOf({ security: [] }), security: "x" } }).skipped).toEqual(
      [],
    )
  })
})

describe("the model never sees or sets a credential", () => {
  const parameters = [
    { name: "Authorization", in: "header", required: true, schema: { type: "string" } },
    { name: "accept", in: "header", schema: { type: "string" } },
    { name: "CONTENT-TYPE", in: "header", schema: { type: "string" } },
    { name: "Host", in: "header", schema: { type: "string" } },
    { name: "x-key", in: "header", required: true, schema: { type: "string" } },
    { name: "api key", in: "query", schema: { type: "string" } },
    { name: "SID", in: "cookie", schema: { type: "string" } },
    { name: "X-Real", in: "header", schema: { type: "string" } },
    { name: "filter", in: "query", schema: { type: "object" } },
  ]
  const spec = specOf([{ key: [], query: [], cookie: [] }], { parameters })
  test("parameters that credentials and the transport set are no inputs", () => {
    const tool = toolOf(OpenAPI.fromSpec({ spec }))
    expect(
      Object.keys((tool.input as unknown as { schema: { properties: object } }).schema.properties),
    ).toEqual(["X-Real", "filter"])
  })
  test("nor are those that the host's headers set", () => {
    const tool = toolOf(OpenAPI.fromSpec({ spec, headers: { "x-real": "host" } }))
    expect(
      Object.keys((tool.input as unknown as { schema: { properties: object } }).schema.properties),
    ).toEqual(["filter"])
  })
  test("an exploded object cannot smuggle one in", async () => {
    const result = OpenAPI.fromSpec({
      spec,
      auth: { resolve: ({ name }) => known[name] as OpenAPI.Credential },
    })
    const { client, sent } = recording()
    const message = await failure(
      run(toolOf(result), { filter: { "api key": "mine" } }).pipe(
        Effect.provideService(HttpClient.HttpClient, client),
      ),
    )
    expect(message).toBe("GET /s: the input may not set api%20key, which is a credential")
    expect(sent).toEqual([])
  })
  test("a server that repeats credentials is not believed", async () => {
    const secrets = ["KEY-1234", "T0ken/5678==", "H0st-secret"]
    const { client } = recording(
      ({ headers, url }) =>
        new Response(JSON.stringify({ headers, url }), {
          status: 403,
          headers: { "content-type": "application/json" },
        }),
    )
    const result = OpenAPI.fromSpec({
      spec: specOf([{ query: [], bearer: [] }]),
      headers: { "X-Api-Token": "H0st-secret" },
      auth: {
        resolve: ({ name }) =>
          name === "query"
            ? { type: "apiKey", value: "KEY-1234" }
            : { type: "bearer", token: "T0ken/5678==" },
      },
    })
    const message = await failure(
      run(toolOf(result), {}).pipe(Effect.provideService(HttpClient.HttpClient, client)),
    )
    expect(message).toStartWith("GET /s answered 403: ")
    for (const secret of secrets) expect(message).not.toContain(secret)
    expect(message).toContain("[redacted]")
  })
  test("spans hold none", async () => {
    const attributes: Array<unknown> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        const set = span.attribute.bind(span)
        span.attribute = (key, value) => {
          attributes.push([key, value])
          set(key, value)
        }
        return span
      },
    })
    const { client } = recording()
    const result = OpenAPI.fromSpec({
      spec: specOf([{ key: [], query: [], cookie: [], bearer: [] }]),
      headers: { "X-Other": "H0st-secret" },
      auth: {
        resolve: ({ name }) =>
          name === "bearer" ? { type: "bearer", token: "s3cret" } : { type: "apiKey", value: "s3cret" },
      },
    })
    await Effect.runPromise(
      run(toolOf(result), {}).pipe(
        Effect.provideService(HttpClient.HttpClient, client),
        Effect.withTracer(tracer),
        Effect.provideService(HttpClient.TracerHeaderFilter, () => true),
      ),
    )
    expect(JSON.stringify(attributes)).toContain("http.request.header.x-key")
    expect(JSON.stringify(attributes)).not.toContain("s3cret")
    expect(JSON.stringify(attributes)).not.toContain("H0st-secret")
  })
})

class Vault extends Context.Service<Vault, { readonly token: string }>()("Vault") {}
class Clock extends Context.Service<Clock, { readonly now: number }>()("Clock") {}
type Equal<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false
const same = <_T extends true>(): void => {}

test("the services that the resolver needs join those of the tools", async () => {
  const spec = specOf([{ bearer: [] }])
  const plain = OpenAPI.fromSpec({ spec })
  same<Equal<Namespace.Requirements<typeof plain.tools>, HttpClient.HttpClient>>()
  const one = OpenAPI.fromSpec({
    spec,
    auth: { resolve: () => Effect.map(Vault, ({ token }) => ({ type: "bearer", token })) },
  })
  same<Equal<Namespace.Requirements<typeof one.tools>, HttpClient.HttpClient | Vault>>()
  const two = OpenAPI.fromSpec({
    spec,
    auth: {
      resolve: Effect.fnUntraced(function* () {
        const { now } = yield* Clock
        return { type: "bearer", token: (yield* Vault).token + now } as const
      }),
    },
  })
  same<Equal<Namespace.Requirements<typeof two.tools>, HttpClient.HttpClient | Vault | Clock>>()
  const { client, sent } = recording()
  const services = Context.make(HttpClient.HttpClient, client).pipe(
    Context.add(Vault, { token: "t" }),
    Context.add(Clock, { now: 7 }),
  )
  await Effect.runPromise(Effect.provide(run(toolOf(two), {}), services))
  expect(sent[0]!.headers["authorization"]).toBe("Bearer t7")
})

test("headers that cannot be sent are refused at once, without their value", () => {
  expect(() => OpenAPI.fromSpec({ spec: specOf([]), headers: { "a b": "x" } })).toThrow(
    new TypeError('headers: "a b" is not a header name'),
  )
  expect(() => OpenAPI.fromSpec({ spec: specOf([]), headers: { a: "s3cret\r\n" } })).toThrow(
    new TypeError("headers: the value of a is not text that a header can hold"),
  )
})
