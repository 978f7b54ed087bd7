/** [[Call]] and [[Construct]]: entering, leaving and resuming activations. Knows no syntax and no built-in. */
import { Environment } from "../objects/environment.ts"
import type { BoundFunction, NativeFunction } from "../objects/function.ts"
import { Closure } from "../objects/function.ts"
import { CLOSURE_BYTES, ENVIRONMENT_BYTES, FRAME_BYTES, OBJECT_BYTES, SLOT_BYTES } from "../objects/meter.ts"
import { isCallable, isObject, JSObject, Kind, NO_SLOTS } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import { ACCESSOR } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import type { FunctionCode, Place, Prologue } from "./code.ts"
import { Frame, FunctionState, goOn, here, type NativeFrame, RETURN } from "./frame.ts"
import { describeWithType } from "./describe.ts"
import { startAsync, startGenerator } from "./generators.ts"
import { type Machine, MAX_CALL_DEPTH, MAX_STACK_WEIGHT, Mode } from "./machine.ts"
import type { NativeEntry } from "./native.ts"
import { steps } from "./steps.ts"
import { createArguments, getPrototypeFromConstructor } from "./operations.ts"
import { proxyCall, proxyConstruct } from "./proxy.ts"
import { messages, throwRangeError, throwReferenceError, throwTypeError } from "./throws.ts"
import { callTool } from "./tools.ts"

/** Room of all frames of a machine that serve one call after the other, and what each takes of it beside its registers. */
const MAX_REUSED_SLOTS = 65_536
const FRAME_SLOTS = 16

/** Call, ECMA-262 7.3.14. */
export function call(machine: Machine, callee: Value, thisValue: Value, args: Value[]): Completion {
  if (!isCallable(callee)) return throwTypeError(machine, messages.notFunction(describeWithType(callee)))
  switch (callee.kind) {
    case Kind.Closure:
      return callClosure(machine, callee, thisValue, args)
    case Kind.Native: {
      const native = callee.data as NativeFunction<NativeEntry>
      return native.entry.body(machine, thisValue, args, undefined, callee)
    }
    case Kind.Bound: {
      const bound = callee.data as BoundFunction
      return callBound(machine, bound, args)
    }
    case Kind.CallableProxy:
      return proxyCall(machine, callee, thisValue, args)
    default:
      return callTool(machine, callee, args)
  }
}

/** A chain of bound functions charges each link, and is followed without recursion. */
function callBound(machine: Machine, first: BoundFunction, args: Value[]): Completion {
  let bound = first
  let all = [...bound.args, ...args]
  while (bound.target.kind === Kind.Bound) {
    machine.charge(1)
    bound = bound.target.data as BoundFunction
    all = [...bound.args, ...all]
  }
  return call(machine, bound.target, bound.thisValue, all)
}

export function callClosure(machine: Machine, callee: JSObject, thisValue: Value, args: Value[]): Completion {
  const closure = callee.data as Closure<FunctionCode>
  const code = closure.code
  if (code.isClassConstructor) return throwTypeError(machine, messages.classWithoutNew(code.name))
  const frame = takeFrame(machine, callee, closure, thisValue)
  const count = Math.min(code.registerArguments, args.length)
  if (count < 0) frame.args = args
  else {
    for (let index = 0; index < count; index++) frame.registers[index] = args[index]
    if (code.prologue !== null && code.prologue.arguments !== null) frame.args = args
  }
  return begin(machine, frame)
}

/** Call with four arguments, of which the last may be too many: no list is made for a function with registers. */
export function callFour(
  machine: Machine,
  callee: Value,
  thisValue: Value,
  count: 2 | 3 | 4,
  a: Value,
  b: Value,
  c: Value,
  d: Value,
): Completion {
  const closure = closureOf(callee)
  if (closure !== null && closure.code.directParameters >= 0) {
    const frame = takeFrame(machine, callee as JSObject, closure, thisValue)
    const { registers } = frame
    const taken = closure.code.directParameters
    if (taken > 0) registers[0] = a
    if (taken > 1) registers[1] = b
    if (taken > 2 && count > 2) registers[2] = c
    if (taken > 3 && count === 4) registers[3] = d
    return enterDirectFromNative(machine, frame)
  }
  return call(machine, callee, thisValue, count === 4 ? [a, b, c, d] : count === 3 ? [a, b, c] : [a, b])
}

