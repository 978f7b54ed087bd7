/**
 * The tree of tools that a host hands over, and the names of what is in it.
 * Never searches, renders or calls.
 */
import * as Predicate from "effect/Predicate"
import * as Tool from "./Tool.ts"

const TypeId = "~codemode/Namespace"
declare const services: unique symbol

/** Tools and namespaces by name. A dot in a name makes a nested path. */
export interface Tree<out R = unknown> {
  readonly [name: string]: Tool.Definition<R> | Namespace<R> | Tree<R>
  readonly [services]?: (_: never) => R
}

/** A described namespace, as {@link make} gives it. */
export interface Namespace<out R = never> {
  readonly [TypeId]: typeof TypeId
  readonly description: string | undefined
  readonly tools: Tree<R>
}

/** The union of the services that the tools of a tree require; `never` where there are none. */
export type Requirements<T> =
  T extends Tool.Definition<infer R>
    ? R
    : T extends Namespace<infer R>
      ? R
      : typeof services extends keyof T
        ? T extends Tree<infer R>
          ? R
          : never
        : T extends object
          ? { [K in keyof T]: Requirements<T[K]> }[keyof T]
          : never

/**
 * A namespace with a description, which takes part in search for every tool below it.
 * Throws `TypeError` as {@link flatten} does.
 *
 * ```ts
 * import { Namespace, Tool } from "codemode"
 *
 * const lookup = Tool.make({ description: "Finds an order", input: { type: "object" }, execute: () => undefined })
 * Namespace.make({ description: "Purchases and shipments", tools: { lookup } })
 * ```
 */
export function make<const T extends Tree>(options: {
  readonly description?: string | undefined
  readonly tools: T
}): Namespace<Requirements<T>> {
  flatten(options.tools)
  return {
    [TypeId]: TypeId,
    description: options.description,
    tools: options.tools as unknown as Tree<Requirements<T>>,
  }
}

/** Whether `u` is a namespace that {@link make} gave. */
export const isNamespace = (u: unknown): u is Namespace<unknown> => Predicate.hasProperty(u, TypeId)

/** What is known of a namespace besides its name. */
export interface NamespaceInfo {
  readonly description: string | undefined
}

/** Tools by canonical path, `orders.lookup`. */
export interface ToolsByPath<out R = never> extends Iterable<readonly [string, Tool.Definition<R>]> {
  readonly get: (path: string) => Tool.Definition<R> | undefined
  readonly keys: () => Iterable<string>
  /** The tools by namespace and name; those in none stand under the empty text. */
  readonly byNamespace: ReadonlyMap<string, ReadonlyMap<string, Tool.Definition<R>>>
}

/** A tree as flat lists by canonical path. A path can be in both. */
export interface Flat<out R = never> {
  readonly tools: ToolsByPath<R>
  readonly namespaces: ReadonlyMap<string, NamespaceInfo>
}

/** Each namespace has a table of its own: one table of ten thousand long paths costs more than many small ones. */
class ToolTables implements ToolsByPath<unknown> {
  readonly byNamespace = new Map<string, Map<string, Tool.Definition<unknown>>>()

  get(path: string): Tool.Definition<unknown> | undefined {
    const [namespace, name] = splitPath(path)
    return this.byNamespace.get(namespace)?.get(name)
  }

  set(namespace: string, name: string, tool: Tool.Definition<unknown>): void {
    const tools = this.byNamespace.get(namespace)
    if (tools === undefined) this.byNamespace.set(namespace, new Map([[name, tool]]))
    else tools.set(name, tool)
  }

  *keys(): Generator<string> {
    for (const [path] of this) yield path
  }

  *[Symbol.iterator](): Generator<readonly [string, Tool.Definition<unknown>]> {
    for (const [namespace, tools] of this.byNamespace) {
      for (const [name, tool] of tools) yield [joinPath(namespace, name), tool]
    }
  }
}

const joinPath = (namespace: string, name: string): string =>
  namespace === "" ? name : `${namespace}.${name}`

/** The namespace and the last segment of a path. */
function splitPath(path: string): readonly [namespace: string, name: string] {
  const dot = path.lastIndexOf(".")
  return dot < 0 ? ["", path] : [path.slice(0, dot), path.slice(dot + 1)]
}

/** The most segments of a path. */
const maxSegments = 64

interface Lists {
  readonly tools: ToolTables
  readonly namespaces: Map<string, NamespaceInfo>
  /** The records that the walk is inside of. */
  readonly open: Set<object>
}

/**
 * Flattens a tree. Of two definitions of one path the last holds.
 * Throws `TypeError` for an empty segment, for what is no tool, for a tree that contains itself, and for a path of more
 * than 64 segments.
 */
export function flatten<T extends Tree>(tree: T): Flat<Requirements<T>> {
  const lists: Lists = { tools: new ToolTables(), namespaces: new Map(), open: new Set() }
  addTree(lists, "", tree)
  const { tools, namespaces } = lists
  return { tools: tools as unknown as ToolsByPath<Requirements<T>>, namespaces }
}

