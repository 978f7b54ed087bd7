/** Attempts to get past the policy of `fetch`: none gets through, whatever server, name or redirect helps it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { fetch, type FetchOptions } from "../../src/Capabilities.ts"
import { bytesOf, isPublic } from "../../src/capabilities/address.ts"
import { type Local, refusalOf, runtimeWith, serve, valueOf } from "./programs.ts"

/** Stands for what must not be reached: it counts who comes. */
let secret: Local
/** The one server that is allowed; it redirects to wherever its query says. */
let open: Local
let base: string

beforeAll(async () => {
  secret = await serve((_request, response) => response.end("secret"))
  open = await serve((request, response) => {
    const query = new URL(request.url!, "http://x").searchParams
    const location = request.url === "/loop" ? "/loop" : query.get("location")
    if (location !== null) response.writeHead(Number(query.get("status") ?? 302), { location })
    response.end("open")
  })
  base = `http://open.test:${open.port}`
})
afterAll(() => {
  secret.close()
  open.close()
})

const allowed = (): FetchOptions["origins"] => [{ origin: base, allowPrivate: true }, "*"]
const runtime = (options: Partial<FetchOptions> = {}) =>
  runtimeWith(fetch({ origins: allowed(), resolve: () => ["127.0.0.1"], timeoutMs: 2_000, ...options }))

/** It is refused with a message that begins so, and nothing came to the secret server. */
async function refused(expression: string, message: string, options: Partial<FetchOptions> = {}) {
  const before = secret.seen.length
  expect(await refusalOf(runtime(options), expression)).toStartWith(message)
  expect(secret.seen.length).toBe(before)
}

test("what is allowed is reached, so that the refusals below mean something", async () => {
  expect(await valueOf(runtime(), `return (await fetch('${base}/')).text()`)).toBe("open")
  const rules = [{ origin: `http://127.0.0.1:${secret.port}`, allowPrivate: true }]
  const code = `return (await fetch('http://127.0.0.1:${secret.port}/')).text()`
  expect(await valueOf(runtime({ origins: rules }), code)).toBe("secret")
})

describe("alternate forms of an address", () => {
  const forms = [
    "127.0.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.1", "127.0.1", "0", "0.0.0.0",
    "127.0.0.1.", "１２７.0.0.1", "①②⑦.0.0.1", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2001:0:1::1]", "169.254.169.254", "[fe80::1]",
    "[fd00::1]", "10.1.2.3", "100.64.0.1", "172.31.255.255", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255",
  ] // prettier-ignore
  for (const form of forms) {
    test(`http://${form}`, () => refused(`fetch('http://${form}/')`, "fetch: "))
  }

  test("are refused as the port is: only origins that are listed have one of their own", () =>
    refused(
      `fetch('http://127.0.0.1:${secret.port}/')`,
      `fetch: http://127.0.0.1:${secret.port} is not allowed.`,
    ))

  test("say why: the address is a private one", () =>
    refused(
      "fetch('http://2130706433/')",
      "fetch: 127.0.0.1 leads to a private or local address, which is not allowed",
    ))
})

describe("names that lead to a private address", () => {
  const message = "fetch: rebound.test leads to a private or local address, which is not allowed"
  const answers: ReadonlyArray<ReadonlyArray<string>> = [
    ["127.0.0.1"], ["10.0.0.1"], ["::1"], ["::ffff:10.0.0.1"], ["fe80::1"], ["fd12::1"], ["93.184.216.34", "127.0.0.1"],
    ["127.0.0.1", "93.184.216.34"], ["64:ff9b::a00:1"],
  ] // prettier-ignore
  for (const addresses of answers) {
    test(addresses.join(" and "), () =>
      refused("fetch('http://rebound.test/')", message, { resolve: () => addresses }),
    )
  }

  test("no address, what is none, and a zone", async () => {
    for (const addresses of [[], ["localhost"], ["127.0.0.1:80"], ["fe80::1%eth0"], [""]]) {
      await refused("fetch('http://rebound.test/')", "fetch: the name rebound.test has no address", {
        resolve: () => addresses,
      })
    }
  })

  test("a resolver that fails", () =>
    refused("fetch('http://rebound.test/')", "fetch: the name rebound.test could not be resolved", {
      resolve: () => Promise.reject(new Error("SERVFAIL")),
    }))

  test("a name that is rebound after the decision: the connection goes to the address that was decided on", async () => {
    let asked = 0
    const origins = [{ origin: `http://rebound.test:${open.port}`, allowPrivate: true }]
    // the second answer would lead elsewhere
    const resolve = () => (asked++ === 0 ? ["127.0.0.1"] : ["127.0.0.2"])
    const code = `return (await fetch('http://rebound.test:${open.port}/')).text()`
    expect(await valueOf(runtime({ origins, resolve }), code)).toBe("open")
    expect(asked).toBe(1)
  })

  test("a name that is rebound between a request and its redirect", () => {
    let asked = 0
    return refused(
      `fetch('${base}/?location=http://rebound.test/')`,
      "fetch: rebound.test leads to a private or local address",
      {
        resolve: (hostname) =>
          hostname === "open.test" ? ["127.0.0.1"] : [["10.0.0.1"], ["1.1.1.1"]][asked++]!,
      },
    )
  })
})

