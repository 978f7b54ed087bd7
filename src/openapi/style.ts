/**
 * The parameter styles of OpenAPI (Parameter Object, "Style Values" and "Style Examples"), which are RFC 6570's
 * expansions and three more. Text in, text out. Never knows where a parameter comes from.
 */
import { encodeComponent, encodeReserved, reservedInPath } from "./url.ts"

export type Scalar = string | number | boolean

/** A value that a style can write: nothing nested. `null` counts as undefined (RFC 6570, 2.3). */
export type Flat =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "array"; readonly items: ReadonlyArray<string> }
  | { readonly kind: "object"; readonly entries: ReadonlyArray<readonly [string, string]> }

export interface Style {
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
}

/** Reads a JSON value as something a style can write; a sentence for what none can. */
export function flatten(value: unknown): Flat | string {
  if (isScalar(value)) return { kind: "scalar", text: String(value) }
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null && item !== undefined)
    const nested = items.findIndex((item) => !isScalar(item))
    return nested < 0
      ? { kind: "array", items: items.map(String) }
      : `item ${nested} is ${kind(items[nested])}, and no style of OpenAPI can write nested values`
  }
  const entries = Object.entries(value as object).filter(([, item]) => item !== null && item !== undefined)
  const nested = entries.find(([, item]) => !isScalar(item))
  return nested === undefined
    ? { kind: "object", entries: entries.map(([key, item]) => [key, String(item)]) }
    : `field ${JSON.stringify(nested[0])} is ${kind(nested[1])}, and no style of OpenAPI can write nested values`
}

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

export const kind = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`

const delimiters: Readonly<Record<string, string>> = {
  form: ",",
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
}

/** `name=value` pairs of a query or of an urlencoded body, without `?` and `&`. None for an empty array or object. */
export function queryPairs(
  name: string,
  value: Flat,
  { style, explode, allowReserved }: Style,
): ReadonlyArray<string> {
  const key = encodeComponent(name)
  const encode = allowReserved ? encodeReserved : encodeComponent
  if (value.kind === "scalar") return [`${key}=${encode(value.text)}`]
  if (value.kind === "array") {
    if (value.items.length === 0) return []
    const items = value.items.map((item) => encode(item))
    return explode
      ? items.map((item) => `${key}=${item}`)
      : [`${key}=${items.join(delimiters[style] ?? ",")}`]
  }
  if (value.entries.length === 0) return []
  if (style === "deepObject") {
    return value.entries.map(([field, item]) => `${encodeComponent(`${name}[${field}]`)}=${encode(item)}`)
  }
  if (explode) return value.entries.map(([field, item]) => `${encodeComponent(field)}=${encode(item)}`)
  return [
    `${key}=${value.entries
      .flat()
      .map((part) => encode(part))
      .join(delimiters[style] ?? ",")}`,
  ]
}

/** A path parameter's text in place of its template expression. */
export function pathText(name: string, value: Flat, { style, explode, allowReserved }: Style): string {
  const encode = allowReserved ? (text: string) => encodeReserved(text, reservedInPath) : encodeComponent
  if (style === "label") return `.${list(value, explode, explode ? "." : ",", encode)}`
  if (style === "matrix") return matrix(encodeComponent(name), value, explode, encode)
  return list(value, explode, ",", encode)
}

/** A header's value: the `simple` style, not percent-encoded (OpenAPI 3.1.1, appendix D). */
export const headerText = (value: Flat, explode: boolean): string => list(value, explode, ",", (text) => text)

function list(value: Flat, explode: boolean, separator: string, encode: (text: string) => string): string {
  if (value.kind === "scalar") return encode(value.text)
  if (value.kind === "array") return value.items.map(encode).join(separator)
  return value.entries
    .map(([key, item]) => `${encode(key)}${explode ? "=" : ","}${encode(item)}`)
    .join(explode ? separator : ",")
}

function matrix(name: string, value: Flat, explode: boolean, encode: (text: string) => string): string {
  const pair = (key: string, text: string): string => (text === "" ? `;${key}` : `;${key}=${text}`)
  if (value.kind === "array" && explode) return value.items.map((item) => pair(name, encode(item))).join("")
  if (value.kind === "object" && explode) {
    return value.entries.map(([key, item]) => pair(encode(key), encode(item))).join("")
  }
  return pair(name, list(value, false, ",", encode))
}
