import { describe, expect, test } from "bun:test"
import * as Namespace from "../../src/Namespace.ts"
import searchCases from "./fixtures/search.json" with { type: "json" }
import { answer, catalogOf, pathsOf, tool } from "./tools.ts"

interface Query {
  readonly id: string
  readonly query: string
  readonly namespace?: string
  readonly first?: string
  readonly second?: string
  readonly inTop?: ReadonlyArray<string>
  readonly top?: number
  readonly only?: string
  readonly empty?: boolean
}

const shared = catalogOf(
  Object.fromEntries(
    searchCases.catalog.map(({ path, description, params }) => [path, tool(description, params)]),
  ),
)
const paths = (request: unknown): ReadonlyArray<string> =>
  pathsOf(shared, request).map((path) => path.replace(/^tools\./, "").replace(/\["(.*)"\]/, ".$1"))

test.each(searchCases.queries as ReadonlyArray<Query>)(
  "the shared case $id: $query",
  ({ query, namespace, first, second, inTop, top, only, empty }) => {
    const found = paths({ query, namespace })
    if (first !== undefined) expect(found[0]).toBe(first)
    if (second !== undefined) expect(found[1]).toBe(second)
    if (inTop !== undefined) expect(found.slice(0, top)).toEqual(expect.arrayContaining([...inTop]))
    if (only !== undefined) expect(found.filter((path) => !path.startsWith(only))).toEqual([])
    if (empty === true) expect(found).toEqual([])
  },
)

test.each([
  ["create_issue", "github.create_issue"],
  ["Create Issue", "github.create_issue"],
  ["create-issue", "github.create_issue"],
  ["issue create", "github.create_issue"],
  ["GITHUB.CREATE_ISSUE", "github.create_issue"],
  ["githubCreateIssue", "github.create_issue"],
  ["meteo", "weather.météo"],
  ["天气", "weather.查询天气"],
  ["天", "weather.查询天气"],
  ["почта", "mail.почта"],
  ["getUser", "users.get-user"],
  ["list event", "calendar.list_events"],
  ["send messages", "mail.send"],
  ["what is the weather like in the next days", "weather.forecast"],
  ["execute", "misc.execute"],
])("%s finds %s first", (query, first) => {
  expect(paths(query)[0]).toBe(first)
})

test("a sentence finds its tool among the first three", () => {
  expect(paths("how do I send an email to a colleague").slice(0, 3)).toContain("mail.send")
})

test.each(["constructor", "__proto__", "c++ ((", "[a-z]+$", "\\", "((((", "zzzz"])(
  "%s finds nothing here",
  (query) => {
    expect(paths(query)).toEqual([])
  },
)

describe("an exact path", () => {
  const catalog = catalogOf({
    context7: { "resolve-library-id": tool("Resolve.") },
    "a b": { "2fa": tool("Two.") },
    orders: tool("All orders."),
    "orders.lookup": tool("One order."),
  })

  test.each([
    "context7.resolve-library-id",
    "tools.context7.resolve-library-id",
    'tools.context7["resolve-library-id"]',
    "tools.context7['resolve-library-id']",
    'context7["resolve-library-id"]',
    '  tools["context7"]["resolve-library-id"]  ',
    'await tools.context7["resolve-library-id"]({ libraryName: "x" })',
    'tools.context7["resolve-library-id"](input);',
  ])("%s gives that tool alone", (query) => {
    expect(answer(catalog, query)).toEqual({
      items: [
        {
          path: 'tools.context7["resolve-library-id"]',
          description: "Resolve.",
          signature: 'tools.context7["resolve-library-id"](): Promise<void>',
        },
      ],
      remaining: 0,
      next: null,
    })
  })

  test("of a tool that is a namespace as well gives the tool, and what is below it stays to be found", () => {
    expect(pathsOf(catalog, "orders")).toEqual(["tools.orders"])
    expect(pathsOf(catalog, { query: "order", namespace: "orders" })).toEqual(["tools.orders.lookup"])
    expect(pathsOf(catalog, { namespace: "orders" })).toEqual(["tools.orders.lookup"])
  })

  test("outside of the namespace asked for gives nothing", () => {
    expect(pathsOf(catalog, { query: "orders.lookup", namespace: "context7" })).toEqual([])
  })

  test("has a second page without items", () => {
    expect(answer(catalog, { query: "orders.lookup", offset: 1 })).toEqual({
      items: [],
      remaining: 0,
      next: null,
    })
  })
})

