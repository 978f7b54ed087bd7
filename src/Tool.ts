/**
 * One tool: its description, its schemas and the host function behind it.
 * Never decodes a value and never starts a call.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { assertJsonForm, type Side } from "./schema/assertJsonForm.ts"
import * as JsonSchemaOf from "./schema/jsonSchema.ts"

const TypeId = "~codemode/Tool"
const ExecuteTypeId = "~codemode/Tool/Execute"

/** What a host function learns of the call it serves. */
export interface Call {
  /** The call's stable identity, `<runId>:<callId>`: equal in every re-run and after every resume. */
  readonly key: string
  /** The tool's canonical dotted path, `orders.lookup`. */
  readonly path: string
  /** Aborted when the call is interrupted; made on first use. */
  readonly signal: AbortSignal
}

/** A JSON Schema document (draft-07, 2019-09 or 2020-12 by its `$schema`). It shapes signatures; it validates nothing. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Either an Effect Schema, which validates, or a JSON Schema document, which shapes the signature only. */
export type SchemaType = Schema.Constraint | JsonSchema

/** A schema as a {@link Definition} holds it. */
export type SchemaPart =
  | { readonly kind: "effect"; readonly schema: Schema.Constraint }
  | { readonly kind: "json"; readonly schema: JsonSchema }

/** What a host function may return: an Effect, a Promise, or the value itself. */
export type Returned<A> = Effect.Effect<A, unknown, unknown> | PromiseLike<A> | A

type IsAny<X> = 0 extends 1 & X ? true : false

/** The services that a returned `X` requires: an Effect's, and `never` for a Promise or a plain value. */
export type Services<X> =
  IsAny<X> extends true ? never : X extends Effect.Effect<infer _A, infer _E, infer R> ? R : never

/** The value that a returned `X` brings. */
export type Value<X> =
  IsAny<X> extends true ? X : X extends Effect.Effect<infer A, infer _E, infer _R> ? A : Awaited<X>

/** What `execute` receives: the decoded side of an Effect Schema; for a JSON Schema what its author says, unchecked. */
// A JSON Schema validates nothing, so the type of its values is the author's word: `any` lets `execute` annotate it.
// oxlint-disable-next-line typescript/no-explicit-any
export type InputOf<I extends SchemaType> = I extends Schema.Constraint ? I["Type"] : any

/** What `execute` gives: the encoded side of an Effect Schema, anything for a JSON Schema or no output. */
export type OutputOf<O extends SchemaType | undefined> = O extends Schema.Constraint ? O["Encoded"] : unknown

type DecodingServices<S> = S extends Schema.Constraint ? S["DecodingServices"] : never

/** A function that may run again with the same key: see {@link idempotent}. */
export interface Idempotent<in Input, out X> {
  readonly [ExecuteTypeId]: "idempotent"
  readonly run: (input: Input, call: Call) => X
}

/** Work that outlives a run: begun by `start`, awaited by `wait` from the data that `start` gave, ended by `cancel`. */
export interface DurableOptions<in Input, Start, Wait, Cancel> {
  /** Begins the work and gives JSON data that finds it again, in another process too. */
  readonly start: (input: Input, call: Call) => Start
  /** Waits for the work's result; called again after each resume. */
  readonly wait: (data: Value<Start>, call: Call) => Wait
  /** Ends the work when the run is interrupted, ends, or times the call out; never on suspension. */
  readonly cancel: (data: Value<Start>) => Cancel
}

/** {@link DurableOptions}, marked by {@link durable}. */
export interface Durable<in Input, Start, Wait, Cancel> extends DurableOptions<Input, Start, Wait, Cancel> {
  readonly [ExecuteTypeId]: "durable"
}

/** What the runtime does with an admitted call. Each function gives an Effect, whatever its author's function returned. */
export type Execution<R = never> =
  | {
      readonly kind: "plain" | "idempotent"
      readonly run: (input: unknown, call: Call) => Effect.Effect<unknown, unknown, R>
    }
  | {
      readonly kind: "durable"
      readonly start: (input: unknown, call: Call) => Effect.Effect<unknown, unknown, R>
      readonly wait: (data: unknown, call: Call) => Effect.Effect<unknown, unknown, R>
      readonly cancel: (data: unknown) => Effect.Effect<unknown, unknown, R>
    }

/** A tool, as {@link make} gives it. `R` holds the services of its functions and of its schemas. */
export interface Definition<out R = never> {
  readonly [TypeId]: typeof TypeId
  readonly description: string
  readonly input: SchemaPart
  readonly output: SchemaPart | undefined
  readonly execution: Execution<R>
  readonly deprecated: boolean
}

/** What every form of tool is made from. */
export interface Options<I extends SchemaType, O extends SchemaType | undefined, Execute> {
  /** What the tool does, for the model. */
  readonly description: string
  readonly input: I
  /** Without it the signature says `Promise<void>` and the program gets `undefined`. */
  readonly output?: O
  readonly execute: Execute
  /** Shown as `@deprecated` in the signature. */
  readonly deprecated?: boolean | undefined
}

/**
 * Makes a tool.
 *
 * `execute(input, call)` returns an Effect, a Promise or the value itself; it may be wrapped by {@link idempotent} or
 * {@link durable}, or be the record `{ start, wait, cancel }`. Throws `TypeError` for an option of another type, and for
 * an Effect Schema with a part that has no JSON form, naming its path.
 *
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { Tool } from "codemode"
 *
 * Tool.make({
 *   description: "Adds two numbers",
 *   input: Schema.Struct({ a: Schema.Number, b: Schema.Number }),
 *   output: Schema.Number,
 *   execute: ({ a, b }) => a + b,
 * })
 * ```
 */
