/** ESTree to nodes, one function at a time, at its first call. Chooses forms by their operands; evaluates nothing. */
import { type FunctionInfo, keyText, type Scope, takesRest, type Variable } from "../program/scope.ts"
import type { Syntax } from "../program/syntax.ts"
import { arrayIndex } from "../objects/shape.ts"
import { EMPTY } from "../objects/value.ts"
import type { Place, Unit } from "./code.ts"
import type { CodeOfFunction } from "./functionCode.ts"
import { isExpressionBody, returnedExpression } from "./functionCode.ts"
import { branching, fused, type FusedForms, storing } from "./fused.gen.ts"
import { type Evaluate, Node, NONE, type Resume } from "./node.ts"
import * as assignment from "./evaluate/assignment.ts"
import * as calls from "./evaluate/calls.ts"
import * as classes from "./evaluate/classes.ts"
import * as control from "./evaluate/control.ts"
import * as exceptions from "./evaluate/exceptions.ts"
import * as iteration from "./evaluate/iteration.ts"
import * as literals from "./evaluate/literals.ts"
import * as loops from "./evaluate/loops.ts"
import * as members from "./evaluate/members.ts"
import { type Operator, unary } from "./evaluate/operators.ts"
import * as operators from "./evaluate/operators.ts"
import * as patterns from "./evaluate/patterns.ts"
import type { ScopePlan } from "./evaluate/scopes.ts"
import * as statements from "./evaluate/statements.ts"
import * as suspension from "./evaluate/suspension.ts"
import * as variables from "./evaluate/variables.ts"
import { render, renderDestructured, renderIterable } from "./render.ts"

type Form = readonly [Evaluate, Resume | null]
type Fields = Partial<Pick<Node, "a" | "b" | "c" | "d" | "i" | "j" | "key" | "value" | "list" | "slot">>

/** How names that no scope declares are read: as globals, or in the hidden scope of a `guest` built-in. */
export interface BuildOptions {
  readonly hidden: boolean
  /** The statement whose value is the program's result. */
  readonly completion: Syntax | null
}

export class Builder {
  private readonly unit: Unit
  private readonly info: FunctionInfo
  private readonly options: BuildOptions
  /** Nodes that can leave a record. */
  readonly nodes: Node[] = []
  private readonly counts = new Map<number, number>()
  /** Labels that stand right before the statement being built. */
  private labels: string[] = []

  constructor(unit: Unit, info: FunctionInfo, options: BuildOptions) {
    this.unit = unit
    this.info = info
    this.options = options
  }

  // Records

  private make(syntax: Syntax, form: Form, fields: Fields = {}): Node {
    const count = this.counts.get(syntax.number) ?? 0
    this.counts.set(syntax.number, count + 1)
    const node = new Node(form[0], form[1], syntax.number * 8 + count, positionOf(syntax))
    Object.assign(node, fields)
    if (form[1] !== null) this.nodes.push(node)
    return node
  }

  /** A node with an inline cache. */
  private cached(syntax: Syntax, form: Form, fields: Fields): Node {
    return this.make(syntax, form, { ...fields, slot: this.unit.cacheCount++ })
  }

  // Functions

  /** The body of the function, parameters included. */
  body(): Node {
    const { info } = this
    const { node } = info
    if (node.type === "DefaultConstructor") return this.defaultConstructor(node)
    if (info.role === "field") return this.expression(node.value)
    if (info.role === "staticBlock") return this.sequence(node, this.statementList(node.body))
    if (isExpressionBody(info))
      return this.expression(node.body.type === "BlockStatement" ? returnedExpression(info)! : node.body)
    const isExpression = node.type !== "Program" && node.body.type !== "BlockStatement"
    const before = this.beforeBody(node)
    if (isExpression) {
      const result = this.make(node.body, [statements.evaluateReturn, statements.resumeReturn], {
        a: this.expression(node.body),
      })
      return this.sequence(node, [...before, result])
    }
    const list = node.type === "Program" ? node.body : node.body.body
    return this.sequence(node, [...before, ...this.statementList(list)])
  }

  private beforeBody(node: Syntax): Node[] {
    const { info } = this
    const list: Node[] = []
    if (!info.plainParameters) list.push(...this.parameters(node))
    if (info.bodyScope !== info.scope) list.push(...this.bodyScope(node))
    if (info.isGenerator && !info.plainParameters) {
      list.push(this.make(node, [suspension.evaluateInitialYield, suspension.resumeInitialYield]))
    }
    if (info.role === "constructor" && !info.isDerived && info.initializesFields) {
      list.push(this.make(node, [classes.evaluateInitialize, classes.resumeInitialize]))
    }
    return list
  }

  private parameters(node: Syntax): Node[] {
    const evaluateParameter = takesRest(node) ? control.evaluateListedParameter : control.evaluateParameter
    return node.params.map((parameter: Syntax, index: number) => {
      const isRest = parameter.type === "RestElement"
      const target = this.pattern(isRest ? parameter.argument : parameter, "")
      const form: Form = isRest
        ? [control.evaluateRestParameter, control.resumeParameter]
        : [evaluateParameter, control.resumeParameter]
      return this.make(parameter, form, { a: target, i: index })
    })
  }

  private bodyScope(node: Syntax): Node[] {
    const plan = this.plan(this.info.bodyScope)
    const list: Node[] = []
    if (plan !== null) list.push(this.make(node, [control.evaluateEnterScope, null], { value: plan }))
    for (const { from, to } of this.info.copied) {
      const read = this.load(node, from, this.info.bodyScope, false)
      list.push(
        this.make(node, [statements.evaluateExpressionStatement, null], {
          a: this.make(node, [variables.evaluateSetVariable, null], {
            b: read,
            value: this.storeFor(to, this.info.bodyScope, to.name, true, false),
          }),
        }),
      )
    }
    return list
  }

  private defaultConstructor(node: Syntax): Node {
    if (!this.info.isDerived) {
      const list = this.info.initializesFields
        ? [this.make(node, [classes.evaluateInitialize, classes.resumeInitialize])]
        : []
      return this.sequence(node, list)
    }
    const place = this.info.scope.variables.get("this")!
    const value = { captured: place.captured, slot: place.slot, hops: 0 }
    const call = this.make(node, [classes.evaluateSuperCall, classes.resumeSuperCall], { i: 1, value })
    return this.make(node, [statements.evaluateExpressionStatement, statements.resumeExpressionStatement], {
      a: call,
    })
  }

  private functionNode(node: Syntax): Node {
    return this.make(node, [literals.evaluateFunction, null], { value: this.codeOf(node.info!) })
  }

  private codeOf(info: FunctionInfo): CodeOfFunction {
    return this.unit.functions.get(info.node.number) as CodeOfFunction
  }

  // Scopes

  private placeOf(variable: Variable): Place {
    return { captured: variable.captured, slot: variable.slot }
  }

