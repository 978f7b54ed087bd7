/** A stopped machine, or plain data, as bytes. Changes nothing. Depth of data is no depth of calls. */
import type { Unit } from "../interpreter/code.ts"
import { Frame, NativeFrame } from "../interpreter/frame.ts"
import { CodeOfFunction } from "../interpreter/functionCode.ts"
import { frameFields, machineFields } from "../interpreter/kinds.ts"
import type { Machine } from "../interpreter/machine.ts"
import type { NativeEntry } from "../interpreter/native.ts"
import type { Node } from "../interpreter/node.ts"
import { Collection, Entry } from "../objects/collection.ts"
import { NativeFunction } from "../objects/function.ts"
import { type KindDeclaration, kinds, kindsByName } from "../objects/kinds.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { DEFAULT, type Shape } from "../objects/shape.ts"
import type { Key } from "../objects/value.ts"
import { ShapeBit, SMALL_REFS, Tag, UnsavableError, wellKnownSymbols } from "./format.ts"
import { joined } from "./envelope.ts"
import { kindOf, Numbers, releaseNumbers } from "./numbers.ts"
import { sentinels } from "./sentinels.ts"
import { type Part, Writer } from "./writer.ts"

/** Saves plain data of the host: primitives, lists, plain records and bytes, without cycles of lists into themselves. */
export function encodeData(value: unknown): Uint8Array {
  const encoder = new Encoder(null)
  return joined(encoder.section(value))
}

/** Saves a stopped machine in one part. */
export function encodeMachine(...args: Parameters<typeof encodeParts>): Uint8Array {
  return joined(encodeParts(...args))
}

/**
 * Saves a stopped machine; `extra` are the host's own references into it: promises of calls in flight. `met` is called at the
 * end with every built-in function that has state of its own, in the order in which `DecodeContext.complete` will be.
 */
export function encodeParts(
  machine: Machine,
  extra: Readonly<Record<string, unknown>> = {},
  met: (object: JSObject) => void = () => {},
): readonly Part[] {
  const encoder = new Encoder(machine)
  const parts = encoder.section([
    ...Object.keys(machineFields).map((name) => machine[name as keyof typeof machineFields]),
    machine.logs,
    machine.jobs.pending(),
    [...machine.unhandled],
    [...machine.lexicals].map(([name, cell]) => [name, cell.value, cell.constant]),
    [...machine.templates],
    [...machine.random],
    machine.world.now,
    machine.meter.used,
    encoder.changedBuiltIns(),
    extra,
  ])
  for (const native of encoder.natives) met(native)
  return parts
}

const kindNumbers = new Map<KindDeclaration, number>()

function kindNumber(kind: KindDeclaration): number {
  if (kindNumbers.size !== kindsByName.size) {
    for (const [index, name] of [...kindsByName.keys()].sort().entries())
      kindNumbers.set(kindsByName.get(name)!, index)
  }
  return kindNumbers.get(kind)!
}

const fieldsOfFrame = Object.keys(frameFields) as Array<keyof typeof frameFields>

class Encoder {
  private readonly writer = new Writer()
  private readonly machine: Machine | null
  private readonly numbers = new Numbers()
  private readonly shapes = new Map<Shape, number>()
  private readonly keyLists = new Map<string, number>()
  /** Records in the order of their mention, in which their contents follow. */
  private readonly mentioned: unknown[] = []
  private readonly collections: Collection[] = []
  private readonly entries = new Set<Entry>()
  private readonly names = new Map<JSObject, { tag: number; name: string }>()

  /** Built-in functions with captured state, in the order of their mention. */
  readonly natives: JSObject[] = []

  constructor(machine: Machine | null) {
    this.machine = machine
    if (machine === null) return
    for (const [name, path] of machine.realm.madeFunctions())
      this.names.set(path, { tag: Tag.Function, name })
    for (const [name, object] of machine.realm.touched()) this.names.set(object, { tag: Tag.Intrinsic, name })
  }

  /** A value with everything that it refers to. */
  section(value: unknown): readonly Part[] {
    try {
      this.value(value)
      for (let index = 0; index < this.mentioned.length; index++) this.contents(this.mentioned[index])
      this.placesOfEntries()
      return this.writer.finish(this.numbers.count)
    } finally {
      releaseNumbers(this.mentioned)
    }
  }

  changedBuiltIns(): JSObject[] {
    return [...this.names.keys()].filter((object) => this.machine!.realm.isChanged(object))
  }

