/**
 * Walks over all that a stopped machine holds and refuses what no declaration names: a class that `kinds.ts` does not
 * declare, a field that a declared class does not, a host function. So nothing escapes saving and the census of memory.
 */
import { Frame, NativeFrame } from "../src/interpreter/frame.ts"
import { CodeOfFunction } from "../src/interpreter/functionCode.ts"
import { derivedFrameFields, frameFields, machineFields } from "../src/interpreter/kinds.ts"
import type { Machine } from "../src/interpreter/machine.ts"
import { Node } from "../src/interpreter/node.ts"
import { NativeFunction } from "../src/objects/function.ts"
import { kinds } from "../src/objects/kinds.ts"
import { JSObject } from "../src/objects/object.ts"
import { Shape } from "../src/objects/shape.ts"

/** Something in the machine that no declaration names, and where it is. */
export class UndeclaredError extends Error {}

interface Step {
  readonly value: unknown
  readonly from: Step | null
  readonly name: string
}

const objectFields = ["shape", "slots", "kind", "data"]
const allFrameFields = [...Object.keys(frameFields), ...derivedFrameFields]

/** Throws an UndeclaredError for the first thing that is not declared. */
export function walk(machine: Machine): void {
  const builtIns = new Set([...machine.realm.touched()].map(([, object]) => object))
  for (const [, made] of machine.realm.madeFunctions()) builtIns.add(made)
  const roots: Record<string, unknown> = {
    jobs: machine.jobs.pending(),
    unhandled: [...machine.unhandled],
    lexicals: [...machine.lexicals].map(([, cell]) => cell.value),
    templates: [...machine.templates.values()],
    changed: [...builtIns].filter((object) => machine.realm.isChanged(object)),
  }
  for (const name of Object.keys(machineFields))
    roots[name] = (machine as unknown as Record<string, unknown>)[name]
  const seen = new Map<unknown, Step>()
  const owned = new Set<unknown>()
  const waiting: Step[] = Object.entries(roots).map(([name, value]) => ({ value, from: null, name }))
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { value } = step
    if (typeof value === "function") refuse(step, "a host function")
    if (typeof value !== "object" || value === null) continue
    if (isOwned(step) || owned.has(value)) {
      const other = seen.get(value)
      if (other !== undefined) refuse(step, `a list that machine.${pathOf(other)} has, too,`)
      owned.add(value)
    }
    if (seen.has(value)) continue
    seen.set(value, step)
    if (value instanceof JSObject && builtIns.has(value) && !machine.realm.isChanged(value)) continue
    for (const [name, inner] of partsOf(value, step)) waiting.push({ value: inner, from: step, name })
  }
}

/** Slots and an array's elements are saved with their object: nothing else may hold them. */
function isOwned({ value, from, name }: Step): boolean {
  return (
    from?.value instanceof JSObject &&
    (name === "slots" || name === "data") &&
    Array.isArray(value) &&
    value.length > 0
  )
}

function partsOf(value: object, step: Step): Iterable<readonly [string, unknown]> {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item] as const)
  if (value instanceof Node || value instanceof CodeOfFunction || isUnit(value)) return []
  if (value instanceof Uint8Array) return []
  if (value instanceof Shape) return [["prototype", value.prototype]]
  if (value instanceof JSObject) return picked(value, objectFields, ["shape", "slots", "data"], step)
  if (value instanceof Frame)
    return picked(value, allFrameFields, [...Object.keys(frameFields), "records"], step)
  if (value instanceof NativeFrame) return picked(value, nativeFrameFields, ["locals"], step)
  if (value instanceof NativeFunction) return picked(value, ["entry", "captures"], ["captures"], step)
  const kind = kinds.get(value.constructor)
  if (kind !== undefined) return picked(value, Object.keys(kind.fields), kind.saved, step)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    refuse(step, `an instance of ${value.constructor.name}`)
  return Object.entries(value)
}

const nativeFrameFields = ["code", "state", "debt", "locals", "caller"]

/** The parts to walk, once every own field of the value is a declared one. */
function picked(
  value: object,
  declared: readonly string[],
  walked: readonly string[],
  step: Step,
): Array<readonly [string, unknown]> {
  for (const name of Object.keys(value)) {
    if (!declared.includes(name)) refuse(step, `the field ${value.constructor.name}.${name}`)
  }
  return walked.map((name) => [name, (value as Record<string, unknown>)[name]] as const)
}

function isUnit(value: object): boolean {
  return "main" in value && "cacheCount" in value
}

function refuse(step: Step, what: string): never {
  throw new UndeclaredError(`${what} is not declared: machine.${pathOf(step)}`)
}

function pathOf(step: Step): string {
  return step.from === null ? step.name : `${pathOf(step.from)}.${step.name}`
}
