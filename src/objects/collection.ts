/** Internal slots of Map, Set, WeakMap and WeakSet: insertion order that iterators can follow through any change. */
import { EMPTY, type Empty, type Value } from "./value.ts"

/** One entry; a removed one keeps its way back to a live one, for iterators that stand on it. */
export class Entry {
  declare key: Value
  declare value: Value
  declare previous: Entry | null
  declare next: Entry | null
  declare removed: boolean
  constructor(key: Value, value: Value) {
    this.key = key
    this.value = value
    this.previous = null
    this.next = null
    this.removed = false
  }
}

/** More entries are found by their keys as soon as they are restored: finding so many takes the host a millisecond or two. */
const MAX_UNINDEXED = 1 << 14

/** Keys are strings already flattened; the caller charges before it adds. */
export class Collection {
  /** Entries by key; none until the first question. */
  private index: Map<Value, Entry> | null = null
  first: Entry | null = null
  last: Entry | null = null
  size = 0

  has(key: Value): boolean {
    return (this.index ?? this.indexed()).has(key)
  }
  get(key: Value): Value | Empty {
    const entry = (this.index ?? this.indexed()).get(key)
    return entry === undefined ? EMPTY : entry.value
  }
  set(key: Value, value: Value): void {
    const index = this.index ?? this.indexed()
    const found = index.get(key)
    if (found !== undefined) {
      found.value = value
      return
    }
    const own = key === 0 ? 0 : key
    index.set(own, this.append(new Entry(own, value)))
  }
  /** Gives an entry another text that is equal to its key. */
  replaceKey(entry: Entry, key: string): void {
    entry.key = key
    // the host's map would keep the old one
    if (this.index?.delete(key)) this.index.set(key, entry)
  }
  private indexed(): Map<Value, Entry> {
    const index = new Map<Value, Entry>()
    for (let entry = this.first; entry !== null; entry = entry.next) index.set(entry.key, entry)
    return (this.index = index)
  }
  private append(entry: Entry): Entry {
    entry.previous = this.last
    if (this.last === null) this.first = entry
    else this.last.next = entry
    this.last = entry
    this.size++
    return entry
  }
  delete(key: Value): boolean {
    const index = this.index ?? this.indexed()
    const entry = index.get(key)
    if (entry === undefined) return false
    index.delete(key)
    this.size--
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
    this.size = 0
    this.index?.clear()
    return true
  }
  /** Puts an entry with a key that is new at the end. Of one that is not, as in a forged state, the last entry is found. */
  restore(key: Value, value: Value): void {
    const entry = this.append(new Entry(key, value))
    if (this.size > MAX_UNINDEXED) (this.index ?? this.indexed()).set(key, entry)
  }
  /** Puts an entry, which is in no collection, in the place of one of this. */
  replace(old: Entry, entry: Entry): void {
    const { key, value, previous, next } = old
    entry.key = key
    entry.value = value
    entry.previous = previous
    entry.next = next
    if (previous === null) this.first = entry
    else previous.next = entry
    if (next === null) this.last = entry
    else next.previous = entry
    this.index?.set(key, entry)
  }
  /** The entry after `entry`, or after the live one that stood before it when it was removed; from the start for null. */
  after(entry: Entry | null): Entry | null {
    let from = entry
    while (from !== null && from.removed) from = from.previous
    return from === null ? this.first : from.next
  }
}