describe("redirects", () => {
  const targets: ReadonlyArray<readonly [to: () => string, message: () => string]> = [
    [
      () => `http://127.0.0.1:${secret.port}/`,
      () => `fetch: redirected: http://127.0.0.1:${secret.port} is not allowed.`,
    ],
    [() => "http://127.0.0.1/", () => "fetch: 127.0.0.1 leads to a private or local address"],
    [() => "http://2130706433/", () => "fetch: 127.0.0.1 leads to a private or local address"],
    [() => "//[::1]/", () => "fetch: [::1] leads to a private or local address"],
    [() => "http://metadata.test/latest", () => "fetch: metadata.test leads to a private or local address"],
    [
      () => `http://open.test:${secret.port}/`,
      () => `fetch: redirected: http://open.test:${secret.port} is not allowed.`,
    ],
    [
      () => `http://user:pass@open.test:${open.port}/`,
      () => "fetch: redirected: a URL with a user name or password in it",
    ],
    [() => "file:///etc/passwd", () => "fetch: redirected: file: URLs cannot be fetched"],
    [() => "data:text/plain,x", () => "fetch: redirected: data: URLs cannot be fetched"],
    [() => "javascript:1", () => "fetch: redirected: javascript: URLs cannot be fetched"],
    [() => "ftp://open.test/", () => "fetch: redirected: ftp: URLs cannot be fetched"],
    [() => "http://[bad", () => `fetch: open.test:${open.port} redirects to what is no URL`],
  ]
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} to what is not allowed`, async () => {
      for (const [to, message] of targets) {
        await refused(`fetch('${base}/?status=${status}&location=${encodeURIComponent(to())}')`, message())
      }
    })
  }

  test("in circles", () =>
    refused(`fetch('${base}/loop')`, "fetch: more than the 5 redirects that are allowed"))

  test("do not carry a method where it is not allowed", () => {
    const origins = [
      { origin: base, allowPrivate: true, methods: ["POST"] },
      { origin: `http://127.0.0.1:${secret.port}`, allowPrivate: true, methods: ["GET"] },
    ]
    const location = encodeURIComponent(`http://127.0.0.1:${secret.port}/`)
    return refused(
      `fetch('${base}/?status=307&location=${location}', { method: 'POST', body: 'x' })`,
      `fetch: the method POST is not allowed for http://127.0.0.1:${secret.port}. Allowed: GET.`,
      { origins },
    )
  })

  test("do not carry a program's own credentials to another origin", async () => {
    const other = await serve((request, response) => response.end(request.headers.authorization ?? "none"))
    const origin = `http://other.test:${other.port}`
    const options = {
      origins: [
        { origin: base, allowPrivate: true },
        { origin, allowPrivate: true },
      ],
      requestHeaders: ["authorization"],
    }
    const code = `return (await fetch('${base}/?location=${origin}/', { headers: { Authorization: 'Bearer mine' } })).text()`
    expect(await valueOf(runtime(options), code)).toBe("none")
    expect(open.seen.at(-1)!.headers.authorization).toBe("Bearer mine")
    other.close()
  })
})