  private value(value: unknown): void {
    switch (typeof value) {
      case "string":
        return this.writer.string(value)
      case "number":
        return this.writer.number(value)
      case "boolean":
        return this.writer.byte(value ? Tag.True : Tag.False)
      case "undefined":
        return this.writer.byte(Tag.Undefined)
      case "bigint":
        return this.bigInt(value)
      case "symbol": {
        const sentinel = sentinels.indexOf(value)
        if (sentinel < 0) return this.refer(value)
        this.writer.byte(Tag.Sentinel)
        return this.writer.byte(sentinel)
      }
      case "object":
        if (value instanceof Entry) value = liveEntry(value)
        return value === null ? this.writer.byte(Tag.Null) : this.refer(value)
      default:
        throw new UnsavableError("a host function is in the state of the run")
    }
  }

  private list(list: readonly unknown[]): void {
    this.writer.count(list.length)
    for (let index = 0; index < list.length; index++) this.value(list[index])
  }

  private bigInt(value: bigint): void {
    this.writer.byte(Tag.BigInt)
    this.writer.byte(value < 0n ? 1 : 0)
    this.writer.string((value < 0n ? -value : value).toString(16))
  }

  private refer(value: unknown): void {
    const isObject = value instanceof JSObject
    if (isObject && this.machine === null)
      throw new UnsavableError("an object of the program is among the host's data")
    const distance = isObject ? this.numbers.distanceOfObject(value) : this.numbers.distanceOf(value)
    if (distance < 0) return this.introduce(value)
    if (distance < SMALL_REFS.count) return this.writer.byte(SMALL_REFS.first + distance)
    this.writer.byte(Tag.Ref)
    this.writer.count(distance)
  }

  private introduce(value: unknown): void {
    const { writer } = this
    if (typeof value === "symbol") return this.symbol(value)
    if (value instanceof JSObject) return this.introduceObject(value)
    if (Array.isArray(value)) return this.announce(Tag.List, value)
    if (value instanceof Collection) return this.announce(Tag.Collection, value)
    if (value instanceof Entry) {
      this.entries.add(value)
      return writer.byte(Tag.Entry)
    }
    const kind = kinds.get((value as object).constructor)
    if (kind !== undefined) {
      this.announce(Tag.Kind, value)
      return writer.count(kindNumber(kind))
    }
    if (value instanceof Uint8Array) {
      writer.byte(Tag.Bytes)
      writer.count(value.length)
      return writer.raw(value)
    }
    if (value instanceof Frame) {
      this.announce(Tag.Frame, value)
      return this.value(value.code)
    }
    if (value instanceof NativeFrame) {
      this.announce(Tag.NativeFrame, value)
      return writer.string(value.code.name)
    }
    if (value instanceof CodeOfFunction) {
      writer.byte(Tag.Code)
      writer.string(value.unit.name)
      return writer.count(value.id)
    }
    if (isUnit(value)) {
      writer.byte(Tag.Unit)
      return writer.string(value.name)
    }
    return this.introduceRecord(value as object)
  }

  /** The record's contents follow later, in order. */
  private announce(tag: number, value: unknown): void {
    this.writer.byte(tag)
    this.mentioned.push(value)
  }

  private introduceRecord(value: object): void {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (
      prototype !== null &&
      prototype !== Object.prototype &&
      Object.getPrototypeOf(prototype as object) !== null
    ) {
      throw new UnsavableError(`an instance of ${value.constructor?.name} is in the state of the run`)
    }
    this.announce(Tag.Record, value)
  }

  private introduceObject(object: JSObject): void {
    const { writer } = this
    const builtIn = this.nameOf(object)
    if (builtIn !== undefined) {
      this.announce(builtIn.tag, object)
      return writer.string(builtIn.name)
    }
    const kind = kindOf(object)
    if (kind === Kind.Native) {
      this.natives.push(object)
      this.announce(Tag.Native, object)
      return writer.string((object.data as NativeFunction<NativeEntry>).entry.path)
    }
    this.announce(Tag.Object, object)
    writer.byte(kind)
  }

  /** The name of a built-in object; most others show by their shape that they are none. */
  private nameOf(object: JSObject): { tag: number; name: string } | undefined {
    const { shape } = object
    if (!shape.dictionary && !shape.lazy && kindOf(object) !== Kind.Native) return undefined
    return this.names.get(object)
  }

  private symbol(symbol: symbol): void {
    if (this.machine === null) throw new UnsavableError("a symbol is among the host's data")
    const { writer } = this
    const known = wellKnownSymbols.indexOf(symbol)
    if (known >= 0) {
      writer.byte(Tag.WellKnownSymbol)
      return writer.byte(known)
    }
    const { description } = symbol
    if (description !== undefined && this.machine.realm.symbolRegistry.get(description) === symbol) {
      writer.byte(Tag.RegisteredSymbol)
      return writer.string(description)
    }
    writer.byte(Tag.Symbol)
    this.value(description)
  }

