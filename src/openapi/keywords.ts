/**
 * The keywords of one Schema Object, by version, as those of JSON Schema 2020-12. What is malformed is left out, so
 * that it constrains nothing. Never follows a reference by itself.
 */
import type { JsonSchema } from "../Tool.ts"
import { excerpt } from "./describe.ts"
import { discriminated } from "./discriminator.ts"
import { isObject, objectField, textField, type Document } from "./document.ts"
import { hiddenNames, requiredNames, type Direction } from "./hidden.ts"
import type { Json } from "./types.ts"

/** Where keywords are read: whose they are, and how the schemas inside them are converted. */
export interface Reading {
  readonly document: Document
  readonly direction: Direction
  readonly convert: (schema: unknown, hidden?: ReadonlySet<string>) => JsonSchema
}

type Draft = Record<string, unknown>

/** One keyword read from `schema` into `draft`. `hidden` are the names of properties that are left out. */
type Reader = (
  reading: Reading,
  schema: Json,
  keyword: string,
  draft: Draft,
  hidden: ReadonlySet<string>,
) => void

export function readKeywords(reading: Reading, schema: Json, inherited: ReadonlySet<string>): Json {
  const { document, direction } = reading
  const draft: Draft = {}
  const hidden = hiddenNames(document, direction, schema, inherited)
  for (const keyword of Object.keys(schema)) readers.get(keyword)?.(reading, schema, keyword, draft, hidden)
  return document.minor === 0 ? readVersion30(schema, draft) : draft
}

const copyText: Reader = (_, schema, keyword, draft) => {
  if (typeof schema[keyword] === "string") draft[keyword] = schema[keyword]
}

const copyNumber: Reader = (_, schema, keyword, draft) => {
  if (typeof schema[keyword] === "number") draft[keyword] = schema[keyword]
}

const copyFlag: Reader = (_, schema, keyword, draft) => {
  if (schema[keyword] === true) draft[keyword] = true
}

const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"])

const copyType: Reader = (_, schema, keyword, draft) => {
  const type = schema[keyword]
  const names: ReadonlyArray<unknown> = Array.isArray(type) ? type : [type]
  if (names.length > 0 && names.every((name) => types.has(name as string))) draft[keyword] = type
}

const copyEnum: Reader = (_, schema, keyword, draft) => {
  if (Array.isArray(schema[keyword])) draft[keyword] = schema[keyword].map(plainJson)
}

const copyConst: Reader = (_, schema, keyword, draft) => {
  draft[keyword] = plainJson(schema[keyword])
}

const maxAnnotation = 200

const copyDescription: Reader = (_, schema, keyword, draft) => {
  const text = schema[keyword]
  const isWanted = keyword === "description" || textField(schema, "description") === undefined
  if (isWanted && typeof text === "string" && text !== "") draft["description"] = excerpt(text, maxAnnotation)
}

const copyDefault: Reader = (_, schema, keyword, draft) => {
  if (isSmall(schema[keyword])) draft[keyword] = plainJson(schema[keyword])
}

/** What an answer looks like is learnt by asking; how to write an input is not. */
const copyExamples: Reader = ({ direction }, schema, keyword, draft) => {
  if (direction === "response") return
  const examples =
    Array.isArray(schema[keyword]) && keyword === "examples" ? schema[keyword] : [schema[keyword]]
  const small = examples.filter(isSmall).slice(0, 2)
  if (small.length > 0) draft["examples"] = small.map(plainJson)
}

/** Fit for a tag in a comment: a scalar, or a short list of them. */
function isSmall(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length <= 4 && value.every((item) => !Array.isArray(item) && isSmall(item))
  return value instanceof Date || typeof value !== "object" || value === null
    ? String(value).length <= 100
    : false
}

/** YAML readers make dates of unquoted `2024-01-01`; the document's text is what the schema means. */
function plainJson(value: unknown): unknown {
  if (!(value instanceof Date)) return value
  if (Number.isNaN(value.getTime())) return null
  return value.toISOString().replace(/T00:00:00\.000Z$/, "")
}

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === "boolean"

const copySchema: Reader = ({ convert }, schema, keyword, draft) => {
  if (isSchema(schema[keyword])) draft[keyword] = convert(schema[keyword])
}

