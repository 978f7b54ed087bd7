// Owns Acorn: one parse of JavaScript text, as the body of a strict async function or as a script. Never sees TypeScript.

import type { Node, Options, Program } from "acorn"
import { Parser, tokTypes } from "acorn"
import { sentenceOf, SyntaxProblem } from "./syntaxError.ts"
import type { Stopped } from "./syntaxError.ts"
import { importMetaProblem, usingProblem, withProblem } from "./support.ts"

/** A text that parsed, and what later steps must know without walking it again. */
export interface Parse {
  readonly ast: Program
  /** a `return` stands in the program itself, not in a function of it */
  readonly returns: boolean
  /** offsets of every `<` that compares */
  readonly lessThans: ReadonlyArray<number>
  /** names of the variables, parameters and functions that the text declares, and of its classes */
  readonly declared: ReadonlySet<string>
  readonly classes: ReadonlySet<string>
  /** the text reads a Markdown fence as code: an empty template that is called, or `~~~` */
  readonly fence: boolean
  /** the first form that parses but that programs may not use */
  readonly excluded: SyntaxProblem | undefined
}

type TokenType = (typeof tokTypes)["name"]

const Flag = { top: 1, function: 2, async: 4, variables: 1 | 2 | 256, classFieldInit: 512, simpleCatch: 32 }
const Binding = { lexical: 2, function: 3, simpleCatch: 4 }

/** Acorn's scope record, with sets in place of its arrays: many names in one scope stay linear. */
interface Scope {
  readonly flags: number
  readonly variables: Set<string>
  readonly lexical: Set<string>
  readonly functions: Set<string>
  firstLexical: string | undefined
}

/** The members of Acorn's parser that its types leave out. */
interface AcornParser {
  readonly input: string
  readonly type: TokenType
  readonly value: unknown
  readonly start: number
  readonly end: number
  readonly lastTokStart: number
  readonly lastTokEnd: number
  readonly inModule: boolean
  readonly scopeStack: Array<Scope>
  parse(): Program
  currentScope(): Scope
  currentVarScope(): Scope
  treatFunctionsAsVarInScope(scope: Scope): boolean
  enterScope(flags: number): void
  declareName(name: string, binding: number, start: number): void
  checkLocalExport(id: Node): void
  raise(offset: number, sentence: string): never
  raiseRecoverable(offset: number, sentence: string): never
  unexpected(offset?: number): never
  expect(type: TokenType): void
  parseExprList(close: TokenType, ...rest: Array<unknown>): Array<Node>
  parseObj(...rest: Array<unknown>): Node
  parseBindingList(...rest: Array<unknown>): Array<Node>
  parseParenAndDistinguishExpression(...rest: Array<unknown>): Node
  parseReturnStatement(node: Node): Node
  parseWithStatement(node: Node): Node
  parseVar(node: Node, isFor: boolean, kind: string, ...rest: Array<unknown>): Node
  parseImportMeta(node: Node): Node
  parseVarId(declaration: Node, kind: string): void
  parseClass(node: Node, isStatement: unknown): Node
  finishNode(node: Node, type: string): Node
}

const Base = Parser as unknown as new (options: Options, input: string) => AcornParser

class ScriptParser extends Base {
  /** the innermost comma list being parsed is one of arguments */
  #inArguments = false

  override enterScope(flags: number): void {
    const scope = { flags, variables: new Set<string>(), lexical: new Set<string>(), functions: new Set<string>() }
    this.scopeStack.push({ ...scope, firstLexical: undefined })
  }

  /** As Acorn's, which searches arrays. */
  override declareName(name: string, binding: number, start: number): void {
    if (this.#declares(name, binding)) {
      this.raiseRecoverable(start, `Identifier '${name}' has already been declared`)
    }
  }

