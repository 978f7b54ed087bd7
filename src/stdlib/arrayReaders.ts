/** The methods of Array.prototype that read elements, copy them or search among them without calling a function. */
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { Rope } from "../objects/rope.ts"
import { ABRUPT, EMPTY, type Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, withGuest } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { throwRangeError } from "../interpreter/throws.ts"
import { assembleArray, backwards, MAX_QUICK_ELEMENTS, partOf, searchElements } from "./elementParts.ts"
import {
  type Elements,
  elementsOf,
  indicesUnheld,
  isQuickInteger,
  MAX_DENSE_GROWTH,
  plainElementsOf,
  quickInteger,
  relativeIndex,
  speciesIntact,
  spreadableIntact,
} from "./dense.ts"

/** More arguments than this are not handed to a host function. */
const MAX_QUICK_ARGUMENTS = 1_000

/** Longer strings are compared where the comparison is charged. */
const MAX_QUICK_TEXT = 256

/** Holes of a copy that reads elements with [[Get]] are undefined. */
function withoutHoles(elements: Elements): Elements {
  for (let index = 0; index < elements.length; index++)
    if (elements[index] === EMPTY) elements[index] = undefined
  return elements
}

function allocateCopy(machine: Machine, length: number): boolean {
  machine.charge(length >> 7)
  return machine.allocate(OBJECT_BYTES + length * SLOT_BYTES)
}

/** Array.prototype.at, ECMA-262 23.1.3.1. */
const at = withGuest(
  1,
  (machine, thisValue, args) => {
    const elements = elementsOf(thisValue)
    if (elements === null || !isQuickInteger(args[0])) return DECLINED
    const relative = quickInteger(args[0])
    const index = relative < 0 ? elements.length + relative : relative
    if (index < 0 || index >= elements.length) return undefined
    const element = elements[index]!
    if (element !== EMPTY) return element
    return indicesUnheld(machine.realm, thisValue as JSObject) ? undefined : DECLINED
  },
  `function (index) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const relative = ToIntegerOrInfinity(index)
    const position = relative >= 0 ? relative : length + relative
    return position < 0 || position >= length ? undefined : object[ToString(position)]
  }`,
)

/** Array.prototype.slice, ECMA-262 23.1.3.28. */
const slice = withGuest(
  2,
  (machine, thisValue, args) => {
    const elements = plainElementsOf(machine, thisValue)
    if (elements === null || !isQuickInteger(args[0]) || !isQuickInteger(args[1])) return DECLINED
    if (!speciesIntact(machine.realm, thisValue as JSObject)) return DECLINED
    const start = relativeIndex(quickInteger(args[0]), elements.length)
    const end = relativeIndex(quickInteger(args[1], elements.length), elements.length)
    if (end - start > MAX_QUICK_ELEMENTS)
      return assembleArray(machine, [partOf(thisValue as JSObject, start, end)], false)
    if (!allocateCopy(machine, Math.max(end - start, 0))) return ABRUPT
    return createArray(machine, elements.slice(start, end))
  },
  `function (start, end) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const relativeStart = ToIntegerOrInfinity(start)
    let index = relativeStart < 0 ? Max(length + relativeStart, 0) : Min(relativeStart, length)
    const relativeEnd = end === undefined ? length : ToIntegerOrInfinity(end)
    const last = relativeEnd < 0 ? Max(length + relativeEnd, 0) : Min(relativeEnd, length)
    const result = ArraySpeciesCreate(object, Max(last - index, 0))
    let count = 0
    for (; index < last; index++) {
      const key = ToString(index)
      if (HasProperty(object, key)) CreateDataPropertyOrThrow(result, ToString(count), object[key])
      count++
    }
    SetOrThrow(result, "length", count)
    return result
  }`,
)