  private plan(scope: Scope): ScopePlan | null {
    const dead = [...scope.variables.values()].filter((variable) => variable.dead)
    const plan: ScopePlan = {
      size: scope.size,
      deadSlots: dead.filter((variable) => variable.captured).map((variable) => variable.slot),
      deadRegisters: dead.filter((variable) => !variable.captured).map((variable) => variable.slot),
      functions: scope.functions.map(({ info, variable }) => ({
        code: this.codeOf(info),
        place: this.placeOf(variable),
      })),
    }
    return plan.size + plan.deadRegisters.length + plan.functions.length === 0 ? null : plan
  }

  private hops(from: Scope, to: Scope): number {
    let hops = 0
    for (let scope: Scope = from; scope !== to; scope = scope.parent!) if (scope.size > 0) hops++
    return hops
  }

  // Variables

  private load(syntax: Syntax, variable: Variable, within: Scope, checked: boolean): Node {
    const fields: Fields = { i: variable.slot, key: variable.name }
    if (!variable.captured) {
      return this.make(
        syntax,
        [checked ? variables.evaluateRegisterChecked : variables.evaluateRegister, null],
        fields,
      )
    }
    const hops = this.hops(within, variable.scope)
    const evaluate = checked
      ? variables.evaluateCapturedChecked
      : hops === 0
        ? variables.evaluateCaptured0
        : hops === 1
          ? variables.evaluateCaptured1
          : variables.evaluateCaptured
    return this.make(syntax, [evaluate, null], { ...fields, j: hops })
  }

  private identifier(node: Syntax): Node {
    if (node.variable) return this.load(node, node.variable, node.within!, node.checked === true)
    if (this.options.hidden) return this.make(node, [control.evaluateHidden, null], { key: node.name })
    if (node.name === "undefined")
      return this.make(node, [literals.evaluateConstant, null], { value: undefined })
    return this.cached(node, [variables.evaluateGlobal, null], { key: node.name })
  }

  private thisExpression(node: Syntax): Node {
    if (node.variable) return this.load(node, node.variable, node.within!, true)
    return this.make(node, [literals.evaluateThis, null])
  }

  private storeFor(
    variable: Variable | null | undefined,
    within: Scope,
    name: string,
    initializes: boolean,
    checked: boolean,
  ): variables.Store {
    const base = { name, slot: variable?.slot ?? 0, hops: -1, checked }
    if (variable === null || variable === undefined) {
      const isLexical = initializes && this.info.globals?.lexicals.some((lexical) => lexical.name === name)
      return { ...base, kind: isLexical ? "globalLexical" : "global" }
    }
    const hops = variable.captured ? this.hops(within, variable.scope) : -1
    if (!initializes && (variable.kind === "const" || variable.kind === "self")) {
      return { ...base, hops, kind: "constant" }
    }
    return { ...base, hops, kind: variable.captured ? "captured" : "register" }
  }

  private identifierStore(node: Syntax, initializes: boolean): variables.Store {
    return this.storeFor(node.variable, node.within!, node.name, initializes, node.checked === true)
  }

  private isRegister(node: Syntax): boolean {
    return node.type === "Identifier" && !!node.variable && !node.variable.captured && node.checked !== true
  }

  private isWritableRegister(node: Syntax): boolean {
    return this.isRegister(node) && node.variable!.kind !== "const" && node.variable!.kind !== "self"
  }

  // Statements

  private statementList(list: Syntax[]): Node[] {
    const nodes: Node[] = []
    for (const statement of list) {
      const node = this.statement(statement)
      if (node !== null) nodes.push(node)
    }
    return nodes
  }

  private sequence(syntax: Syntax, list: Node[]): Node {
    if (list.length === 1) return list[0]!
    if (list.length === 0) return this.make(syntax, [statements.evaluateEmpty, null])
    return this.make(syntax, [statements.evaluateSequence, statements.resumeSequence], {
      list: list.map(dropped),
    })
  }

  private required(node: Syntax): Node {
    return this.statement(node) ?? this.make(node, [statements.evaluateEmpty, null])
  }

  /** Null for a statement that does nothing when control reaches it. */
  private statement(node: Syntax): Node | null {
    const labels = this.labels
    this.labels = []
    switch (node.type) {
      case "EmptyStatement":
      case "DebuggerStatement":
      case "FunctionDeclaration":
      case "ImportDeclaration":
      case "TSEmpty":
        return null
      case "ExpressionStatement":
        return this.expressionStatement(node)
      case "VariableDeclaration":
        return this.declaration(node)
      case "ReturnStatement":
        return this.make(node, [statements.evaluateReturn, statements.resumeReturn], {
          a: node.argument === null ? this.undefinedNode(node) : this.returned(node),
        })
      case "IfStatement":
        return this.ifStatement(node)
      case "BlockStatement":
        return this.block(node, node.scope!, node.body)
      case "ForStatement":
      case "WhileStatement":
        return this.forStatement(node, labels)
      case "DoWhileStatement":
        return this.make(node, [loops.evaluateDo, loops.resumeDo], {
          b: this.expression(node.test),
          d: this.required(node.body),
          value: { labels, scope: null } satisfies loops.LoopPlan,
        })
      case "ForOfStatement":
      case "ForInStatement":
        return this.forEach(node, labels)
      case "BreakStatement":
        return this.make(node, [statements.evaluateBreak, null], { value: node.label?.name ?? null })
      case "ContinueStatement":
        return this.make(node, [statements.evaluateContinue, null], { value: node.label?.name ?? null })
      case "ThrowStatement":
        return this.make(node, [statements.evaluateThrow, statements.resumeThrow], {
          a: this.expression(node.argument),
        })
      case "TryStatement":
        return this.tryStatement(node)
      case "SwitchStatement":
        return this.switchStatement(node)
      case "LabeledStatement":
        return this.labeled(node, labels)
      case "ClassDeclaration":
        return this.classDeclaration(node)
      case "ExportDefaultDeclaration":
        return this.statementOfExport(node.declaration)
      default:
        throw new Error(`no form for ${node.type}`)
    }
  }

  private statementOfExport(declaration: Syntax): Node | null {
    if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration")
      return this.statement(declaration)
    return this.make(
      declaration,
      [statements.evaluateExpressionStatement, statements.resumeExpressionStatement],
      {
        a: this.expression(declaration),
      },
    )
  }

  private undefinedNode(node: Syntax): Node {
    return this.make(node, [literals.evaluateConstant, null], { value: undefined })
  }

  /** `return a` in an async generator awaits. */
  private returned(node: Syntax): Node {
    const value = this.expression(node.argument)
    if (!(this.info.isGenerator && this.info.isAsync)) return value
    return this.make(node, [suspension.evaluateAwait, suspension.resumeAwait], { a: value })
  }

  private expressionStatement(node: Syntax): Node {
    const { expression } = node
    if (node === this.options.completion) {
      return this.make(node, [statements.evaluateReturn, statements.resumeReturn], {
        a: this.make(node, [suspension.evaluateAwait, suspension.resumeAwait], {
          a: this.expression(expression),
        }),
      })
    }
    if (expression.type === "AssignmentExpression" && this.isWritableRegister(expression.left)) {
      const value = this.assignedValue(expression)
      if (value !== null) {
        return this.setRegister(node, expression.left.variable.slot, value)
      }
    }
    if (expression.type === "UpdateExpression" && this.isWritableRegister(expression.argument)) {
      return this.make(node, [control.evaluateStepRegister, control.resumeStepRegister], {
        i: expression.argument.variable.slot,
        j: expression.operator === "++" ? 1 : -1,
      })
    }
    return this.make(node, [statements.evaluateExpressionStatement, statements.resumeExpressionStatement], {
      a: this.expression(expression),
    })
  }

