/** The eleven typed array constructors and Float16Array, ECMA-262 23.2.5.1. */
import { elementSize, type ElementType } from "../objects/buffer.ts"
import { isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { get } from "../interpreter/internal.ts"
import { DONE, isArrayIterationIntact, IteratorRecord, stepIterator } from "../interpreter/iterators.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import {
  getMethod,
  getPrototypeFromConstructor,
  integerOf,
  lengthOf,
  toNumber,
} from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { setTypedElement } from "../interpreter/typedArray.ts"
import { isIndex } from "./ArrayBuffer.ts"
import { assembleArray, partOf } from "./elementParts.ts"
import { allocateTypedArray, fromBuffer, fromTypedArray, sentences } from "./typedArrayCreate.ts"

interface Locals {
  type: ElementType
  newTarget: JSObject
  args: Value[]
  prototype: JSObject | null
  offset: number
  record: IteratorRecord | null
  /** What the iterator gave; null for an array-like object, whose elements are read one by one. */
  list: Value[] | null
  length: number
  array: JSObject | null
  index: number
}

const BEGIN = 0
const LENGTH_NUMBER = 1
const LENGTH_PROTOTYPE = 2
const OBJECT_PROTOTYPE = 3
const OFFSET_NUMBER = 4
const VIEW_LENGTH_NUMBER = 5
const METHOD = 6
const ITERATOR = 7
const NEXT_METHOD = 8
const STEP = 9
const STEPPED = 10
const ARRAY_LIKE_LENGTH = 11
const ARRAY_LIKE_NUMBER = 12
const FILL = 13
const ELEMENT = 14
const WRITTEN = 15
/** A plain array was copied. */
const LISTED = 16

const typedArraySteps = steps<Locals>({
  name: "TypedArray",
  run(machine, frame, input) {
    const { locals } = frame
    const first = locals.args[0]
    if (frame.state === BEGIN) {
      if (isObject(first)) {
        frame.state = OBJECT_PROTOTYPE
        input = prototypeOf(machine, locals)
      } else {
        frame.state = LENGTH_NUMBER
        input = first === undefined ? 0 : toNumber(machine, first)
      }
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state <= LENGTH_PROTOTYPE) return fromLength(machine, frame, input)
    if (frame.state === OBJECT_PROTOTYPE) locals.prototype = input as JSObject
    const source = first as JSObject
    if (source.kind === Kind.TypedArray)
      return fromTypedArray(machine, locals.prototype!, locals.type, source)
    if (source.kind === Kind.ArrayBuffer) return fromArrayBuffer(machine, frame, input, source)
    return fromObject(machine, frame, input, source)
  },
})

function prototypeOf(machine: Machine, { newTarget, type }: Locals): Completion {
  return getPrototypeFromConstructor(machine, newTarget, `${type}Array.prototype`)
}