/** The internal slots of a function of a program; null of any other value. */
export function closureOf(callee: Value): Closure<FunctionCode> | null {
  return typeof callee === "object" && callee !== null && callee.kind === Kind.Closure
    ? ((callee as JSObject).data as Closure<FunctionCode>)
    : null
}

/** A frame for a call: one that an earlier call of the function left, or a new one. */
export function takeFrame(
  machine: Machine,
  callee: JSObject,
  closure: Closure<FunctionCode>,
  thisValue: Value,
): Frame {
  const state = (closure.state as FunctionState | null) ?? stateOf(machine, closure)
  const frame = state.spare
  if (frame === null) return newFrame(machine, callee, closure, state, thisValue)
  state.spare = frame.caller
  frame.function = callee
  frame.environment = closure.environment
  frame.thisValue = frame.code.isArrow ? closure.thisValue : thisValue
  return frame
}

/** Runs the frame of a plain function, whose arguments are in. When it has ended nothing holds it: it waits for another call. */
export function enterDirect(machine: Machine, frame: Frame, caller: Frame | null): Completion {
  const { prologue } = frame.code
  if (prologue !== null) instantiate(frame, prologue)
  const completion = enter(machine, frame, caller)
  if (completion === ABRUPT) lose(machine, frame)
  else if (frame.state !== null) spare(frame, frame.state)
  return completion
}

/** Empties a frame, so that it keeps nothing of its call alive, and puts it before the function's other spare ones. */
function spare(frame: Frame, state: FunctionState): void {
  const { registers } = frame
  for (let register = 0; register < registers.length; register++) registers[register] = undefined
  frame.function = null
  frame.environment = null
  frame.thisValue = undefined
  frame.extras = null
  frame.position = -1
  frame.caller = state.spare
  state.spare = frame
}

/** A frame that was left, by an error or to go on later, is not taken again. */
function lose(machine: Machine, frame: Frame): void {
  if (frame.state === null) return
  frame.state = null
  machine.reusedSlots -= frame.registers.length + FRAME_SLOTS
}

/** A new frame; that of a plain function serves other calls too, while there is room for such. */
function newFrame(
  machine: Machine,
  callee: JSObject,
  closure: Closure<FunctionCode>,
  state: FunctionState,
  thisValue: Value,
): Frame {
  const { code, environment } = closure
  const slots = code.registers + FRAME_SLOTS
  machine.meter.used += FRAME_BYTES / 2 + code.registers * SLOT_BYTES
  const isReused = code.kind === "normal" && machine.reusedSlots + slots <= MAX_REUSED_SLOTS
  if (isReused) machine.reusedSlots += slots
  const bound = code.isArrow ? closure.thisValue : thisValue
  const registers = registersOf(code.registers)
  return new Frame(
    machine, code, registers, environment, bound, callee, isReused ? state : null, state.caches,
  ) // prettier-ignore
}

/** What the run keeps for the function's code, which the closure holds from now on. */
function stateOf(machine: Machine, closure: Closure<FunctionCode>): FunctionState {
  const { unit, index } = closure.code
  const { functions, caches } = unit === machine.lastUnit ? machine.lastState : machine.stateOf(unit)
  return (closure.state = functions[index] ??= new FunctionState(caches))
}

export function registersOf(count: number): Value[] {
  if (count === 1) return [undefined]
  if (count === 2) return [undefined, undefined]
  if (count === 3) return [undefined, undefined, undefined]
  return manyRegisters(count)
}

function manyRegisters(count: number): Value[] {
  switch (count) {
    case 0:
      return []
    case 4:
      return [undefined, undefined, undefined, undefined]
    case 5:
      return [undefined, undefined, undefined, undefined, undefined]
    case 6:
      return [undefined, undefined, undefined, undefined, undefined, undefined]
    default:
      return new Array<Value>(count).fill(undefined)
  }
}

