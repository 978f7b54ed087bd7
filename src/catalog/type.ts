/**
 * The TypeScript type that a schema's shapes make, as a tree that grows where it is looked at.
 * Never makes text of more than one literal, and never decides what is left out.
 */
import { openDocument, isObject, type SchemaObject } from "./document.ts"
import { propertyKey, stringLiteral } from "./text.ts"
import {
  allTypes, Types, typesOf,
  type ArrayPart, type Factors, type Located, type ObjectPart, type Shape, type Work,
} from "./shape.ts" // prettier-ignore
import { shapesOf } from "./shapesOf.ts"

export type Type =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "literals"; readonly values: ReadonlyArray<Literal> }
  | { readonly kind: "union"; readonly members: ReadonlyArray<Member> }
  | { readonly kind: "intersection"; readonly parts: ReadonlyArray<Type> }
  | { readonly kind: "array"; readonly element: Position }
  | { readonly kind: "tuple"; readonly elements: ReadonlyArray<Element>; readonly rest: Position | undefined }
  | ObjectType

export interface Literal {
  readonly text: string
  /** The type that the value belongs to, shown in place of values that are left out. */
  readonly wide: string
}

export interface Member {
  readonly type: Type
  readonly annotations: ReadonlyArray<SchemaObject>
}

export interface Element {
  readonly position: Position
  readonly optional: boolean
}

export interface ObjectType {
  readonly kind: "object"
  readonly fields: ReadonlyArray<Field>
  /** How many more fields there are. */
  readonly hidden: number
  readonly indexes: ReadonlyArray<Index>
}

export interface Field {
  readonly name: string
  readonly optional: boolean
  readonly position: Position
  /** Properties that must be given where this one is. */
  readonly requires: ReadonlyArray<string>
  /** The lines of its comment in full, kept because a field may be shown in several views. */
  lines: ReadonlyArray<string> | undefined
}

/** An index signature. Its value type must also hold the types of the fields that its key covers. */
export interface Index {
  readonly key: string
  readonly values: ReadonlyArray<Position>
  /** What patterns say of keys, where the signature itself does not say it. */
  readonly patterns: ReadonlyArray<KeyPattern>
}

/** A pattern of keys, and what their values are if that depends on it. */
export interface KeyPattern {
  readonly pattern: string
  readonly value: Position | undefined
}

const named = (name: string): Type => ({ kind: "name", name })
const unknown = named("unknown")
const never = named("never")

/** A place in a type: what stands there is worked out when it is asked for, once. */
export class Position {
  readonly #places: ReadonlyArray<Located>
  readonly #work: Work
  #factors: Factors | undefined
  #type: Type | undefined

  constructor(places: ReadonlyArray<Located>, work: Work) {
    this.#places = places
    this.#work = work
  }

