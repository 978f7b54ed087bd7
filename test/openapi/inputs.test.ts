import { describe, expect, test } from "bun:test"
import { inputJsonSchema } from "../../src/Tool.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { documentOf, refusalFor, sentFor, toolOf } from "./client.ts"

const at = (location: string, name: string, more: object = {}): object => ({
  name,
  in: location,
  required: location === "path",
  schema: {},
  ...more,
})
const put = (path: string, parameters: ReadonlyArray<object>, schema?: object, more: object = {}): object =>
  documentOf(
    {
      [path]: {
        put: {
          operationId: "op",
          parameters,
          ...(schema === undefined ? {} : { requestBody: { content: { "application/json": { schema } } } }),
        },
      },
    },
    more,
  )
const inputsOf = (spec: object): ReadonlyArray<string> =>
  Object.keys((inputJsonSchema(toolOf(OpenAPI.fromSpec({ spec }))) as { properties: object }).properties)
const object = (...names: ReadonlyArray<string>): object => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})

describe("one name in several places", () => {
  const everywhere = put(
    "/u/{id}",
    [at("path", "id"), at("query", "id"), at("header", "id"), at("cookie", "id")],
    object("id"),
  )
  test("each is prefixed with its place, and each value lands there", async () => {
    expect(inputsOf(everywhere)).toEqual(["path_id", "query_id", "header_id", "cookie_id", "body_id"])
    const sent = await sentFor(everywhere, {
      path_id: 1,
      query_id: 2,
      header_id: 3,
      cookie_id: 4,
      body_id: 5,
    })
    expect(sent).toMatchObject({
      url: "https://api.example.test/u/1?id=2",
      headers: { id: "3", cookie: "id=4" },
      body: '{"id":5}',
    })
  })
  test("names that do not meet stay as they are", () => {
    expect(
      inputsOf(put("/u/{id}", [at("path", "id"), at("query", "id"), at("query", "page")], object("name"))),
    ).toEqual(["path_id", "query_id", "page", "name"])
  })
  test("a prefixed name that meets a plain one pushes that aside", async () => {
    const spec = put("/u/{id}", [
      at("path", "id"),
      at("query", "id"),
      at("query", "path_id"),
      at("header", "query_path_id"),
    ])
    expect(inputsOf(spec)).toEqual(["path_id", "query_id", "query_path_id", "header_query_path_id"])
    const sent = await sentFor(spec, { path_id: 1, query_id: 2, query_path_id: 3, header_query_path_id: 4 })
    expect(sent).toMatchObject({
      url: "https://api.example.test/u/1?id=2&path_id=3",
      headers: { query_path_id: "4" },
    })
  })
  test("a parameter named body gives way to the body", async () => {
    const spec = put("/u", [at("query", "body")], { type: "array" })
    expect(inputsOf(spec)).toEqual(["query_body", "body"])
    expect(await sentFor(spec, { query_body: "q", body: [] })).toMatchObject({
      url: "https://api.example.test/u?body=q",
      body: "[]",
    })
  })
})

describe("bodies whose fields are inputs", () => {
  test.each<[object, string]>([
    [object("a"), "a"],
    [{ properties: { a: {} } }, "a"],
    [{ ...object("a"), additionalProperties: false }, "a"],
    [{ type: ["object"], properties: { a: {} } }, "a"],
    [{ $ref: "#/components/schemas/A", description: "annotations do no harm" }, "a"],
    [{ ...object("a"), additionalProperties: true }, "body"],
    [{ ...object("a"), additionalProperties: {} }, "body"],
    [{ ...object("a"), patternProperties: { "^x": {} } }, "body"],
    [{ type: ["object", "null"], properties: { a: {} } }, "body"],
    [{ allOf: [object("a")] }, "body"],
    [{ ...object("a"), oneOf: [{ required: ["a"] }] }, "body"],
    [{ ...object("a"), if: {} }, "body"],
    [{ ...object("a"), dependentRequired: {} }, "body"],
    [{ $ref: "#/components/schemas/A", required: ["a"] }, "body"],
    [{ type: "object" }, "body"],
    [{ type: "object", properties: {} }, "body"],
    [{ type: "string" }, "body"],
    [{ type: "array" }, "body"],
    [{}, "body"],
    [{ $ref: "#/components/schemas/Missing" }, "body"],
  ])("%j: %s", (schema, expected) => {
    expect(inputsOf(put("/u", [], schema, { components: { schemas: { A: object("a") } } }))).toEqual([
      expected,
    ])
  })
  test("nullable is 3.0's word", () => {
    const spec = put("/u", [], { ...object("a"), nullable: true })
    expect(inputsOf(spec)).toEqual(["a"])
    expect(inputsOf({ ...spec, openapi: "3.0.3" })).toEqual(["body"])
  })
})

describe("wrong input", () => {
  const spec = put(
    "/u/{id}",
    [at("path", "id"), at("query", "page_size", { required: true }), at("query", "page")],
    object("title", "labels"),
  )
  test.each<[unknown, string]>([
    ["x", "expected one object with named fields, got a string"],
    [[], "expected one object with named fields, got an array"],
    [null, "expected one object with named fields, got null"],
    [{ id: 1, pagesize: 2 }, 'unknown field "pagesize": did you mean "page_size"?'],
    [{ id: 1, titel: 2 }, 'unknown field "titel": did you mean "title"?'],
    [{ id: 1, zzz: 2 }, 'unknown field "zzz": known: id, page_size, page, title, labels'],
    [{ id: 1 }, 'missing field "page_size" (required query parameter)'],
    [{ page_size: 1 }, 'missing field "id" (required path parameter)'],
    [{ id: null, page_size: 1 }, 'missing field "id" (required path parameter)'],
    [
      { id: { a: { b: 1 } }, page_size: 1 },
      'path parameter "id": field "a" is an object, and no style of OpenAPI can write nested values',
    ],
  ])("%j", async (input, message) => {
    expect(await refusalFor(spec, input)).toBe(`PUT /u/{id}: ${message}`)
  })
  test("no input at all is an empty object", async () => {
    expect((await sentFor(put("/u", []), undefined)).url).toBe("https://api.example.test/u")
    expect(await refusalFor(put("/u", []), { a: 1 })).toBe('PUT /u: unknown field "a": it takes none')
  })
  test("undefined fields are absent", async () => {
    expect(
      (await sentFor(spec, { id: 1, page_size: 2, page: undefined, title: undefined })).body,
    ).toBeUndefined()
  })
})
