/** The fingerprint of this build, made once. */
import { buildParts, fingerprintOf } from "../snapshot/fingerprint.ts"
import { builtIns } from "../stdlib/globals.ts"

let made: Uint8Array | undefined

export const build = (): Uint8Array => (made ??= fingerprintOf(buildParts(builtIns)))
