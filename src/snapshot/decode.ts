/**
 * A machine, or plain data, from bytes. The bytes are an attacker's: everything is checked as it is read, nothing is larger
 * than the bytes that say so, and nothing runs. What cannot be seen while reading, `soundness.ts` looks at afterwards.
 */
import type { FunctionCode, Unit } from "../interpreter/code.ts"
import { Frame, NativeFrame, stepsByName } from "../interpreter/frame.ts"
import { frameFields, machineFields } from "../interpreter/kinds.ts"
import { type Machine, MAX_CALL_DEPTH, Mode } from "../interpreter/machine.ts"
import type { NativeEntry } from "../interpreter/native.ts"
import type { Node } from "../interpreter/node.ts"
import { Collection, Entry } from "../objects/collection.ts"
import { NativeFunction } from "../objects/function.ts"
import { type KindDeclaration, kinds, kindsByName } from "../objects/kinds.ts"
import { Accessor, JSObject, Kind, NO_SLOTS, type Slot } from "../objects/object.ts"
import { SlowArrayLength } from "../objects/properties.ts"
import { ReactionJob, ThenableJob } from "../objects/promise.ts"
import { Rope } from "../objects/rope.ts"
import {
  ACCESSOR,
  arrayIndex,
  DEFAULT,
  MAX_SHAPE_KEYS,
  rootShape,
  Shape,
  toDictionary,
} from "../objects/shape.ts"
import type { Key, Value } from "../objects/value.ts"
import { checkOf, type FieldCheck, isValue } from "./fieldTypes.ts"
import {
  malformed,
  ShapeBit,
  SMALL_INTEGERS,
  SMALL_REFS,
  SMALL_STRINGS,
  Tag,
  wellKnownSymbols,
} from "./format.ts"
import { checkData, isObjectKind } from "./objectData.ts"
import { Reader } from "./reader.ts"
import { sentinels } from "./sentinels.ts"
import { checkSoundness } from "./soundness.ts"

/** What names in a saved run mean here. */
export interface DecodeContext {
  /** A unit by name: the program's, a script's, a `guest` built-in's. */
  readonly unitOf: (name: string) => Unit | undefined
  /** A built-in function that belongs to no declared object, by path. */
  readonly entryOf: (path: string) => NativeEntry | undefined
  /** Completes an object whose internal slots belong to the host; called once everything else is there. */
  readonly complete?: (object: JSObject) => void
}

/** Plain data that `encodeData` wrote. */
export function decodeData(bytes: Uint8Array): unknown {
  const decoder = new Decoder(new Reader(bytes), null, null)
  return decoder.section()
}

/** Fills a fresh machine. Gives the host's own references. */
export function decodeMachine(
  bytes: Uint8Array,
  machine: Machine,
  context: DecodeContext,
): Readonly<Record<string, unknown>> {
  const decoder = new Decoder(new Reader(bytes), machine, context)
  const root = decoder.section()
  return fillMachine(machine, root, (list, type) => decoder.expect(list, type))
}

const sortedKinds: KindDeclaration[] = []

function kindOf(number: number): KindDeclaration {
  if (sortedKinds.length !== kindsByName.size) {
    sortedKinds.length = 0
    for (const name of [...kindsByName.keys()].sort()) sortedKinds.push(kindsByName.get(name)!)
  }
  const kind = sortedKinds[number] ?? malformed(`there is no kind ${number}`)
  // those have tags of their own
  if (kind.class === Collection || kind.class === Entry) malformed(`a ${kind.name} is written otherwise`)
  return kind
}

const frameChecks = Object.entries(frameFields).map(([name, type]) => [name, checkOf(type)] as const)
const fieldChecks = new Map<KindDeclaration, ReadonlyArray<readonly [string, FieldCheck]>>()

