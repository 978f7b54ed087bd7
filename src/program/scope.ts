/**
 * Names to places: which variables there are, which closures capture, where each lives, and where a dead zone must be
 * checked. Notes everything on the tree. Knows nothing of values.
 */
import type { Syntax } from "./syntax.ts"

export type VariableKind =
  | "var"
  | "let"
  | "const"
  | "class"
  | "function"
  | "parameter"
  | "catch"
  | "self"
  | "arguments"
  | "this"
  | "private"
  | "binding"

export class Variable {
  readonly name: string
  readonly kind: VariableKind
  readonly scope: Scope
  /** A closure refers to it: it lives in the scope's environment. */
  captured = false
  /** Register of the function, or slot of the scope's environment. */
  slot = -1
  /** From this position on, straight-line code finds it initialized. */
  readonly initializedAt: number
  /** Some reference must check the dead zone, so that it starts EMPTY. */
  dead = false
  used = false

  constructor(name: string, kind: VariableKind, scope: Scope, initializedAt: number) {
    this.name = name
    this.kind = kind
    this.scope = scope
    this.initializedAt = initializedAt
  }

  get lexical(): boolean {
    return this.kind === "let" || this.kind === "const" || this.kind === "class"
  }
}

export class Scope {
  readonly kind: "function" | "body" | "block" | "switch" | "class" | "outer"
  readonly parent: Scope | null
  readonly info: FunctionInfo
  readonly variables = new Map<string, Variable>()
  /** Functions declared in it, to be made when it is entered. */
  readonly functions: Array<{ info: FunctionInfo; variable: Variable }> = []
  /** Slots of its environment; 0 if no closure captures any of its variables. */
  size = 0

  constructor(kind: Scope["kind"], parent: Scope | null, info: FunctionInfo) {
    this.kind = kind
    this.parent = parent
    this.info = info
    info.scopes.push(this)
  }

  declare(name: string, kind: VariableKind, initializedAt: number): Variable {
    const existing = this.variables.get(name)
    if (existing !== undefined) return existing
    const variable = new Variable(name, kind, this, initializedAt)
    this.variables.set(name, variable)
    return variable
  }
}

export class FunctionInfo {
  readonly node: Syntax
  readonly parent: FunctionInfo | null
  readonly scopes: Scope[] = []
  scope!: Scope
  /** Where `var` and the body's own declarations go: the same scope, unless parameters hold closures. */
  bodyScope!: Scope
  readonly isArrow: boolean
  readonly isAsync: boolean
  readonly isGenerator: boolean
  /** What kind of thing the function is, beyond its node. */
  role: "function" | "method" | "getter" | "setter" | "constructor" | "field" | "staticBlock" | "program" =
    "function"
  isDerived = false
  name = ""
  registers = 0
  /** Every parameter is an identifier. */
  plainParameters = true
  /** Variables that the body's separate scope takes over from parameters. */
  copied: Array<{ from: Variable; to: Variable }> = []
  nest = 1
  /** Script goal: names declared at the top, which live in the global object or beside it. */
  globals: {
    vars: string[]
    functions: Array<{ info: FunctionInfo; name: string }>
    lexicals: Array<{ name: string; constant: boolean }>
  } | null = null
  /** Text of the whole method or class, where the function's own node is only a part of it: for `toString`. */
  sourceStart: number | undefined = undefined
  sourceEnd: number | undefined = undefined
  /** The class around it has fields or private methods that a constructor must give its instance. */
  initializesFields = false

  constructor(node: Syntax, parent: FunctionInfo | null) {
    this.node = node
    this.parent = parent
    this.isArrow = node.type === "ArrowFunctionExpression"
    this.isAsync = node.async === true
    this.isGenerator = node.generator === true
    this.isDerived = node.isDerivedConstructor === true
  }
}

export interface ScopeOptions {
  /** `program`: the body of an async function. `script`: declarations are global. `guest`: one function expression. */
  readonly goal: "program" | "script" | "guest"
  /** Names in the scope around the program. */
  readonly bindings: readonly string[]
}

