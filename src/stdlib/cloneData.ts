/**
 * The whole of structuredClone for data alone: plain objects and dense arrays of primitives and of one another, in
 * portions. Reading them runs no program code, so nobody can tell in which order it is done.
 */
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { Collection } from "../objects/collection.ts"
import { DEFAULT, type Shape } from "../objects/shape.ts"
import { ABRUPT, EMPTY, type Value } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { type NativeBody, steps } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"

/** Places copied between two looks at the fuel. */
const PORTION = 256
/** Fuel that copies of long lists may take before that. */
const MAX_COPIED = 4_096
/** What is deeper or longer is left to the general way. */
const MAX_DEPTH = 1_000
const MAX_LENGTH = 1 << 17

interface Locals {
  /** Copies by what they are of. */
  readonly memory: Collection
  readonly whole: JSObject
  /** Copies whose places still hold what was copied, innermost last, and the next place of each. */
  readonly copies: JSObject[]
  readonly places: number[]
}

/** The copy, or undefined where there is more than data. */
export const cloneData: NativeBody = (machine, _this, args) => {
  const value = args[0]
  if (!isObject(value)) return undefined
  const whole = shellOf(machine, value)
  if (whole === undefined || whole === ABRUPT) return whole
  const memory = new Collection()
  memory.set(value, whole)
  return dataSteps.start(machine, { memory, whole, copies: [whole], places: [0] })
}

const dataSteps = steps<Locals>({
  name: "CloneData",
  run(machine, frame) {
    const { locals } = frame
    while (locals.copies.length > 0) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.charge(PORTION >> 3)
      const went = goOn(machine, locals)
      if (went !== true) return went === false ? undefined : ABRUPT
    }
    return locals.whole
  },
})

/** Fills a portion of places; false at what is not data. */
function goOn(machine: Machine, { memory, copies, places }: Locals): boolean | typeof ABRUPT {
  for (let count = 0; count < PORTION && copies.length > 0 && machine.fuel > -MAX_COPIED; count++) {
    const top = copies.length - 1
    const list = placesOf(copies[top]!)
    const place = places[top]!++
    if (place >= list.length) {
      copies.pop()
      places.pop()
      continue
    }
    const value = list[place]!
    if (typeof value === "symbol" && (value as unknown) !== EMPTY) return false
    if (!isObject(value)) continue
    const known = memory.get(value)
    if (known !== EMPTY) {
      list[place] = known
      continue
    }
    const shell = shellOf(machine, value)
    if (shell === ABRUPT) return ABRUPT
    if (shell === undefined || copies.length === MAX_DEPTH) return false
    memory.set(value, shell)
    list[place] = shell
    copies.push(shell)
    places.push(0)
  }
  return true
}

function placesOf(copy: JSObject): Value[] {
  return (copy.kind === Kind.Array ? copy.data : copy.slots) as Value[]
}

/** A copy that holds the same values, or undefined. */
function shellOf(machine: Machine, value: JSObject): JSObject | undefined | typeof ABRUPT {
  const { realm } = machine
  const { shape, kind } = value
  if (kind === Kind.Array) {
    const { length } = value.data as Value[]
    if (shape !== realm.arrayShape || length > MAX_LENGTH) return undefined
    machine.charge(length >> 4)
    if (!machine.allocate(length * SLOT_BYTES)) return ABRUPT
    return createArray(machine, (value.data as Value[]).slice())
  }
  if (kind !== Kind.Ordinary || shape.prototype !== realm.objectPrototype || !isPlain(shape)) return undefined
  if (!machine.allocate(OBJECT_BYTES + shape.count * SLOT_BYTES)) return ABRUPT
  return new JSObject(shape, value.slots.slice(), Kind.Ordinary, null)
}

/** Every property is one that an assignment makes, with a text as its key. */
function isPlain(shape: Shape): boolean {
  if (shape.dictionary || !shape.extensible || shape.lazy) return false
  for (let at: Shape | null = shape; at !== null; at = at.parent)
    if (at.key !== null && (typeof at.key !== "string" || at.attributes !== DEFAULT)) return false
  return true
}
