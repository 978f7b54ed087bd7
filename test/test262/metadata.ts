/** Reads the front matter of a test: the small part of YAML that the suite uses. */

export interface Metadata {
  readonly features: ReadonlyArray<string>
  readonly flags: ReadonlyArray<string>
  readonly includes: ReadonlyArray<string>
  readonly negative: { readonly phase: string; readonly type: string } | undefined
}

export function parseMetadata(source: string): Metadata {
  const block = /\/\*---([\s\S]*?)---\*\//.exec(source)?.[1] ?? ""
  const phase = /^negative:[^\n]*\n(?:[ \t]+[^\n]*\n)*?[ \t]+phase: *(\S+)/m.exec(block)?.[1]
  const type = /^negative:[^\n]*\n(?:[ \t]+[^\n]*\n)*?[ \t]+type: *(\S+)/m.exec(block)?.[1]
  return {
    features: listOf(block, "features"),
    flags: listOf(block, "flags"),
    includes: listOf(block, "includes"),
    negative: phase === undefined || type === undefined ? undefined : { phase, type },
  }
}

/** `key: [a, b]`, over several lines too, or `key:` with an item on each line */
function listOf(block: string, key: string): ReadonlyArray<string> {
  const inline = new RegExp(`^${key}: *\\[([^\\]]*)\\]`, "m").exec(block)?.[1]
  if (inline !== undefined)
    return inline
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "")
  const lines = new RegExp(`^${key}: *\\r?\\n((?:[ \\t]*- *[^\\n]+\\n?)+)`, "m").exec(block)?.[1] ?? ""
  return [...lines.matchAll(/- *([^\s#]+)/g)].map((match) => match[1]!)
}
