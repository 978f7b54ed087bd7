/**
 * What a JSON Schema allows, as alternatives of shapes: every reference followed, every conjunction merged.
 * Wider than the schema where TypeScript could not say it anyway, never narrower. Never renders.
 */
import {
  enter,
  isObject,
  resolveDynamicReference,
  resolveReference,
  type Place,
  type SchemaObject,
} from "./document.ts"

/** A schema in its resource, with the schemas that it was reached through: meeting one of them again is recursion. */
export interface Located extends Place {
  readonly trail: Trail | undefined
}

interface Trail {
  readonly schema: unknown
  readonly length: number
  readonly before: Trail | undefined
}

/** The types of JSON Schema as bits, in the order in which a union shows them. */
export const Types = { string: 1, number: 2, boolean: 4, array: 8, object: 16, null: 32 } as const
export const allTypes = 63

/** Every type, and that no schema named one. */
const unnamed = 127

/** What one schema says of an object's properties. */
export interface ObjectPart {
  readonly properties: ReadonlyMap<string, Located>
  readonly patterns: ReadonlyArray<readonly [pattern: string, value: Located]>
  /** Properties that neither `properties` nor a pattern names; `undefined` where nothing is said. */
  readonly additional: Located | undefined
  /** How many more properties there are than are looked at. */
  readonly hidden?: number | undefined
  /** A pattern that every name has. */
  readonly keyPattern?: string | undefined
}

/** What one schema says of an array's elements. */
export interface ArrayPart {
  readonly prefix: ReadonlyArray<Located>
  readonly rest: Located | undefined
}

/** One alternative of what a schema allows. */
export interface Shape {
  /** The allowed types: bits of {@link Types}, and one more where no schema names a type. */
  readonly types: number
  /** The types that keywords are about, where no schema names a type. */
  readonly implied: number
  /** The only values allowed, if they are listed. */
  readonly literals: ReadonlyArray<unknown> | undefined
  readonly objects: ReadonlyArray<ObjectPart>
  readonly required: ReadonlySet<string>
  readonly arrays: ReadonlyArray<ArrayPart>
  readonly minItems: number
  readonly maxItems: number
  /** Schemas whose annotations are the position's. */
  readonly own: ReadonlyArray<SchemaObject>
  /** Schemas whose annotations are this alternative's. */
  readonly variant: ReadonlyArray<SchemaObject>
}

/** Every factor holds; a factor holds if one of its shapes does. */
export type Factors = ReadonlyArray<ReadonlyArray<Shape>>

/** Bounds the work of one rendering: a hostile schema runs out of it and ends in `unknown`. */
export interface Work {
  left: number
}

/** More than this many schemas inside one another are not followed. */
const maxTrail = 256

/** More alternatives than this are not multiplied out, nor such as repeat more properties of an object. */
const maxProduct = 24
const maxRepeated = 12

/** More properties of one object than this are only counted. */
const maxProperties = 2_000

/** More factors than this are not kept; what they say is lost. */
const maxFactors = 16

const anything: Shape = {
  types: unnamed,
  implied: 0,
  literals: undefined,
  objects: [],
  required: new Set(),
  arrays: [],
  minItems: 0,
  maxItems: Infinity,
  own: [],
  variant: [],
}

const impossible: Factors = [[]]

/** What all of `places` together allow. */
export function shapesOf(places: ReadonlyArray<Located>, work: Work): Factors {
  if (places.length === 1) return narrowed(shapesOfOne(places[0]!, work))
  let factors: Factors = [[anything]]
  for (const place of places) factors = both(factors, shapesOfOne(place, work), work)
  return narrowed(factors)
}

export const locate = (schema: unknown, from: Located): Located => ({
  schema,
  resource: isObject(schema) ? enter(schema, from.resource) : from.resource,
  trail: from.trail,
})

function shapesOfOne(place: Located, work: Work): Factors {
  const { schema } = place
  if (schema === false) return impossible
  if (!isObject(schema)) return [[anything]]
  work.left -= 1 + sizeOf(schema) / 16
  if (work.left < 0 || isRecursive(place)) return [[anything]]
  const here = { ...place, trail: { schema, length: (place.trail?.length ?? 0) + 1, before: place.trail } }
  const refersOnly = place.resource.dialect === "draft-07" && typeof schema["$ref"] === "string"
  if (isScalar(schema)) return [[{ ...anything, types: typeBits(schema["type"], true), own: [schema] }]]
  const base = refersOnly ? { ...anything, own: [schema] } : shapeOf(schema, here)
  let factors: Factors = [[base].filter(isPossible)]
  for (const target of references(schema, here)) factors = both(factors, shapesOfOne(target, work), work)
  if (!refersOnly) factors = withApplicators(factors, schema, here, work)
  return schema["nullable"] === true ? orNull(factors) : factors
}

