/**
 * What an operation's `security` asks for, and credentials put into a request. Fails closed: what is malformed or
 * unknown is never met. Never reads or keeps a secret of its own.
 */
import { toolError, type ToolError } from "../ToolError.ts"
import {
  field,
  isObject,
  localPointer,
  objectField,
  pointed,
  resolve,
  textField,
  type Document,
} from "./document.ts"
import { unsupported } from "./skipped.ts"
import type { Credential, Json } from "./types.ts"
import { encodeComponent } from "./url.ts"

export interface Scheme {
  readonly name: string
  readonly source: Json
  readonly kind: "bearer" | "basic" | "apiKey" | "header"
  /** Where the credential goes: a header (lower case), a query parameter or a cookie. */
  readonly in: "header" | "query" | "cookie"
  readonly parameter: string
}

export interface Requirement {
  readonly scheme: Scheme
  readonly scopes: ReadonlyArray<string>
}

/** All of its schemes together; none for an anonymous call. */
export type Alternative = ReadonlyArray<Requirement>

/**
 * The alternatives of which one must be met, anonymous ones last, so that credentials are used where there are any.
 * `undefined` where nothing is asked for. `hostHeaders` (lower case) meet the schemes that would set them.
 */
export function readSecurity(
  document: Document,
  security: unknown,
  hostHeaders: ReadonlySet<string>,
): ReadonlyArray<Alternative> | undefined {
  if (security === undefined) return undefined
  if (!Array.isArray(security)) return unsupported("malformed security: it is not a list")
  if (security.length === 0) return undefined
  const problems: Array<string> = []
  const alternatives = security.flatMap((requirement: unknown): ReadonlyArray<Alternative> => {
    const alternative = readAlternative(document, requirement, hostHeaders)
    if (typeof alternative !== "string") return [alternative]
    problems.push(alternative)
    return []
  })
  if (alternatives.length === 0) return unsupported(`security: ${problems[0]}`)
  return alternatives.toSorted((a, b) => Number(a.length === 0) - Number(b.length === 0))
}

function readAlternative(
  document: Document,
  requirement: unknown,
  hostHeaders: ReadonlySet<string>,
): Alternative | string {
  if (!isObject(requirement)) return "a requirement is not an object"
  const alternative: Array<Requirement> = []
  for (const [name, scopes] of Object.entries(requirement)) {
    if (!Array.isArray(scopes)) return `the scopes of ${name} are not a list`
    const scheme = readScheme(document, name, hostHeaders)
    if (typeof scheme === "string") return scheme
    alternative.push({ scheme, scopes: scopes.filter((scope): scope is string => typeof scope === "string") })
  }
  return alternative
}

function readScheme(document: Document, name: string, hostHeaders: ReadonlySet<string>): Scheme | string {
  const schemes = objectField(objectField(document.root, "components") ?? {}, "securitySchemes") ?? {}
  const source = resolve(document, field(schemes, name) ?? linkedScheme(document, name))
  if (source === undefined) return `scheme ${name} is not defined`
  const type = textField(source, "type")
  const authorization = { name, source, in: "header", parameter: "authorization" } as const
  if (type === "oauth2" || type === "openIdConnect") return { ...authorization, kind: "bearer" }
  if (type === "apiKey") return apiKeyScheme(name, source)
  if (type !== "http") return `scheme ${name} has type ${JSON.stringify(type)}, which is not supported`
  const scheme = textField(source, "scheme")?.toLowerCase()
  if (scheme === "bearer" || scheme === "basic") return { ...authorization, kind: scheme }
  if (hostHeaders.has("authorization")) return { ...authorization, kind: "header" }
  return `scheme ${name}: HTTP authentication ${JSON.stringify(scheme)} is not supported`
}

/** From 3.2 on a requirement may name its scheme by reference. */
const linkedScheme = (document: Document, name: string): unknown => {
  const pointer = document.minor === 2 ? localPointer(document, name) : undefined
  return pointer === undefined ? undefined : pointed(document, pointer)
}

function apiKeyScheme(name: string, source: Json): Scheme | string {
  const place = textField(source, "in")
  const parameter = textField(source, "name")
  if (parameter === undefined || parameter === "") return `scheme ${name} names no parameter`
  if (place !== "header" && place !== "query" && place !== "cookie")
    return `scheme ${name} has no place for its key`
  if (place !== "query" && !isHeaderName(parameter)) return `scheme ${name} names an invalid ${place}`
  return {
    name,
    source,
    kind: "apiKey",
    in: place,
    parameter: place === "header" ? parameter.toLowerCase() : parameter,
  }
}

/** The parameters (`query key`, `header x-key`) that credentials set, so that no input may. */
export const ownedByCredentials = (
  alternatives: ReadonlyArray<Alternative> | undefined,
): ReadonlyArray<string> =>
  (alternatives ?? []).flat().map(({ scheme }) => `${scheme.in} ${scheme.parameter}`)

/** What credentials add to a request, and every text that must not be seen in a message. */
export interface Credentials {
  readonly headers: ReadonlyMap<string, string>
  /** `name=value`, encoded. */
  readonly query: ReadonlyArray<string>
  readonly cookies: ReadonlyArray<string>
  readonly secrets: ReadonlyArray<string>
}

export const noCredentials: Credentials = { headers: new Map(), query: [], cookies: [], secrets: [] }

/** Puts each credential where its scheme says; a {@link ToolError} for one of the wrong type or that cannot be sent. */
export function placeCredentials(
  pairs: ReadonlyArray<readonly [Scheme, Credential]>,
): Credentials | ToolError {
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

/** A token of RFC 9110, 5.6.2. */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)

/** What a header's value can hold: visible ASCII, spaces, tabs and Latin-1 (RFC 9110, 5.5). */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

const minSecretLength = 4

/** Blots out every secret, plain and percent-encoded, in text that a model or a log may see. */
export function withoutSecrets(text: string, secrets: ReadonlyArray<string>): string {
  const spellings = new Set(secrets.flatMap((secret) => [secret, encodeComponent(secret)]))
  const long = [...spellings]
    .filter((secret) => secret.length >= minSecretLength)
    .toSorted((a, b) => b.length - a.length)
  return long.reduce((result, secret) => result.replaceAll(secret, "[redacted]"), text)
}
