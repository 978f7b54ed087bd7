/**
 * JSON Schema documents: which dialect a schema is written in, and where its references lead.
 * Never reads a keyword that constrains a value.
 */

/** A schema object. Documents come from outside, so nothing about a keyword's value is known. */
export type SchemaObject = { readonly [keyword: string]: unknown }

/** The drafts that differ in what a keyword means. Older ones read as draft-07. */
export type Dialect = "draft-07" | "2019-09" | "2020-12"

/** A schema resource: what `#` means in it, and the dialect of its keywords. */
export interface Resource {
  readonly root: SchemaObject
  readonly dialect: Dialect
  /** The absolute or relative URI that references are resolved against; empty where none is declared. */
  readonly base: string
  readonly targets: Targets
}

/** A schema and the resource it stands in. */
export interface Place {
  readonly schema: unknown
  readonly resource: Resource
}

/** Every place of a document that has a name: by URI without fragment, or by URI, `#` and anchor. Filled on first use. */
interface Targets {
  index: ReadonlyMap<string, Place> | undefined
  readonly document: SchemaObject
}

/** How many schema objects are looked at for names, so that a hostile document costs no more than a large one. */
const maxIndexedObjects = 50_000

export const isObject = (value: unknown): value is SchemaObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The resource of a whole document. */
export function openDocument(document: SchemaObject): Resource {
  return openRoot(document, { index: undefined, document })
}

function openRoot(document: SchemaObject, targets: Targets): Resource {
  return openResource(document, { root: document, dialect: "2020-12", base: "", targets })
}

/** The resource that a schema stands in: its own where it declares an `$id`, else the one around it. */
export function enter(schema: SchemaObject, around: Resource): Resource {
  if (schema === around.root) return around
  if (identifierOf(schema) !== undefined) return openResource(schema, around)
  const dialect = dialectOf(schema["$schema"]) ?? around.dialect
  return dialect === around.dialect ? around : { ...around, dialect }
}

function openResource(schema: SchemaObject, around: Resource): Resource {
  const id = identifierOf(schema)
  return {
    root: schema,
    dialect: dialectOf(schema["$schema"]) ?? around.dialect,
    base: id === undefined ? around.base : join(around.base, id),
    targets: around.targets,
  }
}

/** An `$id` that names a resource. One that is only a fragment is draft-07's way to write an anchor. */
function identifierOf(schema: SchemaObject): string | undefined {
  const id = schema["$id"]
  return typeof id === "string" && !id.startsWith("#") ? withoutFragment(id) : undefined
}

function dialectOf(uri: unknown): Dialect | undefined {
  if (typeof uri !== "string") return undefined
  if (/draft-0[3-7]\b/.test(uri)) return "draft-07"
  if (uri.includes("2019-09")) return "2019-09"
  return uri.includes("2020-12") ? "2020-12" : undefined
}

/** Where a `$ref` leads: JSON Schema Core 8.2.3, within the document. `undefined` if it leads nowhere or outside. */
export function resolveReference(reference: string, resource: Resource): Place | undefined {
  return definitionOf(reference, resource) ?? placeOf(reference, resource)
}

const definitionReference = /^#\/(\$defs|definitions)\/([\w.-]+)$/

/** Nearly all references: to a definition of their own resource, by a name without escapes. */
function definitionOf(reference: string, resource: Resource): Place | undefined {
  const match = definitionReference.exec(reference)
  const definitions = match === null ? undefined : resource.root[match[1]!]
  if (!isObject(definitions) || !(match![2]! in definitions)) return undefined
  const schema = definitions[match![2]!]
  return isObject(schema) ? { schema, resource: enter(schema, resource) } : undefined
}

function placeOf(reference: string, resource: Resource): Place | undefined {
  const hash = reference.indexOf("#")
  const fragment = hash < 0 ? "" : reference.slice(hash + 1)
  const uri = hash < 0 ? reference : reference.slice(0, hash)
  const target = uri === "" ? { schema: resource.root, resource } : named(join(resource.base, uri), resource)
  if (target === undefined || fragment === "") return target
  if (!fragment.startsWith("/")) return named(`${target.resource.base}#${fragment}`, resource)
  return (
    followPointer(fragment, target.resource) ??
    (uri === "" ? followPointer(fragment, documentOf(resource)) : undefined)
  )
}

