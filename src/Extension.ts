/**
 * Host functions that programs call as globals.
 * Owns their definition; never calls one and never copies a value.
 */
import * as Predicate from "effect/Predicate"
import type { End, Services } from "./Tool.ts"

const TypeId = "~codemode/Extension"
const AsyncTypeId = "~codemode/Extension/async"

/** A global: a function, a constant, or an object of them at any depth. */
export type Globals = { readonly [name: string]: unknown }

/** A function whose global gives the program a promise, whatever the function returns. */
export type Async<F> = F & { readonly [AsyncTypeId]: true }

/** How values that an extension's functions returned are saved with a suspended run and brought back. */
export interface Snapshot {
  /** Gets a value as the host returned it; gives plain data (JSON and `Uint8Array`). */
  readonly encode: (value: unknown) => unknown
  /** Gets that data once for each value; gives a value of the same shape. */
  readonly decode: (data: unknown) => unknown
}

/** An extension, as {@link make} gives it. `R` holds the services of its functions. */
export interface Definition<out R = never> {
  readonly [TypeId]: { readonly _R: (_: never) => R }
  readonly name: string
  readonly globals: Globals
  readonly snapshot: Snapshot | undefined
}

/** The services that functions at any depth of `G` require. */
export type GlobalServices<G> = G extends (...args: never) => infer X
  ? Services<X>
  : G extends object
    ? { [K in keyof G]: GlobalServices<G[K]> }[keyof G]
    : never

/** The union of the services that a list of extensions requires. */
export type Requirements<E> = E extends ReadonlyArray<Definition<infer R>> ? R : never

export interface Options<G extends Globals> {
  readonly name: string
  readonly globals: G
  readonly snapshot?: Snapshot | undefined
}

/** Makes an extension. */
export const make = <const G extends Globals>(options: Options<G>): Definition<GlobalServices<G>> => ({
  [TypeId]: { _R: (_: never) => _ },
  name: options.name,
  globals: options.globals,
  snapshot: options.snapshot,
})

/** Marks a function: its global gives a promise, and a denied call rejects it. */
export const async = <F extends (...args: never) => unknown>(f: F): Async<F> =>
  Object.assign(((...args: never) => f(...args)) as F, { [AsyncTypeId]: true as const })

/** Whether a global was marked with {@link async}. */
export const isAsync = (u: unknown): boolean => Predicate.hasProperty(u, AsyncTypeId)

/** Whether `u` is an extension that {@link make} gave. */
export const isExtension = (u: unknown): u is Definition<unknown> => Predicate.hasProperty(u, TypeId)

/** A call of a global as hooks see it. */
export interface HookCall {
  readonly extension: string
  /** The global's dotted path, `fs.promises.readFile`. */
  readonly name: string
  readonly args: ReadonlyArray<unknown>
  readonly key: string
}

/** Functions around every call of a global. A failing `before` denies the call. */
export interface Hooks {
  readonly "extension.before"?: ((call: HookCall) => unknown) | undefined
  readonly "extension.after"?: ((call: HookCall, end: End) => unknown) | undefined
}
