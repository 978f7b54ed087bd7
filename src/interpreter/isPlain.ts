/**
 * Whether a value is plain data as it stands: nothing in it can run program code or needs another form. Looks at small
 * values in one go and walks large ones in steps. Changes and copies nothing.
 */
import type { Collection, Entry } from "../objects/collection.ts"
import { Accessor, EXOTIC, type JSObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import { Rope } from "../objects/rope.ts"
import type { Shape } from "../objects/shape.ts"
import { type Completion, EMPTY, type Empty, type Value } from "../objects/value.ts"
import { pause } from "./call.ts"
import type { NativeFrame } from "./frame.ts"
import type { Machine } from "./machine.ts"
import { steps } from "./native.ts"

/** Levels of arrays and objects inside one another that may cross a boundary. */
export const MAX_PLAIN_DEPTH = 32
/** Parts that are looked at in one go. */
const MAX_QUICK_PARTS = 1_000
/** Parts of one part of a large value that are looked at in one go. */
const MAX_PARTS_AT_ONCE = 200

interface Budget {
  left: number
  readonly isStructured: boolean
  /** Of the object seen last that could not convert itself: its likes cannot either. */
  shape: Shape | null
}

/** Whether a value of few parts is plain as it stands: nothing in it can run program code or needs another form. */
function isPlain(machine: Machine, value: Value, depth: number, budget: Budget): boolean {
  switch (typeof value) {
    case "symbol":
    case "bigint":
      return false
    case "object":
      break
    default:
      return true
  }
  if (value === null || value instanceof Rope) return true
  const object = value as JSObject
  if (depth === MAX_PLAIN_DEPTH || !isPlainContainer(machine, object, budget)) return false
  machine.charge(1)
  budget.left -= sizeOf(object)
  if (budget.left < 0) return false
  switch (object.kind) {
    case Kind.Array:
      return areElementsPlain(machine, object.data as ReadonlyArray<Value | Empty>, depth + 1, budget)
    case Kind.Map:
    case Kind.Set: {
      const { first } = object.data as Collection
      for (let entry = first; entry !== null; entry = entry.next) {
        if (!isLikeFirst(object, entry) || !isPlain(machine, partOf(object, entry), depth + 1, budget))
          return false
      }
      return true
    }
    default:
      for (const slot of object.slots) {
        if (slot instanceof Accessor || !isPlain(machine, slot, depth + 1, budget)) return false
      }
      return true
  }
}

function areElementsPlain(
  machine: Machine,
  elements: ReadonlyArray<Value | Empty>,
  depth: number,
  budget: Budget,
): boolean {
  for (const element of elements) {
    if (element === EMPTY || !isPlain(machine, element, depth, budget)) return false
  }
  return true
}

/** A container that is plain if its parts are. A structured copy takes collections apart in the long way. */
function isPlainContainer(machine: Machine, object: JSObject, budget: Budget): boolean {
  switch (object.kind) {
    case Kind.Map:
    case Kind.Set:
      if (budget.isStructured) return false
      break
    case Kind.Ordinary:
    case Kind.Array:
      break
    default:
      return false
  }
  if (budget.isStructured) return !isInstance(machine, object)
  if (object.shape === budget.shape) return true
  if (mayConvert(machine, object)) return false
  budget.shape = object.shape
  return true
}

function sizeOf({ kind, data, slots }: JSObject): number {
  switch (kind) {
    case Kind.Array:
      return (data as ReadonlyArray<unknown>).length
    case Kind.Map:
    case Kind.Set:
      return (data as Collection).size
    default:
      return slots.length
  }
}

/** What leaves of an entry, beside the key of a Map's. */
const partOf = ({ kind }: JSObject, { key, value }: Entry): Value => (kind === Kind.Map ? value : key)

/** Keys of a Map that are all strings, or all numbers, differ as texts. */
function isLikeFirst({ kind, data }: JSObject, { key }: Entry): boolean {
  if (kind === Kind.Set) return true
  const type = typeof key
  return (type === "string" || type === "number") && type === typeof (data as Collection).first!.key
}

/** An object of a class of the program's: such have no like in the host. */
export function isInstance({ realm }: Machine, { kind, shape: { prototype } }: JSObject): boolean {
  if (prototype === null || prototype === realm.objectPrototype) return false
  return kind !== Kind.Array || prototype !== realm.arrayPrototype
}

/** Reading `toJSON` may find something, or may run program code. */
function mayConvert(machine: Machine, object: JSObject): boolean {
  let level = 0
  for (let holder: JSObject | null = object; holder !== null; holder = machine.prototypeOf(holder, ++level)) {
    if ((holder.kind & EXOTIC) !== 0 && holder.kind !== Kind.Array) return true
    if (findSlot(machine.realm, holder, "toJSON") >= 0) return true
  }
  return false
}

/** {@link isPlain} for a value of few parts. */
export function isPlainAndSmall(machine: Machine, value: Value, isStructured: boolean): boolean {
  return isPlain(machine, value, 0, { left: MAX_QUICK_PARTS, isStructured, shape: null })
}

interface Level {
  readonly object: JSObject
  index: number
  /** Of a Map or Set. */
  entry: Entry | null
}

interface Locals {
  readonly isStructured: boolean
  readonly levels: Level[]
  /** Parts seen, where a part that occurs twice counts twice. */
  parts: number
}

/** {@link isPlain} for a value of many parts: true or false. */
const walkSteps = steps<Locals>({
  name: "IsPlain",
  run(machine, frame) {
    const { levels, isStructured } = frame.locals
    const budget: Budget = { left: 0, isStructured, shape: null }
    while (levels.length > 0) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.fuel--
      if (!walkOne(machine, frame, budget)) return false
    }
    return true
  },
})

