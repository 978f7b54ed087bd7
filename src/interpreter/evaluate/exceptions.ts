/** `try`: the only statement that looks at errors and at returns of generators. */
import type { Environment } from "../../objects/environment.ts"
import { ABRUPT, type Completion, type Value } from "../../objects/value.ts"
import { type Frame, goOn, leave, NORMAL, RETURN } from "../frame.ts"
import { Mode } from "../machine.ts"
import type { Node } from "../node.ts"
import { enterScope, type ScopePlan } from "./scopes.ts"

const BLOCK = 0
const PARAMETER = 1
const HANDLER = 2
const FINALIZER = 3

/** What a `try` keeps while a part of it runs. */
interface TryTemp {
  outer: Environment | null
  /** What the finalizer holds back. */
  completion: Completion
  returnValue: Value
  label: string | null
  thrown: Value
  isThrowing: boolean
}

/** a: block, b: handler's body or NONE, c: finalizer or NONE, d: the parameter's pattern or NONE; value: the handler's plan. */
export function evaluateTry(node: Node, frame: Frame): Completion {
  const temp: TryTemp = {
    outer: frame.environment,
    completion: NORMAL,
    returnValue: undefined,
    label: null,
    thrown: undefined,
    isThrowing: false,
  }
  return after(node, frame, BLOCK, temp, node.a.evaluate(node.a, frame))
}

export function resumeTry(node: Node, frame: Frame, state: number, temp: TryTemp): Completion {
  return after(node, frame, state, temp, goOn(frame))
}

/** A part ended with `completion`; decides what comes next. */
function after(node: Node, frame: Frame, from: number, temp: TryTemp, outcome: Completion): Completion {
  const { machine } = frame
  let state = from
  let completion = outcome
  for (;;) {
    if (completion === ABRUPT) {
      if (machine.mode === Mode.Suspending) return leave(frame, node, state, temp)
      if (machine.mode === Mode.Stopping) return ABRUPT
      if (machine.mode === Mode.Returning) {
        machine.mode = Mode.Running
        completion = RETURN
      }
    }
    if (state === PARAMETER && completion !== ABRUPT) {
      state = HANDLER
      completion = node.b.evaluate(node.b, frame)
      continue
    }
    frame.environment = temp.outer
    if (state === FINALIZER) return endFinalizer(frame, temp, completion)
    if (state === BLOCK && completion === ABRUPT && node.b !== null) {
      state = node.d === null ? HANDLER : PARAMETER
      completion = startHandler(node, frame)
      continue
    }
    if (node.c === null) return completion
    hold(frame, temp, completion)
    state = FINALIZER
    completion = node.c.evaluate(node.c, frame)
  }
}

function startHandler(node: Node, frame: Frame): Completion {
  const { machine } = frame
  const thrown = machine.thrown
  machine.mode = Mode.Running
  machine.thrown = undefined
  if (node.value !== null) enterScope(frame, node.value as ScopePlan)
  if (node.d === null) return node.b.evaluate(node.b, frame)
  frame.machine.operand = thrown
  return node.d.evaluate(node.d, frame)
}

/** Keeps a completion back until the finalizer is done. */
function hold(frame: Frame, temp: TryTemp, completion: Completion): void {
  const { machine } = frame
  temp.isThrowing = completion === ABRUPT
  temp.completion = temp.isThrowing ? NORMAL : completion
  if (temp.isThrowing) {
    temp.thrown = machine.thrown
    machine.mode = Mode.Running
  }
  temp.returnValue = frame.machine.returnValue
  temp.label = frame.machine.label
}

function endFinalizer(frame: Frame, temp: TryTemp, completion: Completion): Completion {
  if (completion !== NORMAL) return completion
  if (temp.isThrowing) return frame.machine.throw(temp.thrown)
  frame.machine.returnValue = temp.returnValue
  frame.machine.label = temp.label
  return temp.completion
}
