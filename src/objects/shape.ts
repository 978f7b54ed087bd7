/**
 * Shapes: which keys an object has, in which slots, with which attributes, and its prototype.
 * A shape is immutable, except a dictionary, which belongs to one object and changes with it.
 */
import type { JSObject } from "./object.ts"
import type { BuiltIn } from "./realm.ts"
import { CHARACTER_BYTES, ROOT_BYTES, SHAPE_BYTES } from "./meter.ts"
import type { Key, PropertyKey } from "./value.ts"

export const WRITABLE = 1
export const ENUMERABLE = 2
export const CONFIGURABLE = 4
/** The slot holds an `Accessor`. */
export const ACCESSOR = 8
/** Attributes of a property made by assignment. */
export const DEFAULT = WRITABLE | ENUMERABLE | CONFIGURABLE
/** Attributes of a built-in method. */
export const HIDDEN = WRITABLE | CONFIGURABLE

/** More keys than this make an object a dictionary. */
export const MAX_SHAPE_KEYS = 64
/** More shapes below one root than this, and objects with further ones become dictionaries. */
const MAX_FAMILY_SHAPES = 10_000
/** Up to this many keys are searched in line, without a table. */
const MAX_LINEAR_KEYS = 8

/** The shapes below one root: they live as long as it does, whatever objects do. */
export class ShapeFamily {
  readonly owner: { readonly meter: { used: number } }
  shapes = 0
  bytes = ROOT_BYTES
  constructor(owner: { readonly meter: { used: number } }) {
    this.owner = owner
    owner.meter.used += ROOT_BYTES
  }

  note(key: Key): void {
    const bytes = SHAPE_BYTES + (typeof key === "string" ? key.length * CHARACTER_BYTES : 0)
    this.shapes++
    this.bytes += bytes
    this.owner.meter.used += bytes
  }
}

const NO_KEYS: Array<Key | null> = []

export class Shape {
  readonly prototype: JSObject | null
  readonly parent: Shape | null
  /** The key that this shape adds to its parent, in slot `count - 1`. */
  readonly key: Key | null
  readonly attributes: number
  /** Slots in use; in a dictionary, slots ever used. */
  count: number
  readonly extensible: boolean
  /** The object's own slots are not filled yet: see `materialize`. */
  readonly lazy: boolean
  /** Key to slot; in a dictionary the truth, else made at the first search of a larger shape. */
  table: Map<Key, number> | null = null
  /** The table and the attributes are a template's, shared by realms: to be copied before a change. */
  sharedTable = false
  /** Attributes by slot, of a dictionary only. */
  dictionaryAttributes: number[] | null = null
  /** Keys by slot, of a dictionary only, so that they can be gone through in portions; null for a slot out of use. */
  dictionaryKeys: Array<Key | null> = NO_KEYS
  private transitions: Map<Key, Shape> | null = null
  /** Of attributes other than DEFAULT: by key, then by attributes. */
  private otherTransitions: Map<Key, Map<number, Shape>> | null = null
  /** What the realm knows of the one object that has the shape, if that is declared. */
  builtIn: BuiltIn | null = null
  /** Keys that some inline cache read through the object; only in the shape of a prototype, which is a dictionary. */
  cachedKeys: Set<Key> | null = null
  /** Every key is a name or a symbol of a property as assignment makes it, unless this is a dictionary. */
  readonly isRecord: boolean
  /** Of shapes that are no dictionaries. */
  readonly family: ShapeFamily | null

  constructor(
    prototype: JSObject | null,
    parent: Shape | null,
    key: Key | null,
    attributes: number,
    extensible: boolean,
    lazy: boolean,
    family: ShapeFamily | null = parent === null ? null : parent.family,
  ) {
    this.family = family
    this.prototype = prototype
    this.parent = parent
    this.key = key
    this.attributes = attributes
    this.count = parent === null ? 0 : key === null ? parent.count : parent.count + 1
    this.extensible = extensible
    this.lazy = lazy
    this.isRecord = parent === null ? extensible && !lazy : parent.isRecord && isOfRecord(key, attributes)
  }

  get dictionary(): boolean {
    return this.dictionaryAttributes !== null
  }

  /** The slot of a key, or -1. */
  find(key: Key): number {
    if (this.table !== null) return this.table.get(key) ?? -1
    if (this.count > MAX_LINEAR_KEYS) return this.makeTable().get(key) ?? -1
    for (let shape: Shape | null = this; shape !== null; shape = shape.parent) {
      if (shape.key === key) return shape.count - 1
    }
    return -1
  }

  attributesAt(slot: number): number {
    if (this.dictionaryAttributes !== null) return this.dictionaryAttributes[slot]!
    let shape: Shape = this
    while (shape.count !== slot + 1 || shape.key === null) shape = shape.parent!
    return shape.attributes
  }

  private makeTable(): Map<Key, number> {
    const chain: Shape[] = []
    for (let shape: Shape | null = this; shape !== null; shape = shape.parent)
      if (shape.key !== null) chain.push(shape)
    const table = new Map<Key, number>()
    for (let index = chain.length - 1; index >= 0; index--)
      table.set(chain[index]!.key!, chain[index]!.count - 1)
    return (this.table = table)
  }