export interface ScopeResult {
  readonly main: FunctionInfo
  readonly functions: FunctionInfo[]
  /** Names of the scope around the program that it refers to, in the order of their slots. */
  readonly bindings: readonly string[]
}

/** Analyses a program, noting scopes, variables and numbers on its nodes. */
export function analyzeScopes(program: Syntax, options: ScopeOptions): ScopeResult {
  return new Analysis(options).run(program)
}

interface Reference {
  /** The identifier is a declaration's own: it initializes, so nothing is to be checked. */
  readonly declares: boolean
  readonly node: Syntax
  readonly name: string
  readonly scope: Scope
}

class Analysis {
  private readonly options: ScopeOptions
  private readonly functions: FunctionInfo[] = []
  private readonly references: Reference[] = []
  private count = 0
  private depth = 0

  constructor(options: ScopeOptions) {
    this.options = options
  }

  run(program: Syntax): ScopeResult {
    const outerInfo = new FunctionInfo(
      { ...program, type: "Outer", async: false, generator: false } as Syntax,
      null,
    )
    const outer = new Scope("outer", null, outerInfo)
    for (const name of this.options.bindings) outer.declare(name, "binding", 0)
    const main = this.options.goal === "guest" ? this.guest(program, outer) : this.program(program, outer)
    this.resolve()
    for (const info of this.functions) assignRegisters(info)
    return { main, functions: this.functions, bindings: this.captured(outer) }
  }

  private program(program: Syntax, outer: Scope): FunctionInfo {
    const info = new FunctionInfo(program, outer.info)
    info.role = "program"
    this.functions.push(info)
    program.info = info
    program.number = this.count++
    info.scope = info.bodyScope = new Scope("function", outer, info)
    if (this.options.goal === "script") info.globals = { vars: [], functions: [], lexicals: [] }
    this.depth = 0
    this.statements(program.body, info.scope)
    return info
  }

  private guest(program: Syntax, outer: Scope): FunctionInfo {
    program.number = this.count++
    const expression = program.body[0].expression as Syntax
    this.visit(expression, outer)
    return expression.info!
  }

  private capture(variable: Variable): void {
    if (variable.captured) return
    variable.captured = true
    variable.slot = variable.scope.size++
  }

  private captured(scope: Scope): string[] {
    const captured = [...scope.variables.values()].filter((variable) => variable.captured)
    return captured.sort((left, right) => left.slot - right.slot).map(({ name }) => name)
  }

  // Declarations

  private statements(list: Syntax[], scope: Scope): void {
    for (const statement of list) this.declareLexical(statement, scope)
    for (const statement of list) this.visit(statement, scope)
  }

  private isGlobalScope(scope: Scope): boolean {
    return scope.info.globals !== null && scope === scope.info.scope
  }

  private declareLexical(statement: Syntax, scope: Scope): void {
    if (statement.type === "LabeledStatement") return this.declareLexical(statement.body, scope)
    if (statement.type === "VariableDeclaration" && statement.kind !== "var") {
      for (const declarator of statement.declarations) {
        for (const name of boundNames(declarator.id))
          this.declareName(name, statement.kind, scope, declarator.end)
      }
    } else if (statement.type === "ImportDeclaration") {
      for (const specifier of statement.specifiers) scope.declare(specifier.local.name, "const", 0)
    } else if (statement.type === "ClassDeclaration") {
      this.declareName(statement.id.name, "class", scope, statement.end)
    } else if (statement.type === "FunctionDeclaration") {
      if (!this.isGlobalScope(scope)) scope.declare(statement.id.name, "function", 0)
    }
  }

  private declareName(name: string, kind: VariableKind, scope: Scope, initializedAt: number): void {
    if (this.isGlobalScope(scope)) scope.info.globals!.lexicals.push({ name, constant: kind === "const" })
    else scope.declare(name, kind, initializedAt)
  }

