// Array and Array.prototype.

const a = [3, 1, 2]
a.push(4, 5) //=> 5
a.push() //=> 5
a.pop() //=> 5
a.shift() //=> 3
a.unshift(9, 8) //=> 5
a.unshift() //=> 5
a.reverse() //=> [4, 2, 1, 8, 9]
[].pop() //=> undefined
[].shift() //=> undefined
a.concat([1], [[2]], 3, "ab") //=> [4, 2, 1, 8, 9, 1, [2], 3, "ab"]
[1].concat({ length: 1, 0: "x" }) //=> [1, { "0": "x", length: 1 }]
[1].concat({ length: 1, 0: "x", [Symbol.isConcatSpreadable]: true }) //=> [1, "x"]
[, 1].concat([, 2]) //=> [, 1, , 2]
[1, 2, 3].slice(1) //=> [2, 3]
[1, 2, 3].slice(-2, -1) //=> [2]
[1, 2, 3].slice(5) //=> []
[1, , 3].slice(0, 2) //=> [1, ,]
[1, 2, 3].slice(NaN, Infinity) //=> [1, 2, 3]
[1, 2, 3, 4].splice(1, 2) //=> [2, 3]
const s = [1, 2, 3, 4]
s.splice(1, 2, "a", "b", "c") //=> [2, 3]
s //=> [1, "a", "b", "c", 4]
s.splice(-1) //=> [4]
s.splice() //=> []
s.splice(undefined) //=> [1, "a", "b", "c"]
s.splice(0, 0, "front") //=> []
s.splice(1, undefined, "x") //=> []

[1, 2, 3].indexOf(2) //=> 1
[NaN].indexOf(NaN) //=> -1
[NaN].includes(NaN) //=> true
[, 1].includes(undefined) //=> true
[, 1].indexOf(undefined) //=> -1
[1, 2, 1].lastIndexOf(1) //=> 2
[1, 2, 1].lastIndexOf(1, -2) //=> 0
[1, 2, 3].indexOf(1, 1) //=> -1
[1, 2, 3].includes(3, -1) //=> true
[0].includes(-0) //=> true
[1, 2, 3].join() //=> "1,2,3"
[1, null, undefined, [2, [3]], {}].join("-") //=> "1---2,3-[object Object]"
[].join() //=> ""
[,].join() //=> ""
[1, 2].join(undefined) //=> "1,2"
String([1, [2, 3]]) //=> "1,2,3"
const cyclic = [1]
cyclic.push(cyclic)
String(cyclic) //=> "1,"
[1, 2, 3].at(-1) //=> 3
[1].at(5) //=> undefined
[1, 2, 3].at(NaN) //=> 1
[1, 2, 3].with(1, "x") //=> [1, "x", 3]
[1].with(5, 0) //! RangeError: Invalid index : 5
[3, 1, 2].toSorted() //=> [1, 2, 3]
[1, 2].toReversed() //=> [2, 1]
[1, , 3].toReversed() //=> [3, undefined, 1]
[1, 2, 3].toSpliced(1, 1, "a", "b") //=> [1, "a", "b", 3]
[1, 2, 3].fill(0) //=> [0, 0, 0]
[1, 2, 3].fill(0, 1, -1) //=> [1, 0, 3]
Array(3).fill([]) //=> [[], [], []]
[1, 2, 3, 4, 5].copyWithin(0, 3) //=> [4, 5, 3, 4, 5]
[1, 2, 3, 4, 5].copyWithin(1, 0, 3) //=> [1, 1, 2, 3, 5]
[1, , 3].copyWithin(0, 1) //=> [, 3, 3]

