/** `application/x-www-form-urlencoded` text (OpenAPI 3.1.1, "Encoding the x-www-form-urlencoded Media Type"). */
import { hasStyle, partType } from "./body.ts"
import { field, isObject, objectField, textField } from "./document.ts"
import { refuse } from "./refuse.ts"
import { flatten, isScalar, kind, queryPairs } from "./style.ts"
import type { Json } from "./types.ts"
import { encodeComponent } from "./url.ts"

/**
 * The pairs of an object. A field with `style`, `explode` or `allowReserved` is written as a query parameter; else
 * scalars as text, arrays as one pair for each item, objects as JSON. `null` is left out. Spaces become `%20`.
 */
export function encodeForm(value: unknown, encoding: Json): string {
  if (!isObject(value)) return refuse(`body: expected an object of form fields, got ${kind(value)}`)
  return Object.entries(value)
    .flatMap(([name, item]) => fieldPairs(name, item, objectField(encoding, name) ?? {}))
    .join("&")
}

function fieldPairs(name: string, value: unknown, rules: Json): ReadonlyArray<string> {
  if (value === null || value === undefined) return []
  if (hasStyle(rules)) return styledPairs(name, value, rules)
  const contentType = textField(rules, "contentType")
  const isJson = contentType !== undefined && partType(contentType)?.kind === "json"
  const items = Array.isArray(value) && !isJson ? value : [value]
  return items.flatMap((item: unknown) => {
    if (item === null) return []
    if (Array.isArray(item) && !isJson)
      return refuse(`form field ${JSON.stringify(name)}: an array in an array has no defined form`)
    return [
      `${encodeComponent(name)}=${encodeComponent(isScalar(item) && !isJson ? String(item) : JSON.stringify(item))}`,
    ]
  })
}

function styledPairs(name: string, value: unknown, rules: Json): ReadonlyArray<string> {
  const style = textField(rules, "style") ?? "form"
  const read = flatten(value)
  if (typeof read === "string") return refuse(`form field ${JSON.stringify(name)}: ${read}`)
  if (style === "deepObject" && read.kind !== "object") {
    return refuse(
      `form field ${JSON.stringify(name)}: style deepObject is defined for objects only, got ${kind(value)}`,
    )
  }
  const explode = field(rules, "explode") === undefined ? style === "form" : field(rules, "explode") === true
  return queryPairs(name, read, { style, explode, allowReserved: field(rules, "allowReserved") === true })
}
