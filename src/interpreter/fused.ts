/**
 * Writes fused.gen.ts: binary operators over the operands that programs use most, alone, as the test of a branch, and as
 * the value that a statement puts into a register. R is a register, K a number in the text, M a member of an object in a
 * register, X any other node. Run by `npm run generate`.
 */
const OPERATORS: Record<string, string> = {
  add: "+",
  subtract: "-",
  multiply: "*",
  divide: "/",
  remainder: "%",
  and: "&",
  or: "|",
  xor: "^",
  shiftLeft: "<<",
  shiftRight: ">>",
  less: "<",
  greater: ">",
  lessOrEqual: "<=",
  greaterOrEqual: ">=",
  equal: "===",
  notEqual: "!==",
}

const OF_BITS = ["and", "or", "xor", "shiftLeft", "shiftRight"]

/** The answer of an equality, which is there at once; undefined for other operators. */
function equality(operator: string, rightIsNumber: boolean): string | undefined {
  if (operator === "===")
    return rightIsNumber
      ? `typeof left === "number" && left === right`
      : "left === right || ropesEqual(frame, left, right)"
  if (operator === "!==")
    return rightIsNumber
      ? `typeof left !== "number" || left !== right`
      : "left !== right && !ropesEqual(frame, left, right)"
  return undefined
}

/** Whether both are numbers; `rightIsNumber` says that one is a number in the text. */
function areNumbers(rightIsNumber: boolean): string {
  return rightIsNumber ? `typeof left === "number"` : `typeof left === "number" && typeof right === "number"`
}

/** The operation on what are no two numbers. */
function otherwise(operator: string): string {
  return operator === "+" ? "plus(node, frame, left, right)" : `slow(node, frame, "${operator}", left, right)`
}

/** The combination of `left` and `right`. */
function combine(operator: string, rightIsNumber: boolean): string {
  const equal = equality(operator, rightIsNumber)
  if (equal !== undefined) return `return ${equal}`
  return `if (${areNumbers(rightIsNumber)}) return left ${operator} right
  return ${otherwise(operator)}`
}

function forms(name: string, operator: string): string {
  const both = combine(operator, false)
  const number = combine(operator, true)
  return `
function ${name}RK(node: Node, frame: Frame): Completion {
  const left = frame.registers[node.i] as Value
  const right = node.value as number
  ${number}
}
function ${name}RR(node: Node, frame: Frame): Completion {
  const left = frame.registers[node.i] as Value
  const right = frame.registers[node.j] as Value
  ${both}
}
function ${name}RX(node: Node, frame: Frame): Completion {
  const left = frame.registers[node.i] as Value
  const operand = node.b
  const right = operand.evaluate(operand, frame)
  if (right === ABRUPT) return leave(frame, node, 1, left)
  ${both}
}
function ${name}XK(node: Node, frame: Frame): Completion {
  const operand = node.a
  const left = operand.evaluate(operand, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const right = node.value as number
  ${number}
}
function resume${name}XK(node: Node, frame: Frame): Completion {
  const left = goOn(frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const right = node.value as number
  ${number}
}
function ${name}XR(node: Node, frame: Frame): Completion {
  const operand = node.a
  const left = operand.evaluate(operand, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const right = frame.registers[node.j] as Value
  ${both}
}
function resume${name}XR(node: Node, frame: Frame): Completion {
  const left = goOn(frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const right = frame.registers[node.j] as Value
  ${both}
}
function ${name}XX(node: Node, frame: Frame): Completion {
  const first = node.a
  const left = first.evaluate(first, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const second = node.b
  const right = second.evaluate(second, frame)
  if (right === ABRUPT) return leave(frame, node, 1, left)
  ${both}
}
function resume${name}XX(node: Node, frame: Frame, state: number, temp: Value): Completion {
  const input = goOn(frame)
  if (input === ABRUPT) return leave(frame, node, state, temp)
  let left = temp
  let right = input
  if (state === 0) {
    left = input
    const second = node.b
    const next = second.evaluate(second, frame)
    if (next === ABRUPT) return leave(frame, node, 1, left)
    right = next
  }
  ${both}
}
`
}

