/** Headers, of the WHATWG Fetch standard, without a guard. Kept sorted and combined, as iteration gives them. */
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import { PairsSlots } from "../objects/platformSlots.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { ABRUPT, type Completion } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constructor, intrinsic, type Member, object } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { chargePair, constructFromPairs, pairsIterator, pairsMembers, removePairs } from "./pairs.ts"
import { brand, webIdl, operation, throwWithoutNew } from "./platform.ts"

const isHeaders = brand(PairsSlots, "Headers")

const makeHeaders = fromConstructor<PairsSlots>("Headers.prototype", (machine, prototype, slots) => {
  machine.meter.used += OBJECT_BYTES * 2
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Platform, slots)
})

const sentences = {
  init: "Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.",
  pair: "Headers constructor: expected name/value pair to be length 2",
  name: (method: string, name: string) => `Headers.${method}: "${name}" is an invalid header name.`,
  value: (method: string, value: string) => `Headers.${method}: "${value}" is an invalid header value.`,
  byteString: (index: number, unit: number) =>
    `Cannot convert argument to a ByteString because the character at index ${index} has a value of ${unit} which is greater than 255.`,
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** The name in lower case; null if it is none, with the error thrown. */
function nameOf(machine: Machine, method: string, name: string): string | null {
  machine.charge(name.length >> 7)
  if (token.test(name)) return name.toLowerCase()
  throwTypeError(machine, sentences.name(method, name))
  return null
}

/** The value without whitespace around it; null if it is none, with the error thrown. */
function valueOf(machine: Machine, method: string, value: string): string | null {
  machine.charge(value.length >> 7)
  const wide = value.search(/[^\0-\xff]/)
  if (wide >= 0) {
    throwTypeError(machine, sentences.byteString(wide, value.charCodeAt(wide)))
    return null
  }
  const trimmed = trimWhitespace(value)
  if (!/[\0\r\n]/.test(trimmed)) return trimmed
  throwTypeError(machine, sentences.value(method, trimmed))
  return null
}

/** HTTP whitespace, from both ends. */
function trimWhitespace(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && "\t\n\r ".includes(value[start]!)) start++
  while (end > start && "\t\n\r ".includes(value[end - 1]!)) end--
  return value.slice(start, end)
}

/** Where the first pair of the name is, or would be. */
function placeOf({ names }: PairsSlots, name: string): number {
  let low = 0
  let high = names.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (names[middle]! < name) low = middle + 1
    else high = middle
  }
  return low
}

function append(machine: Machine, slots: PairsSlots, name: string, value: string): Completion {
  const key = nameOf(machine, "append", name)
  const text = key === null ? null : valueOf(machine, "append", value)
  if (key === null || text === null || !chargePair(machine, slots, key, text)) return ABRUPT
  let place = placeOf(slots, key)
  if (slots.names[place] === key) {
    if (key !== "set-cookie") {
      slots.values[place] = `${slots.values[place]}, ${text}`
      return undefined
    }
    while (slots.names[place] === key) place++
  }
  machine.charge(slots.names.length >> 8)
  slots.names.splice(place, 0, key)
  slots.values.splice(place, 0, text)
  return undefined
}

function set(machine: Machine, slots: PairsSlots, name: string, value: string): Completion {
  const key = nameOf(machine, "set", name)
  const text = key === null ? null : valueOf(machine, "set", value)
  if (key === null || text === null || !chargePair(machine, slots, key, text)) return ABRUPT
  machine.charge(slots.names.length >> 4)
  removePairs(slots, (own) => own === key)
  const place = placeOf(slots, key)
  slots.names.splice(place, 0, key)
  slots.values.splice(place, 0, text)
  return undefined
}

/** A method of one name. */
function byName(
  method: string,
  run: (machine: Machine, slots: PairsSlots, key: string) => Completion,
): readonly [string, Member] {
  const member = operation(isHeaders, 1, ["string"], (machine, slots, _self, name: string) => {
    const key = nameOf(machine, method, name)
    return key === null ? ABRUPT : run(machine, slots, key)
  })
  return [method, member]
}

function valuesOf(slots: PairsSlots, key: string): string[] {
  const place = placeOf(slots, key)
  let end = place
  while (slots.names[end] === key) end++
  return slots.values.slice(place, end)
}

const construct = constructFromPairs("Headers", sentences.pair, append, makeHeaders)

export const headersIntrinsics: Intrinsic[] = [
  constructor({
    name: "Headers",
    length: 0,
    body(machine, _this, args, newTarget) {
      if (newTarget === undefined) return throwWithoutNew(machine, "Headers")
      const init = args[0]
      if (init === undefined) return makeHeaders(machine, newTarget, new PairsSlots("Headers", [], []))
      return isObject(init) ? construct(machine, newTarget, init) : throwTypeError(machine, sentences.init)
    },
    statics: [],
  }),
  webIdl(
    object({
      name: "Headers.prototype",
      members: [
        ["constructor", intrinsic("Headers")],
        [
          "append",
          operation(isHeaders, 2, ["string", "string"], (m, slots, _self, name, value) =>
            append(m, slots, name, value),
          ),
        ],
        byName("delete", (machine, slots, key) => {
          machine.charge(slots.names.length >> 4)
          removePairs(slots, (own) => own === key)
          return undefined
        }),
        byName("get", (_machine, slots, key) => {
          const values = valuesOf(slots, key)
          return values.length === 0 ? null : values.join(", ")
        }),
        byName("has", (_machine, slots, key) => slots.names[placeOf(slots, key)] === key),
        [
          "set",
          operation(isHeaders, 2, ["string", "string"], (m, slots, _self, name, value) =>
            set(m, slots, name, value),
          ),
        ],
        [
          "getSetCookie",
          operation(isHeaders, 0, [], (machine, slots) =>
            createArray(machine, valuesOf(slots, "set-cookie")),
          ),
        ],
        ...pairsMembers("Headers"),
      ],
    }),
  ),
  pairsIterator("Headers"),
]
