/**
 * A runtime: what a host makes of its tools, and how it runs programs over them.
 * Owns the options and their defaults; the work is that of runtime/ and catalog/.
 */
import type * as Effect from "effect/Effect"
import { type Discovery, resolveDiscovery } from "./catalog/budget.ts"
import { makeCatalog, type ToolDescription } from "./catalog/catalog.ts"
import type { SearchAnswer } from "./catalog/search.ts"
import type * as Extension from "./Extension.ts"
import * as Limits from "./Limits.ts"
import * as Namespace from "./Namespace.ts"
import type { Result } from "./Result.ts"
import { type Bindings, execute as executeProgram } from "./runtime/execute.ts"
import { globalsOf } from "./runtime/extensions.ts"
import { type Parts, treeOf } from "./runtime/parts.ts"
import { newProgram, type Program, type ProgramOptions, resumedProgram } from "./runtime/program.ts"
import type { SnapshotError } from "./runtime/snapshotErrors.ts"
import type { Snapshot } from "./runtime/stateForms.ts"
import { Units } from "./runtime/units.ts"
import type * as Tool from "./Tool.ts"
import type { Mode } from "./ToolError.ts"

export { Diagnostic, DiagnosticKind } from "./Diagnostic.ts"
export { type Limits as ExecutionLimits, safeLimits } from "./Limits.ts"
export { toolExpression } from "./Namespace.ts"
export { searchSignature } from "./catalog/request.ts"
export {
  DataValue,
  Failure,
  Input,
  Outcome,
  Result,
  Success,
  Suspended,
  ToolCall,
  WaitingCall,
} from "./Result.ts"
export { SnapshotError, SuspendError } from "./runtime/snapshotErrors.ts"
export { fromBytes, type Snapshot, toBytes } from "./runtime/stateForms.ts"
export type { Program, ProgramOptions } from "./runtime/program.ts"
export type { SuspendOptions } from "./runtime/suspend.ts"
export type { Bindings, Discovery, SearchAnswer, ToolDescription }

/** What a runtime is made of. `undefined` equals unset. */
export interface Options<
  T extends Namespace.Tree = Namespace.Tree,
  E extends ReadonlyArray<Extension.Definition<unknown>> = ReadonlyArray<Extension.Definition<unknown>>,
  TB = unknown,
  TA = unknown,
  EB = unknown,
  EA = unknown,
> {
  /** The tools that programs may call. */
  readonly tools?: T | undefined
  /** Host functions that programs find as globals. */
  readonly extensions?: E | undefined
  /** Functions around every call into the host. */
  readonly hooks?: (Tool.Hooks<TB, TA> & Extension.Hooks<EB, EA>) | undefined
  readonly limits?: Limits.Limits | undefined
  readonly discovery?: Discovery | undefined
  /** What the model may read of host failures: `"report"`, everything; `"sanitize"`, the messages of `ToolError`s only. */
  readonly hostErrors?: Mode | undefined
  /** Authenticates saved runs. */
  readonly snapshotKey?: string | Uint8Array | undefined
  /** An IANA time zone. `"UTC"` by default. */
  readonly timeZone?: string | undefined
  /** A BCP 47 language tag. `"en-US"` by default. */
  readonly locale?: string | undefined
}

/** A reusable runtime. `R` holds the services of its tools, hooks and extensions. */
export interface Runtime<out R = never> {
  /** Every visible tool, in alphabetical order; signatures are rendered when they are read. */
  readonly catalog: () => ReadonlyArray<ToolDescription>
  /** Markdown for the model: workflow, rules, language, limits and the budgeted catalog. */
  readonly instructions: () => string
  /** The search that programs have. Throws `TypeError` with the usage for a request that is none. */
  readonly search: (request: SearchRequest) => SearchAnswer
  /**
   * Runs a program. Never fails: what goes wrong is a `Failure`. Interruption interrupts the run and its calls.
   * `bindings` are plain data by name; throws `TypeError` for a name that no program can write.
   */
  readonly execute: (code: string, bindings?: Bindings) => Effect.Effect<Result, never, R>
  /**
   * A run that can be suspended: nothing of it runs before `program.run()`. `runId` begins the keys of its calls; a UUID
   * where it is missing. Throws `TypeError` as `execute` does.
   */
  readonly program: (code: string, bindings?: Bindings, options?: ProgramOptions) => Program<never, R>
  /**
   * A run that goes on from a state, in this process or another; one state may be resumed many times. Calls in it keep
   * their keys, new ones begin with `runId`. `run()` fails with `SnapshotError`, and nothing happens, where the state is
   * not one of this build and these extensions, waits for a tool that is missing or of another kind, or is malformed.
   *
   * Without `snapshotKey` a state is trusted as much as a program; what durable tools had started is input of theirs.
   */
  readonly resume: (state: Snapshot, options?: ProgramOptions) => Program<SnapshotError, R>
}

