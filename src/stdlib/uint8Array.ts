/** Uint8Array's own methods: base64 and hexadecimal text, ECMA-262 23.3. */
import { declareKind } from "../objects/kinds.ts"
import type { JSObject } from "../objects/object.ts"
import { addProperty } from "../objects/properties.ts"
import { DEFAULT } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { guest, type Member, method, type NativeBody, steps } from "../interpreter/native.ts"
import { createObject, flat } from "../interpreter/operations.ts"
import { throwSyntaxError, throwTypeError } from "../interpreter/throws.ts"
import { typedArrayLength } from "../interpreter/typedArray.ts"
import { newBuffer } from "./ArrayBuffer.ts"
import {
  type Alphabet,
  Base64Decoder,
  type Decoded,
  decodeHex,
  notHex,
  encodeBase64,
  encodeHex,
  type LastChunkHandling,
} from "./base64.ts"
import { throwIncompatible } from "./receivers.ts"
import { copyAll } from "./typedArrayCopy.ts"
import { isTypedArray, throwOutOfBounds, typedSlots, viewOn } from "./typedArrayCreate.ts"

function stringOf(machine: Machine, value: Value): Completion<string> {
  const text = flat(machine, value)
  return typeof text === "string" ? text : throwTypeError(machine, "argument is not a string")
}

/** ValidateUint8Array, 23.3.3.6; the length is looked at later. */
function requireUint8Array(machine: Machine, value: Value, name: string): Completion<JSObject> {
  if (isTypedArray(value) && typedSlots(value).type === "Uint8") return value
  return throwIncompatible(machine, `Uint8Array.prototype.${name}`, value)
}

function bytesOf(machine: Machine, array: JSObject, name: string): Completion<Uint8Array> {
  const slots = typedSlots(array)
  if (slots.outOfBounds) return throwOutOfBounds(machine, array, `Uint8Array.prototype.${name}`)
  return slots.current() as Uint8Array
}

/** A new array of what was decoded, which it takes over. */
function arrayOf(machine: Machine, { bytes, mistake }: Decoded): Completion {
  if (mistake !== null) return throwSyntaxError(machine, mistake)
  const prototype = machine.realm.intrinsic("Uint8Array.prototype")
  return viewOn(machine, prototype, "Uint8", newBuffer(machine, bytes), 0, bytes.length)
}

interface WriteLocals {
  readonly target: JSObject
  /** Of what was decoded. */
  readonly array: JSObject
  readonly read: number
  readonly mistake: string | null
}

const writeSteps = steps<WriteLocals>({
  name: "SetUint8ArrayBytes",
  run(machine, frame) {
    const { target, array, read, mistake } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      if (copyAll(machine, array, target) === ABRUPT) return leaveNative(machine, frame)
    }
    if (mistake !== null) return throwSyntaxError(machine, mistake)
    const result = createObject(machine)
    addProperty(machine.realm, result, "read", read, DEFAULT)
    addProperty(machine.realm, result, "written", typedArrayLength(array), DEFAULT)
    return result
  },
})

/** Writes what was decoded, also before a mistake. */
function writeInto(machine: Machine, target: JSObject, { read, bytes, mistake }: Decoded): Completion {
  const array = arrayOf(machine, { read, bytes, mistake: null })
  return array === ABRUPT
    ? ABRUPT
    : writeSteps.start(machine, { target, array: array as JSObject, read, mistake })
}

/** Characters that one host operation decodes or makes. */
const CHUNK = 24_576

declareKind("Base64Decoder", Base64Decoder, {
  text: "string",
  alphabet: "string",
  handling: "string",
  maxLength: "number",
  room: "bytes",
  length: "number",
  read: "number",
  mistake: "any",
  done: "boolean",
  index: "number",
  chunk: "number",
  letters: "number",
})

interface DecodeLocals {
  decoder: Base64Decoder
  /** To write into; null to make a new one. */
  target: JSObject | null
}

