/** Class definitions, ECMA-262 15.7, the initialization of instances, and `super(...)`. */
import type { Environment } from "../../objects/environment.ts"
import {
  type ClassField as Field,
  ClassElements,
  ClassField,
  Closure,
  PrivateElement,
} from "../../objects/function.ts"
import { isCallable, isObject, JSObject, Kind } from "../../objects/object.ts"
import { defineProperty } from "../../objects/properties.ts"
import { CONFIGURABLE, HIDDEN } from "../../objects/shape.ts"
import {
  ABRUPT,
  type Completion,
  EMPTY,
  PrivateName,
  type PropertyKey,
  type Value,
} from "../../objects/value.ts"
import { call, construct, isConstructor, leaveNative, newClosure } from "../call.ts"
import type { FunctionCode, Place } from "../code.ts"
import { dataProperty, describe } from "../describe.ts"
import { at, type Frame, goOn, here, leave, NORMAL } from "../frame.ts"
import { setFunctionName } from "../functionName.ts"
import { createDataProperty, get, getPrototypeOf } from "../internal.ts"
import type { Machine } from "../machine.ts"
import { steps } from "../steps.ts"
import type { Node } from "../node.ts"
import { flat, toPropertyKey } from "../operations.ts"
import { cacheOf } from "./members.ts"
import { addPrivateField, addPrivateMethod, hasPrivate, privateFieldSlot, privateGet } from "../private.ts"
import { throwNotDefined } from "../refusals.ts"
import { messages, throwReferenceError, throwTypeError } from "../throws.ts"
import { evaluateList, type ListProgress, NOTHING, SPREAD_PAUSED } from "./calls.ts"
import { defineAccessor } from "./literals.ts"
import { enterScope, type ScopePlan } from "./scopes.ts"
import { environmentAt } from "./variables.ts"

export interface ClassElementPlan {
  readonly kind: "method" | "get" | "set" | "field" | "block"
  readonly isStatic: boolean
  readonly key: PropertyKey
  readonly computed: Node | null
  readonly privatePlace: Place | null
  /** The method, the field's initializer, or the block; null for a field without a value. */
  readonly code: FunctionCode | null
  /** The field's value is an anonymous function: it takes the key's name. */
  readonly namesValue: boolean
}

export interface ClassPlan {
  readonly scope: ScopePlan | null
  readonly innerName: Place | null
  readonly privateNames: ReadonlyArray<{
    readonly name: string
    readonly owner: string | null
    readonly place: Place
  }>
  readonly heritage: Node | null
  readonly constructorCode: FunctionCode
  readonly elements: readonly ClassElementPlan[]
}

interface ClassTemp {
  outer: Environment | null
  parent: JSObject | null
  protoParent: JSObject | null
  constructor: JSObject | null
  prototype: JSObject | null
  index: number
  instance: ClassElements
  statics: ClassElements
}

const HERITAGE = 0
const PROTO_PARENT = 1
const ELEMENT = 2
const KEY = 3
const STATICS = 4

export function evaluateClass(node: Node, frame: Frame): Completion {
  const plan = node.value as ClassPlan
  const temp: ClassTemp = {
    outer: frame.environment,
    parent: null,
    protoParent: null,
    constructor: null,
    prototype: null,
    index: 0,
    instance: new ClassElements([], []),
    statics: new ClassElements([], []),
  }
  if (plan.scope !== null) enterScope(frame, plan.scope)
  for (const { name, owner, place } of plan.privateNames) putPlace(frame, place, new PrivateName(name, owner))
  if (plan.heritage === null) {
    temp.protoParent = frame.machine.realm.objectPrototype
    makeClass(frame, plan, temp, frame.machine.realm.functionPrototype)
    return classFrom(node, frame, ELEMENT, temp, undefined)
  }
  return classFrom(node, frame, HERITAGE, temp, plan.heritage.evaluate(plan.heritage, frame))
}
export function resumeClass(node: Node, frame: Frame, state: number, temp: ClassTemp): Completion {
  return classFrom(node, frame, state, temp, goOn(frame))
}

function putPlace(frame: Frame, place: Place, value: Value | PrivateName): void {
  if (place.captured) frame.environment!.slots[place.slot] = value
  else frame.registers[place.slot] = value
}

function classFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: ClassTemp,
  completion: Completion,
): Completion {
  const plan = node.value as ClassPlan
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) {
      if (machine.suspending) return leave(frame, node, state, temp)
      frame.environment = temp.outer
      return ABRUPT
    }
    switch (state) {
      case HERITAGE: {
        at(frame, node.position)
        if (input === null) {
          makeClass(frame, plan, temp, machine.realm.functionPrototype)
          state = ELEMENT
          continue
        }
        if (!isConstructor(input)) {
          frame.environment = temp.outer
          return throwTypeError(machine, messages.classExtends(describe(machine.realm, input)))
        }
        temp.parent = input
        state = PROTO_PARENT
        input = get(machine, input, "prototype", input)
        continue
      }
      case PROTO_PARENT:
        if (input !== null && !isObject(input)) {
          frame.environment = temp.outer
          return throwTypeError(
            machine,
            `Class extends value does not have valid prototype property ${describe(machine.realm, input)}`,
          )
        }
        temp.protoParent = input
        makeClass(frame, plan, temp, temp.parent!)
        state = ELEMENT
        input = undefined
        continue
      case ELEMENT: {
        const element = plan.elements[temp.index]
        if (element === undefined) {
          finishClass(frame, plan, temp)
          state = STATICS
          here(frame)
          input = initializeElements(machine, temp.constructor!, temp.statics)
          continue
        }
        state = KEY
        input = element.computed === null ? undefined : element.computed.evaluate(element.computed, frame)
        continue
      }
      case KEY: {
        const element = plan.elements[temp.index]!
        if (element.computed !== null && isObject(input)) {
          input = toPropertyKey(machine, input)
          continue
        }
        const key = element.computed === null ? element.key : toPropertyKey(machine, flat(machine, input))
        if (key === ABRUPT) {
          input = ABRUPT
          continue
        }
        const failed = addElement(frame, temp, element, key)
        if (failed === ABRUPT) {
          input = ABRUPT
          continue
        }
        temp.index++
        state = ELEMENT
        continue
      }
      default:
        frame.environment = temp.outer
        return temp.constructor
    }
  }
}

/** Makes the prototype and the constructor: steps 8 to 18 of ClassDefinitionEvaluation. */
function makeClass(frame: Frame, plan: ClassPlan, temp: ClassTemp, parent: JSObject): void {
  const { machine } = frame
  const { realm } = machine
  const code = plan.constructorCode
  const prototype = realm.newObject(temp.protoParent)
  const closure = new Closure(code, frame.environment, undefined, undefined, prototype, null)
  const shape = realm
    .shapeFor(parent)
    .add("length", CONFIGURABLE)
    .add("name", CONFIGURABLE)
    .add("prototype", 0)
  const constructor = new JSObject(shape, [code.length, code.name, prototype], Kind.Closure, closure)
  defineProperty(realm, prototype, "constructor", constructor, HIDDEN)
  temp.prototype = prototype
  temp.constructor = constructor
}

function addElement(frame: Frame, temp: ClassTemp, element: ClassElementPlan, key: PropertyKey): Completion {
  const { machine } = frame
  const home = element.isStatic ? temp.constructor! : temp.prototype!
  const elements = element.isStatic ? temp.statics : temp.instance
  const name = element.privatePlace === null ? null : readPrivateName(frame, element.privatePlace)
  const closure = element.code === null ? null : newClosure(frame, element.code)
  if (closure !== null) (closure.data as Closure).homeObject = home
  switch (element.kind) {
    case "block":
      elements.fields.push(new ClassField("", closure, true, false))
      return undefined
    case "field":
      if (element.isStatic && key === "prototype" && name === null) {
        return throwTypeError(machine, "Classes may not have a static property named 'prototype'")
      }
      elements.fields.push(new ClassField(name ?? key, closure, false, element.namesValue))
      return undefined
    default:
      if (name !== null) return addPrivate(elements, element.kind, name, closure!)
      if (element.isStatic && key === "prototype") {
        return throwTypeError(machine, "Classes may not have a static property named 'prototype'")
      }
      if (element.kind !== "method") {
        defineAccessor(machine, home, key, closure!, element.kind === "get", 0)
        return undefined
      }
      if (element.computed !== null) setFunctionName(machine, closure!, key)
      defineProperty(machine.realm, home, key, closure!, HIDDEN)
      return undefined
  }
}

