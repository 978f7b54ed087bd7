/** Which fields of an object leave it: enumerable ones with texts for keys. Kept for shapes, which do not change. */
import type { JSObject } from "./object.ts"
import { ENUMERABLE, orderKeys, type Shape } from "./shape.ts"
import type { Key } from "./value.ts"

export interface Layout {
  /** In the standard's order. */
  readonly keys: readonly string[]
  /** The slot of each. */
  readonly slots: readonly number[]
}

const layouts = new WeakMap<Shape, Layout>()

/** The fields of an object whose shape is not lazy. */
export function layoutOf({ shape }: JSObject): Layout {
  if (shape.dictionary) return makeLayout(shape)
  let layout = layouts.get(shape)
  if (layout === undefined) layouts.set(shape, (layout = makeLayout(shape)))
  return layout
}

function makeLayout(shape: Shape): Layout {
  const { dictionaryAttributes } = shape
  if (dictionaryAttributes !== null) return layoutOfDictionary(shape.table!, dictionaryAttributes)
  const bySlot = new Map<string, number>()
  for (const { key, slot, attributes } of shape.entries()) {
    if (typeof key === "string" && (attributes & ENUMERABLE) !== 0) bySlot.set(key, slot)
  }
  return ordered(bySlot)
}

function layoutOfDictionary(table: ReadonlyMap<Key, number>, attributes: readonly number[]): Layout {
  const bySlot = new Map<string, number>()
  for (const [key, slot] of table) {
    if (typeof key === "string" && (attributes[slot]! & ENUMERABLE) !== 0) bySlot.set(key, slot)
  }
  return ordered(bySlot)
}

function ordered(bySlot: ReadonlyMap<string, number>): Layout {
  const keys = orderKeys([...bySlot.keys()]) as string[]
  return { keys, slots: keys.map((key) => bySlot.get(key)!) }
}