function fieldsOf(kind: KindDeclaration): ReadonlyArray<readonly [string, FieldCheck]> {
  let fields = fieldChecks.get(kind)
  if (fields === undefined) {
    fields = kind.saved.map((name) => [name, checkOf(kind.fields[name]!)] as const)
    fieldChecks.set(kind, fields)
  }
  return fields
}

interface KnownShape {
  readonly shape: Shape
  /** By slot whether it holds an accessor; null where none does. */
  readonly accessors: readonly boolean[] | null
}

const isElement = checkOf("binding").accepts

/** A list that grows has room for more than it holds, and leaves what it was; one that is cut out of another has not. */
const SHORT_LIST = 1_024

class Decoder {
  private readonly reader: Reader
  private readonly machine: Machine | null
  private readonly context: DecodeContext | null
  /** Of plain records: the host's own look as the host's do. */
  private readonly recordPrototype: object | null
  /** Records in the order of their first mention, in which their contents follow. */
  private readonly made: unknown[]
  private madeCount = 0
  private readonly shapes: KnownShape[] = []
  private readonly keyLists: Array<readonly string[]> = []
  private readonly collections: Collection[] = []
  private readonly entries: Entry[] = []
  private readonly lists: Array<readonly [list: unknown[], element: FieldCheck]> = []
  private readonly short: unknown[] = []
  private readonly frames: Frame[] = []
  private readonly instances: object[] = []
  /** Objects with internal slots that nothing has looked at yet. */
  private readonly objects: JSObject[] = []
  private readonly nodes = new Map<FunctionCode, Map<number, Node>>()

  constructor(reader: Reader, machine: Machine | null, context: DecodeContext | null) {
    this.reader = reader
    this.made = new Array<unknown>(reader.records)
    this.machine = machine
    this.context = context
    this.recordPrototype = machine === null ? Object.prototype : null
  }

  section(): unknown {
    const value = this.value()
    for (let index = 0; index < this.madeCount; index++) this.fill(this.made[index])
    this.placeEntries()
    this.reader.finish()
    if (this.madeCount < this.made.length) malformed("it has fewer records than it says")
    this.finish()
    this.made.fill(undefined)
    return value
  }

  /** What was read is whole: lists, kinds of objects, then what goes round in circles, then derived fields. */
  private finish(): void {
    for (const [list, element] of this.lists) this.checkList(list, element)
    for (const frame of this.frames)
      if (frame.registers.length !== frame.code.registers)
        malformed("a frame has other registers than its function")
    for (const object of this.objects) checkData(object)
    checkSoundness(new Set(this.shapes.map(({ shape }) => shape.prototype)), this.objects, this.instances)
    for (const instance of this.instances) kinds.get(instance.constructor)!.restored?.(instance)
    if (this.context?.complete !== undefined) for (const object of this.objects) this.context.complete(object)
  }

  private checkList(list: readonly unknown[], element: FieldCheck): void {
    for (const part of list) this.check(part, element, "a list")
  }

  private check(value: unknown, check: FieldCheck, where: string): void {
    if (!check.accepts(value)) malformed(`${where} holds something else than ${check.type}`)
    if (check.element !== null && Array.isArray(value)) this.lists.push([value, check.element])
  }

  /** The elements of a list that is known by now. */
  expect(list: unknown, type: string): void {
    const check = checkOf(type)
    if (!check.accepts(list)) malformed(`the machine holds something else than ${type}`)
    if (check.element !== null && Array.isArray(list)) this.checkList(list, check.element)
  }

  // ---- values

