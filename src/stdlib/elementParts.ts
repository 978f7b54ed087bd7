/** Long lists of elements, put together from parts of others or searched through, a portion at a time. */
import { SLOT_BYTES } from "../objects/meter.ts"
import { JSObject } from "../objects/object.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type Value } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import type { Elements } from "./dense.ts"

/** A list up to this length is copied, moved about in or searched by one host operation. */
export const MAX_QUICK_ELEMENTS = 131_072

/** Elements handled at once. */
const PORTION = 32_768

/** A dense array, or a list that no array has. */
type Source = JSObject | ReadonlyArray<Value | Empty>

function listOf(source: Source): ReadonlyArray<Value | Empty> {
  return source instanceof JSObject ? (source.data as Elements) : source
}

/** `count` elements of a list, forwards or backwards from an index. */
export interface ElementPart {
  readonly source: Source
  readonly from: number
  readonly count: number
  readonly step: 1 | -1
}

export function partOf(source: Source, from = 0, to = listOf(source).length): ElementPart {
  return { source, from, count: Math.max(to - from, 0), step: 1 }
}

/** All elements from the last to the first. */
export function backwards(source: Source): ElementPart {
  const { length } = listOf(source)
  return { source, from: length - 1, count: length, step: -1 }
}

interface Assemble {
  readonly parts: readonly ElementPart[]
  /** The part being copied, and how much of it is. */
  part: number
  done: number
  /** Holes become undefined, as in a copy that reads elements with [[Get]]. */
  readonly fillsHoles: boolean
  readonly result: Elements
  /** The array that gets the elements; null for a new one. */
  readonly target: JSObject | null
  readonly answer: Value
}

const assembleSteps = steps<Assemble>({
  name: "AssembleElements",
  run(machine, frame) {
    const { locals } = frame
    const { parts, result, target } = locals
    for (;;) {
      const part = parts[locals.part]
      if (part === undefined) break
      if (machine.fuel < 0) return pause(machine, frame)
      const count = Math.min(PORTION, part.count - locals.done)
      machine.charge(count >> 4)
      if (!machine.allocate(count * SLOT_BYTES)) return ABRUPT
      copySome(locals, part, count)
      if (locals.done < part.count) continue
      locals.part++
      locals.done = 0
    }
    if (target === null) return createArray(machine, result)
    target.data = result
    return locals.answer
  },
})

function copySome(locals: Assemble, { source, from, step }: ElementPart, count: number): void {
  const { result, fillsHoles } = locals
  const list = listOf(source)
  const end = locals.done + count
  for (; locals.done < end; locals.done++) {
    const element = list[from + locals.done * step]!
    result.push(fillsHoles && element === EMPTY ? undefined : element)
  }
}

/** A new array of these parts. */
export function assembleArray(
  machine: Machine,
  parts: readonly ElementPart[],
  fillsHoles: boolean,
): Completion {
  const locals = { parts, part: 0, done: 0, fillsHoles, result: [], target: null, answer: undefined }
  return assembleSteps.start(machine, locals)
}

/** Makes these parts the elements of a dense array; the completion is `answer`. */
export function reassemble(
  machine: Machine,
  target: JSObject,
  parts: readonly ElementPart[],
  answer: Value,
): Completion {
  return assembleSteps.start(machine, {
    parts,
    part: 0,
    done: 0,
    fillsHoles: false,
    result: [],
    target,
    answer,
  })
}

interface Search {
  readonly array: JSObject
  readonly sought: Value
  readonly method: "includes" | "indexOf" | "lastIndexOf"
  /** The next element to look at. */
  position: number
}

const searchSteps = steps<Search>({
  name: "SearchElements",
  run(machine, frame) {
    const { locals } = frame
    const { method } = locals
    const elements = locals.array.data as Elements
    const step = method === "lastIndexOf" ? -1 : 1
    while (locals.position >= 0 && locals.position < elements.length) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.charge(PORTION >> 4)
      const end = Math.min(Math.max(locals.position + PORTION * step, -1), elements.length)
      const found = searchSome(locals, elements, end, step)
      if (found >= 0) return method === "includes" ? true : found
      locals.position = end
    }
    return method === "includes" ? false : -1
  },
})

function searchSome(
  { sought, method, position }: Search,
  elements: Elements,
  end: number,
  step: number,
): number {
  for (let index = position; index !== end; index += step) {
    const element = elements[index]
    if (element === sought || (method === "includes" && isSame(element, sought))) return index
  }
  return -1
}

/** What SameValueZero has equal beside what is identical; a hole reads as undefined. */
function isSame(element: Value | Empty, sought: Value): boolean {
  return element === EMPTY ? sought === undefined : element !== element && sought !== sought
}

/** Searches a long list for what is found by identity. */
export function searchElements(
  machine: Machine,
  array: JSObject,
  sought: Value,
  method: Search["method"],
  position: number,
): Completion {
  return searchSteps.start(machine, { array, sought, method, position })
}