/** Words to search for, or a request. */
export type SearchRequest =
  | string
  | {
      readonly query?: string | undefined
      readonly namespace?: string | undefined
      readonly limit?: number | undefined
      readonly offset?: number | undefined
    }

/** The services that tools, extensions and hooks require. */
export type Services<T extends Namespace.Tree, E extends ReadonlyArray<unknown>, X> =
  | Namespace.Requirements<T>
  | Extension.Requirements<E>
  | Tool.Services<X>

/**
 * Makes a runtime.
 *
 * Throws `RangeError` for an invalid limit, budget, time zone or locale, and `TypeError` for what is no tool, and for a
 * global of an extension that shadows a built-in or another extension's.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Schema from "effect/Schema"
 * import { CodeMode, Tool } from "codemode"
 *
 * const add = Tool.make({
 *   description: "Adds two numbers",
 *   input: Schema.Struct({ a: Schema.Number, b: Schema.Number }),
 *   output: Schema.Number,
 *   execute: ({ a, b }) => a + b,
 * })
 * const runtime = CodeMode.make({ tools: { math: { add } } })
 * const result = await Effect.runPromise(runtime.execute("return await tools.math.add({ a: 1, b: 2 })"))
 * // { ok: true, value: 3, toolCalls: [{ name: "math.add" }] }
 * ```
 */
export function make<
  const T extends Namespace.Tree = {},
  const E extends ReadonlyArray<Extension.Definition<unknown>> = [],
  TB = never,
  TA = never,
  EB = never,
  EA = never,
>(options: Options<T, E, TB, TA, EB, EA>): Runtime<Services<T, E, TB | TA | EB | EA>> {
  const parts = partsOf(options as Options)
  const { catalog } = parts
  return {
    catalog: catalog.list,
    instructions: catalog.instructions,
    search: (request) => {
      const answer = catalog.search(request)
      if ("usage" in answer) throw new TypeError(answer.usage)
      return answer
    },
    program: (code, bindings = {}, options = {}) =>
      newProgram(parts, code, bindings, options) as Program<never, never>,
    resume: (state, options = {}) => resumedProgram(parts, state, options) as Program<SnapshotError, never>,
    execute: (code, bindings = {}) =>
      executeProgram(parts, code, bindings) as Effect.Effect<
        Result,
        never,
        Services<T, E, TB | TA | EB | EA>
      >,
  }
}

/** Equal to `CodeMode.make(options).execute(code, bindings)`. */
export function execute<
  const T extends Namespace.Tree = {},
  const E extends ReadonlyArray<Extension.Definition<unknown>> = [],
  TB = never,
  TA = never,
  EB = never,
  EA = never,
>(
  options: Options<T, E, TB, TA, EB, EA> & {
    readonly code: string
    readonly bindings?: Bindings | undefined
  },
): Effect.Effect<Result, never, Services<T, E, TB | TA | EB | EA>> {
  return make(options).execute(options.code, options.bindings)
}

function partsOf(options: Options): Parts {
  const { timeZone = "UTC", locale = "en-US", hostErrors = "report", hooks = {} } = options
  const limits = Limits.resolve(options.limits)
  const discovery = resolveDiscovery(options.discovery)
  checkZone(timeZone, locale)
  const flat = Namespace.flatten(options.tools ?? {})
  const globals = globalsOf(options.extensions ?? [])
  const catalog = makeCatalog(flat as never, { discovery, limits, globals: globals.names, timeZone, locale })
  return {
    tools: flat.tools,
    tree: treeOf(flat.tools.byNamespace),
    catalog,
    limits,
    hooks,
    hostErrors,
    timeZone,
    locale,
    globals,
    snapshotKey: keyOf(options.snapshotKey),
    units: new Units(globals.names, globals.modules),
  }
}

function keyOf(key: Options["snapshotKey"]): Uint8Array | undefined {
  if (key === undefined) return undefined
  const bytes = typeof key === "string" ? new TextEncoder().encode(key) : key
  if (!(bytes instanceof Uint8Array))
    throw new TypeError(`snapshotKey must be a text or bytes, not a ${typeof key}`)
  if (bytes.length === 0) throw new RangeError("snapshotKey must not be empty")
  return bytes.slice()
}

/** The host's Intl takes 10 to 30 ms at its first use: what every host has is not asked for. */
function checkZone(timeZone: string, locale: string): void {
  if (timeZone !== "UTC" && hostErrorOf(() => new Intl.DateTimeFormat("en-US", { timeZone }))) {
    throw new RangeError(
      `timeZone must be an IANA time zone such as "Europe/Berlin"; got ${JSON.stringify(timeZone)}`,
    )
  }
  if (locale !== "en-US" && hostErrorOf(() => new Intl.DateTimeFormat(locale))) {
    throw new RangeError(
      `locale must be a BCP 47 language tag such as "en-US"; got ${JSON.stringify(locale)}`,
    )
  }
}

function hostErrorOf(f: () => unknown): boolean {
  try {
    f()
    return false
  } catch {
    return true
  }
}
