/** Source to Unit: parse, analyse, name. Holds nothing of any run; the caches are of immutable units. */
import { parse } from "acorn"
import { type Entry, type ProgramScope, type WrapperCall } from "../program/entry.ts"
import { parseProgram, parseScript, type ParsedProgram, type SourceError } from "../program/recover.ts"
import { analyzeScopes, type FunctionInfo, type ScopeResult } from "../program/scope.ts"
import type { Syntax } from "../program/syntax.ts"
import type { FunctionCode, Unit } from "./code.ts"
import { CodeOfFunction } from "./functionCode.ts"

export interface ProgramUnit extends Unit {
  /** Names of the scope around the program that it refers to, in the order of their slots. */
  readonly bindings: readonly string[]
  /** The text as it was sent. */
  readonly source: string
  readonly imports: Entry["imports"]
  /** Of a script: the names it declares globally. */
  globals: FunctionInfo["globals"]
}

class CompiledUnit implements ProgramUnit {
  readonly name: string
  readonly visible: boolean
  readonly text: string
  readonly functions = new Map<number, FunctionCode>()
  cacheCount = 0
  main!: FunctionCode
  globals: FunctionInfo["globals"] = null
  readonly bindings: readonly string[]
  readonly source: string
  readonly imports: Entry["imports"]
  private readonly where: (position: number) => { line: number; column: number }

  constructor(options: {
    name: string
    visible: boolean
    text: string
    source: string
    bindings: readonly string[]
    imports: Entry["imports"]
    locate: (position: number) => { line: number; column: number }
  }) {
    this.name = options.name
    this.visible = options.visible
    this.text = options.text
    this.source = options.source
    this.bindings = options.bindings
    this.imports = options.imports
    this.where = options.locate
  }

  locate(position: number): { line: number; column: number } {
    return this.where(position)
  }
}

function fill(
  unit: CompiledUnit,
  scopes: ScopeResult,
  hidden: boolean,
  completion: Syntax | null,
): CompiledUnit {
  for (const info of scopes.functions) {
    unit.functions.set(info.node.number, new CodeOfFunction(unit, info, { hidden, completion }))
  }
  for (const code of unit.functions.values()) (code as CodeOfFunction).link()
  unit.main = unit.functions.get(scopes.main.node.number)!
  unit.globals = scopes.main.globals
  return unit
}

/** Compiles what a model sent. `bindings` are the names of the scope around it. */
export function compileProgram(
  source: string,
  scope: ProgramScope,
  bindings: readonly string[],
): ProgramUnit | SourceError | "needs-types" {
  const parsed = parseProgram(source, scope)
  if (parsed === "needs-types" || "kind" in parsed) return parsed
  const ast = parsed.ast as unknown as Syntax
  const completion =
    parsed.call === null ? (parsed.completion as unknown as Syntax | null) : callWrapper(ast, parsed.call)
  const names = [...bindings, ...(parsed.imports.length > 0 ? [IMPORTS] : [])]
  if (parsed.imports.length > 0) bindImports(ast, parsed)
  const scopes = analyzeScopes(ast, { goal: "program", bindings: names })
  const unit = new CompiledUnit({
    name: "program",
    visible: true,
    text: parsed.javascript,
    source,
    bindings: scopes.bindings,
    imports: parsed.imports,
    locate: (position) => parsed.locate(position),
  })
  return fill(unit, scopes, false, completion)
}

/** Name of the binding that holds the imported modules' objects, which no program can write. */
export const IMPORTS = "import modules"

/** Import declarations become constants read from the imported objects. */
function bindImports(ast: Syntax, parsed: ParsedProgram): void {
  const body = ast.body as Syntax[]
  const declarations = parsed.imports.map((one, index) => importDeclaration(one, index))
  ast.body = [...declarations.flat(), ...body.filter((statement) => statement.type !== "ImportDeclaration")]
}

