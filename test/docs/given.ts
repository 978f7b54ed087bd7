/** What examples that are no whole programs take as given: code before and after them, by file and heading. */
export interface Given {
  readonly before?: string
  readonly after?: string
}

const openApi = `
import { CodeMode, OpenAPI } from "codemode"
const spec = {
  openapi: "3.1.0",
  info: { title: "Clock", version: "1" },
  servers: [{ url: "https://clock.example" }],
  paths: { "/now": { get: { operationId: "now", responses: { "200": { description: "The time" } } } } },
}
const token: string = "secret"
`

export const given: Readonly<Record<string, Given>> = {
  "README.md: Tools from an OpenAPI document": {
    before: `${openApi.replace(/^import.*$/m, "")}const code = "return await search('now').items.length"\n`,
    after: `if (!result.ok || result.value !== 1) throw new Error(JSON.stringify(result))`,
  },
  "README.md: YAML": {
    before: `import { OpenAPI } from "codemode"\n`,
    after: `if (!("now" in api.tools)) throw new Error(JSON.stringify(api))`,
  },
  "src/openapi/fromSpec.ts: ": { before: openApi },
  "README.md: Giving `execute` to a model": {
    after: `
      const { signal } = new AbortController()
      const answers = [{ code: "return (await tools.orders.lookup({ id: 'a' })).cents" }, {}, { code: "throw 1" }]
      const said = await Promise.all(answers.map((input) => execute.call(input, signal)))
      const expected = ["4200", 'execute takes { "code": "a program" }.', "ExecutionFailure: Uncaught 1"]
      if (JSON.stringify(said) !== JSON.stringify(expected)) throw new Error(JSON.stringify(said))
    `,
  },
  "README.md: Results": {
    before: `
      import { CodeMode } from "codemode"
      type DataValue = CodeMode.DataValue
      type DiagnosticKind = CodeMode.DiagnosticKind
      type ToolCall = CodeMode.ToolCall
      type Artifact = NonNullable<CodeMode.Success["artifacts"]>[number]
    `,
    after: `
      type Field<T> = T extends unknown ? keyof T : never
      export const fields: Record<Field<CodeMode.Result>, 1> = undefined as never as Record<Field<Result>, 1>
      type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T
      export const shown: Result = undefined as never as Writable<CodeMode.Result>
      export const real: CodeMode.Result = undefined as never as Result
    `,
  },
}

/** Packages of hosts that are not installed here, and what stands in for them. */
export const standIns: Readonly<Record<string, string>> = { yaml: "test/docs/yaml.ts" }