  get type(): Type {
    return (this.#type ??= typeOf(this.#shapes, this.#work))
  }

  /** The schemas whose descriptions and tags are this position's, the nearest first. */
  get annotations(): ReadonlyArray<SchemaObject> {
    const factors = this.#shapes
    if (factors.length === 1 && factors[0]!.length === 1 && factors[0]![0]!.variant.length === 0) {
      return factors[0]![0]!.own
    }
    const own = new Set(factors.flatMap((shapes) => shapes[0]?.own ?? []))
    for (const shapes of factors) for (const it of soleVariant(shapes)) own.add(it)
    return [...own]
  }

  get #shapes(): Factors {
    return (this.#factors ??= shapesOf(this.#places, this.#work))
  }
}

/** The root of a schema's type. */
export function rootPosition(schema: unknown, work: Work): Position {
  const resource = openDocument(isObject(schema) ? schema : {})
  return new Position([{ schema, resource, trail: undefined }], work)
}

/** The annotations of an alternative are the position's where there is no other, `null` aside. */
function soleVariant(shapes: ReadonlyArray<Shape>): ReadonlyArray<SchemaObject> {
  const others = shapes.filter((shape) => !isNull(shape))
  return others.length === 1 ? others[0]!.variant : []
}

const isNull = (shape: Shape): boolean =>
  typesOf(shape) === Types.null || (shape.literals?.length === 1 && shape.literals[0] === null)

function typeOf(factors: Factors, work: Work): Type {
  if (factors.some((shapes) => shapes.length === 0)) return never
  const parts = factors.map((shapes) => unionOf(shapes, work)).filter((type) => type !== unknown)
  if (parts.length === 0) return unknown
  return parts.length === 1 ? parts[0]! : { kind: "intersection", parts }
}

function unionOf(shapes: ReadonlyArray<Shape>, work: Work): Type {
  const isOnly = shapes.filter((shape) => !isNull(shape)).length === 1
  const members: Array<Member> = []
  for (const shape of shapes) {
    const types = typesOfShape(shape, work)
    if (types.includes(unknown)) return unknown
    for (const type of types) members.push({ type, annotations: isOnly ? [] : shape.variant })
  }
  const joined = nullLast(joinLiterals(members))
  return joined.length === 1 && joined[0]!.annotations.length === 0
    ? joined[0]!.type
    : { kind: "union", members: joined }
}

/** Literals without annotations of their own stand together. */
function joinLiterals(members: ReadonlyArray<Member>): ReadonlyArray<Member> {
  const joined: Array<Member> = []
  const values: Array<Literal> = []
  for (const member of members) {
    const { type, annotations } = member
    if (type.kind !== "literals" || annotations.some(saysSomething)) joined.push(member)
    else {
      if (values.length === 0) joined.push({ type: { kind: "literals", values }, annotations: [] })
      for (const value of type.values) values.push(value)
    }
  }
  return joined
}

const saysSomething = (schema: SchemaObject): boolean =>
  typeof schema["description"] === "string" ||
  typeof schema["title"] === "string" ||
  schema["deprecated"] === true

function nullLast(members: ReadonlyArray<Member>): ReadonlyArray<Member> {
  const isNullType = ({ type }: Member): boolean => type.kind === "name" && type.name === "null"
  const nulls = members.filter(isNullType)
  return nulls.length === 0 ? members : [...members.filter((member) => !isNullType(member)), nulls[0]!]
}

const simple = [
  [Types.string, named("string")],
  [Types.number, named("number")],
  [Types.boolean, named("boolean")],
] as const

function typesOfShape(shape: Shape, work: Work): ReadonlyArray<Type> {
  if (shape.literals !== undefined) return [literalsType(shape.literals, work)]
  const bits = typesOf(shape)
  if (bits === allTypes && shape.objects.length + shape.arrays.length === 0) return [unknown]
  const types: Array<Type> = simple.filter(([bit]) => (bits & bit) !== 0).map(([, type]) => type)
  if ((bits & Types.array) !== 0) types.push(arrayType(shape, work))
  if ((bits & Types.object) !== 0) types.push(objectType(shape, work))
  if ((bits & Types.null) !== 0) types.push(named("null"))
  return types
}

function literalsType(values: ReadonlyArray<unknown>, work: Work): Type {
  const byText = new Map<string, Literal>()
  for (const value of values) {
    const text = literalText(value, work)
    byText.set(text, { text, wide: wideType(value) })
  }
  if (byText.has("true") && byText.has("false")) {
    byText.delete("true")
    byText.set("false", { text: "boolean", wide: "boolean" })
  }
  return { kind: "literals", values: [...byText.values()] }
}

/** A listed value nested deeper than this is not written out. */
const maxLiteralDepth = 32

/** A JSON value as the type of exactly that value. */
function literalText(value: unknown, work: Work, depth = 0): string {
  work.left -= 1
  if (typeof value === "string") return stringLiteral(value)
  if (typeof value === "number") return Number.isFinite(value) ? String(value === 0 ? 0 : value) : "number"
  if (typeof value === "boolean" || value === null) return String(value)
  if (typeof value !== "object" || work.left < 0 || depth > maxLiteralDepth) return "unknown"
  if (Array.isArray(value)) return `[${value.map((item) => literalText(item, work, depth + 1)).join(", ")}]`
  const fields = Object.entries(value).map(
    ([key, item]) => `${propertyKey(key)}: ${literalText(item, work, depth + 1)}`,
  )
  return fields.length === 0 ? "{ [key: string]: never }" : `{ ${fields.join("; ")} }`
}

function wideType(value: unknown): string {
  if (value === null) return "null"
  return typeof value === "object" ? "unknown" : typeof value
}

/** A tuple of at most so many equal elements is written out. */
const maxEqualElements = 4

function arrayType(shape: Shape, work: Work): Type {
  const { arrays, minItems } = shape
  const length = prefixLength(shape)
  const rest = arrays.flatMap((part) => part.rest ?? [])
  const isClosed = shape.maxItems <= length || rest.some((place) => place.schema === false)
  const restPosition = isClosed ? undefined : new Position(rest, work)
  if (length === 0 && restPosition !== undefined) return { kind: "array", element: restPosition }
  const elements: Array<Element> = []
  for (let at = 0; at < length; at++) {
    elements.push({ position: new Position(placesAt(arrays, at), work), optional: at >= minItems })
  }
  return { kind: "tuple", elements, rest: restPosition }
}

/** How many elements have a place of their own in the tuple. */
function prefixLength({ arrays, minItems, maxItems }: Shape): number {
  const isFixed = minItems === maxItems && minItems <= maxEqualElements
  const prefix = arrays.reduce(
    (longest, part) => Math.max(longest, part.prefix.length),
    isFixed ? minItems : 0,
  )
  const closedAt = arrays.map((part) => (part.rest?.schema === false ? part.prefix.length : Infinity))
  return Math.min(prefix, maxItems, ...closedAt)
}

const placesAt = (arrays: ReadonlyArray<ArrayPart>, at: number): ReadonlyArray<Located> =>
  arrays.flatMap((part) => part.prefix[at] ?? part.rest ?? [])

const none: ReadonlyArray<string> = []

function objectType(shape: Shape, work: Work): Type {
  const { objects, required } = shape
  const names = new Set<string>()
  for (const part of objects) for (const name of part.properties.keys()) names.add(name)
  for (const name of required) names.add(name)
  const dependent = dependentNames([...shape.own, ...shape.variant])
  const fields: Array<Field> = []
  for (const name of names) {
    const places = objects.map((part) => placeOf(part, name)).filter((place) => place !== undefined)
    const position = new Position(places, work)
    const requires = dependent.get(name) ?? none
    fields.push({ name, optional: !required.has(name), position, requires, lines: undefined })
  }
  const hidden = objects.reduce((sum, part) => sum + (part.hidden ?? 0), 0)
  return { kind: "object", fields, hidden, indexes: indexesOf(objects, fields, work) }
}

/** By property, what must be given with it: `dependentRequired`, and `dependencies` of older drafts. */
function dependentNames(schemas: ReadonlyArray<SchemaObject>): ReadonlyMap<string, ReadonlyArray<string>> {
  const dependent = new Map<string, ReadonlyArray<string>>()
  for (const { dependentRequired, dependencies } of schemas) {
    for (const keyword of [dependentRequired, dependencies]) {
      if (!isObject(keyword)) continue
      for (const [name, others] of Object.entries(keyword)) {
        if (Array.isArray(others))
          dependent.set(
            name,
            others.filter((other) => typeof other === "string"),
          )
      }
    }
  }
  return dependent
}

/** What a part says of a property. Whether a pattern matches it is left open, which is wider. */
const placeOf = (part: ObjectPart, name: string): Located | undefined =>
  part.properties.get(name) ?? (part.patterns.length === 0 ? part.additional : undefined)

const isFalse = (place: Located | undefined): boolean => place?.schema === false

function indexesOf(
  objects: ReadonlyArray<ObjectPart>,
  fields: ReadonlyArray<Field>,
  work: Work,
): ReadonlyArray<Index> {
  const index = (places: ReadonlyArray<Located>): ReadonlyArray<Index> => [
    { key: anyKey, values: [new Position(places, work)], patterns: keyPatterns(objects) },
  ]
  if (objects.some((part) => isFalse(part.additional) && part.patterns.length === 0)) {
    return fields.length > 0 ? [] : index([locateFalse])
  }
  const saying = objects.filter((part) => part.additional !== undefined || part.patterns.length > 0)
  if (saying.length === 0) return fields.length > 0 ? [] : index([])
  if (saying.every((part) => part.patterns.length === 0)) return index(saying.map((part) => part.additional!))
  return patternIndexes(
    saying.find((part) => part.patterns.length > 0)!,
    fields,
    work,
  )
}

export const anyKey = "key: string"

const keyPatterns = (objects: ReadonlyArray<ObjectPart>): ReadonlyArray<KeyPattern> =>
  objects.flatMap(({ keyPattern }) =>
    keyPattern === undefined ? [] : [{ pattern: keyPattern, value: undefined }],
  )

const locateFalse: Located = { schema: false, resource: openDocument({}), trail: undefined }

/** A pattern that is only the beginning of a name. */
const prefixPattern = /^\^([\w :/-]+)(?:\.\*\$?)?$/

function patternIndexes(part: ObjectPart, fields: ReadonlyArray<Field>, work: Work): ReadonlyArray<Index> {
  const values = part.patterns.map(([, place]) => new Position([place], work))
  const patterns = part.patterns.map(([pattern], at) => ({ pattern, value: values[at] }))
  if (isFalse(part.additional)) return [{ key: anyKey, values, patterns }]
  if (part.additional !== undefined) {
    return [{ key: anyKey, values: [...values, new Position([part.additional], work)], patterns }]
  }
  const prefixes = part.patterns.map(([pattern]) => prefixPattern.exec(pattern)?.[1])
  const isExact = prefixes.every(
    (prefix) => prefix !== undefined && !fields.some((field) => field.name.startsWith(prefix)),
  )
  if (!isExact) return [{ key: anyKey, values: [new Position([], work)], patterns }]
  return values.map((value, at) => ({
    key: `key: \`${prefixes[at]}\${string}\``,
    values: [value],
    patterns: [],
  }))
}
