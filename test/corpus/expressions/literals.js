// Literals of numbers, strings, arrays and objects.

[0xff, 0b101, 0o17, 1_000_000, 1e3, 1E-2, .5, 5., 0.0] //=> [255, 5, 15, 1000000, 1000, 0.01, 0.5, 5, 0]
[0x1F, 0B11, 0O7, 0XAB] //=> [31, 3, 7, 171]
9007199254740993 //=> 9007199254740992
0.1 //=> 0.1
1e21 //=> 1e+21
1e-7 //=> 1e-7
123456789012345680000 //=> 123456789012345680000
0.000001 //=> 0.000001
1.7976931348623157e308 //=> 1.7976931348623157e+308
5e-324 //=> 5e-324
1e400 //=> Infinity
[1n, 0xffn, 1_000n, 0b11n] //=> [1n, 255n, 1000n, 3n]

010
//! SyntaxError

08
//! SyntaxError

1__0
//! SyntaxError

1_
//! SyntaxError

01n
//! SyntaxError

3in []
//! SyntaxError

"\x41\u0042\u{43}\n\t\\\'\"\0\
joined" //=> "ABC\n\t\\'\"\u0000joined"
'\b\f\v' //=> "\b\f\u000b"
"\u2028".length //=> 1
"\u{1F600}" === "\uD83D\uDE00" //=> true
"\a\q" //=> "aq"
"\uD800".length //=> 1

"\01"
//! SyntaxError

"\8"
//! SyntaxError

"\u{110000}"
//! SyntaxError

"unterminated
//! SyntaxError

[] //=> []
[,] //=> [,]
[,].length //=> 1
[1, , 3] //=> [1, , 3]
[1, 2, ].length //=> 2
[, 1] //=> [, 1]
[...[1, , 3]] //=> [1, undefined, 3]
[..."añ\u{1F600}"] //=> ["a", "ñ", "😀"]
[...[], ...[1], 2, ...new Set([3])] //=> [1, 2, 3]
[...new Map([["k", 1]])] //=> [["k", 1]]
[...5] //! TypeError: 5 is not iterable
[...undefined] //! TypeError: undefined is not iterable
[...null] //! TypeError: null is not iterable
[...{}] //! TypeError: {} is not iterable
[...{ [Symbol.iterator]: 1 }] //! TypeError: {(intermediate value)} is not iterable
[...{ [Symbol.iterator]: () => 1 }] //! TypeError: Result of the Symbol.iterator method is not an object
[...{ [Symbol.iterator]: () => ({}) }] //! TypeError: {(intermediate value)} is not iterable
[...{ [Symbol.iterator]: () => ({ next: () => 1 }) }] //! TypeError: Iterator result 1 is not an object
[...{ length: 2 }] //! TypeError: {(intermediate value)} is not iterable

({}) //=> {}
({ a: 1, "b": 2, 3: 3, [`c${1}`]: 4, 1e3: 5, 0x10: 6, .5: 7, 1n: 8 }) //=> { "1": 8, "3": 3, "16": 6, "1000": 5, a: 1, b: 2, c1: 4, "0.5": 7 }
({ b: 1, 2: 1, a: 1, 1: 1 }) //=> { "1": 1, "2": 1, b: 1, a: 1 }
({ a: 1, a: 2 }) //=> { a: 2 }
({ "-1": 1, "01": 2, 4294967295: 3, 4294967294: 4 }) //=> { "4294967294": 4, "-1": 1, "01": 2, "4294967295": 3 }
({ __proto__: { inherited: 1 } }).inherited //=> 1
({ "__proto__": null }) instanceof Object //=> false
({ ["__proto__"]: 5 }) //=> { __proto__: 5 }
({ __proto__: 5 }) //=> {}
const __proto__ = 3;
({ __proto__ }) //=> { __proto__: 3 }
({ __proto__() {} }) //=> { __proto__: [function __proto__] }

({ __proto__: 1, __proto__: 2 })
//! SyntaxError