  private declaration(node: Syntax): Node | null {
    const list: Node[] = []
    for (const declarator of node.declarations) {
      if (declarator.init === null && node.kind === "var") continue
      list.push(this.declarator(declarator, node.kind))
    }
    return list.length === 0 ? null : this.sequence(node, list)
  }

  private declarator(declarator: Syntax, kind: string): Node {
    const { id } = declarator
    const value = declarator.init === null ? this.undefinedNode(declarator) : this.expression(declarator.init)
    if (id.type === "Identifier") {
      if (this.isRegister(id)) {
        return this.setRegister(declarator, id.variable.slot, value)
      }
      return this.make(
        declarator,
        [statements.evaluateExpressionStatement, statements.resumeExpressionStatement],
        {
          a: this.make(declarator, [variables.evaluateSetVariable, variables.resumeSetVariable], {
            b: value,
            value: this.identifierStore(id, kind !== "var" || !!id.variable),
          }),
        },
      )
    }
    const text = declarator.init === null ? "" : sourceText(id, declarator.init)
    return this.make(declarator, [control.evaluateDestructure, control.resumeDestructure], {
      a: value,
      b: this.pattern(id, text),
    })
  }

  private ifStatement(node: Syntax): Node {
    return this.branch(node, [statements.evaluateIf, statements.resumeIf], {
      b: this.required(node.consequent),
      c: node.alternate === null ? NONE : this.required(node.alternate),
    })
  }

  /** Two ways after a test, which one form does where the test is a plain comparison. */
  private branch(node: Syntax, form: Form, ways: { b: Node; c: Node }): Node {
    const a = this.expression(node.test)
    const fusedForm = branching.get(a.evaluate)
    return fusedForm === undefined ? this.make(node, form, { a, ...ways }) : this.refit(a, fusedForm, ways)
  }

  /** A node just made, in a form that does more with its operands. It takes the first one's place among the nodes that are found by id. */
  private refit(node: Node, form: Form, fields: Fields): Node {
    const { a, i, j, value } = node
    const refitted = new Node(form[0], form[1], node.id, node.position)
    Object.assign(refitted, { a, i, j, value }, fields)
    this.nodes.push(refitted)
    return refitted
  }

  /** The statement that puts a value into a register. */
  private setRegister(node: Syntax, register: number, value: Node): Node {
    const form = storing.get(value.evaluate)
    if (form !== undefined) return this.refit(value, form, { slot: register })
    return this.make(node, [variables.evaluateSetRegisterStatement, variables.resumeSetRegisterStatement], {
      i: register,
      b: value,
    })
  }

  private block(node: Syntax, scope: Scope, list: Syntax[]): Node | null {
    const plan = this.plan(scope)
    const nodes = this.statementList(list)
    if (plan === null) return nodes.length === 0 ? null : this.sequence(node, nodes)
    return this.make(node, [statements.evaluateBlock, statements.resumeBlock], {
      a: this.sequence(node, nodes),
      value: plan,
    })
  }

  private forStatement(node: Syntax, labels: string[]): Node {
    const scope = node.scope === undefined ? null : this.plan(node.scope)
    const init = node.init ?? null
    return this.make(node, [loops.evaluateFor, loops.resumeFor], {
      a:
        init === null
          ? NONE
          : init.type === "VariableDeclaration"
            ? (this.declaration(init) ?? NONE)
            : this.effect(init),
      b: node.test === null ? NONE : this.expression(node.test),
      c: node.update == null ? NONE : this.effect(node.update),
      d: this.required(node.body),
      value: { labels, scope } satisfies loops.LoopPlan,
    })
  }

  /** An expression for its effect alone. */
  private effect(node: Syntax): Node {
    if (node.type === "UpdateExpression" && this.isWritableRegister(node.argument)) {
      return this.make(node, [control.evaluateStepRegister, control.resumeStepRegister], {
        i: node.argument.variable.slot,
        j: node.operator === "++" ? 1 : -1,
      })
    }
    return this.expression(node)
  }

  private forEach(node: Syntax, labels: string[]): Node {
    const scope = this.plan(node.scope!)
    const plan: iteration.IterationPlan = {
      labels,
      scope,
      head: scope !== null && (scope.size > 0 || scope.deadRegisters.length > 0) ? scope : null,
      text: renderIterable(node.right),
    }
    const isDeclaration = node.left.type === "VariableDeclaration"
    const target = isDeclaration ? node.left.declarations[0].id : node.left
    const form: Form =
      node.type === "ForInStatement"
        ? [iteration.evaluateForIn, iteration.resumeForIn]
        : node.await
          ? [iteration.evaluateForAwait, iteration.resumeForAwait]
          : [iteration.evaluateForOf, iteration.resumeForOf]
    return this.make(node, form, {
      a: this.expression(node.right),
      c: this.pattern(target, "", isDeclaration),
      d: this.required(node.body),
      value: plan,
    })
  }

  private tryStatement(node: Syntax): Node {
    const { handler } = node
    return this.make(node, [exceptions.evaluateTry, exceptions.resumeTry], {
      a: this.required(node.block),
      b: handler === null ? NONE : this.required(handler.body),
      c: node.finalizer === null ? NONE : this.required(node.finalizer),
      d: handler === null || handler.param === null ? NONE : this.pattern(handler.param, ""),
      value: handler === null ? null : this.plan(handler.scope!),
    })
  }

  private switchStatement(node: Syntax): Node {
    return this.make(node, [statements.evaluateSwitch, statements.resumeSwitch], {
      a: this.expression(node.discriminant),
      value: this.plan(node.scope!),
      list: node.cases.map((switchCase: Syntax) =>
        this.make(switchCase, [statements.evaluateEmpty, null], {
          a: switchCase.test === null ? NONE : this.expression(switchCase.test),
          b: this.sequence(switchCase, this.statementList(switchCase.consequent)),
        }),
      ),
    })
  }

  private labeled(node: Syntax, outer: string[]): Node {
    const labels = [...outer, node.label.name]
    if (/^(For|While|DoWhile|ForIn|ForOf)/.test(node.body.type) || node.body.type === "LabeledStatement") {
      this.labels = labels
    }
    return this.make(node, [statements.evaluateLabeled, statements.resumeLabeled], {
      a: this.required(node.body),
      value: node.label.name,
    })
  }

  // Classes

  private classDeclaration(node: Syntax): Node {
    const value = this.classNode(node)
    if (!node.id) {
      return this.make(node, [statements.evaluateExpressionStatement, statements.resumeExpressionStatement], {
        a: value,
      })
    }
    return this.make(node, [statements.evaluateExpressionStatement, statements.resumeExpressionStatement], {
      a: this.make(node, [variables.evaluateSetVariable, variables.resumeSetVariable], {
        b: value,
        value: this.identifierStore(node.id, true),
      }),
    })
  }

