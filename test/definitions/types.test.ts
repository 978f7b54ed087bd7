/** Types that the compiler checks: a wrong one fails `npm run typecheck`. */
import { expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Extension from "../../src/Extension.ts"
import * as Namespace from "../../src/Namespace.ts"
import type { DataValue, Failure, Outcome, Result, Success } from "../../src/Result.ts"
import * as Tool from "../../src/Tool.ts"

type Equal<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false
/** Compiles only where `X` and `Y` are the same type. */
const same = <X, Y>(_equal: Equal<X, Y>): void => undefined
/** The services of a tool. */
type R<T> = T extends Tool.Definition<infer S> ? S : "not a tool"

class Start extends Context.Service<Start, { readonly start: string }>()("Start") {}
class Wait extends Context.Service<Wait, { readonly wait: string }>()("Wait") {}
class Cancel extends Context.Service<Cancel, { readonly cancel: string }>()("Cancel") {}
class Before extends Context.Service<Before, { readonly before: string }>()("Before") {}
class After extends Context.Service<After, { readonly after: string }>()("After") {}
class GlobalBefore extends Context.Service<GlobalBefore, { readonly before: string }>()("GlobalBefore") {}
class GlobalAfter extends Context.Service<GlobalAfter, { readonly after: string }>()("GlobalAfter") {}
class Web extends Context.Service<Web, { readonly get: string }>()("Web") {}
class Decode extends Context.Service<Decode, { readonly decode: string }>()("Decode") {}
class Nested extends Context.Service<Nested, { readonly nested: string }>()("Nested") {}

const description = "a tool"
const input = Schema.Struct({ id: Schema.String })
const output = Schema.Struct({ at: Schema.DateFromString })
type Input = { readonly id: string }
const document = { type: "object", properties: { id: { type: "string" } } } as const

const needsDecode = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transformEffect({
      decode: (text: string) => Effect.map(Decode, ({ decode }) => decode + text),
      encode: (text: string) => Effect.succeed(text),
    }),
  ),
)

// What execute may return, and what it requires.

const plain = Tool.make({ description, input, output, execute: ({ id }) => ({ at: id }) })
same<typeof plain, Tool.Definition<never>>(true)

const promise = Tool.make({ description, input, output, execute: async ({ id }) => ({ at: id }) })
same<R<typeof promise>, never>(true)

const effect = Tool.make({
  description,
  input,
  output,
  execute: ({ id }, { key }) => Effect.map(Start, ({ start }) => ({ at: start + id + key })),
})
same<R<typeof effect>, Start>(true)

const noOutput = Tool.make({ description, input, execute: ({ id }) => Effect.map(Start, () => id) })
same<R<typeof noOutput>, Start>(true)

const eitherWay = Tool.make({
  description,
  input,
  execute: ({ id }) => (id === "" ? "none" : Effect.map(Start, ({ start }) => start)),
})
same<R<typeof eitherWay>, Start>(true)

const untyped = Tool.make({ description, input, output, execute: () => JSON.parse("{}") })
same<R<typeof untyped>, never>(true)

const json = Tool.make({
  description,
  input: document,
  output: { type: "string" },
  execute: (value: Input, call) => {
    same<typeof call, Tool.Call>(true)
    return Effect.map(Start, ({ start }) => start + value.id)
  },
})
same<R<typeof json>, Start>(true)

const contextual = Tool.make({
  description,
  input: Schema.Struct({ n: Schema.NumberFromString }),
  execute: (value, call) => {
    same<typeof value, { readonly n: number }>(true)
    same<typeof call, Tool.Call>(true)
  },
})
same<R<typeof contextual>, never>(true)

// Schemas that need services.

const decodesInput = Tool.make({ description, input: Schema.Struct({ id: needsDecode }), execute: () => 1 })
same<R<typeof decodesInput>, Decode>(true)

const decodesOutput = Tool.make({
  description,
  input,
  output: needsDecode,
  execute: () => Effect.map(Start, () => ""),
})
same<R<typeof decodesOutput>, Decode | Start>(true)

// Idempotent and durable tools.

const idempotent = Tool.make({
  description,
  input,
  output,
  execute: Tool.idempotent(({ id }: Input, { key }) =>
    Effect.map(Start, ({ start }) => ({ at: id + key + start })),
  ),
})
same<R<typeof idempotent>, Start>(true)

const idempotentPromise = Tool.make({
  description,
  input: document,
  execute: Tool.idempotent(async ({ id }: Input) => id),
})
same<R<typeof idempotentPromise>, never>(true)

const durable = Tool.make({
  description,
  input,
  output,
  execute: Tool.durable({
    start: ({ id }: Input, { key }) => Effect.map(Start, ({ start }) => ({ job: id + key + start })),
    wait: (data, { key }) => {
      same<typeof data, { job: string }>(true)
      return Effect.map(Wait, ({ wait }) => ({ at: wait + data.job + key }))
    },
    cancel: (data) => {
      same<typeof data, { job: string }>(true)
      return Effect.asVoid(Cancel)
    },
  }),
})
same<R<typeof durable>, Start | Wait | Cancel>(true)

const record = Tool.make({
  description,
  input,
  output,
  execute: {
    start: (value, { key }) => {
      same<typeof value, Input>(true)
      return Effect.map(Start, ({ start }) => ({ job: value.id + key + start }))
    },
    wait: (data) => {
      same<typeof data, { job: string }>(true)
      return Effect.map(Wait, ({ wait }) => ({ at: wait + data.job }))
    },
    cancel: (data) => {
      same<typeof data, { job: string }>(true)
      return Effect.asVoid(Cancel)
    },
  },
})
same<R<typeof record>, Start | Wait | Cancel>(true)

