/**
 * The JSON Schema of what crosses the boundary for an Effect Schema.
 * Never decodes a value.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { incoming } from "./jsonForm.ts"

type AST = SchemaAST.AST

/** The JSON Schema (draft 2020-12) of what a program passes for `ast`; objects refuse undeclared fields. */
export const inputJsonSchema = (ast: AST): Schema.JsonObject => jsonSchema(incoming(ast))

/** The JSON Schema (draft 2020-12) of what a program gets for the decoded side of `ast`; undeclared fields are dropped. */
export const outputJsonSchema = (ast: AST): Schema.JsonObject => jsonSchema(incoming(SchemaAST.toType(ast)))

function jsonSchema(ast: AST): Schema.JsonObject {
  const { schema, definitions } = Schema.toJsonSchemaDocument(Schema.make(ast), { onExcessProperty: "error" })
  const document = Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
  return flattened(document as Schema.Json) as Schema.JsonObject
}

const documentation = new Set(["title", "description", "deprecated", "default", "examples", "format"])
const isObject = (u: unknown): u is object => typeof u === "object" && u !== null
const isDocumentation = (u: Schema.Json): u is Schema.JsonObject =>
  isObject(u) && Object.keys(u).every((keyword) => documentation.has(keyword))

/** Effect says what a key is for in an `allOf` beside what its type is for; here it takes its place. */
function flattened(schema: Schema.Json): Schema.Json {
  if (Array.isArray(schema)) return schema.map(flattened)
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, flattened(value)] as const)
  const { allOf, ...rest } = Object.fromEntries(entries)
  if (!Array.isArray(allOf)) return allOf === undefined ? rest : { ...rest, allOf }
  const parts = allOf.filter((part) => !isDocumentation(part))
  const words: Schema.JsonObject = Object.assign({}, ...allOf.filter(isDocumentation))
  if (parts.length === 0) return { ...rest, ...words }
  if (parts.length === 1 && isDocumentation(rest))
    return { ...(parts[0] as Schema.JsonObject), ...rest, ...words }
  return { ...rest, ...words, allOf: parts }
}