  private classNode(node: Syntax): Node {
    const scope = node.scope!
    const elements: Syntax[] = node.body.body
    const ownerOf = privateOwners(node, elements)
    const constructor = elements.find(
      (element) => element.type === "MethodDefinition" && element.kind === "constructor",
    )
    const plan: classes.ClassPlan = {
      scope: this.plan(scope),
      innerName: node.innerName?.used ? this.placeOf(node.innerName) : null,
      privateNames: [...scope.variables.values()]
        .filter((variable) => variable.kind === "private")
        .map((variable) => ({
          name: variable.name.slice(1),
          owner: ownerOf.get(variable.name.slice(1)) ?? null,
          place: this.placeOf(variable),
        })),
      heritage: node.superClass == null ? null : this.expression(node.superClass),
      constructorCode: this.codeOf(
        constructor === undefined ? node.defaultConstructor : constructor.value.info,
      ),
      elements: elements
        .filter((element) => element !== constructor)
        .map((element) => this.classElement(element, scope)),
    }
    return this.make(node, [classes.evaluateClass, classes.resumeClass], { value: plan })
  }

  private classElement(element: Syntax, scope: Scope): classes.ClassElementPlan {
    const isPrivate = element.key?.type === "PrivateIdentifier"
    const info: FunctionInfo | undefined =
      element.type === "MethodDefinition"
        ? element.value.info
        : element.value === null
          ? undefined
          : element.info
    return {
      kind:
        element.type === "MethodDefinition"
          ? element.kind
          : element.type === "PropertyDefinition"
            ? "field"
            : "block",
      isStatic: element.static === true || element.type === "StaticBlock",
      key: element.key === undefined || element.computed || isPrivate ? "" : keyText(element.key),
      computed: element.computed ? this.expression(element.key) : null,
      privatePlace: isPrivate ? this.placeOf(scope.variables.get(`#${element.key.name}`)!) : null,
      code: info === undefined ? null : this.codeOf(info),
      namesValue:
        element.computed === true &&
        element.type === "PropertyDefinition" &&
        isAnonymousFunction(element.value),
    }
  }

  // Expressions

  private expression(node: Syntax): Node {
    switch (node.type) {
      case "Literal":
        return this.literal(node)
      case "Identifier":
        return this.identifier(node)
      case "ThisExpression":
        return this.thisExpression(node)
      case "BinaryExpression":
        return this.binary(node)
      case "LogicalExpression":
        return this.make(node, control.logicalForms[node.operator as "&&"]!, {
          a: this.expression(node.left),
          b: this.expression(node.right),
        })
      case "ConditionalExpression":
        return this.branch(node, [control.evaluateConditional, control.resumeConditional], {
          b: this.expression(node.consequent),
          c: this.expression(node.alternate),
        })
      case "UnaryExpression":
        return this.unary(node)
      case "UpdateExpression":
        return this.update(node)
      case "AssignmentExpression":
        return this.assignment(node)
      case "MemberExpression":
        return this.member(node)
      case "CallExpression":
        return this.call(node)
      case "NewExpression":
        return this.make(node, [calls.evaluateNew, calls.resumeNew], {
          a: this.expression(node.callee),
          list: this.list(node.arguments),
          value: node.callee,
        })
      case "ChainExpression":
        return this.make(node, [calls.evaluateChain, calls.resumeChain], { a: this.chain(node.expression) })
      case "ObjectExpression":
        return this.object(node)
      case "ArrayExpression":
        return this.array(node)
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        return this.functionNode(node)
      case "ClassExpression":
        return this.classNode(node)
      case "TemplateLiteral":
        return this.template(node)
      case "TaggedTemplateExpression":
        return this.taggedTemplate(node)
      case "SequenceExpression":
        return this.make(node, [control.evaluateComma, control.resumeComma], {
          list: node.expressions.map((expression: Syntax) => this.expression(expression)),
        })
      case "AwaitExpression":
        return this.make(node, [suspension.evaluateAwait, suspension.resumeAwait], {
          a: this.expression(node.argument),
        })
      case "YieldExpression":
        return this.yield(node)
      case "MetaProperty":
        return this.make(node, [literals.evaluateNewTarget, null])
      case "ImportExpression":
        return this.make(node, [control.evaluateImport, control.resumeImport], {
          a: this.expression(node.source),
        })
      case "ParenthesizedExpression":
        return this.expression(node.expression)
      default:
        throw new Error(`no form for ${node.type}`)
    }
  }

  private literal(node: Syntax): Node {
    if (node.regex) {
      return this.make(node, [literals.evaluateRegExp, control.resumeTail], {
        value: {
          source: node.regex.pattern,
          flags: node.regex.flags,
          slots: null,
        } satisfies literals.RegExpLiteral,
      })
    }
    const value = node.bigint ? BigInt(node.bigint) : node.value
    return this.make(node, [literals.evaluateConstant, null], { value })
  }

  private binary(node: Syntax): Node {
    if (node.left.type === "PrivateIdentifier") return this.privateIn(node)
    const spine: Syntax[] = []
    let current = node
    while (current.type === "BinaryExpression" && current.left.type === "BinaryExpression") {
      spine.push(current)
      current = current.left
    }
    if (current.left.type === "PrivateIdentifier") return this.spine(spine, this.privateIn(current))
    return this.spine(spine, this.operation(current, current.operator, current.left, null, current.right))
  }

  private spine(spine: Syntax[], innermost: Node): Node {
    let left = innermost
    for (let index = spine.length - 1; index >= 0; index--) {
      const node = spine[index]!
      left = this.operation(node, node.operator, null, left, node.right)
    }
    return left
  }

  /** A binary operation; the left operand as syntax, or as a node already built. */
  private operation(
    node: Syntax,
    operator: string,
    left: Syntax | null,
    leftNode: Node | null,
    right: Syntax,
  ): Node {
    const forms = fused[operator]
    const leftRegister = left !== null && this.isRegister(left)
    const rightRegister = this.isRegister(right)
    const rightNumber = right.type === "Literal" && typeof right.value === "number"
    const a = (): Node => leftNode ?? this.expression(left!)
    if (forms === undefined) {
      return this.make(node, [control.evaluateBinary, control.resumeBinary], {
        a: a(),
        b: this.expression(right),
        value: operator as Operator,
      })
    }
    const fields: Fields = {}
    if (leftRegister) fields.i = left.variable!.slot
    else fields.a = a()
    if (rightNumber) fields.value = right.value
    else if (rightRegister) fields.j = right.variable!.slot
    else fields.b = this.expression(right)
    const first = leftRegister ? "R" : operandOf(fields.a!)
    const second = rightNumber ? "K" : rightRegister ? "R" : operandOf(fields.b!)
    return this.make(node, formOf(forms, first, second), fields)
  }

  private privateIn(node: Syntax): Node {
    return this.make(node, [classes.evaluatePrivateIn, classes.resumePrivateIn], {
      a: this.expression(node.right),
      ...this.privateFields(node.left),
    })
  }

