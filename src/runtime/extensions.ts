/** The globals of a runtime's extensions: one table of functions, and the objects around them. Never calls one. */
import { type Live, signatureOf, StructuredInward } from "../boundary/structured.ts"
import * as Extension from "../Extension.ts"
import { newGlobalFunction } from "../interpreter/hostFunctions.ts"
import type { Machine } from "../interpreter/machine.ts"
import { newTimerFunction } from "../interpreter/timers.ts"
import { defineProperty } from "../objects/properties.ts"
import type { Value } from "../objects/value.ts"
import { likesOf } from "./likes.ts"
import { moduleNames } from "./modules.ts"
import { builtInNames } from "./newMachine.ts"
import { ownNames } from "./units.ts"

/** A host function that programs call. */
export interface HostFunction {
  readonly call: (...args: ReadonlyArray<unknown>) => unknown
  /** What it is called on. */
  readonly owner: unknown
  /** The program gets a promise, whatever the function returns. */
  readonly isAsync: boolean
}

/** A function that is a global, or in one. */
export interface GlobalFunction extends HostFunction {
  readonly extension: string
  /** Dotted, `fs.promises.readFile`. */
  readonly path: string
}

type Template =
  | { readonly kind: "function"; readonly number: number; readonly name: string; readonly length: number }
  | { readonly kind: "object"; readonly fields: ReadonlyArray<readonly [string, Template]> }
  | { readonly kind: "constant"; readonly path: string; readonly value: unknown }
  | { readonly kind: "timer"; readonly name: string }

/** All extensions of a runtime as programs see them. */
export interface Globals {
  /** Names that programs find, in order. */
  readonly names: ReadonlyArray<string>
  readonly functions: ReadonlyArray<GlobalFunction>
  readonly templates: ReadonlyMap<string, Template>
  /** How values that each extension's functions gave are saved. */
  readonly snapshots: ReadonlyMap<string, Extension.Snapshot | undefined>
  /** Modules that programs can import. */
  readonly modules: ReadonlyArray<string>
  readonly timerBounds: Extension.TimerBounds
}

/** Flattens the extensions' globals. Throws `TypeError` for a name that is taken, and for objects that contain themselves. */
export function globalsOf(extensions: ReadonlyArray<Extension.Definition<unknown>>): Globals {
  const functions: Array<GlobalFunction> = []
  const timerBounds: Array<Extension.TimerBounds> = []
  const templates = new Map<string, Template>()
  const owners = new Map<string, string>([...builtInNames, ...ownNames].map((name) => [name, "the language"]))
  for (const { name: extension, globals } of extensions) {
    for (const [name, value] of Object.entries(globals)) {
      const owner = owners.get(name)
      if (owner !== undefined) {
        throw new TypeError(
          `extension ${extension} has a global ${name}, which ${owner === "the language" ? "is a built-in" : `extension ${owner} has too`}`,
        )
      }
      owners.set(name, extension)
      templates.set(
        name,
        templateOf({ extension, functions, timerBounds, open: [] }, name, name, value, undefined),
      )
    }
  }
  const names = [...templates.keys()]
  return {
    names,
    functions,
    templates,
    snapshots: new Map(extensions.map(({ name, snapshot }) => [name, snapshot])),
    modules: moduleNames(builtInNames, names, hasField(templates.get("fs"), "promises")),
    timerBounds: timerBounds[0] ?? { maxTimers: 0, maxDelayMs: 0 },
  }
}

const hasField = (template: Template | undefined, name: string): boolean =>
  template?.kind === "object" && template.fields.some(([key]) => key === name)

interface Walk {
  readonly extension: string
  readonly functions: Array<GlobalFunction>
  readonly timerBounds: Array<Extension.TimerBounds>
  readonly open: ReadonlyArray<object>
}

function templateOf(walk: Walk, path: string, name: string, value: unknown, owner: unknown): Template {
  if (typeof value === "function") {
    const call = value as GlobalFunction["call"]
    const number = walk.functions.length
    walk.functions.push({ extension: walk.extension, path, call, owner, isAsync: Extension.isAsync(value) })
    return { kind: "function", number, name, length: signatureOf(call).length }
  }
  const timer = Extension.timerName(value)
  if (timer !== undefined) {
    walk.timerBounds.push((value as Extension.Timer).bounds)
    return { kind: "timer", name: timer }
  }
  if (!isRecord(value)) return { kind: "constant", path, value }
  if (walk.open.includes(value))
    throw new TypeError(`extension ${walk.extension}: global ${path} contains itself`)
  const inner = { ...walk, open: [...walk.open, value] }
  const fields = Object.entries(value).map(
    ([key, part]) => [key, templateOf(inner, `${path}.${key}`, key, part, value)] as const,
  )
  return { kind: "object", fields }
}

function isRecord(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** The globals of one run. */
export function globalValues(
  machine: Machine,
  { templates }: Globals,
  live: Live,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  for (const [name, template] of templates) values.set(name, valueOf(machine, template, live))
  return values
}

function valueOf(machine: Machine, template: Template, live: Live): Value {
  switch (template.kind) {
    case "function":
      return newGlobalFunction(machine, template.number, template.name, template.length)
    case "object": {
      const object = machine.realm.newObject(machine.realm.objectPrototype)
      for (const [key, part] of template.fields)
        defineProperty(machine.realm, object, key, valueOf(machine, part, live))
      return object
    }
    case "timer":
      return newTimerFunction(machine, template.name)
    default: {
      const inward = new StructuredInward(machine, template.value, likesOf(machine), live, template.path)
      inward.step(Infinity)
      if (inward.refusal !== undefined) throw new TypeError(`extension global ${inward.refusal}`)
      return inward.value
    }
  }
}
