/**
 * GitHub's own document as tools, and a program as a model writes it: it pages through a list, joins it with a second
 * resource and returns a summary, so that 70 issues never reach the model. The token stays in the host.
 *
 *     bun examples/openapi/main.ts
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as CodeMode from "../../src/CodeMode.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import spec from "./github.json" with { type: "json" }
import { startGitHub } from "./server.ts"

const program = `
const issues = []
for (let page = 1; ; page++) {
  const found = await tools.github.issues_list_for_repo({ owner: "octo", repo: "engine", state: "open", per_page: 30, page })
  issues.push(...found.filter((issue) => !issue.pull_request))
  if (found.length < 30) break
}
const byAuthor = Object.groupBy(issues, (issue) => issue.user.login)
const authors = await Promise.all(Object.keys(byAuthor).map((username) => tools.github.users_get_by_username({ username })))
return authors
  .map(({ login, name }) => ({
    name,
    issues: byAuthor[login].length,
    comments: byAuthor[login].reduce((sum, issue) => sum + issue.comments, 0),
  }))
  .sort((a, b) => b.issues - a.issues)`

/** Runs the program against the stand-in and gives its result. */
export async function summarize(): Promise<CodeMode.Result> {
  const token = "example-token"
  const github = await startGitHub(token)
  try {
    const api = OpenAPI.fromSpec({
      spec,
      baseUrl: github.url,
      headers: { "User-Agent": "codemode-example" },
      auth: { resolve: ({ name }) => (name === "token" ? { type: "bearer", token } : undefined) },
    })
    const runtime = CodeMode.make({ tools: { github: api.tools } })
    return await Effect.runPromise(runtime.execute(program).pipe(Effect.provide(FetchHttpClient.layer)))
  } finally {
    github.close()
  }
}

if (import.meta.main) console.log(JSON.stringify(await summarize(), undefined, 2))
