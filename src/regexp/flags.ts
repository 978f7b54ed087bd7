/** The flags of a pattern, ECMA-262 22.2.6. */
import { invalidFlags } from "./syntaxError.ts"

export interface Flags {
  readonly hasIndices: boolean
  readonly global: boolean
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly unicode: boolean
  readonly unicodeSets: boolean
  readonly sticky: boolean
}

/** @throws PatternSyntaxError for an unknown or repeated flag, and for `u` with `v` */
export const parseFlags = (text: string): Flags => {
  // each flag once is the most there can be
  if (text.length > 8) throw invalidFlags(text)
  const seen = new Set(text)
  const known = [...text].every((flag) => "dgimsuvy".includes(flag))
  if (!known || seen.size !== text.length || (seen.has("u") && seen.has("v"))) throw invalidFlags(text)
  return {
    hasIndices: seen.has("d"),
    global: seen.has("g"),
    ignoreCase: seen.has("i"),
    multiline: seen.has("m"),
    dotAll: seen.has("s"),
    unicode: seen.has("u"),
    unicodeSets: seen.has("v"),
    sticky: seen.has("y"),
  }
}
