/**
 * Text that stays harmless where it is put: in a comment, a string literal, a property name.
 * Never decides what is shown.
 */

/** What a reader cannot see: control, format, private and separator characters, fillers, selectors, lone surrogates. */
const unseenClass = "[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]"

/** The same, and spaces that look like the ordinary one. */
const unseenInName = new RegExp(`${unseenClass}|(?! )\\p{Zs}`, "gu")

/** The same, or an emoji with the joiner and selector that it is written with. */
const unseenInText = new RegExp(
  `\\p{Extended_Pictographic}[\\u{1f3fb}-\\u{1f3ff}]?[\\u200d\\ufe0f]{1,2}|${unseenClass}`,
  "gu",
)

const plain = /^[\x20-\x7e]*$/

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`
}

const escapeUnlessEmoji = (match: string): string =>
  /^\p{Extended_Pictographic}/u.test(match) ? match : escapeCharacter(match)

/** One line for a block comment: it cannot end the comment, and what cannot be seen is shown as an escape. */
export function commentLine(text: string): string {
  const closed = text.replaceAll("*/", "*\\/")
  return plain.test(closed) ? closed : closed.replace(unseenInText, escapeUnlessEmoji)
}

/** The lines of a description, trimmed at the end, without blank lines around them. */
export function commentLines(text: string): ReadonlyArray<string> {
  const lines = text.split(/\r\n|\r|\n/).map((line) => commentLine(line.replaceAll("\t", "  ").trimEnd()))
  const first = lines.findIndex((line) => line !== "")
  const last = lines.findLastIndex((line) => line !== "")
  return first < 0 ? [] : lines.slice(first, last + 1)
}

/** A string as a double-quoted literal that shows every character. */
export function stringLiteral(text: string): string {
  const literal = JSON.stringify(text)
  return plain.test(literal) ? literal : literal.replace(unseenInName, escapeCharacter)
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** Letters beyond the BMP, and those that Unicode 16 and 17 added to it: TypeScript 6 does not read them as letters. */
const newLetter =
  /[\u0897\u1acf-\u1aeb\u088f\u0c5c\u0cdc\u1c89\u1c8a\ua7cb-\ua7dc\ua7f1\u{10000}-\u{10ffff}]/u

/** A property name in a type: bare where it is an identifier, else quoted. */
export const propertyKey = (name: string): string => (isIdentifier(name) ? name : stringLiteral(name))

const isIdentifier = (name: string): boolean =>
  identifier.test(name) && (plain.test(name) || (name.search(unseenInName) < 0 && !newLetter.test(name)))
