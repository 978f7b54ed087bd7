/**
 * Counts the bytes of everything that a stopped program can still reach, in steps. Changes nothing that a program could see, and
 * asks nobody: what a class holds is what kinds.ts declares. The program must not run between the steps of one census.
 */
import { BufferSlots } from "./buffer.ts"
import { Collection, Entry } from "./collection.ts"
import { NativeFunction } from "./function.ts"
import { kinds } from "./kinds.ts"
import {
  ARRAY_BYTES,
  CHARACTER_BYTES,
  ENTRY_BYTES,
  MAP_BYTES,
  OBJECT_BYTES,
  PATTERN_BYTES,
  PATTERN_UNIT_BYTES,
  PROPERTY_BYTES,
  SLOT_BYTES,
} from "./meter.ts"
import { JSObject, Kind } from "./object.ts"
import type { Realm } from "./realm.ts"
import { RegExpSlots } from "./regExpSlots.ts"
import { detached, Rope } from "./rope.ts"
import type { Shape, ShapeFamily } from "./shape.ts"
import type { Value } from "./value.ts"

/** Shorter texts are counted wherever they are met, longer ones once; very long ones are told apart without hashing. */
const MIN_SHARED_LENGTH = 256
/** So many shorter ones are remembered, that what stands in many places stays one. */
const MAX_KNOWN_SHORT_TEXTS = 1 << 12
const MAX_HASHED_LENGTH = 1 << 15
/** BigInts of less are counted wherever they are met. */
const MIN_SHARED_BYTES = 32
/** Work of one unit of the budget in bytes hashed or compared. */
const BYTES_PER_UNIT = 512

/** Classes of other layers: gives the bytes of an instance and visits what it holds; -1 where it is none of theirs. */
export type Visitor = (instance: object, visit: (value: unknown) => void) => number

export class Census {
  liveBytes = 0
  /** The meter when the census began: what is charged meanwhile comes on top. */
  usedBefore = 0
  private readonly realm: Realm
  private readonly visitor: Visitor
  private readonly seen = new Set<unknown>()
  /** Texts and numbers that are told apart by what they say. */
  private readonly texts = new Map<unknown, unknown>()
  private readonly longTexts = new Map<number, string[]>()
  private readonly shortTexts = new Map<string, string>()
  /** Objects that were met and not looked into yet. */
  private readonly pending: unknown[] = []
  /** Lists that were begun, and how far. */
  private readonly lists: unknown[][] = []
  private readonly places: number[] = []
  private budget = 0

  constructor(realm: Realm, visitor: Visitor, roots: unknown[]) {
    this.realm = realm
    this.visitor = visitor
    this.list(roots, 0)
  }

  /** Looks at about `units` values; true once all are counted. */
  step(units: number): boolean {
    this.budget = units
    while (this.budget > 0) {
      if (this.lists.length > 0) this.goOnWithList()
      else if (this.pending.length > 0) this.look(this.pending.pop() as object)
      else return true
    }
    return false
  }

  private goOnWithList(): void {
    const list = this.lists.at(-1)!
    let place = this.places.at(-1)!
    const depth = this.lists.length
    while (place < list.length && this.budget > 0) {
      const value = list[place]
      if (typeof value === "object" || typeof value === "number") this.visit(value)
      else {
        const shared = this.shared(value)
        // an equal text is written too: it may be another one
        if (isShareable(value)) list[place] = shared
      }
      place++
    }
    this.places[depth - 1] = place
    if (place < list.length) return
    this.lists.pop()
    this.places.pop()
  }

  private list(list: unknown[], bytesEach: number): void {
    this.liveBytes += list.length * bytesEach
    if (list.length === 0) return
    this.lists.push(list)
    this.places.push(0)
  }

  private readonly visit = (value: unknown): void => {
    this.budget--
    switch (typeof value) {
      case "object":
        if (value !== null && this.isNew(value)) this.pending.push(value)
        return
      case "string":
        // of one letter: the host has each once
        if (value.length > 1) this.liveBytes += value.length * CHARACTER_BYTES
        return
      case "bigint":
        this.liveBytes += bytesOfBigInt(value)
        return
      case "symbol":
        return this.symbol(value)
    }
  }

