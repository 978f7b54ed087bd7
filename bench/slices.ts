/**
 * `bun bench/slices.ts [-- --filter NAME]`: built-ins driven with the largest inputs that a run can make, and the longest that
 * each keeps the thread between two checks of the fuel. Prints those over 5 ms; collection by the host is in the figures.
 */
import { parseArgs } from "node:util"
import { compile, newMachine } from "../test/harness.ts"
import { run } from "../src/interpreter/machine.ts"
import { startProgram } from "../src/interpreter/start.ts"

const { values } = parseArgs({ options: { filter: { type: "string", default: "" } } })
const FUEL = 4_000
const LIMIT_MS = 5
const MAX_TOTAL_MS = 4_000

const list = "Array(1_000_000).fill(1)"
const text = "'ab,c '.repeat(2_000_000)"
const bytes = "new Uint8Array(100_000_000)"
const map = "new Map(Array.from({ length: 300_000 }, (_, i) => [i, i]))"
/** What is made first, and what is measured. */
const cases: Readonly<Record<string, readonly [make: string, does: string]>> = {
  ...Object.fromEntries(
    [
      "sort()",
      "toSorted()",
      "reverse()",
      "toReversed()",
      "slice()",
      "concat(v)",
      "indexOf(2)",
      "includes(2)",
      "join()",
      "fill(0)",
      "flat()",
      "splice(0, 500_000)",
      "unshift(1)",
      "shift()",
      "copyWithin(1, 0)",
      "with(0, 1)",
      "toSpliced(1, 1)",
      "lastIndexOf(2)",
      "at(-1)",
      "entries()",
    ].map((does) => [`Array.${does}`, [list, `v.${does}`] as const]),
  ),
  "Array spread": [list, "[...v]"],
  "Array.from": [list, "Array.from(v)"],
  "Math.max": ["Array(60_000).fill(1)", "Math.max(...v)"],
  "Object.freeze": [list, "Object.freeze(v)"],
  "Object.keys": [list, "Object.keys(v)"],
  "Object.entries": [list, "Object.entries(v)"],
  "Object.assign": [list, "Object.assign({}, v)"],
  structuredClone: [list, "structuredClone(v)"],
  "JSON.stringify list": [list, "JSON.stringify(v)"],
  "JSON.stringify text": [text, "JSON.stringify(v)"],
  "JSON.parse text": [`JSON.stringify(${text})`, "JSON.parse(v)"],
  "JSON.parse list": [`JSON.stringify(${list})`, "JSON.parse(v)"],
  ...Object.fromEntries(
    [
      "toUpperCase()",
      "normalize('NFD')",
      "split(',')",
      "split('')",
      "replaceAll('a', 'bb')",
      "indexOf('zz')",
      "lastIndexOf('zz')",
      "includes('zz')",
      "isWellFormed()",
      "toWellFormed()",
      "trim()",
      "repeat(10)",
      "padEnd(40_000_000)",
      "localeCompare(v + 'x')",
      "codePointAt(5)",
      "slice(5)",
      "concat(v)",
      "match(/z/)",
      "replace(/z/g, '')",
      "search(/zz/)",
      "startsWith(v)",
      "endsWith(v)",
      "at(-1)",
    ].map((does) => [`String.${does}`, [text, `v.${does}`] as const]),
  ),
  encodeURIComponent: [text, "encodeURIComponent(v)"],
  decodeURIComponent: [text, "decodeURIComponent(v)"],
  escape: [text, "escape(v)"],
  btoa: [text, "btoa(v)"],
  parseFloat: ["'1'.repeat(10_000_000)", "parseFloat(v)"],
  "Number()": ["'1'.repeat(10_000_000)", "Number(v)"],
  "BigInt()": ["'1'.repeat(300_000)", "BigInt(v)"],
  "BigInt *": ["1n << 1_000_000n", "(v - 1n) * (v - 1n) >> 500_000n"],
  "BigInt **": ["3n", "v ** 600_000n"],
  "BigInt /": ["1n << 1_000_000n", "v / ((1n << 500_000n) - 1n)"],
  "BigInt text": ["(1n << 1_000_000n) - 1n", "String(v)"],
  "text ===": [text, "v + 'x' === v + 'x'"],
  "text <": [text, "v + 'x' < v + 'y'"],
  ...Object.fromEntries(
    [
      "fill(1)",
      "set(v.subarray(1))",
      "slice()",
      "copyWithin(0, 1)",
      "indexOf(2)",
      "includes(2)",
      "reverse()",
      "toReversed()",
      "sort()",
      "join()",
      "toHex()",
      "toBase64()",
      "lastIndexOf(2)",
      "with(0, 1)",
    ].map((does) => [`Uint8Array.${does}`, [bytes, `v.${does}`] as const]),
  ),
  "Uint8Array.fromHex": ["'ab'.repeat(10_000_000)", "Uint8Array.fromHex(v)"],
  "Uint8Array.fromBase64": ["'abcd'.repeat(5_000_000)", "Uint8Array.fromBase64(v)"],
  "new Uint8Array": ["1", "new Uint8Array(200_000_000)"],
  "ArrayBuffer.slice": [bytes, "v.buffer.slice(0)"],
  "ArrayBuffer.transfer": [bytes, "v.buffer.transfer(200_000_000)"],
  TextEncoder: [text, "new TextEncoder().encode(v)"],
  TextDecoder: [bytes, "new TextDecoder().decode(v)"],
  "Map.clear": [map, "v.clear()"],
  "new Map": [map, "new Map(v)"],
  "Map spread": [map, "[...v]"],
  "Set.union": ["new Set(Array.from({ length: 300_000 }, (_, i) => i))", "v.union(v)"],
  "Map.groupBy": [list, "Map.groupBy(v, (x) => x)"],
  URLSearchParams: ["'a=b&'.repeat(300_000)", "new URLSearchParams(v)"],
  "new URL": ["'https://a.b/' + 'x/'.repeat(1_000_000)", "new URL(v)"],
  "RegExp source": ["'(a|b)'.repeat(20_000)", "new RegExp(v)"],
  "Intl.Segmenter": [text, "[...new Intl.Segmenter().segment(v)].length"],
}

let isOver = 0
for (const [name, [make, does]] of Object.entries(cases)) {
  if (!name.includes(values.filter)) continue
  const machine = newMachine(2 ** 31)
  startProgram(
    machine,
    compile(`const v = ${make}; await null; globalThis.measured = 1; try { ${does} } catch {}`),
    [],
  )
  const { longest, total } = drive(machine)
  if (longest > LIMIT_MS) {
    isOver++
    console.log(`${name.padEnd(32)} longest ${longest.toFixed(1)} ms${total > MAX_TOTAL_MS ? " so far" : ""}`)
  }
}
console.log(`${isOver} built-ins kept the thread longer than ${LIMIT_MS} ms`)

/** The least of the longest slices of two looks would hide what happens once: each slice is looked at alone. */
function drive(machine: ReturnType<typeof newMachine>): { longest: number; total: number } {
  const start = performance.now()
  let longest = 0
  for (;;) {
    machine.fuel = FUEL
    const isMeasured = machine.realm.globalObject.shape.find("measured") >= 0
    // what another process took is no work of this one
    const before = process.cpuUsage()
    const pause = run(machine)
    const { user } = process.cpuUsage(before)
    if (isMeasured || machine.realm.globalObject.shape.find("measured") >= 0)
      longest = Math.max(longest, user / 1_000)
    const total = performance.now() - start
    if (pause !== "fuel" || total > MAX_TOTAL_MS) return { longest, total }
  }
}
