import { describe, expect, test } from "bun:test"
import { renderSignature } from "../../src/catalog/signature.ts"
import { inputJsonSchema, outputJsonSchema } from "../../src/Tool.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { documentOf, flatTools, toolOf } from "./client.ts"

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function toolFor(operation: object, schemas: object, openapi: string, options: object = {}) {
  const spec = {
    ...documentOf({ "/s": { post: { operationId: "op", ...operation } } }, { components: { schemas } }),
    openapi,
  }
  return toolOf(OpenAPI.fromSpec({ spec, ...options }))
}

const body = (schema: unknown, more: object = {}): object => ({
  requestBody: { required: true, content: { "application/json": { schema } }, ...more },
})
const answer = (schema: unknown): object => ({
  responses: { 200: { description: "", content: { "application/json": { schema } } } },
})

/** The signature of `POST /s` with one schema as request body and as response. */
function signature(schema: unknown, schemas: object = {}, openapi = "3.1.0", options: object = {}): string {
  const tool = toolFor({ ...body(schema), ...answer(schema) }, schemas, openapi, options)
  return renderSignature({ input: inputJsonSchema(tool), output: outputJsonSchema(tool) }, "op")
    .replace(/\s+/g, " ")
    .replaceAll("; }", " }")
}

const properties = (schema: object, more: object = {}): object => ({
  type: "object",
  properties: schema,
  ...more,
})

describe("readOnly and writeOnly", () => {
  const pet = {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      secret: { type: "string", writeOnly: true },
    },
  }
  test.each(["3.0.3", "3.1.0"])("leave one direction each (%s)", (openapi) => {
    expect(signature(pet, {}, openapi)).toBe(
      "tools.op(input: { name: string; secret?: string }): Promise<{ /** @integer */ id: number; name: string }>",
    )
  })
  test("behind references, and in what is nested", () => {
    const schemas = { Pet: pet, Id: { type: "string", readOnly: true } }
    expect(
      signature(
        properties({ pet: { $ref: "#/components/schemas/Pet" }, id: { $ref: "#/components/schemas/Id" } }),
        schemas,
      ),
    ).toBe(
      "tools.op(input?: { pet?: { name: string; secret?: string } }): Promise<{ pet?: { /** @integer */ id: number; name: string }; id?: string }>",
    )
  })
  test("beside a reference from 3.1 on, in an allOf at any time", () => {
    const schemas = { Name: { type: "string" } }
    const beside = properties({
      a: { $ref: "#/components/schemas/Name", readOnly: true },
      b: { allOf: [{ $ref: "#/components/schemas/Name" }, { readOnly: true }] },
      c: {},
    })
    expect(signature(beside, schemas, "3.1.0")).toStartWith("tools.op(input?: { c?: unknown })")
    expect(signature(beside, schemas, "3.0.3")).toStartWith("tools.op(input?: { a?: string; c?: unknown })")
  })
  test("required in one branch of allOf, hidden in another", () => {
    const schemas = {
      Base: { type: "object", required: ["id", "name"], properties: { name: { type: "string" } } },
    }
    const schema = {
      allOf: [{ $ref: "#/components/schemas/Base" }, properties({ id: { type: "string", readOnly: true } })],
    }
    const tool = toolFor(body(schema), schemas, "3.1.0")
    expect(plain(inputJsonSchema(tool))).toMatchObject({
      properties: { body: { allOf: [{ $ref: "#/$defs/Base" }, { type: "object", properties: {} }] } },
      $defs: { Base: { required: ["name"] } },
    })
  })
})

