/** Calls, `new`, spread arguments, `super` calls and optional chains. */
import type { NativeFunction } from "../../objects/function.ts"
import { type JSObject, isCallable, isObject, Kind } from "../../objects/object.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../../objects/value.ts"
import { SLOT_BYTES } from "../../objects/meter.ts"
import { call, closureOf, construct, enterDirect, isConstructor, takeFrame } from "../call.ts"
import { at, type Frame, goOn, leave } from "../frame.ts"
import type { Machine } from "../machine.ts"
import type { NativeEntry } from "../native.ts"
import type { Node } from "../node.ts"
import { MAX_ARGUMENTS } from "../listFromArrayLike.ts"
import { messages, throwRangeError, throwTypeError } from "../throws.ts"
import { getElement, getMember } from "./members.ts"
import { render, renderCallee, renderIterable } from "../render.ts"
import { IteratorRecord, isArrayIterationIntact, openIterator, stepIterator, DONE } from "../iterators.ts"

/** `value` of every calling node: the callee's syntax, for messages. */
function throwNotFunction(node: Node, frame: Frame): typeof ABRUPT {
  at(frame, node.position)
  return throwTypeError(frame.machine, messages.notFunction(renderCallee(node.value)))
}

function invoke(node: Node, frame: Frame, callee: Value, thisValue: Value, args: Value[]): Completion {
  at(frame, node.position)
  if (typeof callee === "object" && callee !== null && callee.kind === Kind.Native) {
    const { entry } = (callee as JSObject).data as NativeFunction<NativeEntry>
    return entry.body(frame.machine, thisValue, args, undefined, callee as JSObject)
  }
  return isCallable(callee) ? call(frame.machine, callee, thisValue, args) : throwNotFunction(node, frame)
}

/** A call without arguments. */
export function call0(node: Node, frame: Frame, callee: Value, thisValue: Value): Completion {
  frame.position = node.position
  const closure = closureOf(callee)
  if (closure !== null && closure.code.directParameters >= 0) {
    const { machine } = frame
    const inner = takeFrame(machine, callee as JSObject, closure, thisValue)
    return enterDirect(machine, inner, frame)
  }
  return invoke(node, frame, callee, thisValue, [])
}

/** A call with one argument. */
export function call1(node: Node, frame: Frame, callee: Value, thisValue: Value, a: Value): Completion {
  frame.position = node.position
  const closure = closureOf(callee)
  if (closure !== null && closure.code.directParameters >= 1) {
    const { machine } = frame
    const inner = takeFrame(machine, callee as JSObject, closure, thisValue)
    inner.registers[0] = a
    return enterDirect(machine, inner, frame)
  }
  return invoke(node, frame, callee, thisValue, [a])
}

/** A call with two arguments. */
export function call2(
  node: Node,
  frame: Frame,
  callee: Value,
  thisValue: Value,
  a: Value,
  b: Value,
): Completion {
  frame.position = node.position
  const closure = closureOf(callee)
  if (closure !== null && closure.code.directParameters >= 2) {
    const { machine } = frame
    const inner = takeFrame(machine, callee as JSObject, closure, thisValue)
    inner.registers[0] = a
    inner.registers[1] = b
    return enterDirect(machine, inner, frame)
  }
  return invoke(node, frame, callee, thisValue, [a, b])
}

// f(), f(a), f(a, b): `a` is the callee, `b` and `c` the arguments.

export function evaluateCall0(node: Node, frame: Frame): Completion {
  const target = node.a
  const callee = target.evaluate(target, frame)
  if (callee === ABRUPT) return leave(frame, node, 0, undefined)
  return call0(node, frame, callee, undefined)
}
export function resumeCall0(node: Node, frame: Frame): Completion {
  const callee = goOn(frame)
  return callee === ABRUPT ? leave(frame, node, 0, undefined) : call0(node, frame, callee, undefined)
}

