/** Internal slots of regular expressions and of what iterates over their matches. Owns no matching. */
import type { JSObject } from "./object.ts"

/** ECMA-262 22.2.8. `lastIndex` is the object's own property, always in slot 0. `Pattern` is the matcher's. */
export class RegExpSlots<Pattern = unknown> {
  /** [[OriginalSource]]. */
  source: string
  /** [[OriginalFlags]]. */
  flags: string
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
