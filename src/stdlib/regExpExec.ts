/** RegExpExec and RegExpBuiltinExec, ECMA-262 22.2.7, and the arrays they give. */
import { isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import { ARRAY_BYTES, CHARACTER_BYTES, OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { addProperty } from "../objects/properties.ts"
import type { RegExpSlots } from "../objects/regExpSlots.ts"
import { DEFAULT } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { findEndByHost } from "../regexp/byHost.ts"
import { capturesOf, indicesOf, type MatchIndices } from "../regexp/found.ts"
import { call, leaveNative, pause } from "../interpreter/call.ts"
import { NativeFrame } from "../interpreter/frame.ts"
import { get } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { createArray, lengthOf, toNumber } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { throwIncompatible } from "./receivers.ts"
import { isIntact, shapesOf } from "./regExpIntact.ts"
import {
  type CompiledPattern,
  compiledOf,
  lastIndexOf,
  find,
  findByOwn,
  type Found,
  type Matching,
  setLastIndex,
  SUSPENDED,
} from "./regExpPattern.ts"

/** `array`: the match array or null. `found`: only whether there is a match. */
export type Wanted = "array" | "found"

interface Exec extends Matching {
  readonly regexp: JSObject
  readonly text: string
  readonly wanted: Wanted
  lastIndex: number
}

const execSteps = steps<Exec>({
  name: "RegExpBuiltinExec",
  run(machine, frame, input) {
    const { locals } = frame
    const { regexp, text, wanted } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = toNumber(machine, lastIndexOf(regexp))
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      locals.lastIndex = lengthOf(input as number)
    }
    return execFrom(machine, regexp, text, wanted, locals.lastIndex, frame)
  },
})

/** RegExpBuiltinExec, 22.2.7.2, of an object with [[RegExpMatcher]]. */
export function builtinExec(machine: Machine, regexp: JSObject, text: string, wanted: Wanted): Completion {
  const lastIndex = lastIndexOf(regexp)
  if (typeof lastIndex === "number") return execFrom(machine, regexp, text, wanted, lengthOf(lastIndex), null)
  return execSteps.start(machine, { regexp, text, wanted, lastIndex: 0, state: null })
}

/** Of a match that has no frame: none is made unless it stops. */
const unframed: Matching = { state: null }

function execFrom(
  machine: Machine,
  regexp: JSObject,
  text: string,
  wanted: Wanted,
  givenIndex: number,
  frame: NativeFrame<Exec> | null,
): Completion {
  const pattern = compiledOf(regexp.data as RegExpSlots)
  const { global, sticky } = pattern.flags
  const moves = global || sticky
  const lastIndex = moves ? givenIndex : 0
  if (lastIndex > text.length) return missed(machine, regexp, moves, wanted)
  const matching = frame === null ? unframed : frame.locals
  if (wanted === "found" && matching.state === null) {
    const end = findEndByHost(pattern, text, lastIndex, sticky, machine)
    if (end === -1) return missed(machine, regexp, moves, wanted)
    if (end !== undefined) return !moves || setLastIndex(machine, regexp, end) ? true : ABRUPT
  }
  const look = wanted === "found" ? findByOwn : find
  const found = look(machine, pattern, text, lastIndex, sticky, matching)
  if (found === SUSPENDED) {
    return pause(machine, frame ?? frameOf({ regexp, text, wanted, lastIndex, state: unframed.state }))
  }
  if (found === ABRUPT) return ABRUPT
  if (found === null) return missed(machine, regexp, moves, wanted)
  if (moves && !setLastIndex(machine, regexp, found.end)) return ABRUPT
  return wanted === "found" ? true : matchArray(machine, pattern, text, found)
}

/** The frame of a match that has stopped. */
function frameOf(exec: Exec): NativeFrame<Exec> {
  unframed.state = null
  const frame = new NativeFrame(execSteps, exec)
  frame.state = 2
  return frame
}

function missed(machine: Machine, regexp: JSObject, moves: boolean, wanted: Wanted): Completion {
  if (moves && !setLastIndex(machine, regexp, 0)) return ABRUPT
  return wanted === "found" ? false : null
}

/** What `exec` gives for a match, steps 25 to 35. */
export function matchArray(machine: Machine, pattern: CompiledPattern, text: string, found: Found): JSObject {
  const captures = capturesOf(text, found)
  const { match, matchWithIndices } = shapesOf(machine.realm)
  machine.meter.used +=
    OBJECT_BYTES +
    ARRAY_BYTES +
    (captures.length + 3) * SLOT_BYTES +
    (found.end - found.start) * CHARACTER_BYTES
  const slots = [found.start, text, groupsOf(machine, pattern, captures)]
  if (!pattern.flags.hasIndices) return new JSObject(match, slots, Kind.Array, captures)
  return new JSObject(
    matchWithIndices,
    [...slots, indicesArray(machine, pattern, indicesOf(found))],
    Kind.Array,
    captures,
  )
}

/** The `groups` object of captures, or undefined. Of groups with one name, the one that took part counts. */
export function groupsOf(
  machine: Machine,
  pattern: CompiledPattern,
  captures: ReadonlyArray<Value>,
): JSObject | undefined {
  if (!pattern.isNamed) return undefined
  const values = new Map<string, Value>()
  pattern.groupNames.forEach((name, group) => {
    if (name === undefined) return
    if (values.get(name) === undefined) values.set(name, captures[group])
  })
  const { realm } = machine
  const groups = realm.newObject(null)
  machine.meter.used += OBJECT_BYTES + values.size * SLOT_BYTES
  for (const [name, value] of values) addProperty(realm, groups, name, value, DEFAULT)
  return groups
}

/** MakeMatchIndicesIndexPairArray, 22.2.7.8. */
function indicesArray(machine: Machine, pattern: CompiledPattern, indices: MatchIndices): JSObject {
  const pairs: Value[] = []
  for (let place = 0; place < indices.length; place += 2) {
    pairs.push(indices[place]! < 0 ? undefined : createArray(machine, [indices[place]!, indices[place + 1]!]))
  }
  const array = createArray(machine, pairs)
  addProperty(machine.realm, array, "groups", groupsOf(machine, pattern, pairs), DEFAULT)
  return array
}

const regExpExecSteps = steps<{ regexp: JSObject; text: string; wanted: Wanted }>({
  name: "RegExpExec",
  run(machine, frame, input) {
    const { regexp, text, wanted } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = get(machine, regexp, "exec", regexp)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      if (!isCallable(input as Value)) {
        if (regexp.kind === Kind.RegExp) return builtinExec(machine, regexp, text, wanted)
        return throwIncompatible(machine, "RegExp.prototype.exec", regexp)
      }
      frame.state = 2
      input = call(machine, input as Value, regexp, [text])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input !== null && !isObject(input)) {
      return throwTypeError(machine, "RegExp exec method returned something other than an Object or null")
    }
    return wanted === "found" ? input !== null : input
  },
})

/** RegExpExec, 22.2.7.1. */
export function regExpExec(machine: Machine, regexp: JSObject, text: string, wanted: Wanted): Completion {
  if (isIntact(machine.realm, regexp)) return builtinExec(machine, regexp, text, wanted)
  return regExpExecSteps.start(machine, { regexp, text, wanted })
}
