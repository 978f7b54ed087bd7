/** One call, end to end: input to request, credentials, redirects, answer. Only here do request and credentials meet. */
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import { isToolError, toolError, type ToolError } from "../ToolError.ts"
import { describeRefusal, readAnswer } from "./answer.ts"
import { credentialsFor, type Credentials, type Host } from "./credentials.ts"
import type { Inputs } from "./inputs.ts"
import type { Plan } from "./plan.ts"
import { buildRequest, type Request } from "./request.ts"
import { redirected, redirectStatuses } from "./redirect.ts"
import { withoutSecrets } from "./secrets.ts"
import { send, type Outgoing } from "./transport.ts"
import { parseUrl } from "./url.ts"

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
    return yield* Effect.mapError(follow({ plan, host, credentials, secrets }, first), (error) =>
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

/** The request with its credentials, unless the input has set one of them. */
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
  if (clash.length > 0) {
    return Effect.fail(toolError(`the input may not set ${clash[0]}, which is a credential`))
  }
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

/** What all requests of one call share. */
interface Exchange {
  readonly plan: Plan
  readonly host: Host
  readonly credentials: Credentials
  readonly secrets: ReadonlyArray<string>
}

type Step = { readonly next: Outgoing } | { readonly value: unknown }

/** Sends, and sends again where the server points to, until there is an answer. */
const follow = (
  exchange: Exchange,
  request: Outgoing,
): Effect.Effect<unknown, ToolError, HttpClient.HttpClient> =>
  Effect.flatMap(takeStep(exchange, request), (step) =>
    "next" in step ? follow(exchange, step.next) : Effect.succeed(step.value),
  )

/** One exchange. Its scope ends the connection when the answer is read, refused or abandoned. */
const takeStep = (
  { plan, host, credentials, secrets }: Exchange,
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
      if (status === 0) {
        return yield* Effect.fail(toolError("the server redirects, which this HTTP client cannot follow"))
      }
      const refusal = yield* describeRefusal(response)
      return yield* Effect.fail(toolError(`${plan.label} ${refusal}`))
    }),
  )
