/** Activations: of a function of the program (`Frame`) and of a built-in that waits for program code (`NativeFrame`). */
import type { Environment } from "../objects/environment.ts"
import type { Closure } from "../objects/function.ts"
import type { Accessor, JSObject } from "../objects/object.ts"
import type { Completion, Empty, PrivateName, Value } from "../objects/value.ts"
import { ABRUPT } from "../objects/value.ts"
import type { FunctionCode } from "./code.ts"
import type { Machine } from "./machine.ts"
import type { Node } from "./node.ts"

/**
 * Completions of statements. Their value and label are in the machine. They are no numbers because engines compare a
 * number with what may be ABRUPT in a call, and these by identity.
 */
export const NORMAL = undefined
export const BREAK = false
export const CONTINUE = true
export const RETURN = null

export class InlineCache {
  /** Own data property: the receiver's shape and the slot. */
  declare shape: unknown
  declare slot: number
  /** A second own hit. */
  declare shape2: unknown
  declare slot2: number
  /** Private field: its name, beside `shape` and `slot`. */
  declare name: PrivateName | null
  /** Property of a prototype: the receiver's shape, and the value while the epoch is valid. */
  declare protoShape: unknown
  declare protoValue: Value
  declare epoch: { valid: boolean } | null
  /** Addition: the shape before is `addShape`, after it `nextShape`. */
  declare addShape: unknown
  declare nextShape: unknown
  /** Accessor of a prototype: the receiver's shape, and the accessor while the epoch is valid. */
  declare accessorShape: unknown
  declare accessor: Accessor | null

  constructor() {
    this.shape = null
    this.slot = 0
    this.shape2 = null
    this.slot2 = 0
    this.name = null
    this.protoShape = null
    this.protoValue = undefined
    this.epoch = null
    this.addShape = null
    this.nextShape = null
    this.accessorShape = null
    this.accessor = null
  }
}

/** What a run keeps for the code of one unit. */
export class UnitState {
  readonly caches: InlineCache[] = []
  /** By the number of the function's code; null until it is called. */
  readonly functions: Array<FunctionState | null>
  constructor(functionCount: number) {
    this.functions = new Array<FunctionState | null>(functionCount).fill(null)
  }
}

/** What a run keeps for the code of one function. */
export class FunctionState {
  declare readonly caches: InlineCache[]
  /** A frame whose call has ended, for another call; it has the next one as its caller. */
  declare spare: Frame | null
  constructor(caches: InlineCache[]) {
    this.caches = caches
    this.spare = null
  }
}

/** Fields are set in the constructor alone: activations are the objects made most. */
export class Frame {
  declare readonly machine: Machine
  declare readonly code: FunctionCode
  declare readonly registers: Array<Value | Empty | PrivateName>
  declare environment: Environment | null
  declare thisValue: Value
  /** The function being run; the program's own body has none. */
  declare function: JSObject | null
  declare extras: FrameExtras | null
  /** Where the frame waits for another call; null for one that does not. */
  declare state: FunctionState | null
  declare readonly caches: InlineCache[]
  /** Left nodes, innermost last: node, state, temp. */
  declare records: unknown[] | null
  /** Position of the node that last called or threw: for `stack`. */
  declare position: number
  declare started: boolean
  declare caller: Frame | null

  constructor(
    machine: Machine,
    code: FunctionCode,
    registers: Array<Value | Empty | PrivateName>,
    environment: Environment | null,
    thisValue: Value,
    callee: JSObject | null,
    state: FunctionState | null,
    caches: InlineCache[],
  ) {
    this.machine = machine
    this.code = code
    this.registers = registers
    this.environment = environment
    this.thisValue = thisValue
    this.function = callee
    this.extras = null
    this.state = state
    this.caches = caches
    this.records = null
    this.position = -1
    this.started = false
    this.caller = null
  }

  get newTarget(): Value {
    if (this.code.isArrow) return (this.function!.data as Closure).newTarget
    return this.extras === null ? undefined : this.extras.newTarget
  }
  set newTarget(value: Value) {
    this.withExtras().newTarget = value
  }

  get args(): Value[] | null {
    return this.extras === null ? null : this.extras.args
  }
  set args(value: Value[] | null) {
    this.withExtras().args = value
  }

  get constructing(): boolean {
    return this.extras !== null && this.extras.constructing
  }
  set constructing(value: boolean) {
    this.withExtras().constructing = value
  }

  get owner(): JSObject | null {
    return this.extras === null ? null : this.extras.owner
  }
  set owner(value: JSObject | null) {
    this.withExtras().owner = value
  }

  private withExtras(): FrameExtras {
    return (this.extras ??= new FrameExtras())
  }
}

/** What few frames have: apart, since most calls need none of it. */
class FrameExtras {
  newTarget: Value = undefined
  /** Arguments as given, where the body or `arguments` needs them. */
  args: Value[] | null = null
  /** The frame is an activation of [[Construct]]. */
  constructing = false
  /** Of a generator or an async function: what it belongs to. */
  owner: JSObject | null = null
}

/** What a built-in of numbered steps is made of; see native.ts. */
export interface StepsCode {
  /** Unique: the name in a saved run. */
  readonly name: string
  /** `run` wants to see errors and returns of what it called; else they pass it by. */
  readonly catches: boolean
  run(machine: Machine, frame: NativeFrame<any>, input: Completion): Completion
}

/** Every declared `steps`, for reading a saved run. */
export const stepsByName = new Map<string, StepsCode>()

export class NativeFrame<Locals extends object = Record<string, unknown>> {
  declare readonly code: StepsCode
  declare state: number
  /** Fuel that it lacked when it gave the turn away: it gets that back, so that it cannot wait for ever for its charge. */
  declare debt: number
  /** The program's function that called it, if one did. */
  declare caller: Frame | null
  declare readonly locals: Locals
  constructor(code: StepsCode, locals: Locals) {
    this.code = code
    this.state = 0
    this.debt = 0
    this.caller = null
    this.locals = locals
  }
}

export type AnyFrame = Frame | NativeFrame<any>

/**
 * Says where a frame is, before it calls or does what may throw: traces and built-ins ask the machine for the frame.
 * A call does not say it for the function that it enters, since most functions call nothing and throw nothing.
 */
export function at(frame: Frame, position: number): void {
  frame.position = position
  here(frame)
}

/** The same, where it stands as before. */
export function here(frame: Frame): void {
  const { machine } = frame
  if (machine.current !== frame) machine.current = frame
}

/**
 * Every node returns through here when an operand came back ABRUPT. While the machine suspends, it leaves its record;
 * otherwise (an error, a return, a stop in flight) there is nothing to keep.
 */
export function leave(frame: Frame, node: Node, state: number, temp: unknown): typeof ABRUPT {
  if (frame.machine.suspending) {
    if (frame.records === null) frame.records = [node, state, temp]
    else frame.records.push(node, state, temp)
  }
  return ABRUPT
}

/** What the innermost left node waited for: its operand's completion, got by resuming that. */
export function goOn(frame: Frame): Completion {
  const records = frame.records
  if (records === null || records.length === 0) {
    return frame.machine.delivered
  }
  const temp = records.pop()
  const state = records.pop() as number
  const node = records.pop() as Node
  return node.resume!(node, frame, state, temp)
}