describe("URLs", () => {
  const cases: ReadonlyArray<readonly [url: string, message: string]> = [
    ["http://user@open.test/", "fetch: a URL with a user name or password in it cannot be fetched"],
    ["http://:pass@open.test/", "fetch: a URL with a user name or password in it cannot be fetched"],
    ["http://open.test@127.0.0.1/", "fetch: a URL with a user name or password in it cannot be fetched"],
    ["http://open.test#@127.0.0.1/", "fetch: open.test leads to a private"],
    ["http://open.test\\\\@127.0.0.1/", "fetch: open.test leads to a private"],
    ["http://127.0.0.1\\\\@open.test/", "fetch: 127.0.0.1 leads to a private"],
    ["http://open.test:80\\t@127.0.0.1/", "fetch: a URL with a user name"],
    ["ht\\ntp://127.0.0.1/", "fetch: 127.0.0.1 leads to a private"],
    ["file:///etc/passwd", "fetch: file: URLs cannot be fetched, only http: and https: ones"],
    ["data:text/plain,x", "fetch: data: URLs cannot be fetched"],
    ["blob:http://open.test/1", "fetch: blob: URLs cannot be fetched"],
    ["unix:/run/docker.sock", "fetch: unix: URLs cannot be fetched"],
    ["gopher://open.test/", "fetch: gopher: URLs cannot be fetched"],
    ["ws://open.test/", "fetch: ws: URLs cannot be fetched"],
    ["http://open.test:25/", "fetch: http://open.test:25 is not allowed."],
    ["https://open.test:80/", "fetch: https://open.test:80 is not allowed."],
    ["http://open.test./", "fetch: open.test. leads to a private"],
    ["http://OPEN.test.evil.test:81/", "fetch: http://open.test.evil.test:81 is not allowed."],
  ]
  for (const [url, message] of cases) test(url, () => refused(`fetch('${url}')`, message))

  test("of an origin that only looks like an allowed one", async () => {
    const options = { origins: ["https://api.example.com"] }
    for (const url of [
      "http://api.example.com/", "https://api.example.com:8443/", "https://api.example.com.evil.test/",
      "https://evil.test/?https://api.example.com", "https://api.example.co/", "https://xapi.example.com/", "https://api.example.com./",
      "https://аpi.example.com/",
    ]) await refused(`fetch('${url}')`, "fetch: http", options) // prettier-ignore
  })

  test("that are too long", () => refused(`fetch('${base}/' + 'x'.repeat(9000))`, "fetch: the URL has "))
})

describe("headers and methods", () => {
  const injections: ReadonlyArray<readonly [init: string, message: string]> = [
    [
      "{ headers: { accept: 'a\\r\\nHost: evil' } }",
      'fetch: the value of the header "accept" has characters',
    ],
    ["{ headers: { accept: 'a\\nX: y' } }", 'fetch: the value of the header "accept" has characters'],
    ["{ headers: { accept: 'a\\0b' } }", 'fetch: the value of the header "accept" has characters'],
    ["{ headers: { accept: 'a\\u010a\\u010db' } }", 'fetch: the value of the header "accept" has characters'],
    [
      "{ headers: [['accept', 'a'], ['accept', 'b\\r\\nc: d']] }",
      'fetch: the value of the header "accept" has characters',
    ],
    ["{ headers: { 'accept\\r\\nX': 'y' } }", 'fetch: "accept\\r\\nX" is no name of a header'],
    ["{ headers: { 'accept: x': 'y' } }", 'fetch: "accept: x" is no name of a header'],
    ["{ headers: { '': 'y' } }", 'fetch: "" is no name of a header'],
    ["{ headers: { Host: 'evil' } }", 'fetch: the header "Host" may not be set.'],
    [
      "{ headers: { 'Transfer-Encoding': 'chunked' } }",
      'fetch: the header "Transfer-Encoding" may not be set.',
    ],
    ["{ headers: { 'Content-Length': '0' } }", 'fetch: the header "Content-Length" may not be set.'],
    ["{ headers: { Connection: 'upgrade' } }", 'fetch: the header "Connection" may not be set.'],
    ["{ headers: { Cookie: 'a=b' } }", 'fetch: the header "Cookie" may not be set.'],
    [
      "{ headers: { 'X-Forwarded-For': '127.0.0.1' } }",
      'fetch: the header "X-Forwarded-For" may not be set.',
    ],
    ["{ headers: { 'Metadata-Flavor': 'Google' } }", 'fetch: the header "Metadata-Flavor" may not be set.'],
    ["{ headers: { Authorization: 'x' } }", 'fetch: the header "Authorization" may not be set.'],
    ["{ method: 'POST' }", "fetch: the method POST is not allowed for "],
    ["{ method: 'CONNECT' }", "fetch: the method CONNECT is not allowed for "],
    ["{ method: 'TRACE' }", "fetch: the method TRACE is not allowed for "],
    ["{ method: 'GET / HTTP/1.1\\r\\nX: y' }", "fetch: the method must be a name"],
    ["{ method: '' }", "fetch: the method must be a name"],
    ["{ method: ['GET', 'POST'] }", "fetch: the method must be a name"],
  ]
  for (const [init, message] of injections) {
    test(init, async () => {
      const before = open.seen.length
      await refused(`fetch('${base}/', ${init})`, message)
      expect(open.seen.length).toBe(before)
    })
  }

  test("a path cannot carry a second request", async () => {
    await valueOf(
      runtime(),
      `return (await fetch('${base}/a\\r\\nHost: evil\\r\\n\\r\\nGET /b HTTP/1.1')).text()`,
    )
    expect(open.seen.at(-1)!.url).toBe("/aHost:%20evilGET%20/b%20HTTP/1.1")
  })
})

