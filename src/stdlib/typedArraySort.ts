/** Sorting of a typed array by its numbers, ECMA-262 23.2.3.29, a chunk at a time. */
import { type ElementView, fromFloat16Bits } from "../objects/buffer.ts"
import type { JSObject } from "../objects/object.ts"
import { ABRUPT, type Completion } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { copyAll } from "./typedArrayCopy.ts"
import { newTypedArray, typedSlots } from "./typedArrayCreate.ts"

/** Elements that one host operation sorts or merges. */
const CHUNK = 8_192

interface Locals {
  array: JSObject
  /** Arrays of our own. Sorted in runs of `width`; runs are merged from one into the other. */
  from: JSObject
  to: JSObject
  width: number
  /** Where the next run is sorted or the next element is merged to. */
  next: number
  left: number
  right: number
}

const sortSteps = steps<Locals>({
  name: "TypedArray sort",
  run(machine, frame) {
    const { locals } = frame
    if (frame.state === 0) {
      frame.state = 1
      if (copyAll(machine, locals.array, locals.from) === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      while (locals.next < viewOf(locals.from).length) {
        if (machine.fuel < 0) return pause(machine, frame)
        machine.charge(CHUNK >> 3)
        sortRun(locals, locals.next)
        locals.next += CHUNK
      }
      frame.state = 2
      locals.width = CHUNK
      beginPair(locals, 0)
    }
    while (locals.width < viewOf(locals.from).length) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.charge(CHUNK >> 3)
      mergeSome(locals)
    }
    return copyAll(machine, locals.from, locals.array)
  },
})

function viewOf(array: JSObject): ElementView {
  return typedSlots(array).current()
}

function isFloat16(locals: Locals): boolean {
  return typedSlots(locals.array).type === "Float16"
}

function sortRun(locals: Locals, start: number): void {
  const run = viewOf(locals.from).subarray(start, start + CHUNK)
  if (!isFloat16(locals)) run.sort()
  else
    (run as Uint16Array).sort((left, right) => compareNumbers(fromFloat16Bits(left), fromFloat16Bits(right)))
}

/** As CompareTypedArrayElements: -0 before +0, NaN last. */
function compareNumbers(left: number, right: number): number {
  if (left !== left) return right !== right ? 0 : 1
  if (right !== right) return -1
  if (left !== right) return left < right ? -1 : 1
  return left === 0 ? Number(Object.is(right, -0)) - Number(Object.is(left, -0)) : 0
}

function beginPair(locals: Locals, start: number): void {
  locals.next = locals.left = start
  locals.right = Math.min(start + locals.width, viewOf(locals.from).length)
}

/** Merges up to CHUNK elements of the current pair of runs, and begins the next pair or round at its end. */
function mergeSome(locals: Locals): void {
  const { width } = locals
  const from = viewOf(locals.from)
  const to = viewOf(locals.to)
  const start = Math.floor(locals.next / (width * 2)) * width * 2
  const middle = Math.min(start + width, from.length)
  const end = Math.min(start + width * 2, from.length)
  const stop = Math.min(end, locals.next + CHUNK)
  const numbers = typeof from[0] === "number"
  while (locals.next < stop) {
    const { left, right } = locals
    const takesRight =
      left >= middle || (right < end && comesFirst(locals, numbers, from[right]!, from[left]!))
    to[locals.next++] = (takesRight ? from[locals.right++] : from[locals.left++]) as never
  }
  if (locals.next < end) return
  if (end < from.length) return beginPair(locals, end)
  ;[locals.from, locals.to] = [locals.to, locals.from]
  locals.width = width * 2
  beginPair(locals, 0)
}

function comesFirst(
  locals: Locals,
  numbers: boolean,
  right: number | bigint,
  left: number | bigint,
): boolean {
  if (!numbers) return right < left
  if (isFloat16(locals))
    return compareNumbers(fromFloat16Bits(right as number), fromFloat16Bits(left as number)) < 0
  return compareNumbers(right as number, left as number) < 0
}

/** Sorts the array in place; gives it. */
export function sortNumbers(machine: Machine, array: JSObject): Completion {
  const { type } = typedSlots(array)
  const { length } = viewOf(array)
  const from = newTypedArray(machine, type, length)
  if (from === ABRUPT) return ABRUPT
  const to = length > CHUNK ? newTypedArray(machine, type, length) : from
  if (to === ABRUPT) return ABRUPT
  return sortSteps.start(machine, { array, from, to, width: 0, next: 0, left: 0, right: 0 })
}
