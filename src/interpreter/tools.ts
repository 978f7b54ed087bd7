/**
 * References into `tools`: callable objects named by canonical paths, and what happens when one is called or read.
 * Knows which names there are, and nothing of what a tool does: a call is a request to the host.
 */
import { declareKind } from "../objects/kinds.ts"
import { CALL_BYTES, CHARACTER_BYTES, OBJECT_BYTES } from "../objects/meter.ts"
import { JSObject, Kind, NO_SLOTS } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import type { Realm } from "../objects/realm.ts"
import { orderKeys, Shape } from "../objects/shape.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../objects/value.ts"
import { leaveNative } from "./call.ts"
import type { Descriptor } from "./descriptor.ts"
import { PASS } from "./exotic.ts"
import { type HostRequest, type Machine, Mode } from "./machine.ts"
import { steps } from "./steps.ts"
import { type Reduced, reduce } from "./plain.ts"
import { newPromise, settlePromise } from "./promises.ts"
import { trace, type TraceLine } from "./throws.ts"

/** One name of the tree that a host registered; it may be a tool, a namespace, or both. Shared by runs, never changed. */
export interface ToolNode {
  readonly callable: boolean
  readonly children: ReadonlyMap<string, ToolNode>
}

/** All references of one run, so that a registered path has one. */
export class ToolReferences {
  readonly tree: ToolNode
  /** By canonical path; `tools` itself is the empty one. */
  readonly made = new Map<string, JSObject>()
  readonly shape: Shape

  constructor(tree: ToolNode, realm: Realm) {
    this.tree = tree
    this.shape = new Shape(realm.functionPrototype, null, null, 0, false, false)
  }
}

/** Internal slots of a reference; `node` is null where nothing is registered. */
export class ToolSlots {
  readonly references: ToolReferences
  readonly path: string
  readonly node: ToolNode | null

  constructor(references: ToolReferences, path: string, node: ToolNode | null) {
    this.references = references
    this.path = path
    this.node = node
  }
}

// the references and the node are those of the resuming runtime
declareKind("ToolSlots", ToolSlots, { references: "derived", path: "string", node: "derived" })

/** What a program asks of the host by calling a reference. The reply is the promise. */
export interface ToolRequest extends HostRequest {
  readonly type: "tool"
  /** Canonical. */
  readonly path: string
  /** Plain data, or undefined where that was passed. */
  readonly argument: Value
  /** Why the arguments cannot leave; then `argument` means nothing. */
  readonly refusal: string | null
  readonly promise: JSObject
  /** Where the program called. */
  readonly trace: TraceLine[]
}

/** The `tools` object of a run. */
export function newTools(realm: Realm, tree: ToolNode): JSObject {
  return reference(new ToolReferences(tree, realm), "", tree)
}

/** The one reference of a registered path, or a new one of a path that names nothing. */
export function reference(references: ToolReferences, path: string, node: ToolNode | null): JSObject {
  const found = node === null ? undefined : references.made.get(path)
  if (found !== undefined) return found
  const made = new JSObject(references.shape, NO_SLOTS, Kind.Tool, new ToolSlots(references, path, node))
  if (node !== null) references.made.set(path, made)
  return made
}

/** So much of a path that names nothing is kept: a call of it tells the path, and no more is done with it. */
const maxUnknownPath = 4_096

/** What is registered at a canonical path, or null. */
export function nodeAt(tree: ToolNode, path: string): ToolNode | null {
  let node: ToolNode | undefined = tree
  if (path === "") return tree
  for (const segment of path.split(".")) {
    node = node.children.get(segment)
    if (node === undefined) return null
  }
  return node
}

function childPath(slots: ToolSlots, name: string): string {
  return slots.path === "" ? name : `${slots.path}.${name}`
}

/** [[Get]] of a reference: PASS sends the name on to the prototypes. */
export function toolGet(machine: Machine, object: JSObject, key: PropertyKey): Value | typeof PASS {
  if (typeof key === "symbol") return undefined
  const slots = object.data as ToolSlots
  const { references, node } = slots
  const child = node?.children.get(key)
  if (child !== undefined) return reference(references, childPath(slots, key), child)
  if (key === "then" || key === "toJSON") return undefined
  const { functionPrototype, objectPrototype } = machine.realm
  if (
    findSlot(machine.realm, functionPrototype, key) >= 0 ||
    findSlot(machine.realm, objectPrototype, key) >= 0
  )
    return PASS
  const isLong = slots.path.length + key.length >= maxUnknownPath
  const path = isLong
    ? childPath(slots, key.slice(0, maxUnknownPath)).slice(0, maxUnknownPath)
    : childPath(slots, key)
  machine.meter.used += OBJECT_BYTES + path.length * CHARACTER_BYTES
  return reference(references, path, !isLong && key.includes(".") ? nodeAt(references.tree, path) : null)
}

/** [[GetOwnProperty]] of a reference: only registered names are there. */
export function toolGetOwn(_machine: Machine, object: JSObject, key: PropertyKey): Descriptor | undefined {
  if (typeof key === "symbol") return undefined
  const slots = object.data as ToolSlots
  const child = slots.node?.children.get(key)
  if (child === undefined) return undefined
  const value = reference(slots.references, childPath(slots, key), child)
  return { value, writable: false, enumerable: true, configurable: false }
}

/** [[OwnPropertyKeys]] of a reference, in the order of registration. */
export function toolKeys(_machine: Machine, object: JSObject): PropertyKey[] {
  const { node } = object.data as ToolSlots
  return node === null ? [] : orderKeys([...node.children.keys()])
}

interface CallLocals {
  readonly path: string
  readonly args: Value[]
}

const REDUCING = 1

/** A call: the argument becomes plain data, then the host is asked. Whatever goes wrong rejects the promise. */
const callSteps = steps<CallLocals>({
  name: "CallTool",
  catches: true,
  run(machine, frame, input) {
    const { path, args } = frame.locals
    if (frame.state === 0) {
      if (args.length > 1)
        return askTool(machine, path, undefined, `expected one argument, got ${args.length}`)
      if (args.length === 0 || args[0] === undefined)
        return askTool(machine, path, emptyOrUndefined(machine, args), null)
      frame.state = REDUCING
      input = reduce(machine, args[0], { name: "input", form: "argument" })
    }
    if (input === ABRUPT) {
      if (machine.mode !== Mode.Throwing) return leaveNative(machine, frame)
      const { thrown } = machine
      machine.mode = Mode.Running
      machine.thrown = undefined
      const promise = newPromise(machine)
      settlePromise(machine, promise, "rejected", thrown)
      return promise
    }
    const { value, refusal } = input as unknown as Reduced
    return askTool(machine, path, value, refusal)
  },
})

function emptyOrUndefined(machine: Machine, args: Value[]): Value {
  return args.length === 0 ? machine.realm.newObject(machine.realm.objectPrototype) : undefined
}

function askTool(machine: Machine, path: string, argument: Value, refusal: string | null): Completion {
  const request: ToolRequest = {
    type: "tool",
    path,
    argument,
    refusal,
    promise: newPromise(machine),
    trace: trace(machine),
  }
  return machine.ask(request)
}

/** [[Call]] of a reference. */
export function callTool(machine: Machine, callee: JSObject, args: Value[]): Completion {
  const { path } = callee.data as ToolSlots
  machine.meter.used += CALL_BYTES
  return callSteps.start(machine, { path, args })
}
