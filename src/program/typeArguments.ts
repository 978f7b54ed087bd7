// Owns the one place where JavaScript and TypeScript read the same text in two ways: `a<b>(c)`. Never parses a type.

import type { Program } from "acorn"
import { survey } from "./survey.ts"
import {
  isWordPart,
  numberEnd,
  isDigit,
  skipTrivia,
  stringEnd,
  templateCharactersEnd,
  wordEnd,
} from "./tokens.ts"

/** Comparisons that TypeScript could read as the start of type arguments. */
export interface Ambiguities {
  /** offsets of those that are comparisons all the same: between the brackets stand variables only */
  readonly comparisons: ReadonlyArray<number>
  /** offsets of those that TypeScript decides */
  readonly undecided: ReadonlyArray<number>
}

/** Whether a text has what could end type arguments at all. */
const mayBeTyped = /(?<!=)>\s*(?:[(`]|\/[/*])/

/** Finds `a<b>(c)`, `new A<B>(c)` and their like with a template in a text that is JavaScript. */
export function findAmbiguities(ast: Program, text: string): Ambiguities {
  const comparisons: Array<number> = []
  const undecided: Array<number> = []
  if (!mayBeTyped.test(text)) return { comparisons, undecided }
  const { lessThans, variables } = survey(ast, text)
  const scan = new TypeArgumentScan(text)
  for (const lessThan of lessThans) {
    const names = scan.namesIn(lessThan)
    if (names === undefined) continue
    const isComparison = names.length > 0 && names.every((name) => variables.has(name))
    ;(isComparison ? comparisons : undecided).push(lessThan)
  }
  return { comparisons, undecided }
}

/** Characters that a list of types can hold outside words, literals and brackets. */
const typePunctuation = new Set([".", ",", "|", "&", "?", ":", ";", "-", "+"])
const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" }
const typeWords = new Set([
  "typeof",
  "keyof",
  "readonly",
  "unique",
  "infer",
  "extends",
  "is",
  "asserts",
  "new",
  "in",
  "as",
  "abstract",
  "this",
  "void",
  "null",
  "true",
  "false",
  "import",
  "undefined",
])

class TypeArgumentScan {
  readonly #text: string
  readonly #trivia = { end: 0, newline: false }
  /** all scans of one text together are linear in its length */
  #budget: number

  constructor(text: string) {
    this.#text = text
    this.#budget = 8 * text.length
  }

  /** The names in what could be type arguments from this `<` on, before a call or a template; else `undefined`. */
  namesIn(lessThan: number): Array<string> | undefined {
    const names: Array<string> = []
    const open: Array<string> = [">"]
    let at = lessThan + 1
    let afterDot = false
    while (open.length > 0) {
      skipTrivia(this.#text, at, this.#trivia)
      at = this.#trivia.end
      const code = this.#text.charCodeAt(at)
      const character = this.#text[at]
      if (character === undefined || (this.#budget -= 1) < 0) return undefined
      const wasAfterDot = afterDot
      afterDot = false
      if (isDigit(code)) at = numberEnd(this.#text, at)
      else if (isWordPart(code)) {
        const end = wordEnd(this.#text, at)
        const word = this.#text.slice(at, end)
        if (!wasAfterDot && !typeWords.has(word)) names.push(word)
        at = end
      } else if (character === '"' || character === "'") at = stringEnd(this.#text, at)
      else if (character === "`") {
        at = templateCharactersEnd(this.#text, at + 1)
        if (this.#text.startsWith("${", at)) return undefined
        at++
      } else if (character === "<") {
        open.push(">")
        at++
      } else if (closers[character] !== undefined) {
        open.push(closers[character]!)
        at++
      } else if (character === open.at(-1)) {
        open.pop()
        at++
      } else if (this.#text.startsWith("=>", at)) at += 2
      else if (typePunctuation.has(character) && !this.#isOperator(at)) {
        afterDot = character === "."
        if (character === ";" && open.at(-1) !== "}") return undefined
        at++
      } else return undefined
    }
    skipTrivia(this.#text, at, this.#trivia)
    const next = this.#text[this.#trivia.end]
    return next === "(" || next === "`" ? names : undefined
  }

  /** `&&`, `||`, `??`, `==`, `++`, `--`: no type holds them. */
  #isOperator(at: number): boolean {
    const character = this.#text[at]!
    return (
      character !== "." &&
      character !== "," &&
      character !== ":" &&
      character !== ";" &&
      this.#text[at + 1] === character
    )
  }
}