/** Starts a frame whose arguments are in: runs it, or makes the generator or promise that it belongs to. */
export function begin(machine: Machine, frame: Frame): Completion {
  const { code } = frame
  if (code.kind === "normal") return enterDirectFromNative(machine, frame)
  if (code.prologue !== null) instantiate(frame, code.prologue)
  return code.kind === "async" ? startAsync(machine, frame) : startGenerator(machine, frame)
}

/** FunctionDeclarationInstantiation, ECMA-262 10.2.11, less what nodes of the body do. */
export function instantiate(frame: Frame, prologue: Prologue): void {
  if (prologue.environmentSize > 0) {
    const slots: Environment["slots"] = new Array(prologue.environmentSize).fill(undefined)
    frame.machine.meter.used += ENVIRONMENT_BYTES + prologue.environmentSize * SLOT_BYTES
    for (const slot of prologue.deadSlots) slots[slot] = EMPTY
    for (const [register, slot] of prologue.capturedParameters) slots[slot] = frame.registers[register]
    frame.environment = new Environment(frame.environment, slots)
  }
  for (const register of prologue.deadRegisters) frame.registers[register] = EMPTY
  if (prologue.selfName !== null) put(frame, prologue.selfName, frame.function!)
  if (prologue.arguments !== null) put(frame, prologue.arguments, argumentsObject(frame))
  if (prologue.thisPlace !== null) put(frame, prologue.thisPlace, EMPTY)
  for (const { code, place } of prologue.functions) put(frame, place, newClosure(frame, code))
}

function put(frame: Frame, place: Place, value: Value | typeof EMPTY): void {
  if (place.captured) frame.environment!.slots[place.slot] = value
  else frame.registers[place.slot] = value
}

/** CreateUnmappedArgumentsObject, ECMA-262 10.4.4.6; the property table is the interpreter's `arguments` kind. */
function argumentsObject(frame: Frame): JSObject {
  return createArguments(frame.machine, frame.args ?? [])
}

/** InstantiateFunctionObject for every form; arrows take `this` along. */
export function newClosure(frame: Frame, code: FunctionCode): JSObject {
  frame.machine.meter.used += OBJECT_BYTES + CLOSURE_BYTES
  const closure = code.isArrow
    ? new Closure(
        code,
        frame.environment,
        frame.thisValue,
        frame.newTarget,
        homeOf(frame),
        frame.code.isArrow ? (frame.function!.data as Closure).activeFunction : frame.function,
      )
    : new Closure(code, frame.environment, undefined, undefined, null, null)
  return new JSObject(frame.machine.realm.closureShape(code.kind), NO_SLOTS, Kind.Closure, closure)
}

/** The home object of the function that a frame runs, for `super`. */
export function homeOf(frame: Frame): JSObject | null {
  return frame.function === null ? null : (frame.function.data as Closure).homeObject
}

/** Runs a frame of any function for a built-in, which finds `machine.current` as it was. */
export function enterFromNative(machine: Machine, frame: Frame): Completion {
  const caller = machine.current
  const completion = enter(machine, frame, caller)
  if (machine.current !== caller) machine.current = caller
  return completion
}

/** Runs the frame of a plain function for a built-in. */
function enterDirectFromNative(machine: Machine, frame: Frame): Completion {
  const caller = machine.current
  const completion = enterDirect(machine, frame, caller)
  if (machine.current !== caller) machine.current = caller
  return completion
}

/** Runs a frame from its start, on the host's stack if there is room. */
export function enter(machine: Machine, frame: Frame, caller: Frame | null): Completion {
  const { depth } = machine
  frame.caller = caller
  if (
    machine.callDepth >= MAX_CALL_DEPTH ||
    (--machine.fuel < 0 && !machine.refuel()) ||
    depth > MAX_STACK_WEIGHT
  )
    return enterLater(machine, frame)
  const { code } = frame
  const body = code.body ?? code.build()
  frame.started = true
  machine.callDepth++
  machine.depth = depth + code.nest
  const completion = body.evaluate(body, frame)
  machine.depth = depth
  if (completion === ABRUPT) return interrupt(machine, frame)
  if (frame.extras !== null || !code.expressionBody) return finish(machine, frame, completion)
  machine.callDepth--
  return completion
}

