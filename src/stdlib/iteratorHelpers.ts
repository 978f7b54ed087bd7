/**
 * Iterator helpers, ECMA-262 27.1.2 and 27.1.4: the lazy methods of Iterator.prototype, Iterator.concat, and the objects
 * that they make. What the standard writes as generators is a record of where each stands, advanced by numbered states.
 */
import { IteratorHelperSlots, type IteratorHelperKind } from "../objects/iterator.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import {
  closeIterator,
  closeIteratorThrowing,
  DONE,
  IteratorRecord,
  stepIterator,
} from "../interpreter/iterators.ts"
import { type Machine, Mode } from "../interpreter/machine.ts"
import { constant, type Member, method, object, steps } from "../interpreter/native.ts"
import { createIteratorResult, getMethod, integerOf, toBoolean, toNumber } from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { asRecord, getIteratorDirect, getIteratorFlattenable } from "./iteratorFlattenable.ts"
import { nameOf, requireCallable, throwIncompatible } from "./receivers.ts"

type Helper = IteratorHelperSlots<IteratorRecord>

function newHelper(machine: Machine, slots: Helper): JSObject {
  machine.meter.used += OBJECT_BYTES * 2
  const shape = machine.realm.shapeFor(machine.realm.intrinsic("IteratorHelperPrototype"))
  return new JSObject(shape, [], Kind.Iterator, slots)
}

/** Closes an iterator whose `next` was not read yet, for the error just thrown. */
export function closeUnread(machine: Machine, iterator: JSObject): typeof ABRUPT {
  return closeIteratorThrowing(machine, new IteratorRecord(iterator, undefined))
}

/** `this` of a method of Iterator.prototype. */
export function iteratorThis(machine: Machine, thisValue: Value, name: string): thisValue is JSObject {
  if (isObject(thisValue)) return true
  throwTypeError(machine, `Iterator.prototype.${name} called on non-object`)
  return false
}

interface Making {
  readonly iterator: JSObject
  readonly kind: IteratorHelperKind
  readonly argument: Value
  limit: number
}

/** The lazy methods with a function, and with a limit. */
const makingSteps = steps<Making>({
  name: "CreateIteratorHelper",
  catches: true,
  run(machine, frame, input) {
    const making = frame.locals
    const { iterator, kind, argument } = making
    if (frame.state === 0) {
      if (kind === "take" || kind === "drop") {
        frame.state = 1
        input = toNumber(machine, argument)
        if (input === ABRUPT && machine.mode === Mode.Suspending) return leaveNative(machine, frame)
      } else {
        if (!requireCallable(machine, argument)) return closeUnread(machine, iterator)
        frame.state = 2
      }
    }
    if (frame.state === 1) {
      if (input === ABRUPT) return closeUnread(machine, iterator)
      const limit = integerOf(input as number)
      const unsafe = limit > Number.MAX_SAFE_INTEGER && limit !== Infinity
      if (Number.isNaN(input as number) || limit < 0 || unsafe) {
        throwRangeError(machine, `${nameOf(machine, argument)} must be positive`)
        return closeUnread(machine, iterator)
      }
      making.limit = limit
      frame.state = 2
    }
    if (frame.state === 2) {
      frame.state = 3
      input = getIteratorDirect(machine, iterator)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === ABRUPT) return ABRUPT
    return newHelper(machine, new IteratorHelperSlots(kind, asRecord(input), argument, making.limit, []))
  },
})

function lazyMethod(kind: IteratorHelperKind): Member {
  return method(1, (machine, thisValue, args) => {
    if (!iteratorThis(machine, thisValue, kind)) return ABRUPT
    return makingSteps.start(machine, { iterator: thisValue, kind, argument: args[0], limit: 0 })
  })
}

/** Iterator.prototype.map, filter, take, drop, flatMap: ECMA-262 27.1.4. */
export const lazyMembers = {
  map: lazyMethod("map"),
  filter: lazyMethod("filter"),
  take: lazyMethod("take"),
  drop: lazyMethod("drop"),
  flatMap: lazyMethod("flatMap"),
}