describe("bodies", () => {
  /** Writes to each connection what it wants, after the request has come. */
  const raw = (speak: (socket: Socket) => void): Promise<{ server: Server; origin: string }> =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        socket.on("error", () => {})
        socket.once("data", () => speak(socket))
      })
      server.listen(0, "127.0.0.1", () => {
        resolve({ server, origin: `http://raw.test:${(server.address() as AddressInfo).port}` })
      })
    })

  async function refusedFrom(
    speak: (socket: Socket) => void,
    message: string,
    options: Partial<FetchOptions> = {},
  ) {
    const sockets: Array<Socket> = []
    const { server, origin } = await raw((socket) => {
      sockets.push(socket)
      speak(socket)
    })
    const bounds = {
      maxResponseBytes: 10_000,
      timeoutMs: 300,
      origins: [{ origin, allowPrivate: true }],
      ...options,
    }
    const told = await refusalOf(runtime(bounds), `fetch('${origin}/').then((r) => r.status)`)
    expect(told.replace(/raw\.test:\d+/, "raw.test")).toStartWith(message)
    for (const socket of sockets) socket.destroy()
    server.close()
  }

  const forever = (socket: Socket, chunk: string): void => {
    const write = (): void => {
      if (socket.destroyed) return
      if (socket.write(chunk)) setImmediate(write)
      else socket.once("drain", write)
    }
    write()
  }
  const tooLarge = "fetch: the answer of raw.test is larger than the 10000 bytes that are allowed"
  const tooLong = "fetch: raw.test took longer than the 300 ms that are allowed"

  test("that say how large they are", () =>
    refusedFrom((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n"), tooLarge))

  test("that are larger than they say", async () => {
    const { server, origin } = await raw((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc${"x".repeat(100_000)}`),
    )
    const options = { origins: [{ origin, allowPrivate: true }], maxResponseBytes: 10_000 }
    const code = `try { return await (await fetch('${origin}/')).text() } catch { return 'refused' }`
    expect(["abc", "refused"]).toContain((await valueOf(runtime(options), code)) as string)
    server.close()
  })

  test("without an end, in chunks and without", async () => {
    await refusedFrom((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      forever(socket, `400\r\n${"x".repeat(1024)}\r\n`)
    }, tooLarge)
    await refusedFrom((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n")
      forever(socket, "x".repeat(1024))
    }, tooLarge)
  })

  test("that come a byte at a time, or never", async () => {
    await refusedFrom((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      const timer = setInterval(
        () => (socket.destroyed ? clearInterval(timer) : socket.write("1\r\nx\r\n")),
        20,
      )
    }, tooLong)
    await refusedFrom(() => {}, tooLong)
    await refusedFrom((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-"), tooLong)
  })

  test("that are small on the wire and huge unpacked", () => {
    const packed = gzipSync(Buffer.alloc(50_000_000))
    return refusedFrom((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`)
      for (let at = 0; at < packed.length; at += 1024) {
        const piece = packed.subarray(at, at + 1024)
        socket.write(`${piece.length.toString(16)}\r\n`)
        socket.write(piece)
        socket.write("\r\n")
      }
    }, tooLarge)
  })

  test("in a coding that is unknown, or broken, or packed twice", async () => {
    const answer = (coding: string, body: string) => (socket: Socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    await refusedFrom(answer("zip", "x"), "fetch: raw.test answered in the coding zip, which is not known")
    await refusedFrom(
      answer("gzip, gzip", "x"),
      "fetch: raw.test answered in the coding gzip, gzip, which is not known",
    )
    await refusedFrom(answer("gzip", "no gzip"), "fetch: raw.test could not be reached")
  })

  test("headers without an end, and what is no HTTP", async () => {
    await refusedFrom((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      forever(socket, `X-${"y".repeat(1000)}: z\r\n`)
    }, "fetch: raw.test ")
    await refusedFrom((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"), "fetch: raw.test ")
    await refusedFrom((socket) => socket.end(), "fetch: raw.test ")
  })

  test("another protocol", () =>
    refusedFrom(
      (socket) =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
      "fetch: raw.test ",
    ))

  test("of one run together", async () => {
    const code = `
      const sizes = []
      try { for (let n = 0; n < 100; n++) sizes.push((await (await fetch('${base}/')).bytes()).length) } catch (e) { return [sizes.length, e.message] }`
    const options = { maxRunBytes: 10, maxResponseBytes: 10 }
    expect(await valueOf(runtime(options), code)).toEqual([
      2, `fetch: the answer of open.test:${open.port} is larger than the 2 bytes that are allowed`,
    ]) // prettier-ignore
  })

  test("that a program sends", () =>
    refused(
      `fetch('${base}/', { method: 'POST', body: 'x'.repeat(2000) })`,
      "fetch: the body has 2000 bytes; 1000 are allowed",
      {
        origins: [{ origin: base, allowPrivate: true, methods: ["POST"] }],
        maxRequestBytes: 1000,
      },
    ))
})

describe("certificates", () => {
  const read = (name: string) => readFileSync(join(import.meta.dir, "../fixtures/tls", name), "utf8")
  const cert = read("api.test.cert.pem")

  test("must be trusted, and of the name that was asked for, though the connection goes to an address", async () => {
    const server = createTlsServer({ cert, key: read("api.test.key.pem") }, (request, response) =>
      response.end(request.headers.host),
    )
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const options = {
      origins: ["api", "other"].map((name) => ({
        origin: `https://${name}.test:${port}`,
        allowPrivate: true,
      })),
    }
    const trusting = { ...options, certificates: [cert] }
    const code = `return (await fetch('https://api.test:${port}/')).text()`
    expect(await valueOf(runtime(trusting), code)).toBe(`api.test:${port}`)
    await refused(`fetch('https://other.test:${port}/')`, `fetch: other.test:${port} could not be reached (ERR_TLS_CERT_ALTNAME_INVALID)`, trusting) // prettier-ignore
    await refused(
      `fetch('https://api.test:${port}/')`,
      `fetch: api.test:${port} could not be reached (`,
      options,
    )
    server.close()
  })
})

describe("addresses", () => {
  test("are read as bytes", () => {
    expect(bytesOf("1.2.3.4")).toEqual([1, 2, 3, 4])
    expect(bytesOf("::1")).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(bytesOf("2001:db8::ff00:42:8329")).toEqual([
      0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0xff, 0, 0, 0x42, 0x83, 0x29,
    ])
    expect(bytesOf("::ffff:1.2.3.4")).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 1, 2, 3, 4])
    expect(bytesOf("1:2:3:4:5:6:7:8")).toEqual([0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8])
    for (const text of ["", "localhost", "1.2.3", "0x7f.0.0.1", "1.2.3.4:80", "[::1]", "fe80::1%1"])
      expect(bytesOf(text)).toBeUndefined()
  })

  test("are public only outside of every special block, to its first and last address", () => {
    const isPrivate = [
      "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.0", "127.255.255.255",
      "169.254.0.0", "169.254.255.255", "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.1", "192.88.99.1",
      "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.0",
      "239.255.255.255", "240.0.0.0", "255.255.255.255", "::", "::1", "::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::808:808", "64:ff9b:1::1",
      "100::1", "2001::1", "2001:1ff:ffff::1", "2001:db8::1", "2002:808:808::1", "3fff::1", "3fff:fff::1", "5f00::1", "fc00::1",
      "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff00::1", "ff02::1", "not an address",
    ] // prettier-ignore
    const isOpen = [
      "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "169.253.255.255",
      "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
      "223.255.255.255", "2000::1", "2001:200::1", "2001:db9::1", "2003::1", "2606:4700::1111", "3ffe::1", "3fff:1000::1",
    ] // prettier-ignore
    for (const address of isPrivate) expect([address, isPublic(address)]).toEqual([address, false])
    for (const address of isOpen) expect([address, isPublic(address)]).toEqual([address, true])
  })
})
