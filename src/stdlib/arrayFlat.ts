/** Array.prototype.flat: FlattenIntoArray, ECMA-262 23.1.3.13.1. */
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, withGuest } from "../interpreter/native.ts"
import { createArray } from "../interpreter/operations.ts"
import { type Elements, isQuickInteger, MAX_HOST_ELEMENTS, plainElementsOf, quickInteger, speciesIntact } from "./dense.ts"

interface Level {
  readonly elements: Elements
  position: number
}

/** The flattened elements; null where one is not a plain dense array or there are too many for one go. */
function flatten(machine: Machine, source: Elements, depth: number): Elements | null {
  const result: Elements = []
  const levels: Level[] = [{ elements: source, position: 0 }]
  let visited = 0
  while (levels.length > 0) {
    const level = levels[levels.length - 1]!
    if (level.position >= level.elements.length) {
      levels.pop()
      continue
    }
    if (++visited > MAX_HOST_ELEMENTS) return null
    const element = level.elements[level.position++]!
    if (element === EMPTY) continue
    if (!isObject(element) || !mayFlatten(element) || levels.length > depth) {
      result.push(element)
      continue
    }
    const inner = plainElementsOf(machine, element)
    if (inner === null) return null
    levels.push({ elements: inner, position: 0 })
  }
  machine.charge(visited >> 4)
  return result
}

function mayFlatten(object: JSObject): boolean {
  return object.kind === Kind.Array || object.kind === Kind.SlowArray || object.kind === Kind.Proxy
}

function quickFlat(machine: Machine, thisValue: Value, depth: number): Completion | typeof DECLINED {
  const elements = plainElementsOf(machine, thisValue)
  if (elements === null || !speciesIntact(machine.realm, thisValue as JSObject)) return DECLINED
  const result = flatten(machine, elements, depth)
  if (result === null) return DECLINED
  if (!machine.allocate(OBJECT_BYTES + result.length * SLOT_BYTES)) return ABRUPT
  return createArray(machine, result)
}

/** Array.prototype.flat, ECMA-262 23.1.3.13. */
const flat = withGuest(
  0,
  (machine, thisValue, args) => {
    const depth = args[0]
    if (!isQuickInteger(depth)) return DECLINED
    return quickFlat(machine, thisValue, depth === undefined ? 1 : quickInteger(depth))
  },
  `function (depth) {
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
  }`,
)

export const flatMembers = { flat }