  private isNew(value: object | symbol): boolean {
    const { size } = this.seen
    return this.seen.add(value).size > size
  }

  /**
   * What a place that can be written should hold: equal long texts and numbers are made one, as the host does not tell
   * whether they are; and texts get memory of their own, as it does not tell either what longer ones they keep alive.
   */
  private shared(value: unknown): unknown {
    if (typeof value === "string")
      return value.length >= MIN_SHARED_LENGTH ? this.sharedText(value) : this.shortText(value)
    if (typeof value === "bigint" && bytesOfBigInt(value) >= MIN_SHARED_BYTES) return this.sharedBigInt(value)
    this.visit(value)
    return value
  }

  private shortText(text: string): string {
    this.visit(text)
    if (text.length < 2) return text
    const known = this.shortTexts.get(text)
    if (known !== undefined) return known
    if (this.shortTexts.size === MAX_KNOWN_SHORT_TEXTS) this.shortTexts.clear()
    const own = detached(text)
    this.shortTexts.set(own, own)
    return own
  }

  private sharedText(text: string): string {
    const { length } = text
    this.budget--
    if (length > MAX_HASHED_LENGTH) return this.sharedLongText(text)
    this.budget -= Math.floor(length / BYTES_PER_UNIT)
    const known = this.texts.get(text)
    if (known !== undefined) return known as string
    const own = detached(text)
    this.texts.set(own, own)
    this.liveBytes += length * CHARACTER_BYTES
    return own
  }

  private sharedLongText(text: string): string {
    const { length } = text
    let alike = this.longTexts.get(length)
    if (alike === undefined) this.longTexts.set(length, (alike = []))
    for (const other of alike) {
      this.budget -= Math.floor(length / (64 * BYTES_PER_UNIT))
      if (other === text) return other
    }
    const own = detached(text)
    alike.push(own)
    this.liveBytes += length * CHARACTER_BYTES
    return own
  }

  private sharedBigInt(value: bigint): bigint {
    this.budget--
    const known = this.texts.get(value)
    if (known !== undefined) return known as bigint
    const bytes = bytesOfBigInt(value)
    this.budget -= Math.floor(bytes / BYTES_PER_UNIT)
    this.texts.set(value, value)
    this.liveBytes += bytes
    return value
  }

  private symbol(symbol: symbol): void {
    const length = symbol.description?.length ?? 0
    if (length > 0 && this.isNew(symbol)) this.liveBytes += OBJECT_BYTES + length * CHARACTER_BYTES
  }

  private look(value: object): void {
    if (value instanceof JSObject) return this.object(value)
    if (value instanceof Rope) return this.rope(value)
    if (Array.isArray(value)) return this.list(value, SLOT_BYTES)
    if (value instanceof Uint8Array) {
      this.liveBytes += value.length
      return
    }
    const bytes = this.visitor(value, this.visit)
    if (bytes >= 0) {
      this.liveBytes += bytes
      return
    }
    this.instance(value)
  }

  private object(object: JSObject): void {
    const { shape, slots, data, kind } = object
    const builtIn = this.realm.isBuiltIn(object)
    if (!builtIn) this.liveBytes += OBJECT_BYTES
    this.shape(shape, builtIn)
    this.family(this.realm.familyBelow(object))
    if (slots.length > 0) this.list(slots, builtIn ? 0 : SLOT_BYTES)
    if (data === null || typeof data !== "object") return this.visit(data)
    if (kind === Kind.Array) {
      this.liveBytes += ARRAY_BYTES
      this.list(data as unknown[], SLOT_BYTES)
    }
    if (kind === Kind.Array) return
    if (data instanceof Collection) this.collection(data)
    else if (data instanceof NativeFunction) this.list(data.captures, SLOT_BYTES)
    else this.visit(data)
  }

  private shape(shape: Shape, builtIn: boolean): void {
    if (shape.prototype !== null) this.visit(shape.prototype)
    if (!shape.dictionary) return this.family(shape.family)
    if (builtIn || shape.table === null || shape.sharedTable) return
    this.liveBytes += MAP_BYTES + shape.table.size * PROPERTY_BYTES
    this.pending.push(new Keys(shape.table.keys()))
  }

