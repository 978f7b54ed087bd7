// Owns TypeScript: types are erased from a text in place, so that every character that stays keeps its offset; what
// cannot be erased (enums, namespaces, parameter properties) is transpiled, and offsets are mapped back. Never judges types.

import type TypeScript from "typescript"
import { sourceMapOrigin } from "./sourceMap.ts"
import { decoratorProblem, importEqualsProblem, exportEqualsProblem, accessorProblem } from "./support.ts"
import { SyntaxProblem } from "./syntaxError.ts"

export interface Compiler {
  readonly ts: typeof TypeScript
  readonly blankSourceFile: (file: TypeScript.SourceFile, onError?: (node: TypeScript.Node) => void) => string
}

let compiler: Compiler | undefined

/** Called once by `loadTypes`. */
export function provideCompiler(loaded: Compiler): void {
  compiler = loaded
}

export function hasCompiler(): boolean {
  return compiler !== undefined
}

/** JavaScript made from TypeScript. */
export interface Erased {
  readonly javascript: string
  /** the offset in the TypeScript of an offset in the JavaScript */
  readonly origin: (offset: number) => number
  readonly endsInExpression: boolean
  /** what TypeScript's parser has against the text; the rest is its best guess then */
  readonly problem: SyntaxProblem | undefined
}

/**
 * Erases the types of a text. `comparisons` are offsets of `<` that are no type arguments whatever TypeScript's own
 * rule says. `loadTypes()` must have ended before.
 */
export function eraseTypes(text: string, comparisons: ReadonlyArray<number>): Erased | SyntaxProblem {
  if (compiler === undefined) throw new Error("eraseTypes before loadTypes")
  try {
    return new Erasure(compiler, text, comparisons).run()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // TypeScript's parser keeps state of the text that overflowed its stack until the next one begins and ends
    compiler.ts.createSourceFile("empty.ts", "", compiler.ts.ScriptTarget.ESNext)
    return new SyntaxProblem("ParseError", "The program is nested too deeply to be parsed", 0)
  }
}

/** A change of the blanked text at its own offset. */
interface Patch {
  readonly start: number
  readonly end: number
  readonly text: string
}

class Erasure {
  readonly #ts: typeof TypeScript
  readonly #blank: Compiler["blankSourceFile"]
  readonly #text: string
  readonly #comparisons: ReadonlyArray<number>
  readonly #patches: Array<Patch> = []
  /** where an expression begins that must not turn into a block or a declaration */
  readonly #delicate = new Set<number>()
  readonly #assertions: Array<TypeScript.TypeAssertion> = []
  #file!: TypeScript.SourceFile
  #excluded: SyntaxProblem | undefined
  #unimplemented: SyntaxProblem | undefined
  #mustTranspile = false

  constructor({ ts, blankSourceFile }: Compiler, text: string, comparisons: ReadonlyArray<number>) {
    this.#ts = ts
    this.#blank = blankSourceFile
    this.#text = text
    this.#comparisons = comparisons
  }

  run(): Erased | SyntaxProblem {
    const masked = withCharacters(this.#text, this.#comparisons, ">")
    this.#file = this.#parse(masked)
    const diagnosed = this.#diagnosed()
    this.#walk()
    const problem = diagnosed ?? this.#unimplemented
    if (this.#excluded !== undefined && problem === undefined) return this.#excluded
    this.#blankAssertions()
    const blanked = this.#blank(this.#file, (node) => {
      if (node.kind !== this.#ts.SyntaxKind.TypeAssertionExpression) this.#mustTranspile = true
    })
    if (this.#mustTranspile && problem === undefined) return this.#transpiled()
    const javascript = withPatches(withCharacters(blanked, this.#comparisons, "<"), this.#patches)
    return { javascript, origin: (offset) => offset, endsInExpression: true, problem }
  }

  /** Parsed as a module, so that `await` is a keyword at the top. */
  #parse(text: string): TypeScript.SourceFile {
    const { ScriptTarget, ScriptKind, JSDocParsingMode } = this.#ts
    const options: TypeScript.CreateSourceFileOptions = {
      languageVersion: ScriptTarget.ESNext,
      jsDocParsingMode: JSDocParsingMode.ParseNone,
      setExternalModuleIndicator: (file) => {
        ;(file as { externalModuleIndicator?: true }).externalModuleIndicator = true
      },
    }
    return this.#ts.createSourceFile("program.ts", text, options, false, ScriptKind.TS)
  }

  #diagnosed(): SyntaxProblem | undefined {
    const { parseDiagnostics } = this.#file as TypeScript.SourceFile & {
      readonly parseDiagnostics: ReadonlyArray<TypeScript.DiagnosticWithLocation>
    }
    const first = parseDiagnostics[0]
    if (first === undefined) return undefined
    return new SyntaxProblem(
      "ParseError",
      this.#ts.flattenDiagnosticMessageText(first.messageText, "\n"),
      first.start,
    )
  }

  /** Visits every node, with a stack of its own. */
  #walk(): void {
    const stack: Array<TypeScript.Node> = [this.#file]
    const push = (child: TypeScript.Node): void => void stack.push(child)
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      this.#visit(node)
      this.#ts.forEachChild(node, push)
    }
  }

