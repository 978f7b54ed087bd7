/** The methods of %TypedArray%.prototype, ECMA-262 23.2.3, most of them as guest text over hidden operations. */
import { ArrayIteratorSlots, type IterationKind } from "../objects/iterator.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import { ABRUPT, EMPTY } from "../objects/value.ts"
import { guest, type Member, method } from "../interpreter/native.ts"
import { typedElement } from "../interpreter/typedArray.ts"
import { integerMethod } from "./integerMethod.ts"
import { typedSlots, validateTypedArray } from "./typedArrayCreate.ts"

/** Elements that one hidden operation handles between two turns of a guest loop. */
const CHUNK = 65_536

/** Text that makes `name` a place within `length` counted from the start, or the end where `argument` is negative. */
function relative(name: string, argument: string, missing: string): string {
  return `
    let ${name} = ${argument} === undefined ? ${missing} : ToIntegerOrInfinity(${argument})
    ${name} = ${name} < 0 ? Max(length + ${name}, 0) : Min(${name}, length)`
}

function validated(name: string): string {
  return `const length = ValidateTypedArray(this, "${name}")`
}

/** Text that goes through the elements with a callback: `body` sees `value`, `index` and `result` of the callback. */
function each(name: string, before: string, body: string, after: string): string {
  return `function (callback, thisArgument) {
    ${validated(name)}
    if (!IsCallable(callback)) ThrowTypeError(NameOf(callback) + " is not a function")
    ${before}
    for (let index = 0; index < length; index++) {
      const value = this[index]
      const result = Call(callback, thisArgument, value, index, this)
      ${body}
    }
    ${after}
  }`
}

function eachBackwards(name: string, body: string, after: string): string {
  return `function (callback, thisArgument) {
    ${validated(name)}
    if (!IsCallable(callback)) ThrowTypeError(NameOf(callback) + " is not a function")
    for (let index = length - 1; index >= 0; index--) {
      const value = this[index]
      if (Call(callback, thisArgument, value, index, this)) ${body}
    }
    ${after}
  }`
}

/** A method of a program's loop over elements from one end, with an accumulator that may be missing. */
function reducing(name: string, first: string, step: string): Member {
  return guest(
    1,
    `function (callback, ...rest) {
      ${validated(name)}
      if (!IsCallable(callback)) ThrowTypeError(NameOf(callback) + " is not a function")
      let index = ${first}
      let accumulator
      if (rest.length > 0) accumulator = rest[0]
      else {
        if (length === 0) ThrowTypeError("Reduce of empty array with no initial value")
        accumulator = this[index]
        index += ${step}
      }
      for (; index >= 0 && index < length; index += ${step}) {
        accumulator = Call(callback, undefined, accumulator, this[index], index, this)
      }
      return accumulator
    }`,
  )
}

function iteratorOf(name: string, kind: IterationKind): Member {
  return method(0, (machine, thisValue) => {
    const array = validateTypedArray(machine, thisValue, name)
    if (array === ABRUPT) return ABRUPT
    machine.meter.used += OBJECT_BYTES
    const shape = machine.realm.shapeFor(machine.realm.intrinsic("ArrayIteratorPrototype"))
    return new JSObject(shape, [], Kind.Iterator, new ArrayIteratorSlots(array, kind))
  })
}

const at = integerMethod(
  "%TypedArray%.prototype.at",
  1,
  (machine, thisValue) => {
    const array = validateTypedArray(machine, thisValue, "at")
    return array === ABRUPT ? ABRUPT : { array, length: typedSlots(array).current().length }
  },
  (_machine, { array, length }, integer = 0) => {
    const element = typedElement(array, integer < 0 ? length + integer : integer)
    return element === EMPTY ? undefined : element
  },
)

const copyWithin = `function (target, start, end) {
  ${validated("copyWithin")}
  ${relative("to", "target", "0")}
  ${relative("from", "start", "0")}
  ${relative("final", "end", "length")}
  const count = Min(final - from, length - to)
  if (count > 0) {
    ValidateTypedArray(this, "copyWithin")
    if (to <= from) {
      for (let done = 0; done < count; done += ${CHUNK}) TypedArrayCopyWithin(this, to + done, from + done, Min(${CHUNK}, count - done))
    } else {
      for (let left = count; left > 0; left -= ${CHUNK}) {
        const part = Min(${CHUNK}, left)
        TypedArrayCopyWithin(this, to + left - part, from + left - part, part)
      }
    }
  }
  return this
}`

