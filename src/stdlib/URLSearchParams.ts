/** URLSearchParams, of the WHATWG URL standard. A change of one that belongs to a URL changes the URL's query. */
import { parseQuery, serializeQuery, withUrlPart } from "../objects/host.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import { PairsSlots, type UrlSlots } from "../objects/platformSlots.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constructor, intrinsic, method, object, steps } from "../interpreter/native.ts"
import { createArray, toString } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import { chargePair, pairsIterator, pairsMembers, readPairs, removePairs, textsOf } from "./pairs.ts"
import { attribute, brand, webIdl, operation, throwIllegalInvocation, throwWithoutNew } from "./platform.ts"

/** Longer queries, in UTF-16 units, are refused. */
const MAX_QUERY_LENGTH = 1 << 20

const isParams = brand(PairsSlots, "URLSearchParams")

const makeParams = fromConstructor<string[]>("URLSearchParams.prototype", (machine, prototype, texts) => {
  const slots = new PairsSlots("URLSearchParams", [], [])
  for (let index = 0; index + 1 < texts.length; index += 2) {
    if (!chargePair(machine, texts[index]!, texts[index + 1]!)) return ABRUPT
    slots.names.push(texts[index]!)
    slots.values.push(texts[index + 1]!)
  }
  machine.meter.used += OBJECT_BYTES * 2
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Platform, slots)
})

function admits(machine: Machine, length: number): boolean {
  machine.charge(2 + (length >> 5))
  if (length <= MAX_QUERY_LENGTH) return true
  throwRangeError(machine, `The query is longer than ${MAX_QUERY_LENGTH} characters`)
  return false
}

/** Replaces the pairs by those of a query with or without its question mark. */
export function fillFromQuery(slots: PairsSlots, query: string): void {
  const texts = parseQuery(query.startsWith("?") ? query.slice(1) : query)
  slots.names = texts.filter((_text, index) => index % 2 === 0)
  slots.values = texts.filter((_text, index) => index % 2 === 1)
}

/** The object of a URL's `searchParams`. */
export function newSearchParams(machine: Machine, query: string, url: JSObject): JSObject {
  const slots = new PairsSlots("URLSearchParams", [], [])
  fillFromQuery(slots, query)
  slots.url = url
  machine.meter.used += OBJECT_BYTES * 2 + query.length * 2
  const shape = machine.realm.shapeFor(machine.realm.intrinsic("URLSearchParams.prototype"))
  return new JSObject(shape, [], Kind.Platform, slots)
}

const constructSteps = steps<{ init: Value; newTarget: JSObject }>({
  name: "URLSearchParams",
  run(machine, frame, input) {
    const { init, newTarget } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = isObject(init)
        ? readPairs(
            machine,
            undefined,
            [init, "Each query pair must be an iterable [name, value] tuple"],
            undefined,
            init,
          )
        : toString(machine, init)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (typeof input !== "string")
      return makeParams(machine, newTarget, textsOf(input as Value).map(wellFormed))
    if (!admits(machine, input.length)) return ABRUPT
    return makeParams(
      machine,
      newTarget,
      parseQuery(wellFormed(input.startsWith("?") ? input.slice(1) : input)),
    )
  },
})

function wellFormed(text: string): string {
  return text.toWellFormed()
}

/** The text of the pairs, or ABRUPT where it is too long. */
function serialize(machine: Machine, { names, values }: PairsSlots): string | typeof ABRUPT {
  let length = 0
  for (let index = 0; index < names.length; index++)
    length += names[index]!.length + values[index]!.length + 2
  if (!admits(machine, length)) return ABRUPT
  return serializeQuery(names, values)
}

/** Step "update" of the standard: the URL gets the query. */
function update(machine: Machine, slots: PairsSlots): Completion {
  if (slots.url === null) return undefined
  const query = serialize(machine, slots)
  if (query === ABRUPT) return ABRUPT
  const url = slots.url.data as UrlSlots
  machine.charge(url.parts.href.length >> 5)
  url.parts = withUrlPart(url.parts.href, "search", query)
  return undefined
}

function append(machine: Machine, slots: PairsSlots, name: string, value: string): Completion {
  if (!chargePair(machine, name, value)) return ABRUPT
  slots.names.push(wellFormed(name))
  slots.values.push(wellFormed(value))
  return update(machine, slots)
}

