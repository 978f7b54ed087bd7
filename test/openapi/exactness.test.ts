import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import SwaggerClient from "swagger-client"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { openDocument, resolveSchema } from "../../src/openapi/document.ts"
import { readInputs } from "../../src/openapi/inputs.ts"
import { makePlanner, planOperation, type Plan } from "../../src/openapi/plan.ts"
import { serverPolicy } from "../../src/openapi/servers.ts"
import { flatTools, sentFor, type Sent } from "./client.ts"
import sample from "../fixtures/openapi/sample.json" with { type: "json" }

type Json = { readonly [key: string]: unknown }
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What an independent client builds. */
interface Built {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Client {
  readonly resolve: (
    options: object,
  ) => Promise<{ readonly spec: object; readonly errors: ReadonlyArray<unknown> }>
  readonly buildRequest: (options: object) => Built
}

const client = SwaggerClient as unknown as Client

// Values that show every rule of encoding.

const awkward = "a b&c=d/e?f+\u00e9,g"

function valueFor(schema: unknown, resolve: (schema: unknown) => unknown, depth = 0): unknown {
  const resolved = resolve(schema)
  if (!isObject(resolved) || depth > 3) return awkward
  if (Array.isArray(resolved["enum"])) return resolved["enum"][0]
  const [branch] = ["allOf", "oneOf", "anyOf"].flatMap((keyword) =>
    Array.isArray(resolved[keyword]) ? (resolved[keyword] as ReadonlyArray<unknown>) : [],
  )
  if (branch !== undefined && resolved["properties"] === undefined)
    return valueFor(branch, resolve, depth + 1)
  const type = Array.isArray(resolved["type"]) ? resolved["type"][0] : resolved["type"]
  if (type === "integer" || type === "number") return 7
  if (type === "boolean") return false
  if (type === "array")
    return [valueFor(resolved["items"], resolve, depth + 1), valueFor(resolved["items"], resolve, depth + 1)]
  if (type !== "object" && resolved["properties"] === undefined) return awkward
  const properties = Object.entries((resolved["properties"] ?? {}) as Json).slice(0, 4)
  const entries = properties.map(
    ([name, property]) => [name, valueFor(property, resolve, depth + 1)] as const,
  )
  return Object.fromEntries(
    entries.length > 0
      ? entries
      : [
          ["key one", "v&1"],
          ["n", 2],
        ],
  )
}

/** One operation with a value for every input: as our tool takes them, and as the other client does. */
function inputsFor(spec: Json, path: string, method: string) {
  const document = openDocument(spec, undefined)
  const resolve = (schema: unknown): unknown => resolveSchema(document, schema)
  const pathItem = (spec["paths"] as Json)[path] as Json
  const planner = makePlanner(document, {
    servers: serverPolicy({ baseUrl: "https://h.test" }),
    headers: new Map(),
  })
  const source = pathItem[method] as Json
  const plan = planOperation(planner, {
    method: method.toUpperCase(),
    path,
    pathItem,
    source,
    operationId: undefined,
    tag: undefined,
  })
  const ours: Record<string, unknown> = {}
  const parameters: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  let body: unknown
  for (const [name, target] of readInputs(document, plan.parameters, plan.body).targets) {
    if (target.kind === "parameter") {
      const { parameter } = target
      ours[name] = parameters[`${parameter.in}.${parameter.name}`] = parameterValue(parameter, resolve)
    } else if (target.kind === "field") ours[name] = fields[target.name] = valueFor(target.schema, resolve, 1)
    else ours[name] = body = target.body.kind === "text" ? awkward : valueFor(target.body.schema, resolve)
  }
  // Parameters that are no inputs of ours are required of the other client, which does not send them either.
  for (const name of ["Authorization", "authorization", "Content-Type", "content-type", "Accept", "accept"])
    parameters[`header.${name}`] = "x"
  const requestBody = body ?? (Object.keys(fields).length > 0 ? fields : undefined)
  return { plan, ours, parameters, requestBody }
}

const scalar = (value: unknown): unknown => (typeof value === "object" ? awkward : value)

/** Nothing nested, which no style can write; and a header holds its value as it is. */
function parameterValue(
  parameter: Plan["parameters"][number],
  resolve: (schema: unknown) => unknown,
): unknown {
  const value = valueFor(parameter.schema, resolve)
  if (parameter.content !== undefined) return value
  if (Array.isArray(value)) return value.map(scalar)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scalar(item)]))
  return parameter.in === "header" && typeof value === "string" ? value.replace("\u00e9", "e") : value
}