describe("by version", () => {
  test("nullable is 3.0's, type lists are 3.1's", () => {
    const schema = properties({
      a: { type: "string", nullable: true },
      b: { type: "string", enum: ["x"], nullable: true },
      c: { nullable: true, allOf: [{ $ref: "#/components/schemas/Name" }] },
      d: { type: ["string", "null"] },
    })
    const schemas = { Name: { type: "string" } }
    expect(signature(schema, schemas, "3.0.3")).toStartWith(
      'tools.op(input?: { a?: string | null; b?: "x" | null; c?: string | null; d?: string | null })',
    )
    expect(signature(schema, schemas, "3.1.0")).toStartWith(
      'tools.op(input?: { a?: string; b?: "x"; c?: string; d?: string | null })',
    )
  })
  test("exclusive bounds are flags in 3.0 and numbers in 3.1", () => {
    const flags = properties({
      a: { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    })
    expect(signature(flags, {}, "3.0.3")).toContain("@exclusiveMinimum 1")
    expect(signature(flags, {}, "3.0.3")).toContain("@maximum 9")
    expect(signature(properties({ a: { type: "number", exclusiveMinimum: 1 } }), {}, "3.1.0")).toContain(
      "@exclusiveMinimum 1",
    )
  })
  test("siblings of a reference count from 3.1 on", () => {
    const schema = properties({ a: { $ref: "#/components/schemas/Name", description: "mine" } })
    expect(signature(schema, { Name: { type: "string" } }, "3.1.0")).toContain("/** mine */ a?: string")
    expect(signature(schema, { Name: { type: "string" } }, "3.0.3")).not.toContain("mine")
  })
  test("tuples of older drafts and of 2020-12", () => {
    expect(
      signature(
        properties({
          a: {
            type: "array",
            items: [{ type: "number" }, { type: "string" }],
            additionalItems: false,
            minItems: 2,
          },
        }),
      ),
    ).toContain("a?: [number, string]")
    expect(
      signature(
        properties({ a: { type: "array", prefixItems: [{ type: "number" }], items: false, minItems: 1 } }),
      ),
    ).toContain("a?: [number]")
  })
})

describe("composition", () => {
  const schemas = {
    Cat: properties({ kind: { type: "string" }, meow: { type: "boolean" } }),
    Dog: properties({ kind: { type: "string" }, bark: { type: "boolean" } }),
    Fox: properties({ kind: { const: "f" } }),
  }
  const choices = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }))
  test("a discriminator's values: by mapping, else by name, unless the schema says so itself", () => {
    const schema = {
      oneOf: choices,
      discriminator: { propertyName: "kind", mapping: { c1: "#/components/schemas/Cat", c2: "Cat" } },
    }
    const tool = toolFor(body(schema), schemas, "3.1.0")
    expect((plain(inputJsonSchema(tool)) as { properties: { body: unknown } }).properties.body).toEqual({
      oneOf: [
        {
          allOf: [
            { $ref: "#/$defs/Cat" },
            { type: "object", properties: { kind: { enum: ["c1", "c2"] } }, required: ["kind"] },
          ],
        },
        {
          allOf: [
            { $ref: "#/$defs/Dog" },
            { type: "object", properties: { kind: { const: "Dog" } }, required: ["kind"] },
          ],
        },
        { $ref: "#/$defs/Fox" },
      ],
    })
    expect(signature(schema, schemas)).toContain('kind: "Dog"')
  })
  test("dictionaries and allOf", () => {
    const schema = { allOf: [choices[0], { type: "object", additionalProperties: { type: "integer" } }] }
    expect(signature(schema, schemas)).toStartWith("tools.op(input: { body: ")
    expect(signature({ type: "object", additionalProperties: { type: "string" } })).toBe(
      "tools.op(input: { body: { [key: string]: string } }): Promise<{ [key: string]: string }>",
    )
  })
})

