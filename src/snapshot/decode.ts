/** A machine from its saved form. The input is hostile: everything is checked, and nothing runs before all of it is. */
import type { FunctionCode, Unit } from "../interpreter/code.ts"
import { Frame, NativeFrame } from "../interpreter/frame.ts"
import { DONE } from "../interpreter/iterators.ts"
import { NOTHING, SHORT } from "../interpreter/evaluate/calls.ts"
import { frameFields } from "../interpreter/kinds.ts"
import type { Machine } from "../interpreter/machine.ts"
import type { NativeEntry } from "../interpreter/native.ts"
import { stepsByName } from "../interpreter/steps.ts"
import { NativeFunction } from "../objects/function.ts"
import { kindsByName } from "../objects/kinds.ts"
import { JSObject } from "../objects/object.ts"
import { rootShape, Shape } from "../objects/shape.ts"
import { ABRUPT, EMPTY, type Key } from "../objects/value.ts"
import { type ChangedObject, type Encoded, type Entry, type SavedMachine, wellKnownSymbols } from "./format.ts"

/** The saved form is not one that this build can read. */
export class MalformedError extends Error {}

const sentinels: Readonly<Record<string, symbol>> = { EMPTY, ABRUPT, DONE, SHORT, NOTHING }
const symbolsByName = new Map([...wellKnownSymbols].map(([symbol, name]) => [name, symbol]))

export interface DecodeContext {
  /** A unit by name: the program's, a script's, a `guest` built-in's. */
  readonly unitOf: (name: string) => Unit | undefined
  /** A built-in function that has captured state, by path. */
  readonly entryOf: (path: string) => NativeEntry | undefined
}

/** Fills a fresh machine. Gives the host's own references. */
export function decodeMachine(
  saved: SavedMachine,
  machine: Machine,
  context: DecodeContext,
): Readonly<Record<string, unknown>> {
  return new Decoder(saved, machine, context).run()
}

class Decoder {
  private readonly saved: SavedMachine
  private readonly machine: Machine
  private readonly context: DecodeContext
  private readonly made: unknown[] = []
  private readonly nodes = new Map<FunctionCode, ReturnType<FunctionCode["nodes"]>>()

  constructor(saved: SavedMachine, machine: Machine, context: DecodeContext) {
    this.saved = saved
    this.machine = machine
    this.context = context
  }

  /** Three passes: what stands alone, then empty instances of everything, then their contents. */
  run(): Readonly<Record<string, unknown>> {
    const { table } = this.saved
    for (const [index, entry] of table.entries()) this.made[index] = this.shell(entry)
    for (const [index, entry] of table.entries()) {
      if (entry.type === "shape") this.fillShape(this.made[index] as ShapeShell, entry)
    }
    for (const [index, entry] of table.entries()) this.fill(this.made[index], entry)
    for (const [index, entry] of table.entries()) {
      if (entry.type === "kind") kindsByName.get(entry.name)!.restored?.(this.made[index])
    }
    return this.fillMachine()
  }

  private shell(entry: Entry): unknown {
    switch (entry.type) {
      case "list":
        return []
      case "record":
        return {}
      case "kind":
        return this.instanceOf(entry.name)
      case "object":
      case "native":
        return new JSObject(rootShape(null), [], "kind" in entry ? (entry.kind as JSObject["kind"]) : 33, null)
      case "intrinsic":
        return this.machine.realm.intrinsic(entry.name)
      case "function":
        return this.functionOf(entry.path)
      case "shape":
        return new ShapeShell()
      case "frame":
        return Object.create(Frame.prototype)
      case "nativeFrame":
        return new NativeFrame(stepsByName.get(entry.code) ?? fail(`no steps ${entry.code}`), {})
      case "code": {
        const unit = this.unit(entry.unit)
        return unit.functions.get(entry.id) ?? fail(`no function ${entry.id} in ${entry.unit}`)
      }
      case "unit":
        return this.unit(entry.name)
      case "symbol":
        return this.symbol(entry)
      case "bytes":
        return fromBase64(entry.base64)
    }
  }