/** The same with members, which few programs give to operators of bits. Such a form goes on as the one of any node does. */
function memberForms(name: string, operator: string): string {
  if (OF_BITS.includes(name)) return ""
  const both = combine(operator, false)
  const number = combine(operator, true)
  return `
function ${name}MK(node: Node, frame: Frame): Completion {
  const left = evaluateMemberOfRegister(node.a, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const right = node.value as number
  ${number}
}
function ${name}MR(node: Node, frame: Frame): Completion {
  const left = evaluateMemberOfRegister(node.a, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const right = frame.registers[node.j] as Value
  ${both}
}
function ${name}RM(node: Node, frame: Frame): Completion {
  const left = frame.registers[node.i] as Value
  const right = evaluateMemberOfRegister(node.b, frame)
  if (right === ABRUPT) return leave(frame, node, 1, left)
  ${both}
}
function ${name}MM(node: Node, frame: Frame): Completion {
  const left = evaluateMemberOfRegister(node.a, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const right = evaluateMemberOfRegister(node.b, frame)
  if (right === ABRUPT) return leave(frame, node, 1, left)
  ${both}
}
`
}

function row(name: string, operator: string): string {
  return `  "${operator}": {
    RK: [${name}RK, null],
    RR: [${name}RR, null],
    RX: [${name}RX, resume${name}XX],
    XK: [${name}XK, resume${name}XK],
    XR: [${name}XR, resume${name}XR],
    XX: [${name}XX, resume${name}XX],
${memberRows(name)}  },`
}

function memberRows(name: string): string {
  if (OF_BITS.includes(name)) return ""
  return `    MK: [${name}MK, resume${name}XK],
    MR: [${name}MR, resume${name}XR],
    RM: [${name}RM, resume${name}XX],
    MM: [${name}MM, resume${name}XX],
`
}

const COMPARISONS = ["less", "greater", "lessOrEqual", "greaterOrEqual", "equal", "notEqual"]
/** Forms whose operands leave `b` and `c`, or `slot`, to what takes the value. */
const TAKEN = ["RK", "RR", "XK", "XR", "MK", "MR"] as const
type Taken = (typeof TAKEN)[number]

function takenBy(name: string): readonly Taken[] {
  return OF_BITS.includes(name) ? TAKEN.filter((form) => form[0] !== "M") : TAKEN
}

function right(form: Taken): string {
  return hasNumber(form) ? "node.value as number" : "frame.registers[node.j] as Value"
}

const hasNumber = (form: Taken): boolean => form.endsWith("K")

/** The test of a branch: a boolean at once, or what `slow` gives. */
function test(operator: string, form: Taken): string {
  return (
    equality(operator, hasNumber(form)) ??
    `${areNumbers(hasNumber(form))} ? left ${operator} right : ${otherwise(operator)}`
  )
}

/** What takes a value of numbers at once, and of anything else. */
function stored(operator: string, form: Taken): string {
  return `if (${areNumbers(hasNumber(form))}) {
    frame.registers[node.slot] = left ${operator} right
    return NORMAL
  }
  return keep(node, frame, ${otherwise(operator)})`
}

/** A form whose value is taken in the same call, and how it goes on: state 0 waits for the operand, 1 for the operation. */
function takenForm(name: string, form: Taken, take: string, finish: string): string {
  const left =
    form[0] === "R"
      ? "const left = frame.registers[node.i] as Value"
      : form[0] === "M"
        ? `const left = evaluateMemberOfRegister(node.a, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)`
        : `const operand = node.a
  const left = operand.evaluate(operand, frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)`
  const start = `
function ${name}${form}(node: Node, frame: Frame): Completion {
  ${left}
  const right = ${right(form)}
  ${take}
}`
  if (form[0] !== "X") return start
  return `${start}
function resume${name}${form}(node: Node, frame: Frame, state: number): Completion {
  const left = goOn(frame)
  if (state === 1) return ${finish}(node, frame, left)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  const right = ${right(form)}
  ${take}
}`
}

