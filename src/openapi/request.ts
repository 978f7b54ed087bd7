/** A call's input made one HTTP request, exactly. Throws `ToolError` for input that cannot be sent. Never sends and never sees a credential. */
import type { Body } from "./body.ts"
import { encodeForm } from "./form.ts"
import type { Inputs, Target } from "./inputs.ts"
import { encodeMultipart } from "./multipart.ts"
import { nearest } from "./nearest.ts"
import type { Parameter, Shape } from "./parameters.ts"
import type { Plan } from "./plan.ts"
import { refuse } from "./refuse.ts"
import { isHeaderValue } from "./headers.ts"
import { flatten, headerText, kind, pathText, queryPairs, type Flat } from "./style.ts"
import { encodeComponent, isDotSegment } from "./url.ts"

/** A request without credentials. */
export interface Request {
  readonly url: string
  /** `name=value` pairs, encoded; the URL's own query excluded. */
  readonly query: ReadonlyArray<string>
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  /** `name=value`, encoded. */
  readonly cookies: ReadonlyArray<string>
  readonly body: { readonly text: string; readonly contentType: string } | undefined
}

/** Builds the request of one call. */
export function buildRequest(plan: Plan, inputs: Inputs, input: unknown): Request {
  const values = sortInput(inputs, input)
  const headers = new Map<string, string>()
  const query: Array<string> = []
  const cookies: Array<string> = []
  for (const parameter of plan.parameters) {
    const value = values.parameters.get(parameter)
    if (value === undefined || value === null) {
      if (parameter.required) refuse(missing(inputs, parameter))
      continue
    }
    if (parameter.in === "query" || parameter.in === "querystring") query.push(...queryOf(parameter, value))
    else if (parameter.in === "cookie") cookies.push(...cookieOf(parameter, value))
    else if (parameter.in === "header") headers.set(parameter.name.toLowerCase(), headerOf(parameter, value))
  }
  headers.set("accept", plan.responses.accept)
  return {
    url: plan.serverUrl + pathOf(plan, values.parameters),
    query,
    headers,
    cookies,
    body: bodyOf(plan.body, inputs, values),
  }
}

interface Values {
  readonly parameters: ReadonlyMap<Parameter, unknown>
  /** Fields of a flattened body, by their names in the body. */
  readonly fields: ReadonlyArray<readonly [string, unknown]>
  readonly body: unknown
}

function sortInput(inputs: Inputs, input: unknown): Values {
  if (input !== undefined && (typeof input !== "object" || input === null || Array.isArray(input))) {
    refuse(`expected one object with named fields, got ${kind(input)}`)
  }
  const parameters = new Map<Parameter, unknown>()
  const fields: Array<readonly [string, unknown]> = []
  let body: unknown
  for (const [name, value] of Object.entries((input ?? {}) as object)) {
    if (value === undefined) continue
    const target = inputs.targets.get(name) ?? inputs.unlisted.get(name) ?? refuse(unknownField(inputs, name))
    if (target.kind === "parameter") parameters.set(target.parameter, value)
    else if (target.kind === "field") fields.push([target.name, value])
    else body = value
  }
  return { parameters, fields, body }
}

function unknownField(inputs: Inputs, name: string): string {
  const known = [...inputs.targets.keys()]
  const close = nearest(name, known)
  const hint =
    close !== undefined
      ? `did you mean ${JSON.stringify(close)}?`
      : known.length === 0
        ? "it takes none"
        : `known: ${known.slice(0, 20).join(", ")}${known.length > 20 ? ", ..." : ""}`
  return `unknown field ${JSON.stringify(name.slice(0, 100))}: ${hint}`
}

function missing(inputs: Inputs, parameter: Parameter): string {
  const name = [...inputs.targets].find(
    ([, it]: readonly [string, Target]) => it.kind === "parameter" && it.parameter === parameter,
  )
  return `missing field ${JSON.stringify(name?.[0] ?? parameter.name)} (required ${parameter.in} parameter)`
}