  private unit(name: string): Unit {
    return this.context.unitOf(name) ?? fail(`no unit ${name}`)
  }

  private functionOf(path: string): JSObject {
    const entry = this.machine.realm.entryOf(path) ?? this.context.entryOf(path) ?? fail(`no function ${path}`)
    return this.machine.realm.functionOf(entry)
  }

  private instanceOf(name: string): object {
    const kind = kindsByName.get(name) ?? fail(`no kind ${name}`)
    return Object.create(kind.class.prototype) as object
  }

  private symbol(entry: Entry & { type: "symbol" }): symbol {
    if (entry.wellKnown !== null) return symbolsByName.get(entry.wellKnown) ?? fail(`no symbol ${entry.wellKnown}`)
    const { symbolRegistry } = this.machine.realm
    const description = entry.description ?? undefined
    if (!entry.registered) return Symbol(description)
    let symbol = symbolRegistry.get(description!)
    if (symbol === undefined) symbolRegistry.set(description!, (symbol = Symbol(description)))
    return symbol
  }

  private value(encoded: Encoded): any {
    if (!Array.isArray(encoded)) return encoded
    switch (encoded[0]) {
      case "undefined":
        return undefined
      case "number":
        return Number(encoded[1])
      case "bigint":
        return BigInt(encoded[1] as string)
      case "sentinel":
        return sentinels[encoded[1] as string] ?? fail("no sentinel")
      default: {
        const index = encoded[1] as number
        if (!(index in this.made)) fail(`no record ${index}`)
        return this.made[index]
      }
    }
  }

  private values(list: readonly Encoded[]): any[] {
    return list.map((encoded) => this.value(encoded))
  }

  private fillShape(shell: ShapeShell, entry: Entry & { type: "shape" }): void {
    const prototype = this.value(entry.prototype) as JSObject | null
    const { realm } = this.machine
    if (entry.lazy) {
      shell.shape = realm.lazyShapeFor(prototype)
      return
    }
    const keys = this.values(entry.keys) as Key[]
    if (!entry.dictionary && entry.extensible) {
      shell.shape = keys.reduce(
        (shape, key, index) => shape.add(key, entry.attributes[index]!),
        realm.shapeFor(prototype),
      )
      return
    }
    const shape = new Shape(prototype, null, null, 0, entry.extensible, false)
    shape.table = new Map(keys.map((key, slot) => [key, slot]))
    shape.dictionaryAttributes = [...entry.attributes]
    shape.count = keys.length
    shell.shape = shape
  }

  private shapeOf(encoded: Encoded): Shape {
    return (this.value(encoded) as ShapeShell).shape!
  }

  private fill(made: unknown, entry: Entry): void {
    switch (entry.type) {
      case "list":
        ;(made as unknown[]).push(...this.values(entry.items))
        return
      case "record":
        for (const [index, key] of entry.keys.entries()) {
          ;(made as Record<string, unknown>)[key] = this.value(entry.values[index]!)
        }
        return
      case "kind":
        this.fillKind(made as Record<string, unknown>, entry)
        return
      case "object":
        this.fillObject(made as JSObject, { ...entry })
        return
      case "native":
        this.fillNative(made as JSObject, entry)
        return
      case "intrinsic":
      case "function":
        if (entry.changed !== undefined) this.fillBuiltIn(made as JSObject, entry.changed)
        return
      case "frame":
        this.fillFrame(made as Frame, entry)
        return
      case "nativeFrame": {
        const frame = made as NativeFrame
        frame.state = entry.state
        frame.debt = entry.debt
        ;(frame as { locals: object }).locals = this.value(entry.locals)
        return
      }
      default:
        return
    }
  }

