import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"
import { fetch, type FetchOptions } from "../../src/Capabilities.ts"
import { finish, Ledger, suspended, untilIdle } from "../snapshot/suspension.ts"
import { type Local, refusalOf, resultOf, runtimeWith, serve, valueOf } from "./programs.ts"

let local: Local
let base: string
let closed: Array<string>

beforeAll(async () => {
  closed = []
  local = await serve((request, response) => {
    const { pathname } = new URL(request.url!, "http://x")
    switch (pathname) {
      case "/json":
        response.setHeader("content-type", "application/json")
        return void response.end('{"a":[1,{"__proto__":2}]}')
      case "/echo": {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        return void request.on("end", () => {
          const { method, headers, url } = request
          response.setHeader("x-kind", "echo")
          response.setHeader("set-cookie", "session=secret")
          response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
        })
      }
      case "/bytes":
        return void response.end(Buffer.from([0, 255, 1]))
      case "/missing":
        response.statusCode = 404
        response.statusMessage = "Nothing Here"
        return void response.end("none")
      case "/to":
        response.writeHead(Number(new URL(request.url!, "http://x").searchParams.get("status") ?? 302), {
          location: new URL(request.url!, "http://x").searchParams.get("location")!,
        })
        return void response.end()
      case "/gzip":
        response.setHeader("content-encoding", "gzip")
        return void response.end(gzipSync("unpacked"))
      case "/never":
        return void request.on("close", () => closed.push("/never"))
      default:
        response.end(pathname)
    }
  })
  base = `http://api.test:${local.port}`
})
afterAll(() => local.close())

const runtime = (options: Partial<FetchOptions> = {}) =>
  runtimeWith(
    fetch({
      origins: [{ origin: base, allowPrivate: true, methods: ["GET", "POST", "PUT", "HEAD"] }],
      resolve: () => ["127.0.0.1"],
      ...options,
    }),
  )

describe("a response", () => {
  test("has status, ok, url, headers and the body as JSON, text and bytes, any number of times", async () => {
    const code = `
      const r = await fetch('${base}/json#part')
      return [r.status, r.ok, r.statusText, r.url, r.redirected, r.headers instanceof Headers, r.headers.get('Content-Type'),
        await r.json(), await r.text(), await r.json(), (await r.bytes()) instanceof Uint8Array, (await r.arrayBuffer()).byteLength]`
    const data = JSON.parse('{"a":[1,{"__proto__":2}]}')
    expect(await valueOf(runtime(), code)).toEqual([
      200, true, "OK", `${base}/json`, false, true, "application/json", data, '{"a":[1,{"__proto__":2}]}', data, true, 25,
    ]) // prettier-ignore
    const bytes = `const r = await fetch(new URL('${base}/bytes')); return [...await r.bytes()]`
    expect(await valueOf(runtime(), bytes)).toEqual([0, 255, 1])
  })

  test("of an error status is no failure; a body that is no JSON says how it begins", async () => {
    const code = `const r = await fetch('${base}/missing'); return [r.ok, r.status, r.statusText, await r.text()]`
    expect(await valueOf(runtime(), code)).toEqual([false, 404, "Nothing Here", "none"])
    expect(await refusalOf(runtime(), `fetch('${base}/missing').then((r) => r.json())`)).toBe(
      `The body of ${base}/missing is no JSON; it begins with "none". Use text() to see it.`,
    )
  })

  test("is unpacked; cookies stay outside", async () => {
    expect(await valueOf(runtime(), `return (await fetch('${base}/gzip')).text()`)).toBe("unpacked")
    const code = `const r = await fetch('${base}/echo'); return [r.headers.get('x-kind'), r.headers.has('set-cookie')]`
    expect(await valueOf(runtime(), code)).toEqual(["echo", false])
  })
})

