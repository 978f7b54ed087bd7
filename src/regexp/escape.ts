/** Texts that are patterns: `RegExp.prototype.source` and `RegExp.escape`. Never parses. */
import { contains } from "./charSet.ts"
import { lineTerminators, spaces } from "./namedSets.ts"

const lineBreakEscapes: { readonly [character: string]: string } = {
  "\n": "n",
  "\r": "r",
  "\u2028": "u2028",
  "\u2029": "u2029",
}

/**
 * The source as it can stand between slashes, ECMA-262 22.2.6.13.1 EscapeRegExpPattern.
 *
 * @example patternSource("a/b\n") // "a\\/b\\n"
 */
export const patternSource = (source: string): string => {
  if (source === "") return "(?:)"
  let out = ""
  let escaped = false
  let inClass = false
  for (const unit of source) {
    const lineBreak = lineBreakEscapes[unit]
    if (lineBreak !== undefined) out += escaped ? lineBreak : `\\${lineBreak}`
    else out += unit === "/" && !escaped && !inClass ? "\\/" : unit
    if (escaped) escaped = false
    else if (unit === "\\") escaped = true
    else if (unit === "[") inClass = true
    else if (unit === "]") inClass = false
  }
  return out
}

const controlEscapes: { readonly [character: string]: string } = {
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
}

/**
 * A pattern that matches exactly the text, in any place of a pattern: RegExp.escape, ECMA-262 22.2.5.1. What goes on with
 * a text that began before is no start.
 *
 * @example escapeForRegExp("a.b") // "\\x61\\.b"
 */
export const escapeForRegExp = (text: string, isStart = true): string => {
  let out = ""
  for (const character of text) {
    if (out === "" && isStart && isLetterOrDigit(character)) out = hexEscape(character)
    else out += encode(character)
  }
  return out
}

/** EncodeForRegExpEscape, ECMA-262 22.2.5.1.1. */
const encode = (character: string): string => {
  if ("^$\\.*+?()[]{}|/".includes(character)) return `\\${character}`
  const control = controlEscapes[character]
  if (control !== undefined) return control
  const codePoint = character.codePointAt(0)!
  const isLoneSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  const isBlank = contains(spaces, codePoint) || contains(lineTerminators, codePoint)
  if (isLoneSurrogate || isBlank || ",-=<>#&!%:;@~'`\"".includes(character)) return hexEscape(character)
  return character
}

const hexEscape = (character: string): string => {
  const unit = character.charCodeAt(0)
  return unit < 256 ? `\\x${unit.toString(16).padStart(2, "0")}` : `\\u${unit.toString(16).padStart(4, "0")}`
}

const isLetterOrDigit = (character: string): boolean =>
  (character >= "0" && character <= "9") ||
  (character >= "A" && character <= "Z") ||
  (character >= "a" && character <= "z")
