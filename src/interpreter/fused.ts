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

/** Operands of a form that is alone: the left one's letter, then the right one's. */
const ALONE = ["RK", "RR", "RX", "XK", "XR", "XX", "MK", "MR", "RM", "MM"] as const
type Alone = (typeof ALONE)[number]

/** The forms that an operator has: few programs give members to operators of bits. */
function formsOf<Form extends Alone>(name: string, forms: readonly Form[]): readonly Form[] {
  return OF_BITS.includes(name) ? forms.filter((form) => !form.includes("M")) : forms
}

const hasNumber = (form: Alone): boolean => form.endsWith("K")

/** Reads the left operand. */
function readLeft(form: Alone): string {
  if (form[0] === "R") return "const left = frame.registers[node.i] as Value"
  const read =
    form[0] === "M"
      ? "const left = evaluateMemberOfRegister(node.a, frame)"
      : `const first = node.a
  const left = first.evaluate(first, frame)`
  return `${read}
  if (left === ABRUPT) return leave(frame, node, 0, undefined)`
}

/** Reads the right operand, once the left one is there. */
function readRight(form: Alone): string {
  if (form[1] === "K") return "const right = node.value as number"
  if (form[1] === "R") return "const right = frame.registers[node.j] as Value"
  const read =
    form[1] === "M"
      ? "const right = evaluateMemberOfRegister(node.b, frame)"
      : `const second = node.b
  const right = second.evaluate(second, frame)`
  return `${read}
  if (right === ABRUPT) return leave(frame, node, 1, left)`
}

function forms(name: string, operator: string): string {
  const alone = formsOf(name, ALONE).map(
    (form) => `
function ${name}${form}(node: Node, frame: Frame): Completion {
  ${readLeft(form)}
  ${readRight(form)}
  ${combine(operator, hasNumber(form))}
}`,
  )
  const resumed = (["XK", "XR"] as const).map(
    (form) => `
function resume${name}${form}(node: Node, frame: Frame): Completion {
  const left = goOn(frame)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  ${readRight(form)}
  ${combine(operator, hasNumber(form))}
}`,
  )
  return `${[...alone, ...resumed].join("")}
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
  ${combine(operator, false)}
}
`
}

/** How a form goes on; a member's as any node's does. */
function resumeOf(name: string, form: Alone): string {
  const any = form.replaceAll("M", "X")
  if (!any.includes("X")) return "null"
  return `resume${name}${any.endsWith("X") ? "XX" : any}`
}

function row(name: string, operator: string): string {
  const rows = formsOf(name, ALONE).map((form) => `    ${form}: [${name}${form}, ${resumeOf(name, form)}],`)
  return `  "${operator}": {
${rows.join("\n")}
  },`
}

const COMPARISONS = ["less", "greater", "lessOrEqual", "greaterOrEqual", "equal", "notEqual"]
/** Forms whose operands leave `b` and `c`, or `slot`, to what takes the value. */
const TAKEN = ["RK", "RR", "XK", "XR", "MK", "MR"] as const
type Taken = (typeof TAKEN)[number]

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
  const start = `
function ${name}${form}(node: Node, frame: Frame): Completion {
  ${readLeft(form)}
  ${readRight(form)}
  ${take}
}`
  if (form[0] !== "X") return start
  return `${start}
function resume${name}${form}(node: Node, frame: Frame, state: number): Completion {
  const left = goOn(frame)
  if (state === 1) return ${finish}(node, frame, left)
  if (left === ABRUPT) return leave(frame, node, 0, undefined)
  ${readRight(form)}
  ${take}
}`
}

function takenForms(prefix: string, name: string): string {
  const operator = OPERATORS[name]!
  return formsOf(name, TAKEN)
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
      formsOf(name, TAKEN).map((form) => {
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
${entries.map(([name, operator]) => forms(name, operator)).join("")}
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
