/**
 * Schema Objects made JSON Schema documents (2020-12) for signatures: by version, by direction, with the references
 * that they really use under `$defs`. Values are never checked or changed by them.
 */
import type { JsonSchema } from "../Tool.ts"
import { excerpt } from "./describe.ts"
import { field, isObject, localPointer, objectField, pointed, resolveSchema, textField, type Document } from "./document.ts"
import type { Json } from "./types.ts"

/** Requests leave `readOnly` properties out, responses `writeOnly` ones. */
export type Direction = "request" | "response"

/** The schemas of one document in one direction. Definitions are converted when they are first looked at, and shared. */
export interface Schemas {
  readonly document: Document
  readonly direction: Direction
  /** Names in `$defs`, by target. */
  readonly names: Map<string, string>
  readonly targets: Map<string, Target>
  readonly definitions: Map<string, JsonSchema>
  /** By the names hidden from it and by Schema Object, so that shared and cyclic objects are converted once. */
  readonly converted: Map<string, WeakMap<object, JsonSchema>>
  readonly active: Set<object>
}

/** A schema that references lead to, and the names that its place hides from it. */
interface Target {
  readonly pointer: string
  readonly hidden: ReadonlySet<string>
}

export const makeSchemas = (document: Document, direction: Direction): Schemas => ({
  document,
  direction,
  names: new Map(),
  targets: new Map(),
  definitions: new Map(),
  converted: new Map(),
  active: new Set(),
})

const maxDepth = 64
const unknownSchema: Json = {}
const noNames: ReadonlySet<string> = new Set()

/** One Schema Object as JSON Schema. What cannot be read becomes `{}`, which admits anything. */
export function convert(schemas: Schemas, schema: unknown, hidden = noNames): JsonSchema {
  if (typeof schema === "boolean") return schema
  if (!isObject(schema) || schemas.active.has(schema) || schemas.active.size > maxDepth) return unknownSchema
  const converted = convertedUnder(schemas, hidden)
  const known = converted.get(schema)
  if (known !== undefined) return known
  schemas.active.add(schema)
  try {
    const made = Object.hasOwn(schema, "$ref") ? reference(schemas, schema, hidden) : keywords(schemas, schema, hidden)
    converted.set(schema, made)
    return made
  } finally {
    schemas.active.delete(schema)
  }
}

const keyOf = (hidden: ReadonlySet<string>): string => (hidden.size === 0 ? "" : JSON.stringify([...hidden].toSorted()))

function convertedUnder({ converted }: Schemas, hidden: ReadonlySet<string>): WeakMap<object, JsonSchema> {
  const key = keyOf(hidden)
  let known = converted.get(key)
  if (known === undefined) converted.set(key, (known = new WeakMap()))
  return known
}

function reference(schemas: Schemas, schema: Json, hidden: ReadonlySet<string>): JsonSchema {
  const target = definitionName(schemas, schema["$ref"], hidden)
  const siblings: Json = schemas.document.minor > 0 ? keywords(schemas, schema, hidden) : unknownSchema
  return target === undefined ? siblings : { ...siblings, $ref: `#/$defs/${target}` }
}

/** The `$defs` name of a reference that leads to a schema of this document. */
function definitionName(schemas: Schemas, ref: unknown, hidden: ReadonlySet<string>): string | undefined {
  const pointer = localPointer(schemas.document, ref)
  if (pointer === undefined) return undefined
  const schema = resolveSchema(schemas.document, { $ref: ref })
  if (!isObject(schema) && typeof schema !== "boolean") return undefined
  const target = { pointer, hidden: minds(schema, hidden) ? hidden : noNames }
  const key = `${pointer} ${keyOf(target.hidden)}`
  const known = schemas.names.get(key)
  if (known !== undefined) return known
  const base = (pointer.split("/").at(-1) ?? "").replace(/[^A-Za-z0-9._-]+/g, "_") || "schema"
  let name = base
  for (let count = schemas.targets.size; schemas.targets.has(name); count++) name = `${base}_${count}`
  schemas.names.set(key, name)
  schemas.targets.set(name, target)
  return name
}

/** Whether a schema can require a name that its place hides. */
const minds = (schema: unknown, hidden: ReadonlySet<string>): boolean =>
  hidden.size > 0 &&
  isObject(schema) &&
  (["allOf", "anyOf", "oneOf"].some((keyword) => Object.hasOwn(schema, keyword)) ||
    requiredNames(schema).some((name) => hidden.has(name)))

function definition(schemas: Schemas, name: string): JsonSchema | undefined {
  const known = schemas.definitions.get(name)
  const target = schemas.targets.get(name)
  if (known !== undefined || target === undefined) return known
  const converted = convert(schemas, pointed(schemas.document, target.pointer), target.hidden)
  schemas.definitions.set(name, converted)
  return converted
}

/**
 * The definitions that `root` reaches, as an object. Reading one field converts that definition alone; only listing
 * the fields follows every reference, which in large documents can be thousands.
 */