export function evaluateCall1(node: Node, frame: Frame): Completion {
  const target = node.a
  const callee = target.evaluate(target, frame)
  if (callee === ABRUPT) return leave(frame, node, 0, undefined)
  const argument = node.b
  const a = argument.evaluate(argument, frame)
  return a === ABRUPT ? leave(frame, node, 1, callee) : call1(node, frame, callee, undefined, a)
}
function call1Argument(node: Node, frame: Frame, callee: Value): Completion {
  const argument = node.b
  const a = argument.evaluate(argument, frame)
  return a === ABRUPT ? leave(frame, node, 1, callee) : call1(node, frame, callee, undefined, a)
}
export function resumeCall1(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  return state === 0 ? call1Argument(node, frame, input) : call1(node, frame, temp, undefined, input)
}

export function evaluateCall2(node: Node, frame: Frame): Completion {
  const target = node.a
  const callee = target.evaluate(target, frame)
  if (callee === ABRUPT) return leave(frame, node, 0, undefined)
  const first = node.b
  const a = first.evaluate(first, frame)
  if (a === ABRUPT) return leave(frame, node, 1, callee)
  const second = node.c
  const b = second.evaluate(second, frame)
  return b === ABRUPT ? leave(frame, node, 2, [callee, a]) : call2(node, frame, callee, undefined, a, b)
}
function call2First(node: Node, frame: Frame, callee: Value): Completion {
  const argument = node.b
  const a = argument.evaluate(argument, frame)
  return a === ABRUPT ? leave(frame, node, 1, callee) : call2Second(node, frame, callee, a)
}
function call2Second(node: Node, frame: Frame, callee: Value, a: Value): Completion {
  const argument = node.c
  const b = argument.evaluate(argument, frame)
  return b === ABRUPT ? leave(frame, node, 2, [callee, a]) : call2(node, frame, callee, undefined, a, b)
}
export function resumeCall2(node: Node, frame: Frame, state: number, temp: any): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  if (state === 0) return call2First(node, frame, input)
  if (state === 1) return call2Second(node, frame, temp, input)
  return call2(node, frame, temp[0], undefined, temp[1], input)
}

// o.f(), o.f(a), o.f(a, b): `a` is the object's node, or `i` its register, `d` a node that holds key and cache, `b` and `c`
// the arguments.

export function evaluateMethod0(node: Node, frame: Frame): Completion {
  const object = node.a
  const base = object.evaluate(object, frame)
  if (base === ABRUPT) return leave(frame, node, 0, undefined)
  const callee = getMember(frame, base, node.d)
  return callee === ABRUPT ? leave(frame, node, 1, base) : call0(node, frame, callee, base)
}
function method0(node: Node, frame: Frame, base: Value): Completion {
  const callee = getMember(frame, base, node.d)
  return callee === ABRUPT ? leave(frame, node, 1, base) : call0(node, frame, callee, base)
}
export function evaluateMethod0OfRegister(node: Node, frame: Frame): Completion {
  return method0(node, frame, frame.registers[node.i] as Value)
}
export function resumeMethod0(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  return state === 0 ? method0(node, frame, input) : call0(node, frame, input, temp)
}

export function evaluateMethod1(node: Node, frame: Frame): Completion {
  const object = node.a
  const base = object.evaluate(object, frame)
  if (base === ABRUPT) return leave(frame, node, 0, undefined)
  const callee = getMember(frame, base, node.d)
  if (callee === ABRUPT) return leave(frame, node, 1, base)
  const argument = node.b
  const a = argument.evaluate(argument, frame)
  return a === ABRUPT ? leave(frame, node, 2, [base, callee]) : call1(node, frame, callee, base, a)
}
function method1(node: Node, frame: Frame, base: Value): Completion {
  const callee = getMember(frame, base, node.d)
  return callee === ABRUPT ? leave(frame, node, 1, base) : method1Argument(node, frame, base, callee)
}
function method1Argument(node: Node, frame: Frame, base: Value, callee: Value): Completion {
  const argument = node.b
  const a = argument.evaluate(argument, frame)
  return a === ABRUPT ? leave(frame, node, 2, [base, callee]) : call1(node, frame, callee, base, a)
}
export function evaluateMethod1OfRegister(node: Node, frame: Frame): Completion {
  return method1(node, frame, frame.registers[node.i] as Value)
}
export function resumeMethod1(node: Node, frame: Frame, state: number, temp: any): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  if (state === 0) return method1(node, frame, input)
  if (state === 1) return method1Argument(node, frame, temp, input)
  return call1(node, frame, temp[1], temp[0], input)
}

