/** TextDecoder, of the WHATWG Encoding standard: UTF-8, UTF-16 and the encodings of one byte a character. */
import { BufferSlots, DataViewSlots, TypedArraySlots } from "../objects/buffer.ts"
import { decodeText, encodingOf } from "../objects/host.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { CHARACTER_BYTES, OBJECT_BYTES } from "../objects/meter.ts"
import { TextDecoderSlots } from "../objects/platformSlots.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import { guestBody } from "../interpreter/guest.ts"
import { get } from "../interpreter/internal.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constant, constructor, intrinsic, method, object, steps } from "../interpreter/native.ts"
import { MAX_STRING_LENGTH, toBoolean } from "../interpreter/operations.ts"
import { messages, throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { attribute, brand, webIdl, throwIllegalInvocation, throwWithoutNew } from "./platform.ts"
import { unfinishedBytes } from "./utf8.ts"

const isDecoder = brand(TextDecoderSlots)

/** Bytes decoded at once. */
const PIECE = 65_536

const sentences = {
  label: (label: string) => `The "${label}" encoding is not supported`,
  options: 'The "options" argument must be an object',
  input: 'The "input" argument must be an instance of ArrayBuffer or ArrayBufferView',
  malformed: (encoding: string) => `The encoded data was not valid for encoding ${encoding}`,
}

/** One character of these is one byte, or the rest is known here. */
const supported =
  /^(?:utf-8|utf-16[lb]e|windows-\d+|iso-8859-\d+(?:-i)?|ibm866|koi8-[ru]|macintosh|x-mac-cyrillic)$/

interface Decoder {
  readonly label: string
  readonly fatal: boolean
  readonly ignoreBom: boolean
}

const makeDecoder = fromConstructor<Decoder>(
  "TextDecoder.prototype",
  (machine, prototype, { label, fatal, ignoreBom }) => {
    const encoding = label.length > 64 ? null : encodingOf(label)
    if (encoding === null || !supported.test(encoding))
      return throwRangeError(machine, sentences.label(label))
    machine.meter.used += OBJECT_BYTES * 2
    const slots = new TextDecoderSlots(encoding, fatal, ignoreBom)
    return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Platform, slots)
  },
)

/** Gives label, fatal and ignoreBOM. */
const readOptions = guestBody(
  "TextDecoder/options",
  `function (label, options) {
    const text = label === undefined ? "utf-8" : ToString(label)
    if (options === undefined || options === null) return [text, false, false]
    if (!IsObject(options)) ThrowTypeError(${JSON.stringify(sentences.options)})
    return [text, !!options.fatal, !!options.ignoreBOM]
  }`,
)

const constructSteps = steps<{ args: Value[]; newTarget: JSObject }>({
  name: "TextDecoder",
  run(machine, frame, input) {
    const { args, newTarget } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = readOptions(machine, undefined, [args[0], args[1]], undefined, newTarget)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const [label, fatal, ignoreBom] = (input as JSObject).data as [string, boolean, boolean]
    return makeDecoder(machine, newTarget, { label, fatal, ignoreBom })
  },
})

/** The bytes of a buffer or a view; null for anything else. */
export function bytesOf(value: Value): Uint8Array | null {
  if (!isObject(value)) return null
  const { data } = value
  if (data instanceof BufferSlots) return data.bytes
  if (data instanceof TypedArraySlots) {
    const { buffer, byteOffset, byteLength } = data.current()
    return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
  }
  if (data instanceof DataViewSlots && !data.outOfBounds) {
    return data.bufferSlots.bytes.subarray(data.byteOffset, data.byteOffset + data.byteLength)
  }
  return null
}

interface Decode {
  readonly slots: TextDecoderSlots
  readonly source: Value
  readonly options: Value
  streams: boolean
  position: number
  result: string
}

const decodeSteps = steps<Decode>({
  name: "TextDecoder.decode",
  run(machine, frame, input) {
    const { locals } = frame
    const { slots, source, options } = locals
    if (frame.state === 0) {
      frame.state = 1
      input = isObject(options) ? get(machine, options, "stream", options) : undefined
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      locals.streams = toBoolean(input as Value)
    }
    const bytes = source === undefined ? new Uint8Array(0) : bytesOf(source)
    if (bytes === null) return throwTypeError(machine, sentences.input)
    do {
      const from = locals.position
      const to = Math.min(from + PIECE, bytes.length)
      machine.charge(1 + ((to - from) >> 6))
      const isLast = to >= bytes.length && !locals.streams
      if (!take(machine, locals, bytes.subarray(from, to), isLast)) return ABRUPT
      locals.position = to
      if (to < bytes.length && machine.fuel < 0) return pause(machine, frame)
    } while (locals.position < bytes.length)
    if (!locals.streams) reset(slots)
    return locals.result
  },
})

