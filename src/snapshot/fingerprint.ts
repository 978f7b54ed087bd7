/**
 * What a saved run depends on, in a few bytes. The sources of the whole guest half are part of it, by a hash that
 * `npm run generate` writes: they decide what every node, state number and text of a built-in means.
 */
import { stepsByName } from "../interpreter/frame.ts"
import { sha256 } from "@noble/hashes/sha2.js"
import { frameFields, machineFields } from "../interpreter/kinds.ts"
import { guestSources } from "../interpreter/guest.ts"
import { kindsByName } from "../objects/kinds.ts"
import { Kind } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { sourcesHash } from "./build.gen.ts"
import { FINGERPRINT_BYTES } from "./envelope.ts"
import { FORMAT_VERSION } from "./format.ts"

/** What is serialized by name or number, as lists that a test can change. */
export interface Parts {
  /** Hash of the guest half's sources and of the parsers' versions. */
  readonly sources: string
  readonly format: number
  readonly kinds: ReadonlyArray<readonly [name: string, fields: ReadonlyArray<readonly [string, string]>]>
  readonly objectKinds: ReadonlyArray<readonly [string, number]>
  readonly frame: ReadonlyArray<readonly [string, string]>
  readonly machine: ReadonlyArray<readonly [string, string]>
  readonly steps: readonly string[]
  readonly builtIns: readonly string[]
  readonly guestTexts: ReadonlyArray<readonly [string, string]>
}

/** Of this build; `builtIns` are the declarations that realms are made with. */
export function buildParts(builtIns: ReadonlyMap<string, Intrinsic>): Parts {
  return {
    sources: sourcesHash,
    format: FORMAT_VERSION,
    kinds: [...kindsByName.values()]
      .map(({ name, fields }) => [name, Object.entries(fields)] as const)
      .sort(byName),
    objectKinds: Object.entries(Kind),
    frame: Object.entries(frameFields),
    machine: Object.entries(machineFields),
    steps: [...stepsByName.keys()].sort(),
    builtIns: [...builtIns.values()].flatMap(({ name, properties }) => [
      name,
      ...properties.map(([key]) => String(key)),
    ]),
    guestTexts: [...guestSources].sort(byName),
  }
}

const byName = (left: readonly [string, unknown], right: readonly [string, unknown]): number =>
  left[0] < right[0] ? -1 : 1

export function fingerprintOf(parts: Parts): Uint8Array {
  const text = JSON.stringify(parts)
  const units = new Uint8Array(text.length * 2)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    units[index * 2] = unit & 0xff
    units[index * 2 + 1] = unit >> 8
  }
  return sha256(units).slice(0, FINGERPRINT_BYTES)
}

/** A short name of a text. */
export function hashText(text: string): string {
  return Array.from(fingerprintOf({ ...empty, sources: text }), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
}

/** The hash of sources by path, and of the versions of what parses. */
export function hashSources(
  files: ReadonlyMap<string, string>,
  versions: Readonly<Record<string, string>>,
): string {
  const texts = [...files].sort(byName)
  return hashText(JSON.stringify([texts, Object.entries(versions).sort(byName)]))
}

const empty: Parts = {
  sources: "",
  format: 0,
  kinds: [],
  objectKinds: [],
  frame: [],
  machine: [],
  steps: [],
  builtIns: [],
  guestTexts: [],
}
