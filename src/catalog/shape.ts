/**
 * Alternatives of what a schema allows, and how they combine.
 * A combination is never narrower than the schema, and wider where saying all would not stay readable.
 */
import type { Place, SchemaObject } from "./document.ts"

/** A schema in its resource, with the schemas that it was reached through: meeting one of them again is recursion. */
export interface Located extends Place {
  readonly trail: Trail | undefined
}

export interface Trail {
  readonly schema: unknown
  readonly length: number
  readonly before: Trail | undefined
}

/** The types of JSON Schema as bits, in the order in which a union shows them. */
export const Types = { string: 1, number: 2, boolean: 4, array: 8, object: 16, null: 32 } as const
export const allTypes = 63

/** Every type, and that no schema named one. */
export const unnamed = 127

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

/** More alternatives than this are not multiplied out, nor such as repeat more properties of an object. */
const maxProduct = 24
const maxRepeated = 12

/** More factors than this are not kept; what they say is lost. */
const maxFactors = 16

export const anything: Shape = {
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

/** The types that a shape allows: those named, or else those that its keywords are about, or else all. */
export const typesOf = ({ types, implied }: Shape): number =>
  types <= allTypes ? types : implied !== 0 ? implied & types : types & allTypes

/** Both hold. Alternatives are multiplied out while that stays readable, else they stay separate factors. */
export function both(left: Factors, right: Factors, work: Work): Factors {
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
export function narrowed(factors: Factors): Factors {
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
    required: right.required.size === 0 ? left.required : new Set([...left.required, ...right.required]),
    arrays: [...left.arrays, ...right.arrays],
    minItems: Math.max(left.minItems, right.minItems),
    maxItems: Math.min(left.maxItems, right.maxItems),
    own: [...left.own, ...right.own],
    variant: [...left.variant, ...right.variant],
  }
}

/** What copying a shape costs, beside a schema that is looked at. */
export const weightOf = (shape: Shape): number =>
  shape.objects.length + shape.arrays.length + shape.required.size + shape.own.length + shape.variant.length

function mergeLiterals(left: Shape["literals"], right: Shape["literals"]): Shape["literals"] {
  if (left === undefined || right === undefined) return left ?? right
  const allowed = new Set(right.map(canonical))
  return left.filter((value) => allowed.has(canonical(value)))
}

export const isPossible = (shape: Shape): boolean =>
  (shape.types & allTypes) !== 0 && shape.literals?.length !== 0

/** Equal for equal values; all arrays count as equal here, and all objects. */
export const canonical = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Array.isArray(value)
      ? "array"
      : "object"
    : `${typeof value} ${String(value)}`

export const isPrimitive = (value: unknown): boolean => typeof value !== "object" || value === null

/** The type of a value as a bit; 0 for what is no JSON value. */
export function bitOf(value: unknown): number {
  if (value === null) return Types.null
  if (Array.isArray(value)) return Types.array
  const type = typeof value
  return Object.hasOwn(Types, type) ? Types[type as keyof typeof Types] : 0
}