export function evaluateMethod2(node: Node, frame: Frame): Completion {
  const object = node.a
  const base = object.evaluate(object, frame)
  if (base === ABRUPT) return leave(frame, node, 0, undefined)
  const callee = getMember(frame, base, node.d)
  if (callee === ABRUPT) return leave(frame, node, 1, base)
  const first = node.b
  const a = first.evaluate(first, frame)
  if (a === ABRUPT) return leave(frame, node, 2, [base, callee])
  const second = node.c
  const b = second.evaluate(second, frame)
  return b === ABRUPT ? leave(frame, node, 3, [base, callee, a]) : call2(node, frame, callee, base, a, b)
}
function method2(node: Node, frame: Frame, base: Value): Completion {
  const callee = getMember(frame, base, node.d)
  return callee === ABRUPT ? leave(frame, node, 1, base) : method2First(node, frame, base, callee)
}
function method2First(node: Node, frame: Frame, base: Value, callee: Value): Completion {
  const argument = node.b
  const a = argument.evaluate(argument, frame)
  return a === ABRUPT ? leave(frame, node, 2, [base, callee]) : method2Second(node, frame, base, callee, a)
}
function method2Second(node: Node, frame: Frame, base: Value, callee: Value, a: Value): Completion {
  const argument = node.c
  const b = argument.evaluate(argument, frame)
  return b === ABRUPT ? leave(frame, node, 3, [base, callee, a]) : call2(node, frame, callee, base, a, b)
}
export function evaluateMethod2OfRegister(node: Node, frame: Frame): Completion {
  return method2(node, frame, frame.registers[node.i] as Value)
}
export function resumeMethod2(node: Node, frame: Frame, state: number, temp: any): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  if (state === 0) return method2(node, frame, input)
  if (state === 1) return method2First(node, frame, temp, input)
  if (state === 2) return method2Second(node, frame, temp[0], temp[1], input)
  return call2(node, frame, temp[1], temp[0], temp[2], input)
}

// Lists of expressions, with spread: arguments and array elements.

/** A long array that is being spread, and the next place in it. */
interface SpreadArray {
  readonly array: JSObject
  place: number
}

/** What a list has got so far; `iterator` while a spread element is being read. */
export interface ListProgress {
  index: number
  values: any[]
  iterator: IteratorRecord | SpreadArray | null
  /** What a call keeps beside its arguments. */
  kept: Value[]
}

