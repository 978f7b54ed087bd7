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

/** A namespace with a description, which takes part in search for every tool below it. */
export const make = <const T extends Tree>(options: {
  readonly description?: string | undefined
  readonly tools: T
}): Namespace<Requirements<T>> => ({
  [TypeId]: TypeId,
  description: options.description,
  tools: options.tools as Tree<Requirements<T>>,
})

/** Whether `u` is a namespace that {@link make} gave. */
export const isNamespace = (u: unknown): u is Namespace<unknown> => Predicate.hasProperty(u, TypeId)

/** A tree as one flat list by canonical path (`orders.lookup`). A path can be in both maps. */
export interface Flat<out R = never> {
  readonly tools: ReadonlyMap<string, Tool.Definition<R>>
  readonly namespaces: ReadonlyMap<string, { readonly description: string | undefined }>
}

/** Flattens a tree; of two definitions of one path the last holds. Throws `TypeError` for an empty segment or a value that is no tool. */
export function flatten<T extends Tree>(tree: T): Flat<Requirements<T>> {
  const tools = new Map<string, Tool.Definition<Requirements<T>>>()
  const namespaces = new Map<string, { readonly description: string | undefined }>()
  const walk = (entries: Tree, prefix: string): void => {
    for (const [name, value] of Object.entries(entries)) {
      const path = prefix + name
      if (Tool.isTool(value)) tools.set(path, value as Tool.Definition<Requirements<T>>)
      else if (isNamespace(value)) {
        namespaces.set(path, { description: value.description })
        walk(value.tools, `${path}.`)
      } else {
        namespaces.set(path, { description: undefined })
        walk(value, `${path}.`)
      }
    }
  }
  walk(tree, "")
  return { tools, namespaces }
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** The callable form of a canonical path: `context7.resolve-library-id` is `tools.context7["resolve-library-id"]`. */
export const toolExpression = (path: string): string =>
  path
    .split(".")
    .reduce(
      (text, segment) => text + (identifier.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`),
      "tools",
    )
