// Map, Set, WeakMap and WeakSet.

const m = new Map([["a", 1], [NaN, "nan"], [0, "zero"], [undefined, "u"]])
m //=> Map { "a" => 1, NaN => "nan", 0 => "zero", undefined => "u" }
m.get("a") //=> 1
m.get(NaN) //=> "nan"
m.get(-0) //=> "zero"
m.get("none") //=> undefined
m.has(undefined) //=> true
m.size //=> 4
m.set("a", 2) === m //=> true
m //=> Map { "a" => 2, NaN => "nan", 0 => "zero", undefined => "u" }
m.delete("a") //=> true
m.delete("a") //=> false
m.set("a", 3)
;[...m.keys()] //=> [NaN, 0, undefined, "a"]
[...m.values()] //=> ["nan", "zero", "u", 3]
[...m] //=> [[NaN, "nan"], [0, "zero"], [undefined, "u"], ["a", 3]]
m.clear() //=> undefined
m.size //=> 0
m.size = 5 //! TypeError: Cannot set property size of #<Map> which has only a getter
new Map() //=> Map {}
new Map(null) //=> Map {}
new Map(undefined) //=> Map {}
new Map([[1, 2], [1, 3]]) //=> Map { 1 => 3 }
new Map(new Map([["x", 1]])) //=> Map { "x" => 1 }
new Map({}) //! TypeError: object is not iterable (cannot read property Symbol(Symbol.iterator))
new Map([1, 2]) //! TypeError: Iterator value 1 is not an entry object
new Map(["ab"]) //! TypeError: Iterator value ab is not an entry object
Map() //! TypeError: Constructor Map requires 'new'
Map.length //=> 0
Map.prototype.get.call({}, 1) //! TypeError: Method Map.prototype.get called on incompatible receiver #<Object>
Map.prototype.get.call(new Set(), 1) //! TypeError: Method Map.prototype.get called on incompatible receiver #<Set>
Map.prototype.size //! TypeError: Method get Map.prototype.size called on incompatible receiver #<Map>
Object.getOwnPropertyDescriptor(Map.prototype, "size").get.call([]) //! TypeError: Method get Map.prototype.size called on incompatible receiver [object Array]
[...new Map([[-0, 1]]).keys()][0] //=> 0
Object.is([...new Map([[-0, 1]]).keys()][0], 0) //=> true
const key = {}
new Map([[key, 1]]).get({}) //=> undefined
new Map([[key, 1]]).get(key) //=> 1
const log = []
new Map([[1, "a"], [2, "b"]]).forEach(function (v, k, map) { log.push(v, k, map.size, this) }, "self")
log //=> ["a", 1, 2, "self", "b", 2, 2, "self"]
new Map([[1, 2]]).forEach() //! TypeError: undefined is not a function
new Map([[1, 2]]).forEach(5) //! TypeError: number 5 is not a function
String(new Map()) //=> "[object Map]"
Map.prototype[Symbol.toStringTag] //=> "Map"
Map[Symbol.species] === Map //=> true
Object.keys(new Map([[1, 2]])) //=> []
({ ...new Map([["a", 1]]) }) //=> {}
Object.fromEntries(new Map([["a", 1]])) //=> { a: 1 }
[...new Map([[1, { a: 2 }]]).values()].map((v) => v.a) //=> [2]
new Map(Object.entries({ a: 1, b: 2 })) //=> Map { "a" => 1, "b" => 2 }
new Map([...new Map([["b", 2], ["a", 1]])].sort()) //=> Map { "a" => 1, "b" => 2 }
const counts = new Map()
for (const c of "hello") counts.set(c, (counts.get(c) ?? 0) + 1)
counts //=> Map { "h" => 1, "e" => 1, "l" => 2, "o" => 1 }

// Set and constructor use what the program put on the prototype.
const set = Map.prototype.set
const log = []
Map.prototype.set = function (k, v) { log.push(k); return set.call(this, k, v) }
new Map([["k", 1]])
Map.prototype.set = set
log //=> ["k"]

class Loud extends Map { set(k, v) { return super.set(k, v + "!") } }
new Loud([["a", "b"]]) //=> Loud { "a" => "b!" }
const broken = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { log.push("closed"); return {} } }) }
const log = []
try { new Map(broken) } catch (e) { log.push(e.name) }
log //=> ["closed", "TypeError"]

const m = new Map([[1, 1], [2, 2], [3, 3]])
const seen = []
m.forEach((v, k) => { seen.push(k); if (k === 1) { m.delete(2); m.set(4, 4) } })
seen //=> [1, 3, 4]
const it = m.entries()
it.next() //=> { value: [1, 1], done: false }
m.clear()
m.set(9, 9)
it.next() //=> { value: [9, 9], done: false }
it.next() //=> { value: undefined, done: true }

const s = new Set([1, "1", NaN, NaN, -0, 0, undefined])
s //=> Set { 1, "1", NaN, 0, undefined }
s.size //=> 5
s.has(NaN) //=> true
s.has(0) //=> true
s.add(5) === s //=> true
s.delete(1) //=> true
s.delete(1) //=> false
[...s.entries()][0] //=> ["1", "1"]
new Set("hello") //=> Set { "h", "e", "l", "o" }
new Set() //=> Set {}
new Set(null) //=> Set {}
new Set(5) //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))
new Set({}) //! TypeError: object is not iterable (cannot read property Symbol(Symbol.iterator))
Set() //! TypeError: Constructor Set requires 'new'
Set.prototype.add.call(new Map(), 1) //! TypeError: Method Set.prototype.add called on incompatible receiver #<Map>
Set.prototype.has.call(null, 1) //! TypeError: Method Set.prototype.has called on incompatible receiver null
[...new Set([3, 1, 3, 2])] //=> [3, 1, 2]
const a = new Set([1, 2, 3])
const b = new Set([2, 3, 4])
new Set([...a].filter((x) => b.has(x))) //=> Set { 2, 3 }
a.forEach((v, k, set) => { if (v !== k || set !== a) throw new Error("no") }) //=> undefined
String(s) //=> "[object Set]"
s.clear() //=> undefined
Array.from(new Set([1, 2]), (x) => x * 2) //=> [2, 4]
new Set([[1], [1]]).size //=> 2
Set.prototype.keys.name //=> "values"

const w = new WeakMap()
const k = {}
w.set(k, 1) === w //=> true
w.get(k) //=> 1
w.has({}) //=> false
w.set(1, 1) //! TypeError: Invalid value used as weak map key
w.set("s", 1) //! TypeError: Invalid value used as weak map key
w.set(Symbol.for("registered"), 1) //! TypeError: Invalid value used as weak map key
w.get(1) //=> undefined
w.delete(1) //=> false
w.delete(k) //=> true
w.has(k) //=> false
w //=> WeakMap {}
new WeakMap([[k, 2]]).get(k) //=> 2
new WeakMap([[1, 2]]) //! TypeError: Invalid value used as weak map key
WeakMap() //! TypeError: Constructor WeakMap requires 'new'
w.size //=> undefined
[...w] //! TypeError: w is not iterable
const ws = new WeakSet([k])
ws.has(k) //=> true
ws.add(1) //! TypeError: Invalid value used in weak set
ws.add(null) //! TypeError: Invalid value used in weak set
ws.delete(k) //=> true
String(ws) //=> "[object WeakSet]"
