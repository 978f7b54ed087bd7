// Object and Object.prototype.

Object.keys({ b: 1, a: 2, 1: 3 }) //=> ["1", "b", "a"]
Object.values({ b: 1, a: 2 }) //=> [1, 2]
Object.entries({ b: 1, a: [2] }) //=> [["b", 1], ["a", [2]]]
Object.keys("ab") //=> ["0", "1"]
Object.entries([7, 8]) //=> [["0", 7], ["1", 8]]
Object.keys(5) //=> []
Object.keys(null) //! TypeError: Cannot convert undefined or null to object
Object.values(undefined) //! TypeError: Cannot convert undefined or null to object
Object.entries(null) //! TypeError: Cannot convert undefined or null to object
Object.assign({ a: 1 }, { b: 2 }, null, "x", undefined, [9]) //=> { "0": 9, a: 1, b: 2 }
Object.assign(null, {}) //! TypeError: Cannot convert undefined or null to object
Object.assign(5, { a: 1 }) //=> [Number: 5, a: 1]
Object.assign({}, { get x() { return "read" } }) //=> { x: "read" }
Object.assign(Object.freeze({ a: 1 }), { a: 2 }) //! TypeError: Cannot assign to read only property 'a' of object '#<Object>'
Object.assign({ set x(v) { throw new Error("setter " + v) } }, { x: 1 }) //! Error: setter 1
Object.fromEntries([["a", 1], ["b", 2], ["a", 3]]) //=> { a: 3, b: 2 }
Object.fromEntries(new Map([["k", "v"]])) //=> { k: "v" }
Object.fromEntries([[1, 2], [Symbol.for("s"), 3]]) //=> { "1": 2, [Symbol(s)]: 3 }
Object.fromEntries(null) //! TypeError
Object.fromEntries() //! TypeError
Object.fromEntries(["ab"]) //! TypeError: Iterator value ab is not an entry object
Object.fromEntries(Object.entries({ a: 1, b: 2 }).map(([k, v]) => [v, k])) //=> { "1": "a", "2": "b" }

const proto = { inherited: 1 }
const o = Object.create(proto, { x: { value: 1 }, y: { value: 2, enumerable: true, writable: true, configurable: true }, z: { get: () => 3, enumerable: true } })
o //=> { y: 2, z: [get] }
o.x //=> 1
o.inherited //=> 1
o.x = 5 //! TypeError: Cannot assign to read only property 'x' of object '#<Object>'
o.z = 5 //! TypeError: Cannot set property z of #<Object> which has only a getter
delete o.x //! TypeError: Cannot delete property 'x' of #<Object>
delete o.y //=> true
Object.getPrototypeOf(o) === proto //=> true
Object.getOwnPropertyNames(o) //=> ["x", "z"]
Object.getOwnPropertyDescriptor(o, "x") //=> { value: 1, writable: false, enumerable: false, configurable: false }
Object.getOwnPropertyDescriptor(o, "z") //=> { get: [function get], set: undefined, enumerable: true, configurable: false }
Object.getOwnPropertyDescriptor(o, "none") //=> undefined
Object.getOwnPropertyDescriptors({ a: 1, get b() { return 2 } }) //=> { a: { value: 1, writable: true, enumerable: true, configurable: true }, b: { get: [function get b], set: undefined, enumerable: true, configurable: true } }
Object.getOwnPropertySymbols({ [Symbol("s")]: 1, a: 2 }) //=> [Symbol(s)]
o.hasOwnProperty("x") //=> true
o.hasOwnProperty("inherited") //=> false
Object.hasOwn(o, "x") //=> true
Object.hasOwn(null, "x") //! TypeError: Cannot convert undefined or null to object
o.propertyIsEnumerable("x") //=> false
proto.isPrototypeOf(o) //=> true
Object.create(null) //=> null {}
Object.create() //! TypeError: Object prototype may only be an Object or null: undefined
Object.create(5) //! TypeError: Object prototype may only be an Object or null: 5
Object.create({}, null) //! TypeError: Cannot convert undefined or null to object
Object.create({}, { a: 5 }) //! TypeError: Property description must be an object: 5
Object.setPrototypeOf({ a: 1 }, proto).inherited //=> 1
Object.setPrototypeOf({}, 5) //! TypeError: Object prototype may only be an Object or null: 5
Object.setPrototypeOf({}) //! TypeError: Object prototype may only be an Object or null: undefined
Object.setPrototypeOf(5, {}) //=> 5
Object.setPrototypeOf(null, {}) //! TypeError: Object.setPrototypeOf called on null or undefined
Object.getPrototypeOf("s") === String.prototype //=> true
Object.getPrototypeOf(null) //! TypeError: Cannot convert undefined or null to object
Object.getPrototypeOf(Object.prototype) //=> null

