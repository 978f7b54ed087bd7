/** Making typed arrays: from lengths, buffers, lists and other typed arrays; through constructors that a program chose. */
import type { BufferSlots } from "../objects/buffer.ts"
import { elementSize, type ElementType, isBigIntType, TypedArraySlots } from "../objects/buffer.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { construct, leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { steps } from "../interpreter/native.ts"
import { speciesSteps } from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { allocateBuffer, throwDetached } from "./ArrayBuffer.ts"
import { copyAll } from "./typedArrayCopy.ts"

export const sentences = {
  length: (length: number) => `Invalid typed array length: ${length}`,
  alignment: (type: ElementType) =>
    `start offset of ${type}Array should be a multiple of ${elementSize(type)}`,
  byteLength: (type: ElementType) =>
    `byte length of ${type}Array should be a multiple of ${elementSize(type)}`,
  start: (offset: number) => `Start offset ${offset} is outside the bounds of the buffer`,
  mixed: messages.mixBigint,
  tooShort: "Derived TypedArray constructor created an array which was too small",
  outOfBounds: (name: string) =>
    `Cannot perform ${name} on a typed array that is outside the bounds of its buffer`,
}

export function isTypedArray(value: Value): value is JSObject {
  return isObject(value) && value.kind === Kind.TypedArray
}

export function typedSlots(array: JSObject): TypedArraySlots {
  return array.data as TypedArraySlots
}

/** A view, which takes its buffer as it is. */
export function viewOn(
  machine: Machine,
  prototype: JSObject,
  type: ElementType,
  buffer: JSObject,
  byteOffset: number,
  length: number | null,
): JSObject {
  machine.meter.used += OBJECT_BYTES * 2
  const slots = new TypedArraySlots(type, buffer, byteOffset, length)
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.TypedArray, slots)
}

/** AllocateTypedArray with a length, 23.2.5.1.6. */
export function allocateTypedArray(
  machine: Machine,
  prototype: JSObject,
  type: ElementType,
  length: number,
): Completion<JSObject> {
  if (length * elementSize(type) > 2 ** 32 - 1) return throwRangeError(machine, sentences.length(length))
  const bufferPrototype = machine.realm.intrinsic("ArrayBuffer.prototype")
  const buffer = allocateBuffer(machine, bufferPrototype, length * elementSize(type), null)
  return buffer === ABRUPT ? ABRUPT : viewOn(machine, prototype, type, buffer, 0, length)
}

/** A typed array of the realm's own class: TypedArrayCreateSameType, 23.2.4.3, and the like. */
export function newTypedArray(machine: Machine, type: ElementType, length: number): Completion<JSObject> {
  return allocateTypedArray(machine, machine.realm.intrinsic(`${type}Array.prototype`), type, length)
}

/** InitializeTypedArrayFromTypedArray, 23.2.5.1.2. */
export function fromTypedArray(
  machine: Machine,
  prototype: JSObject,
  type: ElementType,
  source: JSObject,
): Completion {
  const slots = typedSlots(source)
  if (slots.outOfBounds) return throwOutOfBounds(machine, source, "Construct")
  const { length } = slots.current()
  if (isBigIntType(type) !== isBigIntType(slots.type)) return throwTypeError(machine, sentences.mixed)
  const array = allocateTypedArray(machine, prototype, type, length)
  return array === ABRUPT ? ABRUPT : copyAll(machine, source, array)
}

/** InitializeTypedArrayFromArrayBuffer, 23.2.5.1.3, once the numbers are converted. */
export function fromBuffer(
  machine: Machine,
  prototype: JSObject,
  type: ElementType,
  buffer: JSObject,
  offset: number,
  length: number | undefined,
): Completion {
  const size = elementSize(type)
  const { bytes, detached, maxByteLength } = buffer.data as BufferSlots
  if (detached) return throwDetached(machine, "Construct")
  if (length === undefined && maxByteLength !== null) {
    if (offset > bytes.length) return throwRangeError(machine, sentences.start(offset))
    return viewOn(machine, prototype, type, buffer, offset, null)
  }
  if (length === undefined) {
    if (bytes.length % size !== 0) return throwRangeError(machine, sentences.byteLength(type))
    if (offset > bytes.length) return throwRangeError(machine, sentences.start(offset))
    return viewOn(machine, prototype, type, buffer, offset, (bytes.length - offset) / size)
  }
  if (offset + length * size > bytes.length) return throwRangeError(machine, sentences.length(length))
  return viewOn(machine, prototype, type, buffer, offset, length)
}

export function throwOutOfBounds(machine: Machine, array: JSObject, name: string): typeof ABRUPT {
  if (typedSlots(array).bufferSlots.detached) return throwDetached(machine, name)
  return throwTypeError(machine, sentences.outOfBounds(name))
}

/** ValidateTypedArray, 23.2.4.4, for the method named; gives the array. */
export function validateTypedArray(machine: Machine, value: Value, name: string): Completion<JSObject> {
  const path = `%TypedArray%.prototype.${name}`
  if (!isTypedArray(value)) return throwTypeError(machine, "this is not a typed array.")
  return typedSlots(value).outOfBounds ? throwOutOfBounds(machine, value, path) : value
}

interface CreateLocals {
  constructor: JSObject
  args: Value[]
  name: string
}

/** TypedArrayCreateFromConstructor, 23.2.4.2. */
const createSteps = steps<CreateLocals>({
  name: "TypedArrayCreateFromConstructor",
  run(machine, frame, input) {
    const { constructor, args, name } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = construct(machine, constructor, args)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const array = validateTypedArray(machine, input as Value, name)
    if (array === ABRUPT) return ABRUPT
    const [length] = args
    if (args.length !== 1 || typeof length !== "number") return array
    return typedSlots(array).current().length < length ? throwTypeError(machine, sentences.tooShort) : array
  },
})

export function typedArrayCreate(
  machine: Machine,
  constructor: JSObject,
  args: Value[],
  name: string,
): Completion {
  return createSteps.start(machine, { constructor, args, name })
}

interface SpeciesLocals {
  exemplar: JSObject
  args: Value[]
  name: string
}

/** TypedArraySpeciesCreate, 23.2.4.1. */
const speciesCreateSteps = steps<SpeciesLocals>({
  name: "TypedArraySpeciesCreate",
  run(machine, frame, input) {
    const { exemplar, args, name } = frame.locals
    const { type } = typedSlots(exemplar)
    if (frame.state === 0) {
      frame.state = 1
      const fallback = machine.realm.intrinsic(`${type}Array`)
      input = speciesSteps.start(machine, { object: exemplar, fallback })
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      input = typedArrayCreate(machine, input as JSObject, args, name)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const sameContent = isBigIntType(typedSlots(input as JSObject).type) === isBigIntType(type)
    return sameContent ? input : throwTypeError(machine, sentences.mixed)
  },
})

export function typedArraySpeciesCreate(
  machine: Machine,
  exemplar: JSObject,
  args: Value[],
  name: string,
): Completion {
  return speciesCreateSteps.start(machine, { exemplar, args, name })
}
