/** `for-of`, `for await` and `for-in`. */
import { Collection } from "../../objects/collection.ts"
import type { Environment } from "../../objects/environment.ts"
import { ENTRY_BYTES } from "../../objects/meter.ts"
import { isObject, type JSObject, Kind } from "../../objects/object.ts"
import {
  ABRUPT,
  type Completion,
  EMPTY,
  type Empty,
  type PropertyKey,
  type Value,
} from "../../objects/value.ts"
import type { Descriptor } from "../descriptor.ts"
import { at, type Frame, goOn, here, leave, NORMAL } from "../frame.ts"
import { getOwnProperty, getPrototypeOf, ownKeys } from "../internal.ts"
import type { IteratorRecord } from "../iterators.ts"
import {
  closeIterator,
  closeIteratorThrowing,
  DONE,
  isArrayIterationIntact,
  openAsyncIterator,
  openIterator,
  stepIterator,
} from "../iterators.ts"
import { type Machine, Mode } from "../machine.ts"
import type { Node } from "../node.ts"
import { call } from "../call.ts"
import { get } from "../internal.ts"
import { getMethod, getV, toBoolean, toObject } from "../operations.ts"
import { describe } from "../describe.ts"
import { messages, throwTypeError } from "../throws.ts"
import { promiseResolve } from "../promises.ts"
import { awaitPromise } from "./suspension.ts"
import { continues, endOfLoop, type LoopPlan } from "./loops.ts"
import { enterScope, type ScopePlan } from "./scopes.ts"

/** What a loop over items carries: a: the iterable, c: the binding's pattern, d: the body. */
export interface IterationPlan extends LoopPlan {
  /** Scope while the iterable is evaluated: the names are dead there. Null where nothing captures or reads them. */
  readonly head: ScopePlan | null
  /** The iterable's text, for messages. */
  readonly text: string
}

interface ForOfTemp {
  outer: Environment | null
  record: IteratorRecord | null
  /** Instead of a record: a dense array read by index. */
  array: JSObject | null
  position: number
  /** The completion that waits while the iterator is closed. */
  completion: Completion
  returnValue: Value
  label: string | null
  thrown: Value
}

const RIGHT = 0
const OPEN = 1
const STEP = 2
const BIND = 3
const BODY = 4
const CLOSE = 5
const CLOSE_THROW = 6
const TURN = 7
const CLOSE_RETURN = 8

export function evaluateForOf(node: Node, frame: Frame): Completion {
  const { head } = node.value as IterationPlan
  const temp: ForOfTemp = {
    outer: frame.environment,
    record: null,
    array: null,
    position: 0,
    completion: NORMAL,
    returnValue: undefined,
    label: null,
    thrown: undefined,
  }
  if (head !== null) enterScope(frame, head)
  return forOfFrom(node, frame, RIGHT, temp, node.a.evaluate(node.a, frame))
}
export function resumeForOf(node: Node, frame: Frame, state: number, temp: ForOfTemp): Completion {
  return forOfFrom(node, frame, state, temp, goOn(frame))
}

function forOfFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: ForOfTemp,
  completion: Completion,
): Completion {
  const { labels, scope, text } = node.value as IterationPlan
  const { machine } = frame
  const pattern = node.c
  const body = node.d
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) {
      if (machine.mode === Mode.Suspending) return leave(frame, node, state, temp)
      frame.environment = temp.outer
      if ((state !== BIND && state !== BODY && state !== TURN) || temp.record === null) return ABRUPT
      if (machine.mode === Mode.Throwing) {
        closeIteratorThrowing(machine, temp.record)
        if (machine.suspending) {
          return leave(frame, node, CLOSE_THROW, temp)
        }
        return ABRUPT
      }
      if (machine.mode !== Mode.Returning) return ABRUPT
      machine.mode = Mode.Running
      temp.returnValue = frame.machine.returnValue
      state = CLOSE_RETURN
      input = closeIterator(machine, temp.record)
      continue
    }
    switch (state) {
      case RIGHT:
        frame.environment = temp.outer
        if (isObject(input) && input.kind === Kind.Array && isArrayIterationIntact(machine, input)) {
          temp.array = input
          state = TURN
          continue
        }
        state = OPEN
        at(frame, node.position)
        input = openIterator(machine, input, () => text) as Completion
        continue
      case OPEN:
        temp.record = input as unknown as IteratorRecord
        state = TURN
        continue
      case TURN: {
        state = STEP
        if (temp.array === null) {
          input = stepIterator(machine, temp.record!)
          continue
        }
        const elements = temp.array.data as Array<Value | Empty>
        if (!Array.isArray(elements) || temp.position >= elements.length) {
          input = DONE as unknown as Completion
          continue
        }
        const item = elements[temp.position++]!
        input = item === EMPTY ? getV(machine, temp.array, String(temp.position - 1)) : item
        continue
      }
      case STEP:
        if ((input as unknown) === DONE) return NORMAL
        if (scope !== null) enterScope(frame, scope)
        state = BIND
        frame.machine.operand = input
        input = pattern.evaluate(pattern, frame)
        continue
      case BIND:
        state = BODY
        input = body.evaluate(body, frame)
        continue
      case BODY:
        frame.environment = temp.outer
        if (continues(frame, labels, input)) {
          state = TURN
          if (--machine.fuel < 0 && !machine.refuel()) {
            machine.suspend()
            return leave(frame, node, TURN, temp)
          }
          continue
        }
        temp.completion = endOfLoop(frame, labels, input)
        if (temp.record === null) return temp.completion
        temp.returnValue = frame.machine.returnValue
        temp.label = frame.machine.label
        state = CLOSE
        input = closeIterator(machine, temp.record)
        continue
      case CLOSE_RETURN:
        frame.machine.returnValue = temp.returnValue
        machine.mode = Mode.Returning
        return ABRUPT
      default:
        frame.machine.returnValue = temp.returnValue
        frame.machine.label = temp.label
        return temp.completion
    }
  }
}

// for await

const AWAIT_RESOLVING = 10
const AWAIT_RESULT = 11
const READ_DONE = 12
const READ_VALUE = 13
const RETURN_METHOD = 14
const RETURN_CALL = 15
const RETURN_RESOLVING = 16
const RETURN_AWAITED = 17

interface ForAwaitTemp extends ForOfTemp {
  result: JSObject | null
  /** 0: a completion of the body waits; 1: an error does; 2: a generator's return does. */
  reason: number
}

export function evaluateForAwait(node: Node, frame: Frame): Completion {
  const { head } = node.value as IterationPlan
  const temp: ForAwaitTemp = {
    outer: frame.environment,
    record: null,
    array: null,
    position: 0,
    completion: NORMAL,
    returnValue: undefined,
    label: null,
    thrown: undefined,
    result: null,
    reason: 0,
  }
  if (head !== null) enterScope(frame, head)
  return forAwaitFrom(node, frame, RIGHT, temp, node.a.evaluate(node.a, frame))
}
export function resumeForAwait(node: Node, frame: Frame, state: number, temp: ForAwaitTemp): Completion {
  return forAwaitFrom(node, frame, state, temp, goOn(frame))
}

function forAwaitFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: ForAwaitTemp,
  completion: Completion,
): Completion {
  const { labels, scope, text } = node.value as IterationPlan
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) {
      if (machine.mode === Mode.Suspending) return leave(frame, node, state, temp)
      frame.environment = temp.outer
      if (machine.mode === Mode.Stopping) return ABRUPT
      if (state >= RETURN_METHOD) return endAwaitClose(frame, temp, ABRUPT)
      if (state !== BIND && state !== BODY && state !== TURN) return ABRUPT
      temp.reason = machine.mode === Mode.Throwing ? 1 : 2
      temp.thrown = machine.thrown
      temp.returnValue = frame.machine.returnValue
      machine.mode = Mode.Running
      state = RETURN_METHOD
      input = getMethod(machine, temp.record!.iterator, "return")
      continue
    }
    switch (state) {
      case RIGHT:
        frame.environment = temp.outer
        state = OPEN
        at(frame, node.position)
        input = openAsyncIterator(machine, input, () => text) as Completion
        continue
      case OPEN:
        temp.record = input as unknown as IteratorRecord
        state = TURN
        continue
      case TURN:
        state = STEP
        input = call(machine, temp.record!.next, temp.record!.iterator, [])
        continue
      case STEP:
        state = AWAIT_RESOLVING
        input = promiseResolve(machine, input)
        continue
      case AWAIT_RESOLVING:
        return awaitPromise(frame, node, input as JSObject, AWAIT_RESULT, temp)
      case AWAIT_RESULT:
        if (!isObject(input)) {
          return throwTypeError(machine, messages.iteratorResult(describe(machine.realm, input)))
        }
        temp.result = input
        state = READ_DONE
        input = get(machine, input, "done", input)
        continue
      case READ_DONE:
        if (toBoolean(input)) return NORMAL
        state = READ_VALUE
        input = get(machine, temp.result!, "value", temp.result!)
        continue
      case READ_VALUE:
        temp.result = null
        if (scope !== null) enterScope(frame, scope)
        state = BIND
        frame.machine.operand = input
        input = node.c.evaluate(node.c, frame)
        continue
      case BIND:
        state = BODY
        input = node.d.evaluate(node.d, frame)
        continue
      case BODY:
        frame.environment = temp.outer
        if (continues(frame, labels, input)) {
          state = TURN
          if (--machine.fuel < 0 && !machine.refuel()) {
            machine.suspend()
            return leave(frame, node, TURN, temp)
          }
          continue
        }
        temp.completion = endOfLoop(frame, labels, input)
        temp.returnValue = frame.machine.returnValue
        temp.label = frame.machine.label
        temp.reason = 0
        state = RETURN_METHOD
        input = getMethod(machine, temp.record!.iterator, "return")
        continue
      case RETURN_METHOD:
        if (input === undefined) return endAwaitClose(frame, temp, undefined)
        state = RETURN_CALL
        input = call(machine, input, temp.record!.iterator, [])
        continue
      case RETURN_CALL:
        state = RETURN_RESOLVING
        input = promiseResolve(machine, input)
        continue
      case RETURN_RESOLVING:
        return awaitPromise(frame, node, input as JSObject, RETURN_AWAITED, temp)
      default:
        if (temp.reason !== 1 && !isObject(input)) {
          return throwTypeError(machine, messages.iteratorResult(describe(machine.realm, input)))
        }
        return endAwaitClose(frame, temp, undefined)
    }
  }
}

/** AsyncIteratorClose is over: the original completion goes on, unless closing failed and it was no error. */
function endAwaitClose(frame: Frame, temp: ForAwaitTemp, outcome: Completion): Completion {
  const { machine } = frame
  if (temp.reason === 1) return machine.throw(temp.thrown)
  if (outcome === ABRUPT) return ABRUPT
  frame.machine.returnValue = temp.returnValue
  if (temp.reason === 2) {
    machine.mode = Mode.Returning
    return ABRUPT
  }
  frame.machine.label = temp.label
  return temp.completion
}

// for-in

interface ForInTemp {
  outer: Environment | null
  object: JSObject | null
  prototype: JSObject | null
  keys: PropertyKey[]
  index: number
  /** Keys of the object and its prototypes so far; once they are many, as a collection. */
  visited: string[]
  manyVisited: Collection | null
}

/** Keys that are searched one by one. */
const MAX_SEARCHED_KEYS = 32

const KEYS = 1
const CHECK = 2
const PROTOTYPE = 9