/** Evaluates `node.list` into `progress.values`; ABRUPT leaves the node in `state`. True when it is complete. */
export function evaluateList(
  node: Node,
  frame: Frame,
  state: number,
  progress: ListProgress,
  input: Completion,
): Completion<true> {
  const { list } = node
  let incoming: Completion | typeof NOTHING = input
  for (;;) {
    if (progress.iterator !== null) {
      const record: IteratorRecord | SpreadArray = progress.iterator
      if (!(record instanceof IteratorRecord)) {
        if (frame.machine.fuel < 0) {
          frame.machine.suspend()
          return leave(frame, node, state + SPREAD_PAUSED, progress)
        }
        if (!copyPortion(frame.machine, record, progress, list[progress.index]!)) return ABRUPT
        continue
      }
      const item = incoming === NOTHING ? stepIterator(frame.machine, record) : incoming
      incoming = NOTHING
      if (item === ABRUPT) return leave(frame, node, state, progress)
      if (item === DONE) {
        progress.iterator = null
        progress.index++
      } else {
        frame.machine.fuel--
        if (!frame.machine.allocate(8)) return ABRUPT
        progress.values.push(item)
        if (isTooMany(list[progress.index]!, progress))
          return throwRangeError(frame.machine, messages.stackOverflow)
        if (frame.machine.fuel < 0 && progress.values.length % 1_024 === 0) {
          frame.machine.suspend()
          return leave(frame, node, state + SPREAD_PAUSED, progress)
        }
      }
      continue
    }
    if (progress.index === list.length) return true
    const element = list[progress.index]!
    if (element.evaluate === holeMarker) {
      progress.values.push(element.value)
      progress.index++
      continue
    }
    const spread = element.key === SPREAD
    const value: Completion = incoming === NOTHING ? element.evaluate(element, frame) : incoming
    incoming = NOTHING
    if (value === ABRUPT) return leave(frame, node, state, progress)
    if (!spread) {
      progress.values.push(value)
      progress.index++
      continue
    }
    const opened =
      value instanceof IteratorRecord ? value : openSpread(frame, element, value as Value, progress)
    if (opened === ABRUPT) return leave(frame, node, state, progress)
    if (!(opened instanceof IteratorRecord)) continue
    if (element.i === SpreadForm.Element && !isCallable(opened.next)) {
      return throwTypeError(frame.machine, messages.notIterable(spreadText(element)))
    }
    progress.iterator = opened
  }
}

/** A call cannot take so many arguments. */
function isTooMany(element: Node, progress: ListProgress): boolean {
  return progress.values.length > MAX_ARGUMENTS && element.i !== SpreadForm.Element
}

export const NOTHING: unique symbol = Symbol("nothing")
/** Added to a list's state when it gave its turn away between two items of a spread: there is no input then. */
export const SPREAD_PAUSED = 16
/** `key` of a list element that is spread; `value` its syntax. */
export const SPREAD = "...spread"

/** Stands for an array hole; `value` is EMPTY. */
export const holeMarker = (): Completion => undefined

function openSpread(
  frame: Frame,
  element: Node,
  value: Value,
  progress: ListProgress,
): Completion | IteratorRecord {
  const machine = frame.machine
  at(frame, element.position)
  if (isObject(value) && value.kind === Kind.Array && isArrayIterationIntact(machine, value)) {
    const elements = value.data as Array<Value | typeof EMPTY>
    if (elements.length <= MAX_SEARCHED_LENGTH && !elements.includes(EMPTY)) {
      return copyPortion(machine, { array: value, place: 0 }, progress, element) ? undefined : ABRUPT
    }
  }
  return openIterator(machine, value, () => spreadText(element), element.i === SpreadForm.LastArgument)
}

/** Longer arrays are not searched for holes, and are read by their iterator. */
const MAX_SEARCHED_LENGTH = 1 << 22
/** Elements copied between two looks at the fuel. */
const PORTION = 4_096

/** Takes over elements of an array without holes, which nothing can change meanwhile; false when the run is stopped. */
function copyPortion(machine: Machine, from: SpreadArray, progress: ListProgress, element: Node): boolean {
  const elements = from.array.data as Value[]
  const end = Math.min(elements.length, from.place + PORTION)
  machine.charge((end - from.place) >> 3)
  if (!machine.allocate((end - from.place) * SLOT_BYTES)) return false
  for (let place = from.place; place < end; place++) progress.values.push(elements[place])
  if (isTooMany(element, progress)) {
    throwRangeError(machine, messages.stackOverflow)
    return false
  }
  from.place = end
  progress.iterator = end < elements.length ? from : null
  if (progress.iterator === null) progress.index++
  return true
}

/** Where a spread element stands, in its `i`: that decides how V8 names what cannot be spread. */
export const SpreadForm = { Element: 0, Argument: 1, LastArgument: 2 } as const

function spreadText(element: Node): string {
  if (element.i === SpreadForm.Argument) return ""
  return element.i === SpreadForm.Element ? renderIterable(element.value) : render(element.value)
}

