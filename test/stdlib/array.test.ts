import { table } from "./table.ts"

const json = (expression: string) => `JSON.stringify(${expression})`

table("callbacks", [
  [json("[1, , 3].map((x, i, a) => [x, i, a.length])"), "[[1,0,3],null,[3,2,3]]"],
  ["1 in [1, , 3].map(x => x)", "false"],
  [json("[1, 2, 3, 4].filter(x => x % 2)"), "[1,3]"],
  ["[1, 2, 3].reduce((a, b) => a + b)", "6"],
  ["[1, 2, 3].reduceRight((a, b) => a + '-' + b)", "3-2-1"],
  ["[].reduce((a, b) => a)", "!TypeError: Reduce of empty array with no initial value"],
  [
    "[3, 4].find(x => x > 3) + [3, 4].findIndex(x => x > 3) + [3, 4].findLast(x => x) + [3, 4].findLastIndex(x => x < 0)",
    "8",
  ],
  ["[, 1].findIndex(x => x === undefined)", "0"],
  ["[1, 2].some(x => x > 1) && [1, 2].every(x => x > 0)", "true"],
  ["[1, 2].forEach(x => x)", "undefined"],
  [json("[[1, 2], 3, [[4]]].flatMap(x => x)"), "[1,2,3,[4]]"],
  ["[1].map(1)", "!TypeError: 1 is not a function"],
  ["[].forEach('abc')", "!TypeError: abc is not a function"],
  ["[1].flatMap(1)", "!TypeError: flatMap mapper function is not callable"],
  ["[].map.call(null)", "!TypeError: Array.prototype.map called on null or undefined"],
  ["[1, 2, 3].map(x => { if (x === 2) throw new RangeError('two') })", "!RangeError: two"],
])

table("callbacks while the array changes", [
  [json("(a => a.map((x, i) => { if (i === 0) a.length = 1; return x }))([1, 2, 3])"), "[1,null,null]"],
  ["(a => { let n = 0; a.forEach(() => { n++; a.push(1) }); return n })([1, 2])", "2"],
  ["(a => { let s = ''; a.forEach(x => { s += x; delete a[1] }); return s })([1, 2, 3])", "13"],
  [json("(a => a.filter(x => { Object.freeze(a); return x > 1 }))([1, 2, 3])"), "[2,3]"],
  [
    json(
      "(a => a.map((x, i) => { if (i === 0) Object.defineProperty(a, 1, { get: () => 'got' }); return x }))([1, 2])",
    ),
    '[1,"got"]',
  ],
])

table("species and subclasses", [
  ["new (class L extends Array {})(1, 2, 3).map(x => x).constructor.name", "L"],
  [
    json(
      "new (class L extends Array { static get [Symbol.species]() { return Array } })(1, 2, 3).filter(x => x > 1)",
    ),
    "[2,3]",
  ],
  [
    "(a => { a.constructor = 1; return a.map(x => x) })([1])",
    "!TypeError: object.constructor[Symbol.species] is not a constructor",
  ],
  [json("Array.prototype.map.call({ length: 2, 0: 'a', 1: 'b' }, x => x + 1)"), '["a1","b1"]'],
  [json("Array.prototype.map.call('ab', x => x + 1)"), '["a1","b1"]'],
])

table("sorting", [
  [json("[3, 1, undefined, 2, , 10].sort()"), "[1,10,2,3,null,null]"],
  ["5 in [3, 1, undefined, 2, , 10].sort()", "false"],
  [json("[3, 10, 2].sort((a, b) => a - b)"), "[2,3,10]"],
  [json("[3, 10, 2].toSorted((a, b) => b - a)"), "[10,3,2]"],
  [
    json(
      "[{ k: 1, v: 'a' }, { k: 0, v: 'b' }, { k: 1, v: 'c' }, { k: 0, v: 'd' }].sort((a, b) => a.k - b.k).map(x => x.v)",
    ),
    '["b","d","a","c"]',
  ],
  [json("[1, 2].sort(() => ({ valueOf: () => 1 }))"), "[2,1]"],
  ["[2, 1].sort(() => { throw new Error('no') })", "!Error: no"],
  ["[].sort(1)", "!TypeError: The comparison function must be either a function or undefined"],
  [json("(a => a.sort((x, y) => { a.length = 0; return x - y }))([3, 1, 2])"), "[1,2,3]"],
  [
    "(a => a.sort((x, y) => x - y).every((x, i) => i === 0 || a[i - 1] <= x))(Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1009))",
    "true",
  ],
  [json("Array.prototype.sort.call({ length: 3, 0: 'c', 2: 'a' })"), '{"0":"a","1":"c","length":3}'],
])