const decodeSteps = steps<DecodeLocals>({
  name: "FromBase64",
  run(machine, frame) {
    const { decoder, target } = frame.locals
    while (!decoder.done) {
      if (machine.fuel < 0) return pause(machine, frame)
      machine.charge(CHUNK >> 4)
      decoder.advance(CHUNK)
    }
    if (target === null) return arrayOf(machine, decoder.decoded)
    return writeInto(machine, target, decoder.decoded)
  },
})

const toHexSteps = steps<{ readonly array: JSObject; position: number; text: string }>({
  name: "Uint8Array.prototype.toHex",
  run(machine, frame) {
    const { locals } = frame
    const bytes = typedSlots(locals.array).current() as Uint8Array
    while (locals.position < bytes.length) {
      const end = Math.min(bytes.length, locals.position + CHUNK)
      machine.charge((end - locals.position) >> 3)
      locals.text += encodeHex(bytes.subarray(locals.position, end))
      locals.position = end
      if (machine.fuel < 0 && end < bytes.length) return pause(machine, frame)
    }
    return locals.text
  },
})

interface HexLocals {
  readonly text: string
  readonly bytes: Uint8Array
  position: number
  /** To write into; null to make a new one. */
  readonly target: JSObject | null
}

const fromHexSteps = steps<HexLocals>({
  name: "FromHex",
  run(machine, frame) {
    const { locals } = frame
    const { text, bytes, target } = locals
    let mistake: string | null = text.length % 2 === 0 ? null : notHex
    while (mistake === null && locals.position < bytes.length) {
      if (machine.fuel < 0) return pause(machine, frame)
      const end = Math.min(locals.position + CHUNK, bytes.length)
      machine.charge((end - locals.position) >> 3)
      locals.position = decodeHex(text, bytes, locals.position, end)
      if (locals.position < end) mistake = notHex
    }
    const decoded = { read: locals.position * 2, bytes: bytes.subarray(0, locals.position), mistake }
    if (target === null) return arrayOf(machine, decoded)
    return writeInto(machine, target, decoded)
  },
})

function fromHex(machine: Machine, text: string, target: JSObject | null, maxLength: number): Completion {
  const length = Math.min(text.length >> 1, maxLength)
  if (!machine.allocate(length)) return ABRUPT
  return fromHexSteps.start(machine, { text, bytes: new Uint8Array(length), position: 0, target })
}

const readOptions = `
  let alphabet = "base64"
  let handling = "loose"
  if (options !== undefined) {
    if (!IsObject(options)) ThrowTypeError("options is not an object")
    alphabet = options.alphabet
    if (alphabet === undefined) alphabet = "base64"
    if (alphabet !== "base64" && alphabet !== "base64url") ThrowTypeError("expected alphabet to be either \\"base64\\" or \\"base64url\\"")
    handling = options.lastChunkHandling
    if (handling === undefined) handling = "loose"
    if (handling !== "loose" && handling !== "strict" && handling !== "stop-before-partial") {
      ThrowTypeError("expected lastChunkHandling to be either \\"loose\\", \\"strict\\" or \\"stop-before-partial\\"")
    }
  }`

export const uint8ArrayStatics: ReadonlyArray<readonly [string, Member]> = [
  [
    "fromBase64",
    guest(
      1,
      `function (string, options) {
        if (typeof string !== "string") ThrowTypeError("argument is not a string")
        ${readOptions}
        return Uint8ArrayFromBase64(string, alphabet, handling)
      }`,
    ),
  ],
  [
    "fromHex",
    method(1, (machine, _this, args) => {
      const text = stringOf(machine, args[0])
      return text === ABRUPT ? ABRUPT : fromHex(machine, text, null, Infinity)
    }),
  ],
]