const a = {}
const b = Object.create(a)
Object.setPrototypeOf(a, b) //! TypeError: Cyclic __proto__ value
a.__proto__ = b //! TypeError: Cyclic __proto__ value
Object.setPrototypeOf(Object.preventExtensions({}), {}) //! TypeError: #<Object> is not extensible
({ __proto__: null }).__proto__ //=> undefined
({}).__proto__ === Object.prototype //=> true
const p = { n: 1 }
const q = {}
q.__proto__ = p
q.n //=> 1
q.__proto__ = 5
q.n //=> 1
Object.setPrototypeOf(Object.prototype, {}) //! TypeError: Immutable prototype object 'Object.prototype' cannot have their prototype set
Object.prototype.__proto__ = {} //! TypeError: Immutable prototype object 'Object.prototype' cannot have their prototype set

const o = {}
Object.defineProperty(o, "a", { value: 1 }) //=> {}
Object.defineProperty(o, "a", { value: 2 }) //! TypeError: Cannot redefine property: a
Object.defineProperty(o, "a", { get() {} }) //! TypeError: Cannot redefine property: a
Object.defineProperty(o, "a", { enumerable: true }) //! TypeError: Cannot redefine property: a
Object.defineProperty(o, "b", { get() { return 1 }, value: 2 }) //! TypeError: Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, #<Object>
Object.defineProperty(o, "b", { get: 5 }) //! TypeError: Getter must be a function: 5
Object.defineProperty(o, "b", { set: {} }) //! TypeError: Setter must be a function: #<Object>
Object.defineProperty(o, "b", 5) //! TypeError: Property description must be an object: 5
Object.defineProperty(o, "b") //! TypeError: Property description must be an object: undefined
Object.defineProperty(5, "b", {}) //! TypeError: Object.defineProperty called on non-object
Object.defineProperty(Object.preventExtensions({}), "b", {}) //! TypeError: Cannot define property b, object is not extensible
Object.defineProperty(o, "c", { get() { return "got" }, configurable: true, enumerable: true }) //=> { c: [get] }
Object.defineProperty(o, "c", { value: "plain" }).c //=> "plain"
Object.getOwnPropertyDescriptor(o, "c") //=> { value: "plain", writable: false, enumerable: true, configurable: true }
Object.defineProperties(o, { d: { value: 4, enumerable: true }, e: { value: 5 } }) //=> { c: "plain", d: 4 }
Object.defineProperties({}, { d: 5 }) //! TypeError: Property description must be an object: 5
Object.defineProperty([], "length", { value: -1 }) //! RangeError: Invalid array length
Object.defineProperty([1, 2, 3], "length", { value: 1 }) //=> [1]
Object.defineProperty([], 2, { value: "x", enumerable: true }) //=> [, , "x"]
Object.defineProperty({}, Symbol.for("k"), { value: 1, enumerable: true }) //=> { [Symbol(k)]: 1 }
Object.defineProperty(function f() {}, "name", { value: "g" }).name //=> "g"