/** Array.prototype.concat, ECMA-262 23.1.3.2. */
const concat = withGuest(
  1,
  (machine, thisValue, args) => {
    const first = plainElementsOf(machine, thisValue)
    if (first === null || args.length > MAX_QUICK_ARGUMENTS) return DECLINED
    if (!speciesIntact(machine.realm, thisValue as JSObject)) return DECLINED
    if (!spreadableIntact(machine.realm, thisValue as JSObject)) return DECLINED
    let length = first.length
    for (const item of args) {
      if (!isObject(item)) {
        length++
        continue
      }
      if (!spreadableIntact(machine.realm, item)) return DECLINED
      if (item.kind === Kind.SlowArray) return DECLINED
      if (item.kind === Kind.Array) {
        const elements = plainElementsOf(machine, item)
        if (elements === null) return DECLINED
        length += elements.length
      } else length++
    }
    if (length > MAX_DENSE_GROWTH) return DECLINED
    const parts = args.map((item) => elementsOf(item) ?? [item])
    if (length > MAX_QUICK_ELEMENTS)
      return assembleArray(
        machine,
        [thisValue as JSObject, ...args].map((item) =>
          partOf(elementsOf(item) === null ? [item] : (item as JSObject)),
        ),
        false,
      )
    if (!allocateCopy(machine, length)) return ABRUPT
    return createArray(machine, first.concat(...(parts as Elements[])))
  },
  `function () {
    if (this === undefined || this === null) ThrowTypeError("Array.prototype.concat called on null or undefined")
    const object = ToObject(this)
    const result = ArraySpeciesCreate(object, 0)
    const spreadableKey = WellKnownSymbol("isConcatSpreadable")
    let count = 0
    let item = object
    for (let position = -1; position < arguments.length; position++) {
      if (position >= 0) item = arguments[position]
      let spreadable = false
      if (IsObject(item)) {
        const flag = item[spreadableKey]
        spreadable = flag === undefined ? IsArray(item) : !!flag
      }
      if (spreadable) {
        const length = LengthOfArrayLike(item)
        if (count + length > 9007199254740991) ThrowTypeError("Invalid array length")
        for (let index = 0; index < length; index++) {
          const key = ToString(index)
          if (HasProperty(item, key)) CreateDataPropertyOrThrow(result, ToString(count), item[key])
          count++
        }
      } else {
        if (count >= 9007199254740991) ThrowTypeError("Invalid array length")
        CreateDataPropertyOrThrow(result, ToString(count), item)
        count++
      }
    }
    SetOrThrow(result, "length", count)
    return result
  }`,
)

/** The value is found by identity: no text has to be compared, or one too short to be equal to a rope. */
function isQuicklySought(value: Value): boolean {
  return typeof value === "string" ? value.length <= MAX_QUICK_TEXT : !(value instanceof Rope)
}

function charged(machine: Machine, elements: Elements, sought: Value): void {
  machine.charge(elements.length >> (typeof sought === "string" ? 4 : 6))
}

/** Array.prototype.includes, ECMA-262 23.1.3.16. */
const includes = withGuest(
  1,
  (machine, thisValue, args) => {
    const elements = plainElementsOf(machine, thisValue)
    if (elements === null || !isQuickInteger(args[1]) || !isQuicklySought(args[0])) return DECLINED
    const sought = args[0]
    if (elements.length > MAX_QUICK_ELEMENTS)
      return searchElements(
        machine,
        thisValue as JSObject,
        sought,
        "includes",
        relativeIndex(quickInteger(args[1]), elements.length),
      )
    charged(machine, elements, sought)
    const start = relativeIndex(quickInteger(args[1]), elements.length)
    return elements.includes(sought, start) || (sought === undefined && elements.includes(EMPTY, start))
  },
  `function (sought, start) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    if (length === 0) return false
    const relative = ToIntegerOrInfinity(start)
    let index = relative >= 0 ? relative : Max(length + relative, 0)
    for (; index < length; index++) if (SameValueZero(object[ToString(index)], sought)) return true
    return false
  }`,
)

/** Array.prototype.indexOf, ECMA-262 23.1.3.17. */
const indexOf = withGuest(
  1,
  (machine, thisValue, args) => {
    const elements = plainElementsOf(machine, thisValue)
    if (elements === null || !isQuickInteger(args[1]) || !isQuicklySought(args[0])) return DECLINED
    const start = relativeIndex(quickInteger(args[1]), elements.length)
    if (elements.length > MAX_QUICK_ELEMENTS)
      return searchElements(machine, thisValue as JSObject, args[0], "indexOf", start)
    charged(machine, elements, args[0])
    return elements.indexOf(args[0], start)
  },
  `function (sought, start) {
    if (this === undefined || this === null) ThrowTypeError("Array.prototype.indexOf called on null or undefined")
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    if (length === 0) return -1
    const relative = ToIntegerOrInfinity(start)
    let index = relative >= 0 ? relative : Max(length + relative, 0)
    for (; index < length; index++) {
      const key = ToString(index)
      if (HasProperty(object, key) && object[key] === sought) return index
    }
    return -1
  }`,
)

/** Array.prototype.lastIndexOf, ECMA-262 23.1.3.20. */
const lastIndexOf = withGuest(
  1,
  (machine, thisValue, args) => {
    const elements = plainElementsOf(machine, thisValue)
    if (elements === null || !isQuicklySought(args[0])) return DECLINED
    if (args.length > 1 && typeof args[1] !== "number") return DECLINED
    const last = elements.length - 1
    const from = args.length > 1 ? quickInteger(args[1] as number) : last
    const start = from < 0 ? elements.length + from : Math.min(from, last)
    if (elements.length > MAX_QUICK_ELEMENTS)
      return searchElements(machine, thisValue as JSObject, args[0], "lastIndexOf", start)
    charged(machine, elements, args[0])
    return start < 0 ? -1 : elements.lastIndexOf(args[0], start)
  },
  `function (sought, start) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    if (length === 0) return -1
    const relative = arguments.length > 1 ? ToIntegerOrInfinity(start) : length - 1
    let index = relative >= 0 ? Min(relative, length - 1) : length + relative
    for (; index >= 0; index--) {
      const key = ToString(index)
      if (HasProperty(object, key) && object[key] === sought) return index
    }
    return -1
  }`,
)

