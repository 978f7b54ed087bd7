/** The extensions of a runtime as a saved run depends on them: names, globals, presence of `snapshot`. */
import { hashText } from "../snapshot/fingerprint.ts"
import type { Globals } from "./extensions.ts"

const made = new WeakMap<Globals, string>()

export function extensionsHash(globals: Globals): string {
  let hash = made.get(globals)
  if (hash === undefined) made.set(globals, (hash = hashOf(globals)))
  return hash
}

function hashOf({ names, functions, snapshots }: Globals): string {
  if (names.length === 0) return ""
  const calls = functions.map(({ extension, path, isAsync }) => [extension, path, isAsync])
  return hashText(
    JSON.stringify([names, calls, [...snapshots].map(([name, snapshot]) => [name, snapshot !== undefined])]),
  )
}
