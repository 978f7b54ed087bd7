/** A function's code and the unit it belongs to: what a closure shares with every other closure of the same text. */
import type { FunctionShape } from "../objects/realm.ts"
import type { Node } from "./node.ts"

/** A compiled source: the program, a script, or a `guest` built-in. Holds nothing of any run. */
export interface Unit {
  /** `program`, or the path of the built-in. */
  readonly name: string
  /** Frames of the unit are shown in `stack`. */
  readonly visible: boolean
  readonly main: FunctionCode
  /** Functions by the preorder number of their ESTree node. */
  readonly functions: Map<number, FunctionCode>
  /** Inline caches given out so far. */
  cacheCount: number
  /** The text that positions count in. */
  readonly text: string
  locate(position: number): { line: number; column: number }
}

export interface FunctionCode extends FunctionShape {
  readonly unit: Unit
  /** Preorder number of the function's ESTree node. */
  readonly id: number
  /** Number of the function among its unit's. */
  readonly index: number
  readonly isArrow: boolean
  /** `new` works: a function declaration or expression, or a class. */
  readonly isConstructor: boolean
  readonly isClassConstructor: boolean
  readonly isDerived: boolean
  /** Registers of a frame: arguments first, unless the last parameter takes the rest of them. */
  readonly registers: number
  /** Arguments that go straight into registers; -1 if the body takes them from `frame.args`. */
  readonly registerArguments: number
  /** The body begins by taking arguments apart. */
  readonly bindsParameters: boolean
  /** Parameters of a function that a call can enter with nothing but these in registers; -1 of any other. */
  readonly directParameters: number
  /** The frame keeps its arguments as a list: for `arguments`. */
  readonly needsArgs: boolean
  /** What happens before the body, or null when there is nothing to do. */
  readonly prologue: Prologue | null
  /** Weight of one activation on the host's stack: the deepest nesting of its nodes. */
  readonly nest: number
  /** Positions in the unit's text. */
  readonly start: number
  readonly end: number
  /** The body's node, built at the first call. */
  body: Node | null
  /** The body is an expression: its value is the result. */
  readonly expressionBody: boolean
  build(): Node
  /** Every node that can leave a record, by id: for reading a saved run. */
  nodes(): Map<number, Node>
}

export interface Prologue {
  /** Slots of the function's own environment, or 0 for none. */
  readonly environmentSize: number
  /** Slots of it in the temporal dead zone at first. */
  readonly deadSlots: readonly number[]
  /** Registers in the temporal dead zone at first. */
  readonly deadRegisters: readonly number[]
  /** Plain parameters that closures captured: register, environment slot. */
  readonly capturedParameters: ReadonlyArray<readonly [number, number]>
  /** Where the function's own name, its `arguments` and a derived constructor's `this` live, if they do. */
  readonly selfName: Place | null
  readonly arguments: Place | null
  readonly thisPlace: Place | null
  /** Functions declared at the top of the body. */
  readonly functions: ReadonlyArray<{ readonly code: FunctionCode; readonly place: Place }>
}

/** Where a variable lives: a register of the frame, or a slot of the frame's environment. */
export interface Place {
  readonly captured: boolean
  readonly slot: number
}
