import { describe, expect, test } from "bun:test"
import { makeSuggester } from "../../src/catalog/suggest.ts"
import searchCases from "./fixtures/search.json" with { type: "json" }

const { suggestPaths, describeUnknownTool } = makeSuggester(searchCases.catalog.map(({ path }) => path))

test.each([
  ["github.createIssue", "github.create_issue"],
  ["github.create_isue", "github.create_issue"],
  ["Github.create-issue", "github.create_issue"],
  ["create_issue", "github.create_issue"],
  ["createIssue", "github.create_issue"],
  ["github_create_issue", "github.create_issue"],
  ["github.issues.create", "github.create_issue"],
  ["gitlab.create_issue", "github.create_issue"],
  ["tools.github.create_issue", "github.create_issue"],
  ["github.list_issue", "github.list_issues"],
  ["mail.sned", "mail.send"],
  ["send_mail", "mail.send"],
  ["users.getUser", "users.get-user"],
  ["user.get", "users.get-user"],
  ["weather.meteo", "weather.météo"],
  ["weather.forcast", "weather.forecast"],
  ["mail.ПОЧТА", "mail.почта"],
])("%s is nearest to %s", (written, path) => {
  expect(suggestPaths(written, 3)[0]).toBe(path)
})

test("a name right but for its spelling is suggested alone", () => {
  expect(suggestPaths("github.createIssue", 3)).toEqual(["github.create_issue"])
})

test("a name of the same words is suggested with its equals, as many as asked for", () => {
  expect(suggestPaths("github.get_issues", 3)).toEqual([
    "github.list_issues",
    "github.close_issue",
    "github.create_issue",
  ])
  expect(suggestPaths("github.get_issues", 1)).toEqual(["github.list_issues"])
  expect(suggestPaths("github.get_issues", 0)).toEqual([])
})

test.each(["zzz.qqq", "echo", "__proto__", "constructor", "", "✉️", "a".repeat(100_000)])(
  "nothing is near %#",
  (written) => {
    expect(suggestPaths(written, 3)).toEqual([])
  },
)

describe("an unknown tool is told", () => {
  test("what it may have meant, as expressions", () => {
    expect(describeUnknownTool("users.getUser")).toEqual({
      message: 'There is no tool tools.users.getUser. Did you mean tools.users["get-user"]?',
      suggestions: ['tools.users["get-user"]'],
    })
    expect(describeUnknownTool("github.get_issues").message).toBe(
      "There is no tool tools.github.get_issues. Did you mean tools.github.list_issues, tools.github.close_issue or tools.github.create_issue?",
    )
  })

  test("how to search where nothing is near", () => {
    expect(describeUnknownTool("crm.listInvoices")).toEqual({
      message: 'There is no tool tools.crm.listInvoices. Find tools with search({ query: "list invoices" }).',
      suggestions: [],
    })
  })

  test.each(["search", "$codemode.search"])("that search is a global, for tools.%s", (written) => {
    const { message, suggestions } = describeUnknownTool(written)
    expect(message).toBe(`There is no tool tools.${written}; search is a global: search({ query: "..." })`)
    expect(suggestions[0]).toStartWith("search(request: string | {")
  })

  test("no more of its name than fits a line", () => {
    expect(describeUnknownTool("x".repeat(10_000)).message.length).toBeLessThan(300)
  })
})

test("an answer is the same however often it is asked for", () => {
  const paths = Array.from({ length: 2_000 }, (_, at) => `ns${at % 20}.get_thing_${at}`)
  const suggester = makeSuggester(paths)
  const written = Array.from({ length: 80 }, (_, at) => `ns3.getThing${at}`)
  const first = written.map((path) => suggester.suggestPaths(path, 3))
  expect(written.map((path) => suggester.suggestPaths(path, 3))).toEqual(first)
  expect(first[63]).toEqual(["ns3.get_thing_63"])
})
