/** Internal slots of the objects of the platform. All is plain data: the host parses, and keeps nothing. */
import type { UrlParts } from "./host.ts"
import type { JSObject } from "./object.ts"

/** URL, of the WHATWG standard. */
export class UrlSlots {
  parts: UrlParts
  /** The object of `searchParams`, once it was asked for. */
  params: JSObject | null = null
  constructor(parts: UrlParts) {
    this.parts = parts
  }
}

/** Names and values in order: of URLSearchParams as they are, of Headers sorted, each name once but `set-cookie`. */
export class PairsSlots {
  readonly of: "URLSearchParams" | "Headers"
  names: string[]
  values: string[]
  /** The URL whose query this is. */
  url: JSObject | null = null
  constructor(of: "URLSearchParams" | "Headers", names: string[], values: string[]) {
    this.of = of
    this.names = names
    this.values = values
  }
}

export class PairsIteratorSlots {
  readonly pairs: PairsSlots
  readonly kind: "key" | "value" | "key+value"
  index = 0
  constructor(pairs: PairsSlots, kind: "key" | "value" | "key+value") {
    this.pairs = pairs
    this.kind = kind
  }
}

/** TextDecoder, of the WHATWG standard. */
export class TextDecoderSlots {
  readonly encoding: string
  readonly fatal: boolean
  readonly ignoreBom: boolean
  /** Bytes of a character that is not whole yet. */
  pending: number[] = []
  /** A byte order mark can still come. */
  atStart = true
  constructor(encoding: string, fatal: boolean, ignoreBom: boolean) {
    this.encoding = encoding
    this.fatal = fatal
    this.ignoreBom = ignoreBom
  }
}

/** Objects of the platform that have no state. */
export class StatelessSlots {
  readonly of: "TextEncoder" | "Crypto"
  constructor(of: "TextEncoder" | "Crypto") {
    this.of = of
  }
}
