import { describe, expect, test } from "bun:test"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { documentOf, flatTools, operationOf, sentFor, toolOf } from "./client.ts"

const reasonOf = (spec: object, options: object = {}): string | undefined =>
  OpenAPI.fromSpec({ spec, ...options }).skipped[0]?.reason
const namesOf = (spec: object): ReadonlyArray<string> => [...flatTools(OpenAPI.fromSpec({ spec })).keys()]

describe("what is no OpenAPI 3 document", () => {
  test.each<[unknown, string]>([
    [
      "openapi: 3.1.0",
      "OpenAPI.fromSpec expects a parsed OpenAPI 3 document, not text: parse it first with JSON.parse or a YAML parser",
    ],
    [undefined, "OpenAPI.fromSpec expects a parsed OpenAPI 3 document (an object), got undefined"],
    [null, "OpenAPI.fromSpec expects a parsed OpenAPI 3 document (an object), got null"],
    [[], "OpenAPI.fromSpec expects a parsed OpenAPI 3 document (an object), got an array"],
    [
      {},
      "OpenAPI.fromSpec expects an OpenAPI 3 document, but this object has no `openapi` field: pass the whole parsed document",
    ],
    [
      { swagger: "2.0" },
      "OpenAPI.fromSpec expects an OpenAPI 3 document, got Swagger 2.0: upgrade it first, for example with @scalar/openapi-upgrader or swagger2openapi",
    ],
    [{ openapi: "2.0.0" }, 'OpenAPI.fromSpec reads OpenAPI 3.0, 3.1 and 3.2, not "2.0.0"'],
    [{ openapi: "3.3.0" }, 'OpenAPI.fromSpec reads OpenAPI 3.0, 3.1 and 3.2, not "3.3.0"'],
    [{ openapi: "4.0.0" }, 'OpenAPI.fromSpec reads OpenAPI 3.0, 3.1 and 3.2, not "4.0.0"'],
    [{ openapi: {} }, "OpenAPI.fromSpec reads OpenAPI 3.0, 3.1 and 3.2, not {}"],
  ])("%j", (spec, message) => {
    expect(() => OpenAPI.fromSpec({ spec })).toThrow(new TypeError(message))
  })
  test.each(["3.0.0", "3.0.4", "3.1.0", "3.1.2", "3.2.0", "3.1.0-rc0", 3.1, 3])("%j is one", (openapi) => {
    expect(namesOf({ ...documentOf({ "/a": { get: {} } }), openapi })).toEqual(["getA"])
  })
  test("a document without paths has no tools", () => {
    expect(OpenAPI.fromSpec({ spec: { openapi: "3.1.0", webhooks: { w: { post: {} } } } })).toEqual({
      tools: {},
      skipped: [],
    })
  })
})

