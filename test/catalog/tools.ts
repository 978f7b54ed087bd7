/** Catalogs for tests, from short descriptions of tools. */
import { resolveDiscovery, type Discovery } from "../../src/catalog/budget.ts"
import { makeCatalog, type Catalog } from "../../src/catalog/catalog.ts"
import type { SearchAnswer } from "../../src/catalog/search.ts"
import * as Limits from "../../src/Limits.ts"
import * as Namespace from "../../src/Namespace.ts"
import * as Tool from "../../src/Tool.ts"

export interface Settings {
  readonly discovery?: Discovery
  readonly limits?: Limits.Limits
  readonly globals?: ReadonlyArray<string>
}

/** A tool with these words and parameters; a parameter may come with its description. */
export const tool = (
  description: string,
  parameters: ReadonlyArray<string> | Readonly<Record<string, string>> = [],
): Tool.Definition => {
  const properties = Array.isArray(parameters)
    ? parameters.map((name: string) => [name, { type: "string" }])
    : Object.entries(parameters).map(([name, words]) => [name, { type: "string", description: words }])
  const input = { type: "object", properties: Object.fromEntries(properties) as object }
  return Tool.make({ description, input, execute: () => undefined })
}

export const catalogOf = (
  tree: Namespace.Tree<never>,
  { discovery, limits, globals = [] }: Settings = {},
): Catalog =>
  makeCatalog(Namespace.flatten(tree), {
    discovery: resolveDiscovery(discovery),
    limits: Limits.resolve(limits),
    globals,
    timeZone: "UTC",
    locale: "en-US",
  })

/** The answer to a request that must be a right one. */
export function answer(catalog: Catalog, request: unknown): SearchAnswer {
  const found = catalog.search(request)
  if ("usage" in found) throw new Error(found.usage)
  return found
}

/** The paths of an answer, as callable expressions. */
export const pathsOf = (catalog: Catalog, request: unknown): ReadonlyArray<string> =>
  answer(catalog, request).items.map(({ path }) => path)
