/**
 * What the keywords of one schema say by themselves.
 * Never follows a reference and never combines schemas.
 */
import { enter, isObject, type SchemaObject } from "./document.ts"
import { bitOf, Types, unnamed, type ArrayPart, type Located, type ObjectPart, type Shape } from "./shape.ts"

/** More properties of one object than this are only counted, and more required names are not looked at. */
const maxProperties = 2_000
/** More elements of a tuple than this are anything. */
const maxElements = 100_000

/** The place of a schema inside another. */
export const locate = (schema: unknown, from: Located): Located => ({
  schema,
  resource: isObject(schema) ? enter(schema, from.resource) : from.resource,
  trail: from.trail,
})

/** Keywords that neither name a type nor lead to other schemas nor list values: what a scalar is made of. */
const scalarKeywords: ReadonlySet<string> = new Set([
  "type", "title", "description", "default", "format", "pattern", "examples", "example", "minimum", "maximum",
  "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "deprecated", "readOnly", "writeOnly",
]) // prettier-ignore

const scalarTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"])

/** Most schemas are one type with some words: nothing in them needs to be followed or merged. */
export function isScalar(schema: SchemaObject): boolean {
  if (!scalarTypes.has(schema["type"])) return false
  for (const keyword in schema) if (!scalarKeywords.has(keyword)) return false
  return true
}

/** The keywords of one schema that constrain a value by themselves. */
export function shapeOf(schema: SchemaObject, here: Located): Shape {
  const types = "type" in schema ? typeBits(schema["type"], true) : unnamed
  const object = objectPart(schema, here)
  const array = arrayPart(schema, here)
  const required = listOf(schema["required"])
    .slice(0, maxProperties)
    .filter((key) => typeof key === "string")
  return {
    types,
    implied: impliedTypes(schema),
    literals: literalsOf(schema, types),
    objects: object === undefined ? [] : [object],
    required: new Set(required),
    arrays: array === undefined ? [] : [array],
    minItems: countOf(schema["minItems"], 0),
    maxItems: countOf(schema["maxItems"], Infinity),
    own: [schema],
    variant: [],
  }
}

/** The bits of a `type` keyword. An integer is a number, and to exclude integers excludes no type. */
export function typeBits(type: unknown, integers: boolean): number {
  const names = Array.isArray(type) ? type : [type]
  let bits = 0
  for (const name of names) {
    if (name === "integer") bits |= integers ? Types.number : 0
    else if (typeof name === "string" && Object.hasOwn(Types, name)) bits |= Types[name as keyof typeof Types]
    else if (integers) return unnamed
  }
  return bits
}

const objectKeywords = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
]
const arrayKeywords = ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]
const stringKeywords = ["pattern", "minLength", "maxLength", "contentEncoding", "contentMediaType"]
const numberKeywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]

function impliedTypes(schema: SchemaObject): number {
  if ("type" in schema) return 0
  const has = (keywords: ReadonlyArray<string>): boolean => keywords.some((keyword) => keyword in schema)
  return (
    (has(objectKeywords) ? Types.object : 0) |
    (has(arrayKeywords) ? Types.array : 0) |
    (has(stringKeywords) ? Types.string : 0) |
    (has(numberKeywords) ? Types.number : 0)
  )
}

function literalsOf(schema: SchemaObject, types: number): ReadonlyArray<unknown> | undefined {
  const listed = "const" in schema ? [schema["const"]] : schema["enum"]
  if (!Array.isArray(listed)) return undefined
  const integersOnly = schema["type"] === "integer"
  return listed.filter(
    (value) => (bitOf(value) & types) !== 0 && (!integersOnly || value === null || Number.isInteger(value)),
  )
}

const countOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && value >= 0 ? value : otherwise

