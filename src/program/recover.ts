// Owns the order in which what a model sent is tried as a program: as it stands, then its only fenced block; as
// JavaScript, then as TypeScript. Never runs anything and never changes a character that it keeps.

import type { Program } from "acorn"
import type { Entry, ProgramScope } from "./entry.ts"
import { findEntry } from "./entry.ts"
import { onlyFencedBlock } from "./fence.ts"
import { checkNesting } from "./nesting.ts"
import type { Parse } from "./parse.ts"
import { parseBody, parseScriptText } from "./parse.ts"
import type { Position } from "./position.ts"
import { excerpt, LineIndex } from "./position.ts"
import { jsxSentence, SyntaxProblem } from "./syntaxError.ts"
import { readsFence } from "./survey.ts"
import { findAmbiguities } from "./typeArguments.ts"
import { eraseTypes, hasCompiler } from "./types.ts"

/** A text that can run, and the way back from its offsets to the text as it was sent. */
export interface ParsedText {
  /** with offsets of `javascript` */
  readonly ast: Program
  /** what Acorn parsed: types are blanks in it, enums and their like are code */
  readonly javascript: string
  /** the place of an offset of `javascript` in the text as it was sent, fence and byte order mark included */
  locate(offset: number): Position
}

/** A text that is a program. */
export interface ParsedProgram extends ParsedText, Entry {}

/** Why a text is no program. A `ParseError`'s message shows the line with a caret. */
export interface SourceError {
  readonly kind: "ParseError" | "UnsupportedSyntax"
  readonly message: string
  readonly location: Position
}

/** A part of the sent text that is tried as a program. */
interface Candidate {
  readonly text: string
  readonly origin: (offset: number) => number
}

interface Reading {
  readonly parse: Parse
  readonly javascript: string
  readonly origin: (offset: number) => number
  /** whether the author's last statement is an expression, where transpiling could have made one */
  readonly endsInExpression: boolean
}

type Outcome<A> = A | SyntaxProblem | "needs-types"

/**
 * Reads what a model sent as a program. `"needs-types"` means that the text may be TypeScript and that its compiler is
 * not loaded: await `loadTypes()`, then call again.
 */
export function parseProgram(
  source: string,
  scope: ProgramScope,
): ParsedProgram | SourceError | "needs-types" {
  const lines = new LineIndex(source)
  const mark = source.startsWith("\uFEFF") ? 1 : 0
  const reading = recover({ text: source.slice(mark), origin: (offset) => offset + mark })
  if (reading === "needs-types") return reading
  if (reading instanceof SyntaxProblem) return sourceError(reading, lines, (offset) => lines.at(offset))
  const locate = (offset: number): Position => lines.at(reading.origin(offset))
  const entry = findEntry(reading.parse, scope)
  if (entry instanceof SyntaxProblem) return sourceError(entry, lines, locate)
  const completion = reading.endsInExpression ? entry.completion : null
  return { ast: reading.parse.ast, javascript: reading.javascript, locate, ...entry, completion }
}

/** Reads a script (ECMA-262 16.1) as the test262 runner needs it: no recovery, no TypeScript. */
export function parseScript(source: string, options: { readonly strict: boolean }): ParsedText | SourceError {
  const lines = new LineIndex(source)
  const locate = (offset: number): Position => lines.at(offset)
  const ast = checkNesting(source) ?? parseScriptText(source, options.strict)
  return ast instanceof SyntaxProblem ? sourceError(ast, lines, locate) : { ast, javascript: source, locate }
}

function sourceError(
  problem: SyntaxProblem,
  lines: LineIndex,
  locate: (offset: number) => Position,
): SourceError {
  const location = locate(problem.offset)
  const isParseError = problem.kind === "ParseError"
  return {
    kind: problem.kind,
    message: isParseError ? `${problem.message}\n${excerpt(lines, location)}` : problem.message,
    location,
  }
}

/** As it stands, else its only fenced block. Problems have offsets of the sent text. */
function recover(whole: Candidate): Outcome<Reading> {
  if (isBlank(whole.text)) return emptyProblem(whole)
  const asJavaScript = readJavaScript(whole)
  const isProgram = !(asJavaScript instanceof SyntaxProblem)
  if (isProgram && !readsFence(asJavaScript.parse.ast, whole.text)) return decideLanguage(asJavaScript, whole)
  const block = onlyFencedBlock(whole.text)
  if (block === undefined) return decide(asJavaScript, whole)
  if (block === "several") return isProgram ? blocksProblem(whole) : withBlocks(decide(asJavaScript, whole))
  if (!block.quoted) return readBlock(block, whole)
  const asItStands = decide(asJavaScript, whole)
  return asItStands instanceof SyntaxProblem ? readBlock(block, whole) : asItStands
}

