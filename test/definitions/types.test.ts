import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Tool from "../../src/Tool.ts"
import * as Namespace from "../../src/Namespace.ts"

class A extends Context.Service<A, { readonly a: string }>()("A") {}
class B extends Context.Service<B, { readonly b: string }>()("B") {}
class C extends Context.Service<C, { readonly c: string }>()("C") {}
type Equal<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false
type Expect<T extends true> = T
const input = Schema.Struct({ id: Schema.String })
const plain = Tool.make({ description: "", input, execute: (input) => input.id })
type T1 = Expect<Equal<typeof plain, Tool.Definition<never>>>
const eff = Tool.make({
  description: "",
  input,
  output: Schema.String,
  execute: ({ id }, call) => Effect.map(A, (a) => a.a + id + call.key),
})
type T2 = Expect<Equal<typeof eff, Tool.Definition<A>>>
const prom = Tool.make({ description: "", input, output: Schema.String, execute: async ({ id }) => id })
type T3 = Expect<Equal<typeof prom, Tool.Definition<never>>>
const json = Tool.make({
  description: "",
  input: { type: "object" },
  output: { type: "string" },
  execute: (input: { id: string }) => Effect.succeed(input.id),
})
type T4 = Expect<Equal<typeof json, Tool.Definition<never>>>
const ide = Tool.make({
  description: "",
  input,
  output: Schema.String,
  execute: Tool.idempotent((input: { readonly id: string }, { key }) =>
    Effect.map(A, (a) => a.a + input.id + key),
  ),
})
type T5 = Expect<Equal<typeof ide, Tool.Definition<A>>>
const dur = Tool.make({
  description: "",
  input,
  output: Schema.String,
  execute: Tool.durable({
    start: (input: { readonly id: string }, { key }) => Effect.map(A, () => ({ id: input.id + key })),
    wait: ({ id }, { key }) => Effect.map(B, () => id + key),
    cancel: ({ id }) =>
      Effect.map(C, () => {
        id.toUpperCase()
      }),
  }),
})
type T6 = Expect<Equal<typeof dur, Tool.Definition<A | B | C>>>
const rec = Tool.make({
  description: "",
  input,
  output: Schema.String,
  execute: {
    start: (input, { key }) => Effect.map(A, () => ({ id: input.id + key })),
    wait: ({ id }, { key }) => Effect.map(B, () => id + key),
    cancel: ({ id }) =>
      Effect.map(C, () => {
        id.toUpperCase()
      }),
  },
})
type T7 = Expect<Equal<typeof rec, Tool.Definition<A | B | C>>>
const rec2 = Tool.make({
  description: "",
  input,
  execute: {
    start: async (input) => ({ id: input.id }),
    wait: ({ id }) => id,
    cancel: () => undefined,
  },
})
type T72 = Expect<Equal<typeof rec2, Tool.Definition<never>>>
// @ts-expect-error number is not string
Tool.make({ description: "", input, output: Schema.String, execute: () => Effect.succeed(1) })
// @ts-expect-error number is not string
Tool.make({ description: "", input, output: Schema.String, execute: () => 1 })
// @ts-expect-error another input
Tool.make({
  description: "",
  input,
  output: Schema.String,
  execute: Tool.idempotent((input: { readonly x: number }) => "a"),
})
const anyTool = Tool.make({ description: "", input, output: Schema.String, execute: () => JSON.parse("1") })
type T8 = Expect<Equal<typeof anyTool, Tool.Definition<never>>>
const ns = Namespace.make({ description: "x", tools: { a: eff, b: { c: dur } } })
type T9 = Expect<Equal<typeof ns, Namespace.Namespace<A | B | C>>>
const tree = { ns, plain }
type T10 = Expect<Equal<Namespace.Requirements<typeof tree>, A | B | C>>
type T11 = Expect<Equal<Namespace.Requirements<{ plain: typeof plain }>, never>>
type T12 = Expect<Equal<Namespace.Requirements<Namespace.Tree<A>>, A>>
type T13 = Expect<Equal<Namespace.Requirements<Record<string, Tool.Definition<A>>>, A>>
type T14 = Expect<Equal<Namespace.Requirements<{}>, never>>
type T15 = Expect<Equal<Namespace.Requirements<Namespace.Tree<never>>, never>>