/** Where a `$dynamicRef` or `$recursiveRef` leads, if only one place in the document can be meant. */
export function resolveDynamicReference(reference: string, resource: Resource): Place | undefined {
  const place = resolveReference(reference, resource)
  const anchor = reference === "#" ? "$recursiveAnchor" : `$dynamicAnchor ${reference.replace(/^#/, "")}`
  return named(`several ${anchor}`, resource) === undefined ? place : undefined
}

const documentOf = (resource: Resource): Resource => ({ ...resource, root: resource.targets.document })

const named = (name: string, resource: Resource): Place | undefined => {
  const { targets } = resource
  targets.index ??= indexTargets(targets.document, resource)
  return targets.index.get(name)
}

function indexTargets(document: SchemaObject, { targets }: Resource): ReadonlyMap<string, Place> {
  const index = new Map<string, Place>()
  const seen = new Set<unknown>()
  const add = (name: string, place: Place): void => {
    if (!index.has(name)) index.set(name, place)
  }
  const waiting: Array<Place> = [{ schema: document, resource: openRoot(document, targets) }]
  for (let at = 0; at < waiting.length && at < maxIndexedObjects; at++) {
    const { schema, resource } = waiting[at]!
    if (typeof schema !== "object" || schema === null || seen.has(schema)) continue
    seen.add(schema)
    const inside = isObject(schema) ? enter(schema, resource) : resource
    if (isObject(schema)) {
      if (inside.root === schema) add(inside.base, { schema, resource: inside })
      addAnchors(schema, inside, add, index)
    }
    for (const value of Object.values(schema)) {
      if (typeof value === "object" && value !== null) waiting.push({ schema: value, resource: inside })
    }
  }
  return index
}

function addAnchors(
  schema: SchemaObject,
  resource: Resource,
  add: (name: string, place: Place) => void,
  index: ReadonlyMap<string, Place>,
): void {
  const place = { schema, resource }
  const { $id, $anchor, $dynamicAnchor, $recursiveAnchor } = schema
  if (typeof $id === "string" && $id.startsWith("#")) add(resource.base + $id, place)
  if (typeof $anchor === "string") add(`${resource.base}#${$anchor}`, place)
  if (typeof $dynamicAnchor === "string") add(`${resource.base}#${$dynamicAnchor}`, place)
  const dynamic =
    typeof $dynamicAnchor === "string"
      ? `$dynamicAnchor ${$dynamicAnchor}`
      : $recursiveAnchor === true
        ? "$recursiveAnchor"
        : undefined
  if (dynamic === undefined) return
  if (index.has(dynamic)) add(`several ${dynamic}`, place)
  add(dynamic, place)
}

/** JSON Pointer, RFC 6901, in its URI fragment form. Enters each resource on the way. */
function followPointer(pointer: string, from: Resource): Place | undefined {
  let schema: unknown = from.root
  let resource = from
  for (const token of pointer.slice(1).split("/")) {
    const key = decode(token).replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, key)) return undefined
    schema = (schema as SchemaObject)[key]
    if (isObject(schema)) resource = enter(schema, resource)
  }
  return { schema, resource }
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

const withoutFragment = (uri: string): string => uri.split("#", 1)[0]!

/** Reference resolution, RFC 3986 5.2, for absolute bases; a base without a scheme joins as a path does. */
function join(base: string, reference: string): string {
  if (base === "" || /^[a-z][a-z0-9+.-]*:/i.test(reference)) return reference
  const root = "codemode:/"
  try {
    const url = new URL(reference, /^[a-z][a-z0-9+.-]*:/i.test(base) ? base : new URL(base, root)).href
    return url.startsWith(root) && !base.startsWith("/") && !reference.startsWith("/")
      ? url.slice(root.length)
      : url
  } catch {
    return reference
  }
}
