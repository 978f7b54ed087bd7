import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { operationOf } from "./client.ts"
import { refusal, startServer, toolAt, value, type Server } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

async function received(parameter: object, input: unknown, path = "/s"): Promise<Server["received"][number]> {
  server.received.length = 0
  await value(toolAt(server, operationOf({ parameters: [parameter] }, {}, path)), { color: input })
  return server.received[0]!
}

// OpenAPI 3.1.1, "Style Examples", with its values.
const empty = ""
const string = "blue"
const array = ["blue", "black", "brown"]
const object = { R: 100, G: 200, B: 150 }

/** style, explode, then the four columns; `undefined` where the table says n/a. */
const path: ReadonlyArray<readonly [string, boolean, ...ReadonlyArray<string | undefined>]> = [
  ["matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  ["matrix", true, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
  ["label", false, undefined, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["label", true, undefined, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  ["simple", false, undefined, "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["simple", true, undefined, "blue", "blue,black,brown", "R=100,G=200,B=150"],
]
const query: typeof path = [
  ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  [
    "spaceDelimited",
    false,
    undefined,
    undefined,
    "color=blue%20black%20brown",
    "color=R%20100%20G%20200%20B%20150",
  ],
  [
    "pipeDelimited",
    false,
    undefined,
    undefined,
    "color=blue%7Cblack%7Cbrown",
    "color=R%7C100%7CG%7C200%7CB%7C150",
  ],
  ["deepObject", true, undefined, undefined, undefined, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
]
const values = [empty, string, array, object]

describe("path styles", () => {
  for (const [style, explode, ...columns] of path) {
    for (const [index, expected] of columns.entries()) {
      if (expected === undefined) continue
      test(`${style} ${explode ? "exploded " : ""}${JSON.stringify(values[index])}`, async () => {
        const parameter = { name: "color", in: "path", required: true, style, explode, schema: {} }
        expect((await received(parameter, values[index], "/p/{color}/q")).target).toBe(`/p/${expected}/q`)
      })
    }
  }
})

describe("query styles", () => {
  for (const [style, explode, ...columns] of query) {
    for (const [index, expected] of columns.entries()) {
      if (expected === undefined) continue
      test(`${style} ${explode ? "exploded " : ""}${JSON.stringify(values[index])}`, async () => {
        const parameter = { name: "color", in: "query", style, explode, schema: {} }
        expect((await received(parameter, values[index])).target).toBe(`/s?${expected}`)
      })
    }
  }
  test("explode defaults to true for form and to false for the others", async () => {
    expect((await received({ name: "color", in: "query", schema: {} }, array)).target).toBe(
      "/s?color=blue&color=black&color=brown",
    )
    expect(
      (await received({ name: "color", in: "query", style: "pipeDelimited", schema: {} }, array)).target,
    ).toBe("/s?color=blue%7Cblack%7Cbrown")
    expect(
      (await received({ name: "color", in: "query", style: "deepObject", schema: {} }, { R: 1 })).target,
    ).toBe("/s?color%5BR%5D=1")
  })
  test("null fields and items are undefined (RFC 6570, 2.3), and nothing is sent for nothing", async () => {
    expect((await received({ name: "color", in: "query", schema: {} }, { R: null, G: 2 })).target).toBe(
      "/s?G=2",
    )
    expect((await received({ name: "color", in: "query", schema: {} }, [null, "x"])).target).toBe(
      "/s?color=x",
    )
    expect((await received({ name: "color", in: "query", schema: {} }, {})).target).toBe("/s")
    expect((await received({ name: "color", in: "query", schema: {} }, null)).target).toBe("/s")
  })
  test("names and values are percent-encoded to the last reserved character", async () => {
    const tool = toolAt(server, operationOf({ parameters: [{ name: "a[b]", in: "query", schema: {} }] }))
    server.received.length = 0
    await value(tool, { "a[b]": "!'()*;:@&=+$,/?#[]% \u00e9\u{1F600}\ud800" })
    expect(server.received[0]!.target).toBe(
      "/s?a%5Bb%5D=%21%27%28%29%2A%3B%3A%40%26%3D%2B%24%2C%2F%3F%23%5B%5D%25%20%C3%A9%F0%9F%98%80%EF%BF%BD",
    )
  })
  test("allowReserved keeps what a query value may hold, and triplets", async () => {
    const parameter = { name: "color", in: "query", allowReserved: true, schema: {} }
    expect((await received(parameter, ":/?#[]@!$()*,;=&+%20%2 \u00e9")).target).toBe(
      "/s?color=:/?%23%5B%5D@!$()*,;=%26%2B%20%252%20%C3%A9",
    )
  })
  test("the query of a path template stays first", async () => {
    expect((await received({ name: "color", in: "query", schema: {} }, "x", "/s?action=list")).target).toBe(
      "/s?action=list&color=x",
    )
  })
  test("content: JSON as a whole", async () => {
    const parameter = {
      name: "color",
      in: "query",
      content: { "application/json": { schema: { type: "object" } } },
    }
    expect((await received(parameter, { a: 1, b: ["x y"] })).target).toBe(
      "/s?color=%7B%22a%22%3A1%2C%22b%22%3A%5B%22x%20y%22%5D%7D",
    )
  })
})

describe("headers and cookies", () => {
  const header = (value: object): object => ({ name: "X-Color", in: "header", ...value })
  test.each([
    [string, false, "blue"],
    [array, false, "blue,black,brown"],
    [object, false, "R,100,G,200,B,150"],
    [object, true, "R=100,G=200,B=150"],
    ["a b;c=d, e\u00e9", false, "a b;c=d, e\u00e9"],
  ])("header simple %j %j", async (input, explode, expected) => {
    server.received.length = 0
    await value(toolAt(server, operationOf({ parameters: [header({ explode, schema: {} })] })), {
      "X-Color": input,
    })
    expect(server.received[0]!.headers["x-color"]).toBe(expected)
  })
  test("a header parameter with content is JSON", async () => {
    server.received.length = 0
    await value(
      toolAt(server, operationOf({ parameters: [header({ content: { "application/json": {} } })] })),
      { "X-Color": { a: [1] } },
    )
    expect(server.received[0]!.headers["x-color"]).toBe('{"a":[1]}')
  })
  test.each(["a\r\nHost: x", "a\nb", "a\0b", " a", "\u4f60"])("a header cannot hold %j", async (input) => {
    server.received.length = 0
    expect(
      await refusal(toolAt(server, operationOf({ parameters: [header({ schema: {} })] })), {
        "X-Color": input,
      }),
    ).toBe(
      'GET /s: header parameter "X-Color": a header cannot hold line breaks, control characters, outer spaces or characters beyond Latin-1',
    )
    expect(server.received).toEqual([])
  })
  test("one Cookie header holds all cookies that have a value", async () => {
    const cookie = (name: string): object => ({ name, in: "cookie", schema: { type: "string" } })
    server.received.length = 0
    await value(
      toolAt(server, operationOf({ parameters: [cookie("sid"), cookie("theme"), cookie("unused")] })),
      {
        sid: "abc",
        theme: "dark blue; x",
      },
    )
    expect(server.received[0]!.headers["cookie"]).toBe("sid=abc; theme=dark%20blue%3B%20x")
  })
  test("cookie arrays and objects, by the table of styles", async () => {
    const cookie = (explode: boolean): object => ({ name: "color", in: "cookie", explode, schema: {} })
    expect((await received(cookie(false), array)).headers["cookie"]).toBe("color=blue,black,brown")
    expect((await received(cookie(true), array)).headers["cookie"]).toBe("color=blue&color=black&color=brown")
    expect((await received(cookie(false), object)).headers["cookie"]).toBe("color=R,100,G,200,B,150")
  })
})

describe("path arguments that a URL parser would collapse", () => {
  const parameter = (more: object = {}): object => ({
    name: "color",
    in: "path",
    required: true,
    schema: {},
    ...more,
  })
  const tool = (more: object, path: string) =>
    toolAt(server, operationOf({ parameters: [parameter(more)] }, {}, path))
  test.each([".", "..", ""])("%j", async (input) => {
    server.received.length = 0
    expect(await refusal(tool({}, "/u/{color}/x"), { color: input })).toStartWith("GET /u/{color}/x: ")
    expect(server.received).toEqual([])
  })
  test.each([
    ["/u/{color}.", ".", {}],
    ["/u/.{color}", ".", {}],
    ["/u/%2e{color}", ".", {}],
    ["/u/{color}", "", { style: "label" }],
    ["/u/{color}", ".", { style: "label" }],
    ["/u/{color}", [".."], {}],
    ["/u/{color}", [], {}],
  ])("%s with %j", async (path, input, more) => {
    server.received.length = 0
    expect(await refusal(tool(more, path), { color: input })).toStartWith(`GET ${path}: `)
    expect(server.received).toEqual([])
  })
  test.each([
    ["../../admin", "/u/..%2F..%2Fadmin/x"],
    ["%2e%2e", "/u/%252e%252e/x"],
    ["..\\", "/u/..%5C/x"],
    ["a?b#c", "/u/a%3Fb%23c/x"],
    ["\t\n", "/u/%09%0A/x"],
    ["...", "/u/.../x"],
  ])("%j stays inside its segment", async (input, target) => {
    expect((await received(parameter(), input, "/u/{color}/x")).target).toBe(target)
  })
  test("in 3.2 allowReserved in a path still keeps the segment", async () => {
    server.received.length = 0
    const spec = {
      ...operationOf({ parameters: [parameter({ allowReserved: true })] }, {}, "/u/{color}"),
      openapi: "3.2.0",
    }
    await value(toolAt(server, spec), { color: "a:b/../c?d" })
    expect(server.received[0]!.target).toBe("/u/a:b%2F..%2Fc%3Fd")
  })
})

describe("values that no style can write", () => {
  test.each([
    [
      { schema: {} },
      { a: { b: 1 } },
      'query parameter "color": field "a" is an object, and no style of OpenAPI can write nested values',
    ],
    [
      { schema: {} },
      [[1]],
      'query parameter "color": item 0 is an array, and no style of OpenAPI can write nested values',
    ],
    [
      { schema: { type: "string" } },
      { api_key: "x" },
      'query parameter "color": expected a string, number or boolean, got an object',
    ],
    [{ schema: { type: "array" } }, "x", 'query parameter "color": expected an array, got a string'],
    [
      { schema: {}, style: "deepObject" },
      ["x"],
      'query parameter "color": style deepObject is defined for objects only, got an array',
    ],
  ])("%j %j", async (parameter, input, message) => {
    const tool = toolAt(server, operationOf({ parameters: [{ name: "color", in: "query", ...parameter }] }))
    expect(await refusal(tool, { color: input })).toBe(`GET /s: ${message}`)
  })
})