  private privateFields(identifier: Syntax): { i: number; j: number } {
    const variable = identifier.variable!
    return { i: variable.slot, j: variable.captured ? this.hops(identifier.within!, variable.scope) : -1 }
  }

  private unary(node: Syntax): Node {
    const { operator, argument } = node
    if (operator === "delete") return this.delete(node)
    if (
      operator === "typeof" &&
      argument.type === "Identifier" &&
      !argument.variable &&
      !this.options.hidden
    ) {
      const read = this.cached(argument, [variables.evaluateGlobalForTypeof, null], { key: argument.name })
      return this.make(node, [operators.evaluateUnary, operators.resumeUnary], {
        a: read,
        value: unary.typeof,
      })
    }
    if (operator === "-" && argument.type === "Literal" && typeof argument.value === "number") {
      return this.make(node, [literals.evaluateConstant, null], { value: -argument.value })
    }
    return this.make(node, [operators.evaluateUnary, operators.resumeUnary], {
      a: this.expression(argument),
      value: unary[operator],
    })
  }

  private delete(node: Syntax): Node {
    let { argument } = node
    const isChain = argument.type === "ChainExpression"
    if (isChain) argument = argument.expression
    if (argument.type !== "MemberExpression") {
      return this.make(node, [control.evaluateComma, control.resumeComma], {
        list: [
          this.expression(node.argument),
          this.make(node, [literals.evaluateConstant, null], { value: true }),
        ],
      })
    }
    if (argument.object.type === "Super") {
      return this.make(node, [assignment.evaluateDeleteSuper, control.resumeTail], {
        a: this.thisExpression(argument.object),
      })
    }
    return this.make(node, [assignment.evaluateDelete, assignment.resumeDelete], {
      a: isChain ? this.chain(argument.object) : this.expression(argument.object),
      b: argument.computed ? this.expression(argument.property) : NONE,
      key: argument.computed ? "" : argument.property.name,
      i: isChain && argument.optional ? 1 : 0,
    })
  }

  private update(node: Syntax): Node {
    const { argument, operator, prefix } = node
    if (this.isWritableRegister(argument)) {
      return this.make(node, [control.evaluateUpdateRegister, control.resumeUpdateRegister], {
        i: argument.variable.slot,
        j: operator === "++" ? 1 : -1,
        value: prefix,
      })
    }
    return this.make(node, [assignment.evaluateUpdate, assignment.resumeUpdate], {
      value: { target: this.target(argument), operator, prefix } satisfies assignment.Update,
    })
  }

  /** The value of an assignment to a plain register; null where the operator is a logical one. */
  private assignedValue(node: Syntax): Node | null {
    const { operator } = node
    if (operator === "=") return this.expression(node.right)
    if (operator === "&&=" || operator === "||=" || operator === "??=") return null
    return this.operation(node, operator.slice(0, -1), node.left, null, node.right)
  }

  private assignment(node: Syntax): Node {
    const { left, operator } = node
    if (left.type === "ObjectPattern" || left.type === "ArrayPattern") {
      return this.make(node, [control.evaluateAssignPattern, control.resumeAssignPattern], {
        a: this.expression(node.right),
        b: this.pattern(left, left.type === "ArrayPattern" ? "" : render(node.right), false),
      })
    }
    if (left.type === "Identifier") {
      const value = this.isWritableRegister(left) ? this.assignedValue(node) : null
      if (value !== null) {
        return this.make(node, [variables.evaluateSetRegister, variables.resumeSetRegister], {
          i: left.variable.slot,
          b: value,
        })
      }
      if (operator === "=") {
        const target = this.identifierStore(left, false)
        const form: Form =
          target.kind === "global"
            ? [variables.evaluateSetGlobal, variables.resumeSetGlobal]
            : [variables.evaluateSetVariable, variables.resumeSetVariable]
        return this.make(node, form, { b: this.expression(node.right), value: target })
      }
    } else if (
      operator === "=" &&
      left.object.type !== "Super" &&
      left.property.type !== "PrivateIdentifier"
    ) {
      return this.setMember(node, left)
    }
    return this.make(node, [assignment.evaluateUpdate, assignment.resumeUpdate], {
      a: this.expression(node.right),
      value: {
        target: this.target(left),
        operator: operator === "=" ? "=" : operator.slice(0, -1),
        prefix: true,
      } satisfies assignment.Update,
    })
  }

  private setMember(node: Syntax, left: Syntax): Node {
    const key = plainKey(left)
    if (key === null) {
      return this.make(left, [members.evaluateSetElement, members.resumeSetElement], {
        a: this.expression(left.object),
        b: this.expression(left.property),
        c: this.expression(node.right),
      })
    }
    if (this.isRegister(left.object)) {
      const i = left.object.variable.slot
      const b = this.expression(node.right)
      return this.cached(left, [members.evaluateSetMemberOfRegister, members.resumeSetMember], { i, b, key })
    }
    return this.cached(left, [members.evaluateSetMember, members.resumeSetMember], {
      a: this.expression(left.object),
      b: this.expression(node.right),
      key,
    })
  }

  private target(node: Syntax): assignment.Target {
    const none = {
      load: null,
      store: null,
      object: null,
      key: null,
      read: null,
      write: null,
      privateName: null,
    }
    if (node.type === "Identifier") {
      return {
        ...none,
        kind: "variable",
        load: this.identifier(node),
        store: this.identifierStore(node, false),
      }
    }
    if (node.object.type === "Super") {
      const object = this.thisExpression(node.object)
      if (node.computed) return { ...none, kind: "superElement", object, key: this.expression(node.property) }
      const read = this.make(node, [statements.evaluateEmpty, null], { key: node.property.name })
      return { ...none, kind: "super", object, read }
    }
    const object = this.expression(node.object)
    if (node.property.type === "PrivateIdentifier") {
      const { i, j } = this.privateFields(node.property)
      const read = this.cached(node, [statements.evaluateEmpty, null], {})
      return { ...none, kind: "private", object, read, privateName: { slot: i, hops: j, captured: j >= 0 } }
    }
    const key = plainKey(node)
    if (key === null) return { ...none, kind: "element", object, key: this.expression(node.property) }
    return {
      ...none,
      kind: "member",
      object,
      read: this.cached(node, [statements.evaluateEmpty, null], { key }),
      write: this.cached(node, [statements.evaluateEmpty, null], { key }),
    }
  }

  // Members and calls

  private member(node: Syntax): Node {
    if (node.object.type === "Super") {
      return this.make(node, [assignment.evaluateSuperMember, assignment.resumeSuperMember], {
        a: this.thisExpression(node.object),
        b: node.computed ? this.expression(node.property) : NONE,
        key: node.computed ? "" : node.property.name,
      })
    }
    if (node.property.type === "PrivateIdentifier") {
      return this.cached(node, [classes.evaluatePrivateMember, classes.resumePrivateMember], {
        a: this.expression(node.object),
        ...this.privateFields(node.property),
      })
    }
    const key = plainKey(node)
    if (this.isRegister(node.object)) return this.memberOfRegister(node, node.object.variable.slot, key)
    if (key === "length")
      return this.cached(node, [members.evaluateLength, members.resumeLength], {
        a: this.expression(node.object),
        key,
      })
    if (key === null) {
      return this.make(node, [members.evaluateElement, members.resumeElement], {
        a: this.expression(node.object),
        b: this.expression(node.property),
      })
    }
    return this.cached(node, [members.evaluateMember, members.resumeMember], {
      a: this.expression(node.object),
      key,
    })
  }

