/** Media types: reading their names (RFC 9110, 8.3) and telling which kinds the adapter can carry. Never sees content. */
import type { Json } from "./types.ts"

export interface MediaType {
  /** As the document writes it, parameters included. */
  readonly name: string
  /** `type/subtype`, lower case, without parameters. */
  readonly type: string
  /** The Media Type Object. */
  readonly value: unknown
}

/** The entries of a `content` map. */
export const mediaTypes = (content: Json): ReadonlyArray<MediaType> =>
  Object.entries(content).map(([name, value]) => ({ name, type: essence(name), value }))

/** `type/subtype`, lower case, without parameters. */
export const essence = (name: string): string => (name.split(";", 1)[0] ?? "").trim().toLowerCase()

/** The `charset` parameter, lower case. */
export const charsetOf = (name: string): string | undefined =>
  /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i
    .exec(name)
    ?.slice(1)
    .find((it) => it !== undefined)
    ?.toLowerCase()

/** JSON by name or by structured suffix (RFC 6839, 3.1). */
export const isJson = (type: string): boolean =>
  /^(?:application|text)\/json$|^[^/\s]+\/[^/\s]+\+json$/.test(type) && !type.endsWith("/stream+json")

/** Text that is one document, so not an event stream. */
export const isText = (type: string): boolean =>
  type.startsWith("text/") && type !== "text/event-stream" && type !== "text/json"

/** A range that includes `application/json`. */
export const isAnything = (type: string): boolean => type === "*/*" || type === "application/*"

/** Why a media type cannot be carried, in two words. */
export function kindOf(type: string): string {
  if (type === "text/event-stream") return "event stream"
  if (/[/+]xml$/.test(type)) return "XML"
  if (/json-seq|ndjson|jsonl|x-json-stream|stream\+json/.test(type)) return "stream"
  if (/yaml/.test(type)) return "YAML"
  return /^(?:[\w.+*-]+)\/(?:[\w.+*-]+)$/.test(type) ? "binary or unknown" : "malformed"
}
