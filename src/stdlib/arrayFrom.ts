/** Array.from, ECMA-262 23.1.2.1, as one walk over an iterator or an array-like, with a mapper that can stop anywhere. */
import { iteratesAsArray } from "../objects/iterator.ts"
import { isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import { call, construct, isConstructor, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { createDataProperty, get, set } from "../interpreter/internal.ts"
import { closeIteratorThrowing, DONE, type IteratorRecord, stepIterator } from "../interpreter/iterators.ts"
import { type Machine, Mode } from "../interpreter/machine.ts"
import { method, steps } from "../interpreter/native.ts"
import { createArray, getV, lengthOf, toNumber, toObject } from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { arrayCreate } from "./arraySpecies.ts"
import { type Elements, indicesUnheld } from "./dense.ts"
import { asRecord, getIteratorFromMethod } from "./iteratorFlattenable.ts"
import { requireCallable } from "./receivers.ts"
import { throwNotDefined, throwNotSet } from "../interpreter/refusals.ts"

interface From {
  readonly constructor: Value
  readonly items: Value
  readonly mapper: Value
  readonly thisArgument: Value
  /** What elements come from: an iterator, or the array or array-like object itself. */
  record: IteratorRecord | null
  source: JSObject | null
  /** The source is an array, read as its iterator would: to where it ends by then. */
  live: boolean
  method: Value
  length: number
  index: number
  result: JSObject | null
}

const START = 0
const METHOD_READ = 1
const MADE = 2
const OPENED = 3
const LENGTH_READ = 4
const LENGTH_KNOWN = 5
const NEXT = 6
const GIVEN = 7
const MAPPED = 8
const STORED = 9
const LENGTH_SET = 10

const fromSteps = steps<From>({ name: "Array.from", catches: true, run: runFrom })

const iteratorNotFunction =
  "%Array%.from requires that the property of the first argument, items[Symbol.iterator], when exists, be a function"

function runFrom(machine: Machine, frame: NativeFrame<From>, input: Completion): Completion {
  const from = frame.locals
  const mapping = from.mapper !== undefined
  if (input === ABRUPT) return fail(machine, frame)
  for (;;) {
    switch (frame.state) {
      case START:
        frame.state = METHOD_READ
        if (isObject(from.items) && iteratesAsArray(machine.realm, from.items)) {
          from.live = true
          from.source = from.items
          continue
        }
        input = getV(machine, from.items, Symbol.iterator)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case METHOD_READ:
        from.method = input ?? undefined
        if (!from.live && from.method !== undefined && !isCallable(from.method)) {
          return throwTypeError(machine, iteratorNotFunction)
        }
        if (!from.live && from.method === undefined) {
          const source = toObject(machine, from.items)
          if (source === ABRUPT) return ABRUPT
          from.source = source
          frame.state = LENGTH_READ
          input = get(machine, source, "length", source)
          if (input === ABRUPT) return fail(machine, frame)
          continue
        }
        frame.state = MADE
        input = make(machine, from, [])
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case LENGTH_READ:
        frame.state = LENGTH_KNOWN
        input = toNumber(machine, input as Value)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case LENGTH_KNOWN:
        from.length = lengthOf(input as number)
        frame.state = MADE
        input = make(machine, from, [from.length])
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case MADE:
        from.result = input as JSObject
        if (from.source !== null) {
          frame.state = NEXT
          continue
        }
        frame.state = OPENED
        input = getIteratorFromMethod(machine, from.items, from.method)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case OPENED:
        from.record = asRecord(input)
        frame.state = NEXT
        continue
      case NEXT:
        if (machine.fuel < 0) return pause(machine, frame)
        machine.fuel--
        frame.state = GIVEN
        input = next(machine, from)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case GIVEN:
        if ((input as unknown) === DONE) {
          frame.state = LENGTH_SET
          input = setLength(machine, from)
          if (input === ABRUPT) return fail(machine, frame)
          continue
        }
        frame.state = MAPPED
        if (mapping) input = call(machine, from.mapper, from.thisArgument, [input as Value, from.index])
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case MAPPED:
        frame.state = STORED
        input = store(machine, from, input as Value)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case STORED:
        if (input === false) {
          throwNotDefined(machine, from.result!, String(from.index))
          return fail(machine, frame)
        }
        from.index++
        frame.state = NEXT
        continue
      default:
        return input === false ? throwNotSet(machine, from.result!, "length") : (from.result as JSObject)
    }
  }
}

/** What was called came back ABRUPT: the frame waits, or an error of the mapper or of storing closes the iterator. */
function fail(machine: Machine, frame: NativeFrame<From>): typeof ABRUPT {
  if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
  const { record } = frame.locals
  const closes = record !== null && (frame.state === MAPPED || frame.state === STORED)
  return closes && machine.mode === Mode.Throwing ? closeIteratorThrowing(machine, record) : ABRUPT
}

function make(machine: Machine, from: From, args: Value[]): Completion {
  const { constructor } = from
  if (constructor === machine.realm.intrinsic("Array")) {
    if (from.length > 4_294_967_295) return throwRangeError(machine, messages.invalidArrayLength)
    return createArray(machine, [])
  }
  if (isConstructor(constructor)) return construct(machine, constructor, args)
  return arrayCreate(machine, from.length)
}

/** The next element, or DONE. */
function next(machine: Machine, from: From): Completion {
  const { source, index } = from
  if (source === null) return stepIterator(machine, from.record!)
  if (source.kind === Kind.Array) {
    const elements = source.data as Elements
    if (index >= (from.live ? elements.length : from.length)) return DONE as unknown as Completion
    const element = index < elements.length ? elements[index]! : EMPTY
    if (element !== EMPTY) return element
  } else if (from.live) {
    const length = get(machine, source, "length", source) as number
    if (index >= length) return DONE as unknown as Completion
  } else {
    if (index >= from.length) return DONE as unknown as Completion
    if (isOnlyLong(machine, source)) return undefined
  }
  return get(machine, source, String(index), source)
}

/** An object like `{ length: 5 }`, which has no elements anywhere. */
function isOnlyLong(machine: Machine, source: JSObject): boolean {
  const { realm } = machine
  const { shape } = source
  return (
    source.kind === Kind.Ordinary &&
    shape.count === 1 &&
    shape.key === "length" &&
    shape.prototype === realm.objectPrototype &&
    indicesUnheld(realm, source)
  )
}

function store(machine: Machine, from: From, value: Value): Completion<boolean> {
  const result = from.result!
  if (result.kind === Kind.Array && result.shape === machine.realm.arrayShape) {
    const elements = result.data as Elements
    if (elements.length === from.index) {
      if (!machine.allocate(SLOT_BYTES)) return ABRUPT
      elements.push(value)
      return true
    }
  }
  return createDataProperty(machine, result, String(from.index), value)
}

function setLength(machine: Machine, from: From): Completion<boolean> {
  const result = from.result!
  if (result.kind === Kind.Array && (result.data as Elements).length === from.index) return true
  return set(machine, result, "length", from.index, result)
}

export const from = method(1, (machine, thisValue, args) => {
  if (args[1] !== undefined && !requireCallable(machine, args[1])) return ABRUPT
  if (args[0] === undefined || args[0] === null) {
    const text = args[0] === null ? "object null" : "undefined"
    return throwTypeError(machine, `${text} is not iterable (cannot read property Symbol(Symbol.iterator))`)
  }
  return fromSteps.start(machine, {
    constructor: thisValue,
    items: args[0],
    mapper: args[1],
    thisArgument: args[2],
    record: null,
    source: null,
    live: false,
    method: undefined,
    length: 0,
    index: 0,
    result: null,
  })
})
