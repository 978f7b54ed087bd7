/**
 * Every class of the state of a run, with its fields, declared once: for saving, for the census of memory, and for the
 * walker that proves that nothing else is in a stopped machine. Layers above add their own classes with `declareKind`.
 */
import { Entry, Collection } from "./collection.ts"
import { BufferSlots, DataViewSlots, TypedArraySlots } from "./buffer.ts"
import { Environment } from "./environment.ts"
import {
  BoundFunction,
  ClassElements,
  ClassField,
  Closure,
  PrivateElement,
  ProxySlots,
} from "./function.ts"
import { ArrayIteratorSlots, CollectionIteratorSlots, IteratorHelperSlots, StringIteratorSlots, WrappedIteratorSlots } from "./iterator.ts"
import { Accessor } from "./object.ts"
import { PromiseCapability, PromiseSlots, Reaction, ReactionJob, ThenableJob } from "./promise.ts"
import { SlowArrayLength } from "./properties.ts"
import { RegExpSlots, RegExpStringIteratorSlots } from "./regExpSlots.ts"
import { Rope } from "./rope.ts"
import { ROPE_SHAPE } from "./shape.ts"
import { PrivateName } from "./value.ts"

/**
 * What a field may hold. `any`: a value, a list, a plain record, or a declared class. `bytes`: a Uint8Array.
 * `derived`: nothing that must be saved; `restored` makes it again.
 */
export type FieldType = "any" | "number" | "string" | "boolean" | "bytes" | "derived"

export interface KindDeclaration {
  /** Unique, and part of the format. */
  readonly name: string
  readonly class: Function & { readonly prototype: object }
  readonly fields: Readonly<Record<string, FieldType>>
  /** Makes derived fields once all others are there. */
  readonly restored?: (instance: any) => void
}

export const kinds = new Map<Function, KindDeclaration>()
export const kindsByName = new Map<string, KindDeclaration>()

export function declareKind(
  target: KindDeclaration["class"],
  fields: Readonly<Record<string, FieldType>>,
  restored?: (instance: any) => void,
): void {
  const declaration: KindDeclaration = { name: target.name, class: target, fields, ...(restored && { restored }) }
  kinds.set(target, declaration)
  kindsByName.set(target.name, declaration)
}

declareKind(Accessor, { get: "any", set: "any" })
declareKind(Environment, { parent: "any", slots: "any" })
declareKind(Rope, { kind: "number", shape: "derived", length: "number", left: "any", right: "any" }, (rope: object) => {
  Object.assign(rope, { shape: ROPE_SHAPE })
})
declareKind(PrivateName, { description: "string" })
declareKind(SlowArrayLength, { value: "number", writable: "boolean" })

declareKind(Closure, {
  code: "any",
  environment: "any",
  thisValue: "any",
  newTarget: "any",
  homeObject: "any",
  classElements: "any",
  activeFunction: "any",
})
declareKind(ClassElements, { methods: "any", fields: "any" })
declareKind(ClassField, { key: "any", initializer: "any", isBlock: "boolean", namesValue: "boolean" })
declareKind(PrivateElement, { name: "any", method: "any", get: "any", set: "any" })
declareKind(BoundFunction, { target: "any", thisValue: "any", args: "any" })
declareKind(ProxySlots, { target: "any", handler: "any", constructs: "boolean" })

declareKind(Entry, { key: "any", value: "any", previous: "any", next: "any", removed: "boolean" })
declareKind(Collection, { index: "derived", first: "any", last: "any" }, (collection: Collection) => collection.reindex())

declareKind(PromiseSlots, { state: "string", result: "any", reactions: "any", isHandled: "boolean" })
declareKind(PromiseCapability, { promise: "any", resolve: "any", reject: "any" })
declareKind(Reaction, { capability: "any", onFulfilled: "any", onRejected: "any", waiting: "any" })
declareKind(ReactionJob, { reaction: "any", rejected: "boolean", argument: "any" })
declareKind(ThenableJob, { promise: "any", thenable: "any", then: "any" })

declareKind(ArrayIteratorSlots, { object: "any", index: "number", kind: "string" })
declareKind(CollectionIteratorSlots, { of: "string", collection: "any", entry: "any", kind: "string" })
declareKind(StringIteratorSlots, { text: "string", position: "number" })
declareKind(WrappedIteratorSlots, { iterated: "any" })
declareKind(IteratorHelperSlots, {
  kind: "string",
  state: "string",
  iterated: "any",
  callback: "any",
  counter: "number",
  remaining: "number",
  inner: "any",
  sources: "any",
})
declareKind(RegExpSlots, { source: "string", flags: "string", compiled: "derived" }, (slots: RegExpSlots) => {
  slots.compiled = null
})
declareKind(RegExpStringIteratorSlots, {
  matcher: "any",
  text: "string",
  global: "boolean",
  unicode: "boolean",
  done: "boolean",
})
declareKind(BufferSlots, { bytes: "bytes", maxByteLength: "any", detached: "boolean" })
declareKind(
  TypedArraySlots,
  { type: "string", buffer: "any", byteOffset: "number", fixedLength: "any", view: "derived", viewBytes: "derived" },
  (slots: { view: unknown; viewBytes: unknown }) => {
    slots.view = slots.viewBytes = null
  },
)
declareKind(DataViewSlots, { buffer: "any", byteOffset: "number", fixedLength: "any" })