  private value(): any {
    const { reader } = this
    const tag = reader.byte()
    if (tag >= SMALL_REFS.first) return this.record(tag - SMALL_REFS.first)
    if (tag >= SMALL_STRINGS.first) return reader.known(tag - SMALL_STRINGS.first)
    if (tag >= SMALL_INTEGERS.first) return tag - SMALL_INTEGERS.first
    switch (tag) {
      case Tag.Undefined:
        return undefined
      case Tag.Null:
        return null
      case Tag.True:
        return true
      case Tag.False:
        return false
      case Tag.Integer:
        return reader.signed()
      case Tag.Double:
        return reader.sharedDouble()
      case Tag.BigInt:
        return this.bigInt()
      case Tag.Ascii:
      case Tag.Latin1:
      case Tag.Utf16:
        return reader.text(tag)
      case Tag.StringRef:
        return reader.known(reader.integer())
      case Tag.Ref:
        return this.record(reader.integer())
      case Tag.Sentinel:
        return sentinels[reader.byte()] ?? malformed("there is no such sentinel")
      default:
        return this.introduced(tag)
    }
  }

  private record(distance: number): unknown {
    const index = this.madeCount - 1 - distance
    return index >= 0 ? this.made[index] : malformed("it refers to nothing")
  }

  private string(): string {
    const value: unknown = this.value()
    return typeof value === "string" ? value : malformed("a name is no string")
  }

  private bigInt(): bigint {
    const isNegative = this.reader.byte() === 1
    const digits = this.string()
    if (!/^[0-9a-f]+$/.test(digits) || digits.length > MAX_BIGINT_DIGITS) malformed("a BigInt has no digits")
    const value = BigInt(`0x${digits}`)
    return isNegative ? -value : value
  }

  /** A record that is mentioned first: its class stands here, its contents follow later. */
  private introduced(tag: number): unknown {
    const index = this.madeCount++
    if (index === this.made.length) malformed("it has more records than it says")
    const made = this.shell(tag)
    this.made[index] = made
    return made
  }

  private shell(tag: number): unknown {
    const { reader } = this
    switch (tag) {
      case Tag.Object:
        return this.objectShell()
      case Tag.List:
        return []
      case Tag.Record:
        return Object.create(this.recordPrototype)
      case Tag.Kind: {
        const kind = kindOf(reader.integer())
        const instance = Object.create(kind.class.prototype) as Record<string, unknown>
        this.instances.push(instance)
        return instance
      }
      case Tag.Bytes:
        return reader.raw(reader.count(1))
      default:
        return this.machine === null
          ? malformed(`there is no tag ${tag}`)
          : this.programShell(tag, this.machine)
    }
  }

  /** Reads the contents of a record, if such have any. */
  private fill(record: any): void {
    if (record instanceof JSObject) return this.fillAny(record)
    if (Array.isArray(record)) return this.fillList(record)
    if (record instanceof Collection) return this.fillCollection(record)
    if (record instanceof Frame) return this.fillFrame(record)
    if (record instanceof NativeFrame) return this.fillNativeFrame(record)
    if (typeof record !== "object" || record instanceof Entry) return
    const kind = kinds.get(record.constructor)
    if (kind !== undefined) return this.fillInstance(record, kind)
    if (Object.getPrototypeOf(record) === this.recordPrototype) this.fillRecord(record)
  }

  private fillAny(object: JSObject): void {
    if (object.shape !== placeholder) return this.fillBuiltIn(object)
    if (object.kind === Kind.Native) return this.fillNative(object)
    return this.fillObject(object)
  }

  private programShell(tag: number, machine: Machine): unknown {
    const { reader } = this
    switch (tag) {
      case Tag.Collection:
        return new Collection()
      case Tag.Entry:
        return this.entryShell()
      case Tag.Intrinsic: {
        const name = this.string()
        if (!machine.realm.declarations.has(name)) malformed(`there is no built-in ${name}`)
        return machine.realm.intrinsic(name)
      }
      case Tag.Function:
        return machine.realm.functionOf(this.entry(this.string()))
      case Tag.Native: {
        const native = new NativeFunction(this.entry(this.string()), [])
        return new JSObject(placeholder, NO_SLOTS, Kind.Native, native)
      }
      case Tag.Frame:
        return this.frameShell(machine)
      case Tag.NativeFrame: {
        const name = this.string()
        const steps = stepsByName.get(name) ?? malformed(`there are no steps ${name}`)
        return new NativeFrame(steps, {})
      }
      case Tag.Code: {
        const unit = this.unit()
        return unit.functions.get(reader.integer()) ?? malformed(`there is no such function in ${unit.name}`)
      }
      case Tag.Unit:
        return this.unit()
      case Tag.Symbol:
        return this.symbol()
      case Tag.WellKnownSymbol:
        return wellKnownSymbols[reader.byte()] ?? malformed("there is no such symbol")
      case Tag.RegisteredSymbol:
        return this.registeredSymbol(this.string(), machine)
      default:
        return malformed(`there is no tag ${tag}`)
    }
  }

