import { table } from "./table.ts"

const json = (expression: string) => `JSON.stringify(${expression})`

table("Map", [
  [json("[...new Map([['a', 1], ['b', 2], ['a', 3]])]"), '[["a",3],["b",2]]'],
  ["new Map([[NaN, 1]]).get(NaN) + [...new Map([[-0, 2]]).keys()].map(k => 1 / k).join()", "1Infinity"],
  ["new Map([1])", "!TypeError: Iterator value 1 is not an entry object"],
  ["Map()", "!TypeError: Constructor Map requires 'new'"],
  [
    "Map.prototype.get.call({}, 1)",
    "!TypeError: Method Map.prototype.get called on incompatible receiver #<Object>",
  ],
  [json("[...Map.groupBy([1, 2, 3], x => x % 2)]"), "[[1,[1,3]],[0,[2]]]"],
  [
    "(m => m.getOrInsert('a', 1) + m.getOrInsertComputed('b', k => k + '!') + m.size)(new Map([['a', 5]]))",
    "5b!2",
  ],
  [
    "(m => { let s = ''; m.forEach((v, k) => { s += k; if (k < 3) { m.delete(k); m.set(k + 3, 0) } }); return s })(new Map([[1, 0], [2, 0]]))",
    "1245",
  ],
  [
    "(m => { const it = m.keys(); it.next(); m.clear(); m.set(9, 0); return it.next().value })(new Map([[1, 0], [2, 0]]))",
    "9",
  ],
  [
    "(log => { class M extends Map { set(k, v) { log.push(k); return super.set(k, v) } } new M([[1, 2]]); return log.join() })([])",
    "1",
  ],
])

table("Set", [
  [json("[...new Set([1, 2, 2, 3]).union(new Set([4]))]"), "[1,2,3,4]"],
  [json("[...new Set([1, 2, 3]).intersection(new Set([3, 2]))]"), "[3,2]"],
  [json("[...new Set([1, 2, 3]).difference(new Map([[2, 0]]))]"), "[1,3]"],
  [json("[...new Set([1, 2]).symmetricDifference(new Set([2, 3]))]"), "[1,3]"],
  [
    "new Set([1]).isSubsetOf(new Set([1, 2])) + ' ' + new Set([1]).isSupersetOf(new Set([1, 2])) + ' ' + new Set([1]).isDisjointFrom(new Set([2]))",
    "true false true",
  ],
  [json("[...new Set([1, 2]).union({ size: 1, has: () => true, keys: () => [5].values() })]"), "[1,2,5]"],
  ["new Set().union([])", "!TypeError: The .size property is NaN"],
  ["new Set().union(1)", "!TypeError: other is not an object"],
])

table("WeakMap and WeakSet", [
  ["(k => new WeakMap([[k, 7]]).get(k))({})", "7"],
  ["new WeakMap().set(1, 1)", "!TypeError: Invalid value used as weak map key"],
  ["new WeakSet().add(Symbol.for('x'))", "!TypeError: Invalid value used in weak set"],
  ["(s => new WeakSet([s]).has(s))(Symbol('x'))", "true"],
])
