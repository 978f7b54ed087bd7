/** The largest values that a run can hold, and every built-in called with them. */
import { compileProgram, type ProgramUnit } from "../../src/interpreter/compile.ts"
import type { Machine } from "../../src/interpreter/machine.ts"
import { createArray } from "../../src/interpreter/operations.ts"
import { slotsOf } from "../../src/interpreter/promises.ts"
import { BufferSlots, TypedArraySlots } from "../../src/objects/buffer.ts"
import { Collection } from "../../src/objects/collection.ts"
import { JSObject, Kind } from "../../src/objects/object.ts"
import { addProperty } from "../../src/objects/properties.ts"
import { DEFAULT } from "../../src/objects/shape.ts"
import type { Value } from "../../src/objects/value.ts"
import { runSlice, startWith } from "../harness.ts"
import { type BuiltInFunction, functions } from "../property/builtIns.ts"

/** How large each value is. */
export interface Scale {
  readonly elements: number
  readonly units: number
  readonly bytes: number
  /** Of an object, a map and a set. */
  readonly entries: number
}

type Maker = (machine: Machine, scale: Scale) => Value

const word = (index: number): string => `w${(index * 7919) % 1_000_003}`

function ordinary(machine: Machine, prototype: string, kind: Kind, data: unknown): JSObject {
  return new JSObject(machine.realm.shapeFor(machine.realm.intrinsic(prototype)), [], kind, data)
}

function buffer(machine: Machine, { bytes }: Scale): JSObject {
  return ordinary(
    machine,
    "ArrayBuffer.prototype",
    Kind.ArrayBuffer,
    new BufferSlots(new Uint8Array(bytes), null),
  )
}

function collection(machine: Machine, name: "Map" | "Set", entries: number): JSObject {
  const data = new Collection()
  for (let index = 0; index < entries; index++) data.set(word(index), index)
  return ordinary(machine, `${name}.prototype`, Kind[name], data)
}

function typed(type: "Uint8" | "Float64", size: number): Maker {
  return (machine, scale) =>
    ordinary(
      machine,
      `${type}Array.prototype`,
      Kind.TypedArray,
      new TypedArraySlots(type, buffer(machine, scale), 0, Math.floor(scale.bytes / size)),
    )
}

/** What a program makes. */
function made(source: string): Maker {
  return (machine, { elements, units, entries }) => {
    const unit = unitOf(`return ${source}`, ["elements", "units", "entries"])
    startWith(machine, unit, { elements, units, entries })
    while (runSlice(machine, 1_000_000) !== "idle");
    return slotsOf(machine.main!).result
  }
}

function list(elementAt: (index: number) => Value): Maker {
  const kept = new Map<number, Value[]>()
  return (machine, { elements }) => {
    let found = kept.get(elements)
    if (found === undefined) {
      found = Array.from({ length: elements }, (_, index) => elementAt(index))
      kept.set(elements, found)
    }
    return createArray(machine, found.slice())
  }
}

const text = (unit: string): Maker => {
  const kept = new Map<number, string>()
  return (_machine, { units }) => {
    let found = kept.get(units)
    if (found === undefined) {
      found = unit.repeat(Math.ceil(units / unit.length))
      // a host may put off the copying
      found.charCodeAt(units - 1)
      kept.set(units, found)
    }
    return found
  }
}

/** By name, what is huge. */
export const huge = {
  numbers: list((index) => (index * 7919) % 1_000_003),
  words: list(word),
  text: text("ab,c "),
  wide: text("aé\u4e2d\u{1f600} "),
  digits: text("1"),
  bytes: typed("Uint8", 1),
  doubles: typed("Float64", 8),
  buffer,
  object: (machine, { entries }) => {
    const object = machine.realm.newObject(machine.realm.objectPrototype)
    for (let index = 0; index < entries; index++)
      addProperty(machine.realm, object, word(index), index, DEFAULT)
    return object
  },
  map: (machine, { entries }) => collection(machine, "Map", entries),
  set: (machine, { entries }) => collection(machine, "Set", entries),
} satisfies Record<string, Maker>

const small = {
  undefined: () => undefined,
  one: () => 1,
  letter: () => "a",
  callback: made("(x) => x"),
  /** No more than the slices that are looked at: what calls it often is charged for each call. */
  compare: made("(a, b) => a - b"),
} satisfies Record<string, Maker>

