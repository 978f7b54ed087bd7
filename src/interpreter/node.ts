/** The record that every syntactic form becomes: two static functions and their operands. Immutable once built. */
import type { Completion, Key } from "../objects/value.ts"
import type { Frame } from "./frame.ts"

export type Evaluate = (node: Node, frame: Frame) => Completion
/**
 * Goes on where the node was left, from its record. First it asks `goOn(frame)` for what it waited for.
 * `temp` is what it kept: plain data.
 */
export type Resume = (node: Node, frame: Frame, state: number, temp: any) => Completion

export class Node {
  readonly evaluate: Evaluate
  readonly resume: Resume | null
  /** Names the node in its unit: the preorder number of its ESTree node, times 8, plus a number among that node's records. */
  readonly id: number
  /** Where the text of the form stands in the unit's JavaScript: for errors. */
  readonly position: number
  /** Operands; a form says which of them it has. */
  a: Node = NONE
  b: Node = NONE
  c: Node = NONE
  d: Node = NONE
  i = 0
  j = 0
  /** Index of the node's inline cache in its unit's vector; of a form that stores, the register that it writes. */
  slot = 0
  key: Key = ""
  value: any = undefined
  list: Node[] = NO_NODES
  /** An expression that stands as a statement in a sequence, which drops its value. */
  isDropped = false

  constructor(evaluate: Evaluate, resume: Resume | null, id: number, position: number) {
    this.evaluate = evaluate
    this.resume = resume
    this.id = id
    this.position = position
  }
}

const NO_NODES: Node[] = []
/** Stands for an operand that a form does not have. */
export const NONE: Node = null as unknown as Node
