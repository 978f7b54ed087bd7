/** Date.prototype.toLocaleString and its like, ECMA-402 19.4. */
import type { Member } from "../interpreter/native.ts"

export const localeStringMembers: ReadonlyArray<readonly [string, Member]> = []
