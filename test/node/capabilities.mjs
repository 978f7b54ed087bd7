/** Capabilities of the built package on Node: its HTTP client is another one than Bun's, so what servers try is tried here too. */
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createServer as createTlsServer } from "node:https"
import { createServer } from "node:net"
import { join } from "node:path"
import { after, test } from "node:test"
import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { CodeMode } from "codemode"
import { fetch, output, store, timers } from "codemode/capabilities"

const servers = []
after(() => servers.forEach((server) => server.close()))

const run = (extension, code) => Effect.runPromise(CodeMode.make({ extensions: [extension] }).execute(code))

/** A server that speaks raw bytes once a request has come; gives its origin. */
function speaking(speak) {
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.once("data", (request) => speak(socket, String(request)))
  })
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://raw.test:${server.address().port}`))
  })
}

async function told(speak, init = "{}") {
  const sockets = []
  const origin = await speaking((socket, request) => {
    sockets.push(socket)
    speak(socket, request)
  })
  const options = {
    origins: [{ origin, allowPrivate: true }],
    resolve: () => ["127.0.0.1"],
    maxResponseBytes: 10_000,
    timeoutMs: 300,
  }
  const code = `try { return (await (await fetch('${origin}/', ${init})).text()) } catch (e) { return e.message }`
  const { value } = await run(fetch(options), code)
  for (const socket of sockets) socket.destroy()
  return value.replace(/raw\.test:\d+/, "raw.test")
}

function forever(socket, chunk) {
  const write = () => {
    if (socket.destroyed) return
    if (socket.write(chunk)) setImmediate(write)
    else socket.once("drain", write)
  }
  write()
}

const tooLarge = "fetch: the answer of raw.test is larger than the 10000 bytes that are allowed"
const tooLong = "fetch: raw.test took longer than the 300 ms that are allowed"
const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"

test("an answer comes whole, packed or not", async () => {
  assert.equal(await told((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")), "hi")
  const packed = gzipSync("packed")
  const speak = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`)
    socket.end(packed)
  }
  assert.equal(await told(speak), "packed")
})

test("bodies without an end, too large, or never coming", async () => {
  assert.equal(
    await told((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n")),
    tooLarge,
  )
  assert.equal(
    await told((socket) => (socket.write("HTTP/1.1 200 OK\r\n\r\n"), forever(socket, "x".repeat(1024)))),
    tooLarge,
  )
  assert.equal(
    await told(
      (socket) => (socket.write(`${chunked}\r\n`), forever(socket, `400\r\n${"x".repeat(1024)}\r\n`)),
    ),
    tooLarge,
  )
  assert.equal(await told(() => {}), tooLong)
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const speak = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  }
  assert.match(await told(speak), /is larger than the 10000 bytes/)
})

test("what is broken off, no HTTP, headers without an end, another protocol", async () => {
  assert.match(
    await told((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")),
    /^fetch: raw\.test /,
  )
  assert.match(await told((socket) => socket.end("SSH-2.0-x\r\n")), /^fetch: raw\.test /)
  assert.match(
    await told(
      (socket) => (socket.write("HTTP/1.1 200 OK\r\n"), forever(socket, `X: ${"y".repeat(999)}\r\n`)),
    ),
    /^fetch: raw\.test /,
  )
  assert.match(
    await told((socket) =>
      socket.write("HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    ),
    /^fetch: raw\.test /,
  )
})

test("one request is sent, to the name that was asked for, and no header is injected", async () => {
  let request
  const text = await told((socket, bytes) => {
    request = bytes
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
  })
  assert.equal(text, "")
  assert.match(request, /^GET \/ HTTP\/1\.1\r\nhost: raw\.test:\d+\r\n/i)
  assert.match(
    await told(() => assert.fail("it came"), "{ headers: { accept: 'a\\r\\nHost: b' } }"),
    /characters that no header can have/,
  )
  assert.match(
    await told(() => assert.fail("it came"), "{ method: 'GET / HTTP/1.1\\r\\nX: y' }"),
    /the method must be a name/,
  )
})

test("private addresses and other origins are refused", async () => {
  const open = fetch({ origins: ["*"], resolve: () => ["10.0.0.1"] })
  for (const url of [
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::ffff:127.0.0.1]/",
    "http://a.test/",
  ]) {
    const { value } = await run(open, `return fetch('${url}').catch((e) => e.message)`)
    assert.match(value, /leads to a private or local address/)
  }
})

test("certificates must be trusted and of the name", async () => {
  const read = (name) =>
    readFileSync(
      join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../fixtures/tls", name),
      "utf8",
    )
  const cert = read("api.test.cert.pem")
  const server = createTlsServer({ cert, key: read("api.test.key.pem") }, (_request, response) =>
    response.end("safe"),
  )
  servers.push(server)
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address()
  const origins = ["api", "other"].map((name) => ({
    origin: `https://${name}.test:${port}`,
    allowPrivate: true,
  }))
  const get = (name, certificates) => {
    const code = `try { return await (await fetch('https://${name}.test:${port}/')).text() } catch (e) { return e.message }`
    return run(fetch({ origins, resolve: () => ["127.0.0.1"], certificates }), code).then(
      ({ value }) => value,
    )
  }
  assert.equal(await get("api", [cert]), "safe")
  assert.match(await get("other", [cert]), /ERR_TLS_CERT_ALTNAME_INVALID/)
  assert.match(await get("api", undefined), /could not be reached/)
})

test("timers, output and store", async () => {
  assert.deepEqual(
    (await run(timers(), "const a = []; setTimeout((x) => a.push(x), 1, 'x'); await sleep(5); return a"))
      .value,
    ["x"],
  )
  const made = await run(output(), "return output.file('a.bin', new Uint8Array([1]))")
  assert.deepEqual(made.artifacts, [
    { name: "a.bin", mediaType: "application/octet-stream", encoding: "base64", data: "AQ==" },
  ])
  const kept = CodeMode.make({ extensions: [store()] })
  await Effect.runPromise(kept.execute("await store.set('a', [1])"))
  assert.deepEqual((await Effect.runPromise(kept.execute("return store.get('a')"))).value, [1])
})