  private objectShell(): JSObject {
    if (this.machine === null) malformed(`there is no tag ${Tag.Object}`)
    const kind = this.reader.byte()
    if (!isObjectKind(kind)) malformed(`there is no kind of object ${kind}`)
    return new JSObject(placeholder, NO_SLOTS, kind, null)
  }

  /** An iterator's place; its key, its value and what stands around it come with its collection. */
  private entryShell(): Entry {
    const entry = new Entry(undefined, undefined)
    this.entries.push(entry)
    return entry
  }

  private entry(path: string): NativeEntry {
    const declared = this.machine!.realm.entryOf(path) as NativeEntry | undefined
    return declared ?? this.context!.entryOf(path) ?? malformed(`there is no built-in function ${path}`)
  }

  private unit(): Unit {
    const name = this.string()
    return this.context!.unitOf(name) ?? malformed(`there is no source ${name}`)
  }

  private symbol(): symbol {
    const description: unknown = this.value()
    if (description !== undefined && typeof description !== "string")
      malformed("a symbol's description is no string")
    return Symbol(description as string | undefined)
  }

  private registeredSymbol(name: string, { realm }: Machine): symbol {
    let symbol = realm.symbolRegistry.get(name)
    if (symbol === undefined) realm.symbolRegistry.set(name, (symbol = Symbol(name)))
    return symbol
  }

  private frameShell(machine: Machine): Frame {
    const code: unknown = this.value()
    if (!checkOf("code").accepts(code)) malformed("a frame has no code")
    const { unit } = code as FunctionCode
    return new Frame(
      machine,
      code as FunctionCode,
      [],
      null,
      undefined,
      null,
      null,
      machine.stateOf(unit).caches,
    )
  }

  // ---- contents

  private fillList(list: unknown[]): void {
    for (let left = this.reader.count(1); left > 0; left--) list.push(this.value())
  }

  private fillCollection(collection: Collection): void {
    this.collections.push(collection)
    for (let left = this.reader.count(2); left > 0; left--)
      collection.restore(this.collectionKey(), this.programValue())
  }

  private collectionKey(): Value {
    const key = this.programValue()
    if (key instanceof Rope) malformed("a collection's key is no value")
    return key === 0 ? 0 : key
  }

  private programValue(): Value {
    const value: unknown = this.value()
    return isValue(value) ? (value as Value) : malformed("a collection holds something else than values")
  }

  /** Each entry that was mentioned takes the place of the one that was read with its collection. */
  private placeEntries(): void {
    const read = new Map<Collection, Array<Entry | undefined>>()
    for (const entry of this.entries) {
      const collection = this.collections[this.reader.integer()] ?? malformed("there is no such collection")
      let entries = read.get(collection)
      if (entries === undefined) read.set(collection, (entries = entriesOf(collection)))
      const index = this.reader.integer()
      collection.replace(entries[index] ?? malformed("an entry has no place in its collection"), entry)
      entries[index] = undefined
    }
  }

  private fillRecord(record: Record<string, unknown>): void {
    for (const key of this.keys()) setField(record, key, this.value())
  }

  private keys(): readonly string[] {
    const known = this.reader.integer()
    if (known > 0) return this.keyLists[known - 1] ?? malformed("there are no such fields")
    const keys: string[] = []
    for (let left = this.reader.count(1); left > 0; left--) keys.push(this.string())
    this.keyLists.push(keys)
    return keys
  }

