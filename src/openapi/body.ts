/** The request body of an operation, read and judged: which media type is sent, and whether its fields can be inputs. Never sees a value. */
import { field, isObject, objectField, resolve, resolveSchema, textField, type Document } from "./document.ts"
import { charsetOf, isAnything, isJson, isText, kindOf, mediaTypes, type MediaType } from "./media.ts"
import { shapeOf } from "./parameters.ts"
import { unsupported, Unsupported } from "./skipped.ts"
import type { Json } from "./types.ts"

export type BodyKind = "json" | "form" | "multipart" | "text"

export interface Body {
  readonly kind: BodyKind
  /** The `Content-Type` that is sent; of `multipart` without its boundary. */
  readonly contentType: string
  readonly required: boolean
  readonly description: string | undefined
  readonly schema: unknown
  /** Encoding Objects by field, of `form` and `multipart`. */
  readonly encoding: Json
}

/** What an operation sends, or `undefined` for nothing. */
export function readBody(document: Document, method: string, operation: Json): Body | undefined {
  const source = field(operation, "requestBody")
  if (source === undefined) return undefined
  const body = resolve(document, source)
  if (body === undefined)
    return unsupported("requestBody is no Request Body Object, or its $ref leads to nothing")
  const required = body["required"] === true
  if (method === "GET" || method === "HEAD") {
    // OpenAPI 3.0: "requestBody SHALL be ignored" where HTTP gives a body no meaning; 3.1 dropped the sentence.
    if (document.minor === 0 && !required) return undefined
    return unsupported(`${method} with a request body cannot be sent`)
  }
  const content = objectField(body, "content") ?? {}
  const chosen = chooseMediaType(document, content)
  return { ...chosen, required, description: textField(body, "description") }
}

type Choice = Omit<Body, "required" | "description">

/** The first media type that can be carried, JSON before forms before text. */
function chooseMediaType(document: Document, content: Json): Choice {
  const offered = mediaTypes(content)
  let reason: string | undefined
  for (const candidate of offered.flatMap(candidates).toSorted((a, b) => a.rank - b.rank)) {
    try {
      return readChoice(document, candidate)
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error
      reason ??= error.message
    }
  }
  if (reason !== undefined) return unsupported(reason)
  const [first] = offered
  if (first === undefined) return unsupported("requestBody names no media type")
  return unsupported(`request body ${first.type.slice(0, 80)} (${kindOf(first.type)})`)
}

interface Candidate extends MediaType {
  readonly kind: BodyKind
  readonly contentType: string
  readonly rank: number
}

function candidates(media: MediaType): ReadonlyArray<Candidate> {
  const { type, name } = media
  if (type === "application/json") return [{ ...media, kind: "json", contentType: name, rank: 0 }]
  if (isJson(type)) return [{ ...media, kind: "json", contentType: name, rank: 1 }]
  if (isAnything(type)) return [{ ...media, kind: "json", contentType: "application/json", rank: 2 }]
  if (type === "application/x-www-form-urlencoded")
    return [{ ...media, kind: "form", contentType: name, rank: 3 }]
  if (type === "multipart/form-data") return [{ ...media, kind: "multipart", contentType: type, rank: 4 }]
  if (!isText(type)) return []
  return [{ ...media, kind: "text", contentType: type === "text/*" ? "text/plain" : name, rank: 5 }]
}

function readChoice(document: Document, candidate: Candidate): Choice {
  const media = resolve(document, candidate.value) ?? {}
  const { kind, contentType } = candidate
  const schema = field(media, "schema")
  const encoding = objectField(media, "encoding") ?? {}
  if (!/^[\x20-\x7e]+$/.test(contentType)) unsupported("request body with a malformed media type")
  const charset = charsetOf(contentType)
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8" && charset !== "us-ascii") {
    unsupported(`request body in charset ${charset}`)
  }
  if (field(media, "itemSchema") !== undefined)
    unsupported(`request body ${candidate.type} (stream of items)`)
  if (kind === "json" && candidate.rank === 2 && isBinary(document, schema))
    unsupported("request body */* (binary)")
  if (kind === "text") checkText(document, candidate.type, schema)
  if (kind === "form" || kind === "multipart") checkFields(document, kind, schema, encoding)
  return { kind, contentType, schema, encoding }
}

function checkText(document: Document, type: string, schema: unknown): void {
  const shape = shapeOf(document, schema)
  const resolved = resolveSchema(document, schema)
  const isStructured =
    shape === "array" || shape === "object" || (isObject(resolved) && isObject(resolved["properties"]))
  if (isStructured)
    unsupported(`request body ${type} (${type.endsWith("xml") ? "XML" : "text"}) with a structured schema`)
}

/** Refuses the parts of a form that are no text and no JSON. */
function checkFields(document: Document, kind: BodyKind, schema: unknown, encoding: Json): void {
  const shape = shapeOf(document, schema)
  if (shape === "array" || shape === "scalar") unsupported(`${kind} body that is not an object`)
  for (const [name, property] of formProperties(document, schema)) {
    const rules = objectField(encoding, name) ?? {}
    if (kind === "multipart") checkPart(document, name, property, rules)
    else checkFormField(document, name, property, rules)
  }
}

