/** The parser's reason for refusing a pattern in V8's words, which name some mistakes more closely. */

/** Where a mistake was found: `index` in code units of `source`. */
interface Mistake {
  readonly reason: string
  readonly source: string
  readonly index: number
  /** The pattern has `u` or `v`. */
  readonly unicode: boolean
}

export const v8Reason = (mistake: Mistake): string => {
  const refine = refinements[mistake.reason]
  if (refine !== undefined) return refine(mistake)
  return mistake.reason.startsWith("Duplicated flag") ? "Repeated flag in flag group" : mistake.reason
}

const reasonOfEscape = ({ source, index, unicode }: Mistake): string => {
  const start = source.lastIndexOf("\\", index)
  const escaped = source[start + 1]
  if (escaped === undefined) return "\\ at end of pattern"
  if (unicode && (escaped === "c" || escaped === "u")) return "Invalid Unicode escape"
  if (escaped >= "0" && escaped <= "7" && classDepthAt(source, start) > 0) return "Invalid class escape"
  return escaped === "0" ? "Invalid decimal escape" : "Invalid escape"
}

const reasonOfPropertyName = ({ source, index }: Mistake): string =>
  classDepthAt(source, source.lastIndexOf("\\", index)) > 0
    ? "Invalid property name in character class"
    : "Invalid property name"

const reasonOfRepeat = ({ source, index }: Mistake): string => {
  const quantified = source.slice(0, index).replace(/(?:[*+?]|\{\d+,?\d*\})\??$/, "")
  return closesLookaround(quantified) ? "Invalid quantifier" : "Nothing to repeat"
}

const reasonOfGroup = ({ source, index }: Mistake): string => {
  const modifiers = /^\?([ims-]+)/.exec(source.slice(index, index + 16))?.[1]
  if (modifiers === undefined) return "Invalid group"
  return modifiers.split("-").length > 2 ? "Multiple dashes in flag group" : "Invalid flag group"
}

const reasonOfClassCharacter = ({ source, index }: Mistake): string => {
  const found = source[index]
  if (found === undefined) return "Unterminated character class"
  if (found === "-") return "Invalid character class"
  return found === source[index + 1] && "&!#$%*+,.:;<=>?@^`~".includes(found)
    ? "Invalid set operation in character class"
    : "Invalid character in character class"
}

const reasonOfOpenGroup = ({ source, index, unicode }: Mistake): string =>
  unicode && (source[index] === "]" || source[index] === "}")
    ? "Lone quantifier brackets"
    : "Unterminated group"

const refinements: { readonly [reason: string]: ((mistake: Mistake) => string) | undefined } = {
  "Invalid unicode escape": () => "Invalid Unicode escape",
  "Invalid escape": reasonOfEscape,
  "Invalid property name": reasonOfPropertyName,
  "Nothing to repeat": reasonOfRepeat,
  "Invalid group": reasonOfGroup,
  "Invalid empty flags": () => "Invalid flag group",
  "Invalid character in character class": reasonOfClassCharacter,
  "Unterminated group": reasonOfOpenGroup,
  "Unterminated class string disjunction": () => "Unterminated character class",
}

/** How many classes are open before `end`. */
const classDepthAt = (source: string, end: number): number => {
  let depth = 0
  for (let i = 0; i < end; i++) {
    if (source[i] === "\\") i++
    else if (source[i] === "[") depth++
    else if (source[i] === "]" && depth > 0) depth--
  }
  return depth
}

/** Whether the text ends with the parenthesis that closes a lookahead or lookbehind. */
const closesLookaround = (text: string): boolean => {
  const openings: number[] = []
  let last = -1
  let inClass = false
  for (let i = 0; i < text.length; i++) {
    const unit = text[i]
    last = -1
    if (unit === "\\") i++
    else if (unit === "[") inClass = true
    else if (unit === "]") inClass = false
    else if (unit === "(" && !inClass) openings.push(i)
    else if (unit === ")" && !inClass) last = openings.pop() ?? -1
  }
  return last >= 0 && /^\(\?<?[=!]/.test(text.slice(last, last + 4))
}
