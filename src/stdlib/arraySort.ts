/** Sorting: our own stable merge sort as numbered states, so that a comparator can be stopped anywhere. */
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import { isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { callFour, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { guestBody } from "../interpreter/guest.ts"
import type { Machine } from "../interpreter/machine.ts"
import { type Member, method, steps } from "../interpreter/native.ts"
import { createArray, flat, toNumber, toString } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { type Elements, plainElementsOf } from "./dense.ts"

const badComparator = "The comparison function must be either a function or undefined"

/** Elements looked at between two checks of the fuel. */
const CHUNK = 16_384

interface Merge {
  /** What is sorted: values for a comparator, else positions in `keys`. */
  from: Value[]
  to: Value[]
  readonly comparator: Value
  /** Without a comparator: what is sorted, and its elements as strings. */
  readonly values: Value[]
  readonly keys: string[]
  width: number
  /** Ends of the two runs being merged, the next of each, and where the smaller goes. */
  low: number
  middle: number
  high: number
  left: number
  right: number
  next: number
}

const KEYS = 0
const KEY_MADE = 1
const RUNS = 2
const MERGE = 3
const COMPARED = 4
const NUMBERED = 5
const FINISH = 6
const GATHER = 7

/** Sorts a list by SortIndexedProperties' comparator: undefined last is the caller's business. Gives an array of its own. */
export function sortList(machine: Machine, items: Value[], comparator: Value): Completion {
  if (!machine.allocate(items.length * SLOT_BYTES * (comparator === undefined ? 4 : 2))) return ABRUPT
  return mergeSteps.start(machine, {
    from: comparator === undefined && items.length > 1 ? [] : items,
    to: [],
    comparator,
    values: items,
    keys: [],
    width: 1,
    low: 0,
    middle: 0,
    high: 0,
    left: 0,
    right: 0,
    next: 0,
  })
}

const mergeSteps = steps<Merge>({ name: "SortList", run: runMerge })

function runMerge(machine: Machine, frame: NativeFrame<Merge>, input: Completion): Completion {
  const merge = frame.locals
  for (;;) {
    switch (frame.state) {
      case KEYS: {
        if (merge.from.length === merge.values.length) {
          beginRuns(merge, 0)
          frame.state = RUNS
          continue
        }
        if (machine.fuel < 0) return pause(machine, frame)
        if ((merge.keys.length & 15) === 0) machine.charge(1)
        frame.state = KEY_MADE
        input = toString(machine, merge.values[merge.keys.length])
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case KEY_MADE:
        merge.from.push(merge.keys.length)
        merge.keys.push(input as string)
        frame.state = KEYS
        continue
      case RUNS: {
        const { from, to } = merge
        if (merge.width >= from.length) {
          if (sortsValues(merge)) return createArray(machine, from === merge.values ? from.slice() : from)
          merge.to = []
          frame.state = GATHER
          continue
        }
        if (machine.fuel < 0) return pause(machine, frame)
        machine.fuel--
        if (merge.low >= from.length) {
          merge.width *= 2
          merge.from = to
          merge.to = from
          beginRuns(merge, 0)
          continue
        }
        frame.state = merge.middle < merge.high ? MERGE : finishShortRun(merge)
        continue
      }
      case FINISH: {
        if (!finishRun(machine, merge)) return pause(machine, frame)
        beginRuns(merge, merge.high)
        frame.state = RUNS
        continue
      }
      case GATHER: {
        const { from, to, values } = merge
        if (to.length === from.length) return createArray(machine, to)
        if (machine.fuel < 0) return pause(machine, frame)
        const end = Math.min(to.length + CHUNK, from.length)
        machine.charge((end - to.length) >> 4)
        while (to.length < end) to.push(values[from[to.length] as number]!)
        continue
      }
      case MERGE: {
        if (merge.comparator === undefined) {
          if (!mergeKeys(machine, merge)) return pause(machine, frame)
          frame.state = finishShortRun(merge)
          continue
        }
        if (machine.fuel < 0) return pause(machine, frame)
        frame.state = COMPARED
        machine.fuel--
        input = callFour(
          machine,
          merge.comparator,
          undefined,
          2,
          merge.from[merge.left] as Value,
          merge.from[merge.right] as Value,
          undefined,
          undefined,
        )
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case COMPARED:
        frame.state = NUMBERED
        input = toNumber(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      default: {
        frame.state = MERGE
        take(merge, (input as number) > 0)
        if (merge.left < merge.middle && merge.right < merge.high) continue
        frame.state = finishShortRun(merge)
      }
    }
  }
}

function beginRuns(merge: Merge, low: number): void {
  const length = merge.from.length
  merge.low = merge.left = merge.next = low
  merge.middle = merge.right = Math.min(low + merge.width, length)
  merge.high = Math.min(low + merge.width * 2, length)
}

function take(merge: Merge, right: boolean): void {
  merge.to[merge.next++] = right ? merge.from[merge.right++] : merge.from[merge.left++]
}

/** What is left of one of the two runs, where that is little; gives the state that follows. */
function finishShortRun(merge: Merge): number {
  const { from, to, middle, high } = merge
  if (high - merge.next > CHUNK) return FINISH
  while (merge.left < middle) to[merge.next++] = from[merge.left++]
  while (merge.right < high) to[merge.next++] = from[merge.right++]
  beginRuns(merge, high)
  return RUNS
}

/** What is left of one of the two runs; false when the fuel is used up before its end. */
function finishRun(machine: Machine, merge: Merge): boolean {
  while (merge.next < merge.high) {
    if (machine.fuel < 0) return false
    const end = Math.min(merge.next + CHUNK, merge.high)
    machine.charge((end - merge.next) >> 4)
    while (merge.next < end) take(merge, merge.left >= merge.middle)
  }
  return true
}

/** Merges two runs of positions by their keys; false when the fuel is used up before the end. */
function mergeKeys(machine: Machine, merge: Merge): boolean {
  const { from, keys } = merge
  let count = 0
  while (merge.left < merge.middle && merge.right < merge.high) {
    const left = keys[from[merge.left] as number]!
    const right = keys[from[merge.right] as number]!
    machine.fuel -= Math.min(left.length, right.length) >> 8
    if ((++count & 31) === 0) {
      machine.fuel--
      if (machine.fuel < 0 && count >= CHUNK) return false
    }
    take(merge, left > right)
    if (machine.fuel < -CHUNK) return false
  }
  return true
}

/** What is sorted are the values themselves, not their positions. */
function sortsValues(merge: Merge): boolean {
  return merge.comparator !== undefined || merge.values.length < 2
}

interface Sort {
  readonly array: JSObject
  readonly comparator: Value
  readonly length: number
  /** Defined elements so far, and how many were undefined; the rest are holes. */
  readonly items: Value[]
  undefinedCount: number
  index: number
  /** Makes an array of its own, where holes are undefined. */
  readonly copies: boolean
  sorted: JSObject | null
}

const COLLECT = 0
const SORTED = 1
const WRITE = 2

const sortSteps = steps<Sort>({
  name: "Array.prototype.sort",
  run(machine, frame, input) {
    const sort = frame.locals
    if (frame.state === COLLECT) {
      if (!collect(machine, sort)) return pause(machine, frame)
      frame.state = SORTED
      input = sortList(machine, sort.items, sort.comparator)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === SORTED) {
      sort.sorted = input as JSObject
      sort.index = 0
      frame.state = WRITE
    }
    if (sort.copies) return finishCopy(machine, frame)
    const items = sort.sorted!.data as Elements
    if (sort.index > 0) return writeElements(machine, frame, sort.array.data as Elements, items)
    const elements = plainElementsOf(machine, sort.array)
    if (elements === null || elements.length !== sort.length) {
      const values = sort.sorted as JSObject
      return writeBack(
        machine,
        undefined,
        [sort.array, values, sort.undefinedCount, sort.length],
        undefined,
        sort.array,
      )
    }
    return writeElements(machine, frame, elements, items)
  },
})

/** The sorted items, then what is undefined, then holes. */
function writeElements(
  machine: Machine,
  frame: NativeFrame<Sort>,
  elements: Elements,
  items: Elements,
): Completion {
  const sort = frame.locals
  const present = items.length + sort.undefinedCount
  while (sort.index < sort.length) {
    const end = Math.min(sort.index + CHUNK, sort.length)
    machine.charge((end - sort.index) >> 4)
    for (; sort.index < end; sort.index++) {
      const index = sort.index
      elements[index] = index < items.length ? items[index]! : index < present ? undefined : EMPTY
    }
    if (machine.fuel < 0 && end < sort.length) return pause(machine, frame)
  }
  return sort.array
}

/** Gathers defined elements, a chunk at a time; false when the fuel is used up before the end. */
function collect(machine: Machine, sort: Sort): boolean {
  const elements = sort.array.data as Elements
  for (;;) {
    const end = Math.min(sort.length, sort.index + CHUNK)
    for (; sort.index < end; sort.index++) {
      const element = elements[sort.index]!
      if (element === undefined) sort.undefinedCount++
      else if (element !== EMPTY) sort.items.push(element)
    }
    if (sort.index === sort.length) return true
    machine.charge(CHUNK >> 4)
    if (machine.fuel < 0) return false
  }
}

/** A copy has undefined where the array has holes. */
function finishCopy(machine: Machine, frame: NativeFrame<Sort>): Completion {
  const { sorted, length } = frame.locals
  const items = sorted!.data as Elements
  while (items.length < length) {
    if (machine.fuel < 0) return pause(machine, frame)
    const end = Math.min(items.length + CHUNK, length)
    machine.charge((end - items.length) >> 4)
    while (items.length < end) items.push(undefined)
  }
  return sorted!
}

const writeBack = guestBody(
  "Array.prototype.sort/write",
  `function (object, items, undefinedCount, length) {
    const count = LengthOfArrayLike(items)
    let index = 0
    for (; index < count; index++) SetOrThrow(object, ToString(index), items[index])
    for (; index < count + undefinedCount; index++) SetOrThrow(object, ToString(index), undefined)
    for (; index < length; index++) if (HasProperty(object, ToString(index))) DeleteOrThrow(object, ToString(index))
    return object
  }`,
)

const sortSlowly = guestBody(
  "Array.prototype.sort/slow",
  `function (comparator) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const items = []
    let undefinedCount = 0
    for (let index = 0; index < length; index++) {
      const key = ToString(index)
      if (HasProperty(object, key)) {
        const item = object[key]
        if (item === undefined) undefinedCount++
        else Push(items, item)
      }
    }
    const sorted = SortList(items, comparator)
    const count = LengthOfArrayLike(sorted)
    let index = 0
    for (; index < count; index++) SetOrThrow(object, ToString(index), sorted[index])
    const present = count + undefinedCount
    for (; index < present; index++) SetOrThrow(object, ToString(index), undefined)
    for (; index < length; index++) {
      const key = ToString(index)
      if (HasProperty(object, key)) DeleteOrThrow(object, key)
    }
    return object
  }`,
)

const toSortedSlowly = guestBody(
  "Array.prototype.toSorted/slow",
  `function (comparator) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const result = ArrayCreate(length)
    const items = []
    for (let index = 0; index < length; index++) {
      const item = object[ToString(index)]
      if (item !== undefined) Push(items, item)
    }
    const sorted = SortList(items, comparator)
    const count = LengthOfArrayLike(sorted)
    for (let index = 0; index < length; index++) {
      CreateDataProperty(result, ToString(index), index < count ? sorted[index] : undefined)
    }
    return result
  }`,
)

function sortMethod(copies: boolean): Member {
  const slow = copies ? toSortedSlowly : sortSlowly
  return method(1, (machine, thisValue, args, newTarget, callee) => {
    const comparator = args[0]
    if (comparator !== undefined && !isCallable(comparator)) {
      return throwTypeError(machine, badComparator)
    }
    const elements = plainElementsOf(machine, thisValue)
    if (elements === null) return slow(machine, thisValue, args, newTarget, callee)
    if (!machine.allocate(elements.length * SLOT_BYTES)) return ABRUPT
    return sortSteps.start(machine, {
      array: thisValue as JSObject,
      comparator,
      length: elements.length,
      items: [],
      undefinedCount: 0,
      index: 0,
      copies,
      sorted: null,
    })
  })
}

/** Array.prototype.sort, ECMA-262 23.1.3.30. */
const sort = sortMethod(false)

/** Array.prototype.toSorted, ECMA-262 23.1.3.34. */
const toSorted = sortMethod(true)

export const sortMembers = { sort, toSorted }

/** `SortList(list, comparator)` for guest text; the list is empty from then on. */
export function hiddenSortList(machine: Machine, _this: Value, args: Value[]): Completion {
  const list = args[0] as JSObject
  const items = list.data as Value[]
  list.data = []
  return sortList(machine, items, args[1])
}

export { flat, isObject, Kind }
