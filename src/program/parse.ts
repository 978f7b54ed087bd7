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
  readonly pos: number
  readonly strict: boolean
  readonly labels: ReadonlyArray<{ readonly name?: string }>
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
  parseBindingList(close: TokenType, ...rest: Array<unknown>): Array<Node>
  toAssignable(node: Node, isBinding: boolean, ...rest: Array<unknown>): Node
  parseStatement(context: string | null, ...rest: Array<unknown>): Node
  isAsyncFunction(): boolean
  isContextual(name: string): boolean
  parseParenAndDistinguishExpression(...rest: Array<unknown>): Node
  parseReturnStatement(node: Node): Node
  parseWithStatement(node: Node): Node
  parseVar(node: Node, isFor: boolean, kind: string, ...rest: Array<unknown>): Node
  parseImportMeta(node: Node): Node
  parseVarId(declaration: Node, kind: string): void
  finishNode(node: Node, type: string): Node
}

const Base = Parser as unknown as new (options: Options, input: string) => AcornParser

class ScriptParser extends Base {
  /** what the innermost list or pattern being parsed is */
  #inside: Stopped["inside"]
  /** where a constant's name ended, and what it is */
  #constant: { end: number; kind: "constant" | "constantPattern" } | undefined
  /** the comma that is missing would have continued arguments */
  #missesParenthesis = false

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
    const message = sentenceOf(this.#stopped(offset, sentence))
    throw new SyntaxProblem("ParseError", message, offset, Math.max(this.pos, this.end))
  }

  override raiseRecoverable(offset: number, sentence: string): never {
    return this.raise(offset, sentence)
  }

  #stopped(offset: number, sentence: string): Stopped {
    const rest = this.input.slice(offset, offset + 200)
    const isCurrent = offset === this.start
    const current = this.input.slice(this.start, this.end)
    return {
      sentence,
      rest,
      before: this.input.slice(Math.max(0, offset - 100), offset),
      token: isCurrent ? current : this.#textAt(offset, rest),
      tokenKind: isCurrent ? kindOf(this.type) : "punctuation",
      current,
      inside: this.#stoppedInside(),
      labels: this.labels.map(({ name }) => name ?? ""),
    }
  }

  #stoppedInside(): Stopped["inside"] {
    if (this.#constant?.end === this.lastTokEnd) return this.#constant.kind
    return this.#inside === "arguments" && !this.#missesParenthesis ? undefined : this.#inside
  }

  #textAt(offset: number, rest: string): string {
    if (offset === this.lastTokStart) return this.input.slice(offset, this.lastTokEnd)
    return /^(?:[\w$]+|\.\.\.|.)?/su.exec(rest)![0]
  }

  override expect(type: TokenType): void {
    this.#missesParenthesis = type === tokTypes.comma && this.#inside === "arguments" && this.type !== tokTypes.comma
    super.expect(type)
  }

  #in<A>(inside: Stopped["inside"], parse: () => A): A {
    const outer = this.#inside
    this.#inside = inside
    const parsed = parse()
    this.#inside = outer
    return parsed
  }

  override parseExprList(close: TokenType, ...rest: Array<unknown>): Array<Node> {
    return this.#in(close === tokTypes.parenR ? "arguments" : undefined, () => super.parseExprList(close, ...rest))
  }

  override parseObj(...rest: Array<unknown>): Node {
    return this.#in(undefined, () => super.parseObj(...rest))
  }

  override parseBindingList(close: TokenType, ...rest: Array<unknown>): Array<Node> {
    return this.#in(close === tokTypes.parenR ? "parameters" : undefined, () => super.parseBindingList(close, ...rest))
  }

  override parseParenAndDistinguishExpression(...rest: Array<unknown>): Node {
    return this.#in(undefined, () => super.parseParenAndDistinguishExpression(...rest))
  }

  #targets = 0

  /** The target of an assignment is one call; parts of a pattern are calls inside it. */
  override toAssignable(node: Node, isBinding: boolean, ...rest: Array<unknown>): Node {
    const isPart = isBinding || this.#targets > 0
    this.#targets++
    const target = isPart
      ? this.#in("pattern", () => super.toAssignable(node, isBinding, ...rest))
      : super.toAssignable(node, isBinding, ...rest)
    this.#targets--
    return target
  }

  override parseVarId(declaration: Node & { id?: Node }, kind: string): void {
    super.parseVarId(declaration, kind)
    if (kind !== "const") return
    this.#constant = {
      end: this.lastTokEnd,
      kind: declaration.id?.type === "Identifier" ? "constant" : "constantPattern",
    }
  }

  override parseStatement(context: string | null, ...rest: Array<unknown>): Node {
    if (context && this.strict) this.#checkSingleStatement()
    return super.parseStatement(context, ...rest)
  }

  /** Declarations where only a statement can stand. */
  #checkSingleStatement(): void {
    if (this.type === tokTypes._function) {
      this.raise(this.start, "In strict mode code, functions can only be declared at top level or inside a block.")
    }
    if (this.isAsyncFunction()) {
      this.raise(this.start, "Async functions can only be declared at the top level or inside a block.")
    }
    if (this.isContextual("let")) {
      this.raise(this.start, "Lexical declaration cannot appear in a single-statement context")
    }
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
