import { table } from "./table.ts"

const json = (expression: string) => `JSON.stringify(${expression})`
const logged = (trapped: string, use: string) =>
  `(log => { const p = ${trapped}; const r = (${use})(p); return JSON.stringify([r, ...log]) })([])`
const logging = (target: string) =>
  `new Proxy(${target}, new Proxy({}, { get(_, trap) { return (...a) => { log.push(trap + (typeof a[1] === 'string' ? ' ' + a[1] : '')); return Reflect[trap](...a) } } }))`

table("own properties", [
  [
    json("Object.entries({ b: 1, 2: 'x', a: 3, 1: 'y', [Symbol()]: 0 })"),
    '[["1","y"],["2","x"],["b",1],["a",3]]',
  ],
  [json("Object.values(Object.defineProperty([1, , 3], 'x', { value: 9, enumerable: true }))"), "[1,3,9]"],
  [json("Object.entries({ get a() { delete this.b; return 1 }, b: 2 })"), '[["a",1]]'],
  [json("Object.keys('ab')"), '["0","1"]'],
  ["Object.keys(null)", "!TypeError: Cannot convert undefined or null to object"],
  [
    logged(logging("{ a: 1, b: 2 }"), "p => Object.entries(p)"),
    '[[["a",1],["b",2]],"ownKeys","getOwnPropertyDescriptor a","get a","getOwnPropertyDescriptor b","get b"]',
  ],
  [
    logged(logging("{ a: 1 }"), "p => Object.assign({}, p, null, 'x')"),
    '[{"0":"x","a":1},"ownKeys","getOwnPropertyDescriptor a","get a"]',
  ],
  [
    "Object.assign(Object.freeze({ a: 1 }), { a: 2 })",
    "!TypeError: Cannot assign to read only property 'a' of object '#<Object>'",
  ],
  [
    "Object.assign(Object.freeze({}), { b: 2 })",
    "!TypeError: Cannot add property b, object is not extensible",
  ],
  [
    "Object.assign({ get a() {} }, { a: 2 })",
    "!TypeError: Cannot set property a of #<Object> which has only a getter",
  ],
])

table("fromEntries and groupBy", [
  [json("Object.fromEntries([['a', 1], ['b', 2], ['a', 3]])"), '{"a":3,"b":2}'],
  [json("Object.fromEntries(new Map([[1, 2]]))"), '{"1":2}'],
  [
    "(log => { try { Object.fromEntries({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { log.push('closed'); throw 5 } }) }) } catch (e) { log.push(e.message) } return log.join() })([])",
    "closed,Iterator value 1 is not an entry object",
  ],
  ["Object.fromEntries()", "!TypeError: undefined is not iterable"],
  [json("Object.groupBy([1, 2, 3], x => x % 2 ? 'odd' : 'even')"), '{"odd":[1,3],"even":[2]}'],
  ["Object.getPrototypeOf(Object.groupBy([], x => x))", "null"],
  [
    "(log => { try { Object.groupBy({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { log.push('closed'); throw 5 } }) }, () => { throw new Error('callback') }) } catch (e) { log.push(e.message) } return log.join() })([])",
    "closed,callback",
  ],
  [
    "(a => JSON.stringify(Object.groupBy(a, (x, i) => { if (i === 0) a.length = 2; return typeof x + i })))([1, , 3])",
    '{"number0":[1],"undefined1":[null]}',
  ],
  ["Object.groupBy([1], 1)", "!TypeError: 1 is not a function"],
])

table("definitions", [
  ["Object.defineProperty(1, 'x', {})", "!TypeError: Object.defineProperty called on non-object"],
  ["Object.defineProperty({}, 'a', 1)", "!TypeError: Property description must be an object: 1"],
  ["Object.defineProperty({}, 'a', { get: 1 })", "!TypeError: Getter must be a function: 1"],
  [
    "Object.defineProperty(Object.freeze({ a: 1 }), 'a', { value: 2 })",
    "!TypeError: Cannot redefine property: a",
  ],
  [
    "Object.defineProperty(Object.freeze({}), 'b', { value: 2 })",
    "!TypeError: Cannot define property b, object is not extensible",
  ],
  [
    json(
      "Object.getOwnPropertyDescriptors(Object.create({}, { a: { value: 1 }, b: { value: 2, enumerable: true } }))",
    ),
    '{"a":{"value":1,"writable":false,"enumerable":false,"configurable":false},"b":{"value":2,"writable":false,"enumerable":true,"configurable":false}}',
  ],
  ["(o => { o.__defineGetter__('x', () => 7); return o.x + String(o.__lookupGetter__('x')()) })({})", "77"],
  ["(o => { o.__proto__ = { inherited: 3 }; return o.inherited })({})", "3"],
  ["(a => { const b = Object.create(a); a.__proto__ = b })({})", "!TypeError: Cyclic __proto__ value"],
])

table("integrity", [
  [
    "Object.isFrozen(Object.freeze([1, 2])) && Object.isSealed(Object.seal({ a: 1 })) && !Object.isFrozen({})",
    "true",
  ],
  ["Object.freeze([1]).push(2)", "!TypeError: Cannot add property 1, object is not extensible"],
  ["(o => { o.a = 2; return o.a })(Object.seal({ a: 1 }))", "2"],
  ["Object.freeze(new Uint8Array(1))", "!TypeError: Cannot freeze array buffer views with elements"],
  [
    "Object.seal(new Proxy({}, { preventExtensions: () => false }))",
    "!TypeError: 'preventExtensions' on proxy: trap returned falsish",
  ],
])

table("Object.prototype", [
  [
    "[null, undefined, 1, [], () => 1, new Error, new Proxy([], {}), { [Symbol.toStringTag]: 'T' }].map(x => Object.prototype.toString.call(x).slice(8, -1)).join()",
    "Null,Undefined,Number,Array,Function,Error,Array,T",
  ],
  ["({}).hasOwnProperty.call(null, { toString() { throw new Error('key first') } })", "!Error: key first"],
  ["({ a: 1 }).propertyIsEnumerable('a') && !Object.hasOwn([], '0')", "true"],
  ["Array.prototype.isPrototypeOf(new Proxy([], {}))", "true"],
])
