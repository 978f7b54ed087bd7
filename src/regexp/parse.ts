/**
 * Pattern text to our tree, by way of regexpp's. Resolves flags, modifiers, classes and group numbers.
 * ECMA-262 22.2.1 and B.1.2. Never compiles.
 */
import { type AST, RegExpParser, RegExpSyntaxError } from "@eslint-community/regexpp"
import { type CaseMode, closeOverCase } from "./caseFolding.ts"
import { evaluateClass, type ClassContext } from "./classes.ts"
import { allCharacters, complement, single } from "./charSet.ts"
import { digits, lineTerminators, spaces, wordCharacters } from "./namedSets.ts"
import type { Flags } from "./flags.ts"
import { invalidPattern } from "./syntaxError.ts"
import { v8Reason } from "./v8Reason.ts"
import {
  alternatives,
  assertion,
  backreference,
  capture,
  type CaptureSpan,
  empty,
  lookaround,
  type Node,
  repeat,
  sequence,
  set,
  type Tree,
} from "./tree.ts"

/** Parsers and later passes recurse once a level. */
const MAX_NESTING = 250
/** Each set operator of a class is a level too. */
const MAX_SET_OPERATORS = 250
export const MAX_SOURCE_UNITS = 1 << 15
const MAX_CAPTURES = 0xffff
/** Ranges and strings of all different classes together. */
const MAX_CLASS_PARTS = 1 << 17

/**
 * @param flagsText as the author wrote them, for the message
 * @throws PatternSyntaxError
 */
export const parseTree = (source: string, flags: Flags, flagsText: string): Tree => {
  const fail = (reason: string) => invalidPattern(source, flagsText, reason)
  const operators = flags.unicodeSets ? source.split("--").length + source.split("&&").length - 2 : 0
  if (source.length > MAX_SOURCE_UNITS || nestingOf(source) > MAX_NESTING || operators > MAX_SET_OPERATORS) {
    throw fail("Regular expression too large")
  }
  const pattern = parsePattern(source, flags, fail)
  const groups = numberGroups(pattern)
  if (groups.names.length > MAX_CAPTURES) throw fail("Too many captures")
  const unicode = flags.unicode || flags.unicodeSets
  const reader: Reader = {
    unicode,
    unicodeSets: flags.unicodeSets,
    groupIndex: groups.index,
    fail,
    nextGroup: 1,
    classes: new Map(),
    classParts: 0,
  }
  const root = readAlternatives(pattern.alternatives, reader, {
    ignoreCase: flags.ignoreCase,
    multiline: flags.multiline,
    dotAll: flags.dotAll,
  })
  return { root, groupNames: groups.names, unicode }
}

/** Deepest nesting of groups and classes that the text can have, counted without reading classes. */
const nestingOf = (source: string): number => {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < source.length; i++) {
    const unit = source[i]
    if (unit === "\\") i++
    else if (unit === "(" || unit === "[") deepest = Math.max(deepest, ++depth)
    else if ((unit === ")" || unit === "]") && depth > 0) depth--
  }
  return deepest
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

const parsePattern = (source: string, flags: Flags, fail: (reason: string) => Error): AST.Pattern => {
  try {
    return parser.parsePattern(source, 0, source.length, {
      unicode: flags.unicode,
      unicodeSets: flags.unicodeSets,
    })
  } catch (error) {
    const unicode = flags.unicode || flags.unicodeSets
    const index = error instanceof RegExpSyntaxError ? error.index : 0
    throw fail(v8Reason({ reason: reasonOf(error, source), source, index, unicode }))
  }
}

/** The parser's reason without its own prefix. */
const reasonOf = (error: unknown, source: string): string => {
  const message = error instanceof Error ? error.message : String(error)
  const at = message.indexOf(`/${source}/`)
  return message.slice(message.indexOf(": ", at + source.length + 1) + 2)
}

interface Groups {
  readonly names: Array<string | undefined>
  readonly index: Map<AST.CapturingGroup, number>
}

/** Groups in the order of their opening parentheses. */
const numberGroups = (pattern: AST.Pattern): Groups => {
  const found: AST.CapturingGroup[] = []
  const pending: AST.Alternative[] = [...pattern.alternatives]
  for (let branch = pending.pop(); branch !== undefined; branch = pending.pop()) {
    for (const element of branch.elements) {
      const inner = element.type === "Quantifier" ? element.element : element
      if (inner.type === "CapturingGroup") found.push(inner)
      if ("alternatives" in inner) pending.push(...(inner.alternatives as AST.Alternative[]))
    }
  }
  found.sort((a, b) => a.start - b.start)
  return {
    names: [undefined, ...found.map((group) => group.name ?? undefined)],
    index: new Map(found.map((group, i) => [group, i + 1])),
  }
}

interface Reader {
  readonly unicode: boolean
  readonly unicodeSets: boolean
  readonly groupIndex: ReadonlyMap<AST.CapturingGroup, number>
  readonly fail: (reason: string) => Error
  nextGroup: number
  /** Classes already read, by their text and whether case is ignored: a text means the same everywhere. */
  readonly classes: Map<string, Node>
  classParts: number
}

