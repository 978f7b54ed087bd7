/** Internal slots of Map, Set, WeakMap and WeakSet: insertion order that iterators can follow through any change. */
import { detached } from "./rope.ts"
import { EMPTY, type Empty, type Value } from "./value.ts"

/** One entry; a removed one keeps its way back to a live one, for iterators that stand on it. */
export class Entry {
  key: Value
  value: Value
  previous: Entry | null = null
  next: Entry | null = null
  removed = false
  constructor(key: Value, value: Value) {
    this.key = key
    this.value = value
  }
}

/** Keys are strings already flattened; the caller charges before it adds. */
export class Collection {
  private index = new Map<Value, Entry>()
  first: Entry | null = null
  last: Entry | null = null

  get size(): number {
    return this.index.size
  }
  has(key: Value): boolean {
    return this.index.has(key)
  }
  get(key: Value): Value | Empty {
    const entry = this.index.get(key)
    return entry === undefined ? EMPTY : entry.value
  }
  set(key: Value, value: Value): void {
    const found = this.index.get(key)
    if (found !== undefined) {
      found.value = value
      return
    }
    // a key must not keep a longer text that it was cut from
    const own = typeof key === "string" && key.length > 1 ? detached(key) : key === 0 ? 0 : key
    this.append(new Entry(own, value))
  }
  private append(entry: Entry): void {
    entry.previous = this.last
    if (this.last === null) this.first = entry
    else this.last.next = entry
    this.last = entry
    this.index.set(entry.key, entry)
  }
  delete(key: Value): boolean {
    const entry = this.index.get(key)
    if (entry === undefined) return false
    this.index.delete(key)
    if (entry.previous === null) this.first = entry.next
    else entry.previous.next = entry.next
    if (entry.next === null) this.last = entry.previous
    else entry.next.previous = entry.previous
    entry.removed = true
    return true
  }
  /** Begins to clear, or goes on with, so many entries; true once there are none. Nothing else may be asked in between. */
  clearSome(count: number): boolean {
    let entry = this.first
    for (let left = count; entry !== null && left > 0; left--) {
      entry.removed = true
      entry.previous = null
      entry = entry.next
    }
    this.first = entry
    if (entry !== null) {
      entry.previous = null
      return false
    }
    this.last = null
    this.index.clear()
    return true
  }
  /**
   * Fills an empty collection with keys and values in turn; `known` are entries that exist already, by their place. False
   * where a key is twice among them.
   */
  restore(keysAndValues: readonly Value[], known: ReadonlyMap<number, Entry>): boolean {
    for (let at = 0; at < keysAndValues.length; at += 2) {
      const entry = known.get(at / 2) ?? new Entry(undefined, undefined)
      entry.key = keysAndValues[at]
      entry.value = keysAndValues[at + 1]
      this.append(entry)
    }
    return this.index.size === keysAndValues.length / 2
  }
  /** The entry after `entry`, or after the live one that stood before it when it was removed; from the start for null. */
  after(entry: Entry | null): Entry | null {
    let from = entry
    while (from !== null && from.removed) from = from.previous
    return from === null ? this.first : from.next
  }
}