/** Any call: `a` the callee or the object, `d` the member to call or NONE, `list` the arguments, `i` 1 for a computed key in `b`. */
export function evaluateCallMany(node: Node, frame: Frame): Completion {
  return callMany(node, frame, 0, { index: 0, values: [], iterator: null, kept: [] }, NOTHING)
}
export function resumeCallMany(node: Node, frame: Frame, state: number, temp: ListProgress): Completion {
  if (state >= SPREAD_PAUSED) return callMany(node, frame, state - SPREAD_PAUSED, temp, NOTHING)
  const input = goOn(frame)
  return input === ABRUPT ? leave(frame, node, state, temp) : callMany(node, frame, state, temp, input)
}

/** States: 0 callee or object, 1 computed key, 2 the method, 3 arguments. `kept` is [this, callee]. */
function callMany(
  node: Node,
  frame: Frame,
  from: number,
  progress: ListProgress,
  input: Completion | typeof NOTHING,
): Completion {
  let state = from
  let incoming = input
  const { kept } = progress
  for (;;) {
    const value: Completion =
      incoming === NOTHING ? startOfCall(node, frame, state, progress) : (incoming as Completion)
    if (state < 3) {
      incoming = NOTHING
      if (value === ABRUPT) return leave(frame, node, state, progress)
    }
    switch (state) {
      case 0:
        if (node.d === null) {
          kept.push(undefined, value as Value)
          state = 3
        } else {
          kept.push(value as Value)
          state = node.i === 1 ? 1 : 2
        }
        continue
      case 1:
        kept.push(value as Value)
        state = 2
        continue
      case 2:
        kept[1] = value as Value
        state = 3
        continue
      default: {
        const done = evaluateList(node, frame, 3, progress, incoming as Completion)
        if (done === ABRUPT) return ABRUPT
        return invoke(node, frame, kept[1], kept[0], progress.values)
      }
    }
  }
}

function startOfCall(node: Node, frame: Frame, state: number, progress: ListProgress): Completion {
  if (state === 0) return node.a.evaluate(node.a, frame)
  if (state === 1) return node.b.evaluate(node.b, frame)
  if (state === 2) {
    const base = progress.kept[0]
    return node.i === 1
      ? getElement(frame, base, progress.kept[1], node.d.position)
      : getMember(frame, base, node.d)
  }
  return undefined
}

/** `new a(...list)` */
export function evaluateNew(node: Node, frame: Frame): Completion {
  const target = node.a
  const callee = target.evaluate(target, frame)
  const progress: ListProgress = { index: 0, values: [], iterator: null, kept: [] }
  if (callee === ABRUPT) return leave(frame, node, 0, progress)
  return newArguments(node, frame, progress, callee, NOTHING)
}
export function resumeNew(node: Node, frame: Frame, state: number, temp: ListProgress): Completion {
  if (state >= SPREAD_PAUSED) return newArguments(node, frame, temp, temp.kept[0], NOTHING)
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  return state === 0
    ? newArguments(node, frame, temp, input, NOTHING)
    : newArguments(node, frame, temp, temp.kept[0], input)
}
function newArguments(
  node: Node,
  frame: Frame,
  progress: ListProgress,
  callee: Value,
  input: Completion | typeof NOTHING,
): Completion {
  progress.kept[0] = callee
  const done = evaluateList(node, frame, 1, progress, input as Completion)
  if (done === ABRUPT) return ABRUPT
  at(frame, node.position)
  if (!isConstructor(callee)) {
    return throwTypeError(frame.machine, messages.notConstructor(render(node.value)))
  }
  return construct(frame.machine, callee, progress.values)
}

// Optional chains: inside one, a nullish base before `?.` gives SHORT, which every link passes on.

export const SHORT: unique symbol = Symbol("short")

function isNullish(value: unknown): boolean {
  return value === undefined || value === null
}

