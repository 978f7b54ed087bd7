/** What an operation's `security` asks for. Fails closed: what is malformed or unknown is never met. Never sees a credential. */
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
import { isHeaderName } from "./headers.ts"
import { unsupported } from "./skipped.ts"
import type { Json } from "./types.ts"

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
