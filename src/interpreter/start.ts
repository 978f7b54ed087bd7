/** The first frames of a program or a script. */
import { Environment } from "../objects/environment.ts"
import { addProperty, findSlot } from "../objects/properties.ts"
import { ENUMERABLE, WRITABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Value } from "../objects/value.ts"
import type { FunctionInfo } from "../program/scope.ts"
import { instantiate, newClosure, registersOf } from "./call.ts"
import type { Unit } from "./code.ts"
import { Frame } from "./frame.ts"
import { startAsync } from "./generators.ts"
import type { Machine } from "./machine.ts"
import { newPromise } from "./promises.ts"
import { throwSyntaxError } from "./throws.ts"

/** Makes the program's promise and its frame, ready for `run`. `bindings` are values in the order of the unit's names. */
export function startProgram(machine: Machine, unit: Unit, bindings: Value[]): void {
  const environment = bindings.length === 0 ? null : new Environment(null, bindings)
  const frame = mainFrame(machine, unit, environment)
  const fuel = machine.fuel
  machine.fuel = 0
  machine.main = newPromise(machine)
  machine.frames.push(...detach(machine, startAsync(machine, frame, machine.main)))
  machine.fuel = fuel
}

/** With no fuel the first frames leave at once. */
function detach(machine: Machine, completion: Completion): Machine["frames"] {
  if (completion !== ABRUPT) throw new Error("the program ran without fuel")
  const frames = machine.unwinding.reverse()
  machine.unwinding = []
  machine.mode = 0
  return frames
}

function mainFrame(machine: Machine, unit: Unit, environment: Environment | null): Frame {
  const code = unit.main
  const frame = new Frame(
    machine,
    code,
    registersOf(code.registers),
    environment,
    undefined,
    null,
    null,
    machine.stateOf(unit).caches,
  )
  if (code.prologue !== null) instantiate(frame, code.prologue)
  return frame
}

/**
 * GlobalDeclarationInstantiation, ECMA-262 16.1.7, and the frame of a script. The frame's completion is what `run` leaves
 * in `machine.input`. ABRUPT if a declaration collides.
 */
export function startScript(
  machine: Machine,
  unit: Unit,
  globals: NonNullable<FunctionInfo["globals"]>,
): Completion {
  const { realm } = machine
  const global = realm.globalObject
  for (const { name } of globals.lexicals) {
    if (machine.lexicals.has(name) || isRestricted(machine, name)) return redeclared(machine, name)
  }
  for (const name of [...globals.vars, ...globals.functions.map((one) => one.name)]) {
    if (machine.lexicals.has(name)) return redeclared(machine, name)
  }
  for (const { name, constant } of globals.lexicals) machine.lexicals.set(name, { value: EMPTY, constant })
  const frame = mainFrame(machine, unit, null)
  frame.thisValue = global
  for (const { info, name } of globals.functions) {
    const closure = newClosure(frame, unit.functions.get(info.node.number)!)
    const slot = findSlot(realm, global, name)
    if (slot < 0) addProperty(realm, global, name, closure, WRITABLE | ENUMERABLE)
    else global.slots[slot] = closure
    realm.bumpEpoch()
  }
  for (const name of globals.vars) {
    if (findSlot(realm, global, name) < 0) addProperty(realm, global, name, undefined, WRITABLE | ENUMERABLE)
  }
  machine.callDepth++
  machine.frames.push(frame)
  return undefined
}

function isRestricted(machine: Machine, name: string): boolean {
  const { realm } = machine
  const slot = findSlot(realm, realm.globalObject, name)
  return slot >= 0 && (realm.globalObject.shape.attributesAt(slot) & 4) === 0
}

function redeclared(machine: Machine, name: string): typeof ABRUPT {
  return throwSyntaxError(machine, `Identifier '${name}' has already been declared`)
}