  private memberOfRegister(node: Syntax, i: number, key: string | null): Node {
    if (key === "length") return this.cached(node, [members.evaluateLengthOfRegister, null], { i, key })
    if (key !== null) return this.cached(node, [members.evaluateMemberOfRegister, null], { i, key })
    if (this.isRegister(node.property)) {
      const j = node.property.variable.slot
      return this.make(node, [members.evaluateElementOfRegisters, null], { i, j })
    }
    const b = this.expression(node.property)
    return this.make(node, [members.evaluateElementOfRegister, members.resumeElement], { i, b })
  }

  /** Holds key and cache of a member; evaluated by nobody. */
  private memberNode(node: Syntax, key: string): Node {
    return this.cached(node, [statements.evaluateEmpty, null], { key })
  }

  /** Arguments, or the elements of an array. */
  private list(elements: Array<Syntax | null>, isArray = false): Node[] {
    return elements.map((element, index) => {
      if (element === null) return new Node(calls.holeMarker, null, 0, 0)
      if (element.type !== "SpreadElement") return this.expression(element)
      const value = this.expression(element.argument)
      return this.make(element, [control.evaluateOperand, control.resumeTail], {
        a: value,
        key: calls.SPREAD,
        value: element.argument,
        i: isArray ? calls.SpreadForm.Element : spreadForm(elements, index),
      })
    })
  }

  private call(node: Syntax): Node {
    const { callee } = node
    const args: Syntax[] = node.arguments
    if (callee.type === "Super") {
      const place = node.variable!
      const hops = place.captured ? this.hops(node.within!, place.scope) : -1
      return this.make(node, [classes.evaluateSuperCall, classes.resumeSuperCall], {
        list: this.list(args),
        value: { captured: place.captured, slot: place.slot, hops },
      })
    }
    const simple = args.length <= 2 && args.every((argument) => argument.type !== "SpreadElement")
    const isMember =
      callee.type === "MemberExpression" &&
      callee.object.type !== "Super" &&
      callee.property.type !== "PrivateIdentifier"
    const key = isMember ? plainKey(callee) : null
    if (isMember && (key === null || key === "length" || !simple))
      return this.callMember(node, callee, key, args)
    if (callee.type === "MemberExpression" && !isMember) return this.callSpecial(node, callee, args)
    if (callee.type === "ChainExpression") return this.callSpecial(node, callee, args)
    if (!simple) {
      return this.make(node, [calls.evaluateCallMany, calls.resumeCallMany], {
        a: this.expression(callee),
        list: this.list(args),
        value: callee,
      })
    }
    const ofRegister = isMember && this.isRegister(callee.object)
    const form = (ofRegister ? methodOfRegisterForms : isMember ? methodForms : callForms)[args.length]!
    const fields: Fields = { value: callee }
    if (ofRegister) fields.i = callee.object.variable.slot
    else fields.a = this.expression(isMember ? callee.object : callee)
    if (isMember) fields.d = this.memberNode(callee, key!)
    if (args.length > 0) fields.b = this.expression(args[0]!)
    if (args.length > 1) fields.c = this.expression(args[1]!)
    return this.make(node, form, fields)
  }

  private callMember(node: Syntax, callee: Syntax, key: string | null, args: Syntax[]): Node {
    const named = key !== null && key !== "length"
    return this.make(node, [calls.evaluateCallMany, calls.resumeCallMany], {
      a: this.expression(callee.object),
      b: named
        ? NONE
        : key === null
          ? this.expression(callee.property)
          : this.make(callee, [literals.evaluateConstant, null], { value: key }),
      d: named ? this.memberNode(callee, key) : this.make(callee, [statements.evaluateEmpty, null]),
      i: named ? 0 : 1,
      list: this.list(args),
      value: callee,
    })
  }

  /** A call whose callee is a super property, a private method or a parenthesized chain: `this` and callee come as a pair. */
  private callSpecial(node: Syntax, callee: Syntax, args: Syntax[]): Node {
    return this.make(node, [control.evaluateCallPair, control.resumeCallPair], {
      a: this.pair(callee),
      list: this.list(args),
      value: callee,
    })
  }

  private pair(callee: Syntax): Node {
    if (callee.type === "ChainExpression") return this.chainPair(callee.expression)
    const isSuper = callee.object.type === "Super"
    const object = isSuper ? this.thisExpression(callee.object) : this.expression(callee.object)
    const read = isSuper
      ? this.make(callee, [control.superOfOperand, control.resumeSuperOfOperand], {
          b: callee.computed ? this.expression(callee.property) : NONE,
          key: callee.computed ? "" : callee.property.name,
        })
      : this.cached(callee, [control.privateOfOperand, null], this.privateFields(callee.property))
    return this.make(callee, [control.evaluatePair, control.resumePair], { a: object, b: read })
  }

  private chainPair(expression: Syntax): Node {
    if (expression.type !== "MemberExpression") {
      return this.make(expression, [control.evaluatePairOfValue, control.resumePairOfValue], {
        a: this.chain(expression),
      })
    }
    const read =
      expression.property.type === "PrivateIdentifier"
        ? this.cached(expression, [control.privateOfOperand, null], this.privateFields(expression.property))
        : this.make(expression, [control.memberOfOperand, control.resumeMemberOfOperand], {
            b: expression.computed ? this.expression(expression.property) : NONE,
            key: expression.computed ? "" : expression.property.name,
          })
    return this.make(expression, [control.evaluatePair, control.resumePair], {
      a: this.chain(expression.object),
      b: read,
      i: expression.optional ? 1 : 0,
    })
  }

  /** A link of an optional chain, or what stands at its start. */
  private chain(node: Syntax): Node {
    if (node.type === "MemberExpression" && node.object.type !== "Super") return this.chainMember(node)
    if (node.type === "CallExpression" && node.callee.type !== "Super") return this.chainCall(node)
    return this.expression(node)
  }

  private chainMember(node: Syntax): Node {
    const j = node.optional ? 1 : 0
    if (node.property.type === "PrivateIdentifier") {
      return this.make(node, [control.evaluateChainPrivate, control.resumeChainPrivate], {
        a: this.chain(node.object),
        b: this.make(node, [control.privateOfOperand, null], this.privateFields(node.property)),
        i: j,
      })
    }
    const key = plainKey(node)
    const named = key !== null && key !== "length"
    return this.make(node, [calls.evaluateChainMember, calls.resumeChainMember], {
      a: this.chain(node.object),
      b: named
        ? NONE
        : key === null
          ? this.expression(node.property)
          : this.make(node, [literals.evaluateConstant, null], { value: key }),
      d: named ? this.memberNode(node, key) : NONE,
      j,
    })
  }

