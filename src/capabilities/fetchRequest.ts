/** What a program passed to `fetch`, as a request. Never sends. */
import { toolError } from "../ToolError.ts"
import { checkedHeaders, methodOf, type Policy } from "./fetchPolicy.ts"

export interface Request {
  readonly method: string
  readonly url: URL
  readonly headers: ReadonlyMap<string, string>
  readonly body: Uint8Array | undefined
  readonly redirect: "follow" | "error" | "manual"
}

/** Throws what the program gets for what is no request, or not within the policy. */
export function requestOf(policy: Policy, input: unknown, init: unknown): Request {
  if (init !== undefined && init !== null && (typeof init !== "object" || Array.isArray(init)))
    throw toolError("fetch: the second argument must be an object such as { method, headers, body }")
  const written = (init ?? {}) as Readonly<Record<string, unknown>>
  if (written["signal"] !== undefined && written["signal"] !== null)
    throw toolError("fetch: signal is not supported: a request ends by itself at its time limit")
  const method = methodOf(written["method"])
  const headers = checkedHeaders(policy, pairsOf(written["headers"]))
  const body = bodyOf(written["body"], headers)
  if (body !== undefined && (method === "GET" || method === "HEAD"))
    throw toolError(`fetch: a ${method} request has no body`)
  if (body !== undefined && body.length > policy.bounds.maxRequestBytes) {
    throw toolError(`fetch: the body has ${body.length} bytes; ${policy.bounds.maxRequestBytes} are allowed`)
  }
  return { method, url: urlOf(input), headers, body, redirect: redirectOf(written["redirect"]) }
}

function urlOf(input: unknown): URL {
  const text = input instanceof URL ? input.href : input
  if (typeof text !== "string")
    throw toolError("fetch: the first argument must be a URL, as a string or a URL object")
  if (!URL.canParse(text))
    throw toolError(
      `fetch: ${JSON.stringify(text.slice(0, 200))} is no URL; write it whole, with https:// in front`,
    )
  const url = new URL(text)
  url.hash = ""
  return url
}

function pairsOf(headers: unknown): Iterable<readonly [string, unknown]> {
  if (headers === undefined || headers === null) return []
  if (headers instanceof Headers || headers instanceof Map)
    return headers as Iterable<readonly [string, unknown]>
  if (Array.isArray(headers)) {
    if (headers.every((pair) => Array.isArray(pair) && pair.length === 2))
      return headers as ReadonlyArray<readonly [string, unknown]>
  } else if (typeof headers === "object") return Object.entries(headers)
  throw toolError("fetch: headers must be an object, a Headers object or a list of pairs")
}

/** The body's bytes; a content type that it implies is added to `headers` (Fetch standard, 6.1). */
function bodyOf(body: unknown, headers: Map<string, string>): Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  const imply = (type: string): void => {
    if (!headers.has("content-type")) headers.set("content-type", type)
  }
  if (typeof body === "string") {
    imply("text/plain;charset=UTF-8")
    return new TextEncoder().encode(body)
  }
  if (body instanceof URLSearchParams) {
    imply("application/x-www-form-urlencoded;charset=UTF-8")
    return new TextEncoder().encode(body.toString())
  }
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  throw toolError(
    "fetch: the body must be a string, URLSearchParams or bytes; write data with JSON.stringify and a content-type header",
  )
}

function redirectOf(redirect: unknown): Request["redirect"] {
  if (redirect === undefined) return "follow"
  if (redirect === "follow" || redirect === "error" || redirect === "manual") return redirect
  throw toolError('fetch: redirect must be "follow", "error" or "manual"')
}
