// Fields, private names, static blocks and accessors.

class A { x = 1; y = this.x + 1; z; ["c" + 1] = 3; "quoted" = 4; 5 = 5; static s = 6; static t = this.s + 1 }
new A() //=> A { "5": 5, x: 1, y: 2, z: undefined, c1: 3, quoted: 4 }
A.s //=> 6
A.t //=> 7
Object.getOwnPropertyDescriptor(new A(), "z") //=> { value: undefined, writable: true, enumerable: true, configurable: true }

class P { #x = 1; get x() { return this.#x } set x(v) { this.#x = v } has(o) { return #x in o } static #count = 0; static make() { P.#count++; return P.#count } #m() { return "private " + this.#x } call() { return this.#m() } get #a() { return 5 } get a() { return this.#a } set #a(v) { this.v = v } setA(v) { this.#a = v; return this.v } static #sm() { return "static private" } static callSm() { return this.#sm() } }
const p = new P()
p.x //=> 1
p.x = 5 //=> 5
p.call() //=> "private 5"
p.has(p) //=> true
p.has({}) //=> false
p.has(5) //! TypeError: Cannot use 'in' operator to search for '#x' in 5
P.make() + P.make() //=> 3
p.a //=> 5
p.setA(3) //=> 3
P.callSm() //=> "static private"
Object.keys(p) //=> ["v"]
JSON.stringify(p) //=> "{\"v\":3}"
class Sub extends P {}
Sub.callSm() //! TypeError: Receiver must be class P
P.prototype.call.call({}) //! TypeError: Receiver must be an instance of class P
new Sub().call() //=> "private 1"
P.prototype.call.call(new Proxy(p, {})) //! TypeError: Receiver must be an instance of class P
Object.getOwnPropertyDescriptor(P.prototype, "x").get.call({}) //! TypeError: Cannot read private member #x from an object whose class did not declare it
Object.getOwnPropertyDescriptor(P.prototype, "x").set.call({}, 1) //! TypeError: Cannot write private member #x to an object whose class did not declare it

class Q { #m() {} set() { this.#m = 1 } }
new Q().set() //! TypeError: Private method '#m' is not writable

class R { get #g() { return 1 } set() { this.#g = 1 } }
new R().set() //! TypeError: '#g' was defined without a setter

class S { set #s(v) {} get() { return this.#s } }
new S().get() //! TypeError: '#s' was defined without a getter

class T { #x = 1; static read(o) { return o.#x } static maybe(o) { return o?.#x } static inc(o) { return o.#x++ } }
T.read(new T()) //=> 1
T.maybe(null) //=> undefined
T.read(null) //! TypeError: Cannot read properties of null (reading '#x')
T.read({}) //! TypeError: Cannot read private member #x from an object whose class did not declare it
T.inc({}) //! TypeError: Cannot read private member #x from an object whose class did not declare it

class A { #x; m() { return this.#y } }
//! SyntaxError

({}).#x
//! SyntaxError

class A { #x; #x }
//! SyntaxError

class A { #x; m() { delete this.#x } }
//! SyntaxError

class A { static { await } }
//! SyntaxError

class A { static { return } }
//! SyntaxError

const log = []
class Base { constructor() { log.push("base " + this.field + " " + typeof this.m) } field = "base field"; m() {} }
class Derived extends Base { field = "derived field"; other = (log.push("derived init"), 1); constructor() { log.push("before super"); super(); log.push("after super " + this.field) } }
new Derived() //=> Derived { field: "derived field", other: 1 }
log //=> ["before super", "base base field function", "derived init", "after super derived field"]

class Setter { set x(v) { throw new Error("not called") } }
class Field extends Setter { x = 1 }
new Field() //=> Field { x: 1 }

class Arrow { n = 1; get = () => this.n; fn = function () { return this?.n } }
const { get, fn } = new Arrow()
get() //=> 1
fn() //=> undefined
new Arrow().get.name //=> "get"
class AnonField { f = () => 1; #g = () => 1; name2 = class {}; static h = function () {}; g() { return this.#g.name } }
new AnonField().f.name //=> "f"
new AnonField().g() //=> "#g"
new AnonField().name2.name //=> "name2"
AnonField.h.name //=> "h"

let order = []
class Blocks { static a = order.push("a"); static { order.push("block " + this.name); var inner = 1; this.b = inner } static c = order.push("c") }
order //=> ["a", "block Blocks", "c"]
Blocks.b //=> 1
typeof inner //=> "undefined"

class Frozen { constructor() { Object.freeze(this) } }
class Late extends Frozen { x = 1 }
new Late() //! TypeError: Cannot define property x, object is not extensible

class Twice { constructor(o) { return o } }
class Stamp extends Twice { #secret = 1; static has(o) { return #secret in o } }
const target = {}
new Stamp(target)
Stamp.has(target) //=> true
new Stamp(target) //! TypeError: Cannot initialize #secret twice on the same object

class Thrower { x = (() => { throw new Error("in field") })() }
new Thrower() //! Error: in field

class Static { static x = (() => { throw new Error("in static field") })() }
//! Error: in static field

class Counter { static #instances = new Map(); #id; constructor(id) { this.#id = id; Counter.#instances.set(id, this) } static get(id) { return Counter.#instances.get(id)?.#id } }
new Counter("a")
Counter.get("a") //=> "a"
Counter.get("b") //=> undefined

class Node2 { #next = null; value; constructor(value, next) { this.value = value; this.#next = next } *[Symbol.iterator]() { for (let at = this; at; at = at.#next) yield at.value } }
[...new Node2(1, new Node2(2, new Node2(3, null)))] //=> [1, 2, 3]

class Proto { static __proto__ = null; __proto__ = 5 }
Object.keys(new Proto()) //=> ["__proto__"]
class Weird { get; set; static; async; await; 'constructor2' = 1; static async; static static }
Object.keys(new Weird()) //=> ["get", "set", "static", "async", "await", "constructor2"]
class Asi { x
y = 2;
*gen() { yield 1 } }
new Asi() //=> Asi { x: undefined, y: 2 }
class Logical { #v = null; set() { this.#v ??= 5; this.#v &&= this.#v + 1; this.#v **= 2; return this.#v } }
new Logical().set() //=> 36
class Destructure { #a; #b; constructor() { [this.#a, this.#b] = [1, 2]; ({ x: this.#a } = { x: 9 }) } sum() { return this.#a + this.#b } }
new Destructure().sum() //=> 11
class Outer { #x = "outer"; inner() { const outer = this; return new (class { #x = "inner"; both() { return [this.#x, outer.constructor.read(outer)] } })().both() } static read(o) { return o.#x } }
new Outer().inner() //=> ["inner", "outer"]
class Chain { #n = { deep: { v: 7 } }; get() { return this.#n?.deep?.v } tag = (s) => s[0]; t() { return this.tag`x` } }
new Chain().get() //=> 7
new Chain().t() //=> "x"

// super reads what the prototype has, for this; a field replaces what the base made.
class Base { made = 1; get who() { return this.name } method(x) { return [this.name, x] } }
class Derived extends Base {
  made = 2;
  name = "derived";
  method(x) { return [super.method(x), super.who, super["method"](1), super.missing, super.made] }
}
const derived = [new Derived(), new Derived()];
[derived.map((d) => d.method(7)), derived, Object.getOwnPropertyDescriptor(derived[0], "made")] //=> [[[["derived", 7], "derived", ["derived", 1], undefined, undefined], [["derived", 7], "derived", ["derived", 1], undefined, undefined]], [Derived { made: 2, name: "derived" }, Derived { made: 2, name: "derived" }], { value: 2, writable: true, enumerable: true, configurable: true }]

class Closed { constructor() { return Object.freeze({ made: 0 }) } }
class Late extends Closed { made = 1 }
new Late() //! TypeError: Cannot redefine property: made

class Lonely { static m() { return Object.setPrototypeOf(home, null), super.x } }
const home = { m() { return super.x } };
Object.setPrototypeOf(home, null);
home.m() //! TypeError: Cannot read properties of null (reading 'x')
