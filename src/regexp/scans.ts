/**
 * The loops over a text that one operation may need, each over a bounded stretch. They stand alone so that an
 * engine optimises them by themselves. Never changes a match's state.
 */
import { equalIgnoringCase } from "./caseFolding.ts"
import { contains } from "./charSet.ts"
import type { Program, Reference } from "./program.ts"

/** Whether the class has the character, a code unit or a code point. */
export const isIn = (
  program: Pick<Program, "latin" | "classes">,
  classNumber: number,
  character: number,
): boolean =>
  character < 256
    ? program.latin[(classNumber << 8) | character] === 1
    : contains(program.classes[classNumber]!, character)

/** The first position from `position` on, before `stop`, whose unit is not in the class; else `stop`. */
export const scanWhile = (
  program: Program,
  classNumber: number,
  text: string,
  position: number,
  stop: number,
): number => {
  const { latin } = program
  const set = program.classes[classNumber]!
  const base = classNumber << 8
  for (; position < stop; position++) {
    const unit = text.charCodeAt(position)
    if (unit < 256 ? latin[base | unit] !== 1 : !contains(set, unit)) return position
  }
  return stop
}

/** The first position from `position` on, before `stop`, whose unit is in the class; else `stop`. */
export const scanUntil = (
  program: Program,
  classNumber: number,
  text: string,
  position: number,
  stop: number,
): number => {
  const { latin } = program
  const set = program.classes[classNumber]!
  const base = classNumber << 8
  for (; position < stop; position++) {
    const unit = text.charCodeAt(position)
    if (unit < 256 ? latin[base | unit] === 1 : contains(set, unit)) return position
  }
  return stop
}

/** The last position from `position` down to `stop` whose unit is in the class; else `stop - 1`. */
export const scanBack = (
  program: Program,
  classNumber: number,
  text: string,
  position: number,
  stop: number,
): number => {
  const { latin } = program
  const set = program.classes[classNumber]!
  const base = classNumber << 8
  for (; position >= stop; position--) {
    const unit = text.charCodeAt(position)
    if (unit < 256 ? latin[base | unit] === 1 : contains(set, unit)) break
  }
  return position
}

export const codePointAt = (text: string, position: number): number => {
  const unit = text.charCodeAt(position)
  if (unit < 0xd800 || unit > 0xdbff || position + 1 >= text.length) return unit
  const trail = text.charCodeAt(position + 1)
  return trail < 0xdc00 || trail > 0xdfff ? unit : (unit - 0xd800) * 0x400 + (trail - 0xdc00) + 0x10000
}

export const codePointBefore = (text: string, position: number): number => {
  const unit = text.charCodeAt(position - 1)
  if (unit < 0xdc00 || unit > 0xdfff || position < 2) return unit
  const lead = text.charCodeAt(position - 2)
  return lead < 0xd800 || lead > 0xdbff ? unit : (lead - 0xd800) * 0x400 + (unit - 0xdc00) + 0x10000
}

/** Whether the position is between the two units of one code point. */
export const isInsidePair = (text: string, position: number): boolean =>
  position > 0 && position < text.length && codePointAt(text, position - 1) > 0xffff

export const isLineTerminator = (unit: number): boolean =>
  unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029

/** The position after the referenced text, or before it going backward; -1 when the text differs. */
export const scanReference = (
  reference: Reference,
  registers: readonly number[],
  text: string,
  position: number,
  backward: boolean,
): number => {
  const group = reference.groups.find((index) => registers[2 * index]! >= 0 && registers[2 * index + 1]! >= 0)
  if (group === undefined) return position
  const from = registers[2 * group]!
  const length = registers[2 * group + 1]! - from
  const begin = backward ? position - length : position
  if (begin < 0 || begin + length > text.length) return -1
  const same =
    reference.caseMode === "folding"
      ? isSameFolded(text, from, begin, length)
      : isSame(text, from, begin, length, reference)
  if (!same) return -1
  return backward ? begin : begin + length
}

const isSame = (text: string, a: number, b: number, length: number, { caseMode }: Reference): boolean => {
  for (let i = 0; i < length; i++) {
    const left = text.charCodeAt(a + i)
    const right = text.charCodeAt(b + i)
    if (left !== right && (caseMode === undefined || !equalIgnoringCase(left, right, caseMode))) return false
  }
  return true
}

/** Characters that fold together have the same number of units. */
const isSameFolded = (text: string, a: number, b: number, length: number): boolean => {
  for (let i = 0; i < length; i++) {
    const left = codePointAt(text, a + i)
    const right = codePointAt(text, b + i)
    if (left !== right && !equalIgnoringCase(left, right, "folding")) return false
    if (left > 0xffff) i++
  }
  return true
}