export const uint8ArrayMethods: ReadonlyArray<readonly [string, Member]> = [
  [
    "setFromBase64",
    guest(
      1,
      `function (string, options) {
        RequireUint8Array(this, "setFromBase64")
        if (typeof string !== "string") ThrowTypeError("argument is not a string")
        ${readOptions}
        return Uint8ArraySetFromBase64(this, string, alphabet, handling)
      }`,
    ),
  ],
  [
    "setFromHex",
    method(1, (machine, thisValue, args) => {
      const array = requireUint8Array(machine, thisValue, "setFromHex")
      if (array === ABRUPT) return ABRUPT
      const text = stringOf(machine, args[0])
      if (text === ABRUPT) return ABRUPT
      const bytes = bytesOf(machine, array, "setFromHex")
      return bytes === ABRUPT ? ABRUPT : fromHex(machine, text, array, bytes.length)
    }),
  ],
  [
    "toBase64",
    guest(
      0,
      `function (options) {
        RequireUint8Array(this, "toBase64")
        let alphabet = "base64"
        let omitPadding = false
        if (options !== undefined) {
          if (!IsObject(options)) ThrowTypeError("options is not an object")
          alphabet = options.alphabet
          if (alphabet === undefined) alphabet = "base64"
          if (alphabet !== "base64" && alphabet !== "base64url") ThrowTypeError("expected alphabet to be either \\"base64\\" or \\"base64url\\"")
          omitPadding = options.omitPadding ? true : false
        }
        let text = ""
        let from = 0
        const length = Uint8ArrayLength(this, "toBase64")
        do {
          text += Uint8ArrayToBase64(this, alphabet, omitPadding, from, from += ${CHUNK})
        } while (from < length)
        return text
      }`,
    ),
  ],
  [
    "toHex",
    method(0, (machine, thisValue) => {
      const array = requireUint8Array(machine, thisValue, "toHex")
      if (array === ABRUPT) return ABRUPT
      const bytes = bytesOf(machine, array, "toHex")
      if (bytes === ABRUPT || !machine.allocate(bytes.length * 4)) return ABRUPT
      return toHexSteps.start(machine, { array, position: 0, text: "" })
    }),
  ],
]

export const hiddenUint8Array: ReadonlyArray<readonly [string, number, NativeBody]> = [
  [
    "RequireUint8Array",
    2,
    (machine, _this, [value, name]) => requireUint8Array(machine, value, name as string),
  ],
  [
    "Uint8ArrayFromBase64",
    3,
    (machine, _this, [string, alphabet, handling]) => {
      const text = flat(machine, string) as string
      if (!machine.allocate(text.length)) return ABRUPT
      const decoder = new Base64Decoder(
        text,
        alphabet as Alphabet,
        handling as LastChunkHandling,
        Number.MAX_SAFE_INTEGER,
      )
      return decodeSteps.start(machine, { decoder, target: null })
    },
  ],
  [
    "Uint8ArraySetFromBase64",
    4,
    (machine, _this, [array, string, alphabet, handling]) => {
      const text = flat(machine, string) as string
      const bytes = bytesOf(machine, array as JSObject, "setFromBase64")
      if (bytes === ABRUPT || !machine.allocate(bytes.length)) return ABRUPT
      const decoder = new Base64Decoder(
        text,
        alphabet as Alphabet,
        handling as LastChunkHandling,
        bytes.length,
      )
      return decodeSteps.start(machine, { decoder, target: array as JSObject })
    },
  ],
  [
    "Uint8ArrayToBase64",
    5,
    (machine, _this, [array, alphabet, omitPadding, from, to]) => {
      const bytes = (typedSlots(array as JSObject).current() as Uint8Array).subarray(
        from as number,
        to as number,
      )
      machine.charge(bytes.length >> 2)
      return machine.allocate(bytes.length * 4)
        ? encodeBase64(bytes, alphabet as Alphabet, omitPadding as boolean)
        : ABRUPT
    },
  ],
  [
    "Uint8ArrayLength",
    2,
    (machine, _this, [array, name]) => {
      const bytes = bytesOf(machine, array as JSObject, name as string)
      return bytes === ABRUPT ? ABRUPT : bytes.length
    },
  ],
]
