/** The `fetch` capability: requests within a policy, each hop of them. Decides; never parses what a program passed. */
import { lookup } from "node:dns/promises"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Semaphore from "effect/Semaphore"
import * as Extension from "../Extension.ts"
import { toolError } from "../ToolError.ts"
import { bytesOf, isPublic } from "./address.ts"
import { type Policy, policyOf, ruleFor, type OriginRule } from "./fetchPolicy.ts"
import { type Request, requestOf } from "./fetchRequest.ts"
import { makeResponse, type Response, restore, save } from "./fetchResponse.ts"
import { type Answer, exchange, type Outgoing } from "./fetchTransport.ts"

/** The policy of {@link fetch}. */
export interface FetchOptions {
  /** Origins that programs may reach. `"*"` is every public host, on the port of its scheme. */
  readonly origins: ReadonlyArray<string | OriginRule>
  /** `GET` and `HEAD` by default. */
  readonly methods?: ReadonlyArray<string> | undefined
  /** Names of headers that programs may set; by default those that choose a form or a version of the answer. */
  readonly requestHeaders?: ReadonlyArray<string> | undefined
  /** 5 by default; 0 refuses every redirect. */
  readonly maxRedirects?: number | undefined
  /** Characters of a URL. 8,192 by default. */
  readonly maxUrlLength?: number | undefined
  /** Bytes of one request's body. 1 MiB by default. */
  readonly maxRequestBytes?: number | undefined
  /** Bytes of one answer's body, unpacked. 10 MiB by default. */
  readonly maxResponseBytes?: number | undefined
  /** Bytes of the answers' bodies of one run together. 100 MiB by default. */
  readonly maxRunBytes?: number | undefined
  /** Requests of all runs under way at once; the rest wait. 8 by default. */
  readonly maxConcurrent?: number | undefined
  /** Time of one request with all its redirects, in milliseconds. 30 seconds by default. */
  readonly timeoutMs?: number | undefined
  /** The addresses of a name; by default the platform's resolver. */
  readonly resolve?:
    | ((hostname: string) => PromiseLike<ReadonlyArray<string>> | ReadonlyArray<string>)
    | undefined
  /** Certificates in PEM form of authorities that are trusted instead of the platform's. */
  readonly certificates?: ReadonlyArray<string> | undefined
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * `await fetch(url, { method, headers, body, redirect })`, within a policy that each request and each redirect must
 * keep: allowed origins, methods, headers, sizes and times. A name is resolved before the decision, every address of it
 * must be public unless its origin has `allowPrivate`, and the connection goes to the address that was looked at. The
 * answer is read whole; it has `ok`, `status`, `statusText`, `url`, `redirected`, `headers`, and `json()`, `text()`,
 * `bytes()`, `arrayBuffer()`, and is saved with a suspended run. What is refused or fails rejects in the program.
 *
 * Throws `TypeError` for an origin, method or header that is none, and `RangeError` for a bound.
 *
 * ```ts
 * import { CodeMode } from "codemode"
 * import { fetch } from "codemode/capabilities"
 *
 * CodeMode.make({
 *   extensions: [
 *     fetch({
 *       origins: [
 *         "https://en.wikipedia.org",
 *         { origin: "https://api.example.com", methods: ["GET", "POST"], headers: { authorization: "Bearer secret" } },
 *       ],
 *     }),
 *   ],
 * })
 * ```
 */
export function fetch(options: FetchOptions): Extension.Definition<never> {
  const policy = policyOf(options)
  const client: Client = {
    policy,
    resolve: options.resolve ?? resolvedByPlatform,
    certificates: options.certificates,
    running: Semaphore.makeUnsafe(policy.bounds.maxConcurrent),
  }
  return Extension.make({
    name: "fetch",
    globals: { fetch: Extension.async((input: unknown, init?: unknown) => fetched(client, input, init)) },
    snapshot: { encode: save, decode: restore },
  })
}

interface Client {
  readonly policy: Policy
  readonly resolve: NonNullable<FetchOptions["resolve"]>
  readonly certificates: ReadonlyArray<string> | undefined
  readonly running: Semaphore.Semaphore
}

/** The amount of a run that counts the bytes that it received. */
const receivedBytes = "fetch.receivedBytes"

const resolvedByPlatform = async (hostname: string): Promise<ReadonlyArray<string>> =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address)

const fetched = Effect.fnUntraced(function* (client: Client, input: unknown, init: unknown) {
  const { policy, running } = client
  const request = yield* tried(() => requestOf(policy, input, init))
  const run = yield* Extension.CurrentRun
  const { timeoutMs } = policy.bounds
  const whole = running.withPermits(1)(
    timeoutMs === Infinity
      ? followed(client, run, request)
      : Effect.timeoutOrElse(followed(client, run, request), {
          duration: timeoutMs,
          orElse: () =>
            Effect.fail(
              toolError(`fetch: ${request.url.host} took longer than the ${timeoutMs} ms that are allowed`),
            ),
        }),
  )
  return yield* whole
})

