/**
 * The value of a character class: its characters and, with `v`, its strings. ECMA-262 22.2.2.9 CompileToCharSet.
 * Case is closed over where the standard folds, so that set operations and complements agree with it.
 */
import type { AST } from "@eslint-community/regexpp"
import { type CaseMode, closeOverCase, foldText } from "./caseFolding.ts"
import { type CharSet, complement, intersect, range, single, subtract, unionAll } from "./charSet.ts"
import { propertyStrings } from "./emojiSequences.ts"
import { propertySet } from "./unicodeProperties.ts"

export interface ClassContext {
  readonly unicodeSets: boolean
  readonly caseMode: CaseMode | undefined
  readonly escapes: { readonly digit: CharSet; readonly space: CharSet; readonly word: CharSet }
  readonly unknownProperty: () => Error
}

export interface ClassValue {
  readonly characters: CharSet
  /** The members that are not exactly one character, the empty string included. */
  readonly strings: readonly string[]
}

type ClassElement =
  | AST.CharacterClassElement
  | AST.CharacterClass
  | AST.ExpressionCharacterClass
  | AST.ClassIntersection
  | AST.ClassSubtraction

/** @throws what `unknownProperty` makes, for a property that the host lacks */
export const evaluateClass = (element: ClassElement, context: ClassContext): ClassValue => {
  switch (element.type) {
    case "Character":
      return ofCharacters(foldLeaf(single(element.value), context))
    case "CharacterClassRange":
      return ofCharacters(foldLeaf(range(element.min.value, element.max.value), context))
    case "CharacterSet":
      return element.kind === "property" ? ofProperty(element, context) : ofEscape(element, context)
    case "ClassStringDisjunction":
      return ofStrings(element, context)
    case "CharacterClass":
      return negated(
        unite(element.elements.map((member) => evaluateClass(member, context))),
        element.negate,
        context,
      )
    case "ExpressionCharacterClass":
      return negated(evaluateClass(element.expression, context), element.negate, context)
    case "ClassIntersection":
      return combine(element, context, intersect, (text, others) => others.has(text))
    case "ClassSubtraction":
      return combine(element, context, subtract, (text, others) => !others.has(text))
  }
}

const ofCharacters = (characters: CharSet): ClassValue => ({ characters, strings: [] })

const close = (characters: CharSet, context: ClassContext): CharSet =>
  context.caseMode === undefined ? characters : closeOverCase(characters, context.caseMode)

/** MaybeSimpleCaseFolding: with `v` each operand is folded; else the whole class is, in `negated`. */
const foldLeaf = (characters: CharSet, context: ClassContext): CharSet =>
  context.unicodeSets ? close(characters, context) : characters

const ofEscape = (element: AST.EscapeCharacterSet, context: ClassContext): ClassValue => {
  const characters = context.escapes[element.kind]
  return ofCharacters(close(element.negate ? complement(characters) : characters, context))
}

const ofProperty = (element: AST.UnicodePropertyCharacterSet, context: ClassContext): ClassValue => {
  if (element.strings) return ofStringProperty(element, context)
  const expression = element.value === null ? element.key : `${element.key}=${element.value}`
  const property = propertySet(expression)
  if (property === undefined) throw context.unknownProperty()
  const characters = foldLeaf(property, context)
  return ofCharacters(close(element.negate ? complement(characters) : characters, context))
}

const ofStringProperty = (
  element: AST.StringsUnicodePropertyCharacterSet,
  context: ClassContext,
): ClassValue => {
  const members = propertyStrings(element.key)
  if (members === undefined) throw context.unknownProperty()
  return ofTexts(members, context)
}

const ofStrings = (element: AST.ClassStringDisjunction, context: ClassContext): ClassValue =>
  ofTexts(
    element.alternatives.map((text) =>
      String.fromCodePoint(...text.elements.map((character) => character.value)),
    ),
    context,
  )

const ofTexts = (texts: readonly string[], context: ClassContext): ClassValue => {
  const singles: CharSet[] = []
  const strings = new Set<string>()
  for (const text of texts) {
    const characters = [...text]
    if (characters.length === 1) singles.push(single(text.codePointAt(0)!))
    else strings.add(context.caseMode === undefined ? text : foldText(text))
  }
  return { characters: close(unionAll(singles), context), strings: [...strings] }
}

const unite = (values: readonly ClassValue[]): ClassValue => ({
  characters: unionAll(values.map((value) => value.characters)),
  strings: [...new Set(values.flatMap((value) => value.strings))],
})

const negated = (value: ClassValue, negate: boolean, context: ClassContext): ClassValue => {
  const characters = close(value.characters, context)
  return negate ? ofCharacters(complement(characters)) : { characters, strings: value.strings }
}

const combine = (
  element: AST.ClassIntersection | AST.ClassSubtraction,
  context: ClassContext,
  characters: (a: CharSet, b: CharSet) => CharSet,
  keep: (text: string, others: ReadonlySet<string>) => boolean,
): ClassValue => {
  const left = evaluateClass(element.left, context)
  const right = evaluateClass(element.right, context)
  const others = new Set(right.strings)
  return {
    characters: characters(left.characters, right.characters),
    strings: left.strings.filter((text) => keep(text, others)),
  }
}