/** Looks at the next part; false if it is not plain. */
function walkOne(machine: Machine, { locals }: NativeFrame<Locals>, budget: Budget): boolean {
  const { levels } = locals
  const level = levels[levels.length - 1]!
  if (level.entry === null && level.index === sizeOf(level.object)) {
    levels.pop()
    return true
  }
  const part = nextPart(level)
  if (part === EMPTY || part instanceof Accessor) return false
  budget.left = MAX_PARTS_AT_ONCE
  const isWhole = isPlain(machine, part, levels.length, budget)
  locals.parts += 1 + MAX_PARTS_AT_ONCE - Math.max(0, budget.left)
  // a value that is its own part many times over is copied, so that its size counts
  if (locals.parts * 8 > machine.meter.limit) return false
  return isWhole || openPart(machine, part, levels, budget)
}

/** The part that comes next; of a Map's entry whose key has no text of its own, EMPTY. */
function nextPart(level: Level): Value | Empty | Accessor {
  const { object, entry } = level
  const index = level.index++
  if (entry !== null) {
    level.entry = entry.next
    return isLikeFirst(object, entry) ? partOf(object, entry) : EMPTY
  }
  return object.kind === Kind.Array
    ? (object.data as ReadonlyArray<Value | Empty>)[index]!
    : object.slots[index]!
}

/** Opens a part that is a container of more parts. */
function openPart(machine: Machine, part: Value, levels: Level[], budget: Budget): boolean {
  if (typeof part !== "object" || part === null || part instanceof Rope) return false
  if (levels.length === MAX_PLAIN_DEPTH || !isPlainContainer(machine, part, budget)) return false
  const isCollection = part.kind === Kind.Map || part.kind === Kind.Set
  levels.push({ object: part, index: 0, entry: isCollection ? (part.data as Collection).first : null })
  return true
}

/** Whether a large value is plain: true or false, perhaps after a while. */
export function walkPlain(machine: Machine, value: Value, isStructured: boolean): Completion {
  const levels: Level[] = []
  if (!openPart(machine, value, levels, { left: 0, isStructured, shape: null })) return false
  return walkSteps.start(machine, { isStructured, levels, parts: 0 })
}
