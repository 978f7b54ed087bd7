// Proxy: traps, invariants, revocation.

const log = []
const target = { a: 1, b: 2 }
const p = new Proxy(target, {
  get(t, k, r) { log.push("get " + String(k)); return Reflect.get(t, k, r) },
  set(t, k, v, r) { log.push("set " + String(k)); return Reflect.set(t, k, v, r) },
  has(t, k) { log.push("has " + String(k)); return k in t },
  deleteProperty(t, k) { log.push("delete " + String(k)); return delete t[k] },
  ownKeys(t) { log.push("ownKeys"); return Reflect.ownKeys(t) },
  getOwnPropertyDescriptor(t, k) { log.push("descriptor " + String(k)); return Reflect.getOwnPropertyDescriptor(t, k) },
  defineProperty(t, k, d) { log.push("define " + String(k)); return Reflect.defineProperty(t, k, d) },
  getPrototypeOf(t) { log.push("getPrototypeOf"); return Reflect.getPrototypeOf(t) },
  setPrototypeOf(t, v) { log.push("setPrototypeOf"); return Reflect.setPrototypeOf(t, v) },
  isExtensible(t) { log.push("isExtensible"); return Reflect.isExtensible(t) },
  preventExtensions(t) { log.push("preventExtensions"); return Reflect.preventExtensions(t) },
})
const logged = (f) => { log.length = 0; const value = f(); return [value, ...log] }
logged(() => p.a) //=> [1, "get a"]
logged(() => p.c = 3) //=> [3, "set c", "descriptor c", "define c"]
logged(() => "a" in p) //=> [true, "has a"]
logged(() => delete p.b) //=> [true, "delete b"]
logged(() => Object.keys(p)) //=> [["a", "c"], "ownKeys", "descriptor a", "descriptor c"]
logged(() => ({ ...p })) //=> [{ a: 1, c: 3 }, "ownKeys", "descriptor a", "get a", "descriptor c", "get c"]
logged(() => JSON.stringify(p)) //=> ["{\"a\":1,\"c\":3}", "get toJSON", "ownKeys", "descriptor a", "descriptor c", "get a", "get c"]
logged(() => Object.entries(p)) //=> [[["a", 1], ["c", 3]], "ownKeys", "descriptor a", "get a", "descriptor c", "get c"]
logged(() => { const seen = []; for (const k in p) seen.push(k); return seen }) //=> [["a", "c"], "ownKeys", "getPrototypeOf", "descriptor a", "descriptor c"]
logged(() => p instanceof Object) //=> [true, "getPrototypeOf"]
logged(() => Object.getPrototypeOf(p) === Object.prototype) //=> [true, "getPrototypeOf"]
logged(() => Object.isFrozen(p)) //=> [false, "isExtensible"]
logged(() => Object.hasOwn(p, "a")) //=> [true, "descriptor a"]
logged(() => { p.a += 1; return p.a }) //=> [2, "get a", "set a", "descriptor a", "define a", "get a"]
logged(() => `${p}`) //=> ["[object Object]", "get Symbol(Symbol.toPrimitive)", "get toString", "get Symbol(Symbol.toStringTag)"]
logged(() => Object.assign({}, p)) //=> [{ a: 2, c: 3 }, "ownKeys", "descriptor a", "get a", "descriptor c", "get c"]
logged(() => { const { a, ...rest } = p; return rest }) //=> [{ c: 3 }, "get a", "ownKeys", "descriptor c", "get c"]
logged(() => Object.create(p).a) //=> [2, "get a"]
logged(() => { const o = Object.create(p); o.z = 1; return Object.keys(o) }) //=> [["z"], "set z"]
logged(() => Object.defineProperty(p, "d", { value: 4, configurable: true }) === p) //=> [true, "define d"]
logged(() => Object.freeze(p) === p) //=> [true, "preventExtensions", "ownKeys", "descriptor a", "define a", "descriptor c", "define c", "descriptor d", "define d"]

const f = new Proxy(function (a, b) { return [this, a, b] }, {
  apply: (t, self, args) => ["apply", self, args],
  construct: (t, args, nt) => ({ constructed: args, same: nt === f }),
})
f(1, 2) //=> ["apply", undefined, [1, 2]]
f.call("this", 1) //=> ["apply", "this", [1]]
new f(3) //=> { constructed: [3], same: true }
Reflect.construct(f, [4]) //=> { constructed: [4], same: true }
typeof f //=> "function"
f.name //=> ""
new (new Proxy(class { constructor(x) { this.x = x } }, {}))(5).x //=> 5
new Proxy(() => 1, {})() //=> 1
new (new Proxy(() => 1, {}))() //! TypeError: (intermediate value) is not a constructor
new Proxy({}, { apply: () => 1 })() //! TypeError: (intermediate value) is not a function
new (new Proxy(class {}, { construct: () => 5 }))() //! TypeError: 'construct' on proxy: trap returned non-object ('5')

