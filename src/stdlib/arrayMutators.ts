/** The methods of Array.prototype that change the array, each with a fast body for dense elements. */
import { type JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import type { SlowArrayLength } from "../objects/properties.ts"
import { ABRUPT, EMPTY, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, steps, withGuest } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { assembleArray, backwards, MAX_QUICK_ELEMENTS, partOf, reassemble } from "./elementParts.ts"
import {
  type Elements,
  elementsOf,
  growableElementsOf,
  indicesUnheld,
  isQuickInteger,
  MAX_HOST_ELEMENTS,
  MAX_DENSE_GROWTH,
  quickInteger,
  relativeIndex,
  speciesIntact,
} from "./dense.ts"

/** Array.prototype.push, ECMA-262 23.1.3.23. */
const push = withGuest(
  1,
  (machine, thisValue, args) => {
    const elements = growableElementsOf(machine, thisValue)
    if (elements === null || elements.length + args.length > MAX_DENSE_GROWTH) return DECLINED
    if (!machine.allocate(args.length * SLOT_BYTES)) return ABRUPT
    for (let index = 0; index < args.length; index++) elements.push(args[index])
    return elements.length
  },
  `function () {
    const object = ToObject(this)
    let length = LengthOfArrayLike(object)
    const count = arguments.length
    if (length + count > 9007199254740991) {
      ThrowTypeError("Pushing " + count + " elements on an array-like of length " + length + " is disallowed, as the total surpasses 2**53-1")
    }
    for (let index = 0; index < count; index++) SetOrThrow(object, ToString(length + index), arguments[index])
    SetOrThrow(object, "length", length + count)
    return length + count
  }`,
)

/** Array.prototype.pop, ECMA-262 23.1.3.22. */
const pop = withGuest(
  0,
  (machine, thisValue) => {
    const elements = elementsOf(thisValue)
    if (elements === null) return DECLINED
    if (elements.length === 0) return undefined
    const last = elements[elements.length - 1]!
    if (last === EMPTY && !indicesUnheld(machine.realm, thisValue as JSObject)) return DECLINED
    elements.pop()
    return last === EMPTY ? undefined : last
  },
  `function () {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    if (length === 0) {
      SetOrThrow(object, "length", 0)
      return undefined
    }
    const key = ToString(length - 1)
    const element = object[key]
    DeleteOrThrow(object, key)
    SetOrThrow(object, "length", length - 1)
    return element
  }`,
)

/** Hosts take the first element of up to so many away quickly. */
const MAX_SHIFTED_ELEMENTS = 1_048_576

/** Array.prototype.shift, ECMA-262 23.1.3.27. */
const shift = withGuest(
  0,
  (machine, thisValue) => {
    const elements = growableElementsOf(machine, thisValue)
    if (elements === null) return DECLINED
    if (elements.length === 0) return undefined
    const first = elements[0]
    if (elements.length > MAX_SHIFTED_ELEMENTS) {
      const answer = first === EMPTY ? undefined : first
      return reassemble(machine, thisValue as JSObject, [partOf(thisValue as JSObject, 1)], answer)
    }
    machine.charge(elements.length >> 10)
    elements.shift()
    return first === EMPTY ? undefined : first
  },
  `function () {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    if (length === 0) {
      SetOrThrow(object, "length", 0)
      return undefined
    }
    const first = object["0"]
    for (let index = 1; index < length; index++) {
      const from = ToString(index)
      const to = ToString(index - 1)
      if (HasProperty(object, from)) SetOrThrow(object, to, object[from])
      else DeleteOrThrow(object, to)
    }
    DeleteOrThrow(object, ToString(length - 1))
    SetOrThrow(object, "length", length - 1)
    return first
  }`,
)

/** Array.prototype.unshift, ECMA-262 23.1.3.35. */
const unshift = withGuest(
  1,
  (machine, thisValue, args) => {
    const elements = growableElementsOf(machine, thisValue)
    if (elements === null || elements.length + args.length > MAX_DENSE_GROWTH) return DECLINED
    const length = elements.length + args.length
    if (args.length > 1_000 || length > MAX_QUICK_ELEMENTS)
      return reassemble(machine, thisValue as JSObject, [partOf(args), partOf(thisValue as JSObject)], length)
    if (!machine.allocate(args.length * SLOT_BYTES)) return ABRUPT
    machine.charge(elements.length >> 10)
    return elements.unshift(...args)
  },
  `function () {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const count = arguments.length
    if (count > 0) {
      if (length + count > 9007199254740991) ThrowTypeError("Invalid array length")
      for (let index = length - 1; index >= 0; index--) {
        const from = ToString(index)
        const to = ToString(index + count)
        if (HasProperty(object, from)) SetOrThrow(object, to, object[from])
        else DeleteOrThrow(object, to)
      }
      for (let index = 0; index < count; index++) SetOrThrow(object, ToString(index), arguments[index])
    }
    SetOrThrow(object, "length", length + count)
    return length + count
  }`,
)

/** First the array of what is taken out, then what is left. */
const spliceSteps = steps<{ array: JSObject; start: number; end: number; added: Value[] }>({
  name: "Array.prototype.splice",
  run(machine, frame, input) {
    const { array, start, end, added } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = assembleArray(machine, [partOf(array, start, end)], false)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const parts = [partOf(array, 0, start), partOf(added), partOf(array, end)]
    return reassemble(machine, array, parts, input as Value)
  },
})

/** Array.prototype.splice, ECMA-262 23.1.3.31. */
const splice = withGuest(
  2,
  (machine, thisValue, args) => {
    const elements = growableElementsOf(machine, thisValue)
    const added = Math.max(args.length - 2, 0)
    if (elements === null || elements.length + added > MAX_DENSE_GROWTH) return DECLINED
    if (!isQuickInteger(args[0]) || !isQuickInteger(args[1])) return DECLINED
    if (!speciesIntact(machine.realm, thisValue as JSObject)) return DECLINED
    const length = elements.length
    const start = relativeIndex(quickInteger(args[0]), length)
    const wanted = args.length === 0 ? 0 : args.length === 1 ? length - start : quickInteger(args[1])
    const count = Math.min(Math.max(wanted, 0), length - start)
    if (added > 1_000 || length > MAX_QUICK_ELEMENTS)
      return spliceSteps.start(machine, {
        array: thisValue as JSObject,
        start,
        end: start + count,
        added: args.slice(2),
      })
    if (!machine.allocate(OBJECT_BYTES + (count + added) * SLOT_BYTES)) return ABRUPT
    machine.charge(length >> 9)
    return createArray(machine, elements.splice(start, count, ...args.slice(2)))
  },
  `function (start, deleteCount) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const relative = ToIntegerOrInfinity(start)
    const from = relative < 0 ? Max(length + relative, 0) : Min(relative, length)
    const added = Max(arguments.length - 2, 0)
    const removed = arguments.length === 0 ? 0 : arguments.length === 1 ? length - from
      : Min(Max(ToIntegerOrInfinity(deleteCount), 0), length - from)
    if (length + added - removed > 9007199254740991) ThrowTypeError("Invalid array length")
    const result = ArraySpeciesCreate(object, removed)
    for (let index = 0; index < removed; index++) {
      const key = ToString(from + index)
      if (HasProperty(object, key)) CreateDataPropertyOrThrow(result, ToString(index), object[key])
    }
    SetOrThrow(result, "length", removed)
    if (added < removed) {
      for (let index = from; index < length - removed; index++) {
        const source = ToString(index + removed)
        const target = ToString(index + added)
        if (HasProperty(object, source)) SetOrThrow(object, target, object[source])
        else DeleteOrThrow(object, target)
      }
      for (let index = length; index > length - removed + added; index--) DeleteOrThrow(object, ToString(index - 1))
    } else if (added > removed) {
      for (let index = length - removed; index > from; index--) {
        const source = ToString(index + removed - 1)
        const target = ToString(index + added - 1)
        if (HasProperty(object, source)) SetOrThrow(object, target, object[source])
        else DeleteOrThrow(object, target)
      }
    }
    for (let index = 0; index < added; index++) SetOrThrow(object, ToString(from + index), arguments[index + 2])
    SetOrThrow(object, "length", length - removed + added)
    return result
  }`,
)

/** Array.prototype.reverse, ECMA-262 23.1.3.26. */
const reverse = withGuest(
  0,
  (machine, thisValue) => {
    const elements = growableElementsOf(machine, thisValue)
    if (elements === null) return DECLINED
    if (elements.length > MAX_QUICK_ELEMENTS)
      return reassemble(machine, thisValue as JSObject, [backwards(thisValue as JSObject)], thisValue)
    machine.charge(elements.length >> 5)
    elements.reverse()
    return thisValue
  },
  `function () {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const middle = Floor(length / 2)
    for (let index = 0; index < middle; index++) {
      const low = ToString(index)
      const high = ToString(length - index - 1)
      const hasLow = HasProperty(object, low)
      let lowValue, highValue
      if (hasLow) lowValue = object[low]
      const hasHigh = HasProperty(object, high)
      if (hasHigh) highValue = object[high]
      if (hasHigh) SetOrThrow(object, low, highValue)
      else if (hasLow) DeleteOrThrow(object, low)
      if (hasLow) SetOrThrow(object, high, lowValue)
      else if (hasHigh) DeleteOrThrow(object, high)
    }
    return object
  }`,
)

interface Fill {
  readonly array: JSObject
  readonly value: Value
  index: number
  readonly end: number
}

/** Fills a dense array, or one of the same length without elements, a chunk at a time. */
const fillSteps = steps<Fill>({
  name: "Array.prototype.fill",
  run(machine, frame) {
    const fill = frame.locals
    while (fill.index < fill.end) {
      if (machine.fuel < 0) return pause(machine, frame)
      const elements = fill.array.data as Elements
      const end = Math.min(fill.end, fill.index + MAX_HOST_ELEMENTS)
      machine.charge((end - fill.index) >> 4)
      if (fill.index === elements.length) {
        if (!machine.allocate((end - fill.index) * SLOT_BYTES)) return ABRUPT
        for (let index = fill.index; index < end; index++) elements.push(fill.value)
      } else elements.fill(fill.value, fill.index, end)
      fill.index = end
    }
    return fill.array
  },
})

/** A slow array that is only long: `new Array(n)` before anything was put in. */
function isBlank(machine: Machine, value: Value): value is JSObject {
  if (typeof value !== "object" || value === null || value.kind !== Kind.SlowArray) return false
  const array = value as JSObject
  const length = array.data as SlowArrayLength
  return array.shape === machine.realm.arrayShape && length.writable && length.value <= MAX_DENSE_GROWTH
}

/** Array.prototype.fill, ECMA-262 23.1.3.7. */
const fill = withGuest(
  1,
  (machine, thisValue, args) => {
    if (!isQuickInteger(args[1]) || !isQuickInteger(args[2])) return DECLINED
    if (isBlank(machine, thisValue) && args[1] === undefined && args[2] === undefined) {
      if (!indicesUnheld(machine.realm, thisValue)) return DECLINED
      const end = (thisValue.data as SlowArrayLength).value
      ;(thisValue as { kind: Kind }).kind = Kind.Array
      thisValue.data = []
      return fillSteps.start(machine, { array: thisValue, value: args[0], index: 0, end })
    }
    const elements = growableElementsOf(machine, thisValue)
    if (elements === null) return DECLINED
    const start = relativeIndex(quickInteger(args[1]), elements.length)
    const end = relativeIndex(quickInteger(args[2], elements.length), elements.length)
    if (end - start > MAX_HOST_ELEMENTS) {
      return fillSteps.start(machine, { array: thisValue as JSObject, value: args[0], index: start, end })
    }
    machine.charge((end - start) >> 4)
    if (start < end) elements.fill(args[0], start, end)
    return thisValue
  },
  `function (value, start, end) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const from = ToIntegerOrInfinity(start)
    let index = from < 0 ? Max(length + from, 0) : Min(from, length)
    const to = end === undefined ? length : ToIntegerOrInfinity(end)
    const last = to < 0 ? Max(length + to, 0) : Min(to, length)
    for (; index < last; index++) SetOrThrow(object, ToString(index), value)
    return object
  }`,
)

/** Array.prototype.copyWithin, ECMA-262 23.1.3.4. */
const copyWithin = withGuest(
  2,
  (machine, thisValue, args) => {
    const elements = growableElementsOf(machine, thisValue)
    if (elements === null) return DECLINED
    if (!isQuickInteger(args[0]) || !isQuickInteger(args[1]) || !isQuickInteger(args[2])) return DECLINED
    const { length } = elements
    const to = relativeIndex(quickInteger(args[0]), length)
    const from = relativeIndex(quickInteger(args[1]), length)
    const end = relativeIndex(quickInteger(args[2], length), length)
    const count = Math.min(end - from, length - to)
    if (count > MAX_QUICK_ELEMENTS) {
      const parts = [
        partOf(thisValue as JSObject, 0, to),
        partOf(thisValue as JSObject, from, from + count),
        partOf(thisValue as JSObject, to + count),
      ]
      return reassemble(machine, thisValue as JSObject, parts, thisValue)
    }
    machine.charge(length >> 6)
    elements.copyWithin(to, from, end)
    return thisValue
  },
  `function (target, start, end) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const relativeTarget = ToIntegerOrInfinity(target)
    let to = relativeTarget < 0 ? Max(length + relativeTarget, 0) : Min(relativeTarget, length)
    const relativeStart = ToIntegerOrInfinity(start)
    let from = relativeStart < 0 ? Max(length + relativeStart, 0) : Min(relativeStart, length)
    const relativeEnd = end === undefined ? length : ToIntegerOrInfinity(end)
    const last = relativeEnd < 0 ? Max(length + relativeEnd, 0) : Min(relativeEnd, length)
    let count = Min(last - from, length - to)
    let direction = 1
    if (from < to && to < from + count) {
      direction = -1
      from = from + count - 1
      to = to + count - 1
    }
    for (; count > 0; count--) {
      const source = ToString(from)
      const sink = ToString(to)
      if (HasProperty(object, source)) SetOrThrow(object, sink, object[source])
      else DeleteOrThrow(object, sink)
      from = from + direction
      to = to + direction
    }
    return object
  }`,
)

export const mutatorMembers = { push, pop, shift, unshift, splice, reverse, fill, copyWithin }
