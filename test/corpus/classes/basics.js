// Classes: constructors, methods, accessors, statics and inheritance.

class A { constructor(x) { this.x = x } get double() { return this.x * 2 } set double(v) { this.x = v / 2 } static make(x) { return new this(x) } m() { return "m" + this.x } }
const a = new A(2)
a //=> A { x: 2 }
a.double //=> 4
a.double = 10 //=> 10
a.x //=> 5
a.m() //=> "m5"
A.make(7) //=> A { x: 7 }
A() //! TypeError: Class constructor A cannot be invoked without 'new'
a.make //=> undefined
A.m //=> undefined
a.nothing() //! TypeError: a.nothing is not a function
Object.getOwnPropertyNames(A) //=> ["length", "name", "prototype", "make"]
Object.getOwnPropertyNames(A.prototype) //=> ["constructor", "double", "m"]
Object.keys(A.prototype) //=> []
A.prototype.constructor === A //=> true
A.prototype = {} //! TypeError
Object.getOwnPropertyDescriptor(A.prototype, "m") //=> { value: [function m], writable: true, enumerable: false, configurable: true }
new a.m() //! TypeError: a.m is not a constructor
typeof A //=> "function"
A.name //=> "A"
A.length //=> 1
a instanceof A //=> true
const { m } = a
m() //! TypeError: Cannot read properties of undefined (reading 'x')

class B { constructor() { this.log = ["B"] } hello() { return "B.hello" } static s() { return "B.s" } get g() { return "B.g" } }
class C extends B { constructor() { super(); this.log.push("C") } hello() { return super.hello() + " C.hello" } static s() { return super.s() + " C.s" } get g() { return super.g + " C.g" } }
const c = new C()
c.log //=> ["B", "C"]
c.hello() //=> "B.hello C.hello"
C.s() //=> "B.s C.s"
c.g //=> "B.g C.g"
c instanceof B //=> true
Object.getPrototypeOf(C) === B //=> true
c.constructor.name //=> "C"
class D extends C {}
new D().log //=> ["B", "C"]
D.s() //=> "B.s C.s"
D.name //=> "D"
D.length //=> 0
new D().hello() //=> "B.hello C.hello"

class E { constructor(...args) { this.args = args } }
class F extends E {}
new F(1, 2).args //=> [1, 2]

class E {}
class G extends E { constructor() { this.x = 1 } }
new G() //! ReferenceError: Must call super constructor in derived class before accessing 'this' or returning from derived constructor

class E {}
class G extends E { constructor() { } }
new G() //! ReferenceError: Must call super constructor in derived class before accessing 'this' or returning from derived constructor

class E {}
class G extends E { constructor() { super(); super() } }
new G() //! ReferenceError: Super constructor may only be called once

class E {}
class G extends E { constructor() { return { replaced: 1 } } }
new G() //=> { replaced: 1 }

class E {}
class G extends E { constructor() { return 1 } }
new G() //! TypeError: Derived constructors may only return object or undefined

class E {}
class G extends E { constructor() { super(); return undefined } }
new G() //=> G {}

class E {}
class G extends E { constructor() { const f = () => super(); f(); this.ok = 1 } }
new G() //=> G { ok: 1 }

class E {}
class G extends E { constructor() { const f = () => this; f() } }
new G() //! ReferenceError: Must call super constructor in derived class before accessing 'this' or returning from derived constructor

class E { constructor() { return { other: 1 } } }
class G extends E { y = 2 }
new G() //=> { other: 1, y: 2 }

class X extends null {}
new X() //! TypeError: Super constructor null of X is not a constructor
class Y extends undefined {}
//! TypeError: Class extends value undefined is not a constructor or null

class Y extends 5 {}
//! TypeError: Class extends value 5 is not a constructor or null

class Y extends ({}) {}
//! TypeError: Class extends value #<Object> is not a constructor or null

class Y extends (() => 1) {}
//! TypeError: Class extends value () => 1 is not a constructor or null

function Old() { this.old = 1 }
Old.prototype.hi = function () { return "hi" }
class New extends Old {}
new New().hi() //=> "hi"
new New() //=> New { old: 1 }
class Odd extends (class { static [Symbol.hasInstance]() { return true } }) {}
5 instanceof Odd //=> true
const mixin = (Base) => class extends Base { mixed() { return "mixed" } }
class Mixed extends mixin(Old) {}
new Mixed().mixed() //=> "mixed"
new Mixed() instanceof Old //=> true

