/** What a census of a machine starts from, and how it looks into activations. Decides when a run has too much. */
import { Census, type Visitor } from "../objects/census.ts"
import { ERROR_BYTES, FRAME_BYTES, REGISTERED_BYTES, SLOT_BYTES, TRACE_LINE_BYTES } from "../objects/meter.ts"
import { CodeOfFunction } from "./functionCode.ts"
import { Frame, NativeFrame } from "./frame.ts"
import { ErrorSlots } from "./throws.ts"
import type { Machine } from "./machine.ts"

/** Values looked at between two looks at the fuel, and how many one unit pays for. */
const CHUNK = 1_024
const VALUES_PER_UNIT = 4

/**
 * Goes on counting what is alive, as long as the fuel lasts. True once that is known to be within the limit; else the
 * machine is stopping, or has no fuel left.
 */
export function countLive(machine: Machine): boolean {
  const census = (machine.census ??= newCensus(machine))
  while (machine.fuel >= 0) {
    const isDone = census.step(CHUNK)
    machine.fuel -= CHUNK / VALUES_PER_UNIT
    // what is already found may be enough to know
    if (!isDone && census.liveBytes <= machine.meter.limit) continue
    machine.census = null
    if (machine.meter.settle(census.liveBytes + machine.meter.used - census.usedBefore)) return true
    machine.stopForMemory()
    return false
  }
  return false
}

function newCensus(machine: Machine): Census {
  const { values, bytes } = machine.host.held()
  const census = new Census(machine.realm, visitActivation, [...rootsOf(machine), values])
  census.liveBytes += bytes + machine.realm.symbolRegistry.size * REGISTERED_BYTES
  census.usedBefore = machine.meter.used
  return census
}

function rootsOf(machine: Machine): unknown[] {
  const { realm } = machine
  return [
    machine.frames,
    machine.unwinding,
    machine.input,
    machine.thrown,
    machine.delivered,
    machine.operand,
    machine.returnValue,
    machine.yielded,
    machine.yielding,
    machine.main,
    machine.request,
    machine.logs,
    machine.timers,
    machine.jobs.pending(),
    [...machine.unhandled],
    [...machine.lexicals.values()],
    [...machine.templates.values()],
    [...machine.guests.values()],
    [...realm.touched().values()],
    [...realm.madeFunctions().values()],
    [...realm.symbolRegistry.keys()],
  ]
}

const visitActivation: Visitor = (instance, visit) => {
  if (instance instanceof Frame) return visitFrame(instance, visit)
  if (instance instanceof NativeFrame) {
    visit(instance.locals)
    if (instance.caller !== null) visit(instance.caller)
    return FRAME_BYTES / 2
  }
  // what it holds is the program's code
  if (instance instanceof ErrorSlots) return ERROR_BYTES + instance.trace.length * TRACE_LINE_BYTES
  return instance instanceof CodeOfFunction ? 0 : -1
}

function visitFrame(frame: Frame, visit: (value: unknown) => void): number {
  const { registers, records } = frame
  visit(registers)
  visit(frame.environment)
  visit(frame.thisValue)
  visit(frame.function)
  visit(frame.newTarget)
  visit(frame.args)
  visit(frame.owner)
  visit(frame.caller)
  let kept = 0
  if (records !== null) {
    kept = records.length
    for (let index = 2; index < records.length; index += 3) visit(records[index])
  }
  return FRAME_BYTES + kept * SLOT_BYTES
}
