/** ArrayBuffer, ECMA-262 25.1, fixed and resizable. */
import { BufferSlots } from "../objects/buffer.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { construct, leaveNative, pause } from "../interpreter/call.ts"
import { get } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  constant,
  constructor,
  getter,
  intrinsic,
  type Member,
  method,
  object,
  steps,
} from "../interpreter/native.ts"
import { getPrototypeFromConstructor, integerOf, speciesSteps, toNumber } from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { relativeIndex } from "./dense.ts"
import { integerMethod } from "./integerMethod.ts"
import { throwIncompatible } from "./receivers.ts"

const sentences = {
  length: "Invalid array buffer length",
  maxLength: "Invalid array buffer max length",
  allocation: "Array buffer allocation failed",
  resize: "ArrayBuffer.prototype.resize: Invalid length parameter",
  detached: (name: string) => `Cannot perform ${name} on a detached ArrayBuffer`,
  species: "ArrayBuffer subclass returned this from species constructor",
  speciesTooSmall: "Species constructor returned a too small ArrayBuffer",
}

/** No host makes larger ones. */
const MAX_BYTE_LENGTH = 2 ** 32 - 1

export function throwDetached(machine: Machine, name: string): typeof ABRUPT {
  return throwTypeError(machine, sentences.detached(name))
}

/** AllocateArrayBuffer, 25.1.3.1, below a prototype that is known; `maxByteLength` null makes a fixed one. */
export function allocateBuffer(
  machine: Machine,
  prototype: JSObject,
  byteLength: number,
  maxByteLength: number | null,
): Completion<JSObject> {
  const bytes = allocateBytes(machine, byteLength, maxByteLength)
  return bytes === ABRUPT ? ABRUPT : bufferOf(machine, prototype, bytes, maxByteLength)
}

function bufferOf(
  machine: Machine,
  prototype: JSObject,
  bytes: Uint8Array,
  maxByteLength: number | null,
): JSObject {
  const shape = machine.realm.shapeFor(prototype)
  return new JSObject(shape, [], Kind.ArrayBuffer, new BufferSlots(bytes, maxByteLength))
}

/** Zeroed bytes, charged first. */
function allocateBytes(
  machine: Machine,
  byteLength: number,
  maxByteLength: number | null,
): Completion<Uint8Array> {
  if (Math.max(byteLength, maxByteLength ?? 0) > MAX_BYTE_LENGTH)
    return throwRangeError(machine, sentences.allocation)
  if (!machine.allocate(byteLength + OBJECT_BYTES * 2)) return ABRUPT
  machine.charge(byteLength >> 16)
  try {
    return new Uint8Array(byteLength)
  } catch {
    return throwRangeError(machine, sentences.allocation)
  }
}

/** A buffer of the realm's own class with these bytes, which it takes over; they are charged already. */
export function newBuffer(machine: Machine, bytes: Uint8Array): JSObject {
  return bufferOf(machine, machine.realm.intrinsic("ArrayBuffer.prototype"), bytes, null)
}

interface Locals {
  newTarget: JSObject
  length: Value
  options: Value
  byteLength: number
  maxByteLength: number | null
}

