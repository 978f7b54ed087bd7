/**
 * Host functions that programs call as globals.
 * Owns their definition; never calls one and never copies a value.
 */
import * as Context from "effect/Context"
import * as Predicate from "effect/Predicate"
import { isIdentifier } from "./Namespace.ts"
import type { Artifact } from "./Result.ts"
import type { End, Services } from "./Tool.ts"

const TypeId = "~codemode/Extension"
const AsyncTypeId = "~codemode/Extension/async"
const TimerTypeId = "~codemode/Extension/timer"

/** Globals by name: each a function, a constant, or an object of them at any depth. */
export type Globals = { readonly [name: string]: unknown }

/** A function whose global gives the program a promise, whatever the function returns. */
export type Async<F> = F & { readonly [AsyncTypeId]: true }

/** How values that an extension's functions returned are saved with a suspended run and brought back. */
export interface Snapshot {
  /** Gets a value as the host returned it; gives plain data: JSON and `Uint8Array`. */
  readonly encode: (value: unknown) => unknown
  /** Gets that data, once for each value; gives a value of the same shape. */
  readonly decode: (data: unknown) => unknown
}

/** An extension, as {@link make} gives it. `R` holds the services of its functions. */
export interface Definition<out R = never> {
  readonly [TypeId]: { readonly _R: (_: never) => R }
  readonly name: string
  readonly globals: Globals
  readonly snapshot: Snapshot | undefined
}

type IsAny<X> = 0 extends 1 & X ? true : false
/** Ends the search for services in a constant of a recursive type. */
type MaxDepth = 12

/** The services that functions at any depth of `G` require. */
export type GlobalServices<G, Depth extends ReadonlyArray<unknown> = []> =
  IsAny<G> extends true
    ? never
    : Depth["length"] extends MaxDepth
      ? never
      : G extends (...args: never) => infer X
        ? Services<X>
        : G extends ReadonlyArray<infer Element>
          ? GlobalServices<Element, [...Depth, unknown]>
          : G extends object
            ? { [Name in keyof G]: GlobalServices<G[Name], [...Depth, unknown]> }[keyof G]
            : never

/** The union of the services that a list of extensions requires; `never` where there are none. */
export type Requirements<E extends ReadonlyArray<unknown>> = E[number] extends infer D
  ? D extends Definition<infer R>
    ? R
    : never
  : never

/** What an extension is made from. */
export interface Options<G extends Globals> {
  /** Names the extension in hooks and messages. */
  readonly name: string
  readonly globals: G
  readonly snapshot?: Snapshot | undefined
}

/**
 * Makes an extension. Throws `TypeError` for an empty name and for a global whose name no program can write.
 *
 * ```ts
 * import { Extension } from "codemode"
 *
 * Extension.make({
 *   name: "web",
 *   globals: { fetchText: Extension.async((url: string) => fetch(url).then((response) => response.text())) },
 * })
 * ```
 */
export function make<const G extends Globals>(options: Options<G>): Definition<GlobalServices<G>> {
  if (typeof options.name !== "string" || options.name === "") {
    throw new TypeError("Extension.make: name must be a text that is not empty")
  }
  for (const name of Object.keys(options.globals)) {
    if (!isBindingIdentifier(name)) {
      throw new TypeError(
        `Extension.make: extension ${options.name} has a global named ${JSON.stringify(name)}, which no program can write`,
      )
    }
  }
  return {
    [TypeId]: { _R: (_: never) => _ },
    name: options.name,
    globals: options.globals,
    snapshot: options.snapshot,
  }
}

/**
 * Whether a program can write `name` as a variable: an identifier that strict code in an async function does not
 * reserve (ECMA-262 13.1.1, BindingIdentifier).
 */
export const isBindingIdentifier = (name: string): boolean => isIdentifier(name) && !reserved.has(name)

const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof var void while with yield"
  ).split(" "),
)

/**
 * Marks a function that returns a Promise or an Effect without being an `async` function: its global gives the program
 * a promise, and a denied call rejects that promise.
 */
export const async = <F extends (...args: never) => unknown>(f: F): Async<F> => {
  function marked(this: unknown, ...args: ReadonlyArray<unknown>): unknown {
    return f.apply(this, args as never)
  }
  Object.defineProperty(marked, "name", { value: f.name })
  Object.defineProperty(marked, "length", { value: f.length })
  return Object.assign(marked, { [AsyncTypeId]: true }) as unknown as Async<F>
}

/** Whether a global gives a promise: it was marked with {@link async} or is an `async` function. */
export const isAsync = (f: unknown): boolean =>
  typeof f === "function" &&
  (AsyncTypeId in f || Object.prototype.toString.call(f) === "[object AsyncFunction]")

/** What a host allows of a run's timers. */
export interface TimerBounds {
  /** Timers that may wait at once. */
  readonly maxTimers: number
  /** The longest delay, in milliseconds. */
  readonly maxDelayMs: number
}

/** A global of the interpreter's own that works on the run's timers: see {@link timer}. */
export interface Timer {
  readonly [TimerTypeId]: "setTimeout" | "setInterval" | "clearTimeout" | "clearInterval" | "sleep"
  readonly bounds: TimerBounds
}

/**
 * A global over the timers of the interpreter, which programs have only where an extension says so. Timers run on Effect's
 * `Clock` and are saved with a run; their calls are no calls into the host, so no hook sees them.
 */
export const timer = (name: Timer[typeof TimerTypeId], bounds: TimerBounds): Timer => ({
  [TimerTypeId]: name,
  bounds,
})

/** The name of a {@link timer} global, or `undefined` of anything else. */
export const timerName = (u: unknown): string | undefined =>
  Predicate.hasProperty(u, TimerTypeId) ? String(u[TimerTypeId]) : undefined

/** The run whose program called a function. */
export interface Caller {
  readonly runId: string
  /** What the run's result shows the host beside its value; a function may add to it. */
  readonly artifacts: Array<Artifact>
  /** What extensions count for the run, each by a name of its own; saved with it, so that bounds hold over all resumes. */
  readonly amounts: Map<string, number>
}

/**
 * The run that an Effect of an extension's function serves.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Extension } from "codemode"
 *
 * Extension.make({
 *   name: "identity",
 *   globals: { runId: () => Effect.map(Extension.CurrentRun, ({ runId }) => runId) },
 * })
 * ```
 */
export const CurrentRun: Context.Reference<Caller> = Context.Reference("~codemode/Extension/CurrentRun", {
  defaultValue: (): Caller => ({ runId: "", artifacts: [], amounts: new Map() }),
})

/** Whether `u` is an extension that {@link make} gave. */
export const isExtension = (u: unknown): u is Definition<unknown> => Predicate.hasProperty(u, TypeId)

/** A call of a global as hooks see it. */
export interface HookCall {
  /** The extension's name. */
  readonly extension: string
  /** The global's dotted path, `fs.promises.readFile`. */
  readonly name: string
  readonly args: ReadonlyArray<unknown>
  /** The call's stable key, `<runId>:<callId>`. */
  readonly key: string
}

/**
 * Functions around every call of a global; each may return an Effect, a Promise or nothing. A failing `before` denies
 * the call. `Before` and `After` are what they return.
 */
export interface Hooks<out Before = unknown, out After = unknown> {
  readonly "extension.before"?: ((call: HookCall) => Before) | undefined
  readonly "extension.after"?: ((call: HookCall, end: End) => After) | undefined
}