function remove(machine: Machine, slots: PairsSlots, name: string, value: string | undefined): Completion {
  machine.charge(slots.names.length >> 4)
  const sought = wellFormed(name)
  const only = value === undefined ? undefined : wellFormed(value)
  removePairs(slots, (own, ownValue) => own === sought && (only === undefined || only === ownValue))
  return update(machine, slots)
}

function indexOf(machine: Machine, slots: PairsSlots, name: string): number {
  machine.charge(slots.names.length >> 6)
  return slots.names.indexOf(wellFormed(name))
}

function has(machine: Machine, slots: PairsSlots, name: string, value: string | undefined): boolean {
  const first = indexOf(machine, slots, name)
  if (value === undefined || first < 0) return first >= 0
  const sought = wellFormed(value)
  return slots.names.some((own, index) => own === slots.names[first] && slots.values[index] === sought)
}

function set(machine: Machine, slots: PairsSlots, name: string, value: string): Completion {
  const first = indexOf(machine, slots, name)
  if (first < 0) return append(machine, slots, name, value)
  if (!chargePair(machine, "", value)) return ABRUPT
  slots.values[first] = wellFormed(value)
  const sought = slots.names[first]
  let place = -1
  removePairs(slots, (own) => ++place > first && own === sought)
  return update(machine, slots)
}

function getAll(machine: Machine, slots: PairsSlots, name: string): Completion {
  machine.charge(slots.names.length >> 6)
  const sought = wellFormed(name)
  return createArray(
    machine,
    slots.values.filter((_value, index) => slots.names[index] === sought),
  )
}

/** Sorts by the code units of the names; pairs of one name keep their order. */
function sort(machine: Machine, slots: PairsSlots): Completion {
  const { names, values } = slots
  machine.charge(names.length >> 1)
  const order = names.map((_name, index) => index)
  order.sort((left, right) => (names[left]! < names[right]! ? -1 : names[left]! > names[right]! ? 1 : 0))
  slots.names = order.map((index) => names[index]!)
  slots.values = order.map((index) => values[index]!)
  return update(machine, slots)
}

export const urlSearchParamsIntrinsics: Intrinsic[] = [
  constructor({
    name: "URLSearchParams",
    length: 0,
    body(machine, _this, args, newTarget) {
      if (newTarget === undefined) return throwWithoutNew(machine, "URLSearchParams")
      const init = args[0]
      if (init === undefined) return makeParams(machine, newTarget, [])
      if (typeof init === "symbol")
        return throwTypeError(machine, "Cannot convert a Symbol value to a string")
      return constructSteps.start(machine, { init, newTarget })
    },
    statics: [],
  }),
  webIdl(
    object({
      name: "URLSearchParams.prototype",
      members: [
        ["constructor", intrinsic("URLSearchParams")],
        [
          "size",
          attribute("URLSearchParams.prototype.size", isParams, (_machine, slots) => slots.names.length),
        ],
        [
          "append",
          operation(isParams, 2, ["string", "string"], (m, slots, _self, name, value) =>
            append(m, slots, name, value),
          ),
        ],
        [
          "delete",
          operation(isParams, 1, ["string", "?string"], (m, slots, _self, name, value) =>
            remove(m, slots, name, value),
          ),
        ],
        [
          "get",
          operation(
            isParams,
            1,
            ["string"],
            (m, slots, _self, name) => slots.values[indexOf(m, slots, name)] ?? null,
          ),
        ],
        ["getAll", operation(isParams, 1, ["string"], (m, slots, _self, name) => getAll(m, slots, name))],
        [
          "has",
          operation(isParams, 1, ["string", "?string"], (m, slots, _self, name, value) =>
            has(m, slots, name, value),
          ),
        ],
        [
          "set",
          operation(isParams, 2, ["string", "string"], (m, slots, _self, name, value) =>
            set(m, slots, name, value),
          ),
        ],
        ["sort", operation(isParams, 0, [], (machine, slots) => sort(machine, slots))],
        [
          "toString",
          method(0, (machine, thisValue) => {
            const slots = isParams(thisValue)
            return slots === null ? throwIllegalInvocation(machine) : serialize(machine, slots)
          }),
        ],
        ...pairsMembers("URLSearchParams"),
      ],
    }),
  ),
  pairsIterator("URLSearchParams"),
]