/** Sends a request, and the ones that redirects ask for. */
const followed = Effect.fnUntraced(function* (client: Client, run: Extension.Caller, first: Request) {
  let request = first
  for (let redirects = 0; ; redirects++) {
    const answer: Answer = yield* sent(client, run, request, redirects)
    const location = redirectStatuses.has(answer.status)
      ? answer.headers.find(([name]) => name === "location")?.[1]
      : undefined
    if (location === undefined || first.redirect === "manual") {
      return makeResponse({ ...answer, url: request.url.href, redirected: redirects > 0 }) satisfies Response
    }
    const from = request
    request = yield* tried(() => redirected(client.policy, from, answer.status, location, redirects))
  }
})

/** The request that a redirect asks for (Fetch standard, HTTP-redirect fetch), without what was meant for another origin. */
function redirected(
  policy: Policy,
  from: Request,
  status: number,
  location: string,
  redirects: number,
): Request {
  const { maxRedirects } = policy.bounds
  if (from.redirect === "error") throw toolError(`fetch: ${from.url.host} redirects, and redirect is "error"`)
  if (redirects >= maxRedirects)
    throw toolError(`fetch: more than the ${maxRedirects} redirects that are allowed`)
  if (!URL.canParse(location, from.url.href))
    throw toolError(`fetch: ${from.url.host} redirects to what is no URL`)
  const url = new URL(location, from.url.href)
  url.hash = ""
  const becomesGet =
    ((status === 301 || status === 302) && from.method === "POST") ||
    (status === 303 && from.method !== "GET" && from.method !== "HEAD")
  const isElsewhere = url.origin !== from.url.origin
  const kept = [...from.headers].filter(
    ([name]) => (!isElsewhere || safeElsewhere.has(name)) && !(becomesGet && name.startsWith("content-")),
  )
  return {
    ...from,
    method: becomesGet ? "GET" : from.method,
    url,
    headers: new Map(kept),
    body: becomesGet ? undefined : from.body,
  }
}

/** Headers that say nothing about who asks. */
const safeElsewhere = new Set(["accept", "accept-language", "content-language", "content-type", "range"])

/** Sends one request, if the policy allows it and the address that it leads to. */
const sent = Effect.fnUntraced(function* (
  client: Client,
  run: Extension.Caller,
  request: Request,
  redirects: number,
) {
  const { policy, certificates } = client
  const { method, url, body } = request
  const rule = yield* tried(() => ruleFor(policy, url, method, redirects > 0 ? "redirected: " : ""))
  const addresses = yield* addressesOf(client, url, rule.allowPrivate)
  const { maxResponseBytes, maxRunBytes } = policy.bounds
  const spent = toolError(`fetch: the run has received the ${maxRunBytes} bytes that are allowed together`)
  const left = maxRunBytes - (run.amounts.get(receivedBytes) ?? 0)
  if (left <= 0) return yield* Effect.fail(spent)
  const outgoing = (address: string): Outgoing => ({
    method,
    url,
    address,
    headers: new Map([...request.headers, ...rule.headers]),
    body,
    maxBytes: Math.min(maxResponseBytes, left),
    certificates,
  })
  const answer = yield* addresses
    .slice(1, maxAddresses)
    .reduce(
      (attempt, address) =>
        Effect.catch(attempt, (error) =>
          isUnconnected(error) ? exchange(outgoing(address)) : Effect.fail(error),
        ),
      exchange(outgoing(addresses[0]!)),
    )
  // others may have come meanwhile
  const received = (run.amounts.get(receivedBytes) ?? 0) + answer.body.length
  run.amounts.set(receivedBytes, received)
  return received <= maxRunBytes ? answer : yield* Effect.fail(spent)
})

/** Addresses that are tried until one takes the connection. */
const maxAddresses = 4

/** Nobody took the connection, so that no server can have seen the request. */
const isUnconnected = ({ cause }: Error): boolean =>
  unconnected.has(String((cause as { readonly code?: unknown } | undefined)?.code))
const unconnected = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"])

/** The addresses that a URL leads to, IPv4 first, as not every network has IPv6. Every one must be allowed. */
const addressesOf = Effect.fnUntraced(function* ({ resolve }: Client, url: URL, allowPrivate: boolean) {
  const hostname = url.hostname.replace(/^\[|\]$/g, "")
  const addresses = bytesOf(hostname) === undefined ? yield* resolvedName(resolve, url) : [hostname]
  const known = addresses.filter((address) => bytesOf(address) !== undefined)
  if (known.length === 0 || known.length < addresses.length)
    return yield* Effect.fail(toolError(`fetch: the name ${url.hostname} has no address`))
  if (!allowPrivate && !known.every(isPublic)) {
    return yield* Effect.fail(
      toolError(`fetch: ${url.host} leads to a private or local address, which is not allowed`),
    )
  }
  return known.toSorted((left, right) => Number(left.includes(":")) - Number(right.includes(":")))
})

const resolvedName = (resolve: Client["resolve"], url: URL): Effect.Effect<ReadonlyArray<string>, Error> =>
  Effect.tryPromise({
    try: async () => {
      const addresses = resolve(url.hostname)
      return Predicate.isPromiseLike(addresses) ? await addresses : addresses
    },
    catch: (error) => toolError(`fetch: the name ${url.hostname} could not be resolved`, error),
  })

/** What `f` throws is the Effect's failure. */
const tried = <A>(f: () => A): Effect.Effect<A, Error> =>
  Effect.try({ try: f, catch: (error) => error as Error })
