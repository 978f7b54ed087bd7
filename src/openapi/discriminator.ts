/** The values by which a choice among schemas is told apart. Converts nothing. */
import type { JsonSchema } from "../Tool.ts"
import { isObject, localPointer, objectField, resolveSchema, textField, type Document } from "./document.ts"
import type { Json } from "./types.ts"

/** One choice of a `oneOf` with the value that its discriminator has (Discriminator Object: mapping, else the schema's name). */
export function discriminated(
  document: Document,
  discriminator: Json,
  branch: unknown,
  converted: JsonSchema,
): JsonSchema {
  const property = textField(discriminator, "propertyName")
  const ref = isObject(branch) ? textField(branch, "$ref") : undefined
  if (property === undefined || ref === undefined || saysItself(document, branch, property)) return converted
  const mapped = Object.entries(objectField(discriminator, "mapping") ?? {})
    .filter(([, target]) => target === ref || `#/components/schemas/${String(target)}` === ref)
    .map(([value]) => value)
  const values = mapped.length > 0 ? mapped : [(localPointer(document, ref) ?? "").split("/").at(-1)]
  const value = values.length === 1 ? { const: values[0] } : { enum: values }
  return { allOf: [converted, { type: "object", properties: { [property]: value }, required: [property] }] }
}

/** Whether the schema of a choice fixes its property, or is no schema that could. */
function saysItself(document: Document, branch: unknown, property: string): boolean {
  const schema = resolveSchema(document, branch)
  if (!isObject(schema)) return true
  const declared = resolveSchema(document, objectField(objectField(schema, "properties") ?? {}, property))
  if (!isObject(declared)) return false
  const { enum: values } = declared
  return declared["const"] !== undefined || (Array.isArray(values) && values.length === 1)
}