  private declareVar(name: string, scope: Scope): void {
    const info = scope.info
    if (info.globals !== null) info.globals.vars.push(name)
    else info.bodyScope.declare(name, "var", 0)
  }

  // The walk

  private visit(node: Syntax | null | undefined, scope: Scope): void {
    if (node === null || node === undefined) return
    node.number = this.count++
    this.depth++
    if (this.depth > scope.info.nest) scope.info.nest = this.depth
    const special = (this as unknown as Record<string, ((node: Syntax, scope: Scope) => void) | undefined>)[
      node.type
    ]
    if (special !== undefined) special.call(this, node, scope)
    else this.children(node, scope)
    this.depth--
  }

  private visitAll(list: Array<Syntax | null>, scope: Scope): void {
    for (const node of list) this.visit(node, scope)
  }

  private children(node: Syntax, scope: Scope): void {
    for (const field in node) {
      const child = node[field]
      if (child === null || typeof child !== "object" || field === "scope" || field === "info") continue
      if (Array.isArray(child)) for (const element of child) this.child(element, scope)
      else this.child(child, scope)
    }
  }

  private child(value: any, scope: Scope): void {
    if (value !== null && typeof value === "object" && typeof value.type === "string")
      this.visit(value, scope)
  }

  protected Identifier(node: Syntax, scope: Scope): void {
    this.refer(node, node.name, scope)
  }

  private refer(node: Syntax, name: string, scope: Scope, declares = false): void {
    node.within = scope
    this.references.push({ node, name, scope, declares })
  }

  /** A pattern that declares: its names initialize, its defaults and keys are expressions. */
  private bind(node: Syntax | null, scope: Scope): void {
    if (node === null) return
    node.number = this.count++
    this.depth++
    if (this.depth > scope.info.nest) scope.info.nest = this.depth
    switch (node.type) {
      case "Identifier":
        this.refer(node, node.name, scope, true)
        break
      case "AssignmentPattern":
        if (node.left.type === "Identifier") this.nameFunction(node.right, node.left.name)
        this.bind(node.left, scope)
        this.visit(node.right, scope)
        break
      case "RestElement":
        this.bind(node.argument, scope)
        break
      case "ArrayPattern":
        for (const element of node.elements) this.bind(element, scope)
        break
      default:
        for (const property of node.properties) this.bindProperty(property, scope)
    }
    this.depth--
  }

  private bindProperty(property: Syntax, scope: Scope): void {
    if (property.type === "RestElement") return this.bind(property, scope)
    property.number = this.count++
    if (property.computed) this.visit(property.key, scope)
    this.bind(property.value, scope)
  }

  protected Literal(): void {}
  protected TemplateElement(): void {}
  protected DebuggerStatement(): void {}
  protected EmptyStatement(): void {}

  protected PrivateIdentifier(node: Syntax, scope: Scope): void {
    this.refer(node, `#${node.name}`, scope)
  }

  protected MetaProperty(node: Syntax, scope: Scope): void {
    node.within = scope
  }

  protected ImportDeclaration(node: Syntax, scope: Scope): void {
    for (const specifier of node.specifiers) this.refer(specifier.local, specifier.local.name, scope, true)
  }

  protected BreakStatement(): void {}
  protected ContinueStatement(): void {}

  protected LabeledStatement(node: Syntax, scope: Scope): void {
    this.visit(node.body, scope)
  }

  protected ThisExpression(node: Syntax, scope: Scope): void {
    const info = thisOwner(scope.info)
    if (info.isDerived) this.refer(node, "this", scope)
    else node.within = scope
  }

  protected CallExpression(node: Syntax, scope: Scope): void {
    if (node.callee.type === "Super") {
      node.callee.number = this.count++
      this.refer(node, "this", scope)
    } else this.visit(node.callee, scope)
    this.visitAll(node.arguments, scope)
  }