table("changing", [
  [json("(a => [a.push(3, 4), a.pop(), a.shift(), a.unshift(0), a])([1, 2])"), "[4,4,1,3,[0,2,3]]"],
  [json("(a => [a.splice(1, 2, 'x', 'y', 'z'), a])([1, 2, 3, 4])"), '[[2,3],[1,"x","y","z",4]]'],
  [json("[1, 2, 3, 4, 5].copyWithin(0, 3)"), "[4,5,3,4,5]"],
  [json("new Array(3).fill(0).fill(7, 1, -1)"), "[0,7,0]"],
  [json("[1, 2, 3].reverse()"), "[3,2,1]"],
  ["Object.freeze([1]).push(1)", "!TypeError: Cannot add property 1, object is not extensible"],
  [
    "[].push.call({ length: 2 ** 53 - 1 }, 1)",
    "!TypeError: Pushing 1 elements on an array-like of length 9007199254740991 is disallowed, as the total surpasses 2**53-1",
  ],
  ["(a => a.length + a[69999])(new Array(70000).fill(1))", "70001"],
])

table("reading", [
  ["[1, 2, 3].at(-1)", "3"],
  [json("[1, 2, 3].slice(-2)"), "[2,3]"],
  [json("[1].concat(2, [3, [4]], { length: 1, 0: 5, [Symbol.isConcatSpreadable]: true })"), "[1,2,3,[4],5]"],
  ["[1, NaN].includes(NaN) + ' ' + [1, NaN].indexOf(NaN) + ' ' + [1, 2, 1].lastIndexOf(1)", "true -1 2"],
  [json("[1, 2, 3].with(-1, 9)"), "[1,2,9]"],
  ["[1].with(1, 1)", "!RangeError: Invalid index : 1"],
  [json("[1, 2, 3].toSpliced(1, 1, 'x')"), '[1,"x",3]'],
  [json("[1, 2, 3].toReversed()"), "[3,2,1]"],
  [json("[1, [2, [3, [4]]]].flat(Infinity)"), "[1,2,3,4]"],
  ["(a => { a.push(a); return a.flat(Infinity) })([])", "!RangeError: Maximum call stack size exceeded"],
  ["(a => { a[5] = 1; return JSON.stringify([[a, 2], new Proxy([3], {})].flat(2)) })([0])", "[0,1,2,3]"],
  ["[1, null, undefined, [2, 3], 'x'].join('-')", "1---2,3-x"],
  ["(a => { a.push(a); return String(a) })([1])", "1,"],
  ["(a => { a.join = undefined; return String(a) })([1])", "[object Array]"],
  ["Array(2 ** 32 - 1).join('abc')", "!RangeError: Invalid string length"],
  ["new Array(-1)", "!RangeError: Invalid array length"],
])

table("making", [
  [json("Array.from({ length: 3 }, (_, i) => i * i)"), "[0,1,4]"],
  [json("Array.from(new Set([1, 2]), x => x + 1)"), "[2,3]"],
  [json("Array.from('a😀')"), '["a","😀"]'],
  [
    "Array.from(null)",
    "!TypeError: object null is not iterable (cannot read property Symbol(Symbol.iterator))",
  ],
  ["Array.from([], 1)", "!TypeError: 1 is not a function"],
  [
    "(log => { try { Array.from({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { log.push('closed'); return {} } }) }, () => { throw 'x' }) } catch (e) { log.push(e) } return log.join() })([])",
    "closed,x",
  ],
  [json("Array.of(7, 8)"), "[7,8]"],
  [json("await Array.fromAsync([1, Promise.resolve(2)], async x => x * 2)"), "[2,4]"],
  [json("await Array.fromAsync((async function* () { yield 1; yield 2 })())"), "[1,2]"],
  ["Array.isArray(new Proxy([], {}))", "true"],
])