  #declares(name: string, binding: number): boolean {
    const scope = this.currentScope()
    if (binding === Binding.lexical) {
      const again = scope.lexical.has(name) || scope.functions.has(name) || scope.variables.has(name)
      scope.lexical.add(name)
      scope.firstLexical ??= name
      return again
    }
    if (binding === Binding.simpleCatch) {
      scope.lexical.add(name)
      scope.firstLexical ??= name
      return false
    }
    if (binding === Binding.function) {
      const again =
        scope.lexical.has(name) || (!this.treatFunctionsAsVarInScope(scope) && scope.variables.has(name))
      scope.functions.add(name)
      return again
    }
    return this.#declaresVariable(name)
  }

  #declaresVariable(name: string): boolean {
    for (let i = this.scopeStack.length - 1; i >= 0; i--) {
      const scope = this.scopeStack[i]!
      const caught = (scope.flags & Flag.simpleCatch) !== 0 && scope.firstLexical === name
      if (scope.lexical.has(name) && !caught) return true
      if (!this.treatFunctionsAsVarInScope(scope) && scope.functions.has(name)) return true
      scope.variables.add(name)
      if (scope.flags & Flag.variables) break
    }
    return false
  }

  /** Exports are refused by their own sentence, whatever they name. */
  override checkLocalExport(_id: Node): void {}

  override raise(offset: number, sentence: string): never {
    throw new SyntaxProblem("ParseError", sentenceOf(this.#stopped(offset, sentence)), offset)
  }

  override raiseRecoverable(offset: number, sentence: string): never {
    return this.raise(offset, sentence)
  }

  #stopped(offset: number, sentence: string): Stopped {
    const here = offset === this.start
    const token = here ? this.input.slice(this.start, this.end) : this.#textAt(offset)
    const tokenKind = here ? kindOf(this.type) : "punctuation"
    return { sentence, token, tokenKind, inArguments: this.#missesParenthesis }
  }

  #textAt(offset: number): string {
    if (offset === this.lastTokStart) return this.input.slice(offset, this.lastTokEnd)
    return /^(?:[\w$]+|\.\.\.|.)?/su.exec(this.input.slice(offset, offset + 100))![0]
  }

  #missesParenthesis = false

  override expect(type: TokenType): void {
    this.#missesParenthesis = type === tokTypes.comma && this.#inArguments && this.type !== tokTypes.comma
    super.expect(type)
  }

  #list<A>(inArguments: boolean, parse: () => A): A {
    const outer = this.#inArguments
    this.#inArguments = inArguments
    const list = parse()
    this.#inArguments = outer
    return list
  }

  override parseExprList(close: TokenType, ...rest: Array<unknown>): Array<Node> {
    return this.#list(close === tokTypes.parenR, () => super.parseExprList(close, ...rest))
  }

  override parseObj(...rest: Array<unknown>): Node {
    return this.#list(false, () => super.parseObj(...rest))
  }

  override parseBindingList(...rest: Array<unknown>): Array<Node> {
    return this.#list(false, () => super.parseBindingList(...rest))
  }

  override parseParenAndDistinguishExpression(...rest: Array<unknown>): Node {
    return this.#list(false, () => super.parseParenAndDistinguishExpression(...rest))
  }
}

function kindOf(type: TokenType): Stopped["tokenKind"] {
  if (type === tokTypes.eof) return "end"
  if (type === tokTypes.name) return "name"
  if (type === tokTypes.num) return "number"
  if (type === tokTypes.string) return "string"
  if (type === tokTypes.privateId) return "private"
  if (type === tokTypes.backQuote || type === tokTypes.template) return "template"
  return type.keyword === undefined ? "punctuation" : "keyword"
}

interface Found {
  returns: boolean
  lessThans: Array<number>
  declared: Set<string>
  classes: Set<string>
  fence: boolean
  excluded: SyntaxProblem | undefined
}

class ProgramParser extends ScriptParser {
  readonly found: Found = {
    returns: false,
    lessThans: [],
    declared: new Set(),
    classes: new Set(),
    fence: false,
    excluded: undefined,
  }