function addPrivate(
  elements: ClassElements,
  kind: "method" | "get" | "set",
  name: PrivateName,
  closure: JSObject,
): Completion {
  if (kind === "method") {
    elements.methods.push(new PrivateElement(name, closure, undefined, undefined))
    return undefined
  }
  const other = elements.methods.find((element) => element.name === name)
  if (other === undefined) {
    elements.methods.push(
      new PrivateElement(
        name,
        null,
        kind === "get" ? closure : undefined,
        kind === "set" ? closure : undefined,
      ),
    )
  } else if (kind === "get") other.get = closure
  else other.set = closure
  return undefined
}

function readPrivateName(frame: Frame, place: Place): PrivateName {
  return (place.captured ? frame.environment!.slots[place.slot] : frame.registers[place.slot]) as PrivateName
}

/** The class's own name is bound and its instance elements are known, before any static one runs. */
function finishClass(frame: Frame, plan: ClassPlan, temp: ClassTemp): void {
  const constructor = temp.constructor!
  if (temp.instance.methods.length + temp.instance.fields.length > 0) {
    ;(constructor.data as Closure).classElements = temp.instance
  }
  if (plan.innerName !== null) putPlace(frame, plan.innerName, constructor)
}

interface InitializeLocals {
  object: JSObject
  elements: ClassElements
  index: number
}