/** Keywords that neither name a type nor lead to other schemas nor list values: what a scalar is made of. */
const scalarKeywords: ReadonlySet<string> = new Set([
  "type", "title", "description", "default", "format", "pattern", "examples", "example", "minimum", "maximum",
  "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "deprecated", "readOnly", "writeOnly",
]) // prettier-ignore

const scalarTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"])

/** Most schemas are one type with some words: nothing in them needs to be followed or merged. */
function isScalar(schema: SchemaObject): boolean {
  if (!scalarTypes.has(schema["type"])) return false
  for (const keyword in schema) if (!scalarKeywords.has(keyword)) return false
  return true
}

/** Lists are what makes one schema larger than another to look at. */
function sizeOf(schema: SchemaObject): number {
  const { enum: values, required, properties } = schema
  return (
    (Array.isArray(values) ? values.length : 0) +
    (Array.isArray(required) ? required.length : 0) +
    (isObject(properties) ? Object.keys(properties).length : 0)
  )
}

function isRecursive({ schema, trail }: Located): boolean {
  if (trail !== undefined && trail.length >= maxTrail) return true
  for (let at = trail; at !== undefined; at = at.before) if (at.schema === schema) return true
  return false
}

/** Where the references of a schema lead. One that leads nowhere says nothing. */
function references(schema: SchemaObject, here: Located): ReadonlyArray<Located> {
  const { $ref, $dynamicRef, $recursiveRef } = schema
  const { resource, trail } = here
  const found = [
    typeof $ref === "string" ? resolveReference($ref, resource) : undefined,
    typeof $dynamicRef === "string" ? resolveDynamicReference($dynamicRef, resource) : undefined,
    typeof $recursiveRef === "string" ? resolveDynamicReference($recursiveRef, resource) : undefined,
  ]
  return found.flatMap((place) => (place === undefined ? [] : [{ ...place, trail }]))
}

function withApplicators(start: Factors, schema: SchemaObject, here: Located, work: Work): Factors {
  let factors = start
  for (const part of listOf(schema["allOf"])) {
    factors = both(factors, shapesOfOne(locate(part, here), work), work)
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const parts = listOf(schema[keyword])
    if (parts.length > 0) factors = both(factors, anyOf(parts, here, work), work)
  }
  const { then, else: otherwise } = schema
  if (schema["if"] !== undefined && then !== undefined && otherwise !== undefined) {
    factors = both(factors, anyOf([then, otherwise], here, work), work)
  }
  return without(factors, schema["not"])
}

/** One factor of all alternatives. Of an alternative that is itself several factors only the first is kept. */
function anyOf(schemas: ReadonlyArray<unknown>, here: Located, work: Work): Factors {
  const alternatives: Array<Shape> = []
  for (const schema of schemas) {
    const factors = shapesOfOne(locate(schema, here), work)
    if (factors.some((factor) => factor.length === 0)) continue
    for (const shape of narrowed(factors)[0]!) {
      work.left -= (1 + weightOf(shape)) / 16
      if (work.left < 0) return [[anything]]
      alternatives.push({ ...shape, own: [], variant: [...shape.own, ...shape.variant] })
    }
  }
  return [alternatives]
}

function orNull(factors: Factors): Factors {
  const isNullable = (shape: Shape): boolean =>
    (typesOf(shape) & Types.null) !== 0 && (shape.literals === undefined || shape.literals.includes(null))
  return factors.map((shapes) => {
    if (shapes.some(isNullable)) return shapes
    const own = shapes[0]?.own ?? []
    return [...shapes, { ...anything, own, types: Types.null }]
  })
}

/** The types that a shape allows: those named, or else those that its keywords are about, or else all. */
export const typesOf = ({ types, implied }: Shape): number =>
  types <= allTypes ? types : implied !== 0 ? implied & types : types & allTypes

/** `not`, where what it leaves can be said. */
function without(factors: Factors, not: unknown): Factors {
  if (not === undefined) return factors
  if (not === true || (isObject(not) && Object.keys(not).length === 0)) return impossible
  if (!isObject(not) || Object.keys(not).length !== 1) return factors
  const types = "type" in not ? typeBits(not["type"], false) : 0
  const values = "const" in not ? [not["const"]] : listOf(not["enum"])
  const excluded = new Set(values.filter(isPrimitive).map(canonical))
  return factors.map((shapes) =>
    shapes
      .map((shape) => ({
        ...shape,
        types: shape.types & ~types,
        literals: shape.literals?.filter((value) => !excluded.has(canonical(value))),
      }))
      .filter(isPossible),
  )
}

/** Both hold. Alternatives are multiplied out while that stays readable, else they stay separate factors. */
function both(left: Factors, right: Factors, work: Work): Factors {
  let factors = left
  for (const shapes of right) factors = withFactor(factors, shapes, work)
  return factors
}