  /** Every key in the order of its creation, with its slot and attributes. */
  entries(): Array<{ key: Key; slot: number; attributes: number }> {
    if (this.dictionary) return this.entriesUpTo(this.count)
    const list: Array<{ key: Key; slot: number; attributes: number }> = []
    for (let shape: Shape | null = this; shape !== null; shape = shape.parent) {
      if (shape.key !== null)
        list.push({ key: shape.key, slot: shape.count - 1, attributes: shape.attributes })
    }
    return list.reverse()
  }

  /** Of a dictionary: what is in its first `count` slots. */
  entriesUpTo(count: number): Array<{ key: Key; slot: number; attributes: number }> {
    const list: Array<{ key: Key; slot: number; attributes: number }> = []
    for (let slot = 0; slot < count; slot++) {
      const key = this.dictionaryKeys[slot]!
      if (key !== null) list.push({ key, slot, attributes: this.dictionaryAttributes![slot]! })
    }
    return list
  }

  keys(): Key[] {
    if (this.dictionary) return this.dictionaryKeys.filter((key) => key !== null)
    if (this.table !== null) return [...this.table.keys()]
    const list: Key[] = []
    for (let shape: Shape | null = this; shape !== null; shape = shape.parent)
      if (shape.key !== null) list.push(shape.key)
    return list.reverse()
  }

  /** The shape with one more key. Not for dictionaries. */
  add(key: Key, attributes: number): Shape {
    if (attributes === DEFAULT) {
      this.transitions ??= new Map()
      let next = this.transitions.get(key)
      if (next === undefined) this.transitions.set(key, (next = this.child(key, attributes)))
      return next
    }
    this.otherTransitions ??= new Map()
    let byAttributes = this.otherTransitions.get(key)
    if (byAttributes === undefined) this.otherTransitions.set(key, (byAttributes = new Map()))
    let next = byAttributes.get(attributes)
    if (next === undefined) byAttributes.set(attributes, (next = this.child(key, attributes)))
    return next
  }

  /** There are so many shapes with this root that none should be added for an object's sake. */
  get isFamilyFull(): boolean {
    return this.family !== null && this.family.shapes >= MAX_FAMILY_SHAPES
  }

  private child(key: Key, attributes: number): Shape {
    this.family?.note(key)
    return new Shape(this.prototype, this, key, attributes, this.extensible, false)
  }
}

function isOfRecord(key: Key | null, attributes: number): boolean {
  return (
    attributes === DEFAULT && (typeof key === "symbol" || (typeof key === "string" && arrayIndex(key) < 0))
  )
}

/** A dictionary shape with the same keys as another, for one object alone; takes over the table of one that has its own. */
export function toDictionary(
  shape: Shape,
  prototype: JSObject | null = shape.prototype,
  extensible: boolean = shape.extensible,
): Shape {
  const copy = new Shape(prototype, null, null, 0, extensible, false)
  copy.count = shape.count
  copy.builtIn = shape.builtIn
  if (shape.dictionary && !shape.sharedTable) {
    copy.table = shape.table
    copy.dictionaryAttributes = shape.dictionaryAttributes
    copy.dictionaryKeys = shape.dictionaryKeys
    return copy
  }
  copy.table = new Map()
  copy.dictionaryAttributes = []
  copy.dictionaryKeys = []
  for (const { key, slot, attributes } of shape.entries()) {
    copy.table.set(key, slot)
    copy.dictionaryAttributes[slot] = attributes
    copy.dictionaryKeys[slot] = key
  }
  return copy
}

export function rootShape(prototype: JSObject | null, family: ShapeFamily | null = null): Shape {
  return new Shape(prototype, null, null, 0, true, false, family)
}

/** A shape with the same keys and attributes below another prototype or extensibility; shared where the keys are few. */
export function reroot(shape: Shape, root: Shape): Shape {
  let result = root
  for (const { key, attributes } of shape.entries()) result = result.add(key, attributes)
  return result
}

export const ROPE_SHAPE = rootShape(null)

/** An array index, ECMA-262 6.1.7, or -1. */
export function arrayIndex(key: Key): number {
  if (typeof key !== "string" || key.length === 0 || key.length > 10) return -1
  const first = key.charCodeAt(0)
  if (first < 48 || first > 57) return -1
  if (first === 48) return key.length === 1 ? 0 : -1
  let index = first - 48
  for (let position = 1; position < key.length; position++) {
    const digit = key.charCodeAt(position) - 48
    if (digit < 0 || digit > 9) return -1
    index = index * 10 + digit
  }
  return index < 4_294_967_295 ? index : -1
}

/** Keys in the order of OrdinaryOwnPropertyKeys, ECMA-262 10.1.11.1: indices ascending, strings, symbols. */
export function orderKeys(keys: readonly Key[]): PropertyKey[] {
  const indices: string[] = []
  const strings: string[] = []
  const symbols: symbol[] = []
  for (const key of keys) {
    if (typeof key === "symbol") symbols.push(key)
    else if (typeof key === "string") (arrayIndex(key) >= 0 ? indices : strings).push(key)
  }
  if (indices.length > 1) indices.sort((left, right) => Number(left) - Number(right))
  return [...indices, ...strings, ...symbols]
}
