/**
 * The parameters of an operation, read and judged: which are inputs, and whether each has a defined form.
 * Never sees a value.
 */
import { field, isObject, objectField, resolve, resolveSchema, textField, type Document } from "./document.ts"
import { isJson, mediaTypes } from "./media.ts"
import { isHeaderName } from "./headers.ts"
import { unsupported } from "./skipped.ts"
import type { Style } from "./style.ts"
import type { Json } from "./types.ts"

export type Location = "path" | "query" | "querystring" | "header" | "cookie"

/** What a schema surely admits; `any` where it says nothing or leaves a choice. */
export type Shape = "scalar" | "array" | "object" | "any"

/** A parameter that is an input of the tool. */
export interface Parameter extends Style {
  readonly name: string
  readonly in: Location
  readonly required: boolean
  readonly shape: Shape
  /** How `content` writes the whole value; a parameter with a `schema` follows its style. */
  readonly content: "json" | "form" | undefined
  readonly schema: unknown
  /** The Parameter Object, for its description, examples and deprecation. */
  readonly source: Json
}

/** Headers that are the adapter's or the transport's (RFC 9110, 6.4.1 and 7.6.1; RFC 9112, 6), whatever a document says. */
const transportHeaders = new Set([
  "authorization", "proxy-authorization", "accept", "accept-encoding", "content-type", "content-length", "host",
  "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect",
]) // prettier-ignore

const styles: Readonly<Record<string, ReadonlyArray<string>>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
}

const defaultStyle: Readonly<Record<string, string>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
}

/** `in` and `name`, as two parameters with the same pair are the same parameter. Header names have no case. */
const identity = (parameter: Json): string =>
  parameter["in"] === "header"
    ? `header ${String(parameter["name"]).toLowerCase()}`
    : `${String(parameter["in"])} ${String(parameter["name"])}`

/**
 * The inputs among the parameters of a path item and its operation (the operation's win): those of the path first,
 * then the operation's own, then what it shares with others of its path.
 * `owned` are the identities that credentials or the host's headers set.
 */
export function readParameters(
  document: Document,
  pathItem: Json,
  operation: Json,
  path: string,
  owned: ReadonlySet<string>,
): ReadonlyArray<Parameter> {
  const shared = byIdentity(document, field(pathItem, "parameters"))
  const own = byIdentity(document, field(operation, "parameters"))
  const merged = shared.size === 0 ? own : new Map([...own, ...[...shared].filter(([key]) => !own.has(key))])
  const inputs: Array<Parameter> = []
  for (const [key, parameter] of merged) {
    if (isInput(parameter, path) && !owned.has(key)) inputs.push(readParameter(document, parameter))
  }
  return [...inputs.filter((it) => it.in === "path"), ...inputs.filter((it) => it.in !== "path")]
}

function byIdentity(document: Document, list: unknown): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>()
  if (list === undefined) return found
  if (!Array.isArray(list)) return unsupported("`parameters` is not a list")
  for (const [index, item] of list.entries()) {
    const parameter = resolvedParameter(document, item, index)
    const key = identity(parameter)
    if (found.has(key)) unsupported(`parameter ${key} is listed twice`)
    found.set(key, parameter)
  }
  return found
}

function resolvedParameter(document: Document, item: unknown, index: number): Json {
  const parameter = resolve(document, item)
  if (parameter === undefined) {
    const ref = isObject(item) ? field(item, "$ref") : undefined
    return unsupported(
      ref === undefined
        ? `parameter ${index} is not a Parameter Object`
        : `parameter ${index}: $ref ${JSON.stringify(ref)} leads to nothing in this document`,
    )
  }
  if (!textField(parameter, "name") || !textField(parameter, "in")) {
    return unsupported(`parameter ${index} has no name or no \`in\``)
  }
  return parameter
}

function isInput(parameter: Json, path: string): boolean {
  const name = String(parameter["name"])
  if (parameter["in"] === "path") return path.includes(`{${name}}`)
  if (parameter["in"] !== "header") return true
  if (transportHeaders.has(name.toLowerCase())) return false
  if (name.toLowerCase() !== "cookie") return true
  return parameter["required"] === true
    ? unsupported("header parameter Cookie: cookies come from auth.resolve")
    : false
}