/** There is no room for the frame now, or none at all. */
function enterLater(machine: Machine, frame: Frame): typeof ABRUPT {
  if (machine.callDepth >= MAX_CALL_DEPTH) {
    machine.current = frame.caller
    return throwRangeError(machine, messages.stackOverflow)
  }
  machine.callDepth++
  machine.mode = Mode.Suspending
  frame.started = false
  machine.unwinding.push(frame)
  return ABRUPT
}

/** The value of a body of statements. */
function returned(machine: Machine, completion: Completion): Completion {
  if (completion !== RETURN) return undefined
  const value = machine.returnValue
  machine.returnValue = undefined
  return value
}

/** Goes on with a frame that was left, or begins one that could not. */
export function resumeFrame(machine: Machine, frame: Frame, input: Completion): Completion {
  machine.current = frame
  if (!frame.started && input !== ABRUPT) {
    // its call was counted and charged when it could not enter
    machine.callDepth--
    machine.fuel++
    const completion = enter(machine, frame, frame.caller)
    machine.current = frame.caller
    return completion
  }
  machine.depth += frame.code.nest
  machine.delivered = input
  const completion = goOn(frame)
  machine.depth -= frame.code.nest
  machine.current = frame.caller
  return completion === ABRUPT ? interrupt(machine, frame) : finish(machine, frame, completion)
}

/** What an ABRUPT body means for its activation. */
function interrupt(machine: Machine, frame: Frame): Completion {
  if (machine.mode === Mode.Suspending) {
    if (machine.yielding === frame) machine.callDepth--
    else machine.unwinding.push(frame)
    return ABRUPT
  }
  machine.callDepth--
  if (machine.mode !== Mode.Returning) return ABRUPT
  machine.mode = Mode.Running
  const value = machine.returnValue
  machine.returnValue = undefined
  return value
}

/** The value of an activation whose body completed. */
function finish(machine: Machine, frame: Frame, completion: Completion): Completion {
  machine.callDepth--
  if (frame.constructing) return constructed(machine, frame, completion)
  return frame.code.expressionBody ? completion : returned(machine, completion)
}

/** Steps 9 to 12 of [[Construct]], ECMA-262 10.2.2. */
function constructed(machine: Machine, frame: Frame, completion: Completion): Completion {
  const value = frame.code.expressionBody
    ? completion
    : completion === RETURN
      ? machine.returnValue
      : undefined
  if (isObject(value)) return value
  if (!frame.code.isDerived) return frame.thisValue
  here(frame)
  if (value !== undefined) return throwTypeError(machine, messages.derivedReturn)
  const place = frame.code.prologue!.thisPlace!
  const thisValue = place.captured ? ownEnvironment(frame).slots[place.slot] : frame.registers[place.slot]
  return thisValue === EMPTY ? throwThisNotInitialized(machine) : (thisValue as Value)
}

export function throwThisNotInitialized(machine: Machine): typeof ABRUPT {
  return throwReferenceError(machine, messages.thisNotInitialized)
}

/** The environment that the function's own prologue made: blocks inside are left by now. */
function ownEnvironment(frame: Frame): Environment {
  return frame.environment!
}

/** IsConstructor, ECMA-262 7.2.4. */
export function isConstructor(value: Value): value is JSObject {
  if (!isCallable(value)) return false
  switch (value.kind) {
    case Kind.Closure:
      return (value.data as Closure<FunctionCode>).code.isConstructor
    case Kind.Native:
      return (value.data as NativeFunction<NativeEntry>).entry.constructs
    case Kind.Bound: {
      let target = (value.data as BoundFunction).target
      while (target.kind === Kind.Bound) target = (target.data as BoundFunction).target
      return isConstructor(target)
    }
    case Kind.CallableProxy:
      return (value.data as { constructs: boolean }).constructs
    default:
      return false
  }
}

