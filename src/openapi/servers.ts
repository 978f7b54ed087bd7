/** Where an operation's requests go. Never sends. */
import { field, isObject, objectField, textField } from "./document.ts"
import { unsupported } from "./skipped.ts"
import type { Json, Options } from "./types.ts"
import { isPrivateHost, parseUrl } from "./url.ts"

/** What the host says about servers. */
export interface ServerPolicy {
  readonly baseUrl: string | undefined
  readonly documentUrl: string | undefined
  /** Lower case, with or without port. */
  readonly allowedHosts: ReadonlySet<string>
}

/** Throws `TypeError` for a `baseUrl` or `documentUrl` that cannot serve as one. */
export function serverPolicy(
  options: Pick<Options, "baseUrl" | "documentUrl" | "allowedHosts">,
): ServerPolicy {
  const { baseUrl, documentUrl, allowedHosts = [] } = options
  if (documentUrl !== undefined && parseUrl(documentUrl) === undefined) {
    throw new TypeError(`documentUrl must be an absolute URL, got ${JSON.stringify(documentUrl)}`)
  }
  return {
    baseUrl: baseUrl === undefined ? undefined : checkedBaseUrl(baseUrl),
    documentUrl,
    allowedHosts: new Set([...allowedHosts].map((host) => host.toLowerCase())),
  }
}

function checkedBaseUrl(baseUrl: string): string {
  const url = parseUrl(baseUrl)
  const problem =
    url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")
      ? "must be an absolute http or https URL"
      : url.username !== "" || url.password !== ""
        ? "must not hold credentials (give them through auth.resolve)"
        : url.search !== "" || url.hash !== ""
          ? "must not have a query or a fragment"
          : undefined
  // A URL with a password is not repeated in the message.
  if (problem !== undefined) throw new TypeError(`baseUrl ${problem}`)
  return withoutSlash(url!)
}

const withoutSlash = (url: URL): string => (url.origin + url.pathname).replace(/\/+$/, "")

/** The servers that hold for an operation: its own over its path's over the document's. */
export const serversOf = (root: Json, pathItem: Json, operation: Json): unknown =>
  [operation, pathItem, root].map((part) => field(part, "servers")).find(isPresent)

/** The URL that paths are appended to, without a trailing slash. */
export function serverUrl(policy: ServerPolicy, servers: unknown): string {
  if (policy.baseUrl !== undefined) return policy.baseUrl
  if (servers === undefined) return absolute(policy, "/")
  const server = Array.isArray(servers) ? (servers[0] as unknown) : undefined
  const template = isObject(server) ? textField(server, "url") : undefined
  if (template === undefined) return unsupported("malformed servers: pass baseUrl")
  return absolute(policy, expanded(template, objectField(server as Json, "variables") ?? {}))
}

/** An empty list counts as absent (OpenAPI Object, `servers`). */
const isPresent = (servers: unknown): boolean =>
  servers !== undefined && !(Array.isArray(servers) && servers.length === 0)

function expanded(template: string, variables: Json): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = objectField(variables, name)?.["default"]
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      return unsupported(`server variable ${name} has no default: pass baseUrl`)
    }
    return String(value)
  })
}

function absolute(policy: ServerPolicy, address: string): string {
  const url = parseUrl(address.trim(), policy.documentUrl)
  if (url === undefined) {
    const isRelative = /^[./]/.test(address.trim()) || address.trim() === ""
    return unsupported(
      `server ${JSON.stringify(address)} is ${isRelative ? "not absolute" : "no URL"}: pass baseUrl`,
    )
  }
  if (url.protocol === "ws:" || url.protocol === "wss:") return unsupported("WebSocket server")
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return unsupported(`server scheme ${url.protocol} is not http or https: pass baseUrl`)
  }
  if (url.username !== "" || url.password !== "")
    return unsupported("server URL with credentials in it: pass baseUrl")
  if (url.search !== "" || url.hash !== "")
    return unsupported("server URL with a query or a fragment: pass baseUrl")
  if (!isAllowed(policy, url))
    return unsupported(`server ${url.host} is private: pass allowedHosts or baseUrl`)
  return withoutSlash(url)
}

/** Public hosts, those that the host lists, and the host of `baseUrl` whatever its port. */
export function isAllowed(policy: ServerPolicy, url: URL): boolean {
  if (!isPrivateHost(url.hostname)) return true
  const { allowedHosts, baseUrl } = policy
  if (allowedHosts.has(url.hostname) || allowedHosts.has(url.host)) return true
  return baseUrl !== undefined && parseUrl(baseUrl)?.hostname === url.hostname
}