  protected MemberExpression(node: Syntax, scope: Scope): void {
    if (node.object.type === "Super") {
      node.object.number = this.count++
      this.ThisExpression(node.object, scope)
    } else this.visit(node.object, scope)
    if (node.computed || node.property.type === "PrivateIdentifier") this.visit(node.property, scope)
  }

  protected Property(node: Syntax, scope: Scope): void {
    if (node.computed) this.visit(node.key, scope)
    if (node.value.type === "FunctionExpression" && (node.method || node.kind !== "init")) {
      node.value.number = this.count++
      const info = this.functionNode(node.value, scope, methodRole(node), propertyName(node))
      info.sourceStart = node.start
      return
    }
    if (!node.computed && !isProtoSetter(node)) this.nameFunction(node.value, propertyName(node))
    this.visit(node.value, scope)
  }

  protected VariableDeclaration(node: Syntax, scope: Scope): void {
    for (const declarator of node.declarations) {
      declarator.number = this.count++
      if (node.kind === "var") for (const name of boundNames(declarator.id)) this.declareVar(name, scope)
      if (declarator.id.type === "Identifier") this.nameFunction(declarator.init, declarator.id.name)
      this.bind(declarator.id, scope)
      this.visit(declarator.init, scope)
    }
  }

  protected AssignmentExpression(node: Syntax, scope: Scope): void {
    if (
      node.left.type === "Identifier" &&
      /^(=|&&=|\|\|=|\?\?=)$/.test(node.operator) &&
      node.left.start === node.start
    ) {
      this.nameFunction(node.right, node.left.name)
    }
    this.visit(node.left, scope)
    this.visit(node.right, scope)
  }

  protected AssignmentPattern(node: Syntax, scope: Scope): void {
    if (node.left.type === "Identifier") this.nameFunction(node.right, node.left.name)
    this.visit(node.left, scope)
    this.visit(node.right, scope)
  }

  protected BinaryExpression(node: Syntax, scope: Scope): void {
    const spine: Syntax[] = [node]
    let left: Syntax = node.left
    while (left.type === "BinaryExpression") {
      left.number = this.count++
      spine.push(left)
      left = left.left
    }
    this.depth += spine.length
    this.visit(left, scope)
    this.depth -= spine.length
    for (let index = spine.length - 1; index >= 0; index--) this.visit(spine[index]!.right, scope)
  }

  protected BlockStatement(node: Syntax, scope: Scope): void {
    const inner = new Scope("block", scope, scope.info)
    node.scope = inner
    this.statements(node.body, inner)
  }

  protected ForStatement(node: Syntax, scope: Scope): void {
    const inner = this.headScope(node, node.init, scope)
    this.visit(node.init, inner)
    this.visit(node.test, inner)
    this.visit(node.update, inner)
    this.visit(node.body, inner)
  }

  private headScope(node: Syntax, head: Syntax | null, scope: Scope): Scope {
    const inner = new Scope("block", scope, scope.info)
    node.scope = inner
    if (head !== null && head.type === "VariableDeclaration" && head.kind !== "var") {
      for (const declarator of head.declarations) {
        const end = node.type === "ForStatement" ? declarator.end : node.right.end
        for (const name of boundNames(declarator.id)) inner.declare(name, head.kind, end)
      }
    }
    return inner
  }

  protected ForOfStatement(node: Syntax, scope: Scope): void {
    const inner = this.headScope(node, node.left, scope)
    this.visit(node.left, inner)
    this.visit(node.right, inner)
    this.visit(node.body, inner)
  }

  protected ForInStatement(node: Syntax, scope: Scope): void {
    this.ForOfStatement(node, scope)
  }

  protected SwitchStatement(node: Syntax, scope: Scope): void {
    this.visit(node.discriminant, scope)
    const inner = new Scope("switch", scope, scope.info)
    node.scope = inner
    for (const switchCase of node.cases)
      for (const statement of switchCase.consequent) this.declareLexical(statement, inner)
    for (const switchCase of node.cases) {
      switchCase.number = this.count++
      this.visit(switchCase.test, inner)
      this.visitAll(switchCase.consequent, inner)
    }
  }