function fromLength(machine: Machine, frame: NativeFrame<Locals>, input: Completion): Completion {
  const { locals } = frame
  if (frame.state === LENGTH_NUMBER) {
    locals.length = integerOf(input as number)
    if (!isIndex(locals.length)) return throwRangeError(machine, sentences.length(locals.length))
    frame.state = LENGTH_PROTOTYPE
    input = prototypeOf(machine, locals)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  return allocateTypedArray(machine, input as JSObject, locals.type, locals.length)
}

function fromArrayBuffer(
  machine: Machine,
  frame: NativeFrame<Locals>,
  input: Completion,
  buffer: JSObject,
): Completion {
  const { locals } = frame
  const [, byteOffset, length] = locals.args
  if (frame.state === OBJECT_PROTOTYPE) {
    frame.state = OFFSET_NUMBER
    input = byteOffset === undefined ? 0 : toNumber(machine, byteOffset)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  if (frame.state === OFFSET_NUMBER) {
    locals.offset = integerOf(input as number)
    if (!isIndex(locals.offset)) return throwRangeError(machine, sentences.start(locals.offset))
    if (locals.offset % elementSize(locals.type) !== 0) {
      return throwRangeError(machine, sentences.alignment(locals.type))
    }
    frame.state = VIEW_LENGTH_NUMBER
    input = length === undefined ? undefined : toNumber(machine, length)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  const count = input === undefined ? undefined : integerOf(input as number)
  if (count !== undefined && !isIndex(count)) return throwRangeError(machine, sentences.length(count))
  return fromBuffer(machine, locals.prototype!, locals.type, buffer, locals.offset, count)
}

/** From what an iterable object gives, or the elements of an array-like one. */
function fromObject(
  machine: Machine,
  frame: NativeFrame<Locals>,
  input: Completion,
  source: JSObject,
): Completion {
  if (frame.state === OBJECT_PROTOTYPE) {
    if (isArrayIterationIntact(machine, source)) return fromElements(machine, frame, source)
    frame.state = METHOD
    input = getMethod(machine, source, Symbol.iterator)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  if (frame.state === METHOD) {
    frame.state = input === undefined ? ARRAY_LIKE_LENGTH : ITERATOR
    input = isCallable(input as Value)
      ? call(machine, input as Value, source, [])
      : get(machine, source, "length", source)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  if (frame.state === LISTED) return fillFromList(machine, frame, input as JSObject)
  if (frame.state < ARRAY_LIKE_LENGTH) return listElements(machine, frame, input, source)
  if (frame.state === ARRAY_LIKE_LENGTH) {
    frame.state = ARRAY_LIKE_NUMBER
    input = toNumber(machine, input as Value)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  if (frame.state === ARRAY_LIKE_NUMBER)
    return beginFilling(machine, frame, source, lengthOf(input as number))
  return fillElements(machine, frame, input, source)
}

function fromElements(machine: Machine, frame: NativeFrame<Locals>, source: JSObject): Completion {
  frame.state = LISTED
  const list = assembleArray(machine, [partOf(source)], true)
  return list === ABRUPT ? leaveNative(machine, frame) : fillFromList(machine, frame, list as JSObject)
}

function fillFromList(machine: Machine, frame: NativeFrame<Locals>, list: JSObject): Completion {
  frame.locals.list = list.data as Value[]
  return beginFilling(machine, frame, list, frame.locals.list.length)
}

function listElements(
  machine: Machine,
  frame: NativeFrame<Locals>,
  input: Completion,
  source: JSObject,
): Completion {
  const { locals } = frame
  if (frame.state === ITERATOR) {
    if (!isObject(input))
      return throwTypeError(machine, "Result of the Symbol.iterator method is not an object")
    locals.record = new IteratorRecord(input, undefined)
    frame.state = NEXT_METHOD
    input = get(machine, input, "next", input)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  if (frame.state === NEXT_METHOD) {
    locals.record = new IteratorRecord(locals.record!.iterator, input as Value)
    locals.list = []
    frame.state = STEP
  }
  for (;;) {
    if (frame.state === STEPPED) {
      if (input === (DONE as unknown)) return beginFilling(machine, frame, source, locals.list!.length)
      if (!machine.allocate(SLOT_BYTES)) return ABRUPT
      locals.list!.push(input as Value)
      frame.state = STEP
    }
    if (machine.fuel < 0) return pause(machine, frame)
    frame.state = STEPPED
    machine.charge(1)
    input = stepIterator(machine, locals.record!)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
}

function beginFilling(
  machine: Machine,
  frame: NativeFrame<Locals>,
  source: JSObject,
  length: number,
): Completion {
  const { locals } = frame
  const array = allocateTypedArray(machine, locals.prototype!, locals.type, length)
  if (array === ABRUPT) return ABRUPT
  locals.array = array
  locals.length = length
  frame.state = FILL
  return fillElements(machine, frame, undefined, source)
}

function fillElements(
  machine: Machine,
  frame: NativeFrame<Locals>,
  input: Completion,
  source: JSObject,
): Completion {
  const { locals } = frame
  const { list, array, length } = locals
  while (locals.index < length) {
    if (frame.state === FILL) {
      if ((locals.index & 15) === 0) machine.charge(1)
      if (machine.fuel < 0) return pause(machine, frame)
      frame.state = ELEMENT
      input = list === null ? get(machine, source, String(locals.index), source) : list[locals.index]!
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === ELEMENT) {
      frame.state = WRITTEN
      if (setTypedElement(machine, array!, locals.index, input as Value) === ABRUPT)
        return leaveNative(machine, frame)
    }
    frame.state = FILL
    locals.index++
  }
  return array
}

export function constructTypedArray(
  machine: Machine,
  type: ElementType,
  args: Value[],
  newTarget: JSObject,
): Completion {
  return typedArraySteps.start(machine, {
    type,
    newTarget,
    args,
    prototype: null,
    offset: 0,
    record: null,
    list: null,
    length: 0,
    array: null,
    index: 0,
  })
}
