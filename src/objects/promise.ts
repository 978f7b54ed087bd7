/** Promise records, ECMA-262 27.2.1, and the jobs that they make. Owns no order: see jobs/. */
import type { JSObject } from "./object.ts"
import type { Value } from "./value.ts"

/** Internal slots of a promise, ECMA-262 27.2.6. */
export class PromiseSlots {
  state: "pending" | "fulfilled" | "rejected" = "pending"
  result: Value = undefined
  reactions: Reaction[] = []
  isHandled = false
}

/** PromiseCapability, ECMA-262 27.2.1.1. */
export class PromiseCapability {
  promise: Value
  resolve: Value
  reject: Value
  constructor(promise: Value, resolve: Value, reject: Value) {
    this.promise = promise
    this.resolve = resolve
    this.reject = reject
  }
}

/**
 * PromiseReaction, ECMA-262 27.2.1.2, for both ends at once. With `frame`, the reaction of an `await`: the frame goes on.
 * `capability` may be a plain promise of ours, resolved without its functions.
 */
export class Reaction {
  readonly capability: PromiseCapability | JSObject | null
  readonly onFulfilled: JSObject | null
  readonly onRejected: JSObject | null
  /** A detached frame that waits (interpreter/frame.ts), or null. */
  readonly waiting: unknown
  constructor(
    capability: PromiseCapability | JSObject | null,
    onFulfilled: JSObject | null,
    onRejected: JSObject | null,
    waiting: unknown,
  ) {
    this.capability = capability
    this.onFulfilled = onFulfilled
    this.onRejected = onRejected
    this.waiting = waiting
  }
}

/** NewPromiseReactionJob, ECMA-262 27.2.2.1. */
export class ReactionJob {
  readonly reaction: Reaction
  readonly rejected: boolean
  readonly argument: Value
  constructor(reaction: Reaction, rejected: boolean, argument: Value) {
    this.reaction = reaction
    this.rejected = rejected
    this.argument = argument
  }
}

/** NewPromiseResolveThenableJob, ECMA-262 27.2.2.2. */
export class ThenableJob {
  readonly promise: JSObject
  readonly thenable: JSObject
  readonly then: JSObject
  constructor(promise: JSObject, thenable: JSObject, then: JSObject) {
    this.promise = promise
    this.thenable = thenable
    this.then = then
  }
}

export type Job = ReactionJob | ThenableJob
