/** [[OwnPropertyKeys]] of an object with many properties and no program code, ECMA-262 10.1.11: gathered in portions. */
import { type JSObject, Kind, type Slot } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { arrayIndex } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type Key, type PropertyKey } from "../objects/value.ts"
import { pause } from "./call.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./steps.ts"
import { typedArrayLength } from "./typedArray.ts"

/** Keys gathered at once. */
export const KEYS_PORTION = 4_096

interface Locals {
  readonly object: JSObject
  /** Elements or units gone through. */
  position: number
  /** The key of the slot gone through last. */
  last: Key | null
  /** Of properties in slots whose key is an index; sorted in runs of `width`, merged from one list into the other. */
  indices: number[]
  merged: number[]
  isSorted: boolean
  width: number
  readonly strings: PropertyKey[]
  readonly symbols: PropertyKey[]
  readonly keys: PropertyKey[]
}

/** More keys than are gathered in one go. */
export function hasManyKeys(object: JSObject): boolean {
  return elementCount(object) + object.shape.count > KEYS_PORTION
}

/** Properties that the object's `data` holds. */
function elementCount(object: JSObject): number {
  switch (object.kind) {
    case Kind.Array:
      return (object.data as Array<Slot | Empty>).length
    case Kind.String:
      return (object.data as string).length
    case Kind.TypedArray:
      return typedArrayLength(object)
    default:
      return 0
  }
}

const hasLength: ReadonlySet<Kind> = new Set<Kind>([Kind.Array, Kind.SlowArray, Kind.String])

/** What is done one after the other, each in portions; true at its end. */
const phases: ReadonlyArray<(locals: Locals) => boolean> = [
  gatherElements,
  gatherSlots,
  sortRun,
  mergeSome,
  (locals) => appendSome(locals, locals.indices, String),
  (locals) => appendSome(locals, locals.strings, (key) => key),
  (locals) => appendSome(locals, locals.symbols, (key) => key),
]

const keysSteps = steps<Locals>({
  name: "OwnPropertyKeys",
  run(machine, frame) {
    const { locals } = frame
    for (let phase = phases[frame.state]; phase !== undefined; phase = phases[frame.state]) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.charge(KEYS_PORTION >> 1)
      if (!machine.allocate(KEYS_PORTION * 2 * SLOT_BYTES)) return ABRUPT
      if (!phase(locals)) continue
      frame.state++
      locals.position = 0
    }
    return locals.keys as unknown as Completion
  },
})

export function gatherKeys(machine: Machine, object: JSObject): Completion<PropertyKey[]> {
  return keysSteps.start(machine, {
    object,
    position: 0,
    last: null,
    indices: [],
    merged: [],
    isSorted: true,
    width: KEYS_PORTION,
    strings: [],
    symbols: [],
    keys: [],
  }) as unknown as Completion<PropertyKey[]>
}

function gatherElements(locals: Locals): boolean {
  const { object, keys } = locals
  const count = elementCount(object)
  const end = Math.min(locals.position + KEYS_PORTION, count)
  const elements = object.kind === Kind.Array ? (object.data as Array<Slot | Empty>) : null
  for (; locals.position < end; locals.position++) {
    if (elements === null || elements[locals.position] !== EMPTY) keys.push(String(locals.position))
  }
  if (end < count) return false
  if (hasLength.has(object.kind)) locals.strings.push("length")
  return true
}

/** A save closes up the slots: only the key tells where to go on. */
function gatherSlots(locals: Locals): boolean {
  const { shape } = locals.object
  const keys = shape.dictionary ? shape.dictionaryKeys : shape.keys()
  let slot = locals.last === null ? 0 : shape.find(locals.last) + 1
  const end = Math.min(slot + KEYS_PORTION, keys.length)
  for (; slot < end; slot++) {
    const key = keys[slot]!
    if (key === null) continue
    locals.last = key
    if (typeof key === "symbol") locals.symbols.push(key)
    else if (typeof key === "string") addString(locals, key)
  }
  return end === keys.length
}

function addString(locals: Locals, key: string): void {
  const index = arrayIndex(key)
  if (index < 0) {
    locals.strings.push(key)
    return
  }
  const { indices } = locals
  if (indices.length > 0 && index < indices[indices.length - 1]!) locals.isSorted = false
  indices.push(index)
}

function sortRun(locals: Locals): boolean {
  const { indices } = locals
  if (locals.isSorted) {
    locals.width = indices.length
    return true
  }
  const end = Math.min(locals.position + KEYS_PORTION, indices.length)
  const run = Uint32Array.from(indices.slice(locals.position, end)).sort()
  for (const index of run) indices[locals.position++] = index
  return end === indices.length
}

/** Takes the smaller of the next of two runs. `position` is the next of the left one; that of the right one follows. */
function mergeSome(locals: Locals): boolean {
  const { indices, merged, width } = locals
  const { length } = indices
  if (width >= length) return true
  const stop = Math.min(merged.length + KEYS_PORTION, length)
  while (merged.length < stop) {
    const start = merged.length - (merged.length % (width * 2))
    if (merged.length === start) locals.position = start
    const middle = Math.min(start + width, length)
    const end = Math.min(middle + width, length)
    const right = middle + merged.length - locals.position
    const isLeft = locals.position < middle && (right >= end || indices[locals.position]! < indices[right]!)
    merged.push(indices[isLeft ? locals.position++ : right]!)
  }
  if (stop === length) {
    locals.indices = merged
    locals.merged = []
    locals.width = width * 2
  }
  return false
}

function appendSome<A>(locals: Locals, list: readonly A[], keyOf: (item: A) => PropertyKey): boolean {
  const end = Math.min(locals.position + KEYS_PORTION, list.length)
  for (; locals.position < end; locals.position++) locals.keys.push(keyOf(list[locals.position]!))
  return end === list.length
}