/** The whole chain: SHORT becomes undefined. */
export function evaluateChain(node: Node, frame: Frame): Completion {
  const value = node.a.evaluate(node.a, frame) as Completion | typeof SHORT
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  return value === SHORT ? undefined : value
}
export function resumeChain(node: Node, frame: Frame): Completion {
  const value = goOn(frame) as Completion | typeof SHORT
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  return value === SHORT ? undefined : value
}

/**
 * A member in a chain: `a` the object, `d` a node of the named member, or NONE for a computed key in `b`.
 * `j` is 1 where `?.` stands before it.
 */
export function evaluateChainMember(node: Node, frame: Frame): Completion {
  const base = node.a.evaluate(node.a, frame)
  return base === ABRUPT ? leave(frame, node, 0, undefined) : chainMember(node, frame, base)
}
function chainMember(node: Node, frame: Frame, base: Completion): Completion {
  if ((base as unknown) === SHORT || (node.j === 1 && isNullish(base))) return SHORT as unknown as Completion
  if (node.d !== null) return getMember(frame, base as Value, node.d)
  const key = node.b.evaluate(node.b, frame)
  if (key === ABRUPT) return leave(frame, node, 1, base)
  return getElement(frame, base as Value, key, node.position)
}
export function resumeChainMember(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  return state === 0 ? chainMember(node, frame, input) : getElement(frame, temp, input, node.position)
}

/** A call in a chain, of `a` as a plain function; `j` is 1 where `?.` stands before it. Arguments in `list`. */
export function evaluateChainCall(node: Node, frame: Frame): Completion {
  return chainCall(node, frame, 0, { index: 0, values: [], iterator: null, kept: [] }, NOTHING)
}
export function resumeChainCall(node: Node, frame: Frame, state: number, temp: ListProgress): Completion {
  if (state >= SPREAD_PAUSED) return chainCall(node, frame, state - SPREAD_PAUSED, temp, NOTHING)
  const input = goOn(frame)
  return input === ABRUPT ? leave(frame, node, state, temp) : chainCall(node, frame, state, temp, input)
}

/**
 * `b` is the computed key or NONE, `d` the named member or NONE: with either, the callee is a method of `a`;
 * `i` is 1 where `?.` stands before the member. States: 0 object or callee, 1 key, 2 method, 3 arguments.
 */
function chainCall(
  node: Node,
  frame: Frame,
  from: number,
  progress: ListProgress,
  input: Completion | typeof NOTHING,
): Completion {
  let state = from
  let incoming: unknown = input
  const { kept } = progress
  const isMethod = node.b !== null || node.d !== null
  for (;;) {
    if (state === 3) {
      if (
        progress.index === 0 &&
        progress.iterator === null &&
        incoming === NOTHING &&
        node.j === 1 &&
        isNullish(kept[1])
      ) {
        return SHORT as unknown as Completion
      }
      const done = evaluateList(node, frame, 3, progress, incoming as Completion)
      if (done === ABRUPT) return ABRUPT
      return invoke(node, frame, kept[1], kept[0], progress.values)
    }
    const value: unknown = incoming === NOTHING ? startOfChain(node, frame, state, kept) : incoming
    incoming = NOTHING
    if (value === ABRUPT) return leave(frame, node, state, progress)
    if (value === SHORT) return SHORT as unknown as Completion
    if (state === 0) {
      if (isMethod && node.i === 1 && isNullish(value)) return SHORT as unknown as Completion
      if (isMethod) kept[0] = value as Value
      else kept.push(undefined, value as Value)
      state = !isMethod ? 3 : node.b !== null ? 1 : 2
    } else {
      kept[1] = value as Value
      state++
    }
  }
}

function startOfChain(node: Node, frame: Frame, state: number, kept: Value[]): Completion {
  if (state === 0) return node.a.evaluate(node.a, frame)
  if (state === 1) return node.b.evaluate(node.b, frame)
  return node.d !== null
    ? getMember(frame, kept[0], node.d)
    : getElement(frame, kept[0], kept[1], node.position)
}