describe("references", () => {
  test("only what is reached is listed, and each is converted when it is read", () => {
    const schemas = {
      A: properties({ b: { $ref: "#/components/schemas/B" } }),
      B: { type: "string" },
      C: { type: "number" },
      "My Id": { type: "boolean" },
    }
    const tool = toolFor(
      body(
        properties({ a: { $ref: "#/components/schemas/A" }, id: { $ref: "#/components/schemas/My%20Id" } }),
      ),
      schemas,
      "3.1.0",
    )
    expect(plain(inputJsonSchema(tool))).toEqual({
      type: "object",
      properties: { a: { $ref: "#/$defs/A" }, id: { $ref: "#/$defs/My_Id" } },
      required: [],
      additionalProperties: false,
      $defs: {
        My_Id: { type: "boolean" },
        A: { type: "object", properties: { b: { $ref: "#/$defs/B" } } },
        B: { type: "string" },
      },
    })
  })
  test("to anywhere in the document, to anchors, and to nothing", () => {
    const schema = properties({
      p: { $ref: "#/paths/~1s/post/requestBody/content/application~1json/schema/properties/q" },
      q: { type: "string" },
      r: { $ref: "#here" },
      s: { $ref: "elsewhere.json#/x" },
      t: { $ref: "#/components/schemas/Missing" },
      u: { $ref: "#/components/schemas/Loop" },
    })
    const schemas = { A: { $anchor: "here", type: "number" }, Loop: { $ref: "#/components/schemas/Loop" } }
    expect(signature(schema, schemas)).toStartWith(
      "tools.op(input?: { p?: string; q?: string; r?: number; s?: unknown; t?: unknown; u?: unknown })",
    )
  })
  test("recursion: self, mutual, through allOf, through a dereferenced document", () => {
    const schemas = {
      Node: properties({ children: { type: "array", items: { $ref: "#/components/schemas/Node" } } }),
      A: properties({ b: { $ref: "#/components/schemas/B" } }),
      B: properties({ as: { type: "array", items: { $ref: "#/components/schemas/A" } } }),
      X: { allOf: [{ $ref: "#/components/schemas/X" }] },
    }
    expect(signature({ $ref: "#/components/schemas/Node" }, schemas)).toContain("children?: unknown[]")
    expect(signature(properties({ a: { $ref: "#/components/schemas/A" } }), schemas)).toContain("as?: ")
    expect(signature(properties({ x: { $ref: "#/components/schemas/X" } }), schemas)).toContain("x?: unknown")
    const node: Record<string, unknown> = { type: "object" }
    node["properties"] = { next: node, name: { type: "string" } }
    expect(signature(properties({ node }))).toContain("node?: { next?: unknown; name?: string }")
  })
})

describe("what a model is told", () => {
  test("descriptions in plain text, cut at a sentence; titles where there is no description", () => {
    const long = `${"First sentence with some words in it, and then a little more to say about it. ".repeat(2)}${"more ".repeat(100)}`
    const schema = properties({
      a: { type: "string", description: "<p>See the\n **[docs](https://x.test/y)**.</p>" },
      b: { title: "Bee" },
      c: { description: long },
    })
    const text = signature(schema)
    expect(text).toContain("/** See the docs. */ a?: string")
    expect(text).toContain("/** Bee */ b?: unknown")
    expect(text).toContain("say about it. */ c?: unknown")
  })
  test("examples, defaults and deprecation of inputs as tags, of parameters too", () => {
    const parameters = [
      {
        name: "q",
        in: "query",
        description: "What to find",
        deprecated: true,
        example: "cats",
        schema: { type: "string", default: "all", format: "email" },
      },
    ]
    const tool = toolFor({ parameters, ...answer({ type: "string", example: "not shown" }) }, {}, "3.1.0")
    const text = renderSignature(
      { input: inputJsonSchema(tool), output: outputJsonSchema(tool) },
      "op",
    ).replace(/\s+/g, " ")
    for (const part of ["What to find", "@deprecated", '@default "all"', "@format email", '@example "cats"'])
      expect(text).toContain(part)
    expect(text).not.toContain("not shown")
  })
  test("dates that YAML made are text again", () => {
    const schema = properties({
      a: { type: "string", enum: [new Date("2024-01-01"), new Date("2024-01-01T10:00:00Z")] },
    })
    expect(signature(schema)).toContain('a?: "2024-01-01" | "2024-01-01T10:00:00.000Z"')
  })
  test("summary and description of an operation", () => {
    const described = (operation: object): string => toolFor(operation, {}, "3.1.0").description
    expect(
      described({ summary: "List pets", description: "Gives pets by page.\n\n## Notes\nlong manual" }),
    ).toBe("List pets. Gives pets by page.")
    expect(described({ summary: "List pets.", description: "List pets. All of them." })).toBe(
      "List pets. All of them.",
    )
    expect(described({ description: "Only this" })).toBe("Only this")
    expect(described({})).toBe("POST /s")
  })
  test("the media type of a body that is not plain JSON", () => {
    const tool = toolFor(
      {
        requestBody: {
          description: "The patch",
          content: { "application/merge-patch+json": { schema: { type: "array" } } },
        },
      },
      {},
      "3.1.0",
    )
    expect(plain(inputJsonSchema(tool))).toMatchObject({
      properties: { body: { description: "The patch Sent as application/merge-patch+json." } },
    })
  })
  test("a deprecated operation", () => {
    expect(toolFor({ deprecated: true }, {}, "3.1.0").deprecated).toBe(true)
    expect(toolFor({}, {}, "3.1.0").deprecated).toBe(false)
  })
})

