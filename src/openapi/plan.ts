/** One operation as it will be sent: decided once, before any call. Never sees a value or a credential. */
import { readBody, type Body } from "./body.ts"
import { field, type Document } from "./document.ts"
import { operationLabel } from "./names.ts"
import { readParameters, type Parameter } from "./parameters.ts"
import { readResponses, type Responses } from "./responses.ts"
import { ownedByCredentials, readSecurity, type Alternative } from "./security.ts"
import { serversOf, serverUrl, type ServerPolicy } from "./servers.ts"
import { unsupported } from "./skipped.ts"
import type { Json, OperationInfo } from "./types.ts"

/** An operation where it was found. */
export interface Operation {
  /** As it is sent. */
  readonly method: string
  readonly path: string
  readonly pathItem: Json
  readonly source: Json
  readonly operationId: string | undefined
  readonly tag: string | undefined
}

export interface Plan {
  /** `GET /users/{id}`, for messages. */
  readonly label: string
  readonly method: string
  readonly info: OperationInfo
  /** Without trailing slash. */
  readonly serverUrl: string
  /** Literal text and names of path parameters, by turns, literal text first. */
  readonly path: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: Body | undefined
  readonly responses: Responses
  readonly security: ReadonlyArray<Alternative> | undefined
}

/** What the host says for all operations. */
export interface HostPolicy {
  readonly servers: ServerPolicy
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
}

/** Where all operations of a document are planned; what most of them share is read once. */
export interface Planner {
  readonly document: Document
  readonly policy: HostPolicy
  /** By the `security` and `servers` that an operation has or inherits. */
  readonly shared: {
    readonly security: Map<unknown, Shared>
    readonly servers: Map<unknown, string>
  }
}

interface Shared {
  readonly alternatives: ReadonlyArray<Alternative> | undefined
  /** The parameters that are not for a program to set. */
  readonly owned: ReadonlySet<string>
}

export const makePlanner = (document: Document, policy: HostPolicy): Planner => ({
  document,
  policy,
  shared: { security: new Map(), servers: new Map() },
})

/** Methods that a fetch may not send (Fetch standard, 2.2.1: forbidden methods). */
const forbiddenMethods = new Set(["CONNECT", "TRACE", "TRACK"])

/** Decides how an operation is sent, or throws `Unsupported` with the reason why it cannot be. */
export function planOperation(planner: Planner, operation: Operation): Plan {
  const { document } = planner
  const { method, path, pathItem, source } = operation
  if (forbiddenMethods.has(method)) unsupported(`method ${method} cannot be sent`)
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method)) unsupported("malformed method")
  if (!path.startsWith("/")) unsupported("path does not begin with /")
  const security = sharedSecurity(planner, source)
  const parameters = readParameters(document, pathItem, source, path, security.owned)
  const tags = source["tags"]
  return {
    label: operationLabel(method, path),
    method,
    info: {
      method,
      path,
      ...(operation.operationId === undefined ? {} : { operationId: operation.operationId }),
      tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [],
    },
    path: pathTemplate(path, parameters),
    parameters,
    body: readBody(document, method, source),
    responses: readResponses(document, method, source),
    security: security.alternatives,
    serverUrl: sharedServer(planner, pathItem, source),
  }
}

function sharedSecurity({ document, policy, shared }: Planner, operation: Json): Shared {
  const security = field(Object.hasOwn(operation, "security") ? operation : document.root, "security")
  const known = shared.security.get(security)
  if (known !== undefined) return known
  const headerNames = new Set(policy.headers.keys())
  const alternatives = readSecurity(document, security, headerNames)
  const owned = new Set([
    ...ownedByCredentials(alternatives),
    ...[...headerNames].map((name) => `header ${name}`),
  ])
  const read = { alternatives, owned }
  shared.security.set(security, read)
  return read
}

function sharedServer({ document, policy, shared }: Planner, pathItem: Json, operation: Json): string {
  const servers = serversOf(document.root, pathItem, operation)
  const known = shared.servers.get(servers)
  if (known !== undefined) return known
  const url = serverUrl(policy.servers, servers)
  shared.servers.set(servers, url)
  return url
}

/** Splits a path template. A fragment in it names the operation only: no URL is sent with its fragment. */
function pathTemplate(path: string, parameters: ReadonlyArray<Parameter>): ReadonlyArray<string> {
  const parts = path.replace(/#.*$/s, "").split(/\{([^{}]*)\}/)
  const declared = new Set(parameters.filter((it) => it.in === "path").map((it) => it.name))
  for (let i = 1; i < parts.length; i += 2) {
    if (!declared.has(parts[i]!)) unsupported(`path parameter ${parts[i]} is not declared`)
  }
  return parts
}
