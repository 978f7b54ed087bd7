/** Which properties a direction leaves out: requests `readOnly` ones, responses `writeOnly` ones. Converts nothing. */
import { field, isObject, objectField, resolveSchema, type Document } from "./document.ts"
import type { Json } from "./types.ts"

export type Direction = "request" | "response"

/** How many schemas inside or behind one another are looked at. */
export const maxDepth = 64

export const noNames: ReadonlySet<string> = new Set()

/** Whether a property is left out: marked itself, behind its `$ref`, or in a branch of its `allOf`. */
export function isHidden(document: Document, property: unknown, direction: Direction): boolean {
  const keyword = direction === "request" ? "readOnly" : "writeOnly"
  if (!isObject(property)) return false
  if (property["$ref"] === undefined && property["allOf"] === undefined) return property[keyword] === true
  const waiting: Array<unknown> = [property]
  for (let at = 0; at < waiting.length && at < maxDepth; at++) {
    const schema = waiting[at]
    if (!isObject(schema)) continue
    const hasReference = Object.hasOwn(schema, "$ref")
    if (schema[keyword] === true && !(hasReference && document.minor === 0)) return true
    if (hasReference) waiting.push(resolveSchema(document, schema))
    else if (Array.isArray(schema["allOf"]))
      waiting.push(...(schema["allOf"] as ReadonlyArray<unknown>).slice(0, maxDepth))
  }
  return false
}

/** Names of properties that are left out, here and in every branch of `allOf`, besides those that the place hides. */
export function hiddenNames(
  document: Document,
  direction: Direction,
  schema: Json,
  inherited: ReadonlySet<string>,
): ReadonlySet<string> {
  if (schema["properties"] === undefined && schema["allOf"] === undefined) return inherited
  const names = new Set(inherited)
  const seen = new Set<unknown>()
  const visit = (part: unknown): void => {
    const resolved = resolveSchema(document, part)
    if (!isObject(resolved) || seen.has(resolved) || seen.size > maxDepth) return
    seen.add(resolved)
    for (const [name, property] of Object.entries(objectField(resolved, "properties") ?? {})) {
      if (isHidden(document, property, direction)) names.add(name)
    }
    if (Array.isArray(resolved["allOf"])) for (const branch of resolved["allOf"]) visit(branch)
  }
  visit(schema)
  return names.size === 0 ? noNames : names
}

/** The names in a schema's `required`. */
export function requiredNames(schema: unknown): ReadonlyArray<string> {
  const required = isObject(schema) ? field(schema, "required") : undefined
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : []
}
