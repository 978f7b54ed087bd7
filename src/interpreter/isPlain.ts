/**
 * Whether a value is plain data as it stands: nothing in it can run program code or needs another form. Looks at small
 * values in one go and walks large ones in steps. Changes and copies nothing.
 */
import { Accessor, EXOTIC, type JSObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import { Rope } from "../objects/rope.ts"
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
  if (depth === MAX_PLAIN_DEPTH || !(object.kind === Kind.Ordinary || object.kind === Kind.Array))
    return false
  if (budget.isStructured ? isInstance(machine, object) : mayConvert(machine, object)) return false
  machine.charge(1)
  if (object.kind === Kind.Array) {
    const elements = object.data as Array<Value | Empty>
    budget.left -= elements.length
    if (budget.left < 0) return false
    for (const element of elements)
      if (element === EMPTY || !isPlain(machine, element, depth + 1, budget)) return false
    return true
  }
  budget.left -= object.slots.length
  if (budget.left < 0) return false
  for (const slot of object.slots) {
    if (slot instanceof Accessor || !isPlain(machine, slot, depth + 1, budget)) return false
  }
  return true
}

/** An object of a class of the program's: such have no like in the host. */
export function isInstance({ realm }: Machine, { kind, shape: { prototype } }: JSObject): boolean {
  if (prototype === null || prototype === realm.objectPrototype) return false
  return kind !== Kind.Array || prototype !== realm.arrayPrototype
}

/** Reading `toJSON` may find something, or may run program code. */
function mayConvert(machine: Machine, object: JSObject): boolean {
  for (let holder: JSObject | null = object; holder !== null; holder = holder.shape.prototype) {
    if ((holder.kind & EXOTIC) !== 0 && holder.kind !== Kind.Array) return true
    if (findSlot(machine.realm, holder, "toJSON") >= 0) return true
  }
  return false
}

/** {@link isPlain} for a value of few parts. */
export function isPlainAndSmall(machine: Machine, value: Value, isStructured: boolean): boolean {
  return isPlain(machine, value, 0, { left: MAX_QUICK_PARTS, isStructured })
}

interface Level {
  readonly object: JSObject
  index: number
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
    const { levels } = frame.locals
    while (levels.length > 0) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.fuel--
      if (!walkOne(machine, frame)) return false
    }
    return true
  },
})

/** Looks at the next part; false if it is not plain. */
function walkOne(machine: Machine, { locals }: NativeFrame<Locals>): boolean {
  const { levels, isStructured } = locals
  const level = levels[levels.length - 1]!
  const { object } = level
  const parts = (object.kind === Kind.Array ? object.data : object.slots) as ReadonlyArray<
    Value | Empty | Accessor
  >
  if (level.index === parts.length) {
    levels.pop()
    return true
  }
  const part = parts[level.index++]!
  if (part === EMPTY || part instanceof Accessor) return false
  const budget: Budget = { left: MAX_PARTS_AT_ONCE, isStructured }
  const isWhole = isPlain(machine, part, levels.length, budget)
  locals.parts += 1 + MAX_PARTS_AT_ONCE - Math.max(0, budget.left)
  // a value that is its own part many times over is copied, so that its size counts
  if (locals.parts * 8 > machine.meter.limit) return false
  return isWhole || isContainer(machine, part, levels, isStructured)
}

/** Opens a part that is a container of more parts. */
function isContainer(machine: Machine, part: Value, levels: Level[], isStructured: boolean): boolean {
  if (typeof part !== "object" || part === null || part instanceof Rope) return false
  if (levels.length === MAX_PLAIN_DEPTH || (part.kind !== Kind.Ordinary && part.kind !== Kind.Array))
    return false
  if (isStructured ? isInstance(machine, part) : mayConvert(machine, part)) return false
  levels.push({ object: part, index: 0 })
  return true
}

/** Whether a large value is plain: true or false, perhaps after a while. */
export function walkPlain(machine: Machine, value: Value, isStructured: boolean): Completion {
  const levels: Level[] = []
  if (!isContainer(machine, value, levels, isStructured)) return false
  return walkSteps.start(machine, { isStructured, levels, parts: 0 })
}