new Proxy({}, {}) //=> {}
new Proxy([1, 2], {}).length //=> 2
Array.isArray(new Proxy([], {})) //=> true
[...new Proxy([1, 2], {})] //=> [1, 2]
new Proxy([3, 1, 2], {}).sort() //=> [1, 2, 3]
new Proxy([1, 2], {}).map((x) => x * 2) //=> [2, 4]
new Proxy(new Map([[1, 2]]), {}).size //! TypeError: Method get Map.prototype.size called on incompatible receiver #<Map>
new Proxy(new Map([[1, 2]]), {}).get(1) //! TypeError: Method Map.prototype.get called on incompatible receiver #<Map>
new Proxy(new Date(0), {}).getTime() //! TypeError: this is not a Date object.
Object.prototype.toString.call(new Proxy([], {})) //=> "[object Array]"
Object.prototype.toString.call(new Proxy(() => 1, {})) //=> "[object Function]"
Object.prototype.toString.call(new Proxy(new Map(), {})) //=> "[object Map]"
new Proxy(5, {}) //! TypeError: Cannot create proxy with a non-object as target or handler
new Proxy({}, null) //! TypeError: Cannot create proxy with a non-object as target or handler
new Proxy() //! TypeError: Cannot create proxy with a non-object as target or handler
Proxy({}, {}) //! TypeError: Constructor Proxy requires 'new'
Proxy.length //=> 2
Proxy.prototype //=> undefined
class Sub extends Proxy {}
//! TypeError: Class extends value does not have valid prototype property undefined