  protected CatchClause(node: Syntax, scope: Scope): void {
    const inner = new Scope("block", scope, scope.info)
    node.scope = inner
    if (node.param !== null) {
      const initializedAt = node.param.type === "Identifier" ? 0 : node.param.end
      for (const name of boundNames(node.param)) inner.declare(name, "catch", initializedAt)
      this.bind(node.param, inner)
    }
    this.visit(node.body, inner)
  }

  // Functions

  protected FunctionDeclaration(node: Syntax, scope: Scope): void {
    const info = this.functionNode(node, scope, "function", node.id?.name ?? "default")
    if (node.id === null || node.id === undefined) return
    if (this.isGlobalScope(scope)) {
      scope.info.globals!.functions.push({ info, name: node.id.name })
      return
    }
    const variable = scope.variables.get(node.id.name)!
    node.id.number = this.count++
    scope.functions.push({ info, variable })
  }

  protected FunctionExpression(node: Syntax, scope: Scope): void {
    this.functionNode(node, scope, "function", node.id?.name ?? node.inferredName ?? "")
  }

  protected ArrowFunctionExpression(node: Syntax, scope: Scope): void {
    this.functionNode(node, scope, "function", node.inferredName ?? "")
  }

  private nameFunction(node: Syntax | null | undefined, name: string): void {
    if (node === null || node === undefined) return
    const anonymous =
      node.type === "ArrowFunctionExpression" ||
      ((node.type === "FunctionExpression" || node.type === "ClassExpression") && !node.id)
    if (anonymous) node.inferredName = name
  }

  private functionNode(node: Syntax, scope: Scope, role: FunctionInfo["role"], name: string): FunctionInfo {
    const info = new FunctionInfo(node, scope.info)
    info.role = role
    info.name = name
    node.info = info
    node.within = scope
    this.functions.push(info)
    const inner = new Scope("function", scope, info)
    info.scope = info.bodyScope = inner
    node.scope = inner
    if (info.isDerived) inner.declare("this", "this", Infinity)
    const depth = this.depth
    this.depth = 0
    this.parameters(node.params, info)
    if (node.body.type === "BlockStatement") {
      node.body.number = this.count++
      this.statements(node.body.body, info.bodyScope)
    } else this.visit(node.body, info.bodyScope)
    if (info.bodyScope !== info.scope) this.copyParameters(info)
    this.depth = depth
    return info
  }

  private parameters(params: Syntax[], info: FunctionInfo): void {
    info.plainParameters = params.every((param) => param.type === "Identifier")
    for (const param of params) {
      const initializedAt = info.plainParameters ? 0 : param.end
      for (const name of boundNames(param)) info.scope.declare(name, "parameter", initializedAt)
    }
    const before = this.functions.length
    for (const param of params) this.bind(param, info.scope)
    const closures = this.functions.length > before
    if (!info.plainParameters && closures) info.bodyScope = new Scope("body", info.scope, info)
  }

  /** FunctionDeclarationInstantiation step 28: a `var` named like a parameter starts with its value. */
  private copyParameters(info: FunctionInfo): void {
    for (const variable of info.bodyScope.variables.values()) {
      const parameter = info.scope.variables.get(variable.name)
      if (parameter !== undefined && variable.kind === "var") {
        parameter.used = true
        info.copied.push({ from: parameter, to: variable })
      }
    }
  }

  // Classes

  protected ClassDeclaration(node: Syntax, scope: Scope): void {
    if (node.id !== null && node.id !== undefined) this.refer(node.id, node.id.name, scope, true)
    if (node.id) node.id.number = this.count++
    this.classNode(node, scope, node.id?.name ?? "default")
  }

  protected ClassExpression(node: Syntax, scope: Scope): void {
    this.classNode(node, scope, node.id?.name ?? node.inferredName ?? "")
  }