describe("references", () => {
  const parameter = { name: "q", in: "query", required: true, schema: {} }
  const described = (tool: { readonly input: unknown }): unknown =>
    (tool.input as { schema: { properties: Record<string, { description?: string }> } }).schema.properties[
      "q"
    ]?.description
  test("escapes of pointers and of URIs", async () => {
    const components = { parameters: { "a/b~c %d": parameter } }
    const spec = operationOf(
      { parameters: [{ $ref: "#/components/parameters/a~1b~0c%20%25d" }] },
      { components },
    )
    expect((await sentFor(spec, { q: 1 })).url).toBe("https://api.example.test/s?q=1")
  })
  test("chains, into arrays, and to paths", async () => {
    const components = {
      parameters: { a: { $ref: "#/components/parameters/b" }, b: { $ref: "#/paths/~1other/parameters/0" } },
    }
    const spec = documentOf(
      {
        "/other": { parameters: [parameter] },
        "/s": { get: { operationId: "op", parameters: [{ $ref: "#/components/parameters/a" }] } },
      },
      { components },
    )
    expect((await sentFor(spec, { q: 1 })).url).toBe("https://api.example.test/s?q=1")
  })
  test("siblings of a reference count from 3.1 on", () => {
    const components = { parameters: { q: { ...parameter, description: "target" } } }
    const spec = (openapi: string): object => ({
      ...operationOf(
        { parameters: [{ $ref: "#/components/parameters/q", description: "sibling" }] },
        { components },
      ),
      openapi,
    })
    expect(described(toolOf(OpenAPI.fromSpec({ spec: spec("3.0.3") })))).toBe("target")
    expect(described(toolOf(OpenAPI.fromSpec({ spec: spec("3.1.0") })))).toBe("sibling")
  })
  test("a document may name itself by its own address", async () => {
    const components = { parameters: { q: parameter } }
    const ref = (uri: string): object =>
      operationOf({ parameters: [{ $ref: `${uri}#/components/parameters/q` }] }, { components })
    const documentUrl = "https://docs.test/a/openapi.json"
    expect((await sentFor({ spec: ref(documentUrl), documentUrl }, { q: 1 })).url).toEndWith("?q=1")
    const spec = { ...ref("https://docs.test/self"), openapi: "3.2.0", $self: "/self" }
    expect((await sentFor({ spec, documentUrl }, { q: 1 })).url).toEndWith("?q=1")
  })
  test.each([
    [
      "other.json#/components/parameters/q",
      'parameter 0: $ref "other.json#/components/parameters/q" leads to nothing in this document',
    ],
    [
      "#/components/parameters/none",
      'parameter 0: $ref "#/components/parameters/none" leads to nothing in this document',
    ],
    [
      "#/components/parameters/%E0",
      'parameter 0: $ref "#/components/parameters/%E0" leads to nothing in this document',
    ],
    [
      "#/components/parameters/loop",
      'parameter 0: $ref "#/components/parameters/loop" leads to nothing in this document',
    ],
    ["#/constructor/name", 'parameter 0: $ref "#/constructor/name" leads to nothing in this document'],
    [7, "parameter 0: $ref 7 leads to nothing in this document"],
  ])("%j", ($ref, reason) => {
    const components = { parameters: { loop: { $ref: "#/components/parameters/loop" } } }
    expect(reasonOf(operationOf({ parameters: [{ $ref }] }, { components }))).toBe(reason)
  })
  test("request bodies, responses, headers and path items", async () => {
    const spec = documentOf(
      { "/s": { $ref: "#/components/pathItems/S" } },
      {
        components: {
          pathItems: {
            S: {
              post: {
                operationId: "op",
                requestBody: { $ref: "#/components/requestBodies/B" },
                responses: { 200: { $ref: "#/components/responses/R" } },
              },
            },
          },
          requestBodies: { B: { content: { "text/plain": {} } } },
          responses: { R: { content: { "text/csv": {} } } },
        },
      },
    )
    const sent = await sentFor(spec, { body: "x" })
    expect(sent).toMatchObject({ method: "POST", body: "x", headers: { accept: "text/csv" } })
  })
  test("fields beside the reference of a path item stand over the target's", () => {
    const components = { pathItems: { S: { get: { operationId: "target" }, put: { operationId: "kept" } } } }
    expect(
      namesOf(
        documentOf(
          { "/s": { $ref: "#/components/pathItems/S", get: { operationId: "own" } } },
          { components },
        ),
      ),
    ).toEqual(["kept", "own"])
  })
  test("a path item that leads away is skipped as a whole, the rest stays", () => {
    const result = OpenAPI.fromSpec({
      spec: documentOf({ "/a": { $ref: "a.json" }, "/b": { get: {} }, "/c": null, "/d": 1 }),
    })
    const reason = "the path item is not an object, or its $ref leads to nothing in this document"
    expect(result.skipped).toEqual(["/a", "/c", "/d"].map((path) => ({ method: "*", path, reason })))
    expect([...flatTools(result).keys()]).toEqual(["getB"])
  })
})

