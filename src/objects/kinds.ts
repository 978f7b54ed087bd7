/**
 * Every class of the state of a run, with its fields, declared once: for saving, for the census of memory, and for the
 * walker that proves that nothing else is in a stopped machine. Layers above add their own classes with `declareKind`.
 */
import { Entry, Collection } from "./collection.ts"
import { BufferSlots, DataViewSlots, TypedArraySlots } from "./buffer.ts"
import { Environment } from "./environment.ts"
import { BoundFunction, ClassElements, ClassField, Closure, PrivateElement, ProxySlots } from "./function.ts"
import {
  ArrayIteratorSlots,
  CollectionIteratorSlots,
  IteratorHelperSlots,
  StringIteratorSlots,
  WrappedIteratorSlots,
} from "./iterator.ts"
import { Accessor, ROPE_KIND } from "./object.ts"
import { PromiseCapability, PromiseSlots, Reaction, ReactionJob, ThenableJob } from "./promise.ts"
import { SlowArrayLength } from "./properties.ts"
import { IntlSlots, LocaleSlots, SegmentsSlots } from "./intlSlots.ts"
import {
  PairsIteratorSlots,
  PairsSlots,
  StatelessSlots,
  TextDecoderSlots,
  UrlSlots,
} from "./platformSlots.ts"
import { RegExpSlots, RegExpStringIteratorSlots } from "./regExpSlots.ts"
import { Rope } from "./rope.ts"
import { ROPE_SHAPE } from "./shape.ts"
import { PrivateName } from "./value.ts"

/**
 * What a field may hold: one of these words, or several joined by ` | `. `any`: a value, a list, a plain record, or a
 * declared class. `number`, `string`, `boolean`, `null`, `undefined`. `bytes`: a Uint8Array. `list`: an array of the
 * interpreter's. `value`: a program's value. `binding`: what a variable holds: that, a dead
 * zone, or a record of the interpreter's. `object`: a JSObject.
 * `key`: a property key or a private name. `code`, `unit`, `frame`: of the interpreter. `Name`: an instance of that
 * declared class. `[]word`: a list of such. `derived`: nothing that must be saved; `restored` makes it again.
 */
export type FieldType = string

export interface KindDeclaration {
  /** Unique, and part of the format. */
  readonly name: string
  readonly class: Function & { readonly prototype: object }
  readonly fields: Readonly<Record<string, FieldType>>
  /** The fields that are saved, in order. */
  readonly saved: readonly string[]
  /** Makes derived fields once all others are there. */
  readonly restored?: (instance: any) => void
}

export const kinds = new Map<Function, KindDeclaration>()
export const kindsByName = new Map<string, KindDeclaration>()

/** `name` is part of the format: a bundler may rename classes. */
export function declareKind(
  name: string,
  target: KindDeclaration["class"],
  fields: Readonly<Record<string, FieldType>>,
  restored?: (instance: any) => void,
): void {
  if (kindsByName.has(name)) throw new Error(`two kinds are named ${name}`)
  const saved = Object.keys(fields).filter((field) => fields[field] !== "derived")
  const declaration: KindDeclaration = { name, class: target, fields, saved, ...(restored && { restored }) }
  kinds.set(target, declaration)
  kindsByName.set(name, declaration)
}

declareKind("Accessor", Accessor, { get: "object | undefined", set: "object | undefined" })
declareKind("Environment", Environment, { parent: "Environment | null", slots: "[]binding" })
declareKind(
  "Rope",
  Rope,
  {
    kind: "derived",
    shape: "derived",
    length: "number",
    left: "string | Rope",
    right: "string | Rope | null",
  },
  (rope: object) => {
    Object.assign(rope, { kind: ROPE_KIND, shape: ROPE_SHAPE })
  },
)
declareKind("PrivateName", PrivateName, { description: "string", owner: "any" })
declareKind("SlowArrayLength", SlowArrayLength, { value: "number", writable: "boolean" })

