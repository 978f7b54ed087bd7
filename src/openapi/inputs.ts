/** The names of a tool's inputs and where each goes in the request. Never encodes a value. */
import { closedObject, type Body } from "./body.ts"
import { objectField, type Document } from "./document.ts"
import type { Parameter } from "./parameters.ts"
import { isHidden } from "./hidden.ts"
import type { Json } from "./types.ts"

export type Target =
  | { readonly kind: "parameter"; readonly parameter: Parameter }
  | { readonly kind: "field"; readonly name: string; readonly schema: unknown; readonly required: boolean }
  | { readonly kind: "body"; readonly body: Body }

export interface Inputs {
  /** In the order of the signature. */
  readonly targets: ReadonlyMap<string, Target>
  /** `readOnly` fields of the body: not in the signature, passed on all the same. */
  readonly unlisted: ReadonlyMap<string, Target>
  /** Whether the fields of the body are inputs of their own. */
  readonly isFlattened: boolean
}

/** Names the inputs: each by its own name, prefixed with its location where two would share one. */
export function readInputs(
  document: Document,
  parameters: ReadonlyArray<Parameter>,
  body: Body | undefined,
): Inputs {
  const fields = body === undefined ? undefined : bodyFields(document, body)
  const entries = [
    ...parameters.map((parameter): Entry => ({
      name: parameter.name,
      prefixed: `${parameter.in}_${parameter.name}`,
      target: { kind: "parameter", parameter },
    })),
    ...(fields?.listed ?? []),
    ...(body !== undefined && fields === undefined
      ? [{ name: "body", prefixed: "body", target: { kind: "body", body } } satisfies Entry]
      : []),
  ]
  const targets = named(entries)
  const unlisted = new Map(
    (fields?.unlisted ?? [])
      .filter(({ name }) => !targets.has(name))
      .map(({ name, target }) => [name, target]),
  )
  return { targets, unlisted, isFlattened: fields !== undefined }
}

interface Entry {
  readonly name: string
  readonly prefixed: string
  readonly target: Target
}

function bodyFields(
  document: Document,
  body: Body,
): { readonly listed: ReadonlyArray<Entry>; readonly unlisted: ReadonlyArray<Entry> } | undefined {
  if (body.kind === "text") return undefined
  const object = closedObject(document, body.schema)
  if (object === undefined) return undefined
  const required = requiredNames(object)
  const listed: Array<Entry> = []
  const unlisted: Array<Entry> = []
  for (const [name, schema] of Object.entries(objectField(object, "properties")!)) {
    const target: Target = { kind: "field", name, schema, required: required.has(name) }
    const list = isHidden(document, schema, "request") ? unlisted : listed
    list.push({ name, prefixed: `body_${name}`, target })
  }
  return { listed, unlisted }
}

function requiredNames(object: Json): ReadonlySet<unknown> {
  const required = object["required"]
  return new Set(Array.isArray(required) ? required : [])
}

/** A prefixed name may itself meet another name; then that one is prefixed too, until all differ. */
function named(entries: ReadonlyArray<Entry>): ReadonlyMap<string, Target> {
  const plain = new Map(entries.map(({ name, target }) => [name, target]))
  if (plain.size === entries.length) return plain
  const isPrefixed = new Set<Entry>()
  for (;;) {
    const byName = new Map<string, Array<Entry>>()
    for (const entry of entries) {
      const name = isPrefixed.has(entry) ? entry.prefixed : entry.name
      byName.set(name, [...(byName.get(name) ?? []), entry])
    }
    const shared = [...byName.values()].filter((group) => group.length > 1).flat()
    const open = shared.filter((entry) => !isPrefixed.has(entry))
    if (open.length === 0) return new Map([...byName].map(([name, group]) => [name, group[0]!.target]))
    for (const entry of open) isPrefixed.add(entry)
  }
}