export function definitionsOf(schemas: Schemas, root: Json): Json {
  let names: ReadonlyArray<string> | undefined
  return new Proxy<Record<string, unknown>>(Object.create(null) as Record<string, unknown>, {
    get: (_, name) => (typeof name === "string" ? definition(schemas, name) : undefined),
    has: (_, name) => typeof name === "string" && definition(schemas, name) !== undefined,
    ownKeys: () => [...(names ??= reachable(schemas, root))],
    getOwnPropertyDescriptor: (_, name) => {
      const value = typeof name === "string" ? definition(schemas, name) : undefined
      return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: false }
    },
  })
}

function reachable(schemas: Schemas, root: Json): ReadonlyArray<string> {
  const names = new Set<string>()
  const waiting: Array<unknown> = [root]
  const seen = new Set<unknown>()
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== "object" || value === null || seen.has(value)) continue
    seen.add(value)
    const ref = (value as Json)["$ref"]
    if (typeof ref === "string" && ref.startsWith("#/$defs/")) {
      const name = ref.slice("#/$defs/".length)
      if (!names.has(name)) {
        names.add(name)
        waiting.push(definition(schemas, name))
      }
    }
    waiting.push(...Object.values(value))
  }
  return [...names]
}

const textKeywords = ["format", "pattern", "contentEncoding", "contentMediaType"]
const numberKeywords = [
  "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
  "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
] // prettier-ignore
const schemaKeywords = [
  "items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains", "propertyNames", "not",
  "if", "then", "else",
] // prettier-ignore
const listKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"]
const mapKeywords = ["patternProperties", "dependentSchemas"]
const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"])

type Draft = Record<string, unknown>

function keywords(schemas: Schemas, schema: Json, inherited: ReadonlySet<string>): Json {
  const draft: Draft = {}
  const hidden = hiddenNames(schemas, schema, inherited)
  copyTypes(schema, draft)
  copyAnnotations(schemas, schema, draft)
  for (const keyword of textKeywords) if (typeof schema[keyword] === "string") draft[keyword] = schema[keyword]
  for (const keyword of numberKeywords) if (typeof schema[keyword] === "number") draft[keyword] = schema[keyword]
  if (schema["uniqueItems"] === true) draft["uniqueItems"] = true
  if (Array.isArray(schema["enum"])) draft["enum"] = schema["enum"].map(plainJson)
  if (schema["const"] !== undefined) draft["const"] = plainJson(schema["const"])
  for (const keyword of schemaKeywords) {
    if (isSchema(schema[keyword])) draft[keyword] = convert(schemas, schema[keyword])
  }
  for (const keyword of mapKeywords) {
    if (isObject(schema[keyword])) draft[keyword] = convertMap(schemas, schema[keyword], noNames)
  }
  copyProperties(schemas, schema, draft, hidden)
  copyLists(schemas, schema, draft, hidden)
  copyTuple(schemas, schema, draft)
  return schemas.document.minor === 0 ? readVersion30(schema, draft) : draft
}

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === "boolean"

function copyTypes(schema: Json, draft: Draft): void {
  const type = schema["type"]
  if (typeof type === "string" && types.has(type)) draft["type"] = type
  if (!Array.isArray(type)) return
  const known = type.filter((name) => types.has(name as string))
  if (known.length > 0 && known.length === type.length) draft["type"] = known
}

const maxAnnotation = 200

function copyAnnotations(schemas: Schemas, schema: Json, draft: Draft): void {
  const description = textField(schema, "description") ?? textField(schema, "title")
  if (description !== undefined && description !== "") draft["description"] = excerpt(description, maxAnnotation)
  if (schema["deprecated"] === true) draft["deprecated"] = true
  if (schema["default"] !== undefined && isSmall(schema["default"])) draft["default"] = plainJson(schema["default"])
  // What an answer looks like is learnt by asking; how to write an input is not.
  if (schemas.direction === "response") return
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : [schema["example"]]
  const small = examples.filter((example) => example !== undefined && isSmall(example)).slice(0, 2)
  if (small.length > 0) draft["examples"] = small.map(plainJson)
}

/** Fit for a tag in a comment: a scalar, or a short list of them. */
function isSmall(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= 4 && value.every((item) => !Array.isArray(item) && isSmall(item))
  return value instanceof Date || typeof value !== "object" || value === null ? String(value).length <= 100 : false
}

/** YAML readers make dates of unquoted `2024-01-01`; the document's text is what the schema means. */
function plainJson(value: unknown): unknown {
  if (!(value instanceof Date)) return value
  if (Number.isNaN(value.getTime())) return null
  return value.toISOString().replace(/T00:00:00\.000Z$/, "")
}

/** Names of properties that this direction leaves out, here and in every branch of `allOf`. */
function hiddenNames(schemas: Schemas, schema: Json, inherited: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set(inherited)
  const seen = new Set<unknown>()
  const visit = (part: unknown): void => {
    const resolved = resolveSchema(schemas.document, part)
    if (!isObject(resolved) || seen.has(resolved) || seen.size > maxDepth) return
    seen.add(resolved)
    for (const [name, property] of Object.entries(objectField(resolved, "properties") ?? {})) {
      if (isHidden(schemas.document, property, schemas.direction)) names.add(name)
    }
    if (Array.isArray(resolved["allOf"])) for (const branch of resolved["allOf"]) visit(branch)
  }
  visit(schema)
  return names.size === 0 ? noNames : names
}

