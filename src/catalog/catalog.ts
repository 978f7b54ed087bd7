/**
 * All that a runtime tells about its tools, prepared when it is first asked for and kept.
 * Never calls a tool.
 */
import type { Flat } from "../Namespace.ts"
import type { Resolved as ResolvedLimits } from "../Limits.ts"
import type { ResolvedDiscovery } from "./budget.ts"
import { Entry } from "./entry.ts"
import { instructions } from "./instructions.ts"
import { normalizeSearchRequest } from "./request.ts"
import { makeSearch, type SearchAnswer } from "./search.ts"
import { makeSuggester, type Suggester } from "./suggest.ts"

/** One tool of `runtime.catalog()`. */
export interface ToolDescription {
  /** The canonical path, `orders.lookup`. */
  readonly path: string
  readonly description: string
  /** The whole TypeScript signature, rendered when it is read. */
  readonly signature: string
}

export interface Catalog extends Suggester {
  /** Every tool, in alphabetical order of paths. */
  readonly list: () => ReadonlyArray<ToolDescription>
  readonly instructions: () => string
  /** The answer to a request as it was written, or the sentence that says how one is written. */
  readonly search: (written: unknown) => SearchAnswer | { readonly usage: string }
}

/** What the catalog is made from. */
export interface CatalogOptions {
  readonly discovery: ResolvedDiscovery
  readonly limits: ResolvedLimits
  /** Names of the globals that extensions add. */
  readonly globals: ReadonlyArray<string>
  readonly timeZone: string
  readonly locale: string
}

/** A catalog of the tools of a tree. Costs nothing until it is asked. */
export function makeCatalog({ tools, namespaces }: Flat<unknown>, options: CatalogOptions): Catalog {
  const entries = lazy(() =>
    [...tools].map(([path, tool]) => new Entry(path, tool)).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  )
  const find = lazy(() =>
    makeSearch({ entries: entries(), namespaces, signatureBudget: options.discovery.signatureBudget }),
  )
  const suggester = lazy(() => makeSuggester(entries().map(({ path }) => path)))
  const list = lazy(() => entries().map(describe))
  return {
    list,
    instructions: lazy(() => instructions({ ...options, entries: entries(), namespaces })),
    search: (written) => {
      const request = normalizeSearchRequest(written)
      return "usage" in request ? request : find()(request)
    },
    suggestPaths: (written, count) => suggester().suggestPaths(written, count),
    describeUnknownTool: (written) => suggester().describeUnknownTool(written),
  }
}

const describe = (entry: Entry): ToolDescription => ({
  path: entry.path,
  description: entry.description,
  get signature() {
    return entry.signature
  },
})

function lazy<A>(make: () => A): () => A {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}