[1, 2, 3].map((x, i, a) => [x, i, a.length]) //=> [[1, 0, 3], [2, 1, 3], [3, 2, 3]]
[1, , 3].map((x) => x * 2) //=> [2, , 6]
[1, 2, 3, 4].filter((x) => x % 2) //=> [1, 3]
[1, , 3].filter(() => true) //=> [1, 3]
[1, 2, 3].reduce((a, b) => a + b) //=> 6
[1, 2, 3].reduce((a, b) => a + b, "") //=> "123"
[].reduce((a, b) => a) //! TypeError: Reduce of empty array with no initial value
[].reduce((a, b) => a, "init") //=> "init"
[5].reduce(() => "not called") //=> 5
[, 5, , 6].reduce((a, b) => a + b) //=> 11
[1, 2, 3].reduceRight((a, b) => a + "-" + b) //=> "3-2-1"
[].reduceRight((a) => a) //! TypeError: Reduce of empty array with no initial value
[1, 2, 3].reduce((a, x, i, all) => [...a, i, all.length], []) //=> [0, 3, 1, 3, 2, 3]
[1, 2].forEach((x) => x) //=> undefined
[1, 2, 3].some((x) => x > 2) //=> true
[].some(() => true) //=> false
[].every(() => false) //=> true
[1, , 3].every((x) => x) //=> true
[1, 2, 3].find((x) => x > 1) //=> 2
[1, 2].find((x) => x > 5) //=> undefined
[1, 2, 3].findIndex((x) => x > 1) //=> 1
[1, 2, 3].findLast((x) => x < 3) //=> 2
[1, 2, 3].findLastIndex((x) => x > 5) //=> -1
[, 1].find((x) => x === undefined) //=> undefined
[, 1].findIndex((x) => x === undefined) //=> 0
[1, [2, [3, [4]]]].flat() //=> [1, 2, [3, [4]]]
[1, [2, [3, [4]]]].flat(Infinity) //=> [1, 2, 3, 4]
[1, , [2, , 3]].flat() //=> [1, 2, 3]
[1, [2]].flat(0) //=> [1, [2]]
[1, 2].flatMap((x) => [x, x * 2]) //=> [1, 2, 2, 4]
[1, 2].flatMap((x) => [[x]]) //=> [[1], [2]]
["a b", "c"].flatMap((s) => s.split(" ")) //=> ["a", "b", "c"]
[1, 2].map() //! TypeError: undefined is not a function
[1, 2].map(5) //! TypeError: 5 is not a function
[1, 2].filter("x") //! TypeError: x is not a function
[1].forEach({}) //! TypeError: #<Object> is not a function
[1].find(null) //! TypeError: null is not a function
[1].reduce() //! TypeError: undefined is not a function
[1].flatMap([]) //! TypeError: flatMap mapper function is not callable
[1].some(Symbol("s")) //! TypeError: Symbol(s) is not a function
[1].every(undefined) //! TypeError: undefined is not a function
[1, 2, 3].map(parseInt) //=> [1, NaN, NaN]
["1", "2", "3"].map(Number) //=> [1, 2, 3]
[1, 2].map(function () { return this.v }, { v: 7 }) //=> [7, 7]
[[1, 2], [3]].map(([a, b = 0]) => a + b) //=> [3, 3]
[1, 2, 3].map((x) => x, 1).length //=> 3

// A callback sees what it changed; elements added later are not visited.
const seen = []
const a = [1, 2, 3]
a.forEach((x, i) => { seen.push(x); if (i === 0) { a.push(9); a[2] = "changed"; delete a[1] } })
seen //=> [1, "changed"]
const b = [1, 2, 3, 4]
b.map((x) => { b.length = 2; return x }) //=> [1, 2, , ,]
const c = [1, 2, 3]
c.filter((x) => { c.pop(); return true }) //=> [1, 2]
const d = [1, 2, 3]
d.reduce((sum, x) => { d.push(x); return sum + x }, 0) //=> 6
d.find((x, i) => { if (i === 0) d.length = 1; return x === undefined }) //=> undefined