const recordOfPromises = Tool.make({
  description,
  input: document,
  execute: {
    start: async (value: Input) => ({ job: value.id }),
    wait: ({ job }) => job.length,
    cancel: () => undefined,
  },
})
same<R<typeof recordOfPromises>, never>(true)

const durableWithoutOutput = Tool.make({
  description,
  input: Schema.Struct({ id: needsDecode }),
  execute: Tool.durable({
    start: ({ id }: Input) => Effect.succeed(id),
    wait: (id) => id.length,
    cancel: () => Cancel,
  }),
})
same<R<typeof durableWithoutOutput>, Decode | Cancel>(true)

// What is refused.

export const refused = () => {
  // @ts-expect-error the output is not the schema's encoded side
  Tool.make({ description, input, output, execute: () => Effect.succeed({ at: 1 }) })
  // @ts-expect-error the output is the decoded side, not the encoded one
  Tool.make({ description, input, output, execute: async () => ({ at: new Date() }) })
  // @ts-expect-error the input has no field n
  Tool.make({ description, input, execute: (value) => value.n })
  // @ts-expect-error the wrapped function takes another input
  Tool.make({ description, input, execute: Tool.idempotent(({ n }: { readonly n: number }) => n) })
  const start = ({ id }: Input) => id
  // @ts-expect-error wait gives another output
  Tool.make({ description, input, output, execute: Tool.durable({ start, wait: () => 1, cancel: () => 1 }) })
  // @ts-expect-error cancel is missing
  Tool.make({ description, input, execute: { start, wait: () => 1 } })
  // @ts-expect-error a tree holds tools and namespaces only
  Namespace.make({ tools: { a: 1 } })
}

// Namespaces and trees.

const nested = Tool.make({ description, input, execute: () => Nested })
const namespace = Namespace.make({
  description,
  tools: { deep: { deeper: { nested } }, "dotted.name": effect },
})
same<typeof namespace, Namespace.Namespace<Nested | Start>>(true)
same<Namespace.Requirements<{ plain: typeof plain }>, never>(true)
same<Namespace.Requirements<{}>, never>(true)
same<Namespace.Requirements<Namespace.Tree<Web>>, Web>(true)
same<Namespace.Requirements<Namespace.Tree<never>>, never>(true)
same<Namespace.Requirements<Record<string, Tool.Definition<Web>>>, Web>(true)
same<Namespace.Requirements<{ a: Namespace.Tree<Web>; b: typeof namespace }>, Web | Nested | Start>(true)

// Extensions.

const web = Extension.make({
  name: "web",
  globals: {
    version: 3,
    now: () => 1,
    load: async (url: string) => url,
    http: { get: Extension.async((url: string) => Effect.map(Web, ({ get }) => get + url)) },
  },
})
same<typeof web, Extension.Definition<Web>>(true)
const quiet = Extension.make({
  name: "quiet",
  globals: { now: () => 1, any: JSON.parse("1"), date: new Date(0) },
})
same<typeof quiet, Extension.Definition<never>>(true)

// All of it together, as CodeMode.make infers it.

declare function services<
  const T extends Namespace.Tree = {},
  const E extends ReadonlyArray<Extension.Definition<unknown>> = [],
  TB = never,
  TA = never,
  EB = never,
  EA = never,
>(options: {
  readonly tools?: T
  readonly extensions?: E
  readonly hooks?: Tool.Hooks<TB, TA> & Extension.Hooks<EB, EA>
}): [Namespace.Requirements<T> | Extension.Requirements<E> | Tool.Services<TB | TA | EB | EA>]

export const together = () => {
  const everything = services({
    tools: { durable, record, namespace, plain, decodesInput },
    extensions: [web, quiet],
    hooks: {
      "tool.before": (call) => {
        same<typeof call, Tool.HookCall>(true)
        return Effect.map(Before, ({ before }) => before + call.key)
      },
      "tool.after": (_call, end) => {
        same<typeof end, Tool.End>(true)
        return Effect.asVoid(After)
      },
      "extension.before": (call) => {
        same<typeof call, Extension.HookCall>(true)
        return Effect.asVoid(GlobalBefore)
      },
      "extension.after": () => Effect.asVoid(GlobalAfter),
    },
  })
  same<
    typeof everything,
    [Start | Wait | Cancel | Nested | Decode | Web | Before | After | GlobalBefore | GlobalAfter]
  >(true)

  const nothing = services({
    tools: { plain, promise, recordOfPromises, ns: { idempotentPromise } },
    extensions: [quiet],
    hooks: { "tool.before": () => undefined, "tool.after": async () => 1, "extension.before": undefined },
  })
  same<typeof nothing, [never]>(true)
  const empty = services({})
  same<typeof empty, [never]>(true)
}

// Results.

same<Result, Success | Failure>(true)
same<Outcome["ok"], boolean | "suspended">(true)
same<Success["value"], DataValue>(true)

test("the definitions that the compiler checked are made", () => {
  const tools = { plain, promise, effect, json, idempotent, durable, record, nested: namespace }
  expect([...Namespace.flatten(tools).tools.keys()]).toEqual([
    "plain",
    "promise",
    "effect",
    "json",
    "idempotent",
    "durable",
    "record",
    "nested.deep.deeper.nested",
    "nested.dotted.name",
  ])
})
