/** Object.groupBy, ECMA-262 20.1.2.13, as a walk that stops anywhere. */
import { isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { addProperty, findSlot, type SlowArrayLength } from "../objects/properties.ts"
import { DEFAULT } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type PropertyKey, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { get } from "../interpreter/internal.ts"
import {
  closeIteratorThrowing,
  DONE,
  isArrayIterationIntact,
  type IteratorRecord,
  openIterator,
  stepIterator,
} from "../interpreter/iterators.ts"
import { type Machine, Mode } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { createArray, toPropertyKey } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { nameOf } from "./receivers.ts"

interface Locals {
  items: Value
  callback: JSObject
  groups: JSObject
  /** The items are an array that iterates as arrays do: no iterator is made. */
  plain: boolean
  record: IteratorRecord | null
  index: number
  value: Value
}

const OPEN = 0
const OPENED = 1
const NEXT = 2
const STEPPED = 3
const CALLED = 4
const CONVERTED = 5

const groupSteps = steps<Locals>({
  name: "Object.groupBy",
  catches: true,
  run(machine, frame, input) {
    const { locals } = frame
    for (;;) {
      if (input === ABRUPT) return stop(machine, frame)
      switch (frame.state) {
        case OPEN:
          frame.state = locals.plain ? NEXT : OPENED
          if (locals.plain) continue
          input = openIterator(machine, locals.items, () => "") as Completion
          continue
        case OPENED:
          locals.record = input as unknown as IteratorRecord
          frame.state = NEXT
          continue
        case NEXT:
          if (machine.fuel < 0) return pause(machine, frame)
          machine.fuel--
          frame.state = STEPPED
          input = locals.record === null ? nextElement(machine, locals) : stepIterator(machine, locals.record)
          continue
        case STEPPED:
          if (input === (DONE as unknown)) return locals.groups
          locals.value = input as Value
          frame.state = CALLED
          input = call(machine, locals.callback, undefined, [locals.value, locals.index++])
          continue
        case CALLED:
          frame.state = CONVERTED
          input = toPropertyKey(machine, input as Value)
          continue
        default:
          if (!addToGroup(machine, locals, input as PropertyKey)) return ABRUPT
          frame.state = NEXT
      }
    }
  },
})

/** An error of the callback or of its key closes the iterator. */
function stop(machine: Machine, frame: NativeFrame<Locals>): typeof ABRUPT {
  if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
  const { record } = frame.locals
  const closes = frame.state === CALLED || frame.state === CONVERTED
  return closes && record !== null && machine.mode === Mode.Throwing
    ? closeIteratorThrowing(machine, record)
    : ABRUPT
}

/** As the array iterator does, which looks at the array anew each time. */
function nextElement(machine: Machine, { items, index }: Locals): Completion {
  const array = items as JSObject
  const elements = array.data as Array<Value | Empty> | SlowArrayLength
  const length =
    array.kind === Kind.Array ? (elements as unknown[]).length : (elements as SlowArrayLength).value
  machine.charge(1)
  if (index >= length) return DONE as unknown as Completion
  const element = array.kind === Kind.Array ? (elements as Array<Value | Empty>)[index]! : EMPTY
  return element === EMPTY ? get(machine, array, String(index), array) : element
}

function addToGroup(machine: Machine, { groups, value }: Locals, key: PropertyKey): boolean {
  if (!machine.allocate(SLOT_BYTES)) return false
  const slot = findSlot(machine.realm, groups, key)
  if (slot >= 0) ((groups.slots[slot] as JSObject).data as Value[]).push(value)
  else addProperty(machine.realm, groups, key, createArray(machine, [value]), DEFAULT)
  return true
}

export function groupByKey(machine: Machine, items: Value, callback: Value): Completion {
  if (items === undefined || items === null)
    return throwTypeError(machine, `${String(items)} is not iterable`)
  if (!isCallable(callback)) return throwTypeError(machine, messages.notFunction(nameOf(machine, callback)))
  machine.meter.used += OBJECT_BYTES
  const groups = machine.realm.newObject(null)
  const plain = isObject(items) && isArrayIterationIntact(machine, items)
  return groupSteps.start(machine, {
    items,
    callback,
    groups,
    plain,
    record: null,
    index: 0,
    value: undefined,
  })
}
