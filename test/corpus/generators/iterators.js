// The iteration protocol and the built-in iterators.

const it = [1, 2][Symbol.iterator]()
;[it.next(), it.next(), it.next(), it.next()] //=> [{ value: 1, done: false }, { value: 2, done: false }, { value: undefined, done: true }, { value: undefined, done: true }]
String([].values()) //=> "[object Array Iterator]"
String("".matchAll(/a/g)) //=> "[object RegExp String Iterator]"
String(new Map().entries()) //=> "[object Map Iterator]"
String(new Set().values()) //=> "[object Set Iterator]"
String(""[Symbol.iterator]()) //=> "[object String Iterator]"
[..."ab".matchAll(/./g)].length //=> 2
[...[7, 8].entries()] //=> [[0, 7], [1, 8]]
[...[7, , 8].keys()] //=> [0, 1, 2]
[...[7, , 8].values()] //=> [7, undefined, 8]
[...new Map([[1, "a"]]).keys()] //=> [1]
[...new Map([[1, "a"]]).values()] //=> ["a"]
[...new Set([1]).entries()] //=> [[1, 1]]
[][Symbol.iterator] === [].values //=> true
Map.prototype.entries === Map.prototype[Symbol.iterator] //=> true
Set.prototype.keys === Set.prototype.values //=> true
Object.getPrototypeOf(Object.getPrototypeOf([].values())) === Object.getPrototypeOf(Object.getPrototypeOf(new Map().keys())) //=> true
[].values().next.call({}) //! TypeError: Method Array Iterator.prototype.next called on incompatible receiver #<Object>
new Map().keys().next.call([].values()) //! TypeError: Method Map Iterator.prototype.next called on incompatible receiver #<Object>

const list = [1, 2]
const it = list.values()
it.next()
list.push(3)
;[...it] //=> [2, 3]
list.push(4)
it.next() //=> { value: undefined, done: true }

const map = new Map([[1, 1], [2, 2]])
const seen = []
for (const [k] of map) { seen.push(k); map.delete(k); if (k < 5) map.set(k + 2, 0) }
seen //=> [1, 2, 3, 4, 5, 6]

const set = new Set([1, 2, 3])
const seen = []
for (const x of set) { seen.push(x); set.delete(2); if (x === 1) set.add(4) }
seen //=> [1, 3, 4]

const set = new Set([1, 2])
const seen = []
set.forEach((x) => { seen.push(x); if (seen.length < 5) { set.delete(x); set.add(x) } })
seen //=> [1, 2, 1, 2, 1, 2]

class Range { constructor(a, b) { this.a = a; this.b = b } [Symbol.iterator]() { let { a, b } = this; return { next: () => a < b ? { value: a++, done: false } : { value: undefined, done: true } } } }
[...new Range(1, 4)] //=> [1, 2, 3]
Array.from(new Range(0, 2), (x) => x * 10) //=> [0, 10]
new Map(new Set([[1, 2]])) //=> Map { 1 => 2 }
Math.min(...new Range(3, 5)) //=> 3
const [first, ...others] = new Range(5, 8)
;[first, others] //=> [5, [6, 7]]
Object.fromEntries(new Map([["a", 1]])) //=> { a: 1 }
await Promise.all(new Range(0, 2)) //=> [0, 1]

const arrayLike = { 0: "a", 1: "b", length: 2 }
Array.from(arrayLike) //=> ["a", "b"]
[...arrayLike] //! TypeError: arrayLike is not iterable
Array.prototype[Symbol.iterator].call(arrayLike).next() //=> { value: "a", done: false }
arrayLike[Symbol.iterator] = Array.prototype.values
;[...arrayLike] //=> ["a", "b"]

// The next method is read once, before the first step.
let reads = 0
const iterable = { [Symbol.iterator]: () => ({ get next() { reads++; let n = 0; return () => ({ done: n++ > 2 }) } }) }
for (const x of iterable);
reads //=> 1

const proto = Object.getPrototypeOf([].values())
const next = proto.next
proto.next = function () { return { value: "patched", done: true } }
const out = [...[1, 2]]
proto.next = next
out //=> []

new Map([1]) //! TypeError: Iterator value 1 is not an entry object
new Map([[1]]) //=> Map { 1 => undefined }
new Map(5) //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))
new Set(5) //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))
new Map([null]) //! TypeError: Iterator value null is not an entry object
Object.fromEntries([1]) //! TypeError: Iterator value 1 is not an entry object
Object.fromEntries(5) //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))
Array.from(null) //! TypeError: object null is not iterable (cannot read property Symbol(Symbol.iterator))
Array.from(5) //=> []
Array.from({ length: 2 }) //=> [undefined, undefined]
Array.from({ [Symbol.iterator]: 5 }) //! TypeError: %Array%.from requires that the property of the first argument, items[Symbol.iterator], when exists, be a function
const [x] = { [Symbol.iterator]() { return null } }
//! TypeError: Result of the Symbol.iterator method is not an object

const { iterator } = Symbol
typeof iterator //=> "symbol"
({ *[iterator]() { yield 1 } })[iterator]().next() //=> { value: 1, done: false }