/** Array.prototype.with, ECMA-262 23.1.3.39. */
const withMethod = withGuest(
  2,
  (machine, thisValue, args) => {
    const elements = plainElementsOf(machine, thisValue)
    if (elements === null || !isQuickInteger(args[0])) return DECLINED
    const relative = quickInteger(args[0])
    const index = relative < 0 ? elements.length + relative : relative
    if (index < 0 || index >= elements.length) return throwRangeError(machine, `Invalid index : ${relative}`)
    if (elements.length > MAX_QUICK_ELEMENTS) {
      const parts = [
        partOf(thisValue as JSObject, 0, index),
        partOf([args[1]]),
        partOf(thisValue as JSObject, index + 1),
      ]
      return assembleArray(machine, parts, true)
    }
    if (!allocateCopy(machine, elements.length)) return ABRUPT
    const copy = withoutHoles(elements.slice())
    copy[index] = args[1]
    return createArray(machine, copy)
  },
  `function (index, value) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const relative = ToIntegerOrInfinity(index)
    const position = relative >= 0 ? relative : length + relative
    if (position >= length || position < 0) ThrowRangeError("Invalid index : " + relative)
    const result = ArrayCreate(length)
    for (let current = 0; current < length; current++) {
      const key = ToString(current)
      CreateDataProperty(result, key, current === position ? value : object[key])
    }
    return result
  }`,
)

/** Array.prototype.toReversed, ECMA-262 23.1.3.33. */
const toReversed = withGuest(
  0,
  (machine, thisValue) => {
    const elements = plainElementsOf(machine, thisValue)
    if (elements === null) return DECLINED
    if (elements.length > MAX_QUICK_ELEMENTS)
      return assembleArray(machine, [backwards(thisValue as JSObject)], true)
    if (!allocateCopy(machine, elements.length)) return ABRUPT
    return createArray(machine, withoutHoles(elements.slice().reverse()))
  },
  `function () {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const result = ArrayCreate(length)
    for (let index = 0; index < length; index++) {
      CreateDataProperty(result, ToString(index), object[ToString(length - index - 1)])
    }
    return result
  }`,
)

/** Array.prototype.toSpliced, ECMA-262 23.1.3.35. */
const toSpliced = withGuest(
  2,
  (machine, thisValue, args) => {
    const elements = plainElementsOf(machine, thisValue)
    if (elements === null || !isQuickInteger(args[0]) || !isQuickInteger(args[1])) return DECLINED
    const length = elements.length
    const added = Math.max(args.length - 2, 0)
    const start = relativeIndex(quickInteger(args[0]), length)
    const wanted = args.length === 0 ? 0 : args.length === 1 ? length - start : quickInteger(args[1])
    const skipped = Math.min(Math.max(wanted, 0), length - start)
    if (length + added > MAX_DENSE_GROWTH) return DECLINED
    if (added > MAX_QUICK_ARGUMENTS || length > MAX_QUICK_ELEMENTS) {
      const parts = [
        partOf(thisValue as JSObject, 0, start),
        partOf(args, 2),
        partOf(thisValue as JSObject, start + skipped),
      ]
      return assembleArray(machine, parts, true)
    }
    if (!allocateCopy(machine, length + added)) return ABRUPT
    const copy = elements.slice()
    copy.splice(start, skipped, ...args.slice(2))
    return createArray(machine, withoutHoles(copy))
  },
  `function (start, skipCount) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    const relative = ToIntegerOrInfinity(start)
    const from = relative < 0 ? Max(length + relative, 0) : Min(relative, length)
    const added = Max(arguments.length - 2, 0)
    const skipped = arguments.length === 0 ? 0 : arguments.length === 1 ? length - from
      : Min(Max(ToIntegerOrInfinity(skipCount), 0), length - from)
    const newLength = length + added - skipped
    if (newLength > 9007199254740991) ThrowTypeError("Invalid array length")
    const result = ArrayCreate(newLength)
    let index = 0
    for (; index < from; index++) CreateDataProperty(result, ToString(index), object[ToString(index)])
    for (let item = 0; item < added; item++) {
      CreateDataProperty(result, ToString(index), arguments[item + 2])
      index++
    }
    let source = from + skipped
    for (; index < newLength; index++) {
      CreateDataProperty(result, ToString(index), object[ToString(source)])
      source++
    }
    return result
  }`,
)

export const readerMembers = {
  at,
  slice,
  concat,
  includes,
  indexOf,
  lastIndexOf,
  with: withMethod,
  toReversed,
  toSpliced,
}
