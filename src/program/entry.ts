// Owns how a parsed program is entered: its imports, the wrapper function that is to be called, the expression that is
// its result. Never runs anything.

import type {
  AnyNode,
  ExpressionStatement,
  Function as FunctionNode,
  ImportDeclaration,
  Pattern,
  Program,
} from "acorn"
import type { Parse } from "./parse.ts"
import { exportProblem, moduleProblem } from "./support.ts"
import type { SyntaxProblem } from "./syntaxError.ts"

/** What a program may name besides its own declarations. */
export interface ProgramScope {
  /** names that a wrapper's parameter may take: `tools`, `search`, `console`, built-ins, extensions' globals, bindings */
  readonly globals: ReadonlySet<string>
  /** the modules that a program can import, for the sentence about one that it cannot */
  readonly modules: ReadonlyArray<string>
  /** whether a program can import this module */
  readonly isModule: (name: string) => boolean
}

/** How an argument of the wrapper function is found. `everything` is `{ tools, search, console, ...bindings }`. */
export type WrapperArgument =
  | { readonly kind: "everything" }
  | { readonly kind: "global"; readonly name: string }
  | { readonly kind: "undefined" }

/**
 * The function that is the whole program: after the program's statements it is called with the arguments, and what it
 * returns is awaited. `node` is still in the tree: as a declaration, an expression statement, or `export default`.
 */
export interface WrapperCall {
  readonly node: FunctionNode
  readonly arguments: ReadonlyArray<WrapperArgument>
}

export interface ProgramImport {
  readonly module: string
  readonly default?: string
  readonly namespace?: string
  readonly named: ReadonlyArray<{ readonly imported: string; readonly local: string }>
  readonly start: number
}

export interface Entry {
  readonly imports: ReadonlyArray<ProgramImport>
  readonly call: WrapperCall | null
  /** the last statement, if the program has no `return` and its awaited value is the result */
  readonly completion: ExpressionStatement | null
}

type Statement = Program["body"][number]

/** Finds a program's entry, or the form that it may not use. */
export function findEntry(parse: Parse, scope: ProgramScope): Entry | SyntaxProblem {
  if (parse.excluded !== undefined) return parse.excluded
  const imports: Array<ProgramImport> = []
  const statements: Array<Statement> = []
  for (const statement of parse.ast.body) {
    if (statement.type === "ImportDeclaration") {
      const one = importOf(statement)
      if (!scope.isModule(one.module)) return moduleProblem(one.module, scope.modules, statement.start)
      imports.push(one)
    } else if (!isIdle(statement)) statements.push(statement)
  }
  const wrapper = statements.length === 1 ? wrapperOf(statements[0]!) : undefined
  if (wrapper !== undefined) return { imports, call: callOf(wrapper, scope.globals), completion: null }
  const exported = statements.find((statement) => statement.type.startsWith("Export"))
  if (exported !== undefined) return exportProblem(exported)
  return { imports, call: null, completion: parse.returns ? null : completionOf(parse.ast.body) }
}

/** Beside these a function is still the whole program. */
function isIdle(statement: Statement): boolean {
  if (statement.type === "EmptyStatement") return true
  return statement.type === "ExpressionStatement" && statement.directive === "use strict"
}

function completionOf(body: ReadonlyArray<Statement>): ExpressionStatement | null {
  const last = body.findLast((statement) => statement.type !== "EmptyStatement")
  return last?.type === "ExpressionStatement" ? last : null
}

function wrapperOf(statement: Statement): FunctionNode | undefined {
  const node = wrapped(statement)
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return node
    default:
      return undefined
  }
}

function wrapped(statement: Statement): AnyNode {
  if (statement.type === "ExpressionStatement") return statement.expression
  if (statement.type === "ExportDefaultDeclaration") return statement.declaration
  return statement
}

function callOf(node: FunctionNode, globals: ReadonlySet<string>): WrapperCall {
  const given = node.params.filter((parameter, index) => index === 0 || parameter.type !== "RestElement")
  const args = given.map((parameter, index) => argumentFor(parameter, index, globals))
  return { node, arguments: args.length === 0 ? [{ kind: "everything" }] : args }
}

function argumentFor(parameter: Pattern, index: number, globals: ReadonlySet<string>): WrapperArgument {
  if (parameter.type === "Identifier" && globals.has(parameter.name))
    return { kind: "global", name: parameter.name }
  return { kind: index === 0 ? "everything" : "undefined" }
}

function importOf(node: ImportDeclaration): ProgramImport {
  const named: Array<{ imported: string; local: string }> = []
  const whole: { default?: string; namespace?: string } = {}
  for (const specifier of node.specifiers) {
    const local = specifier.local.name
    if (specifier.type === "ImportDefaultSpecifier") whole.default = local
    else if (specifier.type === "ImportNamespaceSpecifier") whole.namespace = local
    else named.push({ imported: exportedName(specifier.imported), local })
  }
  return { module: String(node.source.value), ...whole, named, start: node.start }
}

function exportedName(
  name: { type: "Identifier"; name: string } | { type: "Literal"; value?: unknown },
): string {
  return name.type === "Identifier" ? name.name : String(name.value)
}
