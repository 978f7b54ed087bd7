/** Compound and logical assignment, `++` and `--`, `delete`, and `super` properties: one explicit state for all of them. */
import type { JSObject } from "../../objects/object.ts"
import {
  ABRUPT,
  type Completion,
  type PrivateName,
  type PropertyKey,
  type Value,
} from "../../objects/value.ts"
import { homeOf, leaveNative } from "../call.ts"
import { describeKey } from "../describe.ts"
import { at, type Frame, goOn, here, leave } from "../frame.ts"
import { deleteProperty, get, set } from "../internal.ts"
import { steps } from "../steps.ts"
import type { Node } from "../node.ts"
import { flat, toBoolean, toNumeric, toObject, toPropertyKey } from "../operations.ts"
import { privateFieldSlot, privateGet, privateSet } from "../private.ts"
import { throwNotDeleted, throwNotSet } from "../refusals.ts"
import { messages, throwReferenceError, throwTypeError } from "../throws.ts"
import { SHORT } from "./calls.ts"
import { cacheOf, getElement, getMember, setElement, setMember, shownKey } from "./members.ts"
import { incremented, operate, type Operator } from "./operators.ts"
import { environmentAt, type Store, store } from "./variables.ts"

/** What is assigned to. */
export interface Target {
  readonly kind: "variable" | "member" | "element" | "private" | "super" | "superElement"
  /** variable: reads it. */
  readonly load: Node | null
  readonly store: Store | null
  /** member and the rest: the object; for super, `this`. */
  readonly object: Node | null
  /** element: the key. */
  readonly key: Node | null
  /** member: nodes with key and cache, one to read and one to write; private: one for both. */
  readonly read: Node | null
  readonly write: Node | null
  readonly privateName: { readonly hops: number; readonly slot: number; readonly captured: boolean } | null
}

interface Temp {
  base: Value
  key: Value
  old: Value
  name: PrivateName | null
  /** Of a super property: the prototype that has it, read when the reference is made. */
  holder: JSObject | null
}

const OBJECT = 0
const KEY = 1
const KEYED = 2
const READ = 3
const RIGHT = 4
const OPERATED = 5
const WRITTEN = 6

/** What happens between reading and writing; value of the node. */
export interface Update {
  readonly target: Target
  /** `=` for plain assignment to an odd target; `++`, `--`; `&&`, `||`, `??`; else a binary operator. */
  readonly operator: string
  readonly prefix: boolean
}

/** value: Update; a: the right side or NONE. */
export function evaluateUpdate(node: Node, frame: Frame): Completion {
  const { target, operator } = node.value as Update
  if (target.kind === "variable")
    return updateNumber(node, frame, undefined, target.load!.evaluate(target.load!, frame))
  const object = target.object!
  const base = object.evaluate(object, frame)
  if (base === ABRUPT || target.kind !== "member" || operator === "=")
    return updateFrom(node, frame, OBJECT, tempOf(undefined), base)
  at(frame, node.position)
  return updateNumber(node, frame, base, getMember(frame, base, target.read!))
}
function tempOf(base: Value, old: Value = undefined): Temp {
  return { base, key: undefined, old, name: null, holder: null }
}
/** `a += b`, `a.key += b`, `a.key++` and their like on numbers, once `a` was read; anything else goes on in `updateFrom`. */
function updateNumber(node: Node, frame: Frame, base: Value, old: Completion): Completion {
  const { target, operator, prefix } = node.value as Update
  if (typeof old !== "number" || isLogical(operator)) return updateFrom(node, frame, READ, tempOf(base), old)
  const isStep = operator === "++" || operator === "--"
  let value: Completion
  if (isStep) value = operator === "++" ? old + 1 : old - 1
  else {
    const right = node.a.evaluate(node.a, frame)
    if (typeof right !== "number") return updateFrom(node, frame, RIGHT, tempOf(base, old), right)
    value = operator === "+" ? old + right : operate(frame.machine, operator as Operator, old, right)
  }
  at(frame, node.position)
  const written =
    target.kind === "member"
      ? setMember(frame, base, target.write!, value as number)
      : store(target.store!, frame, value as number, node.position)
  if (written === ABRUPT) return leave(frame, node, WRITTEN, tempOf(base, old))
  return isStep && !prefix ? old : value
}
export function resumeUpdate(node: Node, frame: Frame, state: number, temp: Temp): Completion {
  return updateFrom(node, frame, state, temp, goOn(frame))
}

