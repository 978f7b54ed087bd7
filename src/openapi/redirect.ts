/** Where a redirect leads, and what may go there: no credential leaves its origin, no private host is reached by one. */
import * as Effect from "effect/Effect"
import { toolError, type ToolError } from "../ToolError.ts"
import type { HostPolicy } from "./plan.ts"
import { withoutSecrets } from "./secrets.ts"
import { isAllowed } from "./servers.ts"
import type { Outgoing } from "./transport.ts"
import { parseUrl } from "./url.ts"

const maxRedirects = 10
/** The statuses that name another address for the same request (RFC 9110, 15.4). */
export const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** The request that a redirect asks for (Fetch standard, HTTP-redirect fetch), without credentials once the origin changes. */
export function redirected(
  host: HostPolicy,
  secrets: ReadonlyArray<string>,
  request: Outgoing,
  status: number,
  location: string,
): Effect.Effect<Outgoing, ToolError> {
  if (request.redirects >= maxRedirects) return Effect.fail(toolError(`more than ${maxRedirects} redirects`))
  const url = parseUrl(location, request.url.href)
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return Effect.fail(toolError("the server redirects to something that is no http or https URL"))
  }
  url.hash = ""
  const isElsewhere = url.origin !== request.url.origin
  if (isElsewhere && !isAllowed(host.servers, url)) {
    return Effect.fail(
      toolError(
        `the server redirects to ${url.host}, which is private: the host must list it in allowedHosts`,
      ),
    )
  }
  if (
    isElsewhere &&
    (url.username !== "" || url.password !== "" || withoutSecrets(url.href, secrets) !== url.href)
  ) {
    return Effect.fail(toolError(`the server redirects to ${url.host} with a credential in the URL`))
  }
  const becomesGet =
    ((status === 301 || status === 302) && request.method === "POST") ||
    (status === 303 && request.method !== "GET" && request.method !== "HEAD")
  const headers = isElsewhere
    ? new Map([...request.headers].filter(([name]) => name === "accept"))
    : request.headers
  return Effect.succeed({
    method: becomesGet ? "GET" : request.method,
    url,
    headers,
    body: becomesGet ? undefined : request.body,
    redirects: request.redirects + 1,
  })
}
