/**
 * What a JSON Schema allows: every reference followed, every applicator combined, within bounds.
 * Never renders.
 */
import { isObject, resolveDynamicReference, resolveReference, type SchemaObject } from "./document.ts"
import { isScalar, listOf, locate, shapeOf, typeBits } from "./keywords.ts"
import {
  anything,
  both,
  canonical,
  isPossible,
  isPrimitive,
  narrowed,
  Types,
  typesOf,
  weightOf,
  type Factors,
  type Located,
  type Shape,
  type Work,
} from "./shape.ts"

/** More than this many schemas inside one another are not followed. */
const maxTrail = 256

const impossible: Factors = [[]]

/** What all of `places` together allow. */
export function shapesOf(places: ReadonlyArray<Located>, work: Work): Factors {
  if (places.length === 1) return narrowed(shapesOfOne(places[0]!, work))
  let factors: Factors = [[anything]]
  for (const place of places) factors = both(factors, shapesOfOne(place, work), work)
  return narrowed(factors)
}

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

/** Keywords whose lists make one schema larger than another to look at. */
const lists = ["enum", "required", "allOf", "anyOf", "oneOf", "prefixItems", "items"]

/** How much of a schema is looked at, beside the schema itself. */
function sizeOf(schema: SchemaObject): number {
  const { $ref, properties } = schema
  let size = isObject(properties) ? Object.keys(properties).length : 0
  for (const keyword of lists) size += listOf(schema[keyword]).length
  return typeof $ref === "string" ? size + $ref.length / unitsPerPart : size
}

/** The text of a reference is taken apart; it is as much work as this small a part of it. */
const unitsPerPart = 64

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