export function make<
  const I extends SchemaType,
  X extends Returned<OutputOf<O>>,
  const O extends SchemaType | undefined = undefined,
>(
  options: Options<I, O, ((input: InputOf<I>, call: Call) => X) | Idempotent<InputOf<I>, X>>,
): Definition<Services<X> | DecodingServices<I> | DecodingServices<O>>
export function make<
  const I extends SchemaType,
  Start,
  Wait extends Returned<OutputOf<O>>,
  Cancel,
  const O extends SchemaType | undefined = undefined,
>(
  options: Options<I, O, DurableOptions<InputOf<I>, Start, Wait, Cancel>>,
): Definition<Services<Start> | Services<Wait> | Services<Cancel> | DecodingServices<I> | DecodingServices<O>>
export function make(options: Options<SchemaType, SchemaType | undefined, unknown>): Definition<unknown> {
  const { description, input, output, execute, deprecated } = options
  if (typeof description !== "string") throw wrongOption("description", "a text", description)
  return {
    [TypeId]: TypeId,
    description,
    input: schemaPart(input, "input"),
    output: output === undefined ? undefined : schemaPart(output, "output"),
    execution: execution(execute),
    deprecated: deprecated === true,
  }
}

const wrongOption = (option: string, expected: string, came: unknown): TypeError =>
  new TypeError(`Tool.make: ${option} must be ${expected}, not ${came === null ? "null" : typeof came}`)

/**
 * Marks a function as safe to run again: a suspended run interrupts it, and the resumed run calls it again with the
 * same `call.key`. Annotate `input`; the rest is inferred.
 */
export const idempotent = <Input, X>(run: (input: Input, call: Call) => X): Idempotent<Input, X> => ({
  [ExecuteTypeId]: "idempotent",
  run,
})

/** Marks work that outlives a suspended run. Annotate `input`; data, output and services are inferred. */
export const durable = <Input, Start, Wait, Cancel>(
  options: DurableOptions<Input, Start, Wait, Cancel>,
): Durable<Input, Start, Wait, Cancel> => ({ [ExecuteTypeId]: "durable", ...options })

/** Whether `u` is a tool that {@link make} gave. */
export const isTool = (u: unknown): u is Definition<unknown> => Predicate.hasProperty(u, TypeId)

/** The JSON Schema of what a program passes, made when asked for: its own document, or that of its schema's JSON codec. */
export const inputJsonSchema = (tool: Definition<unknown>): JsonSchema =>
  tool.input.kind === "json" ? tool.input.schema : JsonSchemaOf.inputJsonSchema(tool.input.schema.ast)

/** The JSON Schema of what a program gets, made when asked for; `undefined` without an output. */
export const outputJsonSchema = (tool: Definition<unknown>): JsonSchema | undefined =>
  tool.output === undefined || tool.output.kind === "json"
    ? tool.output?.schema
    : JsonSchemaOf.outputJsonSchema(tool.output.schema.ast)

function schemaPart(schema: unknown, side: Side): SchemaPart {
  if (Schema.isSchema(schema)) {
    assertJsonForm(schema.ast, side)
    return { kind: "effect", schema }
  }
  if (typeof schema === "boolean" || (Predicate.isObject(schema) && !Array.isArray(schema))) {
    return { kind: "json", schema: schema as JsonSchema }
  }
  throw wrongOption(side, "an Effect Schema or a JSON Schema document", schema)
}

type HostFunction = (...args: ReadonlyArray<unknown>) => unknown

function execution(execute: unknown): Execution<unknown> {
  if (isFunction(execute)) return { kind: "plain", run: settled(execute) }
  const { run, start, wait, cancel } = (execute ?? {}) as Readonly<Record<string, unknown>>
  if (isFunction(run)) return { kind: "idempotent", run: settled(run) }
  if (isFunction(start) && isFunction(wait) && isFunction(cancel)) {
    const bound = (f: HostFunction) => settled(f.bind(execute))
    return { kind: "durable", start: bound(start), wait: bound(wait), cancel: bound(cancel) }
  }
  throw wrongOption(
    "execute",
    "a function, Tool.idempotent(...), or functions { start, wait, cancel }",
    execute,
  )
}

const isFunction = (u: unknown): u is HostFunction => typeof u === "function"

/** Calls `f` when the Effect runs, whatever `f` returns; what `f` throws or rejects with is the Effect's failure. */
function settled(
  f: HostFunction,
): (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, unknown> {
  return (...args) =>
    Effect.suspend((): Effect.Effect<unknown, unknown, unknown> => {
      try {
        const returned = f(...args)
        if (Effect.isEffect(returned)) return returned as Effect.Effect<unknown, unknown, unknown>
        if (!Predicate.isPromiseLike(returned)) return Effect.succeed(returned)
        return Effect.tryPromise({ try: () => returned, catch: (error) => error })
      } catch (error) {
        return Effect.fail(error)
      }
    })
}

/** A call as tool hooks see it. */
export interface HookCall {
  /** The tool's canonical dotted path. */
  readonly name: string
  /** The decoded input. */
  readonly input: unknown
  /** The call's stable key, `<runId>:<callId>`. */
  readonly key: string
}

/** How a call into the host ended. */
export type End =
  | { readonly status: "success"; readonly value: unknown }
  | { readonly status: "failure"; readonly error: unknown }
  | { readonly status: "interrupted" }

/**
 * Functions around every tool call; each may return an Effect, a Promise or nothing. A failing `before` denies the
 * call. `Before` and `After` are what they return: inferred, they keep the services that hooks require.
 */
export interface Hooks<out Before = unknown, out After = unknown> {
  readonly "tool.before"?: ((call: HookCall) => Before) | undefined
  readonly "tool.after"?: ((call: HookCall, end: End) => After) | undefined
}