function addTree(lists: Lists, prefix: string, tree: Tree): void {
  if (!isRecord(tree)) throw notTools(prefix, tree)
  if (lists.open.has(tree)) throw new TypeError(`${place(prefix)} contains itself`)
  if (lists.open.size >= maxSegments) throw tooDeep(prefix)
  lists.open.add(tree)
  for (const name of Object.keys(tree)) {
    const value = tree[name]
    if (name === "" || name.includes(".")) addDotted(lists, prefix, name, value)
    else if (Tool.isTool(value)) lists.tools.set(prefix, name, value)
    else addNamespaceTree(lists, joinPath(prefix, name), value)
  }
  lists.open.delete(tree)
}

function addNamespaceTree(lists: Lists, path: string, value: unknown): void {
  if (isNamespace(value)) {
    addNamespace(lists, path, value.description)
    addTree(lists, path, value.tools)
  } else {
    addNamespace(lists, path, undefined)
    addTree(lists, path, value as Tree)
  }
}

/** Adds a namespace, which keeps the description that it has where there is no other. */
function addNamespace({ namespaces }: Lists, path: string, description: string | undefined): void {
  if (description !== undefined || !namespaces.has(path)) namespaces.set(path, { description })
}

/** Adds what has a dotted name, and the namespaces that the name makes. */
function addDotted(lists: Lists, prefix: string, name: string, value: unknown): void {
  const path = joinPath(prefix, name)
  const segments = path.split(".")
  if (segments.length > maxSegments) throw tooDeep(prefix)
  if (segments.includes("")) {
    throw new TypeError(`${place(prefix)} has the name ${JSON.stringify(name)}, which has an empty segment`)
  }
  for (let dot = path.lastIndexOf("."); dot > prefix.length; dot = path.lastIndexOf(".", dot - 1)) {
    addNamespace(lists, path.slice(0, dot), undefined)
  }
  if (Tool.isTool(value)) lists.tools.set(...splitPath(path), value)
  else addNamespaceTree(lists, path, value)
}

/** A record of tools has no prototype of its own, so a Promise, an Effect or a Map is never taken for an empty one. */
function isRecord(u: unknown): u is Tree {
  if (typeof u !== "object" || u === null) return false
  const prototype: unknown = Object.getPrototypeOf(u)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

const tooDeep = (path: string): TypeError =>
  new TypeError(`${place(path)} has a name of more than ${maxSegments} segments below it`)

function notTools(path: string, value: unknown): TypeError {
  return new TypeError(
    `${place(path)} is ${kindOf(value)}; expected Tool.make(...), Namespace.make(...) or a record of them`,
  )
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? `an instance of ${value.constructor.name}` : `a ${typeof value}`
}

const place = (path: string): string => (path === "" ? "tools" : toolExpression(path))

const identifierName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u
/** Whether `name` can stand after a dot without brackets (ECMA-262 12.7, IdentifierName). */
export const isIdentifier = (name: string): boolean => identifierName.test(name)

/** Characters that would show nothing, or reorder the text around them. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** The callable form of a canonical path: `tools.context7["resolve-library-id"]` for `context7.resolve-library-id`. */
export const toolExpression = (path: string): string =>
  path.split(".").reduce((text, segment) => text + access(segment), "tools")

const access = (segment: string): string =>
  isIdentifier(segment) ? `.${segment}` : `[${JSON.stringify(segment).replaceAll(invisible, escaped)}]`

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("")

const segment = /(?:^|\.)([^.[\]]+)|\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\]/gsuy

/**
 * The canonical paths that a written path may mean, likeliest first: `orders.lookup`, `tools.orders.lookup` and
 * `tools["orders"].lookup` all give `orders.lookup`. A name may itself hold brackets, so the text itself comes last.
 */
export function writtenPaths(text: string): ReadonlyArray<string> {
  const written = text.trim()
  const segments = parseSegments(written)
  const paths = segments === undefined ? [] : [segments.join(".")]
  if (segments !== undefined && segments.length > 1 && segments[0] === "tools") {
    paths.unshift(segments.slice(1).join("."))
  }
  return [...new Set([...paths, written])]
}

function parseSegments(text: string): ReadonlyArray<string> | undefined {
  const segments: Array<string> = []
  segment.lastIndex = 0
  while (segment.lastIndex < text.length) {
    const match = segment.exec(text)
    const name = match === null ? undefined : (match[1] ?? unquoted(match[2]!))
    if (name === undefined || name === "") return undefined
    segments.push(name)
  }
  return segments
}

function unquoted(literal: string): string | undefined {
  const inner = literal.slice(1, -1)
  const json = literal.startsWith("'") ? inner.replaceAll("\\'", "'").replaceAll('"', '\\"') : inner
  try {
    return JSON.parse(`"${json}"`) as string
  } catch {
    return undefined
  }
}