describe("what a program gets", () => {
  const outputOf = (responses: unknown, options: object = {}): string => {
    const tool = toolFor(
      { responses },
      { Pet: properties({ id: { type: "integer" } }), Problem: properties({ title: {} }) },
      "3.1.0",
      options,
    )
    return renderSignature({ input: inputJsonSchema(tool), output: outputJsonSchema(tool) }, "op")
      .replace(/\s+/g, " ")
      .replaceAll("; }", " }")
      .replace(/^.*Promise/, "Promise")
  }
  const json = (name: string): object => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  const pet = "{ /** @integer */ id?: number }"
  test.each<[unknown, string]>([
    [{ "2XX": json("Pet"), default: json("Problem") }, `Promise<${pet}>`],
    [{ 200: json("Pet"), 404: json("Problem") }, `Promise<${pet}>`],
    [{ default: json("Pet") }, `Promise<${pet}>`],
    [{ 200: json("Pet"), 201: json("Pet") }, `Promise<${pet}>`],
    [{ 200: json("Pet"), 204: {} }, `Promise<${pet} | null>`],
    [{ 204: {} }, "Promise<void>"],
    [{ 200: {} }, "Promise<unknown>"],
    [{ 404: json("Problem") }, "Promise<unknown>"],
    [undefined, "Promise<unknown>"],
    [{ 200: { content: { "text/csv": { schema: { type: "object" } } } } }, "Promise<string>"],
    [
      {
        200: {
          content: {
            "text/plain": {},
            "application/xml": {},
            "application/json": { schema: { type: "number" } },
          },
        },
      },
      "Promise<string | number>",
    ],
    [{ 200: { content: { "*/*": { schema: { type: "number" } } } } }, "Promise<number>"],
    [{ 200: { content: { "application/json": {} } } }, "Promise<unknown>"],
    [{ 200: { $ref: "#/components/responses/Missing" } }, "Promise<unknown>"],
  ])("%j", (responses, expected) => {
    expect(outputOf(responses)).toBe(expected)
  })
  test("responseHeaders: body, the headers that are described, and status", () => {
    const responses = { 200: { ...json("Pet"), headers: { Link: { description: "Pages", schema: {} } } } }
    expect(outputOf(responses, { responseHeaders: true })).toBe(
      `Promise<{ body: ${pet}; headers: { /** Pages */ link?: string; [key: string]: string | undefined }; /** @integer */ status: number }>`,
    )
    expect(outputOf({ 204: {} }, { responseHeaders: true })).toContain("body: null;")
  })
})

test("no input is no parameter", () => {
  expect(renderSignature({ input: inputJsonSchema(toolFor({}, {}, "3.1.0")), output: undefined }, "op")).toBe(
    "tools.op(): Promise<void>",
  )
})