declareKind("Closure", Closure, {
  code: "code",
  environment: "Environment | null",
  thisValue: "binding",
  newTarget: "value",
  homeObject: "object | null",
  classElements: "ClassElements | null",
  activeFunction: "object | null",
  state: "derived",
})
declareKind("ClassElements", ClassElements, { methods: "[]PrivateElement", fields: "[]ClassField" })
declareKind("ClassField", ClassField, {
  key: "key",
  initializer: "object | null",
  isBlock: "boolean",
  namesValue: "boolean",
})
declareKind("PrivateElement", PrivateElement, {
  name: "PrivateName",
  method: "object | null",
  get: "object | undefined",
  set: "object | undefined",
})
declareKind("BoundFunction", BoundFunction, { target: "object", thisValue: "value", args: "[]value" })
declareKind("ProxySlots", ProxySlots, {
  target: "object | null",
  handler: "object | null",
  constructs: "boolean",
})

declareKind("Entry", Entry, {
  key: "value",
  value: "value",
  previous: "Entry | null",
  next: "Entry | null",
  removed: "boolean",
})
declareKind("Collection", Collection, {
  index: "derived",
  size: "derived",
  first: "Entry | null",
  last: "Entry | null",
})

declareKind("PromiseSlots", PromiseSlots, {
  state: "string",
  result: "value",
  reactions: "[]Reaction",
  isHandled: "boolean",
})
declareKind("PromiseCapability", PromiseCapability, { promise: "value", resolve: "value", reject: "value" })
declareKind("Reaction", Reaction, {
  capability: "PromiseCapability | object | null",
  onFulfilled: "object | null",
  onRejected: "object | null",
  waiting: "frame | object | null",
})
declareKind("ReactionJob", ReactionJob, { reaction: "Reaction", rejected: "boolean", argument: "value" })
declareKind("ThenableJob", ThenableJob, { promise: "object", thenable: "object", then: "object" })

declareKind("ArrayIteratorSlots", ArrayIteratorSlots, {
  object: "object | null",
  index: "number",
  kind: "string",
})
declareKind("CollectionIteratorSlots", CollectionIteratorSlots, {
  of: "string",
  collection: "Collection | null",
  entry: "Entry | null",
  kind: "string",
})
declareKind("StringIteratorSlots", StringIteratorSlots, { text: "string", position: "number" })
declareKind("WrappedIteratorSlots", WrappedIteratorSlots, { iterated: "any" })
declareKind("IteratorHelperSlots", IteratorHelperSlots, {
  kind: "string",
  state: "string",
  iterated: "any",
  callback: "value",
  counter: "number",
  remaining: "number",
  inner: "any",
  sources: "[]value",
})
declareKind(
  "RegExpSlots",
  RegExpSlots,
  { source: "string", flags: "string", compiled: "derived" },
  (slots: RegExpSlots) => {
    slots.compiled = null
  },
)
declareKind("RegExpStringIteratorSlots", RegExpStringIteratorSlots, {
  matcher: "object",
  text: "string",
  global: "boolean",
  unicode: "boolean",
  done: "boolean",
})
declareKind("BufferSlots", BufferSlots, {
  bytes: "bytes",
  maxByteLength: "number | null",
  detached: "boolean",
})
declareKind(
  "TypedArraySlots",
  TypedArraySlots,
  {
    type: "string",
    buffer: "object",
    byteOffset: "number",
    fixedLength: "number | null",
    view: "derived",
    viewBytes: "derived",
  },
  (slots: { view: unknown; viewBytes: unknown }) => {
    slots.view = slots.viewBytes = null
  },
)
declareKind("DataViewSlots", DataViewSlots, {
  buffer: "object",
  byteOffset: "number",
  fixedLength: "number | null",
})
declareKind("IntlSlots", IntlSlots, {
  service: "string",
  locales: "[]string",
  options: "any",
  bound: "object | null",
})
declareKind("LocaleSlots", LocaleSlots, { tag: "string" })
declareKind("SegmentsSlots", SegmentsSlots, {
  of: "string",
  text: "string",
  intl: "IntlSlots",
  position: "number",
})
declareKind("UrlSlots", UrlSlots, { parts: "any", params: "object | null" })
declareKind("PairsSlots", PairsSlots, {
  of: "string",
  names: "[]string",
  values: "[]string",
  url: "object | null",
})
declareKind("PairsIteratorSlots", PairsIteratorSlots, {
  pairs: "PairsSlots",
  kind: "string",
  index: "number",
})
declareKind("TextDecoderSlots", TextDecoderSlots, {
  encoding: "string",
  fatal: "boolean",
  ignoreBom: "boolean",
  pending: "[]number",
  atStart: "boolean",
})
declareKind("StatelessSlots", StatelessSlots, { of: "string" })
