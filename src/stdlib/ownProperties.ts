/** All own properties of an object at once: Object.keys, values, entries and assign. */
import { Accessor, EXOTIC, type JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { arrayIndex, ENUMERABLE, type Shape } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type PropertyKey, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import type { Descriptor } from "../interpreter/descriptor.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { get, getOwnProperty, ownKeys, set } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { createArray, toObject } from "../interpreter/operations.ts"
import { throwNotSet } from "../interpreter/refusals.ts"

export type Part = "key" | "value" | "entry"

/** An enumerable own property with a string key, and where its value is. */
interface Place {
  readonly key: string
  readonly slot: number
}

/** More properties than this are not handled by one host operation. */
const MAX_HOST_PROPERTIES = 20_000

/** Places by shape, as a shape never changes unless it is a dictionary. */
const placesByShape = new WeakMap<Shape, readonly Place[]>()

function placesOf(shape: Shape): readonly Place[] {
  if (shape.dictionary) return findPlaces(shape)
  let places = placesByShape.get(shape)
  if (places === undefined) placesByShape.set(shape, (places = findPlaces(shape)))
  return places
}

function findPlaces(shape: Shape): readonly Place[] {
  const places: Place[] = []
  let hasIndex = false
  for (const { key, slot, attributes } of shape.entries()) {
    if (typeof key !== "string" || (attributes & ENUMERABLE) === 0) continue
    if (arrayIndex(key) >= 0) hasIndex = true
    places.push({ key, slot })
  }
  if (!hasIndex) return places
  const indices = places.filter(({ key }) => arrayIndex(key) >= 0)
  indices.sort((left, right) => Number(left.key) - Number(right.key))
  return [...indices, ...places.filter(({ key }) => arrayIndex(key) < 0)]
}

/** The list where reading it runs no program code; null where it may, or where there is too much for one operation. */
function listQuickly(machine: Machine, object: JSObject, part: Part): Value[] | null {
  if ((object.kind & EXOTIC) !== 0)
    return object.kind === Kind.Array ? listElements(machine, object, part) : null
  if (object.shape.lazy) machine.realm.materialize(object)
  if (object.shape.count > MAX_HOST_PROPERTIES) return null
  const list: Value[] = []
  for (const { key, slot } of placesOf(object.shape)) {
    const value = object.slots[slot]
    if (value instanceof Accessor && part !== "key") return null
    list.push(partOf(machine, part, key, value as Value))
  }
  return list
}

function listElements(machine: Machine, array: JSObject, part: Part): Value[] | null {
  const elements = array.data as Array<Value | Empty>
  if (array.shape.count > 0 || elements.length > MAX_HOST_PROPERTIES) return null
  const list: Value[] = []
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index]!
    if (element !== EMPTY) list.push(partOf(machine, part, String(index), element))
  }
  return list
}

function partOf(machine: Machine, part: Part, key: string, value: Value): Value {
  if (part === "key") return key
  return part === "value" ? value : createArray(machine, [key, value])
}

interface ListLocals {
  object: JSObject
  part: Part
  keys: PropertyKey[]
  index: number
  list: Value[]
}

/** EnumerableOwnProperties, ECMA-262 7.3.24. */
const listSteps = steps<ListLocals>({
  name: "EnumerableOwnProperties",
  run(machine, frame, input) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      input = ownKeys(machine, locals.object) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.keys = input as unknown as PropertyKey[]
      if (!machine.allocate(locals.keys.length * SLOT_BYTES)) return ABRUPT
      frame.state = 2
    }
    return listRest(machine, frame, input)
  },
})

function listRest(machine: Machine, frame: NativeFrame<ListLocals>, input: Completion): Completion {
  const { locals } = frame
  const { object, part, keys, list } = locals
  while (locals.index < keys.length) {
    const key = keys[locals.index]!
    if (typeof key === "symbol") {
      locals.index++
      continue
    }
    if (frame.state === 2) {
      machine.charge(1)
      if (machine.fuel < 0) return pause(machine, frame)
      frame.state = 3
      input = getOwnProperty(machine, object, key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 3 && (input as unknown as Descriptor | undefined)?.enumerable) {
      frame.state = 4
      input = part === "key" ? undefined : get(machine, object, key, object)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 4) list.push(partOf(machine, part, key, input as Value))
    frame.state = 2
    locals.index++
  }
  return createArray(machine, list)
}

/** Object.keys, values and entries, ECMA-262 20.1.2.19, 20.1.2.24 and 20.1.2.5. */
export function enumerableOwnProperties(machine: Machine, value: Value, part: Part): Completion {
  const object = toObject(machine, value)
  if (object === ABRUPT) return ABRUPT
  const list = listQuickly(machine, object, part)
  if (list === null) return listSteps.start(machine, { object, part, keys: [], index: 0, list: [] })
  machine.charge(list.length >> 2)
  const bytes = part === "entry" ? OBJECT_BYTES + 3 * SLOT_BYTES : SLOT_BYTES
  return machine.allocate(list.length * bytes) ? createArray(machine, list) : ABRUPT
}

interface AssignLocals {
  target: JSObject
  sources: Value[]
  sourceIndex: number
  source: JSObject | null
  keys: PropertyKey[]
  index: number
}

const NEXT_SOURCE = 0
const GOT_KEYS = 1
const NEXT_KEY = 2
const GOT_OWN = 3
const GOT_VALUE = 4
const DONE = 5

/** Object.assign, ECMA-262 20.1.2.1. */
const assignSteps = steps<AssignLocals>({
  name: "Object.assign",
  run(machine, frame, input) {
    const { locals } = frame
    for (;;) {
      if (frame.state === NEXT_SOURCE) {
        if (locals.sourceIndex >= locals.sources.length) return locals.target
        const next = locals.sources[locals.sourceIndex++]
        if (next === undefined || next === null) continue
        const source = (locals.source = toObject(machine, next) as JSObject)
        frame.state = GOT_KEYS
        input = ownKeys(machine, source) as unknown as Completion
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === GOT_KEYS) {
        locals.keys = input as unknown as PropertyKey[]
        locals.index = 0
        frame.state = NEXT_KEY
      }
      input = assignKeys(machine, frame, input)
      if (input === ABRUPT) return ABRUPT
      frame.state = NEXT_SOURCE
    }
  },
})

function assignKeys(machine: Machine, frame: NativeFrame<AssignLocals>, input: Completion): Completion {
  const { locals } = frame
  const { target, keys } = locals
  const source = locals.source!
  while (locals.index < keys.length) {
    const key = keys[locals.index]!
    if (frame.state === NEXT_KEY) {
      machine.charge(1)
      if (machine.fuel < 0) return pause(machine, frame)
      frame.state = GOT_OWN
      input = getOwnProperty(machine, source, key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === GOT_OWN && (input as unknown as Descriptor | undefined)?.enumerable) {
      const own = input as unknown as Descriptor
      frame.state = GOT_VALUE
      input = (source.kind & EXOTIC) === 0 && "value" in own ? own.value : get(machine, source, key, source)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === GOT_VALUE) {
      machine.meter.used += SLOT_BYTES
      frame.state = DONE
      input = set(machine, target, key, input as Value, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === DONE && input === false) return throwNotSet(machine, target, key)
    frame.state = NEXT_KEY
    locals.index++
  }
  return undefined
}

export function assign(machine: Machine, args: Value[]): Completion {
  const target = toObject(machine, args[0])
  if (target === ABRUPT) return ABRUPT
  const sources = args.slice(1)
  return assignSteps.start(machine, { target, sources, sourceIndex: 0, source: null, keys: [], index: 0 })
}
