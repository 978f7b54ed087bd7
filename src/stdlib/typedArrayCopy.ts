/** Elements copied from one typed array to another, a portion at a time. */
import type { JSObject } from "../objects/object.ts"
import type { Completion, Value } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { putTypedElement, typedArrayLength, typedElement } from "../interpreter/typedArray.ts"
import { typedSlots } from "./typedArrayCreate.ts"

/** Elements copied at once. */
const PORTION = 65_536

interface Copy {
  readonly source: JSObject
  readonly from: number
  readonly target: JSObject
  readonly to: number
  readonly count: number
  readonly answer: Value
  done: number
}

const copySteps = steps<Copy>({
  name: "CopyTypedElements",
  run(machine, frame) {
    const { locals } = frame
    const { from, to, count } = locals
    while (locals.done < count) {
      if (machine.fuel < 0) return pause(machine, frame)
      const portion = Math.min(PORTION, count - locals.done)
      // of a buffer that is copied within, what would be overwritten goes first
      const start = isBackwards(locals) ? count - locals.done - portion : locals.done
      machine.charge(portion >> 5)
      copyPortion(locals, from + start, to + start, portion)
      locals.done += portion
    }
    return locals.answer
  },
})

function isBackwards({ source, from, target, to }: Copy): boolean {
  const { buffer, byteOffset, type } = typedSlots(target)
  const slots = typedSlots(source)
  if (slots.buffer !== buffer || slots.type !== type) return false
  const { BYTES_PER_ELEMENT: size } = slots.current()
  return byteOffset + to * size > slots.byteOffset + from * size
}

/** As values are copied: both hold numbers, or both BigInts. */
function copyPortion({ source, target }: Copy, from: number, to: number, count: number): void {
  const sourceSlots = typedSlots(source)
  const targetSlots = typedSlots(target)
  const isSame = sourceSlots.type === targetSlots.type
  if (isSame || (sourceSlots.type !== "Float16" && targetSlots.type !== "Float16")) {
    targetSlots.current().set(sourceSlots.current().subarray(from, from + count) as never, to)
    return
  }
  for (let index = 0; index < count; index++)
    putTypedElement(target, to + index, typedElement(source, from + index) as number | bigint)
}

/** Copies `count` elements; the two share bytes only where they are of one type. The completion is `answer`. */
export function copyElements(
  machine: Machine,
  source: JSObject,
  from: number,
  target: JSObject,
  to: number,
  count: number,
  answer: Value,
): Completion {
  return copySteps.start(machine, { source, from, target, to, count, answer, done: 0 })
}

/** Copies all of a typed array to the start of another; the completion is the other. */
export function copyAll(machine: Machine, source: JSObject, target: JSObject): Completion {
  return copyElements(machine, source, 0, target, 0, typedArrayLength(source), target)
}
