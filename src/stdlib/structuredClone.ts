/** structuredClone, HTML 2.7: deep copies of data, circles and shared parts included. Functions, symbols and promises are refused. */
import { BufferSlots, DataViewSlots, TypedArraySlots } from "../objects/buffer.ts"
import type { Collection, Entry } from "../objects/collection.ts"
import { isArrayKind, isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { addProperty, SlowArrayLength } from "../objects/properties.ts"
import type { RegExpSlots } from "../objects/regExpSlots.ts"
import { HIDDEN } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type PropertyKey, type Value } from "../objects/value.ts"
import { construct, leaveNative, pause } from "../interpreter/call.ts"
import { registerHidden } from "../interpreter/hidden.ts"
import type { Machine } from "../interpreter/machine.ts"
import { guest, type Member, type NativeBody, steps } from "../interpreter/native.ts"
import { createArray, wrap } from "../interpreter/operations.ts"
import { newError, newErrorObject, throwTypeError, throwValue } from "../interpreter/throws.ts"
import { copyBytes } from "./ArrayBuffer.ts"
import { denseHoles } from "./arraySpecies.ts"
import { cloneData } from "./cloneData.ts"
import { ENTRIES_PORTION, newCollection } from "./collections.ts"
import { nameOf } from "./receivers.ts"

/** What the guest text does with a value once its copy is there. */
const LEAF = 0
const MAP = 1
const SET = 2
const FIELDS = 3
const ERROR = 4

const source = `function (value, options) {
  if (arguments.length === 0) ThrowTypeError("The \\"value\\" argument must be specified")
  const memory = NewMap()
  const transfers = []
  if (options !== undefined && options !== null) {
    if (!IsObject(options)) ThrowTypeError("The \\"options\\" argument must be of type object.")
    const given = options.transfer
    if (given !== undefined) {
      const record = GetIterator(given)
      for (;;) {
        const item = IteratorStep(record)
        if (item === DONE) break
        CloneTransfer(memory, item)
        Push(transfers, item)
      }
    }
  }
  const clone = (value) => {
    if (!IsObject(value)) return ClonePrimitive(value)
    const known = CloneKnown(memory, value)
    if (known !== undefined) return known
    const kind = CloneKind(value)
    if (kind === ${ERROR}) {
      const name = value.name
      const text = name === undefined ? "Error" : ToString(name)
      const message = GetOwnPropertyDescriptor(value, "message")
      const hasMessage = message !== undefined && HasOwnProperty(message, "value")
      const copy = CloneError(memory, value, text, hasMessage ? ToString(message.value) : undefined)
      const cause = GetOwnPropertyDescriptor(value, "cause")
      if (cause !== undefined && HasOwnProperty(cause, "value")) {
        DefinePropertyOrThrow(copy, "cause", { value: clone(cause.value), writable: true, enumerable: false, configurable: true })
      }
      return copy
    }
    const copy = CloneShell(memory, value)
    if (kind === ${LEAF}) return copy
    if (kind === ${MAP}) {
      const entries = CloneEntries(value)
      for (let index = 0; index < entries.length; index = index + 2) {
        const key = clone(entries[index])
        CloneAdd(copy, key, clone(entries[index + 1]))
      }
      return copy
    }
    if (kind === ${SET}) {
      const entries = CloneEntries(value)
      for (let index = 0; index < entries.length; index = index + 2) CloneAdd(copy, clone(entries[index]), undefined)
      return copy
    }
    const keys = OwnKeys(value)
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]
      if (IsString(key)) {
        const descriptor = GetOwnPropertyDescriptor(value, key)
        if (descriptor !== undefined && descriptor.enumerable) CreateDataProperty(copy, key, clone(value[key]))
      }
    }
    return copy
  }
  const data = transfers.length === 0 ? CloneData(value) : undefined
  const copy = data === undefined ? clone(value) : data
  for (let index = 0; index < transfers.length; index++) CloneDetach(memory, transfers[index])
  return copy
}`

/** DataCloneError: a DOMException where the realm has that, else an Error of the name. */
function throwDataClone(machine: Machine, message: string): typeof ABRUPT {
  const { realm } = machine
  if (realm.declarations.has("DOMException")) {
    const error = construct(machine, realm.intrinsic("DOMException"), [message, "DataCloneError"])
    return error === ABRUPT ? ABRUPT : throwValue(machine, error)
  }
  const error = newError(machine, "Error", message)
  addProperty(realm, error, "name", "DataCloneError", HIDDEN)
  addProperty(realm, error, "code", 25, HIDDEN)
  return throwValue(machine, error)
}