const x = 1, y = 2;
({ x, y }) //=> { x: 1, y: 2 }
({ x, f() { return 1 }, async g() {}, *h() {}, async *i() {}, get j() { return 1 }, set j(v) {}, get k() { return 2 }, set l(v) {} }) //=> { x: 1, f: [function f], g: [function g], h: [function h], i: [function i], j: [get/set], k: [get], l: [set] }
({ get: 1, set: 2, async: 3, static: 4, await: 5, new: 6 }) //=> { get: 1, set: 2, async: 3, static: 4, await: 5, new: 6 }
({ get() { return "g" }, set() {}, async() {} }).get() //=> "g"
({ get [`a${1}`]() { return 5 } }).a1 //=> 5
({ [Symbol.toStringTag]: "T" }) //=> [T] { [Symbol(Symbol.toStringTag)]: "T" }
({ f: function () {}, g: () => 1, h: class {}, ["i" + 1]: () => 1, [Symbol("s")]: () => 1 }) //=> { f: [function f], g: [function g], h: [function h], i1: [function i1], [Symbol(s)]: [function [s]] }
({ get a() { return 1 }, a: 2 }) //=> { a: 2 }
({ a: 2, get a() { return 1 } }) //=> { a: [get] }

// not on: JavaScriptCore: it converts the key after the value
// Keys and values are evaluated in order, and each key is converted before its value.
const log = []
const say = (value) => { log.push(value); return value }
const key = (name) => ({ toString() { log.push(name + " converts"); return name } })
;({ [key("a")]: say(1), [key("b")]: say(2), ...(say("spread"), { c: 3 }), [key("d")]() {} }) //=> { a: 1, b: 2, c: 3, d: [function d] }
log //=> ["a converts", 1, "b converts", 2, "spread", "d converts"]

({ ...{ a: 1, b: 2 }, b: 3 }) //=> { a: 1, b: 3 }
({ b: 3, ...{ a: 1, b: 2 } }) //=> { b: 2, a: 1 }
({ ...null, ...undefined, ...5, ...true, ...Symbol() }) //=> {}
({ ..."ab" }) //=> { "0": "a", "1": "b" }
({ ...[1, , 3] }) //=> { "0": 1, "2": 3 }
({ ...(() => 1) }) //=> {}
({ ...{ get x() { return 1 }, set y(v) {}, [Symbol.for("s")]: 2 } }) //=> { x: 1, y: undefined, [Symbol(s)]: 2 }
({ ...Object.create({ inherited: 1 }, { hidden: { value: 1 }, shown: { value: 2, enumerable: true } }) }) //=> { shown: 2 }
({ ...new Map([[1, 2]]) }) //=> {}
({ ...{ __proto__: { a: 1 } } }) //=> {}
({ ...{ ["__proto__"]: 1 } }) //=> { __proto__: 1 }
({ ...{ get x() { throw new Error("while spreading") } } }) //! Error: while spreading
({ set x(v) { throw new Error("not called") }, ...{ x: 1 } }) //=> { x: 1 }

// The same literal again and again, with parts that throw, and copies that part from what they were copied from.
const seen = [];
const make = (f) => ({ a: f(1), b: f(2), c: f(3) });
for (const f of [(n) => n, (n) => `${n}`, (n) => { if (n === 2) throw n; return n }, (n) => ({ n })]) {
  try { seen.push(make(f)) } catch (error) { seen.push(error) }
}
seen //=> [{ a: 1, b: 2, c: 3 }, { a: "1", b: "2", c: "3" }, 2, { a: { n: 1 }, b: { n: 2 }, c: { n: 3 } }]

const twice = [1, 2].map((n) => ({ a: n, b: n, a: -n }));
twice //=> [{ a: -1, b: 1 }, { a: -2, b: 2 }]

const source = { a: 1, b: [2], [Symbol.iterator]: 3 };
const copies = [1, 2, 3].map((n) => ({ ...source, a: n, ["c" + n]: n }));
source.b = 9;
copies[0].b.push(4);
[copies, source, { ...Object.freeze({ x: 1 }) }, { ...{ 2: "b", 1: "a", z: 0 } }] //=> [[{ a: 1, b: [2, 4], c1: 1, [Symbol(Symbol.iterator)]: 3 }, { a: 2, b: [2, 4], c2: 2, [Symbol(Symbol.iterator)]: 3 }, { a: 3, b: [2, 4], c3: 3, [Symbol(Symbol.iterator)]: 3 }], { a: 1, b: 9, [Symbol(Symbol.iterator)]: 3 }, { x: 1 }, { "1": "a", "2": "b", z: 0 }]

class Hidden { #secret = 1; shown = 2; static read(o) { return #secret in o } }
const plain = { ...new Hidden() };
[plain, Hidden.read(plain), Object.getPrototypeOf(plain) === Object.prototype] //=> [{ shown: 2 }, false, true]

const changed = { ...{ a: 1, b: 2 } };
delete changed.a;
changed.a = 3;
[changed, { ...changed, b: 4 }] //=> [{ b: 2, a: 3 }, { b: 4, a: 3 }]
