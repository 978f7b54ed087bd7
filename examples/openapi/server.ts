/** A small stand-in for GitHub on loopback, so that the example runs anywhere: 70 issues of one repository, and users. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

const people = { ada: "Ada Lovelace", grace: "Grace Hopper", edsger: "Edsger Dijkstra" }
const logins = Object.keys(people)

/** Issue 1 to 70, of which every seventh is a pull request, as GitHub lists them. */
const issues = Array.from({ length: 70 }, (_, index) => ({
  number: index + 1,
  title: `Issue ${index + 1}`,
  state: "open",
  user: { login: logins[(index * index) % logins.length]! },
  comments: index % 5,
  ...(index % 7 === 0 ? { pull_request: { url: `https://example.test/pulls/${index + 1}` } } : {}),
}))

export interface GitHub {
  readonly url: string
  readonly close: () => void
}

/** Starts the server. It answers `401` without `Authorization: Bearer <token>`. */
export async function startGitHub(token: string): Promise<GitHub> {
  const server = createServer(({ url = "/", headers }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost")
    if (headers.authorization !== `Bearer ${token}`)
      answer(response, 401, { message: "Requires authentication" })
    else if (pathname === "/repos/octo/engine/issues") listIssues(response, searchParams)
    else if (pathname.startsWith("/users/"))
      findUser(response, decodeURIComponent(pathname.slice("/users/".length)))
    else answer(response, 404, { message: "Not Found" })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

function listIssues(response: ServerResponse, query: URLSearchParams): void {
  const perPage = Number(query.get("per_page") ?? 30)
  const page = Number(query.get("page") ?? 1)
  answer(response, 200, issues.slice((page - 1) * perPage, page * perPage))
}

function findUser(response: ServerResponse, login: string): void {
  const name = Object.hasOwn(people, login) ? people[login as keyof typeof people] : undefined
  if (name === undefined) answer(response, 404, { message: "Not Found" })
  else answer(response, 200, { login, name })
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" })
  response.end(JSON.stringify(value))
}
