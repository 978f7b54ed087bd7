// Calls, parameters, arguments, this, closures and recursion.

((a, b) => a + b)(1, 2) //=> 3
((a, b) => [a, b])(1) //=> [1, undefined]
((a) => a)(1, 2) //=> 1
((...all) => all)(1, 2, 3) //=> [1, 2, 3]
((a, ...rest) => rest)(1) //=> []
((a = 1, b = a + 1) => [a, b])() //=> [1, 2]
((a = 1) => a)(undefined) //=> 1
((a = 1) => a)(null) //=> null
((a, b = a) => [a, b])(3) //=> [3, 3]
((a = b, b) => a)() //! ReferenceError: Cannot access 'b' before initialization
((a = a) => a)() //! ReferenceError: Cannot access 'a' before initialization
(({ a, b: { c = 5 } = {} } = {}) => [a, c])() //=> [undefined, 5]
(([a, [b]] = [1, [2]]) => a + b)() //=> 3
(({ a }) => a)() //! TypeError: Cannot destructure property 'a' of 'undefined' as it is undefined.
(({ a }) => a)(null) //! TypeError: Cannot destructure property 'a' of 'object null' as it is null.
(([a]) => a)() //! TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))
(([a]) => a)({}) //! TypeError: object is not iterable (cannot read property Symbol(Symbol.iterator))
((...[a, b]) => a + b)(1, 2) //=> 3
((a = (() => { throw new Error("default") })()) => a)() //! Error: default
((a = (() => { throw new Error("default") })()) => a)(1) //=> 1
(function (a) { return arguments.length })(1, 2, 3) //=> 3
(function () { return [...arguments] })(1, 2) //=> [1, 2]
(function (a) { a = 9; return arguments[0] })(1) //=> 1
(function (a) { arguments[0] = 9; return a })(1) //=> 1
(function () { return arguments })(1, "b") //=> [Arguments] { "0": 1, "1": "b" }
(function () { return typeof arguments.callee })() //! TypeError: 'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the arguments objects for calls to them
(function () { return Object.prototype.toString.call(arguments) })() //=> "[object Arguments]"
(function () { return (() => arguments[0])() })("outer") //=> "outer"
(function (arguments_) { return Array.isArray(arguments) })() //=> false
Math.max(...[1, 5, 3]) //=> 5
Math.max(...[], ...new Set([2, 4]), 3) //=> 4
((...a) => a.length)(...[1, , 3]) //=> 3
((...a) => a)(..."ab", ...[1]) //=> ["a", "b", 1]
f(...5)
function f() {}
//! TypeError: Spread syntax requires ...iterable[Symbol.iterator] to be a function

((a, b) => 1).length //=> 2
((a, b = 1, c) => 1).length //=> 1
((...a) => 1).length //=> 0
(({ a }, [b]) => 1).length //=> 2
(function named() {}).name //=> "named"
(() => {}).name //=> ""
(class { static name = "static" }).name //=> "static"

// this
function self() { return this }
self() //=> undefined
self.call(5) //=> 5
self.call(null) //=> null
self.apply("x") //=> "x"
self.bind(7)() //=> 7
({ self }).self().self === self //=> true
(() => this)() //=> undefined
({ arrow: () => this }).arrow() //=> undefined
({ m() { return (() => this.v)() }, v: 3 }).m() //=> 3
[1].map(self)[0] //=> undefined
[1].map(self, "bound") //=> ["bound"]
({ get g() { return this.v }, v: 4 }).g //=> 4

function Point(x) { this.x = x }
new Point(1) //=> Point { x: 1 }
Point(1) //! TypeError: Cannot set properties of undefined (setting 'x')
new Point(1) instanceof Point //=> true
new Point //=> Point { x: undefined }
Point.prototype.constructor === Point //=> true
new (function () { return { replaced: true } })() //=> { replaced: true }
new (function () { this.kept = true; return 5 })() //=> { kept: true }
new (function () { return [] })() //=> []
new (class { constructor() { return 1 } })() //=> {}
Object.getOwnPropertyDescriptor(Point, "prototype") //=> { value: {}, writable: true, enumerable: false, configurable: false }
(() => {}).prototype //=> undefined
(async () => {}).prototype //=> undefined
({ m() {} }).m.prototype //=> undefined
new ({ m() {} }).m() //! TypeError: {(intermediate value)}.m is not a constructor
new (async function () {})() //! TypeError: (intermediate value) is not a constructor
new (function* () {})() //! TypeError: (intermediate value) is not a constructor