function updateFrom(node: Node, frame: Frame, from: number, temp: Temp, completion: Completion): Completion {
  const update = node.value as Update
  const { target, operator } = update
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) return leave(frame, node, state, temp)
    switch (state) {
      case OBJECT:
        temp.base = input
        state = KEY
        input = target.key === null ? undefined : target.key.evaluate(target.key, frame)
        continue
      case KEY:
        temp.key = input
        if (target.kind === "private") temp.name = privateNameOf(target, frame)
        else if (target.kind === "super" || target.kind === "superElement") temp.holder = superBase(frame)
        if (operator === "=") {
          state = RIGHT
          input = node.a.evaluate(node.a, frame)
          continue
        }
        state = KEYED
        if (target.key !== null && isNullish(temp.base)) {
          at(frame, node.position)
          return throwTypeError(machine, messages.readOf(String(temp.base), shownKey(machine, temp.key)))
        }
        here(frame)
        input =
          target.key === null || typeof input === "number"
            ? input
            : toPropertyKey(machine, flat(machine, input))
        continue
      case KEYED:
        temp.key = input
        state = READ
        input = readTarget(node, frame, target, temp)
        continue
      case READ:
        if (operator === "++" || operator === "--") {
          state = RIGHT
          at(frame, node.position)
          input = toNumeric(machine, input)
          continue
        }
        temp.old = input
        if (isLogical(operator)) {
          if (!mustAssign(operator, input)) return input
        }
        state = RIGHT
        input = node.a.evaluate(node.a, frame)
        continue
      case RIGHT:
        state = OPERATED
        if (operator === "++" || operator === "--") {
          temp.old = input
          input = incremented(input as number | bigint, operator === "++" ? 1 : -1)
        } else if (operator !== "=" && !isLogical(operator)) {
          at(frame, node.position)
          input = operate(machine, operator as Operator, temp.old, input)
        }
        continue
      case OPERATED:
        state = WRITTEN
        input = writeTarget(node, frame, target, temp, input)
        continue
      default:
        return (operator === "++" || operator === "--") && !update.prefix ? temp.old : input
    }
  }
}

function isNullish(value: Value): boolean {
  return value === undefined || value === null
}

function isLogical(operator: string): boolean {
  return operator === "&&" || operator === "||" || operator === "??"
}

function mustAssign(operator: string, value: Value): boolean {
  if (operator === "??") return isNullish(value)
  return toBoolean(value) === (operator === "&&")
}

function readTarget(node: Node, frame: Frame, target: Target, temp: Temp): Completion {
  at(frame, node.position)
  switch (target.kind) {
    case "member":
      return getMember(frame, temp.base, target.read!)
    case "element":
      return getElement(frame, temp.base, temp.key, node.position)
    case "private": {
      const slot = slotOf(frame, target, temp)
      if (slot >= 0) return (temp.base as JSObject).slots[slot] as Value
      return privateGet(frame.machine, temp.base, temp.name!)
    }
    default:
      return superGet(frame, temp.base, superKey(target, temp), temp.holder)
  }
}

/** An assignment to a super property or a private name whose object and key were evaluated before. */
export function writeSpecial(node: Node, frame: Frame, base: Value, key: Value, value: Value): Completion {
  const target = node.value as Target
  const name = target.kind === "private" ? privateNameOf(target, frame) : null
  const holder = name === null ? superBase(frame) : null
  return writeTarget(node, frame, target, { base, key, old: undefined, name, holder }, value)
}

function writeTarget(node: Node, frame: Frame, target: Target, temp: Temp, value: Value): Completion {
  at(frame, node.position)
  switch (target.kind) {
    case "variable":
      return store(target.store!, frame, value, node.position)
    case "member":
      return setMember(frame, temp.base, target.write!, value)
    case "element":
      return setElement(frame, temp.base, temp.key, value, node.position)
    case "private": {
      const slot = slotOf(frame, target, temp)
      if (slot < 0) return privateSet(frame.machine, temp.base, temp.name!, value)
      return ((temp.base as JSObject).slots[slot] = value)
    }
    default:
      return superSetSteps.start(frame.machine, {
        holder: temp.holder,
        thisValue: temp.base,
        key: superKey(target, temp),
        value,
      })
  }
}

function slotOf(frame: Frame, target: Target, { base, name }: Temp): number {
  return privateFieldSlot(frame.machine, cacheOf(frame, target.read!), base, name!)
}

function superKey(target: Target, temp: Temp): Value {
  return target.kind === "super" ? (target.read!.key as PropertyKey) : temp.key
}

export function privateNameOf(target: Target, frame: Frame): PrivateName {
  const { captured, hops, slot } = target.privateName!
  return (captured ? environmentAt(frame, hops).slots[slot] : frame.registers[slot]) as PrivateName
}

