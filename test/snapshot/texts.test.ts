/** Texts, numbers and collections in a saved state, as they are written and read back. */
import { describe, expect, test } from "bun:test"
import { decodeData } from "../../src/snapshot/decode.ts"
import { encodeData } from "../../src/snapshot/encode.ts"
import { fromBase64, ownBase64, toBase64 } from "../../src/snapshot/base64.ts"
import { MalformedError, UnsavableError } from "../../src/snapshot/format.ts"
import { KnownTexts } from "../../src/snapshot/knownTexts.ts"
import { compile, newMachine, runSlice, restoreMachine, saveAndRestore } from "../harness.ts"
import { encodeMachine } from "../../src/snapshot/encode.ts"
import { Frame } from "../../src/interpreter/frame.ts"
import { isObject, type JSObject, NO_SLOTS } from "../../src/objects/object.ts"
import type { Value } from "../../src/objects/value.ts"
import { startProgram } from "../../src/interpreter/start.ts"
import { slotsOf } from "../../src/interpreter/promises.ts"

const again = (value: unknown): unknown => decodeData(encodeData(value))

describe("texts", () => {
  const beginnings = ["", "a", "\u00e9", "\u0101", "\ud800", "\udc00\ud800", "\ufeff", "\u0000"]
  const lengths = [0, 1, 62, 63, 64, 65, 66, 4_095, 4_097, 70_000, 1_100_000]

  test.each(beginnings)("that begin with %j come back, whatever their length", (beginning) => {
    for (const length of lengths) {
      const text = beginning + "x".repeat(length)
      expect(again([text, `${text}y`, text])).toEqual([text, `${text}y`, text])
      const other = "x".repeat(length) + beginning
      expect(again(other)).toBe(other)
    }
  })

  test("that stand often are written once", () => {
    const texts = Array.from({ length: 500 }, (_, index) => `text ${index} `.repeat(1 + (index % 30)))
    const once = encodeData(texts).length
    expect(encodeData([...texts, ...texts]).length).toBeLessThan(once * 1.05)
    expect(again([...texts, ...texts])).toEqual([...texts, ...texts])
  })

  test("with one hash are told apart, and looked for in a few places only", () => {
    const known = new KnownTexts()
    for (let number = 0; number < 1_000; number++) known.add(`text ${number}`, 7)
    const found = Array.from({ length: 1_000 }, (_, number) => known.find(`text ${number}`, 7))
    expect(found.every((number, index) => number === index || number === -1)).toBe(true)
    expect(found.filter((number) => number >= 0).length).toBe(4)
  })

  test("of any number are kept in bounded memory, the last ones found", () => {
    const known = new KnownTexts()
    for (let number = 0; number < 400_000; number++)
      known.add(`text ${number}`, Math.imul(number, 0x9e37_79b1))
    expect(known.find("text 399999", Math.imul(399_999, 0x9e37_79b1))).toBe(399_999)
    expect(known.find("text 0", 0)).toBe(-1)
  })
})

test("numbers come back as they are", () => {
  const numbers = [
    0, -0, 1, -1, 63, 64, 127, 128, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 0.1, NaN,
    Infinity, -Infinity, 5e-324, Number.MAX_VALUE,
  ] // prettier-ignore
  expect(again(numbers)).toEqual(numbers)
})

describe("what a state says that it holds", () => {
  const state = encodeData([["a"], "b", "long ".repeat(20)])
  const RECORDS = 0
  const TEXTS = 1
  const LONG_TEXTS = 2

  test.each([
    ["more records", RECORDS, 1, "it has fewer records than it says"],
    ["fewer records", RECORDS, -1, "it has more records than it says"],
    ["more texts", TEXTS, 1, "it goes on after its end"],
    ["fewer texts", TEXTS, -1, "it has more texts than it says"],
    ["more of long texts", LONG_TEXTS, 1, "it holds less than it says"],
    ["less of long texts", LONG_TEXTS, -1, "it holds less than it says"],
    ["more than all", LONG_TEXTS, 10, "it holds less than it says"],
  ])("is not %s", (_name, at, step, message) => {
    const forged = state.slice()
    forged[at]! += step
    expect(() => decodeData(forged)).toThrow(new MalformedError(message))
  })

  test("is exact", () => {
    expect([...state.subarray(0, 3)]).toEqual([2, 3, 100])
    expect(decodeData(state)).toEqual([["a"], "b", "long ".repeat(20)])
    const forged = state.slice()
    forged[forged.length - 1] = 0x80
    expect(() => decodeData(forged)).toThrow(new MalformedError("a text holds other bytes than it says"))
  })
})

