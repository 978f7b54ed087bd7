/** Destructuring and every other way to take a value apart. A pattern's node takes the value in `frame.machine.operand`. */
import { isObject, type JSObject, Kind } from "../../objects/object.ts"
import {
  ABRUPT,
  type Completion,
  EMPTY,
  type Empty,
  type PropertyKey,
  type Value,
} from "../../objects/value.ts"
import { at, type Frame, goOn, leave, NORMAL } from "../frame.ts"
import type { IteratorRecord } from "../iterators.ts"
import {
  closeIterator,
  closeIteratorThrowing,
  DONE,
  isArrayIterationIntact,
  openIterator,
  stepIterator,
} from "../iterators.ts"
import { Mode } from "../machine.ts"
import type { Node } from "../node.ts"
import { createArray, getV, toPropertyKey } from "../operations.ts"
import { copyDataProperties } from "../copyProperties.ts"
import { describeKey, describeWithType } from "../describe.ts"
import { throwTypeError } from "../throws.ts"
import { writeSpecial } from "./assignment.ts"
import { getMember, setElement, setMember, throwReadOf } from "./members.ts"
import { environmentAt, type Store, store } from "./variables.ts"

/** Into a register. */
export function bindRegister(node: Node, frame: Frame): Completion {
  frame.registers[node.i] = frame.machine.operand
  return NORMAL
}

/** Into a captured variable that this initializes. */
export function bindCaptured(node: Node, frame: Frame): Completion {
  environmentAt(frame, node.j).slots[node.i] = frame.machine.operand
  return NORMAL
}

/** Into any variable by assignment; value is a Store. */
export function bindStore(node: Node, frame: Frame): Completion {
  return store(node.value as Store, frame, frame.machine.operand, node.position) === ABRUPT ? ABRUPT : NORMAL
}

interface ReferenceTemp {
  value: Value
  base: Value
  key: Value
}

/**
 * A target `a.key` (d holds key and cache) or `a[b]`, or a private or super one, whose `Target` is in value. In a pattern the target is evaluated before the value is read
 * (see `evaluateTarget`), elsewhere (`for (a.b of c)`) after it. States: 0 the object, 1 the key, 2 the assignment.
 */
export function bindReference(node: Node, frame: Frame): Completion {
  const temp: ReferenceTemp = { value: frame.machine.operand, base: undefined, key: undefined }
  return referenceFrom(node, frame, 0, temp, node.a.evaluate(node.a, frame))
}
export function resumeBindReference(
  node: Node,
  frame: Frame,
  state: number,
  temp: ReferenceTemp,
): Completion {
  return referenceFrom(node, frame, state, temp, goOn(frame))
}
function referenceFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: ReferenceTemp,
  completion: Completion,
): Completion {
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) return leave(frame, node, state, temp)
    if (state === 0) {
      temp.base = input
      state = 1
      input = node.b === null ? undefined : node.b.evaluate(node.b, frame)
    } else if (state === 1) {
      temp.key = input
      state = 2
      input = assignTo(node, frame, temp.base, temp.key, temp.value)
    } else return NORMAL
  }
}

function assignTo(node: Node, frame: Frame, base: Value, key: Value, value: Value): Completion {
  if (node.value !== undefined) return writeSpecial(node, frame, base, key, value)
  if (node.b === null) return setMember(frame, base, node.d, value)
  return setElement(frame, base, key, value, node.position)
}

/** `a = b`: a is the target's pattern, b the default. States: 0 the default, 1 the target. */
export function bindDefault(node: Node, frame: Frame): Completion {
  if (frame.machine.operand !== undefined)
    return node.a.evaluate(node.a, frame) === ABRUPT ? leave(frame, node, 1, null) : NORMAL
  return withDefault(node, frame, node.b.evaluate(node.b, frame))
}
function withDefault(node: Node, frame: Frame, value: Completion): Completion {
  if (value === ABRUPT) return leave(frame, node, 0, null)
  frame.machine.operand = value
  return node.a.evaluate(node.a, frame) === ABRUPT ? leave(frame, node, 1, null) : NORMAL
}
export function resumeBindDefault(node: Node, frame: Frame, state: number): Completion {
  const input = goOn(frame)
  if (state === 0) return withDefault(node, frame, input)
  return input === ABRUPT ? leave(frame, node, 1, null) : NORMAL
}

// Object patterns

