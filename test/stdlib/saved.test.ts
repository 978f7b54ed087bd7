/** Runs that are saved as bytes and restored at every stop give the same results, midway through any match or conversion. */
import { expect, test } from "bun:test"
import { runProgram, saveAndRestore } from "../harness.ts"
import { shown } from "./shown.ts"

const expressions = [
  '"ab,".repeat(300).replace(/(?<x>[ab]+)(,)/g,(...a)=>a.length).length',
  '"ab,".repeat(300).replace(/(?<x>[ab]+)(,)/g,"$<x>$2$1").length',
  '[..."ab,".repeat(100).matchAll(/(?<x>[ab]+),/g)].map(m=>m.groups.x+m.index).length',
  '"ab,".repeat(300).split(/([ab])/).length',
  '/(?:a|a)*b/.test("a".repeat(2000))',
  '[...new URL("http://a/?x=1&y=2").searchParams].map(p=>p.map(x=>x+1))',
  'new Intl.ListFormat("en").format((function*(){for(let i=0;i<5;i++)yield String(i)})())',
  '[3,1,2].map(new Intl.NumberFormat("de",{minimumFractionDigits:2}).format).join()',
  '(()=>{const f=new Intl.NumberFormat("de");const g=f.format;const o=[];for(let i=0;i<20;i++)o.push(g(i*1000.5));return [o.join("|"),g===f.format]})()',
  '(()=>{const h=new Headers({a:"1"});const o=[];for(let i=0;i<20;i++){h.append("x","v"+i);o.push(h.get("x").length)}return o})()',
  '(()=>{const d=new TextDecoder();let s="";for(const b of new TextEncoder().encode("\u00e9\ud83d\ude00a"))s+=d.decode(new Uint8Array([b]),{stream:true});return s+d.decode()})()',
  '[...new Intl.Segmenter("en",{granularity:"word"}).segment("Hi there, you!")].map(s=>s.segment)',
  "(()=>{const d=new Date(0);for(let i=0;i<20;i++)d.setMonth({valueOf(){return i}},{valueOf(){return i+1}});return d.toISOString()})()",
  '(()=>{const l=new Intl.Locale("de-AT");let s="";for(let i=0;i<5;i++)s+=l.language+l.region;return s})()',
]

test.each(expressions)("saved and restored: %s", (expression) => {
  const source = `return ${shown(expression)}`
  const straight = runProgram(source)
  const restored = runProgram(source, { quantum: 1, atStop: saveAndRestore, maxSlices: 10_000 })
  expect(straight.state).toBe("fulfilled")
  expect([restored.state, restored.value]).toEqual([straight.state, straight.value])
  expect(restored.stops).toBeGreaterThan(0)
})
