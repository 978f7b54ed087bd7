/** `for`, `while` and `do`: one explicit state, one fuel unit a turn. */
import type { Environment } from "../../objects/environment.ts"
import { ABRUPT, type Completion, type Value } from "../../objects/value.ts"
import { BREAK, CONTINUE, type Frame, goOn, leave, NORMAL } from "../frame.ts"
import type { Node } from "../node.ts"
import { toBoolean } from "../operations.ts"
import { copyEnvironment, enterScope, type ScopePlan } from "./scopes.ts"

/** What a loop's node carries: its labels, its scope, and whether each turn gets an environment of its own. */
export interface LoopPlan {
  readonly labels: readonly string[]
  readonly scope: ScopePlan | null
}

const INIT = 0
const TEST = 1
const BODY = 2
const UPDATE = 3
/** The turn was given away at a loop's end: nothing is waited for. */
const TURN = 4

/** Whether a completion of a body goes on to the next turn; else it ends the loop, with what `endOfLoop` says. */
export function continues(frame: Frame, labels: readonly string[], completion: Completion): boolean {
  if (completion === NORMAL) return true
  if (completion !== CONTINUE) return false
  if (frame.machine.label === null) return true
  if (!labels.includes(frame.machine.label)) return false
  frame.machine.label = null
  return true
}

/** The completion of a loop whose body ended it. */
export function endOfLoop(frame: Frame, labels: readonly string[], completion: Completion): Completion {
  if (completion !== BREAK) return completion
  if (frame.machine.label === null) return NORMAL
  if (!labels.includes(frame.machine.label)) return completion
  frame.machine.label = null
  return NORMAL
}

function truthy(value: Value): boolean {
  return typeof value === "boolean" ? value : toBoolean(value)
}

/** a: init, b: test, c: update, d: body, each but the body possibly NONE. `while` has only b and d. */
export function evaluateFor(node: Node, frame: Frame): Completion {
  const { scope } = node.value as LoopPlan
  const outer = frame.environment
  if (scope !== null) enterScope(frame, scope)
  const init = node.a
  if (init !== null && init.evaluate(init, frame) === ABRUPT) return abandon(node, frame, INIT, outer)
  if (scope !== null && scope.size > 0) copyEnvironment(frame)
  return turns(node, frame, outer, TEST)
}

function turns(node: Node, frame: Frame, outer: Environment | null, start: number): Completion {
  const { labels, scope } = node.value as LoopPlan
  const test = node.b
  const update = node.c
  const body = node.d
  const { machine } = frame
  const copies = scope !== null && scope.size > 0
  for (let state = start; ; state = TEST) {
    if (state === TEST && test !== null) {
      const value = test.evaluate(test, frame)
      if (value === ABRUPT) return abandon(node, frame, TEST, outer)
      if (!truthy(value)) return finish(frame, outer, NORMAL)
    }
    if (state <= BODY) {
      const completion = body.evaluate(body, frame)
      if (completion !== NORMAL) {
        if (completion === ABRUPT) return abandon(node, frame, BODY, outer)
        if (!continues(frame, labels, completion))
          return finish(frame, outer, endOfLoop(frame, labels, completion))
      }
      if (--machine.fuel < 0 && !machine.refuel()) {
        machine.suspend()
        return leave(frame, node, TURN, outer)
      }
    }
    if (state <= UPDATE) {
      if (copies) copyEnvironment(frame)
      if (update !== null && update.evaluate(update, frame) === ABRUPT)
        return abandon(node, frame, UPDATE, outer)
    }
  }
}

function abandon(node: Node, frame: Frame, state: number, outer: Environment | null): typeof ABRUPT {
  if (frame.machine.suspending) return leave(frame, node, state, outer)
  frame.environment = outer
  return ABRUPT
}

function finish(frame: Frame, outer: Environment | null, completion: Completion): Completion {
  frame.environment = outer
  return completion
}

export function resumeFor(node: Node, frame: Frame, state: number, outer: Environment | null): Completion {
  const { labels, scope } = node.value as LoopPlan
  if (state === TURN) {
    const input = goOn(frame)
    return input === ABRUPT ? abandon(node, frame, TURN, outer) : turns(node, frame, outer, UPDATE)
  }
  const input = goOn(frame)
  if (input === ABRUPT) return abandon(node, frame, state, outer)
  switch (state) {
    case INIT:
      if (scope !== null && scope.size > 0) copyEnvironment(frame)
      return turns(node, frame, outer, TEST)
    case TEST:
      return truthy(input) ? turns(node, frame, outer, BODY) : finish(frame, outer, NORMAL)
    case BODY:
      if (!continues(frame, labels, input)) return finish(frame, outer, endOfLoop(frame, labels, input))
      if (--frame.machine.fuel < 0 && !frame.machine.refuel()) {
        frame.machine.suspend()
        return leave(frame, node, TURN, outer)
      }
      return turns(node, frame, outer, UPDATE)
    default:
      return turns(node, frame, outer, TEST)
  }
}

/** b: test, d: body; value: LoopPlan */
export function evaluateDo(node: Node, frame: Frame): Completion {
  return doTurns(node, frame, BODY)
}
function doTurns(node: Node, frame: Frame, start: number): Completion {
  const { labels } = node.value as LoopPlan
  const test = node.b
  const body = node.d
  for (let state = start; ; state = BODY) {
    if (state === BODY) {
      const completion = body.evaluate(body, frame)
      if (completion !== NORMAL) {
        if (completion === ABRUPT) return leave(frame, node, BODY, undefined)
        if (!continues(frame, labels, completion)) return endOfLoop(frame, labels, completion)
      }
    }
    const value = test.evaluate(test, frame)
    if (value === ABRUPT) return leave(frame, node, TEST, undefined)
    if (!truthy(value)) return NORMAL
    if (--frame.machine.fuel < 0 && !frame.machine.refuel()) {
      frame.machine.suspend()
      return leave(frame, node, TURN, undefined)
    }
  }
}
export function resumeDo(node: Node, frame: Frame, state: number): Completion {
  const { labels } = node.value as LoopPlan
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, undefined)
  if (state === TURN) return doTurns(node, frame, BODY)
  if (state === TEST) {
    if (!truthy(input)) return NORMAL
    if (--frame.machine.fuel < 0 && !frame.machine.refuel()) {
      frame.machine.suspend()
      return leave(frame, node, TURN, undefined)
    }
    return doTurns(node, frame, BODY)
  }
  if (!continues(frame, labels, input)) return endOfLoop(frame, labels, input)
  return doTurns(node, frame, TEST)
}