describe("a request", () => {
  test("has method, headers and body as a program wrote them, and nothing else that tells of the host", async () => {
    const code = `
      const r = await fetch('${base}/echo?q=1', { method: 'post', headers: new Headers({ Accept: 'a/b' }), body: JSON.stringify({ n: 1 }) })
      return r.json()`
    expect(await valueOf(runtime(), code)).toEqual({
      method: "POST",
      url: "/echo?q=1",
      headers: {
        accept: "a/b",
        "content-type": "text/plain;charset=UTF-8",
        host: `api.test:${local.port}`,
        "accept-encoding": "identity",
        "content-length": "7",
        connection: "close",
      },
      body: '{"n":1}',
    })
  })

  test("takes text, URLSearchParams and bytes as body, and headers as object, pairs or Headers", async () => {
    const code = `
      const post = async (body, headers) => { const { body: b, headers: h } = await (await fetch('${base}/echo', { method: 'PUT', body, headers })).json(); return [b, h['content-type'] ?? null] }
      return [await post('é'), await post(new URLSearchParams({ a: 'b c' })), await post(new Uint8Array([104, 105])), await post('{}', [['Content-Type', 'application/json']])]`
    expect(await valueOf(runtime(), code)).toEqual([
      ["é", "text/plain;charset=UTF-8"],
      ["a=b+c", "application/x-www-form-urlencoded;charset=UTF-8"],
      ["hi", null],
      ["{}", "application/json"],
    ])
  })

  test("carries the host's headers to their origin only, unseen by the program", async () => {
    const other = await serve((request, response) => response.end(JSON.stringify(request.headers)))
    try {
      const origins = [
        { origin: base, allowPrivate: true, headers: { Authorization: "Bearer secret" } },
        { origin: `http://other.test:${other.port}`, allowPrivate: true },
      ]
      const code = `return (await fetch('${base}/to?location=http://other.test:${other.port}/')).json()`
      expect(await valueOf(runtime({ origins }), code)).not.toHaveProperty("authorization")
      expect(local.seen.at(-1)!.headers.authorization).toBe("Bearer secret")
    } finally {
      other.close()
    }
  })

  test("that waits is ended with its run", async () => {
    const fiber = Effect.runFork(runtime().execute(`await fetch('${base}/never')`))
    while (!local.seen.some(({ url }) => url === "/never")) await Bun.sleep(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    while (closed.length === 0) await Bun.sleep(1)
    expect(closed).toEqual(["/never"])
  })
})

describe("a redirect", () => {
  test("is followed; POST becomes GET where the standard says so", async () => {
    const code = `const r = await fetch('${base}/to?location=/echo', { method: 'POST', body: 'x' }); const { method, body, headers } = await r.json()
      return [r.url, r.redirected, method, body, 'content-type' in headers]`
    expect(await valueOf(runtime(), code)).toEqual([`${base}/echo`, true, "GET", "", false])
    const kept = `return (await (await fetch('${base}/to?status=307&location=/echo', { method: 'POST', body: 'x' })).json()).body`
    expect(await valueOf(runtime(), kept)).toBe("x")
  })

  test("is given as it is with manual, and refused with error", async () => {
    const code = `const r = await fetch('${base}/to?location=/x', { redirect: 'manual' }); return [r.status, r.headers.get('location')]`
    expect(await valueOf(runtime(), code)).toEqual([302, "/x"])
    expect(await refusalOf(runtime(), `fetch('${base}/to?location=/x', { redirect: 'error' })`)).toBe(
      `fetch: api.test:${local.port} redirects, and redirect is "error"`,
    )
  })

  test("past the allowed number is refused", async () => {
    const twice = `/to?location=${encodeURIComponent("/to?location=/x")}`
    expect(
      await valueOf(runtime({ maxRedirects: 2 }), `return (await fetch('${base}${twice}')).text()`),
    ).toBe("/x")
    expect(await refusalOf(runtime({ maxRedirects: 1 }), `fetch('${base}${twice}')`)).toBe(
      "fetch: more than the 1 redirects that are allowed",
    )
  })
})

describe("what is wrong says so", () => {
  const cases: ReadonlyArray<readonly [expression: string, message: string]> = [
    ["fetch()", "fetch: the first argument must be a URL, as a string or a URL object"],
    ["fetch('/a')", 'fetch: "/a" is no URL; write it whole, with https:// in front'],
    ["fetch('BASE', 'GET')", "fetch: the second argument must be an object such as { method, headers, body }"],
    ["fetch('BASE', { body: 'x' })", "fetch: a GET request has no body"],
    ["fetch('BASE', { method: 'POST', body: { a: 1 } })", "fetch: the body must be a string, URLSearchParams or bytes; write data with JSON.stringify and a content-type header"],
    ["fetch('BASE', { redirect: 'x' })", 'fetch: redirect must be "follow", "error" or "manual"'],
    ["fetch('BASE', { signal: {} })", "fetch: signal is not supported: a request ends by itself at its time limit"],
    ["fetch('BASE', { headers: 'x' })", "fetch: headers must be an object, a Headers object or a list of pairs"],
  ] // prettier-ignore
  for (const [expression, message] of cases) {
    test(expression, async () => {
      expect(await refusalOf(runtime(), expression.replace("BASE", base))).toBe(message)
    })
  }

  test("a server that is not there, or breaks off", async () => {
    const broken = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "100" })
      response.write("half")
      setTimeout(() => response.destroy(), 5)
    })
    const origin = `http://b.test:${broken.port}`
    const over = runtime({ origins: [{ origin, allowPrivate: true }] })
    expect(await refusalOf(over, `fetch('${origin}/')`)).toStartWith(`fetch: b.test:${broken.port} `)
    broken.close()
    expect(await refusalOf(over, `fetch('${origin}/')`)).toBe(
      `fetch: b.test:${broken.port} could not be reached (ECONNREFUSED)`,
    )
  })
})