/** `items`, which before 2020-12 could be a tuple with `additionalItems` after it. */
const copyItems: Reader = (reading, schema, keyword, draft, hidden) => {
  const items = schema[keyword]
  if (!Array.isArray(items)) {
    copySchema(reading, schema, keyword, draft, hidden)
    return
  }
  draft["prefixItems"] = items.map((item) => reading.convert(item))
  const rest = schema["additionalItems"]
  if (isSchema(rest)) draft["items"] = reading.convert(rest)
}

const copyMap: Reader = ({ convert }, schema, keyword, draft) => {
  const map = schema[keyword]
  if (isObject(map))
    draft[keyword] = Object.fromEntries(Object.entries(map).map(([name, part]) => [name, convert(part)]))
}

const copyProperties: Reader = ({ convert }, schema, keyword, draft, hidden) => {
  const properties = schema[keyword]
  if (!isObject(properties)) return
  const shown = Object.entries(properties).filter(([name]) => !hidden.has(name))
  draft[keyword] = Object.fromEntries(shown.map(([name, property]) => [name, convert(property)]))
}

const copyRequired: Reader = (_, schema, keyword, draft, hidden) => {
  const required = requiredNames(schema).filter((name) => !hidden.has(name))
  if (required.length > 0) draft[keyword] = required
}

const copyTuple: Reader = ({ convert }, schema, keyword, draft) => {
  const list = schema[keyword]
  if (Array.isArray(list) && list.length > 0) draft[keyword] = list.map((item) => convert(item))
}

const copyBranches: Reader = ({ document, convert }, schema, keyword, draft, hidden) => {
  const branches = schema[keyword]
  if (!Array.isArray(branches) || branches.length === 0) return
  const discriminator = keyword === "allOf" ? undefined : objectField(schema, "discriminator")
  draft[keyword] = branches.map((branch) => {
    const converted = convert(branch, hidden)
    return discriminator === undefined ? converted : discriminated(document, discriminator, branch, converted)
  })
}

const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    type: copyType,
    enum: copyEnum,
    const: copyConst,
    title: copyDescription,
    description: copyDescription,
    default: copyDefault,
    example: copyExamples,
    examples: copyExamples,
    items: copyItems,
    prefixItems: copyTuple,
    properties: copyProperties,
    required: copyRequired,
    allOf: copyBranches,
    anyOf: copyBranches,
    oneOf: copyBranches,
    ...every(copyFlag, "deprecated", "uniqueItems"),
    ...every(copyText, "format", "pattern", "contentEncoding", "contentMediaType"),
    ...every(copyNumber, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    ...every(copyNumber, "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"),
    ...every(copyNumber, "minProperties", "maxProperties"),
    ...every(
      copySchema,
      "additionalProperties",
      "unevaluatedProperties",
      "unevaluatedItems",
      "propertyNames",
    ),
    ...every(copySchema, "contains", "not", "if", "then", "else"),
    ...every(copyMap, "patternProperties", "dependentSchemas"),
  }),
)

function every(reader: Reader, ...keywords: ReadonlyArray<string>): Readonly<Record<string, Reader>> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, reader]))
}

/** What 3.0's Schema Object says differently: `nullable`, and `exclusiveMinimum` and `exclusiveMaximum` as flags. */
function readVersion30(schema: Json, draft: Draft): Json {
  makeExclusive(schema, draft, "exclusiveMinimum", "minimum")
  makeExclusive(schema, draft, "exclusiveMaximum", "maximum")
  return schema["nullable"] === true ? nullable(draft) : draft
}

function makeExclusive(schema: Json, draft: Draft, flag: string, bound: string): void {
  if (schema[flag] !== true || draft[bound] === undefined) return
  draft[flag] = draft[bound]
  delete draft[bound]
}

function nullable(draft: Draft): Json {
  if (Array.isArray(draft["enum"]) && !draft["enum"].includes(null)) draft["enum"] = [...draft["enum"], null]
  const isComposed = ["allOf", "anyOf", "oneOf", "not"].some((keyword) => draft[keyword] !== undefined)
  if (typeof draft["type"] === "string" && !isComposed) return { ...draft, type: [draft["type"], "null"] }
  if (!isComposed) return draft
  const { description, deprecated, ...rest } = draft
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    anyOf: [rest, { type: "null" }],
  }
}