function objectPart(schema: SchemaObject, here: Located): ObjectPart | undefined {
  const { properties, patternProperties, not } = schema
  const named = new Map<string, Located>()
  if (isObject(properties)) {
    for (const key of shownKeys(properties, schema["required"])) named.set(key, locate(properties[key], here))
  }
  const hidden = isObject(properties) ? Object.keys(properties).length - named.size : 0
  if (
    isObject(not) &&
    Array.isArray(not["required"]) &&
    not["required"].length === 1 &&
    Object.keys(not).length === 1
  ) {
    named.set(String(not["required"][0]), locate(false, here))
  }
  const patterns = isObject(patternProperties)
    ? Object.keys(patternProperties).map((key) => [key, locate(patternProperties[key], here)] as const)
    : []
  const additional = additionalProperties(schema, here)
  const names = patterns.length === 0 ? namesOf(schema["propertyNames"]) : undefined
  if (names !== undefined) {
    for (const name of names) if (!named.has(name)) named.set(name, additional ?? locate(true, here))
    return { properties: named, patterns, additional: locate(false, here) }
  }
  const keyPattern = patternOf(schema["propertyNames"])
  return named.size + patterns.length === 0 && additional === undefined && keyPattern === undefined
    ? undefined
    : { properties: named, patterns, additional, keyPattern, hidden }
}

/** `additionalProperties`; or `unevaluatedProperties` where no other keyword can have evaluated a property. */
function additionalProperties(schema: SchemaObject, here: Located): Located | undefined {
  const { additionalProperties, unevaluatedProperties } = schema
  if (isSchema(additionalProperties)) return locate(additionalProperties, here)
  return isSchema(unevaluatedProperties) && !hasApplicators(schema)
    ? locate(unevaluatedProperties, here)
    : undefined
}

const isSchema = (value: unknown): boolean => typeof value === "boolean" || isObject(value)

const applicators = [
  "$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "not", "dependentSchemas", "dependencies", "contains",
] // prettier-ignore

const hasApplicators = (schema: SchemaObject): boolean => applicators.some((keyword) => keyword in schema)

/** The names of the properties that are looked at: the required ones before others where there are too many. */
function shownKeys(properties: SchemaObject, required: unknown): ReadonlyArray<string> {
  const keys = Object.keys(properties)
  if (keys.length <= maxProperties) return keys
  const isRequired = new Set(listOf(required))
  return keys
    .toSorted((a, b) => Number(isRequired.has(b)) - Number(isRequired.has(a)))
    .slice(0, maxProperties)
}

const patternOf = (schema: unknown): string | undefined =>
  isObject(schema) && typeof schema["pattern"] === "string" ? schema["pattern"] : undefined

/** The only names that `propertyNames` allows, if it lists them. */
function namesOf(schema: unknown): ReadonlyArray<string> | undefined {
  if (schema === false) return []
  if (!isObject(schema)) return undefined
  const listed = "const" in schema ? [schema["const"]] : schema["enum"]
  return Array.isArray(listed) ? listed.filter((name) => typeof name === "string") : undefined
}

/** Elements by position, then the rest: `prefixItems` and `items` in 2020-12, `items` and `additionalItems` before. */
function arrayPart(schema: SchemaObject, here: Located): ArrayPart | undefined {
  const { items, prefixItems, additionalItems } = schema
  const isNew = here.resource.dialect === "2020-12"
  const listed = isNew && Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined
  const rest = listed === undefined || listed === prefixItems ? items : additionalItems
  const closed = schema["unevaluatedItems"] === false && !hasApplicators(schema)
  if (listed === undefined && !isSchema(rest) && !closed) return undefined
  if (listed !== undefined && listed.length > maxElements) {
    return { prefix: listed.slice(0, maxElements).map((part) => locate(part, here)), rest: undefined }
  }
  return {
    prefix: (listed ?? []).map((part) => locate(part, here)),
    rest: isSchema(rest) ? locate(rest, here) : closed ? locate(false, here) : undefined,
  }
}

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
