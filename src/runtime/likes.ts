/** Built-ins beyond the object model that a host has too, in both directions: Date, RegExp and objects of the platform. */
import type { Likes } from "../boundary/structured.ts"
import type { Machine } from "../interpreter/machine.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { RegExpSlots } from "../objects/regExpSlots.ts"
import { WRITABLE } from "../objects/shape.ts"

/** Copies of built-ins for the objects of one run. */
export function likesOf(machine: Machine): Likes {
  return { toHost, toGuest: (value) => toGuest(machine, value) }
}

function toHost(object: JSObject): object | undefined {
  switch (object.kind) {
    case Kind.Date:
      return new Date(object.data as number)
    case Kind.RegExp: {
      const { source, flags } = object.data as RegExpSlots
      return new RegExp(source, flags)
    }
    default:
      return undefined
  }
}

function toGuest({ realm }: Machine, value: object): JSObject | undefined {
  if (value instanceof Date) {
    return new JSObject(realm.shapeFor(realm.intrinsic("Date.prototype")), [], Kind.Date, value.getTime())
  }
  if (value instanceof RegExp) {
    const shape = realm.shapeFor(realm.intrinsic("RegExp.prototype")).add("lastIndex", WRITABLE)
    return new JSObject(shape, [0], Kind.RegExp, new RegExpSlots(value.source, value.flags, null))
  }
  return undefined
}
