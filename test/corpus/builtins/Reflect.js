// Reflect.

Reflect.get({ a: 1 }, "a") //=> 1
Reflect.get({ get a() { return this.b } }, "a", { b: 2 }) //=> 2
Reflect.get(5, "a") //! TypeError: Reflect.get called on non-object
Reflect.get([1, 2], 1) //=> 2
const o = {}
Reflect.set(o, "a", 1) //=> true
o //=> { a: 1 }
Reflect.set(Object.freeze({ a: 1 }), "a", 2) //=> false
Reflect.set({ set a(v) { this.got = v } }, "a", 5, o) //=> true
o //=> { a: 1, got: 5 }
Reflect.set(o, "p", 1, 5) //=> false
Reflect.set({ x: 1 }, "x", 2, Object.freeze({})) //=> false
Reflect.set([], "length", 3) //=> true
Reflect.set(5, "a", 1) //! TypeError: Reflect.set called on non-object
Reflect.has({ a: 1 }, "a") //=> true
Reflect.has([], "push") //=> true
Reflect.has("s", "length") //! TypeError: Reflect.has called on non-object
Reflect.deleteProperty({ a: 1 }, "a") //=> true
Reflect.deleteProperty(Object.freeze({ a: 1 }), "a") //=> false
Reflect.deleteProperty([], "length") //=> false
Reflect.ownKeys({ b: 1, 1: 1, [Symbol.for("s")]: 1 }).map(String) //=> ["1", "b", "Symbol(s)"]
Reflect.ownKeys([1]) //=> ["0", "length"]
Reflect.ownKeys(class { static a = 1 }) //=> ["length", "name", "prototype", "a"]
Reflect.ownKeys("s") //! TypeError: Reflect.ownKeys called on non-object
Reflect.apply(Math.max, null, [1, 3, 2]) //=> 3
Reflect.apply(function () { return this }, 5, []) //=> 5
Reflect.apply(5, null, []) //! TypeError: Function.prototype.apply was called on 5, which is a number and not a function
Reflect.apply(Math.max, null) //! TypeError: CreateListFromArrayLike called on non-object
Reflect.apply(() => 1, null, 5) //! TypeError: CreateListFromArrayLike called on non-object
Reflect.construct(Date, [0]).getTime() //=> 0
Reflect.construct(Array, [3]).length //=> 3
Reflect.construct(function () { return new.target }, [], Map) === Map //=> true
class A { constructor(x) { this.x = x } }
class B {}
Reflect.construct(A, [1], B) instanceof B //=> true
Reflect.construct(A, [1], B).x //=> 1
Reflect.construct(() => 1, []) //! TypeError: () => 1 is not a constructor
Reflect.construct(A, [], () => 1) //! TypeError: () => 1 is not a constructor
Reflect.construct(A) //! TypeError: CreateListFromArrayLike called on non-object
Reflect.construct(5, []) //! TypeError: 5 is not a constructor
Reflect.getPrototypeOf([]) === Array.prototype //=> true
Reflect.getPrototypeOf(5) //! TypeError: Reflect.getPrototypeOf called on non-object
Reflect.setPrototypeOf({}, null) //=> true
Reflect.setPrototypeOf(Object.freeze({}), {}) //=> false
Reflect.setPrototypeOf({}, 5) //! TypeError: Object prototype may only be an Object or null: 5
Reflect.isExtensible({}) //=> true
Reflect.isExtensible(5) //! TypeError: Reflect.isExtensible called on non-object
Reflect.preventExtensions({}) //=> true
Reflect.defineProperty({}, "a", { value: 1 }) //=> true
Reflect.defineProperty(Object.freeze({}), "a", { value: 1 }) //=> false
Reflect.defineProperty({}, "a", 5) //! TypeError: Property description must be an object: 5
Reflect.defineProperty(5, "a", {}) //! TypeError: Reflect.defineProperty called on non-object
Reflect.getOwnPropertyDescriptor({ a: 1 }, "a") //=> { value: 1, writable: true, enumerable: true, configurable: true }
Reflect.getOwnPropertyDescriptor({}, "a") //=> undefined
Reflect.getOwnPropertyDescriptor("s", 0) //! TypeError: Reflect.getOwnPropertyDescriptor called on non-object
String(Reflect) //=> "[object Reflect]"
new Reflect() //! TypeError: Reflect is not a constructor
Object.keys(Reflect) //=> []
