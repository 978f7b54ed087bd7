/** Reading and writing variables: registers, captured slots, globals. `i` is the slot, `j` the number of environments out. */
import type { Environment } from "../../objects/environment.ts"
import { findSlot } from "../../objects/properties.ts"
import { ABRUPT, type Completion, EMPTY, type PropertyKey, type Value } from "../../objects/value.ts"
import { throwThisNotInitialized } from "../call.ts"
import { at, type Frame, goOn, leave, NORMAL } from "../frame.ts"
import { get, hasProperty, set } from "../internal.ts"
import { adviceFor } from "../advice.ts"
import type { Machine } from "../machine.ts"
import type { Node } from "../node.ts"
import { throwNotSet } from "../refusals.ts"
import { messages, throwReferenceError, throwTypeError } from "../throws.ts"
import { cacheOf, readThroughEpoch } from "./members.ts"

export function evaluateRegister(node: Node, frame: Frame): Completion {
  return frame.registers[node.i] as Value
}

export function evaluateRegisterChecked(node: Node, frame: Frame): Completion {
  const value = frame.registers[node.i]
  return value === EMPTY ? throwDead(node, frame) : (value as Value)
}

export function evaluateCaptured0(node: Node, frame: Frame): Completion {
  return frame.environment!.slots[node.i] as Value
}

export function evaluateCaptured1(node: Node, frame: Frame): Completion {
  return frame.environment!.parent!.slots[node.i] as Value
}

export function evaluateCaptured(node: Node, frame: Frame): Completion {
  return environmentAt(frame, node.j).slots[node.i] as Value
}

export function evaluateCapturedChecked(node: Node, frame: Frame): Completion {
  const value = environmentAt(frame, node.j).slots[node.i]
  return value === EMPTY ? throwDead(node, frame) : (value as Value)
}

export function environmentAt(frame: Frame, hops: number): Environment {
  let environment = frame.environment!
  for (let count = hops; count > 0; count--) environment = environment.parent!
  return environment
}

function throwDead(node: Node, frame: Frame): typeof ABRUPT {
  at(frame, node.position)
  if (node.key === "this") return throwThisNotInitialized(frame.machine)
  return throwReferenceError(frame.machine, messages.beforeInitialization(node.key as string))
}

/** A name that no scope declares: the script's lexical declarations, then the global object. */
export function evaluateGlobal(node: Node, frame: Frame): Completion {
  const cache = frame.caches[node.slot]
  if (cache !== undefined && cache.protoShape !== null && cache.epoch!.valid) return cache.protoValue
  return readGlobal(node, frame)
}

function readGlobal(node: Node, frame: Frame): Completion {
  const machine = frame.machine
  const key = node.key as string
  at(frame, node.position)
  const cell = machine.lexicals.get(key)
  if (cell !== undefined) {
    return cell.value === EMPTY
      ? throwReferenceError(machine, messages.beforeInitialization(key))
      : (cell.value as Value)
  }
  const { realm } = machine
  const unchanged = realm.unchangedGlobal(key)
  if (unchanged !== EMPTY) {
    const cache = cacheOf(frame, node)
    cache.protoShape = realm.globalObject.shape
    cache.protoValue = unchanged
    cache.epoch = realm.epoch
    return unchanged
  }
  const global = realm.globalObject
  if (findSlot(realm, global, key) >= 0) {
    const value = readThroughEpoch(machine, global, key, cacheOf(frame, node))
    if (value !== EMPTY) return value
    return get(machine, global, key, global)
  }
  const found = hasProperty(machine, global, key)
  if (found === ABRUPT) return ABRUPT
  if (found) return get(machine, global, key, global)
  return throwNotDefined(frame, key)
}

function throwNotDefined(frame: Frame, key: string): typeof ABRUPT {
  return throwReferenceError(frame.machine, messages.notDefined(key) + adviceFor(frame.machine, key))
}

/** `typeof name`, which forgives an undeclared name. */
export function evaluateGlobalForTypeof(node: Node, frame: Frame): Completion {
  const machine = frame.machine
  const key = node.key as string
  if (machine.lexicals.has(key) || machine.realm.unchangedGlobal(key) !== EMPTY)
    return readGlobal(node, frame)
  const found = hasProperty(machine, machine.realm.globalObject, key)
  if (found !== true) return found === ABRUPT ? ABRUPT : undefined
  return readGlobal(node, frame)
}

// Writing. `b` is the value's node.