function readBlock(block: Candidate, whole: Candidate): Outcome<Reading> {
  const inner: Candidate = { text: block.text, origin: (offset) => whole.origin(block.origin(offset)) }
  return isBlank(inner.text) ? emptyProblem(inner) : decide(readJavaScript(inner), inner)
}

function decide(asJavaScript: Reading | SyntaxProblem, candidate: Candidate): Outcome<Reading> {
  if (asJavaScript instanceof SyntaxProblem) return readTypeScript(candidate, asJavaScript)
  return decideLanguage(asJavaScript, candidate)
}

const severalBlocks = "The text holds several fenced blocks: send one program, in one block or in none"

function blocksProblem({ origin }: Candidate): SyntaxProblem {
  return new SyntaxProblem("ParseError", severalBlocks, origin(0))
}

/** A text with several blocks that is no program itself: which of them is meant is not for us to guess. */
function withBlocks(outcome: Outcome<Reading>): Outcome<Reading> {
  if (!(outcome instanceof SyntaxProblem)) return outcome
  return new SyntaxProblem(outcome.kind, `${outcome.message}. ${severalBlocks}`, outcome.offset)
}

function isBlank(text: string): boolean {
  return text.trim() === ""
}

function emptyProblem({ origin }: Candidate): SyntaxProblem {
  return new SyntaxProblem(
    "ParseError",
    "The program is empty: write statements and return a value",
    origin(0),
  )
}

function moved(problem: SyntaxProblem, { origin }: Pick<Candidate, "origin">): SyntaxProblem {
  return new SyntaxProblem(problem.kind, problem.message, origin(problem.offset))
}

/** A problem has offsets of the candidate. */
function readJavaScript(candidate: Candidate): Reading | SyntaxProblem {
  const parse = checkNesting(candidate.text) ?? parseBody(candidate.text)
  if (parse instanceof SyntaxProblem) return parse
  return { parse, javascript: candidate.text, origin: candidate.origin, endsInExpression: true }
}

/** JavaScript is what it is, except where TypeScript would read a comparison as type arguments. */
function decideLanguage(reading: Reading, candidate: Candidate): Outcome<Reading> {
  const { comparisons, undecided } = findAmbiguities(reading.parse.ast, candidate.text)
  if (undecided.length === 0) return reading
  if (!hasCompiler()) return "needs-types"
  const erased = checkNesting(candidate.text, { types: true }) ?? eraseTypes(candidate.text, comparisons)
  if (erased instanceof SyntaxProblem || erased.problem !== undefined) return reading
  const parse = parseBody(erased.javascript)
  return parse instanceof SyntaxProblem ? reading : { ...reading, parse, javascript: erased.javascript }
}

/** TypeScript, after `asJavaScript` said, in offsets of the candidate, why the text is no JavaScript. */
function readTypeScript(candidate: Candidate, asJavaScript: SyntaxProblem): Outcome<Reading> {
  if (!hasCompiler()) return "needs-types"
  if (checkNesting(candidate.text, { types: true }) !== undefined) return moved(asJavaScript, candidate)
  const erased = eraseTypes(candidate.text, [])
  if (erased instanceof SyntaxProblem) return moved(erased, candidate)
  const origin = (offset: number): number => candidate.origin(erased.origin(offset))
  const parse = parseBody(erased.javascript)
  const { problem } = erased
  if (problem === undefined) {
    if (parse instanceof SyntaxProblem) return moved(parse, { origin })
    return { parse, javascript: erased.javascript, origin, endsInExpression: erased.endsInExpression }
  }
  if (asJavaScript.message === jsxSentence) return moved(asJavaScript, candidate)
  return moved(furthest(asJavaScript, parse, problem), candidate)
}

/** Of three findings, that of the parser that read furthest; V8's words where they are as good as TypeScript's. */
function furthest(
  asJavaScript: SyntaxProblem,
  erased: Parse | SyntaxProblem,
  typed: SyntaxProblem,
): SyntaxProblem {
  if (asJavaScript.reached >= typed.offset) return asJavaScript
  return erased instanceof SyntaxProblem && erased.reached >= typed.offset ? erased : typed
}
