/** Array.prototype.flat: FlattenIntoArray, ECMA-262 23.1.3.13.1. */
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import { SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, EMPTY, type Value } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import { guestBody } from "../interpreter/guest.ts"
import { MAX_CALL_DEPTH } from "../interpreter/machine.ts"
import { DECLINED, steps, withGuest } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { messages, throwRangeError } from "../interpreter/throws.ts"
import { type Elements, isQuickInteger, plainElementsOf, quickInteger, speciesIntact } from "./dense.ts"

const slowFlat = `function (depth) {
    const object = ToObject(this)
    const length = LengthOfArrayLike(object)
    let limit = 1
    if (depth !== undefined) {
      limit = ToIntegerOrInfinity(depth)
      if (limit < 0) limit = 0
    }
    const result = ArraySpeciesCreate(object, 0)
    const flatten = (source, length, target, limit) => {
      for (let index = 0; index < length; index++) {
        const key = ToString(index)
        if (HasProperty(source, key)) {
          const element = source[key]
          if (limit > 0 && IsArray(element)) target = flatten(element, LengthOfArrayLike(element), target, limit - 1)
          else {
            if (target >= 9007199254740991) ThrowTypeError("Invalid array length")
            CreateDataPropertyOrThrow(result, ToString(target), element)
            target = target + 1
          }
        }
      }
      return target
    }
    flatten(object, length, 0, limit)
    return result
  }`

const flatSlowly = guestBody("Array.prototype.flat/slow", slowFlat)

/** Elements looked at between two checks of the fuel. */
const CHUNK = 16_384

interface Level {
  readonly elements: Elements
  position: number
}

interface Flatten {
  readonly array: Value
  readonly depth: number
  readonly levels: Level[]
  readonly result: Elements
}

/** Flattens plain dense arrays, a chunk at a time. Runs no program code; what is not plain sends it all to the guest text. */
const flattenSteps = steps<Flatten>({
  name: "Array.prototype.flat",
  run(machine, frame) {
    const { array, depth, levels, result } = frame.locals
    let visited = 0
    while (levels.length > 0) {
      const level = levels[levels.length - 1]!
      if (level.position >= level.elements.length) {
        levels.pop()
        continue
      }
      if (++visited > CHUNK) {
        machine.charge(CHUNK >> 4)
        if (!machine.allocate(CHUNK * SLOT_BYTES)) return ABRUPT
        if (machine.fuel < 0) return pause(machine, frame)
        visited = 0
      }
      const element = level.elements[level.position++]!
      if (element === EMPTY) continue
      if (!isObject(element) || !mayFlatten(element) || levels.length > depth) {
        result.push(element)
        continue
      }
      const inner = plainElementsOf(machine, element)
      if (inner === null) return flatSlowly(machine, array, [depth], undefined, array as JSObject)
      if (levels.length === MAX_CALL_DEPTH) return throwRangeError(machine, messages.stackOverflow)
      levels.push({ elements: inner, position: 0 })
    }
    machine.charge(visited >> 4)
    return createArray(machine, result)
  },
})

function mayFlatten(object: JSObject): boolean {
  return object.kind === Kind.Array || object.kind === Kind.SlowArray || object.kind === Kind.Proxy
}

/** Array.prototype.flat, ECMA-262 23.1.3.13. */
const flat = withGuest(
  0,
  (machine, thisValue, args) => {
    const depth = args[0]
    const elements = plainElementsOf(machine, thisValue)
    if (!isQuickInteger(depth) || elements === null) return DECLINED
    if (!speciesIntact(machine.realm, thisValue as JSObject)) return DECLINED
    return flattenSteps.start(machine, {
      array: thisValue,
      depth: depth === undefined ? 1 : Math.max(quickInteger(depth), 0),
      levels: [{ elements, position: 0 }],
      result: [],
    })
  },
  slowFlat,
)

export const flatMembers = { flat }