describe("hostile documents", () => {
  test("nesting without end", () => {
    let schema: object = { type: "string" }
    for (let level = 0; level < 100_000; level++) schema = { type: "array", items: schema }
    expect(signature(schema)).toStartWith("tools.op(input: { body: ")
  })
  test("branches that double at each level", () => {
    const schemas: Record<string, unknown> = {
      L0: { type: "object", required: ["id"], properties: { id: { readOnly: true } } },
    }
    for (let level = 1; level < 60; level++) {
      const ref = { $ref: `#/components/schemas/L${level - 1}` }
      schemas[`L${level}`] = { required: ["id"], allOf: [ref, { ...ref }, { allOf: [ref] }] }
    }
    const tool = toolFor(body({ $ref: "#/components/schemas/L59" }), schemas, "3.1.0")
    expect(JSON.stringify(inputJsonSchema(tool)).length).toBeLessThan(50_000)
    let shared: object = { type: "object", properties: { id: { readOnly: true } }, required: ["id"] }
    for (let level = 0; level < 60; level++) shared = { allOf: [shared, shared, shared] }
    expect(Object.keys(inputJsonSchema(toolFor(body(shared), {}, "3.1.0")))).toContain("properties")
  })
  test("lists of very many", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => index)
    const fields = Object.fromEntries(many.slice(0, 70_000).map((index) => [`f${index}`, {}]))
    const schema = {
      type: "object",
      properties: { a: { enum: many }, b: { type: "object", properties: fields } },
    }
    const content = { "multipart/form-data": { schema: { type: "object", properties: fields } } }
    expect(JSON.stringify(inputJsonSchema(toolFor(body(schema), {}, "3.1.0"))).length).toBeGreaterThan(
      100_000,
    )
    expect(Object.keys(inputJsonSchema(toolFor({ requestBody: { content } }, {}, "3.1.0")))).toContain(
      "properties",
    )
  }, 20_000)
  test("a chain of references, and a circle of them everywhere", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [
        `R${index}`,
        { $ref: `#/components/schemas/R${(index + 1) % 5_000}` },
      ]),
    )
    const ref = { $ref: "#/components/schemas/R0" }
    const spec = documentOf(
      {
        "/s": {
          post: { parameters: [{ name: "a", in: "query", schema: ref }], ...body(ref), ...answer(ref) },
        },
      },
      { components: { schemas } },
    )
    expect(OpenAPI.fromSpec({ spec }).skipped).toEqual([])
  })
  test("names of the language's own objects are names", () => {
    const names = ["__proto__", "constructor", "hasOwnProperty", "toString", "then"]
    const schema = JSON.parse(
      `{ "type": "object", "properties": { ${names.map((name) => `"${name}": { "type": "string" }`).join(", ")} } }`,
    ) as object
    for (const name of names) expect(signature(schema)).toContain(`${name}?: string`)
    const spec = JSON.parse(
      `{ "openapi": "3.1.0", "servers": [{ "url": "https://a.test" }], "paths": { ${names.map((name) => `"/${name}": { "get": { "operationId": "${name}" } }`).join(", ")} } }`,
    ) as object
    expect([...flatTools(OpenAPI.fromSpec({ spec })).keys()]).toEqual(names.toSorted())
  })
  test.each([
    [{ openapi: "3.1.0", paths: [] }, 0],
    [{ openapi: "3.1.0", paths: "x" }, 0],
    [{ openapi: "3.1.0", paths: { "/a": { get: [] } } }, 1],
    [{ openapi: "3.1.0", paths: { "/a": [] } }, 1],
    [
      {
        openapi: "3.1.0",
        servers: {},
        components: 7,
        tags: 1,
        paths: {
          "/a": { get: { tags: {}, responses: [], parameters: null, requestBody: null, security: null } },
        },
      },
      1,
    ],
  ])("%j", (spec, skipped) => {
    const result = OpenAPI.fromSpec({ spec, group: "tags" })
    expect(result.skipped.length).toBe(skipped)
    expect(flatTools(result).size).toBe(0)
  })
  test("a schema that is broken everywhere is unknown, not a crash", () => {
    const broken = {
      type: 7,
      properties: {
        a: {
          type: "any",
          enum: 1,
          items: 2,
          allOf: {},
          required: 3,
          discriminator: 4,
          oneOf: [null, 5],
          $ref: 6,
        },
      },
      required: [1, "a"],
      additionalProperties: "x",
    }
    expect(signature(broken)).toStartWith("tools.op(input: { ")
  })
})