// Arguments are evaluated left to right, before the call.
const log = []
const say = (x) => { log.push(x); return x }
((a, b) => log.push("called"))(say(1), say(2), ...[say(3)], say(4)) //=> 5
log //=> [1, 2, 3, 4, "called"]

// Defaults see earlier parameters, not the body's variables.
let x = "outer"
const f = (a = () => x) => { let x = "inner"; return a() }
f() //=> "outer"
const g = (a, b = () => a) => { a = 2; return b() }
g(1) //=> 2
function h(a, b = () => a) { var a = 2; return [a, b()] }
h(1) //=> [2, 1]
function i(a, b = () => a) { var a; return a }
i(1) //=> 1

const log = []
const f = ({ a = log.push("a"), b = log.push("b") }, c = log.push("c")) => log
f({ b: 0 }) //=> ["a", "c"]

const counter = () => { let n = 0; return { up: () => ++n, get n() { return n } } }
const one = counter(), two = counter()
one.up()
one.up()
two.up()
;[one.n, two.n] //=> [2, 1]

const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x)
compose((x) => x + 1, (x) => x * 2)(5) //=> 11
const curry = (f) => (a) => (b) => f(a, b)
curry((a, b) => a - b)(5)(3) //=> 2
const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2)
fib(15) //=> 610
const even = (n) => n === 0 ? true : odd(n - 1)
const odd = (n) => n === 0 ? false : even(n - 1)
even(100) //=> true
const Y = (f) => ((x) => x(x))((x) => f((y) => x(x)(y)))
Y((self) => (n) => n ? n * self(n - 1) : 1)(5) //=> 120
const memo = new Map()
const slow = (n) => memo.get(n) ?? (memo.set(n, n * 2), memo.get(n))
;[slow(2), slow(2), memo.size] //=> [4, 4, 1]

(function () { return typeof this })() //=> "undefined"
(function () { "use strict"; return this })() //=> undefined
(() => ({ a: 1 }))() //=> { a: 1 }
(() => { a: 1 })() //=> undefined
(a => a * 2)(4) //=> 8
((a) => (b) => a + b)(1)(2) //=> 3
(async (x) => x)(1) instanceof Promise //=> true
(function f(n) { return n ? f(n - 1) : "done" })(50) //=> "done"
void function () {}() //=> undefined
!function () { return 1 }() //=> false
(function () { return this }).call(undefined) //=> undefined
(function (a, b) {}).toString() //=> "function (a, b) {}"
(() => 1).toString() //=> "() => 1"
((a) => { return a }).toString() //=> "(a) => { return a }"
({ m(x) { return x } }).m.toString() //=> "m(x) { return x }"
({ get g() { return 1 } }, Object.getOwnPropertyDescriptor({ get g() { return 1 } }, "g").get.toString()) //=> "get g() { return 1 }"
(class A { x = 1 }).toString() //=> "class A { x = 1 }"
(async function* g() { }).toString() //=> "async function* g() { }"
Math.max.toString() //=> "function max() { [native code] }"
(function () {}).bind().toString() //=> "function () { [native code] }"

function f(a) { "use strict" }
f.caller
//! TypeError: 'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the arguments objects for calls to them

function f() { return f.arguments }
f()
//! TypeError: 'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the arguments objects for calls to them

const nested = () => { const a = 1; return () => { const b = 2; return () => { const c = 3; return [a, b, c] } } }
nested()()() //=> [1, 2, 3]

const list = []
for (let i = 0; i < 3; i++) { const j = i * 2; list.push(() => [i, j]) }
list.map((f) => f()) //=> [[0, 0], [1, 2], [2, 4]]

function outer() { return inner; function inner() { return typeof outer } }
outer()() //=> "function"

((eval) => eval)
//! SyntaxError

((a, a) => 1)
//! SyntaxError

(...rest, a) => 1
//! SyntaxError

(...a = []) => 1
//! SyntaxError

function f(a = 1) { "use strict" }
//! SyntaxError

() => {} || 1
//! SyntaxError

a
=> 1
//! SyntaxError

f(a b)
//! SyntaxError
