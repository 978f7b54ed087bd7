import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { operationOf, refusalFor } from "./client.ts"
import { refusal, startServer, toolAt, value, type Received, type Server } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const post = (content: object, more: object = {}, spec: object = {}): object =>
  operationOf({ requestBody: { content, ...more } }, spec, "/s", "post")

async function received(spec: object, input: unknown): Promise<Received> {
  server.received.length = 0
  await value(toolAt(server, spec), input)
  return server.received[0]!
}

const reasonOf = (spec: object): string | undefined => OpenAPI.fromSpec({ spec }).skipped[0]?.reason

describe("JSON", () => {
  test.each([
    ["application/json", "application/json"],
    ["application/json; charset=utf-8", "application/json; charset=utf-8"],
    ["application/vnd.api+json", "application/vnd.api+json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["text/json", "text/json"],
  ])("%s is sent as %s", async (type, contentType) => {
    const sent = await received(post({ [type]: { schema: { type: "array" } } }), {
      body: [1, "\u00e9", null],
    })
    expect(sent.headers["content-type"]).toBe(contentType)
    expect(sent.body).toBe('[1,"\u00e9",null]')
  })
  test("application/json before other JSON, JSON before forms, forms before text, whatever the order", async () => {
    const schema = { schema: { type: "object", properties: { a: {} } } }
    const all = {
      "text/plain": {},
      "multipart/form-data": schema,
      "application/x-www-form-urlencoded": schema,
      "application/a+json": schema,
    }
    expect((await received(post(all), { a: 1 })).headers["content-type"]).toBe("application/a+json")
    expect(
      (await received(post({ ...all, "application/json": schema }), { a: 1 })).headers["content-type"],
    ).toBe("application/json")
    expect(
      (await received(post({ "text/plain": {}, "multipart/form-data": schema }), { a: 1 })).headers[
        "content-type"
      ],
    ).toStartWith("multipart/")
  })
  test("an optional body is sent if a field is given, a required one always", async () => {
    const content = { "application/json": { schema: { type: "object", properties: { a: {} } } } }
    expect(await received(post(content), {})).toMatchObject({ body: "" })
    expect((await received(post(content), {})).headers["content-type"]).toBeUndefined()
    expect(await received(post(content), { a: null })).toMatchObject({ body: '{"a":null}' })
    expect(await received(post(content, { required: true }), {})).toMatchObject({ body: "{}" })
  })
  test("a required body that is no object must be given", async () => {
    const spec = post({ "application/json": { schema: { type: "array" } } }, { required: true })
    expect(await refusalFor(spec, {})).toBe('POST /s: missing field "body" (required request body)')
  })
  test("readOnly fields are not inputs, but pass; `__proto__` is a field like any other", async () => {
    const properties = JSON.parse('{ "id": { "readOnly": true }, "name": {}, "__proto__": {} }') as object
    const spec = post({ "application/json": { schema: { type: "object", properties } } })
    expect((await received(spec, JSON.parse('{ "id": 1, "name": "n", "__proto__": 2 }'))).body).toBe(
      '{"id":1,"name":"n","__proto__":2}',
    )
  })
})

describe("urlencoded forms", () => {
  const form = (properties: object, encoding: object = {}, schema: object = {}): object =>
    post({
      "application/x-www-form-urlencoded": { schema: { type: "object", properties, ...schema }, encoding },
    })
  test("scalars as text, arrays repeated, objects as JSON, null left out", async () => {
    const spec = form({ name: {}, tags: {}, n: {}, b: {}, o: {}, gone: {} })
    const sent = await received(spec, {
      name: "A B&C=\u00e9+",
      tags: ["x", 1, null, { y: 2 }],
      n: 0,
      b: false,
      o: { p: ["q"] },
      gone: null,
    })
    expect(sent.headers["content-type"]).toBe("application/x-www-form-urlencoded")
    expect(sent.body).toBe(
      "name=A%20B%26C%3D%C3%A9%2B&tags=x&tags=1&tags=%7B%22y%22%3A2%7D&n=0&b=false&o=%7B%22p%22%3A%5B%22q%22%5D%7D",
    )
  })
  test("a field with style, explode or allowReserved follows the rules of query parameters", async () => {
    const spec = form(
      { items: {}, csv: {}, pipes: {}, free: {}, spread: {} },
      {
        items: { style: "deepObject" },
        csv: { explode: false },
        pipes: { style: "pipeDelimited" },
        free: { allowReserved: true },
        spread: { style: "form" },
      },
    )
    const sent = await received(spec, {
      items: { price: "p_1", qty: 2 },
      csv: ["a", "b"],
      pipes: ["a", "b"],
      free: "/x?y",
      spread: { r: 1, s: 2 },
    })
    expect(sent.body).toBe("items%5Bprice%5D=p_1&items%5Bqty%5D=2&csv=a,b&pipes=a%7Cb&free=/x?y&r=1&s=2")
  })
  test("contentType application/json makes JSON of any value", async () => {
    const sent = await received(
      form(
        { a: {}, s: {} },
        { a: { contentType: "application/json" }, s: { contentType: "application/json" } },
      ),
      { a: [1, 2], s: "t" },
    )
    expect(sent.body).toBe("a=%5B1%2C2%5D&s=%22t%22")
  })
  test("a dictionary stays under body", async () => {
    expect(
      (await received(form({}, {}, { additionalProperties: true }), { body: { a: 1, "b c": [2, 3] } })).body,
    ).toBe("a=1&b%20c=2&b%20c=3")
  })
  test("what has no defined form is refused", async () => {
    expect(await refusal(toolAt(server, form({ a: {} })), { a: [[1]] })).toBe(
      'POST /s: form field "a": an array in an array has no defined form',
    )
    expect(
      await refusal(toolAt(server, form({ a: {} }, { a: { style: "deepObject" } })), { a: { b: { c: 1 } } }),
    ).toBe('POST /s: form field "a": field "b" is an object, and no style of OpenAPI can write nested values')
    expect(await refusal(toolAt(server, form({}, {}, { additionalProperties: true })), { body: "a=1" })).toBe(
      "POST /s: body: expected an object of form fields, got a string",
    )
  })
})

describe("multipart forms", () => {
  const form = (properties: object, encoding: object = {}): object =>
    post({ "multipart/form-data": { schema: { type: "object", properties }, encoding } })
  test("text and JSON parts, byte for byte", async () => {
    const spec = form(
      { name: {}, tags: {}, meta: {}, note: {}, 'we"ird\r\n': {} },
      { note: { contentType: "text/markdown, text/plain" } },
    )
    const sent = await received(spec, {
      name: "\u00e9",
      tags: ["x", "y"],
      meta: { a: [1] },
      note: "# t",
      'we"ird\r\n': true,
    })
    expect(sent.headers["content-type"]).toBe("multipart/form-data; boundary=form-data-boundary")
    expect(sent.body).toBe(
      [
        "--form-data-boundary",
        'Content-Disposition: form-data; name="name"',
        "",
        "\u00e9",
        "--form-data-boundary",
        'Content-Disposition: form-data; name="tags"',
        "",
        "x",
        "--form-data-boundary",
        'Content-Disposition: form-data; name="tags"',
        "",
        "y",
        "--form-data-boundary",
        'Content-Disposition: form-data; name="meta"',
        "Content-Type: application/json",
        "",
        '{"a":[1]}',
        "--form-data-boundary",
        'Content-Disposition: form-data; name="note"',
        "Content-Type: text/markdown",
        "",
        "# t",
        "--form-data-boundary",
        'Content-Disposition: form-data; name="we%22ird%0D%0A"',
        "",
        "true",
        "--form-data-boundary--",
        "",
      ].join("\r\n"),
    )
  })
  test("the boundary is in no part", async () => {
    const sent = await received(form({ a: {} }), { a: "--form-data-boundary-1--\r\n--form-data-boundary" })
    expect(sent.headers["content-type"]).toBe("multipart/form-data; boundary=form-data-boundary-2")
  })
  test("a platform's parser reads the parts back", async () => {
    const sent = await received(form({ a: {}, b: {} }), { a: "x\r\ny", b: { c: 1 } })
    const parsed = await new Response(sent.body, {
      headers: { "content-type": sent.headers["content-type"]! },
    }).formData()
    expect(parsed.get("a")).toBe("x\r\ny")
    expect(parsed.get("b")).toBe('{"c":1}')
  })
  test.each([
    [{ a: { type: "string", format: "binary" } }, {}, "multipart part a (binary)"],
    [{ a: { type: "array", items: { type: "string", format: "binary" } } }, {}, "multipart part a (binary)"],
    [{ a: { type: "string", contentMediaType: "image/png" } }, {}, "multipart part a (binary)"],
    [
      { a: {} },
      { a: { contentType: "image/png, image/jpeg" } },
      "multipart part a is image/png, image/jpeg, neither text nor JSON",
    ],
    [{ a: {} }, { a: { headers: { "X-A": { required: true } } } }, "multipart part a with required headers"],
    [{ a: {} }, { a: { style: "form" } }, "multipart part a with a style"],
  ])("%j %j is skipped", (properties, encoding, reason) => {
    expect(reasonOf(form(properties, encoding))).toBe(reason)
  })
  test("a binary part in a branch is found; JSON beside it is used", () => {
    const schema = { allOf: [{ $ref: "#/components/schemas/F" }] }
    const components = { components: { schemas: { F: { properties: { f: { format: "binary" } } } } } }
    expect(reasonOf(post({ "multipart/form-data": { schema } }, {}, components))).toBe(
      "multipart part f (binary)",
    )
    expect(
      reasonOf(post({ "multipart/form-data": { schema }, "application/json": {} }, {}, components)),
    ).toBeUndefined()
  })
})

describe("text", () => {
  test.each([
    ["text/plain", "text/plain"],
    ["text/*", "text/plain"],
    ["text/csv; charset=utf-8", "text/csv; charset=utf-8"],
  ])("%s is sent as it is", async (type, contentType) => {
    const sent = await received(post({ [type]: { schema: { type: "string" } } }), { body: "a,b\n\u00e9" })
    expect(sent.headers["content-type"]).toBe(contentType)
    expect(sent.body).toBe("a,b\n\u00e9")
  })
  test("a value that is no text is refused", async () => {
    expect(await refusal(toolAt(server, post({ "text/plain": {} })), { body: { a: 1 } })).toBe(
      "POST /s: body: expected text (text/plain), got an object",
    )
  })
})

describe("bodies that are skipped", () => {
  test.each([
    [{ "application/octet-stream": {} }, "request body application/octet-stream (binary or unknown)"],
    [{ "application/xml": { schema: { type: "object" } } }, "request body application/xml (XML)"],
    [{ "text/xml": { schema: { type: "object" } } }, "request body text/xml (XML) with a structured schema"],
    [
      { "text/plain": { schema: { properties: {} } } },
      "request body text/plain (text) with a structured schema",
    ],
    [{ "application/x-ndjson": {} }, "request body application/x-ndjson (stream)"],
    [{ "application/json": { itemSchema: {} } }, "request body application/json (stream of items)"],
    [{ "application/x-yaml": {} }, "request body application/x-yaml (YAML)"],
    [{ "text/plain; charset=iso-8859-1": {} }, "request body in charset iso-8859-1"],
    [{ "*/*": { schema: { type: "string", format: "binary" } } }, "request body */* (binary)"],
    [
      { "application/json\r\nX-Evil: 1+json": {} },
      "request body application/json\r\nx-evil: 1+json (malformed)",
    ],
    [{}, "requestBody names no media type"],
    [
      { "application/x-www-form-urlencoded": { schema: { type: "array" } } },
      "form body that is not an object",
    ],
  ])("%j", (content, reason) => {
    expect(reasonOf(post(content))).toBe(reason)
  })
  test("GET: ignored where 3.0 says so, else skipped", () => {
    const body = (required: boolean): object => ({
      requestBody: { required, content: { "application/json": {} } },
    })
    expect(reasonOf({ ...operationOf(body(false)), openapi: "3.0.3" })).toBeUndefined()
    expect(reasonOf({ ...operationOf(body(true)), openapi: "3.0.3" })).toBe(
      "GET with a request body cannot be sent",
    )
    expect(reasonOf(operationOf(body(false)))).toBe("GET with a request body cannot be sent")
  })
  test("DELETE with a body is sent", async () => {
    const spec = operationOf(
      { requestBody: { content: { "application/json": { schema: { type: "array" } } } } },
      {},
      "/s",
      "delete",
    )
    expect(await received(spec, { body: [1] })).toMatchObject({ method: "DELETE", body: "[1]" })
  })
})