const readings = new WeakMap<Document, WeakMap<Json, Parameter>>()

/** One reading serves every operation that refers to the same object. */
function readParameter(document: Document, source: Json): Parameter {
  let known = readings.get(document)
  if (known === undefined) readings.set(document, (known = new WeakMap()))
  let parameter = known.get(source)
  if (parameter === undefined) known.set(source, (parameter = parameterOf(document, source)))
  return parameter
}

function parameterOf(document: Document, source: Json): Parameter {
  const name = String(source["name"])
  const location = String(source["in"])
  const label = `${location} parameter ${name}`
  const required = location === "path" || source["required"] === true
  if (location === "querystring" && document.minor === 2) {
    return { ...contentParameter(document, source, label), name, in: "querystring", required, source }
  }
  if (!Object.hasOwn(styles, location))
    return unsupported(`parameter ${name}: \`in\` is ${JSON.stringify(location)}`)
  const place = location as Location
  if (place === "header" && !isHeaderName(name))
    return unsupported(`header parameter ${JSON.stringify(name)} has an invalid name`)
  if (field(source, "content") !== undefined) {
    return { ...contentParameter(document, source, label), name, in: place, required, source }
  }
  if (field(source, "schema") === undefined) return unsupported(`${label} has neither schema nor content`)
  const style = textField(source, "style") ?? defaultStyle[location]!
  if (!styles[location]!.includes(style))
    return unsupported(`${label}: style ${style} is not one of ${location}`)
  const explode = source["explode"] === undefined ? style === "form" : source["explode"] === true
  const shape = shapeOf(document, source["schema"])
  checkForm(document, label, style, explode, shape, source["schema"])
  const allowReserved = source["allowReserved"] === true && (location === "query" || document.minor === 2)
  return {
    name,
    in: place,
    required,
    style,
    explode,
    allowReserved,
    shape,
    content: undefined,
    schema: source["schema"],
    source,
  }
}

/** Refuses what the standard's table of styles leaves undefined ("n/a"). */
function checkForm(
  document: Document,
  label: string,
  style: string,
  explode: boolean,
  shape: Shape,
  schema: unknown,
): void {
  if (style === "deepObject" && (shape === "array" || shape === "scalar")) {
    unsupported(
      `${label}: style deepObject is defined for objects only, not for ${shape === "array" ? "an array" : "a scalar"}`,
    )
  }
  if ((style === "spaceDelimited" || style === "pipeDelimited") && explode) {
    unsupported(`${label}: style ${style} with explode is not defined`)
  }
  if (shape !== "array") return
  const items = resolveSchema(document, schema)
  const inner = shapeOf(document, isObject(items) ? field(items, "items") : undefined)
  if (inner === "array" || inner === "object")
    unsupported(`${label}: no style is defined for an array of ${inner}s`)
}

function contentParameter(
  document: Document,
  source: Json,
  label: string,
): Pick<Parameter, "style" | "explode" | "allowReserved" | "shape" | "content" | "schema"> {
  const content = objectField(source, "content")
  const [entry] = content === undefined ? [] : mediaTypes(content)
  if (entry === undefined) return unsupported(`${label}: content names no media type`)
  const isForm = source["in"] === "querystring" && entry.type === "application/x-www-form-urlencoded"
  if (!isForm && !isJson(entry.type) && entry.type !== "*/*")
    return unsupported(`${label}: content ${entry.type} is not JSON`)
  const media = resolve(document, entry.value)
  return {
    style: "form",
    explode: true,
    allowReserved: false,
    shape: "any",
    content: isForm ? "form" : "json",
    schema: media === undefined ? undefined : field(media, "schema"),
  }
}

const scalarTypes = new Set(["string", "number", "integer", "boolean"])

/** What kind of value a schema surely admits. */
export function shapeOf(document: Document, schema: unknown): Shape {
  const resolved = resolveSchema(document, schema)
  if (!isObject(resolved)) return "any"
  const type = field(resolved, "type")
  const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== "null")
  if (types.length > 0 && types.every((name) => scalarTypes.has(name as string))) return "scalar"
  if (types.length !== 1) return "any"
  return types[0] === "array" || types[0] === "object" ? types[0] : "any"
}