const fill = `function (value, start, end) {
  ${validated("fill")}
  const element = TypedArrayToElement(this, value)
  ${relative("from", "start", "0")}
  ${relative("final", "end", "length")}
  const last = Min(final, ValidateTypedArray(this, "fill"))
  for (; from < last; from += ${CHUNK}) TypedArrayFill(this, element, from, Min(from + ${CHUNK}, last))
  return this
}`

const filter = each(
  "filter",
  "const kept = []",
  "if (result) Push(kept, value)",
  `const count = LengthOfArrayLike(kept)
   const filtered = TypedArraySpeciesCreate(this, [count], "filter")
   for (let index = 0; index < count; index++) filtered[index] = kept[index]
   return filtered`,
)

const includes = `function (element, start) {
  ${validated("includes")}
  if (length === 0) return false
  ${relative("from", "start", "0")}
  if (element === undefined) return from < length && TypedArrayLength(this) < length
  for (; from < length; from += ${CHUNK}) {
    if (TypedArraySearch(this, element, from, Min(from + ${CHUNK}, length), "includes") >= 0) return true
  }
  return false
}`

const indexOf = `function (element, start) {
  ${validated("indexOf")}
  if (length === 0) return -1
  ${relative("from", "start", "0")}
  for (; from < length; from += ${CHUNK}) {
    const place = TypedArraySearch(this, element, from, Min(from + ${CHUNK}, length), "indexOf")
    if (place >= 0) return place
  }
  return -1
}`

const lastIndexOf = `function (element, ...rest) {
  ${validated("lastIndexOf")}
  if (length === 0) return -1
  let from = rest.length > 0 ? ToIntegerOrInfinity(rest[0]) : length - 1
  from = from < 0 ? length + from : Min(from, length - 1)
  for (; from >= 0; from -= ${CHUNK}) {
    const place = TypedArraySearchBack(this, element, from, Max(from - ${CHUNK - 1}, 0))
    if (place >= 0) return place
  }
  return -1
}`

const join = `function (separator) {
  ${validated("join")}
  const between = separator === undefined ? "," : ToString(separator)
  let text = ""
  for (let from = 0; from < length; from += 4096) {
    if (from > 0) text += between
    text += TypedArrayJoin(this, between, from, Min(from + 4096, length))
  }
  return text
}`

const set = `function (source, offset) {
  RequireTypedArray(this, "set")
  const start = ToIntegerOrInfinity(offset)
  if (start < 0) ThrowRangeError("offset is out of bounds")
  if (IsTypedArray(source)) {
    TypedArraySetFromTyped(this, source, start)
    return
  }
  const length = ValidateTypedArray(this, "set")
  const object = ToObject(source)
  const count = LengthOfArrayLike(object)
  if (count + start > length) ThrowRangeError("offset is out of bounds")
  if (TypedArraySetFromNumbers(this, object, start)) return
  for (let index = 0; index < count; index++) this[start + index] = object[index]
}`

const slice = `function (start, end) {
  ${validated("slice")}
  ${relative("from", "start", "0")}
  ${relative("final", "end", "length")}
  const count = Max(final - from, 0)
  const result = TypedArraySpeciesCreate(this, [count], "slice")
  if (count > 0) {
    const last = Min(final, ValidateTypedArray(this, "slice"))
    if (!TypedArraySliceInto(this, result, from, last)) {
      for (let index = from; index < last; index++) result[index - from] = this[index]
    }
  }
  return result
}`

const badComparator = "The comparison function must be either a function or undefined"

/** Text that makes a list of all elements. */
const listed = `const list = []
  for (let from = 0; from < length; from += ${CHUNK}) TypedArrayPushElements(list, this, from, Min(from + ${CHUNK}, length))`

const sort = `function (comparator) {
  if (comparator !== undefined && !IsCallable(comparator)) ThrowTypeError("${badComparator}")
  ${validated("sort")}
  if (comparator === undefined) return TypedArraySortNumbers(this)
  ${listed}
  const sorted = SortList(list, comparator)
  const count = Min(length, TypedArrayLength(this))
  for (let index = 0; index < count; index++) this[index] = sorted[index]
  return this
}`

