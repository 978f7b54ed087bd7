/** URLSearchParams, of the WHATWG URL standard. A change of one that belongs to a URL changes the URL's query. */
import { parseQuery, serializeQuery, withUrlPart } from "../objects/host.ts"
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { CHARACTER_BYTES, OBJECT_BYTES } from "../objects/meter.ts"
import { PairsSlots, type UrlSlots } from "../objects/platformSlots.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { ABRUPT, type Completion } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constructor, intrinsic, method, object } from "../interpreter/native.ts"
import { createArray, toString } from "../interpreter/operations.ts"
import { throwRangeError, throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"
import {
  chargePair,
  constructFromPairs,
  MAX_PAIRS,
  pairsIterator,
  pairsMembers,
  refusePairs,
  removePairs,
} from "./pairs.ts"
import { attribute, brand, webIdl, operation, throwIllegalInvocation, throwWithoutNew } from "./platform.ts"

/** Longer queries, in UTF-16 units, are refused. */
const MAX_QUERY_LENGTH = 1 << 20

const isParams = brand(PairsSlots, "URLSearchParams")

const newSlots = (): PairsSlots => new PairsSlots("URLSearchParams", [], [])

const makeParams = fromConstructor<PairsSlots>("URLSearchParams.prototype", (machine, prototype, slots) => {
  machine.meter.used += OBJECT_BYTES * 2
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Platform, slots)
})

function admits(machine: Machine, length: number): boolean {
  machine.charge(2 + (Math.min(length, MAX_QUERY_LENGTH) >> 5))
  if (length <= MAX_QUERY_LENGTH) return true
  throwRangeError(machine, `The query is longer than ${MAX_QUERY_LENGTH} characters`)
  return false
}

/** How many pairs a query has at most; one more than are allowed if there are more. */
function countPairs(query: string): number {
  let count = 1
  for (let at = query.indexOf("&"); at >= 0 && count <= MAX_PAIRS; at = query.indexOf("&", at + 1)) count++
  return count
}

/** Replaces the pairs by those of a query with or without its question mark; false on ABRUPT. */
export function fillFromQuery(machine: Machine, slots: PairsSlots, query: string): boolean {
  if (!admits(machine, query.length)) return false
  const count = countPairs(query)
  machine.charge(count >> 2)
  if (count > MAX_PAIRS) return refusePairs(machine, slots.of)
  if (!machine.allocate(count * OBJECT_BYTES + query.length * CHARACTER_BYTES)) return false
  const texts = parseQuery(wellFormed(query.startsWith("?") ? query.slice(1) : query))
  slots.names = texts.filter((_text, index) => index % 2 === 0)
  slots.values = texts.filter((_text, index) => index % 2 === 1)
  return true
}

/** The object of a URL's `searchParams`; null on ABRUPT. */
export function newSearchParams(machine: Machine, query: string, url: JSObject): JSObject | null {
  const slots = newSlots()
  if (!fillFromQuery(machine, slots, query)) return null
  slots.url = url
  machine.meter.used += OBJECT_BYTES * 2
  const shape = machine.realm.shapeFor(machine.realm.intrinsic("URLSearchParams.prototype"))
  return new JSObject(shape, [], Kind.Platform, slots)
}

const constructFromObject = constructFromPairs(
  "URLSearchParams",
  "Each query pair must be an iterable [name, value] tuple",
  add,
  makeParams,
)

function constructFromText(machine: Machine, newTarget: JSObject, query: string): Completion {
  const slots = newSlots()
  return fillFromQuery(machine, slots, query) ? makeParams(machine, newTarget, slots) : ABRUPT
}

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

function add(machine: Machine, slots: PairsSlots, name: string, value: string): Completion {
  if (!chargePair(machine, slots, name, value)) return ABRUPT
  slots.names.push(wellFormed(name))
  slots.values.push(wellFormed(value))
  return undefined
}

function append(machine: Machine, slots: PairsSlots, name: string, value: string): Completion {
  return add(machine, slots, name, value) === ABRUPT ? ABRUPT : update(machine, slots)
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
  if (!machine.allocate(value.length * CHARACTER_BYTES)) return ABRUPT
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
      if (init === undefined) return makeParams(machine, newTarget, newSlots())
      if (typeof init === "symbol")
        return throwTypeError(machine, "Cannot convert a Symbol value to a string")
      if (isObject(init)) return constructFromObject(machine, newTarget, init)
      const query = toString(machine, init)
      return query === ABRUPT ? ABRUPT : constructFromText(machine, newTarget, query)
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