/** Receivers of the functions of each built-in object; others get none, or what their kind needs. */
const receivers: Record<string, Readonly<Record<string, Maker>>> = {
  "Array.prototype": {
    numbers: huge.numbers,
    words: huge.words,
    frozen: made("Object.freeze(Array(3).fill(1))"),
  },
  "Object.prototype": { object: huge.object, numbers: huge.numbers },
  "String.prototype": { text: huge.text, wide: huge.wide },
  "TypedArray.prototype": { bytes: huge.bytes, doubles: huge.doubles },
  "Uint8Array.prototype": { bytes: huge.bytes },
  "ArrayBuffer.prototype": {
    buffer: huge.buffer,
    resizable: made("new ArrayBuffer(units, { maxByteLength: 2 * units })"),
  },
  "DataView.prototype": { view: made("new DataView(new ArrayBuffer(8))") },
  "Map.prototype": { map: huge.map },
  "Set.prototype": { set: huge.set },
  "WeakMap.prototype": { weakMap: made("new WeakMap()") },
  "WeakSet.prototype": { weakSet: made("new WeakSet()") },
  "Function.prototype": { callback: small.callback },
  "Number.prototype": { number: made("1.5e300") },
  "BigInt.prototype": { bigint: made("(1n << 1_000_000n) - 1n") },
  "RegExp.prototype": { regExp: made("/a|b/g"), backtracking: made("/(a|b)+?\\1z/g") },
  "Date.prototype": { date: made("new Date(0)") },
  "Error.prototype": { error: made("new Error('x'.repeat(units))") },
  "Iterator.prototype": { values: made("Array(elements).fill(1).values()") },
  "URL.prototype": { url: made("new URL('https://a.example/' + 'x/'.repeat(units / 2))") },
  "URLSearchParams.prototype": { params: made("new URLSearchParams('a=b&'.repeat(entries))") },
  "Headers.prototype": {
    headers: made("new Headers(Array.from({ length: entries / 100 }, (_, i) => ['a' + i, 'b']))"),
  },
  "TextEncoder.prototype": { encoder: made("new TextEncoder()") },
  "TextDecoder.prototype": { decoder: made("new TextDecoder()") },
  Promise: { Promise: made("Promise") },
  "Promise.prototype": { promise: made("Promise.resolve(1)") },
  "Intl.Segmenter.prototype": { segmenter: made("new Intl.Segmenter()") },
  "Intl.Collator.prototype": { collator: made("new Intl.Collator()") },
  "Intl.ListFormat.prototype": { format: made("new Intl.ListFormat()") },
  "Intl.NumberFormat.prototype": { format: made("new Intl.NumberFormat()") },
  "Intl.DateTimeFormat.prototype": { format: made("new Intl.DateTimeFormat()") },
  "Intl.PluralRules.prototype": { rules: made("new Intl.PluralRules()") },
  "Intl.RelativeTimeFormat.prototype": { format: made("new Intl.RelativeTimeFormat()") },
  "Intl.DisplayNames.prototype": { names: made("new Intl.DisplayNames('en', { type: 'region' })") },
  IntlSegmentsPrototype: { segments: made("new Intl.Segmenter().segment('ab '.repeat(units / 3))") },
  Array: { Array: made("Array") },
  TypedArray: { Uint8Array: made("Uint8Array"), Float64Array: made("Float64Array") },
  console: { console: made("console") },
}

/** Arguments that every function is called with. */
const lists: Readonly<Record<string, readonly Maker[]>> = {
  "": [],
  numbers: [huge.numbers],
  text: [huge.text],
  digits: [huge.digits],
  bytes: [huge.bytes],
  object: [huge.object],
  map: [huge.map],
  callback: [small.callback],
  "one, one": [small.one, small.one],
  "letter, text": [small.letter, huge.text],
  "text, text": [huge.text, huge.text],
  "object, object": [huge.object, huge.object],
  "numbers, callback": [huge.numbers, small.callback],
}

export interface Way {
  readonly name: string
  readonly prepare: (machine: Machine, scale: Scale) => void
}

const units = new Map<string, ProgramUnit>()