function reset(slots: TextDecoderSlots): void {
  slots.pending = []
  slots.atStart = true
}

/** Adds the text of a piece; false on ABRUPT. */
function take(machine: Machine, decode: Decode, piece: Uint8Array, isLast: boolean): boolean {
  const { slots } = decode
  const bytes = slots.pending.length === 0 ? piece : Uint8Array.from([...slots.pending, ...piece])
  const kept = isLast ? 0 : unfinished(slots.encoding, bytes)
  slots.pending = [...bytes.subarray(bytes.length - kept)]
  const text = textOf(slots, bytes.subarray(0, bytes.length - kept))
  if (text === null) {
    reset(slots)
    throwTypeError(machine, sentences.malformed(slots.encoding))
    return false
  }
  const begins = slots.atStart && text !== ""
  if (begins) slots.atStart = false
  const hasMark =
    begins && !slots.ignoreBom && slots.encoding.startsWith("utf-") && text.charCodeAt(0) === 0xfeff
  const own = hasMark ? text.slice(1) : text
  if (decode.result.length + own.length > MAX_STRING_LENGTH) {
    throwRangeError(machine, messages.invalidStringLength)
    return false
  }
  if (!machine.allocate(own.length * CHARACTER_BYTES)) return false
  decode.result += own
  return true
}

/** null where the bytes are no text and that is fatal. */
function textOf({ encoding, fatal }: TextDecoderSlots, bytes: Uint8Array): string | null {
  return encoding === "windows-1252" ? fromWindows1252(bytes) : decodeText(encoding, bytes, fatal)
}

/** What the bytes 0x80 to 0x9F are in windows-1252. Hosts differ in them, some read ISO 8859-1; every label of that means this. */
const HIGH =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178"

/** By way of UTF-16, which the host reads in one go. */
function fromWindows1252(bytes: Uint8Array): string | null {
  const units = new Uint8Array(bytes.length * 2)
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    const unit = byte >> 5 === 4 ? HIGH.charCodeAt(byte - 0x80) : byte
    units[index * 2] = unit & 0xff
    units[index * 2 + 1] = unit >> 8
  }
  return decodeText("utf-16le", units, false)
}

/** Bytes at the end that begin a character which is not whole. */
function unfinished(encoding: string, bytes: Uint8Array): number {
  if (encoding === "utf-8") return unfinishedBytes(bytes)
  if (!encoding.startsWith("utf-16")) return 0
  const odd = bytes.length % 2
  const even = bytes.length - odd
  const high = even < 2 ? 0 : bytes[encoding === "utf-16le" ? even - 1 : even - 2]!
  return odd + (high >= 0xd8 && high < 0xdc ? 2 : 0)
}

/** TextDecoder.prototype.decode. */
const decode = method(0, (machine, thisValue, [source, options]): Completion => {
  const slots = isDecoder(thisValue)
  if (slots === null) return throwIllegalInvocation(machine)
  if (source !== undefined && bytesOf(source) === null) return throwTypeError(machine, sentences.input)
  return decodeSteps.start(machine, { slots, source, options, streams: false, position: 0, result: "" })
})

export const textDecoderIntrinsics: Intrinsic[] = [
  constructor({
    name: "TextDecoder",
    length: 0,
    body: (machine, _this, args, newTarget) =>
      newTarget === undefined
        ? throwWithoutNew(machine, "TextDecoder")
        : constructSteps.start(machine, { args, newTarget }),
    statics: [],
  }),
  webIdl(
    object({
      name: "TextDecoder.prototype",
      members: [
        ["constructor", intrinsic("TextDecoder")],
        [
          "encoding",
          attribute("TextDecoder.prototype.encoding", isDecoder, (_machine, slots) => slots.encoding),
        ],
        ["fatal", attribute("TextDecoder.prototype.fatal", isDecoder, (_machine, slots) => slots.fatal)],
        [
          "ignoreBOM",
          attribute("TextDecoder.prototype.ignoreBOM", isDecoder, (_machine, slots) => slots.ignoreBom),
        ],
        ["decode", decode],
        [Symbol.toStringTag, constant("TextDecoder", CONFIGURABLE)],
      ],
    }),
  ),
]