/** The flags that modifiers can change. */
interface Modes {
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
}

const caseModeOf = (reader: Reader, modes: Modes): CaseMode | undefined =>
  modes.ignoreCase ? (reader.unicode ? "folding" : "unit") : undefined

const readAlternatives = (branches: readonly AST.Alternative[], reader: Reader, modes: Modes): Node =>
  alternatives(
    branches.map((branch) => sequence(branch.elements.map((element) => read(element, reader, modes)))),
  )

/** Reads `body` and tells which groups it has. */
const spanned = (reader: Reader, readBody: () => Node): readonly [Node, CaptureSpan] => {
  const captureFrom = reader.nextGroup
  const body = readBody()
  return [body, { captureFrom, captureTo: reader.nextGroup }]
}

const read = (element: AST.Element, reader: Reader, modes: Modes): Node => {
  switch (element.type) {
    case "Character":
      return set(closed([element.value, element.value + 1], reader, modes))
    case "CharacterSet":
      if (element.kind === "any") return set(modes.dotAll ? allCharacters : complement(lineTerminators))
      return readClass(element, reader, modes)
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return readClass(element, reader, modes)
    case "Group":
      return readAlternatives(element.alternatives, reader, modified(modes, element.modifiers))
    case "CapturingGroup": {
      const index = reader.nextGroup++
      return capture(index, readAlternatives(element.alternatives, reader, modes))
    }
    case "Backreference": {
      const resolved = Array.isArray(element.resolved) ? element.resolved : [element.resolved]
      return backreference(
        resolved.map((group) => reader.groupIndex.get(group)!),
        caseModeOf(reader, modes),
      )
    }
    case "Quantifier": {
      const [body, span] = spanned(reader, () => read(element.element, reader, modes))
      return repeat(body, { min: element.min, max: element.max, greedy: element.greedy }, span)
    }
    case "Assertion":
      return readAssertion(element, reader, modes)
  }
}

const closed = (characters: readonly number[], reader: Reader, modes: Modes) => {
  const mode = caseModeOf(reader, modes)
  return mode === undefined ? characters : closeOverCase(characters, mode)
}

const modified = (modes: Modes, modifiers: AST.Modifiers | null): Modes => {
  if (modifiers === null) return modes
  const { add, remove } = modifiers
  return {
    ignoreCase: (modes.ignoreCase || add.ignoreCase) && !remove?.ignoreCase,
    multiline: (modes.multiline || add.multiline) && !remove?.multiline,
    dotAll: (modes.dotAll || add.dotAll) && !remove?.dotAll,
  }
}

const readAssertion = (element: AST.Assertion, reader: Reader, modes: Modes): Node => {
  switch (element.kind) {
    case "start":
      return assertion(modes.multiline ? "lineStart" : "start", [])
    case "end":
      return assertion(modes.multiline ? "lineEnd" : "end", [])
    case "word":
      return assertion(element.negate ? "notBoundary" : "boundary", wordSet(reader, modes))
    default: {
      const [body, span] = spanned(reader, () => readAlternatives(element.alternatives, reader, modes))
      return lookaround(body, { behind: element.kind === "lookbehind", negate: element.negate }, span)
    }
  }
}

/** WordCharacters, ECMA-262 22.2.2.9.3. */
const wordSet = (reader: Reader, modes: Modes) =>
  reader.unicode && modes.ignoreCase ? closeOverCase(wordCharacters, "folding") : wordCharacters

type ClassNode =
  | AST.CharacterClass
  | AST.ExpressionCharacterClass
  | AST.EscapeCharacterSet
  | AST.UnicodePropertyCharacterSet

const readClass = (element: ClassNode, reader: Reader, modes: Modes): Node => {
  const key = `${modes.ignoreCase ? "i" : "-"}${element.raw}`
  const known = reader.classes.get(key)
  if (known !== undefined) return known
  const node = readNewClass(element, reader, modes)
  reader.classes.set(key, node)
  return node
}

const readNewClass = (element: ClassNode, reader: Reader, modes: Modes): Node => {
  const context: ClassContext = {
    unicodeSets: reader.unicodeSets,
    caseMode: caseModeOf(reader, modes),
    escapes: { digit: digits, space: spaces, word: wordSet(reader, modes) },
    unknownProperty: () => reader.fail("Invalid property name"),
  }
  const { characters, strings } = evaluateClass(element, context)
  reader.classParts += characters.length + strings.reduce((total, text) => total + text.length, 0)
  if (reader.classParts > MAX_CLASS_PARTS) throw reader.fail("Regular expression too large")
  if (strings.length === 0) return set(characters)
  const longest = [...strings].sort((a, b) => [...b].length - [...a].length)
  const texts = longest.filter((text) => text !== "").map((text) => literal(text, reader, modes))
  const branches = [...texts, set(characters), ...(longest.includes("") ? [empty] : [])]
  return alternatives(branches)
}

const literal = (text: string, reader: Reader, modes: Modes): Node =>
  sequence([...text].map((character) => set(closed(single(character.codePointAt(0)!), reader, modes))))
