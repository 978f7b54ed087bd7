/** What an operation says it answers: which media types are asked for, and the schema of a success. Never reads an answer. */
import type { JsonSchema } from "../Tool.ts"
import { excerpt } from "./describe.ts"
import { field, isObject, objectField, resolve, textField, type Document } from "./document.ts"
import { isAnything, isJson, isText, kindOf, mediaTypes, type MediaType } from "./media.ts"
import { convert, type Schemas } from "./schema.ts"
import { unsupported } from "./skipped.ts"
import type { Json } from "./types.ts"

export interface Responses {
  /** The `Accept` header. */
  readonly accept: string
  /** Whether only JSON is declared: then text that parses as JSON is taken for it. */
  readonly jsonOnly: boolean
  /** Whether no success has a body. */
  readonly isEmpty: boolean
  readonly successes: ReadonlyArray<Success>
}

interface Success {
  readonly status: string
  readonly source: Json
  readonly media: ReadonlyArray<MediaType>
}

const anyAccept = "application/json, */*;q=0.5"
const bodiless = new Set(["204", "205"])

/** Reads the `2xx` answers, or `default` where there are none. */
export function readResponses(document: Document, method: string, operation: Json): Responses {
  const responses = objectField(operation, "responses") ?? {}
  if (Object.hasOwn(responses, "101")) unsupported("WebSocket upgrade")
  const successes = successCodes(responses).map((status): Success => {
    const source = resolve(document, responses[status]) ?? {}
    return {
      status,
      source,
      media: bodiless.has(status) ? [] : mediaTypes(objectField(source, "content") ?? {}),
    }
  })
  const offered = successes.flatMap(({ media }) => media)
  const carried = offered.filter(isCarried)
  if (offered.length > 0 && carried.length === 0 && method !== "HEAD") {
    const { type } = offered[0]!
    unsupported(`response ${type.slice(0, 80)} (${kindOf(type)})`)
  }
  return {
    accept: accept(carried),
    jsonOnly: carried.length > 0 && carried.every(({ type }) => isJson(type)),
    isEmpty:
      method === "HEAD" || (successes.length > 0 && successes.every(({ status }) => bodiless.has(status))),
    successes,
  }
}

const isCarried = ({ type }: MediaType): boolean => isJson(type) || isText(type) || isAnything(type)

function successCodes(responses: Json): ReadonlyArray<string> {
  const codes = Object.keys(responses).filter((code) => /^2(?:\d\d|XX)$/i.test(code))
  return codes.length > 0 || !Object.hasOwn(responses, "default") ? codes : ["default"]
}

function accept(carried: ReadonlyArray<MediaType>): string {
  if (carried.length === 0 || carried.some(({ type }) => isAnything(type))) return anyAccept
  const types = [...new Set(carried.map(({ type }) => type))]
  return types.toSorted((a, b) => Number(isJson(b)) - Number(isJson(a))).join(", ")
}

/** The schema of what a program gets; `undefined` for nothing. */
export function bodySchema(schemas: Schemas, responses: Responses): JsonSchema | undefined {
  if (responses.isEmpty) return undefined
  const choices: Array<JsonSchema> = []
  for (const { status, media } of responses.successes) {
    if (bodiless.has(status)) choices.push({ type: "null" })
    else if (media.length === 0) choices.push({})
    for (const entry of media.filter(isCarried)) choices.push(mediaSchema(schemas, entry))
  }
  const distinct = [...new Map(choices.map((choice) => [identityOf(choice), choice])).values()]
  return distinct.length === 1 ? distinct[0]! : distinct.length === 0 ? {} : { anyOf: distinct }
}

/** Equal for choices that are the same reference, the same small schema, or the same object. */
function identityOf(choice: JsonSchema): unknown {
  const isSmall = isObject(choice) && Object.values(choice).every((value) => typeof value === "string")
  return isSmall ? JSON.stringify(choice) : choice
}

function mediaSchema(schemas: Schemas, { type, value }: MediaType): JsonSchema {
  if (isText(type)) return { type: "string" }
  const media = resolve(schemas.document, value)
  const schema = media === undefined ? undefined : field(media, "schema")
  return schema === undefined ? {} : convert(schemas, schema)
}

/** The schema of `{ body, headers, status }`, with the headers that the document describes. */
export function envelopeSchema(schemas: Schemas, responses: Responses): JsonSchema {
  const headers: Record<string, JsonSchema> = {}
  for (const { source } of responses.successes) {
    for (const [name, header] of Object.entries(objectField(source, "headers") ?? {})) {
      const description = textField(resolve(schemas.document, header) ?? {}, "description")
      headers[name.toLowerCase()] = {
        type: "string",
        ...(description === undefined ? {} : { description: excerpt(description, 200) }),
      }
    }
  }
  return {
    type: "object",
    properties: {
      body: bodySchema(schemas, responses) ?? { type: "null" },
      headers: { type: "object", properties: headers, additionalProperties: { type: "string" } },
      status: { type: "integer" },
    },
    required: ["body", "headers", "status"],
  }
}