function unitOf(source: string, bindings: readonly string[]): ProgramUnit {
  const known = units.get(source)
  if (known !== undefined) return known
  const unit = compileProgram(
    source,
    { globals: new Set([...bindings, "console"]), modules: [], isModule: () => false },
    bindings,
  )
  if (unit === "needs-types" || "kind" in unit) throw new Error(`${source}: ${JSON.stringify(unit)}`)
  units.set(source, unit)
  return unit
}

/** What is measured, as a program of `f`, `self` and `list`. */
function prepared(source: string, f: (machine: Machine) => Value, self: Maker, list: readonly Maker[]) {
  return (machine: Machine, scale: Scale) => {
    const values = {
      f: f(machine),
      self: self(machine, scale),
      list: createArray(
        machine,
        list.map((make) => make(machine, scale)),
      ),
    }
    startWith(machine, unitOf(`try { ${source} } catch {}`, Object.keys(values)), values)
  }
}

/** Every way to call a built-in with what is huge. */
export function waysOf(builtIn: BuiltInFunction): Way[] {
  const selves = Object.entries(receivers[builtIn.owner] ?? { undefined: small.undefined })
  const ways: Way[] = []
  for (const [given, list] of Object.entries(lists)) {
    for (const [receiver, self] of selves)
      ways.push({
        name: `${builtIn.path} of ${receiver} (${given})`,
        prepare: prepared("Reflect.apply(f, self, list)", builtIn.in, self, list),
      })
    if (builtIn.constructs)
      ways.push({
        name: `new ${builtIn.path}(${given})`,
        prepare: prepared("Reflect.construct(f, list)", builtIn.in, small.undefined, list),
      })
  }
  return ways
}

const form = (self: Maker, source: string): Way => ({
  name: source,
  prepare: prepared(source, () => undefined, self, []),
})