/** A request reduced to what both clients decide. */
async function comparable(built: Built | Sent): Promise<Json> {
  const headers = Object.fromEntries(
    Object.entries(built.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { accept: _, "content-type": contentType, "content-length": __, ...rest } = headers
  const type = contentType?.split(";")[0]
  return {
    method: built.method,
    url: built.url,
    headers: rest,
    type: built.body === undefined ? undefined : type,
    body: await bodyOf(built.body, contentType),
  }
}

async function bodyOf(body: unknown, contentType: string | undefined): Promise<unknown> {
  if (body === undefined) return undefined
  if (contentType?.startsWith("multipart/") === true) {
    const form =
      body instanceof FormData
        ? body
        : await new Response(body as string, { headers: { "content-type": contentType } }).formData()
    const entries: Array<unknown> = []
    for (const [name, value] of form as unknown as Iterable<[string, string | Blob]>)
      entries.push([name, typeof value === "string" ? value : await value.text()])
    return entries
  }
  return typeof body === "string" ? body : JSON.stringify(body)
}

interface Difference {
  readonly operation: string
  readonly ours: Json
  readonly theirs: Json
}

async function differences(name: string, spec: Json): Promise<ReadonlyArray<Difference>> {
  const found: Array<Difference> = []
  let resolved: Json | undefined
  for (const [path, item] of Object.entries((spec["paths"] ?? {}) as Json)) {
    if (!isObject(item) || path.includes("#") || path.includes("?")) continue
    for (const method of ["get", "put", "post", "delete", "head", "patch"]) {
      if (!isObject(item[method])) continue
      const one = {
        ...spec,
        servers: [{ url: "https://h.test" }],
        security: undefined,
        paths: { [path]: only(item, method) },
      }
      const result = OpenAPI.fromSpec({ spec: one, baseUrl: "https://h.test" })
      if (flatTools(result).size === 0) continue
      resolved ??= separated((await client.resolve({ spec: structuredClone(spec) })).spec as Json)
      const { plan, ours, parameters, requestBody } = inputsFor(one, path, method)
      const sent = await sentFor({ spec: one, baseUrl: "https://h.test" }, ours)
      const options = {
        spec: { ...resolved, servers: [{ url: "https://h.test" }] },
        pathName: path,
        method,
        parameters,
        requestBody,
        requestContentType: plan.body?.contentType,
      }
      const built = client.buildRequest({ ...options, operationId: operationIdFor(resolved, path, method) })
      const [a, b] = [await comparable(sent), await comparable(built)]
      if (!Bun.deepEquals(a, b)) found.push({ operation: `${name} ${method} ${path}`, ours: a, theirs: b })
    }
  }
  return found
}

/** A path item with one operation, which needs no credentials here, and without servers of its own. */
function only(item: Json, method: string): Json {
  const { parameters } = item
  const { security: _, servers: __, ...operation } = item[method] as Json
  return { ...(parameters === undefined ? {} : { parameters }), [method]: operation }
}

/** Path items that share no object, so that each can be changed. */
const separated = (spec: Json): Json => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries(spec["paths"] as Json).map(([path, item]) => [path, structuredClone(item)]),
  ),
})

/** The other client finds operations by id; those without one get one. */
function operationIdFor(spec: Json, path: string, method: string): string {
  const operation = ((spec["paths"] as Json)[path] as Record<string, Record<string, unknown>>)[method]!
  delete operation["servers"]
  delete ((spec["paths"] as Json)[path] as Record<string, unknown>)["servers"]
  operation["operationId"] = `${method}-${path}`
  delete operation["__originalOperationId"]
  return `${method}-${path}`
}

