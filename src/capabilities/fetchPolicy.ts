/** What a host allows of `fetch`, and whether a request is within it. Never sends and resolves no name. */
import { toolError } from "../ToolError.ts"
import { resolved } from "./bounds.ts"

/** One origin that programs may reach. */
export interface OriginRule {
  /** `https://api.example.com`, with a port where it is not the scheme's own. */
  readonly origin: string
  /** Instead of the policy's. */
  readonly methods?: ReadonlyArray<string> | undefined
  /** Sent with every request to this origin and no other, and never shown to programs: credentials. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The origin may lead to private, local and other special addresses. */
  readonly allowPrivate?: boolean | undefined
}

/** Bounds of {@link fetch}, each with its default. */
export interface FetchBounds {
  readonly maxRedirects: number
  readonly maxUrlLength: number
  readonly maxRequestBytes: number
  readonly maxResponseBytes: number
  readonly maxRunBytes: number
  readonly maxConcurrent: number
  readonly timeoutMs: number
}

export interface PolicyOptions {
  /** Origins that may be reached; `"*"` is every public host on the port of its scheme. */
  readonly origins: ReadonlyArray<string | OriginRule>
  readonly methods?: ReadonlyArray<string> | undefined
  readonly requestHeaders?: ReadonlyArray<string> | undefined
}

interface ResolvedRule {
  readonly methods: ReadonlySet<string>
  readonly headers: ReadonlyMap<string, string>
  readonly allowPrivate: boolean
}

/** A policy that is made once. */
export interface Policy {
  readonly rules: ReadonlyMap<string, ResolvedRule>
  /** For public origins without a rule of their own; absent where there is no `"*"`. */
  readonly anywhere: ResolvedRule | undefined
  readonly requestHeaders: ReadonlySet<string>
  readonly bounds: FetchBounds
}

const defaultBounds: FetchBounds = {
  maxRedirects: 5,
  maxUrlLength: 8_192,
  maxRequestBytes: 1024 * 1024,
  maxResponseBytes: 10 * 1024 * 1024,
  maxRunBytes: 100 * 1024 * 1024,
  maxConcurrent: 8,
  timeoutMs: 30_000,
}

const defaultMethods = ["GET", "HEAD"]
const defaultHeaders = [
  "accept", "accept-language", "content-language", "content-type", "if-match", "if-modified-since", "if-none-match",
  "if-unmodified-since", "range",
] // prettier-ignore

/** tchar, RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Visible characters of Latin-1, with spaces and tabs inside: RFC 9110, 5.5. */
const fieldValue = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/
/** Fetch standard, 2.2.1: methods that no page may use. */
const forbiddenMethods = new Set(["CONNECT", "TRACE", "TRACK"])
/** Names that say where a message goes and where it ends: the transport's own. */
const transportHeaders = new Set([
  "accept-encoding", "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "te", "trailer",
  "transfer-encoding", "upgrade", "via",
]) // prettier-ignore

/** Throws `TypeError` for an origin, method or header name that is none, and `RangeError` for a bound. */
export function policyOf(
  options: PolicyOptions & { readonly [Bound in keyof FetchBounds]?: number | undefined },
): Policy {
  const { origins, methods = defaultMethods, requestHeaders = defaultHeaders } = options
  if (!Array.isArray(origins))
    throw new TypeError('fetch: origins must be a list, such as ["https://api.example.com"]')
  const bounds = resolved("fetch", options, defaultBounds, 0)
  if (bounds.maxConcurrent < 1) throw new RangeError("fetch: maxConcurrent must be at least 1")
  const policyMethods = methods.map(checkedMethod)
  const rules = new Map<string, ResolvedRule>()
  let anywhere: ResolvedRule | undefined
  for (const written of origins as PolicyOptions["origins"]) {
    const rule = typeof written === "string" ? { origin: written } : written
    const made: ResolvedRule = {
      methods: new Set(rule.methods?.map(checkedMethod) ?? policyMethods),
      headers: new Map(Object.entries(rule.headers ?? {}).map(checkedHeader)),
      allowPrivate: rule.allowPrivate === true,
    }
    if (rule.origin !== "*") rules.set(checkedOrigin(rule.origin), made)
    else if (made.allowPrivate || made.headers.size > 0)
      throw new TypeError(
        'fetch: the origin "*" may have neither headers nor allowPrivate: name the origins that may',
      )
    else anywhere = made
  }
  for (const name of requestHeaders) {
    if (!token.test(name) || isTransport(name.toLowerCase()))
      throw new TypeError(`fetch: requestHeaders must not have ${JSON.stringify(name)}`)
  }
  return {
    rules,
    anywhere,
    requestHeaders: new Set(requestHeaders.map((name) => name.toLowerCase())),
    bounds,
  }
}

function checkedOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && isWeb(url) && url.href === `${url.origin}/` && url.username === ""
  if (isOrigin) return url.origin
  throw new TypeError(
    `fetch: origins must have http or https origins such as "https://api.example.com", or "*"; got ${JSON.stringify(text)}`,
  )
}

function checkedMethod(method: string): string {
  if (token.test(method) && !forbiddenMethods.has(method.toUpperCase())) return method.toUpperCase()
  throw new TypeError(`fetch: methods must not have ${JSON.stringify(method)}`)
}

function checkedHeader([name, value]: readonly [string, string]): readonly [string, string] {
  if (token.test(name) && fieldValue.test(value) && !transportHeaders.has(name.toLowerCase()))
    return [name.toLowerCase(), value]
  // a value may be a secret
  throw new TypeError(`fetch: the header ${JSON.stringify(name)} of an origin cannot be sent`)
}

const isWeb = ({ protocol }: URL): boolean => protocol === "http:" || protocol === "https:"
const isTransport = (name: string): boolean =>
  transportHeaders.has(name) || name.startsWith("proxy-") || name.startsWith("sec-")

/** The rule of a request, which must be within it. Throws what the program gets. */
export function ruleFor(policy: Policy, url: URL, method: string, via = ""): ResolvedRule {
  if (url.href.length > policy.bounds.maxUrlLength)
    throw toolError(
      `fetch: the URL has ${url.href.length} characters; ${policy.bounds.maxUrlLength} are allowed`,
    )
  if (!isWeb(url))
    throw toolError(`fetch: ${via}${url.protocol} URLs cannot be fetched, only http: and https: ones`)
  if (url.username !== "" || url.password !== "")
    throw toolError(`fetch: ${via}a URL with a user name or password in it cannot be fetched`)
  const rule = policy.rules.get(url.origin) ?? (url.port === "" ? policy.anywhere : undefined)
  if (rule === undefined)
    throw toolError(`fetch: ${via}${url.origin} is not allowed. ${allowedOrigins(policy)}`)
  if (!rule.methods.has(method)) {
    throw toolError(
      `fetch: the method ${method.slice(0, 32)} is not allowed for ${url.origin}. Allowed: ${[...rule.methods].join(", ")}.`,
    )
  }
  return rule
}

function allowedOrigins({ rules, anywhere }: Policy): string {
  const names = [
    ...rules.keys(),
    ...(anywhere === undefined ? [] : ["public hosts on the port of their scheme"]),
  ]
  return names.length === 0 ? "No origin is." : `Allowed: ${names.join(", ")}.`
}

/** A method as it is sent: names of the standard in upper case (Fetch standard, 2.2.1). */
export function methodOf(written: unknown): string {
  const method = written === undefined ? "GET" : written
  if (typeof method !== "string" || !token.test(method))
    throw toolError(`fetch: the method must be a name such as "GET"; got ${shown(method)}`)
  return method.toUpperCase()
}

/** Headers that a program wrote, names in lower case. */
export function checkedHeaders(
  { requestHeaders }: Policy,
  written: Iterable<readonly [string, unknown]>,
): Map<string, string> {
  const headers = new Map<string, string>()
  for (const [name, value] of written) {
    const key = String(name).toLowerCase()
    const text = String(value).trim()
    if (!token.test(key)) throw toolError(`fetch: ${shown(name)} is no name of a header`)
    if (!requestHeaders.has(key)) {
      throw toolError(
        `fetch: the header ${shown(name)} may not be set. Allowed: ${[...requestHeaders].join(", ")}.`,
      )
    }
    if (!fieldValue.test(text))
      throw toolError(`fetch: the value of the header ${shown(name)} has characters that no header can have`)
    headers.set(key, headers.has(key) ? `${headers.get(key)}, ${text}` : text)
  }
  return headers
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 100)
