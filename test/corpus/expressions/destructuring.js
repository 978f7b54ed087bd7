// Destructuring: patterns in declarations, assignments and parameters, their order and their failures.

const { a, b: { c }, ...rest } = { a: 1, b: { c: 2 }, d: 3, e: 4 };
[a, c, rest] //=> [1, 2, { d: 3, e: 4 }]

const [x, , y = 5, ...z] = [1, 2, undefined, 4, 5];
[x, y, z] //=> [1, 5, [4, 5]]

const { [`k${1}`]: k, "a b": ab, 3: three } = { k1: "k", "a b": "ab", 3: "three" };
[k, ab, three] //=> ["k", "ab", "three"]

const { length } = "abc"
length //=> 3
const { length: n, 0: first } = [7, 8];
[n, first] //=> [2, 7]
const { toFixed } = 5
typeof toFixed //=> "function"
const {} = 5
"empty pattern" //=> "empty pattern"
const [] = []
"empty list" //=> "empty list"
const [p, q] = "hé"
p + q //=> "hé"
const [[m]] = new Map([[1, 2]])
m //=> 1
const [s1, s2] = new Set(["s"]);
[s1, s2] //=> ["s", undefined]
const { u = "default", v = "unused" } = { u: undefined, v: null };
[u, v] //=> ["default", null]
const { w = w2, w2 = 1 } = {}
//! ReferenceError: Cannot access 'w2' before initialization

const { a } = null
//! TypeError: Cannot destructure property 'a' of 'null' as it is null.

const { a } = undefined
//! TypeError: Cannot destructure property 'a' of 'undefined' as it is undefined.

const {} = null
//! TypeError: Cannot destructure 'null' as it is null.

const { ...r } = null
//! TypeError: Cannot destructure 'null' as it is null.

const [a] = null
//! TypeError: null is not iterable

const [a] = undefined
//! TypeError: undefined is not iterable

const [a] = {}
//! TypeError: {} is not iterable

const [a] = 5
//! TypeError: 5 is not iterable

const { a: { b } } = {}
//! TypeError: Cannot read properties of undefined (reading 'b')

const { a: { b } } = { a: null }
//! TypeError: Cannot read properties of null (reading 'b')

const { a: [b] } = { a: 1 }
//! TypeError

const [{ a }] = []
//! TypeError: Cannot read properties of undefined (reading 'a')

const [[a]] = [null]
//! TypeError: object null is not iterable (cannot read property Symbol(Symbol.iterator))

const o = { x: null }
const { y } = o.x
//! TypeError: Cannot destructure property 'y' of 'o.x' as it is null.

const o = {}
const { y } = o.x
//! TypeError: Cannot destructure property 'y' of 'o.x' as it is undefined.

const o = {}
const { x: { y } } = o
//! TypeError: Cannot read properties of undefined (reading 'y')

const get = () => undefined
const { y } = get()
//! TypeError: Cannot destructure property 'y' of 'get(...)' as it is undefined.

const get = () => undefined
const [y] = get()
//! TypeError: get is not a function or its return value is not iterable

const key = "dyn"
const { [key]: v } = undefined
//! TypeError: Cannot destructure 'undefined' as it is undefined.

const { [Symbol("s")]: v } = undefined
//! TypeError: Cannot destructure 'undefined' as it is undefined.

let a, b
({ a, b } = { a: 1, b: 2 })
//=> { a: 1, b: 2 }

let a, b;
({ a, b } = { a: 1, b: 2 }) //=> { a: 1, b: 2 }
;[a, b] = [b, a]
;[a, b] //=> [2, 1]
const o = {}, list = [];
({ x: o.x, y: o["y"], z: list[0] } = { x: 1, y: 2, z: 3 }) //=> { x: 1, y: 2, z: 3 }
o //=> { x: 1, y: 2 }
list //=> [3]
[o.p = 5, [o.q]] = [undefined, [6]] //=> [undefined, [6]]
o //=> { x: 1, y: 2, p: 5, q: 6 }
({ a = 10, ...o.rest } = { c: 1 }) //=> { c: 1 }
;[a, o] //=> [10, { x: 1, y: 2, p: 5, q: 6, rest: { c: 1 } }]
[...[a, b]] = [8, 9] //=> [8, 9]
;[a, b] //=> [8, 9]
[a, ...list] = "xyz" //! TypeError: Assignment to constant variable.
list //=> [3]
[] = "any" //=> "any"
({} = 5) //=> 5
({} = null) //! TypeError: Cannot destructure 'null' as it is null.
[] = null //! TypeError: object null is not iterable (cannot read property Symbol(Symbol.iterator))
({ a } = null) //! TypeError: Cannot destructure property 'a' of 'null' as it is null.
[a] = {} //! TypeError: object is not iterable (cannot read property Symbol(Symbol.iterator))
({ a: null.x } = { a: 1 }) //! TypeError: Cannot set properties of null (setting 'x')

let a
({ a: a } = 1)
;[(a)] = [2];
({ a: (a) } = { a: 3 })
a //=> 3

// The value of the assignment is its right side.
const source = [1, 2]
let a;
([a] = source) === source //=> true

const log = []
const say = (x) => { log.push(x); return x }
const source = { get a() { log.push("get a"); return undefined }, get b() { log.push("get b"); return 2 } }
const { [say("a")]: x = say("default a"), [say("b")]: y = say("default b") } = source
log //=> ["a", "get a", "default a", "b", "get b"]

