import { describe, expect, test } from "bun:test"
import * as Namespace from "../../src/Namespace.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { documentOf, flatTools } from "./client.ts"

type Row = readonly [
  method: string,
  path: string,
  operationId: string | undefined,
  tags?: ReadonlyArray<string>,
]

function documentFor(rows: ReadonlyArray<Row>, more: object = {}): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [method, path, operationId, tags] of rows) {
    const parameters = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: {},
    }))
    const item = (paths[path] ??= {})
    item[method] = {
      ...(operationId === undefined ? {} : { operationId }),
      ...(tags === undefined ? {} : { tags }),
      parameters,
      summary: `${method} ${path}`,
    }
  }
  return documentOf(paths, more)
}

const described = (rows: ReadonlyArray<Row>, options: object = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...flatTools(OpenAPI.fromSpec({ spec: documentFor(rows), ...options }))].map(([name, tool]) => [
      name,
      tool.description,
    ]),
  )

test.each<[Row, string]>([
  [["get", "/users/{id}", undefined], "getUsersById"],
  [["get", "/v1/users/{id}/posts", undefined], "getV1UsersByIdPosts"],
  [["get", "/", undefined], "getRoot"],
  [["post", "/a-b/c_d.e/{f-g}", undefined], "postABCDEByFG"],
  [["get", "/files/{name}.{ext}?x=1#y", undefined], "getFilesByNameByExt"],
  [["get", "/\u67e5\u8be2", undefined], "get\u67e5\u8be2"],
  [["get", "/a", "v2.session.get"], "v2.session.get"],
  [["get", "/a", "..a...b.."], "a.b"],
  [["get", "/a", "get-user"], "get_user"],
  [["get", "/a", "actions/add-label (x)"], "actions_add_label_x"],
  [["get", "/a", "2fa"], "_2fa"],
  [["get", "/a", "_private$"], "_private$"],
  [["get", "/a", "\u67e5\u8be2\u5929\u6c14"], "\u67e5\u8be2\u5929\u6c14"],
  [["get", "/a", "u\u0308mlaut"], "\u00fcmlaut"],
  [["get", "/a", "\u2709\ufe0f"], "getA"],
  [["get", "/a", ""], "getA"],
  [["get", "/a", "..."], "getA"],
  [["get", "/a", "constructor"], "constructor"],
  [["get", "/a", "__proto__.toString"], "__proto__.toString"],
  [["get", "/a", "then"], "then"],
  [["get", "/a", `${"x".repeat(200)}.b`], `${"x".repeat(128)}.b`],
])("%j is %s", (row, name) => {
  expect(Object.keys(described([row]))).toEqual([name])
})

describe("names that are wanted twice", () => {
  const rows: ReadonlyArray<Row> = [
    ["get", "/a", "get-user"],
    ["get", "/b", "get_user"],
    ["get", "/v1/users/{id}/posts", undefined],
    ["get", "/d", "list"],
    ["post", "/c", "list"],
    ["get", "/c", "list"],
    ["get", "/e", "list_2"],
    ["get", "/f", "getX"],
    ["get", "/x", undefined],
  ]
  const expected = {
    getV1UsersByIdPosts: "get /v1/users/{id}/posts",
    getX: "get /f",
    getX_2: "get /x",
    get_user: "get /b",
    get_user_2: "get /a",
    list: "get /c",
    list_2: "get /e",
    list_3: "post /c",
    list_4: "get /d",
  }
  test("none is lost", () => {
    expect(described(rows)).toEqual(expected)
  })
  test("and the order of paths does not matter", () => {
    expect(described(rows.toReversed())).toEqual(expected)
    for (let turn = 1; turn < rows.length; turn++)
      expect(described([...rows.slice(turn), ...rows.slice(0, turn)])).toEqual(expected)
  })
  test("names cut at the same length stay apart", () => {
    const long = "x".repeat(300)
    expect(
      Object.keys(
        described([
          ["get", "/a", `${long}a`],
          ["get", "/b", `${long}b`],
        ]),
      ),
    ).toEqual(["x".repeat(128), `${"x".repeat(128)}_2`])
  })
  test("an operation that is skipped keeps its name, so that others' do not move", () => {
    const spec = documentFor([
      ["get", "/a", "list"],
      ["get", "/b", "list"],
    ]) as { paths: Record<string, { get: object }> }
    spec.paths["/a"]!.get = { operationId: "list", responses: { 200: { content: { "image/png": {} } } } }
    expect([...flatTools(OpenAPI.fromSpec({ spec })).keys()]).toEqual(["list_2"])
  })
  test("thousands of one name take no time", () => {
    const many = Array.from({ length: 5_000 }, (_, index): Row => ["get", `/${index}`, "same"])
    expect(Object.keys(described(many)).length).toBe(5_000)
  })
})

describe("the tree", () => {
  test("dots nest; a path can be a tool and a namespace", () => {
    const rows: ReadonlyArray<Row> = [
      ["get", "/a", "users"],
      ["get", "/b", "users.list"],
      ["get", "/c", "users.posts.list"],
      ["get", "/d", "v1.a"],
    ]
    const { tools } = OpenAPI.fromSpec({ spec: documentFor(rows) })
    expect(Object.keys(tools)).toEqual(["users", "users.list", "users.posts", "v1"])
    expect([...Namespace.flatten(tools).tools.keys()]).toEqual([
      "users",
      "users.list",
      "users.posts.list",
      "v1.a",
    ])
  })
  test("group: tags puts the first tag in front, with its description", () => {
    const rows: ReadonlyArray<Row> = [
      ["get", "/a", "list", ["Pet Store", "x"]],
      ["get", "/b", "list", ["v1.0"]],
      ["get", "/c", "a.b", []],
      ["get", "/d", "list", ["Pet-Store"]],
    ]
    const tags = [{ name: "Pet Store", description: "Everything   about pets" }]
    const { tools } = OpenAPI.fromSpec({ spec: documentFor(rows, { tags }), group: "tags" })
    const { tools: flat, namespaces } = Namespace.flatten(tools)
    expect([...flat.keys()]).toEqual(["Pet_Store.list", "Pet_Store.list_2", "a.b", "v1_0.list"])
    expect(namespaces.get("Pet_Store")).toEqual({ description: "Everything about pets" })
    expect(namespaces.get("v1_0")).toEqual({ description: undefined })
  })
})