  private family(family: ShapeFamily | null | undefined): void {
    if (family !== null && family !== undefined && this.isNew(family)) this.liveBytes += family.bytes
  }

  private rope(rope: Rope): void {
    this.liveBytes += OBJECT_BYTES
    rope.left = this.shared(rope.left) as string | Rope
    if (rope.right !== null) rope.right = this.shared(rope.right) as string | Rope
  }

  private collection(collection: Collection): void {
    this.liveBytes += MAP_BYTES + collection.size * 2 * ENTRY_BYTES
    if (collection.first !== null) this.pending.push(new Entries(collection, collection.first))
  }

  private instance(value: object): void {
    if (value instanceof Keys) return this.keys(value)
    if (value instanceof Entries) return this.entries(value)
    if (value instanceof Entry) return this.removedEntry(value)
    if (value instanceof BufferSlots) {
      this.liveBytes += value.bytes.length
      return
    }
    const kind = kinds.get(value.constructor)
    const fields = kind === undefined ? plainFields(value) : kind.saved
    this.liveBytes += OBJECT_BYTES / 2 + fields.length * SLOT_BYTES
    const record = value as Record<string, unknown>
    for (const name of fields) {
      const held = record[name]
      const shared = this.shared(held)
      if (isShareable(held)) record[name] = shared
    }
    if (value instanceof RegExpSlots) this.pattern(value)
  }

  /** Equal patterns are compiled once. */
  private pattern({ compiled, source }: RegExpSlots): void {
    if (compiled !== null && this.isNew(compiled as object))
      this.liveBytes += PATTERN_BYTES + source.length * PATTERN_UNIT_BYTES
  }

  private keys(keys: Keys): void {
    while (this.budget > 0) {
      const { value, done } = keys.iterator.next()
      if (done) return
      this.visit(value)
    }
    this.pending.push(keys)
  }

  private entries(entries: Entries): void {
    const { collection } = entries
    let entry: Entry | null = entries.next
    // what is met below goes on top of `pending`: it is looked at before the rest of the entries
    entries.next = null
    let count = 0
    for (; entry !== null && count < 512; count++) {
      const { key } = entry
      if (typeof key === "string") collection.replaceKey(entry, this.shared(key) as string)
      else this.visit(key)
      entry.value = this.shared(entry.value) as Value
      entry = entry.next
    }
    if (entry !== null) this.pending.push(new Entries(collection, entry))
  }

  /** Live entries are counted with their collection; a removed one is held by an iterator alone. */
  private removedEntry(entry: Entry): void {
    if (!entry.removed) return
    this.liveBytes += ENTRY_BYTES
    this.visit(entry.key)
    this.visit(entry.value)
    if (entry.previous?.removed) this.visit(entry.previous)
    if (entry.next?.removed) this.visit(entry.next)
  }
}

/** The keys of a dictionary that are still to be looked at. */
class Keys {
  readonly iterator: Iterator<unknown>
  constructor(iterator: Iterator<unknown>) {
    this.iterator = iterator
  }
}

/** The entries of a collection that are still to be looked at. */
class Entries {
  readonly collection: Collection
  next: Entry | null
  constructor(collection: Collection, next: Entry) {
    this.collection = collection
    this.next = next
  }
}

function isShareable(value: unknown): boolean {
  return typeof value === "string" || typeof value === "bigint"
}

/** A plain record's fields; objects of other classes are the host's, and hold nothing of a program. */
function plainFields(value: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype ? Object.keys(value) : []
}

const sizes = Array.from({ length: 30 }, (_, index) => Math.round(64 * 1.5 ** index)).filter(
  (bits) => bits <= 1 << 21,
)

/** Powers of two, each with half as many bits again as the one before; made once a census meets a BigInt. */
let powers: ReadonlyArray<bigint> | undefined

function bytesOfBigInt(value: bigint): number {
  powers ??= sizes.map((bits) => 1n << BigInt(bits))
  const size = value < 0n ? -value : value
  for (let index = 0; index < powers.length; index++)
    if (size < powers[index]!) return 16 + (sizes[index]! >> 3)
  return 1 << 18
}
