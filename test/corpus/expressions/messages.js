// What V8 says of an expression that is no function, no constructor or not iterable.
const o = { f: 5, g: {} }, x = 5, b = 1, n = null, f = () => undefined
let a
class A {}
;({ a: 1 }).x() //! TypeError: {(intermediate value)}.x is not a function
({ a: b, c: 2 }).x() //! TypeError: {(intermediate value)(intermediate value)}.x is not a function
({ ...o }).x() //! TypeError: {(intermediate value)}.x is not a function
[1, , b, "s", [1]].foo() //! TypeError: [1,(intermediate value),b,"s",[1]].foo is not a function
[...[1]].x() //! TypeError: [(...[1])].x is not a function
(1, o.f)() //! TypeError: (1 , o.f) is not a function
(a ?? b)() //! TypeError: (a ?? b) is not a function
(a ? b : x)() //! TypeError: (intermediate value)(intermediate value)(intermediate value) is not a function
o[x]() //! TypeError: o[x] is not a function
o["a b"]() //! TypeError: o.a b is not a function
o[`f`]() //! TypeError: o.f is not a function
o?.f() //! TypeError: o?.f is not a function
(o?.f)() //! TypeError: (intermediate value) is not a function
(o?.f).x() //! TypeError: (intermediate value).x is not a function
o.f?.() //! TypeError: o.f is not a function
(() => 1)()() //! TypeError: (intermediate value)(...) is not a function
(() => 1).x() //! TypeError: (intermediate value).x is not a function
"abc".x() //! TypeError: "abc".x is not a function
`abc`() //! TypeError: "abc" is not a function
`abc${b}`() //! TypeError: b is not a function
(-x)() //! TypeError: (-x) is not a function
(typeof x)() //! TypeError: (typeof x) is not a function
(x++)() //! TypeError: Assignment to constant variable.
(x + 1 + 2)() //! TypeError: (x + 1 + 2) is not a function
(x * 2 + "s")() //! TypeError: ((x * 2) + "s") is not a function
(a || n || x)() //! TypeError: (a || n || x) is not a function
(o.f = 5)() //! TypeError: o.f is not a function
/abc/g.x() //! TypeError: /abc/g.x is not a function
1n() //! TypeError: (intermediate value) is not a function
new A().x() //! TypeError: (intermediate value).x is not a function
new o.f() //! TypeError: o.f is not a constructor
new (f())() //! TypeError: f(...) is not a constructor
new ({ m() {} }).m() //! TypeError: {(intermediate value)}.m is not a constructor
({}).f`x` //! TypeError: {}.f is not a function

const o = { f: 5, g: {} }, x = 5, n = null, f = () => undefined
let a
class A {}
f(...x) //! TypeError: Spread syntax requires ...iterable[Symbol.iterator] to be a function
f(...n) //! TypeError: n is not iterable (cannot read property null)
f(...a) //! TypeError: a is not iterable (cannot read property undefined)
f(...o.missing) //! TypeError: o.missing is not iterable (cannot read property undefined)
f(...x, 1) //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))
f(...[1], ...n) //! TypeError: object null is not iterable (cannot read property Symbol(Symbol.iterator))
new A(...n) //! TypeError: n is not iterable (cannot read property null)
[...f()] //! TypeError: f is not a function or its return value is not iterable
[...new A()] //! TypeError: A is not a function or its return value is not iterable
[...{ [Symbol.iterator]: () => ({}) }] //! TypeError: {(intermediate value)} is not iterable

const o = { f: 5 }
const [q] = o.f
//! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))

const o = { f: 5 }
const { q: { w } } = o
//! TypeError: Cannot read properties of undefined (reading 'w')

const o = {}, d = undefined
const { q: { w } = d } = o
//! TypeError: Cannot destructure property 'w' of 'd' as it is undefined.

const d = null
const [[w] = d] = [undefined]
//! TypeError: d is not iterable

const { q = 5 } = null
//! TypeError: Cannot read properties of null (reading 'q')

const { ...q } = null
//! TypeError: Cannot destructure 'null' as it is null.

(({ q }) => q)(null) //! TypeError: Cannot destructure property 'q' of 'object null' as it is null.
(({ ...q }) => q)(null) //! TypeError: Cannot destructure 'object null' as it is null.
(([q]) => q)(null) //! TypeError: object null is not iterable (cannot read property Symbol(Symbol.iterator))
(([q]) => q)(5) //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))
(({ q } = {}) => q)(null) //! TypeError: Cannot destructure property 'q' of '(intermediate value)(intermediate value)(intermediate value)' as it is null.