/** What the language does with such values without a function, and calls that need what no general way gives. */
export const forms: readonly Way[] = [
  ...[
    "[...self]",
    "Math.max(...self)",
    "const [...rest] = self",
    "const { ...rest } = self",
    "({ ...self })",
    "for (const key in self) break",
    "self.length = 1",
    "self.length = self.length + 900_000",
    "self[self.length + 5_000_000] = 1",
    "Object.defineProperty(self, 0, { get() {} })",
    "delete self[0]",
    "`${self}`",
    "[].push(...self)",
    "self.splice(0, self.length / 2)",
    "self.splice(1, 0, ...self)",
    "self.sort((a, b) => a - b)",
    "self.toSpliced(1, 0, ...self)",
    "self.indexOf(-1)",
    "self.includes(NaN)",
    "self.copyWithin(1, 0)",
    "self.flat(Infinity)",
    "JSON.stringify(self)",
    "JSON.stringify(self, null, 2)",
    "String(self)",
    "self.concat(self, self)",
    "Reflect.ownKeys(self)",
    "Object.setPrototypeOf(self, null)",
    "Object.freeze(self); delete self[0]",
    "Object.isFrozen(Object.freeze(self))",
    "structuredClone(self)",
    "new Set(self)",
    "Object.groupBy(self, (x) => x % 3)",
    "Array.from(self, (x) => x)",
    "new Uint8Array(self)",
    "console.log(self)",
    "self.with(0, 1)",
    "self.lastIndexOf(-1)",
    "Array.prototype.unshift.apply(self, self)",
  ].map((source) => form(huge.numbers, source)),
  ...[
    "({ ...self })",
    "const { w0, ...rest } = self",
    "for (const key in self) break",
    "for (const key in self) {}",
    "delete self.w0",
    "Object.entries(self)",
    "JSON.stringify(self)",
    "Object.setPrototypeOf(self, null)",
    "Object.freeze(self)",
    "Object.isFrozen(Object.freeze(self))",
    "Object.create(self).w1",
    "class A extends Object {}; Object.setPrototypeOf(A.prototype, self); new A().w5",
    "structuredClone(self)",
    "Object.fromEntries(Object.entries(self))",
    "new Map(Object.entries(self))",
    "Object.assign(self, { a: 1 })",
    "console.log(self)",
    "Object.defineProperties({}, Object.getOwnPropertyDescriptors(self))",
  ].map((source) => form(huge.object, source)),
  ...[
    "self === self + 'x'",
    "self + 'x' === self + 'x'",
    "self + 'x' < self + 'y'",
    "({})[self]",
    "({ [self + 'x']: 1 })",
    "[...self]",
    "for (const unit of self) break",
    "+self",
    "self.split(',')",
    "self.split('')",
    "self.replaceAll('a', 'bb')",
    "self.replaceAll(/a/g, 'bb')",
    "self.indexOf('zz')",
    "self.lastIndexOf('zz')",
    "self.repeat(4)",
    "self.padEnd(self.length * 2)",
    "self.localeCompare(self + 'x')",
    "self.normalize('NFD')",
    "self.slice(5) + 'x'",
    "(self + 'x').length",
    "(self + 'x').at(-1)",
    "new Map([[self + 'x', 1]]).get(self + 'x')",
    "switch (self + 'x') { case self + 'x': }",
    "self.match(/z/g)",
    "self.search(/zz/)",
    "JSON.parse(JSON.stringify(self))",
    "JSON.stringify({ [self]: 1 })",
    "new RegExp(self)",
    "Symbol(self).toString()",
    "new Error(self).stack",
    "throw new Error(self)",
    "Object.fromEntries([[self, 1]])",
    "console.log(self)",
    "self.at(-1)",
    "self.substring(3)",
    "self.trim()",
    "parseInt(self)",
    "Number(self)",
    "encodeURIComponent(self)",
    "decodeURIComponent(self)",
    "escape(self)",
    "unescape(self)",
    "btoa(self)",
    "structuredClone(self)",
    "new Intl.Segmenter().segment(self)[Symbol.iterator]().next()",
    "Object(self)[0]",
    "Object.keys(Object(self))",
    "Reflect.ownKeys(Object(self))",
    "Array.from(self)",
  ].map((source) => form(huge.text, source)),
  ...[
    "Number(self)",
    "parseFloat(self)",
    "parseInt(self)",
    "BigInt(self)",
    "BigInt(self.slice(0, 300_000))",
    "String(BigInt(self.slice(0, 300_000)))",
    "atob(self)",
    "Uint8Array.fromHex(self)",
    "Uint8Array.fromBase64(self)",
    "JSON.parse(self)",
    "self == 1",
    "self * 1",
    "new Date(self)",
    "new URL('https://a.example/?' + self)",
    "Intl.NumberFormat().format(self)",
    "'x'.padEnd(self)",
  ].map((source) => form(huge.digits, source)),
  ...[
    "self.set(self.subarray(1))",
    "self.fill(1)",
    "self.slice()",
    "self.copyWithin(0, 1)",
    "self.indexOf(2)",
    "self.includes(2)",
    "self.includes(undefined)",
    "self.lastIndexOf(2)",
    "self.reverse()",
    "self.toReversed()",
    "self.sort()",
    "self.toSorted()",
    "self.join()",
    "self.with(0, 1)",
    "self.toHex()",
    "self.toBase64()",
    "new Uint8Array(self)",
    "new Float64Array(self)",
    "new Float32Array(self)",
    "Array.from(self)",
    "[...self]",
    "self.buffer.slice(0)",
    "self.buffer.transfer(self.length * 2)",
    "self.buffer.transfer(8)",
    "structuredClone(self)",
    "new TextDecoder().decode(self)",
    "Object.keys(self)",
    "JSON.stringify(self)",
    "self.map((x) => x)",
    "self.subarray(1)",
    "new Int8Array(self.buffer).set(self)",
    "new Uint16Array(self.buffer, 0, 8).set(self.subarray(0, 8))",
    "Object.freeze(self)",
    "Uint8Array.from(self)",
    "Uint8Array.of(...self)",
    "console.log(self)",
    "String(self)",
  ].map((source) => form(huge.bytes, source)),
  ...[
    "[...self]",
    "new Map(self)",
    "self.clear()",
    "Object.fromEntries(self)",
    "structuredClone(self)",
    "self.forEach(() => {})",
    "Array.from(self)",
    "[...self.keys()]",
    "console.log(self)",
    "new Set(self.keys())",
  ].map((source) => form(huge.map, source)),
  ...[
    "self.union(self)",
    "self.intersection(self)",
    "self.difference(new Set(self))",
    "self.symmetricDifference(new Set(self))",
    "self.isSubsetOf(self)",
    "self.isSupersetOf(self)",
    "self.isDisjointFrom(new Set())",
    "[...self]",
    "new Set(self)",
    "self.clear()",
  ].map((source) => form(huge.set, source)),
]

export { functions }
