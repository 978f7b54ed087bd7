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
import { SyntaxProblem } from "./syntaxError.ts"
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
}

type Outcome<A> = A | SyntaxProblem | "needs-types"

/**
 * Reads what a model sent as a program. `"needs-types"` means that the text may be TypeScript and that its compiler is
 * not loaded: await `loadTypes()`, then call again.
 */
export function parseProgram(source: string, scope: ProgramScope): ParsedProgram | SourceError | "needs-types" {
  const lines = new LineIndex(source)
  const mark = source.startsWith("\uFEFF") ? 1 : 0
  const reading = recover({ text: source.slice(mark), origin: (offset) => offset + mark })
  if (reading === "needs-types") return reading
  if (reading instanceof SyntaxProblem) return sourceError(reading, lines, (offset) => lines.at(offset))
  const locate = (offset: number): Position => lines.at(reading.origin(offset))
  const entry = findEntry(reading.parse, scope)
  if (entry instanceof SyntaxProblem) return sourceError(entry, lines, locate)
  return { ast: reading.parse.ast, javascript: reading.javascript, locate, ...entry }
}

/** Reads a script (ECMA-262 16.1) as the test262 runner needs it: no recovery, no TypeScript. */
export function parseScript(source: string, options: { readonly strict: boolean }): ParsedText | SourceError {
  const lines = new LineIndex(source)
  const locate = (offset: number): Position => lines.at(offset)
  const ast = checkNesting(source) ?? parseScriptText(source, options.strict)
  return ast instanceof SyntaxProblem ? sourceError(ast, lines, locate) : { ast, javascript: source, locate }
}

function sourceError(problem: SyntaxProblem, lines: LineIndex, locate: (offset: number) => Position): SourceError {
  const location = locate(problem.offset)
  const isParseError = problem.kind === "ParseError"
  return { kind: problem.kind, message: isParseError ? `${problem.message}\n${excerpt(lines, location)}` : problem.message, location }
}

/** As it stands, else its only fenced block. Problems have offsets of the sent text. */
function recover(whole: Candidate): Outcome<Reading> {
  if (isBlank(whole.text)) return moved(emptyProblem(), whole)
  const asJavaScript = readJavaScript(whole)
  if (isReading(asJavaScript) && !asJavaScript.parse.fence) return decideLanguage(asJavaScript, whole)
  const block = onlyFencedBlock(whole.text)
  if (block === undefined) return asJavaScript instanceof SyntaxProblem ? readTypeScript(whole, asJavaScript) : asJavaScript
  if (typeof block === "object" && !block.quoted) return readBlock(block, whole)
  const asTypeScript = asJavaScript instanceof SyntaxProblem ? readTypeScript(whole, asJavaScript) : asJavaScript
  if (!(asTypeScript instanceof SyntaxProblem)) return asTypeScript
  if (typeof block === "object") return readBlock(block, whole)
  return new SyntaxProblem(
    "ParseError",
    `${asTypeScript.message}. The text holds ${block} fenced blocks; send one program, in one block or in none`,
    asTypeScript.offset,
  )
}

function readBlock(block: Candidate, whole: Candidate): Outcome<Reading> {
  const inner: Candidate = { text: block.text, origin: (offset) => whole.origin(block.origin(offset)) }
  if (isBlank(inner.text)) return moved(emptyProblem(), inner)
  const asJavaScript = readJavaScript(inner)
  return isReading(asJavaScript) ? decideLanguage(asJavaScript, inner) : readTypeScript(inner, asJavaScript)
}

function isBlank(text: string): boolean {
  return text.trim() === ""
}

function emptyProblem(): SyntaxProblem {
  return new SyntaxProblem("ParseError", "The program is empty: write statements and return a value", 0)
}

function moved(problem: SyntaxProblem, { origin }: Pick<Candidate, "origin">): SyntaxProblem {
  return new SyntaxProblem(problem.kind, problem.message, origin(problem.offset))
}

function isReading(outcome: Outcome<Reading>): outcome is Reading {
  return !(outcome instanceof SyntaxProblem) && outcome !== "needs-types"
}

function readJavaScript(candidate: Candidate): Reading | SyntaxProblem {
  const parse = checkNesting(candidate.text) ?? parseBody(candidate.text)
  if (parse instanceof SyntaxProblem) return moved(parse, candidate)
  return { parse, javascript: candidate.text, origin: candidate.origin }
}

/** JavaScript is what it is, except where TypeScript would read a comparison as type arguments. */
function decideLanguage(reading: Reading, candidate: Candidate): Outcome<Reading> {
  const { comparisons, undecided } = findAmbiguities(candidate.text, reading.parse.lessThans, reading.parse)
  if (undecided.length === 0) return reading
  if (!hasCompiler()) return "needs-types"
  const erased = checkNesting(candidate.text, { types: true }) ?? eraseTypes(candidate.text, comparisons)
  if (erased instanceof SyntaxProblem || erased.problem !== undefined) return reading
  const parse = parseBody(erased.javascript)
  return parse instanceof SyntaxProblem ? reading : { parse, javascript: erased.javascript, origin: candidate.origin }
}

/** TypeScript, after `asJavaScript` said why the text is no JavaScript. */
function readTypeScript(candidate: Candidate, asJavaScript: SyntaxProblem): Outcome<Reading> {
  if (!hasCompiler()) return "needs-types"
  const erased = checkNesting(candidate.text, { types: true }) ?? eraseTypes(candidate.text, [])
  if (erased instanceof SyntaxProblem) return moved(erased, candidate)
  const origin = (offset: number): number => candidate.origin(erased.origin(offset))
  const parse = parseBody(erased.javascript)
  const { problem } = erased
  if (problem === undefined) {
    return parse instanceof SyntaxProblem ? moved(parse, { origin }) : { parse, javascript: erased.javascript, origin }
  }
  // of three findings, the one of the parser that got furthest; V8's words where there are any
  const typed = moved(problem, candidate)
  if (asJavaScript.offset >= typed.offset) return asJavaScript
  return parse instanceof SyntaxProblem && parse.offset === problem.offset ? moved(parse, { origin }) : typed
}