function refuse(machine: Machine, value: Value): typeof ABRUPT {
  return throwDataClone(machine, `${nameOf(machine, value)} could not be cloned.`)
}

function memoryOf(value: Value): Collection {
  return (value as JSObject).data as Collection
}

/** What has a copy of a kind of its own; undefined for what cannot be copied. */
const kindsOfCopies: ReadonlyMap<Kind, number> = new Map<Kind, number>([
  [Kind.Ordinary, FIELDS],
  [Kind.Array, FIELDS],
  [Kind.SlowArray, FIELDS],
  [Kind.Map, MAP],
  [Kind.Set, SET],
  [Kind.Error, ERROR],
  [Kind.Boolean, LEAF],
  [Kind.Number, LEAF],
  [Kind.String, LEAF],
  [Kind.BigInt, LEAF],
  [Kind.Date, LEAF],
  [Kind.RegExp, LEAF],
  [Kind.ArrayBuffer, LEAF],
  [Kind.TypedArray, LEAF],
  [Kind.DataView, LEAF],
])

const cloneKind: NativeBody = (machine, _this, args) => {
  const value = args[0] as JSObject
  return kindsOfCopies.get(value.kind) ?? refuse(machine, value)
}

/** The copy of an object, without what is inside a map, a set, an array or a plain object; kept in the memory. */
const cloneShell: NativeBody = (machine, _this, args) => {
  if (!machine.allocate(OBJECT_BYTES * 2)) return ABRUPT
  return shellSteps.start(machine, { memory: args[0] as JSObject, value: args[1] as JSObject })
}

const shellSteps = steps<{ memory: JSObject; value: JSObject }>({
  name: "CloneShell",
  run(machine, frame, input) {
    const { memory, value } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = bufferOf(machine, memoryOf(memory), value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      if (input !== undefined) memoryOf(memory).set((value.data as TypedArraySlots).buffer, input as Value)
      input = shellOf(machine, memoryOf(memory), value)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    memoryOf(memory).set(value, input as Value)
    return input
  },
})

/** A copy of the buffer that a view sees, where there is none yet. */
function bufferOf(machine: Machine, memory: Collection, value: JSObject): Completion {
  if (value.kind !== Kind.TypedArray && value.kind !== Kind.DataView) return undefined
  const { buffer, outOfBounds } = value.data as TypedArraySlots | DataViewSlots
  if (outOfBounds) return refuse(machine, value)
  return memory.has(buffer) ? undefined : cloneBuffer(machine, buffer)
}

function shellOf(machine: Machine, memory: Collection, value: JSObject): Completion {
  const { realm } = machine
  switch (value.kind) {
    case Kind.Map:
      return newCollection(machine, "Map", realm.intrinsic("Map.prototype"))
    case Kind.Set:
      return newCollection(machine, "Set", realm.intrinsic("Set.prototype"))
    case Kind.Boolean:
      return wrap(machine, Kind.Boolean, "Boolean.prototype", value.data as Value)
    case Kind.Number:
      return wrap(machine, Kind.Number, "Number.prototype", value.data as Value)
    case Kind.String:
      return wrap(machine, Kind.String, "String.prototype", value.data as Value)
    case Kind.BigInt:
      return wrap(machine, Kind.BigInt, "BigInt.prototype", value.data as Value)
    case Kind.Date:
      return wrap(machine, Kind.Date, "Date.prototype", value.data as Value)
    case Kind.RegExp: {
      const { source: text, flags } = value.data as RegExpSlots
      return construct(machine, realm.intrinsic("RegExp"), [text, flags])
    }
    case Kind.ArrayBuffer:
      return cloneBuffer(machine, value)
    case Kind.TypedArray:
    case Kind.DataView:
      return cloneView(machine, memory, value)
    default:
      return isArrayKind(value) ? cloneArray(machine, value) : realm.newObject(realm.objectPrototype)
  }
}

/** An array of holes as long as the other. */
function cloneArray(machine: Machine, array: JSObject): Completion {
  if (array.kind === Kind.SlowArray) {
    const { value } = array.data as SlowArrayLength
    return new JSObject(machine.realm.arrayShape, [], Kind.SlowArray, new SlowArrayLength(value))
  }
  return denseHoles(machine, (array.data as Value[]).length)
}

function cloneBuffer(machine: Machine, buffer: JSObject): Completion {
  const { bytes, maxByteLength, detached } = buffer.data as BufferSlots
  if (detached) return throwDataClone(machine, "An ArrayBuffer is detached and could not be cloned.")
  if (!machine.allocate(bytes.length)) return ABRUPT
  const copy = newBuffer(machine, new BufferSlots(new Uint8Array(bytes.length), maxByteLength))
  return copyBytes(machine, buffer, copy, 0, bytes.length)
}

function newBuffer(machine: Machine, slots: BufferSlots): JSObject {
  const prototype = machine.realm.intrinsic("ArrayBuffer.prototype")
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.ArrayBuffer, slots)
}

