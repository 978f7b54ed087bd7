/** One request over the host's HTTP client, which follows no redirect and shows no secret in spans. Never retries. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import { toolError } from "../ToolError.ts"
import type { Credentials } from "./credentials.ts"
import { describeFailure, safeCause } from "./failures.ts"
import type { HostPolicy } from "./plan.ts"
import type { Request } from "./request.ts"
import { parseUrl } from "./url.ts"

/** A request as it is sent, credentials included. */
export interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: ReadonlyMap<string, string>
  readonly body: Request["body"]
  readonly redirects: number
}

/** Sends one request with redirects left to the caller, and with secrets kept out of spans. */
export const send = Effect.fnUntraced(function* (
  host: HostPolicy,
  credentials: Credentials,
  outgoing: Outgoing,
) {
  // The host's client may rewrite addresses, to a gateway for example.
  let origin = outgoing.url.origin
  const leaving = leavingRedirects(yield* HttpClient.HttpClient, (request) => {
    origin = Option.getOrUndefined(HttpClientRequest.toUrl(request))?.origin ?? origin
  })
  const client = HttpClient.withScope(leaving)
  const response = yield* client.execute(toClientRequest(outgoing)).pipe(
    Effect.mapError((error) =>
      toolError(describeFailure(error, "the request could not be sent"), safeCause(error)),
    ),
    withPrivateSpans(host, credentials),
  )
  if (parseUrl(response.url)?.origin !== origin) {
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
const leavingRedirects = (
  client: HttpClient.HttpClient,
  onSend: (request: HttpClientRequest.HttpClientRequest) => void,
): HttpClient.HttpClient =>
  HttpClient.makeWith(
    (request: Effect.Effect<HttpClientRequest.HttpClientRequest, never>) =>
      client.postprocess(
        Effect.tap(request, (request) =>
          Effect.withFiber((fiber) => {
            onSend(request)
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
  (host: HostPolicy, credentials: Credentials) =>
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