test("arrays come back with the numbers that they held, and what they get is theirs alone", () => {
  const source = `
    const lists = [[], [], [0.5, 1, -0, NaN], [1, 2, -3], [1, 2.5, "x", 3], new Array(1100).fill(0.5),
      [1, -0, 70], [70, -1000, 2 ** 31, 0.5], [,, 1], Array.from({ length: 1100 }, (_, n) => n % 3 ? n : "n")]
    const [first, second, third] = [[], [], []]
    third.gone = 1; delete third.gone; for (let i = 0; i < 3; i++);
    first.a = 1; second.b = 2; third.c = 3
    for (const list of lists) { list.push(0.25, "y"); list.own = list.length }
    return JSON.stringify([lists, lists.map((list) => list.own), Object.keys(first), Object.keys(second), third.c, Object.is(lists[2][2], -0), Object.is(lists[6][1], -0), 0 in lists[8]])`
  expect(answer(source, true)).toBe(answer(source, false))
  expect(NO_SLOTS).toEqual([])
})

describe("base64", () => {
  test.each([0, 1, 2, 3, 4, 49_151, 49_152, 49_153, 98_305, 200_000])("of %d bytes", (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => Math.imul(index, 2_654_435_761) >>> 13)
    const text = toBase64(bytes)
    expect(text).toBe(Buffer.from(bytes).toString("base64"))
    expect(fromBase64(text)).toEqual(bytes)
    expect(fromBase64(text, 7)!.subarray(7)).toEqual(bytes)
    expect(ownBase64.encode(bytes)).toBe(text)
    const written = new Uint8Array(7 + length)
    ownBase64.write(text, written, 7)
    expect(written.subarray(7)).toEqual(bytes)
  })

  test.each([
    "A",
    "QQ=A",
    "QR==",
    "QUJ=",
    "=QQQ",
    "A===",
    "====",
    "\u00e9===",
    "AAA\u0141",
    "QQ==QQ==",
    "QU I",
    "QUJD    ",
    "Q Q==QQ ",
    "Q-__",
  ])("is not %s", (text) => {
    expect(fromBase64(text)).toBe(undefined)
  })
})

describe("iterators of collections that are saved at each stop", () => {
  const wait = "for (let i = 0; i < 3; i++);"
  test.each([
    ["of entries that are removed", `for (const k of m.keys()) { m.delete(k); ${wait} out.push(k) }`],
    ["of entries before them that are", `for (const k of m.keys()) { for (const j of [...m.keys()]) if (j <= k) m.delete(j); ${wait} out.push(k) }`],
    ["of a map that is cleared", `for (const k of m.keys()) { out.push(k); if (k === 2) { m.clear(); m.set(9, 9) } ${wait} }`],
    ["two at one place", `const a = m.keys(), b = m.values(); a.next(); b.next(); ${wait} out.push(a.next().value, b.next().value, a.next().value)`],
    ["of two collections", `const s = new Set(["x", "y"]); for (const k of m.keys()) for (const v of s) { ${wait} out.push(k + v) }`],
    ["that have ended", `const it = m.keys(); while (!it.next().done); ${wait} m.set(5, 5); out.push(it.next().done)`],
    ["of forEach", `m.forEach((v, k) => { ${wait} if (k === 1) m.delete(1); out.push(k) })`],
    ["with keys -0 and NaN", `m.clear(); m.set(-0, 1).set(NaN, 2); ${wait} for (const k of m.keys()) { ${wait} out.push(Object.is(k, 0), m.has(NaN)) }`],
  ])("%s", (_name, body) => {
    const source = `const m = new Map([[1, "a"], [2, "b"], [3, "c"]]); const out = []; ${body}; return JSON.stringify([out, [...m]])`
    expect(answer(source, true)).toBe(answer(source, false))
    expect(answer(source, false)).toStartWith("[[")
  }) // prettier-ignore
})

