/** DataView, ECMA-262 25.3. */
import {
  type BufferSlots,
  DataViewSlots,
  elementSize,
  type ElementType,
  fromFloat16Bits,
  isBigIntType,
  toFloat16Bits,
} from "../objects/buffer.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
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
import { getPrototypeFromConstructor, integerOf, toBoolean, toNumber } from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { toBigInt } from "../interpreter/toBigInt.ts"
import { isIndex, throwDetached } from "./ArrayBuffer.ts"
import { throwIncompatible } from "./receivers.ts"

const sentences = {
  buffer: "First argument to DataView constructor must be an ArrayBuffer",
  start: (offset: number) => `Start offset ${offset} is outside the bounds of the buffer`,
  length: (length: number) => `Invalid DataView length ${length}`,
  offset: "Offset is outside the bounds of the DataView",
  outOfBounds: (name: string) =>
    `Invalid DataView accessor ${name}: the view is outside the bounds of its buffer`,
}

type DataType = Exclude<ElementType, "Uint8Clamped">

const dataTypes: readonly DataType[] = [
  "Int8",
  "Uint8",
  "Int16",
  "Uint16",
  "Int32",
  "Uint32",
  "Float16",
  "Float32",
  "Float64",
  "BigInt64",
  "BigUint64",
]

interface Locals {
  newTarget: JSObject
  buffer: JSObject
  byteOffset: Value
  byteLength: Value
  offset: number
  /** In bytes; null if it follows the buffer's length. */
  length: number | null
}

