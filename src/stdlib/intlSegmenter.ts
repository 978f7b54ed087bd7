/** Segments of a text: Intl.Segmenter.prototype.segment and what it gives, ECMA-402 18. */
import { type Segment, segmentAt } from "../objects/host.ts"
import { type IntlSlots, SegmentsSlots } from "../objects/intlSlots.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constant, converted, type Member, method, object } from "../interpreter/native.ts"
import { createIteratorResult, integerOf } from "../interpreter/operations.ts"
import { throwRangeError } from "../interpreter/throws.ts"
import { asking, slotsArguments } from "./intlArguments.ts"
import { recordObject, slotsOf } from "./intlServices.ts"
import { throwIncompatible } from "./receivers.ts"

function segmentsObject(machine: Machine, of: SegmentsSlots["of"], text: string, intl: IntlSlots): JSObject {
  const prototype = of === "Segments" ? "IntlSegmentsPrototype" : "IntlSegmentIteratorPrototype"
  machine.meter.used += OBJECT_BYTES
  const shape = machine.realm.shapeFor(machine.realm.intrinsic(prototype))
  return new JSObject(
    shape,
    [],
    of === "Segments" ? Kind.Ordinary : Kind.Iterator,
    new SegmentsSlots(of, text, intl),
  )
}

/** Longer texts, in UTF-16 units, are refused: the host reads a text as a whole. */
const MAX_TEXT_LENGTH = 1 << 20

/** Intl.Segmenter.prototype.segment. */
export const segmentMember: Member = converted(
  1,
  "any",
  ["string"],
  (machine, thisValue: Value, text: string) => {
    const slots = slotsOf(machine, thisValue, "Segmenter", "segment")
    if (slots === null) return ABRUPT
    machine.charge(Math.min(text.length, MAX_TEXT_LENGTH) >> 7)
    if (text.length > MAX_TEXT_LENGTH) {
      return throwRangeError(machine, `The text is longer than ${MAX_TEXT_LENGTH} characters`)
    }
    return segmentsObject(machine, "Segments", text, slots)
  },
)

function segmentsOf(
  machine: Machine,
  value: Value,
  of: SegmentsSlots["of"],
  name: string,
): SegmentsSlots | null {
  if (isObject(value) && value.data instanceof SegmentsSlots && value.data.of === of) return value.data
  throwIncompatible(machine, name, value)
  return null
}

function look(machine: Machine, slots: SegmentsSlots, position: number): Segment | undefined | typeof ABRUPT {
  return asking(machine, () => segmentAt(slotsArguments(machine, slots.intl), slots.text, position))
}

/** CreateSegmentDataObject, 18.7.1. */
function dataObject(machine: Machine, text: string, { segment, index, isWordLike }: Segment): JSObject {
  return recordObject(machine, { segment, index, input: text, isWordLike })
}

const containing = converted(
  1,
  "any",
  ["integer"],
  (machine, thisValue: Value, position: number): Completion => {
    const slots = segmentsOf(machine, thisValue, "Segments", "%SegmentsPrototype%.containing")
    if (slots === null) return ABRUPT
    const index = integerOf(position)
    if (index < 0 || index >= slots.text.length) return undefined
    const found = look(machine, slots, index)
    if (found === ABRUPT) return ABRUPT
    return found === undefined ? undefined : dataObject(machine, slots.text, found)
  },
)

const iterator = method(0, (machine, thisValue) => {
  const slots = segmentsOf(machine, thisValue, "Segments", "%SegmentsPrototype%[Symbol.iterator]")
  return slots === null ? ABRUPT : segmentsObject(machine, "Segment Iterator", slots.text, slots.intl)
})

const next = method(0, (machine, thisValue) => {
  const slots = segmentsOf(machine, thisValue, "Segment Iterator", "%SegmentIterator.prototype%.next")
  if (slots === null) return ABRUPT
  if (slots.position >= slots.text.length) return createIteratorResult(machine, undefined, true)
  const found = look(machine, slots, slots.position)
  if (found === ABRUPT) return ABRUPT
  slots.position += found!.segment.length
  return createIteratorResult(machine, dataObject(machine, slots.text, found!), false)
})

export const segmentIntrinsics: Intrinsic[] = [
  object({
    name: "IntlSegmentsPrototype",
    members: [
      ["containing", containing],
      [Symbol.iterator, iterator],
    ],
  }),
  object({
    name: "IntlSegmentIteratorPrototype",
    prototype: "Iterator.prototype",
    members: [
      ["next", next],
      [Symbol.toStringTag, constant("Segmenter String Iterator", CONFIGURABLE)],
    ],
  }),
]