const concatSteps = steps<{ items: Value[]; sources: Value[] }>({
  name: "Iterator.concat",
  run(machine, frame, input) {
    const { items, sources } = frame.locals
    for (;;) {
      if (frame.state === 1) {
        const item = items[sources.length / 2]
        if (input === undefined) return throwTypeError(machine, messages.notIterable(nameOf(machine, item)))
        sources.push(item, input as Value)
        frame.state = 0
      }
      const position = sources.length / 2
      if (position === items.length)
        return newHelper(
          machine,
          new IteratorHelperSlots<IteratorRecord>("concat", null, undefined, 0, sources),
        )
      if (!isObject(items[position])) {
        return throwTypeError(machine, `${nameOf(machine, items[position])} is not an object`)
      }
      frame.state = 1
      input = getMethod(machine, items[position], Symbol.iterator)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
  },
})

/** Iterator.concat, ECMA-262 27.1.3.2.1. */
export const concat = method(0, (machine, _thisValue, args) =>
  concatSteps.start(machine, { items: args.slice(), sources: [] }),
)

interface Advance {
  readonly helper: Helper
  /** The value that the underlying iterator gave last. */
  value: Value
}

const STEP = 0
const STEPPED = 1
const CALLED = 2
const INNER_OPENED = 3
const INNER_STEP = 4
const INNER_STEPPED = 5
const CLOSED = 6
const OPENED = 7
const OPENED_DIRECT = 8

const nextSteps = steps<Advance>({
  name: "IteratorHelperPrototype.next",
  catches: true,
  run(machine, frame, input) {
    const { helper } = frame.locals
    const completion = input === ABRUPT ? fail(machine, frame) : advance(machine, frame, input)
    if (completion === ABRUPT && machine.mode === Mode.Suspending) return ABRUPT
    helper.state = completion !== ABRUPT && helper.state === "running" ? "suspended" : "done"
    return completion
  },
})

/** An operand came back ABRUPT: the frame waits, or the error passes and closes what is open. */
function fail(machine: Machine, frame: NativeFrame<Advance>): typeof ABRUPT {
  if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
  const { helper } = frame.locals
  const closes = frame.state === CALLED || frame.state === INNER_OPENED || frame.state === INNER_STEPPED
  if (!closes || machine.mode !== Mode.Throwing) return ABRUPT
  helper.state = "done"
  return closeIteratorThrowing(machine, helper.iterated!)
}

/** Ends the helper: no value comes any more. */
function finish(machine: Machine, helper: Helper): Completion {
  helper.state = "done"
  return createIteratorResult(machine, undefined, true)
}

function advance(machine: Machine, frame: NativeFrame<Advance>, input: Completion): Completion {
  const { helper } = frame.locals
  const give = (value: Value) => createIteratorResult(machine, value, false)
  for (;;) {
    switch (frame.state) {
      case STEP:
        if (machine.fuel < 0) return pause(machine, frame)
        machine.fuel--
        if (helper.inner !== null) {
          frame.state = INNER_STEP
          continue
        }
        if (helper.kind === "concat" && helper.iterated === null) {
          if (helper.counter === helper.sources.length) return finish(machine, helper)
          frame.state = OPENED
          input = call(machine, helper.sources[helper.counter + 1], helper.sources[helper.counter], [])
          helper.counter += 2
          if (input === ABRUPT) return fail(machine, frame)
          continue
        }
        if (helper.kind === "take") {
          if (helper.remaining === 0) {
            frame.state = CLOSED
            input = closeIterator(machine, helper.iterated!)
            if (input === ABRUPT) return fail(machine, frame)
            continue
          }
          helper.remaining--
        }
        frame.state = STEPPED
        input = stepIterator(machine, helper.iterated!)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case STEPPED: {
        if ((input as unknown) === DONE) {
          if (helper.kind !== "concat") return finish(machine, helper)
          helper.iterated = null
          frame.state = STEP
          continue
        }
        const value = input as Value
        switch (helper.kind) {
          case "take":
          case "concat":
            return give(value)
          case "drop":
            if (helper.remaining === 0) return give(value)
            helper.remaining--
            frame.state = STEP
            continue
          default:
            frame.locals.value = value
            frame.state = CALLED
            input = call(machine, helper.callback, undefined, [value, helper.counter])
            if (input === ABRUPT) return fail(machine, frame)
            continue
        }
      }
      case CALLED:
        helper.counter++
        if (helper.kind === "map") return give(input as Value)
        if (helper.kind === "filter") {
          if (toBoolean(input as Value)) return give(frame.locals.value)
          frame.state = STEP
          continue
        }
        frame.state = INNER_OPENED
        input = getIteratorFlattenable(machine, input as Value, false)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case INNER_OPENED:
        helper.inner = asRecord(input)
        frame.state = INNER_STEP
        continue
      case INNER_STEP:
        frame.state = INNER_STEPPED
        input = stepIterator(machine, helper.inner!)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case INNER_STEPPED:
        if ((input as unknown) !== DONE) return give(input as Value)
        helper.inner = null
        frame.state = STEP
        continue
      case OPENED:
        if (!isObject(input))
          return throwTypeError(machine, `${nameOf(machine, input as Value)} is not an object`)
        frame.state = OPENED_DIRECT
        input = getIteratorDirect(machine, input)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case OPENED_DIRECT:
        helper.iterated = asRecord(input)
        frame.state = STEP
        continue
      default:
        return finish(machine, helper)
    }
  }
}

const returnSteps = steps<{ helper: Helper }>({
  name: "IteratorHelperPrototype.return",
  catches: true,
  run(machine, frame, input) {
    const { helper } = frame.locals
    const completion = closeBoth(machine, frame, input)
    if (completion === ABRUPT && machine.mode === Mode.Suspending) return ABRUPT
    helper.state = "done"
    return completion
  },
})

function closeBoth(machine: Machine, frame: NativeFrame<{ helper: Helper }>, input: Completion): Completion {
  const { helper } = frame.locals
  if (frame.state === 0) {
    frame.state = helper.inner === null ? 2 : 1
    if (helper.inner !== null) input = closeIterator(machine, helper.inner)
  }
  if (input === ABRUPT && machine.mode === Mode.Suspending) return leaveNative(machine, frame)
  if (frame.state === 1) {
    if (input === ABRUPT) {
      helper.state = "done"
      return machine.mode === Mode.Throwing ? closeIteratorThrowing(machine, helper.iterated!) : ABRUPT
    }
    frame.state = 2
  }
  if (frame.state === 2) {
    frame.state = 3
    input = helper.iterated === null ? undefined : closeIterator(machine, helper.iterated)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  return input === ABRUPT ? ABRUPT : createIteratorResult(machine, undefined, true)
}

function helperOf(machine: Machine, thisValue: Value, name: string): Helper | null {
  if (isObject(thisValue) && thisValue.data instanceof IteratorHelperSlots) {
    const helper = thisValue.data as Helper
    if (helper.state !== "running") return helper
    throwTypeError(machine, messages.generatorRunning)
    return null
  }
  throwIncompatible(machine, `Iterator Helper.prototype.${name}`, thisValue)
  return null
}

export const helperPrototype: Intrinsic = object({
  name: "IteratorHelperPrototype",
  prototype: "Iterator.prototype",
  members: [
    [
      "next",
      method(0, (machine, thisValue) => {
        const helper = helperOf(machine, thisValue, "next")
        if (helper === null) return ABRUPT
        if (helper.state === "done") return createIteratorResult(machine, undefined, true)
        helper.state = "running"
        return nextSteps.start(machine, { helper, value: undefined })
      }),
    ],
    [
      "return",
      method(0, (machine, thisValue) => {
        const helper = helperOf(machine, thisValue, "return")
        if (helper === null) return ABRUPT
        if (helper.state === "done") return createIteratorResult(machine, undefined, true)
        helper.state = helper.state === "start" ? "done" : "running"
        return returnSteps.start(machine, { helper })
      }),
    ],
    [Symbol.toStringTag, constant("Iterator Helper", CONFIGURABLE)],
  ],
})
