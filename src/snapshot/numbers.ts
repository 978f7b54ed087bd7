/**
 * The numbers of records while a state is written. Those of objects stand in the objects themselves, above the bits of
 * `kind`: a host's Map of all of them takes longer than everything else. Until `releaseNumbers` nothing else may look at an object.
 */
import { JSObject } from "../objects/object.ts"
import { UnsavableError } from "./format.ts"

const KIND_BITS = 8
const KIND_MASK = (1 << KIND_BITS) - 1
const MAX_OBJECTS = (1 << (30 - KIND_BITS)) - 1

type Numbered = { -readonly [Field in keyof JSObject]: JSObject[Field] }

/** What an object is, numbered or not. */
export function kindOf(object: JSObject): number {
  return object.kind & KIND_MASK
}

export class Numbers {
  count = 0
  private readonly others = new Map<unknown, number>()

  /** How many records were numbered after this one; -1 for a new one, which gets the next number. */
  distanceOfObject(object: JSObject): number {
    const { kind } = object
    if (kind > KIND_MASK) return this.count - (kind >> KIND_BITS)
    if (++this.count > MAX_OBJECTS) throw new UnsavableError("the run has too many objects")
    ;(object as Numbered).kind = (kind | (this.count << KIND_BITS)) as JSObject["kind"]
    return -1
  }

  distanceOf(record: unknown): number {
    const known = this.others.get(record)
    if (known !== undefined) return this.count - known
    this.others.set(record, ++this.count)
    return -1
  }
}

/** Takes the numbers out of those records that are objects. */
export function releaseNumbers(records: readonly unknown[]): void {
  for (const record of records)
    if (record instanceof JSObject) (record as Numbered).kind = kindOf(record) as JSObject["kind"]
}