describe("a name", () => {
  const over = (addresses: ReadonlyArray<string>) => runtime({ resolve: () => addresses })

  test("of several addresses is tried at each until one takes the connection, IPv4 first", async () => {
    const code = `return (await fetch('${base}/x')).text()`
    expect(await valueOf(over(["127.0.0.2", "127.0.0.1"]), code)).toBe("/x")
    expect(await valueOf(over(["::1", "127.0.0.1"]), code)).toBe("/x")
    expect(await refusalOf(over(["127.0.0.2", "127.0.0.3"]), `fetch('${base}/x')`)).toBe(
      `fetch: api.test:${local.port} could not be reached (ECONNREFUSED)`,
    )
  })

  test("is resolved by the platform where the host says nothing", async () => {
    const origin = `http://localhost:${local.port}`
    const allowed = runtimeWith(fetch({ origins: [{ origin, allowPrivate: true }] }))
    expect(await valueOf(allowed, `return (await fetch('${origin}/x')).text()`)).toBe("/x")
    const message = `fetch: localhost:${local.port} leads to a private or local address, which is not allowed`
    expect(await refusalOf(runtimeWith(fetch({ origins: [origin] })), `fetch('${origin}/x')`)).toBe(message)
  })
})

describe("a policy", () => {
  test("that is none throws from fetch()", () => {
    const make = (options: object) => () => fetch(options as FetchOptions)
    expect(make({})).toThrow(TypeError)
    expect(make({ origins: ["api.example.com"] })).toThrow('got "api.example.com"')
    expect(make({ origins: ["https://api.example.com/path"] })).toThrow(TypeError)
    expect(make({ origins: ["https://u:p@api.example.com"] })).toThrow(TypeError)
    expect(make({ origins: [{ origin: "*", allowPrivate: true }] })).toThrow(TypeError)
    expect(make({ origins: [{ origin: "https://a.b", headers: { "x y": "1" } }] })).toThrow(TypeError)
    expect(make({ origins: [], methods: ["CONNECT"] })).toThrow(TypeError)
    expect(make({ origins: [], requestHeaders: ["Host"] })).toThrow(TypeError)
    expect(make({ origins: [], timeoutMs: -1 })).toThrow(RangeError)
    expect(make({ origins: [], maxConcurrent: 0 })).toThrow(RangeError)
  })

  test("tells its refusals to the model whatever else is hidden", async () => {
    const strict = runtimeWith(fetch({ origins: [] }), { hostErrors: "sanitize" })
    expect(await refusalOf(strict, "fetch('https://example.com')")).toBe(
      "fetch: https://example.com is not allowed. No origin is.",
    )
  })

  test("bounds how many requests are under way at once", async () => {
    let running = 0
    let most = 0
    const slow = await serve((_request, response) => {
      most = Math.max(most, ++running)
      setTimeout(() => {
        running--
        response.end("x")
      }, 5)
    })
    const origin = `http://s.test:${slow.port}`
    const over = runtime({ origins: [{ origin, allowPrivate: true }], maxConcurrent: 2 })
    const code = `return (await Promise.all([1, 2, 3, 4, 5].map((n) => fetch('${origin}/' + n)))).length`
    expect(await valueOf(over, code)).toBe(5)
    expect(most).toBe(2)
    slow.close()
  })

  test("holds for requests at once together", async () => {
    const over = runtime({ maxRunBytes: 12 })
    const code = `const ends = await Promise.allSettled([1, 2, 3, 4, 5].map(() => fetch('${base}/abcd')))
      return ends.map(({ status, reason }) => reason?.message ?? status).sort()`
    const spent = "fetch: the run has received the 12 bytes that are allowed together"
    expect(await valueOf(over, code)).toEqual([spent, spent, spent, "fulfilled", "fulfilled"])
  })

  test("holds over a resume", async () => {
    const code = `await fetch('${base}/abcd'); await tools.ask({ name: "a" })
      try { await fetch('${base}/abcd'); return "fetched" } catch (e) { return e.message }`
    const ledger = new Ledger()
    const web = fetch({
      origins: [{ origin: base, allowPrivate: true }],
      resolve: () => ["127.0.0.1"],
      maxRunBytes: 8,
    })
    const over = CodeMode.make({ tools: { ask: ledger.tool }, extensions: [web] }) as CodeMode.Runtime<never>
    const { state } = suspended(await untilIdle(over.program(code)))
    ledger.answer("a", 1)
    expect(await finish(over.resume(state))).toMatchObject({
      ok: true,
      value: `fetch: the answer of api.test:${local.port} is larger than the 3 bytes that are allowed`,
    })
  })

  test("holds for two runs of one runtime apart", async () => {
    const over = runtime({ maxRunBytes: 5 })
    const code = `await fetch('${base}/abcd'); return 1`
    expect(await resultOf(over, code)).toMatchObject({ ok: true })
    expect(await resultOf(over, code)).toMatchObject({ ok: true })
  })
})

test("a finished response is freed with the program's own copy", async () => {
  const freed: Array<number> = []
  const registry = new FinalizationRegistry<number>((n) => freed.push(n))
  let made = 0
  const collect = Extension.make({
    name: "collect",
    globals: {
      collect: Extension.async(() =>
        Effect.promise(async () => {
          for (let turn = 0; turn < 40 && freed.length < 15; turn++) {
            Bun.gc(true)
            await Bun.sleep(5)
          }
          return [made, freed.length >= 15]
        }),
      ),
    },
  })
  const web = fetch({ origins: [{ origin: base, allowPrivate: true }], resolve: () => ["127.0.0.1"] })
  const runtime = CodeMode.make({
    extensions: [web, collect],
    hooks: {
      "extension.after": ({ name }, end) => {
        if (name !== "fetch" || end.status !== "success") return
        registry.register((end.value as { json: object }).json, ++made)
      },
    },
  })
  const code = `
    let last
    for (let n = 0; n < 30; n++) { last = await fetch('${base}/json'); await last.json() }
    return [...(await collect()), (await last.json()).a[0]]`
  expect(await valueOf(runtime, code)).toEqual([30, true, 1])
})