const toSorted = `function (comparator) {
  if (comparator !== undefined && !IsCallable(comparator)) ThrowTypeError("${badComparator}")
  ${validated("toSorted")}
  const result = TypedArrayCreateSameType(this, length)
  TypedArraySetFromTyped(result, this, 0)
  if (comparator === undefined) return TypedArraySortNumbers(result)
  ${listed}
  const sorted = SortList(list, comparator)
  for (let index = 0; index < length; index++) result[index] = sorted[index]
  return result
}`

const subarray = `function (start, end) {
  RequireTypedArray(this, "subarray")
  const length = TypedArrayLength(this)
  ${relative("from", "start", "0")}
  let count
  if (end !== undefined || !TypedArrayTracksLength(this)) {
    ${relative("final", "end", "length")}
    count = Max(final - from, 0)
  }
  return TypedArraySpeciesCreate(this, TypedArraySubarrayArguments(this, from, count), "subarray")
}`

const toLocaleString = `function (locales, options) {
  ${validated("toLocaleString")}
  let text = ""
  for (let index = 0; index < length; index++) {
    if (index > 0) text += ","
    const element = this[index]
    if (element !== undefined) text += ToString(Call(element.toLocaleString, element, locales, options))
  }
  return text
}`

const replaced = `function (index, value) {
  ${validated("with")}
  const integer = ToIntegerOrInfinity(index)
  const place = integer < 0 ? length + integer : integer
  const element = TypedArrayToElement(this, value)
  if (!(place >= 0 && place < TypedArrayLength(this))) ThrowRangeError("Invalid typed array index")
  const result = TypedArrayCreateSameType(this, length)
  if (TypedArrayLength(this) === length) TypedArraySetFromTyped(result, this, 0)
  else for (let at = 0; at < length; at++) result[at] = this[at]
  result[place] = element
  return result
}`

export const typedArrayMethods: ReadonlyArray<readonly [string, Member]> = [
  ["at", at],
  ["copyWithin", guest(2, copyWithin)],
  ["entries", iteratorOf("entries", "key+value")],
  ["every", guest(1, each("every", "", "if (!result) return false", "return true"))],
  ["fill", guest(1, fill)],
  ["filter", guest(1, filter)],
  ["find", guest(1, each("find", "", "if (result) return value", ""))],
  ["findIndex", guest(1, each("findIndex", "", "if (result) return index", "return -1"))],
  ["findLast", guest(1, eachBackwards("findLast", "return value", ""))],
  ["findLastIndex", guest(1, eachBackwards("findLastIndex", "return index", "return -1"))],
  ["forEach", guest(1, each("forEach", "", "", ""))],
  ["includes", guest(1, includes)],
  ["indexOf", guest(1, indexOf)],
  ["join", guest(1, join)],
  ["keys", iteratorOf("keys", "key")],
  ["lastIndexOf", guest(1, lastIndexOf)],
  [
    "map",
    guest(
      1,
      each(
        "map",
        'const mapped = TypedArraySpeciesCreate(this, [length], "map")',
        "mapped[index] = result",
        "return mapped",
      ),
    ),
  ],
  ["reduce", reducing("reduce", "0", "1")],
  ["reduceRight", reducing("reduceRight", "length - 1", "-1")],
  [
    "reverse",
    guest(
      0,
      `function () {
        ${validated("reverse")}
        for (let low = 0, high = length; low < high; low += ${CHUNK}, high -= ${CHUNK}) {
          TypedArraySwapReversed(this, low, high, Min(${CHUNK}, Floor((high - low) / 2)))
        }
        return this
      }`,
    ),
  ],
  ["set", guest(1, set)],
  ["slice", guest(2, slice)],
  ["some", guest(1, each("some", "", "if (result) return true", "return false"))],
  ["sort", guest(1, sort)],
  ["subarray", guest(2, subarray)],
  ["toLocaleString", guest(0, toLocaleString)],
  [
    "toReversed",
    guest(
      0,
      `function () {
        ${validated("toReversed")}
        const result = TypedArrayCreateSameType(this, length)
        for (let from = 0; from < length; from += ${CHUNK}) TypedArrayReverseInto(result, this, from, Min(from + ${CHUNK}, length))
        return result
      }`,
    ),
  ],
  ["toSorted", guest(1, toSorted)],
  ["values", iteratorOf("values", "value")],
  ["with", guest(2, replaced)],
]