new Proxy({}, { get: 5 }).x //! TypeError: '5' returned for property 'get' of object '#<Object>' is not a function
new Proxy({}, { get: null }).x //=> undefined
new Proxy({ x: 1 }, { get: undefined }).x //=> 1
new Proxy({}, { get() { throw new Error("in trap") } }).x //! Error: in trap
new Proxy({}, { set: () => false }).x = 1 //! TypeError: 'set' on proxy: trap returned falsish for property 'x'
new Proxy({}, { deleteProperty: () => false }).x //=> undefined
delete new Proxy({}, { deleteProperty: () => false }).x //! TypeError: 'deleteProperty' on proxy: trap returned falsish for property 'x'
Object.defineProperty(new Proxy({}, { defineProperty: () => false }), "x", {}) //! TypeError: 'defineProperty' on proxy: trap returned falsish for property 'x'
Object.setPrototypeOf(new Proxy({}, { setPrototypeOf: () => false }), {}) //! TypeError
Object.preventExtensions(new Proxy({}, { preventExtensions: () => false })) //! TypeError: 'preventExtensions' on proxy: trap returned falsish
Object.preventExtensions(new Proxy({}, { preventExtensions: () => true })) //! TypeError: 'preventExtensions' on proxy: trap returned truish but the proxy target is extensible
Object.keys(new Proxy({}, { ownKeys: () => ["a"] })) //=> []
Object.getOwnPropertyNames(new Proxy({}, { ownKeys: () => ["a", "b"] })) //=> ["a", "b"]
Reflect.ownKeys(new Proxy({}, { ownKeys: () => ["a", "a"] })) //! TypeError: 'ownKeys' on proxy: trap returned duplicate entries
Reflect.ownKeys(new Proxy({}, { ownKeys: () => [5] })) //! TypeError: 5 is not a valid property name
Reflect.ownKeys(new Proxy({}, { ownKeys: () => 5 })) //! TypeError: CreateListFromArrayLike called on non-object
Reflect.ownKeys(new Proxy(Object.freeze({ a: 1 }), { ownKeys: () => [] })) //! TypeError: 'ownKeys' on proxy: trap result did not include 'a'
Reflect.ownKeys(new Proxy(Object.freeze({}), { ownKeys: () => ["x"] })) //! TypeError: 'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible
"x" in new Proxy(Object.freeze({ x: 1 }), { has: () => false }) //! TypeError: 'has' on proxy: trap returned falsish for property 'x' which exists in the proxy target as non-configurable
"x" in new Proxy({}, { has: () => "truthy" }) //=> true
new Proxy(Object.freeze({ x: 1 }), { get: () => 2 }).x //! TypeError: 'get' on proxy: property 'x' is a read-only and non-configurable data property on the proxy target but the proxy did not return its actual value (expected '1' but got '2')
new Proxy(Object.defineProperty({}, "x", { set() {} }), { get: () => 2 }).x //! TypeError: 'get' on proxy: property 'x' is a non-configurable accessor property on the proxy target and does not have a getter function, but the trap did not return 'undefined' (got '2')
new Proxy(Object.freeze({ x: 1 }), { set: () => true }).x = 2 //! TypeError: 'set' on proxy: trap returned truish for property 'x' which exists in the proxy target as a non-configurable and non-writable data property with a different value
delete new Proxy(Object.freeze({ x: 1 }), { deleteProperty: () => true }).x //! TypeError: 'deleteProperty' on proxy: trap returned truish for property 'x' which is non-configurable in the proxy target
Object.getPrototypeOf(new Proxy({}, { getPrototypeOf: () => 5 })) //! TypeError: 'getPrototypeOf' on proxy: trap returned neither object nor null
Object.getPrototypeOf(new Proxy(Object.freeze({}), { getPrototypeOf: () => ({}) })) //! TypeError: 'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did not return its actual prototype
Object.isExtensible(new Proxy({}, { isExtensible: () => false })) //! TypeError: 'isExtensible' on proxy: trap result does not reflect extensibility of proxy target (which is 'true')
Object.getOwnPropertyDescriptor(new Proxy({}, { getOwnPropertyDescriptor: () => 5 }), "x") //! TypeError: 'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property 'x'
Object.getOwnPropertyDescriptor(new Proxy({}, { getOwnPropertyDescriptor: () => ({ value: 1, configurable: false }) }), "x") //! TypeError: 'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property 'x' which is either non-existent or configurable in the proxy target
Object.getOwnPropertyDescriptor(new Proxy({}, { getOwnPropertyDescriptor: () => ({ value: 1, configurable: true }) }), "x") //=> { value: 1, writable: false, enumerable: false, configurable: true }
Object.getOwnPropertyDescriptor(new Proxy(Object.freeze({ x: 1 }), { getOwnPropertyDescriptor: () => undefined }), "x") //! TypeError: 'getOwnPropertyDescriptor' on proxy: trap returned undefined for property 'x' which is non-configurable in the proxy target

const { proxy, revoke } = Proxy.revocable({ a: 1 }, {})
proxy.a //=> 1
revoke() //=> undefined
revoke()
proxy.a //! TypeError: Cannot perform 'get' on a proxy that has been revoked

const { proxy, revoke } = Proxy.revocable({ a: 1 }, {})
revoke()
proxy.a = 1 //! TypeError: Cannot perform 'set' on a proxy that has been revoked
"a" in proxy //! TypeError: Cannot perform 'has' on a proxy that has been revoked
typeof proxy //=> "object"
Array.isArray(proxy) //! TypeError: Cannot perform 'IsArray' on a proxy that has been revoked
Object.keys(proxy) //! TypeError: Cannot perform 'ownKeys' on a proxy that has been revoked
String(proxy) //! TypeError: Cannot perform 'get' on a proxy that has been revoked
delete proxy.a //! TypeError: Cannot perform 'deleteProperty' on a proxy that has been revoked

const { proxy, revoke } = Proxy.revocable(() => 1, {})
revoke()
proxy() //! TypeError: Cannot perform 'apply' on a proxy that has been revoked
typeof proxy //=> "function"
new proxy() //! TypeError: proxy is not a constructor

// Two common uses.
const defaults = new Proxy({}, { get: (t, k) => k in t ? t[k] : `no ${String(k)}` })
defaults.x //=> "no x"
defaults.y = 1
defaults.y //=> 1
const path = (parts = []) => new Proxy(() => 1, { get: (t, k) => path([...parts, k]), apply: (t, self, args) => parts.join(".") + "(" + args + ")" })
path().a.b.c(1, 2) //=> "a.b.c(1,2)"
const negative = (list) => new Proxy(list, { get: (t, k, r) => typeof k === "string" && /^-\d+$/.test(k) ? t[t.length + +k] : Reflect.get(t, k, r) })
negative([1, 2, 3])[-1] //=> 3
negative([1, 2, 3]).length //=> 3