  private fillKind(instance: Record<string, unknown>, entry: Entry & { type: "kind" }): void {
    const saved = Object.entries(kindsByName.get(entry.name)!.fields).filter(([, type]) => type !== "derived")
    if (saved.length !== entry.values.length) fail(`wrong fields of ${entry.name}`)
    for (const [index, [name]] of saved.entries()) instance[name] = this.value(entry.values[index]!)
  }

  private fillObject(object: JSObject, stored: ChangedObject): void {
    object.shape = this.shapeOf(stored.shape)
    object.slots = this.values(stored.slots)
    object.data = this.value(stored.data)
  }

  private fillNative(object: JSObject, entry: Entry & { type: "native" }): void {
    const native = this.context.entryOf(entry.path) ?? this.machine.realm.entryOf(entry.path) ?? fail(`no function ${entry.path}`)
    object.shape = this.shapeOf(entry.shape)
    object.slots = this.values(entry.slots)
    object.data = new NativeFunction(native, this.value(entry.captures) as unknown[])
  }

  private fillBuiltIn(object: JSObject, changed: ChangedObject): void {
    const { data } = object
    this.machine.realm.materializeAll(object)
    this.fillObject(object, changed)
    if (data instanceof NativeFunction) object.data = data
  }

  private fillFrame(frame: Frame, entry: Entry & { type: "frame" }): void {
    const code = this.value(entry.code) as FunctionCode
    const fields = frame as unknown as Record<string, unknown>
    Object.assign(fields, { machine: this.machine, code, caches: this.machine.cachesOf(code.unit), caller: null })
    for (const [index, name] of frameFields.entries()) fields[name] = this.value(entry.values[index]!)
    frame.records = entry.records.length === 0 ? null : this.records(code, entry.records)
  }

  private records(code: FunctionCode, records: readonly Encoded[]): unknown[] {
    let nodes = this.nodes.get(code)
    if (nodes === undefined) this.nodes.set(code, (nodes = code.nodes()))
    return records.map((part, index) =>
      index % 3 === 0 ? (nodes.get(part as number) ?? fail(`no node ${String(part)}`)) : this.value(part),
    )
  }

  private fillMachine(): Readonly<Record<string, unknown>> {
    const { machine } = this
    const { machine: fields } = this.saved
    const read = (name: string): any => this.value(fields[name]!)
    machine.frames = read("frames")
    machine.input = read("input")
    machine.thrown = read("thrown")
    machine.mode = read("mode")
    machine.callDepth = read("callDepth")
    machine.main = read("main")
    machine.logs.push(...read("logs"))
    for (const job of read("jobs")) machine.jobs.add(job)
    for (const promise of read("unhandled")) machine.unhandled.add(promise)
    for (const [name, value, constant] of read("lexicals")) machine.lexicals.set(name, { value, constant })
    for (const [name, object] of read("templates")) machine.templates.set(name, object)
    machine.random = new Uint32Array(read("random"))
    machine.world.now = read("now")
    linkCallers(machine.frames)
    return read("extra")
  }
}

class ShapeShell {
  shape: Shape | null = null
}

/** Callers are the frames below, innermost last. */
function linkCallers(frames: Machine["frames"]): void {
  let caller: Frame | null = null
  for (const frame of frames) {
    if (!(frame instanceof Frame)) continue
    frame.caller = caller
    caller = frame
  }
}

function fail(message: string): never {
  throw new MalformedError(message)
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

function fromBase64(text: string): Uint8Array {
  const digits = text.replace(/=+$/, "")
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  for (let index = 0, bits = 0, count = 0, out = 0; index < digits.length; index++) {
    bits = (bits << 6) | DIGITS.indexOf(digits[index]!)
    count += 6
    if (count >= 8) {
      count -= 8
      bytes[out++] = (bits >> count) & 255
      bits &= (1 << count) - 1
    }
  }
  return bytes
}