/** a: the object, c: the pattern, d: the body. EnumerateObjectProperties, ECMA-262 14.7.5.9. */
export function evaluateForIn(node: Node, frame: Frame): Completion {
  const { head } = node.value as IterationPlan
  const temp: ForInTemp = {
    outer: frame.environment,
    object: null,
    prototype: null,
    keys: [],
    index: 0,
    visited: [],
    manyVisited: null,
  }
  if (head !== null) enterScope(frame, head)
  return forInFrom(node, frame, RIGHT, temp, node.a.evaluate(node.a, frame))
}
export function resumeForIn(node: Node, frame: Frame, state: number, temp: ForInTemp): Completion {
  return forInFrom(node, frame, state, temp, goOn(frame))
}

function forInFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: ForInTemp,
  completion: Completion,
): Completion {
  const { labels, scope } = node.value as IterationPlan
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) {
      if (machine.mode === Mode.Suspending) return leave(frame, node, state, temp)
      frame.environment = temp.outer
      return ABRUPT
    }
    switch (state) {
      case RIGHT:
        frame.environment = temp.outer
        if (input === undefined || input === null) return NORMAL
        here(frame)
        temp.object = toObject(machine, input) as JSObject
        state = KEYS
        input = ownKeys(machine, temp.object) as unknown as Completion
        continue
      case KEYS:
        here(frame)
        temp.keys = input as unknown as PropertyKey[]
        temp.index = 0
        state = PROTOTYPE
        input = getPrototypeOf(machine, temp.object!)
        continue
      case PROTOTYPE:
        temp.prototype = input as JSObject | null
        state = TURN
        continue
      case TURN: {
        here(frame)
        if (machine.fuel < 0) {
          machine.suspend()
          return leave(frame, node, TURN, temp)
        }
        const key = temp.keys[temp.index]
        if (key === undefined) {
          if (temp.prototype === null) return NORMAL
          machine.fuel--
          temp.object = temp.prototype
          state = KEYS
          input = ownKeys(machine, temp.object) as unknown as Completion
          continue
        }
        if (typeof key === "symbol") {
          temp.index++
          continue
        }
        state = CHECK
        input = getOwnProperty(machine, temp.object!, key) as Completion
        continue
      }
      case CHECK: {
        const key = temp.keys[temp.index++] as string
        const descriptor = input as Descriptor | undefined
        state = TURN
        if (descriptor === undefined || isVisited(temp, key)) continue
        if (mayHaveEnumerablePrototype(temp.object!)) visit(machine, temp, key)
        if (!descriptor.enumerable) {
          machine.fuel--
          continue
        }
        if (scope !== null) enterScope(frame, scope)
        state = BIND
        frame.machine.operand = key
        input = node.c.evaluate(node.c, frame)
        continue
      }
      case BIND:
        state = BODY
        input = node.d.evaluate(node.d, frame)
        continue
      case BODY:
        frame.environment = temp.outer
        if (!continues(frame, labels, input)) return endOfLoop(frame, labels, input)
        state = TURN
        machine.fuel--
        continue
      default:
        throw new Error(`for-in has no state ${state}`)
    }
  }
}

function isVisited(temp: ForInTemp, key: string): boolean {
  return temp.manyVisited === null ? temp.visited.includes(key) : temp.manyVisited.has(key)
}

function visit(machine: Machine, temp: ForInTemp, key: string): void {
  if (temp.manyVisited === null) {
    temp.visited.push(key)
    if (temp.visited.length <= MAX_SEARCHED_KEYS) return
    temp.manyVisited = new Collection()
    for (const visited of temp.visited) temp.manyVisited.set(visited, undefined)
    return
  }
  machine.meter.used += ENTRY_BYTES
  temp.manyVisited.set(key, undefined)
}

/** Keys need remembering only where a prototype could repeat them. */
function mayHaveEnumerablePrototype(object: JSObject): boolean {
  return object.shape.prototype !== null
}
