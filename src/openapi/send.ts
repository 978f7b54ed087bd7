/**
 * One call, end to end: input to request, credentials, redirects, answer. The only file that sends, and the only one
 * in which requests and credentials meet.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Tracer from "effect/Tracer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import { isToolError, toolError, type ToolError } from "../ToolError.ts"
import { describeRefusal, readAnswer } from "./answer.ts"
import { describeFailure, safeCause } from "./failures.ts"
import type { Inputs } from "./inputs.ts"
import type { HostPolicy, Plan } from "./plan.ts"
import { buildRequest, type Request } from "./request.ts"
import {
  noCredentials,
  placeCredentials,
  withoutSecrets,
  type Alternative,
  type Credentials,
  type Requirement,
  type Scheme,
} from "./security.ts"
import { isAllowed } from "./servers.ts"
import type { Credential, CredentialRequest } from "./types.ts"
import { parseUrl } from "./url.ts"

/** What a call needs besides its plan and input. */
export interface Host extends HostPolicy {
  readonly resolve: ((request: CredentialRequest) => unknown) | undefined
  readonly responseHeaders: boolean
}

/** Runs one call. Fails with `ToolError` only; its message begins with method and path and holds no secret. */
export const call = (plan: Plan, inputs: Inputs, host: Host, input: unknown) =>
  Effect.gen(function* () {
    const request = yield* Effect.try({
      try: () => buildRequest(plan, inputs, input),
      catch: (error) => error,
    })
    const credentials = yield* credentialsFor(plan, host)
    const secrets = [...credentials.secrets, ...hostSecrets(host)]
    const first = yield* outgoing(plan, host, request, credentials)
    return yield* Effect.mapError(follow(plan, host, credentials, secrets, first), (error) =>
      toolError(withoutSecrets(error.message, secrets), error.cause),
    )
  }).pipe(
    Effect.catch((error) => (isToolError(error) ? Effect.fail(labelled(plan, error)) : Effect.die(error))),
  )

const labelled = (plan: Plan, error: ToolError): ToolError =>
  error.message.startsWith(plan.label) ? error : toolError(`${plan.label}: ${error.message}`, error.cause)

const secretHeader = /auth|cookie|key|secret|session|token/i

const hostSecrets = (host: Host): ReadonlyArray<string> =>
  [...host.headers].flatMap(([name, value]) =>
    secretHeader.test(name) ? [value, ...value.split(" ").slice(1)] : [],
  )

// Credentials

/** The first alternative that can be met; a `ToolError` if none can. */
const credentialsFor = Effect.fnUntraced(function* (plan: Plan, host: Host) {
  if (plan.security === undefined) return noCredentials
  const asked = new Map<string, Credential | undefined>()
  for (const alternative of plan.security) {
    const pairs = yield* meet(plan, host, alternative, asked)
    if (pairs === undefined) continue
    const placed = placeCredentials(pairs)
    return isToolError(placed) ? yield* Effect.fail(placed) : placed
  }
  const names = plan.security
    .map((alternative) => alternative.map(({ scheme }) => scheme.name).join(" and "))
    .join(", or ")
  return yield* Effect.fail(toolError(`the host has no credentials for it (needed: ${names})`))
})

/** Each scheme of an alternative with its credential; `undefined` if one has none. */
const meet = Effect.fnUntraced(function* (
  plan: Plan,
  host: Host,
  alternative: Alternative,
  asked: Map<string, Credential | undefined>,
) {
  const pairs: Array<readonly [Scheme, Credential]> = []
  for (const requirement of alternative) {
    const { scheme } = requirement
    if (scheme.in === "header" && host.headers.has(scheme.parameter)) continue
    const question = JSON.stringify([scheme.name, requirement.scopes])
    if (!asked.has(question)) asked.set(question, yield* ask(plan, host, requirement))
    const credential = asked.get(question)
    if (credential === undefined) return undefined
    pairs.push([scheme, credential])
  }
  return pairs
})

/** Asks the host; what it fails, rejects, throws or dies with stops the call. */
function ask(
  plan: Plan,
  host: Host,
  { scheme, scopes }: Requirement,
): Effect.Effect<Credential | undefined, ToolError> {
  const { resolve } = host
  if (resolve === undefined) return Effect.succeed(undefined)
  const question = { name: scheme.name, scheme: scheme.source, scopes, operation: plan.info }
  return Effect.suspend(() => {
    const returned = resolve(question)
    if (Effect.isEffect(returned)) return returned as Effect.Effect<unknown, unknown>
    return Predicate.isPromiseLike(returned)
      ? Effect.promise(() => Promise.resolve(returned))
      : Effect.succeed(returned)
  }).pipe(
    Effect.map((credential) => (credential ?? undefined) as Credential | undefined),
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
      const error = Cause.squash(cause)
      return Effect.fail(
        isToolError(error)
          ? error
          : toolError(`the credentials for ${scheme.name} could not be resolved`, error),
      )
    }),
  )
}

// Requests

interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: ReadonlyMap<string, string>
  readonly body: Request["body"]
  readonly redirects: number
}