export function evaluateSetRegister(node: Node, frame: Frame): Completion {
  const right = node.b
  const value = right.evaluate(right, frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  frame.registers[node.i] = value
  return value
}
export function resumeSetRegister(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  frame.registers[node.i] = value
  return value
}

/** The statement `x = value`, or `let x = value`. */
export function evaluateSetRegisterStatement(node: Node, frame: Frame): Completion {
  const right = node.b
  const value = right.evaluate(right, frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  frame.registers[node.i] = value
  return NORMAL
}
export function resumeSetRegisterStatement(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  frame.registers[node.i] = value
  return NORMAL
}

/** Every other assignment to a variable: `value` is a `Store`. */
export function evaluateSetVariable(node: Node, frame: Frame): Completion {
  const right = node.b
  const value = right.evaluate(right, frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  return store(node.value as Store, frame, value, node.position)
}
export function resumeSetVariable(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  if (value === ABRUPT) return leave(frame, node, 0, undefined)
  return store(node.value as Store, frame, value, node.position)
}

/**
 * `name = value` where no scope declares the name: whether a global has it is decided before the value runs, 13.15.2.
 * States: 0 the look at the global object, 1 the value.
 */
export function evaluateSetGlobal(node: Node, frame: Frame): Completion {
  return setGlobalFrom(node, frame, 0, false, hasGlobal(frame.machine, (node.value as Store).name))
}
export function resumeSetGlobal(node: Node, frame: Frame, state: number, isThere: boolean): Completion {
  return setGlobalFrom(node, frame, state, isThere, goOn(frame))
}

function setGlobalFrom(node: Node, frame: Frame, from: number, was: boolean, input: Completion): Completion {
  const { name } = node.value as Store
  let isThere = was
  let value = input
  if (from === 0) {
    if (value === ABRUPT) return leave(frame, node, 0, isThere)
    isThere = value as boolean
    value = node.b.evaluate(node.b, frame)
  }
  if (value === ABRUPT) return leave(frame, node, 1, isThere)
  if (isThere) return storeGlobal(name, frame, value, node.position)
  at(frame, node.position)
  return throwNotDefined(frame, name)
}

function hasGlobal(machine: Machine, name: string): Completion<boolean> {
  return machine.lexicals.has(name) || hasProperty(machine, machine.realm.globalObject, name as PropertyKey)
}

/** Where and how to put a value: made by the builder for each written name. */
export interface Store {
  readonly kind: "register" | "captured" | "global" | "globalLexical" | "constant" | "ignored"
  readonly name: string
  readonly slot: number
  readonly hops: number
  /** The binding may be in its dead zone. */
  readonly checked: boolean
}

/** Puts a value into a variable; gives the value, or ABRUPT. */
export function store(target: Store, frame: Frame, value: Value, position: number): Completion {
  switch (target.kind) {
    case "register":
      if (target.checked && frame.registers[target.slot] === EMPTY)
        return throwDeadStore(target, frame, position)
      frame.registers[target.slot] = value
      return value
    case "captured": {
      const slots = environmentAt(frame, target.hops).slots
      if (target.checked && slots[target.slot] === EMPTY) return throwDeadStore(target, frame, position)
      slots[target.slot] = value
      return value
    }
    case "constant":
      if (target.checked && isDead(target, frame)) return throwDeadStore(target, frame, position)
      at(frame, position)
      return throwTypeError(frame.machine, messages.constantAssignment)
    case "globalLexical":
      frame.machine.lexicals.get(target.name)!.value = value
      return value
    case "global":
      return storeGlobal(target.name, frame, value, position)
    case "ignored":
      return value
  }
}

function isDead(target: Store, frame: Frame): boolean {
  if (target.hops < 0) return frame.registers[target.slot] === EMPTY
  return environmentAt(frame, target.hops).slots[target.slot] === EMPTY
}

function throwDeadStore(target: Store, frame: Frame, position: number): typeof ABRUPT {
  at(frame, position)
  return throwReferenceError(frame.machine, messages.beforeInitialization(target.name))
}

function storeGlobal(name: string, frame: Frame, value: Value, position: number): Completion {
  const machine = frame.machine
  at(frame, position)
  const cell = machine.lexicals.get(name)
  if (cell !== undefined) {
    if (cell.value === EMPTY) return throwReferenceError(machine, messages.beforeInitialization(name))
    if (cell.constant) return throwTypeError(machine, messages.constantAssignment)
    cell.value = value
    return value
  }
  const global = machine.realm.globalObject
  const found = hasProperty(machine, global, name as PropertyKey)
  if (found === ABRUPT) return ABRUPT
  if (!found) return throwNotDefined(frame, name)
  const done = set(machine, global, name, value, global)
  if (done === ABRUPT) return ABRUPT
  return done ? value : throwNotSet(machine, global, name)
}
