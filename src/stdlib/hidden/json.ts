/** Operations of JSON for guest text. */
import { isObject, type JSObject, Kind } from "../../objects/object.ts"
import { Rope } from "../../objects/rope.ts"
import { deleteProperty } from "../../interpreter/internal.ts"
import type { NativeBody } from "../../interpreter/native.ts"
import { toNumber, toString } from "../../interpreter/operations.ts"

/** An item of a replacer array that names a property: itself, or undefined. */
const propertyListItem: NativeBody = (_machine, _this, args) => {
  const item = args[0]
  if (typeof item === "string" || typeof item === "number" || item instanceof Rope) return item
  return isObject(item) && (item.kind === Kind.String || item.kind === Kind.Number) ? item : undefined
}

const spaceOf: NativeBody = (machine, _this, args) => {
  const space = args[0] as JSObject
  if (space.kind === Kind.Number) return toNumber(machine, space)
  return space.kind === Kind.String ? toString(machine, space) : undefined
}

export const hiddenJsonOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["PropertyListItem", 1, propertyListItem],
  ["SpaceOf", 1, spaceOf],
  [
    "DeleteProperty",
    2,
    (machine, _this, args) => deleteProperty(machine, args[0] as JSObject, args[1] as string),
  ],
]
