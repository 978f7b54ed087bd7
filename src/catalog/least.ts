/**
 * How short a type can be at best, told without making its text. Never renders.
 */
import type { JsonSchema } from "../Tool.ts"
import { leastComment } from "./docs.ts"
import { isObject, openDocument, resolveReference, type SchemaObject } from "./document.ts"
import { rootPosition, type Field, type Member, type Type } from "./type.ts"

/** Alternatives that are shown even where signatures are folded. */
const maxCounted = 12

/** What stands around the name and the type of a field in one line: `: ` and `; `. */
const aroundField = 4

/** The schemas that are looked at, at most. */
const maxWork = 16_000

/**
 * The characters that the type of a schema takes at least where every field of the outermost objects is shown with
 * its words.
 */
export const leastLength = (schema: JsonSchema): number =>
  leastOfPlain(schema, schema) ?? leastOf(rootPosition(schema, { left: maxWork }).type)

/** Keywords with which the properties are not all that there is to show. */
const otherKeywords = [
  "enum",
  "const",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "not",
  "$dynamicRef",
  "$recursiveRef",
]

/** The same of an object whose properties say all, which most are: no type needs to be made of it. */
function leastOfPlain(schema: unknown, root: JsonSchema): number | undefined {
  if (!isObject(schema) || otherKeywords.some((keyword) => keyword in schema)) return undefined
  const { $ref, type, items, properties } = schema
  if ($ref !== undefined) return Object.keys(schema).length <= 2 ? leastOfTarget($ref, root) : undefined
  if (type === "array") return leastOfPlain(items, root)
  if (type !== "object" || !isObject(properties)) return undefined
  let sum = 0
  for (const name in properties) {
    const property = properties[name]
    sum += name.length + aroundField + (isPlain(property) ? leastComment([property]) : 0)
  }
  return sum
}

/** Whether something is certainly of the type: what is not has no words. */
const isPlain = (schema: unknown): schema is SchemaObject =>
  isObject(schema) &&
  typeof schema["type"] === "string" &&
  schema["$ref"] === undefined &&
  !otherKeywords.some((keyword) => keyword in schema)

function leastOfTarget(reference: unknown, root: JsonSchema): number | undefined {
  const place =
    typeof reference === "string"
      ? resolveReference(reference, openDocument(root as SchemaObject))
      : undefined
  return isObject(place?.schema) && !("$ref" in place.schema) ? leastOfPlain(place.schema, root) : undefined
}

function leastOf(type: Type): number {
  switch (type.kind) {
    case "name":
      return type.name.length
    case "literals":
      return type.values.slice(0, maxCounted).reduce((sum, { text }) => sum + text.length, 0)
    case "union":
      return leastOfUnion(type.members)
    case "intersection":
      return type.parts.reduce((sum, part) => sum + leastOf(part), 0)
    case "array":
      return leastOf(type.element.type) + "[]".length
    case "tuple":
      return "[]".length
    case "object":
      // An input without fields is no parameter at all.
      return type.fields.reduce((sum, field) => sum + leastOfField(field), 0)
  }
}

const leastOfField = ({ name, position }: Field): number =>
  name.length + aroundField + leastComment(position.annotations)

/** Alternatives of equal text are shown once, so only the longest is sure to be there. */
const leastOfUnion = (members: ReadonlyArray<Member>): number =>
  members.slice(0, maxCounted).reduce((most, { type }) => Math.max(most, leastOf(type)), 0)
