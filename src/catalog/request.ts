/**
 * What a program may ask of `search`, and the sentence it gets when it asks otherwise.
 * Never searches.
 */

/** A valid request: what is left out of a written one is filled in. */
export interface SearchRequest {
  /** Words to look for, or a path; empty browses. */
  readonly query: string
  /** Only tools below this path. */
  readonly namespace: string | undefined
  /** Items of one answer. */
  readonly limit: number
  /** Matches to skip. */
  readonly offset: number
}

/** Why a written request is none, and how one is written. */
export interface SearchUsage {
  readonly usage: string
}

/** How `search` is called, as a TypeScript signature. */
export const searchSignature =
  "search(request: string | { query?: string; namespace?: string; limit?: number; offset?: number }): " +
  "{ items: { path: string; description: string; signature: string }[]; remaining: number; next: { offset: number } | null }"

/** A query in UTF-16 units; an answer in items. More items asked for than this are given in pages. */
export const maxQueryLength = 1_000
export const maxLimit = 100
const defaultLimit = 10

const usageOf = (problem: string): SearchUsage => ({
  usage: `${problem}. Write search("words") or search({ query: "words", namespace: "name", limit: 10, offset: 0 }); every field may be left out`,
})

/** A request as the host or a program wrote it. */
export function normalizeSearchRequest(written: unknown): SearchRequest | SearchUsage {
  if (typeof written === "string") return fromFields({ query: written })
  if (written === undefined) return usageOf("search needs a request")
  if (typeof written !== "object" || written === null || Array.isArray(written)) {
    return usageOf(`search takes a text or an object, not ${kindOf(written)}`)
  }
  return fromFields(written as Record<string, unknown>)
}

const fieldNames = ["query", "namespace", "limit", "offset"]

function fromFields(written: Readonly<Record<string, unknown>>): SearchRequest | SearchUsage {
  for (const name of Object.keys(written)) {
    if (!fieldNames.includes(name)) return usageOf(`search has no field ${JSON.stringify(name.slice(0, 40))}`)
  }
  const { query, namespace, limit, offset } = written
  for (const [name, value] of Object.entries({ query, namespace })) {
    if (value == null) continue
    if (typeof value !== "string") return usageOf(`${name} must be a text, not ${kindOf(value)}`)
    if (value.length > maxQueryLength) {
      return usageOf(`${name} has ${value.length} characters; at most ${maxQueryLength} are searched for`)
    }
  }
  if (limit != null && !isCount(limit, 1))
    return usageOf(`limit must be a whole number of at least 1, not ${kindOf(limit)}`)
  if (offset != null && !isCount(offset, 0))
    return usageOf(`offset must be a whole number of at least 0, not ${kindOf(offset)}`)
  return {
    query: (query as string | null | undefined) ?? "",
    namespace: (namespace as string | null | undefined)?.trim() || undefined,
    limit: Math.min((limit as number | null | undefined) ?? defaultLimit, maxLimit),
    offset: (offset as number | null | undefined) ?? 0,
  }
}

const isCount = (value: unknown, minimum: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= minimum

function kindOf(value: unknown): string {
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  if (typeof value === "number") return String(value)
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}
