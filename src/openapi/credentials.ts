/** Credentials of one call: asked of the host, and placed where their schemes say. Keeps none, and sends nothing. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { isToolError, toolError, type ToolError } from "../ToolError.ts"
import { isObject } from "./document.ts"
import { isHeaderName, isHeaderValue } from "./headers.ts"
import type { HostPolicy, Plan } from "./plan.ts"
import type { Alternative, Requirement, Scheme } from "./security.ts"
import type { Credential, CredentialRequest } from "./types.ts"
import { encodeComponent } from "./url.ts"

/** What a call needs besides its plan and input. */
export interface Host extends HostPolicy {
  readonly resolve: ((request: CredentialRequest) => unknown) | undefined
  readonly responseHeaders: boolean
}

/** The first alternative that can be met; a `ToolError` if none can. */
export const credentialsFor = Effect.fnUntraced(function* (plan: Plan, host: Host) {
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

/** What credentials add to a request, and every text that must not be seen in a message. */
export interface Credentials {
  readonly headers: ReadonlyMap<string, string>
  /** `name=value`, encoded. */
  readonly query: ReadonlyArray<string>
  readonly cookies: ReadonlyArray<string>
  readonly secrets: ReadonlyArray<string>
}

const noCredentials: Credentials = { headers: new Map(), query: [], cookies: [], secrets: [] }

/** Puts each credential where its scheme says; a {@link ToolError} for one of the wrong type or that cannot be sent. */
function placeCredentials(pairs: ReadonlyArray<readonly [Scheme, Credential]>): Credentials | ToolError {
  const places = {
    header: new Map<string, string>(),
    query: new Map<string, string>(),
    cookie: new Map<string, string>(),
  }
  const secrets: Array<string> = []
  for (const [scheme, credential] of pairs) {
    const placed = placeCredential(scheme, credential)
    if (typeof placed === "string") return toolError(`the credential for ${scheme.name} ${placed}`)
    secrets.push(...placed.secrets)
    const place = places[placed.in]
    // Two schemes of one token (OAuth2 by two flows) say the same; others cannot both be met.
    const known = place.get(placed.name)
    if (known !== undefined && known !== placed.value) {
      return toolError(
        `the credential for ${scheme.name} would replace another in the ${placed.in} ${placed.name}`,
      )
    }
    place.set(placed.name, placed.value)
  }
  return {
    headers: places.header,
    query: [...places.query].map(([name, value]) => `${encodeComponent(name)}=${encodeComponent(value)}`),
    cookies: [...places.cookie].map(([name, value]) => `${name}=${value}`),
    secrets,
  }
}

interface Placed {
  readonly in: "header" | "query" | "cookie"
  readonly name: string
  readonly value: string
  readonly secrets: ReadonlyArray<string>
}

function placeCredential(scheme: Scheme, credential: Credential): Placed | string {
  const placed = valueOf(scheme, credential)
  if (typeof placed === "string") return placed
  if (placed.in === "header" && !isHeaderName(placed.name)) return "names an invalid header"
  if (placed.in === "header" && !isHeaderValue(placed.value))
    return "holds characters that no header may hold"
  if (placed.in === "cookie" && !/^[!-~]*$/.test(placed.value.replace(/[;,"\\]/g, " "))) {
    return "holds characters that no cookie may hold"
  }
  return placed
}

function valueOf(scheme: Scheme, credential: Credential): Placed | string {
  const { kind } = scheme
  switch (isObject(credential) ? credential.type : undefined) {
    case "header": {
      const { name, value } = credential as Extract<Credential, { type: "header" }>
      if (typeof name !== "string" || typeof value !== "string") return "is malformed"
      return { in: "header", name: name.toLowerCase(), value, secrets: secretsOf(value) }
    }
    case "bearer": {
      const { token } = credential as Extract<Credential, { type: "bearer" }>
      if (kind !== "bearer") return `is a bearer token, but the scheme is ${kind}`
      if (typeof token !== "string" || token === "") return "has no token"
      return { in: "header", name: "authorization", value: `Bearer ${token}`, secrets: [token] }
    }
    case "basic": {
      const { username, password } = credential as Extract<Credential, { type: "basic" }>
      if (kind !== "basic") return `is a username and password, but the scheme is ${kind}`
      if (typeof username !== "string" || typeof password !== "string") return "is malformed"
      if (username.includes(":")) return "has a username with a colon, which basic authentication cannot send"
      const encoded = base64(`${username}:${password}`)
      return { in: "header", name: "authorization", value: `Basic ${encoded}`, secrets: [encoded, password] }
    }
    case "apiKey": {
      const { value } = credential as Extract<Credential, { type: "apiKey" }>
      if (kind !== "apiKey") return `is an API key, but the scheme is ${kind}`
      if (typeof value !== "string") return "is malformed"
      return { in: scheme.in, name: scheme.parameter, value, secrets: [value] }
    }
    default:
      return "has no known type: expected bearer, basic, apiKey or header"
  }
}

/** A header's value and, of `scheme token`, the token alone. */
const secretsOf = (value: string): ReadonlyArray<string> => [value, ...value.split(" ").slice(1)]

/** UTF-8 (RFC 7617, 2.1), whatever the text holds. */
const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))
