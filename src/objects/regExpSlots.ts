/** Internal slots of regular expressions and of what iterates over their matches. Owns no matching. */
import type { JSObject } from "./object.ts"
import type { Epoch } from "./realm.ts"
import type { Shape } from "./shape.ts"

/**
 * ECMA-262 22.2.8. `lastIndex` is the object's own property, always in slot 0. `Pattern` is the matcher's. Objects of one
 * literal share theirs.
 */
export class RegExpSlots<Pattern = unknown> {
  /** [[OriginalSource]]. */
  readonly source: string
  /** [[OriginalFlags]]. */
  readonly flags: string
  /** What source and flags compile to, or null: then it is made again at the next match. */
  compiled: Pattern | null
  constructor(source: string, flags: string, compiled: Pattern | null) {
    this.source = source
    this.flags = flags
    this.compiled = compiled
  }
}

/** %RegExpStringIteratorPrototype%, ECMA-262 22.2.9. */
export class RegExpStringIteratorSlots {
  readonly matcher: JSObject
  readonly text: string
  readonly global: boolean
  readonly unicode: boolean
  done = false
  constructor(matcher: JSObject, text: string, global: boolean, unicode: boolean) {
    this.matcher = matcher
    this.text = text
    this.global = global
    this.unicode = unicode
  }
}

/** Shapes of regular expressions in a realm. */
export interface RegExpShapes {
  /** With no property but `lastIndex`, writable. */
  readonly instance: Shape
  /** Of arrays that `exec` gives. */
  readonly match: Shape
  readonly matchWithIndices: Shape
  /** Objects of the first shape do what their patterns say and nothing else, while the epoch is this one. */
  intactIn: Epoch | null
}
