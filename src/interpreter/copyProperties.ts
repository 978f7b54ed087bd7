/** CopyDataProperties, ECMA-262 7.3.25: what object spread and rest do. */
import { Accessor, EXOTIC, type JSObject } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { addProperty } from "../objects/properties.ts"
import { ACCESSOR, DEFAULT, ENUMERABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "./call.ts"
import type { Descriptor } from "./descriptor.ts"
import type { NativeFrame } from "./frame.ts"
import { createDataProperty, get, getOwnProperty, ownKeys } from "./internal.ts"
import { type Machine, Mode } from "./machine.ts"
import { steps } from "./steps.ts"
import { createObject, toObject } from "./operations.ts"

interface Locals {
  target: JSObject
  source: JSObject
  excluded: PropertyKey[]
  keys: PropertyKey[]
  index: number
}

/** A new object with the enumerable own properties of `value` whose keys are not excluded. */
export function copyDataProperties(machine: Machine, value: Value, excluded: PropertyKey[]): Completion {
  return copyInto(machine, createObject(machine), value, excluded)
}

/** Copies into `target`, which is the completion. */
export function copyInto(
  machine: Machine,
  target: JSObject,
  value: Value,
  excluded: PropertyKey[],
): Completion {
  if (value === undefined || value === null) return target
  const source = toObject(machine, value)
  if (source === ABRUPT) return ABRUPT
  if (copyPlain(machine, target, source, excluded)) return machine.mode === Mode.Stopping ? ABRUPT : target
  return copySteps.start(machine, { target, source, excluded, keys: [], index: 0 })
}

/** The common case: an ordinary source without accessors. */
function copyPlain(machine: Machine, target: JSObject, source: JSObject, excluded: PropertyKey[]): boolean {
  if ((source.kind & EXOTIC) !== 0) return false
  if (source.shape.lazy) machine.realm.materialize(source)
  if (source.shape.count > 1_000) return false
  if (excluded.length === 0 && isWhole(machine, target, source)) {
    machine.charge(source.shape.count >> 2)
    if (!machine.allocate(source.shape.count * SLOT_BYTES)) return true
    target.shape = source.shape
    target.slots = source.slots.slice()
    return true
  }
  const entries = source.shape.entries()
  if (entries.some((entry) => (entry.attributes & ACCESSOR) !== 0)) return false
  if (entries.some((entry) => typeof entry.key === "string" && entry.key.charCodeAt(0) <= 57)) return false
  machine.charge(entries.length >> 2)
  if (!machine.allocate(entries.length * SLOT_BYTES)) return true
  for (const { key, slot, attributes } of entries) {
    if ((attributes & ENUMERABLE) === 0 || (typeof key !== "string" && typeof key !== "symbol")) continue
    if (excluded.includes(key)) continue
    const own = target.shape.find(key)
    if (own < 0) addProperty(machine.realm, target, key, source.slots[slot], DEFAULT)
    else if (target.slots[own] instanceof Accessor)
      createDataProperty(machine, target, key, source.slots[slot] as Value)
    else target.slots[own] = source.slots[slot]
  }
  return true
}

/** The target is an empty object and the source a record like what it is to become: shape and slots are all there is. */
function isWhole({ realm }: Machine, target: JSObject, { shape }: JSObject): boolean {
  return (
    target.shape === realm.objectShape &&
    shape.isRecord &&
    !shape.dictionary &&
    shape.prototype === realm.objectPrototype
  )
}

const copySteps = steps<Locals>({
  name: "CopyDataProperties",
  run(machine, frame: NativeFrame<Locals>, input) {
    const { locals } = frame
    const { source, excluded } = locals
    for (;;) {
      switch (frame.state) {
        case 0: {
          frame.state = 1
          const keys = ownKeys(machine, source)
          if (keys === ABRUPT) return leaveNative(machine, frame)
          input = keys as unknown as Value
          continue
        }
        case 1:
          locals.keys = input as unknown as PropertyKey[]
          frame.state = 2
          continue
        case 2: {
          if (locals.index === locals.keys.length) return locals.target
          const key = locals.keys[locals.index]!
          if (excluded.includes(key)) {
            locals.index++
            continue
          }
          if (machine.fuel < 0) return pause(machine, frame)
          machine.charge(2)
          if (!machine.allocate(SLOT_BYTES)) return ABRUPT
          frame.state = 3
          input = getOwnProperty(machine, source, key) as Completion
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        }
        case 3: {
          const descriptor = input as Descriptor | undefined
          if (descriptor === undefined || !descriptor.enumerable) {
            locals.index++
            frame.state = 2
            continue
          }
          frame.state = 4
          input = get(machine, source, locals.keys[locals.index]!, source)
          if (input === ABRUPT) return leaveNative(machine, frame)
          continue
        }
        default:
          locals.index++
          frame.state = 2
          input = createDataProperty(machine, locals.target, locals.keys[locals.index - 1]!, input as Value)
          if (input === ABRUPT) return leaveNative(machine, frame)
      }
    }
  },
})
