/** A stopped machine as a table of records. Changes nothing of it. Iterative: depth of data is no depth of calls. */
import type { Unit } from "../interpreter/code.ts"
import { Frame, NativeFrame } from "../interpreter/frame.ts"
import { CodeOfFunction } from "../interpreter/functionCode.ts"
import { frameFields } from "../interpreter/kinds.ts"
import { DONE } from "../interpreter/iterators.ts"
import { NOTHING, SHORT } from "../interpreter/evaluate/calls.ts"
import type { Machine } from "../interpreter/machine.ts"
import type { NativeEntry } from "../interpreter/native.ts"
import { Node } from "../interpreter/node.ts"
import { NativeFunction } from "../objects/function.ts"
import { kinds } from "../objects/kinds.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { Shape } from "../objects/shape.ts"
import { ABRUPT, EMPTY } from "../objects/value.ts"
import { type Encoded, type Entry, machineFields, type SavedMachine, type SentinelName, wellKnownSymbols } from "./format.ts"

const sentinels = new Map<unknown, SentinelName>([
  [EMPTY, "EMPTY"],
  [ABRUPT, "ABRUPT"],
  [DONE, "DONE"],
  [SHORT, "SHORT"],
  [NOTHING, "NOTHING"],
])

/** Something in the machine has no saved form: a defect of ours, or an extension's object without `snapshot`. */
export class UnsavableError extends Error {}

/** `extra` are the host's own references into the machine: promises of calls in flight. */
export function encodeMachine(machine: Machine, extra: Readonly<Record<string, unknown>> = {}): SavedMachine {
  return new Encoder(machine).run(extra)
}

class Encoder {
  private readonly machine: Machine
  private readonly table: Entry[] = []
  private readonly indices = new Map<unknown, number>()
  private readonly pending: unknown[] = []
  private readonly intrinsicNames = new Map<JSObject, string>()
  private readonly functionPaths = new Map<JSObject, string>()

  constructor(machine: Machine) {
    this.machine = machine
    for (const [name, object] of machine.realm.touched()) this.intrinsicNames.set(object, name)
    for (const [path, object] of machine.realm.madeFunctions()) {
      if (!this.intrinsicNames.has(object)) this.functionPaths.set(object, path)
    }
  }

  run(extra: Readonly<Record<string, unknown>>): SavedMachine {
    const { machine } = this
    const fields: Record<string, Encoded> = {}
    for (const name of machineFields) fields[name] = this.encode(machine[name])
    fields["jobs"] = this.encode(machine.jobs.pending())
    fields["unhandled"] = this.encode([...machine.unhandled])
    fields["lexicals"] = this.encode(
      [...machine.lexicals].map(([name, cell]) => [name, cell.value, cell.constant] as unknown),
    )
    fields["templates"] = this.encode([...machine.templates])
    fields["random"] = this.encode([...machine.random])
    fields["now"] = this.encode(machine.world.now)
    fields["changed"] = this.encode(this.changedBuiltIns())
    fields["extra"] = this.encode(extra)
    while (this.pending.length > 0) {
      const value = this.pending.pop()
      this.table[this.indices.get(value)!] = this.entryOf(value)
    }
    return { table: this.table, machine: fields }
  }