class Bad { static prototype() {} }
//! SyntaxError

class Bad { constructor() {} constructor() {} }
//! SyntaxError

class Bad { get constructor() {} }
//! SyntaxError

class Bad { #constructor }
//! SyntaxError

class Bad { constructor() { super() } }
//! SyntaxError

class Bad { m() { super() } }
//! SyntaxError

function f() { super.x }
//! SyntaxError

class { }
//! SyntaxError

class Bad { x = }
//! SyntaxError

class Bad { static prototype = 1 }
//! SyntaxError

class Bad { x = arguments }
//! SyntaxError

const o = { __proto__: { hi() { return "proto " + this.n } }, n: 5, hi() { return "own " + super.hi() } }
o.hi() //=> "own proto 5"
const p = { get x() { return super.x }, __proto__: { x: 1 } }
p.x //=> 1
const q = { set() { super.v = 3 }, __proto__: { set v(x) { this.w = x } } }
q.set()
q //=> { set: [function set], w: 3 }
const r = { m() { return super.missing } }
r.m() //=> undefined
const s = { m() { return super.missing() } }
s.m() //! TypeError: (intermediate value).missing is not a function
const t = { m() { super.fresh = 1; return Object.keys(this) } }
t.m() //=> ["m", "fresh"]
({ m() { delete super.x } }).m() //! ReferenceError: Unsupported reference to 'super'

class Key { static ["computed" + 1]() { return 1 } ["m" + 2]() { return 2 } get [Symbol.toStringTag]() { return "Tag" } static async a() {} *[Symbol.iterator]() { yield 1 } 5() { return 5 } "with space"() { return "s" } }
Key.computed1() //=> 1
new Key().m2() //=> 2
String(new Key()) //=> "[object Tag]"
[...new Key()] //=> [1]
new Key()[5]() //=> 5
new Key()["with space"]() //=> "s"

// Order: the heritage, the keys, then static fields and blocks.
const log = []
const say = (x) => { log.push(x); return x }
class O extends (say("heritage"), Object) { [say("key1")] = say("field"); static [say("key2")] = say("static"); static { say("block") } [say("key3")]() {} }
log //=> ["heritage", "key1", "key2", "key3", "static", "block"]
new O()
log.at(-1) //=> "field"

const Named = class Inner { static who = Inner.name; who() { return Inner } }
Named.who //=> "Inner"
new Named().who() === Named //=> true
typeof Inner //=> "undefined"
const Anonymous = class {}
Anonymous.name //=> "Anonymous"
(class {}).name //=> ""
(class { static name() {} }).name //=> [function name]
const holder = { K: class {} }
holder.K.name //=> "K"
new (class { constructor(x) { this.x = x } })(3) //=> { x: 3 }

class Stack extends Array { top() { return this[this.length - 1] } }
const st = Stack.from([1, 2, 3])
st //=> Stack [1, 2, 3]
st.top() //=> 3
st.map((x) => x * 2) instanceof Stack //=> true
st.filter(Boolean).top() //=> 3
st.length //=> 3
new Stack(3).length //=> 3
Stack.of(7) //=> Stack [7]
st.concat([4]) //=> Stack [1, 2, 3, 4]
class Species extends Array { static get [Symbol.species]() { return Array } }
new Species(1, 2).map((x) => x) //=> [1, 2]

class Err extends Error { constructor(message, code) { super(message); this.code = code } get name() { return "Err" } }
const e = new Err("bad", 7)
String(e) //=> "Err: bad"
e instanceof Error //=> true
Object.keys(e) //=> ["code"]
class M extends Map { get(k) { return super.get(k) ?? "none" } }
new M([[1, 2]]).get(3) //=> "none"
new M([[1, 2]]).get(1) //=> 2
new M([[1, 2]]) //=> M { 1 => 2 }
class P extends Promise {}
P.resolve(1) instanceof P //=> true
P.resolve(1).then((x) => x) instanceof P //=> true
class S extends String { shout() { return this.toUpperCase() + "!" } }
new S("hi").shout() //=> "HI!"
new S("hi").length //=> 2

new.target //=> undefined
