/** Small forms: conditions, logic, comma, parameters, updates of registers, pairs of `this` and callee, hidden names. */
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../../objects/value.ts"
import { isCallable } from "../../objects/object.ts"
import { call } from "../call.ts"
import { at, type Frame, goOn, leave, NORMAL } from "../frame.ts"
import { importModule } from "../modules.ts"
import type { Evaluate, Node, Resume } from "../node.ts"
import { createArray, toBoolean, toNumeric } from "../operations.ts"
import { renderCallee } from "../render.ts"
import { messages, throwTypeError } from "../throws.ts"
import { superGet } from "./assignment.ts"
import { evaluateList, type ListProgress, NOTHING, SHORT, SPREAD_PAUSED } from "./calls.ts"
import { privateMember } from "./classes.ts"
import { getElement } from "./members.ts"
import { incremented, operate, type Operator } from "./operators.ts"
import { enterScope, type ScopePlan } from "./scopes.ts"

/** Of a form that left only tails: the input is the result. */
export function resumeTail(_node: Node, frame: Frame): Completion {
  return goOn(frame)
}

/** a, as it is. */
export function evaluateOperand(node: Node, frame: Frame): Completion {
  return node.a.evaluate(node.a, frame)
}

/** a ? b : c */
export function evaluateConditional(node: Node, frame: Frame): Completion {
  const test = node.a
  const value = test.evaluate(test, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : choose(node, frame, value)
}
export function resumeConditional(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : choose(node, frame, value)
}
function choose(node: Node, frame: Frame, test: Value): Completion {
  const taken = toBoolean(test) ? node.b : node.c
  return taken.evaluate(taken, frame)
}

function evaluateAnd(node: Node, frame: Frame): Completion {
  const left = node.a
  const value = left.evaluate(left, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : and(node, frame, value)
}
function resumeAnd(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : and(node, frame, value)
}
function and(node: Node, frame: Frame, value: Value): Completion {
  return toBoolean(value) ? node.b.evaluate(node.b, frame) : value
}

function evaluateOr(node: Node, frame: Frame): Completion {
  const left = node.a
  const value = left.evaluate(left, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : or(node, frame, value)
}
function resumeOr(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : or(node, frame, value)
}
function or(node: Node, frame: Frame, value: Value): Completion {
  return toBoolean(value) ? value : node.b.evaluate(node.b, frame)
}

function evaluateCoalesce(node: Node, frame: Frame): Completion {
  const left = node.a
  const value = left.evaluate(left, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : coalesce(node, frame, value)
}
function resumeCoalesce(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : coalesce(node, frame, value)
}
function coalesce(node: Node, frame: Frame, value: Value): Completion {
  return value === undefined || value === null ? node.b.evaluate(node.b, frame) : value
}

export const logicalForms: Record<"&&" | "||" | "??", readonly [Evaluate, Resume]> = {
  "&&": [evaluateAnd, resumeAnd],
  "||": [evaluateOr, resumeOr],
  "??": [evaluateCoalesce, resumeCoalesce],
}

/** Any binary operator without a fused form; value is the operator. */
export function evaluateBinary(node: Node, frame: Frame): Completion {
  const left = node.a.evaluate(node.a, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  return binaryRight(node, frame, left)
}
function binaryRight(node: Node, frame: Frame, left: Value): Completion {
  const right = node.b.evaluate(node.b, frame)
  return right === ABRUPT ? leave(frame, node, 1, left) : combine(node, frame, left, right)
}
function combine(node: Node, frame: Frame, left: Value, right: Value): Completion {
  at(frame, node.position)
  return operate(frame.machine, node.value as Operator, left, right)
}
export function resumeBinary(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  return state === 0 ? binaryRight(node, frame, input) : combine(node, frame, temp, input)
}

/** list, one after the other: the last one's value. */
export function evaluateComma(node: Node, frame: Frame): Completion {
  return commaFrom(node, frame, 0)
}
function commaFrom(node: Node, frame: Frame, start: number): Completion {
  let value: Completion = undefined
  for (let index = start; index < node.list.length; index++) {
    const expression = node.list[index]!
    value = expression.evaluate(expression, frame)
    if (value === ABRUPT) return leave(frame, node, index, undefined)
  }
  return value
}
export function resumeComma(node: Node, frame: Frame, state: number): Completion {
  const value = goOn(frame)
  if (value === ABRUPT) return leave(frame, node, state, undefined)
  return state === node.list.length - 1 ? value : commaFrom(node, frame, state + 1)
}

// Parameters and patterns

/** Binds argument i, which is in register i, to the pattern a. */
export function evaluateParameter(node: Node, frame: Frame): Completion {
  frame.machine.operand = frame.registers[node.i] as Value
  return node.a.evaluate(node.a, frame) === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}
/** The same where the frame has a list of its arguments. */
export function evaluateListedParameter(node: Node, frame: Frame): Completion {
  frame.machine.operand = frame.args === null ? undefined : frame.args[node.i]
  return node.a.evaluate(node.a, frame) === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}
export function evaluateRestParameter(node: Node, frame: Frame): Completion {
  frame.machine.operand = createArray(frame.machine, frame.args === null ? [] : frame.args.slice(node.i))
  return node.a.evaluate(node.a, frame) === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}
export function resumeParameter(node: Node, frame: Frame): Completion {
  return goOn(frame) === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}

export function evaluateEnterScope(node: Node, frame: Frame): Completion {
  enterScope(frame, node.value as ScopePlan)
  return NORMAL
}

/** `const b = a` with a pattern: a statement. */
export function evaluateDestructure(node: Node, frame: Frame): Completion {
  const value = node.a.evaluate(node.a, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : destructure(node, frame, value)
}
function destructure(node: Node, frame: Frame, value: Value): Completion {
  frame.machine.operand = value
  return node.b.evaluate(node.b, frame) === ABRUPT ? leave(frame, node, 1, undefined) : NORMAL
}
export function resumeDestructure(node: Node, frame: Frame, state: number): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, undefined)
  return state === 0 ? destructure(node, frame, input) : NORMAL
}

/** `b = a` with a pattern: an expression whose value is a's. */
export function evaluateAssignPattern(node: Node, frame: Frame): Completion {
  const value = node.a.evaluate(node.a, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : assignPattern(node, frame, value)
}
function assignPattern(node: Node, frame: Frame, value: Value): Completion {
  frame.machine.operand = value
  return node.b.evaluate(node.b, frame) === ABRUPT ? leave(frame, node, 1, value) : value
}
export function resumeAssignPattern(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  return state === 0 ? assignPattern(node, frame, input) : temp
}

// ++ and -- of registers. i: the register, j: 1 or -1; value: the result is the new value.

export function evaluateStepRegister(node: Node, frame: Frame): Completion {
  const value = frame.registers[node.i]
  if (typeof value === "number") {
    frame.registers[node.i] = value + node.j
    return NORMAL
  }
  return updateRegister(node, frame) === ABRUPT ? ABRUPT : NORMAL
}
export function resumeStepRegister(node: Node, frame: Frame): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, 0, undefined)
  frame.registers[node.i] = incremented(input as number | bigint, node.j as 1 | -1)
  return NORMAL
}

export function evaluateUpdateRegister(node: Node, frame: Frame): Completion {
  const value = frame.registers[node.i]
  if (typeof value === "number") {
    const next = (frame.registers[node.i] = value + node.j)
    return node.value === true ? next : value
  }
  return updateRegister(node, frame)
}
function updateRegister(node: Node, frame: Frame): Completion {
  at(frame, node.position)
  const old = toNumeric(frame.machine, frame.registers[node.i] as Value)
  return old === ABRUPT ? leave(frame, node, 0, undefined) : putUpdated(node, frame, old)
}
function putUpdated(node: Node, frame: Frame, old: number | bigint): Completion {
  const next = incremented(old, node.j as 1 | -1)
  frame.registers[node.i] = next
  return node.value === true ? next : old
}
export function resumeUpdateRegister(node: Node, frame: Frame): Completion {
  const input = goOn(frame)
  return input === ABRUPT
    ? leave(frame, node, 0, undefined)
    : putUpdated(node, frame, input as number | bigint)
}

// Pairs: a callee with its `this`. The node gives an array of two, which only `evaluateCallPair` sees.

type Pair = [Value, Value]

/** a: the object; b: a reader of a property of `frame.machine.operand`; i is 1 where `?.` stands between. */
export function evaluatePair(node: Node, frame: Frame): Completion {
  const object = node.a.evaluate(node.a, frame)
  return object === ABRUPT ? leave(frame, node, 0, undefined) : pairOf(node, frame, object)
}
function pairOf(node: Node, frame: Frame, object: Value): Completion {
  if ((object as unknown) === SHORT || (node.i === 1 && (object === undefined || object === null))) {
    return SHORT as unknown as Completion
  }
  frame.machine.operand = object
  const callee = node.b.evaluate(node.b, frame)
  return callee === ABRUPT ? leave(frame, node, 1, object) : ([object, callee] as unknown as Completion)
}
export function resumePair(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  return state === 0 ? pairOf(node, frame, input) : ([temp, input] as unknown as Completion)
}

export function evaluatePairOfValue(node: Node, frame: Frame): Completion {
  const value = node.a.evaluate(node.a, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : pairOfValue(value)
}
export function resumePairOfValue(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : pairOfValue(value)
}
function pairOfValue(value: Value): Completion {
  return ((value as unknown) === SHORT ? SHORT : [undefined, value]) as unknown as Completion
}

/** Readers of a property of `frame.machine.operand`. */
export function superOfOperand(node: Node, frame: Frame): Completion {
  const thisValue = frame.machine.operand
  at(frame, node.position)
  if (node.b === null) return superGet(frame, thisValue, node.key as PropertyKey)
  const key = node.b.evaluate(node.b, frame)
  return key === ABRUPT ? leave(frame, node, 0, thisValue) : superGet(frame, thisValue, key)
}
export function resumeSuperOfOperand(node: Node, frame: Frame, _state: number, temp: Value): Completion {
  const key = goOn(frame)
  return key === ABRUPT ? leave(frame, node, 0, temp) : superGet(frame, temp, key)
}
export function privateOfOperand(node: Node, frame: Frame): Completion {
  return privateMember(node, frame, frame.machine.operand)
}
export function memberOfOperand(node: Node, frame: Frame): Completion {
  const base = frame.machine.operand
  if (node.b === null) return getElement(frame, base, node.key as PropertyKey, node.position)
  const key = node.b.evaluate(node.b, frame)
  return key === ABRUPT ? leave(frame, node, 0, base) : getElement(frame, base, key, node.position)
}
export function resumeMemberOfOperand(node: Node, frame: Frame, _state: number, temp: Value): Completion {
  const key = goOn(frame)
  return key === ABRUPT ? leave(frame, node, 0, temp) : getElement(frame, temp, key, node.position)
}

/** A private member in an optional chain: a the object, b the reader, i 1 where `?.` stands before it. */
export function evaluateChainPrivate(node: Node, frame: Frame): Completion {
  const object = node.a.evaluate(node.a, frame)
  return object === ABRUPT ? leave(frame, node, 0, undefined) : chainPrivate(node, frame, object)
}
export function resumeChainPrivate(node: Node, frame: Frame): Completion {
  const object = goOn(frame)
  return object === ABRUPT ? leave(frame, node, 0, undefined) : chainPrivate(node, frame, object)
}
function chainPrivate(node: Node, frame: Frame, object: Value): Completion {
  if ((object as unknown) === SHORT || (node.i === 1 && (object === undefined || object === null))) {
    return SHORT as unknown as Completion
  }
  frame.machine.operand = object
  return node.b.evaluate(node.b, frame)
}

/** a: the pair; list: the arguments; i 1 in a chain, j 1 where `?.` stands before the call. States: 0 pair, 1 arguments. */
export function evaluateCallPair(node: Node, frame: Frame): Completion {
  const progress: ListProgress = { index: 0, values: [], iterator: null, kept: [] }
  return callPair(node, frame, progress, node.a.evaluate(node.a, frame))
}
function callPair(node: Node, frame: Frame, progress: ListProgress, pair: Completion): Completion {
  if (pair === ABRUPT) return leave(frame, node, 0, progress)
  if ((pair as unknown) === SHORT)
    return (node.i === 1 ? SHORT : callee(node, frame, undefined)) as Completion
  const [thisValue, target] = pair as unknown as Pair
  if (node.j === 1 && (target === undefined || target === null)) return SHORT as unknown as Completion
  progress.kept.push(thisValue, target)
  return callWith(node, frame, progress, NOTHING)
}
function callWith(
  node: Node,
  frame: Frame,
  progress: ListProgress,
  input: Completion | typeof NOTHING,
): Completion {
  const done = evaluateList(node, frame, 1, progress, input as Completion)
  if (done === ABRUPT) return ABRUPT
  const [thisValue, target] = progress.kept as Pair
  at(frame, node.position)
  if (!isCallable(target)) return callee(node, frame, target)
  return call(frame.machine, target, thisValue, progress.values)
}
function callee(node: Node, frame: Frame, _value: Value): typeof ABRUPT {
  at(frame, node.position)
  return throwTypeError(frame.machine, messages.notFunction(renderCallee(node.value)))
}
export function resumeCallPair(node: Node, frame: Frame, state: number, temp: ListProgress): Completion {
  if (state >= SPREAD_PAUSED) return callWith(node, frame, temp, NOTHING)
  const input = goOn(frame)
  if (input === ABRUPT && state === 1) return leave(frame, node, state, temp)
  return state === 0 ? callPair(node, frame, temp, input) : callWith(node, frame, temp, input)
}

// Names of the hidden scope, and import()

/** key: an abstract operation or a built-in constructor. */
export function evaluateHidden(node: Node, frame: Frame): Completion {
  return frame.machine.hidden(node.key as string)
}

export function evaluateImport(node: Node, frame: Frame): Completion {
  const name = node.a.evaluate(node.a, frame)
  if (name === ABRUPT) return leave(frame, node, 0, undefined)
  at(frame, node.position)
  return importModule(frame.machine, name)
}
export function resumeImport(node: Node, frame: Frame): Completion {
  const name = goOn(frame)
  if (name === ABRUPT) return leave(frame, node, 0, undefined)
  at(frame, node.position)
  return importModule(frame.machine, name)
}
