// Function.prototype: call, apply, bind, toString, Symbol.hasInstance, name and length.

const f = function (a, b) { return [this, a, b] }
f.call("t", 1, 2) //=> ["t", 1, 2]
f.call() //=> [undefined, undefined, undefined]
f.apply("t", [1, 2]) //=> ["t", 1, 2]
f.apply("t") //=> ["t", undefined, undefined]
f.apply("t", null) //=> ["t", undefined, undefined]
f.apply("t", undefined) //=> ["t", undefined, undefined]
f.apply("t", { length: 2, 0: "x", 1: "y" }) //=> ["t", "x", "y"]
f.apply("t", 5) //! TypeError: CreateListFromArrayLike called on non-object
f.apply("t", "ab") //! TypeError: CreateListFromArrayLike called on non-object
f.apply("t", { length: -1 }) //=> ["t", undefined, undefined]
f.bind("t")(1, 2) //=> ["t", 1, 2]
f.bind("t", 1)(2, 3) //=> ["t", 1, 2]
f.bind("t", 1, 2, 3)() //=> ["t", 1, 2]
f.bind("t").bind("u")(1) //=> ["t", 1, undefined]
f.bind("t").name //=> "bound f"
f.bind().bind().name //=> "bound bound f"
f.bind("t", 1).length //=> 1
f.bind("t", 1, 2, 3).length //=> 0
f.bind("t").prototype //=> undefined
f.bind("t").call("u")[0] //=> "t"
Function.prototype.call.call(f, "t", 1)[0] //=> "t"
Function.prototype.call.call(5) //! TypeError
Function.prototype.apply.call(null) //! TypeError
Function.prototype.bind.call({}) //! TypeError: Bind must be called on a function
Function.prototype.toString.call({}) //! TypeError: Function.prototype.toString requires that 'this' be a Function
Function.prototype.toString.call(5) //! TypeError: Function.prototype.toString requires that 'this' be a Function
Function.prototype() //=> undefined
Function.prototype.name //=> ""
Function.prototype.length //=> 0
typeof Function.prototype //=> "function"
[].map.call("ab", (x) => x + x) //=> ["aa", "bb"]
[].join.call({ length: 2, 0: "a", 1: "b" }, "-") //=> "a-b"
Math.max.apply(null, [1, 2, 3]) //=> 3
Array.prototype.push.apply([1], [2, 3]) //=> 3

class P { constructor(...a) { this.a = a; this.t = new.target.name } }
const B = P.bind("ignored", 1)
new B(2) //=> P { a: [1, 2], t: "P" }
B() //! TypeError: Class constructor P cannot be invoked without 'new'
new B() instanceof P //=> true
new B() instanceof B //=> true
class Q extends B {}
//! TypeError: Class extends value does not have valid prototype property undefined

const arrow = () => 1
const bound = arrow.bind()
new bound() //! TypeError: bound is not a constructor

const f = function (a, b) {}
const { call, apply, bind } = Function.prototype
call.bind([].slice)([1, 2, 3], 1) //=> [2, 3]
Object.getOwnPropertyNames(f) //=> ["length", "name", "prototype"]
Object.getOwnPropertyDescriptor(f, "name") //=> { value: "f", writable: false, enumerable: false, configurable: true }
Object.getOwnPropertyDescriptor(f, "length") //=> { value: 2, writable: false, enumerable: false, configurable: true }
f.name = "other" //! TypeError: Cannot assign to read only property 'name' of function 'function (a, b) {}'
Object.defineProperty(f, "name", { value: "renamed" }).name //=> "renamed"
delete f.length //=> true
Object.assign(() => {}, { a: 1 }) //=> [function] { a: 1 }
f[Symbol.hasInstance](1) //=> false
Function.prototype[Symbol.hasInstance].call(Array, []) //=> true
Function.prototype[Symbol.hasInstance].call(5, []) //=> false
Object.keys(f) //=> []
f instanceof Object //=> true
Object.prototype.toString.call(f) //=> "[object Function]"

const s = Symbol("desc")
const o = { [s]() {}, [Symbol()]: () => 1, get [s + ""] () { return 1 } }
//! TypeError: Cannot convert a Symbol value to a string

const s = Symbol("desc")
const o = { [s]() {}, [Symbol.iterator]: () => 1, "a b"() {}, 5() {}, async *gen() {} }
o[s].name //=> "[desc]"
o[Symbol.iterator].name //=> "[Symbol.iterator]"
o["a b"].name //=> "a b"
o[5].name //=> "5"
o.gen.name //=> "gen"
Object.getOwnPropertyDescriptor({ get x() { return 1 } }, "x").get.name //=> "get x"
Object.getOwnPropertyDescriptor({ set x(v) {} }, "x").set.name //=> "set x"
const { d = () => 1 } = {}
d.name //=> "d"
const [e = function () {}] = []
e.name //=> "e"
((p = () => 1) => p.name)() //=> "p"
let g
;(g) = () => 1
g.name //=> ""
let h
h = function () {}
h.name //=> "h"
const holder = {}
holder.f = () => 1
holder.f.name //=> ""
(0, () => 1).name //=> ""