function cloneView(machine: Machine, memory: Collection, view: JSObject): Completion {
  const slots = view.data as TypedArraySlots | DataViewSlots
  const copied = memory.get(slots.buffer) as JSObject
  const typed = slots instanceof TypedArraySlots
  const data = typed
    ? new TypedArraySlots(slots.type, copied, slots.byteOffset, slots.fixedLength)
    : new DataViewSlots(copied, slots.byteOffset, slots.fixedLength)
  const prototype = typed ? `${slots.type}Array.prototype` : "DataView.prototype"
  return new JSObject(machine.realm.shapeFor(machine.realm.intrinsic(prototype)), [], view.kind, data)
}

const errorNames = new Set([
  "Error",
  "EvalError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "URIError",
])

const cloneError: NativeBody = (machine, _this, args) => {
  const name = errorNames.has(args[2] as string) ? (args[2] as string) : "Error"
  const error = newErrorObject(machine, machine.realm.intrinsic(`${name}.prototype`))
  if (args[3] !== undefined) addProperty(machine.realm, error, "message", args[3], HIDDEN)
  memoryOf(args[0]).set(args[1], error)
  return error
}

/** Keys and values of a map or set as they are now, alternating. */
const cloneEntries: NativeBody = (machine, _this, args) => {
  const collection = (args[0] as JSObject).data as Collection
  return entriesSteps.start(machine, { collection, entry: null, list: [] })
}

const entriesSteps = steps<{ readonly collection: Collection; entry: Entry | null; readonly list: Value[] }>({
  name: "CloneEntries",
  run(machine, frame) {
    const { locals } = frame
    const { collection, list } = locals
    for (;;) {
      if (machine.fuel < 0) return pause(machine, frame)
      const count = Math.min(collection.size - list.length / 2, ENTRIES_PORTION)
      machine.charge(count >> 3)
      if (!machine.allocate(count * 2 * SLOT_BYTES)) return ABRUPT
      for (let left = count; left > 0; left--) {
        const entry = (locals.entry = collection.after(locals.entry)!)
        list.push(entry.key, entry.value)
      }
      if (locals.entry === collection.last) return createArray(machine, list)
    }
  },
})

/** Notes that a buffer's bytes go over to its copy. */
const cloneTransfer: NativeBody = (machine, _this, args) => {
  const memory = memoryOf(args[0])
  const item = args[1]
  if (!isObject(item)) return throwTypeError(machine, "Found invalid object in transferList")
  if (item.kind !== Kind.ArrayBuffer) return throwDataClone(machine, "Value not transferable")
  if ((item.data as BufferSlots).detached)
    return throwDataClone(machine, "An ArrayBuffer is detached and could not be cloned.")
  if (memory.has(item))
    return throwDataClone(machine, "ArrayBuffer occurs in the transfer list more than once")
  memory.set(
    item,
    newBuffer(machine, new BufferSlots(new Uint8Array(0), (item.data as BufferSlots).maxByteLength)),
  )
  return undefined
}

const cloneDetach: NativeBody = (_machine, _this, args) => {
  const from = (args[1] as JSObject).data as BufferSlots
  const copy = memoryOf(args[0]).get(args[1]) as JSObject
  ;(copy.data as BufferSlots).bytes = from.detach()
  return undefined
}

registerHidden([
  [
    "ClonePrimitive",
    1,
    (machine, _this, args) => (typeof args[0] === "symbol" ? refuse(machine, args[0]) : args[0]),
  ],
  [
    "CloneKnown",
    2,
    (_machine, _this, args) => {
      const known = memoryOf(args[0]).get(args[1])
      return known === EMPTY ? undefined : known
    },
  ],
  ["CloneData", 1, cloneData],
  ["CloneKind", 1, cloneKind],
  ["CloneShell", 2, cloneShell],
  ["CloneError", 4, cloneError],
  ["CloneEntries", 1, cloneEntries],
  [
    "CloneAdd",
    3,
    (machine, _this, args) => {
      if (!machine.allocate(OBJECT_BYTES)) return ABRUPT
      memoryOf(args[0]).set(args[1], args[2])
      return undefined
    },
  ],
  ["CloneTransfer", 2, cloneTransfer],
  ["CloneDetach", 2, cloneDetach],
])

/** The global function. */
export const structuredCloneMembers: ReadonlyArray<readonly [PropertyKey, Member]> = [
  ["structuredClone", guest(1, source, "structuredClone")],
]
