/** Literals: constants, arrays, objects, functions, templates, regular expressions. */
import { Accessor, isObject, JSObject, Kind } from "../../objects/object.ts"
import type { Closure } from "../../objects/function.ts"
import {
  defineProperty,
  preventExtensions,
  redefineSlot,
  setPrototype,
  type SlowArrayLength,
  toSlowArray,
} from "../../objects/properties.ts"
import type { RegExpSlots } from "../../objects/regExpSlots.ts"
import { Rope, ROPE_MIN_LENGTH } from "../../objects/rope.ts"
import { CHARACTER_BYTES, OBJECT_BYTES, SLOT_BYTES } from "../../objects/meter.ts"
import { ACCESSOR, CONFIGURABLE, ENUMERABLE, type Shape } from "../../objects/shape.ts"
import type { EMPTY } from "../../objects/value.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../../objects/value.ts"
import { construct, newClosure, registersOf } from "../call.ts"
import type { FunctionCode } from "../code.ts"
import { copyInto } from "../copyProperties.ts"
import { at, type Frame, goOn, here, InlineCache, leave } from "../frame.ts"
import { createDataProperty } from "../internal.ts"
import type { Machine } from "../machine.ts"
import type { Node } from "../node.ts"
import { concatenate, createArray, createObject, toPropertyKey, toString } from "../operations.ts"
import { setFunctionName } from "../functionName.ts"
import { evaluateList, type ListProgress, NOTHING, SPREAD_PAUSED } from "./calls.ts"

export function evaluateConstant(node: Node): Completion {
  return node.value as Value
}

export function evaluateThis(_node: Node, frame: Frame): Completion {
  return frame.thisValue
}

export function evaluateNewTarget(_node: Node, frame: Frame): Completion {
  return frame.newTarget
}

/** A function expression or arrow; value is its code. */
export function evaluateFunction(node: Node, frame: Frame): Completion {
  return newClosure(frame, node.value as FunctionCode)
}

/** `[...list]` */
export function evaluateArray(node: Node, frame: Frame): Completion {
  const { list } = node
  if (node.i === 1) return evaluateArrayList(node, frame)
  const values: Array<Value | typeof EMPTY> = []
  for (let index = 0; index < list.length; index++) {
    const element = list[index]!
    const value = element.evaluate(element, frame)
    if (value === ABRUPT) return leave(frame, node, 0, { index, values, iterator: null, kept: [] })
    values.push(value)
  }
  return createArray(frame.machine, values)
}
/** With holes or spread: i is 1. */
function evaluateArrayList(node: Node, frame: Frame): Completion {
  return arrayFrom(node, frame, { index: 0, values: [], iterator: null, kept: [] }, NOTHING)
}
function arrayFrom(
  node: Node,
  frame: Frame,
  progress: ListProgress,
  input: Completion | typeof NOTHING,
): Completion {
  const done = evaluateList(node, frame, 0, progress, input as Completion)
  return done === ABRUPT ? ABRUPT : createArray(frame.machine, progress.values)
}
export function resumeArray(node: Node, frame: Frame, state: number, temp: ListProgress): Completion {
  if (state >= SPREAD_PAUSED) return arrayFrom(node, frame, temp, NOTHING)
  const input = goOn(frame)
  return input === ABRUPT ? leave(frame, node, state, temp) : arrayFrom(node, frame, temp, input)
}

/** How a property of an object literal is defined. */
export const PropertyForm = { Value: 0, Getter: 1, Setter: 2, Method: 3, Spread: 4, Prototype: 5 } as const

interface ObjectTemp {
  object: JSObject
  index: number
  key: PropertyKey
}

/**
 * An object literal whose properties are all `name: value`: list holds nodes with key, cache and the value in a.
 * The state is the index of the property.
 */
