// Generators: next, throw, return, delegation, and as iterables.

function* count(n) { for (let i = 0; i < n; i++) yield i; return "end" }
const g = count(2)
;[g.next(), g.next(), g.next(), g.next()] //=> [{ value: 0, done: false }, { value: 1, done: false }, { value: "end", done: true }, { value: undefined, done: true }]
[...count(3)] //=> [0, 1, 2]
Array.from(count(2)) //=> [0, 1]
const [a, ...b] = count(3)
;[a, b] //=> [0, [1, 2]]
Math.max(...count(5)) //=> 4
new Set(count(2)) //=> Set { 0, 1 }
Object.fromEntries([["k", 1]].values()) //=> { k: 1 }
g[Symbol.iterator]() === g //=> true
String(g) //=> "[object Generator]"
g //=> [Generator] {}
count.constructor.name //=> "GeneratorFunction"
typeof count.prototype //=> "object"
new count() //! TypeError: count is not a constructor
Object.getPrototypeOf(g) === count.prototype //=> true
count.prototype.next.call({}) //! TypeError: Method [Generator].prototype.next called on incompatible receiver #<Object>

function* talk() { const log = []; log.push(yield "a"); log.push(yield "b"); return log }
const g = talk()
;[g.next("ignored"), g.next(1), g.next(2), g.next(3)] //=> [{ value: "a", done: false }, { value: "b", done: false }, { value: [1, 2], done: true }, { value: undefined, done: true }]

function* f() { try { yield 1 } catch (e) { yield "caught " + e } finally { yield "finally" } return "end" }
const g = f()
;[g.next(), g.throw("x"), g.next(), g.next(), g.next()] //=> [{ value: 1, done: false }, { value: "caught x", done: false }, { value: "finally", done: false }, { value: "end", done: true }, { value: undefined, done: true }]
const h = f()
;[h.next(), h.return("r"), h.next(), h.next()] //=> [{ value: 1, done: false }, { value: "finally", done: false }, { value: "r", done: true }, { value: undefined, done: true }]
const i = f()
i.throw(new Error("not started")) //! Error: not started
f().return(5) //=> { value: 5, done: true }
const j = f()
j.return(1)
j.next() //=> { value: undefined, done: true }

function* f() { yield 1; throw new Error("inside") }
const g = f()
g.next()
g.next() //! Error: inside

function* f() { yield 1; throw new Error("inside") }
const g = f()
g.next()
try { g.next() } catch {}
g.next() //=> { value: undefined, done: true }

function* inner() { const x = yield "i1"; yield "i2 " + x; return "inner result" }
function* outer() { const r = yield* inner(); yield r; yield* [10, 20]; yield* "ab" }
[...outer()] //=> ["i1", "i2 undefined", "inner result", 10, 20, "a", "b"]
const g = outer()
;[g.next(), g.next("sent"), g.next()] //=> [{ value: "i1", done: false }, { value: "i2 sent", done: false }, { value: "inner result", done: false }]

function* inner() { try { yield 1; yield 2 } finally { log.push("inner closed") } }
function* outer() { try { yield* inner() } finally { log.push("outer closed") } }
const log = []
for (const x of outer()) break
log //=> ["inner closed", "outer closed"]

function* inner() { try { yield 1 } catch (e) { yield "inner caught " + e } }
function* outer() { yield* inner(); yield "after" }
const g = outer()
;[g.next(), g.throw("e"), g.next()] //=> [{ value: 1, done: false }, { value: "inner caught e", done: false }, { value: "after", done: false }]

const noThrow = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { log.push("return"); return {} } }) }
const log = []
function* f() { yield* noThrow }
const g = f()
g.next()
try { g.throw(new Error("x")) } catch (e) { log.push(e.name) }
log //=> ["return", "TypeError"]

function* f() { yield* { [Symbol.iterator]: () => ({ next: () => ({}) }) } }
const g = f()
g.next()
g.throw(new Error("x")) //! TypeError: The iterator does not provide a 'throw' method.

function* f() { yield* 5 }
f().next() //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))

function* f() { yield* undefined }
f().next() //! TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))

function* f() { const x = yield* (function* () { return "r" })(); return x }
f().next() //=> { value: "r", done: true }

function* f() { g.next() }
const g = f()
g.next() //! TypeError: Generator is already running

function* fib() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b] } }
const out = []
for (const x of fib()) { if (x > 20) break; out.push(x) }
out //=> [0, 1, 1, 2, 3, 5, 8, 13]

function* walk(tree) { if (tree) { yield* walk(tree.left); yield tree.v; yield* walk(tree.right) } }
[...walk({ v: 2, left: { v: 1 }, right: { v: 4, left: { v: 3 } } })] //=> [1, 2, 3, 4]

function* f() { yield }
f().next() //=> { value: undefined, done: false }

