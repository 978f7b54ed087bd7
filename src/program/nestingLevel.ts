// Owns what is known of one pair of brackets while a source is weighed: the heights of what it holds, and what waits in
// it for its end. Never reads the source.

/** An open bracket, a function, a class, a template. */
export const bracketWeight = 8
/** A link of a chain whose links stand inside one another. */
export const linkWeight = 4

/** What a pair of brackets holds: it says what commas, colons and line ends in them mean. */
export type Content = "statements" | "members" | "properties" | "list" | "expression" | "template" | "types"

/** What the closing bracket ends. */
export type Ends =
  | "operand"
  | "link"
  | "statement"
  | "method"
  | "body"
  | "arrow"
  | "if"
  | "loop"
  | "clause"
  | "do"
  | "substitution"
  | "assertion"

/** A statement whose body is still to come or to end. `while` waits for the condition of its `do`. */
export type Frame = "if" | "loop" | "else" | "do" | "while" | "label"

export interface Pending {
  readonly kind: "function" | "class"
  readonly isDeclaration: boolean
}

/** The inside of one pair of brackets. Its heights count from `base`. */
export class Level {
  /** the bracket that closes it */
  readonly closer: string
  readonly content: Content
  readonly ends: Ends
  readonly weight: number
  /** the weight of all that encloses its contents */
  readonly base: number
  /** what TypeScript's parser tries around it */
  readonly tries: number
  readonly frames: Array<Frame> = []
  /** functions and classes whose bodies are still to come */
  readonly pending: Array<Pending> = []
  frameWeight = 0
  /** links around the rest of the expression: assignments, arrows, conditionals */
  enclosing = 0
  /** left-associative operators before the operand */
  chain = 0
  /** prefix operators of the operand */
  prefix = 0
  /** height of the operand */
  operand = 0
  /** height of the operands before it */
  left = 0
  /** height of a comma expression's elements before this one */
  sequence = 0
  /** height of all that is complete */
  highest = 0
  /** `async` that no arrow followed yet */
  asyncs = 0
  /** `?` that wait for their `:` */
  conditionals = 0
  /** nothing of the statement, member or property has come */
  starting = true
  /** a statement ended; the next token says which of the enclosing ones end with it */
  ended = false
  /** a semicolon still belongs to the `do` that ended */
  endedDo = false
  /** commas separate declarations */
  declaring = false
  /** between `case` and its colon */
  inCase = false

  constructor(closer: string, content: Content, ends: Ends, weight: number, base: number, tries: number) {
    this.closer = closer
    this.content = content
    this.ends = ends
    this.weight = weight
    this.base = base
    this.tries = tries
  }

  /** What encloses the next operand. */
  get above(): number {
    return this.base + this.frameWeight + this.enclosing + this.chain + this.prefix
  }

  /** The height of the operands joined so far. */
  get height(): number {
    return Math.max(this.chain + this.prefix + this.operand, this.left)
  }

  /** The greatest weight that what is open now has anywhere in it. */
  get total(): number {
    return this.base + this.frameWeight + Math.max(this.enclosing + this.height, this.sequence)
  }

  /** Whether line ends can end something in it. */
  get hasStatements(): boolean {
    return this.content === "statements" || this.content === "members" || this.content === "properties"
  }
}