  private classNode(node: Syntax, scope: Scope, name: string): void {
    const inner = new Scope("class", scope, scope.info)
    node.scope = inner
    node.className = name
    if (node.id) {
      inner.declare(node.id.name, "const", node.end)
      node.innerName = inner.variables.get(node.id.name)
    }
    for (const element of node.body.body) {
      if (element.key?.type === "PrivateIdentifier") inner.declare(`#${element.key.name}`, "private", 0)
    }
    this.visit(node.superClass, inner)
    node.body.number = this.count++
    const hasElements = node.body.body.some(
      (element: Syntax) =>
        !element.static &&
        (element.type === "PropertyDefinition" || element.key?.type === "PrivateIdentifier"),
    )
    for (const element of node.body.body) this.classElement(element, node, inner, hasElements)
    if (!node.body.body.some((element: Syntax) => element.kind === "constructor")) {
      this.defaultConstructor(node, inner, hasElements)
    }
  }

  /** The constructor of a class that writes none: named by the class body's number. */
  private defaultConstructor(node: Syntax, scope: Scope, hasElements: boolean): void {
    const isDerived = node.superClass !== null && node.superClass !== undefined
    const { number, start, end } = node.body
    const syntax: Syntax = {
      type: "DefaultConstructor",
      number,
      start,
      end,
      params: [],
      isDerivedConstructor: isDerived,
    }
    const info = new FunctionInfo(syntax, scope.info)
    info.role = "constructor"
    info.name = node.className
    info.initializesFields = hasElements
    info.sourceStart = node.start
    info.sourceEnd = node.end
    info.scope = info.bodyScope = new Scope("function", scope, info)
    if (isDerived) info.scope.declare("this", "this", Infinity).used = true
    node.defaultConstructor = info
    this.functions.push(info)
  }

  private classElement(element: Syntax, node: Syntax, scope: Scope, hasElements: boolean): void {
    element.number = this.count++
    if (element.computed || element.key?.type === "PrivateIdentifier") this.visit(element.key, scope)
    if (element.type === "MethodDefinition") {
      const isConstructor = element.kind === "constructor"
      const method = this.methodInfo(element, node, scope)
      if (isConstructor) method.initializesFields = hasElements
    } else if (element.type === "PropertyDefinition") this.fieldValue(element, scope)
    else this.staticBlock(element, scope)
  }

  private methodInfo(element: Syntax, node: Syntax, scope: Scope): FunctionInfo {
    const isConstructor = element.kind === "constructor"
    const value = element.value as Syntax
    value.number = this.count++
    value.isDerivedConstructor = isConstructor && node.superClass !== null && node.superClass !== undefined
    const info = this.functionNode(
      value,
      scope,
      isConstructor ? "constructor" : methodRole(element),
      isConstructor ? node.className : propertyName(element),
    )
    const whole = isConstructor ? node : element
    info.sourceStart = whole.start
    info.sourceEnd = whole.end
    return info
  }

  /** A field's value is the body of a method of its own. */
  private fieldValue(element: Syntax, scope: Scope): void {
    if (element.value === null) return
    if (!element.computed) this.nameFunction(element.value, propertyName(element))
    this.syntheticFunction(element, scope, "field", element.value)
  }

  private staticBlock(element: Syntax, scope: Scope): void {
    this.syntheticFunction(element, scope, "staticBlock", null)
  }

  private syntheticFunction(
    element: Syntax,
    scope: Scope,
    role: "field" | "staticBlock",
    value: Syntax | null,
  ): void {
    const info = new FunctionInfo(element, scope.info)
    info.role = role
    element.info = info
    element.within = scope
    this.functions.push(info)
    info.scope = info.bodyScope = new Scope("function", scope, info)
    const depth = this.depth
    this.depth = 0
    if (value !== null) this.visit(value, info.scope)
    else this.statements(element.body, info.scope)
    this.depth = depth
  }

  // Resolution

