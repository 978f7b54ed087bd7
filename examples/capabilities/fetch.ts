/**
 * A program reads a JSON API within a policy: it joins two resources, finds out that another origin is refused, and never
 * sees the token that the host sends along.
 *
 *     bun examples/capabilities/fetch.ts
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import { CodeMode } from "codemode"
import { fetch } from "codemode/capabilities"

const program = (origin: string) => `
const get = async (path) => {
  const response = await fetch("${origin}" + path)
  if (!response.ok) throw new Error(path + " answered " + response.status)
  return response.json()
}
const cities = await get("/cities")
const weather = await Promise.all(cities.map(({ id }) => get("/weather/" + id)))
const warmest = cities.map(({ name }, index) => ({ name, ...weather[index] })).sort((a, b) => b.celsius - a.celsius)[0]
const elsewhere = await fetch("https://example.com/").catch((error) => error.message)
return { warmest, elsewhere }`

/** A stand-in for an API that wants a token. */
function startApi(token: string): Promise<{ readonly origin: string; readonly close: () => void }> {
  const pages: Readonly<Record<string, unknown>> = {
    "/cities": [
      { id: 1, name: "Oslo" },
      { id: 2, name: "Lima" },
    ],
    "/weather/1": { celsius: -4 },
    "/weather/2": { celsius: 19 },
  }
  const server = createServer((request, response) => {
    const page = request.headers.authorization === `Bearer ${token}` ? pages[request.url!] : undefined
    response.statusCode = page === undefined ? 404 : 200
    response.end(JSON.stringify(page ?? {}))
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const origin = `http://localhost:${(server.address() as AddressInfo).port}`
      resolve({ origin, close: () => server.close() })
    })
  })
}

export async function run(): Promise<CodeMode.Result> {
  const token = "example-token"
  const api = await startApi(token)
  const allowed = { origin: api.origin, allowPrivate: true, headers: { authorization: `Bearer ${token}` } }
  const runtime = CodeMode.make({
    extensions: [fetch({ origins: [allowed], resolve: () => ["127.0.0.1"], timeoutMs: 5_000 })],
  })
  try {
    return await Effect.runPromise(runtime.execute(program(api.origin)))
  } finally {
    api.close()
  }
}

if (import.meta.main) console.log(JSON.stringify(await run(), undefined, 2))