  private fillInstance(instance: Record<string, unknown>, kind: KindDeclaration): void {
    for (const [name, check] of fieldsOf(kind)) {
      const value: unknown = this.value()
      this.check(value, check, `${kind.name}.${name}`)
      instance[name] = value
    }
  }

  private fillObject(object: JSObject): void {
    this.fillStored(object)
    if (object.kind === Kind.Array) {
      object.data = this.elements()
      return
    }
    object.data = this.value()
    if (object.data !== null || object.kind !== Kind.Ordinary) this.objects.push(object)
  }

  private elements(): unknown[] {
    const count = this.reader.count(1)
    if (count <= SHORT_LIST && this.reader.areDoubles(count)) return this.reader.doubles(count)
    const list = this.room(count)
    for (let index = 0; index < count; index++) {
      const value: unknown = this.value()
      if (!isValue(value) && !isElement(value)) malformed("an array holds what it cannot")
      list[index] = value
    }
    return list === this.short ? list.slice(0, count) : list
  }

  /** Where a list is read: short ones are cut out of one list, which is what makes them as long as they are. */
  private room(count: number): unknown[] {
    return count > SHORT_LIST ? new Array<unknown>(count) : this.short
  }

  private fillStored(object: JSObject): void {
    const { shape, accessors } = this.shape(object)
    object.shape = shape
    // of the objects without properties arrays are the most, and get their first with a list of its own
    if (object.kind === Kind.Array && shape.count === 0) object.slots = NO_SLOTS
    else object.slots = shape.lazy ? [] : this.slots(shape.count, accessors)
  }

  private slots(count: number, accessors: KnownShape["accessors"]): Slot[] {
    if (count > this.reader.left) malformed("it holds less than it says")
    const slots = this.room(count) as Slot[]
    for (let slot = 0; slot < count; slot++) {
      const value = this.value() as Slot
      if (!(accessors?.[slot] === true ? value instanceof Accessor : isValue(value)))
        malformed("a property holds what it cannot")
      slots[slot] = value
    }
    return slots === this.short ? slots.slice(0, count) : slots
  }

  private fillBuiltIn(object: JSObject): void {
    if (this.reader.byte() === 0) return
    const { realm } = this.machine!
    realm.materializeAll(object)
    const { builtIn } = object.shape
    this.fillStored(object)
    if (builtIn !== null) {
      if (!object.shape.dictionary) object.shape = toDictionary(object.shape)
      object.shape.builtIn = builtIn
    }
    if (object === realm.objectPrototype) {
      realm.objectPrototypeHasElements = object.shape.keys().some((key) => arrayIndex(key) >= 0)
    }
    const data: unknown = this.value()
    if (!(object.data instanceof NativeFunction)) object.data = data
    if (object.kind === Kind.Array && data instanceof SlowArrayLength)
      (object as { kind: Kind }).kind = Kind.SlowArray
    this.objects.push(object)
  }

  private fillNative(object: JSObject): void {
    this.fillStored(object)
    const captures: unknown = this.value()
    if (!Array.isArray(captures)) malformed("a built-in function has no captures")
    const { entry } = object.data as NativeFunction<NativeEntry>
    object.data = new NativeFunction(entry, captures as unknown[])
    this.objects.push(object)
  }

  private fillNativeFrame(frame: NativeFrame): void {
    const state = this.reader.integer()
    const debt: unknown = this.value()
    const locals: unknown = this.value()
    if (state > MAX_STATE || typeof debt !== "number" || !(debt >= 0 && debt <= MAX_DEBT))
      malformed(`${frame.code.name} has no such state`)
    if (
      typeof locals !== "object" ||
      locals === null ||
      Array.isArray(locals) ||
      locals instanceof JSObject
    ) {
      malformed(`${frame.code.name} has no locals`)
    }
    frame.state = state
    frame.debt = debt as number
    ;(frame as { locals: object }).locals = locals as object
  }

