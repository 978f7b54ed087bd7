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
  /** the first form that parses but that programs may not use */
  readonly excluded: SyntaxProblem | undefined
}

type TokenType = (typeof tokTypes)["name"]

const Flag = { top: 1, function: 2, async: 4, variables: 1 | 2 | 256, classFieldInit: 512, simpleCatch: 32 }
const Binding = { lexical: 2, function: 3, simpleCatch: 4 }

/** Acorn's scope record, with sets in place of its arrays: many names in one scope stay linear. */
interface Scope {
  readonly flags: number
  variables: Set<string> | undefined
  lexical: Set<string> | undefined
  functions: Set<string> | undefined
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
  parseExprList(
    close: TokenType,
    allowTrailing?: unknown,
    allowEmpty?: unknown,
    errors?: unknown,
  ): Array<Node>
  parseObj(isPattern: boolean, errors?: unknown): Node
  parseBindingList(
    close: TokenType,
    allowEmpty?: unknown,
    allowTrailing?: unknown,
    modifiers?: unknown,
  ): Array<Node>
  toAssignable(node: Node, isBinding: boolean, errors?: unknown): Node
  parseStatement(context: string | null, topLevel?: unknown, exports?: unknown): Node
  isAsyncFunction(): boolean
  isContextual(name: string): boolean
  parseParenAndDistinguishExpression(canBeArrow: boolean, forInit?: unknown): Node
  parseReturnStatement(node: Node): Node
  parseWithStatement(node: Node): Node
  parseVar(node: Node, isFor: boolean, kind: string, allowMissingInitializer?: unknown): Node
  parseImportMeta(node: Node): Node
  parseVarId(declaration: Node, kind: string): void
}

const Base = Parser as unknown as new (options: Options, input: string) => AcornParser

function addLexical(scope: Scope, name: string): void {
  ;(scope.lexical ??= new Set()).add(name)
  scope.firstLexical ??= name
}

class ScriptParser extends Base {
  /** what the innermost list or pattern being parsed is */
  #inside: Stopped["inside"]
  /** where a constant's name ended, and what it is */
  #constant: { end: number; kind: "constant" | "constantPattern" } | undefined
  /** the comma that is missing would have continued arguments */
  #missesParenthesis = false

  override enterScope(flags: number): void {
    this.scopeStack.push({
      flags,
      variables: undefined,
      lexical: undefined,
      functions: undefined,
      firstLexical: undefined,
    })
  }

  /** As Acorn's, which searches arrays. */
  override declareName(name: string, binding: number, start: number): void {
    if (this.#declares(name, binding)) {
      this.raiseRecoverable(start, `Identifier '${name}' has already been declared`)
    }
  }

  #declares(name: string, binding: number): boolean {
    const scope = this.currentScope()
    switch (binding) {
      case Binding.lexical: {
        const again = scope.lexical?.has(name) || scope.functions?.has(name) || scope.variables?.has(name)
        addLexical(scope, name)
        return again === true
      }
      case Binding.simpleCatch:
        addLexical(scope, name)
        return false
      case Binding.function: {
        const actsAsVariable = this.treatFunctionsAsVarInScope(scope)
        const again = scope.lexical?.has(name) || (!actsAsVariable && scope.variables?.has(name))
        ;(scope.functions ??= new Set()).add(name)
        return again === true
      }
      default:
        return this.#declaresVariable(name)
    }
  }

  #declaresVariable(name: string): boolean {
    for (let i = this.scopeStack.length - 1; i >= 0; i--) {
      const scope = this.scopeStack[i]!
      const isCaught = (scope.flags & Flag.simpleCatch) !== 0 && scope.firstLexical === name
      if (!isCaught && scope.lexical?.has(name)) return true
      if (scope.functions?.has(name) && !this.treatFunctionsAsVarInScope(scope)) return true
      ;(scope.variables ??= new Set()).add(name)
      if (scope.flags & Flag.variables) return false
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
    this.#missesParenthesis =
      type === tokTypes.comma && this.#inside === "arguments" && this.type !== tokTypes.comma
    super.expect(type)
  }

  override parseExprList(
    close: TokenType,
    allowTrailing?: unknown,
    allowEmpty?: unknown,
    errors?: unknown,
  ): Array<Node> {
    const outer = this.#inside
    this.#inside = close === tokTypes.parenR ? "arguments" : undefined
    const list = super.parseExprList(close, allowTrailing, allowEmpty, errors)
    this.#inside = outer
    return list
  }

  override parseObj(isPattern: boolean, errors?: unknown): Node {
    const outer = this.#inside
    this.#inside = undefined
    const node = super.parseObj(isPattern, errors)
    this.#inside = outer
    return node
  }

  override parseBindingList(
    close: TokenType,
    allowEmpty?: unknown,
    allowTrailing?: unknown,
    modifiers?: unknown,
  ): Array<Node> {
    const outer = this.#inside
    this.#inside = close === tokTypes.parenR ? "parameters" : undefined
    const list = super.parseBindingList(close, allowEmpty, allowTrailing, modifiers)
    this.#inside = outer
    return list
  }

  override parseParenAndDistinguishExpression(canBeArrow: boolean, forInit?: unknown): Node {
    const outer = this.#inside
    this.#inside = undefined
    const node = super.parseParenAndDistinguishExpression(canBeArrow, forInit)
    this.#inside = outer
    return node
  }

  #targets = 0

  /** The target of an assignment is one call; parts of a pattern are calls inside it. */
  override toAssignable(node: Node, isBinding: boolean, errors?: unknown): Node {
    const outer = this.#inside
    if (isBinding || this.#targets > 0) this.#inside = "pattern"
    this.#targets++
    const target = super.toAssignable(node, isBinding, errors)
    this.#targets--
    this.#inside = outer
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

  override parseStatement(context: string | null, topLevel?: unknown, exports?: unknown): Node {
    if (context && this.strict) this.#checkSingleStatement()
    return super.parseStatement(context, topLevel, exports)
  }

  /** Declarations where only a statement can stand. */
  #checkSingleStatement(): void {
    if (this.type === tokTypes._function) {
      this.raise(
        this.start,
        "In strict mode code, functions can only be declared at top level or inside a block.",
      )
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

class ProgramParser extends ScriptParser {
  returns = false
  excluded: SyntaxProblem | undefined

  /** The outermost scope is an async function's: `return`, `await`, and functions that act as variables. */
  override enterScope(flags: number): void {
    super.enterScope(this.scopeStack.length === 0 ? flags | Flag.function | Flag.async : flags)
  }

  override parseReturnStatement(node: Node): Node {
    if (this.currentVarScope() === this.scopeStack[0]) this.returns = true
    return super.parseReturnStatement(node)
  }

  override parseWithStatement(node: Node): Node {
    throw withProblem(node.start)
  }

  override parseVar(node: Node, isFor: boolean, kind: string, allowMissingInitializer?: unknown): Node {
    if (kind === "using" || kind === "await using") {
      this.excluded ??= usingProblem(kind, node.start)
    }
    return super.parseVar(node, isFor, kind, allowMissingInitializer)
  }

  override parseImportMeta(node: Node): Node {
    this.excluded ??= importMetaProblem(node.start)
    return super.parseImportMeta(node)
  }
}

/** Parses JavaScript as the body of a strict async function that may also import. */
export function parseBody(text: string): Parse | SyntaxProblem {
  const parser = new ProgramParser({ ecmaVersion: "latest", sourceType: "module", allowHashBang: true }, text)
  return caught(() => ({ ast: parser.parse(), returns: parser.returns, excluded: parser.excluded }))
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