const examples = join(import.meta.dirname, "../../node_modules/@readme/oas-examples")
const documents = ["3.0", "3.1"].flatMap((version) =>
  readdirSync(join(examples, version, "json"))
    .filter((file) => file.endsWith(".json"))
    .map((file) => `${version}/json/${file}`),
)

/** Where the other client does not do what the standard says, by the sentence that decides. */
const decided: Readonly<Record<string, ReadonlyArray<string>>> = {
  "RFC 8259, 3 and 7: a JSON text can be a string, in quotes, or false": [
    ...["3.0", "3.1"].flatMap((version) => [
      `${version}/json/schema-types.json post /anything/strings/top-level-payloads`,
      `${version}/json/schema-types.json patch /anything/strings/top-level-payloads`,
      `${version}/json/schema-types.json patch /anything/booleans`,
      `${version}/json/schema-types.json put /anything/quirks/polymorphism`,
      `${version}/json/schema-types.json patch /anything/quirks/polymorphism`,
    ]),
    "3.0/json/discriminators.json post /potentially-undefined-formData",
    "3.0/json/request-examples.json post /requestBody-primitive-example",
    "3.0/json/request-examples.json post /requestBody-multi-media-types",
    "3.0/json/polymorphism.json post /anything/any-of-primitive",
    "3.0/json/polymorphism.json post /anything/one-of-primitive",
  ],
  "RFC 6265, 4.2.1: one Cookie header holds all pairs (there the last cookie replaces the others)": [
    "3.0/json/parameters-cookies.json post /post",
    "3.0/json/parameters-extreme.json post /anything/all-param-types/{id}/{id2}",
    "3.0/json/parameters-style.json get /cookies",
    "3.1/json/parameters-style.json get /cookies",
  ],
  "RFC 6570, 3.2.5 and OpenAPI 3.1.1, Style Examples: label without explode joins by commas": [
    "3.0/json/parameters-style.json get /anything/path/label/{primitive}/{array}/{object}",
    "3.1/json/parameters-style.json get /anything/path/label/{primitive}/{array}/{object}",
  ],
  "OpenAPI 3.0.4 and 3.1.1, Style Examples: spaceDelimited and pipeDelimited write objects too, by %20 and %7C":
    [
      "3.0/json/parameters-style.json get /anything/query/spaceDelimited",
      "3.0/json/parameters-style.json get /anything/query/pipeDelimited",
      "3.1/json/parameters-style.json get /anything/query/spaceDelimited",
      "3.1/json/parameters-style.json get /anything/query/pipeDelimited",
    ],
  "OpenAPI 3.0.3, Encoding Object: style, explode and allowReserved are ignored unless the body is urlencoded":
    [
      "3.0/json/schema-encoding-style.json put /form/primitive",
      "3.0/json/parameters-style.json put /anything/form-data/form",
      "3.0/json/parameters-style.json post /anything/form-data/form",
      "3.0/json/parameters-style.json post /anything/form-data/spaceDelimited",
      "3.0/json/parameters-style.json post /anything/form-data/pipeDelimited",
      "3.0/json/parameters-style.json post /anything/form-data/deepObject",
    ],
  "RFC 7578, 4.3 and OpenAPI 3.0.3, Encoding Object (array: by the inner type): one part for each item": [
    "3.0/json/parameters-style.json post /anything/form-data",
    "3.1/json/parameters-style.json post /anything/form-data",
  ],
}

const documentsToCompare: ReadonlyArray<readonly [string, Json]> = [
  ...documents.map((file) => [file, JSON.parse(readFileSync(join(examples, file), "utf8")) as Json] as const),
  ...(sample as unknown as ReadonlyArray<{ from: string; document: Json }>).map(
    ({ from, document }) => [from, document] as const,
  ),
]

test("requests are those of swagger-client, or a sentence of the standard decides", async () => {
  const found: Array<Difference> = []
  for (const [name, spec] of documentsToCompare) found.push(...(await differences(name, spec)))
  const known = new Set(Object.values(decided).flat())
  expect(found.filter(({ operation }) => !known.has(operation))).toEqual([])
  const differing = new Set(found.map(({ operation }) => operation))
  expect([...known].filter((operation) => !differing.has(operation))).toEqual([])
}, 60_000)
