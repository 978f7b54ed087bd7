/**
 * Globals by the names of Node's modules. A module is an object with what it exports, and with the whole as `default`.
 *
 * | module | exports |
 * |---|---|
 * | the name of an extension's global: `fs` | its fields |
 * | `fs/promises` | the fields of `fs.promises`, where a global has that |
 * | `url` | `URL`, `URLSearchParams` |
 * | `util` | `TextEncoder`, `TextDecoder` |
 * | `buffer` | `atob`, `btoa`, `Buffer` |
 * | `crypto` | the functions of `crypto`, usable without it, and `webcrypto` |
 *
 * Each is there if a global provides it, with or without `node:` in front.
 */
import { dataProperty } from "../interpreter/describe.ts"
import type { Machine } from "../interpreter/machine.ts"
import { BoundFunction } from "../objects/function.ts"
import { isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import { defineProperty, slotKeys } from "../objects/properties.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import type { Value } from "../objects/value.ts"
import { adviceForModule } from "../program/support.ts"

/** Modules that are made of several globals. */
const groups: Readonly<Record<string, ReadonlyArray<string>>> = {
  url: ["URL", "URLSearchParams"],
  util: ["TextEncoder", "TextDecoder"],
  buffer: ["atob", "btoa", "Buffer"],
}

const plainName = (name: string): string => name.replace(/^node:/, "")

/** The modules that programs can import, given the globals that there are and whether one is `fs.promises`. */
export function moduleNames(
  builtIns: ReadonlyArray<string>,
  added: ReadonlyArray<string>,
  hasPromises: boolean,
): ReadonlyArray<string> {
  const names = new Set(added)
  for (const [name, members] of Object.entries(groups)) {
    if (members.some((member) => builtIns.includes(member) || added.includes(member))) names.add(name)
  }
  if (builtIns.includes("crypto")) names.add("crypto")
  if (hasPromises) names.add("fs/promises")
  return [...names].toSorted()
}

/** A run, as far as modules are its own. */
interface Importer {
  readonly machine: Machine
  readonly parts: { readonly globals: { readonly modules: ReadonlyArray<string> } }
  /** The values of the extensions' globals. */
  readonly globals: ReadonlyMap<string, Value>
  /** Modules made so far. */
  readonly modules: Map<string, JSObject>
}

/** The object of a module, or the sentence about a name that is none. */
export function moduleOf({ machine, parts, globals, modules }: Importer, written: string): JSObject | string {
  const name = plainName(written)
  const names = parts.globals.modules
  if (!names.includes(name)) return adviceForModule(written, names)
  let module = modules.get(name)
  if (module === undefined) {
    const global = (name: string): Value =>
      globals.get(name) ?? dataProperty(machine.realm, machine.realm.globalObject, name)
    modules.set(name, (module = newModule(machine, name, global)))
  }
  return module
}

function newModule(machine: Machine, name: string, global: (name: string) => Value): JSObject {
  const { realm } = machine
  const module = realm.newObject(null)
  const add = (key: string, value: Value): void => defineProperty(realm, module, key, value)
  const group = groupOf(name, global)
  if (group !== undefined) {
    for (const member of group) if (global(member) !== undefined) add(member, global(member))
    add("default", module)
    return module
  }
  const [outer, inner] = name.split("/") as [string, string | undefined]
  const whole = global(outer)
  const value = inner !== undefined && isObject(whole) ? dataProperty(realm, whole, inner) : whole
  if (isObject(value)) {
    for (const key of slotKeys(realm, value))
      if (typeof key === "string") add(key, dataProperty(realm, value, key))
  }
  if (name === "crypto" && isObject(value)) addWebCrypto(machine, value, add)
  add("default", value)
  return module
}

/** The functions of `crypto` work on that object alone; a module's are called without one. */
function addWebCrypto({ realm }: Machine, crypto: JSObject, add: (key: string, value: Value) => void): void {
  const prototype = realm.intrinsic("Crypto.prototype")
  const shape = realm.shapeFor(realm.functionPrototype).add("length", CONFIGURABLE).add("name", CONFIGURABLE)
  for (const key of slotKeys(realm, prototype)) {
    const method = dataProperty(realm, prototype, key)
    if (typeof key !== "string" || key === "constructor" || !isCallable(method)) continue
    const slots = [dataProperty(realm, method, "length"), key]
    add(key, new JSObject(shape, slots, Kind.Bound, new BoundFunction(method, crypto, [])))
  }
  add("webcrypto", crypto)
}

/** The members of a module of several globals; an extension's own global of that name comes first. */
function groupOf(name: string, global: (name: string) => Value): ReadonlyArray<string> | undefined {
  return Object.hasOwn(groups, name) && global(name) === undefined ? groups[name] : undefined
}