/** Construct, ECMA-262 7.3.15. The callee must be a constructor. */
export function construct(
  machine: Machine,
  callee: JSObject,
  args: Value[],
  newTarget: JSObject = callee,
): Completion {
  switch (callee.kind) {
    case Kind.Closure:
      return constructClosure(machine, callee, args, newTarget)
    case Kind.Native: {
      const native = callee.data as NativeFunction<NativeEntry>
      return native.entry.body(machine, undefined, args, newTarget, callee)
    }
    case Kind.Bound:
      return constructBound(machine, callee, args, newTarget)
    default:
      return proxyConstruct(machine, callee, args, newTarget)
  }
}

/** [[Construct]] of a chain of bound functions, 10.4.1.2, followed without recursion. */
function constructBound(machine: Machine, callee: JSObject, args: Value[], newTarget: JSObject): Completion {
  let target = callee
  let all = args
  let asNewTarget = newTarget
  while (target.kind === Kind.Bound) {
    machine.charge(1)
    const bound = target.data as BoundFunction
    all = [...bound.args, ...all]
    if (asNewTarget === target) asNewTarget = bound.target
    target = bound.target
  }
  return construct(machine, target, all, asNewTarget)
}

function constructClosure(
  machine: Machine,
  callee: JSObject,
  args: Value[],
  newTarget: JSObject,
): Completion {
  const closure = callee.data as Closure<FunctionCode>
  if (closure.code.isDerived) return beginConstruct(machine, callee, undefined, args, newTarget)
  const prototype = ownPrototypeOf(machine, newTarget)
  if (prototype !== null)
    return beginConstruct(machine, callee, machine.realm.newObject(prototype), args, newTarget)
  return constructSlowly(machine, callee, args, newTarget)
}

/** The `prototype` of a constructor where reading it can run no program code; else null. */
export function ownPrototypeOf(machine: Machine, constructor: JSObject): JSObject | null {
  if (constructor.kind !== Kind.Closure && constructor.kind !== Kind.Native) return null
  const slot = findSlot(machine.realm, constructor, "prototype")
  if (slot < 0 || (constructor.shape.attributesAt(slot) & ACCESSOR) !== 0) return null
  const prototype = constructor.slots[slot] as Value
  return isObject(prototype) ? prototype : null
}

function beginConstruct(
  machine: Machine,
  callee: JSObject,
  thisValue: Value,
  args: Value[],
  newTarget: JSObject,
): Completion {
  const closure = callee.data as Closure<FunctionCode>
  const code = closure.code
  const frame = takeFrame(machine, callee, closure, thisValue)
  frame.newTarget = newTarget
  frame.constructing = true
  const count = Math.min(code.registerArguments, args.length)
  if (count < 0) frame.args = args
  else {
    for (let index = 0; index < count; index++) frame.registers[index] = args[index]
    if (code.prologue !== null && code.prologue.arguments !== null) frame.args = args
  }
  return begin(machine, frame)
}

interface ConstructLocals {
  callee: JSObject
  args: Value[]
  newTarget: JSObject
}

/** A base constructor whose new target's `prototype` must be read by program code first. */
const constructSteps = steps<ConstructLocals>({
  name: "Construct",
  run(machine, frame, input) {
    const { callee, args, newTarget } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = getPrototypeFromConstructor(machine, newTarget, "Object.prototype")
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return beginConstruct(machine, callee, machine.realm.newObject(input as JSObject), args, newTarget)
  },
})

function constructSlowly(machine: Machine, callee: JSObject, args: Value[], newTarget: JSObject): Completion {
  return constructSteps.start(machine, { callee, args, newTarget })
}

/** A native frame's body returns through here when what it called came back ABRUPT. */
export function leaveNative(machine: Machine, frame: NativeFrame<any>): typeof ABRUPT {
  if (machine.mode === Mode.Suspending) {
    frame.caller = machine.current
    machine.unwinding.push(frame)
  }
  return ABRUPT
}

/** A native frame with much to do gives the turn away; it is called again with no input. */
export function pause(machine: Machine, frame: NativeFrame<any>): typeof ABRUPT {
  frame.debt = Math.max(1, -machine.fuel)
  frame.caller = machine.current
  machine.mode = Mode.Suspending
  machine.unwinding.push(frame)
  return ABRUPT
}