const s = "abc", e = new Error("hi"), p = Object.freeze({ x: 1, toString() { return "p" } })
Object.freeze(e)
s.length = 1 //! TypeError: Cannot assign to read only property 'length' of string 'abc'
s[0] = 1 //! TypeError: Cannot assign to read only property '0' of string 'abc'
s[7] = 1 //! TypeError: Cannot create property '7' on string 'abc'
Symbol("e").q = 1 //! TypeError: Cannot create property 'q' on symbol 'Symbol(e)'
e.message = 1 //! TypeError: Cannot assign to read only property 'message' of object 'Error: hi'
e.other = 1 //! TypeError: Cannot add property other, object is not extensible
p.x = 2 //! TypeError: Cannot assign to read only property 'x' of object '[object Object]'
Math.PI = 2 //! TypeError: Cannot assign to read only property 'PI' of object '#<Object>'
(function foo(a, b) { return 1 }).length = 2 //! TypeError: Cannot assign to read only property 'length' of function 'function foo(a, b) { return 1 }'
Object.freeze([1])[0] = 2 //! TypeError: Cannot assign to read only property '0' of object '[object Array]'
Object.freeze([1])[1] = 2 //! TypeError: Cannot add property 1, object is not extensible
Object.freeze([1]).length = 2 //! TypeError: Cannot assign to read only property 'length' of object '[object Array]'
Object.defineProperty([], "length", { writable: false })[0] = 1 //! TypeError: Cannot assign to read only property 'length' of object '[object Array]'
Object.create(Object.freeze([1]))[0] = 2 //! TypeError: Cannot assign to read only property '0' of object '[object Object]'
new Proxy({}, { set: () => false }).q = 1 //! TypeError: 'set' on proxy: trap returned falsish for property 'q'
new Proxy(Object.freeze({}), {}).q = 1 //! TypeError: Cannot define property q, object is not extensible
new Proxy(Object.freeze({ q: 1 }), {}).q = 1 //! TypeError: Cannot assign to read only property 'q' of object '#<Object>'
delete new Proxy({}, { deleteProperty: () => false }).q //! TypeError: 'deleteProperty' on proxy: trap returned falsish for property 'q'
delete Object.freeze([1])[0] //! TypeError: Cannot delete property '0' of [object Array]
"ab".repeat(2 ** 30) //! RangeError: Invalid string length

class P { get v() { return 1 } static get s() { return 1 } }
class Q extends P { set() { super.v = 1 } static set() { super.s = 1 } add() { Object.freeze(this); super.z = 1 } }
new Q().set() //! TypeError: Cannot set property v of #<P> which has only a getter
Q.set() //! TypeError: Cannot set property s of class P { get v() { return 1 } static get s() { return 1 } } which has only a getter
new Q().add() //! TypeError: Cannot add property z, object is not extensible
new Q().v = 1 //! TypeError: Cannot set property v of #<P> which has only a getter

class Base { constructor(o) { return o } }
class Twice extends Base { #z = 1; constructor(o) { super(o) } }
class Methods extends Base { #z() {} constructor(o) { super(o) } }
class Field extends Base { x = 1; constructor(o) { super(o) } }
const o = {}
const twice = (C) => { new C(o); new C(o) }
twice(Twice) //! TypeError: Cannot initialize #z twice on the same object
twice(Methods) //! TypeError: Cannot initialize private methods of class Methods twice on the same object
new Field(Object.freeze({})) //! TypeError: Cannot define property x, object is not extensible
new Field(Object.freeze({ x: 1 })) //! TypeError: Cannot redefine property: x
new Field(new Proxy({}, { defineProperty: () => false })) //! TypeError: 'defineProperty' on proxy: trap returned falsish for property 'x'

class R { #m() {} get #g() { return 1 } static read(o) { return o.#m } static write(o) { o.#g = 1 } }
R.read({}) //! TypeError: Receiver must be an instance of class R
R.write({}) //! TypeError: Receiver must be an instance of class R
R.write(new R()) //! TypeError: '#g' was defined without a setter

class F extends null {}
new F() //! TypeError: Super constructor null of F is not a constructor

// the target of an assignment pattern comes before the value that it gets
const log = []
class T {
  #x = 0
  static get self() { log.push("target"); return new T() }
  static set() { [T.self.#x] = { *[Symbol.iterator]() { log.push("value"); yield 1 } }; return log }
}
T.set() //=> ["target", "value"]

// not on: V8: it reads the prototype after it converted the key
const one = { p: 1 }, two = { p: -1 }
const o = { __proto__: one, add() { return super[key] += 1 } }
const key = { toString() { Object.setPrototypeOf(o, two); return "p" } }
o.add() //=> 2
