/** Values too large for one host operation: what is done in portions gives the same, stopped and saved anywhere or not. */
import { expect, test } from "bun:test"
import { runProgram, saveAndRestore } from "../harness.ts"
import { evaluate } from "./evaluate.ts"

const numbers = "const a = Array.from({ length: 150_000 }, (_, i) => i);"

const programs: ReadonlyArray<readonly [program: string, result: string]> = [
  [`${numbers} const s = a.slice(5, -5); return [s.length, s[0], s.at(-1)].join()`, "149990,5,149994"],
  [`${numbers} const c = a.concat(a, 1); return [c.length, c[150_000], c.at(-1)].join()`, "300001,0,1"],
  [`${numbers} const w = a.with(7, "x"); return [w.length, w[6], w[7], w[8]].join()`, "150000,6,x,8"],
  [
    `${numbers} const r = a.toReversed(); return [r.length, r[0], r.at(-1), a[0]].join()`,
    "150000,149999,0,0",
  ],
  [
    `${numbers} const t = a.toSpliced(3, 2, "q", "z", "w"); return [t.length, t.slice(2, 8).join("")].join()`,
    "150001,2qzw56",
  ],
  [
    `${numbers} return [a.indexOf(149_999), a.indexOf(-1), a.lastIndexOf(3), a.lastIndexOf(3, -149_999)].join()`,
    "149999,-1,3,-1",
  ],
  [
    `${numbers} a[9] = NaN; return [a.includes(NaN), a.indexOf(NaN), a.includes(undefined)].join()`,
    "true,-1,false",
  ],
  [
    `${numbers} a.reverse(); a.copyWithin(0, 1); return [a.length, a[0], a.at(-1), a.at(-2)].join()`,
    "150000,149998,0,0",
  ],
  [`${numbers} return [a.unshift(9, 8), a[0], a[1], a[2], a.length].join()`, "150002,9,8,0,150002"],
  [
    `${numbers} const s = a.splice(1, 140_000, "x", "y"); return [s.length, s[0], a.length, a[0], a[1], a[3]].join()`,
    "140000,1,10002,0,x,140001",
  ],
  [
    "const a = Array.from({ length: 9_000 }, (_, i) => (i * 7919) % 9_001); a.sort(); return [a[0], a[1], a[8_999], a.toSorted((x, y) => y - x)[0]].join()",
    "0,1,999,9000",
  ],
  [
    "const a = Array(9_000).fill(2); a.x = 1; Object.freeze(a); return [Object.isFrozen(a), Reflect.ownKeys(a).length, Object.keys(a).slice(-2), a[8_999], a.length].join()",
    "true,9002,8999,x,2,9000",
  ],
  [
    "const a = [1, 2, 3]; a.length = 70_000; const b = a.length; a[140_000] = 1; const k = Object.keys(a); a.length = 2; return [b, k, Object.keys(a)].join()",
    "70000,0,1,2,140000,0,1",
  ],
  [
    "const o = {}; for (let i = 0; i < 9_000; i++) o[(i * 7919) % 9_001] = i; o.b = 1; o.a = 2; o[Symbol('s')] = 3; const k = Reflect.ownKeys(o).slice(0, -1); return [k.length, k.slice(0, 3), k.slice(-2), k.every((x, i) => i === 0 || i > 8_999 || +k[i - 1] < +x)].join()",
    "9002,0,1,2,b,a,true",
  ],
  [
    "const o = {}; for (let i = 0; i < 9_000; i++) o['k' + i] = i; for (let i = 0; i < 4_000; i++) delete o['k' + i]; const c = { ...o }; let n = 0; for (const k in o) n++; Object.setPrototypeOf(o, { q: 1 }); for (const k in o) n++; return [Object.keys(c).length, n, Object.keys(o)[0], o.q, Object.isFrozen(Object.freeze(o))].join()",
    "5000,10001,k4000,1,true",
  ],
  [
    "const s = Object('x'.repeat(5_000)); s[6_000] = 1; s.q = 2; return Reflect.ownKeys(s).slice(4_999).join()",
    "4999,6000,length,q",
  ],
  [
    "const keys = Array.from({ length: 5_000 }, (_, i) => 'k' + i); const p = new Proxy({}, { ownKeys: () => keys, getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) }); const n = Object.keys(p).length; keys.push('k7'); try { Object.keys(p) } catch (e) { return n + e.message }",
    "5000'ownKeys' on proxy: trap returned duplicate entries",
  ],
  [
    "const t = new Uint8Array(150_000).map((_, i) => i * 7); t.set(t.subarray(0, 100_000), 3); const r = [t[3], t[100_002]]; t.reverse(); r.push(t[0], t[149_999], t[75_000]); const d = t.toReversed(); return [...r, d[0], d[75_000], t.with(5, 77)[5]].join()",
    "0,89,137,0,172,0,179,77",
  ],
  [
    "const t = new Float64Array(140_000).map((_, i) => i); t.copyWithin(10, 5); const r = [t[10], t[139_999]]; t.copyWithin(0, 10); return [...r, t[0], t.indexOf(139_990), t.includes(-1), t.slice(70_000)[5], new Float32Array(t)[9], new Float16Array(t.subarray(0, 70_000))[5]].join()",
    "5,139994,5,139985,false,70010,14,10",
  ],
  [
    "const b = new ArrayBuffer(2_000_000, { maxByteLength: 4_000_000 }); const u = new Uint8Array(b); u.fill(7); b.resize(3_000_000); const r = [u.length, u[1_999_999], u[2_000_000]]; b.resize(10); return [...r, u.length, u[9], b.transfer(12).byteLength, b.detached].join()",
    "3000000,7,0,10,7,12,true",
  ],
  [
    "const u = structuredClone(new Uint8Array(2_000_000).fill(5)); return [u.length, u[1_999_999], u.slice(7).buffer.slice(1_500_000).byteLength].join()",
    "2000000,5,499993",
  ],
  [
    "const t = new Float32Array(20_000).map((_, i) => ((i * 7919) % 20_011) - 5); t[7] = NaN; t.sort(); return [t[0], t.every((x, i) => i === 0 || x !== x || t[i - 1] <= x), t.at(-1)].join()",
    "-5,true,NaN",
  ],
  [
    "const a = new Set(Array.from({ length: 9_000 }, (_, i) => i)); const b = new Set(Array.from({ length: 9_000 }, (_, i) => i + 4_500)); return [a.union(b).size, a.intersection(b).size, a.difference(b).size, a.symmetricDifference(b).size, a.isSubsetOf(b), a.isSupersetOf(new Set([1])), a.isDisjointFrom(b), (a.clear(), a.size)].join()",
    "13500,4500,4500,9000,false,true,false,0",
  ],
  [
    "const m = new Map(Array.from({ length: 9_000 }, (_, i) => [i, i])); const c = structuredClone(m); m.clear(); return [c.size, c.get(8_999), m.size].join()",
    "9000,8999,0",
  ],
  [
    "const h = 'ab'.repeat(60_000); const u = Uint8Array.fromHex(h); const t = new Uint8Array(70_000); const { read, written } = t.setFromHex(h); return [u.length, u[59_999], read, written, t[59_999], t[60_000], u.toHex() === h, Uint8Array.fromBase64(u.toBase64()).length].join()",
    "60000,171,120000,60000,171,0,true,60000",
  ],
  [
    "const t = new Uint8Array(40_000); try { t.setFromHex('ab'.repeat(30_000) + 'x0') } catch (e) { return [e.name, t[29_999], t[30_000]].join() }",
    "SyntaxError,171,0",
  ],
  [
    "const s = 'a\\n\"é'.repeat(60_000); const t = JSON.stringify({ k: s, l: [s] }); const o = JSON.parse(t); return [o.k === s, o.l[0] === s, t.length].join()",
    "true,true,720017",
  ],
  [
    "const s = 'a.\\u{1f600}-'.repeat(5_000); return [RegExp.escape(s).length, RegExp.escape(s).slice(0, 12)].join()",
    "45003,\\x61\\.\u{1f600}\\x2d",
  ],
  [
    "const w = new Uint8Array(new Array(40_000).fill(3)); return [w.length, w[39_999], Math.sumPrecise(w)].join()",
    "40000,3,120000",
  ],
  [
    "try { Math.max(...new Array(200_000).fill(1)) } catch (e) { return e.message }",
    "Maximum call stack size exceeded",
  ],
  ["try { 'a'.localeCompare('x'.repeat(40_000), 'a b') } catch (e) { return e.name }", "RangeError"],
]