  #visit(node: TypeScript.Node): void {
    const ts = this.#ts
    const { SyntaxKind } = ts
    if (ts.isBlock(node) || ts.isSourceFile(node) || ts.isModuleBlock(node))
      this.#checkOverloads(node.statements)
    else if (ts.isClassLike(node)) this.#checkOverloads(node.members)
    switch (node.kind) {
      case SyntaxKind.Decorator:
        return this.#exclude(node, decoratorProblem)
      case SyntaxKind.AccessorKeyword:
        return this.#exclude(node, accessorProblem)
      case SyntaxKind.ImportEqualsDeclaration:
        return this.#exclude(node, importEqualsProblem)
      case SyntaxKind.ExportAssignment:
        if ((node as TypeScript.ExportAssignment).isExportEquals)
          return this.#exclude(node, exportEqualsProblem)
        this.#delicate.add((node as TypeScript.ExportAssignment).expression.getStart(this.#file))
        return
      case SyntaxKind.ExpressionStatement:
        this.#delicate.add(node.getStart(this.#file))
        return
      case SyntaxKind.ArrowFunction:
        this.#delicate.add((node as TypeScript.ArrowFunction).body.getStart(this.#file))
        return
      case SyntaxKind.TypeAssertionExpression:
        this.#assertions.push(node as TypeScript.TypeAssertion)
        return
      case SyntaxKind.PropertyDeclaration:
        return this.#guardField(node as TypeScript.PropertyDeclaration)
    }
  }

  #exclude(node: TypeScript.Node, problem: (offset: number) => SyntaxProblem): void {
    const found = problem(node.getStart(this.#file))
    if (this.#excluded === undefined || found.offset < this.#excluded.offset) this.#excluded = found
  }

  /** A function without a body is an overload only where its implementation follows; else the text was cut off. */
  #checkOverloads(nodes: ReadonlyArray<TypeScript.Node>): void {
    const ts = this.#ts
    nodes.forEach((node, index) => {
      if (
        !ts.isFunctionDeclaration(node) &&
        !ts.isMethodDeclaration(node) &&
        !ts.isConstructorDeclaration(node)
      )
        return
      const isTyped = node.modifiers?.some(
        ({ kind }) => kind === ts.SyntaxKind.DeclareKeyword || kind === ts.SyntaxKind.AbstractKeyword,
      )
      if (node.body !== undefined || isTyped || (ts.isMethodDeclaration(node) && node.questionToken)) return
      if (nodes[index + 1]?.kind === node.kind) return
      this.#unimplemented ??= new SyntaxProblem("ParseError", "Function implementation is missing", node.end)
    })
  }

  /** `get: T` without a semicolon would turn the next member into an accessor once its type is blank. */
  #guardField(node: TypeScript.PropertyDeclaration): void {
    if (!this.#ts.isIdentifier(node.name) || node.initializer !== undefined) return
    if (!/^(?:get|set|static)$/.test(node.name.text) || this.#text[node.end - 1] === ";") return
    const at = node.name.end
    if (node.end > at) this.#patches.push({ start: node.end - 1, end: node.end, text: ";" })
  }

  /** `<T>value`, which ts-blank-space leaves. */
  #blankAssertions(): void {
    for (const node of this.#assertions) {
      const start = node.getStart(this.#file)
      const end = node.expression.getStart(this.#file)
      const removed = this.#text.slice(start, end)
      const changes =
        this.#delicate.has(start) &&
        /^(?:\{|(?:function|class|async|let)\b)/.test(this.#text.slice(end, end + 9))
      if (changes || /[\r\n\u2028\u2029]/.test(removed)) this.#mustTranspile = true
      else this.#patches.push({ start, end, text: " ".repeat(end - start) })
    }
  }

  #transpiled(): Erased {
    const ts = this.#ts
    const { outputText, sourceMapText } = ts.transpileModule(this.#text, {
      fileName: "program.ts",
      compilerOptions: {
        target: ts.ScriptTarget.ESNext,
        module: ts.ModuleKind.ESNext,
        moduleDetection: ts.ModuleDetectionKind.Force,
        newLine: ts.NewLineKind.LineFeed,
        isolatedModules: true,
        verbatimModuleSyntax: true,
        sourceMap: true,
      },
    })
    const code = outputText.slice(0, outputText.lastIndexOf("//# sourceMappingURL="))
    const javascript = code.replace(/^export \{\};\s*$(?![^])/m, "")
    const map = JSON.parse(sourceMapText!) as { readonly mappings: string }
    const origin = sourceMapOrigin(map.mappings, javascript, this.#text)
    return { javascript, origin, endsInExpression: this.#endsInExpression(), problem: undefined }
  }

  /** Whether the last statement is an expression: enums and namespaces become some. */
  #endsInExpression(): boolean {
    const { isTypeAliasDeclaration, isInterfaceDeclaration, isEmptyStatement, isExpressionStatement } =
      this.#ts
    const last = this.#file.statements.findLast(
      (node) => !isTypeAliasDeclaration(node) && !isInterfaceDeclaration(node) && !isEmptyStatement(node),
    )
    return last !== undefined && isExpressionStatement(last)
  }
}

function withCharacters(text: string, offsets: ReadonlyArray<number>, character: string): string {
  return withPatches(
    text,
    offsets.map((start) => ({ start, end: start + 1, text: character })),
  )
}

function withPatches(text: string, patches: ReadonlyArray<Patch>): string {
  if (patches.length === 0) return text
  let result = ""
  let at = 0
  for (const patch of [...patches].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, patch.start) + patch.text
    at = patch.end
  }
  return result + text.slice(at)
}