export function evaluateObject(node: Node, frame: Frame): Completion {
  const { list } = node
  const shape = shapeMade(node, frame)
  if (shape === null) return objectFrom(node, frame, createObject(frame.machine), 0)
  const slots = registersOf(list.length)
  for (let index = 0; index < list.length; index++) {
    const operand = list[index]!.a
    const value = operand.evaluate(operand, frame)
    if (value === ABRUPT) return leaveObject(node, frame, slots, index)
    slots[index] = value
  }
  frame.machine.meter.used += OBJECT_BYTES + list.length * SLOT_BYTES
  return new JSObject(shape, slots, Kind.Ordinary, null)
}
/** The shape that the literal made before; null where it is not known or not one slot for each property. */
function shapeMade(node: Node, frame: Frame): Shape | null {
  const { list } = node
  if (list.length === 0) return null
  const shape = frame.caches[list[list.length - 1]!.slot]?.nextShape as Shape | null | undefined
  return shape != null && shape.count === list.length ? shape : null
}
/** What was evaluated becomes the object that `resumeObject` goes on with. */
function leaveObject(node: Node, frame: Frame, values: Value[], count: number): typeof ABRUPT {
  if (!frame.machine.suspending) return ABRUPT
  const object = createObject(frame.machine)
  for (let index = 0; index < count; index++) define(frame, object, node.list[index]!, values[index])
  return leave(frame, node, count, object)
}
function objectFrom(node: Node, frame: Frame, object: JSObject, start: number): Completion {
  const { list } = node
  for (let index = start; index < list.length; index++) {
    const property = list[index]!
    const value = property.a.evaluate(property.a, frame)
    if (value === ABRUPT) return leave(frame, node, index, object)
    define(frame, object, property, value)
  }
  return object
}
function define(frame: Frame, object: JSObject, property: Node, value: Value): void {
  const cache = frame.caches[property.slot]
  if (cache !== undefined && cache.addShape === object.shape) {
    object.slots.push(value)
    object.shape = cache.nextShape as JSObject["shape"]
    frame.machine.meter.used += SLOT_BYTES
    return
  }
  defineFirst(frame, object, property, value)
}
function defineFirst(frame: Frame, object: JSObject, property: Node, value: Value): void {
  const before = object.shape
  defineProperty(frame.machine.realm, object, property.key, value)
  if (object.shape === before || object.shape.dictionary || object.shape.parent !== before) return
  const cache = (frame.caches[property.slot] ??= new InlineCache())
  cache.addShape = before
  cache.nextShape = object.shape
}
export function resumeObject(node: Node, frame: Frame, state: number, object: JSObject): Completion {
  const value = goOn(frame)
  if (value === ABRUPT) return leave(frame, node, state, object)
  define(frame, object, node.list[state]!, value)
  return objectFrom(node, frame, object, state + 1)
}

const START = 0
const KEY = 1
const NAMED = 2
const VALUE = 3
const SPREAD_DONE = 4

/** Any object literal. Each of list: i the form, b the computed key or NONE, key the plain one, a the value. */
export function evaluateObjectMixed(node: Node, frame: Frame): Completion {
  return mixedFrom(node, frame, START, { object: createObject(frame.machine), index: 0, key: "" }, undefined)
}
export function resumeObjectMixed(node: Node, frame: Frame, state: number, temp: ObjectTemp): Completion {
  return mixedFrom(node, frame, state, temp, goOn(frame))
}
function mixedFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: ObjectTemp,
  completion: Completion,
): Completion {
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) return leave(frame, node, state, temp)
    const property = node.list[temp.index]
    if (property === undefined) return temp.object
    switch (state) {
      case START:
        state = KEY
        if (property.b !== null) input = property.b.evaluate(property.b, frame)
        continue
      case KEY:
        state = NAMED
        input = property.b === null ? (property.key as PropertyKey) : toPropertyKey(machine, input)
        continue
      case NAMED:
        temp.key = input as PropertyKey
        state = VALUE
        input = property.a.evaluate(property.a, frame)
        continue
      case VALUE:
        if (property.i === PropertyForm.Spread) {
          state = SPREAD_DONE
          here(frame)
          input = copyInto(machine, temp.object, input, [])
          continue
        }
        defineForm(machine, temp, property, input)
        temp.index++
        state = START
        continue
      default:
        temp.index++
        state = START
        input = undefined
    }
  }
}

function defineForm(machine: Machine, temp: ObjectTemp, property: Node, value: Value): void {
  const { object, key } = temp
  const { realm } = machine
  switch (property.i) {
    case PropertyForm.Prototype:
      if (value === null || isObject(value)) setPrototype(realm, object, value)
      return
    case PropertyForm.Getter:
    case PropertyForm.Setter:
      defineAccessor(machine, object, key, value as JSObject, property.i === PropertyForm.Getter, ENUMERABLE)
      return
    case PropertyForm.Method:
      ;((value as JSObject).data as Closure).homeObject = object
      if (property.b !== null) setFunctionName(machine, value as JSObject, key)
      createDataProperty(machine, object, key, value)
      return
    default:
      if (property.b !== null && property.j === 1) setFunctionName(machine, value as JSObject, key)
      createDataProperty(machine, object, key, value)
  }
}

/** Defines one half of an accessor on an ordinary object, keeping the other half. */
export function defineAccessor(
  machine: Machine,
  object: JSObject,
  key: PropertyKey,
  closure: JSObject,
  isGetter: boolean,
  enumerable: number,
): void {
  ;(closure.data as Closure).homeObject = object
  if (typeof key === "symbol" || (closure.data as Closure<FunctionCode>).code.name === "") {
    setFunctionName(machine, closure, key, isGetter ? "get" : "set")
  }
  const slot = object.shape.lazy ? -1 : object.shape.find(key)
  const current = slot < 0 ? undefined : object.slots[slot]
  const get = isGetter ? closure : current instanceof Accessor ? current.get : undefined
  const set = isGetter ? (current instanceof Accessor ? current.set : undefined) : closure
  defineProperty(machine.realm, object, key, new Accessor(get, set), ACCESSOR | CONFIGURABLE | enumerable)
}