/** One property of an object pattern. */
export interface PatternProperty {
  /** The key if it is not computed; its node otherwise. */
  readonly key: PropertyKey
  readonly computed: Node | null
  /** Holds key and cache of a plain key. */
  readonly member: Node
  /** Where the value goes. An assignment target that is a property is in `reference`, evaluated first. */
  readonly target: Node
  readonly reference: Node | null
  readonly fallback: Node | null
  readonly isRest: boolean
}

interface ObjectTemp {
  value: Value
  index: number
  key: PropertyKey
  taken: PropertyKey[]
  base: Value
  baseKey: Value
}

const KEY = 0
const NAMED = 1
const BASE = 2
const BASE_KEY = 3
const READ = 4
const DEFAULTED = 5
const PUT = 6
const REST = 7

/** `i` of an object pattern that stands for a property or element of another: its source has no text. */
export const NESTED = 1

/** value: PatternProperty[]; key: the source's text for messages, empty where no expression stands for it. */
export function bindObject(node: Node, frame: Frame): Completion {
  const value = frame.machine.operand
  if (value === undefined || value === null) return throwNotDestructurable(node, frame, value)
  const properties = node.value as PatternProperty[]
  for (let index = 0; index < properties.length; index++) {
    const property = properties[index]!
    if (!isObject(value) || !isNamed(property)) {
      const temp = objectTemp(properties, value, index)
      return objectFrom(node, frame, KEY, temp, startProperty(node, frame, temp))
    }
    at(frame, node.position)
    let input = getMember(frame, value, property.member)
    if (input === ABRUPT) return leaveObject(node, frame, READ, value, index)
    if (input === undefined && property.fallback !== null) {
      input = property.fallback.evaluate(property.fallback, frame)
      if (input === ABRUPT) return leaveObject(node, frame, DEFAULTED, value, index)
    }
    frame.machine.operand = input
    if (property.target.evaluate(property.target, frame) === ABRUPT)
      return leaveObject(node, frame, PUT, value, index)
  }
  return NORMAL
}
/** A plain key whose value goes where no expression leads: nothing but the value's own getters can run. */
function isNamed(property: PatternProperty): boolean {
  return (
    property.computed === null && property.reference === null && !property.isRest && property.member !== null
  )
}
/** What `objectFrom` goes on with when the properties before `index` are bound. */
function objectTemp(properties: readonly PatternProperty[], value: Value, index: number): ObjectTemp {
  const taken = properties.slice(0, index).map(({ key }) => key)
  return { value, index, key: "", taken, base: undefined, baseKey: undefined }
}
function leaveObject(node: Node, frame: Frame, state: number, value: Value, index: number): typeof ABRUPT {
  if (!frame.machine.suspending) return ABRUPT
  const properties = node.value as PatternProperty[]
  const temp = objectTemp(properties, value, index)
  temp.key = properties[index]!.key
  temp.taken.push(temp.key)
  return leave(frame, node, state, temp)
}
export function resumeBindObject(node: Node, frame: Frame, state: number, temp: ObjectTemp): Completion {
  return objectFrom(node, frame, state, temp, goOn(frame))
}

function startProperty(node: Node, frame: Frame, temp: ObjectTemp): Completion {
  const property = (node.value as PatternProperty[])[temp.index]
  if (property === undefined || property.computed === null) return undefined
  return property.computed.evaluate(property.computed, frame)
}

function objectFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: ObjectTemp,
  completion: Completion,
): Completion {
  const properties = node.value as PatternProperty[]
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) return leave(frame, node, state, temp)
    const property = properties[temp.index]
    if (property === undefined) return NORMAL
    switch (state) {
      case KEY:
        state = NAMED
        input = property.computed === null ? property.key : toPropertyKey(machine, input)
        continue
      case NAMED:
        temp.key = input as PropertyKey
        state = BASE
        if (property.reference !== null) {
          input = property.reference.a.evaluate(property.reference.a, frame)
        }
        continue
      case BASE:
        temp.base = property.reference === null ? undefined : input
        state = BASE_KEY
        if (property.reference !== null && property.reference.b !== null) {
          input = property.reference.b.evaluate(property.reference.b, frame)
        }
        continue
      case BASE_KEY:
        temp.baseKey = input
        if (property.isRest) {
          state = REST
          input = copyDataProperties(machine, temp.value, temp.taken)
          continue
        }
        temp.taken.push(temp.key)
        state = READ
        at(frame, node.position)
        input =
          property.computed === null && property.member !== null && isObject(temp.value)
            ? getMember(frame, temp.value, property.member)
            : getV(machine, temp.value, temp.key)
        continue
      case READ:
        state = DEFAULTED
        if (input === undefined && property.fallback !== null) {
          input = property.fallback.evaluate(property.fallback, frame)
        }
        continue
      case REST:
      case DEFAULTED:
        state = PUT
        if (property.reference !== null) {
          input = assignTo(property.reference, frame, temp.base, temp.baseKey, input)
        } else {
          frame.machine.operand = input
          input = property.target.evaluate(property.target, frame)
        }
        continue
      default:
        temp.index++
        state = KEY
        input = startProperty(node, frame, temp)
    }
  }
}

