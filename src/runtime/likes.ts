/** Built-ins beyond the object model that a host has too, in both directions: Date, RegExp and objects of the platform. */
import type { Likes } from "../boundary/structured.ts"
import type { Machine } from "../interpreter/machine.ts"

export function likesOf(_machine: Machine): Likes {
  return { toHost: () => undefined, toGuest: () => undefined }
}