/** GetValue of a super reference, 13.3.7.3: the home object's prototype has the property, `this` is the receiver. */
const superGetSteps = steps<{ holder: JSObject | null; thisValue: Value; key: Value }>({
  name: "SuperGet",
  run(machine, frame, input) {
    const { holder, thisValue, key } = frame.locals
    if (holder === null) return throwTypeError(machine, messages.readOf("null", shownKey(machine, key)))
    if (frame.state === 0) {
      frame.state = 1
      input = toPropertyKey(machine, flat(machine, key))
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return get(machine, holder, input as PropertyKey, thisValue)
  },
})

/** GetSuperBase, 9.1.1.3.5: home objects are ordinary. */
function superBase(frame: Frame): JSObject | null {
  return homeOf(frame)!.shape.prototype
}

export function superGet(frame: Frame, thisValue: Value, key: Value, holder = superBase(frame)): Completion {
  if (holder !== null && (typeof key === "string" || typeof key === "symbol"))
    return get(frame.machine, holder, key, thisValue)
  return superGetSteps.start(frame.machine, { holder, thisValue, key })
}

const superSetSteps = steps<{ holder: JSObject | null; thisValue: Value; key: Value; value: Value }>({
  name: "SuperSet",
  run(machine, frame, input) {
    const { locals } = frame
    const { holder } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = toPropertyKey(machine, flat(machine, locals.key))
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      const key = input as PropertyKey
      locals.key = key
      if (holder === null) return throwTypeError(machine, messages.setOf("null", describeKey(key)))
      frame.state = 2
      input = set(machine, holder, key, locals.value, locals.thisValue)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === true) return locals.value
    return throwNotSet(machine, locals.thisValue, locals.key as PropertyKey)
  },
})

/** `super.key` or `super[b]`: a is `this`, b the computed key or NONE. */
export function evaluateSuperMember(node: Node, frame: Frame): Completion {
  const thisNode = node.a
  const thisValue = thisNode.evaluate(thisNode, frame)
  if (thisValue === ABRUPT) return leave(frame, node, 0, undefined)
  at(frame, node.position)
  if (node.b === null) return superGet(frame, thisValue, node.key as PropertyKey)
  const key = node.b.evaluate(node.b, frame)
  return key === ABRUPT ? leave(frame, node, 1, thisValue) : superGet(frame, thisValue, key)
}
export function resumeSuperMember(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  if (state === 1) return superGet(frame, temp, input)
  return superGet(frame, input, node.key as PropertyKey)
}

// delete

/** `delete a.key` (b NONE) or `delete a[b]`; i is 1 in an optional chain. States: 0 object, 1 key, 2 conversion, 3 deletion. */
export function evaluateDelete(node: Node, frame: Frame): Completion {
  return deleteFrom(
    node,
    frame,
    0,
    { base: undefined, key: undefined, old: undefined, name: null, holder: null },
    node.a.evaluate(node.a, frame),
  )
}
export function resumeDelete(node: Node, frame: Frame, state: number, temp: Temp): Completion {
  return deleteFrom(node, frame, state, temp, goOn(frame))
}
function deleteFrom(node: Node, frame: Frame, from: number, temp: Temp, completion: Completion): Completion {
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) return leave(frame, node, state, temp)
    switch (state) {
      case 0:
        if ((input as unknown) === SHORT || (node.i === 1 && isNullish(input))) return true
        temp.base = input
        state = 1
        input = node.b === null ? (node.key as PropertyKey) : node.b.evaluate(node.b, frame)
        continue
      case 1:
        at(frame, node.position)
        if (isNullish(temp.base)) return throwTypeError(machine, messages.convertToObject)
        state = 2
        input = toPropertyKey(machine, flat(machine, input))
        continue
      case 2: {
        temp.key = input
        const object = toObject(machine, temp.base)
        if (object === ABRUPT) return ABRUPT
        temp.base = object
        state = 3
        input = deleteProperty(machine, object, input as PropertyKey)
        continue
      }
      default:
        if (input === true) return true
        return throwNotDeleted(machine, temp.base as JSObject, temp.key as PropertyKey)
    }
  }
}

/** `delete super.x`, 13.5.1.2: an error, once `this` was looked at. */
export function evaluateDeleteSuper(node: Node, frame: Frame): Completion {
  const value = node.a.evaluate(node.a, frame)
  if (value === ABRUPT) return ABRUPT
  at(frame, node.position)
  return throwReferenceError(frame.machine, "Unsupported reference to 'super'")
}
