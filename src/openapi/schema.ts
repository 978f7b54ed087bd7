/**
 * Schema Objects made JSON Schema documents (2020-12) for signatures, in one direction, with the references that they
 * really use under `$defs`. Never reads a keyword but `$ref`, and no value is checked or changed by them.
 */
import type { JsonSchema } from "../Tool.ts"
import { isObject, localPointer, pointed, resolveSchema, type Document } from "./document.ts"
import { maxDepth, noNames, requiredNames, type Direction } from "./hidden.ts"
import { readKeywords, type Reading } from "./keywords.ts"
import type { Json } from "./types.ts"

/** The schemas of one document in one direction. Definitions are converted when they are first looked at, and shared. */
export interface Schemas extends Reading {
  /** Names in `$defs`, by target. */
  readonly names: Map<string, string>
  readonly targets: Map<string, Target>
  readonly definitions: Map<string, JsonSchema>
  /** By definition, the definitions that it refers to. */
  readonly references: Map<string, ReadonlyArray<string>>
  /** By the names hidden from it and by Schema Object, so that shared and cyclic objects are converted once. */
  readonly converted: Map<string, WeakMap<object, JsonSchema>>
  readonly active: Set<object>
}

/** A schema that references lead to, and the names that its place hides from it. */
interface Target {
  readonly pointer: string
  readonly hidden: ReadonlySet<string>
}

export function makeSchemas(document: Document, direction: Direction): Schemas {
  const schemas: Schemas = {
    document,
    direction,
    convert: (schema, hidden) => convert(schemas, schema, hidden),
    names: new Map(),
    targets: new Map(),
    definitions: new Map(),
    references: new Map(),
    converted: new Map(),
    active: new Set(),
  }
  return schemas
}

const unknownSchema: Json = {}

/** One Schema Object as JSON Schema. What cannot be read becomes `{}`, which admits anything. */
export function convert(schemas: Schemas, schema: unknown, hidden = noNames): JsonSchema {
  if (typeof schema === "boolean") return schema
  if (!isObject(schema) || schemas.active.has(schema) || schemas.active.size > maxDepth) return unknownSchema
  const converted = convertedUnder(schemas, hidden)
  const known = converted.get(schema)
  if (known !== undefined) return known
  schemas.active.add(schema)
  try {
    const made = Object.hasOwn(schema, "$ref")
      ? reference(schemas, schema, hidden)
      : readKeywords(schemas, schema, hidden)
    converted.set(schema, made)
    return made
  } finally {
    schemas.active.delete(schema)
  }
}

const keyOf = (hidden: ReadonlySet<string>): string =>
  hidden.size === 0 ? "" : JSON.stringify([...hidden].toSorted())

function convertedUnder({ converted }: Schemas, hidden: ReadonlySet<string>): WeakMap<object, JsonSchema> {
  const key = keyOf(hidden)
  let known = converted.get(key)
  if (known === undefined) converted.set(key, (known = new WeakMap()))
  return known
}

function reference(schemas: Schemas, schema: Json, hidden: ReadonlySet<string>): JsonSchema {
  const target = definitionName(schemas, schema["$ref"], hidden)
  const siblings: Json = schemas.document.minor > 0 ? readKeywords(schemas, schema, hidden) : unknownSchema
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
      return value === undefined
        ? undefined
        : { value, enumerable: true, configurable: true, writable: false }
    },
  })
}

function reachable(schemas: Schemas, root: Json): ReadonlyArray<string> {
  const names = new Set(referencesIn(root))
  // A set that grows while it is walked is walked to its end.
  for (const name of names) for (const next of referencesOf(schemas, name)) names.add(next)
  return [...names]
}

/** The definitions that a definition refers to itself. */
function referencesOf(schemas: Schemas, name: string): ReadonlyArray<string> {
  let known = schemas.references.get(name)
  if (known === undefined) schemas.references.set(name, (known = referencesIn(definition(schemas, name))))
  return known
}

/** The definitions that a converted schema refers to at any depth of its own. */
function referencesIn(schema: unknown): ReadonlyArray<string> {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const waiting = [schema]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== "object" || value === null || seen.has(value)) continue
    seen.add(value)
    const ref = (value as Json)["$ref"]
    if (typeof ref === "string" && ref.startsWith("#/$defs/")) names.add(ref.slice("#/$defs/".length))
    for (const part of Object.values(value)) waiting.push(part)
  }
  return [...names]
}
