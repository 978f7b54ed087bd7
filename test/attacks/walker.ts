/** Walks over everything that a machine's program can reach, and tells what is no value of the interpreter's own. */
import { Frame, NativeFrame } from "../../src/interpreter/frame.ts"
import { CodeOfFunction } from "../../src/interpreter/functionCode.ts"
import type { Machine } from "../../src/interpreter/machine.ts"
import { NativeFunction } from "../../src/objects/function.ts"
import { kinds } from "../../src/objects/kinds.ts"
import { Accessor, JSObject } from "../../src/objects/object.ts"
import { Rope } from "../../src/objects/rope.ts"

export interface Walked {
  readonly objects: number
  /** Paths to what should not be there, with its class. */
  readonly strangers: ReadonlyArray<string>
}

/** Every built-in is filled first, touched or not. */
export function walk(machine: Machine): Walked {
  const { realm } = machine
  for (const name of realm.declarations.keys()) realm.materializeAll(realm.intrinsic(name))
  const walker = new Walker(machine)
  walker.start("global", realm.globalObject)
  for (const name of realm.declarations.keys()) walker.start(name, realm.intrinsic(name))
  for (const field of ["frames", "main", "thrown", "input", "timers", "logs"] as const)
    walker.start(field, machine[field])
  walker.start("jobs", machine.jobs.pending())
  walker.start("unhandled", [...machine.unhandled])
  walker.start(
    "lexicals",
    [...machine.lexicals.values()].map(({ value }) => value),
  )
  walker.start("templates", [...machine.templates.values()])
  walker.start("held", machine.host.held().values)
  return walker.finish()
}

class Walker {
  private readonly machine: Machine
  private readonly seen = new Set<unknown>()
  private readonly pending: Array<readonly [path: string, value: object]> = []
  private readonly strangers: string[] = []
  private objects = 0

  constructor(machine: Machine) {
    this.machine = machine
  }

  start(path: string, value: unknown): void {
    this.meet(path, value)
  }

  finish(): Walked {
    while (this.pending.length > 0) this.look(...this.pending.pop()!)
    return { objects: this.objects, strangers: this.strangers }
  }

  private meet(path: string, value: unknown): void {
    if (typeof value === "function") this.strangers.push(`${path}: a host function ${value.name}`)
    if (typeof value !== "object" || value === null || this.seen.has(value)) return
    this.seen.add(value)
    this.pending.push([path, value])
  }

  private look(path: string, value: object): void {
    if (value instanceof JSObject) return this.object(path, value)
    if (value instanceof Accessor || value instanceof Rope) return this.fields(path, value)
    if (Array.isArray(value))
      return value.forEach((element, index) => this.meet(`${path}[${index}]`, element))
    if (value instanceof Frame) return this.frame(path, value)
    if (value instanceof NativeFrame) return this.meet(`${path}.locals`, value.locals)
    if (value instanceof CodeOfFunction || value instanceof Uint8Array || isUnit(value)) return
    const kind = kinds.get(value.constructor)
    if (kind !== undefined) {
      for (const name of kind.saved) this.meet(`${path}.${name}`, (value as Record<string, unknown>)[name])
    } else if (isPlain(value)) this.fields(path, value)
    else this.strangers.push(`${path}: an instance of ${value.constructor.name}`)
  }

  private object(path: string, object: JSObject): void {
    this.objects++
    this.machine.realm.materializeAll(object)
    const { shape, slots, data } = object
    if (Object.getPrototypeOf(object) !== JSObject.prototype)
      this.strangers.push(`${path}: a class of objects of its own`)
    this.meet(`${path}.__proto__`, shape.prototype)
    for (const { key, slot } of shape.entries()) {
      if (typeof key === "object") this.meet(`${path}.#${key.description}`, key)
      this.meet(`${path}.${typeof key === "symbol" ? `[${key.description}]` : String(key)}`, slots[slot])
    }
    this.meet(`${path}.[[data]]`, data instanceof NativeFunction ? data.captures : data)
  }

  private frame(path: string, frame: Frame): void {
    const { registers, environment, thisValue, newTarget, args, owner } = frame
    this.meet(`${path}.registers`, registers)
    for (const [name, value] of Object.entries({
      environment,
      thisValue,
      newTarget,
      args,
      owner,
      function: frame.function,
    }))
      this.meet(`${path}.${name}`, value)
  }

  private fields(path: string, record: object): void {
    for (const [name, value] of Object.entries(record))
      if (name !== "shape") this.meet(`${path}.${name}`, value)
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function isUnit(value: object): boolean {
  return "main" in value && "cacheCount" in value
}