const constructSteps = steps<Locals>({
  name: "ArrayBuffer",
  run(machine, frame, input) {
    const { locals } = frame
    const { options } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = locals.length === undefined ? 0 : toNumber(machine, locals.length)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.byteLength = integerOf(input as number)
      if (!isIndex(locals.byteLength)) return throwRangeError(machine, sentences.length)
      frame.state = 2
      input = isObject(options) ? get(machine, options, "maxByteLength", options) : undefined
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2 && input !== undefined) {
      frame.state = 3
      input = toNumber(machine, input as Value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 3) {
      locals.maxByteLength = integerOf(input as number)
      if (!isIndex(locals.maxByteLength)) return throwRangeError(machine, sentences.maxLength)
    }
    if (frame.state < 4) {
      const { byteLength, maxByteLength } = locals
      if (maxByteLength !== null && byteLength > maxByteLength)
        return throwRangeError(machine, sentences.maxLength)
      frame.state = 4
      input = getPrototypeFromConstructor(machine, locals.newTarget, "ArrayBuffer.prototype")
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return allocateBuffer(machine, input as JSObject, locals.byteLength, locals.maxByteLength)
  },
})

/** An integer that ToIndex takes. */
export function isIndex(integer: number): boolean {
  return integer >= 0 && integer <= Number.MAX_SAFE_INTEGER
}

const arrayBufferConstructor = constructor({
  name: "ArrayBuffer",
  length: 1,
  body(machine, _this, [length, options], newTarget) {
    if (newTarget === undefined) return throwTypeError(machine, messages.requiresNew("ArrayBuffer"))
    return constructSteps.start(machine, { newTarget, length, options, byteLength: 0, maxByteLength: null })
  },
  statics: [
    [
      "isView",
      method(
        1,
        (_machine, _this, [value]) =>
          isObject(value) && (value.kind === Kind.TypedArray || value.kind === Kind.DataView),
      ),
    ],
    [Symbol.species, getter((_machine, thisValue) => thisValue)],
  ],
})

/** The receiver's slots. */
function slotsOf(machine: Machine, value: Value, name: string): Completion<BufferSlots> {
  if (isObject(value) && value.kind === Kind.ArrayBuffer) return value.data as BufferSlots
  return throwIncompatible(machine, name, value)
}

function slotGetter(name: string, read: (slots: BufferSlots) => Value): Member {
  return getter((machine, thisValue) => {
    const slots = slotsOf(machine, thisValue, `get ArrayBuffer.prototype.${name}`)
    return slots === ABRUPT ? ABRUPT : read(slots)
  })
}

/** The receiver itself. */
function looker(
  name: string,
  resizable: boolean,
): (machine: Machine, thisValue: Value) => Completion<JSObject> {
  return (machine, thisValue) => {
    const slots = slotsOf(machine, thisValue, `ArrayBuffer.prototype.${name}`)
    if (slots === ABRUPT) return ABRUPT
    if (!resizable || slots.maxByteLength !== null) return thisValue as JSObject
    return throwIncompatible(machine, `ArrayBuffer.prototype.${name}`, thisValue)
  }
}

/** Bytes copied at once. */
const BYTES_PORTION = 1_048_576

interface Copy {
  readonly source: JSObject
  readonly target: JSObject
  readonly first: number
  readonly count: number
  done: number
  readonly then: "nothing" | "detach" | "take"
}

/** Copies bytes of a buffer to the start of another; then the source is detached, or takes the other's bytes for its own. */
const copySteps = steps<Copy>({
  name: "CopyBytes",
  run(machine, frame) {
    const { locals } = frame
    const { target, first, count, then } = locals
    const source = locals.source.data as BufferSlots
    const to = target.data as BufferSlots
    while (locals.done < count) {
      if (machine.fuel < 0) return pause(machine, frame)
      const portion = Math.min(BYTES_PORTION, count - locals.done)
      machine.charge(portion >> 8)
      const start = first + locals.done
      to.bytes.set(source.bytes.subarray(start, start + portion), locals.done)
      locals.done += portion
    }
    if (then === "detach") source.detach()
    if (then === "take") source.bytes = to.bytes
    return then === "take" ? undefined : target
  },
})

/** `count` bytes from `first`; the completion is the target, or undefined where the source takes its bytes. */
export function copyBytes(
  machine: Machine,
  source: JSObject,
  target: JSObject,
  first: number,
  count: number,
  then: Copy["then"] = "nothing",
): Completion {
  return copySteps.start(machine, { source, target, first, count, done: 0, then })
}

/** ArrayBuffer.prototype.resize, 25.1.6.6. */
function resize(machine: Machine, buffer: JSObject, integer = 0): Completion {
  const slots = buffer.data as BufferSlots
  if (!isIndex(integer)) return throwRangeError(machine, sentences.resize)
  if (slots.detached) return throwDetached(machine, "ArrayBuffer.prototype.resize")
  if (integer > slots.maxByteLength!) return throwRangeError(machine, sentences.resize)
  const bytes = allocateBytes(machine, integer, null)
  if (bytes === ABRUPT) return ABRUPT
  const count = Math.min(integer, slots.bytes.length)
  return copyBytes(machine, buffer, newBuffer(machine, bytes), 0, count, "take")
}

/** ArrayBufferCopyAndDetach, 25.1.3.3. */
function transfer(name: string, fixed: boolean): Member {
  return integerMethod(
    `ArrayBuffer.prototype.${name}`,
    0,
    looker(name, false),
    (machine, buffer, integer) => {
      const slots = buffer.data as BufferSlots
      const byteLength = integer ?? slots.bytes.length
      if (!isIndex(byteLength)) return throwRangeError(machine, sentences.length)
      if (slots.detached) return throwDetached(machine, `ArrayBuffer.prototype.${name}`)
      const maxByteLength = fixed ? null : slots.maxByteLength
      if (maxByteLength !== null && byteLength > maxByteLength)
        return throwRangeError(machine, sentences.length)
      const prototype = machine.realm.intrinsic("ArrayBuffer.prototype")
      if (byteLength === slots.bytes.length)
        return bufferOf(machine, prototype, slots.detach(), maxByteLength)
      const bytes = allocateBytes(machine, byteLength, maxByteLength)
      if (bytes === ABRUPT) return ABRUPT
      const target = bufferOf(machine, prototype, bytes, maxByteLength)
      return copyBytes(machine, buffer, target, 0, Math.min(byteLength, slots.bytes.length), "detach")
    },
  )
}

interface SliceLocals {
  buffer: JSObject
  start: Value
  end: Value
  length: number
  first: number
  count: number
}

/** ArrayBuffer.prototype.slice, 25.1.6.7. */
const sliceSteps = steps<SliceLocals>({
  name: "ArrayBuffer.prototype.slice",
  run(machine, frame, input) {
    const { locals } = frame
    const { buffer, length } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = locals.start === undefined ? 0 : toNumber(machine, locals.start)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.first = relativeIndex(integerOf(input as number), length)
      frame.state = 2
      input = locals.end === undefined ? length : toNumber(machine, locals.end)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2) {
      locals.count = Math.max(relativeIndex(integerOf(input as number), length) - locals.first, 0)
      frame.state = 3
      input = speciesSteps.start(machine, {
        object: buffer,
        fallback: machine.realm.intrinsic("ArrayBuffer"),
      })
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 3) {
      frame.state = 4
      input = construct(machine, input as JSObject, [locals.count])
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return copySlice(machine, locals, input as Value)
  },
})

function copySlice(machine: Machine, { buffer, first, count }: SliceLocals, result: Value): Completion {
  const name = "ArrayBuffer.prototype.slice"
  const target = slotsOf(machine, result, name)
  if (target === ABRUPT) return ABRUPT
  if (target.detached) return throwDetached(machine, name)
  if (result === buffer) return throwTypeError(machine, sentences.species)
  if (target.bytes.length < count) return throwTypeError(machine, sentences.speciesTooSmall)
  const source = buffer.data as BufferSlots
  if (source.detached) return throwDetached(machine, name)
  return copyBytes(machine, buffer, result as JSObject, first, Math.min(count, source.bytes.length - first))
}

const arrayBufferPrototype = object({
  name: "ArrayBuffer.prototype",
  members: [
    ["constructor", intrinsic("ArrayBuffer")],
    ["byteLength", slotGetter("byteLength", (slots) => slots.bytes.length)],
    ["detached", slotGetter("detached", (slots) => slots.detached)],
    [
      "maxByteLength",
      slotGetter("maxByteLength", ({ bytes, maxByteLength, detached }) =>
        detached ? 0 : (maxByteLength ?? bytes.length),
      ),
    ],
    ["resizable", slotGetter("resizable", (slots) => slots.maxByteLength !== null)],
    ["resize", integerMethod("ArrayBuffer.prototype.resize", 1, looker("resize", true), resize)],
    [
      "slice",
      method(2, (machine, buffer, [start, end]) => {
        const slots = slotsOf(machine, buffer, "ArrayBuffer.prototype.slice")
        if (slots === ABRUPT) return ABRUPT
        if (slots.detached) return throwDetached(machine, "ArrayBuffer.prototype.slice")
        const { length } = slots.bytes
        return sliceSteps.start(machine, {
          buffer: buffer as JSObject,
          start,
          end,
          length,
          first: 0,
          count: 0,
        })
      }),
    ],
    ["transfer", transfer("transfer", false)],
    ["transferToFixedLength", transfer("transferToFixedLength", true)],
    [Symbol.toStringTag, constant("ArrayBuffer", CONFIGURABLE)],
  ],
})

export const arrayBufferIntrinsics: Intrinsic[] = [arrayBufferConstructor, arrayBufferPrototype]