// Templates

/** The text before the expression with this index. */
interface TemplateTemp {
  readonly text: string | Rope
  readonly index: number
}

/** list: the expressions; value: the cooked strings around them. State 0: an expression is out; 1: its conversion. */
export function evaluateTemplate(node: Node, frame: Frame): Completion {
  return templateFrom(node, frame, (node.value as string[])[0]!, 0)
}
function templateFrom(node: Node, frame: Frame, start: string | Rope, first: number): Completion {
  const { list } = node
  let text = start
  for (let index = first; index < list.length; index++) {
    const expression = list[index]!
    const value = expression.evaluate(expression, frame)
    if (value === ABRUPT) return leave(frame, node, 0, { text, index } satisfies TemplateTemp)
    const next =
      typeof value === "string"
        ? appendText(node, frame, text, index, value)
        : appendValue(node, frame, text, index, value)
    if (next === ABRUPT) return ABRUPT
    text = next
  }
  return text
}
function appendValue(
  node: Node,
  frame: Frame,
  before: string | Rope,
  index: number,
  value: Value,
): Completion<string | Rope> {
  if (value instanceof Rope) return appendText(node, frame, before, index, value)
  at(frame, node.position)
  const text = toString(frame.machine, value)
  if (text === ABRUPT) return leave(frame, node, 1, { text: before, index } satisfies TemplateTemp)
  return appendText(node, frame, before, index, text)
}
function appendText(
  node: Node,
  frame: Frame,
  before: string | Rope,
  index: number,
  text: string | Rope,
): Completion<string | Rope> {
  const { machine } = frame
  const after = (node.value as string[])[index + 1]!
  const length = before.length + text.length + after.length
  if (length < ROPE_MIN_LENGTH) {
    machine.meter.used += length * CHARACTER_BYTES
    return (before as string) + (text as string) + after
  }
  at(frame, node.position)
  const joined = concatenate(machine, before, text)
  return joined === ABRUPT ? ABRUPT : concatenate(machine, joined, after)
}
export function resumeTemplate(node: Node, frame: Frame, state: number, temp: TemplateTemp): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  const { text, index } = temp
  const next =
    state === 0
      ? appendValue(node, frame, text, index, input)
      : appendText(node, frame, text, index, input as string)
  return next === ABRUPT ? ABRUPT : templateFrom(node, frame, next, index + 1)
}

/** GetTemplateObject, 13.2.8.4: value is { cooked, raw }; one object for each site and run. */
export function evaluateTemplateObject(node: Node, frame: Frame): Completion {
  const { machine } = frame
  const name = `${frame.code.unit.name}:${node.id}`
  let object = machine.templates.get(name)
  if (object === undefined) {
    const { cooked, raw } = node.value as { cooked: Array<string | undefined>; raw: string[] }
    object = frozenArray(machine, cooked)
    const rawObject = frozenArray(machine, raw)
    defineProperty(machine.realm, object, "raw", rawObject, 0)
    for (const array of [object, rawObject]) preventExtensions(machine.realm, array)
    machine.templates.set(name, object)
  }
  return object
}

function frozenArray(machine: Machine, values: Value[]): JSObject {
  const array = createArray(machine, [...values])
  toSlowArray(machine.realm, array)
  ;(array.data as SlowArrayLength).writable = false
  for (let index = 0; index < values.length; index++) {
    const key = String(index)
    redefineSlot(machine.realm, array, array.shape.find(key), key, values[index]!, ENUMERABLE)
  }
  return array
}

/** The value of a regular expression literal. */
export interface RegExpLiteral {
  readonly source: string
  readonly flags: string
  /** What its objects share, once there has been one. */
  slots: RegExpSlots | null
}

/** A new object each time, 13.2.7.3. */
export function evaluateRegExp(node: Node, frame: Frame): Completion {
  const { slots } = node.value as RegExpLiteral
  const { realm, meter } = frame.machine
  const shapes = realm.regExpShapes
  if (slots === null || shapes === null) return firstRegExp(node, frame)
  meter.used += OBJECT_BYTES * 2
  return new JSObject(shapes.instance, [0], Kind.RegExp, slots)
}

/** Made by the RegExp constructor, which compiles the pattern. */
function firstRegExp(node: Node, frame: Frame): Completion {
  const literal = node.value as RegExpLiteral
  const { machine } = frame
  at(frame, node.position)
  const made = construct(machine, machine.realm.intrinsic("RegExp"), [literal.source, literal.flags])
  if (made !== ABRUPT) literal.slots = (made as JSObject).data as RegExpSlots
  return made
}
