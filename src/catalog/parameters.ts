/** What a tool's parameters are called and said to be. Never splits words and never ranks. */
import type { JsonSchema } from "../Tool.ts"
import {
  enter,
  isObject,
  openDocument,
  resolveReference,
  type Place,
  type Resource,
  type SchemaObject,
} from "./document.ts"

/** How much of one schema search reads, so that no tool costs more than many. The outer properties come first. */
const maxSchemas = 200
const maxProperties = 150
const maxTexts = 300
const maxDescription = 400

/** Keywords with one schema, with a list of them, and with schemas by name. */
const single: ReadonlySet<string> = new Set([
  "items",
  "additionalProperties",
  "contains",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
])
const listed: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"])
const byName: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"])

/** Visits names and descriptions of the properties that a schema names, at any depth, references followed. */
export function eachParameterText(schema: JsonSchema, visit: (text: string) => void): void {
  if (!isObject(schema)) return
  let texts = 0
  const waiting: Array<Place> = [{ schema, resource: openDocument(schema) }]
  let seen: Set<unknown> | undefined
  for (let at = 0; at < waiting.length && at < maxSchemas; at++) {
    const { schema, resource } = waiting[at]!
    if (!isObject(schema) || seen?.has(schema) === true) continue
    texts += visitProperties(schema["properties"], visit)
    if (texts >= maxTexts) break
    addParts(schema, enter(schema, resource), waiting)
    // Most schemas lead to no other, and then need nothing to be remembered.
    if (waiting.length > at + 1) (seen ??= new Set()).add(schema)
  }
}

/** Gives how many texts there are. */
function visitProperties(properties: unknown, visit: (text: string) => void): number {
  if (!isObject(properties)) return 0
  let texts = 0
  let left = maxProperties
  for (const name in properties) {
    if (left-- === 0) break
    visit(name)
    texts++
    const property = properties[name]
    const description = isObject(property) ? property["description"] : undefined
    if (typeof description !== "string") continue
    visit(description.slice(0, maxDescription))
    texts++
  }
  return texts
}

/** Whether a schema leads to others: most properties do not. */
function hasParts(schema: unknown): boolean {
  if (!isObject(schema)) return false
  for (const keyword in schema) {
    const value = schema[keyword]
    if (typeof value !== "object") {
      if (keyword === "$ref") return true
    } else if (listed.has(keyword) || byName.has(keyword) || single.has(keyword)) return true
  }
  return false
}

function addParts(schema: SchemaObject, resource: Resource, waiting: Array<Place>): void {
  for (const keyword in schema) {
    const value = schema[keyword]
    if (keyword === "$ref") {
      const place = typeof value === "string" ? resolveReference(value, resource) : undefined
      if (place !== undefined) waiting.push(place)
    } else if (Array.isArray(value)) {
      if (!listed.has(keyword)) continue
      for (const part of value.slice(0, maxSchemas)) waiting.push({ schema: part, resource })
    } else if (!isObject(value)) continue
    else if (byName.has(keyword)) {
      for (const name in value) if (hasParts(value[name])) waiting.push({ schema: value[name], resource })
    } else if (single.has(keyword)) waiting.push({ schema: value, resource })
  }
}