const constructSteps = steps<Locals>({
  name: "DataView",
  run(machine, frame, input) {
    const { locals } = frame
    const buffer = locals.buffer.data as BufferSlots
    if (frame.state === 0) {
      frame.state = 1
      input = locals.byteOffset === undefined ? 0 : toNumber(machine, locals.byteOffset)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      locals.offset = integerOf(input as number)
      if (!isIndex(locals.offset)) return throwRangeError(machine, sentences.start(locals.offset))
      if (buffer.detached) return throwDetached(machine, "DataView")
      if (locals.offset > buffer.bytes.length) return throwRangeError(machine, sentences.start(locals.offset))
      locals.length = buffer.bytes.length
      frame.state = 2
      input = locals.byteLength === undefined ? undefined : toNumber(machine, locals.byteLength)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 2) {
      const available = locals.length! - locals.offset
      if (input === undefined) locals.length = buffer.maxByteLength === null ? available : null
      else {
        locals.length = integerOf(input as number)
        if (!isIndex(locals.length) || locals.length > available) {
          return throwRangeError(machine, sentences.length(locals.length))
        }
      }
      frame.state = 3
      input = getPrototypeFromConstructor(machine, locals.newTarget, "DataView.prototype")
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return create(machine, input as JSObject, locals)
  },
})

/** Reading the prototype may have changed the buffer. */
function create(machine: Machine, prototype: JSObject, { buffer, offset, length }: Locals): Completion {
  const slots = buffer.data as BufferSlots
  if (slots.detached) return throwDetached(machine, "DataView")
  if (offset > slots.bytes.length) return throwRangeError(machine, sentences.start(offset))
  if (length !== null && offset + length > slots.bytes.length)
    return throwRangeError(machine, sentences.length(length))
  if (!machine.allocate(OBJECT_BYTES * 2)) return ABRUPT
  const shape = machine.realm.shapeFor(prototype)
  return new JSObject(shape, [], Kind.DataView, new DataViewSlots(buffer, offset, length))
}

const dataViewConstructor = constructor({
  name: "DataView",
  length: 1,
  body(machine, _this, [buffer, byteOffset, byteLength], newTarget) {
    if (newTarget === undefined) return throwTypeError(machine, messages.requiresNew("DataView"))
    if (!isObject(buffer) || buffer.kind !== Kind.ArrayBuffer)
      return throwTypeError(machine, sentences.buffer)
    return constructSteps.start(machine, {
      newTarget,
      buffer,
      byteOffset,
      byteLength,
      offset: 0,
      length: null,
    })
  },
  statics: [],
})

function slotsOf(machine: Machine, value: Value, name: string): Completion<DataViewSlots> {
  if (isObject(value) && value.kind === Kind.DataView) return value.data as DataViewSlots
  return throwIncompatible(machine, name, value)
}

/** A getter of a view; within bounds where `name` is one that needs it. */
function slotGetter(name: string, read: (slots: DataViewSlots) => Value, bounded = true): Member {
  return getter((machine, thisValue) => {
    const slots = slotsOf(machine, thisValue, `get DataView.prototype.${name}`)
    if (slots === ABRUPT) return ABRUPT
    return bounded && slots.outOfBounds ? throwOutOfBounds(machine, slots, name) : read(slots)
  })
}

function throwOutOfBounds(machine: Machine, slots: DataViewSlots, name: string): typeof ABRUPT {
  if (slots.bufferSlots.detached) return throwDetached(machine, `DataView.prototype.${name}`)
  return throwTypeError(machine, sentences.outOfBounds(`DataView.prototype.${name}`))
}

interface AccessLocals {
  view: DataViewSlots
  index: Value
  value: Value
  littleEndian: boolean
}

/** GetViewValue and SetViewValue, 25.3.1.5 and 25.3.1.6. */
function access(type: DataType, writes: boolean): readonly [string, Member] {
  const name = `${writes ? "set" : "get"}${type}`
  const code = steps<AccessLocals>({
    name: `DataView.prototype.${name}`,
    run(machine, frame, input) {
      const { locals } = frame
      if (frame.state === 0) {
        frame.state = 1
        input = locals.index === undefined ? 0 : toNumber(machine, locals.index)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 1) {
        const index = (locals.index = integerOf(input as number))
        if (!isIndex(index)) return throwRangeError(machine, sentences.offset)
        frame.state = 2
        input = writes ? toElementOf(machine, type, locals.value) : undefined
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      const { view, littleEndian } = locals
      if (view.outOfBounds) return throwOutOfBounds(machine, view, name)
      const index = locals.index as number
      if (index + elementSize(type) > view.byteLength) return throwRangeError(machine, sentences.offset)
      const { bytes } = view.bufferSlots
      const data = new DataView(bytes.buffer, bytes.byteOffset + view.byteOffset + index)
      return writes
        ? write(data, type, input as number | bigint, littleEndian)
        : read(data, type, littleEndian)
    },
  })
  const member = method(writes ? 2 : 1, (machine, thisValue, args) => {
    const view = slotsOf(machine, thisValue, `DataView.prototype.${name}`)
    if (view === ABRUPT) return ABRUPT
    const littleEndian = toBoolean(writes ? args[2] : args[1])
    return code.start(machine, { view, index: args[0], value: args[1], littleEndian })
  })
  return [name, member]
}

function toElementOf(machine: Machine, type: DataType, value: Value): Completion<number | bigint> {
  return isBigIntType(type) ? toBigInt(machine, value) : toNumber(machine, value)
}

function read(data: DataView, type: DataType, littleEndian: boolean): number | bigint {
  return type === "Float16"
    ? fromFloat16Bits(data.getUint16(0, littleEndian))
    : data[`get${type}`](0, littleEndian)
}

function write(data: DataView, type: DataType, value: number | bigint, littleEndian: boolean): undefined {
  if (type === "Float16") data.setUint16(0, toFloat16Bits(value as number), littleEndian)
  else data[`set${type}`](0, value as never, littleEndian)
}

const dataViewPrototype = object({
  name: "DataView.prototype",
  members: [
    ["constructor", intrinsic("DataView")],
    ["buffer", slotGetter("buffer", (slots) => slots.buffer, false)],
    ["byteLength", slotGetter("byteLength", (slots) => slots.byteLength)],
    ["byteOffset", slotGetter("byteOffset", (slots) => slots.byteOffset)],
    ...dataTypes.flatMap((type) => [access(type, false), access(type, true)]),
    [Symbol.toStringTag, constant("DataView", CONFIGURABLE)],
  ],
})

export const dataViewIntrinsics: Intrinsic[] = [dataViewConstructor, dataViewPrototype]