const kept = (program: string): string => (program.length > 90 ? `${program.slice(0, 90)}...` : program)

test.each(programs.map(([program, result]) => [kept(program), program, result] as const))(
  "%s",
  (_, program, result) => {
    for (const fuel of [1_000_000, 500]) expect(evaluate(program, fuel)).toBe(result)
  },
)

/** What is in the middle of its work when it is saved, at every second stop. */
const saved: ReadonlyArray<readonly [program: string, result: string]> = [
  [
    "const h = 'ab'.repeat(60_000); const t = new Uint8Array(70_000); const { read, written } = t.setFromHex(h); return [Uint8Array.fromHex(h).length, read, written, t[59_999], t[60_000]].join()",
    "60000,120000,60000,171,0",
  ],
  [
    "class U extends Uint8Array { static get [Symbol.species]() { return function (n) { return new Uint8Array(b, 3, n) } } } const b = new ArrayBuffer(9_000); const u = new U(b); u.set(Array.from(u, (_, i) => i)); const s = u.slice(0, 8_000); return [s[0], s[5], s[7_999], s.length].join()",
    "0,2,1,8000",
  ],
  [
    "const o = {}; for (let i = 0; i < 9_000; i++) o['k' + i] = i; for (let i = 0; i < 9_000; i += 3) delete o['k' + i]; return [Object.keys(o)[10], JSON.stringify({ ...o }).length, Object.keys(Object.freeze(o)).length].join()",
    "k16,76525,6000",
  ],
  [
    "const a = Array(9_000).fill(2); a.x = 1; Object.defineProperty(a, 5, { get: () => 9 }); a.length = 8_999; let n = 0; for (const k in a) n++; return [n, a[5], a.length].join()",
    "9000,9,8999",
  ],
  [
    "const m = new Map(Array.from({ length: 9_000 }, (_, i) => [i, i])); const keys = m.keys(); keys.next(); m.clear(); m.set(1, 2); return [m.size, [...keys], [...m]].join()",
    "1,1,1,2",
  ],
  [
    "const a = new Set(Array.from({ length: 9_000 }, (_, i) => i)); const b = structuredClone(a); b.delete(3); return [a.symmetricDifference(b).size, a.isSubsetOf(b)].join()",
    "1,false",
  ],
]

test.each(saved.map(([program, result]) => [kept(program), program, result] as const))(
  "saved: %s",
  (_, program, result) => {
    let saves = 0
    const { state, value } = runProgram(program, {
      quantum: 100,
      atStop: (machine, unit, stop) =>
        stop % 2 === 0 && saves++ < 60 ? saveAndRestore(machine, unit) : machine,
    })
    expect([state, String(value)]).toEqual(["fulfilled", result])
    expect(saves).toBeGreaterThan(0)
  },
  30_000,
)