describe("ranking", () => {
  test("goes by path and segments, words in paths, descriptions, then parameters and namespaces", () => {
    const catalog = catalogOf({
      invoice: tool("Whole path."),
      billing: { invoice: tool("A segment."), send_invoice: tool("A word.") },
      letters: { print: tool("Print one, such as an invoice.") },
      ledger: {
        find: tool("Look up.", ["invoice"]),
        book: tool("Book.", { amount: "Total of the invoice" }),
      },
      paper: Namespace.make({ description: "All that an invoice needs", tools: { fold: tool("Fold.") } }),
      other: { nothing: tool("Unrelated.") },
    })
    expect(pathsOf(catalog, "invoices")).toEqual([
      "tools.invoice",
      "tools.billing.invoice",
      "tools.billing.send_invoice",
      "tools.letters.print",
      "tools.paper.fold",
      "tools.ledger.book",
      "tools.ledger.find",
    ])
  })

  test("takes descriptions of outer namespaces for every tool below", () => {
    const inner = { deep: { tool: tool("Inner.") } }
    const catalog = catalogOf({
      outer: Namespace.make({ description: "Zebras", tools: inner }),
      other: tool("Else."),
    })
    expect(pathsOf(catalog, "zebra")).toEqual(["tools.outer.deep.tool"])
  })

  test("knows parameters at any depth", () => {
    const catalog = catalogOf({ a: tool("A."), b: tool("B.", { x: "The frobnication level" }) })
    expect(pathsOf(catalog, "frobnication")).toEqual(["tools.b"])
  })

  test("is not won by a long description", () => {
    const words =
      "create read update delete list search send event mail issue user weather file image message"
    const catalog = catalogOf({
      anything: tool(`${words} ${words} ${words}`),
      notes: { add: tool("Create a note."), send: tool("Send a note to a user.") },
    })
    expect(pathsOf(catalog, "send note to user")[0]).toBe("tools.notes.send")
    expect(pathsOf(catalog, "create note")[0]).toBe("tools.notes.add")
  })

  test("puts the shorter of equal siblings first, then the alphabet", () => {
    const catalog = catalogOf({
      n: { list_all_users: tool("X."), list_users: tool("X."), find_users: tool("X.") },
    })
    expect(pathsOf(catalog, "users")).toEqual([
      "tools.n.find_users",
      "tools.n.list_users",
      "tools.n.list_all_users",
    ])
  })

  test("matches plural and singular both ways", () => {
    const forms = [
      ["query", "queries"], ["status", "statuses"], ["box", "boxes"], ["case", "cases"], ["api", "apis"],
      ["address", "addresses"], ["movie", "movies"], ["response", "responses"], ["branch", "branches"], ["URL", "URLs"],
    ] as const // prettier-ignore
    for (const [one, many] of forms) {
      expect(pathsOf(catalogOf({ [`get_${one}`]: tool(""), other: tool("") }), many)).toEqual([
        `tools.get_${one}`,
      ])
      expect(pathsOf(catalogOf({ [`get_${many}`]: tool(""), other: tool("") }), one)).toEqual([
        `tools.get_${many}`,
      ])
    }
  })

  test("weighs a rare word more than one that many tools have", () => {
    const tools = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}.get`, tool("Get it.")]))
    const catalog = catalogOf({ ...tools, "billing.retrieve_receipt": tool("One receipt.") })
    expect(pathsOf(catalog, "get receipt")[0]).toBe("tools.billing.retrieve_receipt")
  })
})

describe("pages", () => {
  const tools = Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => [`item_${String(at).padStart(2, "0")}`, tool("An item.")]),
  )
  const catalog = catalogOf({ store: tools, other: { thing: tool("Else.") } })

  test.each([{}, "", "*", { query: "  " }, { query: null }])(
    "%j browses in alphabetical order",
    (request) => {
      const first = answer(catalog, request)
      expect(first.items.map(({ path }) => path).slice(0, 3)).toEqual([
        "tools.other.thing",
        "tools.store.item_00",
        "tools.store.item_01",
      ])
      expect(first).toMatchObject({ remaining: 16, next: { offset: 10 } })
    },
  )

  test("follow one another without gaps, and the last one has no next", () => {
    const seen: Array<string> = []
    let request: object | null = { query: "item", namespace: "store", limit: 10 }
    while (request !== null) {
      const page = answer(catalog, request)
      seen.push(...page.items.map(({ path }) => path))
      request = page.next === null ? null : { ...request, ...page.next }
    }
    expect(seen).toEqual(Object.keys(tools).map((name) => `tools.store.${name}`))
    expect(answer(catalog, { offset: 99 })).toEqual({ items: [], remaining: 0, next: null })
  })

  test.each(["store", "tools.store", 'tools["store"]', "Store", "STORE"])(
    "%s names the namespace",
    (namespace) => {
      expect(answer(catalog, { namespace, limit: 1 }).remaining).toBe(24)
    },
  )

  test("an unknown namespace has none", () => {
    expect(answer(catalog, { namespace: "stor" })).toEqual({ items: [], remaining: 0, next: null })
  })
})

test("signatures are folded in ranked answers and whole for an exact path", () => {
  const names = Array.from({ length: 40 }, (_, at) => `parameter_${at}`)
  const catalog = catalogOf({ big: { tool: tool("Big.", names) } }, { discovery: { signatureBudget: 50 } })
  const ranked = answer(catalog, "big").items[0]!.signature
  expect(ranked.length).toBeLessThanOrEqual(200)
  expect(ranked).toContain("more fields */")
  expect(answer(catalog, "big.tool").items[0]!.signature).toContain("parameter_39?: string")
  expect(catalog.list()[0]!.signature).toContain("parameter_39?: string")
})

describe("a request that is none gets a sentence", () => {
  const form =
    'Write search("words") or search({ query: "words", namespace: "name", limit: 10, offset: 0 }); every field may be left out'
  test.each([
    [undefined, "search needs a request"],
    [null, "search takes a text or an object, not null"],
    [5, "search takes a text or an object, not 5"],
    [["a"], "search takes a text or an object, not an array"],
    [{ query: { text: "x" } }, "query must be a text, not an object"],
    [{ query: 5 }, "query must be a text, not 5"],
    [{ namespace: ["a"] }, "namespace must be a text, not an array"],
    [{ q: "x" }, 'search has no field "q"'],
    [{ limit: 0 }, "limit must be a whole number of at least 1, not 0"],
    [{ limit: "10" }, "limit must be a whole number of at least 1, not a string"],
    [{ offset: -1 }, "offset must be a whole number of at least 0, not -1"],
    [{ offset: 1.5 }, "offset must be a whole number of at least 0, not 1.5"],
    ["a".repeat(100_000), "query has 100000 characters; at most 1000 are searched for"],
    [{ namespace: "a".repeat(1_001) }, "namespace has 1001 characters; at most 1000 are searched for"],
  ])("case %#", (request, problem) => {
    expect(shared.search(request)).toEqual({ usage: `${problem}. ${form}` })
  })

  test("and a limit above 100 gives pages of 100", () => {
    const tools = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`t${at}`, tool("T.")]))
    const page = answer(catalogOf(tools), { limit: 1_000 })
    expect(page.items.length).toBe(100)
    expect(page.next).toEqual({ offset: 100 })
  })
})