  private chainCall(node: Syntax): Node {
    const { callee } = node
    const j = node.optional ? 1 : 0
    const special =
      callee.type === "ChainExpression" ||
      (callee.type === "MemberExpression" &&
        (callee.object.type === "Super" || callee.property.type === "PrivateIdentifier"))
    if (special) {
      const isPair = callee.type === "ChainExpression" || callee.object.type === "Super"
      return this.make(node, [control.evaluateCallPair, control.resumeCallPair], {
        a: isPair ? this.pair(callee) : this.chainPair(callee),
        list: this.list(node.arguments),
        value: callee,
        i: 1,
        j,
      })
    }
    const fields: Fields = { list: this.list(node.arguments), value: callee, j, b: NONE, d: NONE }
    if (callee.type !== "MemberExpression") {
      return this.make(node, [calls.evaluateChainCall, calls.resumeChainCall], {
        ...fields,
        a: this.chain(callee),
      })
    }
    const key = plainKey(callee)
    const named = key !== null && key !== "length"
    return this.make(node, [calls.evaluateChainCall, calls.resumeChainCall], {
      ...fields,
      a: this.chain(callee.object),
      b: named
        ? NONE
        : key === null
          ? this.expression(callee.property)
          : this.make(callee, [literals.evaluateConstant, null], { value: key }),
      d: named ? this.memberNode(callee, key) : NONE,
      i: callee.optional ? 1 : 0,
    })
  }

  // Literals

  private array(node: Syntax): Node {
    const list = this.list(node.elements, true)
    for (const element of list) if (element.evaluate === calls.holeMarker) element.value = EMPTY
    const plain = node.elements.every(
      (element: Syntax | null) => element !== null && element.type !== "SpreadElement",
    )
    return this.make(node, [literals.evaluateArray, literals.resumeArray], { list, i: plain ? 0 : 1 })
  }

  private object(node: Syntax): Node {
    const plain = node.properties.every(
      (property: Syntax) =>
        property.type === "Property" &&
        property.kind === "init" &&
        !property.method &&
        !property.computed &&
        !isPrototypeSetter(property) &&
        arrayIndex(keyText(property.key)) < 0,
    )
    if (!plain) {
      return this.make(node, [literals.evaluateObjectMixed, literals.resumeObjectMixed], {
        list: node.properties.map((property: Syntax) => this.property(property)),
      })
    }
    return this.make(node, [literals.evaluateObject, literals.resumeObject], {
      list: node.properties.map((property: Syntax) =>
        this.cached(node, [statements.evaluateEmpty, null], {
          key: keyText(property.key),
          a: this.expression(property.value),
        }),
      ),
    })
  }

  private property(property: Syntax): Node {
    const form = literals.PropertyForm
    if (property.type === "SpreadElement") {
      return this.make(property, [statements.evaluateEmpty, null], {
        i: form.Spread,
        a: this.expression(property.argument),
        b: NONE,
      })
    }
    const kind = isPrototypeSetter(property)
      ? form.Prototype
      : property.kind === "get"
        ? form.Getter
        : property.kind === "set"
          ? form.Setter
          : property.method
            ? form.Method
            : form.Value
    return this.make(property, [statements.evaluateEmpty, null], {
      i: kind,
      j: isAnonymousFunction(property.value) ? 1 : 0,
      a: this.expression(property.value),
      b: property.computed ? this.expression(property.key) : NONE,
      key: property.computed ? "" : keyText(property.key),
    })
  }

  private template(node: Syntax): Node {
    return this.make(node, [literals.evaluateTemplate, literals.resumeTemplate], {
      list: node.expressions.map((expression: Syntax) => this.expression(expression)),
      value: node.quasis.map((quasi: Syntax) => quasi.value.cooked),
    })
  }

  private taggedTemplate(node: Syntax): Node {
    const { tag, quasi } = node
    const site = this.make(quasi, [literals.evaluateTemplateObject, null], {
      value: {
        cooked: quasi.quasis.map((part: Syntax) => part.value.cooked ?? undefined),
        raw: quasi.quasis.map((part: Syntax) => part.value.raw),
      },
    })
    const list = [site, ...quasi.expressions.map((expression: Syntax) => this.expression(expression))]
    if (tag.type === "MemberExpression") {
      const isSpecial = tag.object.type === "Super" || tag.property.type === "PrivateIdentifier"
      if (isSpecial) {
        return this.make(node, [control.evaluateCallPair, control.resumeCallPair], {
          a: this.pair(tag),
          list,
          value: tag,
        })
      }
      const key = plainKey(tag)
      const named = key !== null && key !== "length"
      return this.make(node, [calls.evaluateCallMany, calls.resumeCallMany], {
        a: this.expression(tag.object),
        b: named ? NONE : this.expression(tag.property),
        d: named ? this.memberNode(tag, key) : this.make(tag, [statements.evaluateEmpty, null]),
        i: named ? 0 : 1,
        list,
        value: tag,
      })
    }
    return this.make(node, [calls.evaluateCallMany, calls.resumeCallMany], {
      a: this.expression(tag),
      list,
      value: tag,
    })
  }

  private yield(node: Syntax): Node {
    const a = node.argument === null ? this.undefinedNode(node) : this.expression(node.argument)
    if (node.delegate) {
      return this.make(node, [suspension.evaluateDelegate, suspension.resumeDelegate], {
        a,
        i: this.info.isAsync ? 1 : 0,
      })
    }
    const form: Form = this.info.isAsync
      ? [suspension.evaluateAsyncYield, suspension.resumeAsyncYield]
      : [suspension.evaluateYield, suspension.resumeYield]
    return this.make(node, form, { a })
  }

  // Patterns

  /** `declares`: names are initialized; otherwise they are assigned to. */
  private pattern(node: Syntax, text: string, declares = true): Node {
    switch (node.type) {
      case "Identifier":
        return this.nameTarget(node, declares)
      case "AssignmentPattern":
        return this.make(node, [patterns.bindDefault, patterns.resumeBindDefault], {
          a: this.pattern(node.left, defaultText(node.left, null), declares),
          b: this.expression(node.right),
        })
      case "ObjectPattern":
        return this.make(node, [patterns.bindObject, patterns.resumeBindObject], {
          value: node.properties.map((property: Syntax) => this.patternProperty(property, declares)),
          key: text,
        })
      case "ArrayPattern":
        return this.make(node, [patterns.bindArray, patterns.resumeBindArray], {
          value: node.elements.map((element: Syntax | null) => this.patternElement(element, declares)),
          key: text,
        })
      default:
        return this.referenceTarget(node)
    }
  }

  private nameTarget(node: Syntax, declares: boolean): Node {
    const { variable } = node
    if (variable && declares && !variable.captured)
      return this.make(node, [patterns.bindRegister, null], { i: variable.slot })
    if (!declares && this.isWritableRegister(node))
      return this.make(node, [patterns.bindRegister, null], { i: variable!.slot })
    if (variable && declares) {
      return this.make(node, [patterns.bindCaptured, null], {
        i: variable.slot,
        j: this.hops(node.within!, variable.scope),
      })
    }
    return this.make(node, [patterns.bindStore, null], { value: this.identifierStore(node, declares) })
  }

