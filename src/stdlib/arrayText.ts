/** Arrays as text: join, toString, toLocaleString. An array inside itself is an empty text there, as V8 has it. */
import { Collection } from "../objects/collection.ts"
import { isCallable, type JSObject, Kind } from "../objects/object.ts"
import { CHARACTER_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { Rope } from "../objects/rope.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import type { NativeFrame } from "../interpreter/frame.ts"
import { get } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { Mode } from "../interpreter/machine.ts"
import { guest, method, type NativeEntry, object, steps } from "../interpreter/native.ts"
import {
  lengthOf,
  MAX_STRING_LENGTH,
  textOf,
  toNumber,
  toObject,
  toString,
} from "../interpreter/operations.ts"
import { messages, throwRangeError } from "../interpreter/throws.ts"
import type { Elements } from "./dense.ts"

/** Parts joined at once. */
const CHUNK = 4_096

/** Hidden: the arrays that are being joined, outermost first. */
export const joinStack: Intrinsic = object({
  name: "JoinStack",
  kind: Kind.Set,
  data: () => new Collection(),
  prototype: null,
  members: [],
})

export function joining(machine: Machine): Collection {
  return machine.realm.intrinsic("JoinStack").data as Collection
}

interface Join {
  readonly object: JSObject
  separator: Value
  length: number
  index: number
  text: string
  parts: string[]
  /** UTF-16 units of everything so far, separators included. */
  size: number
}

const START = 0
const LENGTH_READ = 1
const LENGTH_KNOWN = 2
const SEPARATOR_READ = 3
const NEXT = 4
const ELEMENT_READ = 5
const PART_MADE = 6

const joinSteps = steps<Join>({
  name: "Array.prototype.join",
  catches: true,
  run(machine, frame, input) {
    const completion = input === ABRUPT && frame.state !== START ? ABRUPT : runJoin(machine, frame, input)
    const passing = completion === ABRUPT && machine.mode === Mode.Suspending
    if (!passing && frame.state > SEPARATOR_READ) joining(machine).delete(frame.locals.object)
    return completion
  },
})

function runJoin(machine: Machine, frame: NativeFrame<Join>, input: Completion): Completion {
  const join = frame.locals
  const { object } = join
  for (;;) {
    switch (frame.state) {
      case START:
        frame.state = LENGTH_READ
        input =
          object.kind === Kind.Array
            ? (object.data as Elements).length
            : get(machine, object, "length", object)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case LENGTH_READ:
        frame.state = LENGTH_KNOWN
        input = toNumber(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case LENGTH_KNOWN:
        join.length = lengthOf(input as number)
        frame.state = SEPARATOR_READ
        input = join.separator === undefined ? "," : toString(machine, join.separator)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      case SEPARATOR_READ: {
        join.separator = input as string
        if (join.separator.length * (join.length - 1) > MAX_STRING_LENGTH) {
          return throwRangeError(machine, messages.invalidStringLength)
        }
        if (joining(machine).has(object)) return ""
        joining(machine).set(object, undefined)
        frame.state = NEXT
        continue
      }
      case NEXT: {
        if (!joinDense(machine, join)) return ABRUPT
        if (join.index >= join.length) return finish(machine, join)
        if (machine.fuel < 0) return pause(machine, frame)
        machine.fuel--
        frame.state = ELEMENT_READ
        input = get(machine, object, String(join.index), object)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      }
      case ELEMENT_READ:
        frame.state = PART_MADE
        input = input === undefined || input === null ? "" : toString(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
        continue
      default:
        frame.state = NEXT
        if (!add(machine, join, input as string)) return ABRUPT
    }
  }
}

/** Takes dense primitive elements until it meets another one, or the fuel is used up. False on a limit. */
function joinDense(machine: Machine, join: Join): boolean {
  const { object } = join
  let count = 0
  while (object.kind === Kind.Array && join.index < join.length && machine.fuel >= 0) {
    const elements = object.data as Elements
    const element = join.index < elements.length ? elements[join.index]! : EMPTY
    let part: string
    if (typeof element === "string") part = element
    else if (typeof element === "number") part = String(element)
    else if (element === undefined || element === null) part = ""
    else if (typeof element === "boolean") part = element ? "true" : "false"
    else if (element instanceof Rope) part = textOf(machine, element)
    else return true
    if ((++count & 7) === 0) machine.fuel--
    if (!add(machine, join, part)) return false
  }
  return true
}

function add(machine: Machine, join: Join, part: string): boolean {
  if (part.length > 1_024) machine.charge(part.length >> 10)
  join.size += part.length + (join.index > 0 ? (join.separator as string).length : 0)
  if (join.size > MAX_STRING_LENGTH) {
    throwRangeError(machine, messages.invalidStringLength)
    return false
  }
  join.parts.push(part)
  join.index++
  return join.parts.length < CHUNK || flush(machine, join)
}

/** Joins what has gathered; charged. */
function flush(machine: Machine, join: Join): boolean {
  const separator = join.separator as string
  const begun = join.index > join.parts.length
  if (!machine.allocate((join.size - join.text.length) * CHARACTER_BYTES)) return false
  machine.charge((join.size - join.text.length) >> 10)
  const piece = join.parts.join(separator)
  join.text = begun ? join.text + separator + piece : piece
  join.parts = []
  return true
}

function finish(machine: Machine, join: Join): Completion {
  if (join.parts.length > 0 && !flush(machine, join)) return ABRUPT
  return join.text
}

function startJoin(machine: Machine, array: JSObject, separator: Value): Completion {
  return joinSteps.start(machine, {
    object: array,
    separator,
    length: 0,
    index: 0,
    text: "",
    parts: [],
    size: 0,
  })
}

/** Array.prototype.join, ECMA-262 23.1.3.18. */
const join = method(1, (machine, thisValue, args) => {
  const array = toObject(machine, thisValue)
  return array === ABRUPT ? ABRUPT : startJoin(machine, array, args[0])
})

const toStringSteps = steps<{ array: JSObject }>({
  name: "Array.prototype.toString",
  run(machine, frame, input) {
    const { array } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, array, "join", array)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const callee = isCallable(input as Value) ? (input as Value) : objectToString(machine)
    return call(machine, callee, array, [])
  },
})

/** %Object.prototype.toString%, whatever the program has put there. */
function objectToString(machine: Machine): JSObject {
  const { realm } = machine
  const declared = realm.declarations
    .get("Object.prototype")!
    .properties.find(([key]) => key === "toString")![1]
  return realm.functionOf((declared as unknown as { method: NativeEntry }).method)
}

/** Array.prototype.toString, ECMA-262 23.1.3.36. */
const toStringMethod = method(0, (machine, thisValue) => {
  const array = toObject(machine, thisValue)
  return array === ABRUPT ? ABRUPT : toStringSteps.start(machine, { array })
})

/** Array.prototype.toLocaleString, ECMA-262 23.1.3.32, with the arguments of ECMA-402. */
const toLocaleString = guest(
  0,
  `function (locales, options) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    if (!JoinEnter(object)) return ""
    try {
      let text = ""
      for (let index = 0; index < length; index++) {
        if (index > 0) text = text + ","
        const element = object[ToString(index)]
        if (element !== undefined && element !== null) {
          text = text + ToString(Call(element.toLocaleString, element, locales, options))
        }
      }
      return text
    } finally {
      JoinLeave(object)
    }
  }`,
)

export const textMembers = { join, toString: toStringMethod, toLocaleString }
