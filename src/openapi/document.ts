/** One OpenAPI document: its version, and every local `$ref` in it. Never reads what an operation means. */
import { parseUrl } from "./url.ts"
import type { Json } from "./types.ts"

/** A document that has been recognised. */
export interface Document {
  readonly root: Json
  /** 0, 1 or 2: the minor version of OpenAPI 3. */
  readonly minor: 0 | 1 | 2
  /** URIs without fragment by which the document may name itself in a `$ref`. */
  readonly selves: ReadonlySet<string>
  /** `$anchor` names, gathered when the first reference to one is met. */
  anchors: ReadonlyMap<string, unknown> | undefined
}

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An own field; a name such as `constructor` is as ordinary as any other. */
export const field = (object: Json, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A field that holds an object. */
export function objectField(object: Json, name: string): Json | undefined {
  const value = field(object, name)
  return isObject(value) ? value : undefined
}

/** A field that holds text. */
export function textField(object: Json, name: string): string | undefined {
  const value = field(object, name)
  return typeof value === "string" ? value : undefined
}

/** Recognises a parsed document. Throws `TypeError` for what is no OpenAPI 3.0, 3.1 or 3.2 document, saying what to do. */
export function openDocument(spec: unknown, documentUrl: string | undefined): Document {
  if (typeof spec === "string") {
    throw new TypeError(
      "OpenAPI.fromSpec expects a parsed OpenAPI 3 document, not text: parse it first with JSON.parse or a YAML parser",
    )
  }
  if (!isObject(spec)) {
    throw new TypeError(
      `OpenAPI.fromSpec expects a parsed OpenAPI 3 document (an object), got ${kindOf(spec)}`,
    )
  }
  const swagger = field(spec, "swagger")
  if (swagger !== undefined) {
    throw new TypeError(
      `OpenAPI.fromSpec expects an OpenAPI 3 document, got Swagger ${String(swagger).slice(0, 20)}: ` +
        "upgrade it first, for example with @scalar/openapi-upgrader or swagger2openapi",
    )
  }
  return {
    root: spec,
    minor: minorVersion(field(spec, "openapi")),
    selves: selves(spec, documentUrl),
    anchors: undefined,
  }
}

/** YAML reads `openapi: 3.1` as a number. */
function minorVersion(openapi: unknown): 0 | 1 | 2 {
  if (openapi === undefined) {
    throw new TypeError(
      "OpenAPI.fromSpec expects an OpenAPI 3 document, but this object has no `openapi` field: pass the whole parsed document",
    )
  }
  const match = /^3(?:\.([012])(?:[.-]|$)|$)/.exec(
    typeof openapi === "string" || typeof openapi === "number" ? String(openapi) : "",
  )
  if (match === null) {
    throw new TypeError(
      `OpenAPI.fromSpec reads OpenAPI 3.0, 3.1 and 3.2, not ${JSON.stringify(openapi)?.slice(0, 40) ?? kindOf(openapi)}`,
    )
  }
  return Number(match[1] ?? 0) as 0 | 1 | 2
}

const kindOf = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : value === undefined
        ? "undefined"
        : `a ${typeof value}`

function selves(spec: Json, documentUrl: string | undefined): ReadonlySet<string> {
  const found = new Set<string>([""])
  const add = (url: string | undefined): void => {
    if (url !== undefined) found.add(url.replace(/#.*$/s, ""))
  }
  add(documentUrl)
  const self = textField(spec, "$self")
  add(self)
  if (self !== undefined && documentUrl !== undefined) add(parseUrl(self, documentUrl)?.href)
  return found
}

/** The pointer that a `$ref` means in this document, or `undefined` if it leads elsewhere or is malformed. */
export function localPointer(document: Document, ref: unknown): string | undefined {
  if (typeof ref !== "string") return undefined
  const hash = ref.indexOf("#")
  if (hash < 0 || !document.selves.has(ref.slice(0, hash))) return undefined
  const fragment = ref.slice(hash + 1)
  if (!fragment.includes("%")) return fragment
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}

/** What a decoded pointer (RFC 6901) or anchor names. */
export function pointed(document: Document, pointer: string): unknown {
  if (pointer === "") return document.root
  if (!pointer.startsWith("/")) return anchors(document).get(pointer)
  let value: unknown = document.root
  for (const token of pointer.slice(1).split("/")) {
    const key = token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Json)[key]
  }
  return value
}

/** `$anchor` (JSON Schema 2020-12, 8.2.2) of the schemas under `components`. */
function anchors(document: Document): ReadonlyMap<string, unknown> {
  if (document.anchors !== undefined) return document.anchors
  const found = new Map<string, unknown>()
  const seen = new Set<unknown>()
  const waiting: Array<unknown> = [objectField(document.root, "components")]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== "object" || value === null || seen.has(value)) continue
    seen.add(value)
    const anchor = (value as Json)["$anchor"]
    if (typeof anchor === "string" && !found.has(anchor)) found.set(anchor, value)
    for (const child of Object.values(value)) waiting.push(child)
  }
  document.anchors = found
  return found
}

const maxReferences = 64

/**
 * Follows the `$ref` of anything but a schema. From 3.1 on, `summary` and `description` beside it replace the target's
 * (OpenAPI 3.1, Reference Object); before, everything beside it is ignored. `undefined` if it does not end in an object.
 */
export function resolve(document: Document, value: unknown): Json | undefined {
  let target = value
  let summary: unknown
  let description: unknown
  for (let count = 0; count < maxReferences; count++) {
    if (!isObject(target)) return undefined
    const ref = field(target, "$ref")
    if (ref === undefined) return overridden(target, summary, description)
    if (document.minor > 0) {
      summary ??= field(target, "summary")
      description ??= field(target, "description")
    }
    const pointer = localPointer(document, ref)
    if (pointer === undefined) return undefined
    target = pointed(document, pointer)
  }
  return undefined
}

function overridden(target: Json, summary: unknown, description: unknown): Json {
  if (summary === undefined && description === undefined) return target
  return {
    ...target,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
  }
}

/** Follows the `$ref`s of a schema to the schema that says something itself; siblings are the caller's to see. */
export function resolveSchema(document: Document, schema: unknown): unknown {
  let target = schema
  for (let count = 0; count < maxReferences; count++) {
    if (!isObject(target)) return target
    const ref = field(target, "$ref")
    if (ref === undefined) return target
    const pointer = localPointer(document, ref)
    if (pointer === undefined) return undefined
    target = pointed(document, pointer)
  }
  return undefined
}