describe("operations", () => {
  test("all methods of a path; its other fields are none; extensions are no paths", () => {
    const methods = ["get", "put", "post", "delete", "options", "head", "patch"]
    const item = Object.fromEntries(methods.map((method) => [method, {}]))
    const spec = documentOf({
      "/a": {
        summary: "s",
        description: "d",
        servers: [{ url: "https://a.test" }],
        parameters: [],
        "x-get": {},
        ...item,
      },
      "x-b": { get: {} },
    })
    expect(namesOf(spec)).toEqual(["deleteA", "getA", "headA", "optionsA", "patchA", "postA", "putA"])
  })
  test("3.2: query and additional operations", async () => {
    const spec = {
      ...documentOf({
        "/a": {
          query: { requestBody: { content: { "application/json": {} } } },
          additionalOperations: { COPY: {}, "BAD METHOD": {}, CONNECT: {} },
        },
      }),
      openapi: "3.2.0",
    }
    expect(namesOf(spec)).toEqual(["copyA", "queryA"])
    expect(await sentFor(spec, { body: { a: 1 } }, "queryA")).toMatchObject({
      method: "QUERY",
      body: '{"a":1}',
    })
    expect((await sentFor(spec, {}, "copyA")).method).toBe("COPY")
    expect(OpenAPI.fromSpec({ spec }).skipped.map(({ method, reason }) => [method, reason])).toEqual([
      ["BAD METHOD", "malformed method"],
      ["CONNECT", "method CONNECT cannot be sent"],
    ])
    expect(namesOf({ ...spec, openapi: "3.1.0" })).toEqual([])
  })
  test("3.2: a query string as a whole", async () => {
    const spec = (content: object): object => ({
      ...operationOf({ parameters: [{ name: "qs", in: "querystring", content }] }),
      openapi: "3.2.0",
    })
    expect(
      (await sentFor(spec({ "application/x-www-form-urlencoded": {} }), { qs: { a: "x y", b: [1, 2] } })).url,
    ).toEndWith("/s?a=x%20y&b=1&b=2")
    expect((await sentFor(spec({ "application/json": {} }), { qs: { a: 1 } })).url).toEndWith(
      "/s?%7B%22a%22%3A1%7D",
    )
    expect(reasonOf(spec({ "text/plain": {} }))).toBe(
      "querystring parameter qs: content text/plain is not JSON",
    )
  })
  test("safe methods may be sent again by a suspended run, others not", () => {
    const tools = flatTools(
      OpenAPI.fromSpec({ spec: documentOf({ "/a": { get: {}, head: {}, post: {}, put: {}, delete: {} } }) }),
    )
    expect([...tools].map(([name, { execution }]) => `${name} ${execution.kind}`)).toEqual([
      "deleteA plain", "getA idempotent", "headA idempotent", "postA plain", "putA plain",
    ]) // prettier-ignore
  })
  test.each<[object, string]>([
    [{ parameters: {} }, "`parameters` is not a list"],
    [{ parameters: [null] }, "parameter 0 is not a Parameter Object"],
    [{ parameters: [{ in: "query" }] }, "parameter 0 has no name or no `in`"],
    [{ parameters: [{ name: "", in: "query", schema: {} }] }, "parameter 0 has no name or no `in`"],
    [{ parameters: [{ name: "a", in: "body", schema: {} }] }, 'parameter a: `in` is "body"'],
    [{ parameters: [{ name: "a", in: "querystring", schema: {} }] }, 'parameter a: `in` is "querystring"'],
    [{ parameters: [{ name: "a", in: "query" }] }, "query parameter a has neither schema nor content"],
    [
      { parameters: [{ name: "a", in: "query", style: "simple", schema: {} }] },
      "query parameter a: style simple is not one of query",
    ],
    [
      { parameters: [{ name: "a", in: "query", style: "pipeDelimited", explode: true, schema: {} }] },
      "query parameter a: style pipeDelimited with explode is not defined",
    ],
    [
      { parameters: [{ name: "a", in: "query", style: "deepObject", schema: { type: "array" } }] },
      "query parameter a: style deepObject is defined for objects only, not for an array",
    ],
    [
      { parameters: [{ name: "a", in: "query", schema: { type: "array", items: { type: "object" } } }] },
      "query parameter a: no style is defined for an array of objects",
    ],
    [
      { parameters: [{ name: "a", in: "query", content: { "application/xml": {} } }] },
      "query parameter a: content application/xml is not JSON",
    ],
    [
      { parameters: [{ name: "a", in: "query", content: {} }] },
      "query parameter a: content names no media type",
    ],
    [
      { parameters: [{ name: "a b", in: "header", schema: {} }] },
      'header parameter "a b" has an invalid name',
    ],
    [
      { parameters: [{ name: "Cookie", in: "header", required: true, schema: {} }] },
      "header parameter Cookie: cookies come from auth.resolve",
    ],
    [
      {
        parameters: [
          { name: "a", in: "query", schema: {} },
          { name: "a", in: "query", schema: {} },
        ],
      },
      "parameter query a is listed twice",
    ],
    [
      {
        parameters: [
          { name: "X-A", in: "header", schema: {} },
          { name: "x-a", in: "header", schema: {} },
        ],
      },
      "parameter header x-a is listed twice",
    ],
    [{ responses: { 101: {} } }, "WebSocket upgrade"],
    [
      { responses: { 200: { content: { "text/event-stream": {} } } } },
      "response text/event-stream (event stream)",
    ],
    [{ responses: { 200: { content: { "image/png": {} } } } }, "response image/png (binary or unknown)"],
    [{ responses: { "2XX": { content: { "application/xml": {} } } } }, "response application/xml (XML)"],
    [
      { responses: { default: { content: { "application/pdf": {} } } } },
      "response application/pdf (binary or unknown)",
    ],
    [{ responses: { 200: { content: { "application/jsonl": {} } } } }, "response application/jsonl (stream)"],
    [{ requestBody: 1 }, "requestBody is no Request Body Object, or its $ref leads to nothing"],
  ])("%j is skipped", (operation, reason) => {
    const spec = documentOf({ "/s": { post: { operationId: "op", ...operation } } })
    expect(OpenAPI.fromSpec({ spec }).skipped).toEqual([
      { method: "POST", path: "/s", operationId: "op", reason },
    ])
  })
  test("path parameters that do not meet their template", () => {
    expect(reasonOf(operationOf({}, {}, "/u/{id}"))).toBe("path parameter id is not declared")
    expect(reasonOf(operationOf({}, {}, "/u/{}"))).toBe("path parameter  is not declared")
    expect(reasonOf({ ...documentOf({ "no/slash": { get: {} } }) })).toBe("path does not begin with /")
    expect(
      namesOf(operationOf({ parameters: [{ name: "gone", in: "path", required: true, schema: {} }] })),
    ).toEqual(["op"])
  })
  test("a fragment in a path template only tells operations apart", async () => {
    const spec = operationOf(
      { parameters: [{ name: "X-Amz-Target", in: "header", schema: {} }] },
      {},
      "/#X-Amz-Target=Do",
      "post",
    )
    expect(await sentFor(spec, { "X-Amz-Target": "Do" })).toMatchObject({
      url: "https://api.example.test/",
      headers: { "x-amz-target": "Do" },
    })
  })
  test("the reasons name operation ids; the rest of the document stays", () => {
    const bad = { responses: { 200: { content: { "image/png": {} } } } }
    const result = OpenAPI.fromSpec({
      spec: documentOf({ "/a": { get: { operationId: "a.b", ...bad }, put: 7, post: {} } }),
    })
    expect(result.skipped).toEqual([
      { method: "PUT", path: "/a", reason: "the operation is not an object" },
      { method: "GET", path: "/a", operationId: "a.b", reason: "response image/png (binary or unknown)" },
    ])
    expect([...flatTools(result).keys()]).toEqual(["postA"])
  })
})
