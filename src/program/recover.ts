// Owns what models send: byte order marks, Markdown fences, wrapper functions, a last expression without `return`.
// Never runs anything and never changes a character that it keeps.

import type { AnyNode, ExpressionStatement, Function as FunctionNode, ImportDeclaration, Pattern, Program } from "acorn"
import { parseBody, parseScriptText } from "./parse.ts"
import type { Parse } from "./parse.ts"
import { excerpt, LineIndex } from "./position.ts"
import type { Position } from "./position.ts"
import { SyntaxProblem } from "./syntaxError.ts"
import { unknownModule, unsupportedExport } from "./support.ts"

/** What a program may name besides its own declarations. */
export interface ParseOptions {
  /** names that a wrapper's parameter may take: `tools`, `search`, `console`, built-ins, extensions' globals, bindings */
  readonly globals: ReadonlySet<string>
  /** the modules that a program can import, as it would write them */
  readonly modules: ReadonlyArray<string>
  /** whether `import ... from name` can be resolved */
  readonly isModule: (name: string) => boolean
}

/** How an argument of the wrapper function is found: the object of everything, or one global by its name. */
export type WrapperArgument = { readonly kind: "everything" } | { readonly kind: "global"; readonly name: string } | { readonly kind: "undefined" }

/** A program that is one function: evaluate the body, then call this with the arguments and await its result. */
export interface WrapperCall {
  readonly node: FunctionNode
  /** `everything` is `{ tools, search, console, ...bindings }` */
  readonly arguments: ReadonlyArray<WrapperArgument>
}

export interface ProgramImport {
  readonly module: string
  readonly default?: string
  readonly namespace?: string
  readonly named: ReadonlyArray<{ readonly imported: string; readonly local: string }>
  readonly start: number
}

/** A text that is a program. Offsets are those of `javascript`. */
export interface ParsedProgram {
  /** imports and an exported wrapper are still among its statements */
  readonly ast: Program
  /** what Acorn parsed; types are blanks in it */
  readonly javascript: string
  /** the place in the text as it was sent */
  locate(offset: number): Position
  readonly imports: ReadonlyArray<ProgramImport>
  readonly call: WrapperCall | null
  /** without `return`: the last statement, whose awaited value is the result */
  readonly completion: ExpressionStatement | null
}

/** Why a text is no program. */
export interface SourceError {
  readonly kind: "ParseError" | "UnsupportedSyntax"
  readonly message: string
  readonly location?: Position
}

/** A part of the sent text that is tried as a program. */
interface Candidate {
  readonly text: string
  readonly origin: (offset: number) => number
}

/** Reads what a model sent as a program. `"needs-types"`: await `loadTypes()`, then call again. */
export function parseProgram(source: string, options: ParseOptions): ParsedProgram | SourceError | "needs-types" {
  const lines = new LineIndex(source)
  const mark = source.startsWith("\uFEFF") ? 1 : 0
  const whole: Candidate = { text: source.slice(mark), origin: (offset) => offset + mark }
  if (whole.text.trim() === "") {
    return { kind: "ParseError", message: "The program is empty. Write statements, and return a value.", location: { line: 1, column: 1 } }
  }
  const parse = parseBody(whole.text)
  const locate = (offset: number): Position => lines.at(whole.origin(offset))
  if (parse instanceof SyntaxProblem) return sourceError(parse, lines, locate)
  const program = describe(parse, whole.text, locate, options)
  return program instanceof SyntaxProblem ? sourceError(program, lines, locate) : program
}

/** A script as the test262 runner needs it: no recovery, no TypeScript. */
export function parseScript(
  source: string,
  options: { readonly strict: boolean },
): Pick<ParsedProgram, "ast" | "javascript" | "locate"> | SourceError {
  const lines = new LineIndex(source)
  const locate = (offset: number): Position => lines.at(offset)
  const ast = parseScriptText(source, options.strict)
  if (ast instanceof SyntaxProblem) return sourceError(ast, lines, locate)
  return { ast, javascript: source, locate }
}

function sourceError(problem: SyntaxProblem, lines: LineIndex, locate: (offset: number) => Position): SourceError {
  const location = locate(problem.offset)
  const message = problem.kind === "ParseError" ? `${problem.message}\n${excerpt(lines, location)}` : problem.message
  return { kind: problem.kind, message, location }
}

type Statement = Program["body"][number]

function describe(
  parse: Parse,
  javascript: string,
  locate: (offset: number) => Position,
  options: ParseOptions,
): ParsedProgram | SyntaxProblem {
  if (parse.excluded !== undefined) return parse.excluded
  const imports: Array<ProgramImport> = []
  const rest: Array<Statement> = []
  for (const statement of parse.ast.body) {
    if (statement.type === "ImportDeclaration") {
      const one = importOf(statement)
      if (!options.isModule(one.module)) return unknownModule(one.module, options.modules, statement.start)
      imports.push(one)
    } else if (!isIdle(statement)) rest.push(statement)
  }
  const wrapper = rest.length === 1 ? wrapperOf(rest[0]!) : undefined
  const exported = rest.find((statement) => /^Export/.test(statement.type))
  if (exported !== undefined && wrapper === undefined) return unsupportedExport(exported)
  const call = wrapper === undefined ? null : { node: wrapper, arguments: wrapper.params.map((parameter, index) => argumentFor(parameter, index, options.globals)) }
  const completion = call === null && !parse.returns ? completionOf(parse.ast.body) : null
  return { ast: parse.ast, javascript, locate, imports, call: call && { ...call, arguments: call.arguments.length === 0 ? [{ kind: "everything" }] : call.arguments }, completion }
}

/** Statements beside which a function is still the whole program. */
function isIdle(statement: Statement): boolean {
  return statement.type === "EmptyStatement" || (statement.type === "ExpressionStatement" && statement.directive === "use strict")
}

function completionOf(body: ReadonlyArray<Statement>): ExpressionStatement | null {
  const last = body.findLast((statement) => statement.type !== "EmptyStatement")
  return last?.type === "ExpressionStatement" ? last : null
}

function wrapperOf(statement: Statement): FunctionNode | undefined {
  const node: AnyNode =
    statement.type === "ExpressionStatement"
      ? statement.expression
      : statement.type === "ExportDefaultDeclaration"
        ? statement.declaration
        : statement
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return node
    default:
      return undefined
  }
}

function argumentFor(parameter: Pattern, index: number, globals: ReadonlySet<string>): WrapperArgument {
  if (parameter.type === "Identifier" && globals.has(parameter.name)) return { kind: "global", name: parameter.name }
  return index === 0 ? { kind: "everything" } : { kind: "undefined" }
}

function importOf(node: ImportDeclaration): ProgramImport {
  const named: Array<{ imported: string; local: string }> = []
  const one: { default?: string; namespace?: string } = {}
  for (const specifier of node.specifiers) {
    const local = specifier.local.name
    if (specifier.type === "ImportDefaultSpecifier") one.default = local
    else if (specifier.type === "ImportNamespaceSpecifier") one.namespace = local
    else named.push({ imported: nameOf(specifier.imported), local })
  }
  return { module: String(node.source.value), ...one, named, start: node.start }
}

function nameOf(name: { type: "Identifier"; name: string } | { type: "Literal"; value?: unknown }): string {
  return name.type === "Identifier" ? name.name : String(name.value)
}
