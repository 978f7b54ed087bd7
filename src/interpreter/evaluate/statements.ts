/** Statements without loops, iteration or exceptions. Each gives a completion number; values and labels are in the frame. */
import type { Environment } from "../../objects/environment.ts"
import { ABRUPT, type Completion, type Value } from "../../objects/value.ts"
import { at, BREAK, CONTINUE, type Frame, goOn, leave, NORMAL, RETURN } from "../frame.ts"
import type { Node } from "../node.ts"
import { isStrictlyEqual, toBoolean } from "../operations.ts"
import { throwValue } from "../throws.ts"
import { enterScope, type ScopePlan } from "./scopes.ts"

export function evaluateEmpty(): Completion {
  return NORMAL
}

export function evaluateExpressionStatement(node: Node, frame: Frame): Completion {
  const expression = node.a
  return expression.evaluate(expression, frame) === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}
export function resumeExpressionStatement(node: Node, frame: Frame): Completion {
  return goOn(frame) === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}

export function evaluateReturn(node: Node, frame: Frame): Completion {
  const expression = node.a
  const value = expression.evaluate(expression, frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  frame.machine.returnValue = value
  return RETURN
}
export function resumeReturn(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  frame.machine.returnValue = value
  return RETURN
}

export function evaluateThrow(node: Node, frame: Frame): Completion {
  const expression = node.a
  const value = expression.evaluate(expression, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : throwAt(node, frame, value)
}
export function resumeThrow(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : throwAt(node, frame, value)
}
function throwAt(node: Node, frame: Frame, value: Value): Completion {
  at(frame, node.position)
  return throwValue(frame.machine, value)
}

/** a: test, b: consequent, c: alternate or NONE */
export function evaluateIf(node: Node, frame: Frame): Completion {
  const test = node.a
  const value = test.evaluate(test, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : branch(node, frame, value)
}
export function resumeIf(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : branch(node, frame, value)
}
function branch(node: Node, frame: Frame, test: Value): Completion {
  const taken = (typeof test === "boolean" ? test : toBoolean(test)) ? node.b : node.c
  return taken === null ? NORMAL : taken.evaluate(taken, frame)
}

/** A list of statements, expressions among them; the state is the index of the one that left. */
export function evaluateSequence(node: Node, frame: Frame): Completion {
  return sequenceFrom(node, frame, 0)
}
function sequenceFrom(node: Node, frame: Frame, start: number): Completion {
  const { list } = node
  for (let index = start; index < list.length; index++) {
    const statement = list[index]!
    const completion = statement.evaluate(statement, frame)
    if (completion === NORMAL) continue
    if (completion === ABRUPT) return leave(frame, node, index, undefined)
    if (!statement.isDropped) return completion
  }
  return NORMAL
}
export function resumeSequence(node: Node, frame: Frame, state: number): Completion {
  const completion = goOn(frame)
  if (completion === ABRUPT) return leave(frame, node, state, undefined)
  return completion === NORMAL || node.list[state]!.isDropped
    ? sequenceFrom(node, frame, state + 1)
    : completion
}

/** A block with a scope of its own: a is its body, value its plan. */
export function evaluateBlock(node: Node, frame: Frame): Completion {
  const outer = frame.environment
  enterScope(frame, node.value as ScopePlan)
  const body = node.a
  return leaveBlock(node, frame, outer, body.evaluate(body, frame))
}
export function resumeBlock(node: Node, frame: Frame, _state: number, outer: Environment | null): Completion {
  return leaveBlock(node, frame, outer, goOn(frame))
}
function leaveBlock(node: Node, frame: Frame, outer: Environment | null, completion: Completion): Completion {
  if (completion === ABRUPT && frame.machine.suspending) return leave(frame, node, 0, outer)
  frame.environment = outer
  return completion
}

export function evaluateBreak(node: Node, frame: Frame): Completion {
  frame.machine.label = node.value as string | null
  return BREAK
}

export function evaluateContinue(node: Node, frame: Frame): Completion {
  frame.machine.label = node.value as string | null
  return CONTINUE
}

/** A labelled statement that is no loop: a is the body, value the label. */
export function evaluateLabeled(node: Node, frame: Frame): Completion {
  const body = node.a
  return unlabel(node, frame, body.evaluate(body, frame))
}
export function resumeLabeled(node: Node, frame: Frame): Completion {
  return unlabel(node, frame, goOn(frame))
}
function unlabel(node: Node, frame: Frame, completion: Completion): Completion {
  if (completion === ABRUPT) return leave(frame, node, 0, undefined)
  if (completion !== BREAK || frame.machine.label !== node.value) return completion
  frame.machine.label = null
  return NORMAL
}

interface SwitchTemp {
  outer: Environment | null
  value: Value
}

/** a: discriminant, value: plan or null; list: pairs of a case's test (NONE for default) in a, and its statements in b. */
export function evaluateSwitch(node: Node, frame: Frame): Completion {
  const discriminant = node.a
  const value = discriminant.evaluate(discriminant, frame)
  if (value === ABRUPT) return leave(frame, node, -1, undefined)
  return beginSwitch(node, frame, value)
}
function beginSwitch(node: Node, frame: Frame, value: Value): Completion {
  const temp: SwitchTemp = { outer: frame.environment, value }
  if (node.value !== null) enterScope(frame, node.value as ScopePlan)
  return selectCase(node, frame, temp, 0)
}
/** State 2i: the test of case i is out; state 2i + 1: its statements are. */
function selectCase(node: Node, frame: Frame, temp: SwitchTemp, start: number): Completion {
  const { list } = node
  for (let index = start; index < list.length; index++) {
    const test = list[index]!.a
    if (test === null) continue
    const value = test.evaluate(test, frame)
    if (value === ABRUPT) return leave(frame, node, 2 * index, temp)
    if (isStrictlyEqual(frame.machine, temp.value, value)) return runCases(node, frame, temp, index)
  }
  const fallback = list.findIndex((entry) => entry.a === null)
  return fallback < 0 ? endSwitch(frame, temp, NORMAL) : runCases(node, frame, temp, fallback)
}
function runCases(node: Node, frame: Frame, temp: SwitchTemp, start: number): Completion {
  const { list } = node
  for (let index = start; index < list.length; index++) {
    const body = list[index]!.b
    const completion = body.evaluate(body, frame)
    if (completion === ABRUPT && frame.machine.suspending) return leave(frame, node, 2 * index + 1, temp)
    if (completion !== NORMAL) return endSwitch(frame, temp, completion)
  }
  return endSwitch(frame, temp, NORMAL)
}
function endSwitch(frame: Frame, temp: SwitchTemp, completion: Completion): Completion {
  frame.environment = temp.outer
  return completion === BREAK && frame.machine.label === null ? NORMAL : completion
}
export function resumeSwitch(node: Node, frame: Frame, state: number, temp: SwitchTemp): Completion {
  const completion = goOn(frame)
  if (state === -1) {
    return completion === ABRUPT ? leave(frame, node, -1, undefined) : beginSwitch(node, frame, completion)
  }
  if (completion === ABRUPT) {
    if (frame.machine.suspending) return leave(frame, node, state, temp)
    return endSwitch(frame, temp, ABRUPT)
  }
  const index = state >> 1
  if ((state & 1) === 1) {
    return completion === NORMAL ? runCases(node, frame, temp, index + 1) : endSwitch(frame, temp, completion)
  }
  if (isStrictlyEqual(frame.machine, temp.value, completion)) return runCases(node, frame, temp, index)
  return selectCase(node, frame, temp, index + 1)
}
