/** Built-ins beyond the object model that a host has too, in both directions: Date, RegExp and objects of the platform. */
import type { Likes } from "../boundary/structured.ts"
import type { Machine } from "../interpreter/machine.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { parseUrl } from "../objects/host.ts"
import { PairsSlots, UrlSlots } from "../objects/platformSlots.ts"
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
    case Kind.Platform:
      return platformToHost(object.data)
    default:
      return undefined
  }
}

function platformToHost(data: unknown): object | undefined {
  if (data instanceof UrlSlots) return new URL(data.parts.href)
  if (!(data instanceof PairsSlots)) return undefined
  const pairs = data.names.map((name, index): [string, string] => [name, data.values[index]!])
  return data.of === "URLSearchParams" ? new URLSearchParams(pairs) : new Headers(pairs)
}

function toGuest({ realm }: Machine, value: object): JSObject | undefined {
  if (value instanceof Date) {
    return new JSObject(realm.shapeFor(realm.intrinsic("Date.prototype")), [], Kind.Date, value.getTime())
  }
  if (value instanceof RegExp) {
    const shape = realm.shapeFor(realm.intrinsic("RegExp.prototype")).add("lastIndex", WRITABLE)
    return new JSObject(shape, [0], Kind.RegExp, new RegExpSlots(value.source, value.flags, null))
  }
  const platform = (name: string, data: object): JSObject =>
    new JSObject(realm.shapeFor(realm.intrinsic(`${name}.prototype`)), [], Kind.Platform, data)
  if (value instanceof URL) return platform("URL", new UrlSlots(parseUrl(value.href, undefined)!))
  if (value instanceof URLSearchParams) return platform("URLSearchParams", pairsOf("URLSearchParams", value))
  return value instanceof Headers ? platform("Headers", pairsOf("Headers", value)) : undefined
}

function pairsOf(of: PairsSlots["of"], value: Iterable<[string, string]>): PairsSlots {
  const pairs = [...value]
  return new PairsSlots(
    of,
    pairs.map(([name]) => name),
    pairs.map(([, text]) => text),
  )
}
