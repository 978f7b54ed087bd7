/** The methods of Iterator.prototype that read an iterator to its end or until they know: ECMA-262 27.1.4. */
import type { JSObject } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import {
  closeIterator,
  closeIteratorThrowing,
  DONE,
  type IteratorRecord,
  stepIterator,
} from "../interpreter/iterators.ts"
import { type Machine, Mode } from "../interpreter/machine.ts"
import { type Member, method, steps } from "../interpreter/native.ts"
import { createArray, toBoolean } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { asRecord, getIteratorDirect } from "./iteratorFlattenable.ts"
import { closeUnread, iteratorThis } from "./iteratorHelpers.ts"
import { requireCallable } from "./receivers.ts"

/** The walk goes on. */
const GO_ON: unique symbol = Symbol("go on")
type GoOn = typeof GO_ON

interface Walk {
  readonly iterator: JSObject
  readonly callback: Value
  record: IteratorRecord | null
  value: Value
  counter: number
  /** The reduction so far, EMPTY before there is one; or the method's result while the iterator is closed. */
  result: Value | Empty
  readonly list: Value[]
}

interface Consumer {
  readonly name: string
  /** Without a function: toArray. */
  readonly collects?: boolean
  readonly reduces?: boolean
  readonly take: (walk: Walk, value: Value) => Value | GoOn
  readonly end: (machine: Machine, walk: Walk) => Completion
}

const START = 0
const OPENED = 1
const STEP = 2
const STEPPED = 3
const CALLED = 4
const CLOSED = 5

function consumer(declaration: Consumer): Member {
  const code = steps<Walk>({
    name: `Iterator.prototype.${declaration.name}`,
    catches: true,
    run: (machine, frame, input) => consume(machine, frame, input, declaration),
  })
  const { name } = declaration
  return method(declaration.collects ? 0 : 1, (machine, thisValue, args) => {
    if (!iteratorThis(machine, thisValue, name)) return ABRUPT
    return code.start(machine, {
      iterator: thisValue,
      callback: args[0],
      record: null,
      value: undefined,
      counter: 0,
      result: args.length > 1 ? args[1] : EMPTY,
      list: [],
    })
  })
}

function consume(
  machine: Machine,
  frame: NativeFrame<Walk>,
  input: Completion,
  declaration: Consumer,
): Completion {
  const walk = frame.locals
  if (input === ABRUPT) return fail(machine, frame)
  for (;;) {
    switch (frame.state) {
      case START:
        if (!declaration.collects && !requireCallable(machine, walk.callback))
          return closeUnread(machine, walk.iterator)
        frame.state = OPENED
        input = getIteratorDirect(machine, walk.iterator)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case OPENED:
        walk.record = asRecord(input)
        frame.state = STEP
        continue
      case STEP:
        if (machine.fuel < 0) return pause(machine, frame)
        machine.fuel--
        frame.state = STEPPED
        input = stepIterator(machine, walk.record!)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      case STEPPED: {
        if ((input as unknown) === DONE) return declaration.end(machine, walk)
        const value = (walk.value = input as Value)
        if (declaration.collects) {
          if (!machine.allocate(SLOT_BYTES)) return ABRUPT
          walk.list.push(value)
          frame.state = STEP
          continue
        }
        if (declaration.reduces && walk.result === EMPTY) {
          walk.result = value
          walk.counter = 1
          frame.state = STEP
          continue
        }
        frame.state = CALLED
        const args = declaration.reduces ? [walk.result as Value, value, walk.counter] : [value, walk.counter]
        input = call(machine, walk.callback, undefined, args)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      }
      case CALLED: {
        walk.counter++
        const taken = declaration.take(walk, input as Value)
        frame.state = STEP
        if (taken === GO_ON) continue
        walk.result = taken
        frame.state = CLOSED
        input = closeIterator(machine, walk.record!)
        if (input === ABRUPT) return fail(machine, frame)
        continue
      }
      default:
        return walk.result as Value
    }
  }
}

/** What was called came back ABRUPT: the frame waits, or an error of the callback closes the iterator. */
function fail(machine: Machine, frame: NativeFrame<Walk>): typeof ABRUPT {
  if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
  if (frame.state !== CALLED || machine.mode !== Mode.Throwing) return ABRUPT
  return closeIteratorThrowing(machine, frame.locals.record!)
}

export const consumerMembers = {
  reduce: consumer({
    name: "reduce",
    reduces: true,
    take(walk, value) {
      walk.result = value
      return GO_ON
    },
    end(machine, walk) {
      if (walk.result !== EMPTY) return walk.result
      return throwTypeError(machine, "Reduce of a done iterator with no initial value")
    },
  }),
  toArray: consumer({
    name: "toArray",
    collects: true,
    take: () => GO_ON,
    end: (machine, walk) => createArray(machine, walk.list),
  }),
  forEach: consumer({ name: "forEach", take: () => GO_ON, end: () => undefined }),
  some: consumer({
    name: "some",
    take: (_walk, value) => (toBoolean(value) ? true : GO_ON),
    end: () => false,
  }),
  every: consumer({
    name: "every",
    take: (_walk, value) => (toBoolean(value) ? GO_ON : false),
    end: () => true,
  }),
  find: consumer({
    name: "find",
    take: (walk, value) => (toBoolean(value) ? walk.value : GO_ON),
    end: () => undefined,
  }),
}