/** Whether a property is left out: marked itself, behind its `$ref`, or in a branch of its `allOf`. */
export function isHidden(document: Document, property: unknown, direction: Direction): boolean {
  const keyword = direction === "request" ? "readOnly" : "writeOnly"
  const waiting: Array<unknown> = [property]
  for (let at = 0; at < waiting.length && at < maxDepth; at++) {
    const schema = waiting[at]
    if (!isObject(schema)) continue
    const hasReference = Object.hasOwn(schema, "$ref")
    if (schema[keyword] === true && !(hasReference && document.minor === 0)) return true
    if (hasReference) waiting.push(resolveSchema(document, schema))
    else if (Array.isArray(schema["allOf"])) waiting.push(...(schema["allOf"] as ReadonlyArray<unknown>).slice(0, maxDepth))
  }
  return false
}

function copyProperties(schemas: Schemas, schema: Json, draft: Draft, hidden: ReadonlySet<string>): void {
  const properties = objectField(schema, "properties")
  if (properties !== undefined) draft["properties"] = convertMap(schemas, properties, hidden)
  const required = requiredNames(schema).filter((name) => !hidden.has(name))
  if (required.length > 0) draft["required"] = required
}

function requiredNames(schema: unknown): ReadonlyArray<string> {
  const required = isObject(schema) ? field(schema, "required") : undefined
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : []
}

/** A map of schemas; `__proto__` is a name like any other. */
function convertMap(schemas: Schemas, map: Json, hidden: ReadonlySet<string>): Json {
  const entries = Object.entries(map).filter(([name]) => !hidden.has(name))
  return Object.fromEntries(entries.map(([name, schema]) => [name, convert(schemas, schema)]))
}

function copyLists(schemas: Schemas, schema: Json, draft: Draft, hidden: ReadonlySet<string>): void {
  for (const keyword of listKeywords) {
    const list = schema[keyword]
    if (!Array.isArray(list) || list.length === 0) continue
    draft[keyword] = list.map((branch) => convert(schemas, branch, keyword === "prefixItems" ? noNames : hidden))
  }
  const discriminator = objectField(schema, "discriminator")
  for (const keyword of ["oneOf", "anyOf"]) {
    const list = schema[keyword]
    if (discriminator === undefined || !Array.isArray(list) || draft[keyword] === undefined) continue
    draft[keyword] = list.map((branch, index) =>
      discriminated(schemas, discriminator, branch, (draft[keyword] as ReadonlyArray<JsonSchema>)[index]!),
    )
  }
}

/** Tuples of the drafts before 2020-12. */
function copyTuple(schemas: Schemas, schema: Json, draft: Draft): void {
  const items = schema["items"]
  if (!Array.isArray(items)) return
  draft["prefixItems"] = items.map((item) => convert(schemas, item))
  const rest = schema["additionalItems"]
  if (isSchema(rest)) draft["items"] = convert(schemas, rest)
}

/** One choice of a `oneOf`, with the value that its discriminator has (Discriminator Object: mapping, else the schema's name). */
function discriminated(schemas: Schemas, discriminator: Json, branch: unknown, converted: JsonSchema): JsonSchema {
  const property = textField(discriminator, "propertyName")
  const ref = isObject(branch) ? textField(branch, "$ref") : undefined
  const resolved = resolveSchema(schemas.document, branch)
  if (property === undefined || ref === undefined || !isObject(resolved)) return converted
  const declared = resolveSchema(schemas.document, objectField(objectField(resolved, "properties") ?? {}, property))
  const says = isObject(declared) && (declared["const"] !== undefined || (Array.isArray(declared["enum"]) && declared["enum"].length === 1))
  if (says) return converted
  const mapped = Object.entries(objectField(discriminator, "mapping") ?? {})
    .filter(([, target]) => target === ref || `#/components/schemas/${String(target)}` === ref)
    .map(([value]) => value)
  const values = mapped.length > 0 ? mapped : [(localPointer(schemas.document, ref) ?? "").split("/").at(-1)]
  const value = values.length === 1 ? { const: values[0] } : { enum: values }
  return { allOf: [converted, { type: "object", properties: { [property]: value }, required: [property] }] }
}

/** What 3.0's Schema Object says differently: `nullable`, and `exclusiveMinimum` and `exclusiveMaximum` as flags. */
function readVersion30(schema: Json, draft: Draft): Json {
  for (const [flag, bound] of [["exclusiveMinimum", "minimum"], ["exclusiveMaximum", "maximum"]] as const) {
    if (schema[flag] !== true || draft[bound] === undefined) continue
    draft[flag] = draft[bound]
    delete draft[bound]
  }
  return schema["nullable"] === true ? nullable(draft) : draft
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
