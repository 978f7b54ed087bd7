/** Types that the compiler checks: a wrong one fails `npm run typecheck`. */
import { expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CodeMode, Extension, Namespace, Tool } from "../../src/index.ts"

type Equal<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false
/** Compiles only where `X` and `Y` are the same type. */
const same = <X, Y>(_equal: Equal<X, Y>): void => undefined
type Needs<F> = F extends (...args: never) => Effect.Effect<CodeMode.Result, never, infer R>
  ? R
  : "no such Effect"

class Start extends Context.Service<Start, { readonly start: string }>()("Start") {}
class Wait extends Context.Service<Wait, { readonly wait: string }>()("Wait") {}
class Cancel extends Context.Service<Cancel, { readonly cancel: string }>()("Cancel") {}
class Before extends Context.Service<Before, { readonly before: string }>()("Before") {}
class After extends Context.Service<After, { readonly after: string }>()("After") {}
class GlobalBefore extends Context.Service<GlobalBefore, { readonly before: string }>()("GlobalBefore") {}
class GlobalAfter extends Context.Service<GlobalAfter, { readonly after: string }>()("GlobalAfter") {}
class Web extends Context.Service<Web, { readonly get: string }>()("Web") {}
class Nested extends Context.Service<Nested, { readonly nested: string }>()("Nested") {}

const description = "a tool"
const input = Schema.Struct({ id: Schema.String })
type Input = { readonly id: string }

const durable = Tool.make({
  description,
  input,
  output: Schema.String,
  execute: Tool.durable({
    start: ({ id }: Input) => Effect.map(Start, ({ start }) => ({ job: start + id })),
    wait: ({ job }) => Effect.map(Wait, ({ wait }) => wait + job),
    cancel: () => Cancel,
  }),
})
const plain = Tool.make({ description, input, execute: ({ id }) => id })
const nested = Namespace.make({
  tools: { deep: { tool: Tool.make({ description, input, execute: () => Nested }) } },
})
const web = Extension.make({ name: "web", globals: { get: () => Effect.map(Web, ({ get }) => get) } })

const everything = CodeMode.make({
  tools: { durable, plain, nested },
  extensions: [web],
  hooks: {
    "tool.before": () => Before,
    "tool.after": () => Effect.asVoid(After),
    "extension.before": () => GlobalBefore,
    "extension.after": () => Effect.asVoid(GlobalAfter),
  },
  limits: { maxToolCalls: 1 },
})
same<
  Needs<typeof everything.execute>,
  Start | Wait | Cancel | Nested | Web | Before | After | GlobalBefore | GlobalAfter
>(true)

const quiet = CodeMode.make({
  tools: { plain },
  extensions: [],
  hooks: { "tool.before": () => undefined, "tool.after": async () => 1 },
})
same<Needs<typeof quiet.execute>, never>(true)
const empty = CodeMode.make({})
same<Needs<typeof empty.execute>, never>(true)

const once = CodeMode.execute({ tools: { durable }, code: "return 1" })
same<typeof once, Effect.Effect<CodeMode.Result, never, Start | Wait | Cancel>>(true)

test("services that the compiler saw are those that the run needs", async () => {
  const result = await Effect.runPromise(
    CodeMode.make({ tools: { durable } })
      .execute("return await tools.durable({ id: '1' })")
      .pipe(
        Effect.provideService(Start, { start: "s" }),
        Effect.provideService(Wait, { wait: "w" }),
        Effect.provideService(Cancel, { cancel: "c" }),
      ),
  )
  expect(result).toEqual({ ok: true, value: "ws1", toolCalls: [{ name: "durable" }] })
})