Object.isFrozen({}) //=> false
Object.isFrozen(Object.freeze({ a: 1 })) //=> true
Object.isFrozen(5) //=> true
Object.isFrozen(Object.preventExtensions({})) //=> true
Object.isSealed(Object.seal({ a: 1 })) //=> true
Object.isExtensible(Object.seal({})) //=> false
Object.isExtensible(5) //=> false
Object.freeze(5) //=> 5
Object.freeze() //=> undefined
Object.seal({ a: 1 }).a = 2 //=> 2
delete Object.seal({ a: 1 }).a //! TypeError: Cannot delete property 'a' of #<Object>
Object.seal({ a: 1 }).b = 2 //! TypeError: Cannot add property b, object is not extensible
const deep = Object.freeze({ inner: { x: 1 } })
deep.inner.x = 2
deep //=> { inner: { x: 2 } }
Object.freeze(new Map([[1, 2]])).set(3, 4).size //=> 2
Object.is(NaN, 0 / 0) //=> true
Object.is([], []) //=> false

String({}) //=> "[object Object]"
({}).toString.call(null) //=> "[object Null]"
({}).toString.call(undefined) //=> "[object Undefined]"
({}).toString.call([]) //=> "[object Array]"
({}).toString.call(() => 1) //=> "[object Function]"
({}).toString.call(new Error()) //=> "[object Error]"
({}).toString.call(new Date(0)) //=> "[object Date]"
({}).toString.call(/x/) //=> "[object RegExp]"
({}).toString.call(1) //=> "[object Number]"
({}).toString.call("") //=> "[object String]"
({}).toString.call(true) //=> "[object Boolean]"
({}).toString.call(Symbol()) //=> "[object Symbol]"
({}).toString.call(1n) //=> "[object BigInt]"
({}).toString.call(new Map()) //=> "[object Map]"
({}).toString.call(Promise.resolve()) //=> "[object Promise]"
({}).toString.call(JSON) //=> "[object JSON]"
({}).toString.call(function* () {}) //=> "[object GeneratorFunction]"
({}).toString.call({ [Symbol.toStringTag]: "Mine" }) //=> "[object Mine]"
({}).toString.call({ [Symbol.toStringTag]: 5 }) //=> "[object Object]"
({}).toLocaleString() //=> "[object Object]"
({ toString: () => "mine" }).toLocaleString() //=> "mine"
({ a: 1 }).valueOf() //=> { a: 1 }
Object.prototype.valueOf.call(null) //! TypeError: Cannot convert undefined or null to object
Object.prototype.hasOwnProperty.call(null, "x") //! TypeError: Cannot convert undefined or null to object
Object.prototype.hasOwnProperty.call("abc", 1) //=> true
({}).constructor === Object //=> true
Object(5) //=> [Number: 5]
Object("s") //=> [String: "s"]
Object(null) //=> {}
Object(undefined) //=> {}
const same = {}
Object(same) === same //=> true
new Object({ a: 1 }) //=> { a: 1 }
new Object(5) //=> [Number: 5]
Object.length //=> 1
Object.name //=> "Object"
Object.getOwnPropertyNames(Object.prototype).sort() //=> ["__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"]

({ a: 1 }).__defineGetter__("x", () => 5) //=> undefined
const g = {}
g.__defineGetter__("x", () => 5)
g.x //=> 5
g.__lookupGetter__("x")() //=> 5
g.__lookupSetter__("x") //=> undefined

// Order of own keys: integer indices, strings, symbols.
const o = { b: 1, [Symbol.for("z")]: 1, 10: 1, a: 1, 2: 1, "-1": 1, [Symbol.for("y")]: 1, "01": 1 }
Reflect.ownKeys(o).map(String) //=> ["2", "10", "b", "a", "-1", "01", "Symbol(z)", "Symbol(y)"]
o.c = 1
delete o.b
o.b = 1
Object.keys(o) //=> ["2", "10", "a", "-1", "01", "c", "b"]
JSON.stringify(o) //=> "{\"2\":1,\"10\":1,\"a\":1,\"-1\":1,\"01\":1,\"c\":1,\"b\":1}"

let many = {}
for (let i = 0; i < 100; i++) many["k" + i] = i
for (let i = 0; i < 100; i += 2) delete many["k" + i]
Object.keys(many).length //=> 50
many.k1 + many.k99 //=> 100
many.k2 //=> undefined
many.fresh = 1
Object.keys(many).at(-1) //=> "fresh"

const config = { a: 1, nested: { b: { c: [1, 2, { d: 3 }] } } }
const { nested: { b: { c: [, , { d }] } } } = config
d //=> 3