function* f() { yield yield 1 }
const g = f()
;[g.next(), g.next("x"), g.next()] //=> [{ value: 1, done: false }, { value: "x", done: false }, { value: undefined, done: true }]

function* f() { const o = { a: yield 1, [yield 2]: yield 3 }; return o }
const g = f()
;[g.next(), g.next("A"), g.next("K"), g.next("V")] //=> [{ value: 1, done: false }, { value: 2, done: false }, { value: 3, done: false }, { value: { a: "A", K: "V" }, done: true }]

function* f() { return [yield 1, ...(yield 2)] }
const g = f()
;[g.next(), g.next("a"), g.next([5, 6])] //=> [{ value: 1, done: false }, { value: 2, done: false }, { value: ["a", 5, 6], done: true }]

function* f() { return ((a, b) => a + b)(yield "a", yield "b") }
const g = f()
;[g.next(), g.next(1), g.next(2)] //=> [{ value: "a", done: false }, { value: "b", done: false }, { value: 3, done: true }]

function* f() { return `${yield 1}-${yield 2}` }
const g = f()
;[g.next(), g.next("a"), g.next("b")] //=> [{ value: 1, done: false }, { value: 2, done: false }, { value: "a-b", done: true }]

function* f() { return (yield 1) ? yield 2 : yield 3 }
const g = f()
;[g.next(), g.next(false), g.next("r")] //=> [{ value: 1, done: false }, { value: 3, done: false }, { value: "r", done: true }]

function* f() { switch (yield 1) { case yield 2: return "same"; default: return "other" } }
const g = f()
;[g.next(), g.next("x"), g.next("x")] //=> [{ value: 1, done: false }, { value: 2, done: false }, { value: "same", done: true }]

function* f() { for (const k in yield "object") yield k }
const g = f()
;[g.next(), g.next({ a: 1, b: 2 }), g.next(), g.next()] //=> [{ value: "object", done: false }, { value: "a", done: false }, { value: "b", done: false }, { value: undefined, done: true }]

function* f() { const { a = yield "default a", b } = yield "source"; return [a, b] }
const g = f()
;[g.next(), g.next({ b: 2 }), g.next(1)] //=> [{ value: "source", done: false }, { value: "default a", done: false }, { value: [1, 2], done: true }]

function* f() { let x = 1; x += yield x; return x }
const g = f()
;[g.next(), g.next(10)] //=> [{ value: 1, done: false }, { value: 11, done: true }]

function* f(a = 1, { b } = { b: 2 }) { yield a; yield b; yield arguments.length }
[...f()] //=> [1, 2, 0]
function* g(a = (() => { throw new Error("at the call") })()) {}
g() //! Error: at the call

class A { *m() { yield this.v } static *s() { yield "static" } v = 3; async *am() {} *[Symbol.iterator]() { yield* [1, 2] } }
[...new A().m()] //=> [3]
[...A.s()] //=> ["static"]
[...new A()] //=> [1, 2]
const o = { *g() { yield 1 }, *["c" + 1]() { yield 2 }, g2: function* () { yield 3 } }
;[...o.g(), ...o.c1(), ...o.g2()] //=> [1, 2, 3]

function* f() { try { return "r" } finally { yield "f" } }
const g = f()
;[g.next(), g.next(), g.next()] //=> [{ value: "f", done: false }, { value: "r", done: true }, { value: undefined, done: true }]

function* f() { try { yield 1 } finally { return "override" } }
const g = f()
g.next()
;[g.return("x"), g.next()] //=> [{ value: "override", done: true }, { value: undefined, done: true }]

function* f() { for (;;) try { yield 1 } finally { break } return "left" }
const g = f()
g.next()
g.return("x") //=> { value: "left", done: true }

function* f() { try { yield 1 } finally { throw new Error("from finally") } }
const g = f()
g.next()
g.return("x") //! Error: from finally

const f = function* named() { yield named === f }
f().next().value //=> true

function* f() { yield this }
f.call(7).next().value //=> 7

function* f() { yield* arguments }
[...f(1, 2)] //=> [1, 2]

const lazy = (function* () { for (let i = 1; ; i++) yield i })()
lazy.next()
lazy.next().value //=> 2

function* zip(...its) { const all = its.map((i) => i[Symbol.iterator]()); for (;;) { const r = all.map((i) => i.next()); if (r.some((x) => x.done)) return; yield r.map((x) => x.value) } }
[...zip([1, 2, 3], "ab")] //=> [[1, "a"], [2, "b"]]

function* f() { yield = 1 }
//! SyntaxError

function* f() { function yield() {} }
//! SyntaxError

function* f(a = yield) {}
//! SyntaxError

() => { yield 1 }
//! SyntaxError

function f() { yield 1 }
//! SyntaxError

function* f() { 1 + yield 2 }
//! SyntaxError
