import { expect, test } from "bun:test"
import { evaluate } from "./evaluate.ts"
import { table } from "./table.ts"

const fixed = "Object.defineProperty({}, 'a', { value: 1 })"

table("invariants", [
  [
    `new Proxy(${fixed}, { get: () => 2 }).a`,
    "!TypeError: 'get' on proxy: property 'a' is a read-only and non-configurable data property on the proxy target but the proxy did not return its actual value (expected '1' but got '2')",
  ],
  [
    `new Proxy(${fixed}, { set: () => true }).a = 2`,
    "!TypeError: 'set' on proxy: trap returned truish for property 'a' which exists in the proxy target as a non-configurable and non-writable data property with a different value",
  ],
  [
    `'a' in new Proxy(${fixed}, { has: () => false })`,
    "!TypeError: 'has' on proxy: trap returned falsish for property 'a' which exists in the proxy target as non-configurable",
  ],
  [
    `delete new Proxy(${fixed}, { deleteProperty: () => true }).a`,
    "!TypeError: 'deleteProperty' on proxy: trap returned truish for property 'a' which is non-configurable in the proxy target",
  ],
  [
    `Object.keys(new Proxy(${fixed}, { ownKeys: () => [] }))`,
    "!TypeError: 'ownKeys' on proxy: trap result did not include 'a'",
  ],
  [
    "Object.keys(new Proxy({}, { ownKeys: () => ['a', 'a'] }))",
    "!TypeError: 'ownKeys' on proxy: trap returned duplicate entries",
  ],
  ["Object.keys(new Proxy({}, { ownKeys: () => [1] }))", "!TypeError: 1 is not a valid property name"],
  [
    "Object.keys(new Proxy(Object.preventExtensions({}), { ownKeys: () => ['x'] }))",
    "!TypeError: 'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible",
  ],
  [
    "Object.getOwnPropertyDescriptor(new Proxy({}, { getOwnPropertyDescriptor: () => 1 }), 'x')",
    "!TypeError: 'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property 'x'",
  ],
  [
    "Object.getOwnPropertyDescriptor(new Proxy({}, { getOwnPropertyDescriptor: () => ({ value: 1, configurable: false }) }), 'x')",
    "!TypeError: 'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property 'x' which is either non-existent or configurable in the proxy target",
  ],
  [
    "Object.defineProperty(new Proxy({}, { defineProperty: () => true }), 'x', { configurable: false })",
    "!TypeError: 'defineProperty' on proxy: trap returned truish for defining non-configurable property 'x' which is either non-existent or configurable in the proxy target",
  ],
  [
    "Object.isExtensible(new Proxy({}, { isExtensible: () => false }))",
    "!TypeError: 'isExtensible' on proxy: trap result does not reflect extensibility of proxy target (which is 'true')",
  ],
  [
    "Object.preventExtensions(new Proxy({}, { preventExtensions: () => true }))",
    "!TypeError: 'preventExtensions' on proxy: trap returned truish but the proxy target is extensible",
  ],
  [
    "Object.getPrototypeOf(new Proxy({}, { getPrototypeOf: () => 1 }))",
    "!TypeError: 'getPrototypeOf' on proxy: trap returned neither object nor null",
  ],
  [
    "Object.setPrototypeOf(new Proxy(Object.preventExtensions({}), { setPrototypeOf: () => true }), {})",
    "!TypeError: 'setPrototypeOf' on proxy: trap returned truish for setting a new prototype on the non-extensible proxy target",
  ],
  [
    "new (new Proxy(class {}, { construct: () => 1 }))",
    "!TypeError: 'construct' on proxy: trap returned non-object ('1')",
  ],
])

table("traps", [
  [
    "new Proxy({}, { get: 1 }).x",
    "!TypeError: '1' returned for property 'get' of object '#<Object>' is not a function",
  ],
  ["Proxy({}, {})", "!TypeError: Constructor Proxy requires 'new'"],
  ["new Proxy(1, {})", "!TypeError: Cannot create proxy with a non-object as target or handler"],
  [
    "(({ proxy, revoke }) => { revoke(); revoke(); return proxy.x })(Proxy.revocable({}, {}))",
    "!TypeError: Cannot perform 'get' on a proxy that has been revoked",
  ],
  [
    "(r => { r = Proxy.revocable({ x: 4 }, { get(t, k) { r.revoke(); return 4 } }); return r.proxy.x })()",
    "4",
  ],
  ["new Proxy((...a) => a.join(), { apply: (f, t, a) => f(...a, 'more') })(1, 2)", "1,2,more"],
  ["typeof new Proxy(class {}, {}) + typeof new Proxy({}, {})", "functionobject"],
  [
    "(o => { const p = new Proxy({}, { has: (t, k) => { o.push(k); return k === 'x' } }); return ['x' in Object.create(p), 'y' in p, o.join()].join() })([])",
    "true,false,x,y",
  ],
  ["(p => { let s = ''; for (const k in p) s += k; return s })(new Proxy({ a: 1, b: 2 }, {}))", "ab"],
])

const overflow = "RangeError: Maximum call stack size exceeded"

test.each([
  [
    "a proxy behind its own target",
    "const o = {}; Object.setPrototypeOf(o, new Proxy(o, {})); return o.x",
    overflow,
  ],
  [
    "proxies of proxies without end",
    "let p = {}; for (let i = 0; i < 30000; i++) p = new Proxy(p, {}); return p.x",
    overflow,
  ],
  [
    "5,000 proxies of proxies",
    "let p = { x: 3 }; for (let i = 0; i < 5000; i++) p = new Proxy(p, {}); return [p.x, 'x' in p, Object.keys(p)].join()",
    "3,true,x",
  ],
  [
    "Reflect.apply of itself",
    "const a = [Reflect.apply, null]; a.push(a); return Reflect.apply(...a)",
    overflow,
  ],
  [
    "call of call of call",
    "const a = []; for (let i = 0; i < 90000; i++) a.push(a.call = Function.prototype.call); a.push(() => 7, 1); return a.call.apply(a.call, a)",
    "7",
  ],
])("%s", (_name, source, expected) => {
  expect(evaluate(source, 1_000_000)).toBe(expected)
})
