/** Built-ins beyond the object model that a host has too, in both directions: Date, RegExp and objects of the platform. */
import type { Likes } from "../boundary/structured.ts"
import type { Machine } from "../interpreter/machine.ts"
import { CHARACTER_BYTES } from "../objects/meter.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { parseUrl } from "../objects/host.ts"
import { PairsSlots, UrlSlots } from "../objects/platformSlots.ts"
import { RegExpSlots } from "../objects/regExpSlots.ts"
import { WRITABLE } from "../objects/shape.ts"

/** Copies of built-ins for the objects of one run. */
export function likesOf(machine: Machine): Likes {
  return { toHost, toGuest: (value, allocate) => toGuest(machine, value, allocate) }
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

/** Methods and getters that a subclass may have made its own give nothing but what they should. */
function toGuest(
  { realm }: Machine,
  value: object,
  allocate: (bytes: number) => boolean,
): JSObject | undefined {
  const hasRoom = (texts: ReadonlyArray<string>): boolean =>
    allocate(texts.reduce((units, text) => units + text.length, 0) * CHARACTER_BYTES)
  if (value instanceof Date) {
    const time = Date.prototype.getTime.call(value)
    return new JSObject(realm.shapeFor(realm.intrinsic("Date.prototype")), [], Kind.Date, time)
  }
  if (value instanceof RegExp) {
    const { source, flags } = new RegExp(String(value.source), String(value.flags))
    if (!hasRoom([source])) return undefined
    const shape = realm.shapeFor(realm.intrinsic("RegExp.prototype")).add("lastIndex", WRITABLE)
    return new JSObject(shape, [0], Kind.RegExp, new RegExpSlots(source, flags, null))
  }
  const platform = (name: string, data: object): JSObject =>
    new JSObject(realm.shapeFor(realm.intrinsic(`${name}.prototype`)), [], Kind.Platform, data)
  if (value instanceof URL) {
    const { href } = new URL(String(value.href))
    return hasRoom([href]) ? platform("URL", new UrlSlots(parseUrl(href, undefined)!)) : undefined
  }
  const pairs = pairsOf(value)
  if (pairs === undefined || !hasRoom(pairs.names) || !hasRoom(pairs.values)) return undefined
  return platform(pairs.of, pairs)
}

function pairsOf(value: object): PairsSlots | undefined {
  const isQuery = value instanceof URLSearchParams
  if (!isQuery && !(value instanceof Headers)) return undefined
  const pairs = [...(isQuery ? new URLSearchParams(value) : new Headers(value))]
  return new PairsSlots(
    isQuery ? "URLSearchParams" : "Headers",
    pairs.map(([name]) => name),
    pairs.map(([, text]) => text),
  )
}
