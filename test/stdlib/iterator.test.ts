import { table } from "./table.ts"

const json = (expression: string) => `JSON.stringify(${expression})`

table("lazy helpers", [
  [json("[1, 2, 3].values().map((x, i) => x * 10 + i).toArray()"), "[10,21,32]"],
  [json("[1, 2, 3, 4].values().filter(x => x % 2 === 0).toArray()"), "[2,4]"],
  [json("[1, 2, 3, 4].values().drop(1).take(2).toArray()"), "[2,3]"],
  [json("[1, 2].values().flatMap(x => [x, x]).toArray()"), "[1,1,2,2]"],
  ["[1].values().flatMap(() => 'ab').next()", "!TypeError: ab is not an object"],
  ["[1].values().take(-1)", "!RangeError: -1 must be positive"],
  ["[1].values().map(1)", "!TypeError: 1 is not a function"],
  ["Iterator.prototype.map.call(1, x => x)", "!TypeError: Iterator.prototype.map called on non-object"],
  [
    json("Iterator.concat([1], new Set([2]), { [Symbol.iterator]: () => [3].values() }).toArray()"),
    "[1,2,3]",
  ],
  ["Object.prototype.toString.call([].values().map(x => x))", "[object Iterator Helper]"],
  [
    "(function () { const it = [1].values().map(() => it.next()); return it.next() })()",
    "!TypeError: Generator is already running",
  ],
])

const closing =
  "log => ({ __proto__: Iterator.prototype, i: 0, next() { return { value: this.i++, done: false } }, return() { log.push('closed'); return {} } })"

table("closing", [
  [
    `(log => { const it = (${closing})(log).take(1); it.next(); it.next(); return log.join() })([])`,
    "closed",
  ],
  [
    `(log => { const it = (${closing})(log).map(x => x); it.next(); it.return(); it.return(); return log.join() })([])`,
    "closed",
  ],
  [
    `(log => { try { (${closing})(log).map(() => { throw 'e' }).next() } catch (e) { log.push(e) } return log.join() })([])`,
    "closed,e",
  ],
  [`(log => { (${closing})(log).find(x => x === 2); return log.join() })([])`, "closed"],
  [
    `(log => { try { (${closing})(log).take(NaN) } catch (e) { log.push(e.message) } return log.join() })([])`,
    "closed,NaN must be positive",
  ],
])

table("consumers", [
  ["[1, 2, 3].values().reduce((a, b) => a + b)", "6"],
  ["[].values().reduce((a, b) => a)", "!TypeError: Reduce of a done iterator with no initial value"],
  ["[1, 2].values().some(x => x > 1) && [1, 2].values().every(x => x > 0)", "true"],
  ["[1, 2].values().find(x => x > 1)", "2"],
  ["(log => { [1, 2].values().forEach((x, i) => log.push(x + i)); return log.join() })([])", "1,3"],
])

table("Iterator", [
  ["new Iterator()", "!TypeError: Abstract class Iterator not directly constructable"],
  ["Iterator()", "!TypeError: Constructor Iterator requires 'new'"],
  ["new (class extends Iterator {})() instanceof Iterator", "true"],
  [json("[...Iterator.from({ next: (n => () => ({ value: n, done: n++ > 2 }))(0) })]"), "[0,1,2]"],
  ["Iterator.from([1].values()) instanceof Iterator", "true"],
  [json("[...[7, 8].entries()]"), "[[0,7],[1,8]]"],
  [json("[...'a😀b']"), '["a","😀","b"]'],
  [
    "[].values().next.call({})",
    "!TypeError: Method Array Iterator.prototype.next called on incompatible receiver #<Object>",
  ],
])
