/** A document made tools: one for each operation that can be sent exactly, a reason for each other. Never sends. */
import { field, isObject, objectField, openDocument, resolve, textField, type Document } from "./document.ts"
import { nameOperations } from "./names.ts"
import { makePlanner, planOperation, type Operation, type Plan, type Planner } from "./plan.ts"
import { makeSchemas } from "./schema.ts"
import type { Host } from "./credentials.ts"
import { serverPolicy } from "./servers.ts"
import { describeError, isError } from "../ToolError.ts"
import { isHeaderName, isHeaderValue } from "./headers.ts"
import { Unsupported } from "./skipped.ts"
import { makeTool } from "./tool.ts"
import { buildTree, type NamedTool } from "./tree.ts"
import type { Json, Options, Result, Skipped } from "./types.ts"

/**
 * Turns a parsed OpenAPI 3.0, 3.1 or 3.2 document into tools. Schemas are converted when a tool is first looked at or
 * called. Throws `TypeError` for Swagger 2.0, for what is no OpenAPI document, and for options that cannot serve.
 *
 * @example
 * ```ts
 * const api = OpenAPI.fromSpec({ spec, auth: { resolve: () => ({ type: "bearer", token }) } })
 * const runtime = CodeMode.make({ tools: { github: api.tools } })
 * ```
 */
export function fromSpec<R = never>(options: Options<R>): Result<R> {
  const document = openDocument(options.spec, options.documentUrl)
  const host: Host = {
    servers: serverPolicy(options),
    headers: hostHeaders(options.headers),
    resolve: options.auth?.resolve,
    responseHeaders: options.responseHeaders === true,
  }
  const skipped: Array<Skipped> = []
  const operations = readOperations(document, options.group === "tags", skipped)
  const names = nameOperations(operations)
  const planner = makePlanner(document, host)
  const workshop = {
    host,
    planner,
    request: makeSchemas(document, "request"),
    response: makeSchemas(document, "response"),
  }
  const tools: Array<NamedTool> = []
  for (const operation of operations) {
    const plan = attempt(planner, operation, skipped)
    if (plan !== undefined)
      tools.push({ name: names.get(operation)!, tool: makeTool(workshop, operation, plan) })
  }
  return {
    tools: buildTree(tools, options.group === "tags" ? tagDescriptions(document) : new Map()),
    skipped,
  } as Result<R>
}

function hostHeaders(headers: Options["headers"]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!isHeaderName(name)) throw new TypeError(`headers: ${JSON.stringify(name)} is not a header name`)
    if (typeof value !== "string" || !isHeaderValue(value)) {
      throw new TypeError(`headers: the value of ${name} is not text that a header can hold`)
    }
    found.set(name.toLowerCase(), value)
  }
  return found
}

const fixedMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

/** Every operation of `paths`, path by path. Webhooks and callbacks are calls that others make. */
function readOperations(
  document: Document,
  grouped: boolean,
  skipped: Array<Skipped>,
): ReadonlyArray<Operation> {
  const operations: Array<Operation> = []
  const paths = objectField(document.root, "paths") ?? {}
  for (const path of Object.keys(paths)) {
    if (path.startsWith("x-")) continue
    try {
      operations.push(...readOperationsOf(document, path, paths[path], grouped, skipped))
    } catch (error) {
      skipped.push({ method: "*", path, reason: malformed(error) })
    }
  }
  return operations
}

function readOperationsOf(
  document: Document,
  path: string,
  value: unknown,
  grouped: boolean,
  skipped: Array<Skipped>,
): ReadonlyArray<Operation> {
  const pathItem = readPathItem(document, value)
  if (pathItem === undefined) {
    const reason = "the path item is not an object, or its $ref leads to nothing in this document"
    skipped.push({ method: "*", path, reason })
    return []
  }
  return methodsOf(document, pathItem).flatMap(([method, source]) => {
    const operationId = isObject(source) ? operationIdOf(source) : undefined
    const label = { method, path, ...(operationId === undefined ? {} : { operationId }) }
    if (isObject(source))
      return [{ ...label, operationId, pathItem, source, tag: grouped ? firstTag(source) : undefined }]
    skipped.push({ ...label, reason: "the operation is not an object" })
    return []
  })
}

/** Fields beside the `$ref` of a path item stand over the target's. */
function readPathItem(document: Document, value: unknown): Json | undefined {
  if (!isObject(value)) return undefined
  if (field(value, "$ref") === undefined) return value
  const target = resolve(document, { $ref: value["$ref"] })
  const { $ref: _, ...siblings } = value
  return target === undefined ? undefined : { ...target, ...siblings }
}

function methodsOf(document: Document, pathItem: Json): ReadonlyArray<readonly [string, unknown]> {
  const fixed = document.minor === 2 ? [...fixedMethods, "query"] : fixedMethods
  const additional = document.minor === 2 ? (objectField(pathItem, "additionalOperations") ?? {}) : {}
  return [
    ...fixed.flatMap((method) =>
      Object.hasOwn(pathItem, method) ? [[method.toUpperCase(), pathItem[method]] as const] : [],
    ),
    ...Object.entries(additional),
  ]
}

function operationIdOf(source: Json): string | undefined {
  const id = field(source, "operationId")
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined
}

function firstTag(source: Json): string | undefined {
  const tags = field(source, "tags")
  const tag: unknown = Array.isArray(tags) ? tags[0] : undefined
  return typeof tag === "string" ? tag : undefined
}

function tagDescriptions(document: Document): ReadonlyMap<string, string> {
  const tags = field(document.root, "tags")
  const found = new Map<string, string>()
  for (const tag of Array.isArray(tags) ? (tags as ReadonlyArray<unknown>) : []) {
    if (!isObject(tag)) continue
    const name = textField(tag, "name")
    const description = textField(tag, "description") ?? textField(tag, "summary")
    if (name !== undefined && description !== undefined) found.set(name, description)
  }
  return found
}

const malformed = (error: unknown): string => `malformed: ${describeError(error, "report")}`.slice(0, 300)

/** One operation's plan; a reason in `skipped` if it has none, whatever is wrong with it. */
function attempt(planner: Planner, operation: Operation, skipped: Array<Skipped>): Plan | undefined {
  try {
    return planOperation(planner, operation)
  } catch (error) {
    const reason = isError(error) && error instanceof Unsupported ? error.message : malformed(error)
    const { method, path, operationId } = operation
    skipped.push({
      method,
      path,
      ...(operationId === undefined ? {} : { operationId }),
      reason: reason.slice(0, 300),
    })
    return undefined
  }
}