  private fillFrame(frame: Frame): void {
    const fields = frame as unknown as Record<string, unknown>
    for (const [name, check] of frameChecks) {
      const value: unknown = this.value()
      this.check(value, check, `a frame's ${name}`)
      fields[name] = value
    }
    const count = this.reader.count(3)
    this.frames.push(frame)
    if (count > 0) frame.records = this.records(frame.code, count)
  }

  private records(code: FunctionCode, count: number): unknown[] {
    let nodes = this.nodes.get(code)
    if (nodes === undefined) this.nodes.set(code, (nodes = code.nodes()))
    const records: unknown[] = []
    for (let left = count; left > 0; left--) {
      const node = nodes.get(this.reader.integer())
      if (node === undefined || node.resume === null) malformed("a frame waits at a place that cannot wait")
      const state: unknown = this.value()
      if (typeof state !== "number") malformed("a frame waits in no state")
      records.push(node, state, this.value())
    }
    return records
  }

  // ---- shapes

  private shape(object: JSObject): KnownShape {
    const number = this.reader.integer()
    const known = number === 0 ? this.newShape() : this.shapes[number - 1]
    if (known === undefined) malformed("there is no such shape")
    if (number === 0) this.shapes.push(known)
    // a dictionary belongs to one object
    else if (known.shape.dictionary) malformed("two objects have one dictionary")
    if (known.shape.lazy && !isLazyKind(object)) malformed("an object has no properties that could be filled")
    return known
  }

  private newShape(): KnownShape {
    const bits = this.reader.byte()
    const prototype: unknown = this.value()
    if (prototype !== null && !(prototype instanceof JSObject)) malformed("a prototype is no object")
    if ((bits & ShapeBit.Lazy) !== 0) {
      const shape = this.machine!.realm.lazyShapeFor(prototype as JSObject | null)
      return { shape, accessors: null }
    }
    const [keys, attributes] = this.properties((bits & ShapeBit.OtherAttributes) !== 0)
    const shape = this.filledShape(bits, prototype as JSObject | null, keys, attributes)
    const accessors = attributes.map((one) => (one & ACCESSOR) !== 0)
    return { shape, accessors: accessors.includes(true) ? accessors : null }
  }

  private filledShape(bits: number, prototype: JSObject | null, keys: Key[], attributes: number[]): Shape {
    const isExtensible = (bits & ShapeBit.Sealed) === 0
    if ((bits & ShapeBit.Dictionary) === 0 && isExtensible) {
      if (keys.length > MAX_SHAPE_KEYS) malformed("a shape has too many keys")
      let shape = this.machine!.realm.shapeFor(prototype)
      for (const [index, key] of keys.entries()) shape = shape.add(key, attributes[index]!)
      return shape
    }
    const shape = new Shape(prototype, null, null, 0, isExtensible, false)
    // only an object of the host is without properties and cannot get any
    if ((bits & ShapeBit.Dictionary) === 0 && keys.length === 0) return shape
    shape.table = new Map(keys.map((key, slot) => [key, slot]))
    if (shape.table.size < keys.length) malformed("an object has a key twice")
    shape.dictionaryAttributes = attributes
    shape.dictionaryKeys = keys
    shape.count = keys.length
    return shape
  }

  private properties(hasOthers: boolean): [Key[], number[]] {
    const keys: Key[] = []
    const attributes: number[] = []
    for (let left = this.reader.count(1); left > 0; left--) {
      const key: unknown = this.value()
      if (!checkOf("key").accepts(key)) malformed("a key is none")
      keys.push(key as Key)
      const bits = hasOthers ? this.reader.byte() : DEFAULT
      if (bits > 15) malformed("a property has no such attributes")
      attributes.push(bits)
    }
    if (new Set(keys).size !== keys.length) malformed("an object has a key twice")
    return [keys, attributes]
  }
}