/** V8: Cannot destructure property 'a' of 'b' as it is undefined. */
function throwNotDestructurable(node: Node, frame: Frame, value: Value): typeof ABRUPT {
  at(frame, node.position)
  const first = (node.value as PatternProperty[])[0]
  const named = first !== undefined && !first.isRest && first.computed === null
  if (named && (node.i === NESTED || first.fallback !== null))
    return throwReadOf(frame.machine, value, first.key)
  const source = node.key === "" ? describeWithType(value) : (node.key as string)
  const message = !named
    ? `Cannot destructure '${source}' as it is ${String(value)}.`
    : `Cannot destructure property '${describeKey(first.key)}' of '${source}' as it is ${String(value)}.`
  return throwTypeError(frame.machine, message)
}

// Array patterns

/** One element of an array pattern; null is an elision. */
export interface PatternElement {
  readonly target: Node
  readonly reference: Node | null
  readonly fallback: Node | null
  readonly isRest: boolean
}

interface ArrayTemp {
  record: IteratorRecord | null
  /** Instead of a record: a dense array read by index. */
  array: JSObject | null
  index: number
  position: number
  rest: Value[] | null
  base: Value
  baseKey: Value
  returnValue: Value
}

const OPEN = 0
const TARGET_BASE = 1
const TARGET_KEY = 2
const STEP = 3
const FALLBACK = 4
const STORE = 5
const CLOSE = 6
const CLOSE_THROW = 7
const CLOSE_RETURN = 8
const REST_TURN = 9

/** value: Array<PatternElement | null>; key: the source's text for messages, empty where V8 shows the value itself. */
export function bindArray(node: Node, frame: Frame): Completion {
  const value = frame.machine.operand
  if (isObject(value) && value.kind === Kind.Array && isArrayIterationIntact(frame.machine, value)) {
    return bindDense(node, frame, value)
  }
  at(frame, node.position)
  const opened = openIterator(frame.machine, value, () => node.key as string)
  return arrayFrom(node, frame, OPEN, arrayTemp(null, -1, 0), opened as Completion)
}
function arrayTemp(array: JSObject | null, index: number, position: number): ArrayTemp {
  const none = { rest: null, base: undefined, baseKey: undefined, returnValue: undefined }
  return { record: null, array, index, position, ...none }
}
/** A dense array, as long as the elements of the pattern are simple and there are no holes; `arrayFrom` takes the rest. */
function bindDense(node: Node, frame: Frame, array: JSObject): Completion {
  const elements = node.value as Array<PatternElement | null>
  let position = 0
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index]!
    const items = array.data as Array<Value | Empty>
    if (!Array.isArray(items) || position >= items.length) position = Infinity
    let input: Completion | Empty = position === Infinity ? undefined : items[position]!
    if (input === EMPTY || (element !== null && (element.reference !== null || element.isRest)))
      return arrayFrom(node, frame, STORE, arrayTemp(array, index - 1, position), undefined)
    position++
    if (element === null) continue
    if (input === undefined && element.fallback !== null) {
      input = element.fallback.evaluate(element.fallback, frame)
      if (input === ABRUPT) return leave(frame, node, FALLBACK, arrayTemp(array, index, position))
    }
    frame.machine.operand = input
    if (element.target.evaluate(element.target, frame) === ABRUPT)
      return leave(frame, node, STORE, arrayTemp(array, index, position))
  }
  return NORMAL
}
export function resumeBindArray(node: Node, frame: Frame, state: number, temp: ArrayTemp): Completion {
  return arrayFrom(node, frame, state, temp, goOn(frame))
}

