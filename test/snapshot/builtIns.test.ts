/** Built-ins that are long at work, each saved in the middle of it, at many stops. */
import { expect, test } from "bun:test"
import { startProgram } from "../../src/interpreter/start.ts"
import type { Machine } from "../../src/interpreter/machine.ts"
import { slotsOf } from "../../src/interpreter/promises.ts"
import { flatten, Rope } from "../../src/objects/rope.ts"
import { compile, newMachine, runSlice, saveAndRestore } from "../harness.ts"

const programs = [
  `return /(a+)+b/.test("a".repeat(22))`,
  `return "a".repeat(18).replace(/(a|aa)+$/g, (m) => m.length)`,
  `return /(?<=(\\w+)x)y(?!z)\\1/u.exec("abxy") + ""`,
  `return [..."x1y22".matchAll(/(?<l>[a-z])(\\d+)/g)].map((m) => m.groups.l + m[2]).join()`,
  `return "aXbXc".split(/x/i).join()`,
  `return JSON.stringify(Array.from({length: 3000}, (_, i) => ({ i, t: "x" + i }))).length`,
  `return JSON.parse(JSON.stringify(Array.from({length: 3000}, (_, i) => ({ i, t: "x" + i })))).length`,
  `return Array.from({length: 2000}, (_, i) => (i * 7919) % 2000).sort().length`,
  `return Array.from({length: 2000}, (_, i) => (i * 7919) % 2000).toSorted((a, b) => b - a)[0]`,
  `return structuredClone(new Map(Array.from({length: 2000}, (_, i) => [i, { d: new Date(i), s: new Set([i]) }]))).size`,
  `return new Uint8Array(200000).map((_, i) => i).sort().reduce((a, b) => a + b)`,
  `return new Uint8Array(100000).toBase64().length`,
  `return Uint8Array.fromBase64("AAAA".repeat(50000)).length`,
  `return "e\\u0301".repeat(100000).normalize("NFC").length`,
  `return "ab".repeat(100000).indexOf("ba".repeat(50) + "c")`,
  `Object.prototype[1] = "p"; let i = 0; while (i < 1000) i++; return [1,,3].concat([4])[1] + "" + [0,,2].includes("p")`,
  `return new URLSearchParams("a=1&b=2&a=3").getAll("a").join() + new Intl.NumberFormat("de").format(1234.5) + new Headers([["a","b"]]).get("a")`,
  `const s = new Intl.Segmenter("en", { granularity: "word" }).segment("hello big world"); let n = 0; for (const x of s) { for (let i = 0; i < 100; i++) n++; n += x.segment.length } return n`,
  `const d = new TextDecoder(); let t = d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }); for (let i = 0; i < 100; i++) t += ""; return t + d.decode(new Uint8Array([0xac]))`,
  `return "abc".localeCompare("abd") + ["b","a"].sort(new Intl.Collator("en").compare).join()`,
  `return [..."a-b".replaceAll("-", "+")].join("") + String.raw\`x\${1}\` + (function f(){ return arguments.length })(1,2)`,
  `const o = Object.groupBy(Array.from({length: 500}, (_, i) => i), (i) => i % 3); return Object.keys(o).join()`,
  `let r = 0; for (const k in { a: 1, b: 2, __proto__: { c: 3 } }) { for (let i = 0; i < 50; i++) r++ } return r`,
  `const { a, ...rest } = { a: 1, get b() { let i = 0; while (i < 50) i++; return i }, c: 3 }; return rest.b + rest.c`,
  `label: for (let i = 0; i < 10; i++) { for (const x of [1,2,3]) { if (i === 5) break label; if (x === 2) continue label } } return 1`,
  `return new Error("x", { cause: new TypeError("y") }).cause.name + new AggregateError([1]).errors.length + Error.captureStackTrace`,
  `const e = Iterator.from([1,2,3]).map((x) => { let i = 0; while (i < 30) i++; return x * 2 }).filter((x) => x > 2).take(5); return [...e].join() + [...Iterator.concat([1],[2])].length`,
  `return (10n ** 3000n).toString().length + String(BigInt("9".repeat(2000))).length`,
  `return await Promise.allSettled([1, Promise.reject(2), new Promise((r) => r(3))]).then((l) => l.map((x) => x.status).join())`,
  `return await Promise.any([Promise.reject(1), (async () => { for (let i = 0; i < 50; i++) await null; return 5 })()])`,
  `return Array.fromAsync ? (await Array.fromAsync((async function* () { yield 1; yield 2 })())).join() : 0`,
]

/** Saves at the first stops, then at every two-hundredth. */
function savedOften(source: string, fuel: number): unknown {
  const unit = compile(source)
  let machine = newMachine()
  startProgram(machine, unit, [])
  for (let stop = 0; runSlice(machine, fuel) === "fuel"; stop++) {
    if (stop < 15 || stop % 200 === 0) machine = saveAndRestore(machine, unit)
  }
  return resultOf(machine)
}

function straight(source: string): unknown {
  const machine = newMachine()
  startProgram(machine, compile(source), [])
  while (runSlice(machine, 1_000_000) === "fuel");
  return resultOf(machine)
}

function resultOf(machine: Machine): unknown {
  const { state, result } = slotsOf(machine.main!)
  if (state !== "fulfilled") throw new Error(`the program is ${state}`)
  return result instanceof Rope ? flatten(result) : result
}

test.each(programs)(
  "%s",
  (source) => {
    const expected = straight(source)
    for (const fuel of [3, 211]) expect(savedOften(source, fuel)).toEqual(expected)
  },
  60_000,
)
