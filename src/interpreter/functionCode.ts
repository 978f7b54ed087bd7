/** Code of one function from its scope analysis: what `call.ts` needs before the body is built, and the body on demand. */
import { type FunctionInfo, takesRest, type Variable } from "../program/scope.ts"
import type { Syntax } from "../program/syntax.ts"
import { type BuildOptions, Builder } from "./build.ts"
import type { FunctionCode, Place, Prologue, Unit } from "./code.ts"
import type { Node } from "./node.ts"

/** Host frames and slack that every activation takes beside its nodes. */
const CALL_WEIGHT = 4

export class CodeOfFunction implements FunctionCode {
  readonly unit: Unit
  readonly id: number
  readonly index: number
  readonly name: string
  readonly length: number
  readonly kind: FunctionCode["kind"]
  readonly hasPrototype: boolean
  readonly isArrow: boolean
  readonly isConstructor: boolean
  readonly isClassConstructor: boolean
  readonly isDerived: boolean
  readonly registers: number
  readonly registerArguments: number
  readonly bindsParameters: boolean
  readonly nest: number
  readonly start: number
  readonly end: number
  readonly expressionBody: boolean
  body: Node | null = null
  private readonly info: FunctionInfo
  private readonly options: BuildOptions
  private builtNodes: Node[] = []
  prologue: Prologue | null = null
  needsArgs = false
  directParameters = -1

  constructor(unit: Unit, info: FunctionInfo, options: BuildOptions) {
    const { node } = info
    this.unit = unit
    this.info = info
    this.options = options
    this.id = node.number
    this.index = unit.functions.size
    this.name = info.name
    this.length = expectedArguments(node.params ?? [])
    this.kind = info.isGenerator
      ? info.isAsync
        ? "asyncGenerator"
        : "generator"
      : info.isAsync || info.role === "program"
        ? "async"
        : "normal"
    if (info.globals !== null) this.kind = "normal"
    const isPlainFunction =
      info.role === "function" && !info.isArrow && this.kind === "normal" && !options.hidden
    this.isClassConstructor = info.role === "constructor"
    this.isConstructor = isPlainFunction || this.isClassConstructor
    this.hasPrototype = this.isConstructor || info.isGenerator
    this.isArrow = info.isArrow
    this.isDerived = info.isDerived
    this.registers = info.registers
    this.registerArguments = takesRest(node) || isDefaultDerived(node) ? -1 : (node.params ?? []).length
    this.bindsParameters = !info.plainParameters
    this.nest = info.nest + CALL_WEIGHT
    this.start = info.sourceStart ?? node.start
    this.end = info.sourceEnd ?? node.end
    this.expressionBody = isExpressionBody(info)
  }

  /** What needs the unit's other functions to be there. */
  link(): void {
    this.prologue = this.makePrologue()
    this.needsArgs = this.prologue !== null && this.prologue.arguments !== null
    const isDirect = this.kind === "normal" && !this.isClassConstructor && !this.needsArgs
    this.directParameters = isDirect ? this.registerArguments : -1
  }

  build(): Node {
    const builder = new Builder(this.unit, this.info, this.options)
    const body = builder.body()
    this.body = body
    this.builtNodes = builder.nodes
    return body
  }

  nodes(): Map<number, Node> {
    if (this.body === null) this.build()
    return new Map(this.builtNodes.map((node) => [node.id, node]))
  }

  /** Code of the unit by an analysed function. */
  private codeOf(info: FunctionInfo): FunctionCode {
    return this.unit.functions.get(info.node.number)!
  }

  private makePrologue(): Prologue | null {
    const { scope } = this.info
    const variables = [...scope.variables.values()]
    const dead = variables.filter((variable) => variable.dead && variable.kind !== "this")
    const parameters: Syntax[] = this.info.plainParameters ? (this.info.node.params ?? []) : []
    const place = (name: Variable["kind"]): Place | null => {
      const variable = variables.find((candidate) => candidate.kind === name)
      return variable === undefined ? null : placeOf(variable)
    }
    const prologue: Prologue = {
      environmentSize: scope.size,
      deadSlots: dead.filter((variable) => variable.captured).map((variable) => variable.slot),
      deadRegisters: dead.filter((variable) => !variable.captured).map((variable) => variable.slot),
      capturedParameters: parameters.flatMap((parameter, register) => {
        const variable = scope.variables.get(parameter.name)!
        return variable.captured ? [[register, variable.slot] as const] : []
      }),
      selfName: place("self"),
      arguments: place("arguments"),
      thisPlace: place("this"),
      functions: scope.functions.map(({ info, variable }) => ({
        code: this.codeOf(info),
        place: placeOf(variable),
      })),
    }
    const idle =
      prologue.environmentSize === 0 &&
      prologue.deadRegisters.length === 0 &&
      prologue.functions.length === 0 &&
      prologue.selfName === null &&
      prologue.arguments === null &&
      prologue.thisPlace === null
    return idle ? null : prologue
  }
}

function placeOf(variable: Variable): Place {
  return { captured: variable.captured, slot: variable.slot }
}

/** The constructor of a derived class that writes none passes all its arguments on. */
function isDefaultDerived(node: Syntax): boolean {
  return node.type === "DefaultConstructor" && node.isDerivedConstructor === true
}

/** The body is a bare expression whose value is the result, or nothing but the return of one. */
export function isExpressionBody(info: FunctionInfo): boolean {
  if (info.role === "field") return true
  const { node } = info
  if (
    info.role === "program" ||
    info.role === "constructor" ||
    !info.plainParameters ||
    node.body === undefined
  )
    return false
  if (node.body.type !== "BlockStatement") return true
  return returnedExpression(info) !== null
}

/** The argument of the one statement of a body, if that is a `return` with one. */
export function returnedExpression(info: FunctionInfo): Syntax | null {
  const { body } = info.node.body
  if (info.isGenerator || !Array.isArray(body) || body.length !== 1) return null
  return body[0].type === "ReturnStatement" ? body[0].argument : null
}

/** ExpectedArgumentCount, ECMA-262 15.1.5. */
function expectedArguments(parameters: Syntax[]): number {
  const end = parameters.findIndex(
    (parameter) => parameter.type === "AssignmentPattern" || parameter.type === "RestElement",
  )
  return end < 0 ? parameters.length : end
}
