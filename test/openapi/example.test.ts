import { expect, test } from "bun:test"
import { summarize } from "../../examples/openapi/main.ts"

test("the example pages through a list, joins users and returns a summary", async () => {
  const result = await summarize()
  expect(result).toMatchObject({
    ok: true,
    value: [
      { name: "Grace Hopper", issues: 40, comments: 78 },
      { name: "Ada Lovelace", issues: 20, comments: 42 },
    ],
  })
  expect(result.toolCalls.map(({ name }) => name)).toEqual([
    ...Array<string>(3).fill("github.issues_list_for_repo"),
    ...Array<string>(2).fill("github.users_get_by_username"),
  ])
})