[3, 1, 2].sort() //=> [1, 2, 3]
[10, 9, 1].sort() //=> [1, 10, 9]
[10, 9, 1].sort((a, b) => a - b) //=> [1, 9, 10]
["b", undefined, "a", , "c"].sort() //=> ["a", "b", "c", undefined, ,]
[true, false, null, 1, "a"].sort() //=> [1, "a", false, null, true]
[3, 2, 1].sort((a, b) => 0) //=> [3, 2, 1]
[1, 2, 3].sort(() => NaN) //=> [1, 2, 3]
[1, 2, 3, 4, 5].sort((a, b) => b - a) //=> [5, 4, 3, 2, 1]
["é", "z", "a", "Z"].sort() //=> ["Z", "a", "z", "é"]
[{ k: 1, v: "a" }, { k: 0, v: "b" }, { k: 1, v: "c" }, { k: 0, v: "d" }].sort((x, y) => x.k - y.k).map((x) => x.v).join("") //=> "bdac"
[1, 2].sort("no") //! TypeError: The comparison function must be either a function or undefined
[1, 2].sort(null) //! TypeError: The comparison function must be either a function or undefined
[2, 1].sort(undefined) //=> [1, 2]
[2, 1].sort(() => { throw new Error("comparing") }) //! Error: comparing
[1].sort(() => { throw new Error("never called") }) //=> [1]
[undefined, 3, undefined, 1].sort((a, b) => b - a) //=> [3, 1, undefined, undefined]
[..."stable sorting"].sort().join("") //=> " abegilnorsstt"
Array.from({ length: 50 }, (_, i) => (i * 37) % 50).sort((a, b) => a - b).every((x, i) => x === i) //=> true
[5, 1, 4].toSorted((a, b) => b - a) //=> [5, 4, 1]
[5, 1, 4].toSorted(5) //! TypeError: The comparison function must be either a function or undefined
[1n, 3, 2n].sort() //=> [1n, 2n, 3]
[-1, -2, 0].sort() //=> [-1, -2, 0]
["B", "a", "C"].sort((x, y) => x.localeCompare(y)) //=> ["a", "B", "C"]

Array(3) //=> [, , ,]
Array(3).length //=> 3
Array("3") //=> ["3"]
Array(1, 2) //=> [1, 2]
new Array(2) //=> [, ,]
Array(1.5) //! RangeError: Invalid array length
Array(-1) //! RangeError: Invalid array length
new Array(2 ** 32) //! RangeError: Invalid array length
Array.of(7) //=> [7]
Array.of() //=> []
Array.isArray([]) //=> true
Array.isArray({ length: 0 }) //=> false
Array.isArray(new Proxy([], {})) //=> true
Array.isArray(Array.prototype) //=> true
Array.from("héllo") //=> ["h", "é", "l", "l", "o"]
Array.from({ length: 3 }, (_, i) => i * 2) //=> [0, 2, 4]
Array.from([1, 2], (x) => x + 1) //=> [2, 3]
Array.from([1, 2], function (x) { return this.k + x }, { k: 10 }) //=> [11, 12]
Array.from(new Map([[1, 2]])) //=> [[1, 2]]
Array.from({ length: "2", 0: "a" }) //=> ["a", undefined]
Array.from({ length: -5 }) //=> []
Array.from([1], 5) //! TypeError: 5 is not a function
Array.from(undefined) //! TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))
Array.from() //! TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))
Array.from(true) //=> []
Array.from(() => 1) //=> []
[...Array(2).keys()] //=> [0, 1]
[...Array(2)] //=> [undefined, undefined]
[...Array(3).keys()].map((i) => i ** 2) //=> [0, 1, 4]

const a = [1, 2, 3]
a.length = 1
a //=> [1]
a.length = 3
a //=> [1, , ,]
a[5] = 6
a //=> [1, , , , , 6]
a.length //=> 6
a.foo = "bar"
Object.keys(a) //=> ["0", "5", "foo"]
a.length = -1 //! RangeError: Invalid array length
a.length = 1.5 //! RangeError: Invalid array length
a.length = "2"
a.length //=> 2
a["3"] = "three"
a.length //=> 4
a[-1] = "negative"
a.length //=> 4
a[4294967295] = "no index"
a.length //=> 4
delete a[0] //=> true
0 in a //=> false
a.length = 2 ** 32 //! RangeError: Invalid array length
a.length = {} //! RangeError: Invalid array length
a.length = { valueOf: () => 1 } //=> { valueOf: [function valueOf] }
a //=> [,, foo: "bar", "-1": "negative", "4294967295": "no index"]