function outgoing(
  plan: Plan,
  host: Host,
  request: Request,
  credentials: Credentials,
): Effect.Effect<Outgoing, ToolError> {
  const names = (pairs: ReadonlyArray<string>): ReadonlyArray<string> =>
    pairs.flatMap((pair) => pair.split("&")).map((pair) => pair.split("=", 1)[0]!)
  const clash = [
    ...names(credentials.query).filter((name) => names(request.query).includes(name)),
    ...names(credentials.cookies).filter((name) => names(request.cookies).includes(name)),
  ]
  if (clash.length > 0)
    return Effect.fail(toolError(`the input may not set ${clash[0]}, which is a credential`))
  const query = [...request.query, ...credentials.query].join("&")
  const url = parseUrl(
    query === "" ? request.url : `${request.url}${request.url.includes("?") ? "&" : "?"}${query}`,
  )
  if (url === undefined) return Effect.fail(toolError("the request's URL is malformed"))
  const headers = new Map([...request.headers, ...host.headers, ...credentials.headers])
  const cookies = [headers.get("cookie"), ...request.cookies, ...credentials.cookies].filter(
    (it) => it !== undefined,
  )
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "))
  return Effect.succeed({ method: plan.method, url, headers, body: request.body, redirects: 0 })
}

const maxRedirects = 10
const redirectStatuses = new Set([301, 302, 303, 307, 308])

type Step = { readonly next: Outgoing } | { readonly value: unknown }

/** Sends, and sends again where the server points to, until there is an answer. */
const follow = (
  plan: Plan,
  host: Host,
  credentials: Credentials,
  secrets: ReadonlyArray<string>,
  request: Outgoing,
): Effect.Effect<unknown, ToolError, HttpClient.HttpClient> =>
  Effect.flatMap(step(plan, host, credentials, secrets, request), (step) =>
    "next" in step ? follow(plan, host, credentials, secrets, step.next) : Effect.succeed(step.value),
  )

/** One exchange. Its scope ends the connection when the answer is read, refused or abandoned. */
const step = (
  plan: Plan,
  host: Host,
  credentials: Credentials,
  secrets: ReadonlyArray<string>,
  request: Outgoing,
): Effect.Effect<Step, ToolError, HttpClient.HttpClient> =>
  Effect.scoped(
    Effect.gen(function* () {
      const response = yield* send(host, credentials, request)
      const { status } = response
      const location = response.headers["location"]
      if (redirectStatuses.has(status) && location !== undefined) {
        return { next: yield* redirected(host, secrets, request, status, location) }
      }
      if (status >= 200 && status < 300) {
        // That the server did what it was asked is worth knowing before asking again.
        const told = Effect.mapError((error: ToolError) =>
          toolError(`answered ${status}, but ${error.message}`, error.cause),
        )
        return { value: yield* told(readAnswer(response, plan.responses, host.responseHeaders)) }
      }
      if (status === 0)
        return yield* Effect.fail(toolError("the server redirects, which this HTTP client cannot follow"))
      const refusal = yield* describeRefusal(response)
      return yield* Effect.fail(toolError(`${plan.label} ${refusal}`))
    }),
  )

/** The request that a redirect asks for (Fetch standard, HTTP-redirect fetch), without credentials once the origin changes. */
function redirected(
  host: Host,
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

/** Sends one request with redirects left to {@link follow}, and with secrets kept out of spans. */
const send = Effect.fnUntraced(function* (host: Host, credentials: Credentials, outgoing: Outgoing) {
  const client = HttpClient.withScope(leavingRedirects(yield* HttpClient.HttpClient))
  const response = yield* client.execute(toClientRequest(outgoing)).pipe(
    Effect.mapError((error) =>
      toolError(describeFailure(error, "the request could not be sent"), safeCause(error)),
    ),
    withPrivateSpans(host, credentials),
  )
  if (parseUrl(response.url)?.origin !== outgoing.url.origin) {
    return yield* Effect.fail(
      toolError(
        "the HTTP client followed a redirect to another origin by itself, which the host must switch off",
      ),
    )
  }
  return response
})

function toClientRequest({ method, url, headers, body }: Outgoing): HttpClientRequest.HttpClientRequest {
  const request = HttpClientRequest.makeWith(
    method,
    url.href,
    UrlParams.empty,
    Option.none(),
    Headers.fromRecordUnsafe(Object.fromEntries(headers)),
    HttpBody.empty,
  )
  return body === undefined
    ? request
    : HttpClientRequest.setBody(request, HttpBody.text(body.text, body.contentType))
}

/**
 * A fetch client follows redirects by itself unless `RequestInit` says otherwise. It is said inside the client's own
 * context, so that what a host's layer gave as `RequestInit` (a proxy, certificates) stays.
 */
const leavingRedirects = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.makeWith(
    (request: Effect.Effect<HttpClientRequest.HttpClientRequest, never>) =>
      client.postprocess(
        Effect.tap(request, () =>
          Effect.withFiber((fiber) => {
            const init = Context.getOrUndefined(fiber.context, FetchHttpClient.RequestInit)
            fiber.setContext(
              Context.add(fiber.context, FetchHttpClient.RequestInit, { ...init, redirect: "manual" }),
            )
            return Effect.void
          }),
        ),
      ),
    client.preprocess as HttpClient.HttpClient.Preprocess<never, never>,
  ) as HttpClient.HttpClient

/** Names what spans must not show; without a tracer of the host's there is no span and no trace header at all. */
const withPrivateSpans =
  (host: Host, credentials: Credentials) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const headers = [
        ...fiber.getRef(Headers.CurrentRedactedNames),
        ...credentials.headers.keys(),
        ...host.headers.keys(),
        "cookie",
      ]
      const query = [
        ...fiber.getRef(UrlParams.CurrentRedactedNames),
        ...credentials.query.map((pair) => decodeURIComponent(pair.split("=", 1)[0]!)),
      ]
      const isTraced = fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer
      const disabled = fiber.getRef(HttpClient.TracerDisabledWhen)
      return effect.pipe(
        Effect.provideService(Headers.CurrentRedactedNames, headers),
        Effect.provideService(UrlParams.CurrentRedactedNames, query),
        Effect.provideService(HttpClient.TracerDisabledWhen, isTraced ? disabled : () => true),
      )
    })