/** InitializeInstanceElements, 7.3.34, and the static elements of a class. */
const initializeSteps = steps<InitializeLocals>({
  name: "InitializeElements",
  run(machine, frame, input) {
    const { locals } = frame
    const { object, elements } = locals
    if (frame.state === 0) {
      for (const element of elements.methods)
        if (addPrivateMethod(machine, object, element) === ABRUPT) return ABRUPT
      frame.state = 1
    }
    for (;;) {
      const field = elements.fields[locals.index]
      if (field === undefined) return undefined
      if (frame.state === 1) {
        frame.state = 2
        input = field.initializer === null ? undefined : call(machine, field.initializer, object, [])
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 2) {
        frame.state = 3
        input = defineField(machine, object, field, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (input === false) {
        return throwNotDefined(machine, object, field.key as PropertyKey)
      }
      locals.index++
      frame.state = 1
    }
  },
})

function defineField(machine: Machine, object: JSObject, field: Field, value: Value): Completion {
  if (field.isBlock) return true
  if (field.namesValue) setFunctionName(machine, value as JSObject, field.key)
  if (field.key instanceof PrivateName)
    return addPrivateField(machine, object, field.key, value) === ABRUPT ? ABRUPT : true
  return createDataProperty(machine, object, field.key, value)
}

function initializeElements(machine: Machine, object: JSObject, elements: ClassElements): Completion {
  if (elements.methods.length + elements.fields.length === 0) return undefined
  return initializeSteps.start(machine, { object, elements, index: 0 })
}

/** Stands first in a base constructor's body: gives the new object its fields. */
export function evaluateInitialize(node: Node, frame: Frame): Completion {
  const elements = (frame.function!.data as Closure).classElements
  if (elements === null) return NORMAL
  here(frame)
  const done = initializeElements(frame.machine, frame.thisValue as JSObject, elements)
  return done === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}
export function resumeInitialize(node: Node, frame: Frame): Completion {
  return goOn(frame) === ABRUPT ? leave(frame, node, 0, undefined) : NORMAL
}

/** `#name in a`; value is the place with hops. */
export function evaluatePrivateIn(node: Node, frame: Frame): Completion {
  const value = node.a.evaluate(node.a, frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : privateIn(node, frame, value)
}
export function resumePrivateIn(node: Node, frame: Frame): Completion {
  const value = goOn(frame)
  return value === ABRUPT ? leave(frame, node, 0, undefined) : privateIn(node, frame, value)
}
function privateIn(node: Node, frame: Frame, value: Value): Completion {
  const name = privateNameAt(node, frame)
  if (isObject(value)) return hasPrivate(frame.machine, value, name)
  at(frame, node.position)
  return throwTypeError(
    frame.machine,
    messages.inOfNonObject(`#${name.description}`, describe(frame.machine.realm, value)),
  )
}

/** i: slot, j: hops or -1 for a register. */
export function privateNameAt(node: Node, frame: Frame): PrivateName {
  return (node.j < 0 ? frame.registers[node.i] : environmentAt(frame, node.j).slots[node.i]) as PrivateName
}

/** `a.#name` */
export function evaluatePrivateMember(node: Node, frame: Frame): Completion {
  const base = node.a.evaluate(node.a, frame)
  return base === ABRUPT ? leave(frame, node, 0, undefined) : privateMember(node, frame, base)
}
export function resumePrivateMember(node: Node, frame: Frame): Completion {
  const base = goOn(frame)
  return base === ABRUPT ? leave(frame, node, 0, undefined) : privateMember(node, frame, base)
}
export function privateMember(node: Node, frame: Frame, base: Value): Completion {
  const { machine } = frame
  const name = privateNameAt(node, frame)
  const slot = privateFieldSlot(machine, cacheOf(frame, node), base, name)
  if (slot >= 0) return (base as JSObject).slots[slot] as Value
  at(frame, node.position)
  return privateGet(machine, base, name)
}

// super(...)

interface SuperTemp extends ListProgress {
  constructed: JSObject | null
}

/** list: the arguments; i 1: `super(...arguments)` of a default constructor; value: where `this` lives. */
export function evaluateSuperCall(node: Node, frame: Frame): Completion {
  const temp: SuperTemp = { index: 0, values: [], iterator: null, kept: [], constructed: null }
  const active = activeFunction(frame)
  const parent = getPrototypeOf(frame.machine, active)
  if (parent === ABRUPT) return ABRUPT
  temp.kept.push(parent)
  if (node.i === 1) {
    temp.values = frame.args ?? []
    return superFrom(node, frame, 1, temp, undefined)
  }
  return superFrom(node, frame, 0, temp, NOTHING)
}

function activeFunction(frame: Frame): JSObject {
  return frame.code.isArrow ? (frame.function!.data as Closure).activeFunction! : frame.function!
}

export function resumeSuperCall(node: Node, frame: Frame, state: number, temp: SuperTemp): Completion {
  if (state >= SPREAD_PAUSED) return superFrom(node, frame, 0, temp, NOTHING)
  const input = goOn(frame)
  return input === ABRUPT ? leave(frame, node, state, temp) : superFrom(node, frame, state, temp, input)
}

/** States: 0 arguments, 1 ready, 2 the parent constructs, 3 fields are initialized. */
function superFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: SuperTemp,
  completion: Completion | typeof NOTHING,
): Completion {
  const { machine } = frame
  let state = from
  let input = completion as Completion
  for (;;) {
    if (input === ABRUPT) return leave(frame, node, state, temp)
    switch (state) {
      case 0: {
        const done = evaluateList(node, frame, 0, temp, input)
        if (done === ABRUPT) return ABRUPT
        state = 1
        input = undefined
        continue
      }
      case 1: {
        const parent = temp.kept[0]
        at(frame, node.position)
        if (!isConstructor(parent))
          return throwTypeError(machine, notSuperConstructor(machine, frame, parent))
        state = 2
        input = construct(machine, parent, temp.values, frame.newTarget as JSObject)
        continue
      }
      case 2: {
        temp.constructed = input as JSObject
        at(frame, node.position)
        if (!bindThis(node, frame, temp.constructed)) return throwReferenceError(machine, messages.superTwice)
        const elements = (activeFunction(frame).data as Closure).classElements
        state = 3
        input = elements === null ? undefined : initializeElements(machine, temp.constructed, elements)
        continue
      }
      default:
        return temp.constructed
    }
  }
}

/** V8 names a function by its `name`, and one without a name `null`. */
function notSuperConstructor(machine: Machine, frame: Frame, parent: Value): string {
  const shown =
    isObject(parent) && isCallable(parent)
      ? nameOf(machine, parent) || "null"
      : describe(machine.realm, parent)
  const name = nameOf(machine, activeFunction(frame))
  return `Super constructor ${shown} of ${name === "" ? "anonymous class" : name} is not a constructor`
}

function nameOf(machine: Machine, callee: JSObject): string {
  const name = dataProperty(machine.realm, callee, "name")
  return typeof name === "string" ? name : ""
}

/** BindThisValue, 9.1.1.3.1: false if it is bound already. */
function bindThis(node: Node, frame: Frame, value: JSObject): boolean {
  const { captured, slot, hops } = node.value as { captured: boolean; slot: number; hops: number }
  const slots = captured ? environmentAt(frame, hops).slots : frame.registers
  if (slots[slot] !== EMPTY) return false
  slots[slot] = value
  return true
}