  private resolve(): void {
    for (const reference of this.references) {
      const { node, name, scope, declares } = reference
      const variable = this.lookup(name, scope)
      node.variable = variable
      if (variable === null) continue
      variable.used = true
      const crosses = variable.scope.info !== scope.info
      if (crosses) this.capture(variable)
      node.checked = !declares && needsCheck(variable, node, crosses)
      if (node.checked) variable.dead = true
    }
    for (const info of this.functions) {
      for (const scope of info.scopes) for (const { variable } of scope.functions) variable.used = true
    }
  }

  private lookup(name: string, from: Scope): Variable | null {
    for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
      const found = scope.variables.get(name)
      if (found !== undefined) return found
      if (scope.kind === "function") {
        const implicit = implicitVariable(name, scope)
        if (implicit !== null) return implicit
      }
    }
    return null
  }
}

/** Variables that a function has without declaring them: made at the first reference. */
function implicitVariable(name: string, scope: Scope): Variable | null {
  const info = scope.info
  const node = info.node
  if (name === "arguments" && !info.isArrow && info.role !== "program") {
    return scope.declare("arguments", "arguments", 0)
  }
  if (node.type === "FunctionExpression" && info.role === "function" && node.id?.name === name) {
    return scope.declare(name, "self", 0)
  }
  return null
}

function needsCheck(variable: Variable, node: Syntax, crosses: boolean): boolean {
  if (variable.kind === "this") return true
  if (variable.kind === "parameter" || variable.kind === "catch") return node.start < variable.initializedAt
  if (!variable.lexical) return false
  if (crosses || variable.scope.kind === "switch") return true
  return node.start < variable.initializedAt
}

/** The function whose `this` an arrow, or a function itself, sees. */
export function thisOwner(info: FunctionInfo): FunctionInfo {
  let owner = info
  while (owner.isArrow && owner.parent !== null) owner = owner.parent
  return owner
}

function assignRegisters(info: FunctionInfo): void {
  if (!takesRest(info.node)) info.registers = (info.node.params ?? []).length
  const parameters: string[] = info.plainParameters
    ? (info.node.params ?? []).map((param: Syntax) => param.name)
    : []
  for (const scope of info.scopes) {
    for (const variable of scope.variables.values()) {
      if (variable.captured) continue
      const index =
        scope === info.scope && variable.kind === "parameter" ? parameters.lastIndexOf(variable.name) : -1
      variable.slot = index >= 0 ? index : info.registers++
    }
  }
}

/** The function's last parameter takes all further arguments, so that a call must keep their list. */
export function takesRest({ params }: Syntax): boolean {
  return params?.at(-1)?.type === "RestElement"
}

function methodRole(node: Syntax): FunctionInfo["role"] {
  return node.kind === "get" ? "getter" : node.kind === "set" ? "setter" : "method"
}

/** The name of a property whose key is no computed expression; empty otherwise. */
export function propertyName(node: Syntax): string {
  const prefix = node.kind === "get" || node.kind === "set" ? `${node.kind} ` : ""
  if (node.computed) return ""
  return prefix + keyText(node.key)
}

export function keyText(key: Syntax): string {
  if (key.type === "Identifier") return key.name
  if (key.type === "PrivateIdentifier") return `#${key.name}`
  return key.bigint !== undefined && key.bigint !== null ? BigInt(key.bigint).toString() : String(key.value)
}

function isProtoSetter(node: Syntax): boolean {
  return !node.shorthand && node.kind === "init" && !node.method && keyText(node.key) === "__proto__"
}

/** BoundNames of a binding pattern, ECMA-262 8.2.1. */
export function boundNames(pattern: Syntax | null): string[] {
  if (pattern === null) return []
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name]
    case "AssignmentPattern":
      return boundNames(pattern.left)
    case "RestElement":
      return boundNames(pattern.argument)
    case "ArrayPattern":
      return pattern.elements.flatMap(boundNames)
    case "ObjectPattern":
      return pattern.properties.flatMap((property: Syntax) =>
        boundNames(property.type === "RestElement" ? property : property.value),
      )
    default:
      return []
  }
}