function takenForms(prefix: string, name: string): string {
  const operator = OPERATORS[name]!
  return takenBy(name)
    .map((form) =>
      prefix === "branch"
        ? takenForm(`branch_${name}`, form, `return branch(node, frame, ${test(operator, form)})`, "branch")
        : takenForm(`store_${name}`, form, stored(operator, form), "keep"),
    )
    .join("\n")
}

function takenRows(prefix: string, resume: string, names: readonly string[]): string {
  return names
    .flatMap((name) =>
      takenBy(name).map((form) => {
        const resumed = form[0] === "R" ? resume : `resume${prefix}_${name}X${form[1]}`
        return `  [${name}${form}, [${prefix}_${name}${form}, ${resumed}]],`
      }),
    )
    .join("\n")
}

/** The text of fused.gen.ts. */
export function fusedSource(): string {
  const entries = Object.entries(OPERATORS)
  const arithmetic = Object.keys(OPERATORS).filter((name) => !COMPARISONS.includes(name))
  return (
    `/** Generated by fused.ts: \`npm run generate\`. Not to be edited. */
import { ROPE_KIND } from "../objects/object.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { evaluateMemberOfRegister } from "./evaluate/members.ts"
import { operate, type Operator } from "./evaluate/operators.ts"
import { concatenate } from "./operations.ts"
import { at, type Frame, goOn, leave, NORMAL } from "./frame.ts"
import type { Evaluate, Node, Resume } from "./node.ts"

/** Equality of unequal values: only a rope can still equal a string. */
function ropesEqual(frame: Frame, left: Value, right: Value): boolean {
  return (isRope(left) || isRope(right)) && (operate(frame.machine, "===", left, right) as boolean)
}

function isRope(value: Value): boolean {
  return typeof value === "object" && value !== null && value.kind === ROPE_KIND
}

/** ` +
    ` of what are no two numbers: of texts at once. */
function plus(node: Node, frame: Frame, left: Value, right: Value): Completion {
  if (typeof left === "string" || isRope(left)) {
    if (typeof right === "string" || isRope(right)) return concatenate(frame.machine, left as string, right as string)
    if (typeof right === "number") return concatenate(frame.machine, left as string, String(right))
  }
  return slow(node, frame, "+", left, right)
}

function slow(node: Node, frame: Frame, operator: Operator, left: Value, right: Value): Completion {
  at(frame, node.position)
  return operate(frame.machine, operator, left, right)
}

/** The branch that a test takes: b, or c if there is one. */
function branch(node: Node, frame: Frame, test: Completion): Completion {
  if (test === ABRUPT) return leave(frame, node, 1, undefined)
  const taken = test === true ? node.b : node.c
  return taken === null ? NORMAL : taken.evaluate(taken, frame)
}
function resumeBranch(node: Node, frame: Frame): Completion {
  return branch(node, frame, goOn(frame))
}

/** Puts a value into the register slot, as a statement. */
function keep(node: Node, frame: Frame, value: Completion): Completion {
  if (value === ABRUPT) return leave(frame, node, 1, undefined)
  frame.registers[node.slot] = value
  return NORMAL
}
function resumeKeep(node: Node, frame: Frame): Completion {
  return keep(node, frame, goOn(frame))
}
${entries.map(([name, operator]) => forms(name, operator) + memberForms(name, operator)).join("")}
${COMPARISONS.map((name) => takenForms("branch", name)).join("\n")}
${arithmetic.map((name) => takenForms("store", name)).join("\n")}

/** The functions of an operator by its operands. */
export type FusedForms = Readonly<Record<string, readonly [Evaluate, Resume | null]>>

export const fused: Readonly<Record<string, FusedForms>> = {
${entries.map(([name, operator]) => row(name, operator)).join("\n")}
}

type Pair = readonly [Evaluate, Resume]

/** The form that branches on a comparison, by the comparison's own. */
export const branching: ReadonlyMap<Evaluate, Pair> = new Map<Evaluate, Pair>([
${takenRows("branch", "resumeBranch", COMPARISONS)}
])

/** The statement that puts a value into the register slot, by the value's form. */
export const storing: ReadonlyMap<Evaluate, Pair> = new Map<Evaluate, Pair>([
${takenRows("store", "resumeKeep", arithmetic)}
])
`
  )
}