// Targets of an assignment are evaluated before the value is read.
const log = []
const target = (name) => { log.push(name); return { set v(x) { log.push("set " + x) } } }
const source = { get a() { log.push("get a"); return 1 } };
({ a: target("t").v } = source)
log //=> ["t", "get a", "set 1"]

const log = []
const iterable = { [Symbol.iterator]() { let n = 0; return { next() { log.push("next"); return { value: n++, done: n > 3 } }, return() { log.push("return"); return {} } } } }
const [a, b] = iterable
const [c, d, e, f] = iterable
const [...all] = iterable
const [,] = iterable
const [] = iterable
;[a, b, c, d, e, f, all] //=> [0, 1, 0, 1, 2, undefined, [0, 1, 2]]
log //=> ["next", "next", "return", "next", "next", "next", "next", "next", "next", "next", "next", "next", "return", "return"]

const log = []
const iterable = { [Symbol.iterator]: () => ({ next: () => ({ value: undefined, done: false }), return() { log.push("closed"); return {} } }) }
try { const [a = (() => { throw new Error("default") })()] = iterable } catch (e) { log.push(e.message) }
try { const [{ a }] = iterable } catch (e) { log.push(e.name) }
log //=> ["closed", "default", "closed", "TypeError"]

// An iterator that has failed is not closed.
const log = []
const iterable = { [Symbol.iterator]: () => ({ next() { throw new Error("next") }, return() { log.push("closed") } }) }
try { const [a] = iterable } catch (e) { log.push(e.message) }
log //=> ["next"]

const { ...copy } = Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } })
copy //=> { own: 1 }
const { x, ...others } = { x: 1, [Symbol.for("s")]: 2, get y() { return 3 } }
others //=> { y: 3, [Symbol(s)]: 2 }
const { 1: one, ...tail } = [10, 20, 30]
tail //=> { "0": 10, "2": 30 }
const { ...letters } = "ab"
letters //=> { "0": "a", "1": "b" }
const { ...none } = 5
none //=> {}

const f = ({ a, b = a }, [c, d = c], ...[e]) => [a, b, c, d, e]
f({ a: 1 }, [2], 3) //=> [1, 1, 2, 2, 3]
f({}, []) //=> [undefined, undefined, undefined, undefined, undefined]
f() //! TypeError: Cannot destructure property 'a' of 'undefined' as it is undefined.
f({ a: 1 }) //! TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))
f(null, []) //! TypeError: Cannot destructure property 'a' of 'object null' as it is null.

const { a, a: b } = { a: 1 };
[a, b] //=> [1, 1]
const [{ n }, [m]] = [{ n: 1 }, [2]]
n + m //=> 3
let i = 0
const arr = [];
[arr[i++], arr[i++]] = ["x", "y"]
arr //=> ["x", "y"]
for (const [k, { v }] of Object.entries({ a: { v: 1 } })) arr.push(k, v)
arr //=> ["x", "y", "a", 1]

const { a: 1 } = {}
//! SyntaxError

const [...a, b] = []
//! SyntaxError

const { ...{ a } } = {}
//! SyntaxError

({ a: 1 }) = {}
//! SyntaxError

[a + 1] = []
//! SyntaxError

const { if } = {}
//! SyntaxError

({ a = 1 })
//! SyntaxError

let [let] = []
//! SyntaxError

const { default: d } = { default: 5 }
d //=> 5

// Patterns of plain parts, bound again and again, with getters, defaults and iterators that stop in between.
const order = [];
const take = ({ a, b = order.push("default"), c: { d } = { d: 4 } }) => [a, b, d];
const taken = [{ a: 1 }, { a: 1, b: 2, c: { d: 3 } }, { get a() { order.push("a"); return 5 }, get b() { order.push("b") } }].map(take);
[taken, order] //=> [[[1, 1, 4], [1, 2, 3], [5, 4, 4]], ["default", "a", "b", "default"]]

function* parts() {
  const { a = yield "a", ...rest } = { b: 1 };
  const [c = yield "c", , d = yield "d", ...others] = [undefined, 0, undefined, 3, 4];
  const [e, f = yield "f"] = [];
  return { a, rest, c, d, others, e, f };
}
const steps = parts();
[steps.next(), steps.next(1), steps.next(2), steps.next(3), steps.next(4)] //=> [{ value: "a", done: false }, { value: "c", done: false }, { value: "d", done: false }, { value: "f", done: false }, { value: { a: 1, rest: { b: 1 }, c: 2, d: 3, others: [3, 4], e: undefined, f: 4 }, done: true }]

const [first, , third = "none", [inner] = ["in"]] = [1, 2];
[first, third, inner] //=> [1, "none", "in"]

const holes = (([a, b = 2, c]) => [a, b, c])([, , 3]);
Array.prototype[0] = "proto";
const throughHole = (([a, b]) => [a, b])([, 1]);
delete Array.prototype[0];
[holes, throughHole] //=> [[undefined, 2, 3], ["proto", 1]]

const shrinking = [1, 2, 3];
const [one, two = 5, three = shrinking.length] = (shrinking.length = 1, shrinking);
[one, two, three] //=> [1, 5, 1]

const { length, 0: zero, ...letters } = "ab";
[length, zero, letters] //=> [2, "a", { "1": "b" }]

let failure;
try { const { a, b: { c } } = { a: 1 } } catch (error) { failure = error.message }
failure //=> "Cannot read properties of undefined (reading 'c')"