function withFactor(factors: Factors, shapes: ReadonlyArray<Shape>, work: Work): Factors {
  const at = factors.findIndex((factor) => isMultipliable(factor, shapes))
  if (at < 0) return factors.length < maxFactors ? [...factors, shapes] : factors
  const product = factors[at]!.flatMap((left) =>
    shapes.map((right) => merge(left, right, work)).filter(isPossible),
  )
  return factors.with(at, product)
}

function isMultipliable(left: ReadonlyArray<Shape>, right: ReadonlyArray<Shape>): boolean {
  if (left.length <= 1 && right.length <= 1) return true
  if (left.length > 1 && right.length > 1) return left.length * right.length <= maxProduct
  const [one, many] = left.length <= 1 ? [left[0], right] : [right[0], left]
  if (one === undefined) return true
  const repeated = one.objects.reduce((count, part) => count + part.properties.size, 0)
  return repeated * many.length <= maxRepeated
}

/**
 * Factors beside one another: what one says of the types holds in all, and a required property has the type that a
 * single shape gives it.
 */
function narrowed(factors: Factors): Factors {
  if (factors.length === 1) return factors
  const types = factors.reduce(
    (bits, shapes) => bits & shapes.reduce((some, shape) => some | shape.types, 0),
    unnamed,
  )
  const known = factors.flatMap((shapes) => (shapes.length === 1 ? shapes[0]!.objects : []))
  return factors.map((shapes) =>
    shapes
      .map((shape) => ({
        ...shape,
        types: shape.types & types,
        objects: shapes.length === 1 ? shape.objects : withRequired(shape, known),
      }))
      .filter(isPossible),
  )
}

function withRequired(shape: Shape, known: ReadonlyArray<ObjectPart>): ReadonlyArray<ObjectPart> {
  const properties = new Map<string, Located>()
  for (const key of shape.required) {
    if (shape.objects.some((part) => part.properties.has(key))) continue
    const place = known.find((part) => part.properties.has(key))?.properties.get(key)
    if (place !== undefined) properties.set(key, place)
  }
  return properties.size === 0
    ? shape.objects
    : [...shape.objects, { properties, patterns: [], additional: undefined }]
}

function merge(left: Shape, right: Shape, work: Work): Shape {
  if (left === anything) return right
  if (right === anything) return left
  work.left -= (1 + weightOf(left) + weightOf(right)) / 16
  const literals = mergeLiterals(left.literals, right.literals)
  const types = left.types & right.types
  return {
    types,
    implied: left.implied | right.implied,
    literals: literals?.filter((value) => (bitOf(value) & types) !== 0),
    objects: [...left.objects, ...right.objects],
    required: right.required.size === 0 ? left.required : left.required.union(right.required),
    arrays: [...left.arrays, ...right.arrays],
    minItems: Math.max(left.minItems, right.minItems),
    maxItems: Math.min(left.maxItems, right.maxItems),
    own: [...left.own, ...right.own],
    variant: [...left.variant, ...right.variant],
  }
}

/** What copying a shape costs, beside a schema that is looked at. */
const weightOf = (shape: Shape): number =>
  shape.objects.length + shape.arrays.length + shape.required.size + shape.own.length + shape.variant.length

function mergeLiterals(left: Shape["literals"], right: Shape["literals"]): Shape["literals"] {
  if (left === undefined || right === undefined) return left ?? right
  const allowed = new Set(right.map(canonical))
  return left.filter((value) => allowed.has(canonical(value)))
}

const isPossible = (shape: Shape): boolean => (shape.types & allTypes) !== 0 && shape.literals?.length !== 0

/** Equal for equal values; all arrays count as equal here, and all objects. */
const canonical = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Array.isArray(value)
      ? "array"
      : "object"
    : `${typeof value} ${String(value)}`

const isPrimitive = (value: unknown): boolean => typeof value !== "object" || value === null

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The keywords of one schema that constrain a value by themselves. */
function shapeOf(schema: SchemaObject, here: Located): Shape {
  const types = "type" in schema ? typeBits(schema["type"], true) : unnamed
  const object = objectPart(schema, here)
  const array = arrayPart(schema, here)
  const required = listOf(schema["required"]).filter((key) => typeof key === "string")
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
function typeBits(type: unknown, integers: boolean): number {
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

/** The type of a value as a bit; 0 for what is no JSON value. */
function bitOf(value: unknown): number {
  if (value === null) return Types.null
  if (Array.isArray(value)) return Types.array
  const type = typeof value
  return Object.hasOwn(Types, type) ? Types[type as keyof typeof Types] : 0
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
  return {
    prefix: (listed ?? []).map((part) => locate(part, here)),
    rest: isSchema(rest) ? locate(rest, here) : closed ? locate(false, here) : undefined,
  }
}