  private referenceTarget(node: Syntax): Node {
    if (node.object.type === "Super" || node.property.type === "PrivateIdentifier") {
      const value = this.target(node)
      return this.make(node, [patterns.bindReference, patterns.resumeBindReference], {
        a: value.object!,
        b: value.key ?? NONE,
        value,
      })
    }
    const key = plainKey(node)
    return this.make(node, [patterns.bindReference, patterns.resumeBindReference], {
      a: this.expression(node.object),
      b: key === null ? this.expression(node.property) : NONE,
      d: key === null ? NONE : this.memberNode(node, key),
    })
  }

  /** A target of an assignment pattern that must be evaluated before its value is read. */
  private reference(node: Syntax, declares: boolean): Node | null {
    if (declares || node.type !== "MemberExpression") return null
    return this.referenceTarget(node)
  }

  private patternProperty(property: Syntax, declares: boolean): patterns.PatternProperty {
    const isRest = property.type === "RestElement"
    const whole = isRest ? property.argument : property.value
    const fallback = whole.type === "AssignmentPattern" ? whole.right : null
    const target = whole.type === "AssignmentPattern" ? whole.left : whole
    const computed = !isRest && property.computed ? this.expression(property.key) : null
    const key = isRest || property.computed ? "" : keyText(property.key)
    const reference = this.reference(target, declares)
    return {
      key,
      computed,
      member: isRest || computed !== null || !isCacheable(key) ? NONE : this.memberNode(property, key),
      target: reference ?? this.nested(target, fallback, declares),
      reference,
      fallback: fallback === null ? null : this.expression(fallback),
      isRest,
    }
  }

  /** What a pattern's property or element is put into. */
  private nested(target: Syntax, fallback: Syntax | null, declares: boolean): Node {
    const node = this.pattern(target, fallback === null ? "" : defaultText(target, fallback), declares)
    if (target.type === "ObjectPattern" && fallback === null) node.i = patterns.NESTED
    return node
  }

  private patternElement(element: Syntax | null, declares: boolean): patterns.PatternElement | null {
    if (element === null) return null
    const isRest = element.type === "RestElement"
    const whole = isRest ? element.argument : element
    const fallback = whole.type === "AssignmentPattern" ? whole.right : null
    const target = whole.type === "AssignmentPattern" ? whole.left : whole
    const reference = this.reference(target, declares)
    return {
      target: reference ?? this.nested(target, fallback, declares),
      reference,
      fallback: fallback === null ? null : this.expression(fallback),
      isRest,
    }
  }
}

const callForms: readonly Form[] = [
  [calls.evaluateCall0, calls.resumeCall0],
  [calls.evaluateCall1, calls.resumeCall1],
  [calls.evaluateCall2, calls.resumeCall2],
]
const methodForms: readonly Form[] = [
  [calls.evaluateMethod0, calls.resumeMethod0],
  [calls.evaluateMethod1, calls.resumeMethod1],
  [calls.evaluateMethod2, calls.resumeMethod2],
]
const methodOfRegisterForms: readonly Form[] = [
  [calls.evaluateMethod0OfRegister, calls.resumeMethod0],
  [calls.evaluateMethod1OfRegister, calls.resumeMethod1],
  [calls.evaluateMethod2OfRegister, calls.resumeMethod2],
]

/** The letter of an operand that is read by its node, as fused.ts has it. */
function operandOf(node: Node): "M" | "X" {
  return node.evaluate === members.evaluateMemberOfRegister ? "M" : "X"
}

/** The form for two operands; where there is none for a member, that for any node. */
function formOf(forms: FusedForms, first: "R" | "M" | "X", second: "K" | "R" | "M" | "X"): Form {
  const any = (operand: string): string => operand.replace("M", "X")
  return forms[first + second] ?? forms[any(first) + any(second)]!
}

/** Who has each private method or accessor of a class. */
function privateOwners(node: Syntax, elements: Syntax[]): Map<string, string> {
  const name = `class ${node.id?.name ?? "anonymous"}`
  return new Map(
    elements
      .filter((element) => element.type === "MethodDefinition" && element.key.type === "PrivateIdentifier")
      .map((element) => [element.key.name, element.static === true ? name : `an instance of ${name}`]),
  )
}

/** The source of a pattern for messages; empty for what V8 shows by value. */
function sourceText(pattern: Syntax, source: Syntax): string {
  return pattern.type === "ArrayPattern" ? renderDestructured(source) : render(source)
}

/** The same where a pattern has a default, which V8 takes for the source; null is a parameter's. */
function defaultText(pattern: Syntax, fallback: Syntax | null): string {
  if (pattern.type === "ArrayPattern") return fallback?.type === "Identifier" ? fallback.name : ""
  return fallback === null ? PARAMETER_WITH_DEFAULT : render(fallback)
}

const PARAMETER_WITH_DEFAULT = "(intermediate value)".repeat(3)

/** V8 hands a call whose only spread argument is its last to a built-in, with sentences of its own. */
function spreadForm(args: Array<Syntax | null>, index: number): number {
  const isOnly = args.every((argument, at) => at === index || argument?.type !== "SpreadElement")
  return isOnly && index === args.length - 1 ? calls.SpreadForm.LastArgument : calls.SpreadForm.Argument
}

/** The key of a member that is named, or whose computed key is a string that is no index; null for any other. */
function plainKey(node: Syntax): string | null {
  if (!node.computed) return node.property.name
  const { property } = node
  return property.type === "Literal" && typeof property.value === "string" && isCacheable(property.value)
    ? property.value
    : null
}

/** Neither an index nor `length`, nor a canonical numeric string that typed arrays treat as an index. */
function isCacheable(key: string): boolean {
  return key !== "length" && !/^(-?\d|-?Infinity$|NaN$)/.test(key)
}

function isAnonymousFunction(node: Syntax | null): boolean {
  if (node === null) return false
  return (
    node.type === "ArrowFunctionExpression" ||
    ((node.type === "FunctionExpression" || node.type === "ClassExpression") && !node.id)
  )
}

function isPrototypeSetter(property: Syntax): boolean {
  return (
    property.type === "Property" &&
    property.kind === "init" &&
    !property.computed &&
    !property.shorthand &&
    !property.method &&
    keyText(property.key) === "__proto__"
  )
}

/** Where V8 points: the name of a member, the operator's own start elsewhere. */
function positionOf(syntax: Syntax): number {
  if (syntax.type === "MemberExpression") return syntax.property.start
  if (syntax.type === "CallExpression" && syntax.callee.type === "MemberExpression")
    return syntax.callee.property.start
  return syntax.start
}

/** What stands for a statement in a sequence: of an expression that itself, one call less. */
function dropped(statement: Node): Node {
  if (statement.evaluate !== statements.evaluateExpressionStatement) return statement
  statement.a.isDropped = true
  return statement.a
}
