/** Internal slots of Intl's objects: what they were asked for. The host's own objects are never kept in a run. */
import type { JSObject } from "./object.ts"

/** An object made by a constructor of Intl. Locales and options are as given, less what was undefined. */
export class IntlSlots<Options = unknown> {
  readonly service: string
  readonly locales: string[]
  readonly options: Options
  /** The function that a `format` or `compare` getter gives, once it has. */
  bound: JSObject | null = null
  constructor(service: string, locales: string[], options: Options) {
    this.service = service
    this.locales = locales
    this.options = options
  }
}

/** Intl.Locale, ECMA-402 14. */
export class LocaleSlots {
  readonly tag: string
  constructor(tag: string) {
    this.tag = tag
  }
}

/** Segments of a text, and an iterator over them, ECMA-402 18.5 and 18.6. */
export class SegmentsSlots<Options = unknown> {
  readonly of: "Segments" | "Segment Iterator"
  readonly text: string
  readonly intl: IntlSlots<Options>
  position = 0
  constructor(of: "Segments" | "Segment Iterator", text: string, intl: IntlSlots<Options>) {
    this.of = of
    this.text = text
    this.intl = intl
  }
}