  // ---- contents

  private contents(value: unknown): void {
    if (value instanceof JSObject) return this.object(value)
    if (Array.isArray(value)) return this.list(value)
    if (value instanceof Collection) return this.collection(value)
    const kind = kinds.get((value as object).constructor)
    if (kind !== undefined) {
      for (const name of kind.saved) this.value((value as Record<string, unknown>)[name])
      return
    }
    if (value instanceof Frame) return this.frame(value)
    if (value instanceof NativeFrame) {
      this.writer.count(value.state)
      this.writer.number(value.debt)
      return this.value(value.locals)
    }
    this.record(value as Record<string, unknown>)
  }

  private record(record: Record<string, unknown>): void {
    const keys = Object.keys(record)
    const name = JSON.stringify(keys)
    const known = this.keyLists.get(name)
    this.writer.count(known === undefined ? 0 : known + 1)
    if (known === undefined) {
      this.keyLists.set(name, this.keyLists.size)
      this.writer.count(keys.length)
      for (const key of keys) this.writer.string(key)
    }
    for (const key of keys) this.value(record[key])
  }

  private object(object: JSObject): void {
    if (this.nameOf(object) !== undefined) {
      const isChanged = this.machine!.realm.isChanged(object)
      this.writer.byte(isChanged ? 1 : 0)
      if (!isChanged) return
      this.stored(object)
      return this.value(object.data instanceof NativeFunction ? null : object.data)
    }
    this.stored(object)
    const kind = kindOf(object)
    if (kind === Kind.Array) this.list(object.data as unknown[])
    else if (kind === Kind.Native) this.value((object.data as NativeFunction).captures)
    else this.value(object.data)
  }

  private collection(collection: Collection): void {
    this.collections.push(collection)
    this.writer.count(collection.size)
    for (let entry = collection.first; entry !== null; entry = entry.next) {
      this.value(entry.key)
      this.value(entry.value)
    }
  }

  /** Of every entry that was mentioned, in order, the number of its collection and its own in that. */
  private placesOfEntries(): void {
    if (this.entries.size === 0) return
    const places = new Map<Entry, readonly [collection: number, index: number]>()
    for (const [number, collection] of this.collections.entries()) {
      let index = 0
      for (let entry = collection.first; entry !== null; entry = entry.next, index++)
        if (this.entries.has(entry)) places.set(entry, [number, index])
    }
    for (const entry of this.entries) {
      const place = places.get(entry)
      if (place === undefined) throw new UnsavableError("an iterator stands in no collection of the run")
      const [collection, index] = place
      this.writer.count(collection)
      this.writer.count(index)
    }
  }

  /** Shape and slots; a dictionary's slots closed up in the order of its keys. */
  private stored({ shape, slots }: JSObject): void {
    this.shape(shape)
    if (shape.dictionary) for (const { slot } of shape.entries()) this.value(slots[slot])
    else if (!shape.lazy) for (let slot = 0; slot < shape.count; slot++) this.value(slots[slot])
  }

  private shape(shape: Shape): void {
    const known = this.shapes.get(shape)
    this.writer.count(known === undefined ? 0 : known + 1)
    if (known !== undefined) return
    this.shapes.set(shape, this.shapes.size)
    const entries = shape.lazy ? [] : shape.entries()
    const hasOthers = entries.some(({ attributes }) => attributes !== DEFAULT)
    this.writer.byte(
      (shape.lazy ? ShapeBit.Lazy : 0) |
        (shape.dictionary ? ShapeBit.Dictionary : 0) |
        (shape.extensible ? 0 : ShapeBit.Sealed) |
        (hasOthers ? ShapeBit.OtherAttributes : 0),
    )
    this.value(shape.prototype)
    if (shape.lazy) return
    this.writer.count(entries.length)
    for (const { key, attributes } of entries) {
      this.value(key satisfies Key)
      if (hasOthers) this.writer.byte(attributes)
    }
  }

  private frame(frame: Frame): void {
    for (const name of fieldsOfFrame) this.value(frame[name])
    const records = frame.records ?? []
    this.writer.count(records.length / 3)
    for (let index = 0; index < records.length; index += 3) {
      this.writer.count((records[index] as Node).id)
      this.value(records[index + 1])
      this.value(records[index + 2])
    }
  }
}

/** The entry itself, or the live one that stands before a removed one: iterators go on from there. */
function liveEntry(entry: Entry): Entry | null {
  let live: Entry | null = entry
  while (live !== null && live.removed) live = live.previous
  return live
}

function isUnit(value: unknown): value is Unit {
  return typeof value === "object" && value !== null && "main" in value && "cacheCount" in value
}
