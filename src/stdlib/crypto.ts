/** The `crypto` object: randomness that the host gives, of the Web Cryptography API, less `subtle`. */
import { Kind } from "../objects/object.ts"
import type { JSObject } from "../objects/object.ts"
import { StatelessSlots } from "../objects/platformSlots.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import type { ABRUPT, Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { HostRequest, Machine } from "../interpreter/machine.ts"
import { constant, constructor, intrinsic, method, object, steps } from "../interpreter/native.ts"
import { brand, webIdl, illegalConstructor, throwIllegalInvocation, throwNamed } from "./platform.ts"
import { isTypedArray, typedSlots } from "./typedArrayCreate.ts"

/** A program wants random bytes. The reply is a Uint8Array of that length. */
export interface RandomRequest extends HostRequest {
  readonly type: "random"
  readonly bytes: number
}

const isCrypto = brand(StatelessSlots, "Crypto")

/** Bytes that one call may ask for. */
const MAX_BYTES = 65_536

const sentences = {
  type: "The data argument must be an integer-type TypedArray",
  quota: "The requested length exceeds 65,536 bytes",
}

function ask(machine: Machine, bytes: number): typeof ABRUPT {
  const request: RandomRequest = { type: "random", bytes }
  return machine.ask(request)
}

const fillSteps = steps<{ array: JSObject; length: number }>({
  name: "crypto.getRandomValues",
  run(machine, frame, input) {
    const { array, length } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      machine.charge(8 + (length >> 4))
      ask(machine, length)
      return leaveNative(machine, frame)
    }
    const view = typedSlots(array).current()
    const bytes = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength)
    bytes.set((input as unknown as Uint8Array).subarray(0, bytes.length))
    return array
  },
})

const getRandomValues = method(1, (machine, thisValue, args) => {
  if (isCrypto(thisValue) === null) return throwIllegalInvocation(machine)
  const array: Value = args[0]
  if (!isTypedArray(array) || typedSlots(array).type.startsWith("Float")) {
    return throwNamed(machine, "TypeMismatchError", 17, sentences.type)
  }
  const length = typedSlots(array).current().byteLength
  if (length > MAX_BYTES) return throwNamed(machine, "QuotaExceededError", 22, sentences.quota)
  return length === 0 ? array : fillSteps.start(machine, { array, length })
})

const uuidSteps = steps<object>({
  name: "crypto.randomUUID",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      machine.charge(8)
      ask(machine, 16)
      return leaveNative(machine, frame)
    }
    return uuidOf(input as unknown as Uint8Array)
  },
})

/** A version 4 UUID, RFC 9562 5.4, of 16 random bytes. */
function uuidOf(random: Uint8Array): string {
  const bytes = random.slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const randomUUID = method(0, (machine, thisValue) =>
  isCrypto(thisValue) === null ? throwIllegalInvocation(machine) : uuidSteps.start(machine, {}),
)

export const cryptoIntrinsics: Intrinsic[] = [
  constructor({ name: "Crypto", length: 0, body: illegalConstructor, statics: [] }),
  webIdl(
    object({
      name: "Crypto.prototype",
      members: [
        ["constructor", intrinsic("Crypto")],
        ["getRandomValues", getRandomValues],
        ["randomUUID", randomUUID],
        [Symbol.toStringTag, constant("Crypto", CONFIGURABLE)],
      ],
    }),
  ),
  object({
    name: "crypto",
    kind: Kind.Platform,
    prototype: "Crypto.prototype",
    data: () => new StatelessSlots("Crypto"),
    members: [],
  }),
]