  /** The outermost scope is an async function's: `return`, `await`, and functions that act as variables. */
  override enterScope(flags: number): void {
    super.enterScope(this.scopeStack.length === 0 ? flags | Flag.function | Flag.async : flags)
  }

  override declareName(name: string, binding: number, start: number): void {
    this.found.declared.add(name)
    super.declareName(name, binding, start)
  }

  override parseReturnStatement(node: Node): Node {
    if (this.currentVarScope() === this.scopeStack[0]) this.found.returns = true
    return super.parseReturnStatement(node)
  }

  override parseWithStatement(node: Node): Node {
    throw withProblem(node.start)
  }

  override parseVar(node: Node, isFor: boolean, kind: string, ...rest: Array<unknown>): Node {
    if (kind === "using" || kind === "await using") {
      this.found.excluded ??= usingProblem(kind, node.start)
    }
    return super.parseVar(node, isFor, kind, ...rest)
  }

  override parseImportMeta(node: Node): Node {
    this.found.excluded ??= importMetaProblem(node.start)
    return super.parseImportMeta(node)
  }

  override finishNode(node: Node, type: string): Node {
    const finished = super.finishNode(node, type)
    note(finished, this.found, this.input)
    return finished
  }
}

interface AnyNode extends Node {
  readonly operator: string
  readonly left: Node
  readonly right: Node
  readonly argument: Node
  readonly id: (Node & { name?: string }) | null
  readonly init: Node | null
  readonly tag: Node
  readonly quasi: Node & { quasis: Array<Node> }
}

function note(finished: Node, found: Found, input: string): void {
  const node = finished as AnyNode
  switch (node.type) {
    case "BinaryExpression":
      if (node.operator === "<") found.lessThans.push(input.indexOf("<", endOf(node.left, node.right, input)))
      return
    case "UnaryExpression":
      if (node.operator === "~" && input.startsWith("~~~", node.start)) found.fence = true
      return
    case "TaggedTemplateExpression":
      if (isFence(node)) found.fence = true
      return
    case "ClassDeclaration":
      if (node.id?.name !== undefined) found.classes.add(node.id.name)
      return
    case "VariableDeclarator":
      if (node.init?.type === "ClassExpression" && node.id?.name !== undefined) found.classes.add(node.id.name)
  }
}

/** "```" as code: a template without text that another template follows at once. */
function isFence({ tag, quasi }: AnyNode): boolean {
  if (tag.end !== quasi.start) return false
  const template = tag.type === "TaggedTemplateExpression" ? (tag as AnyNode).quasi : tag
  return template.type === "TemplateLiteral" && template.end - template.start === 2
}

/** Where the operator between two operands can first stand: brackets and comments around them skipped. */
function endOf(left: Node, right: Node, input: string): number {
  let at = left.end
  while (at < right.start) {
    if (input.startsWith("//", at)) at = lineEnd(input, at)
    else if (input.startsWith("/*", at)) at = input.indexOf("*/", at + 2) + 2
    else if (input[at] === "<") return at
    else at++
  }
  return left.end
}

function lineEnd(input: string, at: number): number {
  const end = /[\r\n\u2028\u2029]/g
  end.lastIndex = at
  return end.exec(input)?.index ?? input.length
}

/** Parses JavaScript as the body of a strict async function that may also import. */
export function parseBody(text: string): Parse | SyntaxProblem {
  const parser = new ProgramParser({ ecmaVersion: "latest", sourceType: "module", allowHashBang: true }, text)
  return caught(() => ({ ast: parser.parse(), ...parser.found }))
}

/** Parses a script, ECMA-262 16.1, as the test262 runner needs it. */
export function parseScriptText(text: string, strict: boolean): Program | SyntaxProblem {
  return caught(() => new ScriptParser({ ecmaVersion: "latest", sourceType: "script", strict }, text).parse())
}

function caught<A>(parse: () => A): A | SyntaxProblem {
  try {
    return parse()
  } catch (error) {
    if (error instanceof SyntaxProblem) return error
    throw error
  }
}
