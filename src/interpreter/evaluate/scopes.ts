/** Entering a block's scope: its environment, its dead zones, its functions. */
import { Environment } from "../../objects/environment.ts"
import { ENVIRONMENT_BYTES, SLOT_BYTES } from "../../objects/meter.ts"
import { EMPTY } from "../../objects/value.ts"
import { newClosure } from "../call.ts"
import type { FunctionCode, Place } from "../code.ts"
import type { Frame } from "../frame.ts"

/** What must happen when a scope is entered; null where nothing must. */
export interface ScopePlan {
  readonly size: number
  readonly deadSlots: readonly number[]
  readonly deadRegisters: readonly number[]
  readonly functions: ReadonlyArray<{ readonly code: FunctionCode; readonly place: Place }>
}

export function enterScope(frame: Frame, plan: ScopePlan): void {
  if (plan.size > 0) {
    const slots: Environment["slots"] = new Array(plan.size).fill(undefined)
    for (const slot of plan.deadSlots) slots[slot] = EMPTY
    frame.machine.meter.used += ENVIRONMENT_BYTES + slots.length * SLOT_BYTES
    frame.environment = new Environment(frame.environment, slots)
  }
  for (const register of plan.deadRegisters) frame.registers[register] = EMPTY
  for (const { code, place } of plan.functions) {
    const closure = newClosure(frame, code)
    if (place.captured) frame.environment!.slots[place.slot] = closure
    else frame.registers[place.slot] = closure
  }
}

/** A fresh environment with the same values: what a loop's next turn gets. */
export function copyEnvironment(frame: Frame): void {
  const current = frame.environment!
  frame.machine.meter.used += ENVIRONMENT_BYTES + current.slots.length * SLOT_BYTES
  frame.environment = new Environment(current.parent, current.slots.slice())
}
