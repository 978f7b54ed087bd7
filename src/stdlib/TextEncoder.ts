/** TextEncoder, of the WHATWG Encoding standard. */
import { JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import { StatelessSlots } from "../objects/platformSlots.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import { constant, constructor, intrinsic, object, steps } from "../interpreter/native.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { attribute, brand, webIdl, operation, throwWithoutNew } from "./platform.ts"
import { nameOf } from "./receivers.ts"
import { recordObject } from "./intlServices.ts"
import { isTypedArray, newTypedArray, typedSlots } from "./typedArrayCreate.ts"
import { pieceEnd, PIECE, utf8Length, writeUtf8 } from "./utf8.ts"

const isEncoder = brand(StatelessSlots, "TextEncoder")

const makeEncoder = fromConstructor<null>("TextEncoder.prototype", (machine, prototype) => {
  machine.meter.used += OBJECT_BYTES
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Platform, new StatelessSlots("TextEncoder"))
})

interface Encode {
  readonly text: string
  position: number
  length: number
  array: JSObject | null
}

/** First the length, then the bytes. */
const encodeSteps = steps<Encode>({
  name: "TextEncoder.encode",
  run(machine, frame): Completion {
    const { locals } = frame
    const { text } = locals
    while (locals.position < text.length) {
      const from = locals.position
      const to = pieceEnd(text, from)
      machine.charge(1 + ((to - from) >> 6))
      if (locals.array === null) locals.length += utf8Length(text, from, to)
      else {
        const bytes = typedSlots(locals.array).bufferSlots.bytes
        locals.length = writeUtf8(text, from, to, bytes, locals.length).written
      }
      locals.position = to
      if (to < text.length && machine.fuel < 0) return pause(machine, frame)
    }
    if (locals.array !== null) return locals.array
    const array = newTypedArray(machine, "Uint8", locals.length)
    if (array === ABRUPT) return ABRUPT
    locals.array = array
    locals.position = 0
    locals.length = 0
    return encodeSteps.run(machine, frame, undefined)
  },
})

/** TextEncoder.prototype.encode. */
const encode = operation(isEncoder, 0, ["?string"], (machine, _slots, _self, text: string | undefined) =>
  encodeSteps.start(machine, { text: text ?? "", position: 0, length: 0, array: null }),
)

/** TextEncoder.prototype.encodeInto; what does not fit into a piece of bytes is not read. */
const encodeInto = operation(
  isEncoder,
  2,
  ["string", "any"],
  (machine, _slots, _self, text: string, target: Value): Completion => {
    if (!isTypedArray(target) || typedSlots(target).type !== "Uint8") {
      return throwTypeError(
        machine,
        `The "dest" argument must be an instance of Uint8Array. Received ${nameOf(machine, target)}`,
      )
    }
    return intoSteps.start(machine, { text, target, read: 0, written: 0 })
  },
)

const intoSteps = steps<{ text: string; target: JSObject; read: number; written: number }>({
  name: "TextEncoder.encodeInto",
  run(machine, frame) {
    const { locals } = frame
    const { text, target } = locals
    const bytes = typedSlots(target).current() as Uint8Array
    for (;;) {
      const to = pieceEnd(text, locals.read)
      machine.charge(1 + (PIECE >> 6))
      const { read, written } = writeUtf8(text, locals.read, to, bytes, locals.written)
      locals.read = read
      locals.written = written
      if (read < to || read >= text.length) return recordObject(machine, { read, written })
      if (machine.fuel < 0) return pause(machine, frame)
    }
  },
})

export const textEncoderIntrinsics: Intrinsic[] = [
  constructor({
    name: "TextEncoder",
    length: 0,
    body: (machine, _this, _args, newTarget) =>
      newTarget === undefined
        ? throwWithoutNew(machine, "TextEncoder")
        : makeEncoder(machine, newTarget, null),
    statics: [],
  }),
  webIdl(
    object({
      name: "TextEncoder.prototype",
      members: [
        ["constructor", intrinsic("TextEncoder")],
        ["encoding", attribute("TextEncoder.prototype.encoding", isEncoder, () => "utf-8")],
        ["encode", encode],
        ["encodeInto", encodeInto],
        [Symbol.toStringTag, constant("TextEncoder", CONFIGURABLE)],
      ],
    }),
  ),
]
