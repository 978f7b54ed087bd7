/** What a program's value may be, and the sentinels that stand beside values. Owns no behaviour. */
import type { JSObject } from "./object.ts"
import type { Rope } from "./rope.ts"

/** The result of a node or a native body that did not complete: `machine.mode` says why. Never a value. */
export const ABRUPT: unique symbol = Symbol("abrupt")
export type Abrupt = typeof ABRUPT

/** A hole of a dense array, and a binding in its temporal dead zone. Never seen by a program. */
export const EMPTY: unique symbol = Symbol("empty")
export type Empty = typeof EMPTY

export type Value = undefined | null | boolean | number | bigint | string | symbol | JSObject | Rope

/** A property key, ECMA-262 6.1.7. */
export type PropertyKey = string | symbol

/** A private name, ECMA-262 6.2.12: identity is all it has; the rest is for messages. */
export class PrivateName {
  readonly description: string
  /** Of a method or accessor: what has it, as `class A` or `an instance of class A`. */
  readonly owner: string | null
  constructor(description: string, owner: string | null) {
    this.description = description
    this.owner = owner
  }
}

/** What a shape's table is keyed by: property keys, and private names that no reflection lists. */
export type Key = PropertyKey | PrivateName

export type Completion<T = Value> = T | Abrupt