/** Reads a value by the parameter's style, refusing what its schema or every style excludes. */
function flat(parameter: Parameter, value: unknown): Flat {
  const read = flatten(value)
  const label = `${parameter.in} parameter ${JSON.stringify(parameter.name)}`
  if (typeof read === "string") return refuse(`${label}: ${read}`)
  if (parameter.shape !== "any" && parameter.shape !== read.kind) {
    return refuse(`${label}: expected ${expected[parameter.shape]}, got ${kind(value)}`)
  }
  if (parameter.style === "deepObject" && read.kind !== "object") {
    return refuse(`${label}: style deepObject is defined for objects only, got ${kind(value)}`)
  }
  return read
}

const expected: Readonly<Record<Shape, string>> = {
  scalar: "a string, number or boolean",
  array: "an array",
  object: "an object",
  any: "anything",
}

function queryOf(parameter: Parameter, value: unknown): ReadonlyArray<string> {
  if (parameter.in === "querystring") {
    if (parameter.content === "json") return [encodeComponent(JSON.stringify(value))]
    const form = encodeForm(value, {})
    return form === "" ? [] : [form]
  }
  if (parameter.content === "json")
    return [`${encodeComponent(parameter.name)}=${encodeComponent(JSON.stringify(value))}`]
  return queryPairs(parameter.name, flat(parameter, value), parameter)
}

/** `form` style in a cookie (Style Examples): pairs of an exploded value are joined as in a query. */
function cookieOf(parameter: Parameter, value: unknown): ReadonlyArray<string> {
  const pairs = queryOf({ ...parameter, in: "query" }, value)
  return pairs.length === 0 ? [] : [pairs.join("&")]
}

function headerOf(parameter: Parameter, value: unknown): string {
  const text =
    parameter.content === "json"
      ? JSON.stringify(value)
      : headerText(flat(parameter, value), parameter.explode)
  if (isHeaderValue(text) && text.trim() === text) return text
  return refuse(
    `header parameter ${JSON.stringify(parameter.name)}: a header cannot hold line breaks, control characters, outer spaces or characters beyond Latin-1`,
  )
}

function pathOf(plan: Plan, values: ReadonlyMap<Parameter, unknown>): string {
  const byName = new Map(plan.parameters.filter((it) => it.in === "path").map((it) => [it.name, it]))
  const texts = plan.path.map((part, index) => {
    if (index % 2 === 0) return part
    const parameter = byName.get(part)!
    return pathTextOf(parameter, values.get(parameter))
  })
  const path = texts.join("")
  // Percent-encoding cannot protect a dot segment: URL parsers collapse both spellings (URL standard, 4.4).
  if (plan.path.length > 1 && path.replace(/\?.*$/s, "").split("/").some(isDotSegment)) {
    refuse(`a path argument may not make the segment "." or "..": it would leave ${plan.label}`)
  }
  return path
}

function pathTextOf(parameter: Parameter, value: unknown): string {
  const text =
    parameter.content === "json"
      ? encodeComponent(JSON.stringify(value))
      : pathText(parameter.name, flat(parameter, value), parameter)
  if (text === "") refuse(`path parameter ${JSON.stringify(parameter.name)} may not be empty`)
  return text
}

function bodyOf(body: Body | undefined, inputs: Inputs, values: Values): Request["body"] {
  if (body === undefined) return undefined
  if (inputs.isFlattened) {
    const isSent = body.required || values.fields.length > 0
    return isSent ? encodeBody(body, Object.fromEntries(values.fields)) : undefined
  }
  if (values.body !== undefined) return encodeBody(body, values.body)
  return body.required ? refuse('missing field "body" (required request body)') : undefined
}

function encodeBody(body: Body, value: unknown): NonNullable<Request["body"]> {
  const { contentType } = body
  switch (body.kind) {
    case "json":
      return { text: JSON.stringify(value), contentType }
    case "form":
      return { text: encodeForm(value, body.encoding), contentType }
    case "multipart":
      return encodeMultipart(value, body.encoding)
    case "text":
      if (typeof value === "object") return refuse(`body: expected text (${contentType}), got ${kind(value)}`)
      return { text: String(value), contentType }
  }
}