function importDeclaration(one: Entry["imports"][number], index: number): Syntax[] {
  const at = { start: one.start, end: one.start }
  const identifier = (name: string): Syntax => ({ type: "Identifier", name, ...at }) as unknown as Syntax
  const literal = (value: unknown): Syntax =>
    ({ type: "Literal", value, raw: String(value), ...at }) as unknown as Syntax
  const member = (object: Syntax, property: Syntax): Syntax =>
    ({
      type: "MemberExpression",
      object,
      property,
      computed: true,
      optional: false,
      ...at,
    }) as unknown as Syntax
  const whole = (): Syntax => member(identifier(IMPORTS), literal(String(index)))
  const constant = (name: string, init: Syntax): Syntax =>
    ({
      type: "VariableDeclaration",
      kind: "const",
      declarations: [{ type: "VariableDeclarator", id: identifier(name), init, ...at }],
      ...at,
    }) as unknown as Syntax
  const list: Syntax[] = []
  if (one.default !== undefined) list.push(constant(one.default, member(whole(), literal("default"))))
  if (one.namespace !== undefined) list.push(constant(one.namespace, whole()))
  for (const { imported, local } of one.named) list.push(constant(local, member(whole(), literal(imported))))
  return list
}

/** Adds the call of the function that is the whole program; its statement is the completion. */
function callWrapper(ast: Syntax, wrapper: WrapperCall): Syntax {
  const { node } = wrapper
  const at = { start: node.start, end: node.end }
  const index = (ast.body as Syntax[]).findIndex(
    (statement) => statement.start <= node.start && statement.end >= node.end,
  )
  const statement = (ast.body as Syntax[])[index]!
  const args = wrapper.arguments.map((argument) => argumentNode(argument, at))
  const isDeclaration = node.type === "FunctionDeclaration" && node.id !== null
  const callee = isDeclaration
    ? ({ type: "Identifier", name: node.id!.name, ...at } as unknown as Syntax)
    : ({
        ...node,
        type: node.type === "FunctionDeclaration" ? "FunctionExpression" : node.type,
      } as unknown as Syntax)
  const expression = {
    type: "CallExpression",
    callee,
    arguments: args,
    optional: false,
    ...at,
  } as unknown as Syntax
  const call = { type: "ExpressionStatement", expression, ...at } as unknown as Syntax
  const declared =
    statement.type === "ExportDefaultDeclaration" ? (statement.declaration as Syntax) : statement
  if (isDeclaration) ast.body.splice(index, 1, declared, call)
  else ast.body.splice(index, 1, call)
  return call
}

function argumentNode(
  argument: WrapperCall["arguments"][number],
  at: { start: number; end: number },
): Syntax {
  const name =
    argument.kind === "global" ? argument.name : argument.kind === "everything" ? EVERYTHING : "undefined"
  return { type: "Identifier", name, ...at } as unknown as Syntax
}

/** Name of the binding that holds `{ tools, search, console, ...bindings }` for a wrapper function. */
export const EVERYTHING = "wrapper arguments"

/** A script of the conformance suite: strict, its declarations global. */
export function compileScript(source: string, name: string): ProgramUnit | SourceError {
  const parsed = parseScript(source, { strict: true })
  if ("kind" in parsed) return parsed
  const scopes = analyzeScopes(parsed.ast as unknown as Syntax, { goal: "script", bindings: [] })
  const unit = new CompiledUnit({
    name,
    visible: true,
    text: parsed.javascript,
    source,
    bindings: [],
    imports: [],
    locate: (position) => parsed.locate(position),
  })
  return fill(unit, scopes, false, null)
}

/** One `guest` built-in: its source is a function expression. */
export function compileGuest(path: string, source: string): Unit {
  const text = `(${source})`
  const ast = parse(text, { ecmaVersion: "latest", sourceType: "module" }) as unknown as Syntax
  const scopes = analyzeScopes(ast, { goal: "guest", bindings: [] })
  const unit = new CompiledUnit({
    name: path,
    visible: false,
    text,
    source,
    bindings: [],
    imports: [],
    locate: () => ({ line: 1, column: 1 }),
  })
  return fill(unit, scopes, true, null)
}
