// Getters, setters and property attributes, on objects and classes.

const log = []
const o = { get x() { log.push("get"); return this._x ?? "unset" }, set x(v) { log.push("set " + v); this._x = v } }
o.x //=> "unset"
o.x = 1 //=> 1
o.x += 2 //=> 3
o.x++ //=> 3
o.x //=> 4
log //=> ["get", "set 1", "get", "set 3", "get", "set 4", "get"]
({ ...o }) //=> { x: 4, _x: 4 }
Object.keys(o) //=> ["x", "_x"]
delete o.x //=> true
o.x //=> undefined

const child = Object.create({ get x() { return this.own }, set x(v) { this.own = v } })
child.x = 5
child //=> { own: 5 }
child.x //=> 5
Object.hasOwn(child, "x") //=> false
({ get only() { return 1 } }).only = 2 //! TypeError: Cannot set property only of #<Object> which has only a getter
({ set only(v) {} }).only //=> undefined
({ get a() { throw new Error("in getter") } }).a //! Error: in getter
({ set a(v) { throw new Error("in setter") } }).a = 1 //! Error: in setter
({ get a() { return () => this } }).a()() === undefined //! TypeError: {(intermediate value)}.a(...) is not a function
({ get [`k${1}`]() { return "computed" } }).k1 //=> "computed"
({ get 1() { return "one" } })[1] //=> "one"
({ get "a b"() { return 1 } })["a b"] //=> 1
({ get get() { return 1 }, set set(v) {} }).get //=> 1
({ get async() { return 1 } }).async //=> 1
({ get default() { return 1 } }).default //=> 1
({ get a() { return 1 }, get a() { return 2 } }).a //=> 2
({ get a() { return 1 }, set a(v) {}, a: 3 }) //=> { a: 3 }
({ a: 3, set a(v) {} }).a //=> undefined

({ get a(x) { return 1 } })
//! SyntaxError

({ set a() {} })
//! SyntaxError

({ set a(x, y) {} })
//! SyntaxError

({ set a(...x) {} })
//! SyntaxError

const temperature = { celsius: 100, get fahrenheit() { return this.celsius * 9 / 5 + 32 }, set fahrenheit(f) { this.celsius = (f - 32) * 5 / 9 } }
temperature.fahrenheit //=> 212
temperature.fahrenheit = 32
temperature.celsius //=> 0
const lazy = { get value() { const v = Math.sqrt(16); Object.defineProperty(this, "value", { value: v, enumerable: true }); return v } }
lazy.value + lazy.value //=> 8
Object.getOwnPropertyDescriptor(lazy, "value").get //=> undefined
const receiver = Reflect.get({ get me() { return this } }, "me", "primitive receiver")
receiver //=> "primitive receiver"
const viaProto = Object.create({ get me() { return this === viaProto } })
viaProto.me //=> true
class A { static get s() { return "static of " + this.name } get v() { return "instance" } static set s(x) { this.got = x } }
class B extends A { get v() { return "sub " + super.v } static get s() { return super.s + "!" } }
A.s //=> "static of A"
B.s //=> "static of B!"
new B().v //=> "sub instance"
A.s = 5
A.got //=> 5
B.s = 6 //! TypeError: Cannot set property s of class B extends A { get v() { return "sub " + super.v } static get s() { return super.s + "!" } } which has only a getter
Object.getOwnPropertyDescriptor(A.prototype, "v") //=> { get: [function get v], set: undefined, enumerable: false, configurable: true }
new A().v = 1 //! TypeError: Cannot set property v of #<A> which has only a getter
const numbers = { from: 1, to: 3, *[Symbol.iterator]() { for (let i = this.from; i <= this.to; i++) yield i }, get length() { return this.to - this.from + 1 } };
[...numbers] //=> [1, 2, 3]
numbers.length //=> 3
Array.from(numbers) //=> [1, 2, 3]
const frozen = Object.freeze({ get x() { return 1 }, set x(v) { this.y = v } })
frozen.x = 2 //! TypeError: Cannot add property y, object is not extensible
Object.isFrozen(frozen) //=> true
const counter = (() => { let n = 0; return Object.freeze({ get next() { return ++n } }) })();
[counter.next, counter.next, counter.next] //=> [1, 2, 3]
const { x, ...others } = { get x() { return "read once" }, get y() { return "and copied" } };
[x, others] //=> ["read once", { y: "and copied" }]
const watched = (target, log) => new Proxy(target, { set(t, k, v) { log.push(`${String(k)}=${v}`); t[k] = v; return true } })
const changes = []
const w = watched({ a: 1 }, changes)
w.a++
w.b = w.a * 10
delete w.a
changes //=> ["a=2", "b=20"]