describe("a collection whose first question after loading is", () => {
  const ask = (size: number, body: string): string => `
    const m = new Map(Array.from({ length: ${size} }, (_, i) => ["k" + i, i]))
    for (let i = 0; i < 60_000; i++);
    const told = ${body}
    return JSON.stringify([told, m.size, m.has("k1"), [...m.keys()].slice(0, 2), [...m.values()].at(-1)])`
  const end = (size: number): number => size - 1
  test.each([
    ["has", `m.has("k2")`, (size: number) => [true, size, true, ["k0", "k1"], end(size)]],
    ["get", `m.get("k2")`, (size: number) => [2, size, true, ["k0", "k1"], end(size)]],
    ["set of a key that is there", `m.set("k0", 7).get("k0")`, (size: number) => [7, size, true, ["k0", "k1"], end(size)]],
    ["set of a new key", `m.set("n", 8).get("n")`, (size: number) => [8, size + 1, true, ["k0", "k1"], 8]],
    ["delete", `m.delete("k0") && !m.delete("k0")`, (size: number) => [true, size - 1, true, ["k1", "k2"], end(size)]],
    ["size", `m.size`, (size: number) => [size, size, true, ["k0", "k1"], end(size)]],
    ["clear", `(m.clear(), m.set("k1", 9).size)`, () => [1, 1, true, ["k1"], 9]],
    ["what stands in it", `[...m].length`, (size: number) => [size, size, true, ["k0", "k1"], end(size)]],
  ])("%s", (_name, body, expected) => {
    for (const size of [3, 16_384, 16_385, 20_000])
      expect(JSON.parse(answer(ask(size, body), true, 50_000) as string)).toEqual(expected(size))
  }) // prettier-ignore
})

function answer(source: string, isSaved: boolean, fuel = 0): unknown {
  const unit = compile(source)
  let machine = newMachine()
  startProgram(machine, unit, [])
  while (runSlice(machine, fuel) === "fuel") if (isSaved) machine = saveAndRestore(machine, unit)
  return slotsOf(machine.main!).result
}

test("an object that is no function cannot leave its properties to its realm", () => {
  const unit = compile(`const o = { a: 1 }; for (let i = 0; i < 3; i++); return o.a`)
  const machine = newMachine()
  startProgram(machine, unit, [])
  for (let stop = 0; stop < 3; stop++) runSlice(machine, 0)
  const frame = machine.frames.find((one) => one instanceof Frame)!
  const object = frame.registers.find((value) => isObject(value as Value)) as JSObject
  object.shape = machine.realm.lazyShapeFor(machine.realm.objectPrototype)
  expect(() => saveAndRestore(machine, unit)).toThrow(
    new MalformedError("an object has no properties that could be filled"),
  )
})

test("saving leaves the objects of the machine as they are, and can be done again", () => {
  const unit = compile(
    `const o = { a: [1, { b: new Map([[{}, []]]) }] }; for (let i = 0; i < 3; i++); return o.a.length`,
  )
  const machine = newMachine()
  startProgram(machine, unit, [])
  for (let stop = 0; stop < 3; stop++) runSlice(machine, 0)
  const kindBefore = machine.main!.kind
  const first = encodeMachine(machine)
  expect(machine.main!.kind).toBe(kindBefore)
  expect(encodeMachine(machine)).toEqual(first)
  expect(() => encodeMachine(machine, { stray: () => 1 })).toThrow(
    new UnsavableError("a host function is in the state of the run"),
  )
  expect(machine.main!.kind).toBe(kindBefore)
  expect(encodeMachine(restoreMachine(first, unit)).length).toBe(first.length)
  while (runSlice(machine, 0) === "fuel");
  expect(isObject(machine.main!)).toBe(true)
  expect(slotsOf(machine.main!).result).toBe(2)
})
