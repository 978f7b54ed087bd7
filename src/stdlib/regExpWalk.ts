/** What the methods of RegExp.prototype by symbols share: their fast case, walks over matches, and parts of guest texts. */
import { isObject, type JSObject } from "../objects/object.ts"
import type { Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { flat } from "../interpreter/operations.ts"
import { isIntact } from "./regExpIntact.ts"
import {
  advanceIndex,
  type CompiledPattern,
  type Found,
  isUnicode,
  patternOf,
  type Walk,
} from "./regExpPattern.ts"

/** The head of every guest text: the receiver must be an object. */
export function requireReceiver(name: string): string {
  return `if (!IsObject(this)) {
      ThrowTypeError("Method RegExp.prototype.@@${name} called on incompatible receiver " + NameOf(this))
    }
    const text = ToString(string)`
}

/** Moves `lastIndex` past an empty match. */
export const stepOver = `SetOrThrow(this, "lastIndex", AdvanceStringIndex(text, ToLength(this.lastIndex), fullUnicode))`

export const isFullUnicode = `Contains("includes", flags, "u", 0) || Contains("includes", flags, "v", 0)`

/** An intact receiver and a text; else the guest text takes the call. */
export function fastCase(
  machine: Machine,
  thisValue: Value,
  string: Value,
): { regexp: JSObject; text: string } | null {
  const text = flat(machine, string)
  if (typeof text !== "string" || !isObject(thisValue) || !isIntact(machine.realm, thisValue)) return null
  return { regexp: thisValue, text }
}

export const patternOfWalk = (walk: Walk): CompiledPattern => patternOf(walk.source, walk.flags)

/** Moves a walk past a match: `lastIndex` as exec and the step over empty matches leave it. */
export function moveOn(
  walk: Walk,
  pattern: CompiledPattern,
  { start, end }: Pick<Found, "start" | "end">,
): void {
  walk.index = end === start ? advanceIndex(walk.text, end, isUnicode(pattern)) : end
}

/** Whether so much memory may be taken and no census is due even then: else what takes it goes step by step. */
export function hasRoom({ meter }: Machine, bytes: number): boolean {
  return meter.used + bytes <= meter.threshold
}