function entriesOf(collection: Collection): Entry[] {
  const entries: Entry[] = []
  for (let entry = collection.first; entry !== null; entry = entry.next) entries.push(entry)
  return entries
}

const MAX_BIGINT_DIGITS = 1 << 20
const MAX_STATE = 10_000
const MAX_DEBT = 1e9
const placeholder = rootShape(null)

/** The object's own properties are made by its realm when they are first looked at. */
function isLazyKind(object: JSObject): boolean {
  return object.kind === Kind.Closure || object.kind === Kind.Native
}

/** `__proto__` is a field like any other. */
function setField(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") record[key] = value
  else Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true })
}

type Expect = (list: unknown, type: string) => void

function fillMachine(machine: Machine, root: unknown, expect: Expect): Readonly<Record<string, unknown>> {
  expect(root, "list")
  const names = Object.keys(machineFields) as Array<keyof typeof machineFields>
  const list = root as unknown[]
  if (list.length !== names.length + OTHER_FIELDS) malformed("the machine has other fields")
  const fields = machine as unknown as Record<string, unknown>
  for (const [index, name] of names.entries()) {
    expect(list[index], machineFields[name])
    fields[name] = list[index]
  }
  const [logs, jobs, unhandled, lexicals, templates, random, now, used, , extra] = list.slice(names.length)
  checkMode(machine)
  expect(logs, "[]string")
  expect(jobs, "list")
  expect(unhandled, "[]object")
  expect(lexicals, "[]list")
  expect(templates, "[]list")
  expect(random, "[]number")
  machine.logs.push(...(logs as string[]))
  for (const job of jobs as unknown[]) machine.jobs.add(jobOf(job))
  for (const promise of unhandled as JSObject[]) machine.unhandled.add(promise)
  for (const lexical of lexicals as unknown[][]) addLexical(machine, lexical, expect)
  for (const template of templates as unknown[][]) addTemplate(machine, template, expect)
  machine.random = new Uint32Array(words(random as number[]))
  machine.world.now = finite(now)
  machine.meter.used = finite(used)
  linkCallers(machine.frames)
  if (typeof extra !== "object" || extra === null) malformed("the host's own part is missing")
  return extra as Readonly<Record<string, unknown>>
}

/** Logs to extra. */
const OTHER_FIELDS = 10

function checkMode({ mode, callDepth, main }: Machine): void {
  if (mode !== Mode.Running && mode !== Mode.Throwing && mode !== Mode.Returning)
    malformed("the machine is in no such mode")
  if (!Number.isSafeInteger(callDepth) || callDepth < 0 || callDepth > MAX_CALL_DEPTH)
    malformed("the calls are too deep")
  if (main!.kind !== Kind.Promise) malformed("the program has no promise")
}

function jobOf(job: unknown): ReactionJob | ThenableJob {
  return job instanceof ReactionJob || job instanceof ThenableJob ? job : malformed("a job is none")
}

function addLexical(machine: Machine, [name, value, constant]: unknown[], expect: Expect): void {
  expect(name, "string")
  expect(value, "binding")
  expect(constant, "boolean")
  machine.lexicals.set(name as string, { value: value as Value, constant: constant as boolean })
}

function addTemplate(machine: Machine, [name, object]: unknown[], expect: Expect): void {
  expect(name, "string")
  expect(object, "object")
  machine.templates.set(name as string, object as JSObject)
}

function words(random: readonly number[]): readonly number[] {
  const isRight =
    random.length === 4 && random.every((word) => Number.isInteger(word) && word >= 0 && word <= 0xffff_ffff)
  return isRight && random.some((word) => word !== 0) ? random : malformed("the random numbers have no state")
}

function finite(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : malformed("a number is none")
}

/** Callers are the frames below, innermost last. */
function linkCallers(frames: Machine["frames"]): void {
  let caller: Frame | null = null
  for (const frame of frames) {
    frame.caller = caller
    if (frame instanceof Frame) caller = frame
  }
}
