/** The schemas of one tool: its inputs as one object, and what it gives. Never converts a Schema Object itself. */
import type { JsonSchema } from "../Tool.ts"
import type { Body } from "./body.ts"
import { excerpt } from "./describe.ts"
import { textField } from "./document.ts"
import type { Inputs, Target } from "./inputs.ts"
import type { Parameter } from "./parameters.ts"
import { bodySchema, envelopeSchema, type Responses } from "./responses.ts"
import { convert, definitionsOf, type Schemas } from "./schema.ts"

/** One object of all inputs. */
export function inputSchema(schemas: Schemas, inputs: Inputs, body: Body | undefined): JsonSchema {
  const entries = [...inputs.targets]
  const properties = Object.fromEntries(
    entries.map(([name, target]) => [name, targetSchema(schemas, target)]),
  )
  const required = entries.filter(([, target]) => isRequired(target, body)).map(([name]) => name)
  return withDefinitions(schemas, { type: "object", properties, required, additionalProperties: false })
}

/** The schema of what a program gets. */
export function outputSchema(schemas: Schemas, responses: Responses, withHeaders: boolean): JsonSchema {
  const schema = withHeaders ? envelopeSchema(schemas, responses) : (bodySchema(schemas, responses) ?? {})
  return typeof schema === "boolean" ? schema : withDefinitions(schemas, schema)
}

const withDefinitions = (schemas: Schemas, schema: { readonly [keyword: string]: unknown }): JsonSchema => ({
  ...schema,
  $defs: definitionsOf(schemas, schema),
})

/** A field that an optional body requires counts as required: a call that sends a body has to give it. */
function isRequired(target: Target, body: Body | undefined): boolean {
  if (target.kind === "parameter") return target.parameter.required
  return target.kind === "field" ? target.required : body?.required === true
}

function targetSchema(schemas: Schemas, target: Target): JsonSchema {
  if (target.kind === "field") return convert(schemas, target.schema)
  if (target.kind === "parameter") return parameterSchema(schemas, target.parameter)
  const { body } = target
  const schema = body.kind === "text" ? { type: "string" } : convert(schemas, body.schema)
  const isPlainJson = body.contentType === "application/json"
  const sentAs = isPlainJson ? undefined : `Sent as ${body.contentType}.`
  const description = [body.description === undefined ? undefined : excerpt(body.description, 200), sentAs]
  const text = description.filter((it) => it !== undefined && it !== "").join(" ")
  return described(schema, { description: text === "" ? undefined : text })
}

/** Many operations share a parameter; its schema is made once. */
const parameterSchemas = new WeakMap<Parameter, JsonSchema>()

function parameterSchema(schemas: Schemas, parameter: Parameter): JsonSchema {
  const known = parameterSchemas.get(parameter)
  if (known !== undefined) return known
  const made = described(convert(schemas, parameter.schema), annotations(parameter.source))
  parameterSchemas.set(parameter, made)
  return made
}

interface Annotations {
  readonly description?: string | undefined
  readonly deprecated?: true | undefined
  readonly examples?: ReadonlyArray<unknown> | undefined
}

function annotations(source: { readonly [key: string]: unknown }): Annotations {
  const description = textField(source, "description")
  const example = source["example"]
  const isShort = (typeof example === "string" && example.length <= 100) || typeof example === "number"
  return {
    description: description === undefined || description === "" ? undefined : excerpt(description, 200),
    deprecated: source["deprecated"] === true ? true : undefined,
    examples: isShort ? [example] : undefined,
  }
}

function described(schema: JsonSchema, annotations: Annotations): JsonSchema {
  const given = Object.entries(annotations).filter(([, value]) => value !== undefined)
  if (given.length === 0) return schema
  const base = schema === true ? {} : schema
  return base === false ? base : { ...base, ...Object.fromEntries(given) }
}