  private encode(value: unknown): Encoded {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value
      case "undefined":
        return ["undefined"]
      case "number":
        return encodeNumber(value)
      case "bigint":
        return ["bigint", String(value)]
      case "symbol": {
        const sentinel = sentinels.get(value)
        return sentinel === undefined ? this.refer(value) : ["sentinel", sentinel]
      }
      case "object":
        return value === null ? null : this.refer(value)
      default:
        throw new UnsavableError("a host function in the state of the machine")
    }
  }

  private list(values: readonly unknown[]): Encoded[] {
    return values.map((value) => this.encode(value))
  }

  private refer(value: unknown): Encoded {
    let index = this.indices.get(value)
    if (index === undefined) {
      index = this.table.length
      this.indices.set(value, index)
      this.table.push({ type: "list", items: [] })
      this.pending.push(value)
    }
    return ["ref", index]
  }

  private entryOf(value: unknown): Entry {
    if (typeof value === "symbol") return this.symbol(value)
    if (Array.isArray(value)) return { type: "list", items: this.list(value) }
    if (value instanceof JSObject) return this.object(value)
    if (value instanceof Shape) return this.shape(value)
    if (value instanceof Frame) return this.frame(value)
    if (value instanceof NativeFrame) {
      return { type: "nativeFrame", code: value.code.name, state: value.state, debt: value.debt, locals: this.encode(value.locals) }
    }
    if (value instanceof CodeOfFunction) return { type: "code", unit: value.unit.name, id: value.id }
    if (value instanceof Uint8Array) return { type: "bytes", base64: toBase64(value) }
    if (isUnit(value)) return { type: "unit", name: value.name }
    return this.instance(value as object)
  }

  private instance(value: object): Entry {
    const kind = kinds.get(value.constructor)
    if (kind !== undefined) {
      const saved = Object.entries(kind.fields).filter(([, type]) => type !== "derived")
      const values = this.list(saved.map(([name]) => (value as Record<string, unknown>)[name]))
      return { type: "kind", name: kind.name, values }
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) {
      throw new UnsavableError(`an instance of ${value.constructor?.name} in the state of the machine`)
    }
    const keys = Object.keys(value)
    return { type: "record", keys, values: this.list(Object.values(value)) }
  }

  private object(object: JSObject): Entry {
    const intrinsic = this.intrinsicNames.get(object)
    if (intrinsic !== undefined) return this.builtIn({ type: "intrinsic", name: intrinsic }, object)
    const path = this.functionPaths.get(object)
    if (path !== undefined) return this.builtIn({ type: "function", path }, object)
    const { shape, slots } = this.stored(object)
    if (object.kind === Kind.Native) {
      const native = object.data as NativeFunction<NativeEntry>
      return { type: "native", path: native.entry.path, captures: this.encode(native.captures), shape, slots }
    }
    return { type: "object", kind: object.kind, shape, slots, data: this.encode(object.data) }
  }

  private builtIn(
    entry: { type: "intrinsic"; name: string } | { type: "function"; path: string },
    object: JSObject,
  ): Entry {
    if (!this.isChanged(object)) return entry
    const isFunction = object.data instanceof NativeFunction
    return { ...entry, changed: { ...this.stored(object), data: isFunction ? null : this.encode(object.data) } }
  }

  private isChanged(object: JSObject): boolean {
    return this.machine.realm.isChanged(object)
  }

  private changedBuiltIns(): JSObject[] {
    return [...this.intrinsicNames.keys(), ...this.functionPaths.keys()].filter((object) => this.isChanged(object))
  }

  /** Shape and slots; a dictionary's slots closed up in the order of its keys. */
  private stored(object: JSObject): { shape: Encoded; slots: Encoded[] } {
    const { shape } = object
    const slots = shape.dictionary
      ? shape.entries().map(({ slot }) => object.slots[slot])
      : object.slots
    return { shape: this.encode(shape), slots: this.list(slots) }
  }

  private shape(shape: Shape): Entry {
    const entries = shape.lazy ? [] : shape.entries()
    return {
      type: "shape",
      prototype: this.encode(shape.prototype),
      lazy: shape.lazy,
      dictionary: shape.dictionary,
      extensible: shape.extensible,
      keys: entries.map(({ key }) => this.encode(key)),
      attributes: entries.map(({ attributes }) => attributes),
    }
  }

  private frame(frame: Frame): Entry {
    return {
      type: "frame",
      code: this.encode(frame.code),
      records: (frame.records ?? []).map((part) => (part instanceof Node ? part.id : this.encode(part))),
      values: frameFields.map((name) => this.encode(frame[name])),
    }
  }

  private symbol(symbol: symbol): Entry {
    const registered = symbol.description !== undefined && this.machine.realm.symbolRegistry.get(symbol.description) === symbol
    return {
      type: "symbol",
      description: symbol.description ?? null,
      registered,
      wellKnown: wellKnownSymbols.get(symbol) ?? null,
    }
  }
}

function encodeNumber(value: number): Encoded {
  if (Object.is(value, -0)) return ["number", "-0"]
  return Number.isFinite(value) ? value : ["number", String(value) as "NaN"]
}

function isUnit(value: unknown): value is Unit {
  return typeof value === "object" && value !== null && "main" in value && "cacheCount" in value
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let index = 0; index < bytes.length; index += 3) {
    const group = (bytes[index]! << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    const digits = [group >> 18, (group >> 12) & 63, (group >> 6) & 63, group & 63].map((digit) => DIGITS[digit]!)
    const count = Math.min(bytes.length - index, 3) + 1
    parts.push(digits.slice(0, count).join("") + "=".repeat(4 - count))
  }
  return parts.join("")
}

