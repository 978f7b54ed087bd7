/**
 * The methods of Array.prototype that call a function for each element, as one walk with numbered states.
 * Dense elements are read directly; anything else through the internal methods. Never assumes that a callback left things alone.
 */
import { ABRUPT, type Completion, EMPTY, type Empty, type Value } from "../objects/value.ts"
import { isCallable, type JSObject, Kind } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { call, callFour, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { guestBody } from "../interpreter/guest.ts"
import { createDataProperty, get, hasProperty } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { type Member, method, steps } from "../interpreter/native.ts"
import { createArray, lengthOf, toBoolean, toNumber } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { arraySpeciesCreate, denseHoles, isArray, MAX_HOLES } from "./arraySpecies.ts"
import { type Elements, MAX_HOST_ELEMENTS, plainElementsOf, speciesIntact } from "./dense.ts"
import { objectOf, requireCallable } from "./receivers.ts"

const cannotDefine = (index: number) => `Cannot define property ${index}, object is not extensible`

/** The walk goes on. */
const GO_ON: unique symbol = Symbol("go on")
type GoOn = typeof GO_ON

interface Walk {
  readonly object: JSObject
  readonly callback: Value
  readonly thisArgument: Value
  length: number
  /** The element that comes next. */
  index: number
  /** The element given to the callback last. */
  element: Value
  /** The array being made, or what the walk found so far; EMPTY is a reduction without a value yet. */
  result: Value | Empty
  /** Elements put into the array being made. */
  count: number
}

interface Visitor {
  readonly name: string
  /** From the last element to the first. */
  readonly backward?: boolean
  /** Holes are visited, as undefined. */
  readonly holes?: boolean
  /** The callback gets the reduction so far as its first argument. */
  readonly reduces?: boolean
  /** What the walk's result is made with: ArraySpeciesCreate of the length, or of 0. */
  readonly makes?: "length" | "empty"
  /** Takes the callback's result for the element at `index`. */
  readonly take: (machine: Machine, walk: Walk, index: number, value: Value) => Completion | GoOn
  /** The method's result once every element was visited. */
  readonly end: (machine: Machine, walk: Walk) => Completion
}

const START = 0
const LENGTH_READ = 1
const LENGTH_KNOWN = 2
const RESULT_MADE = 3
const NEXT = 4
const ELEMENT_SOUGHT = 5
const ELEMENT_READ = 6
const CALLED = 7
const STORED = 8

function walkSteps(visitor: Visitor): Member {
  const code = steps<Walk>({
    name: `Array.prototype.${visitor.name}`,
    run: (machine, frame, input) => runWalk(machine, frame, input, visitor),
  })
  return method(1, (machine, thisValue, args) => {
    const object = objectOf(machine, thisValue, `Array.prototype.${visitor.name}`)
    if (object === ABRUPT) return ABRUPT
    const initial: Value | Empty = visitor.reduces ? (args.length > 1 ? args[1] : EMPTY) : undefined
    return code.start(machine, {
      object,
      callback: args[0],
      thisArgument: visitor.reduces ? undefined : args[1],
      length: 0,
      index: 0,
      element: undefined,
      result: initial,
      count: 0,
    })
  })
}

function runWalk(
  machine: Machine,
  frame: NativeFrame<Walk>,
  input: Completion,
  visitor: Visitor,
): Completion {
  const walk = frame.locals
  const { object, callback } = walk
  for (;;) {
    switch (frame.state) {
      case START:
        frame.state = LENGTH_READ
        input =
          object.kind === Kind.Array
            ? (object.data as Elements).length
            : get(machine, object, "length", object)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case LENGTH_READ:
        frame.state = LENGTH_KNOWN
        input = toNumber(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case LENGTH_KNOWN: {
        walk.length = lengthOf(input as number)
        walk.index = visitor.backward ? walk.length - 1 : 0
        if (visitor.name === "flatMap" && !isCallable(callback)) {
          return throwTypeError(machine, "flatMap mapper function is not callable")
        }
        if (!requireCallable(machine, callback)) return ABRUPT
        if (visitor.makes === undefined) {
          frame.state = NEXT
          continue
        }
        frame.state = RESULT_MADE
        input = makeResult(machine, object, visitor.makes === "length" ? walk.length : 0)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case RESULT_MADE:
        walk.result = input as JSObject
        frame.state = NEXT
        continue
      case NEXT: {
        const index = walk.index
        if (visitor.backward ? index < 0 : index >= walk.length) return visitor.end(machine, walk)
        if (machine.fuel < 0) return pause(machine, frame)
        machine.fuel--
        if (object.kind === Kind.Array) {
          const completion = walkDense(machine, frame, visitor)
          if (completion !== GO_ON) return completion
          if (walk.index !== index) continue
        }
        frame.state = ELEMENT_SOUGHT
        input = visitor.holes ? true : hasProperty(machine, object, String(index))
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case ELEMENT_SOUGHT:
        if (input === false) {
          if (visitor.makes === "length") keepHole(machine, walk)
          walk.index += visitor.backward ? -1 : 1
          frame.state = NEXT
          continue
        }
        frame.state = ELEMENT_READ
        input = get(machine, object, String(walk.index), object)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case ELEMENT_READ: {
        const index = walk.index
        const element = input as Value
        walk.index = visitor.backward ? index - 1 : index + 1
        if (visitor.reduces) {
          if (walk.result === EMPTY) {
            walk.result = element
            frame.state = NEXT
            continue
          }
          input = call(machine, callback, undefined, [walk.result as Value, element, index, object])
        } else input = call(machine, callback, walk.thisArgument, [element, index, object])
        frame.state = CALLED
        walk.element = element
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case CALLED: {
        const index = visitor.backward ? walk.index + 1 : walk.index - 1
        const taken = visitor.take(machine, walk, index, input as Value)
        frame.state = NEXT
        if (taken === GO_ON) continue
        if (taken !== ABRUPT) return taken
        frame.state = STORED
        return leaveNative(machine, frame)
      }
      default:
        if (input === false) return refused(machine, visitor, walk)
        if (typeof input === "number") walk.count = input
        frame.state = NEXT
    }
  }
}

/** Visits dense elements until there is something else to do; every state that it may be left in is one of `runWalk`. */
function walkDense(machine: Machine, frame: NativeFrame<Walk>, visitor: Visitor): Completion | GoOn {
  const walk = frame.locals
  const { object, callback, thisArgument, length } = walk
  const { reduces, backward } = visitor
  while (machine.fuel >= -1 && object.kind === Kind.Array) {
    const index = walk.index
    const elements = object.data as Elements
    if (index < 0 || index >= length || index >= elements.length) return GO_ON
    const element = elements[index]!
    if (element === EMPTY || (reduces && walk.result === EMPTY)) return GO_ON
    walk.index = backward ? index - 1 : index + 1
    walk.element = element
    const value = reduces
      ? callFour(machine, callback, undefined, 4, walk.result as Value, element, index, object)
      : callFour(machine, callback, thisArgument, 3, element, index, object, undefined)
    if (value === ABRUPT) {
      frame.state = CALLED
      return leaveNative(machine, frame)
    }
    const taken = visitor.take(machine, walk, index, value)
    if (taken === ABRUPT) {
      frame.state = STORED
      return leaveNative(machine, frame)
    }
    if (taken !== GO_ON) return taken
    machine.fuel--
  }
  return GO_ON
}

function makeResult(machine: Machine, object: JSObject, length: number): Completion {
  if (object.kind !== Kind.Array || !speciesIntact(machine.realm, object)) {
    return arraySpeciesCreate(machine, object, length)
  }
  return length === 0 || length > MAX_HOLES ? createArray(machine, []) : denseHoles(machine, length)
}

/** CreateDataPropertyOrThrow on the array being made; false comes back as a completion where it must wait. */
function store(machine: Machine, walk: Walk, index: number, value: Value): Completion | GoOn {
  const result = walk.result as JSObject
  if (result.kind === Kind.Array && result.shape === machine.realm.arrayShape) {
    const elements = result.data as Elements
    if (index < elements.length) {
      elements[index] = value
      return GO_ON
    }
    if (index === elements.length) {
      machine.meter.used += SLOT_BYTES
      if (machine.meter.used > machine.meter.limit && !machine.allocate(0)) return ABRUPT
      elements.push(value)
      return GO_ON
    }
  }
  const created = createDataProperty(machine, result, String(index), value)
  if (created === ABRUPT) return ABRUPT
  return created ? GO_ON : throwTypeError(machine, cannotDefine(index))
}

function refused(machine: Machine, visitor: Visitor, walk: Walk): Completion {
  const index = visitor.makes === "empty" ? walk.count - 1 : walk.index - 1
  return throwTypeError(machine, cannotDefine(index))
}

const goOn = (): GoOn => GO_ON
const nothing = (): Value => undefined

/** A mapped array has a hole where its source has one. */
function keepHole(machine: Machine, walk: Walk): void {
  const result = walk.result as JSObject
  if (result.kind !== Kind.Array || result.shape !== machine.realm.arrayShape) return
  const elements = result.data as Elements
  if (elements.length !== walk.index) return
  machine.meter.used += SLOT_BYTES
  elements.push(EMPTY)
}

function found(index: boolean): Visitor["take"] {
  return (_machine, walk, position, value) => (toBoolean(value) ? (index ? position : walk.element) : GO_ON)
}

/** Array.prototype.map, ECMA-262 23.1.3.21. */
const map = walkSteps({
  name: "map",
  makes: "length",
  take: store,
  end: (_machine, walk) => walk.result as Value,
})

/** Array.prototype.filter, ECMA-262 23.1.3.8. */
const filter = walkSteps({
  name: "filter",
  makes: "empty",
  take: (machine, walk, _index, value) =>
    toBoolean(value) ? store(machine, walk, walk.count++, walk.element) : GO_ON,
  end: (_machine, walk) => walk.result as Value,
})

/** Array.prototype.flatMap, ECMA-262 23.1.3.14: FlattenIntoArray one level deep. */
const flatMap = walkSteps({
  name: "flatMap",
  makes: "empty",
  take(machine, walk, _index, value) {
    const array = isArray(machine, value)
    if (array === ABRUPT) return ABRUPT
    if (!array) return store(machine, walk, walk.count++, value)
    if (append(machine, walk, value as JSObject)) return GO_ON
    const result = walk.result as JSObject
    const count = appendSlowly(machine, undefined, [result, walk.count, value], undefined, result)
    if (count === ABRUPT) return ABRUPT
    walk.count = count as number
    return GO_ON
  },
  end: (_machine, walk) => walk.result as Value,
})

/** Appends all elements of one plain dense array to another; false where it is not that case. */
function append(machine: Machine, walk: Walk, source: JSObject): boolean {
  const result = walk.result as JSObject
  if (result.kind !== Kind.Array || result.shape !== machine.realm.arrayShape || source === result)
    return false
  const target = result.data as Elements
  const elements = plainElementsOf(machine, source)
  if (target.length !== walk.count || elements === null || elements.length > MAX_HOST_ELEMENTS) return false
  machine.charge(elements.length >> 5)
  machine.meter.used += elements.length * SLOT_BYTES
  if (machine.meter.used > machine.meter.limit) return false
  for (const element of elements) if (element !== EMPTY) target.push(element)
  walk.count = target.length
  return true
}

const appendSlowly = guestBody(
  "Array.prototype.flatMap/append",
  `function (result, target, element) {
    const count = LengthOfArrayLike(element)
    for (let position = 0; position < count; position++) {
      const key = ToString(position)
      if (HasProperty(element, key)) {
        if (target >= 9007199254740991) ThrowTypeError("Invalid array length")
        CreateDataPropertyOrThrow(result, ToString(target), element[key])
        target++
      }
    }
    return target
  }`,
)

/** Array.prototype.forEach, ECMA-262 23.1.3.15. */
const forEach = walkSteps({ name: "forEach", take: goOn, end: nothing })

/** Array.prototype.some, ECMA-262 23.1.3.29. */
const some = walkSteps({
  name: "some",
  take: (_m, _w, _i, value) => (toBoolean(value) ? true : GO_ON),
  end: () => false,
})

/** Array.prototype.every, ECMA-262 23.1.3.6. */
const every = walkSteps({
  name: "every",
  take: (_m, _w, _i, value) => (toBoolean(value) ? GO_ON : false),
  end: () => true,
})

/** Array.prototype.find and its like, ECMA-262 23.1.3.9 to 23.1.3.12. */
const find = walkSteps({ name: "find", holes: true, take: found(false), end: nothing })
const findIndex = walkSteps({ name: "findIndex", holes: true, take: found(true), end: () => -1 })
const findLast = walkSteps({
  name: "findLast",
  holes: true,
  backward: true,
  take: found(false),
  end: nothing,
})
const findLastIndex = walkSteps({
  name: "findLastIndex",
  holes: true,
  backward: true,
  take: found(true),
  end: () => -1,
})

function takeReduction(_machine: Machine, walk: Walk, _index: number, value: Value): GoOn {
  walk.result = value
  return GO_ON
}

function endReduction(machine: Machine, walk: Walk): Completion {
  if (walk.result !== EMPTY) return walk.result
  return throwTypeError(machine, "Reduce of empty array with no initial value")
}

/** Array.prototype.reduce, ECMA-262 23.1.3.24. */
const reduce = walkSteps({ name: "reduce", reduces: true, take: takeReduction, end: endReduction })

/** Array.prototype.reduceRight, ECMA-262 23.1.3.25. */
const reduceRight = walkSteps({
  name: "reduceRight",
  reduces: true,
  backward: true,
  take: takeReduction,
  end: endReduction,
})

export const callbackMembers = {
  map,
  filter,
  flatMap,
  forEach,
  some,
  every,
  find,
  findIndex,
  findLast,
  findLastIndex,
  reduce,
  reduceRight,
}