function arrayFrom(
  node: Node,
  frame: Frame,
  from: number,
  temp: ArrayTemp,
  completion: Completion,
): Completion {
  const elements = node.value as Array<PatternElement | null>
  const { machine } = frame
  let state = from
  let input = completion
  for (;;) {
    if (input === ABRUPT) {
      if (machine.mode === Mode.Suspending) return leave(frame, node, state, temp)
      if (!mustClose(machine.mode, state, temp)) return ABRUPT
      if (machine.mode === Mode.Throwing) {
        closeIteratorThrowing(machine, temp.record!)
        if (machine.suspending) {
          return leave(frame, node, CLOSE_THROW, temp)
        }
        return ABRUPT
      }
      temp.returnValue = frame.machine.returnValue
      machine.mode = Mode.Running
      state = CLOSE_RETURN
      input = closeIterator(machine, temp.record!)
      continue
    }
    switch (state) {
      case OPEN:
        temp.record = input as unknown as IteratorRecord
        state = STORE
        continue
      case TARGET_BASE: {
        const { reference } = elements[temp.index]!
        temp.base = input
        state = TARGET_KEY
        input = reference!.b === null ? undefined : reference!.b.evaluate(reference!.b, frame)
        continue
      }
      case TARGET_KEY:
        temp.baseKey = input
        state = STEP
        input = startStep(frame, elements[temp.index]!, temp)
        continue
      case REST_TURN:
        state = STEP
        input = nextItem(frame, temp)
        continue
      case STEP: {
        const element = elements[temp.index]
        if (element?.isRest) {
          if ((input as unknown) !== DONE) {
            if (!machine.allocate(8)) return ABRUPT
            temp.rest!.push(input)
            if (--machine.fuel < 0) {
              machine.suspend()
              return leave(frame, node, REST_TURN, temp)
            }
            input = nextItem(frame, temp)
            continue
          }
          input = createArray(machine, temp.rest!)
          state = FALLBACK
          continue
        }
        const value = (input as unknown) === DONE ? undefined : input
        state = FALLBACK
        input =
          value === undefined && element !== null && element!.fallback !== null
            ? element!.fallback.evaluate(element!.fallback, frame)
            : value
        continue
      }
      case FALLBACK: {
        const element = elements[temp.index]
        state = STORE
        if (element === null) continue
        if (element!.reference !== null) {
          input = assignTo(element!.reference, frame, temp.base, temp.baseKey, input)
        } else {
          frame.machine.operand = input
          input = element!.target.evaluate(element!.target, frame)
        }
        continue
      }
      case STORE: {
        temp.index++
        const element = elements[temp.index]
        if (element === undefined) {
          if (temp.record === null || temp.record.done) return NORMAL
          state = CLOSE
          input = closeIterator(machine, temp.record)
          continue
        }
        if (element !== null && element.reference !== null) {
          state = TARGET_BASE
          input = element.reference.a.evaluate(element.reference.a, frame)
          continue
        }
        state = STEP
        input = startStep(frame, element, temp)
        continue
      }
      case CLOSE_RETURN:
        frame.machine.returnValue = temp.returnValue
        machine.mode = Mode.Returning
        return ABRUPT
      default:
        return NORMAL
    }
  }
}

/** The iterator is still open, and what passes is not its own failure. */
function mustClose(mode: Mode, state: number, temp: ArrayTemp): boolean {
  if (mode === Mode.Stopping || temp.record === null || temp.record.done) return false
  return (
    state !== OPEN && state !== STEP && state !== CLOSE && state !== CLOSE_THROW && state !== CLOSE_RETURN
  )
}

function startStep(frame: Frame, element: PatternElement | null, temp: ArrayTemp): Completion {
  if (element !== null && element.isRest) temp.rest = []
  return nextItem(frame, temp)
}

function nextItem(frame: Frame, temp: ArrayTemp): Completion {
  if (temp.array !== null) {
    const elements = temp.array.data as Array<Value | Empty>
    if (!Array.isArray(elements) || temp.position >= elements.length) {
      temp.position = Infinity
      return DONE as unknown as Completion
    }
    const item = elements[temp.position++]!
    return item === EMPTY ? getV(frame.machine, temp.array, String(temp.position - 1)) : item
  }
  if (temp.record!.done) return DONE as unknown as Completion
  return stepIterator(frame.machine, temp.record!)
}