function checkPart(document: Document, name: string, property: unknown, rules: Json): void {
  const contentType = textField(rules, "contentType")
  if (contentType !== undefined && partType(contentType) === undefined) {
    unsupported(`multipart part ${name} is ${contentType.slice(0, 80)}, neither text nor JSON`)
  }
  if (document.minor > 0 && hasStyle(rules)) unsupported(`multipart part ${name} with a style`)
  const headers = Object.values(objectField(rules, "headers") ?? {})
  if (headers.some((header) => resolve(document, header)?.["required"] === true)) {
    unsupported(`multipart part ${name} with required headers`)
  }
  const resolved = resolveSchema(document, property)
  const items = isObject(resolved) && resolved["type"] === "array" ? resolved["items"] : undefined
  if (contentType === undefined && (isBinary(document, property) || isBinary(document, items))) {
    unsupported(`multipart part ${name} (binary)`)
  }
}

function checkFormField(document: Document, name: string, property: unknown, rules: Json): void {
  const contentType = textField(rules, "contentType")
  if (!hasStyle(rules) && contentType !== undefined && partType(contentType) === undefined) {
    unsupported(`form field ${name} is ${contentType.slice(0, 80)}, neither text nor JSON`)
  }
  if (isBinary(document, property)) unsupported(`form field ${name} (binary)`)
}

/** An Encoding Object with one of these follows the rules of query parameters (OpenAPI 3.1.1, Encoding Object). */
export const hasStyle = (rules: Json): boolean =>
  ["style", "explode", "allowReserved"].some((name) => field(rules, name) !== undefined)

/** Which of an Encoding Object's content types is sent: the first that is JSON or text. */
export function partType(
  contentType: string,
): { readonly kind: "json" | "text"; readonly name: string } | undefined {
  for (const name of contentType.split(",").map((it) => it.trim())) {
    if (!/^[\x20-\x7e]+$/.test(name)) continue
    const type = (name.split(";", 1)[0] ?? "").toLowerCase()
    if (isJson(type)) return { kind: "json", name }
    if (isText(type) && type !== "text/*") return { kind: "text", name }
    if (type === "text/*") return { kind: "text", name: "text/plain" }
  }
  return undefined
}

/** Bytes rather than text: `format: binary` (3.0), or a media type without a text encoding (3.1). */
function isBinary(document: Document, schema: unknown): boolean {
  const resolved = resolveSchema(document, schema)
  if (!isObject(resolved)) return false
  if (resolved["format"] === "binary") return true
  if (document.minor === 0) return false
  const media = textField(resolved, "contentMediaType")
  return media !== undefined && !isJson(media) && !isText(media)
}

const maxCompositions = 16

/** The properties of an object schema, those of its branches included. */
function formProperties(document: Document, schema: unknown): ReadonlyArray<readonly [string, unknown]> {
  const found: Array<readonly [string, unknown]> = []
  const seen = new Set<unknown>()
  const visit = (part: unknown, depth: number): void => {
    const resolved = resolveSchema(document, part)
    if (!isObject(resolved) || seen.has(resolved) || depth > maxCompositions) return
    seen.add(resolved)
    for (const entry of Object.entries(objectField(resolved, "properties") ?? {})) found.push(entry)
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const branches = resolved[keyword]
      if (Array.isArray(branches)) for (const branch of branches) visit(branch, depth + 1)
    }
  }
  visit(schema, 0)
  return found
}

/** Keywords that say more about an object than its fields do. */
const composing = [
  "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies",
  "patternProperties", "propertyNames", "unevaluatedProperties", "$dynamicRef", "$recursiveRef", "enum", "const",
  "discriminator",
] // prettier-ignore
const annotations = new Set([
  "$ref",
  "title",
  "description",
  "summary",
  "example",
  "examples",
  "deprecated",
  "$comment",
])

/** An object whose fields can stand among the inputs: closed, not composed, not nullable, no dictionary, not empty. */
export function closedObject(document: Document, schema: unknown): Json | undefined {
  if (document.minor > 0 && isObject(schema) && Object.hasOwn(schema, "$ref")) {
    if (Object.keys(schema).some((key) => !annotations.has(key) && !key.startsWith("x-"))) return undefined
  }
  const resolved = resolveSchema(document, schema)
  if (!isObject(resolved)) return undefined
  const type = resolved["type"]
  const isPlainObject =
    type === undefined ||
    type === "object" ||
    (Array.isArray(type) && type.length === 1 && type[0] === "object")
  const isClosed =
    resolved["additionalProperties"] === undefined || resolved["additionalProperties"] === false
  if (!isPlainObject || !isClosed || (document.minor === 0 && resolved["nullable"] === true)) return undefined
  if (composing.some((keyword) => Object.hasOwn(resolved, keyword))) return undefined
  const properties = objectField(resolved, "properties")
  return properties !== undefined && Object.keys(properties).length > 0 ? resolved : undefined
}