[1, 2, 3].entries().next() //=> { value: [0, 1], done: false }
[1, 2].keys().next() //=> { value: 0, done: false }
[1, 2].toString() //=> "1,2"
[1234.5, new Date(0)].toLocaleString.name //=> "toLocaleString"
Array.prototype.concat.length //=> 1
Array.prototype.push.call({ length: 1 }, "x") //=> 2
Array.prototype.push.call({}, 1, 2) //=> 2
Array.prototype.map.call("ab", (x) => x + "!") //=> ["a!", "b!"]
Array.prototype.slice.call({ length: 2, 0: "a", 1: "b" }) //=> ["a", "b"]
Array.prototype.join.call(null) //! TypeError: Cannot convert undefined or null to object
Array.prototype.map.call(undefined, (x) => x) //! TypeError: Array.prototype.map called on null or undefined
Array.prototype.includes.call("abc", "b") //=> true
Array.prototype.reverse.call({ length: 2, 0: "a", 1: "b" }) //=> { "0": "b", "1": "a", length: 2 }
Array.prototype.pop.call({ length: 1, 0: "last" }) //=> "last"
Array.prototype.fill.call({ length: 2 }, 0) //=> { "0": 0, "1": 0, length: 2 }
Array.prototype.indexOf.call({ length: 3, 1: "x" }, "x") //=> 1
Array.prototype.push.call({ length: 2 ** 53 - 1 }, 1) //! TypeError: Pushing 1 elements on an array-like of length 9007199254740991 is disallowed, as the total surpasses 2**53-1
Array.prototype.length //=> 0
Object.getOwnPropertyDescriptor([], "length") //=> { value: 0, writable: true, enumerable: false, configurable: false }
Object.keys(Array.prototype[Symbol.unscopables]).includes("flat") //=> true
Array[Symbol.species] === Array //=> true
Array.name + Array.length //=> "Array1"

Object.freeze([1]).push(2) //! TypeError: Cannot add property 1, object is not extensible
Object.freeze([1]).pop() //! TypeError: Cannot delete property '0' of [object Array]
Object.freeze([2, 1]).sort() //! TypeError: Cannot assign to read only property '0' of object '[object Array]'
Object.freeze([1, 2]).reverse() //! TypeError: Cannot assign to read only property '0' of object '[object Array]'
Object.freeze([1]).map((x) => x + 1) //=> [2]
Object.freeze([1]).length = 0 //! TypeError: Cannot assign to read only property 'length' of object '[object Array]'
Object.seal([1]).push(2) //! TypeError: Cannot add property 1, object is not extensible
Object.defineProperty([1, 2], "length", { writable: false }).push(3) //! TypeError: Cannot assign to read only property 'length' of object '[object Array]'
Object.defineProperty([1, 2], "length", { writable: false }).pop() //! TypeError: Cannot assign to read only property 'length' of object '[object Array]'

// Getters and setters on elements.
const log = []
const a = [1]
Object.defineProperty(a, 1, { get() { log.push("get"); return 5 }, set(v) { log.push("set " + v) }, enumerable: true, configurable: true })
a[1] = 7
a.map((x) => x) //=> [1, 5]
a.reverse() //=> [5, [get/set]]
log //=> ["set 7", "get", "get", "set 1"]

Array.prototype.concat.call(null) //! TypeError: Array.prototype.concat called on null or undefined
Array.prototype.indexOf.call(undefined, 1) //! TypeError: Array.prototype.indexOf called on null or undefined
Array.prototype.values.call(null) //! TypeError: Cannot convert undefined or null to object
Array.prototype.keys.call(undefined) //! TypeError: Cannot convert undefined or null to object
