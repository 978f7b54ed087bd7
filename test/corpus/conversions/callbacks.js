// Built-ins that call back: what they pass, and what happens when the callback throws.

const calls = []
const spy = (...args) => { calls.push(args); return args[0] }
const called = (f) => { calls.length = 0; const value = f(); return [value, ...calls] }
called(() => [7].map(spy)) //=> [[7], [7, 0, [7]]]
called(() => [7].filter(spy)) //=> [[7], [7, 0, [7]]]
called(() => [7].forEach(spy)) //=> [undefined, [7, 0, [7]]]
called(() => [7].some(spy)) //=> [true, [7, 0, [7]]]
called(() => [7].every(spy)) //=> [true, [7, 0, [7]]]
called(() => [7].find(spy)) //=> [7, [7, 0, [7]]]
called(() => [7].findIndex(spy)) //=> [0, [7, 0, [7]]]
called(() => [7].findLast(spy)) //=> [7, [7, 0, [7]]]
called(() => [7].findLastIndex(spy)) //=> [0, [7, 0, [7]]]
called(() => [7].flatMap(spy)) //=> [[7], [7, 0, [7]]]
called(() => [7, 8].reduce(spy)) //=> [7, [7, 8, 1, [7, 8]]]
called(() => [7, 8].reduceRight(spy)) //=> [8, [8, 7, 0, [7, 8]]]
called(() => [7].reduce(spy, "start")) //=> ["start", ["start", 7, 0, [7]]]
called(() => Array.from([7], spy)) //=> [[7], [7, 0]]
called(() => Array.from({ length: 1 }, spy)) //=> [[undefined], [undefined, 0]]
called(() => new Map([["k", "v"]]).forEach(spy)) //=> [undefined, ["v", "k", Map { "k" => "v" }]]
called(() => new Set(["v"]).forEach(spy)) //=> [undefined, ["v", "v", Set { "v" }]]
called(() => "ab".replace("b", spy)) //=> ["ab", ["b", 1, "ab"]]
called(() => "ab".replace(/(b)/, spy)) //=> ["ab", ["b", "b", 1, "ab"]]
called(() => "ab".replaceAll(/(?<n>a)/g, spy)) //=> ["ab", ["a", "a", 0, "ab", null { n: "a" }]]
called(() => JSON.parse("[1]", (k, v) => spy(k, v) && v)) //=> ["", ["0", 1], ["", [1]]]
called(() => JSON.stringify([1], (k, v) => (spy(k, v), v))) //=> ["[1]", ["", [1]], ["0", 1]]
called(() => [2, 1].sort(spy).length)[1].length //=> 2
called(() => [2, 1].toSorted(spy).length)[1].length //=> 2
called(() => new Uint8Array([7]).map(spy)) //=> [Uint8Array [7], [7, 0, Uint8Array [7]]]
called(() => new Uint8Array([7, 8]).reduce(spy)) //=> [7, [7, 8, 1, Uint8Array [7, 8]]]
called(() => Uint8Array.from([7], spy)) //=> [Uint8Array [7], [7, 0]]
called(() => Reflect.apply(spy, null, [1, 2])) //=> [1, [1, 2]]
called(() => spy.call(null, 1)) //=> [1, [1]]
called(() => spy.apply(null, [1, 2])) //=> [1, [1, 2]]
called(() => spy.bind(null, 1)(2)) //=> [1, [1, 2]]
called(() => new Proxy(spy, {})(5)) //=> [5, [5]]
called(() => [..."ab"].map((c) => spy(c))) //=> [["a", "b"], ["a"], ["b"]]

const fail = () => { throw new Error("from the callback") };
[1].map(fail) //! Error: from the callback
[1].filter(fail) //! Error: from the callback
[1].forEach(fail) //! Error: from the callback
[1].some(fail) //! Error: from the callback
[1].every(fail) //! Error: from the callback
[1].find(fail) //! Error: from the callback
[1].findLastIndex(fail) //! Error: from the callback
[1].flatMap(fail) //! Error: from the callback
[1, 2].reduce(fail) //! Error: from the callback
[1, 2].reduceRight(fail) //! Error: from the callback
[1, 2].sort(fail) //! Error: from the callback
[1, 2].toSorted(fail) //! Error: from the callback
Array.from([1], fail) //! Error: from the callback
Array.from({ [Symbol.iterator]: fail }) //! Error: from the callback
Array.from({ length: 1 }, fail) //! Error: from the callback
new Map([[1, 2]]).forEach(fail) //! Error: from the callback
new Set([1]).forEach(fail) //! Error: from the callback
new Map({ [Symbol.iterator]: fail }) //! Error: from the callback
"a".replace("a", fail) //! Error: from the callback
"a".replace(/a/, fail) //! Error: from the callback
"a".replaceAll("a", fail) //! Error: from the callback
JSON.parse("1", fail) //! Error: from the callback
JSON.stringify(1, fail) //! Error: from the callback
JSON.stringify({ get a() { return fail() } }) //! Error: from the callback
JSON.stringify({ toJSON: fail }) //! Error: from the callback
Object.assign({}, { get a() { return fail() } }) //! Error: from the callback
Object.entries({ get a() { return fail() } }) //! Error: from the callback
Object.values({ get a() { return fail() } }) //! Error: from the callback
Object.fromEntries({ [Symbol.iterator]: fail }) //! Error: from the callback
Object.defineProperty({}, "a", { get value() { return fail() } }) //! Error: from the callback
Object.keys(new Proxy({}, { ownKeys: fail })) //! Error: from the callback
Reflect.get(new Proxy({}, { get: fail }), "a") //! Error: from the callback
Reflect.apply(fail) //! TypeError: CreateListFromArrayLike called on non-object
new Promise(fail) //! Error: from the callback
await Promise.resolve().then(fail) //! Error: from the callback
await Promise.reject().catch(fail) //! Error: from the callback
await Promise.resolve().finally(fail) //! Error: from the callback
await Promise.all({ [Symbol.iterator]: fail }) //! Error: from the callback
await { then: fail } //! Error: from the callback
await { get then() { return fail() } } //! Error: from the callback
new Uint8Array([1]).map(fail) //! Error: from the callback
new Uint8Array([1, 2]).sort(fail) //! Error: from the callback
Math.max(...{ [Symbol.iterator]: fail }) //! Error: from the callback
[1] instanceof { [Symbol.hasInstance]: fail } //! Error: from the callback
`${{ [Symbol.toPrimitive]: fail }}` //! Error: from the callback
new (class { constructor() { fail() } })() //! Error: from the callback
[].concat({ get [Symbol.isConcatSpreadable]() { return fail() } }) //! Error: from the callback
"a".split({ [Symbol.split]: fail }) //! Error: from the callback
new Date({ [Symbol.toPrimitive]: fail }) //! Error: from the callback
